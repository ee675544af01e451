"""Pictures of sheets: the board with areas, crosses and river, and the circles beside it."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.game import number
from ..core.picture import Board, Cell, Edge, Entry, Panel, Picture, Row
from .actions import Action, Draw, apply
from .data import SIZE, Season, Sheet, Spot, river, sheet, symbol
from .notation import format_action
from .plots import Corners
from .position import Position
from .scoring import Tally, area_crosses, score, tally, total


def picture(p: Position, line: Sequence[Action] = ()) -> Picture:
    """The sheet; the areas of ``line`` are drawn on it, numbered from 1 in order."""
    after = p
    for action in line:
        after = apply(after, action)
    plan: list[Corners] = [action.corners for action in line if isinstance(action, Draw)]
    sheet_row = Row((_board(after, plan), _circles(after), _points(after)))
    title, blocks = headline(p), (sheet_row,)
    if len(line) > 1:
        return Picture(title, (*blocks, _played(line)), _legend(p.sheet))
    title += "".join(f"   then {format_action(action)}" for action in line)
    return Picture(title, blocks, _legend(p.sheet))


def _played(line: Sequence[Action]) -> Panel:
    """The moves of a line, those that lead to an area behind its number."""
    entries, moves, areas = [], [], 0
    for n, action in enumerate(line):
        moves.append(format_action(action))
        areas += isinstance(action, Draw)
        if isinstance(action, Draw) or n == len(line) - 1:
            label = f"{areas}" if isinstance(action, Draw) else "-"
            entries.append(Entry(label, note="; ".join(moves)))
            moves = []
    return Panel("Moves", tuple(entries))


def blank(season: Season) -> Picture:
    """A printable empty sheet: letters and numbers along the edges, circles to fill."""
    at = sheet(season)
    cells = tuple(tuple(_cell(at, (row, column)) for column in range(SIZE)) for row in range(SIZE))
    board = Board(cells, _river_edges())
    entries = [_printed(at, name) for name in _rows(at)]
    joker = Entry("joker", note=f"the {at.joker} die", filled=0, circles=1)
    panel = Panel("Circles", (*entries, joker))
    lines = Panel("Score", tuple(Entry(_title(name), note="____") for name in at.categories))
    title = f"Rustling Leaves  {season}"
    return Picture(title, (Row((board, panel, lines)),), _legend(at))


def headline(p: Position) -> str:
    """``"Rustling Leaves  spring  round 9  roll 2c 3"``."""
    parts = ["Rustling Leaves", p.season, f"start {p.start}"]
    ended = p.ended
    if ended is not None:
        return "  ".join([*parts, f"over: {ended}", f"{number(total(tally(p)))} points"])
    parts.append(f"round {p.rounds + 1}")
    if p.roll is not None:
        parts.append(f"roll {p.roll.text()}")
    else:
        parts.append("the roll is next" if p.staying else "before the roll")
    if p.rolls:
        parts.append("then " + ", ".join(dice.text() for dice in p.rolls))
    return "  ".join(parts)


# --- the board ------------------------------------------------------------------------------


def _cell(at: Sheet, spot: Spot) -> Cell:
    name = at.symbols[spot[0]][spot[1]]
    if name.startswith("start"):
        return Cell(text=f"{name[-1]}*", icon="start", tone="gold")
    return Cell(text=symbol(name).label, icon=name, tone=symbol(name).tone)


def _board(p: Position, plan: Sequence[Corners]) -> Board:
    crossed: set[Spot] = set()
    edges: list[Edge] = []
    order: dict[Spot, int] = {}
    for area in p.areas:
        if area.symbol is not None:
            crossed.update(area_crosses(p, area.corners, area.symbol))
        edges += _outline(area.corners)
    for place, corners in enumerate(plan, start=1):
        order.update(dict.fromkeys(_inside(corners), place))
    rows = []
    for row in range(SIZE):
        cells = []
        for column in range(SIZE):
            spot = (row, column)
            plain = _cell(p.sheet, spot)
            cells.append(
                Cell(
                    plain.text,
                    plain.icon,
                    plain.tone,
                    crossed=spot in crossed,
                    number=order.get(spot),
                    strong=spot in order,
                )
            )
        rows.append(tuple(cells))
    return Board(tuple(rows), (*_river_edges(), *edges))


def _inside(corners: Corners) -> list[Spot]:
    top, left, bottom, right = corners
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _outline(corners: Corners) -> list[Edge]:
    """The border of an area; a spot of an edge may lie one step off the board."""
    top, left, bottom, right = corners
    out = []
    for column in range(left, right + 1):
        out.append(Edge((top - 1, column), (top, column), "piece"))
        out.append(Edge((bottom, column), (bottom + 1, column), "piece"))
    for row in range(top, bottom + 1):
        out.append(Edge((row, left - 1), (row, left), "piece"))
        out.append(Edge((row, right), (row, right + 1), "piece"))
    return out


def _river_edges() -> tuple[Edge, ...]:
    return tuple(Edge(a, b, "river") for a, b in river())


# --- the circles and the points ---------------------------------------------------------------


def _rows(at: Sheet) -> list[str]:
    """The rows of circles in printed order; conifers have one of three lengths."""
    out = [name for name in at.circles if name != "misthrow"]
    if at.conifer_rows:
        out.insert(out.index("pinecone") + 1, "conifer")
    return [*out, "misthrow"]


def _title(name: str) -> str:
    return name.replace("_", " ")


def _printed(at: Sheet, name: str) -> Entry:
    look = symbol(name)
    if name == "conifer":
        rows = " or ".join(str(row) for row in at.conifer_rows)
        return Entry(look.one, note=f"one row: {rows}", icon=name, tone=look.tone)
    return Entry(look.one, 0, at.circles[name], icon=name, tone=look.tone)


def _circles(p: Position) -> Panel:
    t = tally(p)
    entries = []
    for name in _rows(p.sheet):
        plain = _printed(p.sheet, name)
        if name == "conifer" and p.conifer_row is None:
            entries.append(plain)
            continue
        note = f"row of {p.conifer_row}" if name == "conifer" else ""
        lost = t.crossed.get(name, 0) - t.marked(name)
        if lost > 0:
            note = f"{note}, {lost} lost".removeprefix(", ")
        entries.append(
            Entry(plain.name, _filled(t, name), t.circles(name), note, plain.icon, plain.tone)
        )
    word = "available" if p.joker else "used"
    entries.append(Entry("joker", 0 if p.joker else 1, 1, note=f"the {p.sheet.joker} die, {word}"))
    return Panel("Circles", tuple(entries))


def _filled(t: Tally, name: str) -> int:
    if name == "cloud":
        return t.clouds
    if name == "misthrow":
        return t.misthrows
    if name in ("bear", "snake"):
        return min(t.outside(name), t.circles(name))
    return t.marked(name)


def _points(p: Position) -> Panel:
    lines = score(tally(p))
    width = max(len(f"{line.points:+g}") for line in lines)
    entries = tuple(
        Entry(_title(line.category), note=f"{line.points:+g}".rjust(width)) for line in lines
    )
    return Panel(f"Score {number(total(tally(p)))}", entries)


def _legend(at: Sheet) -> tuple[Entry, ...]:
    shown = sorted(
        {name for line in at.symbols for name in line if not name.startswith("start")},
        key=lambda name: symbol(name).label.lower(),
    )
    entries = [
        Entry(symbol(name).label, note=symbol(name).one, icon=name, tone=symbol(name).tone)
        for name in shown
    ]
    return (*entries, Entry("1*", note="start field", icon="start", tone="gold"))
