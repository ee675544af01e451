"""The small actions of a turn (rulings 7 to 14a) and their canonical order.

Actions hold drawn texts and corner fields (see ``geometry``). The order is that of ``order()``:
main actions first, each kind by its parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ..core.game import Ordered

# Sources of a mushroom's tiles: opponents 1, 2, 3, then the common path's first and second tile.
COMMON, COMMON_SECOND = 4, 5


@dataclass(frozen=True, slots=True)
class Leaf(Ordered):
    """Ruling 7a: the tile on a place of the own path (from 1), laid as drawn."""

    place: int
    text: str
    corner: int

    def order(self) -> tuple[Any, ...]:
        return (0, self.place, self.text, self.corner)


@dataclass(frozen=True, slots=True)
class Squirrel(Ordered):
    """Ruling 7b: a squirrel on a field."""

    field: int

    def order(self) -> tuple[Any, ...]:
        return (1, self.field)


@dataclass(frozen=True, slots=True)
class Feather(Ordered):
    """Ruling 7d: two tiles of the own path, the lower place first (places before either)."""

    first: Leaf
    second: Leaf

    def order(self) -> tuple[Any, ...]:
        return (2, *self.first.order(), *self.second.order())


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile taken from a source of a mushroom, laid as drawn."""

    source: int
    text: str
    corner: int

    def key(self) -> tuple[Any, ...]:
        """Comparable within mushrooms."""
        return (self.source, self.text, self.corner)


@dataclass(frozen=True, slots=True)
class Mushroom(Ordered):
    """Ruling 7c: the tiles of two sources, the earlier source first; or one where only one fits."""

    first: Taken
    second: Taken | None = None

    def order(self) -> tuple[Any, ...]:
        return (3, *self.first.key(), *(self.second.key() if self.second else (0, "", 0)))


@dataclass(frozen=True, slots=True)
class Berry(Ordered):
    """Ruling 11: pay a berry, refill the own path."""

    def order(self) -> tuple[Any, ...]:
        return (4,)


@dataclass(frozen=True, slots=True)
class Nut(Ordered):
    """Ruling 11: pay a nut, place a squirrel."""

    field: int

    def order(self) -> tuple[Any, ...]:
        return (5, self.field)


@dataclass(frozen=True, slots=True)
class Exchange(Ordered):
    """Ruling 12: ``paid`` times one treasure for one other (indices into TREASURES)."""

    give: int
    paid: int
    take: int

    def order(self) -> tuple[Any, ...]:
        return (6, self.give, self.paid, self.take)


@dataclass(frozen=True, slots=True)
class Animal(Ordered):
    """Ruling 13: an animal on free holes of exactly its shape; ``kind`` is its id."""

    kind: str
    text: str
    corner: int

    def order(self) -> tuple[Any, ...]:
        return (7, self.kind, self.text, self.corner)


@dataclass(frozen=True, slots=True)
class End(Ordered):
    """The end of the turn."""

    def order(self) -> tuple[Any, ...]:
        return (8,)


Action: TypeAlias = Leaf | Squirrel | Feather | Mushroom | Berry | Nut | Exchange | Animal | End

EXCHANGES = tuple(Exchange(give, 1, take) for give in range(1, 4) for take in range(give)) + tuple(
    Exchange(give, 2, give + 1) for give in range(3)
)
