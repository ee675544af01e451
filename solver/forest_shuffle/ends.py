"""Which positions have a known end, and what can be said of all play until then.

Apart from the solver, since a hint asks this first: nothing heavy is imported here.
"""

from __future__ import annotations

from leafwise.puzzles.forest_shuffle.data import WINTER
from leafwise.puzzles.forest_shuffle.forest import Counts
from leafwise.puzzles.forest_shuffle.position import Position

_FEW = 3  # turns with a listed deck that the exhaustive search is sure to be done with


def known_end(p: Position) -> bool:
    """Whether the position says when the game ends."""
    return p.turns is not None or p.deck_known()


def in_full(p: Position) -> bool:
    """Whether the hand and the forest of whoever acts are there card by card."""
    return p.actor.open and not isinstance(p.actor.forest, Counts)


def exact_by_model(p: Position) -> bool:
    """Whether the plan model holds everything: no deck card can come into play."""
    if p.pending or p.drawn:
        return False
    return not (p.deck_known() and any(card != WINTER for card in _listed(p)))


def known_future(p: Position) -> bool:
    """Whether the solver answers a hint: nothing hidden can matter, and the end is near enough.

    Alone, with no card left to draw but those of the clearing, or a listed deck and few turns.
    """
    if p.players > 1 or p.pending or p.drawn or not (known_end(p) and in_full(p)):
        return False
    if not p.deck_known():  # a hint draws from it
        return False
    return exact_by_model(p) or (p.turns is not None and p.turns <= _FEW)


def _listed(p: Position) -> tuple[int, ...]:
    return p.deck if isinstance(p.deck, tuple) else getattr(p.deck, "cards", ())


__all__ = ["exact_by_model", "in_full", "known_end", "known_future"]
