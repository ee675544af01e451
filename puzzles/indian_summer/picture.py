"""The table as shapes and labels: floor, pieces, tokens, paths, and a plan with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..core.picture import Block, Board, Cell, Edge, EdgeKind, Entry, Panel, Picture, Row, Spot
from .actions import Action, Animal, Feather, Leaf, Mushroom, Nut, Squirrel
from .cleanup import cleanup, others
from .components import COLOURS, RECONSTRUCTION, SIGNS, TREASURES, Floor, TileSet
from .geometry import base_mask, bits, shape
from .notation import format_line
from .position import Position, over
from .rules import apply

ICONS = dict(zip(SIGNS, TREASURES, strict=True))
LEGEND = (
    *(
        Entry(sign, note=f"{name}: printed; in brackets a token in a hole", icon=name)
        for sign, name in ICONS.items()
    ),
    Entry("( )", note="free hole", icon="hole"),
    Entry("s", note="squirrel", icon="squirrel"),
    Entry("a", note="animal", icon="animal", tone="animal"),
)


def picture(p: Position, line: Sequence[Action] = ()) -> Picture:
    """The position after the line, with the line's pieces numbered and listed."""
    marks: dict[int, int] = {}
    end, steps = p, []
    pieces = _Pieces.of(p)
    for number, action in enumerate(line, 1):
        steps.append(Entry(f"{number}. {format_line(end, (action,))}", strong=True))
        masks = laid(action, p.floor.width)
        for mask in masks:
            pieces.add(mask)
            marks.update(dict.fromkeys(bits(mask), number))
        end = apply(end, action)
    blocks: list[Block] = [Row((_board(end, pieces, marks), _facts(end)))]
    blocks.append(_path("Own path, from the backpack", end.path, end.box))
    for i, o in enumerate(end.opponents, 1):
        if o.path:
            blocks.append(_path(f"Path of opponent {i}", o.path, end.box))
    if end.common:
        blocks.append(_path("Common path, from the bush", end.common, end.box))
    if steps:
        blocks.append(Panel("Plan", tuple(steps)))
    if p.floor.reconstruction or p.box.reconstruction:
        blocks.append(Panel("Note", (Entry(_note(p)),)))
    return Picture(headline(end), tuple(blocks), LEGEND)


def _note(p: Position) -> str:
    if p.floor.reconstruction and p.box.reconstruction:
        return RECONSTRUCTION
    if p.floor.reconstruction:
        return "floor: this project's reconstruction, not the publisher's print"
    return "tiles: this project's reconstruction, not the publisher's list"


def headline(p: Position) -> str:
    """One line that names the position."""
    size = p.floor.all.bit_count()
    name = "own floor" if p.floor.name == "own" else f"floor {p.floor.name}"
    parts = ["Indian Summer", name, f"{p.ground.bit_count()} of {size} fields uncovered"]
    if p.opponents:
        parts.append(f"{len(p.opponents) + 1} players")
    if p.turns is not None:
        parts.append(f"{p.turns} turn{'s' * (p.turns != 1)} left")
    parts.append(what(p))
    return "  ".join(parts)


def what(p: Position) -> str:
    """What has to happen next."""
    if over(p):
        return "over"
    if p.full:
        return "floor full: special actions or end the turn"
    return "special actions or end the turn" if p.main_done else "main action to come"


def laid(action: Action, width: int) -> tuple[int, ...]:
    """The masks of the pieces an action lays."""
    match action:
        case Leaf() | Animal():
            return (base_mask(action.text, width)[0] << action.corner,)
        case Feather():
            return laid(action.first, width) + laid(action.second, width)
        case Mushroom():
            taken = (action.first,) if action.second is None else (action.first, action.second)
            return tuple(base_mask(x.text, width)[0] << x.corner for x in taken)
        case Squirrel() | Nut():
            return (1 << action.field,)
    return ()


