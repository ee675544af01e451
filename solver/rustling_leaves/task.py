"""What a search over known rolls is asked, and what it has found so far.

Lines are tuples of kernel codes, one for each roll acted on, the pending one included; a line
that is shorter than the rolls ends by dropping out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from leafwise.puzzles.rustling_leaves import kernel

from .kernel_search import EPS, NONE, Ints

Codes: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class Challenge:
    """A sheet, the rolls to act on [round, die], and whether the first is on the table."""

    st: Ints
    rolls: Ints
    pending: bool

    @property
    def tables(self) -> kernel.Tables:
        """Banked points only."""
        return kernel.greedy_tables(kernel.season_of(self.st))


@dataclass(slots=True)
class Found:
    """The best line so far, and what no line exceeds."""

    value: float = NONE
    line: Codes = ()
    bound: float = -NONE
    nodes: int = 0

    @property
    def proven(self) -> bool:
        """Whether nothing better exists."""
        return self.bound <= self.value + EPS

    def take(self, value: float, line: Codes) -> None:
        """Keep a line if it is better."""
        if value > self.value + EPS:
            self.value, self.line = value, line
