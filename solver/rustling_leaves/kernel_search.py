"""Branch and bound over known rolls, compiled: a sheet, its rolls, the best line and a proof.

The bound of a node relaxes adjacency and prices overlap. Every free field has a price
(a Lagrange multiplier of "at most one area covers it"); a round then offers, for each symbol and
each number of fields crossed, its cheapest placement. What is left is exact: rounds are dealt out
to the score groups (symbols that multiply or gate each other), each group reaches its best marks
with the rounds it was dealt by dynamic programming, and a max-plus product over the sets of
rounds puts the groups together. Caps, thresholds, parity, products and the joker thus enter the
bound as they are. Prices are set by subgradient steps (Held and Karp 1971) at the root and at
the nodes near it.

The tables of a node hold the rounds *after* the next one, so each child is bounded by one
addition: what is best with this symbol and count, less the price of this placement.

Rounds not yet played are a mixed-radix number: one digit a class of like rounds, so that long
challenges stay small; up to ``MERGE_FROM`` rounds every round is a class of its own.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.rustling_leaves.kernel import (
    C_GAIN,
    CHOICES,
    F_AREAS,
    F_GREEN,
    F_HIGH,
    F_LOW,
    F_MARK,
    F_NATURAL,
    F_SUPPLY,
    I_BASE,
    I_CIRCLES,
    I_CLOUD,
    I_FACE,
    I_JOKER_DIE,
    I_NEEDS_CLEAR,
    I_NEEDS_CLOUD,
    I_SECOND,
    I_STORM,
    I_STORM_TOP,
    I_TOP,
    LOW50,
    M_CLOUD,
    M_EXTRA,
    M_JOKER,
    M_MISTHROW,
    M_RIVER,
    MARKS,
    MISTHROW,
    NOT_FIRST,
    NOT_LAST,
    PLACEMENTS,
    Tables,
    apply_code,
    corners,
    is_over,
    moves_into,
    reach,
    score_state,
)

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

COUNTS = 10  # fields of one symbol in a placement: 0 .. 9
NONE = -1e18
FIELDS = 100
EPS = 1e-6
NO_MOVE = -9  # instead of a code; 0 is the first field, nothing crossed
VISITED = 1 << 21  # slots of the table of searched sheets

# ---- slots of Spec.number ---------------------------------------------------------------------
# points of a misthrow, a crossing, a symbol left outside; of the mode; least step between scores
S_MISTHROW, S_RIVER, S_OUT, S_BONUS, S_GAIN, NUMBERS = 0, 1, 2, 3, 4, 5


class Spec(NamedTuple):
    """What a search knows about the sheet, the rolls and the mode; nothing in it changes.

    ``rolls`` [round, die] face indices; ``val`` points of groups by variant and entry;
    ``group`` [group, 4] offset, size, variant (0 none, 1 conifer row, 2 clouds), symbols;
    ``member`` [group, 3] symbols; ``symbol`` [symbol, 3] group, stride, cap; ``after``
    [symbol, count, entry] the entry with count more; ``offer`` [placement, 1 + 2 * symbols]
    how many, then symbol and count; ``banned`` placements over a field to avoid; ``box``
    [placement, 4] row, column, height, width;
    ``fixed`` [placement] points lost by covering it; ``extra`` the same if the symbol with a
    companion is chosen (fly agarics); ``avoid`` two words of fields that may not be covered;
    ``signed`` fields that have to be covered; ``outside`` the kind that counts outside or -1;
    ``number`` points, see ``S_`` slots. Per depth (rounds after the next one): ``depth``
    [depth, 4] offset of sets, number of sets, offset of pairs, classes; ``classes``
    [depth, round]; ``sets`` [set, 6] previous set, class, gaps, rounds, clouds, first pair;
    ``pairs`` [pair, 2] a split of a set.
    """

    rolls: Ints
    val: Floats
    group: Ints
    member: Ints
    symbol: Ints
    after: Ints
    offer: Ints
    banned: Ints
    box: Ints
    fixed: Floats
    extra: Floats
    avoid: Ints
    signed: Ints
    outside: int
    number: Floats
    depth: Ints
    classes: Ints
    sets: Ints
    pairs: Ints


class Work(NamedTuple):
    """Working space: tables of one node, and the stack of the search.

    Node: ``cost``, ``arg`` [round, joker, symbol, count] cheapest placement; ``null`` [round];
    ``class_cost``, ``class_arg`` the same by class; ``dp`` [group, set, joker, entry];
    ``best``, ``pre``, ``suf``, ``other`` [group, set, joker]; ``q`` [joker, symbol, count];
    ``q_at`` its set and joker; ``usage``, ``step`` [field]. Stack by level: ``state``, ``codes``,
    ``ubs``, ``counts``, ``next``, ``price`` [level, field], ``placed`` [level, placement],
    ``inside`` whether all areas of the line are among the shunned ones. ``shun`` [placement]:
    symbol number + 1 of the areas of a sheet that is no answer (to ask for another best sheet).
    """

    cost: Floats
    arg: Ints
    null: Floats
    class_cost: Floats
    class_arg: Ints
    dp: Floats
    best: Floats
    pre: Floats
    suf: Floats
    other: Floats
    q: Floats
    q_at: Ints
    usage: Floats
    step: Floats
    state: Ints
    codes: Ints
    ubs: Floats
    counts: Ints
    next: Ints
    price: Floats
    placed: Floats
    raw_codes: Ints
    raw_values: Floats
    scratch: Ints
    visited: Ints
    line: Ints
    info: Ints
    found: Floats
    inside: Ints
    shun: Ints


# Work.info slots
W_LEVEL, W_NODES, W_SEEN, W_LENGTH, W_DONE, INFOS = 0, 1, 2, 3, 4, 8
W_AREAS, W_MISTHROWS, W_EXTRA = 5, 6, 7  # of the shunned sheet; areas -1: none is shunned
# Work.found slots: best value; a value at which to stop
B_VALUE, B_GOAL = 0, 1


@njit
def price_placements(price: Floats, box: Ints, fixed: Floats, out: Floats) -> None:
    """``out[p]``: prices of the fields of a placement plus its fixed points."""
    total = np.zeros((11, 11), np.float64)
    for r in range(10):
        for c in range(10):
            total[r + 1, c + 1] = (
                total[r, c + 1] + total[r + 1, c] - total[r, c] + price[10 * r + c]
            )
    for p in range(PLACEMENTS):
        r = box[p, 0]
        c = box[p, 1]
        i = r + box[p, 2]
        j = c + box[p, 3]
        out[p] = total[i, j] - total[r, j] - total[i, c] + total[r, c] + fixed[p]


@njit
def swell(low: int, high: int) -> tuple[int, int]:
    """All neighbours of a set of fields."""
    a = ((low << 1) & NOT_FIRST) | ((low >> 1) & NOT_LAST) | ((low << 10) & LOW50)
    a |= (low >> 10) | ((high & 1023) << 40)
    b = ((high << 1) & NOT_FIRST) | ((high >> 1) & NOT_LAST) | ((high << 10) & LOW50)
    b |= (high >> 10) | (low >> 40)
    return a, b


@njit
def cover(low: int, high: int, h: int, w: int) -> tuple[int, int]:
    """All fields of h x w rectangles with these upper left corners."""
    x, y = low, high
    for j in range(1, w):
        x |= low << j
        y |= high << j
    a, b = x, y
    for i in range(1, h):
        k = 10 * i
        a |= (x << k) & LOW50
        b |= ((y << k) & LOW50) | (x >> (50 - k))
    return a, b


@njit
def offer_shape(
    offer: Ints,
    extra: Floats,
    info: Ints,
    cost: Floats,
    arg: Ints,
    placed: Floats,
    null: float,
    height: int,
    width: int,
    clouds: int,
    free_low: int,
    free_high: int,
    near_low: int,
    near_high: int,
) -> tuple[int, int, float]:
    """Enter all placements of one shape into a round's costs [symbol, count].

    Returns the fields they cover, and the least of ``null`` and a placement with no symbol.
    """
    a, b = corners(free_low, free_high, near_low, near_high, height, width)
    shape = (height - 1) * 4 + width - 1
    top = I_STORM_TOP if clouds > 0 and info[I_STORM] > 0 else I_TOP
    a &= info[top + 2 * shape]
    b &= info[top + 2 * shape + 1]
    if a == 0 and b == 0:
        return a, b, null
    blocked = info[I_NEEDS_CLEAR] if clouds > 0 else info[I_NEEDS_CLOUD]
    base = info[I_BASE + shape]
    for r in range(11 - height):
        line = (a >> (10 * r)) & 1023 if r < 5 else (b >> (10 * r - 50)) & 1023
        p = base + r * (11 - width)
        while line > 0:
            if line & 1 == 1:
                price = placed[p]
                some = False
                for k in range(offer[p, 0]):
                    s = offer[p, 1 + 2 * k]
                    if (blocked >> s) & 1 == 1:
                        continue
                    some = True
                    c = offer[p, 2 + 2 * k]
                    whole = price
                    if s == info[I_SECOND]:
                        whole += extra[p]
                    if whole < cost[s, c]:
                        cost[s, c] = whole
                        arg[s, c] = p
                if not some and price < null:
                    null = price
            line >>= 1
            p += 1
    x, y = cover(a, b, height, width)
    return x, y, null


@njit
def offers(st: Ints, spec: Spec, tb: Tables, w: Work, placed: Floats, level: int) -> None:
    """Costs of every round to come: each within the ground that areas can have reached by then."""
    info = tb.info
    rounds = len(spec.rolls) - level
    free_low = st[F_LOW] & ~spec.avoid[0]
    free_high = st[F_HIGH] & ~spec.avoid[1]
    near_low, near_high = reach(st, info)
    reached_low = 0
    reached_high = 0
    for i in range(rounds):
        w.cost[i] = -NONE
        g = spec.rolls[level + i, 0]
        n = spec.rolls[level + i, 1]
        green = info[I_FACE + g]
        natural = info[I_FACE + n]
        clouds = info[I_CLOUD + g] + info[I_CLOUD + n]
        cells_low = 0
        cells_high = 0
        null = -NONE
        for turned in range(10):
            joker = turned // 2
            if joker > 0 and st[F_MARK + M_JOKER] == 0:
                break
            a = green
            b = natural
            if joker > 0:
                if info[I_JOKER_DIE] == 0:
                    a = joker
                else:
                    b = joker
                if a == green and b == natural:
                    continue
            if turned % 2 == 1:
                if a == b:
                    continue
                a, b = b, a
            which = min(joker, 1)
            x, y, null = offer_shape(
                spec.offer, spec.extra, info, w.cost[i, which], w.arg[i, which], placed, null,
                a, b, clouds, free_low, free_high, near_low, near_high,
            )  # fmt: skip
            cells_low |= x
            cells_high |= y
        w.null[i] = null
        reached_low |= cells_low
        reached_high |= cells_high
        x, y = swell(reached_low, reached_high)
        near_low |= x & free_low
        near_high |= y & free_high


@njit
def combine(
    a: Floats, b: Floats, out: Floats, sets: Ints, pairs: Ints, first: int, size: int
) -> None:
    """Max-plus product over the sets of rounds and the joker: ``out`` of splits into a and b."""
    for s in range(size):
        no = NONE
        yes = NONE
        for k in range(sets[first + s, 5], sets[first + s + 1, 5]):
            x = pairs[k, 0]
            y = pairs[k, 1]
            v = a[x, 0] + b[y, 0]
            if v > no:
                no = v
            v = a[x, 1] + b[y, 0]
            if v > yes:
                yes = v
            v = a[x, 0] + b[y, 1]
            if v > yes:
                yes = v
        out[s, 0] = no
        out[s, 1] = yes


@njit
def entry_of(st: Ints, group: Ints, member: Ints, symbol: Ints, g: int) -> int:
    """The entry of a group's table for the marks of a sheet."""
    e = 0
    for k in range(group[g, 3]):
        s = member[g, k]
        e += symbol[s, 1] * min(st[F_MARK + s], symbol[s, 2])
    return e


