"""Polyominoes with a hole: drawn text, orientations, names, placements as bit masks.

A shape is its drawn text, for example ``"##o/#.."``: ``/`` starts a row, ``#`` is leaf (or
animal), ``o`` the hole, ``.`` outside; the drawing is trimmed to its bounding box. A field of a
floor ``width`` fields wide is the bit ``row * width + column``, both from 0 at the upper left;
a mask is a Python integer, so floors of up to 16 x 16 (256 bits) need no special case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

Spot: TypeAlias = tuple[int, int]  # (row, column)

LEAST_FIELDS, MOST_FIELDS = 2, 6  # of a leaf tile
MOST_SIDE = 16  # of a floor


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn shape: its cells sorted by row and column, the hole among them or None."""

    text: str
    height: int
    width: int
    cells: tuple[Spot, ...]
    hole: Spot | None


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawn shape on a floor: ``corner`` is the field under its upper left corner.

    ``mask`` has a bit for every field covered, ``hole`` the bit of the hole (0 without one).
    """

    text: str
    corner: int
    mask: int
    hole: int


@lru_cache(maxsize=16384)
def shape(text: str) -> Shape:
    """Decode a drawn text; raises ValueError saying what is wrong with it."""
    rows = text.split("/")
    strange = sorted(set(text) - set("#o./"))
    if strange:
        raise ValueError(f"only # o . and / may occur, not {''.join(strange)!r}")
    if not text or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError("all rows must have the same length ('.' is outside)")
    cells = tuple((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != ".")
    holes = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "o"]
    if not cells:
        raise ValueError("it has no field")
    height, width = len(rows), len(rows[0])
    edges = {r for r, _ in cells}, {c for _, c in cells}
    if not ({0, height - 1} <= edges[0] and {0, width - 1} <= edges[1]):
        raise ValueError("empty rows and columns at the edges must be left out")
    if len(holes) > 1:
        raise ValueError(f"it has {len(holes)} holes")
    if not _connected(set(cells)):
        raise ValueError("its fields do not hang together by their sides")
    return Shape(text, height, width, cells, holes[0] if holes else None)


def leaf_tile(text: str) -> Shape:
    """A leaf tile (ruling 2): 2 to 6 fields with exactly one hole; raises ValueError."""
    out = shape(text)
    if out.hole is None:
        raise ValueError("a leaf tile has exactly one hole (o)")
    if not LEAST_FIELDS <= len(out.cells) <= MOST_FIELDS:
        raise ValueError(f"a leaf tile has {LEAST_FIELDS} to {MOST_FIELDS} fields")
    return out


def animal_tile(text: str) -> Shape:
    """An animal (ruling 4): a polyomino without a hole; raises ValueError."""
    out = shape(text)
    if out.hole is not None:
        raise ValueError("an animal has no hole")
    if len(out.cells) > MOST_FIELDS:
        raise ValueError(f"an animal has at most {MOST_FIELDS} fields")
    return out


def _connected(cells: set[Spot]) -> bool:
    seen = {next(iter(cells))}
    stack = list(seen)
    while stack:
        for spot in neighbours(stack.pop()):
            if spot in cells and spot not in seen:
                seen.add(spot)
                stack.append(spot)
    return seen == cells


def neighbours(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The four fields at the sides of a field."""
    r, c = spot
    return (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)


