"""A picture as text for a terminal: boards with borders, panels with circles, a legend."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from leafwise.puzzles.core.picture import Block, Board, Entry, Panel, Picture, Row

from ..style import Style
from .board import BOTH, PIECE, REGION, RIVER, board_lines, borders
from .flow import flow
from .spans import Line, Span, beside, to_text, width

_GAP = 3


def render(picture: Picture, style: Style) -> str:
    """The whole drawing, at most ``style.width`` wide where the blocks allow it."""
    lines: list[Line] = [[Span(picture.title, bold=True)]] if picture.title else []
    for block in picture.blocks:
        if lines:
            lines.append([])
        lines.extend(_block(block, style))
    key = _legend(picture, style)
    if key:
        lines.append([])
        lines.extend([Span(line, dim=True)] for line in key)
    return to_text(lines, style)


def _block(block: Block, style: Style) -> list[Line]:
    if isinstance(block, Board):
        return board_lines(block, style)
    if isinstance(block, Panel):
        return _panel(block, style)
    return _row(block, style)


def _row(row: Row, style: Style) -> list[Line]:
    """Blocks side by side; what does not fit goes below its neighbour or starts a new band."""
    blocks = [_block(block, style) for block in row.blocks]
    sizes = [(max((width(line) for line in lines), default=0), len(lines)) for lines in blocks]
    out: list[Line] = []
    for band in flow(sizes, style.width, _GAP, slack=3):
        columns: list[list[Line]] = []
        for column in band:
            lines: list[Line] = []
            for n in column:
                lines += [[], *blocks[n]] if lines else blocks[n]
            columns.append(lines)
        out += [[], *beside(columns, _GAP)] if out else beside(columns, _GAP)
    return out


def _panel(panel: Panel, style: Style) -> list[Line]:
    out: list[Line] = [[Span(panel.title, bold=True)]] if panel.title else []
    tabular = any(entry.note or entry.filled is not None for entry in panel.entries)
    wide = max((len(entry.name) for entry in panel.entries), default=0) if tabular else 0
    circled = [entry for entry in panel.entries if entry.filled is not None]
    counts = max((len(str(entry.filled)) for entry in circled), default=0)
    most = max((len(_circles(entry, style)) for entry in circled), default=0)
    aligned = 2 * sum(bool(entry.note) for entry in circled) > len(circled)
    for entry in panel.entries:
        line: Line = [Span(f"{entry.name:<{wide}}", bold=entry.strong)]
        if circled:
            count = "" if entry.filled is None else str(entry.filled)
            drawn = _circles(entry, style)
            line.append(Span(f"  {count:>{counts}} {drawn:<{most if aligned else 0}}"))
        if entry.note:
            line.append(Span(f"  {entry.note}"))
        out.append(line)
    return out


def _circles(entry: Entry, style: Style) -> str:
    """Printed circles, the filled ones first; a surplus over them is shown as well."""
    full, empty = ("●", "○") if style.unicode else ("*", ".")
    filled = entry.filled or 0
    printed = entry.circles if entry.circles is not None else 0
    return full * min(filled, printed or filled) + empty * max(0, printed - filled)


def _boards(blocks: Sequence[Block]) -> Iterator[Board]:
    for block in blocks:
        if isinstance(block, Board):
            yield block
        elif isinstance(block, Row):
            yield from _boards(block.blocks)


def _legend(picture: Picture, style: Style) -> list[str]:
    """What the letters and the borders mean, filled to the width."""
    words = [f"{entry.name} {entry.note}".strip() for entry in picture.legend]
    kinds: set[str] = set()
    crossed = False
    for board in _boards(picture.blocks):
        kinds |= borders(board).kinds
        crossed = crossed or any(cell.crossed for row in board.cells for cell in row)
    signs = ("━", "░", "═", "×") if style.unicode else ("-", "~", "#", "x")
    if RIVER in kinds or BOTH in kinds:
        words += [f"{signs[1]} river", f"{signs[0]} own area"]
        words += [f"{signs[2]} own area along the river"] if BOTH in kinds else []
    elif REGION in kinds:
        line = "═" if style.unicode else "="
        words += [f"{line} border of an area"]
        words += [f"{signs[0]} piece"] if PIECE in kinds else []
    if crossed:
        words.append(f"{signs[3]} crossed off")
    text = "   ".join(word.replace(" ", "\0") for word in words)
    wrapped = textwrap.wrap(text, style.width, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in wrapped]
