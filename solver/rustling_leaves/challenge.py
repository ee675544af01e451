"""Ranked plans for the hint where the rolls are known: the best plan behind each first move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.core.game import Value
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import Action, DropOut, Misthrow, Roll, StayIn
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position

from .. import referee
from ..api import Budget, Candidate, PlanRow, Plans, Proof
from ..lines import after
from . import kernel_search as ks
from .search import Probe, search
from .setup_search import modes
from .solve import actions_of, challenge_of, plan_of
from .task import Found, part

if TYPE_CHECKING:
    from .analyst import RustlingLeavesAnalyst

ROWS = 12  # first moves that are worked out beyond those asked for


def ranked_plans(
    analyst: RustlingLeavesAnalyst, p: Position, budget: Budget, asked: Sequence[tuple[Any, ...]]
) -> Plans:
    """The best plan of each promising first move, best first; asked moves are always there.

    A first move is what acts on the next roll (staying in and the roll before it go along), or
    dropping out. ``low`` is the value of the plan, ``high`` a proven bound for the move.
    """
    best = search(challenge_of(p), part(budget, 0.5))
    if best.line == () and p.roll is not None:
        raise LimitReached("no plan was found within the limit")
    whole = actions_of(p, best.line)
    rows: dict[str, PlanRow] = {}
    first = _first(p, whole)
    _enter(rows, analyst, p, first, whole, best)
    for line in asked:
        _enter(rows, analyst, p, tuple(line), *_behind(p, tuple(line), part(budget, 0.3)))
    for line in _promising(p, best, budget):
        if len(rows) >= ROWS + len(asked) or budget.over():
            break
        if GAME.format(p, line) not in rows:
            _enter(rows, analyst, p, line, *_behind(p, line, part(budget, 0.2)))
        budget.tick(len(rows) / ROWS)
    ranked = sorted(
        rows.values(),
        key=lambda row: (-row.value, row.candidate.text != _text(p, first), row.candidate.text),
    )
    return Plans(tuple(ranked), "branch and bound over the known rolls", ())


def _text(p: Position, line: Sequence[Action]) -> str:
    return GAME.format(p, line)


def _first(p: Position, line: Sequence[Action]) -> tuple[Action, ...]:
    """A line up to its first move."""
    for n, action in enumerate(line):
        if not isinstance(action, (StayIn, Roll)):
            return tuple(line[: n + 1])
    return tuple(line)


def _behind(
    p: Position, line: tuple[Action, ...], budget: Budget
) -> tuple[tuple[Action, ...], Found]:
    """The best line that begins with ``line``, and what is known about its value."""
    q = after(GAME, p, line)
    found = search(challenge_of(q), budget)
    return (*line, *actions_of(q, found.line)), found


def _enter(
    rows: dict[str, PlanRow],
    analyst: RustlingLeavesAnalyst,
    p: Position,
    first: tuple[Action, ...],
    line: tuple[Action, ...],
    found: Found,
) -> None:
    """Certify a line and make its row."""
    plan = referee.certify(GAME, p, line, Value((float(found.value),)))
    value = float(plan.value.key[0])
    proof: Proof = "optimal" if found.proven else "bounded"
    candidate: Candidate = analyst.candidate(p, first)
    rows[candidate.text] = PlanRow(
        candidate, plan.value.key, value, value, max(value, found.bound), plan_of(p, line), proof
    )


def _promising(p: Position, best: Found, budget: Budget) -> list[tuple[Action, ...]]:
    """First moves by falling bound, dropping out and the misthrow among them."""
    from .analyst import action_of

    task = challenge_of(p)
    before: tuple[Action, ...] = ()
    if p.roll is None:
        dice = p.next_dice()
        assert dice is not None
        before = (*(() if p.staying else (StayIn(),)), Roll(dice))
    bounds: dict[int, float] = {}
    if len(task.rolls) > 1:
        for mode in modes(task.st):
            probe = Probe(task, mode)
            w = probe.work
            probe.prepare(Found(best.value), budget)
            w.found[ks.B_VALUE] = ks.NONE  # now list every move, also those that cannot be best
            ks.enter(probe.spec, task.tables, w, 0, False, probe.steps)
            for k in range(int(w.counts[0])):
                code = int(w.codes[0, k])
                bounds[code] = max(bounds.get(code, ks.NONE), float(w.ubs[0, k]))
    else:
        rolled = kernel.apply_roll(task.st, *(int(x) for x in task.rolls[0]))
        codes, _, banked = kernel.candidates(rolled)
        bounds = {int(c): float(v) for c, v in zip(codes, banked, strict=True)}
    order = sorted(bounds, key=lambda code: (-bounds[code], code))
    lines = [(*before, action_of(p.season, code)) for code in order[: 2 * ROWS]]
    extra: list[tuple[Action, ...]] = [(*before, Misthrow())]
    if p.roll is None and not p.staying:
        extra.insert(0, (DropOut(),))
    return extra + [line for line in lines if line not in extra]
