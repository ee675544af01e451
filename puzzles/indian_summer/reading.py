"""From a document to a position: all faults at once, those of ruling 18 among them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.decode import check_head, decode, join, refuse, show
from ..core.errors import BadPosition, Fault
from ..core.names import nearest
from . import library
from .boxes import build_floor, grid
from .components import SIGNS, TREASURES, Floor, TileSet, mask_of, shipped_tiles
from .geometry import bits, field_name, leaf_tile
from .position import Opponent, Position

COVER_SIGNS = ".#o" + SIGNS + "sa"
MOST_PATH = 6
_MOST = 999  # of what is counted: more than any game has, and the kernels can hold it


class Form(msgspec.Struct, kw_only=True):
    """The keys of a position file."""

    format: int
    game: str
    floor: str
    path: list[str]
    print: list[str] | None = None
    areas: list[str] | None = None
    cover: list[str] | None = None
    common: list[str] = []
    treasures: dict[str, int] = {}
    animals: dict[str, int] | None = None
    animal_treasures: list[str] | None = None
    opponents: list[dict[str, Any]] = []
    turns: int | None = None
    main_done: bool = False
    pieces: list[str] | None = None
    tiles: str | None = None


class OpponentForm(msgspec.Struct, kw_only=True):
    """The keys of one opponent."""

    path: list[str] = []
    uncovered: int | None = None
    nuts: int = 0
    berry: bool = False
    moved: bool = False


NOTES = {
    "floor": "a shipped floor such as '1a', a floor of your own by its name, or 'own' with print",
    "path": "a list of drawn tiles from the backpack, such as ['##o', 'o#/#.']",
    "treasures": "a table such as { berry = 1, nut = 1 }",
    "animals": "a table such as { Z = 1, I3 = 5 }",
}


def read(doc: Mapping[str, Any]) -> Position:
    """Decode and check; raises BadPosition with every fault of the document."""
    form, found = decode(doc, Form, notes=NOTES)
    faults = list(found)
    if not any(fault.place == "format" for fault in found):
        faults += check_head(doc)
    unknown_floor = False
    if form is None:  # stand-ins for the missing keys, so that the other keys are still checked
        broken = {re.split(r"[.\[]", fault.place)[0] for fault in found}
        unknown_floor = "floor" in broken and "print" not in doc
        spare = {
            "format": 1,
            "game": "",
            "path": ["#o"],
            "floor": "own" if "print" in doc else "1a",
        }
        spare = {key: value for key, value in spare.items() if key in broken}
        form, _ = decode({**doc, **spare}, Form)
    if form is None:
        raise BadPosition(faults)
    floor = None if unknown_floor else _floor(doc, form, faults)
    box = _box(form, faults)
    path = tiles(form.path, "path", faults)
    common = tiles(form.common, "common", faults)
    opponents = _opponents(form.opponents, faults)
    _check_own_path(form, faults)
    treasures = _counts(form.treasures, TREASURES, "treasures", faults)
    stock = _stock(form, box, faults)
    piles = _piles(form, box, stock, faults)
    if form.turns is not None and not 0 <= form.turns <= _MOST:
        allowed = f"own turns left, 0 to {_MOST}"
        faults.append(Fault("turns", "format", str(form.turns), allowed))
    cover = _cover(form, floor, faults) if floor is not None else ""
    pieces = _pieces(form, floor, cover, faults) if floor is not None else None
    if floor is None and not faults:
        faults.append(Fault("print", "format", "nothing", "the printed treasures by row"))
    refuse(faults)
    assert floor is not None
    b, n, m, f = (mask_of(cover, sign) for sign in SIGNS)
    return Position(
        floor=floor,
        box=box,
        leaf=mask_of(cover, "#"),
        free=mask_of(cover, "o"),
        tokens=(b, n, m, f),
        squirrels=mask_of(cover, "s"),
        animal=mask_of(cover, "a"),
        path=path,
        common=common,
        treasures=(treasures[0], treasures[1], treasures[2], treasures[3]),
        stock=stock,
        piles=piles,
        opponents=opponents,
        turns=form.turns,
        main_done=form.main_done,
        pieces=pieces,
    )


def _floor(doc: Mapping[str, Any], form: Form, faults: list[Fault]) -> Floor | None:
    """The floor of the document, or None where it has a fault."""
    name = form.floor
    if name != "own":
        faults += [
            Fault(key, "format", "a list", "print and areas belong to floor = 'own'")
            for key in ("print", "areas")
            if doc.get(key) is not None
        ]
        floor = library.floor_named(name)
        if floor is None:
            known = library.floor_names()
            faults.append(
                Fault(
                    "floor",
                    "format",
                    show(name),
                    "'own' or one of " + ", ".join(known),
                    nearest(name, [*known, "own"]),
                )
            )
        return floor
    if form.print is None:
        if "print" not in doc:
            faults.append(
                Fault("print", "format", "nothing", "floor = 'own' needs its printed rows")
            )
        return None
    return build_floor("own", form.print, form.areas, "", faults)


def _box(form: Form, faults: list[Fault]) -> TileSet:
    if form.tiles is None:
        return shipped_tiles()
    try:
        return library.tile_set(form.tiles)
    except BadPosition as error:
        faults += error.faults()
        return shipped_tiles()


def tiles(texts: Sequence[str], at: str, faults: list[Fault]) -> tuple[str, ...]:
    """Check drawn leaf tiles (ruling 2, or any of 2 to 6 fields with one hole)."""
    for i, text in enumerate(texts):
        try:
            leaf_tile(text)
        except ValueError as error:
            faults.append(Fault(join(at, i), "format", show(text), str(error)))
    return tuple(texts)


def _opponents(forms: Sequence[Mapping[str, Any]], faults: list[Fault]) -> tuple[Opponent, ...]:
    out = []
    if len(forms) > 3:
        faults.append(
            Fault("opponents", "ruling 2", f"{len(forms)} opponents", "at most 3 opponents")
        )
    for i, doc in enumerate(forms):
        at = join("opponents", i)
        form, found = decode(doc, OpponentForm, at)
        faults += found
        if form is None:
            continue
        path = tiles(form.path, join(at, "path"), faults)
        _check_length(path, join(at, "path"), faults)
        for key, value in (("uncovered", form.uncovered), ("nuts", form.nuts)):
            if value is not None and value < 0:
                faults.append(Fault(join(at, key), "format", str(value), "0 or more"))
        out.append(Opponent(path, form.uncovered, form.nuts, form.berry, form.moved))
    return tuple(out)


def _check_length(path: Sequence[str], at: str, faults: list[Fault]) -> None:
    if len(path) > MOST_PATH:
        faults.append(
            Fault(at, "ruling 18", f"{len(path)} tiles", f"a path holds at most {MOST_PATH} tiles")
        )


def _check_own_path(form: Form, faults: list[Fault]) -> None:
    _check_length(form.path, "path", faults)
    if not form.path and form.common:
        allowed = "an empty path refills at once while the common path has tiles"
        faults.append(Fault("path", "ruling 18", "no tile", allowed))


def _counts(
    table: Mapping[str, int], names: Sequence[str], at: str, faults: list[Fault]
) -> tuple[int, ...]:
    """The numbers of a table by name; unknown names and negative numbers are faults."""
    for key, value in table.items():
        if key not in names:
            faults.append(
                Fault(
                    join(at, key),
                    "format",
                    "unknown name",
                    "one of " + ", ".join(names),
                    nearest(key, names),
                )
            )
        elif not 0 <= value <= _MOST:
            faults.append(Fault(join(at, key), "format", str(value), f"0 to {_MOST}"))
    return tuple(table.get(name, 0) for name in names)


def _stock(form: Form, box: TileSet, faults: list[Fault]) -> tuple[int, ...]:
    """Animals left; a kind that is not named still has all its copies."""
    names = [kind.id for kind in box.animals]
    full = dict(zip(names, box.supply(), strict=True))
    out = _counts({**full, **(form.animals or {})}, names, "animals", faults)
    for kind, count in zip(box.animals, out, strict=True):
        if count > kind.copies:
            allowed = f"at most {kind.copies} of this kind"
            faults.append(Fault(join("animals", kind.id), "ruling 4", str(count), allowed))
    return out


def _piles(
    form: Form, box: TileSet, stock: tuple[int, ...], faults: list[Fault]
) -> tuple[bool, ...]:
    carriers = [kind.id for kind in box.animals if kind.treasure is not None]
    if form.animal_treasures is None:
        return tuple(
            kind.treasure is not None and left > 0
            for kind, left in zip(box.animals, stock, strict=True)
        )
    for i, name in enumerate(form.animal_treasures):
        place = join("animal_treasures", i)
        if name not in carriers:
            allowed = "a pile that has a token: " + ", ".join(carriers)
            faults.append(Fault(place, "ruling 4", show(name), allowed, nearest(name, carriers)))
        elif name in form.animal_treasures[:i]:
            faults.append(Fault(place, "ruling 4", show(name), "each pile has one token"))
        elif stock[box.animal_index(name) or 0] == 0:
            allowed = "a token lies only on a pile that still has its animal"
            faults.append(Fault(place, "ruling 18", show(name), allowed))
    return tuple(kind.id in form.animal_treasures for kind in box.animals)


def _cover(form: Form, floor: Floor, faults: list[Fault]) -> str:
    """The cover as one text; checks ruling 18."""
    if form.cover is None:
        return "." * (floor.width * floor.height)
    rows = grid(form.cover, "cover", COVER_SIGNS, floor, faults)
    if rows is None:
        return ""
    cover = "".join(rows)
    ground = mask_of(cover, ".")
    complete = 0
    for area in floor.areas:
        if not area & ground:
            complete |= area
    for i, sign in enumerate(cover):
        printed = floor.print[i // floor.width][i % floor.width]
        bit = 1 << i
        if sign in SIGNS and sign != printed:
            allowed = f"the token must be the printed treasure, here {printed!r}"
            if printed == ".":
                allowed = "a hole carries a token only where a treasure is printed"
        elif sign in SIGNS and bit & complete:
            allowed = "a complete area has paid its tokens out: the hole is free (o)"
        elif sign in "oa" and printed != "." and not bit & complete:
            allowed = (
                f"a hole over a print carries its token ({printed}) until its area is complete"
            )
        else:
            continue
        place = f"cover[{i // floor.width}]"
        found = f"{sign!r} on {field_name(i, floor.width)}"
        faults.append(Fault(place, "ruling 18", found, allowed))
    return cover


def _pieces(form: Form, floor: Floor, cover: str, faults: list[Fault]) -> tuple[str, ...] | None:
    if form.pieces is None:
        return None
    rows = grid(form.pieces, "pieces", None, floor, faults)
    if rows is None or not cover:
        return None
    marked = ((1 << len(cover)) - 1) & ~mask_of("".join(rows), ".")
    faults += [
        Fault(
            f"pieces[{i // floor.width}]",
            "format",
            f"a letter on {field_name(i, floor.width)}",
            "an uncovered field belongs to no piece ('.')",
        )
        for i in bits(marked & mask_of(cover, "."))
    ]
    return rows
