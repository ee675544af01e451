"""Groups of alike trees, and the classes of cards whose place on them matters."""

from __future__ import annotations

from dataclasses import dataclass, field

from leafwise.puzzles.forest_shuffle.data import (
    BEE,
    BOTTOM,
    FACE_SPECIES,
    HARE,
    SPECIES,
    SPECIES_NO,
    TOP,
)
from leafwise.puzzles.forest_shuffle.forest import Tree

from ..pieces import NONE, Count, total

CHAFFINCH, SQUIRREL, DORMOUSE, TOAD = (
    SPECIES_NO[name]
    for name in ("chaffinch", "red_squirrel", "european_fat_dormouse", "common_toad")
)
MARTEN, SILVER_FIR = SPECIES_NO["beech_marten"], SPECIES_NO["silver_fir"]
BEECH, OAK, CHESTNUT, LINDEN = (
    SPECIES_NO[name] for name in ("beech", "oak", "horse_chestnut", "linden")
)
BATS = frozenset(n for n, s in enumerate(SPECIES) if "bat" in s.symbols)
REST = -1  # the host class of trees that nothing asks for, and the class of cards likewise
BAT = -2  # the class of all bats


def card_class(species: int, side: int) -> int:
    """The class of a card on a side: its species where its place matters, else ``REST``."""
    if side == TOP:
        return species if species in (CHAFFINCH, SQUIRREL) else REST
    if side == BOTTOM:
        return species if species == TOAD else REST
    if species in BATS:
        return BAT
    return species if species in (DORMOUSE, BEE, HARE) else REST


def slot_state(tree: Tree, side: int) -> str:
    """What a slot holds, as far as it matters: free, used, dormouse, bat, hare, toad."""
    slot = tree.slots[side]
    if not slot:
        return "free"
    kinds = {FACE_SPECIES[face] for face in slot}
    if side == BOTTOM:
        return "toad" if kinds == {TOAD} and len(slot) == 1 else "used"
    if side == TOP:
        return "used"
    if kinds == {HARE}:
        return "hare"
    return "dormouse" if DORMOUSE in kinds else "bat" if kinds & BATS else "used"


GroupKey = tuple[int, tuple[str, ...]]  # host class, state of each side


@dataclass(slots=True)
class Group:
    """Alike trees: ``size`` of them, ``old`` by number; ``put`` cards by (side, class).

    ``slots``: how many slots of each side the cards of a class open.
    """

    key: GroupKey
    size: Count
    old: tuple[int, ...]
    put: dict[tuple[int, int], Count] = field(default_factory=dict)
    slots: dict[tuple[int, int], Count] = field(default_factory=dict)
    pairs: list[Count] = field(default_factory=list)  # Dormouse left of a bat, and right of one

    def lying(self, side: int) -> Count:
        """Occupied slots of a side."""
        if self.key[1][side] != "free":
            return self.size
        return total(c for (where, _), c in self.slots.items() if where == side)

    def of(self, side: int, kind: str, cls: int) -> Count:
        """Slots of a side with a Dormouse or a bat, old or new."""
        if self.key[1][side] == kind:
            return self.size
        return self.put.get((side, cls), NONE)
