"""A board as lines of text: cells, borders of four kinds, letters and numbers along the edges."""

from __future__ import annotations

from dataclasses import dataclass

from leafwise.puzzles.core.picture import Board, Cell

from ..style import Style
from .boxes import DOUBLE, HEAVY, LIGHT, NONE, box
from .spans import Line, Span, pad

GRID, REGION, RIVER, PIECE, BOTH = "grid", "region", "river", "piece", "piece on river"
_WEIGHT = {"": NONE, GRID: LIGHT, REGION: DOUBLE, RIVER: NONE, PIECE: HEAVY, BOTH: DOUBLE}
_RIVER = "░"
# kind -> horizontal, vertical, corner where box characters cannot be shown
_ASCII = {
    "": "   ",
    GRID: "  .",
    REGION: "=!=",
    RIVER: "~~~",
    PIECE: "-|+",
    BOTH: "###",
}
_RANK = ("", GRID, RIVER, REGION, PIECE, BOTH)


@dataclass(slots=True)
class Borders:
    """The kind of every border.

    ``across[r][c]`` is the horizontal border above row r (r = rows: below the last), ``down[r][c]``
    the vertical border left of column c (c = columns: right of the last).
    """

    across: list[list[str]]
    down: list[list[str]]

    @property
    def kinds(self) -> set[str]:
        """All kinds that occur."""
        return {kind for rows in (self.across, self.down) for row in rows for kind in row}


def borders(board: Board) -> Borders:
    """Which kind of border lies where; a piece along the river is a kind of its own."""
    rows, columns = len(board.cells), max(len(row) for row in board.cells)

    def there(r: int, c: int) -> bool:
        inside = 0 <= r < rows and 0 <= c < len(board.cells[r])
        return inside and not board.cells[r][c].outside

    def grid(a: bool, b: bool) -> str:
        return GRID if board.grid and (a or b) else ""

    across = [[grid(there(r - 1, c), there(r, c)) for c in range(columns)] for r in range(rows + 1)]
    down = [[grid(there(r, c - 1), there(r, c)) for c in range(columns + 1)] for r in range(rows)]
    for edge in board.edges:
        (r, c), (r2, c2) = sorted((edge.a, edge.b))
        if c == c2 and r2 == r + 1 and 0 <= r2 <= rows and 0 <= c < columns:
            across[r2][c] = _joined(across[r2][c], edge.kind)
        elif r == r2 and c2 == c + 1 and 0 <= r < rows and 0 <= c2 <= columns:
            down[r][c2] = _joined(down[r][c2], edge.kind)
    return Borders(across, down)


def _joined(old: str, new: str) -> str:
    if {old, new} == {PIECE, RIVER} or BOTH in (old, new):
        return BOTH
    return max(old, new, key=_RANK.index)


def column_letter(column: int) -> str:
    """``a`` for the first column."""
    return chr(ord("a") + column) if column < 26 else f"a{chr(ord('a') + column - 26)}"


def board_lines(board: Board, style: Style) -> list[Line]:
    """The lines of a board, all of one width."""
    lined = borders(board)
    rows, columns = len(lined.down), len(lined.across[0])
    texts = [len(cell.text) for row in board.cells for cell in row]
    numbers = [len(str(cell.number)) for row in board.cells for cell in row if cell.number]
    marked = bool(numbers) or any(
        cell.crossed or cell.strong for row in board.cells for cell in row
    )
    mark = max([1, *numbers]) if marked else 0
    inner = mark + max([board.cell_width, *texts]) + (0 if mark else 1)
    side = len(str(rows)) + 1 if board.labels else 0
    out: list[Line] = []
    if board.labels:
        letters = "".join(f" {column_letter(c):^{inner}}" for c in range(columns))
        out.append([Span(" " * side + letters + " ", dim=True)])
    for r in range(rows + 1):
        out.append([Span(" " * side), *_across(lined, r, inner, style)])
        if r == rows:
            break
        label = f"{r + 1:>{side - 1}} " if board.labels else ""
        line: Line = [Span(label, dim=True)]
        for c in range(columns + 1):
            line.append(_border(lined.down[r][c], True, style))
            if c < columns:
                cell = board.cells[r][c] if c < len(board.cells[r]) else Cell(outside=True)
                line.append(_cell(cell, inner, mark, style))
        out.append(line)
    if board.title:
        out.insert(0, [Span(board.title, bold=True)])
    width = max(sum(len(span.text) for span in line) for line in out)
    return [pad(line, width) for line in out]


def _cell(cell: Cell, inner: int, mark: int, style: Style) -> Span:
    if cell.outside:
        return Span(" " * inner)
    if cell.number is not None:
        sign = str(cell.number)
    elif cell.crossed:
        sign = "×" if style.unicode else "x"
    else:
        sign = "*" if cell.strong else ""
    text = f"{sign:>{mark}}{cell.text:^{inner - mark}}" if mark else f"{cell.text:^{inner}}"
    return Span(text, tone=cell.tone, bold=cell.strong or cell.crossed)


def _border(kind: str, vertical: bool, style: Style, width: int = 1) -> Span:
    if not style.unicode:
        text = _ASCII[kind][1 if vertical else 0] * width
    elif kind == RIVER:
        text = _RIVER * width
    else:
        weight = _WEIGHT[kind]
        text = (box(weight, 0, weight, 0) if vertical else box(0, weight, 0, weight)) * width
    return Span(text, ink=_ink(kind), dim=kind == GRID)


def _ink(kind: str) -> str | None:
    return "water" if kind in (RIVER, BOTH) else None


def _across(lined: Borders, r: int, inner: int, style: Style) -> Line:
    line: Line = []
    columns = len(lined.across[r])
    for c in range(columns + 1):
        line.append(_corner(lined, r, c, style))
        if c < columns:
            line.append(_border(lined.across[r][c], False, style, inner))
    return line


def _corner(lined: Borders, r: int, c: int, style: Style) -> Span:
    rows, columns = len(lined.down), len(lined.across[0])
    arms = (
        lined.down[r - 1][c] if r > 0 else "",
        lined.across[r][c] if c < columns else "",
        lined.down[r][c] if r < rows else "",
        lined.across[r][c - 1] if c > 0 else "",
    )
    strongest = max(arms, key=_RANK.index)
    if not style.unicode:
        text = _ASCII[strongest][2]
    elif strongest == RIVER:
        text = _RIVER
    else:
        text = box(*(_WEIGHT[kind] for kind in arms))
    return Span(text, ink=_ink(strongest), dim=strongest == GRID)
