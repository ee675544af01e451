"""The stages of a plan model: what leaves the hand, lies in the clearing, is fetched, and when.

Stage 0 is played from the hand as it is; each later stage begins with a block of draw actions.
Within a stage no card comes into the hand, so its plays only have to fit into the hand together,
and the trees among them can be played first. What is counted for each stage:

* hand: what leaves it is played, or leaves ``out`` of it: paid, face down, or under the cave;
* clearing: at most nine cards at the end (ruling 9), see ``clearing``;
* turns: every play and draw, less what a Mole lists (ruling 19: what it lists and what pays for
  it is in hand at once), within the turns and the extra turns so far;
* slots: halves lie on trees that are there.

The loose stage may hold further draws: cards fetched there, and cards paid, fetched back and paid
``again`` (by symbol, -1 for any), at two a draw; the hand limit is not looked at within it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leafwise.puzzles.forest_shuffle.data import (
    BOTTOM,
    CARDS,
    COST,
    HAND_LIMIT,
    SIDES,
    SPECIES,
)

from ..pieces import NONE, Count, number, total
from .clearing import Class, settle
from .groups import slot_state
from .ways import BEAR, MOLE, PLACED, RACCOON, extra_turns, places, shares

if TYPE_CHECKING:
    from .plan_model import PlanModel

_ANY_NUMBER = "bat"  # what a Gnat places, any number of them (ruling 17)
_ALL = 200  # more cards than there are


class Stages:
    """Variables and constraints of the stages; ``caved``: points under the cave they bring."""

    def __init__(self, plan: PlanModel) -> None:
        self.plan, self.model = plan, plan.model
        p = plan.p
        self.last = plan.blocks
        self.loose = plan.loose
        self.size = sum(plan.hand.values()) + total(plan.added.values()).most
        self.full = self.size + sum(plan.deck.values())
        self.lying = len(p.clearing)
        self.turns = plan.turns
        self.flipping = p.deck_size() != 0
        self.saplings: list[Count] = []
        self.out: list[dict[int, Count]] = []
        self.fetched: list[dict[int, Count]] = [{}]
        self.blocks: list[Count] = [NONE]
        self.active: list[Any] = [1]
        self.matched: list[dict[tuple[frozenset[int], int], Count]] = []
        self.matched_late: list[dict[tuple[frozenset[int], int], Count]] = []  # lies there then
        self.cellar: list[Count] = []  # what Raccoons put under the cave
        self.beared: list[Count] = []
        self.lists: list[dict[int, Count]] = []  # what Moles list, by cost (-1: a Mole)
        self.lies: list[dict[int, Count]] = []  # what lies in the clearing at its end
        self.fresh: list[dict[int, Count]] = []  # paid in a stage and left in the clearing
        self.gone: list[Any] = []  # whether the clearing was emptied in a stage
        self.after: list[dict[Class, Count]] = []  # plays after that
        self.back: dict[int, Count] = {}
        self.again: dict[int, Count] = {}
        self.hurry = NONE
        self.held: dict[int, Any] = {}  # what is in hand some time in the loose stage
        self._symbols()
        if self.loose >= 0:
            self._loosen()
        hand = {c: plan.hand[c] + plan.deck[c] + plan.added[c].expr for c in plan.cards}
        self.hand: dict[int, Any] = hand
        self.heap: dict[int, Any] = {c: plan.clearing[c] for c in plan.cards}
        self.pile: Any = self.lying
        self.cost: Any = 0  # cards paid in the stage that is being made
        self.used: Any = 0
        self.gained: Any = 0
        self.trees: Any = 0
        self.halves: list[Any] = [0] * len(SIDES)
        self.sharing: list[Any] = [0] * len(SIDES)
        for k in range(self.last + 1):
            self._stage(k)
        self.model.add(self.used <= self.turns + self.gained)
        self.draws = total(self.blocks).expr + self.hurry.expr
        self.listed = sum(c.expr for lists in self.lists for c in lists.values())
        self.caved = total([*self.cellar, *self.beared]).expr

    # what is the same in all stages

    def _symbols(self) -> None:
        """Cards by the symbols that bonuses ask for."""
        plan = self.plan
        asked = {way.symbol for way in plan.ways if way.kind == "bonus"}
        self.asked = sorted(asked)
        self.classes: dict[frozenset[int], list[int]] = {}
        for card in plan.cards:
            self.classes.setdefault(CARDS[card].symbols & frozenset(asked), []).append(card)

    def _loosen(self) -> None:
        plan, model = self.plan, self.model
        self.hurry = number(model, self.turns, "further draws")
        self.back = {c: number(model, plan.supply[c], f"fetch {c} on the way") for c in plan.cards}
        for symbol in (-1, *self.asked):
            self.again[symbol] = number(model, 2 * self.turns, f"again {symbol}")
        fetched = total([*self.back.values(), *self.again.values()])
        model.add(fetched.expr <= 2 * self.hurry.expr)

    def room(self, k: int) -> int:
        """Most cards that can be in hand in a stage."""
        if not self.plan.exact or (k == self.loose and k == 0):
            return self.full + self.lying
        return self.size if k == 0 else HAND_LIMIT

    def plays(self, k: int, species: int) -> Count:
        return total(
            way.stages[k] for way in self.plan.ways if way.species == species and way.played
        )

    # one stage

    def _stage(self, k: int) -> None:
        model, ways = self.model, self.plan.ways
        room = _ALL if k == self.loose else self.room(k)
        self.saplings.append(number(model, min(self.turns, room), f"saplings {k}"))
        if k:
            self._block(k)
        self.cost = sum(way.cost * way.stages[k].expr for way in ways if way.cost)
        self._hand(k, room)
        self._bonuses(k)
        settle(self, k)
        if k == self.loose:
            self._taken(k)
        self._time(k)
        self._free(k)
        self._slots(k)

    def _block(self, k: int) -> None:
        """A block of draw actions: two cards each, the last one perhaps only one (ruling 3).

        In a split model it may be empty where the stage before ended by emptying the clearing.
        """
        model, plan = self.model, self.plan
        most = min(self.turns, HAND_LIMIT - 1) if plan.exact else self.turns
        active = drawing = model.new_bool_var(f"block {k}")
        if plan.split:
            drawing = model.new_bool_var(f"drawing {k}")
            model.add_implication(drawing, active)
            model.add(active <= drawing + self.gone[k - 1])
        count = number(model, most, f"draws {k}")
        model.add(count.expr <= most * drawing)
        model.add(count.expr >= drawing)
        if k > 1:
            model.add_implication(active, self.active[-1])
        if k - 1 == self.loose:
            model.add(self.hurry.expr <= self.turns * active)
        self.active.append(active)
        self.blocks.append(count)
        held = sum(self.hand.values())
        fetched = {c: number(model, plan.supply[c], f"fetch {c} {k}") for c in plan.cards}
        self.fetched.append(fetched)
        taken = total(fetched.values()).expr
        model.add(taken <= 2 * count.expr)
        if plan.exact:
            if (
                not self.flipping
            ):  # one card only where the hand is full, or nothing else lies there
                odd, full = model.new_bool_var(f"odd {k}"), model.new_bool_var(f"full {k}")
                model.add(taken >= 2 * count.expr - odd)
                model.add(held + taken >= HAND_LIMIT * full)
                model.add(self.pile - taken <= (self.full + self.lying) * (1 - odd + full))
            spare = (self.full + self.lying) * (1 - drawing)
            model.add(held <= HAND_LIMIT - 1 + spare)
            model.add(held + taken <= HAND_LIMIT + spare)
        for card, some in fetched.items():
            model.add(some.expr <= self.heap[card])
            self.heap[card] -= some.expr
            self.hand[card] += some.expr
        self.pile -= taken
        self.used += count.expr
        model.add(self.used <= self.turns + self.gained - 1).only_enforce_if(active)

    def _hand(self, k: int, room: int) -> None:
        model, plan = self.model, self.plan
        early = plan.hand + plan.deck
        for card, some in plan.extra.items():
            early[card] += some
        most = plan.supply if k or k == self.loose else early
        out = {c: number(model, most[c], f"out {c} {k}") for c in plan.cards}
        self.out.append(out)
        gone = {c: [out[c]] for c in plan.cards}
        for way in plan.ways:
            gone[way.card].append(way.stages[k])
        plays = total(way.stages[k] for way in plan.ways).expr + self.saplings[k].expr
        if k:
            model.add(plays >= self.active[k])
            model.add(plays <= room * self.active[k])
        raccoons = self.plays(k, RACCOON)
        cellar = number(model, room if raccoons.most else 0, f"raccooned {k}")
        if raccoons.most:
            model.add(cellar.expr <= room * raccoons.expr)
        self.cellar.append(cellar)
        left = total(out.values()).expr
        if k == self.loose:
            left += total(self.again.values()).expr
            for card, count in self.back.items():
                model.add(count.expr <= self.heap[card])
                self.heap[card] -= count.expr
                self.hand[card] += count.expr
                self.pile -= count.expr
            self.held = dict(self.hand)
            self.pile -= total(self.again.values()).expr
            model.add(left >= self.cost + self.saplings[k].expr + cellar.expr)
        else:
            model.add(left == self.cost + self.saplings[k].expr + cellar.expr)
        for card in plan.cards:
            rest = self.hand[card] - total(gone[card]).expr
            if k < self.last:
                stays = number(model, plan.supply[card], f"hand {card} {k}")
                model.add(stays.expr == rest)
                self.hand[card] = stays.expr
            else:
                model.add(rest >= 0)

    def _bonuses(self, k: int) -> None:
        """Bonuses are paid with cards that show the symbol (ruling 11)."""
        model = self.model
        matched: dict[tuple[frozenset[int], int], Count] = {}
        for symbols, cards in self.classes.items():
            out = total(self.out[k][c] for c in cards)
            for symbol in sorted(symbols):
                matched[symbols, symbol] = number(model, out.most, f"match {symbol} {k}")
            if symbols:
                mine = [matched[symbols, symbol] for symbol in symbols]
                model.add(total(mine).expr <= out.expr)
        for symbol in self.asked:
            wanted = sum(
                way.cost * way.stages[k].expr
                for way in self.plan.ways
                if way.kind == "bonus" and way.symbol == symbol
            )
            paid = total(c for (_, s), c in matched.items() if s == symbol).expr
            model.add(paid <= wanted)
            if k == self.loose:
                paid += self.again[symbol].expr
                self._shown(k, symbol)
            model.add(wanted <= paid)
        self.matched.append(matched)

    def _shown(self, k: int, symbol: int) -> None:
        """Cards that pay one bonus are so many different ones, also where they pay again.

        When the last of these bonuses is paid, the cards that took the others lie in the forest.
        """
        shown = sum(self.held[card] for card in self.plan.cards if symbol in CARDS[card].symbols)
        ways = [w for w in self.plan.ways if w.kind == "bonus" and w.symbol == symbol]
        shown -= total(w.stages[k] for w in ways if symbol in CARDS[w.card].symbols).expr
        for way in ways:
            if way.stages[k].most:
                some = way.stages[k].expr
                if way.stages[k].most > 1:
                    some = self.model.new_bool_var(f"some {way.card} {way.side} {k}")
                    self.model.add(way.stages[k].expr <= way.stages[k].most * some)
                self.model.add(shown >= way.cost * some)

    def _taken(self, k: int) -> None:
        """What pays a Bear does not come back: it takes that too."""
        bears = [w for w in self.plan.ways if w.species == BEAR and w.stages[k].most]
        if self.plan.supply_of(BEAR) != 1 or not bears:
            return
        some = self.model.new_bool_var(f"bear takes {k}")
        self.model.add(self.beared[k].expr <= self.beared[k].most * some)
        left = total(self.out[k].values()).expr
        for way in bears:
            if way.kind == "bonus":
                paid = total(c for (_, s), c in self.matched[k].items() if s == way.symbol).expr
                self.model.add(paid >= way.cost * way.stages[k].expr).only_enforce_if(some)
        needed = self.saplings[k].expr + self.cellar[k].expr
        needed += sum(way.cost * way.stages[k].expr for way in bears)
        self.model.add(left >= needed).only_enforce_if(some)

    def _time(self, k: int) -> None:
        model, ways = self.model, self.plan.ways
        moles = self.plays(k, MOLE)
        lists: dict[int, Count] = {}
        if moles.most:
            room = max(self.room(k), HAND_LIMIT) - 1 - COST[MOLE]
            by_cost: dict[int, list[Count]] = {0: [self.saplings[k]]}
            for way in ways:
                if way.played:
                    cost = -1 if way.species == MOLE else way.cost
                    by_cost.setdefault(cost, []).append(way.stages[k])
            for cost, counts in sorted(by_cost.items()):
                count = total(counts)
                if cost < 0 and self.plan.supply_of(MOLE) < 2:
                    continue
                lists[cost] = number(model, min(count.most, room * moles.most), f"list {cost} {k}")
                model.add(lists[cost].expr <= count.expr)
            if -1 in lists:  # one Mole is not in a list
                some = model.new_bool_var(f"mole {k}")
                model.add(moles.expr <= moles.most * some)
                model.add(lists[-1].expr <= moles.expr - some)
            cards = sum(
                (1 + (COST[MOLE] if cost < 0 else cost)) * c.expr for cost, c in lists.items()
            )
            model.add(cards <= room * moles.expr)
        self.lists.append(lists)
        own = total(way.stages[k] for way in ways if way.played).expr + self.saplings[k].expr
        own -= total(lists.values()).expr
        if k:
            model.add(own >= self.active[k])
        if k == self.loose:  # each further draw stands between plays
            model.add(self.hurry.expr <= self.turns * own)
            if k:
                model.add(self.hurry.expr <= self.turns * (own - self.active[k]))
            self.used += self.hurry.expr
        self.used += own
        self.gained += sum(extra_turns(w) * w.stages[k].expr for w in ways if extra_turns(w))

    def _free(self, k: int) -> None:
        """Free placements have a source in their stage (ruling 17)."""
        ways = self.plan.ways
        for symbol in sorted(PLACED):
            free = [w for w in ways if not w.played and symbol in SPECIES[w.species].symbols]
            if not free:
                continue
            placed = total(way.stages[k] for way in free)
            source = total(way.stages[k] for way in ways if places(way) == symbol)
            most = placed.most if symbol == _ANY_NUMBER else 1
            self.model.add(placed.expr <= most * source.expr)

    def _slots(self, k: int) -> None:
        """The halves so far fit on the trees so far: two Toads a slot, any number of Hares."""
        ways = self.plan.ways
        trees = total(way.stages[k] for way in ways if way.face < 0)
        self.trees += trees.expr + self.saplings[k].expr
        if k == self.last:
            return
        forest = self.plan.p.seats[0].trees
        for side in range(len(SIDES)):
            alone = total(w.stages[k] for w in ways if w.side == side and not shares(w))
            sharing = total(w.stages[k] for w in ways if w.side == side and shares(w))
            self.halves[side] += alone.expr
            self.sharing[side] += sharing.expr
            room = sum(not tree.slots[side] for tree in forest) + self.trees
            if side == BOTTOM:
                half = sum(slot_state(tree, side) == "toad" for tree in forest)
                self.model.add(2 * self.halves[side] + self.sharing[side] <= 2 * room + half)
                continue
            hares: Any = 0
            if sharing.most and not any(slot_state(tree, side) == "hare" for tree in forest):
                hares = self.model.new_bool_var(f"hares {side} {k}")
                self.model.add(self.sharing[side] <= _ALL * hares)
            self.model.add(self.halves[side] + hares <= room)


__all__ = ["Stages"]
