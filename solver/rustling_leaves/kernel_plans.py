"""Beam search over known rolls, compiled, with any of the rounds held to the moves of a plan.

A beam with every round open finds plans; one with most rounds held repairs a plan (large
neighbourhood search, Shaw 1998). The fields of held moves are taken off the free ground, and
their marks counted, before the first round, so sheets within a layer differ by their open rounds
only; the ground that areas have really covered by then is kept beside them, for adjacency
(ruling 6), of open and held moves alike. Clouds of all rolls are recorded at the outset.

Moves are ranked by table values, which the caller scales to the rounds that are left; the best of
a layer are picked by counting sort, equal sheets once.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.rustling_leaves.kernel import (
    C_COLUMN,
    C_CROSS,
    C_GAIN,
    C_HEIGHT,
    C_KIND,
    C_ROW,
    C_SECOND,
    C_WIDTH,
    CHOICES,
    F_FREE,
    F_GREEN,
    F_HIGH,
    F_LOW,
    F_MARK,
    F_NATURAL,
    F_START,
    F_SUPPLY,
    GROUP_MOST,
    I_BASE,
    I_CAP,
    I_CIRCLES,
    I_CLOUD,
    I_FACE,
    I_GROUP,
    I_GROUPS,
    I_JOKER_DIE,
    I_MISTHROWS,
    I_NEEDS_CLEAR,
    I_NEEDS_CLOUD,
    I_OFFSET,
    I_ROW,
    I_ROWS,
    I_SECOND,
    I_SLOT_FROM,
    I_SLOT_KIND,
    I_SLOT_OFFSET,
    I_SLOT_TO,
    I_START,
    I_STORM,
    I_STORM_TOP,
    I_STRIDE,
    I_TOP,
    KINDS,
    LOW50,
    M_CLOUD,
    M_EXTRA,
    M_JOKER,
    M_MISTHROW,
    M_RIVER,
    M_SECOND,
    MISTHROW,
    Tables,
    apply_code,
    corners,
    entries,
    is_over,
    score_state,
)

from .kernel_search import node_key, swell

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Shorts: TypeAlias = NDArray[np.int16]

OPEN = -2  # instead of a held move
BUCKETS = 8192  # of the counting sort
SPAN = 200.0  # points behind the best move of a layer beyond which none is kept


class Rank(NamedTuple):
    """What moves are ranked by: ``worth`` [left, free fields, entry] banked points and what is to
    come with so many open rounds left, ``slope`` [left, free fields, slot entry] of a free field.

    ``place``, ``info`` as in ``kernel.Tables``; ``shift`` [placement, group]: how far an entry
    moves when its group's own kinds are covered; ``owners``, ``others``: groups with kinds of
    their own and without.
    """

    place: Shorts
    info: Ints
    shift: Ints
    owners: Ints
    others: Ints
    worth: Floats
    slope: Floats


class Layers(NamedTuple):
    """Sheets before a round and after it, and how each came about.

    ``state`` [0 or 1, sheet, slot]; ``cover`` [0 or 1, sheet, 2] the fields covered by then;
    ``parent``, ``code`` [round, sheet]; round t leads from half t % 2 to the other half.
    """

    state: Ints
    cover: Ints
    parent: Ints
    code: Ints


class Pool(NamedTuple):
    """Moves of a layer: ``value``, ``parent``, ``code`` [move]; ``best_``: the best ones, sorted.

    ``number``, ``worth`` [move] one sheet's moves; ``bucket`` [bucket] moves; ``seen`` [slot, 2]
    key and stamp of the sheets of a layer; ``lean`` [kind].
    """

    value: Floats
    parent: Ints
    code: Ints
    best_value: Floats
    best_parent: Ints
    best_code: Ints
    number: Ints
    worth: Floats
    bucket: Ints
    seen: Ints
    lean: Floats


@njit
def beside(low: int, high: int, st: Ints, info: Ints) -> tuple[int, int]:
    """Fields of which a new area must contain one, given what is covered (ruling 6)."""
    if low == 0 and high == 0:
        s = I_START + 2 * st[F_START]
        return info[s], info[s + 1]
    return swell(low, high)


@njit
def cells(tb: Tables, p: int) -> tuple[int, int]:
    """The fields of a placement."""
    r = int(tb.place[p, C_ROW])
    line = ((1 << int(tb.place[p, C_WIDTH])) - 1) << int(tb.place[p, C_COLUMN])
    low = 0
    high = 0
    for i in range(r, r + int(tb.place[p, C_HEIGHT])):
        if i < 5:
            low |= line << (10 * i)
        else:
            high |= line << (10 * i - 50)
    return low, high


@njit
def is_conifer(info: Ints, code: int) -> bool:
    """Whether a move crosses conifers, which belong to a row (ruling 16)."""
    return bool(code >= 0 and info[I_ROW] >= 0 and code // 20 % 8 - 1 == info[I_ROW])


@njit
def put(st: Ints, tb: Tables, code: int) -> int:
    """Carry out a move but for the clouds; the code, with the row in every conifer move."""
    calm = 0
    while tb.info[I_CLOUD + calm] > 0:
        calm += 1
    st[F_GREEN] = calm
    st[F_NATURAL] = calm
    apply_code(st, tb, code)
    if is_conifer(tb.info, code):
        code += st[F_MARK + M_EXTRA] - code % 4
    return int(code)


@njit
def value_of(st: Ints, rank: Rank, left: int, index: Ints) -> float:
    """What a sheet ranks by, for table entries ``index``."""
    info = rank.info
    worth = rank.worth[left, st[F_FREE]]
    slope = rank.slope[left, st[F_FREE]]
    v = 0.0
    for g in range(info[I_GROUPS]):
        v += worth[index[g]]
        for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
            k = info[I_SLOT_OFFSET + q] + index[g] - info[I_OFFSET + g]
            v += slope[k] * st[F_SUPPLY + info[I_SLOT_KIND + q]]
    return v


@njit
def areas(
    st: Ints,
    rank: Rank,
    left: int,
    index: Ints,
    near_low: int,
    near_high: int,
    h: int,
    w: int,
    joker: int,
    clouds: int,
    pool: Pool,
    count: int,
) -> int:
    """Enter every area of height h and width w with each symbol and what it ranks by; the count.

    The values are those of ``value_of`` after the move, up to rounding.
    """
    info = rank.info
    place = rank.place
    n = st[F_FREE] - h * w
    if n < 0:
        return count
    a, b = corners(st[F_LOW], st[F_HIGH], near_low, near_high, h, w)
    shape = (h - 1) * 4 + w - 1
    top = I_STORM_TOP if clouds > 0 and info[I_STORM] > 0 else I_TOP
    a &= info[top + 2 * shape]
    b &= info[top + 2 * shape + 1]
    if a == 0 and b == 0:
        return count
    worth = rank.worth[left, n]
    slope = rank.slope[left, n]
    blocked = info[I_NEEDS_CLEAR] if clouds > 0 else info[I_NEEDS_CLOUD]
    # what no placement of this size changes; ``lean``: what a free field of each kind is worth
    lean = pool.lean
    lean[:] = 0.0
    fixed = 0.0
    for g in rank.others:
        fixed += worth[index[g]]
    for g in range(info[I_GROUPS]):
        i = index[g]
        for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
            t = info[I_SLOT_KIND + q]
            lean[t] = slope[info[I_SLOT_OFFSET + q] + i - info[I_OFFSET + g]]
            fixed += lean[t] * st[F_SUPPLY + t]
    g = info[I_GROUP + M_RIVER]
    crossing = 0.0
    if g >= 0 and st[F_MARK + M_RIVER] < info[I_CIRCLES + M_RIVER]:
        crossing = worth[index[g] + info[I_STRIDE + M_RIVER]] - worth[index[g]]
    if joker > 0:
        g = info[I_GROUP + M_JOKER]
        fixed += worth[index[g] - info[I_STRIDE + M_JOKER]] - worth[index[g]]
    base = info[I_BASE + shape]
    for r in range(11 - h):
        line = (a >> (10 * r)) & 1023 if r < 5 else (b >> (10 * r - 50)) & 1023
        p = base + r * (11 - w) - 1
        while line > 0:
            here = line & 1
            line >>= 1
            p += 1
            if here == 0:
                continue
            v = fixed
            for g in rank.owners:
                v += worth[index[g] - rank.shift[p, g]]
            for t in range(KINDS):
                v -= lean[t] * place[p, C_KIND + t]
            if place[p, C_CROSS] > 0:
                v += crossing
            found = False
            for j in range(CHOICES):
                gain = place[p, C_GAIN + j]
                if gain == 0 or (blocked >> j) & 1 == 1:
                    continue
                found = True
                row_from = 0
                row_to = 1
                if j == info[I_ROW] and st[F_MARK + M_EXTRA] == 0:
                    row_from = 1
                    row_to = 4
                for row in range(row_from, row_to):
                    pool.number[count] = ((p * 8 + j + 1) * 5 + joker) * 4 + row
                    pool.worth[count] = v + crossed(st, rank, worth, slope, index, p, j, row)
                    count += 1
            if not found:
                pool.number[count] = p * 160 + joker * 4
                pool.worth[count] = v
                count += 1
    return count


@njit
def crossed(
    st: Ints, rank: Rank, worth: Floats, slope: Floats, index: Ints, p: int, j: int, row: int
) -> float:
    """What crossing symbol ``j`` on a placement adds to its value."""
    info = rank.info
    place = rank.place
    m = st[F_MARK + j]
    most = info[I_CIRCLES + j]
    step = 0
    if j == info[I_ROW]:
        most = info[I_ROWS + (row if row > 0 else st[F_MARK + M_EXTRA]) - 1]
        step = row * info[I_STRIDE + M_EXTRA]
    cap = min(most, info[I_CAP + j])
    step += info[I_STRIDE + j] * (min(m + place[p, C_GAIN + j], cap) - min(m, cap))
    if j == info[I_SECOND]:
        seconds = st[F_MARK + M_SECOND]
        after = min(seconds + place[p, C_SECOND], info[I_CIRCLES + M_SECOND])
        step += info[I_STRIDE + M_SECOND] * (after - seconds)
    if step == 0:
        return 0.0
    g = info[I_GROUP + j]
    i = index[g] - rank.shift[p, g]
    v = worth[i + step] - worth[i]
    for q in range(info[I_SLOT_FROM + g], info[I_SLOT_TO + g]):
        k = info[I_SLOT_OFFSET + q] + i - info[I_OFFSET + g]
        t = info[I_SLOT_KIND + q]
        v += (slope[k + step] - slope[k]) * (st[F_SUPPLY + t] - place[p, C_KIND + t])
    return float(v)


@njit
def open_moves(
    st: Ints, rank: Rank, left: int, low: int, high: int, roll: Ints, index: Ints, pool: Pool
) -> int:
    """All moves into the free ground beside the fields ``low``, ``high``; the count."""
    info = rank.info
    green = info[I_FACE + roll[0]]
    natural = info[I_FACE + roll[1]]
    clouds = info[I_CLOUD + roll[0]] + info[I_CLOUD + roll[1]]
    entries(st, info, 0, index)
    n = 0
    if st[F_MARK + M_MISTHROW] + 1 < info[I_MISTHROWS]:
        g = info[I_GROUP + M_MISTHROW]
        index[g] += info[I_STRIDE + M_MISTHROW]
        pool.number[0] = MISTHROW
        pool.worth[0] = value_of(st, rank, left, index)
        index[g] -= info[I_STRIDE + M_MISTHROW]
        n = 1
    a, b = beside(low, high, st, info)
    a &= st[F_LOW]
    b &= st[F_HIGH]
    rest = natural if info[I_JOKER_DIE] == 0 else green
    rolled = green if info[I_JOKER_DIE] == 0 else natural
    for joker in range(5 if st[F_MARK + M_JOKER] > 0 else 1):
        if joker == rolled:
            continue
        x = rolled if joker == 0 else joker
        n = areas(st, rank, left, index, a, b, x, rest, joker, clouds, pool, n)
        if x != rest:
            n = areas(st, rank, left, index, a, b, rest, x, joker, clouds, pool, n)
    return n


@njit
def pick(pool: Pool, count: int, keep: int) -> int:
    """Sort the best ``keep`` of the pool's moves into ``best_``, up to a bucket; their number."""
    top = -1e18
    least = 1e18
    for i in range(count):
        top = max(top, pool.value[i])
        least = min(least, pool.value[i])
    least = max(least, top - SPAN)
    scale = (BUCKETS - 1) / max(top - least, 1e-9)
    pool.bucket[:] = 0
    for i in range(count):
        if pool.value[i] >= least:
            pool.bucket[int((top - pool.value[i]) * scale)] += 1
    total = 0
    last = 0
    while last < BUCKETS and total < keep:
        size = pool.bucket[last]
        pool.bucket[last] = total
        total += size
        last += 1
    found = 0
    for i in range(count):
        if pool.value[i] < least:
            continue
        at = int((top - pool.value[i]) * scale)
        if at < last:
            k = pool.bucket[at]
            pool.bucket[at] += 1
            if k < keep:
                pool.best_value[k] = pool.value[i]
                pool.best_parent[k] = pool.parent[i]
                pool.best_code[k] = pool.code[i]
                found = max(found, k + 1)
    return found


