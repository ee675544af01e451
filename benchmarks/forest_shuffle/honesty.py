"""Fit or check the expected value and the scatter around it; check the intervals of the floor.

    python benchmarks/forest_shuffle/honesty.py fit games.jsonl --goal margin   # expected.json
    python benchmarks/forest_shuffle/honesty.py check other.jsonl --goal margin # other games
    python benchmarks/forest_shuffle/honesty.py intervals --positions 100 --first 0

``fit`` and ``check`` read logs of ``strength.py --against policy --log``: what was expected at
every decision, and the result after playing on with the hint at the same budget. ``intervals``
compares the interval of the best row with the mean of many whole playouts of that very line on
other worlds; every position is added to a file, and the summary fits the error of the fitted rest
on the even positions and checks it on the odd ones.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from strength import RESULTS, deal, policy

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle import expected, worth
from leafwise.solver.forest_shuffle.analyst import ANALYST

STAGES = ((0, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 29), (30, 40))
Z95 = 1.96


def load(names: list[str]) -> np.ndarray:
    """Rows of (stage, floor, achieved, game)."""
    rows = [json.loads(line) for name in names for line in Path(name).read_text().splitlines()]
    return np.array(
        [[r["stage"], r["floor"], r["achieved"], 2 * r["seed"] + r["second"]] for r in rows], float
    )


def fit(names: list[str], goal: str) -> None:
    """Least squares of achieved minus floor on the basis, and of its square on the turns left."""
    rows = load(names)
    hats = np.array([expected.basis(s) for s in rows[:, 0]])
    ridge = np.sqrt(len(rows) * 0.2) * np.diag([0.0, 1.0])  # few games hold the even part small
    a = np.concatenate([hats, ridge])
    y = np.concatenate([rows[:, 2] - rows[:, 1], np.zeros(2)])
    gain = np.linalg.lstsq(a, y, rcond=None)[0]
    raw = json.loads(expected._FILE.read_text())
    raw["gain"][goal] = [round(float(g), 2) for g in gain]
    print("gain", raw["gain"][goal])
    if goal == "margin":
        off = (rows[:, 2] - rows[:, 1] - hats @ gain) ** 2
        line = np.stack([np.ones(len(rows)), rows[:, 0]], axis=1)
        still, more = np.maximum(np.linalg.lstsq(line, off, rcond=None)[0], (4.0, 1.0))
        raw["scatter"] = [round(float(np.sqrt(still)), 2), round(float(np.sqrt(more)), 2)]
        print("scatter", raw["scatter"])
    expected._FILE.write_text(json.dumps(raw, indent=1) + "\n")


def check(names: list[str], goal: str) -> None:
    """Mean of expected minus achieved by stage; errors from the means of whole games."""
    rows = load(names)
    print(f"{len(set(rows[:, 3]))} games, {len(rows)} decisions, goal {goal}")
    fitted = np.array(expected.numbers()["gain"][goal])
    gains = np.maximum(0.0, np.array([expected.basis(s) for s in rows[:, 0]]) @ fitted)
    off = rows[:, 1] + gains - rows[:, 2]
    for low, high in STAGES:
        at = (rows[:, 0] >= low) & (rows[:, 0] <= high)
        if at.sum() < 20:
            continue
        games = [off[at & (rows[:, 3] == game)].mean() for game in sorted(set(rows[at, 3]))]
        error = np.std(games) / np.sqrt(len(games))
        print(
            f"turns left {low:2d}-{high:2d}: expected - achieved {np.mean(games):6.1f} ± "
            f"{error:.1f} (standard error)   floor - achieved {(off - gains)[at].mean():6.1f}"
        )
    if goal == "margin":
        won = rows[:, 2] > 0
        chance = [
            0.5 * (1 + np.tanh(0.8 * z))
            for z in (rows[:, 1] + gains) / np.array([expected.scatter(s) for s in rows[:, 0]])
        ]
        for low in (0.0, 0.2, 0.4, 0.6, 0.8):
            at = (np.array(chance) >= low) & (np.array(chance) < low + 0.2)
            if at.sum() > 20:
                print(f"told {low:.1f} to {low + 0.2:.1f} to win: won {won[at].mean():.2f}")


def position(n: int) -> Position | None:
    """A position of policy play, spread over the stages of a game; None if it was over."""
    p = deal(30000 + n, n % 2 == 1)
    left = 30 + 5 * (n * 7 % 18)
    while (p.deck_size() or 0) > left or p.turn != 0 or p.pending or p.drawn:
        for action in policy(p):
            p = GAME.apply(p, action)
        if GAME.turn(p).kind == "over":
            return None
    return p


def interval(n: int, worlds: int, many: int, goal: Goal) -> dict[str, Any] | None:
    """One position: floor, sampling error of it, and the mean of whole playouts."""
    p = position(n)
    if p is None:
        return None
    view = GAME.view(p, 0)
    budget = Budget(Clock(60.0), seed=n, worlds=worlds)
    row = engine.hint(GAME, view, budget=budget, goal=goal, top=1).moves[0]
    line = tuple(GAME.parse(view, row.move))
    cut = worth.horizon
    try:
        worth.horizon = lambda p: 0
        full = ANALYST.rollouts(view, [line], np.arange(many) + (1 << 30), n, goal)
    finally:
        worth.horizon = cut
    half = (row.high - row.low) / 2 / Z95
    unsure = worth.floor_error(view, goal)
    return {
        "n": n,
        "stage": expected.stage(view),
        "floor": row.floor,
        "sampling": float(np.sqrt(max(0.0, half**2 - unsure**2))),
        "mean": float(full.mean()),
        "error": float(full.std() / np.sqrt(many)),
        "share": min(1.0, expected.stage(view) / 12.0),
    }


def intervals(args: argparse.Namespace) -> None:
    """Play what is missing; then coverage with the shipped error and, by halves, a fitted one."""
    path = RESULTS / f"intervals_{args.goal}.jsonl"
    rows = [json.loads(t) for t in path.read_text().splitlines()] if path.exists() else []
    known = {row["n"] for row in rows}
    for n in range(args.first, args.first + args.positions):
        row = None if n in known else interval(n, args.worlds, args.many, Goal(args.goal))
        if row is not None:
            rows.append(row)
            with path.open("a") as out:
                out.write(json.dumps(row) + "\n")
    off = np.array([row["floor"] - row["mean"] for row in rows])
    noise = np.array([row["sampling"] ** 2 for row in rows])
    share = np.array([row["share"] for row in rows])
    even = np.array([row["n"] % 2 == 0 for row in rows])
    reference = np.array([row["error"] ** 2 for row in rows])

    def covered(unsure: float, at: np.ndarray) -> float:
        half = Z95 * np.sqrt(noise + (unsure * share) ** 2)
        return float((np.abs(off) <= half)[at].mean())

    shipped = worth.numbers()["floor_error"][args.goal]
    everything = np.ones(len(off), bool)
    print(
        f"{len(off)} positions, goal {args.goal}: floor - mean {off.mean():.2f}, scatter "
        f"{off.std():.2f} (of the {args.many} playouts alone {np.sqrt(reference.mean()):.2f}); "
        f"with an error of {shipped} {100 * covered(shipped, everything):.1f}% are held"
    )
    grid = np.arange(0.0, 15.0, 0.05)
    best = min(grid, key=lambda x: abs(covered(x, even) - 0.95))
    print(f"fitted on the even half {best:.2f}: {100 * covered(best, ~even):.1f}% of the odd half")
    best = min(grid, key=lambda x: abs(covered(x, everything) - 0.95))
    print(f"fitted on all {best:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["fit", "check", "intervals"])
    parser.add_argument("logs", nargs="*")
    parser.add_argument("--goal", default="margin", choices=["margin", "score", "win"])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--many", type=int, default=400)
    args = parser.parse_args()
    if args.what == "intervals":
        intervals(args)
    elif args.what == "fit":
        fit(args.logs, args.goal)
    else:
        check(args.logs, args.goal)


if __name__ == "__main__":
    main()