@dataclass(slots=True)
class _Pieces:
    """Which piece each field belongs to; fields without a number are not known to belong."""

    owner: dict[int, int]
    count: int

    @classmethod
    def of(cls, p: Position) -> _Pieces:
        out = cls({}, 0)
        masks: dict[str, int] = {}
        for i, letter in enumerate("".join(p.pieces or ())):
            if letter != ".":
                masks[letter] = masks.get(letter, 0) | 1 << i
        for mask in masks.values():
            out.add(mask)
        for i in bits(p.squirrels):
            out.add(1 << i)
        return out

    def tone(self, p: Position, i: int) -> str:
        """The colour of the leaf tile on a field, told from its size where the piece is known."""
        if i not in self.owner:
            return "leaf"
        mask = sum(1 << j for j, owner in self.owner.items() if owner == self.owner[i])
        hole = mask & (p.free | p.held)  # none: it lies under an animal, which owns that field
        size = mask.bit_count() + (not hole)
        return f"leaf-{COLOURS[size]}" if size in COLOURS else "leaf"

    def add(self, mask: int) -> None:
        self.count += 1
        self.owner.update(dict.fromkeys(bits(mask), self.count))


def _board(p: Position, pieces: _Pieces, marks: dict[int, int]) -> Board:
    floor, width = p.floor, p.floor.width
    cells = tuple(
        tuple(_cell(p, pieces, marks, r * width + c) for c in range(width))
        for r in range(floor.height)
    )
    kinds = [_kind(p, i) for i in range(width * floor.height)]

    def divided(i: int, j: int) -> bool:
        a, b = pieces.owner.get(i), pieces.owner.get(j)
        if a is None and b is None:
            return (kinds[i] in ".a" or kinds[j] in ".a") and kinds[i] != kinds[j]
        return a != b

    edges = (*region_edges(floor), *_edges(width, floor.height, divided, "piece"))
    return Board(cells, edges, title="Forest floor", cell_width=3)


def _edges(
    width: int, height: int, divided: Callable[[int, int], bool], kind: EdgeKind
) -> Iterator[Edge]:
    """Edges between neighbouring fields that are divided."""
    for i in range(width * height):
        r, c = divmod(i, width)
        if c + 1 < width and divided(i, i + 1):
            yield Edge((r, c), (r, c + 1), kind)
        if r + 1 < height and divided(i, i + width):
            yield Edge((r, c), (r + 1, c), kind)


def region_edges(floor: Floor) -> tuple[Edge, ...]:
    """The borders of areas and of the floor."""
    flat, width, height = "".join(floor.letters), floor.width, floor.height
    inner = _edges(width, height, lambda i, j: flat[i] != flat[j], "region")
    rim: list[tuple[Spot, Spot]] = []
    for c in range(width):
        rim += [((-1, c), (0, c)), ((height - 1, c), (height, c))]
    for r in range(height):
        rim += [((r, -1), (r, 0)), ((r, width - 1), (r, width))]
    return (*inner, *(Edge(a, b, "region") for a, b in rim))


def _kind(p: Position, i: int) -> str:
    bit = 1 << i
    if bit & p.leaf:
        return "#"
    if bit & p.free:
        return "o"
    if bit & p.squirrels:
        return "s"
    if bit & p.animal:
        return "a"
    for sign, mask in zip(SIGNS, p.tokens, strict=True):
        if bit & mask:
            return sign
    return "."


