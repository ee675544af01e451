"""A picture as SVG: the same blocks as in the terminal, with icons instead of letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import svgwrite

from leafwise.puzzles.core.picture import Block, Board, Cell, Entry, Panel, Picture, Row

from .board import BOTH, GRID, PIECE, REGION, RIVER, borders, column_letter
from .flow import flow
from .icons import draw_icon, has_icon, labelled
from .tones import tone

FONTS = "PT Sans, Verdana, DejaVu Sans, sans-serif"
INK, FAINT, PAPER = "#2b2a26", "#5f5b53", "#ffffff"
CELL = 46.0
MARGIN, GAP = 28.0, 30.0
PAGE = 1120.0
LINE_HEIGHT = 22.0
_LETTERS = 5  # wider cells hold whole names
_LINES = {
    GRID: {"stroke": "#c3beb2", "stroke_width": 1},
    REGION: {"stroke": "#7d6f56", "stroke_width": 3, "stroke_dasharray": "7,4"},
    RIVER: {"stroke": "#58a9d8", "stroke_width": 8, "stroke_linecap": "round"},
    PIECE: {"stroke": "#1d1c1a", "stroke_width": 3.4, "stroke_linecap": "square"},
}
_NARROW, _WIDE = set("ijl.,:;|'!ftr()[] "), set("mwMW@%")


def to_svg(picture: Picture) -> str:
    """The SVG text of a picture."""
    drawing = svgwrite.Drawing(debug=False)
    legend = _Legend(picture.legend)
    parts = [_measure(block) for block in picture.blocks]
    title = " \u00b7 ".join(picture.title.split("  "))
    wide = max([420.0, *(part.width for part in parts), _text_width(title, 20, True)])
    high = sum(part.height for part in parts) + GAP * max(0, len(parts) - 1)
    legend_lines = legend.lines(wide)
    foot = GAP + LINE_HEIGHT * len(legend_lines) if legend_lines else 0.0
    total = (wide + 2 * MARGIN, 2 * MARGIN + 20 + high + foot)
    drawing.viewbox(0, 0, round(total[0], 1), round(total[1], 1))
    drawing["width"], drawing["height"] = f"{total[0]:.0f}", f"{total[1]:.0f}"
    drawing.add(drawing.rect((0, 0), (round(total[0], 1), round(total[1], 1)), fill=PAPER))
    _text(drawing, MARGIN, MARGIN + 4, title, 20, bold=True)
    y = MARGIN + 24.0
    for part in parts:
        part.draw(drawing, MARGIN, y)
        y += part.height + GAP
    legend.draw(drawing, MARGIN, y, legend_lines)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + str(drawing.tostring()) + "\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A measured block and how to draw it at a place."""

    width: float
    height: float
    draw: Callable[[Any, float, float], None]


def _measure(block: Block) -> Part:
    if isinstance(block, Board):
        return _board(block)
    if isinstance(block, Panel):
        return _panel(block)
    return _row(block)


def _row(row: Row) -> Part:
    parts = [_measure(block) for block in row.blocks]
    bands = flow([(part.width, part.height) for part in parts], PAGE, GAP, slack=60.0)
    places: list[tuple[Part, float, float]] = []
    y = wide = 0.0
    for band in bands:
        x = tallest = 0.0
        for column in band:
            down = y
            for n in column:
                places.append((parts[n], x, down))
                down += parts[n].height + GAP / 2
            tallest = max(tallest, down - GAP / 2 - y)
            x += max(parts[n].width for n in column) + GAP
        wide = max(wide, x - GAP)
        y += tallest + GAP

    def draw(drawing: Any, left: float, top: float) -> None:
        for part, x, down in places:
            part.draw(drawing, left + x, top + down)

    return Part(wide, max(0.0, y - GAP), draw)


