"""The clearing at the end of a stage: what lies there, what was removed, what Bears took.

The clearing is emptied by the check at the end of a turn (ruling 9) or by a Bear (ruling 18).
Where that happens once in a stage, its plays fall into those up to then and those *after*, and
only what the later ones paid can be left. Which play is the last one before says how much may
lie there: nine before it, so nine and its cost with it. Where it may happen twice, in a Mole's
list, or while trees turn up cards, what is left is only bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leafwise.puzzles.forest_shuffle.data import CLEARING_LIMIT, COST, SIDES

from ..pieces import NONE, Count, number, total
from .groups import card_class
from .ways import BEAR, MOLE, Way, extra_turns

if TYPE_CHECKING:
    from .stages import Stages

KEPT = CLEARING_LIMIT - 1  # most cards that lie in the clearing after a check
_MANY = 1000  # more cards than can be removed

Class = tuple[int, int, int, int, int]  # see payment_class; its third is one of
TREE, HALF, TAKER = 0, 1, 2  # a tree, a card at a tree, a Bear


def payment_class(way: Way) -> Class:
    """How a play is paid and where it goes.

    Cost, the symbol it is paid with (-1: any), what it is, side and class of a card at a tree
    (-1 and the species of a tree).
    """
    symbol = way.symbol if way.kind == "bonus" else -1
    if way.face < 0:
        return way.cost, symbol, TREE, -1, way.species
    kind = TAKER if way.species == BEAR else HALF
    return way.cost, symbol, kind, way.side, card_class(way.species, way.side)


def settle(stages: Stages, k: int) -> None:
    """Constrain the clearing at the end of stage ``k``, and what Bears took in it."""
    plan, model = stages.plan, stages.model
    bears, moles, flips = stages.plays(k, BEAR), stages.plays(k, MOLE), _flips(stages, k)
    bear = _bears(stages, k, bears, moles, flips)
    heap = stages.pile + stages.cost + flips.expr
    if k == stages.last or not plan.exact:
        if plan.exact and bears.most:
            model.add(bear.expr <= heap)
        stages.pile = heap
        if k < stages.last:
            for card in plan.cards:
                stages.heap[card] = plan.supply[card]
        return
    gone, wiped = model.new_bool_var(f"emptied {k}"), model.new_bool_var(f"wiped {k}")
    model.add(gone <= wiped + bears.expr)
    pile = number(model, max(stages.lying, KEPT), f"clearing {k}")
    if pile.most > KEPT:  # a heap of ten or more stays until something is played
        over, played = pile.most - KEPT, model.new_bool_var(f"played {k}")
        any_way = total(way.stages[k] for way in plan.ways).expr + stages.saplings[k].expr
        model.add(any_way <= _MANY * played)
        model.add(pile.expr <= KEPT + over * (1 - played))
    removed = heap - pile.expr
    model.add(removed <= _MANY * gone)
    model.add(removed >= 0)
    model.add(removed >= CLEARING_LIMIT * wiped)
    if bears.most:
        model.add(bear.expr <= removed - CLEARING_LIMIT * wiped)
    fresh, lying = {}, {}
    for card in plan.cards:
        lies = number(model, plan.supply[card], f"lies {card} {k}")
        out = stages.out[k][card].expr
        model.add(lies.expr <= stages.heap[card] + out)
        model.add(lies.expr <= out).only_enforce_if(gone)
        fresh[card] = number(model, plan.supply[card], f"new {card} {k}")
        model.add(fresh[card].expr >= lies.expr - stages.heap[card])
        model.add(fresh[card].expr >= lies.expr).only_enforce_if(gone)
        model.add(fresh[card].expr <= out)
        stages.heap[card], lying[card] = lies.expr, lies
    model.add(sum(stages.heap.values()) <= pile.expr)
    after = _after(stages, k, gone, wiped, bears, moles, pile.expr)
    stages.gone.append(gone)
    stages.lies.append(lying)
    stages.fresh.append(fresh)
    stages.after.append(after)
    _paid(stages, k, fresh, after)
    stages.pile = pile.expr


def _after(
    stages: Stages, k: int, gone: Any, wiped: Any, bears: Count, moles: Count, left: Any
) -> dict[Class, Count]:
    """Plays after the clearing was last emptied by class, all of them where it was not.

    ``left`` is what lies there at the end.
    """
    model = stages.model
    plays: dict[Class, list[Count]] = {}
    for way in stages.plan.ways:
        if way.cost:
            plays.setdefault(payment_class(way), []).append(way.stages[k])
    done = {cls: total(counts) for cls, counts in sorted(plays.items())}
    if stages.flipping or (k == 0 and stages.lying > KEPT):
        return done
    after: dict[Class, Count] = {}
    removed = stages.pile + stages.cost - left
    again = model.new_bool_var(f"emptied again {k}")
    allowed = 2 * CLEARING_LIMIT * again
    if moles.most:
        allowed -= _MANY * moles.expr
    if bears.most:
        both = model.new_bool_var(f"wiped and taken {k}")
        model.add(2 * both <= wiped + bears.expr)
        allowed -= 2 * CLEARING_LIMIT * both
    model.add(removed >= allowed)
    for cls, count in done.items():
        after[cls] = later = number(model, count.most, f"after {cls} {k}")
        model.add(later.expr <= count.expr)
        model.add(later.expr >= count.expr).only_enforce_if(~gone)
        if stages.plan.split:
            model.add(later.expr == 0).only_enforce_if(gone)
    early = {cls: done[cls].expr - after[cls].expr for cls in done}
    last: dict[tuple[int, bool, int], Any] = {}
    gains = _gains(stages)
    for kind in sorted({_kind(cls, gains) for cls in done}):
        final = model.new_bool_var(f"last {kind} {k}")
        model.add_implication(final, gone)
        model.add(sum(e for cls, e in early.items() if _kind(cls, gains) == kind) >= final)
        model.add(removed <= KEPT + kind[0]).only_enforce_if([final, ~again])
        if not kind[1]:
            model.add_implication(final, wiped)
        last[kind] = final
    model.add(sum(last.values()) >= 1).only_enforce_if([gone, ~again])
    free = [way.stages[k] for way in stages.plan.ways if way.face < 0 and not way.cost]
    there = stages.trees + total(free).expr + stages.saplings[k].expr
    there += sum(count for cls, count in early.items() if cls[2] == TREE)
    halves = sum(count for cls, count in early.items() if cls[2] != TREE)
    model.add(halves <= len(SIDES) * (there + len(stages.plan.p.seats[0].trees)))
    model.add(left == sum(cls[0] * c.expr for cls, c in after.items())).only_enforce_if(gone)
    if not moles.most:
        _turns(
            stages, k, sum(early.values()), {kind: [final, ~again] for kind, final in last.items()}
        )
    return after


def _gains(stages: Stages) -> dict[Class, int]:
    """Extra turns that every play of a class brings."""
    gains: dict[Class, int] = {}
    for way in stages.plan.ways:
        if way.cost:
            cls = payment_class(way)
            gains[cls] = min(gains.get(cls, extra_turns(way)), extra_turns(way))
    return gains


def _kind(cls: Class, gains: dict[Class, int]) -> tuple[int, bool, int]:
    """What matters of the play that empties the clearing: cost, a Bear or not, extra turns."""
    return cls[0], cls[2] == TAKER, gains[cls]


def _turns(
    stages: Stages, k: int, early: Any, last: dict[tuple[int, bool, int], list[Any]]
) -> None:
    """The extra turn of the last play before the clearing is emptied is not for those before it."""
    ways = stages.plan.ways
    # new expressions: += would change those of the stages in place
    gained = stages.gained + sum(extra_turns(w) * w.stages[k].expr for w in ways if extra_turns(w))
    used = stages.used + early
    for (_, _, gain), when in last.items():
        if gain:
            stages.model.add(used <= stages.turns + gained - gain).only_enforce_if(when)


def _paid(stages: Stages, k: int, fresh: dict[int, Count], after: dict[Class, Count]) -> None:
    """What lies there anew was paid for a later play: for its bonus, or else for a plain cost."""
    model = stages.model
    spent: dict[int, Any] = {-1: 0}
    for cls, count in after.items():
        spent[cls[1]] = spent.get(cls[1], 0) + cls[0] * count.expr
    shown: dict[int, list[Count]] = {symbol: [] for symbol in stages.asked}
    parts: dict[tuple[frozenset[int], int], Count] = {}
    plain = []
    for symbols, cards in stages.classes.items():
        new = total(fresh[card] for card in cards)
        out = total(stages.out[k][card] for card in cards)
        mine, all_matched = [], []
        for symbol in sorted(symbols):
            matched = stages.matched[k][symbols, symbol]
            part = number(model, matched.most, f"later match {sorted(symbols)} {symbol} {k}")
            model.add(part.expr <= matched.expr)
            shown[symbol].append(part)
            mine.append(part)
            all_matched.append(matched)
            parts[symbols, symbol] = part
        other = number(model, new.most, f"plain {sorted(symbols)} {k}")
        model.add(other.expr >= new.expr - total(mine).expr)
        model.add(other.expr + total(all_matched).expr <= out.expr)
        plain.append(other)
    stages.matched_late.append(parts)
    model.add(total(plain).expr <= spent[-1])
    for symbol, counts in shown.items():
        model.add(total(counts).expr <= spent.get(symbol, 0))


def _flips(stages: Stages, k: int) -> Count:
    """Cards that trees turn up, known or not (ruling 6)."""
    if not stages.flipping:
        return NONE
    ways = stages.plan.ways
    trees = total([w.stages[k] for w in ways if w.face < 0] + [stages.saplings[k]])
    size = stages.plan.p.deck_size()
    flips = number(stages.model, min(trees.most, size or trees.most), f"flips {k}")
    stages.model.add(flips.expr <= trees.expr)
    return flips


def _bears(stages: Stages, k: int, bears: Count, moles: Count, flips: Count) -> Count:
    """What Bears take: their turn begins with nine at most, unless the first one comes first.

    In a Mole's list all that is paid for the list lies there already.
    """
    if not bears.most:
        stages.beared.append(NONE)
        return NONE
    once = KEPT + COST[BEAR]
    more = max(0, stages.lying - KEPT)
    listing = stages.room(k) + flips.most if moles.most else 0
    most = once * bears.most + more + listing * moles.most
    bear = number(stages.model, most, f"beared {k}")
    stages.model.add(bear.expr <= once * bears.expr + more + listing * moles.expr)
    stages.model.add(bear.expr <= most * bears.expr)
    stages.beared.append(bear)
    return bear


__all__ = ["KEPT", "Class", "payment_class", "settle"]
