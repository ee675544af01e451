"""Plans by the plan model: an upper bound, solutions, orders, and what is proven when they meet.

The loose model gives a bound and often a plan already. Where its solution leaves open when some
cards are drawn, a model with one more block of draws and nothing loose looks for a plan of that
value. Where there is none, the loose model with one more block gives a lower bound, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from leafwise.puzzles.core.errors import Disagreement, IllegalMove
from leafwise.puzzles.forest_shuffle.actions import Action
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget
from ..pieces import Answer, Run, hint, solve, worth
from ..referee import certify
from .chosen import chosen
from .lines import actions_of
from .plan_model import PlanModel
from .search import matches
from .sequence import ordered
from .ways import Wish

_MARGIN = 0.3  # seconds kept for ordering and certifying
_TRIES = 400  # orders tried for one solution
_THRIFT = 0.2  # deterministic time for making a solution plain
_BLOCKS = 2  # blocks of draws to begin with
_MOST = 7  # blocks of draws to end with


@dataclass(slots=True)
class Found:
    """The best certified line with its value, and the proven bound (None: not known)."""

    line: tuple[Action, ...] = ()
    value: int | None = None
    bound: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether nothing better can exist."""
        return self.value is not None and self.bound is not None and self.bound <= self.value


def plan(p: Position, wish: Wish, budget: Budget) -> Found:
    """The best play of a position between plays by the plan model."""
    found = Found()
    if not wish.include:
        found.value = int(GAME.total(p))
    over: Callable[[], bool] = lambda: (  # noqa: E731
        budget.clock.left() <= _MARGIN or budget.interrupted
    )
    for blocks in range(_BLOCKS, _MOST + 1):
        model = PlanModel(p, wish, blocks=blocks)
        found.notes = found.notes or tuple(model.notes)
        if found.bound is not None:
            model.model.add(model.value <= found.bound)
        answer = _best(model, budget, found)
        if answer.status == "infeasible":
            if found.value is None:  # the wishes cannot be met
                found.bound = None
            return found
        if answer.bound is not None:
            bound = int(answer.bound + 1e-6)
            found.bound = bound if found.bound is None else min(found.bound, bound)
        if answer.values:
            _take(p, wish, model, answer, budget, found)
        if found.proven or over():
            break
        _exact(p, wish, blocks + 1, budget, found)
        if found.proven or over() or not model.exact:
            break
    return found


def _exact(p: Position, wish: Wish, blocks: int, budget: Budget, found: Found) -> None:
    """A plan with so many blocks of draws: of the value of the bound, else the best there is."""
    exact = PlanModel(p, wish, blocks=blocks, loose=False)
    if found.bound is None or not exact.exact:
        return
    exact.model.add(exact.value <= found.bound)
    exact.model.maximize(exact.value)
    answer = solve(exact.model, run_of(budget, 0.6))
    if answer.values:
        _take(p, wish, exact, answer, budget, found)


def run_of(budget: Budget, share: float = 1.0) -> Run:
    """A run within what is left of the clock, less what ordering needs."""
    seconds = max(0.02, (budget.clock.left() - _MARGIN) * share)
    return Run(seconds, budget.seed, budget.workers, linear=2, cuts=False)


def _best(plan: PlanModel, budget: Budget, found: Found) -> Answer:
    """The optimum of the model; where it draws in passing, the plainest solution of that value."""
    plan.model.maximize(plan.value)
    answer = solve(plan.model, run_of(budget, 0.7))
    if not answer.values or answer.value is None or not worth(answer, plan.stages.hurry.expr):
        return answer
    hint(plan.model, answer.values)
    plan.model.add(plan.value >= round(answer.value))
    plan.model.minimize(plan.thrift())
    plain = solve(plan.model, replace(run_of(budget), work=_THRIFT))
    return Answer(answer.status, answer.value, answer.bound, plain.values or answer.values)


def _take(
    p: Position, wish: Wish, model: PlanModel, answer: Answer, budget: Budget, found: Found
) -> None:
    """Order and certify a solution, and keep it if it is better."""
    if worth(answer, model.stages.hurry.expr):
        return
    counts = chosen(model, answer)
    over: Callable[[], bool] = lambda: budget.clock.left() <= 0.1 or budget.interrupted  # noqa: E731
    barred = frozenset(card for card, _ in wish.exclude if card >= 0)
    for order in ordered(p, counts, budget.seed, _TRIES, over, barred):
        try:
            line = actions_of(p, counts.spots, order.steps)
        except IllegalMove:  # two cards of a Mole's list in one slot
            continue
        if not _granted(wish, line):
            continue
        value = int(certify(GAME, p, line).value.key[0])
        if found.bound is not None and value > found.bound:
            raise Disagreement(f"a plan is worth {value}, above the proven bound {found.bound}")
        if found.value is None or value > found.value:
            found.line, found.value = line, value
        if value >= counts.value:
            return


def _granted(wish: Wish, line: tuple[Action, ...]) -> bool:
    """Whether a line plays what it must, and nothing that it must not."""
    must = all(any(matches(a, wanted) for a in line) for wanted in wish.include)
    return must and not any(matches(a, gone) for a in line for gone in wish.exclude)
