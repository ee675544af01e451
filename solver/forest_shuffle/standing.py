"""How a game stands whoever has to act next, by the policy of the playouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.position import Position

from .analyst import ANALYST


def standing(
    p: Position, worlds: NDArray[np.int64], seed: int, goal: Goal
) -> NDArray[np.float64] | None:
    """Results [world] of everybody playing on from here.

    None where the deck is listed: nothing is left to chance there.
    """
    if isinstance(p.deck, tuple):
        return None
    return np.asarray(ANALYST.rollouts(p, [()], worlds, seed, goal)[0])


STANDING = standing
