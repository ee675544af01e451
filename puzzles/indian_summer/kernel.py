"""The packed twin of the Indian Summer rules, for search (compiled; plain without numba).

Only what the future depends on is packed. The fields that are open or carry a hole in the first
position are numbered 0, 1, ...; a mask is ``words`` integers of 62 bits, so every number is a
non-negative int64 on both paths. A state is one row of int64:

====================  =========================================================
``0 .. 3 words - 1``  ground, free holes, holes with a token
``PATH``              kinds of the own path, sorted, 8 bits each, 0xFF for none
``ROW``               common path: index of its first tile, and << 16 of the rest
``PURSE``             berries, nuts, mushrooms, feathers, 12 bits each
``CREDIT``            squirrels placed as main actions whose field is still open to choice
``PILES``             a bit for each animal kind whose pile carries its token
``OPP .. OPP + 2``    the opponents' paths in order, packed like the own one
``STOCK ..``          animals left, 8 bits each, seven kinds a word
====================  =========================================================

The last nine rows are offsets from ``3 * words``. A row of common tiles always is "one tile,
then all from some index on", because a mushroom may take the second tile alone (ruling 7c).
Leaf, squirrel and animal fields are not told apart: nothing depends on them any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.jit import njit
from .actions import (
    COMMON,
    COMMON_SECOND,
    Action,
    Animal,
    Berry,
    End,
    Exchange,
    Feather,
    Leaf,
    Mushroom,
    Nut,
    Squirrel,
)
from .geometry import Placement, bits, canonical, placements, shape
from .position import Position

Ints = NDArray[np.int64]

BITS = 62
PATH, ROW, PURSE, CREDIT, PILES, OPP, STOCK = 0, 1, 2, 3, 4, 5, 8
NONE = 0xFF
MOST_KINDS = 254
NO_TILE = (1 << 48) - 1  # a packed path without a tile


class Tables(NamedTuple):
    """Everything about one game that does not change while it is played.

    Placements of tile kind ``k`` are ``tile_at[k] .. tile_at[k + 1] - 1``; those of animal kind
    ``k`` are ``animal_at[k] ..``. ``hole_animals[hole_at[i] ..]`` are the animal placements over
    field ``i``. ``near`` has the side neighbours of each field.
    """

    words: int
    fields: int
    opponents: int
    area: Ints  # [area, word]
    area_of: Ints  # [field]
    print_of: Ints  # [field], -1 or an index into TREASURES
    printed: Ints  # [treasure, word]
    near: Ints  # [field, word]
    row: Ints  # [tile], kinds of the common path and reserve
    size: Ints  # [kind]
    biggest: Ints  # [tile + 1], the largest tile of the row from there on
    tile_at: Ints
    tile: Ints  # [placement, word]
    hole: Ints  # [placement], field of its hole
    kind: Ints  # [placement]
    animal_at: Ints
    animal: Ints  # [animal placement, word]
    animal_kind: Ints  # [animal placement]
    animal_gain: Ints  # [animal placement, treasure], prints below it
    pile: Ints  # [animal kind], treasure on its pile or -1
    pile_least: int  # cells of the smallest animal whose pile carries a token (0: none)
    animal_most: int  # greatest worth (in berries) that one animal can bring
    hole_at: Ints
    hole_animals: Ints


# masks


@njit
def count(x: int) -> int:
    """Set bits of a non-negative number below 2**62."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


@njit
def size_of(s: Ints, at: int, words: int) -> int:
    """Fields of the mask at ``at``."""
    n = 0
    for w in range(words):
        n += count(s[at + w])
    return n


@njit
def common_fields(s: Ints, at: int, mask: Ints, words: int) -> int:
    """Fields that the mask at ``at`` shares with another."""
    n = 0
    for w in range(words):
        n += count(s[at + w] & mask[w])
    return n


@njit
def inside(mask: Ints, s: Ints, at: int, words: int) -> bool:
    """Whether all fields of ``mask`` are in the mask at ``at``."""
    outside = 0
    for w in range(words):
        outside |= mask[w] & ~s[at + w]
    return outside == 0


# packed paths and purse


@njit
def path_length(packed: int) -> int:
    """Tiles of a packed path."""
    n = 0
    while n < 6 and (packed >> (8 * n)) & 0xFF != 0xFF:
        n += 1
    return n


