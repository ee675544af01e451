"""The referee: a plan exists only once the plain rules have replayed it.

Model builders and kernels share no scoring code with the rules, so a wrong model shows here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from leafwise.puzzles.core.errors import Disagreement, IllegalMove
from leafwise.puzzles.core.game import AnyGame, Goal, Value


@dataclass(frozen=True, slots=True)
class Plan:
    """A line that was replayed: ``end`` is the position after it, ``value`` the rules' value.

    Made only by :func:`certify`.
    """

    start: Any
    line: tuple[Any, ...]
    end: Any
    value: Value


def certify(
    game: AnyGame,
    start: Any,
    line: Sequence[Any],
    promised: Value | None = None,
    seat: int = 0,
    goal: Goal = Goal.SCORE,
) -> Plan:
    """Replay ``line`` by the rules; raises Disagreement if it is illegal or worth otherwise."""
    p = start
    for n, action in enumerate(line):
        try:
            p = game.apply(p, action)
        except IllegalMove as error:
            raise Disagreement(f"step {n + 1} of a plan is illegal: {error}") from error
    value = game.value(p, seat, goal)
    if promised is not None and value.key != promised.key:
        raise Disagreement(f"a plan promised {promised.shown()} and is worth {value.shown()}")
    return Plan(start, tuple(line), p, value)
