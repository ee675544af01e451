"""What if: what has to be drawn for a score, and the position with other cards in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leafwise.puzzles.core.errors import NoAnswer
from leafwise.puzzles.forest_shuffle.data import CARDS
from leafwise.puzzles.forest_shuffle.position import Position, plus

from ..api import Budget
from ..pieces import Answer, solve, total, worth
from .plan_model import PlanModel
from .planner import Found, plan, run_of
from .ways import Wish

_MOST = 6  # cards to draw at most
_LEAST = 0.5  # seconds that another try needs
# shares of the clock: of what is left for a plan with known cards, for adding card by card, and
# of the rest for fewer cards
_OWN, _GREEDY, _FEWER = 0.25, 0.35, 0.75


@dataclass(frozen=True, slots=True)
class Missing:
    """Cards to draw for a score: no fewer than ``least`` can do (proven).

    ``cards`` are those that ``found``, a plan from ``start``, has beside the hand; None where
    none was found in time.
    """

    least: int
    cards: tuple[int, ...] | None
    start: Position
    found: Found


def with_cards(p: Position, cards: Sequence[int]) -> Position:
    """The position with cards added to the owner's hand."""
    me = p.seats[0]
    return replace(p, seats=(replace(me, hand=plus(me.hand, *cards)), *p.seats[1:]))


def unseen(p: Position) -> Counter[int]:
    """Cards of the 158 that neither lie open nor are in the own hand."""
    left = Counter({n: card.count for n, card in enumerate(CARDS)})
    left.subtract(c for c in (*p.seats[0].cards, *p.clearing, *p.gone) if c < len(CARDS))
    for player in p.seats:
        for tree in player.trees:
            shown = [n for n, card in enumerate(CARDS) if card.tree == tree.species]
            left.subtract(shown)
            for side, slot in enumerate(tree.slots):
                for face in slot:
                    of = [n for n, card in enumerate(CARDS) if (side, face) in card.halves]
                    left.subtract(of[:1])
    return +left


def missing(p: Position, points: int, wish: Wish, budget: Budget) -> Missing:
    """The fewest unseen cards that, in hand from now on, make ``points`` reachable.

    ``p`` has ``turns`` and no listed deck. First the best card is added again and again, which soon
    reaches the points where they can be reached; then fewer cards are looked for, or ruled out.
    Raises NoAnswer where six cards cannot do it.
    """
    found = plan(p, wish, budget.share(_OWN))
    if found.value is not None and found.value >= points:
        return Missing(0, (), p, found)
    best = Missing(0 if found.bound is None or found.bound >= points else 1, None, p, found)
    best = _one_by_one(best, points, wish, budget)
    most = _MOST if best.cards is None else len(best.cards) - 1
    if most < best.least or _stopped(budget):
        return best
    model = PlanModel(p, wish, extra=_pool(p), blocks=1)
    model.model.add(model.value >= points)
    added = total(model.added.values()).expr
    model.model.add_linear_constraint(added, best.least, most)
    model.model.minimize(added)
    answer = solve(model.model, run_of(budget, _FEWER))
    if answer.status == "infeasible":
        if best.cards is None:
            raise NoAnswer(f"{points} points are out of reach with {_MOST} more cards")
        return replace(best, least=most + 1)
    if answer.bound is not None:
        best = replace(best, least=max(best.least, int(answer.bound + 1 - 1e-6)))
    return _with(p, _cards(model, answer), points, wish, budget, best) if answer.values else best


def _one_by_one(best: Missing, points: int, wish: Wish, budget: Budget) -> Missing:
    """Add the card that is worth most, again and again until the points are reached."""
    p, cards = best.start, list[int]()
    end = budget.clock.left() * (1 - _GREEDY)
    while len(cards) < _MOST and budget.clock.left() > end and not _stopped(budget):
        start = with_cards(p, cards)
        model = PlanModel(start, wish, extra=_pool(start), blocks=1)
        model.model.add(total(model.added.values()).expr <= 1)
        model.model.maximize(model.value)
        answer = solve(model.model, run_of(budget, _GREEDY / 2))
        reach = answer.bound
        if not cards and best.least == 1 and reach is not None and reach < points - 1e-6:
            best = replace(best, least=2)
        more = _cards(model, answer)
        if not more:
            break
        cards += more
        if (answer.value or 0) >= points - 1e-6:
            best = _with(p, cards, points, wish, budget, best)
            if best.cards is not None:
                break
    return best


def _with(
    p: Position, cards: Sequence[int], points: int, wish: Wish, budget: Budget, best: Missing
) -> Missing:
    """The plan with so many cards, where it is worth the points; else what there was."""
    start = with_cards(p, cards)
    found = plan(start, wish, budget.share(_OWN))
    if found.value is None or found.value < points:
        return best
    return Missing(best.least, tuple(sorted(cards)), start, found)


def _pool(p: Position) -> dict[int, int]:
    """The unseen cards that may be drawn."""
    return {card: min(n, _MOST) for card, n in unseen(p).items()}


def _stopped(budget: Budget) -> bool:
    return budget.interrupted or budget.clock.left() < _LEAST


def _cards(model: PlanModel, answer: Answer) -> list[int]:
    """The cards that a solution adds to the hand."""
    if not answer.values:
        return []
    return [c for c, n in sorted(model.added.items()) for _ in range(worth(answer, n.expr))]
