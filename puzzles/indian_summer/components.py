"""Leaf tiles, animals and forest floors as data (rulings 1 to 5).

The shipped tiles and floors are this project's reconstruction (ruling 3): the publisher's lists
are not public. A player's own box is read by ``library`` into the same types.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from .geometry import canonical, orientations, shape

TREASURES = ("berry", "nut", "mushroom", "feather")  # lowest first (ruling 12)
SIGNS = "bnmf"  # how they are drawn in print and cover
BERRY, NUT, MUSHROOM, FEATHER = range(4)
COLOURS = {2: "green", 3: "green", 4: "orange", 5: "red", 6: "red"}  # by number of fields
RECONSTRUCTION = "tiles and floors: this project's reconstruction, not the publisher's list"


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of leaf tile: its drawn text, colour and number of copies."""

    id: str
    text: str
    colour: str
    copies: int


@dataclass(frozen=True, slots=True)
class AnimalKind:
    """A kind of animal; ``treasure`` is the token on its pile (index into TREASURES)."""

    id: str
    text: str
    copies: int
    treasure: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A box: leaf tiles and animals. Equal by content; ``name`` is how a file refers to it.

    ``name`` is None for the shipped set.
    """

    name: str | None
    tiles: tuple[TileKind, ...]
    animals: tuple[AnimalKind, ...]
    reconstruction: bool = False
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.tiles, self.animals)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, TileSet):
            return NotImplemented
        return (self.name, self.tiles, self.animals) == (other.name, other.tiles, other.animals)

    def __hash__(self) -> int:
        return self._hash

    def colour(self, text: str) -> str:
        """The colour of a leaf tile however it lies; by its size when it is not in the set."""
        return _colours(self).get(canonical(text)) or COLOURS[len(shape(text).cells)]

    def animal_index(self, id: str) -> int | None:
        """The place of an animal kind in ``animals``."""
        return next((i for i, kind in enumerate(self.animals) if kind.id == id), None)

    def supply(self) -> tuple[int, ...]:
        """Copies of every animal kind."""
        return tuple(kind.copies for kind in self.animals)


@cache
def _colours(box: TileSet) -> dict[str, str]:
    return {canonical(kind.text): kind.colour for kind in box.tiles}


@dataclass(frozen=True, slots=True, eq=False)
class Floor:
    """A forest floor: print and areas by row, and the same as masks.

    ``printed`` has one mask for each of TREASURES, ``areas`` one mask for each area letter in
    order of appearance. ``name`` is a floor known by name, or ``"own"``.
    """

    name: str
    print: tuple[str, ...]
    letters: tuple[str, ...]
    width: int = field(init=False)
    height: int = field(init=False)
    all: int = field(init=False)
    printed: tuple[int, int, int, int] = field(init=False)
    treasure: int = field(init=False)  # any printed treasure
    areas: tuple[int, ...] = field(init=False)
    area_names: tuple[str, ...] = field(init=False)
    reconstruction: bool = False
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        width, height = len(self.print[0]), len(self.print)
        flat, letters = "".join(self.print), "".join(self.letters)
        names = tuple(dict.fromkeys(letters))
        b, n, m, f = (mask_of(flat, sign) for sign in SIGNS)
        put("width", width)
        put("height", height)
        put("all", (1 << width * height) - 1)
        put("printed", (b, n, m, f))
        put("treasure", b | n | m | f)
        put("areas", tuple(mask_of(letters, name) for name in names))
        put("area_names", names)
        put("_hash", hash((self.name, self.print, self.letters)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Floor):
            return NotImplemented
        return (self.name, self.print, self.letters) == (other.name, other.print, other.letters)

    def __hash__(self) -> int:
        return self._hash


def mask_of(text: str, sign: str) -> int:
    """The positions of a character in a text as a mask."""
    return sum(1 << i for i, x in enumerate(text) if x == sign)


def default_areas(width: int, height: int) -> tuple[str, ...] | None:
    """Blocks of 3 rows by 4 columns named row by row, or None where they do not fit."""
    across, down = width // 4, height // 3
    if width % 4 or height % 3 or across * down > len(AREA_NAMES):
        return None
    return tuple(
        "".join(AREA_NAMES[(r // 3) * across + c // 4] for c in range(width)) for r in range(height)
    )


AREA_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _load(name: str) -> dict[str, Any]:
    text = files(__package__).joinpath("data", name).read_text("utf-8")
    return dict(json.loads(text))


@cache
def shipped_tiles() -> TileSet:
    """The shipped reconstruction: 17 green, 29 orange, 29 red tiles and 20 animals."""
    doc = _load("tiles.json")
    return TileSet(
        None,
        tuple(TileKind(x["id"], x["shape"], x["colour"], x["copies"]) for x in doc["tiles"]),
        tuple(
            AnimalKind(
                x["id"],
                x["shape"],
                x["copies"],
                TREASURES.index(x["treasure"]) if "treasure" in x else None,
            )
            for x in doc["animals"]
        ),
        bool(doc["reconstruction"]),
    )


@cache
def shipped_floors() -> dict[str, Floor]:
    """The twelve shipped floors by name (reconstruction)."""
    doc = _load("floors.json")
    return {
        x["id"]: Floor(x["id"], tuple(x["print"]), tuple(x["areas"]), bool(doc["reconstruction"]))
        for x in doc["floors"]
    }


def same_tile(a: str, b: str) -> bool:
    """Whether two drawn texts are the same tile, turned or flipped."""
    return a == b or a in orientations(b)
