"""What a typed line means: forgiving about case, spaces and what goes without saying."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.names import nearest

Line = tuple[Any, ...]

_OPEN = " ..."
_LEAST = 4  # letters of a move before it is completed
_MOST_OUTCOMES = 400
_SHOWN = 6


def understand(game: AnyGame, p: Any, typed: str) -> Line:
    """The actions a line means in ``p``; raises BadMove with the nearest move, or IllegalMove.

    Read in this order: as it stands; in lower case; without spaces beside ``:`` and ``=``; with
    the word in front that every outcome of the chance at hand begins with (so ``2c3`` is a roll
    and ``oak`` a card turned up); as a play that stops where a card has to be turned up; as the
    only listed move that begins like it.
    """
    text = " ".join(typed.split())
    refused: IllegalMove | None = None
    for reading in _readings(game, p, text):
        try:
            line = tuple(game.parse(p, reading))
        except BadMove:
            continue
        except IllegalMove as error:
            refused = refused or error
            continue
        if line:
            return line
    listed = known(game, p)
    lead, told = chance(game, p)
    holding = [word for word in told if len(text) >= _LEAST and text.lower() in word]
    whole = _completed(text, listed) or (holding[0] if len(holding) == 1 else None)
    for begin in ("", lead) if whole is not None else ():
        for end in ("", _OPEN):
            try:
                return tuple(game.parse(p, f"{begin}{whole}{end}"))
            except (BadMove, IllegalMove):
                continue
    if refused is not None:
        raise refused
    raise BadMove(text, _allowed(game, p, text, listed), nearest(text, listed[:5000], 55.0))


def _allowed(game: AnyGame, p: Any, text: str, listed: Sequence[str]) -> str:
    holding = [move for move in listed if text.lower() in move.lower()]
    if holding:
        more = f" and {len(holding) - _SHOWN} more" if len(holding) > _SHOWN else ""
        return "which one: " + ", ".join(holding[:_SHOWN]) + more
    return f"wanted: {game.turn(p).what}; 'moves' lists them, '?' explains"


def _readings(game: AnyGame, p: Any, text: str) -> Iterator[str]:
    close = re.sub(r"\s*([:=])\s*", r"\1", text.lower())
    plain = list(dict.fromkeys([text, text.lower(), close]))
    lead, told = chance(game, p)
    squeezed = _squeeze(text)
    same = [word for word in told if _squeeze(word.removeprefix(lead)) == squeezed]
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


def chance(game: AnyGame, p: Any) -> tuple[str, tuple[str, ...]]:
    """What all outcomes of the chance at hand begin with, and their texts.

    The chance that comes next counts as well where one decision of a few leads to it.
    """
    turn = game.turn(p)
    if turn.kind == "decide" and turn.seat == 0:
        few = tuple(islice(game.actions(p), 4))
        if len(few) > 3:
            return "", ()
        for action in few:
            q = game.apply(p, action)
            if game.turn(q).kind == "chance":
                return chance(game, q)
        return "", ()
    if turn.kind != "chance":
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
    return (*game.listing(p), *(word.removeprefix(lead) for word in told))


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
