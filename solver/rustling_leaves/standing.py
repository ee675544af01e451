"""How a sheet stands before and after a roll, by the policy of the playouts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import StayIn
from leafwise.puzzles.rustling_leaves.data import faces
from leafwise.puzzles.rustling_leaves.position import Position

from .analyst import code_of


def standing(
    p: Position, worlds: NDArray[np.int64], seed: int, goal: Goal
) -> NDArray[np.float64] | None:
    """Final points [world] of staying in and playing on; a roll at hand is the first that comes.

    None on a sheet whose rolls are listed: nothing is left to chance there.
    """
    if p.rolls is not None:
        return None
    known = np.zeros((0, 2), np.int64)
    if p.roll is not None:
        listed = faces()
        known = np.array([[listed.index(p.roll.green), listed.index(p.roll.natural)]], np.int64)
    state = kernel.pack(replace(p, roll=None, staying=False))
    code = np.array([code_of(p.season, StayIn())], np.int64)
    return np.asarray(kernel.rollouts(state, code, worlds, seed, known, False)[0])


STANDING = standing
