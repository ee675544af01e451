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

from leafwise.puzzles.core.jit import njit, plain
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
PLAIN_SHEETS = 100  # the same on the plain path, a thousand times slower
MOST_LEGAL = 60  # moves over all rolls beyond which it is not tried
DEPTH = 64  # rounds that can follow: areas on small ground and six misthrows
WIDTH = 8192  # moves of one roll, at most


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
def find_slot(keys: Ints, key: int) -> int:
    """The slot of a key, or the free slot where it belongs."""
    slot = key % SLOTS
    while keys[slot] not in (0, key):
        slot = (slot + 1) % SLOTS
    return slot


@njit
def value_before_roll(
    start: Ints,
    stays: bool,
    tb: Tables,
    pairs: Ints,
    keys: Ints,
    worths: Floats,
    counts: Ints,
    states: Ints,
    codes: Ints,
    frames: Ints,
    sums: Floats,
    scratch: Floats,
    index: Ints,
) -> float:
    """Value of a sheet before a roll; 0 once ``counts[1]`` is set.

    The owner is free to drop out, at the start itself only if not ``stays``. ``pairs`` [roll, 4]:
    green and natural face, weight in 36ths with the joker, without it. ``counts``: sheets seen,
    given up, sheets allowed. Working space by depth: ``states``, ``codes``, ``frames`` (roll,
    next move, moves), ``sums`` (points now, sum over rolls, best move of the roll). A stack of
    frames, no recursion: numba's cache does not keep functions that call each other.
    """
    states[0, :] = start
    d = 0
    entering = True
    result = 0.0
    while True:
        if entering:
            now = float(score_state(states[d], tb))
            if is_over(states[d], tb):
                result = now
                if d == 0:
                    return result
                d -= 1
                entering = False
                continue
            key = sheet_key(states[d])
            slot = find_slot(keys, key)
            if keys[slot] == key and not (stays and d == 0):
                result = float(worths[slot])
                if d == 0:
                    return result
                d -= 1
                entering = False
                continue
            counts[0] += 1
            if counts[0] > counts[2] or d + 1 >= DEPTH:
                counts[1] = 1
                return 0.0
            frames[d, 0] = -1
            frames[d, 1] = 0
            frames[d, 2] = 0
            sums[d, 0] = now
            sums[d, 1] = 0.0
        else:
            sums[d, 2] = max(sums[d, 2], result)
        while frames[d, 1] >= frames[d, 2]:  # the roll is done, or none was looked at yet
            weight_column = 2 if states[d, F_MARK + M_JOKER] > 0 else 3
            r = frames[d, 0]
            if r >= 0:
                sums[d, 1] += pairs[r, weight_column] * sums[d, 2]
            r += 1
            while r < len(pairs) and pairs[r, weight_column] == 0:
                r += 1
            if r == len(pairs):
                break
            frames[d, 0] = r
            states[d, F_GREEN] = pairs[r, 0]
            states[d, F_NATURAL] = pairs[r, 1]
            frames[d, 1] = 0
            frames[d, 2] = moves_into(states[d], tb, False, index, codes[d], scratch)
            sums[d, 2] = -1e300
        if frames[d, 1] < frames[d, 2]:
            states[d + 1, :] = states[d]
            apply_code(states[d + 1], tb, codes[d, frames[d, 1]])
            frames[d, 1] += 1
            d += 1
            entering = True
            continue
        result = float(sums[d, 1]) / 36.0
        states[d, F_GREEN] = -1
        states[d, F_NATURAL] = -1
        if d == 0 and stays:
            return result
        result = max(result, float(sums[d, 0]))
        key = sheet_key(states[d])
        slot = find_slot(keys, key)
        keys[slot] = key
        worths[slot] = result
        if d == 0:
            return result
        d -= 1
        entering = False


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
def value_decisions(
    st: Ints, tb: Tables, pairs: Ints, firsts: Ints, most: int, out: Floats
) -> bool:
    """``out[i]``: the value of taking decision ``firsts[i]``; False when the tree is not small."""
    keys = np.zeros(SLOTS, np.int64)
    worths = np.zeros(SLOTS, np.float64)
    counts = np.array([0, 0, most], np.int64)
    states = np.zeros((DEPTH, STATE), np.int64)
    codes = np.zeros((DEPTH, WIDTH), np.int64)
    frames = np.zeros((DEPTH, 3), np.int64)
    sums = np.zeros((DEPTH, 3), np.float64)
    scratch = np.zeros(WIDTH, np.float64)
    index = np.zeros(GROUP_MOST, np.int64)
    trial = np.zeros(STATE, np.int64)
    for i in range(len(firsts)):
        trial[:] = st
        apply_code(trial, tb, firsts[i])
        stays = firsts[i] == STAY_IN
        trial[F_STAYED] = 0
        out[i] = value_before_roll(
            trial,
            stays,
            tb,
            pairs,
            keys,
            worths,
            counts,
            states,
            codes,
            frames,
            sums,
            scratch,
            index,
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
    if not value_decisions(st, tb, pairs, firsts, PLAIN_SHEETS if plain() else MOST_SHEETS, out):
        return None
    return [(int(code), float(value)) for code, value in zip(firsts, out, strict=True)]


def warm() -> None:
    """Compile everything above (or load it from the cache)."""
    st = np.zeros(STATE, np.int64)
    st[F_SEASON] = 0
    st[F_AREAS] = 1
    st[F_GREEN] = st[F_NATURAL] = -1
    decisions(st)
