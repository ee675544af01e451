"""A flat shorthand for scoring alone: what lies in a forest, typed off the table.

Items stand apart by commas, semicolons, colons or line ends; ``#`` starts a comment.

    3 oak, linden: top bullfinch, left hare x3     trees, then what lies at the last of them
    sapling, r wolf, ferns                         sides may be cut short; top and bottom cards
                                                   need none, side cards take the first free side
    cave 5                                         cards under the cave
    vs 9/3   or   vs 9 trees 3 lindens             another forest (bees counted), once for each
    rest: goshawk, moss                            cards whose tree cannot matter

A number before or ``xN`` after a name repeats it. ``@SYMBOL`` is wanted only where a Roe Deer
asks for it. Names may be cut short, in English or German.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..core.errors import BadPosition, Fault
from ..core.game import Document
from .data import (
    FACE_SPECIES,
    FACES,
    SAPLING,
    SIDES,
    SPECIES,
    SPECIES_NO,
    UNKNOWN_FACE,
    cards_showing,
    faces_on,
    species_id,
)
from .forest import has_room
from .names import BadName, find_face, find_species
from .position import Position
from .reading import read
from .writing import GAME_ID

_SIDE_WORDS = {
    **{word: side for side, name in enumerate(SIDES) for word in (name, name[0])},
    "oben": 0,
    "links": 1,
    "rechts": 2,
    "unten": 3,
}
_REST = ("rest", "other", "others")


@dataclass
class _Sheet:
    """Trees so far, as species and faces by side, and where each was typed."""

    trees: list[tuple[int, list[list[int]]]] = field(default_factory=list)
    loose: list[tuple[str, int, str]] = field(default_factory=list)
    cave: int = 0
    rivals: list[tuple[int | None, int | None]] = field(default_factory=list)
    resting: bool = False
    faults: list[Fault] = field(default_factory=list)


def read_shorthand(text: str) -> Position:
    """The final position that the items describe; raises BadPosition with all faults."""
    sheet = _Sheet()
    for number, line in enumerate(text.splitlines(), 1):
        for raw in re.split("[,;:]", line.split("#")[0]):
            if raw.strip():
                try:
                    _item(sheet, raw.strip(), f"line {number}")
                except BadName as error:
                    sheet.faults.append(
                        Fault(
                            f"line {number}", "format", repr(raw.strip()), error.allowed, error.near
                        )
                    )
    if not sheet.trees and not sheet.faults:
        sheet.faults.append(Fault("", "format", "no tree", "trees such as 3 oak, linden"))
    if not sheet.faults:
        _place_loose(sheet)
        _check_rivals(sheet)
    if sheet.faults:
        raise BadPosition(sheet.faults)
    try:
        return read(_document(sheet))
    except BadPosition as error:
        raise BadPosition(_translated(sheet, fault) for fault in error.faults()) from None


def _item(sheet: _Sheet, text: str, place: str) -> None:
    word, _, rest = text.partition(" ")
    low = word.lower()
    if low in _REST and not rest.strip():
        sheet.resting = True
        return
    if low in ("cave", "hoehle", "höhle"):
        if not re.fullmatch(r"\d{1,3}", rest.strip()):
            raise BadName(text, "cave N")
        sheet.cave = int(rest)
        return
    if low in ("vs", "against", "gegen"):
        sheet.rivals.append(_rival(rest))
        return
    count, name = _count(text)
    side = None
    word, _, rest = name.partition(" ")
    if word.lower() in _SIDE_WORDS and rest.strip():
        side = _SIDE_WORDS[word.lower()]
        more, name = _count(rest.strip())
        count *= more
    for _ in range(count):
        _add(sheet, name, side, place)


def _count(text: str) -> tuple[int, str]:
    """``3 oak``, ``oak x3``, ``3x oak``."""
    match = re.fullmatch(r"(?:(\d{1,2})\s*x?\s+)?(.+?)(?:\s*[x*]\s*(\d{1,2})|\s+(\d{1,2}))?", text)
    if not match:
        raise BadName(text, "a name, with a number before or xN after it")
    count = 1
    for part in (match[1], match[3], match[4]):
        count *= int(part) if part else 1
    return count, match[2]


def _rival(text: str) -> tuple[int | None, int | None]:
    text = text.strip().lower()
    if match := re.fullmatch(r"(\d{1,3})\s*/\s*(\d{1,2})", text):
        return int(match[1]), int(match[2])
    trees = re.search(r"(\d{1,3})\s*(?:trees?|baeume|bäume|$)", text)
    lindens = re.search(r"(\d{1,2})\s*(?:lindens?|linden)", text)
    if not trees and not lindens:
        raise BadName("vs " + text, "vs TREES/LINDENS such as vs 9/3")
    return (int(trees[1]) if trees else None), (int(lindens[1]) if lindens else None)


def _add(sheet: _Sheet, name: str, side: int | None, place: str) -> None:
    plain = name.split("@")[0]
    if side is None:
        species = find_species(plain)
        if species == SAPLING or SPECIES[species].kind == "tree":
            sheet.trees.append((species, [[], [], [], []]))
            sheet.resting = False
            return
        options = [n for n in range(4) if species in faces_on(n)]
    else:
        species = find_species(plain, faces_on(side))
        options = [side]
    if sheet.resting:
        sheet.loose.append((name, species, place))
        return
    if not sheet.trees:
        raise BadName(name, "a tree first, or rest: for cards whose tree cannot matter")
    if not _put(sheet, sheet.trees[-1:], options, name, species):
        raise BadName(name, f"no free slot for it at tree {len(sheet.trees)}")


def _put(
    sheet: _Sheet,
    trees: list[tuple[int, list[list[int]]]],
    sides: list[int],
    name: str,
    species: int,
) -> bool:
    """Lay a card at the first of some trees that has room on one of the sides.

    Where the side is open, one of which the game still has a card comes first.
    """
    spots = [
        (slots, side)
        for _, slots in trees
        for side in sides
        if has_room(tuple(slots[side]), species)
    ]
    for last_resort in (False, True):
        for slots, side in spots:
            lying = sum(
                FACE_SPECIES[face] == species for _, other in sheet.trees for face in other[side]
            )
            if last_resort or lying < len(cards_showing(side, UNKNOWN_FACE[species])):
                slots[side].append(find_face(_named(name, species), side))
                return True
    return False


def _named(name: str, species: int) -> str:
    _, at, symbol = name.partition("@")
    return species_id(species) + at + symbol


def _place_loose(sheet: _Sheet) -> None:
    """Cards under ``rest`` go where there is room, provided that it cannot matter."""
    for name, species, place in sheet.loose:
        why = _matters(sheet, species)
        if why:
            sheet.faults.append(Fault(place, "format", repr(name), why))
            continue
        sides = [side for side in range(4) if species in faces_on(side)]
        try:
            if not _put(sheet, sheet.trees, sides, name, species):
                raise BadName(name, "no free slot in the forest")
        except BadName as error:
            sheet.faults.append(Fault(place, "format", repr(name), error.allowed, error.near))


def _matters(sheet: _Sheet, species: int) -> str:
    """Why the tree of a card matters for the score, or nothing."""
    points = SPECIES[species].points
    if points.host or points.opposite or points.shares or SPECIES[species].adds_to_host:
        return "its tree matters: name it after its tree"
    lying = {tree for tree, _ in sheet.trees}
    lying |= {FACES[face].species for _, slots in sheet.trees for slot in slots for face in slot}
    lying |= {other for _, other, _ in sheet.loose}
    for name in ("silver_fir", "beech_marten", "european_fat_dormouse"):
        if SPECIES_NO[name] in lying:
            return f"its tree matters for {SPECIES[SPECIES_NO[name]].name}: name it after its tree"
    return ""


def _check_rivals(sheet: _Sheet) -> None:
    """A count that a majority asks for has to be told."""
    lying = {FACES[face].species for _, slots in sheet.trees for slot in slots for face in slot}
    for trees, lindens in sheet.rivals:
        if trees is None and SPECIES_NO["great_spotted_woodpecker"] in lying:
            allowed = "the trees of every other forest: a Woodpecker asks for them"
            sheet.faults.append(Fault("vs", "forest_shuffle 22", "no trees", allowed))
        if lindens is None and any(tree == SPECIES_NO["linden"] for tree, _ in sheet.trees):
            allowed = "the Lindens of every other forest, such as vs 9/3"
            sheet.faults.append(Fault("vs", "forest_shuffle 22", "no Lindens", allowed))


def _document(sheet: _Sheet) -> Document:
    forest = [
        {
            "tree": species_id(tree),
            **{SIDES[n]: [FACES[face].name for face in slot] for n, slot in enumerate(slots)},
        }
        for tree, slots in sheet.trees
    ]
    opponents = [
        {"trees": max(trees or 0, lindens or 0), "lindens": lindens or 0}
        for trees, lindens in sheet.rivals
    ]
    return {
        "format": 1,
        "game": GAME_ID,
        "turn": "over",
        "cave": sheet.cave,
        "forest": forest,
        "opponents": opponents,
    }


def _translated(sheet: _Sheet, fault: Fault) -> Fault:
    """A fault of the document in the words of the list: ``tree 3 (oak) left``."""
    match = re.match(r"forest\[(\d+)\]\.?(\w*)", fault.place)
    if not match:
        return fault
    number = int(match[1])
    place = f"tree {number + 1} ({species_id(sheet.trees[number][0])}) {match[2]}".strip()
    return Fault(place, fault.rule, fault.found, fault.allowed, fault.nearest)
