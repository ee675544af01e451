"""The hint where no unknown card can come: the solver behind each promising first move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.forest_shuffle.actions import Action
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget, Plans, Solution
from ..lines import after
from ..ranking import Behind, Line
from ..ranking import ranked_plans as ranked
from .lines import texts
from .solve import solution_of
from .ways import Wish

if TYPE_CHECKING:
    from .analyst import ForestShuffleAnalyst

ROWS = 8  # first moves that are worked out beyond those asked for
_FIRST = 0.5  # of the time left, for the best plan of all


def ranked_plans(
    analyst: ForestShuffleAnalyst, p: Position, budget: Budget, asked: Sequence[Line]
) -> Plans:
    """The best plan of each promising first move; asked moves are always there.

    Raises LimitReached.
    """

    def behind(line: Line, own: Budget) -> Behind:
        return _behind(p, line, own)

    best = solution_of(p, Wish(), budget.share(_FIRST))
    return ranked(
        analyst,
        p,
        budget,
        first=_turn(p, best.line),
        best=_found(best.line, best),
        asked=[tuple(line) for line in asked],
        promising=lambda: [c.line for c in analyst.candidates(p, ROWS).items],
        behind=behind,
        texts=lambda line: texts(p, line),
        most=ROWS,
        method="best plans over the known cards",
    )


def _turn(p: Position, line: Sequence[Action]) -> tuple[Action, ...]:
    """The first turn of a line, or all of it where it ends within."""
    for n in range(1, len(line) + 1):
        q = after(GAME, p, line[:n])
        if (q.turns, q.extra_turns) != (p.turns, p.extra_turns) or GAME.turn(q).kind == "over":
            return tuple(line[:n])
    return tuple(line)


def _behind(p: Position, line: Line, budget: Budget) -> Behind:
    """The best line that begins with ``line``: it alone where no time is left."""
    q = after(GAME, p, line)
    if GAME.turn(q).kind == "over":
        return Behind(line, float(GAME.value(q).key[0]), True)
    try:
        found = solution_of(q, Wish(), budget)
    except LimitReached:
        return Behind(line, None, False)
    return _found((*line, *found.line), found)


def _found(line: Line, found: Solution) -> Behind:
    bound = found.bound if isinstance(found.bound, int | float) else None
    return Behind(line, None if bound is None else float(bound), found.status == "optimal")


__all__ = ["ranked_plans"]