@njit
def variant_of(st: Ints, group: Ints, info: Ints, g: int, clouds: int) -> int:
    """Where the values of a group start, given its conifer row or the clouds at its end."""
    v = 0
    if group[g, 2] == 1:
        v = st[F_MARK + M_EXTRA]
    elif group[g, 2] == 2:
        v = min(st[F_MARK + M_CLOUD] + clouds, info[I_CIRCLES + M_CLOUD])
    offset: int = group[g, 0] + v * group[g, 1]
    return offset


@njit
def fill_group(
    st: Ints,
    info: Ints,
    group: Ints,
    member: Ints,
    after: Ints,
    val: Floats,
    sets: Ints,
    class_cost: Floats,
    table: Floats,
    best: Floats,
    start: int,
    size: int,
    g: int,
    jokers: int,
) -> None:
    """``dp`` and ``best`` of one group: least cost of each entry with each set of rounds."""
    entries = group[g, 1]
    for s in range(size):
        value = variant_of(st, group, info, g, sets[s, 4])
        for j in range(jokers + 1):
            dp = table[s, j]
            dp[:entries] = NONE
            if s == 0 and j == 0:
                dp[start] = 0.0
            if s > 0:
                back = sets[s, 0]
                k = sets[s, 1]
                for which in range(j + 1):
                    old = table[back, j - which]
                    for m in range(group[g, 3]):
                        y = member[g, m]
                        for c in range(1, COUNTS):
                            cost = class_cost[k, which, y, c]
                            if cost > 1e17:
                                continue
                            to = after[y, c]
                            for e in range(entries):
                                if old[e] > -1e17 and old[e] - cost > dp[to[e]]:
                                    dp[to[e]] = old[e] - cost
            top = NONE
            for e in range(entries):
                v = dp[e] + val[value + e]
                if v > top:
                    top = v
            best[s, j] = top


