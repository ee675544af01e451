"""Counter-based random numbers: a hash of seed, world, event number and stream.

A number depends on nothing but its four counters, so results do not depend on threads, order
or number of workers, and one draw more in one stream does not shift another. The mixing step is
a 32-bit finaliser of the hash-prospector family (constants 0x21f0aaad, 0x735a2d97); both
constants are below 2**31, so every product fits in a signed 64-bit integer and the compiled and
the plain path compute the same numbers without overflow.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

# Streams: who or what a random number is for.
OWN, OPPONENT, FLIP, DICE, DEAL, POLICY = 1, 2, 3, 4, 5, 6


def counter_hash(seed: int, world: int, event: int, stream: int) -> int:
    """A 32-bit number for the counters (each 0 .. 2**62).

    Kept free of calls, so that ``kernel_random`` can compile this very source.
    """
    h = 0x3C6EF372
    for step in range(6):
        if step == 0:
            part = seed & 0xFFFFFFFF
        elif step == 1:
            part = seed >> 32
        elif step == 2:
            part = world & 0xFFFFFFFF
        elif step == 3:
            part = world >> 32
        elif step == 4:
            part = event
        else:
            part = stream
        h = ((h ^ part) + 0x1B873593 * (step + 1)) & 0xFFFFFFFF
        h = h ^ (h >> 16)
        h = (h * 0x21F0AAAD) & 0xFFFFFFFF
        h = h ^ (h >> 15)
        h = (h * 0x735A2D97) & 0xFFFFFFFF
        h = h ^ (h >> 15)
    return h


def below(h: int, n: int) -> int:
    """An integer 0 .. n-1 from a 32-bit hash; bias at most n / 2**32."""
    return (h * n) >> 32


@dataclass(slots=True)
class Stream:
    """A random stream for plain code: event numbers count up from 0."""

    seed: int
    world: int = 0
    stream: int = DEAL
    event: int = 0

    def below(self, n: int) -> int:
        """The next integer 0 .. n-1."""
        if n < 1:
            raise ValueError(f"below({n}): needs at least one value")
        h = counter_hash(self.seed, self.world, self.event, self.stream)
        self.event += 1
        return int(below(h, n))

    def choice(self, items: Sequence[T]) -> T:
        """One item, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Fisher-Yates in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def uniform(self) -> float:
        """A float in [0, 1)."""
        h = counter_hash(self.seed, self.world, self.event, self.stream)
        self.event += 1
        return h / 4294967296.0
