"""Compiled search over whole turns of Indian Summer: one expansion for beam and exact search.

A turn is: berries, the main action, then animals and areas completed by squirrels. Reductions
(each keeps the best result; the plan is put into real actions by ``planner_replay``):

* an exchange happens only just before what it pays for, and of two ways to pay the one is taken
  whose rest can be exchanged into the rest of the other; both stay where neither can;
* a squirrel is placed only where it completes an area with tokens, or at the very end. A main
  action squirrel is a credit: its field is chosen when the credit is used;
* an animal is placed only for a gain, and at once when its last hole becomes free;
* a berry is eaten only just before a main action;
* the own path is a multiset.

Late squirrels hide one thing: a squirrel laid early may leave a mushroom's two tiles no places
side by side, which lets a single one be placed (ruling 7c). With ``EXACT`` 2 such a single tile is
allowed wherever the squirrels in reach might do that, and marked with ``MAYBE``: no line of play is
left out, and an end that needs no marked tile is a real one.

A layer is a table of rows (see ``puzzles.indian_summer.kernel``) without duplicates. ``expand``
adds the successors of one row to a pool; rows that cannot beat the best end known are dropped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.indian_summer.kernel import (
    Tables,
    animals_left,
    berry_brings,
    count,
    draw_own,
    inside,
    lay,
    path_drop,
    path_length,
    pay_areas,
    purse_of,
    put_animal,
    refill_own,
    row_left,
    size_of,
    source_tile,
    take_from,
    worth_of,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# macro actions: code, two arguments, payment (packed like a purse), sources of a mushroom
EAT, CREDIT, TILE, TWO, TAKE, BEAST, CLOSE, FILL = range(8)
MACRO, MOST_MACROS = 5, 40
DEEP = 600  # of the stack of one turn's endings
KINDS = 12  # tiles in hand or within a mushroom's reach

MAYBE = 64  # added to the sources of a single mushroom tile that is perhaps not allowed

# counters
POOLED, BEST, BEST_PARENT, BEST_MACROS, LOST, EMITTED, FOUND, FOUND_MACROS, BEST_LABEL = range(9)

# parameters (EXACT 0: beam, 1: every line with late squirrels, 2: every line, see MAYBE)
LEFT, EXACT, HORIZON, TOP, MATCH, EARLY, STRIDE, DROP = range(8)

NO_END = -(1 << 40)


class Work(NamedTuple):
    """Buffers of one search; nothing in them lives longer than a call but pool and counters."""

    pool: Ints  # [row, number]
    parent: Ints  # [row]
    label: Ints  # [row]
    score: Floats  # [row]
    table: Ints  # open addressing, indices into the pool, -1 free
    counters: Ints
    stack: Ints  # [depth, number]
    fresh: Ints  # [depth, word]
    least: Ints  # [depth], first animal placement to be tried
    macros: Ints  # [depth, macro, 5]
    length: Ints  # [depth]
    best: Ints  # [macro, 5]
    match: Ints  # row looked for
    found: Ints  # [macro, 5]
    fits: Ints  # [slot, placement]
    number: Ints  # [slot]
    kinds: Ints  # [slot]
    rank: Floats  # [placement]
    weights: Floats


def work(tb: Tables, length: int, rows: int, weights: Floats) -> Work:
    """Buffers for pools of up to ``rows`` rows."""
    slots = 1
    while slots < 2 * rows + 2:
        slots *= 2
    most = int(np.diff(tb.tile_at).max(initial=1)) + 1
    return Work(
        pool=np.zeros((rows, length), dtype=np.int64),
        parent=np.zeros(rows, dtype=np.int64),
        label=np.zeros(rows, dtype=np.int64),
        score=np.zeros(rows),
        table=np.full(slots, -1, dtype=np.int64),
        counters=np.zeros(16, dtype=np.int64),
        stack=np.zeros((DEEP, length), dtype=np.int64),
        fresh=np.zeros((DEEP, tb.words), dtype=np.int64),
        least=np.zeros(DEEP, dtype=np.int64),
        macros=np.zeros((DEEP, MOST_MACROS, MACRO), dtype=np.int64),
        length=np.zeros(DEEP, dtype=np.int64),
        best=np.zeros((MOST_MACROS, MACRO), dtype=np.int64),
        match=np.zeros(length, dtype=np.int64),
        found=np.zeros((MOST_MACROS, MACRO), dtype=np.int64),
        fits=np.zeros((KINDS, most), dtype=np.int64),
        number=np.zeros(KINDS, dtype=np.int64),
        kinds=np.zeros(KINDS, dtype=np.int64),
        rank=np.zeros(most),
        weights=weights,
    )


# payments


@njit
def pay_berry(purse: int) -> int:
    """What a berry is paid with, or -1: the least treasure there is."""
    for t in range(4):
        if purse_of(purse, t):
            return 1 << (12 * t)
    return -1


@njit
def pay_nuts(purse: int, wanted: int, pairs: int) -> int:
    """``wanted`` nuts: nuts, then ``pairs`` pairs of berries, then mushrooms and feathers."""
    nuts = min(purse_of(purse, 1), wanted)
    rest = wanted - nuts - pairs
    if rest < 0 or 2 * pairs > purse_of(purse, 0):
        return -1
    mushrooms = min(purse_of(purse, 2), rest)
    feathers = rest - mushrooms
    if feathers > purse_of(purse, 3):
        return -1
    return 2 * pairs + (nuts << 12) + (mushrooms << 24) + (feathers << 36)


@njit
def _upward(purse: int, wanted: int) -> int:
    """``wanted`` nuts out of nuts and pairs of berries alone, or -1."""
    nuts = min(purse_of(purse, 1), wanted)
    pairs = wanted - nuts
    if 2 * pairs > purse_of(purse, 0):
        return -1
    return 2 * pairs + (nuts << 12)


@njit
def pay_mushroom(purse: int, option: int) -> int:
    """The ways (0, 1) to pay a mushroom, or -1."""
    if purse_of(purse, 2):
        return 1 << 24 if option == 0 else -1
    if option == 0:
        return 1 << 36 if purse_of(purse, 3) else -1
    return _upward(purse, 2)


@njit
def pay_feather(purse: int) -> int:
    """What a feather is paid with, or -1."""
    if purse_of(purse, 3):
        return 1 << 36
    mushrooms = min(purse_of(purse, 2), 2)
    rest = _upward(purse, 2 * (2 - mushrooms))
    return -1 if rest < 0 else rest + (mushrooms << 24)


# bounds


@njit
def parts(tb: Tables, s: Ints, biggest: int, chunks: Ints) -> None:
    """The most fields that one tile, then one tile more, ... can cover, as chunks by size.

    A connected part of z fields takes tiles of at most ``biggest`` fields each; parts below the
    smallest tile take none. ``chunks[i]`` counts chunks of i fields.
    """
    words = tb.words
    smallest = 6
    for k in range(len(tb.size)):
        smallest = min(smallest, tb.size[k])
    for i in range(biggest + 1):
        chunks[i] = 0
    rest = np.zeros(words, dtype=np.int64)
    part = np.zeros(words, dtype=np.int64)
    todo = np.zeros(words, dtype=np.int64)
    for w in range(words):
        rest[w] = s[w]
    for w in range(words):
        while rest[w]:
            n = 0
            for v in range(words):
                part[v] = 0
                todo[v] = 0
            todo[w] = rest[w] & -rest[w]
            rest[w] &= ~todo[w]
            going = True
            while going:
                going = False
                for v in range(words):
                    while todo[v]:
                        low = todo[v] & -todo[v]
                        todo[v] &= ~low
                        n += 1
                        i = 62 * v + count(low - 1)
                        for u in range(words):
                            new = tb.near[i, u] & rest[u]
                            if new:
                                rest[u] &= ~new
                                todo[u] |= new
                                going = True
            if n >= smallest:
                chunks[biggest] += n // biggest
                if n % biggest:
                    chunks[n % biggest] += 1


@njit
def value_bound(tb: Tables, s: Ints, left: int, horizon: int, chunks: Ints) -> int:
    """An upper bound of the end's value with ``left`` main actions to come, or NO_END.

    With d of them for two tiles each (paid with a worth of at least two) at most ``left + d``
    tiles are laid; each brings one hole, so at most one token and one print more below an animal.
    """
    words = tb.words
    end = 3 * words
    ground = size_of(s, 0, words)
    credits = s[end + 3]
    worth = worth_of(s[end + 2])
    holes = size_of(s, words, words) + size_of(s, 2 * words, words)
    held = 0
    below = 0
    rich = 0
    for t in range(4):
        unit = 1 if t == 0 else 2
        for w in range(words):
            a = unit * count(s[2 * words + w] & tb.printed[t, w])
            held += a
            below += a + unit * count(s[words + w] & tb.printed[t, w])
            if t:
                rich += count(s[w] & tb.printed[t, w])
    poor = 0
    for w in range(words):
        poor += count(s[w] & tb.printed[0, w])
    biggest = 0
    path = s[end]
    for n in range(path_length(path)):
        biggest = max(biggest, tb.size[(path >> (8 * n)) & 0xFF])
    row = s[end + 1]
    if row_left(tb, row):
        biggest = max(biggest, tb.biggest[row & 0xFFFF])
    for o in range(tb.opponents):
        path = s[end + 5 + o]
        for n in range(path_length(path)):
            biggest = max(biggest, tb.size[(path >> (8 * n)) & 0xFF])
    if biggest:
        parts(tb, s, biggest, chunks)
    piles = 0
    bits = s[end + 4]
    for k in range(len(tb.pile)):
        if (bits >> k) & 1 and animals_left(s, words, k):
            piles += 1
    best = NO_END
    for d in range(left + 1):
        tiles = left + d
        if biggest == 0 and d:
            break
        cover = 0
        laid = 0
        wanted = tiles
        for size in range(biggest, 0, -1):
            take = min(wanted, chunks[size])
            cover += take * size
            laid += take
            wanted -= take
        if laid < left:  # a main action without a tile is a squirrel
            cover += left - laid
        token = 2 * min(laid, rich) + min(max(0, laid - rich), poor)
        animals = 0
        places = (holes + laid) // 3 if tb.animal_most else 0
        if places:
            animals = (
                below
                + token
                + 2 * min(piles, (holes + laid) // tb.pile_least if tb.pile_least else 0)
            )
            animals = min(animals, tb.animal_most * ((holes + laid) // 3))
        money = worth + held + token + animals - 2 * d
        if money < 0:
            continue
        missing = max(0, ground - credits - cover)
        if horizon:
            open_ = missing - money // 2
            value = money - 2 * missing if open_ <= 0 else -2 * open_ + 1
        else:
            value = money - 2 * missing
            if value < 0:
                continue
        best = max(best, value)
    return best


# evaluation


@njit
def evaluate(tb: Tables, s: Ints, wt: Floats) -> float:
    """How good a row is for playing on, in fields (see ``evaluate.WEIGHTS``)."""
    words = tb.words
    end = 3 * words
    ground = 0
    lone = 0
    ends = 0
    edges = 0
    for w in range(words):
        rest = s[w]
        while rest:
            low = rest & -rest
            rest &= ~low
            i = 62 * w + count(low - 1)
            n = 0
            for v in range(words):
                n += count(tb.near[i, v] & s[v])
            ground += 1
            edges += n
            if n == 0:
                lone += 1
            elif n == 1:
                ends += 1
    out = -ground + wt[0] * lone + wt[1] * ends + wt[2] * (4 * ground - edges)
    out += wt[3] * s[end + 3]
    purse = s[end + 2]
    have = wt[4] * purse_of(purse, 0) + wt[5] * purse_of(purse, 1)
    have += wt[6] * purse_of(purse, 2) + wt[7] * purse_of(purse, 3)
    out += have
    # tokens: worth more the fewer fields of their area are open
    for w in range(words):
        if s[2 * words + w]:
            for a in range(len(tb.area)):
                value = 0.0
                for v in range(words):
                    here = s[2 * words + v] & tb.area[a, v]
                    if here:
                        for t in range(4):
                            value += wt[4 + t] * count(here & tb.printed[t, v])
                if value > 0.0:
                    n = 0
                    for v in range(words):
                        n += count(s[v] & tb.area[a, v])
                    out += value * wt[8] / (1.0 + wt[9] * n)
            break
    # prints still open
    for t in range(4):
        n = 0
        for w in range(words):
            n += count(s[w] & tb.printed[t, w])
        out += wt[10] * wt[4 + t] * n
    # holes beside holes, the stuff of animals
    pairs = 0
    prints = 0
    for w in range(words):
        rest = s[words + w] | s[2 * words + w]
        while rest:
            low = rest & -rest
            rest &= ~low
            i = 62 * w + count(low - 1)
            n = 0
            for v in range(words):
                n += count(tb.near[i, v] & (s[words + v] | s[2 * words + v]))
            pairs += n
            if n and tb.print_of[i] >= 0:
                prints += 1
    out += wt[11] * pairs + wt[12] * prints
    path = s[end]
    tiles = 0
    for n in range(path_length(path)):
        tiles += tb.size[(path >> (8 * n)) & 0xFF]
    out += wt[13] * path_length(path) + wt[14] * tiles
    return float(out)


# pool


@njit
def _slot(wk: Work, s: Ints) -> int:
    """The slot of a row in the table: its own, or the free one where it belongs."""
    h = 0
    for i in range(len(s)):
        h = ((h ^ (s[i] & 0x7FFFFFFF)) * 0x2545F491) & 0x3FFFFFFFFFFFFFFF
        h = (h ^ (h >> 29)) & 0x7FFFFFFF
        h = ((h ^ (s[i] >> 31)) * 0x21F0AAAD) & 0x3FFFFFFFFFFFFFFF
        h = (h ^ (h >> 31)) & 0x7FFFFFFF
    mask = len(wk.table) - 1
    at = (h ^ (h >> 15)) & mask
    while wk.table[at] >= 0:
        other = wk.pool[wk.table[at]]
        same = True
        for i in range(len(s)):
            if other[i] != s[i]:
                same = False
                break
        if same:
            return at
        at = (at + 1) & mask
    return at


@njit
def clear(wk: Work) -> None:
    """Empty the pool."""
    wk.counters[POOLED] = 0
    for i in range(len(wk.table)):
        wk.table[i] = -1


@njit
def _keep_best(wk: Work, value: int, depth: int, parent: int, label: int) -> None:
    c = wk.counters
    if value <= c[BEST]:
        return
    c[BEST] = value
    c[BEST_PARENT] = parent
    c[BEST_LABEL] = label
    c[BEST_MACROS] = wk.length[depth]
    for m in range(wk.length[depth]):
        for x in range(MACRO):
            wk.best[m, x] = wk.macros[depth, m, x]


@njit
def _push_macro(wk: Work, depth: int, code: int, a: int, b: int, pay: int, sources: int) -> None:
    m = wk.length[depth]
    if m >= MOST_MACROS:
        wk.counters[LOST] = 1
        return
    wk.macros[depth, m, 0] = code
    wk.macros[depth, m, 1] = a
    wk.macros[depth, m, 2] = b
    wk.macros[depth, m, 3] = pay
    wk.macros[depth, m, 4] = sources
    wk.length[depth] = m + 1


@njit
def _copy_up(wk: Work, depth: int, to: int) -> None:
    """Copy a stack entry onto another (not its fresh holes)."""
    for i in range(wk.stack.shape[1]):
        wk.stack[to, i] = wk.stack[depth, i]
    n = wk.length[depth]
    wk.length[to] = n
    for m in range(n):
        for x in range(MACRO):
            wk.macros[to, m, x] = wk.macros[depth, m, x]


@njit
def _gain(tb: Tables, s: Ints, q: int) -> int:
    """Worth in berries of placing an animal now."""
    kind = tb.animal_kind[q]
    g = tb.animal_gain[q, 0] + 2 * (
        tb.animal_gain[q, 1] + tb.animal_gain[q, 2] + tb.animal_gain[q, 3]
    )
    if (s[3 * tb.words + 4] >> kind) & 1:
        g += 1 if tb.pile[kind] == 0 else 2
    return int(g)


@njit
def _emit(
    tb: Tables, wk: Work, prm: Ints, depth: int, parent: int, label: int, top: int, chunks: Ints
) -> int:
    """Take in the row at ``depth`` as one way to end the turn; may push its filled-up form.

    Returns the new top of the stack.
    """
    words = tb.words
    end = 3 * words
    c = wk.counters
    s = wk.stack[depth]
    ground = size_of(s, 0, words)
    purse = s[end + 2]
    worth = worth_of(purse)
    credits = s[end + 3]
    c[EMITTED] += 1
    if credits > ground:  # a squirrel without a field was no main action
        return top
    if ground == 0:
        if not prm[EARLY]:
            _keep_best(wk, worth, depth, parent, label)
        return top
    if not prm[EARLY]:
        missing = ground - credits
        if missing <= worth // 2:
            if top >= DEEP:
                c[LOST] = 1
                return top
            pairs = max(0, min(missing - min(missing, purse_of(purse, 1)), purse_of(purse, 0) // 2))
            pay = pay_nuts(purse, missing, pairs)
            _copy_up(wk, depth, top)
            f = wk.stack[top]
            for w in range(words):
                f[w] = 0
                wk.fresh[top, w] = 0
            f[end + 3] = 0
            f[end + 2] = purse - pay
            pay_areas(tb, f, wk.fresh[top])
            wk.least[top] = 0
            _push_macro(wk, top, FILL, 0, 0, pay, 0)
            return top + 1
        if prm[LEFT] == 0:
            if prm[HORIZON]:
                _keep_best(wk, -2 * (missing - worth // 2) + worth % 2, depth, parent, label)
            return top
        bounded = prm[EXACT] and not prm[MATCH]
        if bounded and value_bound(tb, s, prm[LEFT], prm[HORIZON], chunks) <= c[BEST]:
            return top
    if prm[DROP] and not prm[EARLY]:
        for _ in range(prm[DROP]):
            row = s[end + 1]
            rest = min(row >> 16, len(tb.row))
            s[end + 1] = rest | (min(rest + 1, len(tb.row)) << 16)
    if prm[MATCH]:
        for i in range(len(s)):
            if s[i] != wk.match[i]:
                return top
        if not c[FOUND]:
            c[FOUND] = 1
            c[FOUND_MACROS] = wk.length[depth]
            for m in range(wk.length[depth]):
                for x in range(MACRO):
                    wk.found[m, x] = wk.macros[depth, m, x]
        return top
    slot = _slot(wk, s)
    if wk.table[slot] >= 0:
        return top
    n = c[POOLED]
    if n >= len(wk.pool):
        c[LOST] = 2
        return top
    wk.table[slot] = n
    for i in range(len(s)):
        wk.pool[n, i] = s[i]
    wk.parent[n] = parent
    wk.label[n] = label if label >= 0 else n
    if not prm[EXACT]:
        wk.score[n] = evaluate(tb, s, wk.weights)
    c[POOLED] = n + 1
    return top


@njit
def settle(tb: Tables, wk: Work, prm: Ints, parent: int, label: int, chunks: Ints) -> None:
    """All endings of the turn whose main action left the row at depth 0 of the stack.

    ``fresh[0]`` are the holes that have just become free. In exact search every set of gainful
    animals over fresh holes and every order of completing areas is tried; otherwise the animal
    that gains most is placed as long as there is one.
    """
    words = tb.words
    end = 3 * words
    top = 1
    while top:
        top -= 1
        # work on a copy at the bottom of the free stack, so that pushes may overwrite the entry
        here = top
        s = wk.stack[here]
        free = 0
        some = 0
        for w in range(words):
            free += count(s[words + w])
            some |= wk.fresh[here, w]
        push = here + 1
        greedy = False
        if some and free >= 1:
            best_q = -1
            best_gain = 0
            for w in range(words):
                bits = wk.fresh[here, w]
                while bits:
                    low = bits & -bits
                    bits &= ~low
                    i = 62 * w + count(low - 1)
                    for x in range(tb.hole_at[i], tb.hole_at[i + 1]):
                        q = tb.hole_animals[x]
                        if q < wk.least[here] or not inside(tb.animal[q], s, words, words):
                            continue
                        g = _gain(tb, s, q)
                        if g <= 0 or not animals_left(s, words, tb.animal_kind[q]):
                            continue
                        # the lowest fresh hole below it names it, so that it comes once
                        first = True
                        for v in range(w + 1):
                            both = tb.animal[q, v] & wk.fresh[here, v]
                            if v < w and both:
                                first = False
                            if v == w and both & (low - 1):
                                first = False
                        if not first:
                            continue
                        if prm[EXACT]:
                            if push >= DEEP:
                                wk.counters[LOST] = 1
                                continue
                            _copy_up(wk, here, push)
                            put_animal(tb, wk.stack[push], q)
                            for v in range(words):
                                wk.fresh[push, v] = wk.fresh[here, v] & ~tb.animal[q, v]
                            wk.least[push] = q + 1
                            _push_macro(wk, push, BEAST, q, 0, 0, 0)
                            push += 1
                        elif g > best_gain:
                            best_gain = g
                            best_q = q
            if best_q >= 0:
                put_animal(tb, s, best_q)
                for v in range(words):
                    wk.fresh[here, v] &= ~tb.animal[best_q, v]
                _push_macro(wk, here, BEAST, best_q, 0, 0, 0)
                top = here + 1
                greedy = True
        if greedy:
            continue
        # areas with tokens that squirrels can complete now
        held = 0
        for w in range(words):
            held |= s[2 * words + w]
        if held:
            nuts = worth_of(s[end + 2]) // 2
            for a in range(len(tb.area)):
                n = 0
                tokens = 0
                for w in range(words):
                    n += count(s[w] & tb.area[a, w])
                    tokens |= s[2 * words + w] & tb.area[a, w]
                if not tokens or n == 0 or n > nuts + s[end + 3]:
                    continue
                used = min(n, s[end + 3])
                rest = n - used - min(n - used, purse_of(s[end + 2], 1))
                for pairs in range(rest + 1):
                    pay = pay_nuts(s[end + 2], n - used, pairs)
                    if pay < 0:
                        continue
                    if push >= DEEP:
                        wk.counters[LOST] = 1
                        continue
                    _copy_up(wk, here, push)
                    f = wk.stack[push]
                    for w in range(words):
                        f[w] &= ~tb.area[a, w]
                        wk.fresh[push, w] = 0
                    f[end + 3] -= used
                    f[end + 2] -= pay
                    pay_areas(tb, f, wk.fresh[push])
                    wk.least[push] = 0
                    _push_macro(wk, push, CLOSE, a, used, pay, 0)
                    push += 1
                    if not prm[EXACT]:
                        break
        # the row itself goes on top, so that the entry's place is free afterwards
        after = _emit(tb, wk, prm, here, parent, label, push, chunks)
        if after > here + 1:  # close the gap at ``here``
            last = after - 1
            _copy_up(wk, last, here)
            for w in range(words):
                wk.fresh[here, w] = wk.fresh[last, w]
            wk.least[here] = wk.least[last]
            top = last
        else:
            top = here


@njit
def _find_fits(tb: Tables, wk: Work, s: Ints, kind: int, slot: int, stride: int) -> int:
    """List in a slot the placements of a kind on the ground."""
    n = 0
    for x in range(tb.tile_at[kind], tb.tile_at[kind + 1], stride):
        if inside(tb.tile[x], s, 0, tb.words):
            wk.fits[slot, n] = x
            n += 1
    wk.number[slot] = n
    wk.kinds[slot] = kind
    return n


@njit
def _trim(tb: Tables, wk: Work, s: Ints, slot: int, top: int, spare: Ints) -> None:
    """Keep in a slot the ``top`` placements that are best on their own."""
    n = wk.number[slot]
    if n <= top:
        return
    for i in range(n):
        for x in range(len(s)):
            spare[x] = s[x]
        wk.fresh[0, :] = 0
        lay(tb, spare, wk.fits[slot, i], wk.fresh[0])
        pay_areas(tb, spare, wk.fresh[0])
        wk.rank[i] = evaluate(tb, spare, wk.weights)
    for i in range(top):  # partial selection sort; ``top`` is small
        b = i
        for j in range(i + 1, n):
            if wk.rank[j] > wk.rank[b]:
                b = j
        wk.rank[i], wk.rank[b] = wk.rank[b], wk.rank[i]
        wk.fits[slot, i], wk.fits[slot, b] = wk.fits[slot, b], wk.fits[slot, i]
    wk.number[slot] = top


@njit
def _disjoint(tb: Tables, a: int, b: int) -> bool:
    both = 0
    for w in range(tb.words):
        both |= tb.tile[a, w] & tb.tile[b, w]
    return both == 0


@njit
def _both_fit(tb: Tables, wk: Work, a: int, b: int) -> bool:
    """Whether the tiles in two slots have disjoint placements."""
    for i in range(wk.number[a]):
        for j in range(wk.number[b]):
            if _disjoint(tb, wk.fits[a, i], wk.fits[b, j]):
                return True
    return False


@njit
def _side_by_side(tb: Tables, wk: Work, x: int, b: int, seen: Ints, most: int) -> int:
    """Disjoint places beside ``x`` of the tile in slot ``b``, up to ``most`` + 1.

    So many squirrels at least are needed before the tile has no place beside ``x``.
    """
    for w in range(tb.words):
        seen[w] = tb.tile[x, w]
    found = 0
    for j in range(wk.number[b]):
        both = 0
        for w in range(tb.words):
            both |= seen[w] & tb.tile[wk.fits[b, j], w]
        if both == 0:
            found += 1
            if found > most:
                return found
            for w in range(tb.words):
                seen[w] |= tb.tile[wk.fits[b, j], w]
    return found


@njit
def _start(wk: Work, s: Ints, prefix: Ints, length: int) -> None:
    """Depth 0 of the stack becomes the row with the macros so far."""
    for i in range(len(s)):
        wk.stack[0, i] = s[i]
    wk.length[0] = length
    for m in range(length):
        for x in range(MACRO):
            wk.macros[0, m, x] = prefix[m, x]
    wk.fresh[0, :] = 0
    wk.least[0] = 0


@njit
def _drop_kind(s: Ints, end: int, kind: int) -> None:
    for n in range(6):
        if (s[end] >> (8 * n)) & 0xFF == kind:
            s[end] = path_drop(s[end], n)
            return


@njit
def _room(tb: Tables, wk: Work, prm: Ints, s: Ints, chunks: Ints) -> int:
    """The least number of fields that the main action must cover, by a rough bound."""
    if not prm[EXACT] or prm[HORIZON] or prm[MATCH]:
        return 0
    words = tb.words
    end = 3 * words
    left = prm[LEFT]
    biggest = 0
    for k in range(len(tb.size)):
        biggest = max(biggest, tb.size[k])
    worth = worth_of(s[end + 2])
    holes = size_of(s, words, words) + size_of(s, 2 * words, words)
    tiles = 2 * left + 2
    rich = 0
    poor = 0
    held = 0
    below = 0
    for t in range(4):
        unit = 1 if t == 0 else 2
        for w in range(words):
            a = unit * count(s[2 * words + w] & tb.printed[t, w])
            held += a
            below += a + unit * count(s[words + w] & tb.printed[t, w])
            if t:
                rich += count(s[w] & tb.printed[t, w])
            else:
                poor += count(s[w] & tb.printed[t, w])
    token = 2 * min(tiles, rich) + min(max(0, tiles - rich), poor)
    animals = 0
    if tb.animal_most:
        animals = min(below + token + 2 * len(tb.pile), tb.animal_most * ((holes + tiles) // 3))
    money = worth + held + token + animals
    if money < 0:
        return 0
    # each further double costs a worth of two and brings at most ``biggest`` fields
    doubles = min(left, money // 2)
    cover = biggest * (left + doubles) + (money - 2 * doubles) // 2
    return int(size_of(s, 0, words) - s[end + 3] - cover)


@njit
def expand(
    tb: Tables, wk: Work, prm: Ints, s: Ints, parent: int, label: int, scratch: Ints, prefix: Ints
) -> None:
    """Add all successors of a row (after one whole turn) to the pool.

    ``scratch`` is [4, number], ``prefix`` [macro, 5]; both are overwritten.
    """
    words = tb.words
    end = 3 * words
    exact = prm[EXACT]
    stride = prm[STRIDE]
    chunks = np.zeros(16, dtype=np.int64)
    base = scratch[0]
    made = scratch[1]
    spare = scratch[2]
    seen = np.zeros(words, dtype=np.int64)
    for i in range(len(s)):
        base[i] = s[i]
    berries = 0
    while True:
        length = berries
        purse = base[end + 2]
        need = _room(tb, wk, prm, base, chunks)
        if berries == 0 and need <= 1 and base[end + 3] < size_of(base, 0, words):
            _start(wk, base, prefix, length)
            wk.stack[0, end + 3] += 1
            _push_macro(wk, 0, CREDIT, 0, 0, 0, 0)
            settle(tb, wk, prm, parent, label, chunks)
        # the own path's kinds in slots 0 ..
        slots = 0
        multiple = 0  # bit: the kind is there twice
        last = -1
        for n in range(path_length(base[end])):
            kind = (base[end] >> (8 * n)) & 0xFF
            if kind == last:
                multiple |= 1 << (slots - 1)
                continue
            last = kind
            _find_fits(tb, wk, base, kind, slots, stride)
            slots += 1
        for a in range(slots):
            if tb.size[wk.kinds[a]] < need:
                continue
            for i in range(wk.number[a]):
                x = wk.fits[a, i]
                _start(wk, base, prefix, length)
                made = wk.stack[0]
                lay(tb, made, x, wk.fresh[0])
                pay_areas(tb, made, wk.fresh[0])
                _drop_kind(made, end, wk.kinds[a])
                refill_own(tb, made)
                _push_macro(wk, 0, TILE, x, 0, 0, 0)
                settle(tb, wk, prm, parent, label, chunks)
        # a mushroom
        first_source = slots
        for option in range(2):
            pay = pay_mushroom(purse, option)
            if pay < 0:
                continue
            sources = 0
            for source in range(1, 6):
                kind = source_tile(tb, base, source)
                if kind >= 0:
                    _find_fits(tb, wk, base, kind, first_source + sources, 1)
                    spare[sources] = source
                    sources += 1
            # spare holds the sources here; it is not used for rows until they are read
            code0 = spare[0] if sources > 0 else 0
            code1 = spare[1] if sources > 1 else 0
            code2 = spare[2] if sources > 2 else 0
            lone = 0
            for a in range(sources):
                for b in range(a + 1, sources):
                    u, v = first_source + a, first_source + b
                    if not _both_fit(tb, wk, u, v):
                        lone |= (1 << a) | (1 << b)
                        continue
                    if tb.size[wk.kinds[u]] + tb.size[wk.kinds[v]] < need:
                        continue
                    one = code0 if a == 0 else code1
                    two = code1 if b == 1 else code2
                    if not exact:
                        _trim(tb, wk, base, u, prm[TOP] + prm[TOP] // 2, scratch[3])
                        _trim(tb, wk, base, v, prm[TOP] + prm[TOP] // 2, scratch[3])
                    for i in range(wk.number[u]):
                        x = wk.fits[u, i]
                        for j in range(wk.number[v]):
                            y = wk.fits[v, j]
                            if not _disjoint(tb, x, y):
                                continue
                            _start(wk, base, prefix, length)
                            made = wk.stack[0]
                            made[end + 2] -= pay
                            lay(tb, made, x, wk.fresh[0])
                            lay(tb, made, y, wk.fresh[0])
                            pay_areas(tb, made, wk.fresh[0])
                            take_from(tb, made, one, two)
                            _push_macro(wk, 0, TAKE, x, y, pay, one * 8 + two)
                            settle(tb, wk, prm, parent, label, chunks)
                    if not exact:  # trimmed lists must not decide what fits beside a third source
                        _find_fits(tb, wk, base, wk.kinds[u], u, 1)
                        _find_fits(tb, wk, base, wk.kinds[v], v, 1)
            for a in range(sources):
                if not (lone >> a) & 1:
                    continue
                source = code0 if a == 0 else (code1 if a == 1 else code2)
                u = first_source + a
                if source == 5 and wk.kinds[u] == wk.kinds[u - 1]:
                    continue
                if tb.size[wk.kinds[u]] < need:
                    continue
                for i in range(wk.number[u]):
                    x = wk.fits[u, i]
                    _start(wk, base, prefix, length)
                    made = wk.stack[0]
                    made[end + 2] -= pay
                    lay(tb, made, x, wk.fresh[0])
                    pay_areas(tb, made, wk.fresh[0])
                    take_from(tb, made, source, 0)
                    _push_macro(wk, 0, TAKE, x, -1, pay, source * 8)
                    settle(tb, wk, prm, parent, label, chunks)
            early = base[end + 3] + worth_of(purse - pay) // 2 if exact == 2 else 0
            for a in range(sources):
                if early == 0 or (lone >> a) & 1:
                    continue
                source = code0 if a == 0 else (code1 if a == 1 else code2)
                u = first_source + a
                if tb.size[wk.kinds[u]] < need:
                    continue
                for i in range(wk.number[u]):
                    x = wk.fits[u, i]
                    allowed = False
                    for b in range(sources):
                        if b != a and not allowed:
                            v = first_source + b
                            allowed = _side_by_side(tb, wk, x, v, seen, early) <= early
                    if not allowed:
                        continue
                    _start(wk, base, prefix, length)
                    made = wk.stack[0]
                    made[end + 2] -= pay
                    lay(tb, made, x, wk.fresh[0])
                    pay_areas(tb, made, wk.fresh[0])
                    take_from(tb, made, source, 0)
                    _push_macro(wk, 0, TAKE, x, -1, pay, source * 8 + MAYBE)
                    settle(tb, wk, prm, parent, label, chunks)
        # a feather
        pay = pay_feather(purse)
        if pay >= 0 and path_length(base[end]) >= 2:
            if not exact:
                for a in range(slots):
                    _trim(tb, wk, base, a, prm[TOP], scratch[3])
            for a in range(slots):
                for b in range(a, slots):
                    if a == b and not (multiple >> a) & 1:
                        continue
                    if tb.size[wk.kinds[a]] + tb.size[wk.kinds[b]] < need:
                        continue
                    for i in range(wk.number[a]):
                        x = wk.fits[a, i]
                        for j in range(i + 1 if a == b else 0, wk.number[b]):
                            y = wk.fits[b, j]
                            if not _disjoint(tb, x, y):
                                continue
                            _start(wk, base, prefix, length)
                            made = wk.stack[0]
                            made[end + 2] -= pay
                            lay(tb, made, x, wk.fresh[0])
                            lay(tb, made, y, wk.fresh[0])
                            pay_areas(tb, made, wk.fresh[0])
                            _drop_kind(made, end, wk.kinds[a])
                            _drop_kind(made, end, wk.kinds[b])
                            refill_own(tb, made)
                            _push_macro(wk, 0, TWO, x, y, pay, 0)
                            settle(tb, wk, prm, parent, label, chunks)
        # one more berry
        eat = pay_berry(purse)
        if berries >= 2 or eat < 0 or berry_brings(tb, base) == 0:
            return
        base[end + 2] -= eat
        draw_own(tb, base, berry_brings(tb, base))
        prefix[berries, 0] = EAT
        prefix[berries, 1] = 0
        prefix[berries, 2] = 0
        prefix[berries, 3] = eat
        prefix[berries, 4] = 0
        berries += 1


@njit
def expand_layer(
    tb: Tables,
    wk: Work,
    prm: Ints,
    rows: Ints,
    labels: Ints,
    start: int,
    stop: int,
    most: int,
    scratch: Ints,
    prefix: Ints,
) -> int:
    """Expand rows ``start ..`` until ``most`` successors were looked at; returns the next row."""
    c = wk.counters
    begin = c[EMITTED]
    n = start
    chunks = np.zeros(16, dtype=np.int64)
    while n < stop:
        go = True
        if prm[EXACT] and c[BEST] > NO_END:
            go = value_bound(tb, rows[n], prm[LEFT] + 1, prm[HORIZON], chunks) > c[BEST]
        if go:
            expand(tb, wk, prm, rows[n], n, labels[n], scratch, prefix)
        n += 1
        if c[LOST] == 2 or c[EMITTED] - begin > most:
            break
    return n


@njit
def begin(tb: Tables, wk: Work, prm: Ints, s: Ints, fresh: Ints) -> None:
    """Add to the pool what special actions alone can make of a row (before its main action)."""
    chunks = np.zeros(16, dtype=np.int64)
    _start(wk, s, wk.found, 0)
    for w in range(tb.words):
        wk.fresh[0, w] = fresh[w]
    settle(tb, wk, prm, 0, -1, chunks)
