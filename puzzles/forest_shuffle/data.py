"""The 161 cards and 57 species as tables, and the integers by which positions name them.

Everything is numbered in the alphabetical order of its written name, so that sorted integers are
sorted names:

* a *species* is an index into :data:`SPECIES`; ``SAPLING`` stands for a card played face down;
* a *face* is a visible half, an index into :data:`FACES`, written ``lynx@beech``, or ``lynx``
  when its tree symbol is not known;
* a *card* is an index into :data:`CARDS`, one number for all cards of one name (the ten Birches
  are one card with ``count`` 10), then ``WINTER`` and ``HIDDEN`` (a card nobody has named).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

SIDES: Final = ("top", "left", "right", "bottom")
TOP, LEFT, RIGHT, BOTTOM = range(4)
HAND_LIMIT: Final = 10  # ruling 4
CLEARING_LIMIT: Final = 10  # ruling 9
WINTERS: Final = 3
NO_SYMBOL: Final = -1
REMOVED: Final = {1: 30, 2: 30, 3: 20, 4: 10, 5: 0}  # ruling 1; a solo start deals as for two


@dataclass(frozen=True, slots=True)
class Grant:
    """What an effect or a bonus gives, as printed.

    ``draw``: cards; ``draw_per``: one card for each of these (``"symbol deer"``,
    ``"species european_hare"``); ``place``: symbol of a creature placed free of cost, with
    ``any_number`` as many as wanted; the rest are the special effects of Bear, Raccoon and Mole.
    """

    draw: int = 0
    draw_per: str = ""
    extra_turn: int = 0
    place: str = ""
    any_number: bool = False
    clearing_to_cave: bool = False
    hand_to_cave: bool = False
    play_paid: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """How one card of a species (or, with ``table``, all of them together) scores.

    ``each`` points a card, times the sum of the counts ``per`` if there are any, provided that
    ``when`` counts ``at_least``, that the tree is a ``host``, that a card with the symbol
    ``opposite`` is in the other side slot, that the slot ``shares`` with its like. ``most``:
    ``most_each`` instead when no other forest has a higher count. ``table``: points by the count
    ``of``; with ``sets``, summed over sets of different species.
    """

    each: int = 0
    per: tuple[str, ...] = ()
    when: str = ""
    at_least: int = 0
    host: str = ""
    opposite: str = ""
    shares: str = ""
    most: str = ""
    most_each: int = 0
    table: tuple[int, ...] = ()
    of: str = ""
    sets: bool = False


@dataclass(frozen=True, slots=True)
class Species:
    """A species as printed: ``kind`` is tree, top, bottom or side."""

    id: str
    name: str
    kind: str
    cost: int
    copies: int
    symbols: frozenset[str]
    effect: Grant | None
    bonus: Grant | None
    draw_on: str  # permanent effect of the mushrooms (ruling 16)
    share_slot: int  # cards of this species that one slot holds (ruling 14)
    adds_to_host: int  # Violet Carpenter Bee (ruling 21)
    points: Points
    rule: str
    short: str
    german: str
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A visible half: its species and its tree symbol (a species, or ``NO_SYMBOL``)."""

    name: str
    species: int
    symbol: int


@dataclass(frozen=True, slots=True)
class Card:
    """All cards of one name.

    ``tree`` is a species or -1; ``halves`` are (side, face) pairs, empty for a tree; ``symbols``
    are the tree symbols it shows as a payment (ruling 11).
    """

    name: str
    count: int
    tree: int
    halves: tuple[tuple[int, int], ...]
    symbols: frozenset[int]


def load(name: str) -> Any:
    """A data file of the game by its name."""
    text = resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return json.loads(text)


def _species() -> tuple[Species, ...]:
    names = load("names.json")
    out = []
    for key, raw in sorted(load("species.json").items()):
        permanent = raw.get("permanent", {})
        share = permanent.get("share_slot", 1)
        out.append(
            Species(
                id=key,
                name=raw["name"],
                kind=raw["kind"],
                cost=raw["cost"],
                copies=raw["copies"],
                symbols=frozenset(raw["symbols"]),
                effect=Grant(**raw["effect"]) if "effect" in raw else None,
                bonus=Grant(**raw["bonus"]) if "bonus" in raw else None,
                draw_on=permanent.get("draw_on", ""),
                share_slot=raw["copies"] if share == "any" else share,
                adds_to_host=permanent.get("adds_to_host", 0),
                points=_points(raw["points"]),
                rule=raw["rule"],
                short=names[key]["short"],
                german=names[key]["german"],
                also=tuple(names[key]["also"]),
            )
        )
    return tuple(out)


def _points(raw: dict[str, Any]) -> Points:
    when, most = raw.get("when", {}), raw.get("most", {})
    return Points(
        each=raw.get("each", 0),
        per=tuple(raw.get("per", ())),
        when=when.get("count", ""),
        at_least=when.get("at_least", 0),
        host=raw.get("host", ""),
        opposite=raw.get("opposite", ""),
        shares=raw.get("shares", ""),
        most=most.get("count", ""),
        most_each=most.get("each", 0),
        table=tuple(raw.get("set", raw.get("sets", ()))),
        of=raw.get("of", ""),
        sets="sets" in raw,
    )


