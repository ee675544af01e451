"""Candidates against worlds: halving on one set of worlds, the report on fresh ones.

Sequential halving (Karnin, Koren and Somekh 2013) spends most playouts on the lines that matter.
What picks the finalists never reports their value: the report uses worlds of its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.core.jit import plain

from .api import Analyst, Budget, Candidate, Prior

_REPORT_WORLDS = 1 << 20  # report worlds start here (rounded to whole blocks)
PREVIEW_WORLD = 1 << 40  # a world that no sample uses, for the line shown behind a candidate
_FEWEST = 4  # worlds below which there is nothing to compare
_CHUNK = 0.2  # seconds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Schedule:
    """How many playouts go where.

    ``halving``: (lines kept, worlds for each) per round; ``finalists`` lines are reported on
    ``report`` worlds each. World counts are multiples of the analyst's strata.
    """

    halving: tuple[tuple[int, int], ...]
    finalists: int
    report: int

    def playouts(self, pool: int) -> int:
        """Playouts for a pool of ``pool`` candidates."""
        total = sum(min(pool, keep) * worlds for keep, worlds in self.halving)
        return total + min(pool, self.finalists) * self.report


def full_schedule(strata: int, report: int, finalists: int = 8) -> Schedule:
    """The default: 64 lines on one block, then fewer and fewer on more."""
    block = strata if strata > 1 else max(_FEWEST, min(16, report // 16))
    return Schedule(((64, block), (24, 2 * block), (12, 4 * block)), finalists, report)


def lean_schedule(strata: int, report: int, finalists: int = 8) -> Schedule:
    """A third of the default's playouts, for many positions in a row; ``report`` in blocks."""
    block = strata if strata > 1 else 16
    worlds = max(2 * strata, report // strata * strata)
    return Schedule(((32, block), (12, 2 * block)), finalists, worlds)


def cut_schedule(full: Schedule, strata: int, pool: int, playouts: int) -> Schedule:
    """The largest schedule of the same shape for at most ``playouts`` playouts.

    Fewer report worlds first, then fewer lines, at last part of a block for the two best priors.
    """
    block = strata if strata > 1 else 4
    for lines, finalists in ((64, 8), (32, 8), (16, 6), (8, 4), (4, 4), (3, 3)):
        halving = ((lines, block),) if lines > finalists else ()
        first = min(pool, lines) * block if halving else 0
        blocks = (playouts - first) // (min(pool, finalists) * block)
        if blocks >= (4 if lines > 8 else 1):
            report = min(int(blocks) * block, full.report)
            return Schedule(halving, finalists, report)
    return Schedule((), 2, max(_FEWEST, min(block, playouts // 2)))


@dataclass(frozen=True, slots=True)
class Sample:
    """The finalists and their results [line, world] on the report worlds."""

    finalists: tuple[Candidate, ...]
    results: NDArray[np.float64]


class Playouts:
    """Calls the analyst in chunks of worlds, on one or more threads, until the clock ends.

    The results depend neither on the number of threads nor on the size of the chunks: a result
    is a pure function of its line and world number. ``cost`` is in seconds a playout.
    """

    def __init__(
        self,
        analyst: Analyst[Any],
        p: Any,
        budget: Budget,
        goal: Goal,
        planned: int,
        cost: float,
    ) -> None:
        self._analyst, self._p, self._budget, self._goal = analyst, p, budget, goal
        self._planned, self._done, self._cost = max(1, planned), 0, max(cost, 1e-9)

    def run(self, lines: Sequence[tuple[Any, ...]], first: int, worlds: int) -> NDArray[np.float64]:
        """Results of ``lines`` on worlds ``first ...``; fewer if time runs out.

        At least one chunk is always played.
        """
        chunk = int(_CHUNK / (self._cost * len(lines)))
        chunk = max(1, min(chunk, max(self._analyst.strata, 16), worlds))
        starts = range(first, first + worlds, chunk)
        end = first + worlds
        out: list[NDArray[np.float64]] = []
        workers = max(1, self._budget.workers)
        with ThreadPoolExecutor(workers) as pool:
            for n in range(0, len(starts), workers):
                if out and self._budget.over():
                    break
                batch = starts[n : n + workers]
                out += pool.map(lambda start: self._chunk(lines, start, chunk, end), batch)
                self._done += len(lines) * chunk * len(batch)
                self._budget.tick(self._done / self._planned)
        return np.concatenate(out, axis=1)

    def _chunk(
        self, lines: Sequence[tuple[Any, ...]], start: int, chunk: int, end: int
    ) -> NDArray[np.float64]:
        worlds = np.arange(start, min(start + chunk, end), dtype=np.int64)
        return self._analyst.rollouts(self._p, lines, worlds, self._budget.seed, self._goal)


def measure(analyst: Analyst[Any], p: Any, line: tuple[Any, ...], seed: int, goal: Goal) -> float:
    """Seconds a playout: the better of two small calls, since the first may load a kernel."""
    worlds = np.arange(1 if plain() else _FEWEST, dtype=np.int64)
    best = float("inf")
    for _ in range(1 if plain() else 2):
        begin = time.perf_counter()
        analyst.rollouts(p, [line], worlds, seed, goal)
        best = min(best, time.perf_counter() - begin)
    return best / len(worlds)


def search(
    analyst: Analyst[Any],
    p: Any,
    pool: Sequence[Candidate],
    kept: Sequence[Candidate],
    schedule: Schedule,
    budget: Budget,
    goal: Goal,
    cost: float,
    prior: Prior | None = None,
    further: Future[tuple[Candidate, ...]] | None = None,
) -> Sample:
    """Halve the pool, then play the finalists and the ``kept`` lines on fresh worlds.

    With a ``prior`` the first guesses count as some worlds before the first is played. Lines that
    come in ``further`` are played last, on the same worlds as the finalists; where the time does
    not last for them they are left out, so that the others keep all their worlds.
    """
    playouts = Playouts(analyst, p, budget, goal, schedule.playouts(len(pool)), cost)
    live = list(pool)
    first = 0
    sums = np.zeros(len(live))
    if prior is not None:
        sums += prior.worlds * prior.slope * np.array([c.prior for c in live])
    for keep, worlds in schedule.halving:
        if len(live) > keep:
            live, sums = _best(live, sums, keep)
        if len(live) <= schedule.finalists and len(pool) <= schedule.finalists:
            break
        if budget.over():
            break
        results = playouts.run([c.line for c in live], first, worlds)
        sums = sums + results.sum(axis=1)
        first += worlds
    if len(live) > schedule.finalists:
        live, _ = _best(live, sums, schedule.finalists)
    seen = {text for c in live for text in (c.text, *c.same)}
    finalists = (*live, *(c for c in kept if c.text not in seen))
    strata = max(1, analyst.strata)
    start = _REPORT_WORLDS // strata * strata
    results = playouts.run([c.line for c in finalists], start, schedule.report)
    if further is None or budget.over():
        return Sample(finalists, results)
    seen |= {text for c in finalists for text in (c.text, *c.same)}
    more = tuple(c for c in further.result() if c.text not in seen)
    if not more or budget.over():
        return Sample(finalists, results)
    extra = playouts.run([c.line for c in more], start, results.shape[1])
    if extra.shape[1] < results.shape[1]:
        return Sample(finalists, results)
    return Sample((*finalists, *more), np.concatenate([results, extra]))


def _best(
    live: list[Candidate], sums: NDArray[np.float64], keep: int
) -> tuple[list[Candidate], NDArray[np.float64]]:
    order = np.argsort(-sums, kind="stable")[:keep]
    return [live[i] for i in order], sums[order]
