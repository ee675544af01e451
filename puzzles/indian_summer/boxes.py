"""From documents to floors and tile sets, with all their faults (rulings 1 to 4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.decode import check_head, decode, join, refuse, show
from ..core.errors import BadPosition, Fault
from ..core.names import nearest
from .components import (
    COLOURS,
    SIGNS,
    TREASURES,
    AnimalKind,
    Floor,
    TileKind,
    TileSet,
    default_areas,
    shipped_tiles,
)
from .geometry import MOST_SIDE, animal_tile, leaf_tile

GAME = "indian-summer"
_COPIES = 99  # of one tile or animal


class FloorForm(msgspec.Struct, kw_only=True):
    """The keys of one floor."""

    print: list[str]
    name: str | None = None
    id: str | None = None
    areas: list[str] | None = None
    treasures: dict[str, int] | None = None  # a count by kind, checked against the print


def read_floors(doc: Mapping[str, Any], name: str | None = None) -> tuple[Floor, ...]:
    """The floors of a document: ``floors = [...]`` or one floor's ``name``, ``print``, ``areas``.

    ``name`` names a single floor. Raises BadPosition with all faults.
    """
    faults = [*check_head(doc), *_other_game(doc)]
    many = "floors" in doc
    listed = doc.get("floors") if many else [_without_head(doc)]
    if not isinstance(listed, list) or not all(isinstance(x, dict) for x in listed) or not listed:
        raise BadPosition([*faults, Fault("floors", "format", show(listed), "a list of floors")])
    if name is not None and len(listed) > 1:
        faults.append(Fault("floors", "format", f"{len(listed)} floors", "one floor for one name"))
    out = []
    for i, item in enumerate(listed):
        at = join("floors", i) if many else ""
        form, found = decode(item, FloorForm, at)
        faults += found
        if form is None:
            continue
        called = (form.name or form.id) if name is None else name
        if called is None:
            faults.append(Fault(join(at, "name"), "format", "nothing", "a floor needs a name"))
        floor = build_floor(called or "?", form.print, form.areas, at, faults)
        if floor is not None:
            out.append(floor)
            _check_treasures(form, floor, at, faults)
    names = [floor.name for floor in out]
    faults += [
        Fault("floors", "format", repr(n), "every floor needs a name of its own")
        for n in sorted({n for n in names if names.count(n) > 1})
    ]
    refuse(faults)
    return tuple(out)


def _check_treasures(form: FloorForm, floor: Floor, at: str, faults: list[Fault]) -> None:
    for key, count in (form.treasures or {}).items():
        place = join(join(at, "treasures"), key)
        if key not in TREASURES:
            allowed = "one of " + ", ".join(TREASURES)
            faults.append(Fault(place, "format", "unknown name", allowed, nearest(key, TREASURES)))
        elif floor.printed[TREASURES.index(key)].bit_count() != count:
            there = floor.printed[TREASURES.index(key)].bit_count()
            faults.append(Fault(place, "format", str(count), f"the print shows {there}"))


def _other_game(doc: Mapping[str, Any]) -> tuple[Fault, ...]:
    """The fault of a box that says it belongs to another game."""
    game = doc.get("game", GAME)
    wrong = isinstance(game, str) and game != GAME
    near = GAME if wrong and nearest(game, [GAME]) else None
    return (Fault("game", "format", show(game), f'game = "{GAME}"', near),) if wrong else ()


def _without_head(doc: Mapping[str, Any]) -> dict[str, Any]:
    drop = ("format", "game", "note", "reconstruction", "seed")
    return {key: value for key, value in doc.items() if key not in drop}


def build_floor(
    name: str, printed: Sequence[str], areas: Sequence[str] | None, at: str, faults: list[Fault]
) -> Floor | None:
    """A checked floor (ruling 1), or None with its faults added."""
    before = len(faults)
    place = join(at, "print")
    height = len(printed)
    width = len(printed[0]) if printed else 0
    if not (1 <= height <= MOST_SIDE and 1 <= width <= MOST_SIDE):
        found = f"{width} columns, {height} rows"
        faults.append(Fault(place, "ruling 1", found, f"1 to {MOST_SIDE} columns and rows"))
        return None
    _rows(printed, place, "." + SIGNS, width, height, faults)
    place = join(at, "areas")
    standard = default_areas(width, height)
    if areas is None:
        if standard is None:
            allowed = (
                "areas are required unless the width is a multiple of 4 and the height of 3 "
                "(at most 26 blocks)"
            )
            faults.append(Fault(place, "ruling 1", "nothing", allowed))
        areas = standard or ()
    else:
        _rows(areas, place, None, width, height, faults)
        for r, row in enumerate(areas):
            if "." in row or " " in row:
                allowed = "every field belongs to an area, named by a letter"
                faults.append(Fault(join(place, r), "ruling 1", show(row), allowed))
    if len(faults) > before:
        return None
    letters = tuple(areas)
    if standard is not None and _partition(letters) == _partition(standard):
        letters = standard  # the names of areas are of no consequence
    return Floor(name, tuple(printed), letters)


def _partition(rows: Sequence[str]) -> tuple[int, ...]:
    first: dict[str, int] = {}
    return tuple(first.setdefault(x, len(first)) for x in "".join(rows))


def grid(
    rows: Sequence[str], at: str, signs: str | None, floor: Floor, faults: list[Fault]
) -> tuple[str, ...] | None:
    """Rows of the size of a floor, made of ``signs`` (None: any); None with its faults added."""
    before = len(faults)
    _rows(rows, at, signs, floor.width, floor.height, faults)
    return tuple(rows) if len(faults) == before else None


def _rows(
    rows: Sequence[str], at: str, signs: str | None, width: int, height: int, faults: list[Fault]
) -> None:
    if len(rows) != height:
        faults.append(Fault(at, "format", f"{len(rows)} rows", f"{height} rows"))
    for r, row in enumerate(rows):
        if len(row) != width:
            faults.append(
                Fault(join(at, r), "format", f"{row!r} ({len(row)} fields)", f"{width} fields")
            )
        strange = "".join(sorted(set(row) - set(signs))) if signs is not None else ""
        if strange:
            allowed = "only " + " ".join(signs or "")
            faults.append(Fault(join(at, r), "format", f"{strange!r} in {row!r}", allowed))


class TilesForm(msgspec.Struct, kw_only=True):
    """The keys of a tile set."""

    format: int
    game: str
    tiles: list[dict[str, Any]]
    animals: list[dict[str, Any]] | None = None
    name: str | None = None
    note: str = ""
    animals_note: str = ""
    reconstruction: bool = False


class TileForm(msgspec.Struct, kw_only=True):
    """The keys of one kind of leaf tile."""

    shape: str
    id: str | None = None
    colour: str | None = None
    copies: int = 1


class AnimalForm(msgspec.Struct, kw_only=True):
    """The keys of one kind of animal."""

    id: str
    shape: str
    copies: int = 1
    treasure: str | None = None


def read_tiles(doc: Mapping[str, Any], name: str | None = None) -> TileSet:
    """The tile set of a document, with the shipped animals unless it lists its own.

    A tile's ``colour`` follows from its size and ``copies`` is 1 where left out. Raises
    BadPosition with all faults.
    """
    form, found = decode(doc, TilesForm)
    faults = list(found)
    if not any(fault.place == "format" for fault in found):
        faults += check_head(doc)
    faults += _other_game(doc)
    if form is None:
        raise BadPosition(faults)
    if not form.tiles:
        faults.append(Fault("tiles", "format", "no tile", "at least one leaf tile"))
    kinds = [_tile(item, join("tiles", i), i, faults) for i, item in enumerate(form.tiles)]
    animals = [
        _animal(item, join("animals", i), faults) for i, item in enumerate(form.animals or [])
    ]
    ids = [x.id for x in (*kinds, *animals) if x is not None]
    faults += [
        Fault("tiles", "format", repr(n), "every kind needs an id of its own")
        for n in sorted({n for n in ids if ids.count(n) > 1})
    ]
    refuse(faults)
    own = tuple(x for x in animals if x is not None)
    return TileSet(
        form.name if name is None else name,
        tuple(x for x in kinds if x is not None),
        own if form.animals is not None else shipped_tiles().animals,
    )


def _check_copies(copies: int, at: str, faults: list[Fault]) -> None:
    if not 1 <= copies <= _COPIES:
        faults.append(Fault(join(at, "copies"), "format", str(copies), f"1 to {_COPIES}"))


def _tile(item: Mapping[str, Any], at: str, i: int, faults: list[Fault]) -> TileKind | None:
    form, found = decode(item, TileForm, at)
    faults += found
    if form is None:
        return None
    _check_copies(form.copies, at, faults)
    colours = sorted(set(COLOURS.values()))
    if form.colour is not None and form.colour not in colours:
        faults.append(
            Fault(
                join(at, "colour"),
                "ruling 2",
                show(form.colour),
                "one of " + ", ".join(colours),
                nearest(form.colour, colours),
            )
        )
    try:
        size = len(leaf_tile(form.shape).cells)
    except ValueError as error:
        faults.append(Fault(join(at, "shape"), "format", show(form.shape), str(error)))
        return None
    return TileKind(
        form.id or f"tile-{i + 1}", form.shape, form.colour or COLOURS[size], form.copies
    )


def _animal(item: Mapping[str, Any], at: str, faults: list[Fault]) -> AnimalKind | None:
    form, found = decode(item, AnimalForm, at)
    faults += found
    if form is None:
        return None
    _check_copies(form.copies, at, faults)
    if not re.fullmatch(r"[A-Za-z0-9_-]+", form.id):
        faults.append(Fault(join(at, "id"), "format", show(form.id), "letters and digits"))
    treasure = None
    if form.treasure is not None:
        if form.treasure in TREASURES:
            treasure = TREASURES.index(form.treasure)
        else:
            allowed = "one of " + ", ".join(TREASURES)
            faults.append(Fault(join(at, "treasure"), "format", show(form.treasure), allowed))
    try:
        animal_tile(form.shape)
    except ValueError as error:
        faults.append(Fault(join(at, "shape"), "format", show(form.shape), str(error)))
        return None
    return AnimalKind(form.id, form.shape, form.copies, treasure)
