"""Plans by the plan model: solutions, orders, upper bounds, and what is proven when they meet.

Plans are looked at by their number of blocks of draws. For each number, from none at all, an
exact model finds the best plan with so many blocks; then a loose one, which may go on drawing as
it likes after its last block, bounds all plans with more. Each is only asked for what is better
than the best plan so far: where it has nothing, that plan is proven.

Where the hand alone fills the turns, the loosest model comes first, a single stage that may draw
as it likes: it bounds all plans, is soon solved, and its forest is often that of a plan with one
or two blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from leafwise.puzzles.core.errors import Disagreement
from leafwise.puzzles.forest_shuffle.actions import Action
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget
from ..pieces import Answer, Run, hint, solve, worth
from ..referee import certify
from .chosen import chosen
from .lines import played
from .plan_model import PlanModel
from .search import matches
from .ways import Wish

_MARGIN = 0.3  # seconds kept for ordering and certifying
_TRIES = 400  # orders tried for one solution
_THRIFT = 0.2  # deterministic time for making a solution plain
_PLAY = 2  # cards that a play takes from the hand, about
_FIRST = 0.3  # deterministic time for a plan without draws, before the loosest model
_FEW = 3  # blocks more than a loose solution has, for that
_TOP = 1.0  # deterministic time for finding a plan worth the bound
_DATED = 2.5  # deterministic time for finding when the further draws of a solution are
_MOST = 7  # blocks of draws to end with
_SHARE = 0.6  # of the time left, for one model
_NOTHING = -1  # less than any score


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
    work = _Planner(p, wish, budget, found)
    first = PlanModel(p, wish, blocks=0, loose=-1)
    if first.exact:
        work.by_blocks(first)
    else:
        work.at_once(PlanModel(p, wish))
    if found.value is None and found.bound == _NOTHING:
        found.bound = None  # the wishes cannot be met
    return found


@dataclass(slots=True)
class _Planner:
    """One run over the models of a position."""

    p: Position
    wish: Wish
    budget: Budget
    found: Found
    caps: Mapping[str, int] = field(default_factory=dict)
    whole: int | None = None  # what all plans can be worth at most

    def over(self) -> bool:
        return self.budget.clock.left() <= _MARGIN or self.budget.interrupted

    def at_once(self, model: PlanModel) -> None:
        """Cards may come from the deck: one model, good for a bound and a first plan only."""
        self.found.notes = tuple(model.notes)
        self.found.bound = self.improve(model, None)

    def by_blocks(self, first: PlanModel) -> None:
        """Number by number of blocks, until nothing better is left or the clock is over.

        ``sure``: what the plans of models that could not be closed can be worth at most;
        ``rest``: the same of all plans with more blocks than were looked at exactly.
        """
        sure: int | None = _NOTHING
        if first.turns * _PLAY <= len(self.p.seats[0].cards):
            self.loosest(first)
            if self.over() or self.closed(self.whole):
                self.found.bound = self.whole
                return
            first = self.model(0, loose=-1)
        rest = self.whole
        for blocks in range(_MOST + 1):
            sure = _highest(sure, self.exact(blocks, rest) if blocks else self.improve(first, rest))
            if not self.over():
                further = self.model(blocks + 1, loose=blocks + 1)
                rest = _lowest(rest, self.improve(further, rest))
            self.found.bound = _highest(_highest(sure, rest), self.found.value)
            if self.over() or self.closed(rest):
                break

    def loosest(self, first: PlanModel) -> None:
        """Bound all plans by the loosest model, and look for a plan with its forest."""
        self.improve(first, None, _FIRST)
        if self.over():
            return
        loose = self.model(0, loose=0)
        answer = self.ask(loose, None)
        if answer.status == "infeasible":
            self.whole = self.least()
        if not answer.values or answer.bound is None:
            return
        self.whole = int(answer.bound + 1e-6)
        if self.least() < round(answer.value or 0):
            self.forests(loose, answer, self.whole)

    def exact(self, blocks: int, most: int | None) -> int | None:
        """The best plan with so many blocks; first whether one is worth the bound itself.

        That is told soon, with a floor right under the ceiling. Where a solution is worth it but
        has no order, plans worth less are looked for, and the bound stays.
        """
        if most is None or most - 1 <= self.least():
            return self.improve(self.model(blocks, loose=-1), most)
        top = self.model(blocks, loose=-1)
        top.model.add(top.value >= most)
        answer = self.ask(top, most, _TOP)
        if answer.values:
            self.reach(top, answer, most)
        if self.over() or self.least() >= most:
            return most
        below = most - 1 if answer.values or answer.status == "infeasible" else most
        found = self.improve(self.model(blocks, loose=-1), below)
        return most if answer.values else found

    def model(self, blocks: int, loose: int) -> PlanModel:
        """The model of plans that draw in all their blocks."""
        if blocks == loose and blocks < 2:  # its plans are all those with so many draws or more
            wide = PlanModel(self.p, self.wish, blocks=blocks, loose=loose)
            wide.model.add(wide.value > self.least())
            self.caps = wide.capped()
        model = PlanModel(self.p, self.wish, blocks=blocks, loose=loose, caps=self.caps)
        if blocks:
            model.model.add(model.stages.active[blocks] == 1)
        return model

    def closed(self, bound: int | None) -> bool:
        """Whether a bound leaves nothing better."""
        return bound is not None and bound <= self.least()

    def least(self) -> int:
        """What a plan has to beat."""
        return _NOTHING if self.found.value is None else self.found.value

    def improve(
        self, plan: PlanModel, most: int | None = None, work: float | None = None
    ) -> int | None:
        """Look for a better plan in a model; what its plans can be worth at most (None: unknown).

        Nothing better: no more than what is known.
        """
        answer = self.ask(plan, most, work)
        if answer.status == "infeasible":
            return self.least()
        if not answer.values or answer.bound is None:
            return most
        bound = int(answer.bound + 1e-6)
        self.reach(plan, answer, bound)
        return bound

    def ask(self, plan: PlanModel, most: int | None, work: float | None = None) -> Answer:
        """The best solution of a model that beats the best plan so far."""
        if self.found.value is not None:
            plan.model.add(plan.value > self.found.value)
        if most is not None:
            plan.model.add(plan.value <= most)
        plan.model.maximize(plan.value)
        return solve(plan.model, replace(run_of(self.budget, _SHARE), work=work))

    def reach(self, plan: PlanModel, answer: Answer, bound: int) -> None:
        """Look for a plan of a solution's value: itself, its plainest form, its forest."""
        value = round(answer.value or 0)
        if worth(answer, plan.stages.hurry.expr):
            self.forests(plan, answer, bound)
            return
        self.take(plan, answer, bound)
        if self.over() or self.least() >= value:
            return
        answer = self.plain(plan, answer)
        self.take(plan, answer, bound)
        if self.over() or self.least() >= value or not plan.exact:
            return
        blocks = plan.blocks + sum(answer.on(gone) for gone in plan.stages.gone)
        split = PlanModel(self.p, self.wish, blocks=blocks, loose=-1, split=True, caps=self.caps)
        self.forest(split, plan, answer, bound)

    def forests(self, plan: PlanModel, answer: Answer, bound: int) -> None:
        """Look for plans with the forest of a loose solution that say when they draw."""
        value = round(answer.value or 0)
        for blocks in range(plan.blocks + 1, plan.blocks + 1 + _FEW):
            if not plan.exact or self.over() or self.least() >= value:
                return
            self.forest(self.model(blocks, loose=-1), plan, answer, bound)

    def forest(self, model: PlanModel, plan: PlanModel, answer: Answer, bound: int) -> None:
        """Look for a plan that ends with the forest of another model's solution."""
        model.same(plan, answer)
        found = solve(model.model, replace(run_of(self.budget, _SHARE), work=_DATED))
        if found.values:
            self.take(model, found, bound)

    def plain(self, plan: PlanModel, answer: Answer) -> Answer:
        """The plainest solution of the same value: the likeliest to have an order."""
        hint(plan.model, answer.values)
        plan.model.add(plan.value >= round(answer.value or 0))
        plan.model.minimize(plan.thrift())
        plain = solve(plan.model, replace(run_of(self.budget), work=_THRIFT))
        return plain if plain.values else answer

    def take(self, plan: PlanModel, answer: Answer, bound: int) -> None:
        """Order and certify a solution, and keep it if it is better."""
        if worth(answer, plan.stages.hurry.expr):
            return
        p, wish, found, budget = self.p, self.wish, self.found, self.budget
        counts = chosen(plan, answer)
        over: Callable[[], bool] = lambda: budget.clock.left() <= 0.1 or budget.interrupted  # noqa: E731
        barred = frozenset(card for card, _ in wish.exclude if card >= 0)
        for line in played(p, counts, budget.seed, _TRIES, over, barred):
            if not _granted(wish, line):
                continue
            value = int(certify(GAME, p, line).value.key[0])
            if value > bound:
                raise Disagreement(f"a plan is worth {value}, above the proven bound {bound}")
            if found.value is None or value > found.value:
                found.line, found.value = line, value
            if value >= counts.value:
                return


def _highest(a: int | None, b: int | None) -> int | None:
    """The higher of two bounds; None is no bound at all."""
    return None if a is None or b is None else max(a, b)


def _lowest(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def run_of(budget: Budget, share: float = 1.0) -> Run:
    """A run within what is left of the clock, less what ordering needs."""
    seconds = max(0.02, (budget.clock.left() - _MARGIN) * share)
    return Run(seconds, budget.seed, budget.workers, linear=2, cuts=False)


def _granted(wish: Wish, line: tuple[Action, ...]) -> bool:
    """Whether a line plays what it must, and nothing that it must not."""
    must = all(any(matches(a, wanted) for a in line) for wanted in wish.include)
    return must and not any(matches(a, gone) for a in line for gone in wish.exclude)
