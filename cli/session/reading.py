"""What a typed line means: forgiving about case, spaces and what goes without saying."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.guide import Refused, guide
from leafwise.puzzles.core.names import nearest

Line = tuple[Any, ...]

_OPEN = " ..."
_LEAST = 4  # letters of a move before it is completed
_MOST_OUTCOMES = 400
_SHOWN = 6
_COMPARED = 3000  # moves that a text without sense is compared with


def understand(game: AnyGame, p: Any, typed: str, exact: bool = False) -> Line:
    """The actions a line means in ``p``; raises BadMove with the nearest move, or IllegalMove.

    Read in this order: with what it leaves open still open (see ``Guide.asking``); as it stands;
    in lower case; without spaces beside ``:`` and ``=``; with the word in front that every outcome
    of the chance at hand begins with (so ``2c3`` is a roll and ``oak`` a card turned up); as a
    play that stops where a card has to be turned up; in the plain speech that the game's guide
    knows; as the only move that begins like it. ``exact`` takes a move of a table as it stands.
    """
    text = " ".join(typed.split())
    refused: list[Refused] = []
    first = None if exact else guide(game).blocked(p, text)
    if first is not None:
        raise first

    def read(reading: str) -> Line:
        try:
            return tuple(game.parse(p, reading))
        except (BadMove, IllegalMove) as error:
            refused.append(error)
            return ()

    for reading in [text, text + _OPEN] if exact else _readings(game, p, text):
        line = read(reading)
        if line:
            return line
    if not exact:
        whole = _whole(game, p, text)
        unasked = None if whole is None else guide(game).unasked(p, text, whole)
        if unasked is not None:
            raise unasked
        for begin in ("", chance(game, p)[0]) if whole is not None else ():
            for end in ("", _OPEN):
                line = read(f"{begin}{whole}{end}")
                if line:
                    return line
    plain = sorted(refused, key=lambda error: error.faults()[0].found.endswith("...'"))
    raise _refusal(game, p, text, plain)


def _whole(game: AnyGame, p: Any, text: str) -> str | None:
    """The only move, or the only thing that chance can say, of which the text is a part."""
    _, told = chance(game, p)
    holding = [word for word in told if len(text) >= _LEAST and text.lower() in word]
    return _completed(text, known(game, p)) or (holding[0] if len(holding) == 1 else None)


def _refusal(game: AnyGame, p: Any, text: str, refused: Sequence[Refused]) -> Refused:
    """What is told: which of several moves, what the guide says, or what can come next."""
    listed = known(game, p)
    holding = [move for move in listed if len(text) > 1 and text.lower() in move.lower()]
    if holding:
        more = f" and {len(holding) - _SHOWN} more" if len(holding) > _SHOWN else ""
        return BadMove(text, "which one: " + ", ".join(holding[:_SHOWN]) + more)
    found = guide(game).misread(p, text, refused)
    if found is not None:
        return found
    wanted = f"wanted: {guide(game).call(p).prompt}; 'moves' lists them, '?' explains"
    return BadMove(text, wanted, nearest(text, listed[:_COMPARED], 55.0))


def _readings(game: AnyGame, p: Any, text: str) -> Iterator[str]:
    close = re.sub(r"\s*([:=])\s*", r"\1", text.lower())
    plain = list(dict.fromkeys([text, text.lower(), close]))
    lead, told = chance(game, p)
    squeezed = _squeeze(text)
    same = [word for word in told if _squeeze(word.removeprefix(lead)) == squeezed]
    table = guide(game)
    for begin in plain:
        yield from table.asking(p, begin)
    for begin in plain:
        yield begin
    yield from same
    for begin in plain:
        if lead:
            yield lead + begin
            yield lead + begin + _OPEN
    for begin in plain:
        if not begin.endswith("..."):
            yield begin + _OPEN
    for said in table.readings(p, text):
        yield from table.asking(p, said)
        yield said
        if not said.endswith("..."):
            yield said + _OPEN


def chance(game: AnyGame, p: Any) -> tuple[str, tuple[str, ...]]:
    """What all outcomes of the chance at hand begin with, and their texts.

    The chance that comes next counts as well where it goes without saying what leads to it.
    """
    for action in guide(game).implied(p):
        p = game.apply(p, action)
    if game.turn(p).kind != "chance":
        return "", ()
    pairs = game.outcomes(p).pairs
    if not pairs:
        return "", ()
    texts = tuple(
        game.format(p, (action,)).removesuffix(_OPEN) for action, _ in pairs[:_MOST_OUTCOMES]
    )
    head = texts[0].split(" ")[0] + " "
    return head if all(text.startswith(head) for text in texts) else "", texts


def known(game: AnyGame, p: Any) -> tuple[str, ...]:
    """Everything that can be typed here as a move or as what chance did."""
    lead, told = chance(game, p)
    return (*guide(game).choices(p), *(word.removeprefix(lead) for word in told))


def _squeeze(text: str) -> str:
    """Letters, digits and signs alone, in lower case."""
    return "".join(text.lower().split())


def _completed(text: str, listed: Sequence[str]) -> str | None:
    """The listed move that is the same but for spaces, or the only one that begins like it."""
    wanted = _squeeze(text)
    same = [move for move in listed if _squeeze(move) == wanted]
    if same:
        return same[0]
    if len(wanted) < _LEAST:
        return None
    begins = [move for move in listed if _squeeze(move).startswith(wanted)]
    return begins[0] if len(begins) == 1 else None
