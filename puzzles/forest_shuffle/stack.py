"""The key ``pending``: an unfinished play as lines of text, what comes next first.

``take``, ``draw N``, ``flip N``; ``pay N for CARD [after CARD]``; ``mushroom N``;
``effect SPECIES``, ``bonus SPECIES``; ``free SYMBOL``, ``gnat SYMBOL``; ``cave [N after CARD]``;
``mole [CARD; CARD ...]``. Then what the turn has to remember: ``opened N SIDE`` (slots whose
first card came this turn) and ``gained N`` (extra turns). A CARD that was played is written
``SPECIES[@SYMBOL] [mushroom N] [bonus]``: its mushroom draws, and whether its bonus is earned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .data import (
    FACE_NO,
    FACE_SYMBOL,
    NO_SYMBOL,
    SAPLING,
    SIDES,
    SPECIES,
    SPECIES_NO,
    card_name,
    species_id,
)
from .forest import Place
from .names import BadName, find_card
from .position import Entry, Pending, Position, What

ALLOWED = (
    "lines as the program writes them, such as 'mushroom 2', 'effect birch', 'free pawed', "
    "'opened 3 top'"
)
_SYMBOLS = sorted({symbol for s in SPECIES for symbol in s.symbols})


@dataclass
class Stack:
    """What the key holds: the open items, the slots opened and the extra turns gained."""

    pending: list[Pending] = field(default_factory=list)
    opened: set[Place] = field(default_factory=set)
    gained: int = 0


def write(p: Position) -> list[str]:
    """The lines of a position's unfinished play; empty between plays."""
    out = [_item(item) for item in p.pending]
    out += [f"opened {tree + 1} {SIDES[side]}" for tree, side in sorted(p.opened)]
    if p.gained:
        out.append(f"gained {p.gained}")
    return out


def _item(item: Pending) -> str:
    word = str(item.what)
    after = f" after {card_name(item.after)}" if item.after >= 0 else ""
    if item.what is What.TAKE:
        return word
    if item.what is What.PAY:
        return f"{word} {item.count} for {_entry(item.entry or Entry(SAPLING))}{after}"
    if item.what in (What.EFFECT, What.BONUS):
        return f"{word} {species_id(item.species)}"
    if item.what in (What.FREE, What.GNAT):
        return f"{word} {item.symbol}"
    if item.what is What.CAVE:
        return f"{word} {item.count}{after}" if item.count else word
    if item.what is What.MOLE:
        return " ".join([word, "; ".join(_entry(entry) for entry in item.entries)]).strip()
    return f"{word} {item.count}"


def _entry(entry: Entry) -> str:
    text = species_id(entry.species)
    if entry.species != SAPLING and SPECIES[entry.species].kind != "tree":
        text += f"@{species_id(entry.symbol)}" if entry.symbol != NO_SYMBOL else ""
    if entry.mushrooms:
        text += f" mushroom {entry.mushrooms}"
    return text + (" bonus" if entry.earned else "")


def read_line(text: str, into: Stack) -> None:
    """Add one line to a stack; raises ValueError if it is none."""
    word, _, rest = text.strip().partition(" ")
    if word == "opened":
        tree, _, side = rest.partition(" ")
        into.opened.add((_number(tree) - 1, SIDES.index(side)))
    elif word == "gained":
        into.gained = _number(rest)
    else:
        into.pending.append(_read_item(What(word), rest))


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", text):
        raise ValueError(text)
    return int(text)


def _read_item(what: What, rest: str) -> Pending:
    if what is What.TAKE:
        if rest:
            raise ValueError(rest)
        return Pending(what, 1)
    if what is What.PAY:
        match = re.fullmatch(r"(\d+) for (.*?)(?: after (\S+))?", rest)
        if not match:
            raise ValueError(rest)
        after = _card(match[3]) if match[3] else -1
        entry = _read_entry(match[2])
        if entry.species == SAPLING or not 1 <= _number(match[1]) <= SPECIES[entry.species].cost:
            raise ValueError(rest)
        return Pending(what, _number(match[1]), after=after, entry=entry)
    if what in (What.EFFECT, What.BONUS):
        species = SPECIES[SPECIES_NO[rest]] if rest in SPECIES_NO else None
        if species is None or not (species.effect if what is What.EFFECT else species.bonus):
            raise ValueError(rest)
        return Pending(what, species=SPECIES_NO[rest])
    if what in (What.FREE, What.GNAT):
        if rest not in _SYMBOLS:
            raise ValueError(rest)
        return Pending(what, symbol=rest)
    if what is What.CAVE:
        match = re.fullmatch(r"(\d+)(?: after (\S+))?", rest)
        if rest and not match:
            raise ValueError(rest)
        after = _card(match[2]) if match and match[2] else -1
        return Pending(what, _number(match[1]) if match else 0, after=after)
    if what is What.MOLE:
        entries = [_read_entry(part) for part in rest.split(";")] if rest else []
        return Pending(what, entries=tuple(entries))
    return Pending(what, _number(rest))


def _card(name: str) -> int:
    try:
        return find_card(name)
    except BadName as error:
        raise ValueError(name) from error


def _read_entry(text: str) -> Entry:
    match = re.fullmatch(r"([a-z_@]+)(?: mushroom (\d+))?( bonus)?", text.strip())
    if not match:
        raise ValueError(text)
    name, draws, earned = match[1], int(match[2] or 0), bool(match[3])
    if name in FACE_NO:
        species, symbol = SPECIES_NO[name.split("@")[0]], FACE_SYMBOL[FACE_NO[name]]
    elif name == "sapling":
        species, symbol = SAPLING, NO_SYMBOL
    else:
        species = symbol = SPECIES_NO.get(name, -1)
    if species < 0 or (earned and (species == SAPLING or not SPECIES[species].bonus)):
        raise ValueError(text)
    return Entry(species, symbol, draws, earned)