@njit
def path_add(packed: int, kind: int) -> int:
    """The path with one tile more, kept sorted."""
    out = 0
    moved = kind
    for n in range(6):
        here = (packed >> (8 * n)) & 0xFF
        if moved < here:
            here, moved = moved, here
        out |= here << (8 * n)
    return out


@njit
def path_drop(packed: int, place: int) -> int:
    """The path without the tile at ``place`` (from 0)."""
    low = packed & ((1 << (8 * place)) - 1)
    high = packed >> (8 * (place + 1))
    return low | (high << (8 * place)) | (0xFF << 40)


@njit
def row_left(tb: Tables, row: int) -> int:
    """Tiles left in the common row."""
    first, rest = row & 0xFFFF, row >> 16
    if first >= len(tb.row):
        return 0
    return int(1 + max(0, len(tb.row) - rest))


@njit
def row_next(tb: Tables, row: int) -> int:
    """The row without its first tile."""
    rest = min(row >> 16, len(tb.row))
    return rest | (min(rest + 1, len(tb.row)) << 16)


@njit
def row_second(tb: Tables, row: int) -> int:
    """The row without its second tile."""
    return (row & 0xFFFF) | (min((row >> 16) + 1, len(tb.row)) << 16)


@njit
def purse_of(purse: int, treasure: int) -> int:
    """How many of a treasure."""
    return (purse >> (12 * treasure)) & 0xFFF


@njit
def worth_of(purse: int) -> int:
    """The purse in berries: a nut, mushroom or feather is two (ruling 15)."""
    return (purse & 0xFFF) + 2 * (
        ((purse >> 12) & 0xFFF) + ((purse >> 24) & 0xFFF) + ((purse >> 36) & 0xFFF)
    )


# what actions do


