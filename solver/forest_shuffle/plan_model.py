"""A CP-SAT model of a whole challenge: what is played, paid, fetched and caved, as counts.

Cards of one name are one variable each way they can go: played for its cost (with or without an
earned bonus), placed free, face down, fetched from the clearing. Payments are counts of cards by
the symbols they show; what is paid and fetched back is a count of its own. Time enters as sums:
turns against plays and draws, extra turns, the hand limit before a draw, what Bears can find in
the clearing. Every legal play satisfies the model, so its optimum is an upper bound; a legal
order that reaches it (``sequence``) proves it.

What it holds exactly: forests, hand and clearing, no card coming from the deck. With a listed
deck its cards are free to use, and with a Mole played turns are free: then it is only a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    CLEARING_LIMIT,
    COST,
    FACE_SPECIES,
    FACE_SYMBOL,
    HAND_LIMIT,
    HIDDEN,
    SAPLING,
    SPECIES,
    SPECIES_NO,
    WINTER,
)
from leafwise.puzzles.forest_shuffle.position import Position

from ..pieces import NONE, Count, number, total
from .tableau import Tableau

GNAT, RACCOON, BEAR, MOLE = (
    SPECIES_NO[name] for name in ("gnat", "raccoon", "brown_bear", "mole")
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Cards that have to be played, or must not be, as (card, species) pairs; -1 fits any."""

    include: tuple[tuple[int, int], ...] = ()
    exclude: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Way:
    """One way to play a card: ``face`` -1 for a tree, ``species`` SAPLING face down.

    ``kind``: paid, bonus (paid with its symbol), free.
    """

    card: int
    species: int
    face: int
    side: int
    symbol: int
    kind: str
    count: Count

    @property
    def cost(self) -> int:
        """Cards to pay."""
        return 0 if self.species == SAPLING or self.kind == "free" else COST[self.species]