def _board(board: Board) -> Part:
    rows, columns = len(board.cells), max(len(row) for row in board.cells)
    high = CELL if board.labels else 30.0
    wordy = board.cell_width > _LETTERS  # whole names in the fields: wide, icon above the name
    if wordy:
        high = CELL
    size = (max(high, 16.0 + 7.2 * board.cell_width) if wordy else high, high)
    framed = not board.grid and not board.edges
    side = 24.0 if board.labels else 4.0
    head = (22.0 if board.title else 0.0) + (20.0 if board.labels else 4.0)
    title = _text_width(board.title, 14, bold=True)

    def draw(drawing: Any, left: float, top: float) -> None:
        if board.title:
            _text(drawing, left, top + 12, board.title, 14, bold=True)
        x, y = left + side, top + head
        for r, row in enumerate(board.cells):
            for c, cell in enumerate(row):
                _cell(drawing, cell, x + c * size[0], y + r * size[1], size, framed)
        if board.labels:
            for c in range(columns):
                at = x + (c + 0.5) * size[0]
                _text(drawing, at, y - 6, column_letter(c), 13, FAINT, anchor="middle")
            for r in range(rows):
                at = y + (r + 0.5) * size[1] + 4.5
                _text(drawing, x - 8, at, str(r + 1), 13, FAINT, anchor="end")
        _edges(drawing, board, x, y, size)
        for r, row in enumerate(board.cells):
            for c, cell in enumerate(row):
                _marks(drawing, cell, x + c * size[0], y + r * size[1], size)

    return Part(max(side + columns * size[0] + 4, title), head + rows * size[1] + 4, draw)


def _cell(
    drawing: Any, cell: Cell, x: float, y: float, size: tuple[float, float], framed: bool
) -> None:
    """Ground, icon and label of one field; ``framed`` gives each a frame of its own."""
    if cell.outside:
        return
    look = tone(cell.tone)
    wide, high = size
    frame = {"stroke": "#9c968a", "stroke_width": 1, "rx": 5} if framed else {}
    inset = 1.5 if framed else 0.0
    drawing.add(
        drawing.rect(
            (round(x + inset, 1), round(y + inset, 1)),
            (wide - 2 * inset, high - 2 * inset),
            fill=look.fill,
            **frame,
        )
    )
    label = cell.text.strip("*() ") if any(sign.isalnum() for sign in cell.text) else ""
    middle = x + wide / 2
    if wide > high:  # the icon above the name
        if cell.icon and has_icon(cell.icon):
            draw_icon(drawing, cell.icon, middle - 0.27 * high, y + 0.07 * high, 0.54 * high)
        if label:
            _text(drawing, middle, y + 0.86 * high, label, 11.5, look.ink, True, "middle")
        return
    if cell.icon and has_icon(cell.icon):
        draw_icon(drawing, cell.icon, x + high * 0.12, y + high * 0.12, high * 0.76)
        label = label if labelled(cell.icon) else ""
    if label:
        points = min(0.42 * high, 1.5 * high / max(2, len(label)))
        _text(
            drawing, middle, y + high / 2 + points * 0.35, label, points, look.ink, True, "middle"
        )


def _marks(drawing: Any, cell: Cell, x: float, y: float, size: tuple[float, float]) -> None:
    """Cross, emphasis and number: over the borders."""
    if cell.outside:
        return
    wide, high = size
    if cell.strong:
        drawing.add(
            drawing.rect(
                (round(x + 3, 1), round(y + 3, 1)),
                (wide - 6, high - 6),
                fill="none",
                stroke="#d4541a",
                stroke_width=2,
            )
        )
    if cell.crossed:
        near, far = 0.16, 0.84
        for a, b in (((near, near), (far, far)), ((near, far), (far, near))):
            drawing.add(
                drawing.line(
                    (round(x + a[0] * wide, 1), round(y + a[1] * high, 1)),
                    (round(x + b[0] * wide, 1), round(y + b[1] * high, 1)),
                    stroke=INK,
                    stroke_width=round(high / 14, 1),
                    stroke_linecap="round",
                    stroke_opacity=0.85,
                )
            )
    if cell.number is not None:
        middle = (round(x + 10.5, 1), round(y + 10.5, 1))
        drawing.add(drawing.circle(middle, 8.5, fill="#d4541a", stroke=PAPER, stroke_width=1))
        _text(drawing, middle[0], middle[1] + 4, str(cell.number), 11, PAPER, True, "middle")


def _edges(drawing: Any, board: Board, x: float, y: float, size: tuple[float, float]) -> None:
    """All borders, the plain ones below the others."""
    lined = borders(board)
    segments: list[tuple[str, tuple[float, float], tuple[float, float]]] = []
    for r, kinds in enumerate(lined.across):
        for c, kind in enumerate(kinds):
            start = (x + c * size[0], y + r * size[1])
            segments.append((kind, start, (start[0] + size[0], start[1])))
    for r, kinds in enumerate(lined.down):
        for c, kind in enumerate(kinds):
            start = (x + c * size[0], y + r * size[1])
            segments.append((kind, start, (start[0], start[1] + size[1])))
    for layer in (GRID, RIVER, REGION, PIECE):
        for kind, start, end in segments:
            if kind == layer or (kind == BOTH and layer in (RIVER, PIECE)):
                drawing.add(
                    drawing.line(
                        (round(start[0], 1), round(start[1], 1)),
                        (round(end[0], 1), round(end[1], 1)),
                        **_LINES[layer],
                    )
                )


