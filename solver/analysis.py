"""Where a game was won and lost: a hint at each own decision of a record.

The expected result under best play is followed through the record. At a decision it falls from
the best move's value to that of the move played: the *loss*. Between two decisions it moves from
the value of the move played to the best value at the next decision: by *luck* (dice and cards), by
the *others'* moves, and because the second search thinks otherwise than the first, the *drift*
(see :mod:`.fortune`). All are differences of the same numbers, so the sums close exactly: first
expectation + luck + others + drift - losses = result (for a count of turns, which is better when
smaller, the signs turn).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from leafwise.puzzles.core.errors import NoAnswer
from leafwise.puzzles.core.game import AnyGame, Goal
from leafwise.puzzles.core.records import Log, entries

from . import engine, explain, registry
from .api import Analyst, Budget, Clock, Proof
from .fortune import WORLDS, Yardstick, events
from .stretches import Stretch, ends_turn, joined, stretches

WORST = 3  # decisions told with reasons
_UNSURE = 1e-9  # half an interval of what is no exact value
_SHARE = 2.5  # a decision may take this many times its fair share of the time left


@dataclass(frozen=True, slots=True)
class Label:
    """A name for losses of at least ``spread`` times the position's spread and at least
    ``result`` times its expected result."""

    name: str
    spread: float
    result: float
    sign: str


# The last that fits gives the name. "best" is told apart from all other moves, "fine" is not told
# apart from the best.
LABELS = (
    Label("best", 0.0, 0.0, ""),
    Label("fine", 0.0, 0.0, ""),
    Label("inaccuracy", 0.0, 0.0, "?!"),
    Label("mistake", 0.5, 0.02, "?"),
    Label("blunder", 1.0, 0.05, "??"),
)


@dataclass(frozen=True, slots=True)
class Decision:
    """A judged decision; all values are expected results of the whole game.

    ``value`` is that of the best move ``better``, ``chosen`` that of the ``move`` played;
    ``half`` half the 95% interval of the loss; ``spread`` the mean loss of the other moves in the
    table. ``luck``, ``others`` and ``drift`` are the change up to the next decision (better for
    the owner counted up), ``event`` what happened there in words. ``follow``: how the plan of
    the move played goes on.
    """

    entry: int
    what: str
    move: str
    better: str
    value: float
    value_half: float
    chosen: float
    loss: float
    half: float
    spread: float
    label: str
    proof: Proof
    why: str
    plan: tuple[str, ...]
    luck: float = 0.0
    others: float = 0.0
    drift: float = 0.0
    luck_half: float = 0.0
    others_half: float = 0.0
    event: str = ""
    follow: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judged record; see the module for how the totals hang together.

    ``result`` is the final one, or what was to be expected where an unfinished record stops;
    ``best_result`` the result with all losses added: no result that could be reached, since a
    plan that is missed again and again costs at each decision. Errors are halves of 95%
    intervals. ``forced`` counts decisions with one way to go, which are skipped.
    """

    decisions: tuple[Decision, ...]
    first: float
    first_half: float
    luck: float
    luck_half: float
    loss: float
    loss_half: float
    result: float
    best_result: float
    finished: bool
    forced: int
    worlds: int
    limited_by: Literal["budget", "time"]
    smaller_is_better: bool
    methods: tuple[str, ...]
    others: float = 0.0
    others_half: float = 0.0
    drift: float = 0.0
    drift_half: float = 0.0

    def worst(self, most: int = WORST) -> tuple[int, ...]:
        """Indices of the costliest decisions, the costliest first; none that cost nothing."""
        costly = [n for n, made in enumerate(self.decisions) if made.loss >= 0.05]
        return tuple(sorted(costly, key=lambda n: (-self.decisions[n].loss, n))[:most])


def label(loss: float, half: float, spread: float, value: float, tied: bool = False) -> str:
    """The name of a loss by the table ``LABELS``; ``tied``: others are as good within the error."""
    if loss <= max(half, 1e-9):
        return LABELS[1 if tied or loss > 1e-9 else 0].name
    fits = [
        row.name
        for row in LABELS[2:]
        if loss >= row.spread * spread and loss >= row.result * abs(value)
    ]
    return fits[-1]