@njit
def base_points(st: Ints, spec: Spec, tb: Tables) -> float:
    """Points outside the groups: misthrows, crossings, what lies outside, the mode's bonus."""
    v = spec.number[S_MISTHROW] * st[F_MARK + M_MISTHROW] + spec.number[S_BONUS]
    v += spec.number[S_RIVER] * st[F_MARK + M_RIVER]
    if spec.outside >= 0:
        v += spec.number[S_OUT] * st[F_SUPPLY + spec.outside]
    return float(v)


@njit
def bound_node(
    st: Ints, spec: Spec, tb: Tables, w: Work, price: Floats, placed: Floats, level: int
) -> tuple[float, float]:
    """(constant, bound) of a node about to act on round ``level``; fills ``q`` for its children.

    A child that crosses count c of symbol s is worth at most constant + q[joker, s, c] - the
    price of its placement.
    """
    rounds = len(spec.rolls) - level - 1
    groups = len(spec.group)
    first = spec.depth[level, 0]
    size = spec.depth[level, 1]
    full = size - 1
    jokers = 1 if st[F_MARK + M_JOKER] > 0 else 0
    offers(st, spec, tb, w, placed, level)
    constant = base_points(st, spec, tb)
    for f in range(FIELDS):
        free = (st[F_LOW] >> f) & 1 if f < 50 else (st[F_HIGH] >> (f - 50)) & 1
        if free == 1:
            constant += price[f]
    w.class_cost[: spec.depth[level, 3]] = -NONE
    null = -NONE
    for i in range(1, rounds + 1):
        k = spec.classes[level, i - 1]
        null = min(null, w.null[i])
        for j in range(jokers + 1):
            for s in range(CHOICES):
                for c in range(1, COUNTS):
                    if w.cost[i, j, s, c] < w.class_cost[k, j, s, c]:
                        w.class_cost[k, j, s, c] = w.cost[i, j, s, c]
                        w.class_arg[k, j, s, c] = w.arg[i, j, s, c]
    for g in range(groups):
        start = entry_of(st, spec.group, spec.member, spec.symbol, g)
        fill_group(
            st, tb.info, spec.group, spec.member, spec.after, spec.val, spec.sets[first:],
            w.class_cost, w.dp[g], w.best[g], start, size, g, jokers,
        )  # fmt: skip
        if jokers == 0:
            w.best[g, :size, 1] = NONE
    # Rounds that no group takes: a misthrow or a useless area before the last used round,
    # nothing after it (dropping out).
    gap = min(-spec.number[S_MISTHROW], null)
    for s in range(size):
        gaps = spec.sets[first + full - s, 2]
        unused = spec.sets[first + s, 3]
        w.best[groups, s, 0] = -gaps * gap - (unused - gaps) * min(0.0, gap)
        w.best[groups, s, 1] = NONE
    w.pre[0, :size] = NONE
    w.pre[0, 0, 0] = 0.0
    w.suf[groups + 1, :size] = NONE
    w.suf[groups + 1, 0, 0] = 0.0
    for n in range(3 * groups + 2):
        if n <= groups:
            left, right, out = w.pre[n], w.best[n], w.pre[n + 1]
        elif n <= 2 * groups + 1:
            g = 2 * groups + 1 - n
            left, right, out = w.suf[g + 1], w.best[g], w.suf[g]
        else:
            g = n - 2 * groups - 2
            left, right, out = w.pre[g], w.suf[g + 1], w.other[g]
        combine(left, right, out, spec.sets, spec.pairs, first, size)
    w.q[:] = NONE
    bound = NONE
    for s in range(CHOICES):
        g = spec.symbol[s, 0]
        entries = spec.group[g, 1]
        for c in range(1, COUNTS):
            if w.cost[0, 0, s, c] > 1e17 and w.cost[0, 1, s, c] > 1e17:
                continue
            to = spec.after[s, c]
            for x in range(size):
                rest = full - x
                value = variant_of(st, spec.group, tb.info, g, spec.sets[first + x, 4])
                for j in range(jokers + 1):
                    if w.best[g, x, j] < -1e17:
                        continue
                    dp = w.dp[g, x, j]
                    top = NONE
                    for e in range(entries):
                        if dp[e] > -1e17 and dp[e] + spec.val[value + to[e]] > top:
                            top = dp[e] + spec.val[value + to[e]]
                    for other in range(jokers + 1 - j):
                        v = top + w.other[g, rest, other]
                        if v > w.q[0, s, c]:
                            w.q[0, s, c] = v
                            w.q_at[0, s, c, 0] = x
                            w.q_at[0, s, c, 1] = j
                            w.q_at[0, s, c, 2] = other
                        if jokers == 1 and j + other == 0 and v > w.q[1, s, c]:
                            w.q[1, s, c] = v
                            w.q_at[1, s, c, 0] = x
                            w.q_at[1, s, c, 1] = 0
                            w.q_at[1, s, c, 2] = 0
            for j in range(jokers + 1):
                if w.q[j, s, c] > -1e17 and w.q[j, s, c] - w.cost[0, j, s, c] > bound:
                    bound = w.q[j, s, c] - w.cost[0, j, s, c]
    w.q[0, 0, 0] = max(w.pre[groups + 1, full, 0], w.pre[groups + 1, full, 1])
    bound = max(bound, w.q[0, 0, 0] - min(-spec.number[S_MISTHROW], w.null[0]))
    return constant, constant + bound