def _panel(panel: Panel) -> Part:
    icons = 24.0 if any(entry.icon and has_icon(entry.icon) for entry in panel.entries) else 0.0
    tabular = any(entry.note or entry.filled is not None for entry in panel.entries)
    name = max((_text_width(_words(e), 14, e.strong) for e in panel.entries), default=0.0)
    name = name + 14 if tabular else name
    head = 26.0 if panel.title else 0.0

    def width_of(entry: Entry) -> float:
        return icons + name + 13.0 * _printed(entry) + 10 + _text_width(entry.note, 13)

    def draw(drawing: Any, left: float, top: float) -> None:
        if panel.title:
            _text(drawing, left, top + 14, panel.title, 16, bold=True)
        for n, entry in enumerate(panel.entries):
            middle = top + head + (n + 0.5) * LINE_HEIGHT
            x = left
            if entry.icon and has_icon(entry.icon):
                draw_icon(drawing, entry.icon, x, middle - 9, 18)
            x += icons
            _text(drawing, x, middle + 5, _words(entry), 14, bold=entry.strong)
            x += name
            x = _circles(drawing, entry, x, middle)
            if entry.note:
                _text(drawing, x, middle + 5, entry.note.strip(), 13, FAINT)

    wide = max([_text_width(panel.title, 16, True), *(width_of(e) for e in panel.entries)])
    return Part(wide, head + LINE_HEIGHT * len(panel.entries), draw)


def _words(entry: Entry) -> str:
    return " ".join(entry.name.split())


def _printed(entry: Entry) -> int:
    return 0 if entry.filled is None else max(entry.filled, entry.circles or 0)


def _circles(drawing: Any, entry: Entry, x: float, middle: float) -> float:
    """The printed circles of an entry; returns where the next thing begins."""
    for n in range(_printed(entry)):
        full = n < (entry.filled or 0)
        drawing.add(
            drawing.circle(
                (round(x + 5.5, 1), round(middle, 1)),
                5,
                fill=INK if full else PAPER,
                stroke=INK,
                stroke_width=1.1,
            )
        )
        x += 13
    return x + (10 if entry.filled is not None else 0)


@dataclass(frozen=True, slots=True)
class _Legend:
    """What the icons mean, in lines filled to the width."""

    entries: Sequence[Entry]

    def lines(self, most: float) -> list[list[Entry]]:
        """Entries by line."""
        out: list[list[Entry]] = []
        used = most
        for entry in self.entries:
            wide = self._width(entry)
            if used + wide > most:
                out.append([])
                used = 0.0
            out[-1].append(entry)
            used += wide
        return out

    def draw(self, drawing: Any, left: float, top: float, lines: list[list[Entry]]) -> None:
        """Draw the lines below each other."""
        for n, line in enumerate(lines):
            x, middle = left, top + (n + 0.5) * LINE_HEIGHT
            for entry in line:
                if entry.icon and has_icon(entry.icon):
                    draw_icon(drawing, entry.icon, x, middle - 8, 16)
                else:
                    _text(drawing, x, middle + 4.5, entry.name, 13, INK, True)
                _text(drawing, x + self._lead(entry), middle + 4.5, entry.note, 13, FAINT)
                x += self._width(entry)

    def _lead(self, entry: Entry) -> float:
        if entry.icon and has_icon(entry.icon):
            return 22.0
        return _text_width(entry.name, 13, True) + 6

    def _width(self, entry: Entry) -> float:
        return self._lead(entry) + _text_width(entry.note, 13) + 18


def _text_width(text: str, points: float, bold: bool = False) -> float:
    """About how wide a text is; generous, so that nothing runs into its neighbour."""
    ems = 0.0
    for sign in text:
        if sign in _NARROW:
            ems += 0.31
        elif sign in _WIDE:
            ems += 0.85
        else:
            ems += 0.63 if sign.isupper() else 0.545
    return ems * points * (1.06 if bold else 1.0)


def _text(
    drawing: Any,
    x: float,
    y: float,
    text: str,
    points: float,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
) -> None:
    drawing.add(
        drawing.text(
            text.replace("  ", "\u00a0 "),  # SVG swallows runs of blanks
            insert=(round(x, 1), round(y, 1)),
            font_family=FONTS,
            font_size=round(points, 1),
            font_weight="bold" if bold else "normal",
            fill=fill,
            text_anchor=anchor,
        )
    )
