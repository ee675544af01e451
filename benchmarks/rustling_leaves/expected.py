"""Fit what asking again each turn gains over playing on by the policy.

    python benchmarks/rustling_leaves/expected.py --log selfplay.jsonl

Reads a log of ``selfplay.py``; least squares of achieved minus floor on hat functions of the free
fields, by season, with a small ridge towards the season's mean; writes
``solver/rustling_leaves/data/expected.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

KNOTS = [0.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0, 100.0]
RIDGE = 8.0  # as strong as this many decisions at each knot
TARGET = Path(__file__).resolve().parents[2] / "solver/rustling_leaves/data/expected.json"


def hats(free: np.ndarray) -> np.ndarray:
    """[decision, knot] weights of linear interpolation."""
    return np.stack([np.interp(free, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    notes = [json.loads(line) for line in args.log.read_text().splitlines()]
    seasons = {}
    for season in sorted({note["season"] for note in notes}):
        rows = [note for note in notes if note["season"] == season and not note["exact"]]
        free = np.array([note["free"] for note in rows], float)
        gain = np.array([note["achieved"] - note["floor"] for note in rows])
        x = hats(free)
        step = np.diff(np.eye(len(KNOTS)), axis=0)  # smooth: neighbouring knots alike
        a = x.T @ x + RIDGE * step.T @ step
        a[0, 0] += 10.0 * RIDGE  # nothing is left to gain on a full sheet
        fitted = np.linalg.solve(a, x.T @ gain)
        seasons[season] = {"free": KNOTS, "gain": [round(float(g), 2) for g in fitted]}
        print(season, len(rows), "decisions", seasons[season]["gain"])
    note = (
        "Points by which asking again each turn beats playing on by the policy, by free fields; "
        "fitted by benchmarks/rustling_leaves/expected.py"
    )
    args.output.write_text(json.dumps({"note": note, "seasons": seasons}, indent=1) + "\n")


if __name__ == "__main__":
    main()