@njit
def cover(tb: Tables, s: Ints, field: int) -> None:
    """Cover one field by something that yields nothing; areas are not paid yet."""
    s[field // 62] &= ~(1 << (field % 62))


@njit
def pay_areas(tb: Tables, s: Ints, freed: Ints) -> None:
    """Pay tokens of complete areas (ruling 10); ``freed`` gains the holes that become free."""
    words = tb.words
    for w in range(words):
        if s[2 * words + w]:
            break
    else:
        return
    purse = 3 * words + 2
    for a in range(len(tb.area)):
        held = False
        open_ = False
        for w in range(words):
            if s[2 * words + w] & tb.area[a, w]:
                held = True
            if s[w] & tb.area[a, w]:
                open_ = True
        if open_ or not held:
            continue
        for w in range(words):
            paid = s[2 * words + w] & tb.area[a, w]
            for t in range(4):
                s[purse] += count(paid & tb.printed[t, w]) << (12 * t)
            s[2 * words + w] &= ~paid
            s[words + w] |= paid
            freed[w] |= paid


@njit
def lay(tb: Tables, s: Ints, placement: int, freed: Ints) -> None:
    """Cover the fields of a leaf tile; its hole gets a token or is free (rulings 8, 9)."""
    words = tb.words
    for w in range(words):
        s[w] &= ~tb.tile[placement, w]
    hole = tb.hole[placement]
    bit = 1 << (hole % 62)
    if tb.print_of[hole] >= 0:
        s[2 * words + hole // 62] |= bit
    else:
        s[words + hole // 62] |= bit
        freed[hole // 62] |= bit


@njit
def put_animal(tb: Tables, s: Ints, placement: int) -> None:
    """Place an animal on free holes and gain what lies below and on its pile (ruling 13)."""
    words = tb.words
    end = 3 * words
    for w in range(words):
        s[words + w] &= ~tb.animal[placement, w]
    for t in range(4):
        s[end + 2] += tb.animal_gain[placement, t] << (12 * t)
    kind = tb.animal_kind[placement]
    if (s[end + 4] >> kind) & 1:
        s[end + 2] += 1 << (12 * tb.pile[kind])
        s[end + 4] &= ~(1 << kind)
    s[end + 8 + kind // 7] -= 1 << (8 * (kind % 7))


@njit
def animals_left(s: Ints, words: int, kind: int) -> int:
    """Animals of a kind in the supply."""
    return int((s[3 * words + 8 + kind // 7] >> (8 * (kind % 7))) & 0xFF)


@njit
def draw_own(tb: Tables, s: Ints, wanted: int) -> None:
    """Move tiles from the front of the row to the own path."""
    end = 3 * tb.words
    for _ in range(wanted):
        row = s[end + 1]
        if row_left(tb, row) == 0:
            return
        s[end] = path_add(s[end], tb.row[row & 0xFFFF])
        s[end + 1] = row_next(tb, row)


@njit
def berry_brings(tb: Tables, s: Ints) -> int:
    """Tiles that a berry adds (ruling 11)."""
    end = 3 * tb.words
    n = path_length(s[end])
    wanted = 5 - n if n < 5 else 6 - n
    return int(max(0, min(wanted, row_left(tb, s[end + 1]))))


@njit
def refill_own(tb: Tables, s: Ints) -> None:
    """Refill an empty own path (ruling 14)."""
    if path_length(s[3 * tb.words]) == 0:
        draw_own(tb, s, 5)


@njit
def take_from(tb: Tables, s: Ints, first: int, second: int) -> None:
    """Take a mushroom's tiles off their sources and refill emptied paths (rulings 7c, 14).

    Sources are opponents 1 to 3, then 4 and 5 for the first two common tiles; 0 is none.
    """
    end = 3 * tb.words
    if first == 4 and second == 5:
        s[end + 1] = row_next(tb, row_next(tb, s[end + 1]))
    elif first == 4 or second == 4:
        s[end + 1] = row_next(tb, s[end + 1])
    elif first == 5:
        s[end + 1] = row_second(tb, s[end + 1])
    for source in range(1, 4):
        if source in (first, second):
            s[end + 4 + source] = path_drop(s[end + 4 + source], 0)
    for source in range(1, 4):
        if source in (first, second) and path_length(s[end + 4 + source]) == 0:
            packed = s[end + 4 + source]
            for n in range(5):
                row = s[end + 1]
                if row_left(tb, row) == 0:
                    break
                packed &= ~(0xFF << (8 * n))
                packed |= tb.row[row & 0xFFFF] << (8 * n)
                s[end + 1] = row_next(tb, row)
            s[end + 4 + source] = packed


@njit
def source_tile(tb: Tables, s: Ints, source: int) -> int:
    """The kind that a mushroom may take from a source, or -1 (ruling 7c)."""
    end = 3 * tb.words
    row = s[end + 1]
    if source <= 3:
        if source > tb.opponents:
            return -1
        kind = s[end + 4 + source] & 0xFF
        return -1 if kind == 0xFF else int(kind)
    if tb.opponents >= 2 or (source == 5 and tb.opponents == 1):
        return -1
    if source == 4:
        return int(tb.row[row & 0xFFFF]) if row_left(tb, row) >= 1 else -1
    return int(tb.row[row >> 16]) if row_left(tb, row) >= 2 else -1


# packing


@dataclass(frozen=True, slots=True)
class Packing:
    """Tables of a game and what is needed to go back and forth.

    ``fields`` are the packed fields' numbers on the floor, ``index`` the way back; ``tiles`` and
    ``animals`` are the placements behind the packed ones; ``kinds`` the canonical tile texts.
    """

    tables: Tables
    start: Position
    fields: tuple[int, ...]
    index: dict[int, int]
    kinds: tuple[str, ...]
    tiles: tuple[Placement, ...]
    animals: tuple[Placement, ...]
    tile_index: dict[tuple[str, int], int]
    animal_index: dict[tuple[str, int, int], int]

    @property
    def length(self) -> int:
        """Numbers in a row."""
        return 3 * self.tables.words + STOCK + -(-max(1, len(self.start.box.animals)) // 7)

    def words(self, mask: int) -> list[int]:
        """A floor mask as packed words."""
        out = [0] * self.tables.words
        for field in bits(mask):
            i = self.index.get(field)
            if i is not None:
                out[i // BITS] |= 1 << (i % BITS)
        return out

    def mask(self, words: Ints) -> int:
        """Packed words as a floor mask."""
        out = 0
        for w, word in enumerate(words):
            for i in bits(int(word)):
                out |= 1 << self.fields[w * BITS + i]
        return out

    def path(self, tiles: tuple[str, ...], ordered: bool = False) -> int:
        """A path, packed; sorted by kind unless its order matters."""
        codes = [self.kinds.index(canonical(text)) for text in tiles]
        codes = codes if ordered else sorted(codes)
        out = NO_TILE
        for n, code in enumerate(codes):
            out = out & ~(NONE << (8 * n)) | code << (8 * n)
        return out

    def pack(self, p: Position) -> Ints:
        """The row of a position of the same game (at or after ``start``)."""
        rows = len(self.tables.row) - len(p.common) - len(p.reserve)
        first = self._first(p, rows)
        end = 3 * self.tables.words
        out = np.zeros(self.length, dtype=np.int64)
        out[:end] = self.words(p.ground) + self.words(p.free) + self.words(p.held)
        out[end + PATH] = self.path(p.path)
        out[end + ROW] = first
        out[end + PURSE] = sum(n << (12 * t) for t, n in enumerate(p.treasures))
        out[end + PILES] = sum(there << k for k, there in enumerate(p.piles))
        for i in range(3):
            path = p.opponents[i].path if i < len(p.opponents) else ()
            out[end + OPP + i] = self.path(path, ordered=True)
        for k, n in enumerate(p.stock):
            out[end + STOCK + k // 7] |= n << (8 * (k % 7))
        return out

    def _first(self, p: Position, taken: int) -> int:
        """The row's two indices; a second tile taken alone leaves an earlier first one."""
        row = p.common + p.reserve
        total = len(self.tables.row)
        if not row:
            return total | total << 16
        rest = taken + 1
        head = self.kinds.index(canonical(row[0]))
        first = rest - 1
        while first >= 0 and self.tables.row[first] != head:
            first -= 1
        return first | rest << 16


def packing(p: Position) -> Packing:
    """Tables for the game from ``p`` on, and the maps between packed and plain things."""
    floor, box = p.floor, p.box
    relevant = p.ground | p.free | p.held
    fields = tuple(bits(relevant))
    index = {field: i for i, field in enumerate(fields)}
    words = max(1, -(-len(fields) // BITS))
    row = tuple(canonical(text) for text in (*p.common, *p.reserve))
    own = {canonical(text) for text in p.path}
    others = {canonical(text) for o in p.opponents for text in o.path}
    kinds = tuple(sorted({*own, *others, *row}))
    if len(kinds) > MOST_KINDS:
        raise ValueError(f"{len(kinds)} different tiles: at most {MOST_KINDS} can be packed")

    def pack(mask: int) -> list[int]:
        out = [0] * words
        for field in bits(mask):
            i = index[field]
            out[i // BITS] |= 1 << (i % BITS)
        return out

    def table(rows: list[list[int]], width: int) -> Ints:
        return np.array(rows, dtype=np.int64).reshape(len(rows), width)

    ground, holes = p.ground, relevant
    tiles: list[Placement] = []
    tile_at = [0]
    for text in kinds:
        tiles += (x for x in placements(text, floor.width, floor.height) if not x.mask & ~ground)
        tile_at.append(len(tiles))
    animals: list[Placement] = []
    animal_at = [0]
    for kind in box.animals:
        animals += (
            x for x in placements(kind.text, floor.width, floor.height) if not x.mask & ~holes
        )
        animal_at.append(len(animals))
    animal_kind = [
        k for k in range(len(box.animals)) for _ in range(animal_at[k], animal_at[k + 1])
    ]
    over: list[list[int]] = [[] for _ in fields]
    for q, x in enumerate(animals):
        for field in bits(x.mask):
            over[index[field]].append(q)
    hole_at = np.cumsum([0, *(len(x) for x in over)])
    gains = [[(printed & x.mask).bit_count() for printed in floor.printed] for x in animals]
    pile = [-1 if kind.treasure is None else kind.treasure for kind in box.animals]
    bonus = [
        0 if t < 0 or not there else (1 if t == 0 else 2)
        for t, there in zip(pile, p.piles, strict=True)
    ]
    size = [len(shape(text).cells) for text in kinds]
    row_kinds = [kinds.index(text) for text in row]
    biggest = [0] * (len(row) + 1)
    for i in range(len(row) - 1, -1, -1):
        biggest[i] = max(size[row_kinds[i]], biggest[i + 1])
    width, height = floor.width, floor.height
    near = [pack(_around(field, width, height) & relevant) for field in fields]
    prints = [next((t for t in range(4) if floor.printed[t] >> field & 1), -1) for field in fields]
    areas = [next(a for a, x in enumerate(floor.areas) if x >> field & 1) for field in fields]
    tb = Tables(
        words=words,
        fields=len(fields),
        opponents=len(p.opponents),
        area=table([pack(area & relevant) for area in floor.areas], words),
        area_of=np.array(areas, dtype=np.int64),
        print_of=np.array(prints, dtype=np.int64),
        printed=table([pack(x & relevant) for x in floor.printed], words),
        near=table(near, words),
        row=np.array(row_kinds, dtype=np.int64),
        size=np.array(size, dtype=np.int64),
        biggest=np.array(biggest, dtype=np.int64),
        tile_at=np.array(tile_at, dtype=np.int64),
        tile=table([pack(x.mask) for x in tiles], words),
        hole=np.array([index[x.hole.bit_length() - 1] for x in tiles], dtype=np.int64),
        kind=np.array(
            [k for k in range(len(kinds)) for _ in range(tile_at[k], tile_at[k + 1])],
            dtype=np.int64,
        ),
        animal_at=np.array(animal_at, dtype=np.int64),
        animal=table([pack(x.mask) for x in animals], words),
        animal_kind=np.array(animal_kind, dtype=np.int64),
        animal_gain=table(gains, 4),
        pile=np.array(pile, dtype=np.int64),
        pile_least=min(
            (len(shape(k.text).cells) for k, b in zip(box.animals, bonus, strict=True) if b),
            default=0,
        ),
        animal_most=max(
            (
                g[0] + 2 * (g[1] + g[2] + g[3]) + bonus[k]
                for g, k in zip(gains, animal_kind, strict=True)
            ),
            default=0,
        ),
        hole_at=np.asarray(hole_at, dtype=np.int64),
        hole_animals=np.array([q for x in over for q in x], dtype=np.int64),
    )
    return Packing(
        tb,
        p,
        fields,
        index,
        kinds,
        tuple(tiles),
        tuple(animals),
        {(x.text, x.corner): i for i, x in enumerate(tiles)},
        {
            (x.text, x.corner, k): i
            for i, (x, k) in enumerate(zip(animals, animal_kind, strict=True))
        },
    )


def _around(field: int, width: int, height: int) -> int:
    r, c = divmod(field, width)
    out = 0
    if r:
        out |= 1 << (field - width)
    if r + 1 < height:
        out |= 1 << (field + width)
    if c:
        out |= 1 << (field - 1)
    if c + 1 < width:
        out |= 1 << (field + 1)
    return out


def apply(k: Packing, row: Ints, a: Action, p: Position) -> Ints:
    """The row after a legal action; ``p`` is the plain position before it (for path places).

    The twin of ``rules.apply``: ``pack(rules.apply(p, a)) == apply(pack(p), a)``.
    """
    tb = k.tables
    s = row.copy()
    end = 3 * tb.words
    freed = np.zeros(tb.words, dtype=np.int64)
    match a:
        case Leaf():
            _take_own(k, s, p.path[a.place - 1])
            lay(tb, s, k.tile_index[a.text, a.corner], freed)
            pay_areas(tb, s, freed)
            refill_own(tb, s)
        case Feather():
            s[end + PURSE] -= 1 << 36
            for x in (a.first, a.second):
                _take_own(k, s, p.path[x.place - 1])
                lay(tb, s, k.tile_index[x.text, x.corner], freed)
            pay_areas(tb, s, freed)
            refill_own(tb, s)
        case Mushroom():
            s[end + PURSE] -= 1 << 24
            for y in (a.first, a.second):
                if y is not None:
                    lay(tb, s, k.tile_index[y.text, y.corner], freed)
            pay_areas(tb, s, freed)
            take_from(tb, s, a.first.source, 0 if a.second is None else a.second.source)
        case Squirrel() | Nut():
            if isinstance(a, Nut):
                s[end + PURSE] -= 1 << 12
            cover(tb, s, k.index[a.field])
            pay_areas(tb, s, freed)
        case Berry():
            s[end + PURSE] -= 1
            draw_own(tb, s, berry_brings(tb, s))
        case Exchange():
            s[end + PURSE] += (1 << (12 * a.take)) - (a.paid << (12 * a.give))
        case Animal():
            index = p.box.animal_index(a.kind)
            put_animal(tb, s, k.animal_index[a.text, a.corner, 0 if index is None else index])
        case End():
            pass
    return s


def _take_own(k: Packing, s: Ints, text: str) -> None:
    at = 3 * k.tables.words + PATH
    code = k.kinds.index(canonical(text))
    packed = int(s[at])
    place = next(n for n in range(6) if packed >> (8 * n) & 0xFF == code)
    s[at] = path_drop(packed, place)


__all__ = ["BITS", "COMMON", "COMMON_SECOND", "Packing", "Tables", "apply", "packing"]
