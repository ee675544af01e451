"""Does the hint keep its word? Intervals, chances of being best, expected against achieved.

    python benchmarks/rustling_leaves/honesty.py intervals --positions 1000
    python benchmarks/rustling_leaves/honesty.py expected --log selfplay.jsonl

``intervals``: positions from policy games at a random round; a hint with 504 worlds a row. The
truth of the first row's floor is the mean of 19,980 playouts with other random numbers; which row
is truly best is decided, at every other position, by 5,004 such playouts of each of the four first
rows on common worlds. One line a position is appended to ``results/intervals.jsonl`` (positions
already there are not played again, so a long run can be cut into slices: ``--slice 1/4``), and all
lines are summed up: how often the 95% interval of the first row holds the truth, and the
calibration error of "chance to be best" with its bootstrap interval (positions drawn).

``expected``: from a log of ``selfplay.py`` on seeds that ``expected.py`` did not see: expected
minus achieved at rounds 1, 5, 9 and 13; then once more with most of the luck of the dice taken
out (plus ``LUCK`` of what the policy had on the same dice minus the floor, nought on average).
"""

from __future__ import annotations

import argparse
import json
import subprocess
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
from leafwise.solver.rustling_leaves.expected import gain_at

WORLDS = 504  # a row of the hint
ROWS = 4
TRUTH = 19_980  # whole blocks of 36
TRUTH_OF_BEST = 5_004
OTHER_NUMBERS = 10_000_000  # on top of the seed
RESULTS = Path(__file__).parent / "results"
BINS = 10
LUCK = 0.65
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


def judged(seed: int) -> dict[str, Any]:
    """What one hint said and what is true; ``rows`` pairs of stated chance and whether best."""
    p = position(seed)
    budget = Budget(Clock(600.0), seed=seed, worlds=WORLDS)
    found = engine.hint(GAME, p, budget=budget, top=ROWS)
    best = found.moves[0]
    note: dict[str, Any] = {"seed": seed, "season": p.season, "round": p.rounds + 1}
    note |= {"proof": best.proof, "rows": []}
    if best.proof != "estimate":
        return note
    lines = [GAME.parse(p, row.move) for row in found.moves]
    other = seed + OTHER_NUMBERS
    worlds = np.arange(TRUTH, dtype=np.int64)
    results = ANALYST.rollouts(p, lines[:1], worlds, other, engine.Goal.SCORE)
    note |= {"low": best.low, "high": best.high, "floor": best.floor}
    note["truth"] = float(results.mean())
    if seed // 4 % 2 == 0:
        worlds = worlds[:TRUTH_OF_BEST]
        results = ANALYST.rollouts(p, lines, worlds, other, engine.Goal.SCORE)
        means = results.mean(axis=1)
        top = means.max() - 1e-9
        note["rows"] = [
            [row.best, bool(mean >= top)] for row, mean in zip(found.moves, means, strict=True)
        ]
    return note


def calibration(stated: Any, true: Any) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((stated * BINS).astype(int), BINS - 1)
    error = 0.0
    for b in range(BINS):
        inside = which == b
        if inside.any():
            error += inside.mean() * abs(stated[inside].mean() - true[inside].mean())
    return float(error)


def intervals(positions: int, first_seed: int, part: tuple[int, int], log: Path) -> None:
    """Play what is missing of the slice, then sum up the whole log."""
    ANALYST.warm()
    done = {note["seed"] for note in read(log)}
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    for seed in range(first_seed + part[0] - 1, first_seed + positions, part[1]):
        if seed not in done:
            note = judged(seed) | {"commit": commit}
            with log.open("a") as file:
                file.write(json.dumps(note) + "\n")
    summary([note for note in read(log) if first_seed <= note["seed"] < first_seed + positions])


def read(log: Path) -> list[dict[str, Any]]:
    """The lines of a log, oldest first; none when there is no file."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [json.loads(line) for line in lines]


def summary(notes: list[dict[str, Any]]) -> None:
    """Coverage and calibration."""
    sampled = [note for note in notes if note["proof"] == "estimate"]
    print(f"positions with an estimate: {len(sampled)} of {len(notes)}, the others are exact")
    for season in ("all", *SEASONS):
        inside = [
            note["low"] - 1e-9 <= note["truth"] <= note["high"] + 1e-9
            for note in sampled
            if season in ("all", note["season"])
        ]
        if inside:
            bias = [n["floor"] - n["truth"] for n in sampled if season in ("all", n["season"])]
            print(
                f"{season}: the 95% interval of the first row holds the truth in "
                f"{np.mean(inside):.1%} of {len(inside)}; floor minus truth {np.mean(bias):+.3f}"
            )
    groups = [np.array(note["rows"], float) for note in sampled if note["rows"]]
    if not groups:
        return
    rows = np.concatenate(groups)
    rng = np.random.default_rng(1)
    draws = []
    for _ in range(1000):
        pick = rng.integers(0, len(groups), len(groups))
        drawn = np.concatenate([groups[k] for k in pick])
        draws.append(calibration(drawn[:, 0], drawn[:, 1]))
    low, high = np.percentile(draws, [2.5, 97.5])
    print(
        f"chance to be best: calibration error {calibration(rows[:, 0], rows[:, 1]):.3f} "
        f"(bootstrap {low:.3f} to {high:.3f}) on {len(rows)} statements at {len(groups)} positions"
    )
    which = np.minimum((rows[:, 0] * BINS).astype(int), BINS - 1)
    for b in range(BINS):
        inside = rows[which == b]
        if len(inside):
            print(f"  stated {inside[:, 0].mean():.3f}  true {inside[:, 1].mean():.3f}", end="")
            print(f"  ({len(inside)})")


def expected(logs: list[Path]) -> None:
    """Expected (floor plus the shipped gain) minus achieved, by round and season."""
    notes = [note for log in logs for note in read(log)]
    for number in ROUNDS:
        for words, share in (("expected minus achieved", 0.0), ("the same, less luck", LUCK)):
            cells = []
            for season in (*SEASONS, "all"):
                gaps = [
                    promised(note) - note["achieved"] + share * (note["twin"] - note["floor"])
                    for note in notes
                    if note["round"] == number and season in (note["season"], "all")
                ]
                if len(gaps) > 1:
                    error = np.std(gaps, ddof=1) / np.sqrt(len(gaps))
                    cells.append(f"{season} {np.mean(gaps):+.2f} ± {error:.2f}")
                    count = len(gaps)
            print(f"round {number:2d}: {words}", "   ".join(cells), f"(n {count})")


def promised(note: dict[str, Any]) -> float:
    """The expected result of a logged decision by the gains that are shipped now."""
    value: float = note["floor"]
    if not note["exact"]:
        value += gain_at(note["season"], note["free"])
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["intervals", "expected"])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--first-seed", type=int, default=511_000)
    parser.add_argument("--slice", default="1/1", help="K/N: every N-th position from the K-th")
    parser.add_argument("--log", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "expected":
        if args.log is None:
            parser.error("expected needs --log")
        expected(args.log)
    else:
        k, n = (int(x) for x in args.slice.split("/"))
        log = args.log[0] if args.log else RESULTS / "intervals.jsonl"
        intervals(args.positions, args.first_seed, (k, n), log)


if __name__ == "__main__":
    main()
