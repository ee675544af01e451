"""`solve` for Forest Shuffle: the play of the owner that ends with the most points.

Engines: ``cp-sat`` is the plan model with an order for its solution, exact where no card comes
from the deck; ``search`` is the memoised exhaustive search by the plain rules, for short
challenges with everything in them. ``auto`` takes the model where it is exact, else the search,
else both: the better plan and the lower bound. Every plan is replayed by the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from leafwise.puzzles.core.errors import BadUse, LimitReached, NoAnswer
from leafwise.puzzles.forest_shuffle.data import card_name
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.legal import turn
from leafwise.puzzles.forest_shuffle.names import BadName, find_card, find_species
from leafwise.puzzles.forest_shuffle.position import Position

from ..api import Budget, Solution, SolveOptions, Solver, Status
from ..referee import certify
from .ends import exact_by_model, in_full, known_end
from .lines import texts
from .planner import Found, plan
from .search import Search, search
from .ways import Wish
from .whatif import missing

ENGINES = ("auto", "cp-sat", "search")
_UNDRAWN = "no card is drawn from the deck, which nobody knows: hint takes it into account"
_IN_HAND = "the turns are counted from when these cards are in hand: add them to play the plan"
_UNFOUND = "the model bounds play with this deck but found no plan: --engine auto searches for one"
_OTHERS = "--unique in the other two games, --all in Rustling Leaves, --count in Indian Summer"


class ForestShuffleSolver:
    """Best play over the known future; see the module."""

    game_id = "forest-shuffle"
    engines: tuple[str, ...] = ENGINES
    compiled: tuple[str, ...] = ()

    def solve(self, p: Position, options: SolveOptions, budget: Budget) -> Solution:
        """Raises NoAnswer, LimitReached, BadUse."""
        if options.engine not in ENGINES:
            raise BadUse("--engine", repr(options.engine), "one of " + ", ".join(ENGINES))
        if options.count or options.unique or options.all:
            raise BadUse("--count, --unique, --all", "forest-shuffle", _OTHERS)
        wish = wish_of(options.include, options.exclude)
        if options.turns is not None:
            p = replace(p, turns=options.turns)
        if turn(p).kind == "over":
            if options.reach is not None:
                raise NoAnswer("the game is over: no card can be drawn")
            value = GAME.value(p).shown()
            if wish.include:
                return Solution("infeasible", None, None, (), (), "rules")
            return Solution("optimal", value, value, (), (), "rules")
        _check(p)
        if options.reach is not None:
            return _reach(p, options.reach, wish, budget)
        found = solution_of(p, wish, budget, options.engine)
        if not p.deck_known() and found.status != "infeasible":
            found = replace(found, notes=(*found.notes, _UNDRAWN))
        return found if options.turns is None else replace(found, start=p)


def _check(p: Position) -> None:
    if p.turn != 0:
        raise NoAnswer("not your turn: solve plays the owner only")
    if not in_full(p):
        raise NoAnswer("solve needs the own hand and forest in full")
    if not known_end(p):
        raise NoAnswer("solve needs a known end: turns = N, --turns N, or the deck as a list")


def _reach(p: Position, points: int, wish: Wish, budget: Budget) -> Solution:
    """What has to be drawn for so many points, and the plan with those cards in hand."""
    if not exact_by_model(p) or p.turns is None:
        raise NoAnswer("what to draw for a score needs --turns N (or turns = N), no listed deck")
    need = missing(p, points, wish, budget)
    if need.cards is None or need.found.value is None:
        budget.over()
        return Solution("unknown", None, None, (), (), "plan model", least=need.least)
    value = certify(GAME, need.start, need.found.line).value.shown()
    return Solution(
        "optimal" if len(need.cards) == need.least else "bounded",
        value,
        None,
        texts(need.start, need.found.line),
        need.found.line,
        "plan model",
        draw=tuple(card_name(card) for card in need.cards),
        least=need.least,
        notes=(_IN_HAND,) if need.cards else (),
        start=need.start,
    )


def wish_of(include: tuple[str, ...], exclude: tuple[str, ...]) -> Wish:
    """The cards or species named by ``--with`` and ``--without``; raises BadUse."""
    return Wish(
        tuple(_wanted("--with", text) for text in include),
        tuple(_wanted("--without", text) for text in exclude),
    )


def _wanted(option: str, text: str) -> tuple[int, int]:
    """A species (-1, species), or a split card (card, -1)."""
    try:
        return -1, find_species(text)
    except BadName as error:
        near = error
    try:
        return find_card(text), -1
    except BadName as error:
        known = error.near or near.near
        allowed = "a species such as lynx, or a card such as lynx/raccoon"
        raise BadUse(option, repr(text), allowed, known) from None


def solution_of(p: Position, wish: Wish, budget: Budget, engine: str = "auto") -> Solution:
    """The best play of a position by an engine; raises LimitReached."""
    found = Found()
    used: list[str] = []
    clean = not p.pending and not p.drawn
    try:
        if engine != "search" and clean and (engine == "cp-sat" or exact_by_model(p)):
            found = plan(p, wish, budget)
            used.append("plan model")
        if engine != "cp-sat" and not found.proven:
            share = 0.7 if clean and not used else 1.0
            own = budget.part(max(0.05, (budget.clock.left() - 0.2) * share))
            result = search(p, wish, own)
            _merge(found, result, used)
            if result.complete and result.value is None:  # the wishes cannot be met
                return Solution("infeasible", None, None, (), (), ", ".join(used))
            planned = used[0].startswith("plan") or budget.interrupted
            if not found.proven and not planned and clean and engine == "auto":
                _merge_plan(found, plan(p, wish, budget), used)
    except KeyboardInterrupt:
        budget.interrupted = True
    if not found.proven and not budget.interrupted:
        budget.over()
    if budget.interrupted and found.value is None:
        raise KeyboardInterrupt
    return solution(p, found, ", ".join(used) or "plan model")


def _merge(found: Found, result: Search, used: list[str]) -> None:
    """Take over what the search found; a finished one proves its value."""
    used.append("exhaustive search" if result.complete else "search, not finished")
    better = result.value is not None and (found.value is None or result.value > found.value)
    if better or (result.complete and result.value == found.value):
        found.line, found.value = result.line, result.value
    if result.complete:
        found.bound = (
            result.value
            if found.bound is None
            else min(found.bound, result.value if result.value is not None else found.bound)
        )


def _merge_plan(found: Found, other: Found, used: list[str]) -> None:
    """Take over what the plan model found."""
    used.append("plan model")
    found.notes += other.notes
    if other.bound is not None:
        found.bound = other.bound if found.bound is None else min(found.bound, other.bound)
    if other.value is not None and (found.value is None or other.value > found.value):
        found.line, found.value = other.line, other.value


def solution(p: Position, found: Found, engine: str) -> Solution:
    """The answer, replayed and certified."""
    if found.value is None:
        if found.bound is None and "not finished" not in engine:
            return Solution("infeasible", None, None, (), (), engine)
        if engine == "plan model" and found.notes:
            raise NoAnswer(_UNFOUND)
        raise LimitReached("the limit passed before there was any plan")
    value = certify(GAME, p, found.line).value.shown()
    plan_texts = texts(p, found.line)
    if found.proven:
        return Solution("optimal", value, value, plan_texts, found.line, engine)
    bound: Any = found.bound
    status: Status = "bounded" if bound is not None else "unknown"
    notes = found.notes
    return Solution(status, value, bound, plan_texts, found.line, engine, notes=notes)


SOLVER: Solver[Any] = ForestShuffleSolver()

__all__ = ["SOLVER", "ForestShuffleSolver"]
