"""The table as shapes: each tree with cards on four sides, hand, clearing, cave, opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..core.picture import Board, Cell, Entry, Panel, Picture, Row
from .actions import Action, Do
from .data import (
    CARDS,
    CLEARING_LIMIT,
    FACE_SPECIES,
    FACE_SYMBOL,
    HAND_LIMIT,
    NO_SYMBOL,
    SAPLING,
    SIDES,
    SPECIES,
    TREES,
    WINTERS,
    card_name,
    species_id,
)
from .forest import Counts, Tree, counts
from .formatting import format_line
from .legal import turn
from .play import apply
from .position import Player, Position, seat_name
from .scoring import scores, total

WIDTH = 10
_AT = {0: (0, 1), 1: (1, 0), 2: (1, 2), 3: (2, 1)}  # side -> row and column round the tree
_OUTSIDE = Cell(outside=True)


def headline(p: Position) -> str:
    """``"Forest Shuffle  2 players  your turn: draw or play a card  74 cards left"``.

    Of a bare table (scored, not played on) it counts the owner's cards.
    """
    parts = ["Forest Shuffle", f"{p.players} player{'s' if p.players > 1 else ''}"]
    now = turn(p)
    if now.kind == "over" and p.winters < WINTERS and p.deck_size() is None:
        trees = p.seats[0].trees
        others = sum(len(slot) for tree in trees for slot in tree.slots)
        parts.append(f"{len(trees)} trees, {others} other cards, {p.seats[0].cave} under the cave")
        return "  ".join(parts)
    if now.kind == "over":
        parts.append("over")
    else:
        who = "your turn" if p.turn == 0 else seat_name(p.turn)
        parts.append(f"{who}: {now.what.removeprefix(who).strip()}")
    if p.extra_turns + p.gained:
        parts.append(f"extra turns owed {p.extra_turns + p.gained}")
    if p.turns is not None:
        parts.append(f"turns left {p.turns}")
    size = p.deck_size()
    parts.append(f"winters {p.winters} of {WINTERS}")
    parts.append("deck not counted" if size is None else f"deck {size}")
    return "  ".join(parts)


def picture(p: Position, line: Sequence[Action] = ()) -> Picture:
    """The table after ``line``; cards that the line plays are numbered in its order."""
    after, placed = p, []
    for action in line:
        if after.turn == 0 and action.do in (Do.TREE, Do.SAPLING, Do.HALF, Do.PLACE):
            tree = len(after.seats[0].trees) if action.face < 0 else action.tree
            placed.append((tree, action.side, action.face))
        after = apply(after, action)
    me = after.seats[0]
    marks = {spot: number for number, spot in enumerate(placed, 1)}
    boards = tuple(_board(n, tree, marks) for n, tree in enumerate(me.trees))
    forest = Row(boards) if boards else Panel("Forest", (Entry("no tree yet"),))
    blocks = [forest, Row((_hand(me), _clearing(after))), Row((_points(after), _others(after)))]
    if after.players == 1:
        blocks[2] = Row((_points(after),))
    title = headline(p)
    moves = format_line(p, line).split("; ") if line else []
    if len(moves) > 1:
        blocks.append(Panel("Moves", tuple(Entry(move) for move in moves)))
    else:
        title += "".join(f"   then {move}" for move in moves)
    return Picture(title, tuple(blocks), _legend(after))


def blank() -> Picture:
    """A printable score sheet: a line a species to note what it brings."""
    trees = tuple(Entry(SPECIES[n].name, note=SPECIES[n].rule) for n in TREES)
    panels = [Panel("Trees", trees)]
    for kind, title in (("top", "Top"), ("side", "Left and right"), ("bottom", "Bottom")):
        entries = tuple(Entry(s.name, note=f"{s.rule}  ____") for s in SPECIES if s.kind == kind)
        panels.append(Panel(title, entries))
    panels.append(Panel("Cave", (Entry("cards", note="1 each  ____"), Entry("total", note="____"))))
    return Picture("Forest Shuffle  score sheet", tuple(panels))


def _board(number: int, tree: Tree, marks: dict[tuple[int, int, int], int]) -> Board:
    grid = [[_OUTSIDE] * 3 for _ in range(3)]
    mark = marks.get((number, -1, -1))
    short = "sapling" if tree.species == SAPLING else SPECIES[tree.species].short
    kind = "sapling" if tree.species == SAPLING else species_id(tree.species)
    grid[1][1] = Cell(short, icon=kind, tone="tree", number=mark, strong=mark is not None)
    for side, slot in enumerate(tree.slots):
        row, column = _AT[side]
        grid[row][column] = _slot(number, side, slot, marks)
    title = f"{number + 1} {'Sapling' if tree.species == SAPLING else SPECIES[tree.species].name}"
    rows = tuple(tuple(row) for row in grid)
    return Board(rows, title=title, labels=False, cell_width=WIDTH, grid=False)


def _slot(
    number: int, side: int, slot: Sequence[int], marks: dict[tuple[int, int, int], int]
) -> Cell:
    if not slot:
        return Cell("·")
    species = SPECIES[FACE_SPECIES[slot[0]]]
    found = [marks[number, side, face] for face in slot if (number, side, face) in marks]
    mark = found[-1] if found else None
    text = species.short + (f" x{len(slot)}" if len(slot) > 1 else "")
    tone = next((t for symbol, t in _TONES.items() if symbol in species.symbols), None)
    return Cell(text, icon=species.id, tone=tone, number=mark, strong=mark is not None)


# symbol -> tone; the first that a species shows
_TONES = {
    "butterfly": "violet",
    "insect": "gold",
    "bird": "blue",
    "bat": "grey",
    "deer": "brown",
    "cloven_hoofed": "pink",
    "pawed": "orange",
    "amphibian": "lime",
    "plant": "leaf-green",
    "mushroom": "red",
}


def _named(cards: Sequence[int]) -> list[Entry]:
    """Cards as lines, the same ones together: what each half costs and the symbol it shows."""
    out = []
    for card, n in sorted(Counter(cards).items()):
        name = card_name(card) + (f" x{n}" if n > 1 else "")
        if card >= len(CARDS):
            out.append(Entry(name))
            continue
        if CARDS[card].tree >= 0:
            note = f"costs {SPECIES[CARDS[card].tree].cost}"
        else:
            note = ", ".join(_half(side, face) for side, face in CARDS[card].halves)
        out.append(Entry(name, note=note))
    return out


def _half(side: int, face: int) -> str:
    species, symbol = SPECIES[FACE_SPECIES[face]], FACE_SYMBOL[face]
    shown = f" ({SPECIES[symbol].short})" if symbol != NO_SYMBOL else ""
    return f"{SIDES[side]} costs {species.cost}{shown}"


def _hand(me: Player) -> Panel:
    head = Entry("cards", filled=min(len(me.hand), HAND_LIMIT), circles=HAND_LIMIT)
    cave = Entry("under the cave", note=f"{me.cave} card{'' if me.cave == 1 else 's'}")
    return Panel("Hand", (head, *_named(me.hand), cave))


def _clearing(p: Position) -> Panel:
    n = len(p.clearing)
    head = Entry("cards", filled=min(n, CLEARING_LIMIT), circles=CLEARING_LIMIT, note="10: removed")
    return Panel("Clearing", (head, *_named(p.clearing)))


def _points(p: Position) -> Panel:
    me = p.seats[0]
    entries = [
        Entry(score.category, note=f"{int(score.points)}  {score.detail}")
        for score in scores(me.trees, me.cave, p.rivals(0))
    ]
    points = total(me.trees, me.cave, p.rivals(0))
    return Panel("Points", (*entries, Entry("total", note=str(points), strong=True)))


def _others(p: Position) -> Panel:
    entries = []
    for seat, player in enumerate(p.seats):
        if seat == 0:
            continue
        lying = counts(player.forest)
        hand = "?" if player.hand_size is None else str(player.hand_size)
        text = f"hand {hand}, trees {lying.trees}, Lindens {lying.lindens}, cave {player.cave}"
        if not isinstance(player.forest, Counts):
            text += f", points {total(player.forest, player.cave, p.rivals(seat))}"
        entries.append(Entry(seat_name(seat), note=text, strong=seat == p.turn))
    return Panel("Opponents", tuple(entries))


def _legend(p: Position) -> tuple[Entry, ...]:
    """Long names of the trees and cards whose names are cut short."""
    shown = {tree.species for tree in p.seats[0].trees if tree.species != SAPLING}
    shown |= {FACE_SPECIES[f] for tree in p.seats[0].trees for slot in tree.slots for f in slot}
    return tuple(
        Entry(SPECIES[n].short, note=SPECIES[n].name, icon=SPECIES[n].id)
        for n in sorted(shown)
        if SPECIES[n].short != SPECIES[n].name
    )
