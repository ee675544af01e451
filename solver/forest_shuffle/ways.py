"""The ways to play a card, and what each brings: cost, extra turns, free placements."""

from __future__ import annotations

from dataclasses import dataclass

from leafwise.puzzles.forest_shuffle.data import COST, SAPLING, SPECIES, SPECIES_NO

from ..pieces import Count

GNAT, RACCOON, BEAR, MOLE = (SPECIES_NO[name] for name in ("gnat", "raccoon", "brown_bear", "mole"))
PLACED = frozenset(
    grant.place for s in SPECIES for grant in (s.effect, s.bonus) if grant and grant.place
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Cards that have to be played, or must not be, as (card, species) pairs; -1 fits any."""

    include: tuple[tuple[int, int], ...] = ()
    exclude: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Way:
    """One way to play a card face up: ``face`` -1 for a tree; ``species`` SAPLING face down.

    ``kind``: paid, bonus (paid with its symbol), free. ``stages``: how often in each stage.
    """

    card: int
    species: int
    face: int
    side: int
    symbol: int
    kind: str
    count: Count
    stages: tuple[Count, ...] = ()

    @property
    def cost(self) -> int:
        """Cards to pay."""
        return 0 if self.species == SAPLING or self.kind == "free" else COST[self.species]

    @property
    def played(self) -> bool:
        """Whether it is a play of its own and not placed free."""
        return self.kind != "free"


def extra_turns(way: Way) -> int:
    """Extra turns that a way of playing brings."""
    if way.kind == "free" or way.species == SAPLING:
        return 0
    species = SPECIES[way.species]
    turns = species.effect.extra_turn if species.effect else 0
    if way.kind == "bonus" and species.bonus:
        turns += species.bonus.extra_turn
    return turns


def places(way: Way) -> str:
    """The symbol that a way of playing lets its player place free, or nothing."""
    if way.species == SAPLING or way.kind == "free":
        return ""
    species = SPECIES[way.species]
    if species.effect and species.effect.place:
        return species.effect.place
    return species.bonus.place if way.kind == "bonus" and species.bonus else ""


def shares(way: Way) -> bool:
    """Whether several cards of this species may lie in one slot."""
    return way.species != SAPLING and SPECIES[way.species].share_slot > 1


def fits(way: Way, card: int, species: int) -> bool:
    """Whether a way is what a wish names."""
    return (card < 0 or way.card == card) and (species < 0 or way.species == species)