SPECIES: Final[tuple[Species, ...]] = _species()
SPECIES_NO: Final[dict[str, int]] = {s.id: n for n, s in enumerate(SPECIES)}
SAPLING: Final = len(SPECIES)
TREES: Final = tuple(n for n, s in enumerate(SPECIES) if s.kind == "tree")
COST: Final = tuple(s.cost for s in SPECIES)
LINDEN: Final = SPECIES_NO["linden"]
ROE_DEER: Final = SPECIES_NO["roe_deer"]
BEE: Final = SPECIES_NO["violet_carpenter_bee"]
HARE: Final = SPECIES_NO["european_hare"]


def species_id(species: int) -> str:
    """The written name of a species, ``"sapling"`` included."""
    return "sapling" if species == SAPLING else SPECIES[species].id


def _tables() -> tuple[tuple[Face, ...], tuple[Card, ...]]:
    """Faces and cards in the order of their written names.

    Names of split cards that share both species get ``@`` and the tree symbol of the first half;
    where the first halves agree, of the second half.
    """
    halves: set[tuple[str, str]] = set()
    trees: Counter[str] = Counter()
    split: list[tuple[tuple[str, str, str], tuple[str, str, str]]] = []
    for raw in load("cards.json"):
        if raw["kind"] == "tree":
            trees[raw["tree"]] += 1
        elif raw["kind"] != "winter":
            pair = []
            for side in SIDES:
                if side in raw:
                    species, symbol = raw[side].split("@")
                    halves |= {(species, symbol), (species, "")}
                    pair.append((side, species, symbol))
            split.append((pair[0], pair[1]))
    names = {half: half[0] + ("@" + half[1] if half[1] else "") for half in halves}
    faces = tuple(
        Face(name, SPECIES_NO[half[0]], SPECIES_NO[half[1]] if half[1] else NO_SYMBOL)
        for half, name in sorted(names.items(), key=lambda item: item[1])
    )
    number = {face.name: n for n, face in enumerate(faces)}
    alike = Counter((a[1], b[1]) for a, b in split)
    first = Counter((a[1], b[1], a[2]) for a, b in split)
    cards = [
        Card(name, count, SPECIES_NO[name], (), frozenset({SPECIES_NO[name]}))
        for name, count in trees.items()
    ]
    for a, b in split:
        name = f"{a[1]}/{b[1]}"
        if alike[a[1], b[1]] > 1:
            name += "@" + (a[2] if first[a[1], b[1], a[2]] == 1 else b[2])
        pairs = tuple((SIDES.index(h[0]), number[f"{h[1]}@{h[2]}"]) for h in (a, b))
        cards.append(Card(name, 1, -1, pairs, frozenset(SPECIES_NO[h[2]] for h in (a, b))))
    return faces, tuple(sorted(cards, key=lambda card: card.name))


FACES, CARDS = _tables()
FACE_NO: Final[dict[str, int]] = {face.name: n for n, face in enumerate(FACES)}
CARD_NO: Final[dict[str, int]] = {card.name: n for n, card in enumerate(CARDS)}
WINTER: Final = len(CARDS)
HIDDEN: Final = len(CARDS) + 1
DECK_CARDS: Final = sum(card.count for card in CARDS)  # 158, winter cards not counted
FACE_SPECIES: Final = tuple(face.species for face in FACES)
FACE_SYMBOL: Final = tuple(face.symbol for face in FACES)
UNKNOWN_FACE: Final = {face.species: n for n, face in enumerate(FACES) if face.symbol == NO_SYMBOL}


def card_name(card: int) -> str:
    """The written name of a card; ``"?"`` for one that nobody has named."""
    if card == WINTER:
        return "winter"
    return "?" if card == HIDDEN else CARDS[card].name


@cache
def faces_on(side: int) -> dict[int, tuple[int, ...]]:
    """Species that can lie on a side -> their faces there (with symbol), sorted."""
    found: dict[int, set[int]] = {}
    for card in CARDS:
        for where, face in card.halves:
            if where == side:
                found.setdefault(FACE_SPECIES[face], set()).add(face)
    return {species: tuple(sorted(faces)) for species, faces in found.items()}


@cache
def cards_showing(side: int, face: int) -> tuple[int, ...]:
    """Cards whose half on this side may be the face (any symbol if the face has none)."""
    wanted = FACES[face]
    return tuple(
        n
        for n, card in enumerate(CARDS)
        for where, other in card.halves
        if where == side
        and FACE_SPECIES[other] == wanted.species
        and wanted.symbol in (NO_SYMBOL, FACE_SYMBOL[other])
    )


def face_on(card: int, side: int) -> int:
    """The face that a card shows on a side, or -1."""
    for where, face in CARDS[card].halves:
        if where == side:
            return face
    return -1


def known_face(face: int, side: int) -> int:
    """The face with its symbol filled in where the species shows only one on that side."""
    if FACE_SYMBOL[face] == NO_SYMBOL:
        options = faces_on(side).get(FACE_SPECIES[face], ())
        if len(options) == 1:
            return options[0]
    return face


@cache
def fixed_names(key: str) -> tuple[str, ...]:
    """German and other names of ``"sapling"`` and ``"winter"``."""
    raw = load("names.json")[key]
    return (raw["german"], *raw["also"])


@cache
def kind_words() -> dict[str, tuple[int, ...]]:
    """Words for several species, English and German: a kind of cards, or a name that is unclear."""
    raw = load("kinds.json")
    out = {word: tuple(SPECIES_NO[name] for name in names) for word, names in raw["either"].items()}
    for symbol, listed in raw["kinds"].items():
        out |= dict.fromkeys(listed, tuple(n for n, s in enumerate(SPECIES) if symbol in s.symbols))
    return out
