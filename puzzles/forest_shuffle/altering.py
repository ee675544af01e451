"""What if a card lay there, or did not (``score --with PLACE --without PLACE``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core.errors import BadPosition, BadUse
from ..core.game import Unknown
from . import unseen
from .data import (
    CARDS,
    FACE_SPECIES,
    FACE_SYMBOL,
    FACES,
    NO_SYMBOL,
    SAPLING,
    SIDES,
    face_on,
    faces_on,
    species_id,
)
from .flatlist import Entry, one
from .forest import Counts, Tree, dwellers, has_room, place_text
from .misread import explain
from .names import BadName, find_symbol
from .position import Player, Position, less
from .reading import read
from .shorthand import copies_of, face_of, in_game, meant
from .writing import write

_ALLOWED = "a place such as 'lynx on 2 left', 'oak', 'oak 3', '2 birch' or 'cave 8'"
_FROM = re.compile(r"\sfrom\s\S+", re.IGNORECASE)
_TREE_NUMBER = re.compile(r"(\D+)\s(\d{1,3})\s*")


def alter(p: Position, add: Sequence[str], remove: Sequence[str]) -> Position:
    """The position with cards put into the owner's forest or taken out; raises BadUse.

    A text is what a flat list takes (``2 birch``, ``oak: top jay``, ``cave 8``: so many more or
    fewer, ``vs 9/3``), or names a tree (``lynx on 2 left``, ``oak 3``). Tree numbers are those of
    the position as it was. A card put in leaves the hand where the hand holds the only copy.
    """
    change = _Change(p)
    for option, texts, work in (
        ("--without", remove, change.remove),
        ("--with", add, change.add),
    ):
        for text in texts:
            try:
                work(text)
            except BadName as error:
                raise BadUse(option, repr(text), error.allowed, error.near) from None
    return change.result()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One entry of a text with the tree it names, counted from 0, or None."""

    entry: Entry
    tree: int | None


def _asked(text: str) -> list[_Asked]:
    """The entries of a text; raises BadName."""
    listed = one(_FROM.sub("", text))
    numbered = _TREE_NUMBER.fullmatch(text)
    trees = [entry.tree for entry in listed]
    if numbered and len(listed) == 1 and listed[0].kind == "card" and trees == [None]:
        listed, trees = one(numbered[1]), [int(numbered[2])]
    trouble = next((entry.trouble for entry in listed if entry.trouble), "")
    if trouble or not listed or any(entry.kind == "rest" for entry in listed):
        raise BadName(text, trouble or _ALLOWED)
    return [
        _Asked(entry, None if tree is None else tree - 1)
        for entry, tree in zip(listed, trees, strict=True)
    ]


def _meaning(entry: Entry, text: str) -> tuple[int, list[int]]:
    """The species of an entry of ``text`` and its sides; raises BadName as a flat list does."""
    try:
        species, sides = meant(entry)
    except BadName as error:
        allowed, near = explain(entry, error, text)
        raise BadName(error.text, allowed, near) from None
    if entry.count > copies_of(species):
        raise BadName(text, in_game(species))
    return species, sides


