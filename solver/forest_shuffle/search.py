"""Memoised exhaustive search by the plain rules: short challenges with everything in them.

Positions are searched action by action. Before a lookup they are put in a normal form: trees
that are alike may change places, what is out of play is forgotten. Sound cuts: of alike trees
only one takes a card, cards of a payment go in one order, and a choice whose every branch draws
nothing is not branched on. The value of a position is the best end reachable from it; stopping
early is never better, since a turn can always be spent without loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from leafwise.puzzles.forest_shuffle.actions import DECLINE, Action, Do
from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    FACE_SPECIES,
    HIDDEN,
    SAPLING,
    SPECIES,
    Grant,
)
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.legal import _actions, turn
from leafwise.puzzles.forest_shuffle.play import step
from leafwise.puzzles.forest_shuffle.position import CHANCE, Pending, Position, What

from ..api import Budget
from .ways import Wish


class OutOfTime(Exception):
    """The budget is over."""


@dataclass(frozen=True, slots=True)
class Search:
    """The best line found; ``complete``: nothing was left out, so the value is proven."""

    line: tuple[Action, ...]
    value: int | None
    complete: bool
    states: int


def search(p: Position, wish: Wish, budget: Budget) -> Search:
    """Search the whole tree of a position until the budget is over."""
    work = _Work(wish, budget, (p.turns or 0) + 1)
    try:
        value = work.value(p, 0)
    except OutOfTime:
        line, best = work.best
        return Search(line, best, False, len(work.memo))
    if value == _NEVER:  # a dead end has no best line
        return Search((), None, True, len(work.memo))
    return Search(work.replay(p), value, True, len(work.memo))


_NEVER = -(1 << 30)  # no end that fulfils the wishes


class _Work:
    def __init__(self, wish: Wish, budget: Budget, turns: int) -> None:
        self.wish, self.budget, self.turns = wish, budget, turns
        self.memo: dict[Any, int] = {}
        self.points: dict[Any, int] = {}
        self.path: list[Action] = []
        self.best: tuple[tuple[Action, ...], int | None] = ((), None)
        self.looked = 0
        self.excluded = wish.exclude
        self.open = frozenset(range(len(wish.include)))

    def value(self, p: Position, done: int) -> int:
        """The best end reachable; ``done`` are the wishes fulfilled, as bits."""
        self.looked += 1
        if self.looked % 256 == 0 and self.budget.over():
            raise OutOfTime
        kind = turn(p).kind
        if kind == "over":
            return self._end(p, done)
        key = (normal(p), done)
        known = self.memo.get(key)
        if known is not None:
            return known
        moves = self.moves(p)
        clean = not p.pending and not p.drawn
        best = self._end(p, done) if clean and (last_turn(p) or not moves) else _NEVER
        for a in moves:
            self.path.append(a)
            best = max(best, self.value(step(p, a), done | self._fulfils(a)))
            self.path.pop()
        self.memo[key] = best
        return best

    def _end(self, p: Position, done: int) -> int:
        if done != (1 << len(self.wish.include)) - 1:
            return _NEVER
        me = p.seats[0]
        key = tuple(sorted((tree.species, tree.slots) for tree in me.trees))
        points = self.points.get(key)
        if points is None:
            points = self.points[key] = int(GAME.total(p)) - me.cave
        value = points + me.cave
        if self.best[1] is None or value > self.best[1]:
            self.best = (tuple(self.path), value)
        return value

    def _fulfils(self, a: Action) -> int:
        bits = 0
        for n, wanted in enumerate(self.wish.include):
            bits |= matches(a, wanted) << n
        return bits

    def moves(self, p: Position) -> list[Action]:
        """The actions worth looking at."""
        if p.pending and p.pending[0].what in CHANCE:
            return [Action(Do.TURNED, HIDDEN)]
        unknown = not p.deck_known()
        last = last_turn(p)
        idle = last and not any(needs_hand(item) for item in p.pending)
        top = p.pending[0] if p.pending else None
        if top is not None and (idle or unknown) and draws_only(top):
            return [DECLINE]  # of no use, or from an unknown deck and so not in a plan
        found = sorted(_actions(p))
        if top is not None and idle and top.what is What.PAY and not self.wish.include:
            return found[:1]
        return self._distinct(p, found, last, unknown)

    def _distinct(
        self, p: Position, found: list[Action], last: bool, unknown: bool
    ) -> list[Action]:
        """Without what is not allowed, leads nowhere, or is like another action."""
        alike: set[Any] = set()
        out = []
        trees = p.actor.trees
        for a in found:
            if a.do in (Do.DRAW_DECK, Do.DRAW_CARD):
                if (last and not p.drawn) or (a.do is Do.DRAW_DECK and unknown):
                    continue
            elif a.do is Do.SAPLING and last and not p.pending and not self.wish.include:
                if a.do in alike:
                    continue
                alike.add(a.do)
            elif a.do in (Do.HALF, Do.PLACE):
                opened = tuple((a.tree, side) in p.opened for side in range(4))
                key = (a.do, a.card, a.face, a.side, trees[a.tree], opened)
                if key in alike:
                    continue
                alike.add(key)
            if any(matches(a, gone) for gone in self.excluded):
                continue
            out.append(a)
        return out

    def replay(self, p: Position) -> tuple[Action, ...]:
        """The line of best play from the filled memory."""
        line: list[Action] = []
        done = 0
        while turn(p).kind != "over":
            target = self.memo[(normal(p), done)]
            clean = not p.pending and not p.drawn
            if clean and last_turn(p) and self._end(p, done) == target:
                break
            for a in self.moves(p):
                q, then = step(p, a), done | self._fulfils(a)
                worth = (
                    self._end(q, then) if turn(q).kind == "over" else self.memo[(normal(q), then)]
                )
                if worth == target:
                    line.append(a)
                    p, done = q, then
                    break
        return tuple(line)


def last_turn(p: Position) -> bool:
    """Whether no turn follows this one, so far."""
    return p.turns == 1 and not p.extra_turns and not p.gained


def _useful(grant: Grant | None) -> bool:
    """Whether an effect or bonus does more than draw."""
    return grant is not None and bool(
        grant.extra_turn
        or grant.place
        or grant.clearing_to_cave
        or grant.hand_to_cave
        or grant.play_paid
    )


def draws_only(item: Pending) -> bool:
    """Whether an open choice is to draw, and nothing else."""
    if item.what is What.MUSHROOM:
        return True
    if item.what not in (What.EFFECT, What.BONUS):
        return False
    species = SPECIES[item.species]
    return not _useful(species.effect if item.what is What.EFFECT else species.bonus)


def needs_hand(item: Pending) -> bool:
    """Whether it matters later in this turn which cards are in hand, or whether one follows."""
    if item.what is What.PAY and item.entry is not None:
        if item.entry.species == SAPLING:
            return False
        species = SPECIES[item.entry.species]
        return _useful(species.effect) or (item.entry.earned and _useful(species.bonus))
    if item.what in (What.EFFECT, What.BONUS):
        return not draws_only(item)
    return item.what in (What.FREE, What.GNAT, What.CAVE, What.MOLE)


def matches(a: Action, wanted: tuple[int, int]) -> bool:
    """Whether an action plays the card or the species of a wish."""
    if a.do not in (Do.TREE, Do.HALF, Do.SAPLING, Do.PLACE):
        return False
    card, species = wanted
    if card >= 0:
        return a.card == card
    if a.do is Do.SAPLING:
        return species == SAPLING
    return species == (CARDS[a.card].tree if a.do is Do.TREE else FACE_SPECIES[a.face])


def normal(p: Position) -> Any:
    """A key that is equal for positions with the same future."""
    me = p.seats[0]
    opened = p.opened
    trees = sorted(
        (tree.species, tree.slots, tuple(side for side in range(4) if (n, side) in opened))
        for n, tree in enumerate(me.trees)
    )
    return (
        tuple(trees),
        me.cards,
        p.clearing,
        me.cave,
        p.deck_size(),
        p.winters,
        p.turns,
        p.extra_turns,
        p.gained,
        p.drawn,
        p.pending,
    )


__all__ = ["Search", "search"]
