"""A CP-SAT model of a whole challenge: what is played, paid, fetched and caved, as counts.

Nothing comes from the deck, so time matters only between draws: a plan is a row of *stages*, each
a block of draw actions followed by plays whose order within the stage hardly matters. Cards of
one name are one variable for each way and stage. One stage may be *loose*: it holds further draws
among its plays without saying when, and what was paid there may be fetched and pay again. With a
loose last stage every legal play of so many blocks or more satisfies the model, so its optimum is
an upper bound; without a loose stage a solution is a plan that only lacks an order
(``sequence``), and a legal order proves the value. In a *split* model a stage also ends where the
clearing is emptied, which leaves almost nothing to the order.

What it holds exactly: forests, hand and clearing, wipes, Bears, Raccoons, Mole lists, no card
coming from the deck. With a listed deck its cards are free to use: then it is only a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    COST,
    FACE_SPECIES,
    FACE_SYMBOL,
    HIDDEN,
    SAPLING,
    SPECIES,
    WINTER,
)
from leafwise.puzzles.forest_shuffle.position import Position

from ..pieces import NONE, Answer, Count, number, total, worth
from ..relaxation import Relaxation
from .dates import date
from .stages import Stages
from .tableau import Tableau
from .ways import PLACED, Way, Wish, fits

_LONG = 60  # turns where no end is given


@dataclass
class PlanModel:
    """The model of a position between plays, with ``blocks`` blocks of draws.

    ``extra``: cards that may be added to the hand; ``loose``: the stage that may hold further
    draws (-1: none does, so the model covers only plans with so many blocks);
    ``split``: whether stages end where the clearing is emptied, with no draws after it if need be;
    ``caps``: what counts in the score's products can be at most, from ``capped``.
    """

    p: Position
    wish: Wish = field(default_factory=Wish)
    extra: Mapping[int, int] = field(default_factory=dict)
    blocks: int = 1
    loose: int = 1
    split: bool = False
    caps: Mapping[str, int] = field(default_factory=dict)
    model: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    ways: list[Way] = field(default_factory=list)
    added: dict[int, Count] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, me = self.p, self.p.seats[0]
        self.hand = Counter(me.cards)
        self.clearing = Counter(card for card in p.clearing if card < len(CARDS))
        self.deck = Counter() if not p.deck_known() else Counter(_cards(p))
        del self.deck[WINTER]
        self.cards = sorted({*self.hand, *self.clearing, *self.deck, *self.extra})
        self.supply = self.hand + self.clearing + self.deck + Counter(self.extra)
        self.exact = not self.deck
        if not self.exact:
            self.blocks, self.loose = 1, 0
            self.notes.append("the bound lets every card of the deck be drawn at once")
        self.turns = _LONG if p.turns is None else p.turns + p.extra_turns
        for card in self.cards:
            self.added[card] = number(self.model, self.extra.get(card, 0), f"add {card}")
            self._ways(card)
        self.stages = Stages(self)
        self._wishes()
        trees, faces = self._grown()
        self.tableau = Tableau(self.model, me.trees, p.rivals(0), trees, faces, self.caps)
        date(self.stages, self.tableau)
        self.value = self.tableau.score + me.cave + self.stages.caved

    def capped(self) -> dict[str, int]:
        """What each gated count of the score can be at most beside the card that counts it.

        By the linear relaxation: it holds in every model whose solutions are solutions of this one.
        """
        relaxed = Relaxation(self.model)
        caps = {}
        for name, (term, literal) in self.tableau.gates.items():
            if term.most > 1 and not isinstance(literal, int):
                most = relaxed.most(term.expr, literal)
                if most is not None:
                    caps[name] = most
        return caps

    def thrift(self) -> Any:
        """What a plan should have no more of than it needs, for a plain solution."""
        bonus = total(way.count for way in self.ways if way.kind == "bonus").expr
        return bonus + 20 * self.stages.hurry.expr + 2 * self.stages.draws + self.stages.listed

    def same(self, other: PlanModel, answer: Answer) -> None:
        """Ask for the forest of another model's solution, and no fewer points."""
        for species, count in other.tableau.trees.items():
            self.model.add(self.tableau.trees[species].expr == worth(answer, count.expr))
        for face, count in other.tableau.faces.items():
            self.model.add(self.tableau.faces[face].expr == worth(answer, count.expr))
        self.model.add(self.value >= worth(answer, other.value))

    # cards

    def _ways(self, card: int) -> None:
        tree = CARDS[card].tree
        if tree >= 0:
            self._kinds(card, tree, -1, -1, tree)
        for side, face in CARDS[card].halves:
            self._kinds(card, FACE_SPECIES[face], face, side, FACE_SYMBOL[face])

    def _kinds(self, card: int, species: int, face: int, side: int, symbol: int) -> None:
        kinds = ["paid"]
        bonus = SPECIES[species].bonus
        showing = sum(n for c, n in self.supply.items() if symbol in CARDS[c].symbols) - 1
        if bonus and (bonus.extra_turn or bonus.place) and 0 < COST[species] <= showing:
            kinds.append("bonus")
        if face >= 0 and SPECIES[species].symbols & PLACED:
            kinds.append("free")
        early = self.hand[card] + self.deck[card] + self.extra.get(card, 0)
        loose_start = self.loose == 0
        for kind in kinds:
            name = f"{kind} {card} {species} {side}"
            stages = tuple(
                number(self.model, self.supply[card] if k or loose_start else early, f"{name} {k}")
                for k in range(self.blocks + 1)
            )
            count = number(self.model, self.supply[card], name)
            self.model.add(total(stages).expr == count.expr)
            self.ways.append(Way(card, species, face, side, symbol, kind, count, stages))

    def _grown(self) -> tuple[dict[int, Count], dict[tuple[int, int], Count]]:
        """What is added to the forest; a card counts once, however many ways it has."""
        trees: dict[int, list[Way]] = {}
        faces: dict[tuple[int, int], list[Way]] = {}
        for way in self.ways:
            if way.face < 0:
                trees.setdefault(way.species, []).append(way)
            else:
                faces.setdefault((way.side, way.face), []).append(way)
        grown = {species: self._sum(ways) for species, ways in trees.items()}
        grown[SAPLING] = total(self.stages.saplings)
        return grown, {key: self._sum(ways) for key, ways in faces.items()}

    def supply_of(self, species: int) -> int:
        """How many cards can be played as a species."""
        return sum(self.supply[c] for c in {w.card for w in self.ways if w.species == species})

    def _sum(self, ways: list[Way]) -> Count:
        most = sum(self.supply[card] for card in {way.card for way in ways})
        return Count(total(way.count for way in ways).expr, 0, most)

    def _wishes(self) -> None:
        """Wishes; a card that is named may also lie face down."""
        saplings = total(self.stages.saplings)
        for card, species in self.wish.exclude:
            counts = [w.count for w in self.ways if fits(w, card, species)]
            if species == SAPLING:
                counts.append(saplings)
            self.model.add(total(counts).expr == 0)
        for card, species in self.wish.include:
            counts = [w.count for w in self.ways if fits(w, card, species)]
            if species == SAPLING or card in self.cards:
                counts.append(saplings)
            self.model.add(total(counts or [NONE]).expr >= 1)


def _cards(p: Position) -> tuple[int, ...]:
    deck = p.deck
    cards = deck if isinstance(deck, tuple) else getattr(deck, "cards", ())
    return tuple(card for card in cards if card not in (HIDDEN,))


__all__ = ["PlanModel", "Way", "Wish"]
