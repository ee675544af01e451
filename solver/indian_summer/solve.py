"""`solve` for Indian Summer: fewest own turns, then most nuts; or fewest uncovered fields.

Engines: ``search`` is the beam for plans and the exhaustive search by turns for proofs;
``cp-sat`` takes the beam's plan and proves a lower bound with the counting model; ``auto`` uses
all three. Every plan is replayed by the rules before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from leafwise.puzzles.core.errors import BadUse, Disagreement, LimitReached
from leafwise.puzzles.indian_summer.cleanup import FloorValue, floor_value
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position, over

from ..api import Budget, Solution, SolveOptions, Solver, Status
from ..referee import certify
from .planner import Planner
from .planner_replay import Played, play
from .planner_rows import End, OutOfTime

ENGINES = ("auto", "cp-sat", "search")
_WIDTHS = (4, 16, 48, 150, 450, 1350, 4000)
_EXACT_GROUND = 44  # above this many open fields an exhaustive search is not tried
_SMALL_GROUND = 30  # up to this many nearly all the time goes into it
_MARGIN = 0.25  # seconds kept for replaying and certifying


@dataclass(slots=True)
class State:
    """What is known: the best end and a lower bound of the turns (or of the uncovered fields).

    ``least`` turns are needed for a full floor; ``proven`` says that the best end is optimal.
    ``best_key`` bounds what an end in ``least`` turns may be worth.
    """

    planner: Planner
    best: End | None = None
    least: int = 1
    proven: bool = False
    method: list[str] = field(default_factory=list)

    def offer(self, end: End | None) -> None:
        """Take an end if it is better."""
        if end is not None and (self.best is None or end.key > self.best.key):
            self.best = end


class IndianSummerSolver:
    """Best play on the listed tiles; see the module."""

    game_id = "indian-summer"
    engines: tuple[str, ...] = ENGINES
    compiled: tuple[str, ...] = ENGINES  # every engine begins with the beam

    def solve(self, p: Position, options: SolveOptions, budget: Budget) -> Solution:
        """Raises LimitReached, BadUse."""
        if options.engine not in ENGINES:
            raise BadUse("--engine", repr(options.engine), "one of " + ", ".join(ENGINES))
        options.refuse_wishes()
        if options.count or options.unique or options.all:
            return coverings(p, options, budget)
        if over(p) or p.full:
            value = floor_value(p).shown()
            return Solution("optimal", value, value, (), (), "rules")
        return _plan(p, options.engine, budget)


def coverings(p: Position, options: SolveOptions, budget: Budget) -> Solution:
    """``--count``, ``--unique``, ``--all``: coverings with all tiles, each once."""
    from . import coverings as cover

    task = cover.task_of(p)
    limit = budget.clock.left()
    unique = count = solutions = None
    if options.count:
        count = cover.count(task, limit)
    if options.unique:
        unique = cover.unique(task, budget.clock.left())
    if options.all:
        found = cover.coverings(task, budget.clock.left())
        solutions = tuple(sorted(cover.texts(x, p.floor.width) for x in found))
    none = count == 0 or solutions == ()
    if unique is False and count is None and solutions is None:
        none = next(cover.coverings(task, budget.clock.left()), None) is None
    status: Status = "infeasible" if none else "optimal"
    return Solution(
        status, None, None, (), (), "coverings", unique=unique, count=count, solutions=solutions
    )


def _plan(p: Position, engine: str, budget: Budget) -> Solution:
    state = State(Planner(p, budget.over))
    try:
        if p.turns is None:
            _full(p, engine, budget, state)
        else:
            _horizon(p, p.turns, engine, budget, state)
    except KeyboardInterrupt:
        budget.interrupted = True
    if state.best is None:
        _rescue(p, budget, state)
    if state.best is None:
        raise LimitReached("the limit passed before there was any plan")
    return solution(p, state)


def _until(budget: Budget, seconds: float) -> Callable[[], bool]:
    """Over after ``seconds`` or, with a margin for the replay, at the budget's end."""
    start = budget.clock.spent()

    def over_() -> bool:
        if budget.interrupted or budget.clock.spent() - start > seconds:
            return True
        if budget.clock.left() <= _MARGIN:
            budget.limited_by = "time"
            return True
        return False

    return over_


def _full(p: Position, engine: str, budget: Budget, state: State) -> None:
    """Fewest turns, then most nuts."""
    planner = state.planner
    ground = p.ground.bit_count()
    most = ground + 1
    planner.over = _until(budget, 1e9)
    _beam(state, _WIDTHS[0], most, False)
    budget.tick(0.1)
    state.least = max(state.least, planner.least_turns(most))
    if engine != "cp-sat" and ground <= _EXACT_GROUND:
        share = 0.25 if engine == "auto" else 0.9
        planner.over = _until(budget, share * budget.clock.left())
        _prove(state, most)
    if state.proven:
        return
    if engine != "search":
        _count(p, budget, state)
        budget.tick(0.5)
        if engine == "auto" and ground <= _EXACT_GROUND:
            share = 0.9 if ground <= _SMALL_GROUND else 0.5
            planner.over = _until(budget, share * budget.clock.left())
            _prove(state, most)
    planner.over = _until(budget, 1e9)
    for n, width in enumerate(_WIDTHS[1:]):
        if state.proven or planner.over():
            break
        if state.best is not None and state.best.turns <= state.least and width > 2000:
            break
        _beam(state, width, most, False)
        budget.tick(0.5 + 0.08 * n)


