"""A flat list for scoring alone: what lies in a forest, typed off the table.

    3 oak, linden: top bullfinch, left hare x3     trees, then what lies at the last of them
    sapling, r wolf, ferns                         sides may be cut short; top and bottom cards
                                                   need none, side cards take the first free side
    cave 5                                         cards under the cave
    vs 9/3   or   vs 9 trees 3 lindens             another forest (bees counted), once for each
    rest: goshawk, moss                            cards whose tree cannot matter

``@SYMBOL`` is wanted only where a Roe Deer asks for it. Names may be cut short, in English or
German. The grammar of the entries is :mod:`flatlist`'s; this module knows what they mean and
finds everything that is wrong with them in one pass, each fault at its own entry: an entry that
cannot be read spoils no other.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.errors import BadPosition, Fault
from . import misread, sheetchecks
from .data import (
    DECK_CARDS,
    FACE_SYMBOL,
    FACES,
    SAPLING,
    SIDES,
    SPECIES,
    UNKNOWN_FACE,
    cards_showing,
    faces_on,
    species_id,
)
from .flatlist import Entry, entries
from .forest import has_room
from .names import PLAIN_TREES, BadName, find_species, find_symbol, on_side
from .position import Position
from .reading import read
from .sheet import Laid, Sheet, Trunk, position
from .writing import write

RIVALS = 4


def read_shorthand(text: str) -> Position:
    """The final position that the entries describe; raises BadPosition with all faults."""
    listed = list(entries(text))
    sheet = sheet_of(listed)
    if not sheet.trunks and not sheet.faults:
        sheet.faults.append(Fault("", "format", "no tree", "trees such as 3 oak, linden"))
    if sheet.faults and (strange := misread.no_list(listed)):
        sheet.faults = [strange]
    if sheet.faults:
        raise BadPosition(sorted(sheet.faults, key=lambda fault: _order(fault, listed)))
    return read(write(position(sheet)))


def sheet_of(listed: Iterable[Entry]) -> Sheet:
    """What entries mean, faults and all."""
    sheet = Sheet()
    for entry in listed:
        if entry.kind == "rest":
            sheet.resting = True
        elif entry.kind == "cave":
            _cave(sheet, entry)
        elif entry.kind == "rival":
            _rival(sheet, entry)
        else:
            _card(sheet, entry)
    _place_loose(sheet)
    sheetchecks.check(sheet)
    return sheet


def _order(fault: Fault, listed: list[Entry]) -> int:
    return next((n for n, entry in enumerate(listed) if entry.place == fault.place), len(listed))


def _cave(sheet: Sheet, entry: Entry) -> None:
    if entry.trouble:
        sheet.fault(entry, "format", entry.trouble)
    elif sheet.cave:
        sheet.fault(entry, "format", f"the cave once; {sheet.cave.text!r} is above")
    else:
        sheet.cave = entry


def _rival(sheet: Sheet, entry: Entry) -> None:
    if entry.trouble:
        sheet.fault(entry, "format", entry.trouble)
    elif len(sheet.rivals) == RIVALS:
        sheet.fault(entry, "forest_shuffle 1", "at most 4 other forests")
    else:
        sheet.rivals.append(entry)


def _card(sheet: Sheet, entry: Entry) -> None:
    """A tree begins the next tree; a card is laid at the last one."""
    if entry.trouble:
        sheet.fault(entry, "format", entry.trouble)
    if not entry.name:
        return
    try:
        species, sides = meant(entry)
    except BadName as error:
        allowed, near = misread.explain(entry, error)
        if not entry.trouble:
            sheet.fault(entry, "format", allowed, near)
        if misread.may_be_tree(entry, error):
            sheet.trunks.append(Trunk(entry, None))
            sheet.resting = False
        return
    if sides and entry.labelled:
        sheet.fault(entry, "format", "the name of the tree first, after a label such as tree 1:")
        sheet.trunks.append(Trunk(entry, None))
    count = _counted(sheet, entry, species)
    if entry.tree is not None and not sides:
        sheet.fault(entry, "format", "on N is for cards: a tree takes the next number by itself")
    elif entry.tree is not None and sheet.trunks and not 0 < entry.tree <= len(sheet.trunks):
        sheet.fault(entry, "format", f"a tree so far: 1 to {len(sheet.trunks)}")
        return
    if not sides:
        sheet.trunks.extend(Trunk(entry, species) for _ in range(count))
        sheet.resting = False
    elif entry.tree is not None and sheet.trunks:
        _lay(sheet, [sheet.trunks[entry.tree - 1]], entry, species, sides, count)
    elif sheet.resting:
        sheet.loose.extend((entry, species) for _ in range(count))
    else:
        if not sheet.trunks:
            allowed = "a tree first, or rest: before cards whose tree cannot matter"
            sheet.fault(entry, "format", allowed)
            sheet.trunks.append(Trunk(entry, None))
        _lay(sheet, sheet.trunks[-1:], entry, species, sides, count)


def meant(entry: Entry) -> tuple[int, list[int]]:
    """The species of an entry and the sides it can lie on; none for a tree. Raises BadName."""
    name, at, symbol = entry.name.partition("@")
    try:
        species = find_species(name) if entry.side is None else on_side(name, entry.side)
    except BadName as error:
        trees = [n for n in error.options if n in PLAIN_TREES]
        if not entry.headed or len(trees) != 1:
            raise
        species = trees[0]  # before a colon, with cards behind it, stands a tree
    misread.doubted(
        name, species, range(SAPLING + 1) if entry.side is None else faces_on(entry.side)
    )
    sides = [n for n in range(4) if species in faces_on(n) and entry.side in (None, n)]
    if at and not sides:
        raise BadName(name, "a tree has no symbol but its own: leave @ out")
    if at:
        shown = {FACE_SYMBOL[face]: n for n in sides for face in faces_on(n)[species]}
        wanted = find_symbol(entry.name, symbol, shown)
        sides = [n for n in sides if wanted in _symbols(species, n)]
        if not sides:
            raise BadName(entry.name, misread.shown(species, entry.side))
    return species, sides


def _symbols(species: int, side: int) -> set[int]:
    return {FACE_SYMBOL[face] for face in faces_on(side)[species]}


def face_of(entry: Entry, species: int, side: int) -> int:
    """The face that an entry names on a side, its symbol as far as the entry tells it."""
    _, at, symbol = entry.name.partition("@")
    faces = faces_on(side)[species]
    if at:
        wanted = find_symbol(entry.name, symbol, _symbols(species, side))
        return next(face for face in faces if FACE_SYMBOL[face] == wanted)
    return faces[0] if len(faces) == 1 else UNKNOWN_FACE[species]


def _counted(sheet: Sheet, entry: Entry, species: int) -> int:
    """How many cards of an entry there can be; more than the game holds are a fault."""
    copies, before = copies_of(species), sheet.lying[species]
    sheet.lying[species] += entry.count
    if sheet.lying[species] <= copies:
        return entry.count
    if before <= copies:
        so_far = f", this makes {before + entry.count}" if before else ""
        sheet.fault(entry, "forest_shuffle 26", f"{in_game(species)}{so_far}")
    return max(0, copies - before)


def copies_of(species: int) -> int:
    """How many cards of a species there are; any card may lie face down as a sapling."""
    return DECK_CARDS if species == SAPLING else SPECIES[species].copies


def in_game(species: int) -> str:
    """The number of cards of a species in words."""
    if species == SAPLING:
        return f"the game has {DECK_CARDS} cards to lie face down"
    return f"the game has {copies_of(species)} of {SPECIES[species].name}"


def _lay(
    sheet: Sheet, trunks: list[Trunk], entry: Entry, species: int, sides: list[int], count: int
) -> None:
    """Lay cards at the first of some trees that has room on one of the sides."""
    for _ in range(count):
        spots = [
            (trunk, side)
            for trunk in trunks
            for side in sides
            if trunk.species is None or has_room(trunk.slot(side), species)
        ]
        if not spots:
            if all(fault.place != entry.place for fault in sheet.faults):  # too many, once told
                sheet.fault(entry, "forest_shuffle 14", _no_room(trunks, species, sides))
            return
        spots.sort(key=lambda spot: not spot[0].slot(spot[1]))  # to its like first
        trunk, side = next((s for s in spots if _is_left(sheet, s[1], species)), spots[0])
        face = face_of(entry, species, side)
        told = entry.side is not None or len(sides) == 1
        trunk.cards.append(Laid(entry, species, face, side, told))


def _is_left(sheet: Sheet, side: int, species: int) -> bool:
    """Whether the game has one more card that shows a species on a side."""
    lying = sum(c.species == species and c.side == side for t in sheet.trunks for c in t.cards)
    return lying < len(cards_showing(side, UNKNOWN_FACE[species]))


def _no_room(trunks: list[Trunk], species: int, sides: list[int]) -> str:
    if len(trunks) != 1:
        return "no tree has a free slot for it"
    (trunk,) = trunks
    taken = " and ".join(
        f"{SIDES[side]} {', '.join(sorted({FACES[f].name for f in trunk.slot(side)}))}"
        for side in sides
    )
    tree = "sapling" if trunk.species is None else species_id(trunk.species)
    most = SPECIES[species].share_slot
    rule = {1: "one card a slot", 2: "two of them share a slot"}.get(most, "only alike they share")
    return (
        f"no free slot at this tree ({tree}), which holds {taken}: {rule}; "
        "a new tree begins with its name"
    )


def _place_loose(sheet: Sheet) -> None:
    """Cards under ``rest`` go where there is room, provided that it cannot matter."""
    told: set[str] = set()
    for entry, species in sheet.loose:
        if entry.place in told:
            continue
        before = len(sheet.faults)
        why = sheetchecks.matters(sheet, species)
        if why:
            sheet.fault(entry, "format", why)
        elif sheet.trunks:
            sides = meant(entry)[1]
            _lay(sheet, sheet.trunks, entry, species, sides, 1)
        else:
            sheet.fault(entry, "format", "trees first: cards under rest need slots, too")
        if len(sheet.faults) > before:
            told.add(entry.place)
