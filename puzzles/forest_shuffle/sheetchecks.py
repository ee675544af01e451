"""What may be wrong with a flat list as a whole, told at the entries that are the cause."""

from __future__ import annotations

from ..core.errors import Fault
from . import misread
from .checks import check_cards, check_state
from .data import (
    FACE_SYMBOL,
    FACES,
    HARE,
    LEFT,
    NO_SYMBOL,
    RIGHT,
    ROE_DEER,
    SIDES,
    SPECIES,
    SPECIES_NO,
    species_id,
)
from .sheet import Laid, Sheet, position


def check(sheet: Sheet) -> None:
    """Add the faults of the whole to a sheet."""
    _check_rivals(sheet)
    _check_full(sheet)
    _check_symbols(sheet)
    _check_whole(sheet)


def matters(sheet: Sheet, species: int) -> str:
    """Why the tree of a card matters for the score, or nothing."""
    points = SPECIES[species].points
    if points.host or points.opposite or points.shares or SPECIES[species].adds_to_host:
        return "its tree matters: name it after its tree"
    lying = {trunk.species for trunk in sheet.trunks}
    lying |= {card.species for trunk in sheet.trunks for card in trunk.cards}
    lying |= {other for _, other in sheet.loose}
    for name in ("silver_fir", "beech_marten", "european_fat_dormouse"):
        if SPECIES_NO[name] in lying:
            return f"its tree matters for {SPECIES[SPECIES_NO[name]].name}: name it after its tree"
    return ""


def _check_rivals(sheet: Sheet) -> None:
    """A count that a majority asks for has to be told (ruling 22)."""
    woodpecker = SPECIES_NO["great_spotted_woodpecker"]
    pecked = any(card.species == woodpecker for trunk in sheet.trunks for card in trunk.cards)
    linden = any(trunk.species == SPECIES_NO["linden"] for trunk in sheet.trunks)
    for entry in sheet.rivals:
        if entry.trees is None and pecked:
            allowed = "trees and Lindens, vs 9/3: a Woodpecker asks for the trees of every forest"
            sheet.fault(entry, "forest_shuffle 22", allowed)
        elif entry.lindens is None and linden:
            allowed = f"Lindens as well, such as vs {entry.trees}/3: your Lindens ask for them"
            sheet.fault(entry, "forest_shuffle 22", allowed)


def _check_full(sheet: Sheet) -> None:
    """Hares without a side, where two or one slots full of them make a tree full or not."""
    marten = SPECIES_NO["beech_marten"]
    if not any(card.species == marten for trunk in sheet.trunks for card in trunk.cards):
        return
    for trunk in sheet.trunks:
        open_sides = [side for side in range(4) if not trunk.slot(side)]
        hares = [card for card in trunk.cards if card.species == HARE]
        loose = [card for card in hares if not card.told]
        if len(open_sides) == 1 and open_sides[0] in (LEFT, RIGHT) and loose and len(hares) > 1:
            allowed = "left or right: with Hares on both sides the tree is full for a Beech Marten"
            sheet.fault(loose[-1].entry, "forest_shuffle 15", allowed)


def _check_symbols(sheet: Sheet) -> None:
    """Symbols left out that a Roe Deer counts (ruling 20), and Roe Deer without their own."""
    laid = [card for trunk in sheet.trunks for card in trunk.cards]
    deer = [card for card in laid if card.species == ROE_DEER]
    asked = {FACE_SYMBOL[card.face] for card in deer} - {NO_SYMBOL}
    told: set[str] = set()
    for card in laid:
        options, shown = _options(card)
        if card.entry.place in told or len(shown) == 1:
            continue
        listed = ", ".join(FACES[face].name for face in options)
        if card.species == ROE_DEER:
            others = [other for other in laid if len(_options(other)[1]) > 1]
            unclear = {o.entry.name for o in others if _options(o)[1] & shown and o is not card}
            more = f"; these may show it too: {', '.join(sorted(unclear))}"
            allowed = f"a Roe Deer needs the tree symbol that it counts: {listed}"
            allowed += more if unclear else ""
        elif shown & asked:
            trees = " and ".join(species_id(symbol) for symbol in sorted(shown & asked))
            allowed = f"its tree symbol too, since a Roe Deer counts {trees}: {listed}"
        else:
            continue
        told.add(card.entry.place)
        sheet.fault(card.entry, "forest_shuffle 20", allowed)


def _options(card: Laid) -> tuple[list[int], set[int]]:
    """The faces that a card may show, and their symbols."""
    options = misread.options(card.entry, card.species, card.told, card.side)
    return options, {FACE_SYMBOL[face] for face in options}


def _check_whole(sheet: Sheet) -> None:
    """Cards that cannot all be different cards of the game, told at their entries."""
    short = {fault.place for fault in sheet.faults if fault.rule == "forest_shuffle 26"}
    if short:
        return
    known = [trunk for trunk in sheet.trunks if trunk.species is not None]
    p = position(Sheet(known, cave=sheet.cave, rivals=sheet.rivals))
    places = {f"forest[{n}].tree": trunk.entry for n, trunk in enumerate(known)}
    for n, trunk in enumerate(known):
        for card in trunk.cards:
            name = f"forest[{n}].{SIDES[card.side]}"
            places[f"{name} {FACES[card.face].name!r}"] = card.entry
    for fault in (*check_state(p, None), *check_cards(p)):
        entry = places.get(fault.place) or places.get(f"{fault.place} {fault.found}")
        place = entry.place if entry else ""
        found = repr(entry.text) if entry else fault.found
        sheet.faults.append(Fault(place, fault.rule, found, fault.allowed, fault.nearest))