def _beam(state: State, width: int, most: int, horizon: bool) -> None:
    limit = most if state.best is None or horizon else state.best.turns
    top = max(6, min(24, width // 2))
    ends = state.planner.beam(width, top, limit, horizon)
    if ends:
        state.offer(ends[0])
        if "beam over turns" not in state.method:
            state.method.append("beam over turns")


def _prove(state: State, most: int) -> None:
    """Exhaustive search from the lower bound up; what it shows stays when the clock ends it."""
    if "exhaustive search" not in state.method:
        state.method.append("exhaustive search")
    try:
        while state.least <= most:
            turns = state.least
            best = -1
            if state.best is not None and state.best.turns == turns:
                best = state.best.value
            found = state.planner.exact(turns, False, best)
            if found is not None:
                state.offer(found)
            if found is not None or best >= 0:
                state.proven = True
                return
            state.least = turns + 1
    except OutOfTime as stop:
        if stop.found is not None:
            state.offer(stop.found)


def _count(p: Position, budget: Budget, state: State) -> None:
    """Raise the lower bound by the counting model."""
    from . import counting

    limit = state.best.turns if state.best is not None else p.ground.bit_count()
    seconds = min(0.3 * budget.clock.left(), max(0.0, budget.clock.left() - _MARGIN - 0.3))
    bound = counting.least_turns(p, state.least, limit, seconds, budget.seed)
    if bound > state.least:
        state.least = bound
        state.method.append("counting model")


def _horizon(p: Position, turns: int, engine: str, budget: Budget, state: State) -> None:
    """A full floor within the turns, else fewest uncovered fields after the clean-up."""
    planner = state.planner
    planner.over = _until(budget, 1e9)
    _beam(state, _WIDTHS[0], turns, True)
    state.least = max(state.least, planner.least_turns(turns + 1))
    state.method.append("exhaustive search")
    planner.over = _until(budget, (0.9 if p.ground.bit_count() < 30 else 0.5) * budget.clock.left())
    try:
        _horizon_exact(turns, state)
    except OutOfTime as stop:
        if stop.found is not None:
            state.offer(stop.found)
    planner.over = _until(budget, 1e9)
    for width in _WIDTHS[1:]:
        if state.proven or planner.over():
            break
        _beam(state, width, turns, True)


def _horizon_exact(turns: int, state: State) -> None:
    while state.least <= turns:
        best = -1
        if state.best is not None and state.best.turns == state.least and state.best.value >= 0:
            best = state.best.value
        found = state.planner.exact(state.least, False, best)
        if found is not None:
            state.offer(found)
        if found is not None or best >= 0:
            state.proven = True
            return
        state.least += 1
    best = state.best.value if state.best is not None else -(1 << 40)
    state.offer(state.planner.exact(turns, True, best))
    state.proven = True


def _rescue(p: Position, budget: Budget, state: State) -> None:
    """A squirrel a turn: a plan that is always there, for when the clock left no time at all."""
    state.planner.over = lambda: False
    state.offer(state.planner.squirrels(p.turns))


def played(planner: Planner, end: End) -> Played:
    """An end carried out by the rules."""
    return play(planner.k, planner.turns(end), planner.drops)


def certified(planner: Planner, plan: Played, end: End) -> FloorValue:
    """The rules' value of a plan with its turns; Disagreement where it falls short.

    The referee replays it, except where others take tiles between the turns (an estimate).
    """
    value = GAME.value(plan.end)
    if not planner.drops:
        value = certify(GAME, planner.p, plan.line, value).value
    uncovered, _, nuts, berry = value.key
    worth = 2 * nuts + berry if uncovered == 0 else 2 * uncovered + berry
    if uncovered == 0 and end.value < 0:
        worth = -1
    if (uncovered and end.value >= 0) or worth < end.value:
        raise Disagreement(f"a plan promised {end.value} and is worth {value.shown()}")
    return FloorValue((uncovered, -end.turns, nuts, berry))


def solution(p: Position, state: State) -> Solution:
    """The answer, replayed and certified."""
    assert state.best is not None
    end = state.best
    plan = played(state.planner, end)
    shown = certified(state.planner, plan, end).shown()
    status: Status = "optimal" if state.proven else "bounded"
    bound = shown if state.proven else _bound(p, state)
    method = ", ".join(state.method)
    return Solution(status, shown, bound, plan.texts, plan.line, method)


def _bound(p: Position, state: State) -> dict[str, float]:
    """The best that is not excluded: least turns, with the most nuts these could leave."""
    planner = state.planner
    if p.turns is not None and state.least > p.turns:
        value = planner.bound(p.turns, True)
        return {"turns": p.turns, "uncovered": -((value - 1) // 2) if value < 0 else 0, "nuts": 0}
    value = planner.bound(state.least, False)
    nuts = max(0, value // 2)
    if state.best is not None and state.best.turns == state.least:
        nuts = max(nuts, state.best.value // 2)
    return {"turns": state.least, "uncovered": 0, "nuts": nuts}


SOLVER: Solver[Any] = IndianSummerSolver()
