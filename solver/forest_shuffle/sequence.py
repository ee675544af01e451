"""From counts to moves: a legal order for what the plan model chose.

An order is built turn by turn: among the plays whose tree, card and payment are there, and the
draw of what is still to be fetched, the one with the highest priority goes first. Priorities
follow what can go wrong (turns that run out, cards wiped from the clearing, Bears and Raccoons
played too early) and carry some noise, so that a failed order is followed by another one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    CLEARING_LIMIT,
    HAND_LIMIT,
    SAPLING,
    SPECIES,
)
from leafwise.puzzles.forest_shuffle.position import Position

from ..pieces import Answer, worth
from .arrange import Spot, spots
from .plan_model import BEAR, GNAT, RACCOON, PlanModel, Way, extra_turns


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of a plan: cards ``taken``, or a ``way`` played on a spot with all that it does."""

    taken: tuple[int, ...] = ()
    way: Way | None = None
    spot: int = -1
    paid: tuple[int, ...] = ()
    free: tuple[tuple[Way, int], ...] = ()
    caved: tuple[int, ...] = ()


@dataclass(slots=True)
class Counts:
    """What a solution of the plan model chose, as plain numbers."""

    ways: list[Way]  # paid plays, one entry each
    free: list[Way]
    spots: list[Spot]
    matched: dict[int, Counter[int]]  # symbol -> cards that pay for bonuses
    plain: Counter[int]  # cards left for other payments, or to stay
    again: Counter[int]  # symbol (-1: any) -> payments that are fetched back
    fetch: Counter[int]
    first: Counter[tuple[int, int, int, str]]  # ways played before the first draw
    value: int
    cave: int  # of the value


def chosen(plan: PlanModel, answer: Answer) -> Counts:
    """Read a solution."""
    ways: list[Way] = []
    free: list[Way] = []
    for way in plan.ways:
        (free if way.kind == "free" else ways).extend([way] * worth(answer, way.count.expr))
    left = Counter({card: worth(answer, expr) for card, expr in plan.slack.items()})
    matched: dict[int, Counter[int]] = {}
    for (symbols, symbol), count in plan.matched.items():
        for _ in range(worth(answer, count.expr)):
            demand = frozenset(s for _, s in plan.matched)
            card = next(
                c for c in plan.cards if left[c] > 0 and CARDS[c].symbols & demand == symbols
            )
            left[card] -= 1
            matched.setdefault(symbol, Counter())[card] += 1
    caved = worth(answer, plan.raccooned.expr) + worth(answer, plan.beared.expr)
    return Counts(
        ways,
        free,
        spots(plan.tableau, answer),
        matched,
        +left,
        Counter({s: worth(answer, c.expr) for s, c in plan.again.items()}),
        +Counter({c: worth(answer, f.expr) for c, f in plan.fetched.items()}),
        +Counter({_key(way): worth(answer, n.expr) for way, n in plan.first}),
        worth(answer, plan.value),
        plan.p.seats[0].cave + caved,
    )


def _key(way: Way) -> tuple[int, int, int, str]:
    return way.card, way.species, way.side, way.kind


