"""The score told card by card: species, the rule in words, what was counted, points.

Every card that lies in the forest has its line, those without points and saplings as well, so
that a player can tick them off at the table. Like cards with like points share a line that says
how many they are; what scores as a whole (Fireflies, Horse Chestnuts) is one line. The points of
all lines sum to the total, and they are those of :mod:`scoring`, which alone knows what counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .data import FACE_SPECIES, FACE_SYMBOL, LEFT, NO_SYMBOL, RIGHT, SAPLING, SPECIES
from .forest import Counts, Forest, place_text
from .scoring import RIVAL, WORDS, Line, Tally, lines

_KINDS = ("tree", "top", "side", "bottom")
_MANY = {
    "symbol deer": "deer",
    "symbol pawed": "pawed animals",
    "symbol cloven_hoofed": "cloven-hoofed animals",
    "symbol butterfly": "butterflies",
    "species european_hare": "European Hares",
    "species fire_salamander": "Fire Salamanders",
    "species gnat": "Gnats",
    "species squeaker": "Squeakers",
}


@dataclass(frozen=True, slots=True)
class CardLine:
    """``count`` cards of a species (an id, ``sapling`` or ``cave``) and their ``points`` in all.

    ``each``: the points of one of them, None where they score as a set.
    """

    species: str
    name: str
    count: int
    points: int
    each: int | None
    rule: str
    counted: str
    where: tuple[str, ...]


def card_lines(forest: Forest, cave: int, rivals: Sequence[Counts]) -> tuple[CardLine, ...]:
    """One line a card, like cards with like points together; they sum to the score."""
    tally = Tally(forest, rivals)
    out: list[CardLine] = []
    for line in lines(forest, rivals):
        for row in _rows(tally, line):
            if out and _alike(out[-1], row):
                same = out[-1]
                row = replace(
                    same,
                    count=same.count + 1,
                    points=same.points + row.points,
                    where=(*same.where, *row.where),
                )
                out.pop()
            out.append(row)
    kinds = {s.id: _KINDS.index(s.kind) for s in SPECIES}
    out.sort(key=lambda row: kinds[row.species])
    bare = [n for n, tree in enumerate(forest) if tree.species == SAPLING]
    if bare:
        where = tuple(f"tree {n + 1}" for n in bare)
        row = CardLine("sapling", "Sapling", len(bare), 0, 0, "no points of its own", "", where)
        out.insert(sum(kinds[row.species] == 0 for row in out), row)
    if cave:
        counted = f"cards under the cave: {cave}"
        out.append(CardLine("cave", "Cave", cave, cave, 1, "1 for each card", counted, ()))
    return tuple(out)


def _alike(line: CardLine, card: CardLine) -> bool:
    """Whether one more card belongs to a line."""
    return (line.species, line.each, line.counted) == (card.species, card.each, card.counted)


def _rows(tally: Tally, line: Line) -> Iterator[CardLine]:
    """The lines of a score line's cards."""
    if line.category == "butterflies":
        yield from _sets(tally)
        return
    species = next(n for n, s in enumerate(SPECIES) if s.id == line.category)
    s, places = SPECIES[species], tally.cards[species]
    if s.points.table:
        counted = f"{_named(s.points.of)}: {tally.count(s.points.of)}"
        where = tuple(_where(place) for place in places)
        yield CardLine(s.id, s.name, len(places), line.points, None, s.rule, counted, where)
        return
    for place, points in zip(places, line.parts, strict=True):
        counted = _counted(tally, species, place)
        yield CardLine(s.id, s.name, 1, points, points, s.rule, counted, (_where(place),))


def _sets(tally: Tally) -> Iterator[CardLine]:
    """Butterflies: each card by what it adds to its set (ruling 23)."""
    kinds = sorted(
        (n for n, s in enumerate(SPECIES) if s.points.sets and tally.number[n]),
        key=lambda n: (-tally.number[n], n),
    )
    for level in range(max(tally.number[n] for n in kinds)):
        members = [n for n in kinds if tally.number[n] > level]
        for nth, species in enumerate(members, 1):
            s, place = SPECIES[species], tally.cards[species][level]
            points = s.points.table[nth] - s.points.table[nth - 1]
            counted = f"set {level + 1}: number {nth} of {len(members)}"
            yield CardLine(s.id, s.name, 1, points, points, s.rule, counted, (_where(place),))


def _counted(tally: Tally, species: int, place: tuple[int, int, int]) -> str:
    """What one card's rule asks for, and how many there are."""
    points = SPECIES[species].points
    number, side, face = place
    tree = tally.forest[number]
    out = []
    if points.most:
        against = ""
        if tally.rivals:
            against = f" against {max(getattr(r, RIVAL[points.most]) for r in tally.rivals)}"
        out.append(f"{_named(points.most)}: {tally.count(points.most)}{against}")
    if points.when:
        out.append(f"{_named(points.when)}: {tally.count(points.when)}")
    for what in points.per:
        if what == "attached":
            out.append(f"{_named(what)}: {sum(len(slot) for slot in tree.slots)}")
        elif what == "same_tree_symbol":
            symbol = FACE_SYMBOL[face]
            name = "unknown" if symbol == NO_SYMBOL else SPECIES[symbol].name
            out.append(f"{name} symbols: {0 if symbol == NO_SYMBOL else tally.symbols[symbol]}")
        else:
            out.append(f"{_named(what)}: {tally.count(what)}")
    if points.host:
        out.append(f"its tree: {_tree(tree.species)}")
    if points.opposite:
        across = tree.slots[RIGHT if side == LEFT else LEFT]
        names = ", ".join(SPECIES[FACE_SPECIES[f]].name for f in across)
        out.append(f"across: {names or 'nothing'}")
    if points.shares:
        n = sum(FACE_SPECIES[f] == species for f in tree.slots[side])
        out.append(f"in its slot: {n}")
    return ", ".join(out)


def _tree(species: int) -> str:
    return "Sapling" if species == SAPLING else SPECIES[species].name


def _named(what: str) -> str:
    """What is counted, in the plural where there is one."""
    if what in WORDS or what in _MANY:
        return WORDS.get(what) or _MANY[what]
    kind, _, name = what.partition(" ")
    if kind == "species":
        return next(s.name for s in SPECIES if s.id == name)
    return f"{name}s"


def _where(place: tuple[int, int, int]) -> str:
    tree, side, face = place
    return f"tree {tree + 1}" if side < 0 else place_text(face, tree, side)
