"""From counts to moves: a legal order for what the plan model chose.

The stages give the frame: the block of draws, then the plays of the stage, trees first. What is
left to find is the order within a stage (when the clearing is wiped or a Bear takes it, so that
what is fetched later still lies there), who pays with what, what a Mole lists, and which tree
takes which card. Orders are built turn by turn by priorities that carry some noise, so that a
failed order is followed by another one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from leafwise.puzzles.forest_shuffle import scoring
from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    CLEARING_LIMIT,
    HAND_LIMIT,
    SAPLING,
    SPECIES,
)
from leafwise.puzzles.forest_shuffle.position import Position

from .arrange import laid
from .assign import assigned
from .chosen import Counts, Play, Stage
from .clearing import payment_class
from .ways import BEAR, MOLE, RACCOON, Way, extra_turns, places

_HIDDEN = len(CARDS) + 1  # a card turned up that nobody knows
_EASY = 8  # tries before payments become random


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of a plan: cards ``taken``, or a ``way`` played on a spot with all that it does.

    ``free`` and ``caved`` include what the plays that a Mole ``listed`` place and put away.
    """

    taken: tuple[int, ...] = ()
    way: Way | None = None
    card: int = -1
    spot: int = -1
    paid: tuple[int, ...] = ()
    free: tuple[tuple[Way, int], ...] = ()
    caved: tuple[int, ...] = ()
    listed: tuple[Step, ...] = ()


@dataclass(slots=True)
class Order:
    """An order that works: its steps and the points under the cave at its end."""

    steps: list[Step]
    cave: int


class _Stuck(Exception):
    """This order leads nowhere."""