def draw(cells: tuple[Spot, ...] | frozenset[Spot] | set[Spot], hole: Spot | None) -> str:
    """The drawn text of cells anywhere in the plane."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
    return "/".join(
        "".join(
            "o" if (r, c) == hole else "#" if (r, c) in cells else "."
            for c in range(left, right + 1)
        )
        for r in range(top, bottom + 1)
    )


@lru_cache(maxsize=4096)
def orientations(text: str) -> tuple[str, ...]:
    """All different texts of the shape turned and flipped, sorted by code points."""
    rows = text.split("/")
    found = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        found.add("/".join(rows))
        found.add("/".join(row[::-1] for row in rows))
    return tuple(sorted(found))


def canonical(text: str) -> str:
    """The name of the tile however it lies: the first of its orientations."""
    return orientations(text)[0]


@cache
def polyominoes(size: int) -> tuple[str, ...]:
    """Canonical texts of all free polyominoes of ``size`` fields, sorted."""
    if size == 1:
        return ("#",)
    found = set()
    for text in polyominoes(size - 1):
        cells = set(shape(text).cells)
        for spot in {n for cell in cells for n in neighbours(cell)} - cells:
            found.add(canonical(draw(cells | {spot}, None)))
    return tuple(sorted(found))


@cache
def holed_shapes(size: int) -> tuple[str, ...]:
    """Canonical texts of all shapes of ``size`` fields with one hole: 4, 12, 46 for 3, 4, 5."""
    return tuple(
        sorted(
            {
                canonical(draw(frozenset(shape(text).cells), hole))
                for text in polyominoes(size)
                for hole in shape(text).cells
            }
        )
    )


@lru_cache(maxsize=65536)
def base_mask(text: str, width: int) -> tuple[int, int]:
    """Mask and hole bit of a drawn shape with its corner on field 0 of a floor this wide."""
    drawn = shape(text)
    mask = sum(1 << (r * width + c) for r, c in drawn.cells)
    hole = 0 if drawn.hole is None else 1 << (drawn.hole[0] * width + drawn.hole[1])
    return mask, hole


def place(text: str, corner: int, width: int, height: int) -> Placement | None:
    """The drawn shape with its corner on a field, or None where it sticks out."""
    drawn = shape(text)
    row, column = divmod(corner, width)
    if column + drawn.width > width or row + drawn.height > height:
        return None
    mask, hole = base_mask(text, width)
    return Placement(text, corner, mask << corner, hole << corner)


@lru_cache(maxsize=65536)
def placements_as_drawn(text: str, width: int, height: int) -> tuple[Placement, ...]:
    """Every placement of one drawn text on an empty floor, by corner."""
    drawn = shape(text)
    mask, hole = base_mask(text, width)
    return tuple(
        Placement(text, corner, mask << corner, hole << corner)
        for row in range(height - drawn.height + 1)
        for corner in range(row * width, row * width + width - drawn.width + 1)
    )


@lru_cache(maxsize=16384)
def placements(text: str, width: int, height: int) -> tuple[Placement, ...]:
    """Every placement of a tile in every orientation, by text and corner; none twice."""
    return tuple(
        placement
        for drawn in orientations(text)
        for placement in placements_as_drawn(drawn, width, height)
    )


def fitting(text: str, width: int, height: int, ground: int) -> tuple[Placement, ...]:
    """The placements that lie wholly on the fields of ``ground``."""
    rest = ~ground
    return tuple(x for x in placements(text, width, height) if not x.mask & rest)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1024)
def column_mask(column: int, width: int, height: int) -> int:
    """All fields of one column."""
    return sum(1 << (row * width + column) for row in range(height))


def spread(mask: int, width: int, height: int) -> int:
    """The fields of the mask and all their side neighbours."""
    first, last = column_mask(0, width, height), column_mask(width - 1, width, height)
    wide = mask | ((mask & ~last) << 1) | ((mask & ~first) >> 1)
    return wide | ((mask << width) & ((1 << width * height) - 1)) | (mask >> width)


def components(mask: int, width: int, height: int) -> tuple[int, ...]:
    """The connected parts of a mask, by their lowest field."""
    parts = []
    while mask:
        part = mask & -mask
        while True:
            wider = spread(part, width, height) & mask
            if wider == part:
                break
            part = wider
        parts.append(part)
        mask ^= part
    return tuple(parts)


def field_name(index: int, width: int) -> str:
    """``"c3"``: column letter from the left, row number from the top."""
    row, column = divmod(index, width)
    return f"{chr(97 + column)}{row + 1}"


def field_index(name: str, width: int, height: int) -> int | None:
    """The field of a name, or None where there is none on this floor."""
    if len(name) < 2 or not name[1:].isascii() or not name[1:].isdigit() or name[1] == "0":
        return None
    column, row = ord(name[0]) - 97, int(name[1:]) - 1
    return row * width + column if 0 <= column < width and 0 <= row < height else None
