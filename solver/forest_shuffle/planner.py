"""Plans by the plan model: an upper bound, solutions, orders, and what is proven when they meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from leafwise.puzzles.core.errors import Disagreement, IllegalMove
from leafwise.puzzles.forest_shuffle.actions import Action
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget
from ..pieces import Answer, Run, hint, solve, worth
from ..referee import certify
from .lines import actions_of
from .plan_model import PlanModel, Wish
from .sequence import chosen, ordered

_MARGIN = 0.3  # seconds kept for ordering and certifying
_TRIES = 3000  # orders tried for one solution
_THRIFT = 0.4  # deterministic time for making a solution plain


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
    """The best play of a position between plays by the plan model.

    First the whole model, for the bound. Where its solution has no legal order, narrower models
    follow, without payments that are fetched back, then without fetching: their solutions are
    plans as well.
    """
    found = Found()
    if not wish.include:
        found.value = int(GAME.total(p))
    model = PlanModel(p, wish)
    found.notes = tuple(model.notes)
    answer = _best(model, budget)
    if answer is None:
        return found
    found.bound = int(answer.bound or 0) if answer.status == "optimal" else _floor(answer.bound)
    if answer.status == "infeasible":
        found.bound = None
        return found
    _take(p, model, answer, budget, found)
    for narrow in (_no_return, _no_fetch):
        if found.proven or budget.clock.left() <= _MARGIN or budget.interrupted:
            break
        other = PlanModel(p, wish)
        narrow(other)
        answer = _best(other, budget)
        if answer is not None and answer.values:
            _take(p, other, answer, budget, found)
    return found


def _floor(bound: float | None) -> int | None:
    return None if bound is None else int(bound + 1e-6)


def _no_return(plan: PlanModel) -> None:
    plan.model.add(plan.back.expr == 0)


def _no_fetch(plan: PlanModel) -> None:
    plan.model.add(plan.taken == 0)
    plan.model.add(plan.draws.expr == 0)


def run_of(budget: Budget, share: float = 1.0) -> Run:
    """A run within what is left of the clock, less what ordering needs."""
    seconds = max(0.02, (budget.clock.left() - _MARGIN) * share)
    return Run(seconds, budget.seed, budget.workers, linear=2)


def _best(plan: PlanModel, budget: Budget) -> Answer | None:
    """The optimum of the model, then the plainest solution of that value."""
    if budget.clock.left() <= 0.05:
        return None
    plan.model.maximize(plan.value)
    answer = solve(plan.model, run_of(budget, 0.7))
    if not answer.values or answer.value is None:
        return answer if answer.status == "infeasible" else None
    hint(plan.model, answer.values)
    plan.model.add(plan.value >= round(answer.value))
    plan.model.minimize(plan.thrift())
    plain = solve(plan.model, replace(run_of(budget), work=_THRIFT))
    values: Mapping[int, int] = plain.values or answer.values
    return Answer(answer.status, answer.value, answer.bound, values)


def _take(p: Position, model: PlanModel, answer: Answer, budget: Budget, found: Found) -> None:
    """Order and certify a solution, and keep it if it is better."""
    counts = chosen(model, answer)
    over: Callable[[], bool] = lambda: budget.clock.left() <= 0.1 or budget.interrupted  # noqa: E731
    order = ordered(p, counts, budget.seed, _TRIES, over)
    if order is None:
        return
    try:
        line = actions_of(p, counts.spots, order.steps)
    except IllegalMove as error:
        raise Disagreement(f"an ordered plan is illegal: {error}") from error
    value = int(certify(GAME, p, line).value.key[0])
    if value < worth(answer, model.value) - counts.cave + order.cave:
        raise Disagreement(f"a plan promised {answer.value} and is worth {value}")
    if found.bound is not None and value > found.bound:
        raise Disagreement(f"a plan is worth {value}, above the proven bound {found.bound}")
    if found.value is None or value > found.value:
        found.line, found.value = line, value
