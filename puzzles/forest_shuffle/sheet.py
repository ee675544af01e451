"""What a flat list of a forest tells, entry by entry: trees, cards, cave, other forests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..core.errors import Fault
from ..core.game import Unknown
from .data import SAPLING
from .flatlist import Entry
from .forest import Counts, Tree
from .position import OVER, Player, Position


@dataclass(slots=True)
class Laid:
    """A card as it was typed: ``side`` is where it lies, ``told`` whether the list says so."""

    entry: Entry
    species: int
    face: int
    side: int
    told: bool


@dataclass(slots=True)
class Trunk:
    """A tree and its cards; ``species`` is None for one whose name was not understood."""

    entry: Entry
    species: int | None
    cards: list[Laid] = field(default_factory=list)

    def slot(self, side: int) -> tuple[int, ...]:
        """The faces on a side."""
        return tuple(sorted(card.face for card in self.cards if card.side == side))

    def tree(self) -> Tree:
        """The tree as the rules know it."""
        species = SAPLING if self.species is None else self.species
        return Tree(species, (self.slot(0), self.slot(1), self.slot(2), self.slot(3)))


@dataclass(slots=True)
class Sheet:
    """Everything that a list tells, and what is wrong with it."""

    trunks: list[Trunk] = field(default_factory=list)
    loose: list[tuple[Entry, int]] = field(default_factory=list)
    cave: Entry | None = None
    rivals: list[Entry] = field(default_factory=list)
    resting: bool = False
    faults: list[Fault] = field(default_factory=list)
    lying: Counter[int] = field(default_factory=Counter)

    def fault(self, entry: Entry, rule: str, allowed: str, near: str | None = None) -> None:
        """Something is wrong with an entry."""
        self.faults.append(Fault(entry.place, rule, repr(entry.text), allowed, near))


def position(sheet: Sheet) -> Position:
    """The position of a sheet, as far as it was understood."""
    me = Player((), Unknown(0), sheet.cave.count if sheet.cave else 0, _forest(sheet))
    others = tuple(
        Player((), Unknown(None), 0, Counts(max(r.trees or 0, r.lindens or 0), r.lindens or 0))
        for r in sheet.rivals
    )
    return Position(seats=(me, *others), turn=OVER)


def _forest(sheet: Sheet) -> tuple[Tree, ...]:
    return tuple(trunk.tree() for trunk in sheet.trunks)
