"""From floor to expected: what a player who asks again each turn gains over the policy.

Fitted on self-play of the hint (``benchmarks/rustling_leaves/expected.py``): mean of achieved
minus floor by season and number of free fields, a smooth curve, linear between its knots.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from leafwise.puzzles.rustling_leaves.position import Position

_FILE = Path(__file__).parent / "data" / "expected.json"


@cache
def _table() -> dict[str, tuple[list[float], list[float]]]:
    seasons = json.loads(_FILE.read_text())["seasons"]
    return {name: (row["free"], row["gain"]) for name, row in seasons.items()}


def free_fields(p: Position) -> int:
    """Fields in no own area: the phase of a sheet."""
    return 100 - p.occupied.bit_count()


def gain(p: Position) -> float:
    """Points to add to a floor; 0 for a sheet that is over or a challenge of known rolls."""
    if p.ended or p.rolls is not None:
        return 0.0
    return gain_at(p.season, free_fields(p))


def gain_at(season: str, free: int) -> float:
    """The fitted gain of a season with so many free fields."""
    knots, gains = _table()[season]
    return float(np.interp(free, knots, gains))