@dataclass(slots=True)
class Order:
    """An order that works: its steps and the cave at its end."""

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
    steps: list[Step] = field(default_factory=list)
    hand: Counter[int] = field(default_factory=Counter)
    clearing: Counter[int] = field(default_factory=Counter)
    todo: list[tuple[Way, int]] = field(default_factory=list)
    free: list[tuple[Way, int]] = field(default_factory=list)
    there: set[int] = field(default_factory=set)
    need: Counter[int] = field(default_factory=Counter)
    plain: Counter[int] = field(default_factory=Counter)
    matched: dict[int, Counter[int]] = field(default_factory=dict)
    again: Counter[int] = field(default_factory=Counter)
    first: Counter[tuple[int, int, int, str]] = field(default_factory=Counter)
    turns: int = 0
    flips: int = 0
    cave: int = 0

    def run(self) -> Order:
        """Play until nothing is left to play; raises _Stuck."""
        p, counts = self.p, self.counts
        me = p.seats[0]
        self.hand, self.clearing = Counter(me.cards), Counter(p.clearing)
        self.need, self.plain = Counter(counts.fetch), Counter(counts.plain)
        self.matched = {symbol: Counter(cards) for symbol, cards in counts.matched.items()}
        self.again = Counter(counts.again)
        fetching = counts.fetch.total() + counts.again.total()
        self.first = Counter(counts.first) if fetching else Counter()
        self.there = {n for n, spot in enumerate(counts.spots) if spot.old >= 0}
        size = p.deck_size()
        self.flips = len(CARDS) if size is None else size
        self.turns, self.cave = (p.turns or 0) + p.extra_turns, me.cave
        self._assign()
        while self.todo:
            if self.turns <= 0:
                raise _Stuck
            self._turn()
        if self.free:
            raise _Stuck
        return Order(self.steps, self.cave)

    def _assign(self) -> None:
        """Which card goes to which spot; alike cards in random order."""
        pools: dict[tuple[int, int, int], list[tuple[Way, bool]]] = {}
        for ways, is_free in ((self.counts.ways, False), (self.counts.free, True)):
            for way in ways:
                key = (-1, -1, way.species) if way.face < 0 else (way.side, way.face, -1)
                pools.setdefault(key, []).append((way, is_free))
        for pool in pools.values():
            self.rng.shuffle(pool)
        for n, spot in enumerate(self.counts.spots):
            keys = [(side, face, -1) for side, face in spot.cards]
            if spot.old < 0:
                keys.append((-1, -1, spot.species))
            for key in keys:
                way, is_free = pools[key].pop()
                (self.free if is_free else self.todo).append((way, n))

    # one turn

    def _turn(self) -> None:
        best: tuple[float, tuple[Way, int] | None] = (-1e9, None)
        bears = any(way.species == BEAR for way, _ in self.todo)
        lying = self.clearing.total()
        wanted = sum(min(n, self.clearing[c]) for c, n in self.need.items())
        room = HAND_LIMIT - self.hand.total()
        spare = self._spare_turns()
        if wanted and room >= 1:
            full = min(2, room) >= min(2, wanted)
            best = ((2.5 if full else -1.0) + self.rng.random() * 3, None)
        seen: set[tuple[int, int, str]] = set()
        for item in self.todo:
            way, spot = item
            key = (way.card, spot, way.kind)
            if key in seen or not self._possible(way, spot):
                continue
            seen.add(key)
            score = self._score(way, lying, wanted, bears, spare) + self.rng.random() * 2
            if score > best[0]:
                best = (score, item)
        if best[0] == -1e9:
            raise _Stuck
        self.turns -= 1
        if best[1] is None:
            self._draw()
        else:
            self._play(*best[1])

    def _spare_turns(self) -> int:
        return self.turns - len(self.todo)

    def _score(self, way: Way, lying: int, wanted: int, bears: bool, spare: int) -> float:
        score = 0.0
        if self.first and self.hand.total() >= HAND_LIMIT:  # what makes room for a draw
            score += 4.0 * (self.first[_key(way)] > 0)
        after = lying + way.cost + (way.face < 0 and self.flips > 0)
        if way.species == BEAR:
            score += -4.0 + (lying if lying < CLEARING_LIMIT else 5) * 0.4
            score -= 6.0 * (wanted > 0)
        elif after >= CLEARING_LIMIT:
            score -= 6.0 * (wanted > 0) + 4.0 * bears
        if way.species == RACCOON:  # a Raccoon also makes room for what is still to be fetched
            score += 3.0 if wanted and self.hand.total() > HAND_LIMIT - 2 else -3.0
        if way.face < 0:
            score += 1.0
        if extra_turns(way):
            score += 1.0 + 2.0 * (spare < 0)
        symbol = _places(way)
        if symbol:
            ready = self._ready(symbol, way, -1)
            score += 1.0 if ready else -3.0
        return score

    def _possible(self, way: Way, spot: int) -> bool:
        if not self.hand[way.card] or (way.face >= 0 and spot not in self.there):
            return False
        if not way.cost:
            return True
        self.hand[way.card] -= 1
        tokens = self.matched.get(way.symbol, Counter()) if way.kind == "bonus" else self.plain
        have = sum(min(n, self.hand[card]) for card, n in tokens.items())
        symbol = way.symbol if way.kind == "bonus" else -1
        if have < way.cost and self.again[symbol]:
            others = sum(
                n
                for card, n in self.hand.items()
                if card < len(CARDS) and (symbol < 0 or symbol in CARDS[card].symbols)
            )
            have = min(others, have + self.again[symbol])
        self.hand[way.card] += 1
        return have >= way.cost

    def _ready(self, symbol: str, way: Way, spot: int) -> list[tuple[Way, int]]:
        """Free cards with the symbol that can be placed now, by the play of ``way``."""
        out = []
        hand = Counter(self.hand)
        hand[way.card] -= spot < 0
        for free, at in self.free:
            fits = symbol in SPECIES[free.species].symbols
            if fits and hand[free.card] > 0 and (at in self.there or at == spot):
                hand[free.card] -= 1
                out.append((free, at))
        return out

    def _draw(self) -> None:
        """Take two of what is needed; a second card is compulsory while anything lies there."""
        self.first.clear()
        taken: list[int] = []
        while len(taken) < 2 and self.hand.total() < HAND_LIMIT:
            known = sorted(c for c, n in self.clearing.items() if n and c < len(CARDS))
            if not known:
                if taken and self.clearing.total():
                    raise _Stuck
                break
            wanted = [c for c in known if self.need[c]]
            card = self.rng.choice(wanted or known)
            self.need[card] -= bool(wanted)
            if not wanted:
                self.plain[card] += 1
            self.clearing[card] -= 1
            self.hand[card] += 1
            taken.append(card)
        self.steps.append(Step(taken=tuple(taken)))

    def _play(self, way: Way, spot: int) -> None:
        self.todo.remove((way, spot))
        self.first[_key(way)] -= 1
        self.hand[way.card] -= 1
        paid = self._pay(way)
        if way.species != SAPLING:
            for card in paid:
                self.clearing[card] += 1
        if way.face < 0:
            self.there.add(spot)
            if self.flips > 0 and self.p.deck_size() != 0:
                self.flips -= 1
                self.clearing[len(CARDS) + 1] += 1
        caved: list[int] = []
        if way.species == BEAR:
            self.cave += self.clearing.total()
            self.clearing.clear()
        elif way.species == RACCOON:
            caved = self._keepless()
            self.cave += len(caved)
        self.turns += extra_turns(way)
        free = self._place_free(way, spot)
        if self.clearing.total() >= CLEARING_LIMIT:
            self.clearing.clear()
        self.steps.append(Step((), way, spot, tuple(sorted(paid)), free, tuple(sorted(caved))))

    def _pay(self, way: Way) -> list[int]:
        paid: list[int] = []
        symbol = way.symbol if way.kind == "bonus" else -1
        tokens = self.matched.get(symbol, Counter()) if symbol >= 0 else self.plain
        for card in list(tokens):
            while len(paid) < way.cost and tokens[card] > 0 and self.hand[card] > 0:
                tokens[card] -= 1
                self.hand[card] -= 1
                paid.append(card)
        while len(paid) < way.cost:  # pay what is fetched back later
            options = [
                card
                for card, n in sorted(self.hand.items())
                if n > 0 and (symbol < 0 or symbol in CARDS[card].symbols)
            ]
            if not options or not self.again[symbol]:
                raise _Stuck
            card = self.rng.choice(options)
            self.again[symbol] -= 1
            self.hand[card] -= 1
            self.need[card] += 1
            paid.append(card)
        return paid

    def _keepless(self) -> list[int]:
        """Hand cards that nothing later needs."""
        owed = sum(w.cost for w, _ in self.todo if w.kind == "paid") - self.again[-1]
        spare = [c for c, n in self.plain.items() for _ in range(min(n, self.hand[c]))]
        coming = sum(min(self.need[c], self.plain[c]) for c in self.need)
        keep = max(0, owed - coming)
        caved = spare[: max(0, len(spare) - keep)]
        for card in caved:
            self.plain[card] -= 1
            self.hand[card] -= 1
        return caved

    def _place_free(self, way: Way, spot: int) -> tuple[tuple[Way, int], ...]:
        symbol = _places(way)
        if not symbol:
            return ()
        ready = self._ready(symbol, way, spot if spot >= 0 else 0)
        placed = ready if way.species == GNAT else ready[:1]
        for item in placed:
            self.free.remove(item)
            self.hand[item[0].card] -= 1
        return tuple(placed)


def _places(way: Way) -> str:
    """The symbol that a way of playing lets its player place free, or nothing."""
    species = SPECIES[way.species] if way.species != SAPLING else None
    if species is None:
        return ""
    if species.effect and species.effect.place:
        return species.effect.place
    return species.bonus.place if way.kind == "bonus" and species.bonus else ""


def ordered(
    p: Position, counts: Counts, seed: int, tries: int, over: Callable[[], bool]
) -> Order | None:
    """The best order among ``tries`` attempts; ends at once where the promised cave is reached."""
    rng = random.Random(seed)
    best: Order | None = None
    for n in range(tries):
        if n % 16 == 15 and over():
            break
        try:
            found = _Try(p, counts, rng).run()
        except _Stuck:
            continue
        if best is None or found.cave > best.cave:
            best = found
        if best.cave >= counts.cave:
            break
    return best


__all__ = ["Counts", "Order", "Step", "chosen", "ordered"]
