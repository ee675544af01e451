"""From raw playouts to results: the fitted rest of a cut playout, and the luck taken out.

The luck of a draw is what the card is worth in hand less the mean of all cards that could have
come, so its expectation is zero whatever was played; a fitted share of it is subtracted. Both
were measured in ``benchmarks/forest_shuffle/README.md``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel
from leafwise.puzzles.forest_shuffle.brain import brain
from leafwise.puzzles.forest_shuffle.position import Position

Floats = NDArray[np.float64]
_PLAIN = 2
_FILE = Path(__file__).parent / "data" / "worth.json"


@cache
def numbers() -> dict[str, Any]:
    """Cut, shares of luck and spread of margins as fitted."""
    raw: dict[str, Any] = json.loads(_FILE.read_text())
    return raw


def horizon(p: Position) -> int:
    """Own turns after which a playout is cut; 0: never (challenges, more than two players).

    Without the compiler a whole playout takes seconds, so there it is cut early in any case.
    """
    if p.players != 2 or p.turns is not None or isinstance(p.deck, tuple):
        return _PLAIN if jit.plain() else 0
    return _PLAIN if jit.plain() else int(numbers()["horizon"])


def floor_error(p: Position, goal: Goal) -> float:
    """By how much (standard deviation) the fitted rest is off for one position.

    Measured by ``benchmarks/forest_shuffle/honesty.py intervals``; smaller where few playouts
    are cut.
    """
    if not horizon(p):
        return 0.0
    left = int(kernel.stage_of(kernel.pack(p), brain()))
    return float(numbers()["floor_error"][goal.value]) * min(1.0, left / 12.0)


def results(p: Position, out: Floats, goal: Goal) -> Floats:
    """[line, world] by goal from the columns of ``kernel.play_all``; chances to win in per cent."""
    told = numbers()
    cut = horizon(p) > 0
    name = "cut" if cut else "full"
    own = out[:, :, 0] + out[:, :, 5]
    other = out[:, :, 1] + out[:, :, 6]
    if p.turns is not None or isinstance(p.deck, tuple):
        lucky = 0.0 * own
        lucky_margin = lucky
    else:
        share = told["luck"][name]
        lucky = share["own"][0] * out[:, :, 3] + share["own"][1] * out[:, :, 4]
        lucky_margin = share["margin"][0] * out[:, :, 3] + share["margin"][1] * out[:, :, 4]
    if goal is Goal.SCORE:
        return np.asarray(own - lucky)
    margin = own - other
    if goal is Goal.MARGIN:
        return np.asarray(margin - lucky_margin)
    over = out[:, :, 2] > 0
    spread = told["spread"][0] + told["spread"][1] * np.sqrt(np.maximum(out[:, :, 7], 0.0))
    soft = 1.0 / (1.0 + np.exp(-np.clip(1.7 * margin / spread, -40.0, 40.0)))
    return np.asarray(100.0 * np.where(over, np.sign(margin) * 0.5 + 0.5, soft))


def hand_values(state: NDArray[np.int64]) -> list[tuple[int, float]]:
    """The owner's hand cards with what each is worth in hand, best first."""
    st = state.copy()
    im, fm = kernel.new_memory()
    im[kernel.N_STAGE] = im[kernel.N_FULL] = -1
    kernel.think(st, kernel.tables(), brain(), im, fm, 0)
    kernel.value_hand(st, kernel.tables(), brain(), im, fm, 0)
    row = st[1]
    held = [
        (int(row[kernel.P_HELD + k]), float(fm[kernel.F_VALUE + k]))
        for k in range(row[kernel.P_HAND])
    ]
    return sorted(held, key=lambda item: -item[1])
