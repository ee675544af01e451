"""Does the hint keep its word? Intervals, chances of being best, expected against achieved.

    python benchmarks/rustling_leaves/honesty.py intervals --positions 1000 --truth 19980
    python benchmarks/rustling_leaves/honesty.py expected --log selfplay.jsonl

``intervals``: positions from policy games at a random round; a hint with 504 worlds a row; the
truth is the mean of ``--truth`` playouts with other random numbers. Printed: how often the 95%
interval of the floor holds it (first row, all rows), and the calibration error of "chance to be
best" over at least 2,000 statements with its bootstrap interval.

``expected``: from a log of ``selfplay.py`` on seeds that ``expected.py`` did not see: expected
minus achieved at rounds 1, 5, 9 and 13.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.rustling_leaves.analyst import ANALYST, action_of

WORLDS = 504
BINS = 10
ROUNDS = (1, 5, 9, 13)


def position(seed: int) -> Position:
    """A position with a roll to act on, from a policy game cut at a random round."""
    stream = Stream(seed, world=77)
    for _ in range(100):
        p = Position(SEASONS[seed % 4], 1 + stream.below(6))
        log, _score = kernel.playout_log(kernel.pack(p), stream.below(1 << 30), seed)
        rolls = [n for n, code in enumerate(log) if code <= kernel.ROLL]
        stop = rolls[stream.below(min(len(rolls), 16))]
        for code in log[: stop + 1]:
            p = GAME.apply(p, action_of(p.season, code))
        if len(GAME.actions(p)) > 1:
            return p
    raise RuntimeError(f"no position from seed {seed}")


def judged(args: tuple[int, int]) -> list[tuple[bool, bool, float, bool, str]]:
    """(first row, covered, stated chance, truly best, proof) of every row of one hint."""
    seed, truth = args
    p = position(seed)
    found = engine.hint(GAME, p, budget=Budget(Clock(600.0), seed=seed, worlds=WORLDS), top=4)
    if found.moves[0].proof != "estimate":
        return []
    lines = [GAME.parse(p, row.move) for row in found.moves]
    worlds = np.arange(truth, dtype=np.int64)
    means = ANALYST.rollouts(p, lines, worlds, seed + 10_000_000, engine.Goal.SCORE).mean(axis=1)
    top = means.max()
    return [
        (n == 0, row.low <= mean <= row.high, row.best, bool(mean >= top - 1e-9), row.proof)
        for n, (row, mean) in enumerate(zip(found.moves, means, strict=True))
    ]


def calibration(stated: Any, true: Any) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((stated * BINS).astype(int), BINS - 1)
    error = 0.0
    for b in range(BINS):
        inside = which == b
        if inside.any():
            error += inside.mean() * abs(stated[inside].mean() - true[inside].mean())
    return float(error)


def intervals(positions: int, truth: int, first_seed: int, processes: int) -> None:
    ANALYST.warm()
    jobs = [(first_seed + n, truth) for n in range(positions)]
    with ProcessPoolExecutor(processes) as pool:
        rows = [row for part in pool.map(judged, jobs, chunksize=8) for row in part]
    first = [covered for is_first, covered, *_ in rows if is_first]
    every = [covered for _, covered, *_ in rows]
    print(f"positions with an estimate: {len(first)} of {positions}")
    print(f"95% interval holds the truth: first row {np.mean(first):.1%}, all {np.mean(every):.1%}")
    stated = np.array([row[2] for row in rows])
    true = np.array([float(row[3]) for row in rows])
    rng = np.random.default_rng(1)
    draws = []
    for _ in range(1000):
        pick = rng.integers(0, len(rows), len(rows))
        draws.append(calibration(stated[pick], true[pick]))
    low, high = np.percentile(draws, [2.5, 97.5])
    print(
        f"chance to be best: calibration error {calibration(stated, true):.3f} "
        f"(bootstrap {low:.3f} to {high:.3f}) on {len(rows)} statements"
    )


def expected(log: Path) -> None:
    notes = [json.loads(line) for line in log.read_text().splitlines()]
    for number in ROUNDS:
        cells = []
        for season in (*SEASONS, "all"):
            gaps = [
                note["value"] - note["achieved"]
                for note in notes
                if note["round"] == number and season in (note["season"], "all")
            ]
            if len(gaps) > 1:
                error = np.std(gaps, ddof=1) / np.sqrt(len(gaps))
                cells.append(f"{season} {np.mean(gaps):+.2f} ± {error:.2f} (n {len(gaps)})")
        print(f"round {number:2d}: expected minus achieved", "   ".join(cells))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["intervals", "expected"])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--truth", type=int, default=19_980)
    parser.add_argument("--first-seed", type=int, default=500_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--log", type=Path)
    args = parser.parse_args()
    if args.what == "expected":
        if args.log is None:
            parser.error("expected needs --log")
        expected(args.log)
    else:
        intervals(args.positions, args.truth, args.first_seed, args.processes)


if __name__ == "__main__":
    main()
