"""Turns as text: ``leaf 2 o#/#. c3; nut e5; end`` (the notation of the file format).

Two-tile actions are read in either order and written in the canonical one. A mushroom without
sources means the first pair that gives it; ``mushroom 1 ##o c3 + c #o## a9`` names them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.errors import BadMove, IllegalMove
from ..core.names import nearest
from . import legal
from .actions import (
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
from .components import TREASURES
from .geometry import animal_tile, field_index, field_name, leaf_tile
from .position import Position
from .rules import apply, source_name

FORMS = {
    "leaf": "leaf PLACE TILE FIELD, such as 'leaf 2 o#/#. c3'",
    "squirrel": "squirrel FIELD, such as 'squirrel e5'",
    "feather": "feather PLACE TILE FIELD + PLACE TILE FIELD, such as "
    "'feather 1 ##o c3 + 4 o#/#. f1'",
    "mushroom": "mushroom TILE FIELD + TILE FIELD, such as 'mushroom ##o c3 + #o## a9'",
    "berry": "berry",
    "nut": "nut FIELD, such as 'nut e5'",
    "exchange": "exchange GIVEN [GIVEN] TAKEN, such as 'exchange feather nut' or "
    "'exchange berry berry nut'",
    "animal": "animal KIND SHAPE FIELD, such as 'animal T .#./### c2'",
    "end": "end",
}


def parse(p: Position, text: str) -> tuple[Action, ...]:
    """The actions of ``text``, each legal after those before it; BadMove or IllegalMove."""
    parts = [part.strip() for part in text.split(";")]
    if parts and not parts[-1] and len(parts) > 1:
        parts.pop()
    line: list[Action] = []
    for part in parts:
        action = parse_action(p, part)
        try:
            p = apply(p, action)
        except IllegalMove as error:
            raise IllegalMove(error.rule, error.reason, part) from None
        line.append(action)
    return tuple(line)


def parse_action(p: Position, text: str) -> Action:
    """One action; BadMove for a text that is none, IllegalMove for a mushroom without sense."""
    words = text.split()
    kind = words[0] if words else ""
    if kind not in FORMS:
        allowed = "an action begins with " + ", ".join(FORMS)
        raise BadMove(text, allowed, nearest(kind, FORMS) if kind else None)
    rest = words[1:]
    match kind:
        case "leaf" if len(rest) == 3:
            return _leaf(p, rest, text)
        case "squirrel" if len(rest) == 1:
            return Squirrel(_field(p, rest[0], text))
        case "feather":
            halves = _halves(rest)
            if len(halves) == 2 and all(len(half) == 3 for half in halves):
                a, b = sorted(_leaf(p, half, text) for half in halves)
                return Feather(a, b)
        case "mushroom":
            halves = _halves(rest)
            if len(halves) in (1, 2) and all(len(half) in (2, 3) for half in halves):
                return _mushroom(p, halves, text)
        case "berry" if not rest:
            return Berry()
        case "nut" if len(rest) == 1:
            return Nut(_field(p, rest[0], text))
        case "exchange" if len(rest) in (2, 3):
            return _exchange(rest, text)
        case "animal" if len(rest) == 3:
            return _animal(p, rest, text)
        case "end" if not rest:
            return End()
    raise BadMove(text, FORMS[kind])


def _halves(words: Sequence[str]) -> list[list[str]]:
    out: list[list[str]] = [[]]
    for word in words:
        if word == "+":
            out.append([])
        else:
            out[-1].append(word)
    return out


def _field(p: Position, name: str, text: str) -> int:
    index = field_index(name, p.floor.width, p.floor.height)
    if index is None:
        last = field_name(p.floor.width * p.floor.height - 1, p.floor.width)
        raise BadMove(text, f"{name!r} is no field of this floor (a1 to {last})")
    return index


def _tile(shape: str, text: str) -> str:
    try:
        leaf_tile(shape)
    except ValueError as error:
        raise BadMove(text, f"{shape!r} is no leaf tile: {error}") from None
    return shape


def _leaf(p: Position, words: Sequence[str], text: str) -> Leaf:
    place, shape, field = words
    if not re.fullmatch(r"[1-9]", place):
        raise BadMove(text, f"{place!r} is no path place (1 to 6)")
    return Leaf(int(place), _tile(shape, text), _field(p, field, text))


def _exchange(words: Sequence[str], text: str) -> Exchange:
    for word in words:
        if word not in TREASURES:
            allowed = f"{word!r} is no treasure ({', '.join(TREASURES)})"
            raise BadMove(text, allowed, nearest(word, TREASURES))
    if len(set(words[:-1])) != 1:
        raise BadMove(text, FORMS["exchange"])
    return Exchange(TREASURES.index(words[0]), len(words) - 1, TREASURES.index(words[-1]))


def _animal(p: Position, words: Sequence[str], text: str) -> Animal:
    kind, shape, field = words
    kinds = [x.id for x in p.box.animals]
    if kind not in kinds:
        allowed = f"{kind!r} is no animal ({', '.join(kinds)})"
        raise BadMove(text, allowed, nearest(kind, kinds))
    try:
        animal_tile(shape)
    except ValueError as error:
        raise BadMove(text, f"{shape!r} is no animal: {error}") from None
    return Animal(kind, shape, _field(p, field, text))


# mushrooms


def _mushroom(p: Position, halves: Sequence[Sequence[str]], text: str) -> Mushroom:
    """The mushroom a text means: the first reading that is legal.

    Sources as written first; then pairs in order with the tiles in the order of their sources;
    then the other order of the two tiles, which is read but never written.
    """
    wanted = []
    for half in halves:
        name = half[0] if len(half) == 3 else ""
        if name not in ("", "1", "2", "3", "c"):
            raise BadMove(text, f"{name!r} is no source: 1 to 3 for opponents, c for common")
        wanted.append((name, _tile(half[-2], text), _field(p, half[-1], text)))
    there = [source for source, _ in legal.sources(p)]
    readings: list[Mushroom] = []
    if len(wanted) == 1:
        name, shape, corner = wanted[0]
        readings += [Mushroom(Taken(s, shape, corner)) for s in there if _is(s, name)]
    else:
        for first, second in (wanted, wanted[::-1]):
            readings += [
                Mushroom(Taken(a, *first[1:]), Taken(b, *second[1:]))
                for a in there
                for b in there
                if a < b and _is(a, first[0]) and _is(b, second[0])
            ]
    error: IllegalMove | None = None
    for reading in readings:
        try:
            apply(p, reading)
        except IllegalMove as why:
            error = error or why
        else:
            return reading
    if error is None:
        reason = "a mushroom takes the first tiles of two paths, and these are not there"
        raise IllegalMove("indian_summer 7c", reason, text)
    raise IllegalMove(error.rule, error.reason, text)


def _is(source: int, name: str) -> bool:
    return not name or source_name(source) == name


# writing


def format_line(p: Position, line: Sequence[Action]) -> str:
    """The canonical text of a line, actions joined by ``; ``."""
    out = []
    for i, action in enumerate(line):
        out.append(format_action(p, action))
        if any(isinstance(a, Mushroom) for a in line[i + 1 :]):
            p = apply(p, action)  # what a mushroom's text means depends on the paths
    return "; ".join(out)


def format_action(p: Position, a: Action) -> str:
    """The canonical text of one action; a mushroom names its sources where it must."""
    text = plain_text(a, p.floor.width)
    if isinstance(a, Mushroom):
        try:
            meant = parse_action(p, text)
        except IllegalMove:
            return text
        if meant != a:
            return named_text(a, p.floor.width)
    return text


def plain_text(a: Action, width: int) -> str:
    """The text of an action; a mushroom without its sources."""
    match a:
        case Leaf():
            return f"leaf {a.place} {a.text} {field_name(a.corner, width)}"
        case Squirrel():
            return f"squirrel {field_name(a.field, width)}"
        case Feather():
            halves = (
                f"{x.place} {x.text} {field_name(x.corner, width)}" for x in (a.first, a.second)
            )
            return "feather " + " + ".join(halves)
        case Mushroom():
            taken = (a.first,) if a.second is None else (a.first, a.second)
            return "mushroom " + " + ".join(
                f"{x.text} {field_name(x.corner, width)}" for x in taken
            )
        case Berry():
            return "berry"
        case Nut():
            return f"nut {field_name(a.field, width)}"
        case Exchange():
            return " ".join(["exchange", *[TREASURES[a.give]] * a.paid, TREASURES[a.take]])
        case Animal():
            return f"animal {a.kind} {a.text} {field_name(a.corner, width)}"
        case End():
            return "end"


def named_text(a: Mushroom, width: int) -> str:
    """A mushroom's text with the sources named."""
    taken = (a.first,) if a.second is None else (a.first, a.second)
    return "mushroom " + " + ".join(
        f"{source_name(x.source)} {x.text} {field_name(x.corner, width)}" for x in taken
    )