def analyse(
    game: AnyGame, log: Log, *, budget: Budget, goal: Goal = Goal.SCORE, worlds: int | None = None
) -> Analysis:
    """Judge every own decision of a log; raises NoAnswer where there is none.

    ``worlds``: playouts a finalist at each decision (None: the game's default). All decisions
    share the seed. The clock is shared out as the game goes on; ``limited_by`` tells if it cut
    any decision short. ``budget.progress`` hears the fraction done.
    """
    items = entries(game, log)
    analyst = registry.analyst(game.id)
    found = list(joined(game, analyst, list(stretches(game, items)), engine.POOL))
    owned = [part for part in found if part.own]
    choices = [part for part in owned if len(game.actions(part.before)) > 1]
    if not choices:
        raise NoAnswer("no decision of yours in this record: nothing to analyse")
    judge = _Judge(game, analyst, budget, goal, worlds)
    made: list[Decision] = []
    for n, choice in enumerate(choices):
        made.append(judge.decision(choice, len(choices) - n))
        budget.tick((n + 1) / (len(choices) + 1))
    gaps = _gaps(found, choices)
    finished, result = judge.end(log.last, sum(ends_turn(item) for item in items))
    made = settled(made, gaps, result, judge.sign)
    made, result = judge.between(made, gaps, [*(c.before for c in choices[1:]), log.last], result)
    return _totals(made, finished, result, len(owned) - len(choices), judge)


def _totals(
    made: Sequence[Decision], finished: bool, result: float, forced: int, judge: _Judge
) -> Analysis:
    """The sums; an estimate's error is that of all that it is the rest of."""
    loss = sum(row.loss for row in made)
    loss_half = math.hypot(*(row.half for row in made))
    luck_half = math.hypot(*(row.luck_half for row in made))
    others_half = math.hypot(*(row.others_half for row in made))
    first, first_half = made[0].value, made[0].value_half
    return Analysis(
        decisions=tuple(made),
        first=first,
        first_half=first_half,
        luck=sum(row.luck for row in made),
        luck_half=luck_half,
        loss=loss,
        loss_half=loss_half,
        result=result,
        best_result=result + judge.sign * loss,
        finished=finished,
        forced=forced,
        worlds=judge.worlds_used,
        limited_by=judge.budget.limited_by,
        smaller_is_better=judge.analyst.smaller_is_better,
        methods=tuple(judge.methods),
        others=sum(row.others for row in made),
        others_half=others_half,
        drift=sum(row.drift for row in made),
        drift_half=math.hypot(first_half, loss_half, luck_half, others_half),
    )


def settled(
    made: Sequence[Decision],
    gaps: Sequence[Sequence[Stretch]],
    result: float | None,
    sign: float,
) -> list[Decision]:
    """Values of plans corrected by one another where nothing happened in between.

    A plan holds at the next decision too, and what was reached later could be planned before: the
    value of a move played and the best at the next decision are the same thing, the better of the
    two. Without this a plan that a search missed would be charged as a loss.
    """
    out = list(made)

    def tied(n: int) -> bool:
        """Whether only own moves lie between decision ``n`` and the next value."""
        if out[n].proof == "estimate" or any(not part.own for part in gaps[n]):
            return False
        return out[n + 1].proof != "estimate" if n + 1 < len(out) else result is not None

    def better(a: float, b: float) -> float:
        return sign * max(sign * a, sign * b)

    for n in range(len(out) - 1):
        if tied(n):
            after = out[n + 1]
            if sign * (out[n].chosen - after.value) > _UNSURE:
                known = out[n].follow
                after = replace(after, value=out[n].chosen)
                if known:  # the plan goes on with this
                    after = replace(after, better=known[0], plan=known, why="")
                out[n + 1] = after
    for n in reversed(range(len(out))):
        row = out[n]
        if tied(n):
            after_value = out[n + 1].value if n + 1 < len(out) else result
            assert after_value is not None
            row = replace(row, chosen=better(row.chosen, after_value))
        row = replace(row, value=better(row.value, row.chosen))
        loss = sign * (row.value - row.chosen)
        if (row.value, row.chosen) != (made[n].value, made[n].chosen):
            named = label(loss, row.half if row.proof == "estimate" else 0.0, row.spread, row.value)
            row = replace(row, loss=loss, label=named)
            if loss <= _UNSURE:
                row = replace(row, loss=0.0, better=row.move, why="", plan=(row.move,))
        out[n] = row
    return out


