"""Fit or check the expected value, and check the intervals of the floor.

    python benchmarks/forest_shuffle/honesty.py fit games.jsonl      # writes expected.json
    python benchmarks/forest_shuffle/honesty.py check other.jsonl    # by stage, other seeds
    python benchmarks/forest_shuffle/honesty.py intervals --positions 150

``fit`` and ``check`` read logs of ``selfplay.py``. ``intervals`` compares the interval of the best
row with the mean of many whole playouts of that very line on other worlds.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from strength import deal, policy

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle import expected, worth
from leafwise.solver.forest_shuffle.analyst import ANALYST

KNOTS = (0, 4, 8, 12, 16, 22, 30, 40)
STAGES = ((0, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 40))


def load(name: str) -> np.ndarray:
    """Rows of (stage, floor, achieved, value, seed)."""
    rows = [json.loads(line) for line in Path(name).read_text().splitlines()]
    keys = ("stage", "floor", "achieved", "value", "seed")
    return np.array([[row[key] for key in keys] for row in rows], float)


def fit(name: str) -> None:
    """Least squares of achieved minus floor on a piecewise linear function of the stage."""
    rows = load(name)
    hats = np.array([np.interp(rows[:, 0], KNOTS, row) for row in np.eye(len(KNOTS))]).T
    steps = np.diff(np.eye(len(KNOTS)), 2, axis=0) * np.sqrt(len(rows)) * 0.3
    a = np.concatenate([hats, steps])
    y = np.concatenate([rows[:, 2] - rows[:, 1], np.zeros(len(steps))])
    gain = np.linalg.lstsq(a, y, rcond=None)[0]
    raw = json.loads(expected._FILE.read_text())
    raw["turns_left"], raw["gain"] = list(KNOTS), [round(float(g), 2) for g in gain]
    expected._FILE.write_text(json.dumps(raw, indent=1) + "\n")
    print("gain", dict(zip(KNOTS, raw["gain"], strict=True)))


def check(name: str) -> None:
    """Mean of expected minus achieved by stage; errors from the means of whole games."""
    rows = load(name)
    print(f"{len(set(rows[:, 4]))} games, {len(rows)} decisions")
    for low, high in STAGES:
        at = (rows[:, 0] >= low) & (rows[:, 0] <= high)
        if at.sum() < 20:
            continue
        gains = np.array([np.interp(s, *expected._table()) for s in rows[at, 0]])
        off = rows[at, 1] + gains - rows[at, 2]
        games = [off[rows[at, 4] == seed].mean() for seed in sorted(set(rows[at, 4]))]
        error = np.std(games) / np.sqrt(len(games))
        print(
            f"turns left {low:2d}-{high:2d}: expected - achieved {off.mean():6.1f} ± {error:.1f}"
            f"   floor - achieved {(rows[at, 1] - rows[at, 2]).mean():6.1f}"
        )


def intervals(positions: int, worlds: int, many: int) -> None:
    """Share of reported floor intervals that hold the mean of many whole playouts."""
    held, off = [], []
    for n in range(positions):
        p = deal(30000 + n, False)
        left = 35 + 85 * n // positions
        while (p.deck_size() or 0) > left or p.turn != 0 or p.pending or p.drawn:
            line = policy(p) if p.turn == 0 else []
            if p.turn == 1:
                chosen, pay = K.policy_action(K.pack(p))
                line = [Action(Do(chosen[0]), *chosen[1:]), *(Action(Do.PAY, c) for c in pay)]
            for action in line:
                p = GAME.apply(p, action)
            if GAME.turn(p).kind == "over":
                break
        if GAME.turn(p).kind == "over":
            continue
        view = GAME.view(p, 0)
        budget = Budget(Clock(60.0), seed=n, worlds=worlds)
        row = engine.hint(GAME, view, budget=budget, top=1).moves[0]
        line = tuple(GAME.parse(view, row.move))
        cut = worth.horizon
        try:
            worth.horizon = lambda p: 0
            full = ANALYST.rollouts(view, [line], np.arange(many) + (1 << 30), n, Goal.SCORE)
        finally:
            worth.horizon = cut
        held.append(row.low <= full.mean() <= row.high)
        off.append(row.floor - full.mean())
    print(
        f"{len(held)} positions: {100 * np.mean(held):.0f}% of the floor intervals hold the mean "
        f"of {many} whole playouts; floor - mean {np.mean(off):.2f}, scatter {np.std(off):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["fit", "check", "intervals"])
    parser.add_argument("log", nargs="?")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--many", type=int, default=1500)
    args = parser.parse_args()
    if args.what == "fit":
        fit(args.log)
    elif args.what == "check":
        check(args.log)
    else:
        intervals(args.positions, args.worlds, args.many)


if __name__ == "__main__":
    main()
