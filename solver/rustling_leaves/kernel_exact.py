"""Exact expectations near the end of a sheet: expectimax over all rolls, with memo, compiled.

Before a roll the value is the better of stopping (the points on the sheet) and the mean over the
36 rolls of the best decision; misthrows, the joker and dropping out included. Two sheets with the
same free ground and marks have the same future, however they came about, so they share one entry.
The search gives up after a fixed number of distinct sheets, never by the clock.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.rustling_leaves.data import faces
from leafwise.puzzles.rustling_leaves.kernel import (
    DROP_OUT,
    F_AREAS,
    F_GREEN,
    F_HIGH,
    F_LOW,
    F_MARK,
    F_NATURAL,
    F_SEASON,
    F_STAYED,
    GROUP_MOST,
    M_JOKER,
    MARKS,
    STATE,
    STAY_IN,
    Tables,
    apply_code,
    greedy_tables,
    is_over,
    moves_into,
    score_state,
    season_of,
)

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

SLOTS = 1 << 16  # memo entries, open addressing
MOST_SHEETS = 30000  # distinct sheets before giving up (about 0.4 s)
MOST_LEGAL = 60  # moves over all rolls beyond which it is not tried
DEPTH = 64  # rounds that can follow: areas on small ground and six misthrows
WIDTH = 512  # moves of one roll on small ground


@njit
def sheet_key(st: Ints) -> int:
    """A 62-bit hash of what decides the future of a sheet before a roll; never 0."""
    h = 0x1F83D9ABFB41BD6
    for k in range(MARKS + 3):
        if k < MARKS:
            x = st[F_MARK + k]
        elif k == MARKS:
            x = st[F_LOW]
        elif k == MARKS + 1:
            x = st[F_HIGH]
        else:
            x = min(st[F_AREAS], 1)
        h = ((h ^ x) * 0x2545F4914F6CDD1D) & 0x3FFFFFFFFFFFFFFF
        h = h ^ (h >> 29)
    return max(h, 1)


@njit
def value_before_roll(
    st: Ints,
    tb: Tables,
    pairs: Ints,
    keys: Ints,
    worths: Floats,
    counts: Ints,
    stack: Ints,
    codes: Ints,
    scratch: Floats,
    index: Ints,
    depth: int,
) -> float:
    """Value of a sheet before a roll, the owner free to drop out; 0 once ``counts[1]`` is set.

    ``pairs`` [roll, 4]: green and natural face, weight in 36ths with the joker, without it.
    ``counts``: sheets seen, given up. ``stack`` [depth, STATE] and ``codes`` [depth, WIDTH] are
    working space.
    """
    now: float = score_state(st, tb)
    if is_over(st, tb):
        return now
    key = sheet_key(st)
    slot = key % SLOTS
    while keys[slot] != 0:
        if keys[slot] == key:
            return float(worths[slot])
        slot = (slot + 1) % SLOTS
    counts[0] += 1
    if counts[0] > MOST_SHEETS or depth + 1 >= DEPTH:
        counts[1] = 1
        return 0.0
    total = 0.0
    weight_column = 2 if st[F_MARK + M_JOKER] > 0 else 3
    for r in range(len(pairs)):
        weight = pairs[r, weight_column]
        if weight == 0:
            continue
        st[F_GREEN] = pairs[r, 0]
        st[F_NATURAL] = pairs[r, 1]
        best = best_decision(
            st, tb, pairs, keys, worths, counts, stack, codes, scratch, index, depth
        )
        st[F_GREEN] = -1
        st[F_NATURAL] = -1
        if counts[1] > 0:
            return 0.0
        total += weight * best
    worth = max(now, total / 36.0)
    slot = key % SLOTS
    while keys[slot] != 0:
        slot = (slot + 1) % SLOTS
    keys[slot] = key
    worths[slot] = worth
    return worth


@njit
def best_decision(
    st: Ints,
    tb: Tables,
    pairs: Ints,
    keys: Ints,
    worths: Floats,
    counts: Ints,
    stack: Ints,
    codes: Ints,
    scratch: Floats,
    index: Ints,
    depth: int,
) -> float:
    """Value of the best move for the pending roll."""
    count = moves_into(st, tb, False, index, codes[depth], scratch)
    best = -1e300
    for i in range(count):
        stack[depth, :] = st
        apply_code(stack[depth], tb, codes[depth, i])
        worth = value_before_roll(
            stack[depth],
            tb,
            pairs,
            keys,
            worths,
            counts,
            stack,
            codes,
            scratch,
            index,
            depth + 1,
        )
        if counts[1] > 0:
            return 0.0
        best = max(best, worth)
    return best


@njit
def count_moves(st: Ints, tb: Tables, pairs: Ints, most: int) -> int:
    """Moves over all rolls that a sheet before a roll could face; stops counting at ``most``."""
    trial = st.copy()
    index = np.zeros(GROUP_MOST, np.int64)
    codes = np.zeros(8192, np.int64)
    values = np.zeros(8192, np.float64)
    total = 0
    for r in range(len(pairs)):
        if pairs[r, 2 if st[F_MARK + M_JOKER] > 0 else 3] == 0:
            continue
        trial[F_GREEN] = pairs[r, 0]
        trial[F_NATURAL] = pairs[r, 1]
        total += moves_into(trial, tb, False, index, codes, values)
        if total > most:
            return total
    return total


@njit
def value_decisions(st: Ints, tb: Tables, pairs: Ints, firsts: Ints, out: Floats) -> bool:
    """``out[i]``: the value of taking decision ``firsts[i]``; False when the tree is not small."""
    keys = np.zeros(SLOTS, np.int64)
    worths = np.zeros(SLOTS, np.float64)
    counts = np.zeros(2, np.int64)
    stack = np.zeros((DEPTH, STATE), np.int64)
    codes = np.zeros((DEPTH, WIDTH), np.int64)
    scratch = np.zeros(WIDTH, np.float64)
    index = np.zeros(GROUP_MOST, np.int64)
    trial = np.zeros(STATE, np.int64)
    for i in range(len(firsts)):
        trial[:] = st
        apply_code(trial, tb, firsts[i])
        if firsts[i] == STAY_IN:
            trial[F_STAYED] = 0
            worth = 0.0
            for r in range(len(pairs)):
                weight = pairs[r, 2 if st[F_MARK + M_JOKER] > 0 else 3]
                if weight == 0:
                    continue
                trial[F_GREEN] = pairs[r, 0]
                trial[F_NATURAL] = pairs[r, 1]
                worth += weight * best_decision(
                    trial, tb, pairs, keys, worths, counts, stack, codes, scratch, index, 0
                )
                if counts[1] > 0:
                    return False
            out[i] = worth / 36.0
        else:
            out[i] = value_before_roll(
                trial, tb, pairs, keys, worths, counts, stack, codes, scratch, index, 0
            )
        if counts[1] > 0:
            return False
    return True


@cache
def roll_table() -> Ints:
    """Distinct rolls [roll, 4]: face indices, weight in 36ths with the joker, and without.

    With the joker the two dice differ (25 ordered rolls of distinct faces); without it only the
    numbers and clouds matter (15).
    """
    known: dict[tuple[tuple[int, bool], tuple[int, bool]], int] = {}
    rows: list[list[int]] = []
    for g, green in enumerate(faces()):
        for n, natural in enumerate(faces()):
            pair = ((green.number, green.cloud), (natural.number, natural.cloud))
            if pair not in known:
                known[pair] = len(rows)
                rows.append([g, n, 0, 0])
            rows[known[pair]][2] += 1
            rows[known.get((pair[1], pair[0]), known[pair])][3] += 1
    return np.array(rows, np.int64)


def decisions(st: Ints) -> list[tuple[int, float]] | None:
    """(code, exact value) of every decision of a state, or None when the tree is not small.

    A joker that names the number already rolled is left out: it is never better.
    """
    tb = greedy_tables(season_of(st))
    pairs = roll_table()
    before = st.copy()
    before[F_GREEN] = before[F_NATURAL] = -1
    if count_moves(before, tb, pairs, MOST_LEGAL) > MOST_LEGAL:
        return None
    if st[F_GREEN] >= 0:
        codes = np.zeros(8192, np.int64)
        count = moves_into(
            st, tb, False, np.zeros(GROUP_MOST, np.int64), codes, np.zeros(8192, np.float64)
        )
        firsts = np.sort(codes[:count])
    else:
        firsts = np.array([DROP_OUT, STAY_IN], np.int64)
    out = np.zeros(len(firsts), np.float64)
    if not value_decisions(st, tb, pairs, firsts, out):
        return None
    return [(int(code), float(value)) for code, value in zip(firsts, out, strict=True)]


def warm() -> None:
    """Compile everything above (or load it from the cache)."""
    st = np.zeros(STATE, np.int64)
    st[F_SEASON] = 0
    st[F_AREAS] = 1
    st[F_GREEN] = st[F_NATURAL] = -1
    decisions(st)