@dataclass(slots=True)
class _Try:
    """One attempt at an order."""

    p: Position
    counts: Counts
    rng: random.Random
    noise: float
    barred: frozenset[int] = frozenset()  # cards that must not lie face down
    steps: list[Step] = field(default_factory=list)
    hand: Counter[int] = field(default_factory=Counter)
    clearing: Counter[int] = field(default_factory=Counter)
    keep: Counter[int] = field(default_factory=Counter)  # to lie in the clearing later
    rest: Counter[int] = field(default_factory=Counter)
    matched: dict[int, Counter[int]] = field(default_factory=dict)
    there: set[int] = field(default_factory=set)
    emptying: bool = False
    todo: list[Play] = field(default_factory=list)
    free: list[Play] = field(default_factory=list)
    turns: int = 0
    flips: int = 0
    cave: int = 0

    def run(self) -> Order:
        """Play stage by stage; raises _Stuck."""
        p, me = self.p, self.p.seats[0]
        self.hand, self.clearing = Counter(me.cards), Counter(p.clearing)
        self.there = {n for n, spot in enumerate(self.counts.spots) if spot.old >= 0}
        size = p.deck_size()
        self.flips = len(CARDS) if size is None else size
        self.turns, self.cave = (p.turns or 0) + p.extra_turns, me.cave
        self._part()
        if not assigned(self.counts, self.rng, self.noise):
            raise _Stuck
        for k, stage in enumerate(self.counts.stages):
            self.keep = stage.lies
            self._draws(stage)
            self._stage(k, stage)
        return Order(self.steps, self.cave)

    def _part(self) -> None:
        """Choose which plays come after the clearing was emptied, as many of each class as chosen.

        What costs nothing comes when its tree is there.
        """
        for k, stage in enumerate(self.counts.stages):
            mine = [play for play in self.counts.plays if play.stage == k]
            for play in mine:
                play.late = stage.emptied and play.way.face >= 0
            if stage.emptied:
                for cls, n in sorted(stage.after.items()):
                    fits = [p for p in mine if p.way.cost and payment_class(p.way) == cls]
                    self.rng.shuffle(fits)
                    for m, play in enumerate(fits):
                        play.late = m < n
                for play in mine:
                    if play.way.cost and not stage.after[payment_class(play.way)]:
                        play.late = False

    # draws

    def _draws(self, stage: Stage) -> None:
        need = Counter(stage.fetch)
        for _ in range(stage.draws):
            if self.turns <= 0:
                raise _Stuck
            self.turns -= 1
            taken: list[int] = []
            while len(taken) < 2 and self.hand.total() < HAND_LIMIT:
                known = sorted(c for c, n in self.clearing.items() if n > 0 and c < len(CARDS))
                if not known:
                    if self.clearing.total():
                        raise _Stuck
                    break
                wanted = [c for c in known if need[c] > 0]
                spare = [c for c in known if self.clearing[c] > self.keep[c]]
                card = self.rng.choice(wanted or spare or known)
                need[card] -= 1
                self.clearing[card] -= 1
                self.hand[card] += 1
                taken.append(card)
            if not taken:
                raise _Stuck
            self.steps.append(Step(taken=tuple(taken)))
        if +need:
            raise _Stuck

    # the plays of a stage

    def _stage(self, k: int, stage: Stage) -> None:
        self.rest = Counter(stage.rest)
        self.matched = {symbol: Counter(cards) for symbol, cards in stage.matched.items()}
        mine = [play for play in self.counts.plays if play.stage == k]
        self.todo = [play for play in mine if play.way.played]
        self.free = [play for play in mine if not play.way.played]
        listed = self._listed(stage)
        self.emptying = stage.emptied
        while self.todo:
            if self.turns <= 0:
                raise _Stuck
            ready = [play for play in self.todo if self._possible(play)]
            if listed:  # what a Mole lists waits for it
                ready = [play for play in ready if not any(play is other for other in listed)]
            if not ready:
                raise _Stuck
            scores = [self._score(play, stage) for play in ready]
            play = ready[scores.index(max(scores))]
            self.turns -= 1
            taken = listed if play.way.species == MOLE else []
            self._turn(play, taken, stage)
            if play.way.species == MOLE:
                listed = []
        if self.free or listed:
            raise _Stuck

    def _listed(self, stage: Stage) -> list[Play]:
        """Which plays the first Mole lists: as many of each cost as the model chose."""
        out: list[Play] = []
        order = sorted(
            self.todo, key=lambda play: (_shared(play, self.counts), self.rng.random() * self.noise)
        )
        for cost, n in stage.listed.items():
            fits = [play for play in order if _cost_class(play.way) == cost]
            out += fits[-n:] if self.noise and self.rng.random() < 0.5 else fits[:n]
        return out

    def _possible(self, play: Play) -> bool:
        way = play.way
        if way.face >= 0 and play.spot not in self.there:
            return False
        return way.species == SAPLING or self.hand[way.card] > 0

    def _score(self, play: Play, stage: Stage) -> float:
        way = play.way
        score = self.rng.random() * self.noise
        left = len(self.todo) - stage.listed.total()
        if way.face < 0:
            score += 2.0
        if extra_turns(way):
            score += 1.0 + 4.0 * (self.turns <= 1 and left > 1)
        if places(way):
            score -= 1.0
        if way.species == RACCOON:
            score -= 2.0
        if way.species == MOLE:
            score -= 1.5
        if self._awaiting():  # what is left of the others is played first, its dearest last
            if play.late:
                score -= 12.0
            elif way.species == BEAR:
                score -= 9.0
            else:
                score -= way.cost
        return score

    def _turn(self, play: Play, listed: list[Play], stage: Stage) -> None:
        """One turn: the play, or a Mole with all that it lists; then the clearing check."""
        steps = [self._put(play)]
        order = sorted(listed, key=lambda other: (other.way.face >= 0, self.rng.random()))
        for other in order:
            if not self._possible(other):
                raise _Stuck
            steps.append(self._put(other))
        free: list[tuple[Way, int]] = []
        caved: list[int] = []
        for done in [play, *order]:
            way = done.way
            if way.species == BEAR:
                self.cave += self.clearing.total()
                self.clearing.clear()
            elif way.species == RACCOON:
                caved += self._put_away(stage)
            self.turns += extra_turns(way)
            free += self._place_free(way)
        if self.clearing.total() >= CLEARING_LIMIT:
            self.clearing.clear()
        first = steps[0]
        self.steps.append(
            Step(
                (),
                first.way,
                first.card,
                first.spot,
                first.paid,
                tuple(free),
                tuple(sorted(caved)),
                tuple(steps[1:]),
            )
        )

    def _put(self, play: Play) -> Step:
        way = play.way
        self.todo = [other for other in self.todo if other is not play]
        card = way.card
        if way.species == SAPLING:
            card = self._token(self.rest, lambda c: c not in self.barred, last=True)
        self.hand[card] -= 1
        paid = self._pay(way, self.emptying and not play.late)
        if way.face < 0:
            self.there.add(play.spot)
            if self.flips > 0:
                self.flips -= 1
                self.clearing[_HIDDEN] += 1
        return Step((), way, card, play.spot, tuple(sorted(paid)))

    def _pay(self, way: Way, before: bool) -> list[int]:
        """What pays for a play, ``before`` the clearing is emptied or not."""
        tokens = self.matched.get(way.symbol, Counter()) if way.kind == "bonus" else self.rest
        paid: list[int] = []
        for _ in range(way.cost):
            card = self._token(tokens, lambda c: True, last=before)
            self.hand[card] -= 1
            self.clearing[card] += 1
            paid.append(card)
        return paid

    def _awaiting(self) -> bool:
        """Whether the clearing is still going to be emptied in this stage."""
        return self.emptying and any(p.way.cost and not p.late for p in self.todo)

    def _token(self, tokens: Counter[int], fits: Callable[[int], bool], last: bool) -> int:
        """A card that the stage lets go; what is fetched later first, or ``last``."""
        options = [c for c, n in tokens.items() if n > 0 and self.hand[c] > 0 and fits(c)]
        if not options:
            raise _Stuck
        if last:
            pools = [self.rest, *self.matched.values()]
            stays: Counter[int] = Counter() if self._awaiting() else self.clearing
            best = [c for c in options if sum(p[c] for p in pools) + stays[c] > self.keep[c]]
        else:
            best = [c for c in options if self.clearing[c] < self.keep[c]]
        best = best or options
        card = self.rng.choice(sorted(best)) if self.noise else min(best)
        tokens[card] -= 1
        return card

    def _put_away(self, stage: Stage) -> list[int]:
        """What the stage lets go and nothing else in it needs goes under the cave."""
        others = sum(play.way.cost for play in self.todo if play.way.kind == "paid")
        others += sum(play.way.species == SAPLING for play in self.todo)
        more = any(play.way.species == RACCOON for play in self.todo)
        spare = min(max(0, self.rest.total() - others), stage.caved)
        if more:
            spare = self.rng.randint(0, spare)
        out = []
        for _ in range(spare):
            card = self._token(self.rest, lambda c: True, last=True)
            self.hand[card] -= 1
            out.append(card)
        self.cave += len(out)
        return out

    def _place_free(self, way: Way) -> list[tuple[Way, int]]:
        symbol = places(way)
        if not symbol:
            return []
        ready = [
            play
            for play in self.free
            if symbol in SPECIES[play.way.species].symbols
            and play.spot in self.there
            and self.hand[play.way.card] > 0
        ]
        if symbol != "bat":
            ready = ready[:1]
        for play in ready:
            self.free = [other for other in self.free if other is not play]
            self.hand[play.way.card] -= 1
            if self.hand[play.way.card] < 0:
                raise _Stuck
        return [(play.way, play.spot) for play in ready]


def _cost_class(way: Way) -> int:
    return -1 if way.species == MOLE else way.cost


def _shared(play: Play, counts: Counts) -> bool:
    """Whether a card lies in a slot with another new one (not possible within one Mole list)."""
    if play.way.face < 0:
        return False
    return sum(side == play.way.side for side, _ in counts.spots[play.spot].cards) > 1


def ordered(
    p: Position,
    counts: Counts,
    seed: int,
    tries: int,
    over: Callable[[], bool],
    barred: frozenset[int] = frozenset(),
) -> Iterator[Order]:
    """Orders that work, among ``tries`` attempts; ever better ones, by forest and cave.

    An order also says on which trees the cards lie: ``counts.spots`` are those of the last one.
    """
    rng = random.Random(seed)
    rivals = p.rivals(0)
    best = -1
    for n in range(tries):
        if n % 16 == 15 and over():
            return
        try:
            found = _Try(p, counts, rng, 0.0 if n == 0 else 1.0 if n < _EASY else 3.0, barred).run()
        except _Stuck:
            continue
        value = scoring.total(laid(counts.forest, counts.spots), found.cave, rivals)
        if value > best:
            best = value
            yield found


__all__ = ["Order", "Step", "ordered"]