@njit
def add_usage(box: Ints, usage: Floats, p: int) -> None:
    """One more area on the fields of a placement."""
    for r in range(box[p, 0], box[p, 0] + box[p, 2]):
        for c in range(box[p, 1], box[p, 1] + box[p, 3]):
            usage[10 * r + c] += 1.0


@njit
def trace_group(
    group: Ints,
    member: Ints,
    after: Ints,
    box: Ints,
    sets: Ints,
    class_cost: Floats,
    class_arg: Ints,
    table: Floats,
    usage: Floats,
    g: int,
    share: Ints,
) -> None:
    """Add the placements behind an entry (``share``: set, joker, entry) to ``usage``."""
    s = share[0]
    j = share[1]
    e = share[2]
    while s > 0:
        back = sets[s, 0]
        k = sets[s, 1]
        taken = -1
        for which in range(j + 1):
            for m in range(group[g, 3]):
                y = member[g, m]
                for c in range(1, COUNTS):
                    cost = class_cost[k, which, y, c]
                    if taken >= 0 or cost > 1e17:
                        continue
                    for old in range(group[g, 1]):
                        if (
                            after[y, c, old] == e
                            and table[back, j - which, old] - cost >= table[s, j, e] - 1e-9
                        ):
                            taken = class_arg[k, which, y, c]
                            e = old
                            j -= which
                            break
            if taken >= 0:
                break
        if taken < 0:
            return
        add_usage(box, usage, taken)
        s = back


