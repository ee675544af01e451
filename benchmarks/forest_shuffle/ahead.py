"""What the first play of a short plan adds to the candidates of the policy.

    python benchmarks/forest_shuffle/ahead.py --games 30 --turns 3

From early, middle and late positions of policy games: how often the plan's first play is no
candidate yet, how often it is then picked, and what that gains in points of the expected margin.
Picked is the best of 192 worlds, judged on 512 others.
"""

from __future__ import annotations

import argparse

import numpy as np
from hint_times import STAGES, at

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle import ahead
from leafwise.solver.forest_shuffle.analyst import ANALYST

CHOOSE, JUDGE = np.arange(192), np.arange(10_000, 10_512)
NO_SECONDS = 60.0  # a guard that never acts


def added(p: Position) -> tuple[bool, bool, float]:
    """Whether the plan's first play is new, whether it is picked, and what it gains (points)."""
    own = ANALYST.candidates(p, 64).items
    planned = ANALYST.further(p, Budget(Clock(NO_SECONDS)))
    if not planned or planned[0] in own:
        return False, False, 0.0
    lines = [candidate.line for candidate in (*own, *planned)]
    means = ANALYST.rollouts(p, lines, CHOOSE, 1, Goal.MARGIN).mean(axis=1)
    old = int(np.argmax(means[:-1]))
    if means[-1] <= means[old]:
        return True, False, 0.0
    judged = ANALYST.rollouts(p, [lines[old], lines[-1]], JUDGE, 1, Goal.MARGIN).mean(axis=1)
    return True, True, float(judged[1] - judged[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--first", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=ahead.TURNS, help="own turns of a plan")
    args = parser.parse_args()
    ahead.TURNS = args.turns
    ANALYST.warm()
    rows = []
    for name, left in STAGES:
        part = [
            added(GAME.view(at(seed, left), 0))
            for seed in range(args.first, args.first + args.games)
        ]
        rows += part
        print(summary(name, part), flush=True)
    print(summary("all", rows))


def summary(name: str, rows: list[tuple[bool, bool, float]]) -> str:
    """Counts, and the mean gain of a decision with its standard error."""
    new, picked, gains = zip(*rows, strict=True)
    error = float(np.std(gains) / np.sqrt(len(gains)))
    return (
        f"{name}: {len(rows)} positions, {sum(new)} with a new line, {sum(picked)} picked, "
        f"gain {np.mean(gains):.2f} ± {error:.2f} points a decision"
    )


if __name__ == "__main__":
    main()