class _Judge:
    """Hints at decisions, with what they share."""

    def __init__(
        self, game: AnyGame, analyst: Analyst[Any], budget: Budget, goal: Goal, worlds: int | None
    ) -> None:
        self.game, self.analyst, self.budget, self.goal = game, analyst, budget, goal
        self.worlds = worlds
        self.sign = -1.0 if analyst.smaller_is_better else 1.0
        self.worlds_used = 0
        self.methods: dict[str, None] = {}
        measured = None if worlds is None else min(worlds, WORLDS)
        self.yardstick = Yardstick(game, budget.seed, goal, measured)

    def ranked(self, p: Any, left: int, asked: Sequence[str] = ()) -> tuple[engine.Row, ...]:
        """The rows at a position within its share of the time left."""
        share = self.budget.clock.left() * min(1.0, _SHARE / left)
        own = Budget(
            Clock(share), seed=self.budget.seed, worlds=self.worlds, workers=self.budget.workers
        )
        rows, method, worlds = engine.ranked(self.game, p, budget=own, asked=asked, goal=self.goal)
        if own.interrupted:
            raise KeyboardInterrupt
        if own.limited_by == "time":
            self.budget.limited_by = "time"
        self.worlds_used = max(self.worlds_used, worlds)
        self.methods[method.partition(",")[0]] = None
        return rows

    def offset(self, spent: int) -> int:
        """What values no longer count: the turns used up, where turns are the unit."""
        return spent if self.analyst.smaller_is_better else 0

    def decision(self, choice: Stretch, left: int) -> Decision:
        """Judge one decision."""
        game, p = self.game, choice.before
        rows = self.ranked(p, left, [choice.text])
        best = rows[0]
        row = next(row for row in rows if row.asked)
        loss = abs(best.value - row.value) if row is not best else 0.0
        half = max(0.0, (row.loss_high - row.loss_low) / 2.0)
        others = [self.sign * (best.value - other.value) for other in rows[1:]]
        spread = sum(others) / len(others) if others else 0.0
        offset = self.offset(choice.spent)
        why = ""
        plan: tuple[str, ...] = (best.candidate.text,)
        if row is not best:
            facts = [self.analyst.facts(p, found.candidate) for found in (best, row)]
            why = explain.reason(
                best.candidate.text,
                choice.text,
                explain.contrast(facts[0], facts[1]),
                loss,
                half,
                game.unit,
                facts[0],
            )
            plan = best.plan or self.analyst.preview(p, best.candidate, self.budget.seed)
        return Decision(
            entry=choice.entry,
            what=game.turn(p).what,
            move=choice.text,
            better=best.candidate.text,
            value=best.value + offset,
            value_half=(best.high - best.low) / 2.0,
            chosen=best.value - self.sign * loss + offset,
            loss=loss,
            half=half if row is not best else 0.0,
            spread=spread,
            label=label(
                loss,
                half if best.proof == "estimate" else 0.0,
                spread,
                best.value,
                row is best and "tie" in best.flags and best.proof == "estimate",
            ),
            proof=row.proof,
            why=why,
            plan=tuple(plan),
            follow=tuple(row.plan[1:]) if row.plan else (),
        )

    def end(self, p: Any, spent: int) -> tuple[bool, float | None]:
        """Whether the game is over, and its result or what is to be expected from there.

        None where somebody else acts next: then only what happened since can be told.
        """
        turn = self.game.turn(p)
        if turn.kind == "over":
            end = self.sign * self.game.value(p).utility()
            # a count of turns comes with ties broken by thousandths
            return True, (round(end) if self.sign < 0 else end) + self.offset(spent)
        if turn.kind == "decide" and turn.seat == 0:
            return False, self.ranked(p, 1)[0].value + self.offset(spent)
        return False, None

    def between(
        self,
        made: Sequence[Decision],
        gaps: Sequence[Sequence[Stretch]],
        ends: Sequence[Any],
        result: float | None,
    ) -> tuple[list[Decision], float]:
        """Fill in what came after each decision, up to the position of ``ends``; the result."""
        out: list[Decision] = []
        for n, (row, gap, end) in enumerate(zip(made, gaps, ends, strict=True)):
            after = made[n + 1] if n + 1 < len(made) else None
            value = after.value if after else result
            known = after is None or after.proof == "optimal"
            open_end = value is None
            change = 0.0 if value is None else self.sign * (value - row.chosen)
            sure = row.proof == "optimal" and known and not open_end
            half = math.hypot(row.value_half, after.value_half if after else 0.0)
            half = 0.0 if sure else max(half, _UNSURE)
            parts = self.yardstick.parts(events(gap), end, change, half)
            if open_end:  # nothing is judged there: the estimate stays what it was
                parts = replace(parts, drift=0.0)
                result = row.chosen + self.sign * (parts.luck + parts.others)
            text = "; ".join(part.text for part in gap if not part.own)
            out.append(
                replace(
                    row,
                    luck=parts.luck,
                    others=parts.others,
                    drift=parts.drift,
                    luck_half=parts.luck_half,
                    others_half=parts.others_half,
                    event=text,
                )
            )
        assert result is not None
        return out, result


def _gaps(found: Sequence[Stretch], choices: Sequence[Stretch]) -> list[list[Stretch]]:
    """The stretches after each decision and before the next."""
    gaps: list[list[Stretch]] = []
    judged = iter(choices)
    ahead = next(judged, None)
    for part in found:
        if part is ahead:
            gaps.append([])
            ahead = next(judged, None)
        elif gaps:
            gaps[-1].append(part)
    return gaps


__all__ = ["LABELS", "WORST", "Analysis", "Decision", "Label", "analyse", "label", "stretches"]
