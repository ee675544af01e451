"""What an action does (rulings 7 to 15); illegal ones raise IllegalMove with the ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from ..core.errors import IllegalMove
from . import legal
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
from .components import BERRY, FEATHER, MUSHROOM, NUT, TREASURES, same_tile
from .geometry import Placement, place
from .pieces import mark
from .position import Position, finished_by_others

LOW_COMMON, FULL_COMMON = 7, 20  # ruling 6


def apply(p: Position, a: Action) -> Position:
    """The position after one action; raises IllegalMove."""
    if legal.closed(p):
        refuse("15", "no turn is left" if p.turns == 0 else "the game is over")
    if isinstance(a, (Leaf, Squirrel, Feather, Mushroom)) and p.main_done:
        refuse("7", "this turn's main action is already done")
    match a:
        case Leaf():
            after = _leaf(p, a)
        case Squirrel():
            after = _squirrel(p, a.field, "7b")
        case Feather():
            after = _feather(p, a)
        case Mushroom():
            after = _mushroom(p, a)
        case Berry():
            return _berry(p)
        case Nut():
            after = _squirrel(pay(p, NUT, 1, "11"), a.field, "11")
            # a floor that is full before the main action needs none (ruling 14a)
            return replace(after, main_done=True) if after.full else after
        case Exchange():
            return _exchange(p, a)
        case Animal():
            return _animal(p, a)
        case End():
            return _end(p)
    return replace(after, main_done=True)


def refuse(ruling: str, reason: str) -> NoReturn:
    """Raise IllegalMove."""
    raise IllegalMove(f"indian_summer {ruling}", reason)


def pay(p: Position, treasure: int, count: int, ruling: str) -> Position:
    """The position with treasures paid."""
    if p.treasures[treasure] < count:
        have = p.treasures[treasure]
        refuse(ruling, f"{count} {TREASURES[treasure]} to pay, there {have or 'is none'}")
    return replace(p, treasures=_add(p.treasures, treasure, -count))


def _add(
    treasures: tuple[int, int, int, int], treasure: int, count: int
) -> tuple[int, int, int, int]:
    out = list(treasures)
    out[treasure] += count
    return (out[0], out[1], out[2], out[3])


# the floor


def _placed(p: Position, text: str, corner: int, ruling: str) -> Placement:
    """A placement of a leaf tile on uncovered fields (ruling 8)."""
    x = place(text, corner, p.floor.width, p.floor.height)
    if x is None:
        refuse("8", "the tile would stick out over the edge of the floor")
    if x.mask & ~p.ground:
        refuse("8", "the tile would lie on a field that is already covered")
    return x


def lay(p: Position, *laid: Placement) -> Position:
    """Lay leaf tiles, fill holes over prints (ruling 9), pay complete areas out (ruling 10).

    All of them cover their fields before areas pay out; that comes to the same as one after the
    other, for a token pays only once its area is complete.
    """
    leaf, free, tokens = p.leaf, p.free, list(p.tokens)
    for x in laid:
        leaf |= x.mask & ~x.hole
        for kind, printed in enumerate(p.floor.printed):
            if printed & x.hole:
                tokens[kind] |= x.hole
                break
        else:
            free |= x.hole
    b, n, m, f = tokens
    after = replace(p, leaf=leaf, free=free, tokens=(b, n, m, f), pieces=mark(p, *laid))
    return pay_out(after, sum(x.mask for x in laid))


def pay_out(p: Position, fresh: int) -> Position:
    """Pay the tokens of areas that the fields ``fresh`` have completed (ruling 10)."""
    ground = p.ground
    complete = 0
    for area in p.floor.areas:
        if area & fresh and not area & ground:
            complete |= area
    paid = complete & p.held
    if not paid:
        return p
    b, n, m, f = ((mask & paid).bit_count() for mask in p.tokens)
    have = p.treasures
    t = p.tokens
    return replace(
        p,
        tokens=(t[0] & ~paid, t[1] & ~paid, t[2] & ~paid, t[3] & ~paid),
        free=p.free | paid,
        treasures=(have[0] + b, have[1] + n, have[2] + m, have[3] + f),
    )


def _squirrel(p: Position, field: int, ruling: str) -> Position:
    """Cover one uncovered field; it yields nothing of its own (ruling 8)."""
    bit = 1 << field
    if not 0 <= field < p.floor.width * p.floor.height or not bit & p.ground:
        refuse(ruling, "a squirrel goes on an uncovered field")
    return pay_out(replace(p, squirrels=p.squirrels | bit), bit)


# paths


def draw(p: Position, count: int, skip: int = 0) -> tuple[Position, tuple[str, ...]]:
    """Take tiles from the common path behind the first ``skip``; the reserve follows (ruling 6).

    Whenever fewer than 7 tiles are left, the reserve fills the common path up to 20 again.
    """
    row, end = p.common + p.reserve, skip + count
    left = row[:skip] + row[end:]
    visible = len(p.common[:skip] + p.common[end:])
    if visible < LOW_COMMON:
        visible = FULL_COMMON
    return replace(p, common=left[:visible], reserve=left[visible:]), row[skip:end]


def refill_own(p: Position) -> Position:
    """Refill an empty own path to five (ruling 14)."""
    if p.path:
        return p
    p, taken = draw(p, legal.FULL_PATH)
    return replace(p, path=taken)


def _refill_others(p: Position, emptied: list[int]) -> Position:
    """Refill the opponents' paths that a mushroom emptied, in turn order (ruling 14)."""
    for i in sorted(emptied):
        p, taken = draw(p, legal.FULL_PATH)
        p = _set_path(p, i, taken)
    return p


