"""What came between two decisions: luck, the others' moves, and a changed estimate.

The value of the move chosen and the best value at the next decision are two estimates by
searches of their own. Their difference holds what happened in between, and also what the
second search found or lost against the first. To part them, the positions in between are
measured by one and the same yardstick: everybody plays on by the policy of the playouts, on the
same worlds. What chance did and what the others did is measured by it; the rest is the changed
estimate. The three sum to the difference exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from leafwise.puzzles.core.game import AnyGame, Goal

from . import registry
from .statistics import Z95
from .stretches import Kind, Stretch

WORLDS = 432  # playouts that measure a position; a multiple of the 36 first rolls


@dataclass(frozen=True, slots=True)
class Fortune:
    """Parts of a change of value, better for the owner counted up; ``half``: 95% errors."""

    luck: float = 0.0
    others: float = 0.0
    drift: float = 0.0
    luck_half: float = 0.0
    others_half: float = 0.0


@dataclass(frozen=True, slots=True)
class Event:
    """Consecutive stretches of one kind between two decisions."""

    kind: Kind
    before: Any


def events(found: Sequence[Stretch]) -> tuple[Event, ...]:
    """What happened in stretches that hold no decision to be judged."""
    out: list[Event] = []
    for part in found:
        if not part.own and (not out or out[-1].kind != part.kind):
            out.append(Event(part.kind, part.before))
    return tuple(out)


class Yardstick:
    """Measures positions by the policy of the playouts, each only once."""

    def __init__(self, game: AnyGame, seed: int, goal: Goal, worlds: int | None) -> None:
        self.game, self.seed, self.goal = game, seed, goal
        self.worlds = np.arange(worlds or WORLDS, dtype=np.int64)
        self.standing = registry.standing(game.id)
        self.known: dict[Any, tuple[float, float] | None] = {}

    def measure(self, p: Any) -> tuple[float, float] | None:
        """Mean and half its 95% interval; None where the policy cannot tell."""
        if self.standing is None:
            return None
        if self.game.turn(p).kind == "over":
            return self.game.value(p, 0, self.goal).utility(), 0.0
        if p not in self.known:
            results = self.standing(p, self.worlds, self.seed, self.goal)
            self.known[p] = None if results is None else _mean(results)
        return self.known[p]

    def parts(self, happened: Sequence[Event], after: Any, change: float, half: float) -> Fortune:
        """The parts of a ``change`` of value by what ``happened`` before ``after``.

        ``half``: half the 95% interval of the change; 0 where both values are exact, so that
        nothing of it is a changed estimate.
        """
        sure = half == 0.0
        kinds = {event.kind for event in happened}
        if not kinds:
            return Fortune(drift=change)
        if len(kinds) == 1 and (sure or self.standing is None):
            return _all(kinds == {"chance"}, change, half)
        ends = [self.measure(p) for p in (*(event.before for event in happened), after)]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends):
            return _all("chance" in kinds, change, half)
        sums, squares = {"chance": 0.0, "others": 0.0}, {"chance": 0.0, "others": 0.0}
        for event, (low, error), (high, other) in zip(happened, known, known[1:], strict=False):
            sums[event.kind] += high - low
            squares[event.kind] += error**2 + other**2
        drift = change - sums["chance"] - sums["others"]
        if sure:
            sums["chance"], drift = sums["chance"] + drift, 0.0
        halves = {kind: float(np.sqrt(value)) for kind, value in squares.items()}
        return Fortune(sums["chance"], sums["others"], drift, halves["chance"], halves["others"])


def _all(lucky: bool, change: float, half: float) -> Fortune:
    if lucky:
        return Fortune(luck=change, luck_half=half)
    return Fortune(others=change, others_half=half)


def _mean(results: Any) -> tuple[float, float]:
    spread = float(np.std(results, ddof=1)) if len(results) > 1 else 0.0
    return float(np.mean(results)), Z95 * spread / float(np.sqrt(len(results)))
