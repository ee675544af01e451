"""From floor to expected: what a player who asks again each turn gains over the policy.

Fitted on self-play of the hint (``benchmarks/forest_shuffle/expected.py``): mean of achieved minus
floor by expected own turns left, linear between the knots.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from leafwise.puzzles.forest_shuffle import kernel
from leafwise.puzzles.forest_shuffle.position import Position

_FILE = Path(__file__).parent / "data" / "expected.json"


@cache
def _table() -> tuple[list[float], list[float]]:
    row = json.loads(_FILE.read_text())
    return row["turns_left"], row["gain"]


def stage(p: Position) -> int:
    """Expected own turns left, 0 .. 40."""
    from leafwise.puzzles.forest_shuffle.brain import brain

    return int(kernel.stage_of(kernel.pack(p), brain()))


def gain(p: Position) -> float:
    """Points to add to a floor; 0 for a known deck."""
    if isinstance(p.deck, tuple):
        return 0.0
    knots, gains = _table()
    return float(np.interp(stage(p), knots, gains))