def _set_path(p: Position, opponent: int, path: tuple[str, ...]) -> Position:
    """Opponent from 1."""
    others = list(p.opponents)
    others[opponent - 1] = replace(others[opponent - 1], path=path)
    return replace(p, opponents=tuple(others))


def _own_tile(p: Position, a: Leaf, ruling: str) -> Placement:
    if not 1 <= a.place <= len(p.path):
        have = f"1 to {len(p.path)}" if p.path else "none"
        refuse(ruling, f"the own path has no place {a.place} (places: {have})")
    tile = p.path[a.place - 1]
    if not same_tile(a.text, tile):
        refuse(ruling, f"place {a.place} of the own path holds {tile}, not {a.text}")
    return _placed(p, a.text, a.corner, ruling)


# main actions


def _leaf(p: Position, a: Leaf) -> Position:
    x = _own_tile(p, a, "7a")
    path = p.path[: a.place - 1] + p.path[a.place :]
    return refill_own(lay(replace(p, path=path), x))


def _feather(p: Position, a: Feather) -> Position:
    p = pay(p, FEATHER, 1, "7d")
    i, j = a.first.place, a.second.place
    if i == j:
        refuse("7d", "a feather places two different tiles of the own path")
    if i > j:
        refuse("7d", "the tile with the lower path place is named first")
    x, y = _own_tile(p, a.first, "7d"), _own_tile(p, a.second, "7d")
    if x.mask & y.mask:
        refuse("8", "the two tiles would overlap")
    path = tuple(tile for k, tile in enumerate(p.path, 1) if k not in (i, j))
    return refill_own(lay(replace(p, path=path), x, y))


def _mushroom(p: Position, a: Mushroom) -> Position:
    p = pay(p, MUSHROOM, 1, "7c")
    there = dict(legal.sources(p))
    if len(there) < 2:
        refuse("7c", "a mushroom takes the first tiles of two paths, and there are not two")
    x = _taken(p, a.first, there)
    if a.second is None:
        _check_alone(p, a.first, there)
        return _after_mushroom(lay(p, x), (a.first,))
    if a.first.source >= a.second.source:
        refuse("7c", "the two tiles come from two different sources, the earlier one first")
    y = _taken(p, a.second, there)
    if x.mask & y.mask:
        refuse("8", "the two tiles would overlap")
    return _after_mushroom(lay(p, x, y), (a.first, a.second))


def _taken(p: Position, t: Taken, there: dict[int, str]) -> Placement:
    if t.source not in there:
        refuse("7c", f"no tile can be taken from {_path_of(t.source)}")
    if not same_tile(t.text, there[t.source]):
        place = _path_of(t.source)
        refuse("7c", f"the tile to be taken from {place} is {there[t.source]}, not {t.text}")
    return _placed(p, t.text, t.corner, "7c")


