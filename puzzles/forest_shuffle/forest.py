"""A forest: trees with four slots each, and where a card may go (rulings 12 to 15).

Trees are counted from 0 here and from 1 in every text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .data import (
    BEE,
    BOTTOM,
    FACE_SPECIES,
    FACES,
    HARE,
    LEFT,
    LINDEN,
    RIGHT,
    SIDES,
    SPECIES,
    TOP,
    species_id,
)

Slot: TypeAlias = tuple[int, ...]  # faces, sorted
EMPTY: tuple[Slot, Slot, Slot, Slot] = ((), (), (), ())


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree (or sapling) and the faces on its top, left, right and bottom."""

    species: int
    slots: tuple[Slot, Slot, Slot, Slot] = EMPTY

    def full(self) -> bool:
        """At least one card on each side (ruling 15)."""
        return all(self.slots)

    def with_card(self, side: int, face: int) -> Tree:
        """The tree with a face added to a slot."""
        slots = list(self.slots)
        slots[side] = tuple(sorted((*slots[side], face)))
        return Tree(self.species, (slots[0], slots[1], slots[2], slots[3]))

    def without_card(self, side: int, face: int) -> Tree:
        """The tree with one face taken out of a slot."""
        slots = list(self.slots)
        rest = list(slots[side])
        rest.remove(face)
        slots[side] = tuple(rest)
        return Tree(self.species, (slots[0], slots[1], slots[2], slots[3]))


Forest: TypeAlias = tuple[Tree, ...]
Place: TypeAlias = tuple[int, int]  # (tree from 0, side)


@dataclass(frozen=True, slots=True)
class Counts:
    """A rival's forest as two numbers: trees and Lindens, bees and saplings counted."""

    trees: int = 0
    lindens: int = 0


def counts(forest: Forest | Counts) -> Counts:
    """What majorities compare: trees and Lindens with their bees (rulings 13, 21, 22)."""
    if isinstance(forest, Counts):
        return forest
    trees, lindens = len(forest), 0
    for tree in forest:
        bees = sum(
            1 for side in (LEFT, RIGHT) for face in tree.slots[side] if FACE_SPECIES[face] == BEE
        )
        trees += bees
        if tree.species == LINDEN:
            lindens += 1 + bees
    return Counts(trees, lindens)


def dwellers(forest: Forest) -> Iterator[tuple[int, int, int]]:
    """Every exposed half as (tree, side, face), in the order trees entered."""
    for number, tree in enumerate(forest):
        for side, slot in enumerate(tree.slots):
            for face in slot:
                yield number, side, face


def place_card(forest: Forest, tree: int, side: int, face: int) -> Forest:
    """The forest with a face put into a slot; legality is the caller's business."""
    return (*forest[:tree], forest[tree].with_card(side, face), *forest[tree + 1 :])


def fits_side(species: int, side: int) -> bool:
    """Whether the kind of a species belongs on a side (ruling 14)."""
    kind = SPECIES[species].kind
    if kind == "side":
        return side in (LEFT, RIGHT)
    return kind == SIDES[side] if side in (TOP, BOTTOM) else False


def has_room(slot: Slot, species: int) -> bool:
    """An empty slot, or one that holds only this sharing species with room left (ruling 14)."""
    if not slot:
        return True
    return len(slot) < SPECIES[species].share_slot and all(
        FACE_SPECIES[face] == species for face in slot
    )


def may_place(
    forest: Forest, opened: frozenset[Place], place: Place, species: int, free: bool
) -> bool:
    """Whether a card may enter a slot now.

    ``opened`` are the slots whose first card came this turn: nothing joins them, except a Hare
    placed free of cost (ruling 14).
    """
    tree, side = place
    slot = forest[tree].slots[side]
    if not has_room(slot, species):
        return False
    return not slot or place not in opened or (free and species == HARE)


def count(forest: Forest, what: str) -> int:
    """Visible cards counted by a draw effect: ``"symbol deer"`` or ``"species wolf"``."""
    kind, name = what.split()
    total = 0
    for _, _, face in dwellers(forest):
        species = SPECIES[FACE_SPECIES[face]]
        total += name == species.id if kind == "species" else name in species.symbols
    if kind == "species":
        total += sum(species_id(tree.species) == name for tree in forest)
    return total


def place_text(face: int, tree: int, side: int) -> str:
    """``"lynx@beech on 2 left"``."""
    return f"{FACES[face].name} on {tree + 1} {SIDES[side]}"
