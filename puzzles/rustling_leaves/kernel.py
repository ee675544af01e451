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

from ..core.jit import njit
from ..core.kernel_random import below, counter_hash
from ..core.random import DICE
from .data import SEASONS, SIZE, Season, Sheet, faces, most_misthrows, river, sheet

if TYPE_CHECKING:
    from .position import Position

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Shorts: TypeAlias = NDArray[np.int16]

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
I_START, I_FACE, I_CLOUD, I_SHAPE, I_EQUAL = 272, 284, 290, 296, 304
I_OWNERS, I_OWNER, I_OWNER_LIST, INFO = (
    14,
    312,
    328,
    344,
)  # groups whose entry depends on free fields

LOW50 = (1 << 50) - 1
NOT_FIRST = sum(0b1111111110 << (10 * r) for r in range(5))
NOT_LAST = sum(0b0111111111 << (10 * r) for r in range(5))

GROUP_MOST = 12
SHAPES = 5  # learned shape features of the free ground, see ``shape_features``
STAY_SURELY = 1.0  # a learned future beyond this (points) decides about staying in
CLOSE = 2.0  # points behind the best at most, to be looked at
TOP = 4  # candidates that are looked at with the shape of the free ground
JOKER_BELOW = 0.0  # the joker is looked at when the best plain move is not better by this


class Tables(NamedTuple):
    """Everything about one sheet that the compiled functions read.

    ``place`` int16 [placement, column]; ``info`` int64 [slot]; ``worth`` float64
    [free fields, entry], banked + future; ``slope`` float64 [free fields, slot entry], worth of a
    free field; ``shape`` float64 [free fields, feature]; ``bank`` float64 [entry], points;
    ``quick`` and ``quick_slope`` as ``worth`` and ``slope``, fitted without the shape features,
    to pick the few candidates that are looked at closely.
    """

    place: Shorts
    info: Ints
    worth: Floats
    slope: Floats
    shape: Floats
    bank: Floats
    quick: Floats
    quick_slope: Floats


# ================================================================================================
# Compiled
# ================================================================================================


@njit
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


@njit
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


@njit
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


@njit
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


@njit
def table_value(st: Ints, tb: Tables, index: Ints) -> float:
    """Banked score plus the learned part that the tables hold, for entries ``index``."""
    n = st[F_FREE]
    v = 0.0
    for g in range(tb.info[I_GROUPS]):
        v += tb.worth[n, index[g]]
        for q in range(tb.info[I_SLOT_FROM + g], tb.info[I_SLOT_TO + g]):
            k = tb.info[I_SLOT_OFFSET + q] + index[g] - tb.info[I_OFFSET + g]
            v += tb.slope[n, k] * st[F_SUPPLY + tb.info[I_SLOT_KIND + q]]
    return v


@njit
def is_over(st: Ints, tb: Tables) -> bool:
    """Dropped out, or the last misthrow was recorded (ruling 7)."""
    over: bool = st[F_DROPPED] != 0 or st[F_MARK + M_MISTHROW] >= tb.info[I_MISTHROWS]
    return over


@njit
def score_state(st: Ints, tb: Tables) -> float:
    """The sheet's points if the player stopped now; an open holly die as its expectation."""
    index = np.zeros(GROUP_MOST, np.int64)
    entries(st, tb.info, 0, index)
    v = 0.0
    for g in range(tb.info[I_GROUPS]):
        v += tb.bank[index[g]]
    return v


@njit
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


