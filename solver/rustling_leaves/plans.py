"""Plans over known rolls: wide beams, then repairs of what they found.

A repair opens a few rounds of a plan, holds the others and runs a small beam (large neighbourhood
search, Shaw 1998): rounds in a row, rounds whose areas lie together, or any. Plans of equal worth
are taken over too, so that the search drifts. All work is counted in sheets expanded and follows
the limit, so that the same seed gives the same plan; the clock is only the guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.data import Season, sheet

from ..api import Budget
from . import kernel_plans as kp
from .kernel_plans import Floats, Ints, Layers, Pool, Rank
from .task import Challenge, Codes, Found


class Scaling(NamedTuple):
    """How much of the learned future counts with known rolls left: at most ``most``, and in
    proportion where the rounds left, at ``area`` fields each, do not fill the free ground.

    ``aims``: score groups whose progress counts in proportion to the ends it leads to.
    """

    area: float
    most: float
    aims: tuple[int, ...] = ()


SCALINGS = (Scaling(6.5, 1.0), Scaling(10.0, 0.75))
AIM_FROM = 4.0  # points that progress is worth more than banked somewhere, to be an aim
STARTS = 3  # beams that are run again, wider, and plans that are walked from
RATE = 350_000  # sheets expanded a second on one core, about 3/4 of what a quiet one does
WIDEST = 60_000
BEAMS = 0.35  # of the work, for the beams with all rounds open
BEAM_TIME = 0.5  # of the time, at most
LATE = 0.5  # of all the time that is left, after which no further narrow beam is begun
LONG = 8  # rounds from which plans are repaired
SHORT_WIDTH = 200
PLAIN_WIDTH = 20  # without compiling
CHUNK = 2048  # sheets between two looks at the clock
POOL = 400_000  # moves of a layer before the best are picked
FINAL = 30  # sheets of a last layer that are looked at
SMALL, LARGE = (300, 5, 8), (1500, 8, 10)  # repairs: width, fewest and most open rounds
LARGE_ONE_IN = 6
SLACK = 0.0  # points below the best plan of a walk that are put up with
PATIENCE = 60  # repairs without a better plan before the walk goes back to its best


def ranking(season: Season, scaling: Scaling, lefts: Sequence[int]) -> Rank:
    """The learned tables, scaled to each of some numbers of rounds left to decide."""
    tb = kernel.tables(season)
    info, groups = tb.info, range(tb.info[kernel.I_GROUPS])
    shift = np.zeros((kernel.PLACEMENTS, len(groups)), np.int64)
    owners = set()
    for t in range(kernel.KINDS):
        group = int(info[kernel.I_OWN_GROUP + t])
        if group >= 0:
            owners.add(group)
            shown = tb.place[:, kernel.C_KIND + t].astype(np.int64)
            shift[:, group] += info[kernel.I_OWN_STRIDE + t] * shown
    fields = np.maximum(1, np.arange(len(tb.knot)))
    worth, slope = _spread(tb, tb.worth), _spread(tb, tb.slope)
    shares = [
        scaling.most * np.minimum(1.0, scaling.area * left / fields)[:, None] for left in lefts
    ]
    goal = tb.bank.copy()
    for group in scaling.aims:
        first, gain = _aims(season)[group]
        goal[first : first + len(gain)] += gain
    return Rank(
        tb.place,
        info,
        shift,
        np.array(sorted(owners), np.int64),
        np.array([g for g in groups if g not in owners], np.int64),
        np.stack(
            [
                share * worth + (1.0 - share) * tb.bank + (goal - tb.bank) * min(1, left)
                for share, left in zip(shares, lefts, strict=True)
            ]
        ),
        np.stack([share * slope for share in shares]),
    )


@cache
def _aims(season: Season) -> dict[int, tuple[int, Floats]]:
    """Groups that pay late: where each begins in the tables, and what progress is worth more.

    Progress towards an end is worth its points in proportion to the fields crossed (or covered)
    of those it takes; an entry is worth the best of the ends that lie beyond it.
    """
    tb, sh = kernel.tables(season), sheet(season)
    out = {}
    for g, group in enumerate(kernel.GROUPS[season]):
        shape = kernel.group_shape(season, group)
        first, size = int(tb.info[kernel.I_OFFSET + g]), int(np.prod(shape))
        own = tuple(range(len(group.marks), len(shape)))
        bank = np.flip(tb.bank[first : first + size].reshape(shape), own)
        grows = [d for d, (name, _) in enumerate(group.marks) if name in sh.choices] or list(own)
        grid = np.indices(shape)
        best = bank.copy()
        for end in np.ndindex(*(shape[d] for d in grows)):
            if sum(end) == 0:
                continue
            inside = np.ones(shape, bool)
            done = np.zeros(shape)
            at: list[Any] = list(grid)
            for d, n in zip(grows, end, strict=True):
                inside &= grid[d] <= n
                done += grid[d]
                at[d] = np.full(shape, n)
            credit = bank[tuple(at)] * done / sum(end)
            best = np.where(inside, np.maximum(best, credit), best)
        gain = np.flip(best - bank, own).ravel()
        if gain.max() >= AIM_FROM:
            out[g] = first, np.ascontiguousarray(gain)
    return out


def _scalings(season: Season) -> tuple[Scaling, ...]:
    """The beams of a season: plain ones, then one for each aim and each two of them."""
    aims = [pair for n in (1, 2) for pair in combinations(_aims(season), n)]
    return (*SCALINGS, *(SCALINGS[0]._replace(aims=pair) for pair in aims))


def _spread(tb: kernel.Tables, table: Floats) -> Floats:
    """A table of the kernel [entry, knot] as [free fields, entry]."""
    low, high = table[:, tb.knot], table[:, tb.knot + 1]
    spread: Floats = np.ascontiguousarray((low + tb.part * (high - low)).T)
    return spread


@dataclass(slots=True)
class Beam:
    """Working space for beams of at most ``width`` sheets a layer."""

    task: Challenge
    scaling: Scaling
    width: int
    layers: Layers = field(init=False)
    pool: Pool = field(init=False)
    stamp: int = 1
    spent: int = 0  # sheets expanded

    def __post_init__(self) -> None:
        w, rounds = self.width, len(self.task.rolls)
        self.layers = Layers(
            np.zeros((2, w, kernel.STATE), np.int64),
            np.zeros((2, w, 2), np.int64),
            np.zeros((rounds, w), np.int64),
            np.zeros((rounds, w), np.int64),
        )
        most = max(4 * kernel.MOST_MOVES, min(POOL, 200 * w), 8 * w)
        slots = 1 << (4 * w).bit_length()
        self.pool = Pool(
            np.zeros(most),
            np.zeros(most, np.int64),
            np.zeros(most, np.int64),
            np.zeros(2 * w),
            np.zeros(2 * w, np.int64),
            np.zeros(2 * w, np.int64),
            np.zeros(kernel.MOST_MOVES, np.int64),
            np.zeros(kernel.MOST_MOVES),
            np.zeros(kp.BUCKETS, np.int64),
            np.zeros((slots, 2), np.int64),
            np.zeros(kernel.KINDS),
        )

    def whole(self, budget: Budget, until: float) -> list[Ints]:
        """Plans of a beam with every round open, best first."""
        task, layers, pool = self.task, self.layers, self.pool
        rounds = len(task.rolls)
        banking = task.tables
        kp.begin(layers, task.st, banking, task.rolls, np.full(rounds, kp.OPEN, np.int64))
        n = 1
        for t in range(rounds):
            rank = ranking(kernel.season_of(task.st), self.scaling, [rounds - t - 1])
            count = 0
            for first in range(0, n, CHUNK):
                if first and (budget.over() or budget.clock.spent() > until):
                    break
                last = min(n, first + CHUNK)
                count = kp.extend(layers, t, first, last, rank, 0, task.rolls[t], pool, count)
                self.spent += last - first
            n = kp.settle(layers, t, banking, pool, count, self.width, self.stamp)
            self.stamp += 1
            if n == 0:
                return self.ends(t, 1) if t else []
        return self.ends(rounds, n)

    def ends(self, rounds: int, count: int) -> list[Ints]:
        """The plans behind the first sheets of a layer."""
        out = []
        for k in range(min(count, FINAL)):
            line = np.zeros(rounds, np.int64)
            kp.trace(self.layers, k, line)
            out.append(line)
        return out

    def take(self, lines: Sequence[Ints], found: Found) -> None:
        """Keep the best of these plans."""
        for line in lines:
            found.take(*self.bank(line))

    def bank(self, line: Ints) -> tuple[float, Codes]:
        """Points of a plan, and its moves as the rules write them up to the best end."""
        moves = np.zeros(len(line), np.int64)
        value, length = kp.bank_line(self.task.st, self.task.tables, self.task.rolls, line, moves)
        return float(value), tuple(int(code) for code in moves[:length])


@dataclass(slots=True)
class Repairs:
    """A walk over plans from one to the next by repairs."""

    task: Challenge
    seed: int
    stream: Stream = field(init=False)
    beams: tuple[Beam, Beam] = field(init=False)
    rank: Rank = field(init=False)
    slack: float = SLACK
    spent: int = 0  # sheets expanded, at most

    def __post_init__(self) -> None:
        self.stream = Stream(self.seed, len(self.task.rolls))
        scaling = SCALINGS[0]
        self.beams = (Beam(self.task, scaling, SMALL[0]), Beam(self.task, scaling, LARGE[0]))
        lefts = range(len(self.task.rolls) + 1)
        self.rank = ranking(kernel.season_of(self.task.st), scaling, lefts)

    def run(self, line: Ints, found: Found, budget: Budget, until: float, most: int) -> Ints:
        """Walk from ``line`` for ``most`` sheets or until then; the last plan."""
        end = self.spent + most
        value, moves = self.beams[0].bank(line)
        found.take(value, moves)
        best = line, value
        stale = 0
        while self.spent < end and not budget.over() and budget.clock.spent() < until:
            line, value = self.step(line, best[1] - self.slack, found)
            stale = 0 if value > best[1] else stale + 1
            if value >= best[1]:  # an equal plan too, to drift
                best = line, value
            elif stale >= PATIENCE:
                line, stale = best[0], 0
        return best[0]

    def step(self, line: Ints, least: float, found: Found) -> tuple[Ints, float]:
        """One repair: the best other plan it finds if that is worth at least ``least``; else the
        plan as it was. The plan and its value."""
        large = self.stream.below(LARGE_ONE_IN) == 0
        width, fewest, most = LARGE if large else SMALL
        beam = self.beams[large]
        rounds = len(line)
        opened = min(rounds, fewest + self.stream.below(most - fewest + 1))
        held = line.copy()
        held[self._choice(line, opened)] = kp.OPEN
        held[line == kernel.MISTHROW] = kp.OPEN
        task = self.task
        n = kp.repair(
            beam.layers, beam.pool, task.st, task.tables, self.rank, task.rolls, held,
            width, beam.stamp,
        )  # fmt: skip
        beam.stamp += rounds
        self.spent += 1 + width * (opened - 1)
        for other in beam.ends(rounds, n):
            if np.array_equal(other, line):
                continue
            reached, moves = beam.bank(other)
            if reached < least:
                break
            found.take(reached, moves)
            return other, reached
        return line, least

    def _choice(self, line: Ints, opened: int) -> Sequence[int]:
        """Rounds to open: in a row, any, or those nearest to a field."""
        rounds = len(line)
        kind = self.stream.below(3)
        if kind == 0:
            first = self.stream.below(rounds - opened + 1)
            return range(first, first + opened)
        order = list(range(rounds))
        self.stream.shuffle(order)
        if kind == 2:
            row, column = self.stream.below(10), self.stream.below(10)
            box = kernel.placements()

            def away(t: int) -> int:
                if line[t] < 0:
                    return 0
                r, c, h, w = box[int(line[t]) // 160]
                return abs(2 * r + h - 1 - 2 * row) + abs(2 * c + w - 1 - 2 * column)

            order.sort(key=away)
        return order[:opened]


def find_plans(task: Challenge, budget: Budget, found: Found, seconds: float) -> None:
    """Spend so many seconds on plans; one thread a worker (two at most), each with its scalings.

    From ``LONG`` rounds on; shorter challenges get one narrow beam, their search does the rest.
    """
    if len(task.rolls) < LONG or jit.plain():
        beam = Beam(task, SCALINGS[0], PLAIN_WIDTH if jit.plain() else SHORT_WIDTH)
        beam.take(beam.whole(budget, budget.clock.spent() + seconds), found)
        return
    workers = max(1, min(2, budget.workers))
    scalings = _scalings(kernel.season_of(task.st))
    shares = [scalings[k::workers] for k in range(workers)]
    if workers == 1:
        _walk(task, budget, found, seconds, shares[0], 0)
        return
    with ThreadPoolExecutor(workers) as pool:
        own = [Found(found.value, found.line) for _ in shares]
        jobs = [
            pool.submit(_walk, task, budget, own[k], seconds, share, k)
            for k, share in enumerate(shares)
        ]
        for job, best in zip(jobs, own, strict=True):
            job.result()
            found.take(best.value, best.line)


def _walk(
    task: Challenge,
    budget: Budget,
    found: Found,
    seconds: float,
    scalings: Sequence[Scaling],
    number: int,
) -> None:
    """One thread: narrow beams of all scalings, wide ones of the best, walks from their plans."""
    start, work = budget.clock.spent(), RATE * seconds
    late = start + max(seconds, LATE * budget.clock.left())
    rounds = len(task.rolls)
    plans: list[tuple[float, Scaling, Ints]] = []
    for turn in range(2):
        turns = len(scalings)
        width = int(min(WIDEST, max(SHORT_WIDTH, 0.5 * BEAMS * RATE * seconds / (rounds * turns))))
        for n, scaling in enumerate(scalings):
            if plans and (budget.over() or budget.clock.spent() > late):
                break  # even narrow beams take a while, on a slow machine all of them too long
            beam = Beam(task, scaling, width)
            until = start + 0.5 * BEAM_TIME * seconds * (turn + (n + 1) / turns)
            lines = beam.whole(budget, until)
            beam.take(lines, found)
            work -= beam.spent
            plans += [(beam.bank(line)[0], scaling, line) for line in lines[:1]]
        plans = sorted(plans, key=lambda plan: -plan[0])
        scalings = list(dict.fromkeys(scaling for _, scaling, _ in plans))[:STARTS]
    starts = [line for _, _, line in plans if len(line) == rounds][:STARTS]
    if not starts:
        return
    repairs = Repairs(task, 2 * budget.seed + number)
    first = start + BEAM_TIME * seconds
    lasts = []
    for n, line in enumerate(starts):
        until = first + 0.5 * (start + seconds - first) * (n + 1) / len(starts)
        lasts.append(repairs.run(line, found, budget, until, int(0.5 * work / len(starts))))
    work -= repairs.spent
    best = max(lasts, key=lambda line: repairs.beams[0].bank(line)[0])
    repairs.run(best, found, budget, start + seconds, int(work))


def warm(task: Challenge) -> None:
    """Compile the repairs (or load them from the cache)."""
    rounds = len(task.rolls)
    line = np.full(rounds, kernel.MISTHROW, np.int64)
    repairs = Repairs(task, 0)
    repairs.step(line, repairs.beams[0].bank(line)[0], Found())
