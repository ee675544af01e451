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
    SIDES,
    SPECIES,
    SPECIES_NO,
    WINTER,
)
from leafwise.puzzles.forest_shuffle.position import Position

from ..pieces import Count, number, total
from .tableau import Tableau

GNAT, RACCOON, BEAR, MOLE = (SPECIES_NO[name] for name in ("gnat", "raccoon", "brown_bear", "mole"))


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
    wish: Wish = Wish()
    extra: Mapping[int, int] = field(default_factory=dict)
    model: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    ways: list[Way] = field(default_factory=list)
    fetched: dict[int, Count] = field(default_factory=dict)
    added: dict[int, Count] = field(default_factory=dict)
    matched: dict[tuple[frozenset[int], int], Count] = field(default_factory=dict)
    again: dict[int, Count] = field(default_factory=dict)  # paid and fetched back, by symbol
    first: list[tuple[Way, Count]] = field(default_factory=list)  # before the first draw
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
        for way in bonus:  # the card and its payment are in hand together, all showing the symbol
            held = sum(
                self.hand[c] + self.deck[c] + self.fetched[c].expr + self.added[c].expr
                for c in self.cards
                if way.symbol in CARDS[c].symbols
            )
            some = way.count.expr
            if way.count.most > 1:
                some = self.model.new_bool_var("some")
                self.model.add(way.count.expr <= way.count.most * some)
            if way.count.most:
                self.model.add(held >= (way.cost + 1) * some)
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
        extra = sum(extra_turns(way) * way.count.expr for way in self.ways if extra_turns(way))
        self.moles = self.played(MOLE)
        if self.moles.most:
            self.exact = False
            self.notes.append("the bound lets a Mole play whatever a full hand holds")
        if self.turns is not None:
            listed = number(model, self._listed() * self.moles.most, "listed by Moles")
            if self.moles.most:
                model.add(listed.expr <= self._listed() * self.moles.expr)
                model.add(listed.expr <= plays)
            model.add(plays + self.draws.expr <= self.turns + extra + listed.expr)
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

    def _listed(self) -> int:
        """Most plays that one Mole can list: its hand, less itself and its payment."""
        size = sum(self.hand.values()) + sum(self.extra.values())
        return max(0, max(size, HAND_LIMIT) - 1 - COST[MOLE])

    def _hand_limit(self) -> None:
        """With ten or more in hand (H): nothing is drawn until all but nine have left it.

        The cards that left before the first draw are a part of the plan on their own: played from
        the hand, on trees that were there, paid from the hand, within the turns. What lay in the
        clearing (C cards) is wiped at ten, so it can be fetched only if at most ``9 - C`` cards
        were paid by then. After the last draw something still uses what was drawn.
        """
        size = sum(self.hand.values())
        if self.turns is None or size < HAND_LIMIT or not self.exact:
            return
        model = self.model
        drawing = model.new_bool_var("drawing")
        model.add(self.draws.expr <= self.turns * drawing)
        room = CLEARING_LIMIT - 1 - len(self.p.clearing)
        early = model.new_bool_var("fetching") if room >= 0 else 0
        count = total(self.fetched.values())
        model.add(count.expr <= count.most * early)
        added = total(self.added.values()).expr
        first = self.first = self._first_part()
        paid = sum(way.cost * n.expr for way, n in first)
        plays = sum(n.expr for way, n in first if way.kind != "free")
        extra = sum(extra_turns(way) * n.expr for way, n in first if extra_turns(way))
        model.add(plays + self.draws.expr <= self.turns + extra).only_enforce_if(drawing)
        raccoons = total(n for way, n in first if way.species == RACCOON and way.kind != "free")
        caved = number(model, size if raccoons.most else 0, "caved first")
        if caved.most:
            model.add(caved.expr <= size * raccoons.expr)
            model.add(caved.expr <= self.raccooned.expr)
        left = sum(n.expr for _, n in first) + paid + caved.expr
        model.add(left <= size + added)
        model.add(left >= size + added - (HAND_LIMIT - 1)).only_enforce_if(drawing)
        if room >= 0:
            most = sum(way.cost * n.most for way, n in first)
            model.add(paid <= room + max(0, most - room) * (1 - early))
        gone = total(way.count for way in self.ways).expr + self.paid + self.raccooned.expr
        least = size + added + self.taken - (HAND_LIMIT - 1)
        model.add(gone >= least).only_enforce_if(drawing)

    def _first_part(self) -> list[tuple[Way, Count]]:
        """How many of each way come before the first draw: on slots that are there by then."""
        model = self.model
        first = []
        for number_, way in enumerate(self.ways):
            most = min(way.count.most, self.hand[way.card] + self.extra.get(way.card, 0))
            count = number(model, most, f"first {number_}")
            if count.most:
                model.add(count.expr <= way.count.expr)
                first.append((way, count))
        trees = self.p.seats[0].trees
        grown = total(n for way, n in first if way.face < 0)
        for side in range(len(SIDES)):
            lying = [n for way, n in first if way.side == side and not _shares(way)]
            free = sum(not tree.slots[side] for tree in trees)
            if lying:
                model.add(total(lying).expr <= free + grown.expr)
        for card in self.cards:
            if self.hand[card]:
                here = [n for way, n in first if way.card == card]
                model.add(total(here).expr <= self.hand[card] + self.added[card].expr)
        for symbol in sorted(_PLACED - {"bat"}):
            free_ways = [
                n
                for way, n in first
                if way.kind == "free" and symbol in SPECIES[way.species].symbols
            ]
            sources = [n for way, n in first if way.kind == "bonus" and _bonus_place(way) == symbol]
            if free_ways:
                model.add(total(free_ways).expr <= total(sources).expr)
        gnats = total(n for way, n in first if way.species == GNAT)
        for way, n in first:
            if way.kind == "free" and "bat" in SPECIES[way.species].symbols:
                model.add(n.expr <= n.most * gnats.expr)
        for tree in sorted({way.symbol for way, _ in first if way.kind == "bonus"}):
            wanted = sum(
                way.cost * n.expr for way, n in first if way.kind == "bonus" and way.symbol == tree
            )
            used = [n for way, n in first if tree in CARDS[way.card].symbols]
            showing = sum(
                n + self.extra.get(c, 0) for c, n in self.hand.items() if tree in CARDS[c].symbols
            )
            model.add(wanted + total(used).expr <= showing)
            stays = sum(
                self.slack[c] for c, n in self.hand.items() if n and tree in CARDS[c].symbols
            )
            model.add(wanted <= self.again[tree].expr + stays)
        return first

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
        self.model.add(self.plain + self.raccooned.expr <= self.rest + self.again[-1].expr)
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


def _shares(way: Way) -> bool:
    """Whether several cards of this species may lie in one slot."""
    return way.species != SAPLING and SPECIES[way.species].share_slot > 1


def _bonus_place(way: Way) -> str:
    """The symbol that the bonus lets its player place free."""
    bonus = SPECIES[way.species].bonus
    return bonus.place if bonus else ""


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
