"""The packed twin of Rustling Leaves: moves, score and the policy's playouts, compiled.

A sheet is one ``int64`` vector (``STATE`` numbers, see the ``F_`` indices). A set of fields is two
50-bit words: rows 1-5 and rows 6-10, bit ``10 * row + column`` within the word. Every rectangle of
at most 4 x 4 fields has a number (*placement*, 0 .. 1155); what it holds is tabled per sheet.

Worth of a sheet after a move (*afterstate*) = banked score + learned future. Score categories
fall into *groups* that touch no common mark (bees with flowers, acorns with squirrels ...); the
value is a sum of one table entry per group, chosen by the group's marks and the supply of free
fields that still show its symbols, at the number of free fields left. A table holds the banked
points of its group and the learned part together, so that a candidate costs a dozen additions.
The learned part is linear in the features of ``benchmarks/rustling_leaves/fit.py`` and is shipped
as ``data/weights.npz``.

The policy takes the best afterstate; among the best few it adds what the shape of the free
ground is worth. It never looks at a roll that has not happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core.jit import bare, njit
from ..core.kernel_random import below, counter_hash
from ..core.random import DICE
from .data import SEASONS, SIZE, Season, Sheet, faces, most_misthrows, river, sheet

if TYPE_CHECKING:
    from .position import Position

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Shorts: TypeAlias = NDArray[np.int16]
Unsigned: TypeAlias = NDArray[np.uint8]  # as an index it needs no look at the sign

WEIGHTS = Path(__file__).parent / "data" / "weights.npz"

# ---- state vector -----------------------------------------------------------------------------
STATE = 48
F_SEASON, F_START, F_LOW, F_HIGH, F_AREAS = 0, 1, 2, 3, 4  # start 0-5; LOW, HIGH: free fields
F_GREEN, F_NATURAL, F_STAYED, F_DROPPED, F_FREE = 5, 6, 7, 8, 9  # faces 0-5, -1: no roll
F_MARK = 16  # 14 marks: what a player recorded
F_SUPPLY = 32  # 9 kinds: free fields that show a symbol
MARKS, KINDS, CHOICES = 14, 9, 7
# marks 0-6 are the sheet's choices in printed order
M_SECOND, M_CLOUD, M_RIVER, M_EXTRA, M_MISTHROW, M_JOKER = 8, 9, 10, 11, 12, 13
# M_SECOND: fly agarics; M_EXTRA: conifer row 1-3, clovers claimed 0/1, or holly die 0-4

# ---- moves ------------------------------------------------------------------------------------
# An area is ((placement * 8 + symbol) * 5 + joker) * 4 + row; symbol 0 is '-', else choice + 1;
# joker 0 is none; row 1-3 are the conifer rows in printed order.
MISTHROW, STAY_IN, DROP_OUT, ROLL = -1, -2, -3, -100  # in logs: ROLL - (6 * green + natural)
MOST_MOVES = 8192
PLACEMENTS = 1156
ROLLS = 36

# ---- columns of the placement table -----------------------------------------------------------
C_GAIN, C_SECOND, C_CROSS, C_KIND, C_SHIFT = 0, 7, 8, 9, 18
C_ROW, C_COLUMN, C_HEIGHT, C_WIDTH, COLUMNS = 28, 29, 30, 31, 32

# ---- slots of the sheet's integer table -------------------------------------------------------
I_SEASON, I_GROUPS, I_SLOTS, I_RIVER, I_STORM, I_JOKER_DIE = 0, 1, 2, 3, 4, 5
I_NEEDS_CLOUD, I_NEEDS_CLEAR, I_SECOND, I_ROW, I_ROWS, I_MISTHROWS = 6, 7, 8, 9, 10, 13
I_STRIDE, I_CAP, I_CIRCLES, I_GROUP = 16, 32, 48, 64  # per mark
I_OFFSET, I_SLOT_FROM, I_SLOT_TO = 80, 96, 112  # per group
I_OWN_STRIDE, I_OWN_GROUP = 128, 144  # per kind
I_SLOT_KIND, I_SLOT_OFFSET = 160, 176  # per slot
I_BASE, I_TOP, I_STORM_TOP = 192, 208, 240  # per shape: first placement, upper left corners
I_START, I_FACE, I_CLOUD, I_EQUAL = 272, 284, 290, 304
# groups whose entry depends on free fields: how many, whether it is one, their list
I_OWNERS, I_OWNER, I_OWNER_LIST = 14, 312, 328
# per choice: its slots, the kind its group owns or -1, kinds of its slots
I_SLOTTED, I_OWNED, I_SLOTTED_KIND, INFO = 344, 352, 360, 384

LOW50 = (1 << 50) - 1
NOT_FIRST = sum(0b1111111110 << (10 * r) for r in range(5))
NOT_LAST = sum(0b0111111111 << (10 * r) for r in range(5))

# ---- columns of the deal table: what a placement shows, ready to be priced -----------------------
D_KINDS, D_KIND, D_CROSS, D_CHOICES, D_CHOICE, DEALT = 0, 1, 10, 11, 12, 64
# then for each choice: its price, its number, fields of the kinds of its group's slots
E_GAIN, E_CHOICE, E_FIELDS, ENTRY = 0, 1, 2, 5

# ---- scratch of prices: what an area changes, at one number of free fields -----------------------
STEPS = 10  # more than the fields of one kind in any placement
P_DROP = 0  # [kind, fields]: fields covered
P_GAIN = KINDS * STEPS  # [choice, fields crossed]; then conifers by row, porcini by fly agarics
P_ROWS = P_GAIN + CHOICES * STEPS
P_SECOND = P_ROWS + 3 * STEPS
P_SLOPE = P_SECOND + 6 * STEPS  # [gain, slot]: what a free field of a slot's kind gains in worth
P_FIXED = P_SLOPE + 3 * (P_SLOPE - P_GAIN)  # an area that shows nothing
P_RIVER = P_FIXED + 1  # crossing the river
PRICES = P_RIVER + 1

# position of the lowest bit of a word by its remainder modulo 53 (2 generates all but 0)
BIT = np.array([next((k for k in range(50) if 2**k % 53 == r), 0) for r in range(53)], np.int64)
TENS = np.array([k // 10 for k in range(100)], np.int64)
SATURATED = np.array([[n / (n + 3.0), n / (n + 15.0)] for n in range(256)])

UNSEEN = -9

GROUP_MOST = 12
SHAPES = 5  # learned shape features of the free ground, see ``shape_features``
STAY_SURELY = 1.0  # a learned future beyond this (points) decides about staying in
CLOSE = 2.0  # points behind the best at most, to be looked at
TOP = 4  # candidates that are looked at with the shape of the free ground
JOKER_BELOW = 0.0  # the joker is looked at when the best plain move is not better by this


class Tables(NamedTuple):
    """Everything about one sheet that the compiled functions read.

    ``place`` int16 [placement, column]; ``info`` int64 [slot]; ``worth`` float64
    [entry, knot], banked + future; ``slope`` float64 [slot entry, knot], worth of a free field;
    ``shape`` float64 [feature, knot]; ``knot`` int64 and ``part`` float64 [free fields], the knot
    below and how far towards the next (values are linear in between; small tables stay in the
    processor's cache); ``bank`` float64 [entry], points;
    ``quick`` and ``quick_slope`` as ``worth`` and ``slope``, fitted without the shape features,
    to pick the few candidates that are looked at closely. ``deal`` uint8 [placement, ``D_``]:
    the kinds shown and the symbols that can be chosen, as places in the prices; ``most`` uint8
    [fields, kind or ``KINDS`` + choice]: the most that an area of so many fields shows; ``odds``
    float64 [shape]: share of the 36 rolls that ask for the shape, both ways together.
    """

    place: Shorts
    info: Ints
    worth: Floats
    slope: Floats
    shape: Floats
    bank: Floats
    quick: Floats
    quick_slope: Floats
    deal: Unsigned
    most: Unsigned
    odds: Floats
    knot: Ints
    part: Floats


class Work(NamedTuple):
    """Scratch of the policy, so that a playout allocates nothing (see ``new_work``).

    ``entry``: table entries before a move; ``other``: those of a sheet looked at; ``trial``: that
    sheet; ``price``: see ``set_prices``; ``counts``: see ``shape_counts``; ``areas``, ``found``
    and ``after``: see ``ahead``.
    """

    entry: Ints
    codes: Ints
    values: Floats
    trial: Ints
    shape: Floats
    price: Floats
    other: Ints
    counts: Ints
    areas: Floats
    found: Ints
    after: Floats


# ================================================================================================
# Compiled
# ================================================================================================


@njit
def new_work() -> Work:
    """Fresh scratch."""
    return Work(
        np.zeros(GROUP_MOST, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.float64),
        np.zeros(STATE, np.int64),
        np.zeros(SHAPES, np.float64),
        np.zeros(PRICES, np.float64),
        np.zeros(GROUP_MOST, np.int64),
        np.zeros(16, np.int64),
        np.zeros(32, np.float64),
        np.zeros(16, np.int64),
        np.zeros(33, np.float64),
    )


@bare
def count_two(x: int, y: int) -> int:
    """Bits set in two 50-bit words together."""
    x = x - ((x >> 1) & 0x1555555555555)
    y = y - ((y >> 1) & 0x1555555555555)
    x = (x & 0x3333333333333) + ((x >> 2) & 0x3333333333333)
    x += (y & 0x3333333333333) + ((y >> 2) & 0x3333333333333)
    x = (x & 0xF0F0F0F0F0F0F) + ((x >> 4) & 0xF0F0F0F0F0F0F)
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


@bare
def blend(table: Floats, entry: int, k: int, r: float) -> float:
    """A table's entry between the knots ``k`` and ``k + 1``, ``r`` of the way."""
    low: float = table[entry, k]
    high: float = table[entry, k + 1]
    return low + r * (high - low)


@bare
def reach(st: Ints, info: Ints) -> tuple[int, int]:
    """Free fields that a new area must contain at least one of (ruling 6)."""
    if st[F_AREAS] == 0:
        s = I_START + 2 * st[F_START]
        return info[s], info[s + 1]
    low = ~st[F_LOW] & LOW50
    high = ~st[F_HIGH] & LOW50
    a = ((low << 1) & NOT_FIRST) | ((low >> 1) & NOT_LAST) | ((low << 10) & LOW50)
    a |= (low >> 10) | ((high & 1023) << 40)
    b = ((high << 1) & NOT_FIRST) | ((high >> 1) & NOT_LAST) | ((high << 10) & LOW50)
    b |= (high >> 10) | (low >> 40)
    return a & st[F_LOW], b & st[F_HIGH]


@bare
def corners(low: int, high: int, near_low: int, near_high: int, h: int, w: int) -> tuple[int, int]:
    """Upper left corners of h x w rectangles of free fields that contain a near field.

    Corners so near the edge that the rectangle would leave the sheet are not masked out.
    """
    x, y, o, p = low, high, near_low, near_high
    for j in range(1, w):
        m = (1 << j) - 1
        x &= (low >> j) | ((high & m) << (50 - j))
        y &= high >> j
        o |= (near_low >> j) | ((near_high & m) << (50 - j))
        p |= near_high >> j
    a, b, c, d = x, y, o, p
    for i in range(1, h):
        k = 10 * i
        m = (1 << k) - 1
        a &= (x >> k) | ((y & m) << (50 - k))
        b &= y >> k
        c |= (o >> k) | ((p & m) << (50 - k))
        d |= p >> k
    return a & c, b & d


@bare
def entries(st: Ints, info: Ints, clouds: int, index: Ints) -> None:
    """Fill ``index`` with each group's table entry; ``clouds`` of the pending roll added."""
    groups = info[I_GROUPS]
    for g in range(groups):
        index[g] = info[I_OFFSET + g]
    for j in range(MARKS):
        g = info[I_GROUP + j]
        if g >= 0:
            m = st[F_MARK + j]
            if j == M_CLOUD:
                m = min(m + clouds, info[I_CIRCLES + j])
            index[g] += info[I_STRIDE + j] * min(m, info[I_CAP + j])
    for t in range(KINDS):
        g = info[I_OWN_GROUP + t]
        if g >= 0:
            index[g] += info[I_OWN_STRIDE + t] * st[F_SUPPLY + t]


@bare
def table_value(st: Ints, tb: Tables, index: Ints) -> float:
    """Banked score plus the learned part that the tables hold, for entries ``index``."""
    knot, part = tb.knot[st[F_FREE]], tb.part[st[F_FREE]]
    v = 0.0
    for g in range(tb.info[I_GROUPS]):
        v += blend(tb.worth, index[g], knot, part)
        for q in range(tb.info[I_SLOT_FROM + g], tb.info[I_SLOT_TO + g]):
            k = tb.info[I_SLOT_OFFSET + q] + index[g] - tb.info[I_OFFSET + g]
            v += blend(tb.slope, k, knot, part) * st[F_SUPPLY + tb.info[I_SLOT_KIND + q]]
    return v


@bare
def is_over(st: Ints, tb: Tables) -> bool:
    """Dropped out, or the last misthrow was recorded (ruling 7)."""
    over: bool = st[F_DROPPED] != 0 or st[F_MARK + M_MISTHROW] >= tb.info[I_MISTHROWS]
    return over


@bare
def score_with(st: Ints, tb: Tables, index: Ints) -> float:
    """``score_state`` with scratch for the entries."""
    entries(st, tb.info, 0, index)
    v = 0.0
    for g in range(tb.info[I_GROUPS]):
        v += tb.bank[index[g]]
    return v


@njit
def score_state(st: Ints, tb: Tables) -> float:
    """The sheet's points if the player stopped now; an open holly die as its expectation."""
    return score_with(st, tb, np.zeros(GROUP_MOST, np.int64))


@bare
def apply_code(st: Ints, tb: Tables, code: int) -> None:
    """Carry out a legal move in place; the roll acted on is taken off, its clouds recorded."""
    info = tb.info
    if code == STAY_IN:
        st[F_STAYED] = 1
        return
    if code == DROP_OUT:
        st[F_DROPPED] = 1
        return
    if info[I_GROUP + M_CLOUD] >= 0:
        clouds = info[I_CLOUD + st[F_GREEN]] + info[I_CLOUD + st[F_NATURAL]]
        k = F_MARK + M_CLOUD
        st[k] = min(st[k] + clouds, info[I_CIRCLES + M_CLOUD])
    st[F_GREEN] = -1
    st[F_NATURAL] = -1
    st[F_STAYED] = 0
    if code == MISTHROW:
        st[F_MARK + M_MISTHROW] += 1
        return
    p = code // 160
    symbol = code // 20 % 8
    r = int(tb.place[p, C_ROW])
    c = int(tb.place[p, C_COLUMN])
    h = int(tb.place[p, C_HEIGHT])
    w = int(tb.place[p, C_WIDTH])
    line = ((1 << w) - 1) << c
    for i in range(r, r + h):
        if i < 5:
            st[F_LOW] &= ~(line << (10 * i))
        else:
            st[F_HIGH] &= ~(line << (10 * i - 50))
    st[F_FREE] -= h * w
    st[F_AREAS] += 1
    for t in range(KINDS):
        st[F_SUPPLY + t] -= tb.place[p, C_KIND + t]
    if code // 4 % 5 > 0:
        st[F_MARK + M_JOKER] = 0
    if tb.place[p, C_CROSS] > 0 and info[I_GROUP + M_RIVER] >= 0:
        k = F_MARK + M_RIVER
        st[k] = min(st[k] + 1, info[I_CIRCLES + M_RIVER])
    if symbol == 0:
        return
    j = symbol - 1
    most = info[I_CIRCLES + j]
    if j == info[I_ROW]:
        if code % 4 > 0:
            st[F_MARK + M_EXTRA] = code % 4
        most = info[I_ROWS + st[F_MARK + M_EXTRA] - 1]
    st[F_MARK + j] = min(st[F_MARK + j] + tb.place[p, C_GAIN + j], most)
    if j == info[I_SECOND]:
        k = F_MARK + M_SECOND
        st[k] = min(st[k] + tb.place[p, C_SECOND], info[I_CIRCLES + M_SECOND])


@bare
def set_gain(
    st: Ints,
    info: Ints,
    worth: Floats,
    slope: Floats,
    knot: int,
    part: float,
    j: int,
    entry: int,
    step: int,
    at: int,
    price: Floats,
) -> None:
    """The price ``at`` of choice ``j`` that moves its group from ``entry`` by ``step``."""
    gain = blend(worth, entry + step, knot, part) - blend(worth, entry, knot, part)
    if info[I_SLOTTED + j] > 0:
        g = info[I_GROUP + j]
        local = entry - info[I_OFFSET + g]
        for q in range(info[I_SLOTTED + j]):
            k = info[I_SLOT_OFFSET + info[I_SLOT_FROM + g] + q] + local
            more = blend(slope, k + step, knot, part) - blend(slope, k, knot, part)
            gain += more * st[F_SUPPLY + info[I_SLOTTED_KIND + 3 * j + q]]
            price[P_SLOPE + 3 * at + q] = more
    price[P_GAIN + at] = gain


@bare
def set_prices(st: Ints, tb: Tables, index: Ints, fields: int, price: Floats) -> None:
    """Fill ``price`` for areas of so many ``fields`` (no more than are free).

    ``index``: the entries before the move, the roll's clouds included. The table value of an
    afterstate is the price at ``P_FIXED``, plus ``P_DROP`` of the kinds covered, plus ``P_RIVER``
    for a crossing, plus ``P_GAIN`` of the choice less its ``P_SLOPE`` for each field covered.
    """
    info = tb.info
    worth = tb.worth
    slope = tb.slope
    knot, part = tb.knot[st[F_FREE] - fields], tb.part[st[F_FREE] - fields]
    most = tb.most[fields]
    fixed = 0.0
    for g in range(info[I_GROUPS]):
        fixed += blend(worth, index[g], knot, part)
        for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
            t = info[I_SLOT_KIND + q]
            k = info[I_SLOT_OFFSET + q] + index[g] - info[I_OFFSET + g]
            each = blend(slope, k, knot, part)
            fixed += each * st[F_SUPPLY + t]
            for n in range(1, min(most[t], st[F_SUPPLY + t]) + 1):
                price[P_DROP + STEPS * t + n] = -each * n
    price[P_FIXED] = fixed
    for t in range(KINDS):
        g = info[I_OWN_GROUP + t]
        if g >= 0:
            now = blend(worth, index[g], knot, part)
            for n in range(1, min(most[t], st[F_SUPPLY + t]) + 1):
                k = index[g] - info[I_OWN_STRIDE + t] * n
                price[P_DROP + STEPS * t + n] = blend(worth, k, knot, part) - now
    g = info[I_GROUP + M_RIVER]
    price[P_RIVER] = 0.0
    if g >= 0 and st[F_MARK + M_RIVER] < info[I_CIRCLES + M_RIVER]:
        k = index[g] + info[I_STRIDE + M_RIVER]
        price[P_RIVER] = blend(worth, k, knot, part) - blend(worth, index[g], knot, part)
    for j in range(CHOICES):
        own = info[I_OWNED + j]
        back = 0
        last = np.int64(most[KINDS + j])
        if own >= 0:
            back = info[I_OWN_STRIDE + own]
            last = min(last, st[F_SUPPLY + own])
        cap = info[I_CAP + j]
        m = min(st[F_MARK + j], cap)
        limit = min(cap, info[I_CIRCLES + j])
        if j == info[I_ROW] and st[F_MARK + M_EXTRA] > 0:
            limit = min(cap, info[I_ROWS + st[F_MARK + M_EXTRA] - 1])
        for n in range(1, last + 1):
            entry = index[info[I_GROUP + j]] - back * n
            step = info[I_STRIDE + j] * (min(m + n, limit) - m)
            at = STEPS * j + n
            if j == info[I_SECOND]:
                m2 = st[F_MARK + M_SECOND]
                for n2 in range(most[info[I_SLOTTED_KIND + 3 * j + 1]] + 1):
                    more = min(m2 + n2, info[I_CIRCLES + M_SECOND]) - m2
                    both = step + info[I_STRIDE + M_SECOND] * more
                    at = P_SECOND - P_GAIN + STEPS * n + n2
                    set_gain(st, info, worth, slope, knot, part, j, entry, both, at, price)
            elif j == info[I_ROW] and st[F_MARK + M_EXTRA] == 0:
                # ruling 16: the first conifers choose the row
                for row in range(1, 4):
                    new = min(m + n, cap, info[I_ROWS + row - 1])
                    both = info[I_STRIDE + j] * (new - m) + info[I_STRIDE + M_EXTRA] * row
                    at = P_ROWS - P_GAIN + STEPS * (row - 1) + n
                    set_gain(st, info, worth, slope, knot, part, j, entry, both, at, price)
            else:
                set_gain(st, info, worth, slope, knot, part, j, entry, step, at, price)


@bare
def tops(
    st: Ints, info: Ints, near_low: int, near_high: int, h: int, w: int, clouds: int
) -> tuple[int, int]:
    """Upper left corners of the legal areas of height h and width w (rulings 5, 6 and 9)."""
    shape = I_TOP + 2 * ((h - 1) * 4 + w - 1)
    if clouds > 0 and info[I_STORM] > 0:
        shape += I_STORM_TOP - I_TOP
    a, b = corners(st[F_LOW], st[F_HIGH], near_low, near_high, h, w)
    return a & info[shape], b & info[shape + 1]


@bare
def scan(
    st: Ints,
    tb: Tables,
    a: int,
    b: int,
    h: int,
    w: int,
    extra: int,
    clouds: int,
    price: Floats,
    add: float,
    codes: Ints,
    values: Floats,
    count: int,
) -> int:
    """Append the areas with upper left corners ``a``, ``b`` with each symbol, and their values.

    ``price`` as ``set_prices`` leaves it for ``h * w`` fields; ``add`` goes on top of every value
    and ``extra`` to every code (the joker). Returns the new count. The values are those of
    ``table_value`` up to rounding.
    """
    info = tb.info
    deal = tb.deal
    blocked = info[I_NEEDS_CLEAR] if clouds > 0 else info[I_NEEDS_CLOUD]
    open_row = info[I_ROW]
    if st[F_MARK + M_EXTRA] > 0:
        open_row = -1
    fixed = price[P_FIXED] + add
    base = info[I_BASE + (h - 1) * 4 + w - 1]
    for half in range(2):
        word = a if half == 0 else b
        while word != 0:
            bit = word & -word
            word ^= bit
            k = BIT[bit % 53] + 50 * half
            p = base + k - (TENS[k]) * (w - 1)
            # most areas show up to three kinds; a kind not there costs nothing
            v = fixed + price[P_DROP + deal[p, D_KIND]]
            v += price[P_DROP + deal[p, D_KIND + 1]] + price[P_DROP + deal[p, D_KIND + 2]]
            for n in range(D_KIND + 3, D_KIND + deal[p, D_KINDS]):
                v += price[P_DROP + deal[p, n]]
            v += price[P_RIVER] * deal[p, D_CROSS]
            found = False
            for n in range(deal[p, D_CHOICES]):
                e = D_CHOICE + ENTRY * n
                at = np.int64(deal[p, e + E_GAIN])
                j = np.int64(deal[p, e + E_CHOICE])
                if (blocked >> j) & 1 == 1:
                    continue
                found = True
                ways = 1
                if j == open_row:
                    ways = 3
                    at += P_ROWS - P_GAIN - STEPS * j
                for way in range(ways):
                    # a kind that is no slot has no fields here
                    k = P_SLOPE + 3 * at
                    u = v + price[P_GAIN + at] - price[k] * deal[p, e + E_FIELDS]
                    u -= price[k + 1] * deal[p, e + E_FIELDS + 1]
                    u -= price[k + 2] * deal[p, e + E_FIELDS + 2]
                    codes[count] = p * 160 + 20 * j + 20 + extra
                    if ways == 3:
                        codes[count] += way + 1
                        at += STEPS
                    values[count] = u
                    count += 1
            if not found:
                codes[count] = p * 160 + extra
                values[count] = v
                count += 1
    return count


@bare
def plain_moves(
    st: Ints, tb: Tables, index: Ints, codes: Ints, values: Floats, price: Floats
) -> int:
    """The misthrow and all areas without the joker, and their table values; the count.

    ``index`` is left with the entries before the move, the roll's clouds included.
    """
    info = tb.info
    if is_over(st, tb) or st[F_GREEN] < 0:
        return 0
    green = info[I_FACE + st[F_GREEN]]
    natural = info[I_FACE + st[F_NATURAL]]
    clouds = info[I_CLOUD + st[F_GREEN]] + info[I_CLOUD + st[F_NATURAL]]
    entries(st, info, clouds, index)
    codes[0] = MISTHROW
    values[0] = misthrow_value(st, tb, index)
    low, high = reach(st, info)
    return both_ways(st, tb, index, low, high, green, natural, 0, clouds, codes, values, 1, price)


@bare
def misthrow_value(st: Ints, tb: Tables, index: Ints) -> float:
    """Table value after a misthrow; ``index``: entries before it, the roll's clouds included."""
    info = tb.info
    g = info[I_GROUP + M_MISTHROW]
    if st[F_MARK + M_MISTHROW] + 1 >= info[I_MISTHROWS]:
        v: float = 0.0
        for k in range(info[I_GROUPS]):
            v += tb.bank[index[k]]
        now = index[g]
        v += tb.bank[now + info[I_STRIDE + M_MISTHROW]] - tb.bank[now]
        return v
    index[g] += info[I_STRIDE + M_MISTHROW]
    v = table_value(st, tb, index)
    index[g] -= info[I_STRIDE + M_MISTHROW]
    return v


@bare
def both_ways(
    st: Ints,
    tb: Tables,
    index: Ints,
    low: int,
    high: int,
    h: int,
    w: int,
    joker: int,
    clouds: int,
    codes: Ints,
    values: Floats,
    count: int,
    price: Floats,
) -> int:
    """Append the areas of h x w and, where that differs, of w x h fields; the new count."""
    if h * w > st[F_FREE]:
        return count
    a, b = tops(st, tb.info, low, high, h, w, clouds)
    c = d = 0
    if h != w:
        c, d = tops(st, tb.info, low, high, w, h, clouds)
    if a | b | c | d == 0:
        return count
    set_prices(st, tb, index, h * w, price)
    add = 0.0
    if joker > 0:
        add = joker_price(st, tb, index, h * w)
    extra = 4 * joker
    count = scan(st, tb, a, b, h, w, extra, clouds, price, add, codes, values, count)
    if h != w:
        count = scan(st, tb, c, d, w, h, extra, clouds, price, add, codes, values, count)
    return count


@bare
def joker_price(st: Ints, tb: Tables, index: Ints, fields: int) -> float:
    """What spending the joker on an area of so many fields changes in the table value."""
    g = tb.info[I_GROUP + M_JOKER]
    n = st[F_FREE] - fields
    k = index[g] - tb.info[I_STRIDE + M_JOKER]
    spent = blend(tb.worth, k, tb.knot[n], tb.part[n])
    return spent - blend(tb.worth, index[g], tb.knot[n], tb.part[n])


@bare
def joker_moves(
    st: Ints,
    tb: Tables,
    all_jokers: bool,
    index: Ints,
    codes: Ints,
    values: Floats,
    count: int,
    price: Floats,
) -> int:
    """Append the areas with the joker after ``plain_moves``; the new count."""
    info = tb.info
    if count == 0 or st[F_MARK + M_JOKER] == 0:
        return count
    n = count
    green = info[I_FACE + st[F_GREEN]]
    natural = info[I_FACE + st[F_NATURAL]]
    clouds = info[I_CLOUD + st[F_GREEN]] + info[I_CLOUD + st[F_NATURAL]]
    low, high = reach(st, info)
    rest = natural if info[I_JOKER_DIE] == 0 else green
    rolled = green if info[I_JOKER_DIE] == 0 else natural
    for j in range(1, 5):
        if j == rolled and not all_jokers:
            continue
        n = both_ways(st, tb, index, low, high, j, rest, j, clouds, codes, values, n, price)
    return n


@njit
def moves_into(
    st: Ints, tb: Tables, all_jokers: bool, index: Ints, codes: Ints, values: Floats
) -> int:
    """All legal moves of a sheet with a roll pending, and their table values; the count.

    The misthrow comes first. ``all_jokers`` also names the number already rolled (ruling 3).
    """
    price = np.zeros(PRICES, np.float64)
    count = plain_moves(st, tb, index, codes, values, price)
    return joker_moves(st, tb, all_jokers, index, codes, values, count, price)


@bare
def shape_counts(st: Ints, tb: Tables, counts: Ints) -> None:
    """How many placements each shape has (no joker, no cloud needed).

    ``counts[4 * (h - 1) + w - 1]`` for h <= w, both ways together; the rest is scratch.
    """
    info = tb.info
    # x, y: corners of free rectangles; o, p: of rectangles with a near field (see ``corners``)
    x = free_low = st[F_LOW]
    y = free_high = st[F_HIGH]
    near_low, near_high = reach(st, info)
    o, p = near_low, near_high
    for k in range(16):
        counts[k] = 0
    for w in range(1, 5):
        if w > 1:
            j = w - 1
            m = (1 << j) - 1
            x &= (free_low >> j) | ((free_high & m) << (50 - j))
            y &= free_high >> j
            o |= (near_low >> j) | ((near_high & m) << (50 - j))
            p |= near_high >> j
        a, b, c, d = x, y, o, p
        for h in range(1, 5):
            if h > 1:
                j = 10 * (h - 1)
                m = (1 << j) - 1
                a &= (x >> j) | ((y & m) << (50 - j))
                b &= y >> j
                c |= (o >> j) | ((p & m) << (50 - j))
                d |= p >> j
            if a | b == 0:
                break
            s = I_TOP + 2 * ((h - 1) * 4 + w - 1)
            n = count_two(a & c & info[s], b & d & info[s + 1])
            counts[4 * (min(h, w) - 1) + max(h, w) - 1] += n


@njit
def shape_features(st: Ints, tb: Tables, out: Floats) -> None:
    """The shape of the free ground: what the next roll finds.

    ``out[0]``: share of the 36 rolls (no cloud needed) that have a placement without joker;
    ``out[1]``, ``out[2]``: that share weighted by how many placements n there are, n / (n + 3)
    and n / (n + 15); ``out[3]``: weighted by the area, in tens; ``out[4]``: ``1 - out[0]`` while
    the joker is there.
    """
    counts = np.zeros(16, np.int64)
    shape_into(st, tb, counts, out)


@bare
def shape_into(st: Ints, tb: Tables, counts: Ints, out: Floats) -> None:
    """``shape_features`` with scratch for the counts."""
    shape_counts(st, tb, counts)
    some = 0.0
    rich = 0.0
    very = 0.0
    big = 0.0
    for h in range(1, 5):
        for w in range(h, 5):
            k = 4 * (h - 1) + w - 1
            n = counts[k]
            if n > 0:
                weight = tb.odds[k]
                some += weight
                rich += weight * SATURATED[n, 0]
                very += weight * SATURATED[n, 1]
                big += weight * (0.1 * h * w)
    out[0] = some
    out[1] = rich
    out[2] = very
    out[3] = big
    out[4] = (1.0 - some) * st[F_MARK + M_JOKER]


@njit
def shape_value(st: Ints, tb: Tables, out: Floats) -> float:
    """The learned worth of the shape of the free ground; ``out`` receives its features."""
    return shape_worth(st, tb, np.zeros(16, np.int64), out)


@bare
def shape_worth(st: Ints, tb: Tables, counts: Ints, out: Floats) -> float:
    """``shape_value`` with scratch for the counts."""
    shape_into(st, tb, counts, out)
    n = st[F_FREE]
    v = 0.0
    for k in range(SHAPES):
        v += blend(tb.shape, k, tb.knot[n], tb.part[n]) * out[k]
    return v


@njit
def evaluate_state(st: Ints, tb: Tables, index: Ints, out: Floats) -> float:
    """Banked + future of a sheet between two rounds (an afterstate)."""
    return evaluate_with(st, tb, index, np.zeros(16, np.int64), out)


@bare
def evaluate_with(st: Ints, tb: Tables, index: Ints, counts: Ints, out: Floats) -> float:
    """``evaluate_state`` with scratch for the counts."""
    if is_over(st, tb):
        return score_with(st, tb, index)
    entries(st, tb.info, 0, index)
    return table_value(st, tb, index) + shape_worth(st, tb, counts, out)


@bare
def afterstate(st: Ints, tb: Tables, green: int, natural: int, code: int, work: Work) -> float:
    """Value of the sheet after a roll and a move; ``work.trial`` receives the sheet."""
    trial = work.trial
    for k in range(STATE):
        trial[k] = st[k]
    trial[F_GREEN] = green
    trial[F_NATURAL] = natural
    apply_code(trial, tb, code)
    return evaluate_with(trial, tb, work.other, work.counts, work.shape)


@bare
def quick_tables(tb: Tables) -> Tables:
    """The tables with the quick worth in the place of the full one."""
    return Tables(
        tb.place,
        tb.info,
        tb.quick,
        tb.quick_slope,
        tb.shape,
        tb.bank,
        tb.quick,
        tb.quick_slope,
        tb.deal,
        tb.most,
        tb.odds,
        tb.knot,
        tb.part,
    )


@bare
def choose(st: Ints, tb: Tables, work: Work) -> tuple[int, float]:
    """The policy's move for the pending roll and the worth of its afterstate.

    The quick tables rank, the best ``TOP`` are evaluated in full. The joker is looked at only
    when the roll is no better than the average one. Ties go to the move listed first.
    """
    codes = work.codes
    values = work.values
    index = work.entry
    quick = quick_tables(tb)
    count = plain_moves(st, quick, index, codes, values, work.price)
    if st[F_MARK + M_JOKER] > 0:
        expected = table_value(st, quick, index)
        best_value = values[0]
        for i in range(1, count):
            best_value = max(best_value, values[i])
        if best_value < expected + JOKER_BELOW:
            count = joker_moves(st, quick, False, index, codes, values, count, work.price)
    # the best few, best first, in the places of the misthrow and the moves after it
    held = 0
    for i in range(count):
        value = values[i]
        if held == TOP and value <= values[TOP - 1]:
            continue
        code = codes[i]
        k = min(held, TOP - 1)
        while k > 0 and values[k - 1] < value:
            values[k] = values[k - 1]
            codes[k] = codes[k - 1]
            k -= 1
        values[k] = value
        codes[k] = code
        held = min(held + 1, TOP)
    best = MISTHROW
    best_value = -1e300
    least = values[0] - CLOSE
    for i in range(held):
        if values[i] < least:
            break
        v = afterstate(st, tb, st[F_GREEN], st[F_NATURAL], codes[i], work)
        if v > best_value:
            best_value = v
            best = codes[i]
    return best, best_value


@njit
def candidates_into(st: Ints, tb: Tables, codes: Ints, values: Floats, banked: Floats) -> int:
    """All moves of ``moves_into`` with full afterstate values and banked points; the count."""
    index = np.zeros(GROUP_MOST, np.int64)
    out = np.zeros(SHAPES, np.float64)
    trial = np.zeros(STATE, np.int64)
    count = moves_into(st, tb, False, index, codes, values)
    for i in range(count):
        trial[:] = st
        apply_code(trial, tb, codes[i])
        banked[i] = score_state(trial, tb)
        values[i] = evaluate_state(trial, tb, index, out)
    return count


@bare
def stays(st: Ints, tb: Tables, worth: float, work: Work) -> bool:
    """Whether the policy plays on before an unknown roll (ruling 8).

    ``worth`` is ``evaluate_state`` of the sheet. Clear cases by the learned future; else by the
    expectation over the next roll of the best afterstate, where dropping out again afterwards is
    worth the points on the sheet.
    """
    now = score_with(st, tb, work.entry)
    future = worth - now
    if future > STAY_SURELY:
        return True
    if future < -STAY_SURELY:
        return False
    return ahead(st, tb, now, work) > 36.0 * now


@bare
def ahead(st: Ints, tb: Tables, now: float, work: Work) -> float:
    """36 times the expectation of ``stays``; no more than certain once that is above ``now``.

    The best area of each shape is looked for once for each number of clouds, not for each roll.
    The joker changes the value of all areas of a size alike.
    """
    info = tb.info
    index = work.entry
    quick = quick_tables(tb)
    low, high = reach(st, info)
    joker = st[F_MARK + M_JOKER] > 0
    areas, after = work.areas, work.after
    total: float = 0.0
    left = 36
    for clouds in range(3):
        entries(st, info, clouds, index)
        missed = misthrow_value(st, quick, index)
        for k in range(16):
            work.found[k] = UNSEEN
        for k in range(33):
            after[k] = np.nan
        for green in range(6):
            for natural in range(6):
                if info[I_CLOUD + green] + info[I_CLOUD + natural] != clouds:
                    continue
                weight = info[I_EQUAL + green] * info[I_EQUAL + natural]
                if not joker and natural != green:  # only the pair counts
                    weight = 0 if natural < green else 2 * weight
                if weight == 0:
                    continue
                h = info[I_FACE + green]
                w = info[I_FACE + natural]
                # misthrow 0, then the shapes, then the shapes with the joker
                pick = 0
                code = MISTHROW
                value = missed
                k = best_area(st, quick, low, high, h, w, clouds, work)
                if areas[k] > value:
                    pick = 1 + k
                    code = work.found[k]
                    value = areas[k]
                if joker:
                    rest = w if info[I_JOKER_DIE] == 0 else h
                    rolled = h if info[I_JOKER_DIE] == 0 else w
                    for j in range(1, 5):
                        if j == rolled:
                            continue
                        k = best_area(st, quick, low, high, j, rest, clouds, work)
                        if areas[k] + areas[16 + k] > value:
                            pick = 17 + k
                            code = work.found[k] + 4 * j
                            value = areas[k] + areas[16 + k]
                if np.isnan(after[pick]):
                    v = afterstate(st, tb, green, natural, code, work)
                    after[pick] = max(v, score_with(work.trial, tb, work.other))
                total += weight * after[pick]
                left -= weight
                if total + left * (now - 3.0) > 36.0 * now:
                    total += left * (now - 3.0)  # even if every other roll is a misthrow
                    return total
    return total


@bare
def best_area(
    st: Ints, quick: Tables, low: int, high: int, h: int, w: int, clouds: int, work: Work
) -> int:
    """The number k of a shape, either way round, without the joker.

    ``work.areas[k]`` receives the best table value, ``work.found[k]`` its code,
    ``work.areas[16 + k]`` the price of the joker.
    """
    k = 4 * (min(h, w) - 1) + max(h, w) - 1
    if work.found[k] == UNSEEN:
        values = work.values
        index = work.entry
        count = both_ways(
            st, quick, index, low, high, h, w, 0, clouds, work.codes, values, 0, work.price
        )
        best = 0
        for i in range(1, count):
            if values[i] > values[best]:
                best = i
        work.areas[k] = -1e300
        work.areas[16 + k] = 0.0
        work.found[k] = MISTHROW
        if count > 0:
            work.areas[k] = values[best]
            work.found[k] = work.codes[best]
            if st[F_MARK + M_JOKER] > 0:
                work.areas[16 + k] = joker_price(st, quick, index, h * w)
    return k


@bare
def playout(
    st: Ints,
    tb: Tables,
    known: Ints,
    ends: bool,
    seed: int,
    world: int,
    log: Ints,
    work: Work,
) -> int:
    """Play ``st`` (changed in place) to the end by the policy; returns the entries of ``log``.

    Rolls: first those of ``known`` (pairs of faces), then number ``world % 36`` of the 36 ordered
    pairs, then the counter-based dice of the world. ``ends``: the sheet is over when the known
    rolls are used up. ``log`` receives the moves and, as ``ROLL - pair``, the rolls; it may be
    empty.
    """
    used = 0
    n = 0
    limit = len(log)
    worth = evaluate_with(st, tb, work.other, work.counts, work.shape)
    while not is_over(st, tb):
        if st[F_GREEN] < 0:
            if ends and used >= len(known):
                return n
            if st[F_STAYED] == 0:
                code = STAY_IN
                if not stays(st, tb, worth, work):
                    code = DROP_OUT
                apply_code(st, tb, code)
                if n < limit:
                    log[n] = code
                    n += 1
                if code == DROP_OUT:
                    return n
            if used < len(known):
                st[F_GREEN] = known[used, 0]
                st[F_NATURAL] = known[used, 1]
            else:
                if used == len(known):
                    pair = world % ROLLS
                else:
                    event = st[F_AREAS] + st[F_MARK + M_MISTHROW]
                    pair = below(counter_hash(seed, world, event, DICE), ROLLS)
                st[F_GREEN] = pair // 6
                st[F_NATURAL] = pair % 6
            used += 1
            st[F_STAYED] = 0
            if n < limit:
                log[n] = ROLL - (st[F_GREEN] * 6 + st[F_NATURAL])
                n += 1
        code, worth = choose(st, tb, work)
        apply_code(st, tb, code)
        if n < limit:
            log[n] = code
            n += 1
    return n


@njit
def rollouts_into(
    start: Ints,
    tb: Tables,
    firsts: Ints,
    known: Ints,
    ends: bool,
    seed: int,
    worlds: Ints,
    out: Floats,
) -> None:
    """``out[i, j]``: final score when ``firsts[i]`` is played and world ``worlds[j]`` follows."""
    work = new_work()
    st = np.zeros(STATE, np.int64)
    log = np.zeros(0, np.int64)
    for i in range(len(firsts)):
        for j in range(len(worlds)):
            for k in range(STATE):
                st[k] = start[k]
            apply_code(st, tb, firsts[i])
            playout(st, tb, known, ends, seed, worlds[j], log, work)
            out[i, j] = score_with(st, tb, work.entry)


# ================================================================================================
# Tables
# ================================================================================================


@dataclass(frozen=True, slots=True)
class Group:
    """Score categories that share marks, and how their table is laid out.

    ``marks``: (name, size) dimensions, the last varies fastest; ``own``: kinds whose free fields
    are a further dimension (printed number + 1); ``slots``: kinds whose free fields are worth a
    ``slope`` that depends on the marks.
    """

    name: str
    marks: tuple[tuple[str, int], ...] = ()
    own: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()


GROUPS: dict[Season, tuple[Group, ...]] = {
    "spring": (
        Group("tree", (("tree", 16),), ("tree",)),
        Group("bee_flower", (("bee", 7), ("flower", 10)), (), ("bee", "flower")),
        Group("butterfly", (("butterfly", 11),), ("butterfly",)),
        Group("bird_pair", (("bird_pair", 7),), (), ("red_bird", "blue_bird")),
        Group("rainbow", (("rainbow", 8),), ("rainbow",)),
        Group("seedling", (("seedling", 8), ("cloud", 7)), (), ("seedling",)),
        Group("bear", (), ("bear",)),
        Group("river_crossing", (("river_crossing", 10),)),
        Group("misthrow", (("joker", 2), ("misthrow", 7))),
    ),
    "summer": (
        Group("tree", (("tree", 16),), ("tree",)),
        Group("daisy", (("daisy", 16),), ("daisy",)),
        Group("clover", (("claimed", 2), ("clover", 5)), ("clover",)),
        Group(
            "fruit",
            (("apple", 6), ("cherry", 6), ("peach", 6)),
            (),
            ("apple", "cherry", "peach"),
        ),
        Group("firefly", (("firefly", 6),), ("firefly",)),
        Group("mosquito", (), ("mosquito",)),
        Group("snake", (), ("snake",)),
        Group("misthrow", (("joker", 2), ("misthrow", 7))),
    ),
    "autumn": (
        Group("mushroom", (("porcini", 15), ("fly_agaric", 12)), (), ("porcini", "fly_agaric")),
        Group("pinecone", (("pinecone", 9),), ("pinecone",)),
        Group("conifer", (("row", 4), ("conifer", 10)), ("conifer",)),
        Group("acorn_squirrel", (("acorn", 9), ("squirrel", 6)), (), ("acorn", "squirrel")),
        Group(
            "deciduous_leaf",
            (("deciduous_tree", 12), ("leaf", 12)),
            (),
            ("deciduous_tree", "leaf"),
        ),
        Group("storm", (), ("storm",)),
        Group("misthrow", (("joker", 2), ("misthrow", 7))),
    ),
    "winter": (
        Group("tree", (("tree", 19),), ("tree",)),
        Group("fox", (("fox", 11),), ("fox",)),
        Group("bird_berry", (("bird", 7), ("berry", 7)), (), ("bird", "berry")),
        Group("moose", (), ("moose",)),
        Group("icicle", (("icicle", 7),), ("icicle",)),
        Group("holly", (("die", 5), ("holly", 9)), ("holly",)),
        Group("snowdrop", (("snowdrop", 10), ("cloud", 10)), (), ("snowdrop",)),
        Group("snowflake", (), ("snowflake",)),
        Group("river_crossing", (("river_crossing", 13),)),
        Group("misthrow", (("joker", 2), ("misthrow", 7))),
    ),
}

_FIXED = {
    "fly_agaric": M_SECOND,
    "cloud": M_CLOUD,
    "river_crossing": M_RIVER,
    "row": M_EXTRA,
    "claimed": M_EXTRA,
    "die": M_EXTRA,
    "misthrow": M_MISTHROW,
    "joker": M_JOKER,
}


def mark_index(at: Sheet, name: str) -> int:
    """Where a mark lies in the state vector, counted from ``F_MARK``."""
    return at.choices.index(name) if name in at.choices else _FIXED[name]


@cache
def kinds(season: Season) -> tuple[str, ...]:
    """The printed symbols of a sheet but start fields, sorted: the order of the supplies."""
    found = {name for line in sheet(season).symbols for name in line}
    return tuple(sorted(name for name in found if not name.startswith("start")))


def supply(season: Season, kind: str) -> int:
    """How many fields show a symbol."""
    return len(sheet(season).spots(kind))


def group_shape(season: Season, group: Group) -> tuple[int, ...]:
    """The dimensions of a group's table: its marks, then its own kinds."""
    return (
        *(size for _, size in group.marks),
        *(supply(season, kind) + 1 for kind in group.own),
    )


def group_names(group: Group) -> tuple[str, ...]:
    """The names of the dimensions of ``group_shape``; a kind is ``"free " + name``."""
    return (*(name for name, _ in group.marks), *(f"free {kind}" for kind in group.own))


def _step(steps: tuple[tuple[int, int], ...], count: int) -> int:
    return max((points for least, points in steps if count >= least), default=0)


def group_points(season: Season, name: str, at: dict[str, int]) -> float:
    """Points of a group (rulings 17-22) for marks and free fields ``at``."""
    sh = sheet(season)
    pts = sh.points
    if name == "tree":
        bonus = pts.tree_bonus if pts.tree_bonus and at["tree"] >= pts.tree_bonus_from else 0
        return pts.tree * at["tree"] + bonus
    if name == "bee_flower":
        return at["bee"] * _step(pts.bee_by_flowers, at["flower"])
    if name == "butterfly":
        return pts.butterfly * at["butterfly"] if at["butterfly"] % 2 == 0 else 0
    if name == "bird_pair":
        return pts.bird_pair * at["bird_pair"]
    if name == "rainbow":
        return pts.rainbow_all if at["rainbow"] >= sh.circles["rainbow"] else 0
    if name == "seedling":
        return at["seedling"] * _step(pts.seedling_by_clouds, at["cloud"])
    if name == "bear":
        return pts.bear * at["free bear"]
    if name == "snake":
        return pts.snake * at["free snake"]
    if name == "mosquito":
        return pts.mosquito_none if at["free mosquito"] == supply(season, "mosquito") else 0
    if name == "moose":
        return pts.moose_all if at["free moose"] == 0 else 0
    if name == "river_crossing":
        return pts.river_crossing * at["river_crossing"]
    if name == "misthrow":
        return pts.misthrow * at["misthrow"]
    if name == "daisy":
        return pts.daisy * at["daisy"] if at["daisy"] % 2 == 1 else 0
    if name == "clover":
        if at["clover"] < sh.circles["clover"]:
            return 0
        return pts.clover_later if at["claimed"] else pts.clover_first
    if name == "fruit":
        product, some = 1, False
        for fruit in ("apple", "cherry", "peach"):
            if at[fruit] > 0:
                product, some = product * at[fruit], True
        return product if some else 0
    if name == "firefly":
        return pts.firefly * at["firefly"]
    if name == "mushroom":
        return pts.porcini * at["porcini"] + pts.fly_agaric * at["fly_agaric"]
    if name == "pinecone":
        return at["pinecone"] // pts.pinecone_row * pts.pinecone_row_points
    if name == "conifer":
        row = at["row"]
        full = row > 0 and at["conifer"] >= sh.conifer_rows[row - 1]
        return dict(pts.conifer_by_row)[sh.conifer_rows[row - 1]] if full else 0
    if name == "acorn_squirrel":
        return at["acorn"] * at["squirrel"]
    if name == "deciduous_leaf":
        return pts.deciduous_leaf * min(at["deciduous_tree"], at["leaf"])
    if name == "fox":
        return pts.fox * at["fox"]
    if name == "bird_berry":
        return pts.bird_berry * at["bird"] if at["bird"] == at["berry"] else 0
    if name == "icicle":
        return pts.icicle_exact if at["icicle"] == sh.circles["icicle"] else 0
    if name == "holly":
        numbers = [face.number for face in faces()]
        return at["holly"] * (at["die"] or sum(numbers) / len(numbers))
    if name == "snowdrop":
        return pts.snowdrop * at["snowdrop"] if at["snowdrop"] >= at["cloud"] else 0
    if name in ("storm", "snowflake"):
        return 0
    raise ValueError(f"no group {name!r} in {season}")


@cache
def placements() -> tuple[tuple[int, int, int, int], ...]:
    """(row, column, height, width) of every placement, in order of its number."""
    return tuple(
        (r, c, h, w)
        for h in range(1, 5)
        for w in range(1, 5)
        for r in range(SIZE + 1 - h)
        for c in range(SIZE + 1 - w)
    )


@cache
def _numbers() -> dict[tuple[int, int, int, int], int]:
    return {place: number for number, place in enumerate(placements())}


def _words(spots: Any) -> tuple[int, int]:
    low = high = 0
    for r, c in spots:
        if r < 5:
            low |= 1 << (10 * r + c)
        else:
            high |= 1 << (10 * r - 50 + c)
    return low, high


@cache
def _board(season: Season) -> tuple[Shorts, Ints, Floats]:
    """The tables of a sheet that do not depend on weights: place, info, bank."""
    sh = sheet(season)
    names = kinds(season)
    groups = GROUPS[season]
    info = np.zeros(INFO, np.int64)
    place = np.zeros((PLACEMENTS, COLUMNS), np.int16)
    info[I_SEASON] = SEASONS.index(season)
    info[I_GROUPS] = len(groups)
    info[I_RIVER] = {"count": 1, "ignore": 0, "forbid": 2}[sh.river]
    info[I_STORM] = int(sh.river == "forbid")
    info[I_JOKER_DIE] = int(sh.joker == "natural")
    if season == "summer":  # ruling 14
        info[I_NEEDS_CLOUD] = 1 << sh.choices.index("tree")
        info[I_NEEDS_CLEAR] = 1 << sh.choices.index("firefly")
    info[I_SECOND] = sh.choices.index("porcini") if season == "autumn" else -1
    info[I_ROW] = sh.choices.index("conifer") if season == "autumn" else -1
    for k, row in enumerate(sh.conifer_rows):
        info[I_ROWS + k] = row
    info[I_MISTHROWS] = most_misthrows()
    info[I_GROUP : I_GROUP + MARKS] = -1
    info[I_OWN_GROUP : I_OWN_GROUP + KINDS] = -1
    for name in (*sh.choices, *_FIXED):
        j = mark_index(sh, name)
        # icicles count fields, also beyond the circles (ruling 17)
        unlimited = name not in sh.circles or name == "icicle"
        info[I_CIRCLES + j] = max(info[I_CIRCLES + j], 99 if unlimited else sh.circles[name])
    offset = slot = slot_offset = 0
    bank: list[float] = []
    for g, group in enumerate(groups):
        shape = group_shape(season, group)
        size = int(np.prod(shape))
        strides = [int(np.prod(shape[d + 1 :])) for d in range(len(shape))]
        info[I_OFFSET + g] = offset
        info[I_OWNER + g] = int(bool(group.own))
        if group.own:
            info[I_OWNER_LIST + info[I_OWNERS]] = g
            info[I_OWNERS] += 1
        for d, (name, length) in enumerate(group.marks):
            j = mark_index(sh, name)
            info[I_GROUP + j], info[I_STRIDE + j], info[I_CAP + j] = g, strides[d], length - 1
        for d, kind in enumerate(group.own):
            t = names.index(kind)
            info[I_OWN_GROUP + t], info[I_OWN_STRIDE + t] = g, strides[len(group.marks) + d]
        info[I_SLOT_FROM + g] = slot
        for kind in group.slots:
            info[I_SLOT_KIND + slot] = names.index(kind)
            info[I_SLOT_OFFSET + slot] = slot_offset
            slot, slot_offset = slot + 1, slot_offset + size
        info[I_SLOT_TO + g] = slot
        dims = group_names(group)
        bank += [
            float(group_points(season, group.name, dict(zip(dims, at, strict=True))))
            for at in np.ndindex(*shape)
        ]
        offset += size
    info[I_SLOTS] = slot_offset
    for k, spot in enumerate(sh.starts):
        info[I_START + 2 * k : I_START + 2 * k + 2] = _words([spot])
    for j in range(len(sh.choices)):
        group = groups[info[I_GROUP + j]]
        info[I_SLOTTED + j] = len(group.slots)
        info[I_OWNED + j] = names.index(group.own[0]) if group.own else -1
        for q, kind in enumerate(group.slots):
            info[I_SLOTTED_KIND + 3 * j + q] = names.index(kind)
    for k, face in enumerate(faces()):
        info[I_FACE + k], info[I_CLOUD + k] = face.number, int(face.cloud)
        info[I_EQUAL + faces().index(face)] += 1  # equal faces are counted at the first of them
    river_pairs = [frozenset(pair) for pair in river()]
    tops: dict[int, list[tuple[int, int]]] = {k: [] for k in range(16)}
    storm_tops: dict[int, list[tuple[int, int]]] = {k: [] for k in range(16)}
    for p, (r, c, h, w) in enumerate(placements()):
        shape_number = (h - 1) * 4 + w - 1
        if r == 0 and c == 0:
            info[I_BASE + shape_number] = p
        spots = {(i, j) for i in range(r, r + h) for j in range(c, c + w)}
        crosses = any(pair <= spots for pair in river_pairs)
        shown = [sh.symbols[i][j] for i, j in spots]
        for t, kind in enumerate(names):
            place[p, C_KIND + t] = shown.count(kind)
            g = info[I_OWN_GROUP + t]
            if g >= 0:
                place[p, C_SHIFT + g] += info[I_OWN_STRIDE + t] * shown.count(kind)
        for j, name in enumerate(sh.choices):
            gain = shown.count(name)
            if name == "bird_pair":
                gain = min(shown.count("red_bird"), shown.count("blue_bird"))
            if season == "winter" and (
                (name == "tree" and "snowflake" not in shown) or (name == "fox" and gain != 1)
            ):
                gain = 0
            place[p, C_GAIN + j] = gain
        place[p, C_ROW : C_WIDTH + 1] = r, c, h, w
        place[p, C_SECOND] = shown.count("fly_agaric")
        place[p, C_CROSS] = int(crosses)
        if not (crosses and sh.river == "forbid"):
            tops[shape_number].append((r, c))
            if "storm" in shown:
                storm_tops[shape_number].append((r, c))
    for k in range(16):
        info[I_TOP + 2 * k : I_TOP + 2 * k + 2] = _words(tops[k])
        info[I_STORM_TOP + 2 * k : I_STORM_TOP + 2 * k + 2] = _words(storm_tops[k])
    return place, info, np.array(bank)


@cache
def _deal(season: Season) -> tuple[Unsigned, Unsigned]:
    """The tables ``deal`` and ``most`` of a sheet."""
    place, info, _ = _board(season)
    deal = np.zeros((PLACEMENTS, DEALT), np.uint8)
    most = np.zeros((SIZE + 7, KINDS + CHOICES), np.uint8)
    for p in range(PLACEMENTS):
        shown = place[p, C_KIND : C_KIND + KINDS].tolist()
        gains = place[p, C_GAIN : C_GAIN + CHOICES].tolist()
        kinds_here = [P_DROP + STEPS * t + n for t, n in enumerate(shown) if n]
        deal[p, D_KINDS] = len(kinds_here)
        deal[p, D_KIND : D_KIND + len(kinds_here)] = kinds_here
        deal[p, D_CROSS] = place[p, C_CROSS]
        found = [j for j, gain in enumerate(gains) if gain]
        deal[p, D_CHOICES] = len(found)
        for k, j in enumerate(found):
            at = P_GAIN + STEPS * j + gains[j]
            if j == info[I_SECOND]:
                at = P_SECOND + STEPS * gains[j] + int(place[p, C_SECOND])
            own = info[I_OWNED + j]
            if own >= 0 and shown[own] != gains[j]:
                raise ValueError(f"{season}: a choice must cross all its fields in the area")
            fields = [0, 0, 0]
            for q in range(info[I_SLOTTED + j]):
                fields[q] = shown[info[I_SLOTTED_KIND + 3 * j + q]]
            record = D_CHOICE + ENTRY * k
            deal[p, record : record + ENTRY] = [at - P_GAIN, j, *fields]
        size = int(place[p, C_HEIGHT]) * int(place[p, C_WIDTH])
        most[size] = np.maximum(most[size], [*shown, *gains])
    if most.max() >= STEPS or (info[I_SECOND] >= 0 and most[:, KINDS + info[I_SECOND]].max() > 5):
        raise ValueError(f"{season}: more equal symbols in one area than the prices hold")
    return deal, most


@cache
def _odds() -> Floats:
    """The table ``odds``: by shape ``4 * (height - 1) + width - 1``, height at most width."""
    odds = np.zeros(16)
    numbers = [face.number for face in faces()]
    for a in numbers:
        for b in numbers:
            odds[4 * (min(a, b) - 1) + max(a, b) - 1] += 1.0 / len(numbers) ** 2
    return odds


def build_tables(
    season: Season,
    knots: Floats | None = None,
    worth: NDArray[Any] | None = None,
    slope: NDArray[Any] | None = None,
    shape: NDArray[Any] | None = None,
    quick: NDArray[Any] | None = None,
    quick_slope: NDArray[Any] | None = None,
) -> Tables:
    """Tables from learned parts given at ``knots`` (numbers of free fields), linear in between.

    ``worth`` and ``quick`` [knot, entry], ``slope`` and ``quick_slope`` [knot, slot entry],
    ``shape`` [knot, feature]. Without
    them the future is worth nothing: the plain greedy player.
    """
    place, info, bank = _board(season)
    at = np.array([0.0, SIZE * SIZE]) if knots is None else knots
    fields = np.arange(SIZE * SIZE + 1)
    knot = np.clip(np.searchsorted(at, fields, side="right") - 1, 0, len(at) - 2)
    part = (fields - at[knot]) / (at[knot + 1] - at[knot])

    def turned(values: NDArray[Any] | None, rows: int, banked: Floats | float = 0.0) -> Floats:
        if values is None:
            values = np.zeros((len(at), rows))
        return np.ascontiguousarray((values.astype(np.float64) + banked).T)

    slots = int(info[I_SLOTS])
    return Tables(
        place,
        info,
        turned(worth, len(bank), bank),
        turned(slope, slots),
        turned(shape, SHAPES),
        bank,
        turned(quick, len(bank), bank),
        turned(quick_slope, slots),
        *_deal(season),
        _odds(),
        knot,
        part,
    )


@cache
def tables(season: Season) -> Tables:
    """The tables of a sheet with the shipped weights."""
    with np.load(WEIGHTS) as file:
        return build_tables(
            season,
            file["knots"].astype(np.float64),
            file[f"{season}_worth"],
            file[f"{season}_slope"],
            file[f"{season}_shape"],
            file[f"{season}_quick"],
            file[f"{season}_quick_slope"],
        )


@cache
def greedy_tables(season: Season) -> Tables:
    """The tables of the plain greedy player: banked points only."""
    return build_tables(season)


# ================================================================================================
# Between positions and states
# ================================================================================================


def new_state(season: Season, start: int) -> Ints:
    """An empty sheet before the first roll; ``start`` 1-6."""
    st = np.zeros(STATE, np.int64)
    st[F_SEASON], st[F_START] = SEASONS.index(season), start - 1
    st[F_LOW], st[F_HIGH], st[F_FREE] = LOW50, LOW50, SIZE * SIZE
    st[F_GREEN] = st[F_NATURAL] = -1
    st[F_MARK + M_JOKER] = 1
    for t, kind in enumerate(kinds(season)):
        st[F_SUPPLY + t] = supply(season, kind)
    return st


def season_of(st: Ints) -> Season:
    """The season of a state."""
    return SEASONS[int(st[F_SEASON])]


def pack(p: Position) -> Ints:
    """The state vector of a position. Known or sampled rolls are not part of it."""
    st = new_state(p.season, p.start)
    sh = sheet(p.season)
    place, info, _ = _board(p.season)
    st[F_MARK + M_JOKER] = int(p.joker)
    st[F_MARK + M_MISTHROW] = p.misthrows
    st[F_MARK + M_CLOUD] = p.clouds
    if p.season == "autumn" and p.conifer_row is not None:
        st[F_MARK + M_EXTRA] = sh.conifer_rows.index(p.conifer_row) + 1
    if p.season == "summer":
        st[F_MARK + M_EXTRA] = int(p.clovers_claimed)
    if p.season == "winter":
        st[F_MARK + M_EXTRA] = p.holly or 0
    for area in p.areas:
        top, left, bottom, right = area.corners
        number = _numbers()[top, left, bottom - top + 1, right - left + 1]
        low, high = _words((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        st[F_LOW] &= ~low
        st[F_HIGH] &= ~high
        st[F_AREAS] += 1
        st[F_FREE] -= (bottom - top + 1) * (right - left + 1)
        st[F_SUPPLY : F_SUPPLY + KINDS] -= place[number, C_KIND : C_KIND + KINDS]
        if sh.river == "count":
            st[F_MARK + M_RIVER] += place[number, C_CROSS]
        if area.symbol is not None:
            j = sh.choices.index(area.symbol)
            st[F_MARK + j] += place[number, C_GAIN + j]
            if area.symbol == "porcini":
                st[F_MARK + M_SECOND] += place[number, C_SECOND]
    for j in range(MARKS):
        st[F_MARK + j] = min(st[F_MARK + j], info[I_CIRCLES + j])
    if p.season == "autumn" and p.conifer_row is not None:
        j = F_MARK + sh.choices.index("conifer")
        st[j] = min(int(st[j]), p.conifer_row)
    if p.roll is not None:
        st[F_GREEN], st[F_NATURAL] = faces().index(p.roll.green), faces().index(p.roll.natural)
    st[F_STAYED] = int(p.staying)
    st[F_DROPPED] = int(p.dropped_out or p.holly is not None)
    return st


def known_rolls(p: Position) -> Ints:
    """The listed rolls that follow, as pairs of faces [roll, die]."""
    listed = p.rolls or ()
    pairs = [(faces().index(dice.green), faces().index(dice.natural)) for dice in listed]
    return np.array(pairs, np.int64).reshape(len(pairs), 2)


def unpack(st: Ints) -> dict[str, Any]:
    """What a state says, by name; equal for a position and for its packed twin played alike.

    ``free`` is one integer (bit ``10 * row + column``); ``marks`` by name; ``supply`` by symbol.
    """
    season = season_of(st)
    sh = sheet(season)
    groups = GROUPS[season]
    names = [name for group in groups for name, _ in group.marks]
    faces_shown = (int(st[F_GREEN]), int(st[F_NATURAL]))
    return {
        "season": season,
        "start": int(st[F_START]) + 1,
        "free": int(st[F_LOW]) | int(st[F_HIGH]) << 50,
        "areas": int(st[F_AREAS]),
        "roll": None if faces_shown[0] < 0 else tuple(faces()[k].text() for k in faces_shown),
        "staying": bool(st[F_STAYED]),
        "over": bool(st[F_DROPPED]) or int(st[F_MARK + M_MISTHROW]) >= most_misthrows(),
        "marks": {name: int(st[F_MARK + mark_index(sh, name)]) for name in names},
        "supply": {kind: int(st[F_SUPPLY + t]) for t, kind in enumerate(kinds(season))},
    }


# ================================================================================================
# What the engine calls
# ================================================================================================


@dataclass(frozen=True, slots=True)
class Step:
    """A move code in words.

    ``kind`` is ``"area"``, ``"misthrow"``, ``"stay in"``, ``"drop out"`` or ``"roll"`` (then
    ``roll`` holds both face indices); ``corners`` top, left, bottom, right.
    """

    kind: str
    corners: tuple[int, int, int, int] = (0, 0, 0, 0)
    symbol: str | None = None
    joker: int | None = None
    row: int | None = None
    roll: tuple[int, int] = (0, 0)


def decode(season: Season, code: int) -> Step:
    """The meaning of a move code on a sheet."""
    if code < 0:
        if code <= ROLL:
            return Step("roll", roll=divmod(ROLL - code, 6))
        return Step({MISTHROW: "misthrow", STAY_IN: "stay in", DROP_OUT: "drop out"}[code])
    sh = sheet(season)
    r, c, h, w = placements()[code // 160]
    symbol, joker, row = code // 20 % 8, code // 4 % 5, code % 4
    return Step(
        "area",
        (r, c, r + h - 1, c + w - 1),
        sh.choices[symbol - 1] if symbol else None,
        joker or None,
        sh.conifer_rows[row - 1] if row else None,
    )


def encode(
    season: Season,
    corners: tuple[int, int, int, int],
    symbol: str | None,
    joker: int | None = None,
    row: int | None = None,
) -> int:
    """The move code of an area (the inverse of ``decode``)."""
    sh = sheet(season)
    top, left, bottom, right = corners
    p = _numbers()[top, left, bottom - top + 1, right - left + 1]
    s = 0 if symbol is None else sh.choices.index(symbol) + 1
    k = 0 if row is None else sh.conifer_rows.index(row) + 1
    return ((p * 8 + s) * 5 + (joker or 0)) * 4 + k


def legal(st: Ints) -> Ints:
    """All legal decisions as codes, sorted: moves with a roll pending, else stay in, drop out."""
    tb = greedy_tables(season_of(st))
    if is_over(st, tb):
        return np.zeros(0, np.int64)
    if st[F_GREEN] < 0:
        return np.array([] if st[F_STAYED] else [DROP_OUT, STAY_IN], np.int64)
    codes = np.zeros(MOST_MOVES, np.int64)
    count = moves_into(
        st, tb, True, np.zeros(GROUP_MOST, np.int64), codes, np.zeros(MOST_MOVES, np.float64)
    )
    return np.sort(codes[:count])


def apply_move(st: Ints, code: int) -> Ints:
    """A copy of the state after a legal decision."""
    out = st.copy()
    apply_code(out, greedy_tables(season_of(st)), int(code))
    return out


def apply_roll(st: Ints, green: int, natural: int) -> Ints:
    """A copy of the state with a roll (face indices 0-5) to act on."""
    out = st.copy()
    out[F_GREEN], out[F_NATURAL], out[F_STAYED] = green, natural, 0
    return out


def score(st: Ints) -> float:
    """The sheet's points if the player stopped now; an open holly die as its expectation."""
    return float(score_state(st, greedy_tables(season_of(st))))


def evaluate(states: Ints, tb: Tables | None = None) -> tuple[Floats, Floats]:
    """(banked, future) of afterstates [state, ``STATE``] of one season."""
    tb = tables(season_of(states[0])) if tb is None else tb
    index = np.zeros(GROUP_MOST, np.int64)
    out = np.zeros(SHAPES, np.float64)
    banked = np.array([score_state(st, tb) for st in states])
    total = np.array([evaluate_state(st, tb, index, out) for st in states])
    return banked, total - banked


def candidates(st: Ints, tb: Tables | None = None) -> tuple[Ints, Floats, Floats]:
    """All moves for the pending roll: codes, values (banked + future), banked; best first.

    A joker that names the number already rolled is left out. Ties by code.
    """
    tb = tables(season_of(st)) if tb is None else tb
    codes = np.zeros(MOST_MOVES, np.int64)
    values = np.zeros(MOST_MOVES, np.float64)
    banked = np.zeros(MOST_MOVES, np.float64)
    count = candidates_into(st, tb, codes, values, banked)
    order = np.lexsort((codes[:count], -values[:count]))
    return codes[order], values[order], banked[order]


def rollouts(
    st: Ints,
    first_codes: Ints,
    worlds: Ints,
    seed: int,
    known: Ints | None = None,
    ends: bool = False,
    tb: Tables | None = None,
) -> Floats:
    """Final scores [move, world] of playing each first move and then the policy; pure.

    ``worlds`` are world numbers; the first roll that is not ``known`` is number ``world % 36`` of
    the ordered pairs, later ones come from ``counter_hash(seed, world, round, DICE)``. ``known``:
    face pairs [roll, 2] that come next; ``ends``: the sheet is over after them. Releases the GIL.
    """
    tb = tables(season_of(st)) if tb is None else tb
    out = np.zeros((len(first_codes), len(worlds)), np.float64)
    rollouts_into(
        st,
        tb,
        np.asarray(first_codes, np.int64),
        NO_ROLLS if known is None else known,
        ends,
        seed,
        np.asarray(worlds, np.int64),
        out,
    )
    return out


def playout_log(
    st: Ints,
    world: int,
    seed: int,
    known: Ints | None = None,
    ends: bool = False,
    tb: Tables | None = None,
) -> tuple[list[int], float]:
    """The codes (rolls included) of one playout from a state, and its final score."""
    tb = tables(season_of(st)) if tb is None else tb
    end = st.copy()
    log = np.zeros(400, np.int64)
    n = playout(end, tb, NO_ROLLS if known is None else known, ends, seed, world, log, new_work())
    return [int(code) for code in log[:n]], float(score_state(end, tb))


NO_ROLLS: Ints = np.zeros((0, 2), np.int64)


def warm() -> None:
    """Compile everything above (or load it from the cache)."""
    st = apply_roll(new_state("spring", 1), 0, 5)
    rollouts(st, legal(st)[:1], np.arange(1), 0)
    candidates(st)
    evaluate(st[None, :])
    playout_log(st, 0, 0)
    apply_move(st, MISTHROW)
