"""Exact coverings of the uncovered fields: counted, listed, tested for uniqueness.

All tiles are used, each once, and no field stays open. Two coverings are the same when the same
shapes with the same holes lie in the same places, so equal tiles are interchangeable.

The count is a dynamic programme over fields in scan order (along the shorter side, so that the
front stays narrow). A state is what is open and how many of each kind are left; it waits in the
bucket of its first open field, which some tile must cover. Buckets are worked off in order; in
each, equal states are merged and their numbers added. Every step is a few numpy operations on
whole buckets, so nothing has to be compiled.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.indian_summer.geometry import (
    Placement,
    bits,
    canonical,
    components,
    field_name,
    fitting,
    shape,
)
from leafwise.puzzles.indian_summer.position import Position

Words = NDArray[np.uint64]

_WORD = 64
_FEW = 64  # buckets below this are not worth a look for pockets
_MOST = float(2**62)  # counts beyond this are added as Python integers


@dataclass(frozen=True, slots=True)
class Kind:
    """A tile however it lies, and how many there are of it."""

    name: str
    size: int
    copies: int


@dataclass(frozen=True, slots=True)
class Task:
    """Cover ``ground`` (a mask on a floor of ``width`` by ``height``) with all the tiles."""

    width: int
    height: int
    ground: int
    kinds: tuple[Kind, ...]

    @property
    def even(self) -> bool:
        """Whether tiles and ground have the same number of fields."""
        return sum(k.size * k.copies for k in self.kinds) == self.ground.bit_count()

    def placements(self) -> tuple[tuple[Placement, ...], ...]:
        """For every kind, where it can lie."""
        return tuple(fitting(k.name, self.width, self.height, self.ground) for k in self.kinds)


def task(width: int, height: int, ground: int, tiles: Sequence[str]) -> Task:
    """A task from drawn texts; equal tiles are counted together."""
    names = [canonical(text) for text in tiles]
    kinds = (Kind(n, len(shape(n).cells), names.count(n)) for n in sorted(set(names)))
    return Task(width, height, ground, tuple(kinds))


def task_of(p: Position) -> Task:
    """Cover all uncovered fields with all tiles of ``path`` and ``common``."""
    return task(p.floor.width, p.floor.height, p.ground, (*p.path, *p.common))


# counting


def count(t: Task, limit: float | None = None, most_states: int = 8_000_000) -> int:
    """The number of coverings; raises LimitReached after ``limit`` seconds or too many states."""
    if not t.even or _hopeless(t):
        return 0
    if not t.ground:
        return 1
    started = time.monotonic()
    table = _Table(t)
    buckets: list[list[_States]] = [[] for _ in range(table.fields + 1)]
    table.sort_in(table.start(), buckets)
    for field in range(table.fields):
        if not buckets[field]:
            continue
        states = table.merge(buckets[field])
        buckets[field] = []
        for mask, kind in table.at[field]:
            after = table.place(states, mask, kind)
            if len(after.number):
                table.sort_in(after, buckets)
            if limit is not None and time.monotonic() - started > limit:
                raise LimitReached("the coverings were not counted in time")
        waiting = sum(len(part.number) for bucket in buckets for part in bucket)
        if waiting > most_states:
            raise LimitReached(f"too many to count: {waiting} different partial coverings at once")
    return sum(int(n) for part in buckets[table.fields] for n in part.number)


@dataclass(frozen=True, slots=True)
class _States:
    """Rows of words (open fields, then copies left) and in how many ways each is reached."""

    rows: Words  # [state, word]
    number: NDArray[np.generic]  # [state]; int64, or Python integers where they get large


class _Table:
    """Placements by first field in scan order, and the packing of states into words."""

    def __init__(self, t: Task) -> None:
        flip = t.height < t.width  # scan along the shorter side
        short, long = (t.height, t.width) if flip else (t.width, t.height)
        self.fields = short * long
        self.short = short

        def scanned(mask: int) -> int:
            if not flip:
                return mask
            return sum(1 << ((i % t.width) * short + i // t.width) for i in bits(mask))

        self.ground = scanned(t.ground)
        self.ground_words = -(-self.fields // _WORD)
        # copies left of a kind are a number of a few bits; no kind straddles two words
        self.shift: list[tuple[int, int, int]] = []  # (word, bit, mask)
        word, bit = self.ground_words, 0
        for kind in t.kinds:
            need = kind.copies.bit_length()
            if bit + need > _WORD:
                word, bit = word + 1, 0
            self.shift.append((word, bit, (1 << need) - 1))
            bit += need
        self.words = word + 1
        self.kinds = t.kinds
        self.at: list[list[tuple[list[tuple[int, np.uint64]], int]]] = [
            [] for _ in range(self.fields)
        ]
        for k, found in enumerate(t.placements()):
            for x in found:
                mask = scanned(x.mask)
                first = (mask & -mask).bit_length() - 1
                self.at[first].append((self._split(mask), k))
        line = sum(1 << i for i in range(0, self.fields, short))
        self.line_start = self._row(line)
        self.line_end = self._row(line << (short - 1))
        self.least = min(kind.size for kind in t.kinds)

    def _split(self, mask: int) -> list[tuple[int, np.uint64]]:
        """The words of a mask that are not empty."""
        low = (1 << _WORD) - 1
        parts = [(w, (mask >> (_WORD * w)) & low) for w in range(self.ground_words)]
        return [(w, np.uint64(part)) for w, part in parts if part]

    def _row(self, mask: int) -> Words:
        """The ground words of a mask."""
        row = np.zeros(self.ground_words, dtype=np.uint64)
        for w, part in self._split(mask):
            row[w] = part
        return row

    def start(self) -> _States:
        row = np.zeros((1, self.words), dtype=np.uint64)
        row[0, : self.ground_words] = self._row(self.ground)
        for kind, (w, bit, _) in zip(self.kinds, self.shift, strict=True):
            row[0, w] |= np.uint64(kind.copies << bit)
        return _States(row, np.ones(1, dtype=np.int64))

    def place(self, s: _States, mask: list[tuple[int, np.uint64]], kind: int) -> _States:
        """The states after laying one placement wherever it can be laid."""
        w, bit, ones = self.shift[kind]
        fits = (s.rows[:, w] & np.uint64(ones << bit)) != 0
        for word, part in mask:
            fits &= (s.rows[:, word] & part) == part
        rows = s.rows[fits]
        for word, part in mask:
            rows[:, word] ^= part
        rows[:, w] -= np.uint64(1 << bit)
        return _States(rows, s.number[fits])

    def sort_in(self, s: _States, buckets: list[list[_States]]) -> None:
        """Into the buckets of their first open fields."""
        first = np.full(len(s.number), self.fields, dtype=np.int64)
        for w in range(self.ground_words - 1, -1, -1):
            word = s.rows[:, w]
            there = word != 0
            low = word[there] & (~word[there] + np.uint64(1))
            first[there] = np.log2(low.astype(np.float64)).astype(np.int64) + _WORD * w
        for field in np.unique(first):
            here = first == field
            buckets[int(field)].append(_States(s.rows[here], s.number[here]))

    def merge(self, parts: list[_States]) -> _States:
        """Equal states become one, their numbers added; states with a pocket are dropped."""
        rows = np.concatenate([part.rows for part in parts])
        number = np.concatenate([part.number for part in parts])
        order = np.lexsort(rows.T)
        rows, number = rows[order], number[order]
        new = np.ones(len(number), dtype=np.bool_)
        new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        starts = np.flatnonzero(new)
        if number.dtype != np.object_ and float(number.astype(np.float64).sum()) > _MOST:
            number = number.astype(np.object_)
        rows, number = rows[starts], np.add.reduceat(number, starts)
        if self.least > 1 and len(number) >= _FEW:
            good = ~self._pocket(rows[:, : self.ground_words])
            rows, number = rows[good], number[good]
        return _States(rows, number)

    def _pocket(self, ground: Words) -> NDArray[np.bool_]:
        """Which states have an open field without an open neighbour; no tile is that small."""
        near = _shift(ground, self.short) | _shift(ground, -self.short)
        near |= _shift(ground & ~self.line_end, 1) | _shift(ground & ~self.line_start, -1)
        pockets: NDArray[np.bool_] = np.any(ground & ~near, axis=1)
        return pockets


def _shift(words: Words, by: int) -> Words:
    """Masks of several words moved up (``by`` > 0) or down, |by| < 64."""
    out = np.zeros_like(words)
    if by > 0:
        out[:, :] = words << np.uint64(by)
        out[:, 1:] |= words[:, :-1] >> np.uint64(_WORD - by)
    else:
        out[:, :] = words >> np.uint64(-by)
        out[:, :-1] |= words[:, 1:] << np.uint64(_WORD + by)
    return out


def _hopeless(t: Task) -> bool:
    """Whether a connected part of the ground is no sum of tile sizes (a checkable reason)."""
    sums = 1
    for kind in t.kinds:
        for _ in range(kind.copies):
            sums |= sums << kind.size
    return any(not sums >> part.bit_count() & 1 for part in components(t.ground, t.width, t.height))


# listing


def coverings(t: Task, limit: float | None = None) -> Iterator[tuple[Placement, ...]]:
    """All coverings in a fixed order, one at a time; raises LimitReached after ``limit`` seconds.

    Depth first on the lowest open field; states that led nowhere are remembered.
    """
    if not t.even or _hopeless(t):
        return
    at: dict[int, list[tuple[int, Placement]]] = {}
    for k, found in enumerate(t.placements()):
        for x in found:
            at.setdefault(x.mask & -x.mask, []).append((k, x))
    for options in at.values():
        options.sort(key=lambda option: (option[1].text, option[1].corner))
    started = time.monotonic()
    dead: set[tuple[int, tuple[int, ...]]] = set()
    left = [kind.copies for kind in t.kinds]
    laid: list[Placement] = []

    def search(ground: int) -> Iterator[tuple[Placement, ...]]:
        if not ground:
            yield tuple(sorted(laid, key=lambda x: x.mask & -x.mask))
            return
        state = (ground, tuple(left))
        if state in dead:
            return
        if limit is not None and time.monotonic() - started > limit:
            raise LimitReached("not all coverings were found in time")
        alive = False
        for k, x in at.get(ground & -ground, ()):
            if left[k] and not x.mask & ~ground:
                left[k] -= 1
                laid.append(x)
                for found in search(ground ^ x.mask):
                    alive = True
                    yield found
                laid.pop()
                left[k] += 1
        if not alive:
            dead.add(state)

    yield from search(t.ground)


def unique(t: Task, limit: float | None = None) -> bool:
    """Whether there is exactly one covering; raises LimitReached."""
    found = coverings(t, limit)
    return next(found, None) is not None and next(found, None) is None


def texts(placements: Sequence[Placement], width: int) -> tuple[str, ...]:
    """A covering as text, a tile a line: ``"##o c3"`` (tile as it lies, field of its corner)."""
    return tuple(f"{x.text} {field_name(x.corner, width)}" for x in placements)
