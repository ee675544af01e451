"""What if a card lay there, or did not (``score --with PLACE --without PLACE``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..core.errors import BadMove, BadPosition, BadUse
from . import unseen
from .data import (
    CARD_NO,
    CARDS,
    FACE_SPECIES,
    FACE_SYMBOL,
    FACES,
    NO_SYMBOL,
    SAPLING,
    SIDES,
    face_on,
    species_id,
)
from .forest import Tree, dwellers, has_room, place_text
from .names import BadName, find_face, find_species, find_tree
from .position import Position, less
from .reading import read
from .syntax import PlaceText
from .syntax import place_text as parse_place
from .writing import write

_ALLOWED = "a place such as 'lynx on 2 left', 'oak' or 'oak 3'"


def alter(p: Position, add: Sequence[str], remove: Sequence[str]) -> Position:
    """The position with cards put into the owner's forest or taken out; raises BadUse.

    Tree numbers are those of the position as it was. A card put in leaves the hand where the
    hand holds the only copy.
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
            except BadMove as error:
                raise BadUse(option, repr(text), _ALLOWED, error.nearest) from None
    return change.result()


class _Change:
    """The forest while it is being altered; a tree taken out leaves a gap until the end."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.trees: list[Tree | None] = list(p.seats[0].trees)
        self.added: list[int] = []  # hand cards that may be what was put in

    def remove(self, text: str) -> None:
        if re.search(r" on \d", text):
            self._take(parse_place(text, text), text)
            return
        name, number = _numbered(text)
        species = find_species(name)
        if species == SAPLING or CARD_NO.get(species_id(species)) is not None:
            self._fell(species, number, text)
            return
        spots = [
            (tree, side, face)
            for tree, side, face in self._dwellers()
            if FACE_SPECIES[face] == species and number in (None, tree + 1)
        ]
        if len(set(spots)) != 1:
            listed = ", ".join(place_text(face, tree, side) for tree, side, face in spots)
            raise BadName(text, f"which one: {listed}" if spots else "a card of the forest")
        tree, side, face = spots[0]
        self._drop(tree, side, face)

    def _dwellers(self) -> list[tuple[int, int, int]]:
        return list(dwellers(tuple(tree or Tree(SAPLING) for tree in self.trees)))

    def _drop(self, tree: int, side: int, face: int) -> None:
        host = self.trees[tree]
        if host is not None:
            self.trees[tree] = host.without_card(side, face)

    def _take(self, place: PlaceText, text: str) -> None:
        tree = self._tree(place.tree, text)
        wanted = find_face(place.name, place.side)
        fitting = [
            face
            for face in tree.slots[place.side]
            if FACE_SPECIES[face] == FACE_SPECIES[wanted]
            and FACE_SYMBOL[wanted] in (NO_SYMBOL, FACE_SYMBOL[face])
        ]
        if not fitting:
            lying = [FACES[face].name for face in tree.slots[place.side]]
            raise BadName(text, f"there lies: {', '.join(lying) or 'nothing'}")
        self._drop(place.tree, place.side, fitting[0])

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
            if tree is not None and tree.species == species and number in (None, n + 1)
        ]
        bare = [n for n in fitting if not any(self._tree(n, text).slots)]
        if not fitting:
            raise BadName(text, "a tree of the forest")
        if len(fitting) > 1 and not bare:
            listed = ", ".join(f"{species_id(species)} {n + 1}" for n in fitting)
            raise BadName(text, f"which one: {listed}")
        self.trees[bare[-1] if bare else fitting[0]] = None

    def add(self, text: str) -> None:
        if not re.search(r" on \d", text):
            name, number = _numbered(text)
            species = find_tree(name)
            if number is not None and not 1 <= number <= len(self.trees) + 1:
                raise BadName(text, f"a new tree is number {len(self.trees) + 1}")
            self.trees.append(Tree(species))
            self.added.extend(n for n, card in enumerate(CARDS) if card.tree == species)
            return
        place = parse_place(text, text)
        tree = self._tree(place.tree, text)
        face = find_face(place.name, place.side)
        hand = [c for c in self.p.seats[0].hand if face_on(c, place.side) >= 0]
        same = [c for c in hand if FACE_SPECIES[face_on(c, place.side)] == FACE_SPECIES[face]]
        shown = {face_on(c, place.side) for c in same}
        if FACE_SYMBOL[face] == NO_SYMBOL and len(shown) == 1:
            face = shown.pop()
        if not has_room(tree.slots[place.side], FACE_SPECIES[face]):
            raise BadName(text, f"tree {place.tree + 1} {SIDES[place.side]} is taken")
        self.trees[place.tree] = tree.with_card(place.side, face)
        self.added.extend(c for c in same if FACE_SYMBOL[face] in (NO_SYMBOL, *_symbols(c, place)))

    def result(self) -> Position:
        """The altered position, checked like any other."""
        forest = tuple(tree for tree in self.trees if tree is not None)
        me = replace(self.p.seats[0], forest=forest)
        p = replace(self.p, seats=(me, *self.p.seats[1:]), pending=(), gained=0)
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


def _symbols(card: int, place: PlaceText) -> tuple[int, ...]:
    face = face_on(card, place.side)
    return (FACE_SYMBOL[face],) if face >= 0 else ()


def _numbered(text: str) -> tuple[str, int | None]:
    """``oak 3`` -> ("oak", 3)."""
    match = re.fullmatch(r"(.+?)(?:\s+(\d{1,3}))?", text.strip())
    if not match:
        raise BadName(text, _ALLOWED)
    return match[1], int(match[2]) if match[2] else None