@njit
def split(
    a: Floats, b: Floats, target: float, sets: Ints, pairs: Ints, s: int, j: int, out: Ints
) -> None:
    """``out``: the first split (x, rest, joker of x) of a set that reaches ``target``."""
    for k in range(sets[s, 5], sets[s + 1, 5]):
        x = pairs[k, 0]
        y = pairs[k, 1]
        for i in range(j + 1):
            if a[x, i] + b[y, j - i] >= target - 1e-9:
                out[0] = x
                out[1] = y
                out[2] = i
                return


@njit
def trace(st: Ints, spec: Spec, tb: Tables, w: Work, level: int) -> None:
    """``usage``: how often the bound's own solution covers each field."""
    groups = len(spec.group)
    full = spec.depth[level, 1] - 1
    first = spec.depth[level, 0]
    share = np.zeros((groups + 1, 3), np.int64)  # set, joker, entry of each group
    cut = np.zeros(3, np.int64)
    w.usage[:] = 0.0
    top = w.q[0, 0, 0] - min(-spec.number[S_MISTHROW], w.null[0])
    own = -1
    for j in range(2):
        for y in range(CHOICES):
            for k in range(1, COUNTS):
                if w.q[j, y, k] > -1e17 and w.q[j, y, k] - w.cost[0, j, y, k] > top:
                    top = w.q[j, y, k] - w.cost[0, j, y, k]
                    own = (j * CHOICES + y) * COUNTS + k
    # The rounds that the groups before ``middle`` and from ``middle`` on share out.
    middle = groups + 1
    rest = full
    joker = 0
    if own < 0:
        if w.pre[groups + 1, full, 1] > w.pre[groups + 1, full, 0]:
            joker = 1
        left = rest
        left_joker = joker
        right = rest - full
        right_joker = 0
        skip = -1
    else:
        which = own // (CHOICES * COUNTS)
        y = own // COUNTS % CHOICES
        c = own % COUNTS
        add_usage(spec.box, w.usage, w.arg[0, which, y, c])
        skip = spec.symbol[y, 0]
        x = w.q_at[which, y, c, 0]
        share[skip, 0] = x
        share[skip, 1] = w.q_at[which, y, c, 1]
        joker = w.q_at[which, y, c, 2]
        value = variant_of(st, spec.group, tb.info, skip, spec.sets[first + x, 4])
        best = NONE
        for e in range(spec.group[skip, 1]):
            v = w.dp[skip, x, share[skip, 1], e] + spec.val[value + spec.after[y, c, e]]
            if v > best:
                best = v
                share[skip, 2] = e
        rest = full - x
        middle = skip
        left = rest
        left_joker = joker
        right = rest - full
        right_joker = 0
    # First the others are cut into those before and those after, then each side group by group.
    sets = spec.sets[first:]
    for n in range(groups + 2):
        g = n - 1
        before = g < middle
        if n == 0:
            if own < 0:
                continue
            a, b = w.pre[skip], w.suf[skip + 1]
            target = w.other[skip, left, left_joker]
            s, j = left, left_joker
        elif before:
            g = middle - n
            a, b = w.pre[g], w.best[g]
            target = w.pre[g + 1, left, left_joker]
            s, j = left, left_joker
        elif g > middle:
            a, b = w.suf[g + 1], w.best[g]
            target = w.suf[g, right, right_joker]
            s, j = right, right_joker
        else:
            continue
        split(a, b, target, sets, spec.pairs, s, j, cut)
        if n == 0:
            left = cut[0]
            right = cut[1]
            left_joker = cut[2]
            right_joker = j - cut[2]
            continue
        share[g, 0] = cut[1]
        share[g, 1] = j - cut[2]
        if before:
            left = cut[0]
            left_joker = cut[2]
        else:
            right = cut[0]
            right_joker = cut[2]
    for g in range(groups):
        if g != skip:
            s = share[g, 0]
            j = share[g, 1]
            value = variant_of(st, spec.group, tb.info, g, spec.sets[first + s, 4])
            for e in range(spec.group[g, 1]):
                if w.dp[g, s, j, e] + spec.val[value + e] >= w.best[g, s, j] - 1e-9:
                    share[g, 2] = e
        trace_group(
            spec.group, spec.member, spec.after, spec.box, sets, w.class_cost, w.class_arg,
            w.dp[g], w.usage, g, share[g],
        )  # fmt: skip


