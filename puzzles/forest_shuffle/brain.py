"""The policy's numbers as tables by stage of the game: ``data/policy.json`` as one array.

Every table is a short formula of a few numbers, so that few have to be fitted; the kernel only
looks them up, and the plain path computes the very same floats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from .data import SAPLING, SPECIES
from .kernel import (
    B_BASE,
    B_BATS,
    B_EIGHT,
    B_FOUR,
    B_HOLD,
    B_KAP,
    B_LINDENS,
    B_MISC,
    B_MUSHROOM,
    B_OVER,
    B_RATE,
    B_ROE,
    B_SLOT,
    B_SQUEAKER,
    B_TEN,
    B_TREES,
    B_TURN,
    BRAIN,
    FEATURES,
    KINDS,
    M_BONUS,
    M_DORMOUSE,
    M_DRAW,
    M_FIR,
    M_FLIP,
    M_FULL,
    M_GIFT,
    M_HAND,
    M_KEEP_BEECH,
    M_KEEP_OAK,
    M_MARTEN,
    M_MOLE,
    M_PER_TURN,
    M_RACCOON,
    M_ROE,
    M_TOAD,
    MISC,
    STAGES,
    Floats,
)

POLICY = Path(__file__).parent / "data" / "policy.json"
FUTURE = Path(__file__).parent / "data" / "future.npz"

_MISC = {
    "flip": M_FLIP,
    "full": M_FULL,
    "keep_beech": M_KEEP_BEECH,
    "keep_oak": M_KEEP_OAK,
    "dormouse": M_DORMOUSE,
    "toad": M_TOAD,
    "gift": M_GIFT,
    "hand": M_HAND,
    "raccoon": M_RACCOON,
    "mole": M_MOLE,
    "bonus": M_BONUS,
    "per_turn": M_PER_TURN,
    "roe": M_ROE,
    "fir": M_FIR,
    "marten": M_MARTEN,
    "draw": M_DRAW,
}


def make(numbers: Mapping[str, float], rates: Mapping[str, float]) -> Floats:
    """A brain from its numbers; ``rates`` are factors of the rate of each species."""
    g = numbers
    s = np.arange(STAGES, dtype=np.float64)
    missing = np.arange(12, dtype=np.float64)

    def chance(slow: float, most: int) -> Floats:
        return np.asarray((s / (s + slow))[:, None] ** missing[None, :most])

    def logistic(x: Floats) -> Floats:
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(x, -40.0, 40.0))))

    trees = g["trees_per_turn"]
    p10 = logistic((trees * s[:, None] - missing[None, :]) / 1.5)
    p10[:, 0] = 1.0
    p10[0, 1:] = 0.0
    lead = np.arange(41, dtype=np.float64) - 20.0
    spread = 0.15 + g["majority_spread"] * s[:, None]
    most_trees = logistic((lead[None, :] + 0.5) / spread)
    most_lindens = logistic((lead[None, :] + 0.5) / (0.15 + 0.5 * (spread - 0.15)))
    rate = np.zeros((STAGES, KINDS))
    over = np.zeros(KINDS)
    for n, species in enumerate(SPECIES):
        rate[:, n] = g["rate"] * species.copies * rates.get(species.id, 1.0) * s / 20.0
        over[n] = g["over"] + g["over_cost"] * species.cost
    over[SAPLING] = 1e6
    free = np.arange(16, dtype=np.float64)
    slot = np.zeros((STAGES, 3, 16))
    for k, name in enumerate(("top", "side", "bottom")):
        shape = 1.0 - g["slot_keep_" + name] ** free
        slot[:, k, :] = g["slot_" + name] * (s / (s + g["slot_slow"]))[:, None] * shape[None, :]
    names = ("chanterelle", "fly_agaric", "parasol_mushroom", "penny_bun")
    mushroom = np.stack([g[name] * s for name in names], axis=1)
    misc = np.zeros(MISC)
    for name, at in _MISC.items():
        misc[at] = g[name]
    br = np.zeros((STAGES, BRAIN))
    for at, table in (
        (B_EIGHT, chance(g["slow_trees"], 10)),
        (B_BATS, chance(g["slow_bats"], 4)),
        (B_ROE, chance(g["slow_roe"], 2)[:, 1:]),
        (B_SQUEAKER, chance(g["slow_squeaker"], 2)[:, 1:]),
        (B_TEN, p10),
        (B_FOUR, chance(g["slow_beech"], 6)),
        (B_TREES, most_trees),
        (B_LINDENS, most_lindens),
        (B_RATE, rate),
        (B_OVER, np.broadcast_to(over, (STAGES, KINDS))),
        (B_SLOT, slot.reshape(STAGES, 48)),
        (B_MUSHROOM, mushroom),
        (B_BASE, (g["base"] * s / (s + g["base_slow"]))[:, None]),
        (B_KAP, (g["kap"] * s / (s + g["kap_slow"]))[:, None]),
        (B_HOLD, (g["hold"] * s / (s + g["hold_slow"]))[:, None]),
        (B_TURN, (g["turn"] * s / (s + g["turn_slow"]))[:, None]),
        (B_MISC, np.broadcast_to(misc, (STAGES, MISC))),
    ):
        br[:, at : at + table.shape[1]] = table
    return br


@cache
def brain() -> Floats:
    """The shipped policy."""
    raw = json.loads(POLICY.read_text())
    return make(raw["numbers"], raw["rates"])


@cache
def pair() -> Floats:
    """The shipped policy for both places of ``play_all``."""
    return np.stack([brain(), brain()])


@cache
def future() -> Floats:
    """Weights of the points to come [rival or owner, stage, feature]."""
    if not FUTURE.exists():
        return np.zeros((2, STAGES, FEATURES))
    return np.asarray(np.load(FUTURE)["weights"], np.float64)
