"""All legal actions of a position (rulings 7 to 14a)."""

from __future__ import annotations

from itertools import combinations

from .actions import (
    COMMON,
    COMMON_SECOND,
    EXCHANGES,
    Action,
    Animal,
    Berry,
    End,
    Exchange,
    Feather,
    Leaf,
    Mushroom,
    Nut,
    Squirrel,
    Taken,
)
from .components import BERRY, FEATHER, MUSHROOM, NUT, same_tile
from .geometry import Placement, bits, fitting
from .position import Position, finished_by_others

FULL_PATH = 5
MOST_PATH = 6


def closed(p: Position) -> bool:
    """Whether nothing at all may be done: no turn is left.

    A floor that was full before the turn leaves nothing to decide (``over``), yet a player who
    says so may still take special actions and end a turn without a main action (ruling 14a).
    """
    return p.turns == 0 or (not p.main_done and finished_by_others(p))


def actions(p: Position) -> tuple[Action, ...]:
    """Every legal action, in canonical order."""
    if closed(p):
        return ()
    out: list[Action] = []
    if not p.main_done:
        out += leaves(p)
        out += (Squirrel(field) for field in bits(p.ground))
        out += feathers(p)
        out += mushrooms(p)
    out += specials(p)
    if may_end(p):
        out.append(End())
    out.sort(key=lambda action: action.order())
    return tuple(out)


def may_end(p: Position) -> bool:
    """``end`` is legal once the main action is done or the floor is full (ruling 14a)."""
    return p.main_done or p.full


def fits(p: Position, text: str) -> tuple[Placement, ...]:
    """Where a tile of any orientation can lie on the uncovered fields (ruling 8)."""
    return fitting(text, p.floor.width, p.floor.height, p.ground)


def leaves(p: Position) -> list[Leaf]:
    """Ruling 7a."""
    return [
        Leaf(place, x.text, x.corner) for place, tile in enumerate(p.path, 1) for x in fits(p, tile)
    ]


def feathers(p: Position) -> list[Feather]:
    """Ruling 7d."""
    if not p.treasures[FEATHER]:
        return []
    spots = [
        [(Leaf(place, x.text, x.corner), x.mask) for x in fits(p, tile)]
        for place, tile in enumerate(p.path, 1)
    ]
    return [
        Feather(a, b)
        for first, second in combinations(spots, 2)
        for a, mask in first
        for b, other in second
        if not mask & other
    ]


def sources(p: Position) -> tuple[tuple[int, str], ...]:
    """The tiles a mushroom may take, by source: those that are there (ruling 7c).

    Two or three opponents: each one's first tile. One opponent: his and the first common tile.
    Alone: the first two common tiles.
    """
    row = (p.common + p.reserve)[:2]
    if len(p.opponents) >= 2:
        return tuple((i, o.path[0]) for i, o in enumerate(p.opponents, 1) if o.path)
    if p.opponents:
        own = tuple((1, o.path[0]) for o in p.opponents if o.path)
        return (*own, *((COMMON, tile) for tile in row[:1]))
    return tuple(zip((COMMON, COMMON_SECOND), row, strict=False))


def both_fit(first: tuple[Placement, ...], second: tuple[Placement, ...]) -> bool:
    """Whether two tiles have disjoint placements."""
    return any(not a.mask & b.mask for a in first for b in second)


def mushrooms(p: Position) -> list[Mushroom]:
    """Ruling 7c: both tiles of a pair where that is possible, otherwise one of them."""
    if not p.treasures[MUSHROOM]:
        return []
    spots = {source: fits(p, tile) for source, tile in sources(p)}
    out: list[Mushroom] = []
    lone: set[int] = set()
    for a, b in combinations(spots, 2):
        if both_fit(spots[a], spots[b]):
            out += [
                Mushroom(Taken(a, x.text, x.corner), Taken(b, y.text, y.corner))
                for x in spots[a]
                for y in spots[b]
                if not x.mask & y.mask
            ]
        else:
            lone |= {a, b}
    for source in sorted(lone):
        # equal tiles of one row are interchangeable: the first is taken
        if source == COMMON_SECOND and same_tile(*(tile for _, tile in sources(p))):
            continue
        out += [Mushroom(Taken(source, x.text, x.corner)) for x in spots[source]]
    return out


def specials(p: Position) -> list[Action]:
    """Ruling 11 to 13."""
    out: list[Action] = []
    if berry_brings(p) > 0 and p.treasures[BERRY]:
        out.append(Berry())
    if p.treasures[NUT]:
        out += (Nut(field) for field in bits(p.ground))
    out += exchanges(p)
    out += animals(p)
    return out


def berry_brings(p: Position) -> int:
    """Tiles that a berry adds (ruling 11): up to five, a sixth to five, never beyond."""
    wanted = FULL_PATH - len(p.path) if len(p.path) < FULL_PATH else MOST_PATH - len(p.path)
    return max(0, min(wanted, len(p.common) + len(p.reserve)))


def exchanges(p: Position) -> list[Exchange]:
    """Ruling 12."""
    return [x for x in EXCHANGES if p.treasures[x.give] >= x.paid]


def animals(p: Position) -> list[Animal]:
    """Ruling 13."""
    if not p.free:
        return []
    return [
        Animal(kind.id, x.text, x.corner)
        for kind, left in zip(p.box.animals, p.stock, strict=True)
        if left
        for x in fitting(kind.text, p.floor.width, p.floor.height, p.free)
    ]