@njit
def tighten(
    st: Ints,
    spec: Spec,
    tb: Tables,
    w: Work,
    level: int,
    price: Floats,
    placed: Floats,
    steps: int,
    target: float,
) -> tuple[float, float]:
    """Subgradient steps on the prices of a node; (constant, bound) for the best prices.

    Stops as soon as the bound is below ``target``. The node's tables are those of the best
    prices.
    """
    best_price = price.copy()
    best = -NONE
    constant = 0.0
    bound = 0.0
    scale = 1.0
    stale = 0
    w.step[:] = 0.0
    k = 0
    while True:
        price_placements(price, spec.box, spec.fixed, placed)
        constant, bound = bound_node(st, spec, tb, w, price, placed, level)
        if k > steps:
            break
        if bound < best - 1e-3:
            stale = 0
        else:
            stale += 1
            if stale >= 6:
                scale *= 0.6
                stale = 0
        if bound < best:
            best = bound
            best_price[:] = price
        k += 1
        norm = 0.0
        if best >= target and k <= steps and scale > 0.02:
            trace(st, spec, tb, w, level)
            for f in range(FIELDS):
                free = (st[F_LOW] >> f) & 1 if f < 50 else (st[F_HIGH] >> (f - 50)) & 1
                d = w.usage[f] - 1.0
                if free == 0 or (d < 0.0 and price[f] <= 0.0 and spec.signed[f] == 0):
                    d = 0.0
                w.step[f] = 0.3 * w.step[f] + d
                norm += w.step[f] * w.step[f]
        if norm < 1e-9:  # nothing to gain, or enough: back to the best prices, if they are others
            if bound <= best:
                break
            price[:] = best_price
            k = steps + 1
            continue
        length = scale * max(bound - target + 1.0, 0.5) / norm
        for f in range(FIELDS):
            price[f] += length * w.step[f]
            if price[f] < 0.0 and spec.signed[f] == 0:
                price[f] = 0.0
    return constant, bound


