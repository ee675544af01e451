"""Lines of small actions: where they lead."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from leafwise.puzzles.core.game import A, Game, P


def after(game: Game[P, A], p: P, line: Iterable[A]) -> P:
    """The position after a line; raises IllegalMove."""
    return reduce(game.apply, line, p)
