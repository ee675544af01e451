"""The line of a game's expected result, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import svgwrite

from .svg import FAINT, FONTS, INK, PAPER

WIDE, HIGH = 900.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 28.0, 64.0, 56.0
_BEST, _LOSS = "#2f7d4f", "#c0392b"


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision: the value of the best move, that of the move played, and what to say of it."""

    entry: int
    best: float
    chosen: float
    text: str
    costly: bool


def chart(title: str, unit: str, marks: Sequence[Mark], result: float) -> str:
    """The SVG text: best and chosen values by decision, losses as red drops, then the result."""
    values = [value for mark in marks for value in (mark.best, mark.chosen)] + [result]
    low, high, step = _range(min(values), max(values))
    drawing = svgwrite.Drawing(debug=False, size=(f"{WIDE:.0f}", f"{HIGH:.0f}"))
    drawing.viewbox(0, 0, WIDE, HIGH)
    drawing.add(drawing.rect((0, 0), (WIDE, HIGH), fill=PAPER))
    _text(drawing, LEFT, 30, title, 18, anchor="start", weight="bold")
    _text(drawing, LEFT, 50, f"expected result in {unit}, decision by decision", 13, anchor="start")

    def x(n: float) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * n / max(1, len(marks)), 1)

    def y(value: float) -> float:
        return round(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value - low) / (high - low), 1)

    at = low
    while at <= high + step / 1e6:
        drawing.add(drawing.line((LEFT, y(at)), (WIDE - RIGHT, y(at)), stroke="#e3dfd5"))
        _text(drawing, LEFT - 8, y(at) + 4, f"{at:g}", 12, anchor="end")
        at += step
    line = [
        point for n, m in enumerate(marks) for point in ((x(n), y(m.best)), (x(n), y(m.chosen)))
    ]
    line.append((x(len(marks)), y(result)))
    drawing.add(
        drawing.polyline(line, fill="none", stroke=_BEST, stroke_width=2, stroke_linejoin="round")
    )
    every = max(1, len(marks) // 16)
    for n, mark in enumerate(marks):
        if mark.best != mark.chosen:
            drop = drawing.line((x(n), y(mark.best)), (x(n), y(mark.chosen)), stroke=_LOSS)
            drop["stroke-width"] = 4
            drawing.add(drop)
        dot = drawing.circle((x(n), y(mark.chosen)), 5 if mark.costly else 3)
        dot["fill"] = _LOSS if mark.costly else _BEST
        dot.set_desc(title=mark.text)
        drawing.add(dot)
        if n % every == 0:
            _text(drawing, x(n), HIGH - BOTTOM + 20, str(mark.entry), 12)
    drawing.add(drawing.circle((x(len(marks)), y(result)), 5, fill=INK))
    _text(drawing, x(len(marks)), y(result) - 10, f"{result:.4g}", 13, anchor="end", weight="bold")
    _text(drawing, (LEFT + WIDE - RIGHT) / 2, HIGH - 12, "entry of the record", 12)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + str(drawing.tostring()) + "\n"


def _text(
    drawing: Any,
    x: float,
    y: float,
    words: str,
    size: int,
    anchor: str = "middle",
    weight: str = "normal",
) -> None:
    item = drawing.text(words, (round(x, 1), round(y, 1)), fill=INK if size > 12 else FAINT)
    item["font-family"], item["font-size"] = FONTS, size
    item["text-anchor"], item["font-weight"] = anchor, weight
    drawing.add(item)


def _range(low: float, high: float) -> tuple[float, float, float]:
    """Round ends around the values and the step of the grid between them, 4 to 10 lines."""
    span = max(high - low, 1e-9)
    step = 10.0 ** _floor_log10(span)
    while span / step < 4:
        step /= 2 if span / step < 2.5 else 2.5
    start = step * (low // step)
    end = start
    while end < high:
        end += step
    return start, max(end, start + step), step


def _floor_log10(value: float) -> int:
    from math import floor, log10

    return floor(log10(value))
