"""Ranked plans over a known future: the best plan behind each promising first move.

What a game adds is how it solves: the best plan of all, and the best one that begins with a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from leafwise.puzzles.core.game import Value

from .api import Analyst, Budget, PlanRow, Plans, Proof
from .referee import certify

_OTHER, _ASKED = 0.2, 0.3  # of the time left, for a first move and for one that was asked for

Line = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """A whole line and what is known of all lines that begin alike.

    ``bound``: no such line is worth more (None: not known); ``promised``: what the line is worth
    by whoever found it, to be held against the rules.
    """

    line: Line
    bound: float | None
    proven: bool
    promised: float | None = None


def ranked_plans(
    analyst: Analyst[Any],
    p: Any,
    budget: Budget,
    *,
    first: Line,
    best: Behind,
    asked: Sequence[Line],
    promising: Callable[[], Iterable[Line]],
    behind: Callable[[Line, Budget], Behind],
    texts: Callable[[Line], tuple[str, ...]],
    most: int,
    method: str,
) -> Plans:
    """Plans by falling value: that of ``first``, those asked for, and ``most`` promising ones.

    ``low`` of a row is the value of its plan, replayed by the rules, ``high`` a proven bound for
    its first move. Raises Disagreement where a plan is not worth what was promised.
    """
    rows: dict[str, PlanRow] = {}

    def enter(start: Line, found: Behind) -> None:
        promised = None if found.promised is None else Value((found.promised,))
        key = certify(analyst.game, p, found.line, promised).value.key
        value = float(key[0])
        proof: Proof = "estimate" if found.bound is None else "bounded"
        high = value if found.bound is None else max(value, found.bound)
        candidate = analyst.candidate(p, start)
        rows[candidate.text] = PlanRow(
            candidate,
            key,
            value,
            value,
            high,
            texts(found.line),
            "optimal" if found.proven else proof,
        )

    if first:
        enter(first, best)
    for line in asked:
        enter(line, behind(line, budget.share(_ASKED)))
    for line in promising():
        if len(rows) >= most + len(asked) or budget.over():
            break
        if analyst.game.format(p, line) not in rows:
            enter(line, behind(line, budget.share(_OTHER)))
        budget.tick(len(rows) / most)
    leading = analyst.game.format(p, first) if first else ""

    def order(row: PlanRow) -> tuple[float, bool, str]:
        return -row.value, row.candidate.text != leading, row.candidate.text

    return Plans(tuple(sorted(rows.values(), key=order)), method)


__all__ = ["Behind", "ranked_plans"]