def _path_of(source: int) -> str:
    return "the common path" if source >= COMMON else f"the path of opponent {source}"


def source_name(source: int) -> str:
    """``"1"`` to ``"3"`` for opponents, ``"c"`` for the common path."""
    return "c" if source >= COMMON else str(source)


def _check_alone(p: Position, t: Taken, there: dict[int, str]) -> None:
    """One tile alone: only beside a source with which both cannot be placed."""
    if t.source == COMMON_SECOND and same_tile(*there.values()):
        refuse("7c", "of two equal tiles of the common path the first is taken")
    spots = legal.fits(p, there[t.source])
    if all(
        legal.both_fit(spots, legal.fits(p, tile))
        for source, tile in there.items()
        if source != t.source
    ):
        refuse("7c", "both tiles can be placed, so both must be")


def _after_mushroom(p: Position, taken: tuple[Taken, ...]) -> Position:
    """Take the tiles away, then refill emptied paths in turn order (rulings 7c and 14)."""
    sources = [t.source for t in taken]
    if COMMON in sources and COMMON_SECOND in sources:
        p, _ = draw(p, 2)
    elif COMMON in sources:
        p, _ = draw(p, 1)
    elif COMMON_SECOND in sources:
        p, _ = draw(p, 1, skip=1)
    emptied = []
    for i in sources:
        if i < COMMON:
            rest = p.opponents[i - 1].path[1:]
            p = _set_path(p, i, rest)
            if not rest:
                emptied.append(i)
    return _refill_others(p, emptied)


# special actions


def _berry(p: Position) -> Position:
    p = pay(p, BERRY, 1, "11")
    count = legal.berry_brings(p)
    if not count:
        full = len(p.path) >= legal.MOST_PATH
        why = "the path has six tiles already" if full else "the common path is empty"
        refuse("11", f"the berry would bring no tile: {why}")
    p, taken = draw(p, count)
    return replace(p, path=p.path + taken)


def _exchange(p: Position, a: Exchange) -> Position:
    if a not in EXCHANGES:
        refuse(
            "12",
            "one treasure goes for one of a lower kind (feather > mushroom > nut > berry), "
            "two berries for a nut, two nuts for a mushroom, two mushrooms for a feather",
        )
    p = pay(p, a.give, a.paid, "12")
    return replace(p, treasures=_add(p.treasures, a.take, 1))


def _animal(p: Position, a: Animal) -> Position:
    index = p.box.animal_index(a.kind)
    if index is None:
        refuse("13", f"there is no animal {a.kind}")
    kind = p.box.animals[index]
    if not p.stock[index]:
        refuse("13", f"no animal {a.kind} is left")
    if not same_tile(a.text, kind.text):
        refuse("13", f"the animal {a.kind} has the shape {kind.text}, not {a.text}")
    x = place(a.text, a.corner, p.floor.width, p.floor.height)
    if x is None:
        refuse("13", "the animal would stick out over the edge of the floor")
    if x.mask & ~p.free:
        refuse("13", "an animal lies only on free holes that have exactly its shape")
    b, n, m, f = ((printed & x.mask).bit_count() for printed in p.floor.printed)
    have = p.treasures
    gained = (have[0] + b, have[1] + n, have[2] + m, have[3] + f)
    if p.piles[index] and kind.treasure is not None:
        gained = _add(gained, kind.treasure, 1)
    return replace(
        p,
        free=p.free & ~x.mask,
        animal=p.animal | x.mask,
        treasures=gained,
        stock=tuple(n - (i == index) for i, n in enumerate(p.stock)),
        piles=tuple(there and i != index for i, there in enumerate(p.piles)),
        pieces=mark(p, x),
    )


def _end(p: Position) -> Position:
    """End the turn; the others' turns are not in the file and change nothing in it.

    When somebody's floor is full and the round is thereby finished, ``moved`` is taken back: an
    opponent who is full without having moved says that the game is over (ruling 15).
    """
    if not legal.may_end(p):
        refuse("7", "a turn needs its main action before it ends; there is no passing")
    others = p.opponents
    after = replace(p, main_done=False, turns=None if p.turns is None else p.turns - 1)
    if any(o.uncovered == 0 for o in others) and not finished_by_others(p):
        after = replace(after, opponents=tuple(replace(o, moved=False) for o in others))
    return after
