"""Ranked plans for the hint where the rolls are known: the best plan behind each first move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import Action, DropOut, Misthrow, Roll, StayIn
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position

from ..api import Budget, Plans
from ..lines import after
from ..ranking import Behind, Line
from ..ranking import ranked_plans as ranked
from . import kernel_search as ks
from .search import Probe, search
from .setup_search import modes
from .solve import actions_of, challenge_of, plan_of
from .task import Found

if TYPE_CHECKING:
    from .analyst import RustlingLeavesAnalyst

ROWS = 12  # first moves that are worked out beyond those asked for
_FIRST = 0.5  # of the time left, for the best plan of all


def ranked_plans(
    analyst: RustlingLeavesAnalyst, p: Position, budget: Budget, asked: Sequence[Line]
) -> Plans:
    """The best plan of each promising first move; asked moves are always there.

    A first move is what acts on the next roll (staying in and the roll before it go along), or
    dropping out. Raises LimitReached.
    """

    def behind(line: Line, own: Budget) -> Behind:
        q = after(GAME, p, line)
        found = search(challenge_of(q), own)
        return _found((*line, *actions_of(q, found.line)), found)

    best = search(challenge_of(p), budget.share(_FIRST))
    if best.line == () and p.roll is not None:
        raise LimitReached("no plan was found within the limit")
    whole = actions_of(p, best.line)
    return ranked(
        analyst,
        p,
        budget,
        first=_first(p, whole),
        best=_found(whole, best),
        asked=[tuple(line) for line in asked],
        promising=lambda: _promising(p, best, budget),
        behind=behind,
        texts=lambda line: plan_of(p, line),
        most=ROWS,
        method="branch and bound over the known rolls",
    )


def _first(p: Position, line: Sequence[Action]) -> tuple[Action, ...]:
    """A line up to its first move."""
    for n, action in enumerate(line):
        if not isinstance(action, (StayIn, Roll)):
            return tuple(line[: n + 1])
    return tuple(line)


def _found(line: Sequence[Action], found: Found) -> Behind:
    return Behind(tuple(line), float(found.bound), found.proven, float(found.value))


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
