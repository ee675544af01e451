"""Ranked plans for the hint where no unknown card can come: the best plan behind each first move.

Alone, with a known end, and either no card left to draw but those of the clearing or a listed
deck that few turns are left for: the solver answers, and its bounds say what is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.forest_shuffle.actions import Action
from leafwise.puzzles.forest_shuffle.forest import Counts
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget, PlanRow, Plans, Proof, Solution
from ..lines import after
from ..referee import certify
from .lines import texts
from .solve import exact_by_model, known_end, solution_of
from .ways import Wish

if TYPE_CHECKING:
    from .analyst import ForestShuffleAnalyst

ROWS = 8  # first moves that are worked out beyond those asked for
_FEW = 3  # turns with a listed deck that the exhaustive search is sure to be done with
_FIRST, _OTHER, _ASKED = 0.5, 0.2, 0.3  # of the time left, for the best plan and for the others


def known(p: Position) -> bool:
    """Whether the solver answers a hint: nothing hidden can matter, and the end is near enough."""
    if p.players > 1 or p.pending or p.drawn or not known_end(p):
        return False
    if not p.actor.open or isinstance(p.actor.forest, Counts):
        return False
    return exact_by_model(p) or (p.deck_known() and p.turns is not None and p.turns <= _FEW)


def ranked_plans(
    analyst: ForestShuffleAnalyst, p: Position, budget: Budget, asked: Sequence[tuple[Action, ...]]
) -> Plans:
    """The best plan of each promising first move, best first; asked moves are always there.

    ``low`` is the value of the plan, ``high`` a proven bound for the move. Raises LimitReached.
    """
    best = solution_of(p, Wish(), _part(budget, _FIRST))
    rows: dict[str, PlanRow] = {}
    first = _turn(p, best.line)
    if first:
        _enter(rows, analyst, p, first, best.line, best)
    for line in asked:
        _behind(rows, analyst, p, tuple(line), _part(budget, _ASKED))
    for candidate in analyst.candidates(p, ROWS).items:
        if rows and budget.over():
            break
        if candidate.text not in rows:
            _behind(rows, analyst, p, candidate.line, _part(budget, _OTHER))
        budget.tick(len(rows) / (ROWS + len(asked)))
    if not rows:
        raise LimitReached("no plan was found within the limit")
    ranked = sorted(rows.values(), key=lambda row: (-row.value, row.proof != "optimal"))
    return Plans(tuple(ranked), "best plans over the known cards")


def _part(budget: Budget, share: float) -> Budget:
    return budget.part(max(0.05, share * budget.clock.left()))


def _turn(p: Position, line: Sequence[Action]) -> tuple[Action, ...]:
    """The first turn of a line, or all of it where it ends within."""
    for n in range(1, len(line) + 1):
        q = after(GAME, p, line[:n])
        if (q.turns, q.extra_turns) != (p.turns, p.extra_turns) or GAME.turn(q).kind == "over":
            return tuple(line[:n])
    return tuple(line)


def _behind(
    rows: dict[str, PlanRow],
    analyst: ForestShuffleAnalyst,
    p: Position,
    line: tuple[Action, ...],
    budget: Budget,
) -> None:
    """Enter the best line that begins with ``line``; what comes of the line alone at the least."""
    q = after(GAME, p, line)
    if GAME.turn(q).kind == "over":
        value = GAME.value(q).shown()
        found = Solution("optimal", value, value, (), (), "rules")
    else:
        try:
            found = solution_of(q, Wish(), budget)
        except LimitReached:
            found = Solution("unknown", None, None, (), (), "")
    _enter(rows, analyst, p, line, (*line, *found.line), found)


def _enter(
    rows: dict[str, PlanRow],
    analyst: ForestShuffleAnalyst,
    p: Position,
    first: tuple[Action, ...],
    line: tuple[Action, ...],
    found: Solution,
) -> None:
    """Certify a line and make its row."""
    value = float(certify(GAME, p, line).value.key[0])
    bound = found.bound if isinstance(found.bound, int | float) else None
    proof: Proof = "estimate" if bound is None else "bounded"
    if found.status == "optimal":
        proof = "optimal"
    candidate = analyst.candidate(p, first)
    high = value if bound is None else max(value, float(bound))
    rows[candidate.text] = PlanRow(candidate, (value,), value, value, high, texts(p, line), proof)


__all__ = ["known", "ranked_plans"]