@njit
def node_key(st: Ints, level: int) -> int:
    """A 62-bit hash of what decides the future of a sheet about to act on a round; never 0."""
    h = 0x1F83D9ABFB41BD6
    for k in range(MARKS + 4):
        if k < MARKS:
            x = st[F_MARK + k]
        elif k == MARKS:
            x = st[F_LOW]
        elif k == MARKS + 1:
            x = st[F_HIGH]
        elif k == MARKS + 2:
            x = min(st[F_AREAS], 1)
        else:
            x = level
        h = ((h ^ x) * 0x2545F4914F6CDD1D) & 0x3FFFFFFFFFFFFFFF
        h = h ^ (h >> 29)
    return max(h, 1)


@njit
def seen(w: Work, key: int) -> bool:
    """Whether the sheet was met before; notes it while there is room."""
    slot = key % VISITED
    while w.visited[slot] != 0:
        if w.visited[slot] == key:
            return True
        slot = (slot + 1) % VISITED
    if w.info[W_SEEN] < VISITED * 3 // 4:
        w.visited[slot] = key
        w.info[W_SEEN] += 1
    return False


@njit
def shunned(info: Ints, st: Ints, areas: int, misthrows: int, row: int) -> bool:
    """Whether a sheet with that much more, all its areas shunned, is the shunned sheet."""
    return bool(
        st[F_AREAS] + areas == info[W_AREAS]
        and st[F_MARK + M_MISTHROW] + misthrows == info[W_MISTHROWS]
        and (row if row > 0 else st[F_MARK + M_EXTRA]) == info[W_EXTRA]
    )