def _cell(p: Position, pieces: _Pieces, marks: dict[int, int], i: int) -> Cell:
    kind = _kind(p, i)
    number, strong = marks.get(i), i in marks
    if kind == ".":
        sign = p.floor.print[i // p.floor.width][i % p.floor.width]
        return Cell("" if sign == "." else sign, ICONS.get(sign), "ground", number=number)
    tone = pieces.tone(p, i)
    if kind == "#":
        text = "#" if number is None else str(number)
        return Cell(text, "leaf", tone, number=number, strong=strong)
    if kind == "a":
        return Cell("a", "animal", "animal", number=number, strong=strong)
    if kind == "s":
        return Cell("s", "squirrel", "squirrel", number=number, strong=strong)
    if kind == "o":
        return Cell("( )", "hole", tone, number=number, strong=strong)
    return Cell(f"({kind})", f"token-{ICONS[kind]}", tone, number=number, strong=strong)


def tile_board(text: str, tone: str | None, title: str = "") -> Board:
    """One tile as a small board with its outline."""
    drawn = shape(text)
    inside = set(drawn.cells)
    cells = tuple(
        tuple(
            Cell(outside=True)
            if (r, c) not in inside
            else Cell("o", "hole", tone)
            if (r, c) == drawn.hole
            else Cell("#", "leaf", tone)
            for c in range(drawn.width)
        )
        for r in range(drawn.height)
    )
    edges = [
        Edge((r, c), other, "piece")
        for r in range(-1, drawn.height)
        for c in range(-1, drawn.width)
        for other in ((r, c + 1), (r + 1, c))
        if ((r, c) in inside) != (other in inside)
    ]
    return Board(cells, tuple(edges), title=title, labels=False, grid=False)


def _path(title: str, path: Sequence[str], box: TileSet) -> Row:
    head = Panel(title, () if path else (Entry("no tile"),))
    boards = (
        tile_board(text, f"leaf-{box.colour(text)}", str(i)) for i, text in enumerate(path, 1)
    )
    return Row((head, *boards))


def _facts(p: Position) -> Panel:
    end = cleanup(p)
    entries = [
        Entry(name, note=str(count), icon=name)
        for name, count in zip(TREASURES, p.treasures, strict=True)
    ]
    for kind, left, token in zip(p.box.animals, p.stock, p.piles, strict=True):
        note = f"{left} left"
        if token and kind.treasure is not None:
            note += f", {TREASURES[kind.treasure]} on the pile"
        entries.append(Entry(f"animal {kind.id}  {kind.text}", note=note))
    after = f"{end.uncovered} uncovered, {end.nuts} nuts, {end.berry} berry"
    entries.append(Entry("after the clean-up", note=after, strong=True))
    for i, o in enumerate(p.opponents):
        known = others(p)[i]
        note = f"{known.uncovered} uncovered, {known.nuts} nuts" if o.uncovered is not None else "?"
        entries.append(Entry(f"opponent {i + 1}", note=note + (", moved" if o.moved else "")))
    return Panel("Treasures and animals", tuple(entries))


def floor_picture(floor: Floor) -> Picture:
    """An empty floor with its print, areas, letters and numbers: to print, or to check."""
    cells = tuple(
        tuple(Cell("" if x == "." else x, ICONS.get(x), "ground") for x in row)
        for row in floor.print
    )
    facts = [
        Entry(name, note=str(mask.bit_count()), icon=name)
        for name, mask in zip(TREASURES, floor.printed, strict=True)
    ]
    facts += [
        Entry(f"area {name}", note=f"{mask.bit_count()} fields")
        for name, mask in zip(floor.area_names, floor.areas, strict=True)
    ]
    board = Board(cells, region_edges(floor), title=f"Floor {floor.name}")
    blocks: list[Block] = [Row((board, Panel("Print", tuple(facts))))]
    if floor.reconstruction:
        note = "this project's reconstruction, not the publisher's print"
        blocks.append(Panel("Note", (Entry(note),)))
    return Picture(f"Indian Summer  floor {floor.name}", tuple(blocks))


def tiles_picture(box: TileSet) -> Picture:
    """A tile set drawn back: every kind with its id, colour and copies, then the animals."""
    boards = [
        tile_board(kind.text, f"leaf-{kind.colour}", f"{kind.id} x{kind.copies}")
        for kind in box.tiles
    ]
    blocks: list[Block] = [
        Panel("Leaf tiles", (Entry(f"{sum(kind.copies for kind in box.tiles)} tiles"),)),
        Row(tuple(boards)),
        Panel("Animals", (Entry(f"{sum(box.supply())} animals"),)),
        Row(tuple(tile_board(x.text, "animal", f"{x.id} x{x.copies}") for x in box.animals)),
    ]
    if box.reconstruction:
        note = "this project's reconstruction, not the publisher's list"
        blocks.append(Panel("Note", (Entry(note),)))
    return Picture(f"Indian Summer  tiles {box.name or 'shipped'}", tuple(blocks))
