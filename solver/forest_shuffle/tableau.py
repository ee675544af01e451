"""A CP-SAT model of what a forest may become: counts on groups of alike trees, and their points.

Trees that cannot be told apart by any score are one *group*: a host class (its species where a
Chaffinch, Red Squirrel, Bee or Silver Fir asks for it) and what its four slots hold already.
Variables are how many cards of a *class* lie on a side of a group. Within a group the cards can
always be arranged so that as many trees as possible are full and every Dormouse that is counted
has its bat opposite, hence the counts lose nothing (rulings 13 to 15, 20 to 24).

All terms are exact from above: the model is meant to be maximised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ortools.sat.python import cp_model

from leafwise.puzzles.forest_shuffle.data import (
    BEE,
    BOTTOM,
    FACE_SPECIES,
    FACE_SYMBOL,
    HARE,
    LEFT,
    NO_SYMBOL,
    RIGHT,
    SAPLING,
    SIDES,
    SPECIES,
    SPECIES_NO,
    TOP,
    TREES,
    Points,
    species_id,
)
from leafwise.puzzles.forest_shuffle.forest import Counts, Forest, Tree

from ..pieces import NONE, Count, gated, number, product, reached, stepped, thresholds, total
from .groups import (
    BAT,
    BATS,
    BEECH,
    CHAFFINCH,
    CHESTNUT,
    DORMOUSE,
    LINDEN,
    OAK,
    REST,
    SILVER_FIR,
    SQUIRREL,
    TOAD,
    Group,
    GroupKey,
    card_class,
    slot_state,
)

Faces = Mapping[tuple[int, int], Count]  # (side, face) -> how many are added
NO_CAPS: Mapping[str, int] = MappingProxyType({})


class Tableau:
    """Placement and score of a forest with added trees and halves.

    ``trees``: species (``SAPLING`` included) -> how many are added; ``faces``: what is added to
    the slots; ``caps``: by the name of a gate, the most that its term can be. ``score`` is a linear
    expression, an upper bound of the points that is met by the best arrangement; ``gates``: its
    terms that count only where a literal is true, by name.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        forest: Forest,
        rivals: Sequence[Counts],
        trees: Mapping[int, Count],
        faces: Faces,
        caps: Mapping[str, int] = NO_CAPS,
    ) -> None:
        self.model, self.forest, self.rivals, self.caps = model, forest, rivals, caps
        self.gates: dict[str, tuple[Count, Any]] = {}
        self.trees = {s: c for s, c in trees.items() if c.most > 0}
        self.faces = {f: c for f, c in faces.items() if c.most > 0}
        self._lits: dict[str, list[Any]] = {}
        self._count_cards()
        self.groups = self._groups()
        self._place()
        self._bees()
        self.score = self._score()

    # counting

    def _count_cards(self) -> None:
        base: Counter[int] = Counter()
        symbols: Counter[int] = Counter()
        self.base_bottom = 0
        self.base_bees = 0
        for tree in self.forest:
            base[tree.species] += 1
            if tree.species != SAPLING:
                symbols[tree.species] += 1
            self.base_bottom += len(tree.slots[BOTTOM])
            for slot in tree.slots:
                for face in slot:
                    base[FACE_SPECIES[face]] += 1
                    symbols[FACE_SYMBOL[face]] += 1
                    self.base_bees += FACE_SPECIES[face] == BEE
        parts: dict[int, list[Count]] = {}
        shown: dict[int, list[Count]] = {}
        for species, count in self.trees.items():
            parts.setdefault(species, []).append(count)
            if species != SAPLING:
                shown.setdefault(species, []).append(count)
        for (_, face), count in self.faces.items():
            parts.setdefault(FACE_SPECIES[face], []).append(count)
            shown.setdefault(FACE_SYMBOL[face], []).append(count)
        self.number = {
            s: Count(base[s], base[s], base[s]) + total(parts.get(s, [])) for s in {*base, *parts}
        }
        self.symbol = {
            s: Count(symbols[s], symbols[s], symbols[s]) + total(shown.get(s, []))
            for s in {*symbols, *shown}
            if s != NO_SYMBOL
        }

    def _of(self, species: int) -> Count:
        return self.number.get(species, NONE)

    def thresholds(self, count: Count, name: str) -> list[Any]:
        """The thresholds of a named count, made once."""
        if name not in self._lits:
            self._lits[name] = thresholds(self.model, count, name)
        return self._lits[name]

    def count(self, what: str) -> Count:
        """A count by its name in the card data."""
        kind, _, name = what.partition(" ")
        if kind == "symbol":
            return total(self._of(n) for n, s in enumerate(SPECIES) if name in s.symbols)
        if kind == "species":
            return self._of(SPECIES_NO[name])
        trees = total(self._of(s) for s in (*TREES, SAPLING))
        if what == "trees":
            return trees
        if what == "trees_and_bees":
            return trees + self._of(BEE)
        if what in _WITH_BEES:
            species = _WITH_BEES[what]
            return self._of(species) + self.bees_on[species]
        if what == "bottom_cards":
            base = Count(self.base_bottom, self.base_bottom, self.base_bottom)
            return base + total(c for (side, _), c in self.faces.items() if side == BOTTOM)
        if what == "full_trees":
            return self._full()
        return self._kinds(TREES if what == "tree_species" else sorted(BATS))

    def _kinds(self, members: Sequence[int]) -> Count:
        """How many of these species are there at all."""
        parts = []
        for n in members:
            literal = reached(self.model, self._of(n), 1, f"any {species_id(n)}")
            sure = int(self._of(n).least > 0)
            parts.append(Count(literal, sure, int(self._of(n).most > 0)))
        return total(parts)

    # placement

    def host(self, species: int) -> int:
        """The host class of a tree species: itself where something new asks for it."""
        new = {FACE_SPECIES[face] for _, face in self.faces}
        asked = {SILVER_FIR}
        if CHAFFINCH in new:
            asked.add(BEECH)
        if SQUIRREL in new:
            asked.add(OAK)
        if BEE in new:
            asked |= {BEECH, CHESTNUT, LINDEN}
        return species if species in asked else REST

    def _groups(self) -> list[Group]:
        old: dict[GroupKey, list[int]] = {}
        for n, tree in enumerate(self.forest):
            states = tuple(slot_state(tree, side) for side in range(len(SIDES)))
            old.setdefault((self.host(tree.species), states), []).append(n)
        new: dict[GroupKey, list[Count]] = {}
        for species, count in self.trees.items():
            new.setdefault((self.host(species), ("free",) * len(SIDES)), []).append(count)
        groups = []
        for key in sorted({*old, *new}):
            numbers = tuple(old.get(key, ()))
            size = Count(len(numbers), len(numbers), len(numbers)) + total(new.get(key, []))
            groups.append(Group(key, size, numbers))
        return groups

    def _place(self) -> None:
        amount: dict[tuple[int, int], list[Count]] = {}
        for (side, face), count in self.faces.items():
            cls = card_class(FACE_SPECIES[face], side)
            amount.setdefault((side, cls), []).append(count)
        for (side, cls), counts in sorted(amount.items()):
            whole = total(counts)
            for n, group in enumerate(self.groups):
                self._put(group, f"{SIDES[side]} {cls} on {n}", side, cls, whole)
            self.model.add(
                sum(g.put[side, cls].expr for g in self.groups if (side, cls) in g.put)
                == whole.expr
            )
        for group in self.groups:
            for side in range(len(SIDES)):
                if group.key[1][side] == "free":
                    opened = group.lying(side)
                    if opened.most > group.size.least:
                        self.model.add(opened.expr <= group.size.expr)

    def _put(self, group: Group, name: str, side: int, cls: int, whole: Count) -> None:
        """Cards of one class on one side of a group (ruling 14: Hares and Toads share)."""
        state, key, most = group.key[1][side], (side, cls), min(whole.most, group.size.most)
        if state == "free" and cls == HARE:
            cards = number(self.model, whole.most, name)
            slots = number(self.model, most, name + " slots")
            self.model.add(cards.expr <= whole.most * slots.expr)
            self.model.add(slots.expr <= cards.expr)
            group.put[key], group.slots[key] = cards, slots
        elif state == "free" and cls == TOAD:
            slots = number(self.model, most, name + " slots")
            second = number(self.model, min(most, whole.most // 2), name + " second")
            self.model.add(second.expr <= slots.expr)
            group.put[key], group.slots[key] = slots + second, slots
        elif state == "free":
            group.put[key] = group.slots[key] = number(self.model, most, name)
        elif state == "hare" and cls == HARE:
            group.put[key] = number(self.model, whole.most, name)
        elif state == "toad" and cls == TOAD:
            group.put[key] = number(self.model, most, name)

    def _bees(self) -> None:
        """Bees by host species, those that lie there already included (ruling 21)."""
        self.bees_on: dict[int, Count] = {}
        for species in (BEECH, CHESTNUT, LINDEN):
            lying = sum(
                FACE_SPECIES[face] == BEE
                for tree in self.forest
                if tree.species == species
                for slot in tree.slots
                for face in slot
            )
            new = total(
                g.put[side, BEE]
                for g in self.groups
                for side in (LEFT, RIGHT)
                if g.key[0] == species and (side, BEE) in g.put
            )
            self.bees_on[species] = Count(lying, lying, lying) + new

    def _full(self) -> Count:
        """Full trees: in each group as many as the scarcest side allows (ruling 15)."""
        parts = []
        for n, group in enumerate(self.groups):
            sides = [group.lying(side) for side in range(len(SIDES))]
            if all(state != "free" for state in group.key[1]):
                parts.append(group.size)
                continue
            most = min(c.most for c in sides)
            if most > 0:
                full = number(self.model, most, f"full on {n}")
                for count in sides:
                    self.model.add(full.expr <= count.expr)
                parts.append(full)
        return total(parts)

    # points

    def _score(self) -> Any:
        terms: list[Any] = []
        sets: Points | None = None
        for species in sorted(self.number):
            if species == SAPLING:
                continue
            points = SPECIES[species].points
            if points.sets:
                sets = points
            elif points.table:
                terms.append(self._table(species, points))
            else:
                terms.append(self._each(species, points))
        if sets is not None:
            terms.append(self._sets(sets))
        return sum(terms)

    def _table(self, species: int, points: Points) -> Any:
        count = self.count(points.of)
        if count.most > self._of(species).most:  # bees alone are no Horse Chestnut
            some = reached(self.model, self._of(species), 1, f"some {species_id(species)}")
            count = self._gated(self.model, count, some, f"counted {species_id(species)}")
        cap = len(points.table) - 1
        if count.most > cap:
            counted = self.model.new_int_var(min(count.least, cap), cap, f"{points.of} capped")
            self.model.add(counted <= count.expr)
            count = Count(counted, min(count.least, cap), cap)
        literals = self.thresholds(count, points.of)
        return stepped(count, literals, points.table)

    def _sets(self, points: Points) -> Any:
        """Butterflies: the n-th set holds every species of which there are n (ruling 23)."""
        kinds = [n for n, s in enumerate(SPECIES) if s.points.sets and self._of(n).most > 0]
        literals = {n: self.thresholds(self._of(n), species_id(n)) for n in kinds}
        worth: list[Any] = []
        for level in range(1, max(self._of(n).most for n in kinds) + 1):
            sure, some = 0, []
            for n in kinds:
                least = self._of(n).least
                if level <= least:
                    sure += 1
                elif level <= self._of(n).most:
                    some.append(literals[n][level - least - 1])
            size = Count(sure + sum(some), sure, sure + len(some))
            worth.append(stepped(size, thresholds(self.model, size, f"set {level}"), points.table))
        return sum(worth)

    def _each(self, species: int, points: Points) -> Any:
        count, name = self._of(species), species_id(species)
        if not points.each and not points.most:
            return 0
        if points.host or points.opposite or points.shares or self._by_place(points):
            return points.each * self._placed(species, points)
        if points.most:
            rival = {"trees_and_bees": "trees", "lindens": "lindens"}[points.most]
            high = max((getattr(r, rival) for r in self.rivals), default=0)
            extra = self._if(count, points.most, high, f"most {name}")
            return points.each * count.expr + (points.most_each - points.each) * extra
        if points.when:
            return points.each * self._if(count, points.when, points.at_least, f"when {name}")
        if points.per:
            other = total(self.count(what) for what in points.per)
            literals = self.thresholds(count, name)
            if points.per == (f"species {name}",):  # n squared
                return points.each * stepped(count, literals, [n * n for n in range(99)])
            return points.each * product(self.model, count, literals, other, name, self._gated)
        return points.each * count.expr

    def _gated(self, model: cp_model.CpModel, count: Count, literal: Any, name: str) -> Count:
        """A gated count, no more than its cap."""
        most = min(count.most, self.caps.get(name, count.most))
        term = gated(model, Count(count.expr, count.least, most), literal, name)
        if term.most:
            self.gates[name] = term, literal
        return term

    def _if(self, count: Count, what: str, at_least: int, name: str) -> Any:
        """The count where another count is reached, else 0."""
        literal = reached(self.model, self.count(what), at_least, name)
        if isinstance(literal, int):
            return count.expr if literal else 0
        return self._gated(self.model, count, literal, name + " counted").expr

    @staticmethod
    def _by_place(points: Points) -> bool:
        return bool(points.per) and points.per[0] in ("attached", "same_tree_symbol")

    def _placed(self, species: int, points: Points) -> Any:
        """The sum over the cards of a species of a factor that depends on the place."""
        if points.per == ("same_tree_symbol",):
            return self._same_symbol(species)
        if points.opposite:
            return self._opposite()
        if points.shares:
            return self._shared()
        if points.per == ("attached",):
            lying = sum(
                len(slot) for tree in self.forest if tree.species == species for slot in tree.slots
            )
            return lying + sum(
                c.expr for g in self.groups if g.key[0] == species for c in g.put.values()
            )
        host, side = SPECIES_NO[points.host], TOP
        lying = sum(
            FACE_SPECIES[face] == species
            for tree in self.forest
            if tree.species == host
            for face in tree.slots[side]
        )
        return lying + sum(
            g.put[side, species].expr
            for g in self.groups
            if g.key[0] == host and (side, species) in g.put
        )

    def _opposite(self) -> Any:
        """Dormice with a bat in the other side slot."""
        pairs = []
        for n, group in enumerate(self.groups):
            for side, other in ((LEFT, RIGHT), (RIGHT, LEFT)):
                mice = group.of(side, "dormouse", DORMOUSE)
                bats = group.of(other, "bat", BAT)
                pair = number(self.model, min(mice.most, bats.most), f"pairs {side} on {n}")
                if pair.most:
                    self.model.add(pair.expr <= mice.expr)
                    self.model.add(pair.expr <= bats.expr)
                group.pairs.append(pair)
                pairs.append(pair.expr)
        return sum(pairs)

    def _shared(self) -> Any:
        """Toads that share a slot."""
        lying = sum(2 for tree in self.forest if _two_toads(tree))
        new = []
        for group in self.groups:
            if (BOTTOM, TOAD) in group.put:
                cards = group.put[BOTTOM, TOAD].expr
                slots = group.slots.get((BOTTOM, TOAD), NONE).expr
                new.append(2 * (cards - slots))
        return lying + sum(new)

    def _same_symbol(self, species: int) -> Any:
        """Roe Deer: visible cards with the symbol of each (ruling 20)."""
        by_symbol: dict[int, list[Count]] = {}
        lying: Counter[int] = Counter(
            FACE_SYMBOL[face]
            for tree in self.forest
            for slot in tree.slots
            for face in slot
            if FACE_SPECIES[face] == species
        )
        for (_, face), count in self.faces.items():
            if FACE_SPECIES[face] == species:
                by_symbol.setdefault(FACE_SYMBOL[face], []).append(count)
        terms: list[Any] = []
        for symbol in sorted({*lying, *by_symbol} - {NO_SYMBOL}):
            base = Count(lying[symbol], lying[symbol], lying[symbol])
            deer = base + total(by_symbol.get(symbol, []))
            name = f"roe deer {species_id(symbol)}"
            literals = self.thresholds(deer, name)
            shown = self.symbol[symbol]
            terms.append(product(self.model, deer, literals, shown, name, self._gated))
        return sum(terms)


def _two_toads(tree: Tree) -> bool:
    slot = tree.slots[BOTTOM]
    return len(slot) > 1 and all(FACE_SPECIES[face] == TOAD for face in slot)


_WITH_BEES = {"beeches": BEECH, "horse_chestnuts": CHESTNUT, "lindens": LINDEN}
