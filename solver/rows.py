"""The rows of a hint's table: from exact values, plans or samples to losses, ties and flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import AnyGame, Goal

from .api import Analyst, Candidate, Exact, Plans, Proof
from .lines import after
from .search import Sample
from .statistics import Z95, Summary

_TIE = 1e-9


class Row:
    """A row in the making: everything but the words."""

    __slots__ = (
        "asked",
        "best",
        "candidate",
        "flags",
        "floor",
        "high",
        "loss",
        "loss_high",
        "loss_low",
        "low",
        "plan",
        "proof",
        "value",
    )

    def __init__(self, candidate: Candidate, value: float, proof: Proof) -> None:
        self.candidate, self.value, self.proof = candidate, value, proof
        self.floor = self.low = self.high = value
        self.loss = self.loss_low = self.loss_high = 0.0
        self.best = 0.0
        self.flags: set[str] = set()
        self.plan: tuple[str, ...] | None = None
        self.asked = False


def distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without those whose text, or an equivalent, came before."""
    seen: set[str] = set()
    out = []
    for candidate in candidates:
        if candidate.text not in seen:
            out.append(candidate)
            seen.update(texts(candidate))
    return out


def collapse(sample: Sample) -> Sample:
    """Lines with the same result in every world and the same points now become one row."""
    classes: dict[tuple[float, bytes], list[int]] = {}
    for i, candidate in enumerate(sample.finalists):
        key = (candidate.banked, sample.results[i].tobytes())
        classes.setdefault(key, []).append(i)
    finalists = []
    for members in classes.values():
        first = sample.finalists[members[0]]
        same = (text for i in members[1:] for text in texts(sample.finalists[i]))
        finalists.append(replace(first, same=(*first.same, *same)))
    return Sample(tuple(finalists), sample.results[[members[0] for members in classes.values()]])


def texts(candidate: Candidate) -> tuple[str, ...]:
    """The text of a line and those of its equivalents."""
    return (candidate.text, *candidate.same)


def exact_rows(exact: Exact, smaller: bool) -> list[Row]:
    """Rows of exact values, best first."""
    sign = -1.0 if smaller else 1.0
    ordered = sorted(exact.rows, key=lambda row: (-sign * row.value, row.candidate.line))
    rows = [Row(row.candidate, row.value, "optimal") for row in ordered]
    _close(rows, [sign * row.value for row in rows])
    return rows


def plan_rows(plans: Plans, smaller: bool) -> list[Row]:
    """Rows of plans, best first, whether proven or not."""
    ordered = sorted(plans.rows, key=lambda row: row.key, reverse=True)
    rows = []
    for found in ordered:
        row = Row(found.candidate, found.value, found.proof)
        row.low, row.high, row.plan = found.low, found.high, found.plan
        rows.append(row)
    sign = -1.0 if smaller else 1.0
    _close(rows, [sign * row.value for row in rows])
    for row, found in zip(rows, ordered, strict=True):
        if found.proof != "optimal":
            row.flags.discard("proven")
        if found.key != ordered[0].key:
            row.flags.discard("tie")
            row.best = 0.0
    equal = [row for row, found in zip(rows, ordered, strict=True) if found.key == ordered[0].key]
    for row in equal:
        row.best = 1.0 / len(equal)
    if len(equal) == 1:
        rows[0].flags.discard("tie")
    rows[0].flags.discard("forced")  # plans are a selection: one row does not mean one move
    return rows


def _close(rows: list[Row], worth: list[float]) -> None:
    """Fill losses, ties and proven flags of rows that are sorted best first."""
    ties = [row for row, w in zip(rows, worth, strict=True) if worth[0] - w <= _TIE]
    for row, w in zip(rows, worth, strict=True):
        row.loss = row.loss_low = row.loss_high = worth[0] - w
        row.flags.add("proven")
        if len(ties) > 1 and row in ties:
            row.flags.add("tie")
    for row in ties:
        row.best = 1.0 / len(ties)
    if len(rows) == 1:
        rows[0].flags.add("forced")


def ending(game: AnyGame, p: Any, finalists: Sequence[Candidate]) -> NDArray[np.bool_]:
    """[line]: whether it ends the game."""
    ends = [after(game, p, candidate.line) for candidate in finalists]
    return np.array([game.turn(end).kind == "over" for end in ends])


def sampled_rows(
    analyst: Analyst[Any],
    p: Any,
    finalists: Sequence[Candidate],
    summary: Summary,
    goal: Goal,
    missed: NDArray[np.float64],
) -> list[Row]:
    """Rows from results of which ``missed`` [line] was taken off."""
    sign = -1.0 if analyst.smaller_is_better else 1.0
    unsure = Z95 * analyst.floor_error(p, goal)  # of results that are estimated in part
    missing = analyst.gain(p, goal)
    order = np.argsort(-summary.posterior, kind="stable")
    first = int(order[0])
    rows = []
    for i in (int(i) for i in order):
        floor = sign * float(summary.posterior[i] + missed[i])
        row = Row(finalists[i], floor + sign * float(missing - missed[i]), "estimate")
        row.floor = floor
        half = float(np.hypot(summary.half_width(i), unsure))
        row.low, row.high = floor - half, floor + half
        row.best = float(summary.best[i])
        if i != first:
            row.loss = float(summary.posterior[first] - summary.posterior[i])
            gap = summary.gap_half_width(first, i)
            row.loss_low, row.loss_high = row.loss - gap, row.loss + gap
            if row.loss_low <= 0.0:
                row.flags.add("tie")
        rows.append(row)
    if any("tie" in row.flags for row in rows):
        rows[0].flags.add("tie")
    return rows


def mark(rows: list[Row], own: Sequence[Candidate]) -> list[Row]:
    """Flag the rows that were asked for."""
    asked = {candidate.text for candidate in own}
    for row in rows:
        if asked & {*texts(row.candidate)}:
            row.asked = True
            row.flags.add("asked")
    return rows


def trim(rows: list[Row], top: int) -> list[Row]:
    """The best ``top`` rows and those asked for."""
    return [row for n, row in enumerate(rows) if n < top or row.asked]
