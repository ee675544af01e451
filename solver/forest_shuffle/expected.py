"""From floor to expected, and from an expected margin to the chance to win.

A player who asks again each turn does better than the policy that plays the rollouts. How much
was fitted by expected own turns left on games of the hint against the policy, and so was how far
results scatter around what was expected; ``benchmarks/forest_shuffle/honesty.py`` fits both and
checks them on other games.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel
from leafwise.puzzles.forest_shuffle.brain import brain
from leafwise.puzzles.forest_shuffle.position import Position

_FILE = Path(__file__).parent / "data" / "expected.json"
_LONG, _SOON = 40.0, 3.0  # turns: scale of the even part of the gain, half of the late part


@cache
def numbers() -> dict[str, Any]:
    """Coefficients of the gain by goal, and of the scatter."""
    raw: dict[str, Any] = json.loads(_FILE.read_text())
    return raw


def stage(p: Position) -> int:
    """Expected own turns left, 0 .. 40."""
    return int(kernel.stage_of(kernel.pack(p), brain()))


def basis(turns: float) -> tuple[float, float]:
    """What the gain is a sum of: most of it is to be had late, more with every turn left."""
    return turns / (turns + _SOON), turns / _LONG


def gain(p: Position, goal: Goal) -> float:
    """Points to add to a floor; 0 for a known deck and for chances to win."""
    fitted = numbers()["gain"].get(goal.value)
    if fitted is None or isinstance(p.deck, tuple):
        return 0.0
    return max(0.0, float(np.dot(fitted, basis(stage(p)))))


def scatter(turns: float) -> float:
    """Points (standard deviation) by which margins scatter around the expected one."""
    still, more = numbers()["scatter"]
    return math.sqrt(float(still) ** 2 + float(more) ** 2 * turns)


def chance_to_win(p: Position, value: float, goal: Goal) -> float | None:
    """0 .. 1 for an expected margin (points) or chance (per cent); None alone and for points."""
    if p.players < 2 or goal is Goal.SCORE:
        return None
    if goal is Goal.WIN:
        return value / 100.0
    return 0.5 * (1.0 + math.erf(value / scatter(stage(p)) / math.sqrt(2.0)))
