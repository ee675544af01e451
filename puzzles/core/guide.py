"""What a game says to a person who types at a prompt: what is asked for, what a text may mean.

The rules know what has to happen next (:class:`~leafwise.puzzles.core.game.Turn`); a guide knows
how to ask for it in the words of the table, what people type instead of the notation, and what to
answer to a text that means nothing. :class:`Guide` itself serves games that have none of their
own; guides are stateless and pure like the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from .errors import BadMove, IllegalMove
from .game import AnyGame, Document

Refused = BadMove | IllegalMove

# id -> (module, attribute) that holds the class of the game's guide
_PLACES: dict[str, tuple[str, str]] = {
    "rustling-leaves": ("leafwise.puzzles.rustling_leaves.guide", "RustlingLeavesGuide"),
    "indian-summer": ("leafwise.puzzles.indian_summer.guide", "IndianSummerGuide"),
    "forest-shuffle": ("leafwise.puzzles.forest_shuffle.guide", "ForestShuffleGuide"),
}


_LOADED: dict[str, Guide] = {}


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked for: ``prompt`` in a few words, ``told`` in sentences, ``examples`` to type.

    ``told`` is empty where the prompt says it all.
    """

    prompt: str
    told: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Guide:
    """The words of any game; a game's own guide overrides what it can say better."""

    topics: ClassVar[Mapping[str, str]] = {}  # word of the notation -> what it means, with examples

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def call(self, p: Any) -> Call:
        """What has to be typed now."""
        return Call(self.game.turn(p).what)

    def fresh(self, p: Any) -> bool:
        """Whether the owner's next decision is a new one, worth a look at the whole table."""
        turn = self.game.turn(p)
        return turn.kind == "decide" and turn.seat == 0

    def who(self, p: Any) -> str:
        """Who acts in ``p``, where that has to be said; else empty."""
        return ""

    def changes(self, before: Any, after: Any) -> tuple[str, ...]:
        """What a step changed that its text does not tell, a line each."""
        return ()

    def ending(self, p: Any) -> tuple[str, ...]:
        """What to say of the result besides the owner's total."""
        return ()

    def lasted(self, lines: Sequence[Sequence[Any]]) -> str:
        """How long the record of these lines took, where that is part of the result; else empty."""
        return ""

    def implied(self, p: Any) -> tuple[Any, ...]:
        """The owner's actions that go without saying when chance is typed (or dealt) in ``p``."""
        return ()

    def blocked(self, p: Any, text: str) -> Refused | None:
        """Why a text cannot be meant now, whatever it says: something else has to be told first."""
        return None

    def asking(self, p: Any, text: str) -> tuple[str, ...]:
        """Readings tried before all others: a move with its open parts left open to be asked."""
        return ()

    def readings(self, p: Any, text: str) -> tuple[str, ...]:
        """What a text may mean besides what it says, in the game's notation; tried last."""
        return ()

    def choices(self, p: Any) -> tuple[str, ...]:
        """Moves that a text is completed to: ``listing`` where that is quick to make."""
        return self.game.listing(p)

    def unasked(self, p: Any, text: str, move: str) -> Refused | None:
        """Why ``move``, the only one that ``text`` may be completed to, is not taken for it.

        None where what is left out is no choice of its own.
        """
        return None

    def misread(self, p: Any, text: str, refused: Sequence[Refused]) -> Refused | None:
        """The answer to a text that no reading fits; ``refused`` is what the readings met.

        None: nothing better to say than what can come next.
        """
        for error in refused:
            if isinstance(error, IllegalMove):
                return error
        return next((e for e in refused if isinstance(e, BadMove) and e.nearest), None)

    def forbidden(self, p: Any, place: str) -> str | None:
        """Why a key must not be set in ``p``, in words; None where it may."""
        return None

    def edited(self, p: Any, doc: Document, place: str) -> Any:
        """The position of a document in which one place of ``write(p)`` was changed.

        Raises BadPosition.
        """
        return self.game.read(doc)


def guide(game: AnyGame) -> Guide:
    """The guide of a game; the plain one where it has none of its own."""
    if game.id not in _PLACES:
        return Guide(game)
    if game.id not in _LOADED:
        module, attribute = _PLACES[game.id]
        _LOADED[game.id] = getattr(import_module(module), attribute)(game)
    return _LOADED[game.id]


__all__ = ["Call", "Guide", "Refused", "guide"]