@dataclass
class PlanModel:
    """The model of a position between plays; ``extra``: cards that may be added to the hand."""

    p: Position
    wish: Wish = Wish()  # noqa: RUF009 - an immutable value
    extra: Mapping[int, int] = field(default_factory=dict)
    model: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    ways: list[Way] = field(default_factory=list)
    fetched: dict[int, Count] = field(default_factory=dict)
    added: dict[int, Count] = field(default_factory=dict)
    matched: dict[tuple[frozenset[int], int], Count] = field(default_factory=dict)
    again: dict[int, Count] = field(default_factory=dict)  # paid and fetched back, by symbol
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, me = self.p, self.p.seats[0]
        self.hand = Counter(me.cards)
        self.clearing = Counter(card for card in p.clearing if card < len(CARDS))
        self.deck = Counter() if not p.deck_known() else Counter(_cards(p))
        del self.deck[WINTER]
        self.cards = sorted({*self.hand, *self.clearing, *self.deck, *self.extra})
        self.supply = self.hand + self.clearing + self.deck + Counter(self.extra)
        self.exact = not any(card != WINTER for card in self.deck)
        if not self.exact:
            self.notes.append("the bound lets every card of the deck be drawn at once")
        self.turns = None if p.turns is None else p.turns + p.extra_turns
        for card in self.cards:
            self._card(card)
        self.slack = self._left()
        self._payments()
        self.raccooned = self._raccoons()
        self._time()
        self._cave()
        self._wishes()
        trees: dict[int, list[Count]] = {}
        faces: dict[tuple[int, int], list[Count]] = {}
        for way in self.ways:
            if way.face < 0:
                trees.setdefault(way.species, []).append(way.count)
            else:
                faces.setdefault((way.side, way.face), []).append(way.count)
        self.tableau = Tableau(
            self.model,
            me.trees,
            p.rivals(0),
            {species: total(counts) for species, counts in trees.items()},
            {key: total(counts) for key, counts in faces.items()},
        )
        self.value = self.tableau.score + me.cave + self.raccooned.expr + self.beared.expr

    def thrift(self) -> Any:
        """What a plan should have no more of than it needs, for a plain solution."""
        bonus = total(way.count for way in self.ways if way.kind == "bonus").expr
        return bonus + 2 * self.back.expr + self.taken + self.draws.expr

    # cards

    def _card(self, card: int) -> None:
        here = self.hand[card] + self.deck[card]
        self.fetched[card] = number(self.model, self.clearing[card], f"fetch {card}")
        self.added[card] = number(self.model, self.extra.get(card, 0), f"add {card}")
        copies = self.supply[card]
        before = len(self.ways)
        tree = CARDS[card].tree
        if tree >= 0:
            self._ways(card, tree, -1, -1, tree, copies)
        for side, face in CARDS[card].halves:
            self._ways(card, FACE_SPECIES[face], face, side, FACE_SYMBOL[face], copies)
        self._way(card, SAPLING, -1, -1, -1, "paid", copies)
        self.model.add(
            total(way.count for way in self.ways[before:]).expr
            <= here + self.fetched[card].expr + self.added[card].expr
        )

    def _ways(
        self, card: int, species: int, face: int, side: int, symbol: int, copies: int
    ) -> None:
        self._way(card, species, face, side, symbol, "paid", copies)
        bonus = SPECIES[species].bonus
        showing = sum(n for c, n in self.supply.items() if symbol in CARDS[c].symbols) - 1
        if bonus and (bonus.extra_turn or bonus.place) and 0 < COST[species] <= showing:
            self._way(card, species, face, side, symbol, "bonus", copies)
        if face >= 0 and SPECIES[species].symbols & _PLACED:
            self._way(card, species, face, side, symbol, "free", copies)

    def _way(
        self, card: int, species: int, face: int, side: int, symbol: int, kind: str, copies: int
    ) -> None:
        count = number(self.model, copies, f"{kind} {card} {species} {side}")
        self.ways.append(Way(card, species, face, side, symbol, kind, count))

    def played(self, species: int, kinds: Iterable[str] = ("paid", "bonus")) -> Count:
        """How often a species is played (not placed free)."""
        return total(w.count for w in self.ways if w.species == species and w.kind in kinds)

    def _left(self) -> dict[int, Any]:
        """Cards of each name that are not in the forest: they pay, go to the cave or stay."""
        out = {}
        for card in self.cards:
            used = total(way.count for way in self.ways if way.card == card)
            out[card] = (
                self.hand[card]
                + self.deck[card]
                + self.fetched[card].expr
                + self.added[card].expr
                - used.expr
            )
        return out

    # payments

    def _payments(self) -> None:
        bonus = [way for way in self.ways if way.kind == "bonus"]
        demand: dict[int, Any] = {}
        for way in bonus:
            demand[way.symbol] = demand.get(way.symbol, 0) + way.cost * way.count.expr
        sets: dict[frozenset[int], list[int]] = {}
        for card in self.cards:
            sets.setdefault(CARDS[card].symbols & frozenset(demand), []).append(card)
        most = sum(self.hand.values()) + sum(self.clearing.values()) + sum(self.deck.values())
        most += sum(self.extra.values())
        back = 2 * (self.turns or 0)
        for symbols, cards in sets.items():
            left = sum(self.slack[card] for card in cards)
            mine = []
            for symbol in sorted(symbols):
                count = number(self.model, most, f"match {sorted(symbols)} {symbol}")
                self.matched[symbols, symbol] = count
                mine.append(count)
            if mine:
                self.model.add(total(mine).expr <= left)
        for symbol, wanted in demand.items():
            shows = any(symbol in CARDS[card].symbols for card in self.cards)
            self.again[symbol] = number(self.model, back if shows else 0, f"again {symbol}")
            paid = [c.expr for (_, s), c in self.matched.items() if s == symbol]
            self.model.add(wanted <= sum(paid) + self.again[symbol].expr)
        self.again[-1] = number(self.model, back if self.cards else 0, "again")
        plain = sum(way.cost * way.count.expr for way in self.ways if way.kind == "paid")
        self.paid = plain + sum(demand.values())
        self.rest = sum(self.slack.values()) - total(self.matched.values()).expr
        self.plain = plain

    # time

    def _time(self) -> None:
        model = self.model
        self.back = total(self.again.values())
        self.draws = number(model, self.turns or 0, "draws")
        taken = total(self.fetched.values()).expr + self.back.expr
        if self.turns is not None:
            model.add(taken <= 2 * self.draws.expr)
        self.taken = taken
        plays = total(w.count for w in self.ways if w.kind != "free").expr
        extra = sum(
            extra_turns(way) * way.count.expr for way in self.ways if extra_turns(way)
        )
        self.moles = self.played(MOLE)
        if self.moles.most:
            self.exact = False
            self.notes.append("the bound gives a Mole all the turns it could want")
        if self.turns is not None:
            many = 2 * sum(way.count.most for way in self.ways)
            free = many * self.moles.expr if self.moles.most else 0
            model.add(plays + self.draws.expr <= self.turns + extra + free)
        placed: dict[str, Any] = {}
        for way in self.ways:
            bonus = SPECIES[way.species].bonus if way.kind == "bonus" else None
            if bonus and bonus.place:
                placed[bonus.place] = placed.get(bonus.place, 0) + way.count.expr
        for symbol in sorted(_PLACED):
            free = [
                w for w in self.ways if w.kind == "free" and symbol in SPECIES[w.species].symbols
            ]
            if not free:
                continue
            if symbol == "bat":
                gnats = self.played(GNAT)
                for way in free:
                    model.add(way.count.expr <= way.count.most * gnats.expr)
            else:
                model.add(total(w.count for w in free).expr <= placed.get(symbol, 0))
        self._hand_limit()

    def _hand_limit(self) -> None:
        """Before the last card taken at most nine were in hand; it serves something later.

        What lay in the clearing can be fetched only before it is wiped: at the first draw at
        least ``H - 9`` cards have left the hand of H, and at most ``9 - C`` of them as payments
        beside the C cards there. Plays with a cost bring at most two cards a payment out of the
        hand, so the rest must have left without one.
        """
        size = sum(self.hand.values())
        if self.turns is None or size < HAND_LIMIT or not self.exact:
            return
        most = len(self.p.clearing) + 2 * self.turns
        any_draw = self.model.new_bool_var("any draw")
        self.model.add(self.draws.expr <= self.turns * any_draw)
        gone = (
            total(way.count for way in self.ways).expr
            + self.paid
            + self.raccooned.expr
        )
        first = any(count.most for count in self.fetched.values())
        room = CLEARING_LIMIT - 1 - len(self.p.clearing)
        if first and room < 0:
            self.model.add(total(self.fetched.values()).expr == 0)
        elif first:
            early = self.model.new_bool_var("fetch")
            count = total(self.fetched.values())
            self.model.add(count.expr <= count.most * early)
            without = total(w.count for w in self.ways if not w.cost and self.hand[w.card]).expr
            without += self.raccooned.expr
            least = size - (HAND_LIMIT - 1) - 2 * room
            if least > 0:
                self.model.add(without >= least * early)
        slack = most + size
        added = total(self.added.values()).expr
        self.model.add(gone >= size + added + self.taken - (HAND_LIMIT - 1) - slack * (1 - any_draw))

    # cave

    def _raccoons(self) -> Count:
        """Cards that Raccoons put under the cave."""
        raccoons = self.played(RACCOON)
        most = sum(way.count.most for way in self.ways) if raccoons.most else 0
        caved = number(self.model, most, "raccooned")
        if most:
            self.model.add(caved.expr <= most * raccoons.expr)
        return caved

    def _cave(self) -> None:
        """Bears take what lies there, Raccoons what is in hand (rulings 9 and 18)."""
        self.model.add(
            self.plain + self.raccooned.expr <= self.rest + self.again[-1].expr
        )
        bears = self.played(BEAR)
        lying = len(self.p.clearing)
        once = max(lying, CLEARING_LIMIT - 1) + COST[BEAR]
        self.beared = number(self.model, once * bears.most, "beared")
        if not bears.most:
            return
        flips: Any = 0
        size = self.p.deck_size()
        if size != 0:
            trees = total(w.count for w in self.ways if w.face < 0)
            flipped = number(self.model, min(trees.most, size or trees.most), "flips")
            self.model.add(flipped.expr <= trees.expr)
            flips = flipped.expr
        later = CLEARING_LIMIT - 1 + COST[BEAR]
        self.model.add(self.beared.expr <= later * bears.expr + max(0, once - later))
        self.model.add(self.beared.expr <= once * bears.expr)
        self.model.add(self.beared.expr <= lying + self.paid + flips - self.taken)

    def _wishes(self) -> None:
        for card, species in self.wish.exclude:
            self.model.add(total(w.count for w in self.ways if _fits(w, card, species)).expr == 0)
        for card, species in self.wish.include:
            self.model.add(total(w.count for w in self.ways if _fits(w, card, species)).expr >= 1)


def _fits(way: Way, card: int, species: int) -> bool:
    return (card < 0 or way.card == card) and (species < 0 or way.species == species)


def _cards(p: Position) -> tuple[int, ...]:
    deck = p.deck
    cards = deck if isinstance(deck, tuple) else getattr(deck, "cards", ())
    return tuple(card for card in cards if card not in (HIDDEN,))


def extra_turns(way: Way) -> int:
    """Extra turns that a way of playing brings."""
    if way.kind == "free" or way.species == SAPLING:
        return 0
    species = SPECIES[way.species]
    turns = species.effect.extra_turn if species.effect else 0
    if way.kind == "bonus" and species.bonus:
        turns += species.bonus.extra_turn
    return turns


_PLACED = frozenset(
    grant.place for s in SPECIES for grant in (s.effect, s.bonus) if grant and grant.place
)

__all__ = ["PlanModel", "Way", "Wish", "extra_turns"]