@njit
def extend(
    layers: Layers,
    t: int,
    first: int,
    last: int,
    rank: Rank,
    left: int,
    roll: Ints,
    pool: Pool,
    count: int,
) -> int:
    """Enter the moves of the sheets ``first`` .. ``last`` before round ``t``; the new count."""
    index = np.zeros(GROUP_MOST, np.int64)
    half = t % 2
    keep = len(pool.best_value)
    for i in range(first, last):
        st = layers.state[half, i]
        low = layers.cover[half, i, 0]
        high = layers.cover[half, i, 1]
        n = open_moves(st, rank, left, low, high, roll, index, pool)
        if count + n > len(pool.value):
            count = pick(pool, count, keep)
            pool.value[:count] = pool.best_value[:count]
            pool.parent[:count] = pool.best_parent[:count]
            pool.code[:count] = pool.best_code[:count]
        for k in range(n):
            pool.value[count] = pool.worth[k]
            pool.parent[count] = i
            pool.code[count] = pool.number[k]
            count += 1
    return count


@njit
def settle(
    layers: Layers, t: int, tb: Tables, pool: Pool, count: int, width: int, stamp: int
) -> int:
    """Carry out the best moves of the pool: at most ``width`` different sheets; their number."""
    found = pick(pool, count, min(2 * width, len(pool.best_value)))
    half = t % 2
    mask = len(pool.seen) - 1
    n = 0
    for k in range(found):
        i = pool.best_parent[k]
        st = layers.state[1 - half, n]
        st[:] = layers.state[half, i]
        code = put(st, tb, pool.best_code[k])
        key = node_key(st, 0)
        slot = key & mask
        while pool.seen[slot, 1] == stamp and pool.seen[slot, 0] != key:
            slot = (slot + 1) & mask
        if pool.seen[slot, 1] == stamp:
            continue
        pool.seen[slot, 0] = key
        pool.seen[slot, 1] = stamp
        low = 0
        high = 0
        if code >= 0:
            low, high = cells(tb, code // 160)
        layers.cover[1 - half, n, 0] = layers.cover[half, i, 0] | low
        layers.cover[1 - half, n, 1] = layers.cover[half, i, 1] | high
        layers.parent[t, n] = i
        layers.code[t, n] = code
        n += 1
        if n >= width:
            break
    return n


@njit
def carry(layers: Layers, t: int, count: int, tb: Tables, code: int) -> int:
    """Pass a round whose move is held: only sheets where it is adjacent remain; their number."""
    half = t % 2
    low = 0
    high = 0
    if code >= 0:
        low, high = cells(tb, code // 160)
    n = 0
    for i in range(count):
        st = layers.state[half, i]
        a, b = beside(layers.cover[half, i, 0], layers.cover[half, i, 1], st, tb.info)
        if code >= 0 and a & low == 0 and b & high == 0:
            continue
        layers.state[1 - half, n, :] = st
        layers.cover[1 - half, n, 0] = layers.cover[half, i, 0] | low
        layers.cover[1 - half, n, 1] = layers.cover[half, i, 1] | high
        layers.parent[t, n] = i
        layers.code[t, n] = code
        n += 1
    return n


@njit
def begin(layers: Layers, st: Ints, tb: Tables, rolls: Ints, held: Ints) -> None:
    """The first layer: the sheet with all held moves and all clouds on it."""
    base = layers.state[0, 0]
    base[:] = st
    for t in range(len(held)):
        if held[t] != OPEN:
            put(base, tb, held[t])
    if tb.info[I_GROUP + M_CLOUD] >= 0:
        clouds = base[F_MARK + M_CLOUD]
        for t in range(len(rolls)):
            clouds += tb.info[I_CLOUD + rolls[t, 0]] + tb.info[I_CLOUD + rolls[t, 1]]
        base[F_MARK + M_CLOUD] = min(clouds, tb.info[I_CIRCLES + M_CLOUD])
    layers.cover[0, 0, 0] = ~st[F_LOW] & LOW50
    layers.cover[0, 0, 1] = ~st[F_HIGH] & LOW50


@njit
def repair(
    layers: Layers,
    pool: Pool,
    st: Ints,
    tb: Tables,
    rank: Rank,
    rolls: Ints,
    held: Ints,
    width: int,
    stamp: int,
) -> int:
    """A beam through all rounds; the number of final sheets (in half ``rounds % 2``).

    ``stamp``: greater than ever before by the number of rounds.
    """
    begin(layers, st, tb, rolls, held)
    left = 0
    for t in range(len(held)):
        left += int(held[t] == OPEN)
    n = 1
    for t in range(len(held)):
        if held[t] == OPEN:
            left -= 1
            count = extend(layers, t, 0, n, rank, left, rolls[t], pool, 0)
            n = settle(layers, t, tb, pool, count, width, stamp + t)
        else:
            n = carry(layers, t, n, tb, held[t])
        if n == 0:
            break
    return n


@njit
def trace(layers: Layers, k: int, line: Ints) -> None:
    """The moves that led to a final sheet."""
    for back in range(len(line)):
        t = len(line) - 1 - back
        line[t] = layers.code[t, k]
        k = layers.parent[t, k]


@njit
def bank_line(st: Ints, tb: Tables, rolls: Ints, line: Ints, out: Ints) -> tuple[float, int]:
    """Points of a line as the rules count them, and how many moves are best made before stopping.

    ``out``: the moves as the rules write them, the row in the first conifer move only.
    """
    st = st.copy()
    best = -1e18
    length = 0
    for t in range(len(line)):
        code = line[t]
        if is_conifer(tb.info, code) and st[F_MARK + M_EXTRA] > 0:
            code -= code % 4
        st[F_GREEN] = rolls[t, 0]
        st[F_NATURAL] = rolls[t, 1]
        apply_code(st, tb, code)
        out[t] = code
        value = score_state(st, tb)
        if value > best:
            best = value
            length = t + 1
        if is_over(st, tb):
            break
    return best, length