@njit
def enter(spec: Spec, tb: Tables, w: Work, level: int, may_stop: bool, steps: Ints) -> None:
    """Work out the node on top of the stack: its value if play stops here, and its children."""
    st = w.state[level]
    w.counts[level] = 0
    w.next[level] = 0
    w.info[W_NODES] += 1
    value = NONE
    inside = w.inside[level] == 1
    if may_stop and not (inside and shunned(w.info, st, 0, 0, 0)):
        value = score_state(st, tb)
    last = NO_MOVE
    found = 0
    rounds = len(spec.rolls) - level
    if (
        rounds > 0
        and not is_over(st, tb)
        and not (level > 0 and seen(w, node_key(st, 2 * level + w.inside[level])))
    ):
        st[F_GREEN] = spec.rolls[level, 0]
        st[F_NATURAL] = spec.rolls[level, 1]
        target = max(w.found[B_VALUE], value) + spec.number[S_GAIN] - EPS
        constant = 0.0
        bound = -NONE
        placed = w.placed[level]
        if rounds > 1:
            price = w.price[level]
            if level > 0:
                price[:] = w.price[level - 1]
            constant, bound = tighten(st, spec, tb, w, level, price, placed, steps[level], target)
        if bound >= target:
            n = moves_into(st, tb, False, w.scratch, w.raw_codes, w.raw_values)
            for i in range(n):
                code = w.raw_codes[i]
                ub = constant + w.q[0, 0, 0] + spec.number[S_MISTHROW]
                if rounds == 1:  # the tables hold the banked points: exact
                    if w.raw_values[i] > value + EPS:
                        if inside and (
                            shunned(w.info, st, 0, 1, 0)
                            if code == MISTHROW
                            else w.shun[code // 160] == code // 20 % 8 + 1
                            and shunned(w.info, st, 1, 0, code % 4)
                        ):
                            continue
                        value = w.raw_values[i]
                        last = code
                    continue
                if code != MISTHROW:
                    p = code // 160
                    if spec.banned[p] == 1:
                        continue
                    s = code // 20 % 8 - 1
                    if s < 0:
                        ub = constant + w.q[0, 0, 0] - placed[p]
                    else:
                        c = tb.place[p, C_GAIN + s]
                        ub = constant + w.q[min(code // 4 % 5, 1), s, c] - placed[p]
                        if s == tb.info[I_SECOND]:
                            ub -= spec.extra[p]
                if ub >= target:
                    w.raw_codes[found] = code
                    w.raw_values[found] = -ub
                    found += 1
    if value > w.found[B_VALUE] + EPS:
        w.found[B_VALUE] = value
        for k in range(level):
            w.line[k] = w.codes[k, w.next[k] - 1]
        w.info[W_LENGTH] = level
        if last != NO_MOVE:
            w.line[level] = last
            w.info[W_LENGTH] = level + 1
    order = np.argsort(w.raw_values[:found])
    for i in range(found):
        w.codes[level, i] = w.raw_codes[order[i]]
        w.ubs[level, i] = -w.raw_values[order[i]]
    w.counts[level] = found


@njit
def run(spec: Spec, tb: Tables, w: Work, may_stop: bool, steps: Ints, nodes: int) -> bool:
    """Search on until done (True), ``nodes`` more nodes are worked out or the goal is reached.

    ``info[W_LEVEL]`` is the top of the stack; -1 before the first call.
    """
    end = w.info[W_NODES] + nodes
    level = w.info[W_LEVEL]
    fresh = level < 0
    if fresh:
        level += 1
    while level >= 0:
        if not fresh:
            if w.info[W_NODES] >= end or w.found[B_VALUE] >= w.found[B_GOAL]:
                w.info[W_LEVEL] = level
                return False
            k = w.next[level]
            target = w.found[B_VALUE] + spec.number[S_GAIN] - EPS
            if k >= w.counts[level] or w.ubs[level, k] < target:
                level -= 1
                continue
            w.next[level] = k + 1
            w.state[level + 1, :] = w.state[level]
            code = w.codes[level, k]
            apply_code(w.state[level + 1], tb, code)
            w.inside[level + 1] = w.inside[level]
            if code >= 0 and w.shun[code // 160] != code // 20 % 8 + 1:
                w.inside[level + 1] = 0
            level += 1
        fresh = False
        enter(spec, tb, w, level, may_stop or level > 0, steps)
    w.info[W_LEVEL] = level
    w.info[W_DONE] = 1
    return True


@njit
def open_bound(w: Work) -> float:
    """No line of the search is worth more than this; call between two runs."""
    bound = w.found[B_VALUE]
    for level in range(w.info[W_LEVEL] + 1):
        if w.next[level] < w.counts[level]:
            bound = max(bound, w.ubs[level, w.next[level]])
    return float(bound)
