"""What a forest is worth (rulings 20 to 25), one line a species.

The points of each species are data (``data.Points``); this module counts what they ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..core.game import Score
from .data import (
    BEE,
    FACE_SPECIES,
    FACE_SYMBOL,
    LEFT,
    NO_SYMBOL,
    RIGHT,
    SAPLING,
    SPECIES,
    SPECIES_NO,
    TREES,
    Points,
    species_id,
)
from .forest import Counts, Forest, counts, place_text

_BATS = tuple(n for n, s in enumerate(SPECIES) if "bat" in s.symbols)
_SYMBOLS = {
    symbol: tuple(n for n, s in enumerate(SPECIES) if symbol in s.symbols)
    for symbol in {symbol for s in SPECIES for symbol in s.symbols}
}
_SETS = tuple(n for n, s in enumerate(SPECIES) if s.points.sets)


@dataclass(slots=True)
class Line:
    """One species of a forest: ``parts`` are the points of each card, ``note`` what counted."""

    category: str
    points: int
    parts: tuple[int, ...]
    note: str


@dataclass
class Tally:
    """Everything that is counted in one forest, gathered in one pass.

    ``cards``: the places of each species as (tree, side or -1, face or -1).
    """

    forest: Forest
    rivals: Sequence[Counts]
    cards: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    number: Counter[int] = field(default_factory=Counter)
    symbols: Counter[int] = field(default_factory=Counter)
    bees: Counter[int] = field(default_factory=Counter)
    bottom: int = 0
    full: int = 0

    def __post_init__(self) -> None:
        cards, number, symbols = self.cards, self.number, self.symbols
        for n, tree in enumerate(self.forest):
            if tree.species != SAPLING:
                cards.setdefault(tree.species, []).append((n, -1, -1))
                symbols[tree.species] += 1
            self.bottom += len(tree.slots[3])
            self.full += tree.full()
            for side, slot in enumerate(tree.slots):
                for face in slot:
                    species = FACE_SPECIES[face]
                    cards.setdefault(species, []).append((n, side, face))
                    symbols[FACE_SYMBOL[face]] += 1
                    if species == BEE:
                        self.bees[tree.species] += 1
        for species, places in cards.items():
            number[species] = len(places)

    @cached_property
    def own(self) -> Counts:
        """Trees and Lindens of this forest, bees included."""
        return counts(self.forest)

    def count(self, what: str) -> int:
        """A count by its name in the card data."""
        kind, _, name = what.partition(" ")
        if kind == "symbol":
            return sum(self.number[n] for n in _SYMBOLS[name])
        if kind == "species":
            return self.number[SPECIES_NO[name]]
        return _COUNTS[what](self)

    def with_bees(self, tree: str) -> int:
        """Trees of a species, each bee on them counted as one more (ruling 21)."""
        species = SPECIES_NO[tree]
        return self.number[species] + self.bees[species]


_COUNTS: dict[str, Callable[[Tally], int]] = {
    "trees": lambda t: len(t.forest),
    "trees_and_bees": lambda t: t.own.trees,
    "lindens": lambda t: t.own.lindens,
    "beeches": lambda t: t.with_bees("beech"),
    "horse_chestnuts": lambda t: t.with_bees("horse_chestnut"),
    "tree_species": lambda t: sum(1 for n in TREES if t.number[n]),
    "bat_species": lambda t: sum(1 for n in _BATS if t.number[n]),
    "bottom_cards": lambda t: t.bottom,
    "full_trees": lambda t: t.full,
}
WORDS = {  # what is counted, as players say it
    "trees": "trees",
    "trees_and_bees": "trees and bees",
    "lindens": "Lindens and bees",
    "beeches": "Beeches and bees",
    "horse_chestnuts": "Horse Chestnuts and bees",
    "tree_species": "tree species",
    "bat_species": "bat species",
    "bottom_cards": "cards below trees",
    "full_trees": "full trees",
    "attached": "cards at it",
    "same_tree_symbol": "cards with its symbol",
}


def _named(what: str) -> str:
    kind, _, name = what.partition(" ")
    if kind == "species":
        return SPECIES[SPECIES_NO[name]].name
    return name.replace("_", "-") if kind == "symbol" else WORDS[what]


def lines(forest: Forest, rivals: Sequence[Counts]) -> list[Line]:
    """The score lines of a forest against the rivals' counts, zero lines included."""
    tally = Tally(forest, rivals)
    out: list[Line] = []
    sets_done = False
    for species in sorted(tally.cards):
        points = SPECIES[species].points
        if points.sets:
            if not sets_done:
                sets_done = True
                out.append(_sets(tally, points))
        elif points.table:
            n = tally.count(points.of)
            worth = points.table[min(n, len(points.table) - 1)]
            note = f"{n} {_named(points.of)}"
            out.append(Line(SPECIES[species].id, worth, (), note))
        else:
            out.append(_each(tally, species, points))
    return out


