"""One engine for all games: hints over unknown futures, comparisons, and solving.

A hint is exact where the remaining tree is small, a ranking of proven plans where the future is
essentially known, and else a table of candidate lines over sampled worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from leafwise.puzzles.core.errors import BadUse, IllegalMove, NoAnswer
from leafwise.puzzles.core.game import AnyGame, Goal

from . import explain, registry, warm
from .api import (
    Analyst,
    Budget,
    Candidate,
    Comparison,
    Facts,
    Hint,
    HintMove,
    Solution,
    SolveOptions,
)
from .interrupts import listening
from .lines import after
from .rows import (
    Row,
    collapse,
    distinct,
    ending,
    exact_rows,
    mark,
    plan_rows,
    sampled_rows,
    texts,
    trim,
)
from .search import cut_schedule, full_schedule, lean_schedule, measure, search
from .statistics import Z95, summarize

POOL = 64  # candidate lines that enter the first round
_ROUGH = 8  # worlds below which an answer is called rough
_FLAG_ORDER = ("forced", "tie", "proven", "asked")
_UNITS = {Goal.MARGIN: ("points ahead", "points"), Goal.WIN: ("% to win", "%")}  # value, gap


def hint(
    game: AnyGame,
    p: Any,
    *,
    budget: Budget,
    goal: Goal | None = None,
    asked: Sequence[str] = (),
    top: int = 8,
    ceiling: bool = False,
) -> Hint:
    """Ranked moves for the owner in ``p``; ``goal`` None: what the game is played for.

    ``asked`` are the user's own moves (texts): always in the table. Raises NoAnswer when it is not
    the owner's decision, BadMove or IllegalMove for an asked text, BadUse for a goal that means
    nothing here, LimitReached. After Ctrl-C it is the best so far, with ``budget.interrupted`` set;
    KeyboardInterrupt after two.
    """
    p = _seen(game, p)
    limit = None
    with listening(budget):
        note = warm.prepare(game.id)
        analyst = registry.analyst(game.id)
        goal = _goal(analyst, p, goal)
        own = [analyst.candidate(p, _decision(game, analyst, p, text)) for text in asked]
        rows, method, worlds, considered, notes = _rows(game, analyst, p, budget, goal, own)
        if ceiling:
            limit = analyst.ceiling(p, budget)
    if note:
        notes = (note, *notes)
    shown = trim(rows, max(1, top))
    compared = shown if len(shown) > 1 else rows[:2]  # even where only the best is shown
    facts = [analyst.facts(p, row.candidate) for row in compared]
    other = next((n for n, row in enumerate(compared) if n and row.asked), 1)
    found = explain.contrast(facts[0], facts[other]) if len(compared) > 1 else None
    near = len(compared) > 1 and compared[1].loss_low <= 0.0 and compared[1].proof == "estimate"
    unit, gap = _UNITS.get(goal, (game.unit, game.unit))
    because = _why(compared, other, found, facts, gap, budget.limited_by)
    moves = tuple(
        _entry(analyst, p, row, shown[0], facts[0], facts[n], gap, budget.seed, because, goal)
        for n, row in enumerate(shown)
    )
    return Hint(
        moves=moves,
        method=method,
        worlds=worlds,
        limited_by=budget.limited_by,
        seed=budget.seed,
        unit=unit,
        considered=considered,
        nudge=because if found is None else explain.nudge(found, facts[0], near),
        reason=because,
        ceiling=limit,
        notes=notes,
        goal=goal,
    )


def check(game: AnyGame, p: Any, asked: Sequence[str] = (), goal: Goal | None = None) -> None:
    """What ``hint`` and ``compare`` refuse, without thinking: raises as they do."""
    p = _seen(game, p)
    analyst = registry.analyst(game.id)
    _goal(analyst, p, goal)
    for text in asked:
        _decision(game, analyst, p, text)


def compare(
    game: AnyGame, p: Any, first: str, second: str, *, budget: Budget, goal: Goal | None = None
) -> Comparison:
    """Two moves on the same worlds; raises as ``hint`` does."""
    p = _seen(game, p)
    warm.prepare(game.id)
    analyst = registry.analyst(game.id)
    goal = _goal(analyst, p, goal)
    pair = [analyst.candidate(p, _decision(game, analyst, p, text)) for text in (first, second)]
    rows, *_ = _rows(game, analyst, p, budget, goal, pair, only=True)
    by_text = {text: row for row in rows for text in texts(row.candidate)}
    a, b = by_text[pair[0].text], by_text[pair[1].text]
    facts = [analyst.facts(p, row.candidate) for row in (a, b)]
    first_is_best = rows.index(a) <= rows.index(b)
    best, best_facts = (a, facts[0]) if first_is_best else (b, facts[1])
    order = ([a, b], facts) if first_is_best else ([b, a], facts[::-1])
    found = explain.contrast(order[1][0], order[1][1])
    unit, gap = _UNITS.get(goal, (game.unit, game.unit))
    because = _why(order[0], 1, found, order[1], gap, budget.limited_by)
    entries = [
        _entry(analyst, p, row, best, best_facts, row_facts, gap, budget.seed, because, goal)
        for row, row_facts in zip((a, b), facts, strict=True)
    ]
    difference = explain.difference(facts[0], facts[1])
    return Comparison((entries[0], entries[1]), difference, because, unit, goal)


def ranked(
    game: AnyGame, p: Any, *, budget: Budget, asked: Sequence[str] = (), goal: Goal = Goal.SCORE
) -> tuple[tuple[Row, ...], str, int]:
    """The rows of a hint without its words, the method and the worlds; raises as ``hint`` does.

    Meant for many positions in a row: a third of a hint's playouts.
    """
    p = _seen(game, p)
    warm.prepare(game.id)
    analyst = registry.analyst(game.id)
    own = [analyst.candidate(p, _decision(game, analyst, p, text)) for text in asked]
    rows, method, worlds, *_ = _rows(game, analyst, p, budget, goal, own, lean=True)
    return tuple(rows), method, worlds


def solve(game: AnyGame, p: Any, options: SolveOptions, budget: Budget) -> Solution:
    """Best play of the owner over the known future (see the game's solver).

    After Ctrl-C the best so far, with ``budget.interrupted`` set; KeyboardInterrupt after two.
    """
    with listening(budget):
        return registry.solver(game.id).solve(p, options, budget)


def _seen(game: AnyGame, p: Any) -> Any:
    """What the owner knows, where there is something to decide: no sampled card moves an answer."""
    p = game.view(p, 0)
    turn = game.turn(p)
    if turn.kind == "over":
        raise NoAnswer("nothing is left to decide: this game is over")
    if turn.seat not in (0, None):
        raise NoAnswer("it is not your turn")
    if turn.kind == "chance":
        raise NoAnswer(f"nothing to decide before chance has spoken ({turn.what}): enter it first")
    return p


def _goal(analyst: Analyst[Any], p: Any, asked: Goal | None) -> Goal:
    """What is played for; raises BadUse for a goal that means nothing here."""
    goals = analyst.goals(p)
    if asked is not None and asked not in goals:
        names = ", ".join(goal.value for goal in goals)
        alone = "" if len(goals) > 1 else ": only your own points count here"
        raise BadUse("--goal", repr(asked.value), names + alone)
    return asked or analyst.goal(p)


def _decision(game: AnyGame, analyst: Analyst[Any], p: Any, text: str) -> tuple[Any, ...]:
    """The line of an asked move; it must be legal here."""
    line = analyst.decision(p, text)
    after(game, p, line)
    if not line:
        raise IllegalMove("format", "an empty move", text)
    return line


def _rows(
    game: AnyGame,
    analyst: Analyst[Any],
    p: Any,
    budget: Budget,
    goal: Goal,
    own: Sequence[Candidate],
    only: bool = False,
    lean: bool = False,
) -> tuple[list[Row], str, int, int, tuple[str, ...]]:
    """Rows best first, method, worlds, lines considered, notes."""
    if goal is Goal.SCORE:
        exact = analyst.exact(p, budget)
        if exact is not None:
            rows = exact_rows(exact, analyst.smaller_is_better)
            return mark(rows, own), exact.method, 0, len(rows), ()
    if analyst.open(p):
        plans = analyst.plans(p, budget, [c.line for c in own])
        rows = plan_rows(plans, analyst.smaller_is_better)
        notes = plans.notes
        if len(rows) == 1 and rows[0].proof != "optimal" and budget.limited_by == "time":
            notes = ("a rough answer: the time was enough for one first move only", *notes)
        return mark(rows, own), plans.method, 0, len(rows), notes
    found = analyst.candidates(p, POOL)
    pool = list(own) if only else list(found.items)
    kept = [] if only else distinct([*own, *found.kept])
    lines = distinct([*pool, *kept])
    report = budget.worlds or analyst.worlds(p)
    full = full_schedule(analyst.strata, report)
    if lean:
        full = lean_schedule(analyst.strata, budget.worlds or report // 3)
    cost = measure(analyst, p, lines[0].line, budget.seed, goal)
    affordable = int(0.8 * budget.clock.left() * max(1, budget.workers) / max(cost, 1e-9))
    schedule = full
    if affordable < full.playouts(len(lines)):
        schedule = cut_schedule(full, analyst.strata, len(lines), affordable)
        budget.limited_by = "time"
    prior = analyst.prior(goal)
    side = ThreadPoolExecutor(1)  # further lines are found while the others are played
    try:
        plain = only or lean or found.total == 1
        further = None if plain else side.submit(analyst.further, p, budget)
        sample = search(analyst, p, pool, kept, schedule, budget, goal, cost, prior, further)
    finally:
        side.shutdown(wait=False)  # where the time is over nobody waits for them
    if not only:
        sample = collapse(sample)
    guess, weight, noise = None, 0.0, 0.0
    if prior is not None:
        guess = prior.slope * np.array([c.prior for c in sample.finalists])
        weight, noise = prior.worlds, prior.noise
    # only lines after which there is more to decide gain by deciding well
    ends = ending(game, p, sample.finalists)
    missed = np.where(ends, analyst.gain(p, goal), 0.0)
    results = sample.results - missed[:, None]
    summary = summarize(results, analyst.strata, budget.seed, guess, weight, ends, noise)
    rows = sampled_rows(analyst, p, sample.finalists, summary, goal, missed)
    if found.total == 1:
        rows[0].flags.add("forced")
    worlds = int(sample.results.shape[1])
    method = f"policy rollouts on common worlds, {worlds} each"
    rough = f"a rough answer: the time was enough for {worlds} futures only"
    notes = (rough,) if worlds < _ROUGH and budget.limited_by == "time" else ()
    return mark(rows, own), method, worlds, found.total, (*notes, *analyst.notes(p, goal))


def _why(
    shown: Sequence[Row],
    other: int,
    found: explain.Contrast | None,
    facts: Sequence[Any],
    unit: str,
    limited_by: str,
) -> str:
    """Why the first row, against row ``other``."""
    if found is None:
        if limited_by == "time":
            return "There was no time to look at a second move."
        return "There is only one thing to do."
    return _reason(shown[0], shown[other], found, unit, facts[0])


def _reason(best: Row, row: Row, found: explain.Contrast, unit: str, facts: Facts) -> str:
    """Why the best row rather than another."""
    half = (row.loss_high - row.loss_low) / 2.0
    texts = best.candidate.text, row.candidate.text
    return explain.reason(*texts, found, row.loss, half, unit, facts)


def _entry(
    analyst: Analyst[Any],
    p: Any,
    row: Row,
    best: Row,
    best_facts: Any,
    facts: Any,
    unit: str,
    seed: int,
    because: str,
    goal: Goal,
) -> HintMove:
    """A finished row: its words and the line shown; ``because`` is the best row's reason."""
    why = because
    if row is not best:
        why = _reason(best, row, explain.contrast(best_facts, facts), unit, best_facts)
    plan = row.plan if row.plan is not None else analyst.preview(p, row.candidate, seed)
    banked = analyst.banked(p, row.candidate, goal)
    return HintMove(
        move=row.candidate.text,
        value=row.value,
        floor=row.floor,
        low=row.low,
        high=row.high,
        loss=row.loss,
        loss_low=row.loss_low,
        loss_high=row.loss_high,
        best=row.best,
        banked=banked,
        to_come=row.value - banked,
        flags=tuple(flag for flag in _FLAG_ORDER if flag in row.flags),
        same=row.candidate.same,
        proof=row.proof,
        plan=plan,
        why=why,
        win=analyst.chance_to_win(p, row.value, goal),
    )


__all__ = ["POOL", "Row", "Z95", "compare", "hint", "ranked", "solve"]
