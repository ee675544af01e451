"""What if: the best use of a hand, what one more card would change, what is missing for a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leafwise.puzzles.core.errors import LimitReached, NoAnswer
from leafwise.puzzles.forest_shuffle.data import CARDS
from leafwise.puzzles.forest_shuffle.position import Position, plus

from ..api import Budget, Solution, SolveOptions
from ..pieces import solve, total, worth
from .plan_model import PlanModel
from .planner import run_of
from .solve import SOLVER


@dataclass(frozen=True, slots=True)
class Missing:
    """Cards to draw for a score: no fewer than ``least`` can do (proven).

    ``cards`` are those of the plan ``solution``, empty where none was found in time.
    """

    least: int
    cards: tuple[int, ...]
    solution: Solution | None


def best_use(p: Position, turns: int, budget: Budget) -> Solution:
    """The best forest that hand and clearing allow in so many turns, without the deck."""
    return SOLVER.solve(replace(p, deck=(), turns=turns), SolveOptions(), budget)


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


def missing(p: Position, points: int, budget: Budget, most: int = 6) -> Missing:
    """The fewest unseen cards that, in hand from now on, make ``points`` reachable.

    ``p`` needs ``turns``. Raises NoAnswer where ``most`` cards cannot do it, LimitReached.
    """
    if p.turns is None:
        raise NoAnswer("what is missing for a score needs turns = N")
    known = replace(p, deck=())
    pool = {card: min(n, most) for card, n in unseen(p).items()}
    plan = PlanModel(known, extra=pool, blocks=1)
    added = total(plan.added.values()).expr
    plan.model.add(plan.value >= points)
    plan.model.add(added <= most)
    plan.model.minimize(added)
    answer = solve(plan.model, run_of(budget, 0.6))
    if answer.status == "infeasible":
        raise NoAnswer(f"{points} points are out of reach with {most} more cards")
    if answer.bound is None:
        raise LimitReached("the limit passed before there was an answer")
    least = int(answer.bound + 1 - 1e-6)
    cards = tuple(c for c, n in sorted(plan.added.items()) for _ in range(worth(answer, n.expr)))
    found = SOLVER.solve(with_cards(known, cards), SolveOptions(), budget)
    if isinstance(found.value, (int, float)) and found.value >= points:
        return Missing(least, cards, found)
    return Missing(least, (), None)