def _sets(tally: Tally, points: Points) -> Line:
    """Butterflies: the largest set of different species first is the best split (ruling 23)."""
    left = sorted((tally.number[n] for n in _SETS if tally.number[n]), reverse=True)
    sizes = [sum(1 for n in left if n > level) for level in range(max(left))]
    parts = tuple(points.table[size] for size in sizes)
    note = "sets of " + ", ".join(str(size) for size in sizes)
    return Line("butterflies", sum(parts), parts, note)


def _each(tally: Tally, species: int, points: Points) -> Line:
    places = tally.cards[species]
    each, notes = points.each, []
    if points.most:
        own = tally.count(points.most)
        highest = max((getattr(r, RIVAL[points.most]) for r in tally.rivals), default=0)
        if own >= highest:
            each = points.most_each
        against = f" against {highest}" if tally.rivals else ""
        notes.append(f"{own} {_named(points.most)}{against}")
    if points.when:
        n = tally.count(points.when)
        if n < points.at_least:
            each = 0
        notes.append(f"{n} {_named(points.when)}")
    if points.per and points.per[0] not in ("attached", "same_tree_symbol"):
        each *= sum(tally.count(what) for what in points.per)
        notes.extend(f"{tally.count(what)} {_named(what)}" for what in points.per)
    if _by_place(points):
        worth = [_at(tally, place, species, points) for place in places]
        parts = tuple(each * n for n in worth)
        what = points.per[0] if points.per else ""
        if what:
            notes.append(f"{' and '.join(str(n) for n in worth)} {_named(what)}")
        else:
            notes.append(f"{sum(worth)} of {len(worth)}")
    else:
        parts = (each,) * len(places)
    return Line(SPECIES[species].id, sum(parts), parts, "; ".join(notes))


# a majority's count -> the field of a rival's counts
RIVAL = {"trees_and_bees": "trees", "lindens": "lindens"}


def _by_place(points: Points) -> bool:
    if points.host or points.opposite or points.shares:
        return True
    return bool(points.per) and points.per[0] in ("attached", "same_tree_symbol")


def _at(tally: Tally, place: tuple[int, int, int], species: int, points: Points) -> int:
    """The factor of a card whose points depend on where it lies."""
    number, side, face = place
    tree = tally.forest[number]
    if points.host:
        return int(species_id(tree.species) == points.host)
    if points.opposite:
        other = tree.slots[RIGHT if side == LEFT else LEFT]
        return int(any(points.opposite in SPECIES[FACE_SPECIES[f]].symbols for f in other))
    if points.shares:
        return int(sum(FACE_SPECIES[f] == species for f in tree.slots[side]) > 1)
    if points.per[0] == "attached":
        return sum(len(slot) for slot in tree.slots)
    symbol = FACE_SYMBOL[face]
    return 0 if symbol == NO_SYMBOL else tally.symbols[symbol]


def total(forest: Forest, cave: int, rivals: Sequence[Counts]) -> int:
    """The score: forest and one point a cave card (ruling 25)."""
    return cave + sum(line.points for line in lines(forest, rivals))


def scores(forest: Forest, cave: int, rivals: Sequence[Counts]) -> tuple[Score, ...]:
    """Score lines in words, zeros left out; they sum to :func:`total`."""
    tally = Tally(forest, rivals)
    out: list[Score] = []
    for line in lines(forest, rivals):
        if not line.points:
            continue
        members = _SETS if line.category == "butterflies" else (SPECIES_NO[line.category],)
        places = [place for n in members for place in tally.cards.get(n, ())]
        out.append(
            Score(line.category, line.points, _detail(line, members, places), _where(places))
        )
    if cave:
        out.append(Score("cave", cave, f"1 for each card: {cave}"))
    return tuple(out)


def _detail(line: Line, members: Sequence[int], places: Sequence[tuple[int, int, int]]) -> str:
    species = SPECIES[members[0]]
    name = "Butterflies" if line.category == "butterflies" else species.name
    head = f"{len(places)} x {name}" if len(places) > 1 else name
    text = f"{head}: {species.rule}"
    if line.note:
        text += f" ({line.note})"
    if len(line.parts) > 1:
        same = len(set(line.parts)) == 1
        text += (
            f": {len(line.parts)} x {line.parts[0]}"
            if same
            else (": " + " + ".join(str(part) for part in line.parts))
        )
    return text


def _where(places: Sequence[tuple[int, int, int]]) -> tuple[str, ...]:
    out = []
    for tree, side, face in places:
        out.append(f"tree {tree + 1}" if side < 0 else place_text(face, tree, side))
    return tuple(out)
