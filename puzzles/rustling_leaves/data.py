"""Component facts of Rustling Leaves: four sheets, the river, the dice, circles and points.

Everything comes from ``data/rustling_leaves.json``, is decoded once and never changes. Fields
are ``(row, column)``, both 0-9 from the upper left; bit ``10 * row + column`` stands for a field
wherever a set of fields is one integer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
Spot: TypeAlias = tuple[int, int]
Die: TypeAlias = Literal["green", "natural"]

SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
SIZE = 10  # fields along either edge of a sheet
FILE = Path(__file__).parent / "data" / "rustling_leaves.json"


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """One face of a die: a number 1-4, with or without a cloud."""

    number: int
    cloud: bool = False

    def text(self) -> str:
        """As in files: ``"2c"`` is a 2 with a cloud."""
        return f"{self.number}{'c' if self.cloud else ''}"


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points of a sheet (ruling 18); a value that a season does not have is 0 or empty.

    Tables are ``(count, points)`` steps, ascending: the last step reached holds.
    """

    misthrow: int
    tree: int = 0
    tree_bonus_from: int = 0
    tree_bonus: int = 0
    bee_by_flowers: tuple[tuple[int, int], ...] = ()
    butterfly: int = 0
    bird_pair: int = 0
    rainbow_all: int = 0
    seedling_by_clouds: tuple[tuple[int, int], ...] = ()
    bear: int = 0
    river_crossing: int = 0
    daisy: int = 0
    clover_first: int = 0
    clover_later: int = 0
    firefly: int = 0
    mosquito_none: int = 0
    snake: int = 0
    porcini: int = 0
    fly_agaric: int = 0
    pinecone_row: int = 0
    pinecone_row_points: int = 0
    conifer_by_row: tuple[tuple[int, int], ...] = ()
    deciduous_leaf: int = 0
    fox: int = 0
    bird_berry: int = 0
    moose_all: int = 0
    icicle_exact: int = 0
    snowdrop: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet.

    ``symbols[row][column]`` is the printed symbol, ``"start1"`` .. ``"start6"`` on start fields;
    ``starts[n - 1]`` the spot of start field n; ``circles`` the printed circles by symbol (also
    ``cloud``, ``river_crossing``, ``misthrow``); ``conifer_rows`` the rows of circles of which
    one is filled (autumn); ``choices`` what a player may choose to cross, in printed order;
    ``never`` what is on the sheet and cannot be chosen (ruling 12); ``river`` whether a crossing
    is counted, forbidden or ignored (rulings 9, 10).
    """

    season: Season
    symbols: tuple[tuple[str, ...], ...]
    starts: tuple[Spot, ...]
    joker: Die
    clouds_marked: bool
    river: Literal["count", "forbid", "ignore"]
    choices: tuple[str, ...]
    never: tuple[str, ...]
    categories: tuple[str, ...]
    circles: Mapping[str, int]
    conifer_rows: tuple[int, ...]
    points: Points

    def spots(self, symbol: str) -> tuple[Spot, ...]:
        """All fields that show a symbol, in reading order."""
        return tuple(
            (row, column)
            for row in range(SIZE)
            for column in range(SIZE)
            if self.symbols[row][column] == symbol
        )


class Symbol(msgspec.Struct, frozen=True):
    """How a symbol is named and drawn: a two-letter label, singular and plural, a colour by
    name. Labels in capitals are what nobody chooses to cross off."""

    label: str
    one: str
    many: str
    tone: str

    def count(self, n: int) -> str:
        """``"1 tree"``, ``"3 trees"``."""
        return f"{n} {self.one if n == 1 else self.many}"


class _Dice(msgspec.Struct, frozen=True):
    faces: tuple[str, ...]


class _Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    joker: Die
    clouds_marked: bool
    river: Literal["count", "forbid", "ignore"]
    choices: tuple[str, ...]
    never: tuple[str, ...]
    categories: tuple[str, ...]
    points: Points
    circles: dict[str, int]
    conifer_rows: tuple[int, ...]
    sheet: tuple[str, ...]


class _File(msgspec.Struct, frozen=True):
    dice: _Dice
    misthrows: int
    sides: int
    river: tuple[tuple[Spot, Spot], ...]
    symbols: dict[str, Symbol]
    seasons: dict[Season, _Season]


@cache
def _file() -> _File:
    return msgspec.json.decode(FILE.read_bytes(), type=_File)


@cache
def faces() -> tuple[Face, ...]:
    """The six faces of either die, each with probability 1/6 (ruling 2)."""
    return tuple(Face(int(text[0]), text.endswith("c")) for text in _file().dice.faces)


@cache
def numbers() -> tuple[int, ...]:
    """The numbers on a die, ascending, without repetition: what a joker can name (ruling 3)."""
    return tuple(sorted({face.number for face in faces()}))


def most_misthrows() -> int:
    """The misthrow that ends the game for a player (ruling 7)."""
    return _file().misthrows


def longest_side() -> int:
    """The longest side that an area can have."""
    return _file().sides


@cache
def river() -> tuple[tuple[Spot, Spot], ...]:
    """Pairs of neighbouring fields that the river separates, on every sheet (ruling 1)."""
    return _file().river


@cache
def sheet(season: Season) -> Sheet:
    """The printed sheet of a season."""
    raw = _file().seasons[season]
    symbols = tuple(tuple(line.split()) for line in raw.sheet)
    place = {
        name: (row, column)
        for row, line in enumerate(symbols)
        for column, name in enumerate(line)
        if name.startswith("start")
    }
    return Sheet(
        season=season,
        symbols=symbols,
        starts=tuple(place[f"start{n}"] for n in range(1, 7)),
        joker=raw.joker,
        clouds_marked=raw.clouds_marked,
        river=raw.river,
        choices=raw.choices,
        never=raw.never,
        categories=raw.categories,
        circles=MappingProxyType(raw.circles),
        conifer_rows=raw.conifer_rows,
        points=raw.points,
    )


def symbol(name: str) -> Symbol:
    """Names, label and colour of a symbol, also of clouds, river crossings and misthrows."""
    return _file().symbols[name]


@cache
def all_choices() -> frozenset[str]:
    """Every symbol that can be chosen on some sheet."""
    return frozenset(name for season in SEASONS for name in sheet(season).choices)