@njit
def scan(
    st: Ints,
    tb: Tables,
    index: Ints,
    near_low: int,
    near_high: int,
    h: int,
    w: int,
    joker: int,
    clouds: int,
    codes: Ints,
    values: Floats,
    count: int,
    lean: Floats,
) -> int:
    """Append every area of height h and width w with each symbol, and its table value.

    ``index`` holds the entries before the move, the roll's clouds included; ``lean`` is scratch
    of ``KINDS`` floats. Returns the new count. The values are those of ``table_value`` up to
    rounding.
    """
    info = tb.info
    place = tb.place
    n = st[F_FREE] - h * w
    if n < 0:
        return count
    a, b = corners(st[F_LOW], st[F_HIGH], near_low, near_high, h, w)
    shape = (h - 1) * 4 + w - 1
    top = I_TOP
    if clouds > 0 and info[I_STORM] > 0:
        top = I_STORM_TOP
    a &= info[top + 2 * shape]
    b &= info[top + 2 * shape + 1]
    if a == 0 and b == 0:
        return count
    owners = info[I_OWNERS]
    worth = tb.worth[n]
    slope = tb.slope[n]
    blocked = info[I_NEEDS_CLEAR] if clouds > 0 else info[I_NEEDS_CLOUD]
    # what no placement of this size changes; ``lean``: what a free field of each kind is worth
    fixed = 0.0
    for t in range(KINDS):
        lean[t] = 0.0
    for g in range(info[I_GROUPS]):
        i = index[g]
        if info[I_OWNER + g] == 0:
            fixed += worth[i]
        for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
            t = info[I_SLOT_KIND + q]
            each = slope[info[I_SLOT_OFFSET + q] + i - info[I_OFFSET + g]]
            lean[t] = each
            fixed += each * st[F_SUPPLY + t]
    g = info[I_GROUP + M_RIVER]
    cross_gain = 0.0
    if g >= 0 and st[F_MARK + M_RIVER] < info[I_CIRCLES + M_RIVER]:
        cross_gain = worth[index[g] + info[I_STRIDE + M_RIVER]] - worth[index[g]]
    if joker > 0 and st[F_MARK + M_JOKER] > 0:
        g = info[I_GROUP + M_JOKER]
        fixed += worth[index[g] - info[I_STRIDE + M_JOKER]] - worth[index[g]]
    base = info[I_BASE + shape]
    for r in range(11 - h):
        line = (a >> (10 * r)) & 1023 if r < 5 else (b >> (10 * r - 50)) & 1023
        c = 0
        while line > 0:
            if line & 1 == 0:
                line >>= 1
                c += 1
                continue
            p = base + r * (11 - w) + c
            line >>= 1
            c += 1
            v = fixed
            for k in range(owners):
                g = info[I_OWNER_LIST + k]
                v += worth[index[g] - place[p, C_SHIFT + g]]
            for t in range(KINDS):
                v -= lean[t] * place[p, C_KIND + t]
            if place[p, C_CROSS] > 0:
                v += cross_gain
            found = False
            for j in range(CHOICES):
                gain = place[p, C_GAIN + j]
                if gain == 0 or (blocked >> j) & 1 == 1:
                    continue
                found = True
                m = st[F_MARK + j]
                row_from = 0
                row_to = 1
                if j == info[I_ROW] and st[F_MARK + M_EXTRA] == 0:
                    row_from = 1
                    row_to = 4
                for row in range(row_from, row_to):
                    most = info[I_CIRCLES + j]
                    step = 0
                    if j == info[I_ROW]:
                        if row > 0:
                            most = info[I_ROWS + row - 1]
                            step = row * info[I_STRIDE + M_EXTRA]
                        else:
                            most = info[I_ROWS + st[F_MARK + M_EXTRA] - 1]
                    cap = info[I_CAP + j]
                    step += info[I_STRIDE + j] * (min(m + gain, most, cap) - min(m, cap))
                    if j == info[I_SECOND]:
                        m2 = st[F_MARK + M_SECOND]
                        new = min(m2 + place[p, C_SECOND], info[I_CIRCLES + M_SECOND])
                        step += info[I_STRIDE + M_SECOND] * (new - m2)
                    u = v
                    if step != 0:
                        g = info[I_GROUP + j]
                        i = index[g] - place[p, C_SHIFT + g]
                        u += worth[i + step] - worth[i]
                        for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
                            k = info[I_SLOT_OFFSET + q] + i - info[I_OFFSET + g]
                            t = info[I_SLOT_KIND + q]
                            free = st[F_SUPPLY + t] - place[p, C_KIND + t]
                            u += (slope[k + step] - slope[k]) * free
                    codes[count] = ((p * 8 + j + 1) * 5 + joker) * 4 + row
                    values[count] = u
                    count += 1
            if not found:
                codes[count] = (p * 160) + joker * 4
                values[count] = v
                count += 1
    return count


