"""Pictures as shapes and labels. Games build them, ``leafwise.cli`` renders them.

A picture is a list of blocks from top to bottom: boards (grids of cells with borders), rows of
blocks side by side, and panels of text lines. The same object becomes a terminal drawing, an
SVG and a PNG, so a block says what a thing *is* (an icon, a tone, a kind of border), never how
it is painted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

EdgeKind: TypeAlias = Literal["piece", "region", "river"]
Spot: TypeAlias = tuple[int, int]  # (row, column), from the upper left, from 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a board.

    ``text`` is a label of a few letters (the terminal shows it, at most the board's
    ``cell_width``), ``icon`` a drawing by name for SVG, ``tone`` a colour by name
    (``tree``, ``water``, ``leaf-red`` ...), ``crossed`` a cross over it, ``number`` a small
    number in a corner, ``strong`` emphasis (part of the shown move).
    """

    text: str = ""
    icon: str | None = None
    tone: str | None = None
    crossed: bool = False
    number: int | None = None
    strong: bool = False
    outside: bool = False  # no field at all: drawn as nothing


@dataclass(frozen=True, slots=True)
class Edge:
    """A border between two neighbouring fields, or between a field and the outside.

    ``a`` and ``b`` are (row, column); one of them may lie one step off the board.
    """

    a: Spot
    b: Spot
    kind: EdgeKind


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells with column letters and row numbers where ``labels`` is set."""

    cells: tuple[tuple[Cell, ...], ...]
    edges: tuple[Edge, ...] = ()
    title: str = ""
    labels: bool = True
    cell_width: int = 2
    grid: bool = True  # thin lines between all fields


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a panel: a name, circles filled of circles printed, and a note."""

    name: str
    filled: int | None = None
    circles: int | None = None
    note: str = ""
    icon: str | None = None
    tone: str | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled list of lines."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks side by side, wrapped where the width ends."""

    blocks: tuple[Block, ...]


Block: TypeAlias = "Board | Panel | Row"


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing: a title, blocks from top to bottom, and a legend of icons."""

    title: str
    blocks: tuple[Block, ...]
    legend: tuple[Entry, ...] = field(default=())
