"""Fit what asking again each turn gains over playing on by the policy.

    python benchmarks/rustling_leaves/expected.py --log selfplay.jsonl

Reads logs of ``selfplay.py``. The gain of a decision is achieved minus floor, less the luck that
the policy would have had on the same dice (a control variate: ``share`` of twin minus floor, whose
mean is nought; the share is fitted by season, so that only the noise of the dice is left out). A
smooth curve over the free fields with few parameters is fitted to it by least squares: nought on
a full sheet, then ``DEGREE`` powers. Decisions of a game share its dice, so errors are taken by
game. Writes ``solver/rustling_leaves/data/expected.json``, the curve at knots.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

KNOTS = [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]
DEGREE = 3
TARGET = Path(__file__).resolve().parents[2] / "solver/rustling_leaves/data/expected.json"


def powers(free: np.ndarray) -> np.ndarray:
    """[decision, parameter]: powers of the share of free fields."""
    return np.stack([(free / 100.0) ** k for k in range(1, DEGREE + 1)], axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log", type=Path, nargs="+", required=True)
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    notes = [json.loads(line) for log in args.log for line in log.read_text().splitlines()]
    seasons = {}
    for season in sorted({note["season"] for note in notes}):
        rows = [note for note in notes if note["season"] == season and not note["exact"]]
        free = np.array([note["free"] for note in rows], float)
        game = np.unique([note["seed"] for note in rows], return_inverse=True)[1]
        gain = np.array([note["achieved"] - note["floor"] for note in rows])
        luck = np.array([note["twin"] - note["floor"] for note in rows])
        x = powers(free)
        both = np.linalg.lstsq(np.column_stack([x, luck]), gain, rcond=None)[0]
        share = float(np.clip(both[-1], 0.0, 1.0))
        fitted = np.linalg.lstsq(x, gain - share * luck, rcond=None)[0]
        left = (gain - share * luck - x @ fitted)[:, None] * x
        sums = np.stack([left[game == k].sum(axis=0) for k in range(game.max() + 1)])
        inverse = np.linalg.inv(x.T @ x)
        error = np.sqrt(
            np.diag(
                powers(np.array(KNOTS))
                @ inverse
                @ sums.T
                @ sums
                @ inverse
                @ powers(np.array(KNOTS)).T
            )
        )
        curve = powers(np.array(KNOTS)) @ fitted
        seasons[season] = {"free": KNOTS, "gain": [round(max(0.0, float(g)), 2) for g in curve]}
        print(f"{season}: {game.max() + 1} games, {len(rows)} decisions, share {share:.2f}")
        print("  gain ", seasons[season]["gain"])
        print("  error", [round(float(e), 2) for e in error])
    note = (
        "Points by which asking again each turn beats playing on by the policy, by free fields; "
        "fitted by benchmarks/rustling_leaves/expected.py"
    )
    args.output.write_text(json.dumps({"note": note, "seasons": seasons}, indent=1) + "\n")


if __name__ == "__main__":
    main()