@njit
def plain_moves(st: Ints, tb: Tables, index: Ints, codes: Ints, values: Floats) -> int:
    """The misthrow and all areas without the joker, and their table values; the count.

    ``index`` is left with the entries before the move, the roll's clouds included.
    """
    info = tb.info
    if is_over(st, tb) or st[F_GREEN] < 0:
        return 0
    lean = np.empty(KINDS, np.float64)
    green = info[I_FACE + st[F_GREEN]]
    natural = info[I_FACE + st[F_NATURAL]]
    clouds = info[I_CLOUD + st[F_GREEN]] + info[I_CLOUD + st[F_NATURAL]]
    entries(st, info, clouds, index)
    codes[0] = MISTHROW
    g = info[I_GROUP + M_MISTHROW]
    if st[F_MARK + M_MISTHROW] + 1 >= info[I_MISTHROWS]:
        v = 0.0
        for k in range(info[I_GROUPS]):
            v += tb.bank[index[k]]
        now = index[g]
        values[0] = v + tb.bank[now + info[I_STRIDE + M_MISTHROW]] - tb.bank[now]
    else:
        index[g] += info[I_STRIDE + M_MISTHROW]
        values[0] = table_value(st, tb, index)
        index[g] -= info[I_STRIDE + M_MISTHROW]
    n = 1
    low, high = reach(st, info)
    n = scan(st, tb, index, low, high, green, natural, 0, clouds, codes, values, n, lean)
    if green != natural:
        n = scan(st, tb, index, low, high, natural, green, 0, clouds, codes, values, n, lean)
    return n


@njit
def joker_moves(
    st: Ints, tb: Tables, all_jokers: bool, index: Ints, codes: Ints, values: Floats, count: int
) -> int:
    """Append the areas with the joker after ``plain_moves``; the new count."""
    info = tb.info
    if count == 0 or st[F_MARK + M_JOKER] == 0:
        return count
    n = count
    lean = np.empty(KINDS, np.float64)
    green = info[I_FACE + st[F_GREEN]]
    natural = info[I_FACE + st[F_NATURAL]]
    clouds = info[I_CLOUD + st[F_GREEN]] + info[I_CLOUD + st[F_NATURAL]]
    low, high = reach(st, info)
    rest = natural if info[I_JOKER_DIE] == 0 else green
    rolled = green if info[I_JOKER_DIE] == 0 else natural
    for j in range(1, 5):
        if j == rolled and not all_jokers:
            continue
        n = scan(st, tb, index, low, high, j, rest, j, clouds, codes, values, n, lean)
        if j != rest:
            n = scan(st, tb, index, low, high, rest, j, j, clouds, codes, values, n, lean)
    return n


@njit
def moves_into(
    st: Ints, tb: Tables, all_jokers: bool, index: Ints, codes: Ints, values: Floats
) -> int:
    """All legal moves of a sheet with a roll pending, and their table values; the count.

    The misthrow comes first. ``all_jokers`` also names the number already rolled (ruling 3).
    """
    count = plain_moves(st, tb, index, codes, values)
    return joker_moves(st, tb, all_jokers, index, codes, values, count)


