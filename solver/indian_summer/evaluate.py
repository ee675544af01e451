"""Weights of the evaluation that the beam ranks rows by, in fields.

Tuned on seeded whole floors (see the benchmarks): the sum of the turns that a beam of fixed width
needs. The order is that of ``kernel_plan.evaluate``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NAMES = (
    "open field alone",
    "open field with one open neighbour",
    "border between open and covered",
    "squirrel credit",
    "berry",
    "nut",
    "mushroom",
    "feather",
    "token on an area",
    "open field beside a token",
    "treasure printed on open ground",
    "hole beside a hole",
    "printed hole beside a hole",
    "tile in the path",
    "field of a tile in the path",
)
WEIGHTS = (
    -0.9, -0.3, -0.05, 1.0,
    1.3, 2.0, 4.2, 4.4,
    1.0, 0.06, 0.3,
    0.12, 0.3,
    0.1, 0.02,
)  # fmt: skip


def weights() -> NDArray[np.float64]:
    """The weights as the kernels take them."""
    return np.array(WEIGHTS, dtype=np.float64)
