"""Branch and bound over known rolls: plans, search, and what is proven at any time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from leafwise.puzzles.rustling_leaves import kernel

from ..api import Budget
from . import kernel_search as ks
from .kernel_search import Ints, Spec, Work
from .plans import find_plans
from .plans import warm as warm_plans
from .setup_search import Mode, build_spec, build_work, modes
from .task import Challenge, Codes, Found

LONG = 10  # rounds from which the root is looked at in short steps
# of the time at most, for finding plans, by the number of rounds and from the last one on: long
# challenges are seldom proven, short ones always
PLAN_SHARES = {7: 0.05, 8: 0.015, 9: 0.03, 10: 0.06, 11: 0.15, 12: 0.3, 13: 0.5, 14: 0.75}
ROOT_STEPS = 40  # subgradient steps between two looks at the clock
LONG_STEPS = 12  # the same from LONG rounds on
ROOT_CHUNKS = 12
ROOT_SHARE = 0.25  # of the time left for the prices of a root
NODE_STEPS = (0, 12, 6, 3, 2)  # subgradient steps at the levels below the root
SLICE = 0.04  # seconds between two looks at the clock


@dataclass(slots=True)
class Probe:
    """One mode's search tree; ``prepare`` sets the prices of its root."""

    task: Challenge
    mode: Mode
    spec: Spec = field(init=False)
    work: Work = field(init=False)
    steps: Ints = field(init=False)
    bound: float = field(init=False, default=-ks.NONE)
    done: bool = field(init=False, default=False)
    pace: float = field(init=False, default=0.0)  # seconds of the last call

    def __post_init__(self) -> None:
        self.spec = build_spec(self.task.st, self.task.rolls, self.mode)
        self.work = build_work(self.spec)
        self.work.state[0] = self.task.st
        rounds = len(self.task.rolls)
        tail = (0,) * rounds
        self.steps = np.array((NODE_STEPS + tail)[: rounds + 1], np.int64)

    def prepare(self, found: Found, budget: Budget) -> None:
        """Tighten the root until it stops paying, or the root is closed."""
        w, clock = self.work, budget.clock
        steps = self.steps.copy()
        long = len(self.task.rolls) >= LONG
        until = clock.spent() + ROOT_SHARE * clock.left()
        last = -ks.NONE
        stale = 0
        steps[0] = 1 if long else ROOT_STEPS  # a step may take a tenth of a second
        for _ in range(4 * ROOT_CHUNKS if long else ROOT_CHUNKS):
            began = clock.spent()
            late = budget.over() or began > until
            if late:
                steps[0] = 0
            w.found[ks.B_VALUE] = found.value
            ks.enter(self.spec, self.task.tables, w, 0, not self.task.pending, steps)
            self.pace = clock.spent() - began
            self._collect(found, ())
            if w.counts[0] == 0:
                self.bound, self.done = found.value, True
                return
            self.bound = float(w.ubs[0, 0])
            stale = 0 if self.bound < last - 0.05 else stale + 1
            last = min(last, self.bound)
            if late or stale >= 3:
                break
            if long:
                room = 0.5 * max(0.0, until - clock.spent())
                each = max(1e-6, self.pace / (steps[0] + 2))
                steps[0] = max(1, min(LONG_STEPS, int(room / each) - 2))
        w.info[ks.W_LEVEL] = 0

    def run(self, found: Found, budget: Budget, nodes: int | None = None) -> None:
        """Search on until done, out of ``nodes``, or out of time."""
        w = self.work
        portion = 1
        start = int(w.info[ks.W_NODES])
        while not self.done and not budget.over():
            if nodes is not None and w.info[ks.W_NODES] - start >= nodes:
                return
            if self.pace > budget.clock.left():  # the next sheet alone would take too long
                budget.limited_by = "time"
                return
            w.found[ks.B_VALUE] = found.value
            before = budget.clock.spent()
            self.done = ks.run(
                self.spec, self.task.tables, w, not self.task.pending, self.steps, portion
            )
            self.pace = budget.clock.spent() - before
            if self.pace < SLICE / 2:
                portion *= 2
            elif self.pace > SLICE:
                portion = max(1, portion // 2)
            self._collect(found, ())
            self.bound = found.value if self.done else max(found.value, ks.open_bound(w))
            if w.found[ks.B_VALUE] >= w.found[ks.B_GOAL]:
                return

    def descend(self, path: Codes, state: Ints, found: Found, steps: int) -> None:
        """Put a node reached by ``path`` on the stack, its ancestors closed."""
        w = self.work
        level = len(path)
        for k, code in enumerate(path):
            w.codes[k, 0], w.next[k], w.counts[k] = code, 1, 1
            if k:
                w.price[k] = w.price[0]
        w.state[level] = state
        w.found[ks.B_VALUE] = found.value
        kept = self.steps.copy()
        self.steps[level] = steps
        ks.enter(self.spec, self.task.tables, w, level, level > 0, self.steps)
        self.steps[:] = kept
        w.info[ks.W_LEVEL] = level
        self._collect(found, ())
        self.done = False

    def forget(self) -> None:
        """Empty the table of searched sheets."""
        self.work.visited[:] = 0
        self.work.info[ks.W_SEEN] = 0

    def _collect(self, found: Found, prefix: Codes) -> None:
        w = self.work
        length = int(w.info[ks.W_LENGTH])
        found.take(float(w.found[ks.B_VALUE]), prefix + tuple(int(c) for c in w.line[:length]))


def search(task: Challenge, budget: Budget, found: Found | None = None) -> Found:
    """The best line with its bound; stops within the limit."""
    found = Found() if found is None else found
    probes = root(task, budget, found)
    for probe in probes:
        if probe.bound <= found.value + ks.EPS:
            probe.done = True
        probe.run(found, budget)
        budget.tick(sum(other.done for other in probes) / len(probes))
    _settle(found, probes)
    return found


def root(task: Challenge, budget: Budget, found: Found) -> list[Probe]:
    """Plans and the bound before any branching, in ``found``; the trees, to search on."""
    if not task.pending:
        found.take(kernel.score(task.st), ())
    if len(task.rolls) == 0 or _over(task.st):
        found.bound = found.value
        return []
    _one_move(task, found)
    share = PLAN_SHARES[min(max(PLAN_SHARES), max(min(PLAN_SHARES), len(task.rolls)))]
    find_plans(task, budget, found, share * budget.clock.left())
    probes = [Probe(task, mode) for mode in modes(task.st)]
    for probe in probes:
        probe.prepare(found, budget)
    probes.sort(key=lambda probe: -probe.bound)
    _settle(found, probes)
    return probes


def _settle(found: Found, probes: list[Probe]) -> None:
    """The bound of a search that has come so far."""
    if not probes:
        return
    bound = max(found.value, *(probe.bound for probe in probes if not probe.done), ks.NONE)
    step = float(probes[0].spec.number[ks.S_GAIN])  # values are whole steps, so the bound is one
    found.bound = step * math.floor((bound + ks.EPS) / step)
    found.nodes = sum(int(probe.work.info[ks.W_NODES]) for probe in probes)


def _one_move(task: Challenge, found: Found) -> None:
    """Begin with the move that banks most at once, so that there is an answer at any limit."""
    rolled = kernel.apply_roll(task.st, *(int(x) for x in task.rolls[0]))
    codes, _, banked = kernel.candidates(rolled)
    if len(codes):
        top = int(np.argmax(banked))
        found.take(float(banked[top]), (int(codes[top]),))


def _over(st: Ints) -> bool:
    return bool(kernel.is_over(st, kernel.greedy_tables(kernel.season_of(st))))


def first_moves(task: Challenge, best: Found, budget: Budget) -> Iterator[tuple[int, Codes]]:
    """Every first move that begins a best line, with such a line; needs a proven ``best``.

    Yields (code, line).
    """
    seen: set[int] = set()
    acting = Challenge(task.st, task.rolls, True)  # stopping at once is no move
    steps = LONG_STEPS if len(task.rolls) >= LONG else ROOT_STEPS
    if len(task.rolls) == 1:
        yield from _last_moves(task, best, seen)
        return
    for mode in modes(task.st):
        if budget.over():
            break
        probe = Probe(acting, mode)
        gain = float(probe.spec.number[ks.S_GAIN])
        probe.prepare(Found(best.value - gain), budget)
        count = int(probe.work.counts[0])
        codes = [int(code) for code in probe.work.codes[0, :count]]
        probe.work.found[ks.B_GOAL] = best.value - ks.EPS
        rolled = kernel.apply_roll(task.st, *(int(x) for x in task.rolls[0]))
        for code in codes:
            if code in seen or budget.over():
                continue
            found = Found(best.value - gain)
            state = kernel.apply_move(rolled, code)
            probe.descend((code,), state, found, steps)
            if found.value < best.value - ks.EPS:
                probe.run(found, budget)
            if found.value >= best.value - ks.EPS:
                seen.add(code)
                probe.forget()
                yield code, found.line


def _last_moves(task: Challenge, best: Found, seen: set[int]) -> Iterator[tuple[int, Codes]]:
    """First moves whose banked points are the best value already."""
    rolled = kernel.apply_roll(task.st, *(int(x) for x in task.rolls[0]))
    codes, _, banked = kernel.candidates(rolled)
    for code, points in sorted(zip(codes.tolist(), banked.tolist(), strict=True)):
        if points >= best.value - ks.EPS and code not in seen:
            seen.add(code)
            yield code, (code,)


def another_sheet(task: Challenge, best: Found, end: Ints, budget: Budget) -> Codes | None:
    """A best line that ends in another sheet than ``end``, or None if there is none.

    Sheets are the same if they hold the same areas with the same symbols, the same misthrows and
    the same conifer row, in whatever order they came about.
    """
    for mode in modes(task.st):
        if budget.over():
            break
        probe = Probe(task, mode)
        gain = float(probe.spec.number[ks.S_GAIN])
        w = probe.work
        w.info[ks.W_AREAS] = end[kernel.F_AREAS]
        w.info[ks.W_MISTHROWS] = end[kernel.F_MARK + kernel.M_MISTHROW]
        w.info[ks.W_EXTRA] = end[kernel.F_MARK + kernel.M_EXTRA]
        w.inside[0] = 1
        for code in best.line:
            if code >= 0:
                w.shun[code // 160] = code // 20 % 8 + 1
        found = Found(best.value - gain)
        w.found[ks.B_GOAL] = best.value - ks.EPS
        probe.prepare(found, budget)
        probe.run(found, budget)
        if found.value >= best.value - ks.EPS:
            return found.line
    return None


def warm() -> None:
    """Compile the search (or load it from the cache)."""
    from ..api import Clock

    st = kernel.new_state("spring", 1)
    rolls = np.array([[0, 5], [1, 4]], np.int64)
    task = Challenge(st, rolls, True)
    search(task, Budget(Clock(600.0)))
    warm_plans(task)