class _Change:
    """The forest while it is being altered; a tree taken out leaves a gap until the end."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.trees: list[Tree | None] = list(p.seats[0].trees)
        self.cave = p.seats[0].cave
        self.others = list(p.seats[1:])
        self.added: list[int] = []  # hand cards that may be what was put in

    def remove(self, text: str) -> None:
        for asked in _asked(text):
            entry = asked.entry
            if entry.kind == "cave":
                if entry.count > self.cave:
                    raise BadName(text, f"at most {self.cave}, all cards under the cave")
                self.cave -= entry.count
                continue
            if entry.kind == "rival":
                self._forget(entry, text)
                continue
            species, sides = _meaning(entry, text)
            for _ in range(entry.count):
                if sides:
                    self._take(asked, species, sides, text)
                else:
                    self._fell(species, asked.tree, text)

    def _forget(self, entry: Entry, text: str) -> None:
        """Take out another forest that is given by its counts."""
        told = Counts(entry.trees or 0, entry.lindens or 0)
        found = next((q for q in self.others if q.forest == told), None)
        if found is None:
            raise BadName(text, "another forest that is given by these counts")
        self.others.remove(found)

    def _take(self, asked: _Asked, species: int, sides: list[int], text: str) -> None:
        """Take out a card: the one that lies there, or the only one that is meant."""
        at = asked.entry.name.partition("@")[2]
        symbols = {FACE_SYMBOL[face] for n in sides for face in faces_on(n)[species]}
        wanted = find_symbol(text, at, symbols) if at else NO_SYMBOL
        if asked.tree is not None:
            self._tree(asked.tree, text)
        spots = [
            (tree, side, face)
            for tree, side, face in self._dwellers()
            if FACE_SPECIES[face] == species and side in sides and asked.tree in (None, tree)
            if wanted in (NO_SYMBOL, FACE_SYMBOL[face])
        ]
        if not spots and asked.tree is not None:
            slots = self._tree(asked.tree, text).slots
            lying = [FACES[face].name for side in sides for face in slots[side]]
            raise BadName(text, f"there lies: {', '.join(lying) or 'nothing'}")
        alike = {(tree, side) for tree, side, _ in spots}
        if not spots or (len(alike) > 1 and len(spots) > asked.entry.count):
            listed = ", ".join(dict.fromkeys(place_text(face, t, n) for t, n, face in spots))
            raise BadName(text, f"which one: {listed}" if spots else "a card of the forest")
        self._drop(*spots[0])

    def _dwellers(self) -> list[tuple[int, int, int]]:
        return list(dwellers(tuple(tree or Tree(SAPLING) for tree in self.trees)))

    def _drop(self, tree: int, side: int, face: int) -> None:
        host = self.trees[tree]
        if host is not None:
            self.trees[tree] = host.without_card(side, face)

    def _tree(self, number: int, text: str) -> Tree:
        tree = self.trees[number] if 0 <= number < len(self.trees) else None
        if tree is None:
            raise BadName(text, f"a tree from 1 to {len(self.trees)} that is there")
        return tree

    def _fell(self, species: int, number: int | None, text: str) -> None:
        """Take out a tree with all that lies at it: the one numbered, or a bare one."""
        fitting = [
            n
            for n, tree in enumerate(self.trees)
            if tree is not None and tree.species == species and number in (None, n)
        ]
        bare = [n for n in fitting if not any(self._tree(n, text).slots)]
        if not fitting:
            raise BadName(text, "a tree of the forest")
        if len(fitting) > 1 and not bare:
            listed = ", ".join(f"{species_id(species)} {n + 1}" for n in fitting)
            raise BadName(text, f"which one: {listed}")
        self.trees[bare[-1] if bare else fitting[0]] = None

    def add(self, text: str) -> None:
        new: int | None = None
        for asked in _asked(text):
            entry = asked.entry
            if entry.kind == "cave":
                self.cave += entry.count
                continue
            if entry.kind == "rival":
                if entry.trees is None or entry.lindens is None:  # both may decide a majority
                    raise BadName(text, "trees and Lindens of the other forest, such as vs 9/3")
                counts = Counts(entry.trees, entry.lindens)
                self.others.append(Player((), Unknown(None), 0, counts))
                continue
            species, sides = _meaning(entry, text)
            if not sides:
                if asked.tree is not None and not 0 <= asked.tree <= len(self.trees):
                    raise BadName(text, f"a new tree is number {len(self.trees) + 1}")
                self.trees.extend(Tree(species) for _ in range(entry.count))
                new = len(self.trees) - 1
                self.added.extend(n for n, card in enumerate(CARDS) if card.tree == species)
                continue
            tree = new if asked.tree is None else asked.tree
            if tree is None:
                where = SIDES[sides[0]]
                raise BadName(text, f"its tree as well, such as {entry.name} on 1 {where}")
            for _ in range(entry.count):
                self._put(entry, tree, species, sides, text)

    def _put(self, entry: Entry, number: int, species: int, sides: list[int], text: str) -> None:
        """Lay a card at a tree, on the first of some sides that has room."""
        tree = self._tree(number, text)
        side = next((n for n in sides if has_room(tree.slots[n], species)), None)
        if side is None:
            taken = " and ".join(SIDES[n] for n in sides)
            raise BadName(text, f"tree {number + 1} {taken} is taken")
        face = face_of(entry, species, side)
        hand = [c for c in self.p.seats[0].hand if face_on(c, side) >= 0]
        same = [c for c in hand if FACE_SPECIES[face_on(c, side)] == species]
        shown = {face_on(c, side) for c in same}
        if FACE_SYMBOL[face] == NO_SYMBOL and len(shown) == 1:
            face = shown.pop()
        self.trees[number] = tree.with_card(side, face)
        symbol = FACE_SYMBOL[face]
        self.added.extend(c for c in same if symbol in (NO_SYMBOL, FACE_SYMBOL[face_on(c, side)]))

    def result(self) -> Position:
        """The altered position, checked like any other."""
        forest = tuple(tree for tree in self.trees if tree is not None)
        me = replace(self.p.seats[0], forest=forest, cave=self.cave)
        p = replace(self.p, seats=(me, *self.others), pending=(), gained=0)
        p = replace(p, opened=frozenset())
        for card in self.added:
            me = p.seats[0]
            if not unseen.fits(p) and card in me.hand:
                p = replace(p, seats=(replace(me, hand=less(me.hand, card)), *p.seats[1:]))
        try:
            return read(write(p))
        except BadPosition as error:
            fault = error.faults()[0]
            raise BadUse(fault.place, fault.found, fault.allowed, fault.nearest) from None