@njit
def shape_features(st: Ints, tb: Tables, out: Floats) -> None:
    """The shape of the free ground: what the next roll finds.

    ``out[0]``: share of the 36 rolls (no cloud needed) that have a placement without joker;
    ``out[1]``, ``out[2]``: that share weighted by how many placements n there are, n / (n + 3)
    and n / (n + 15); ``out[3]``: weighted by the area, in tens; ``out[4]``: ``1 - out[0]`` while
    the joker is there.
    """
    info = tb.info
    near_low, near_high = reach(st, info)
    some = 0.0
    rich = 0.0
    very = 0.0
    big = 0.0
    n12 = n13 = n14 = n23 = n24 = n34 = 0
    # x, y: corners of free rectangles; o, p: of rectangles with a near field (see ``corners``)
    x = free_low = st[F_LOW]
    y = free_high = st[F_HIGH]
    o, p = near_low, near_high
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
            s = I_TOP + 2 * ((h - 1) * 4 + w - 1)
            n = count_two(a & c & info[s], b & d & info[s + 1])
            # both orientations together; the narrow ones of a pair come in either order
            if h + w == 3:
                n12 += n
                n = n12 if w == 2 else 0
            elif h + w == 4 and h != w:
                n13 += n
                n = n13 if w == 3 else 0
            elif h + w == 5 and h * w == 4:
                n14 += n
                n = n14 if w == 4 else 0
            elif h + w == 5:
                n23 += n
                n = n23 if w == 3 else 0
            elif h + w == 6 and h != w:
                n24 += n
                n = n24 if w == 4 else 0
            elif h + w == 7:
                n34 += n
                n = n34 if w == 4 else 0
            if n > 0:
                weight = info[I_SHAPE + h] * info[I_SHAPE + w] / 36.0
                if h != w:
                    weight *= 2.0
                some += weight
                rich += weight * n / (n + 3.0)
                very += weight * n / (n + 15.0)
                big += weight * h * w / 10.0
    out[0] = some
    out[1] = rich
    out[2] = very
    out[3] = big
    out[4] = (1.0 - some) * st[F_MARK + M_JOKER]


@njit
def shape_value(st: Ints, tb: Tables, out: Floats) -> float:
    """The learned worth of the shape of the free ground."""
    shape_features(st, tb, out)
    v = 0.0
    for k in range(SHAPES):
        v += tb.shape[st[F_FREE], k] * out[k]
    return v


@njit
def evaluate_state(st: Ints, tb: Tables, index: Ints, out: Floats) -> float:
    """Banked + future of a sheet between two rounds (an afterstate)."""
    if is_over(st, tb):
        return score_state(st, tb)
    entries(st, tb.info, 0, index)
    return table_value(st, tb, index) + shape_value(st, tb, out)


@njit
def choose(
    st: Ints, tb: Tables, index: Ints, codes: Ints, values: Floats, trial: Ints, out: Floats
) -> tuple[int, float]:
    """The policy's move for the pending roll and the worth of its afterstate.

    The quick tables rank, the best ``TOP`` are evaluated in full. The joker is looked at only
    when the roll is no better than the average one. Ties go to the move listed first.
    """
    quick = Tables(
        tb.place, tb.info, tb.quick, tb.quick_slope, tb.shape, tb.bank, tb.quick, tb.quick_slope
    )
    count = plain_moves(st, quick, index, codes, values)
    if st[F_MARK + M_JOKER] > 0:
        expected = table_value(st, quick, index)
        best_value = values[0]
        for i in range(1, count):
            best_value = max(best_value, values[i])
        if best_value < expected + JOKER_BELOW:
            count = joker_moves(st, quick, False, index, codes, values, count)
    best = MISTHROW
    best_value = -1e300
    least = -1e300
    for turn in range(min(TOP, count)):
        k = 0
        for i in range(1, count):
            if values[i] > values[k]:
                k = i
        if turn == 0:
            least = values[k] - CLOSE
        elif values[k] < least:
            break
        values[k] = -1e300
        trial[:] = st
        apply_code(trial, tb, codes[k])
        v = evaluate_state(trial, tb, index, out)
        if v > best_value:
            best_value = v
            best = codes[k]
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


@njit
def stays(
    st: Ints,
    tb: Tables,
    worth: float,
    index: Ints,
    codes: Ints,
    values: Floats,
    trial: Ints,
    out: Floats,
) -> bool:
    """Whether the policy plays on before an unknown roll (ruling 8).

    ``worth`` is ``evaluate_state`` of the sheet. Clear cases by the learned future; else by the
    expectation over the next roll of the best afterstate, where dropping out again afterwards is
    worth the points on the sheet.
    """
    now = score_state(st, tb)
    future = worth - now
    if future > STAY_SURELY:
        return True
    if future < -STAY_SURELY:
        return False
    total = 0.0
    left = 36
    trial[:] = st
    after = np.empty(STATE, np.int64)
    quick = Tables(
        tb.place, tb.info, tb.quick, tb.quick_slope, tb.shape, tb.bank, tb.quick, tb.quick_slope
    )
    alike = st[F_MARK + M_JOKER] == 0  # then only the pair counts, not which die shows what
    for green in range(6):
        for natural in range(6):
            weight = tb.info[I_EQUAL + green] * tb.info[I_EQUAL + natural]
            if alike and natural != green:
                weight = 0 if natural < green else 2 * weight
            if weight == 0:
                continue
            trial[F_GREEN] = green
            trial[F_NATURAL] = natural
            count = moves_into(trial, quick, False, index, codes, values)
            k = 0
            for i in range(1, count):
                if values[i] > values[k]:
                    k = i
            after[:] = trial
            apply_code(after, tb, codes[k])
            best = evaluate_state(after, tb, index, out)
            total += weight * max(best, score_state(after, tb))
            left -= weight
            if total + left * (now - 3.0) > 36.0 * now:
                return True  # even if every other roll is a misthrow
    return total / 36.0 > now


@njit
def playout(
    st: Ints,
    tb: Tables,
    known: Ints,
    ends: bool,
    seed: int,
    world: int,
    log: Ints,
    index: Ints,
    codes: Ints,
    values: Floats,
    trial: Ints,
    out: Floats,
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
    worth = evaluate_state(st, tb, index, out)
    while not is_over(st, tb):
        if st[F_GREEN] < 0:
            if ends and used >= len(known):
                return n
            if st[F_STAYED] == 0:
                code = STAY_IN
                if not stays(st, tb, worth, index, codes, values, trial, out):
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
        code, worth = choose(st, tb, index, codes, values, trial, out)
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
    index = np.zeros(GROUP_MOST, np.int64)
    codes = np.zeros(MOST_MOVES, np.int64)
    values = np.zeros(MOST_MOVES, np.float64)
    trial = np.zeros(STATE, np.int64)
    features = np.zeros(SHAPES, np.float64)
    st = np.zeros(STATE, np.int64)
    log = np.zeros(0, np.int64)
    for i in range(len(firsts)):
        for j in range(len(worlds)):
            st[:] = start
            apply_code(st, tb, firsts[i])
            playout(
                st, tb, known, ends, seed, worlds[j], log, index, codes, values, trial, features
            )
            out[i, j] = score_state(st, tb)


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
    for k, face in enumerate(faces()):
        info[I_FACE + k], info[I_CLOUD + k] = face.number, int(face.cloud)
        info[I_SHAPE + face.number] += 1
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
    fields = np.arange(SIZE * SIZE + 1, dtype=np.float64)

    def spread(part: NDArray[Any] | None, columns: int) -> Floats:
        if part is None or knots is None:
            return np.zeros((len(fields), columns))
        values = part.astype(np.float64)
        return np.stack([np.interp(fields, knots, values[:, k]) for k in range(columns)], axis=1)

    return Tables(
        place,
        info,
        np.ascontiguousarray(bank[None, :] + spread(worth, len(bank))),
        np.ascontiguousarray(spread(slope, int(info[I_SLOTS]))),
        np.ascontiguousarray(spread(shape, SHAPES)),
        bank,
        np.ascontiguousarray(bank[None, :] + spread(quick, len(bank))),
        np.ascontiguousarray(spread(quick_slope, int(info[I_SLOTS]))),
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
    n = playout(
        end,
        tb,
        NO_ROLLS if known is None else known,
        ends,
        seed,
        world,
        log,
        np.zeros(GROUP_MOST, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.float64),
        np.zeros(STATE, np.int64),
        np.zeros(SHAPES, np.float64),
    )
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
