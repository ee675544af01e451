"""Where a game was won and lost: a hint at each own decision of a record.

The expected result under best play is followed through the record. At a decision it falls from
the best move's value to that of the move played: the *loss*. Between two decisions it moves from
the value of the move played, which is the mean over what may happen, to the best value of what
did happen: the *luck* (dice, cards, the other players). Both are differences of the same numbers,
so the sums close exactly: first expectation + luck - losses = result (for a count of turns, which
is better when smaller: first expectation - luck + losses).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from leafwise.puzzles.core.errors import NoAnswer
from leafwise.puzzles.core.game import AnyGame, Goal
from leafwise.puzzles.core.records import Log, Step, entries

from . import engine, explain, registry
from .api import Analyst, Budget, Clock, Proof

WORST = 3  # decisions told with reasons
_SHARE = 2.5  # a decision may take this many times its fair share of the time left


@dataclass(frozen=True, slots=True)
class Label:
    """A name for losses of at least ``spread`` times the position's spread and at least
    ``result`` times its expected result."""

    name: str
    spread: float
    result: float
    sign: str


# The last that fits gives the name. Losses that are not told apart from nothing are "good".
LABELS = (
    Label("good", 0.0, 0.0, ""),
    Label("inaccuracy", 0.0, 0.0, "?!"),
    Label("mistake", 0.5, 0.02, "?"),
    Label("blunder", 1.0, 0.05, "??"),
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive actions of one kind: a decision of the owner, or what happened to them.

    ``entry`` is the number of the record's entry (from 1), ``spent`` the own turns ended before.
    """

    own: bool
    entry: int
    before: Any
    line: tuple[Any, ...]
    text: str
    spent: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A judged decision; all values are expected results of the whole game.

    ``value`` is that of the best move ``better``, ``chosen`` that of the ``move`` played;
    ``half`` half the 95% interval of the loss; ``spread`` the mean loss of the other moves in the
    table; ``luck`` what came between this decision and the next, ``event`` in words.
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
    event: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judged record; see the module for how the totals hang together.

    ``result`` is the final one, or what was to be expected where an unfinished record stops;
    ``best_result`` the result with the same luck and no losses. Errors are halves of 95%
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

    def worst(self, most: int = WORST) -> tuple[int, ...]:
        """Indices of the costliest decisions, the costliest first; none that cost nothing."""
        costly = [n for n, made in enumerate(self.decisions) if made.loss >= 0.05]
        return tuple(sorted(costly, key=lambda n: (-self.decisions[n].loss, n))[:most])


def label(loss: float, half: float, spread: float, value: float) -> str:
    """The name of a loss by the table ``LABELS``."""
    if loss <= max(half, 1e-9):
        return LABELS[0].name
    fits = [
        row.name
        for row in LABELS[1:]
        if loss >= row.spread * spread and loss >= row.result * abs(value)
    ]
    return fits[-1]


def stretches(game: AnyGame, items: Sequence[Step]) -> Iterator[Stretch]:
    """A record in stretches; a decision goes up to the next chance or the end of the turn."""
    spent = 0
    for number, item in enumerate(items, 1):
        if not item.line:
            yield Stretch(False, number, item.before, (), item.text, spent)
        p = begin = item.before
        line: list[Any] = []
        kind = False
        for action in item.line:
            own = _own(game, p)
            if line and own != kind:
                yield _stretch(game, kind, number, begin, line, spent)
                line = []
            if not line:
                begin, kind = p, own
            line.append(action)
            p = game.apply(p, action)
        if line:
            yield _stretch(game, kind, number, begin, line, spent)
        spent += _ends_turn(item)


def _own(game: AnyGame, p: Any) -> bool:
    turn = game.turn(p)
    return turn.kind == "decide" and turn.seat == 0


def _ends_turn(item: Step) -> bool:
    return bool(item.line) and not item.text.endswith("...")


def _stretch(
    game: AnyGame, own: bool, entry: int, p: Any, line: Sequence[Any], spent: int
) -> Stretch:
    """Without the action that only ends the turn: hints leave it out as well."""
    *texts, last = game.format(p, line).split("; ")
    kept = tuple(line[:-1] if own and texts and last == "end" else line)
    return Stretch(own, entry, p, kept, game.format(p, kept), spent)


def _joined(game: AnyGame, analyst: Analyst[Any], found: Sequence[Stretch]) -> Iterator[Stretch]:
    """Decisions that follow each other without chance and are one line of the analyst's table.

    (Two draws of one turn, say, which a record tells as two moves.)
    """
    at = 0
    while at < len(found):
        part, end = found[at], at + 1
        while part.own and end < len(found) and found[end].own:
            end += 1
        taken = 1
        if end - at > 1 and not analyst.open(part.before):
            lines = {c.line for c in analyst.candidates(part.before, engine.POOL).items}
            for n in range(end - at, 1, -1):
                line = tuple(action for item in found[at : at + n] for action in item.line)
                if line in lines:
                    part = replace(part, line=line, text=game.format(part.before, line))
                    taken = n
                    break
        yield part
        at += taken


def analyse(
    game: AnyGame, log: Log, *, budget: Budget, goal: Goal = Goal.SCORE, worlds: int | None = None
) -> Analysis:
    """Judge every own decision of a log; raises NoAnswer where there is none.

    ``worlds``: playouts a finalist at each decision (None: the game's default). All decisions
    share the seed. The clock is shared out as the game goes on; ``limited_by`` tells if it cut
    any decision short. ``budget.progress`` hears the fraction done.
    """
    items = entries(game, log)
    found = list(stretches(game, items))
    analyst = registry.analyst(game.id)
    found = list(_joined(game, analyst, found))
    owned = [part for part in found if part.own]
    choices = [part for part in owned if len(game.actions(part.before)) > 1]
    if not choices:
        raise NoAnswer("no decision of yours in this record: nothing to analyse")
    judge = _Judge(game, analyst, budget, goal, worlds)
    made: list[Decision] = []
    for n, choice in enumerate(choices):
        made.append(judge.decision(choice, len(choices) - n))
        budget.tick((n + 1) / (len(choices) + 1))
    finished, result = judge.end(log.last, sum(_ends_turn(item) for item in items), made[-1])
    made = _with_luck(made, _events(found, choices), result, judge.sign)
    loss = sum(row.loss for row in made)
    loss_half = math.sqrt(sum(row.half**2 for row in made))
    first, first_half = made[0].value, made[0].value_half
    return Analysis(
        decisions=tuple(made),
        first=first,
        first_half=first_half,
        luck=sum(row.luck for row in made),
        luck_half=math.hypot(first_half, loss_half),
        loss=loss,
        loss_half=loss_half,
        result=result,
        best_result=result + judge.sign * loss,
        finished=finished,
        forced=len(owned) - len(choices),
        worlds=judge.worlds_used,
        limited_by=budget.limited_by,
        smaller_is_better=analyst.smaller_is_better,
        methods=tuple(judge.methods),
    )


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
            label=label(loss, half if best.proof == "estimate" else 0.0, spread, best.value),
            proof=row.proof,
            why=why,
            plan=tuple(plan),
        )

    def end(self, p: Any, spent: int, last: Decision) -> tuple[bool, float]:
        """Whether the game is over, and its result or what is to be expected from there."""
        turn = self.game.turn(p)
        if turn.kind == "over":
            end = self.sign * self.game.value(p).utility()
            # a count of turns comes with ties broken by thousandths
            return True, (round(end) if self.sign < 0 else end) + self.offset(spent)
        if turn.kind == "decide" and turn.seat == 0:
            return False, self.ranked(p, 1)[0].value + self.offset(spent)
        return False, last.chosen


def _with_luck(
    made: Sequence[Decision], events: Sequence[str], result: float, sign: float
) -> list[Decision]:
    """Fill in what came after each decision: the value there against the value chosen."""
    after = [*(row.value for row in made[1:]), result]
    return [
        replace(row, luck=sign * (value - row.chosen), event=event)
        for row, value, event in zip(made, after, events, strict=True)
    ]


def _events(found: Sequence[Stretch], choices: Sequence[Stretch]) -> list[str]:
    """What happened after each decision and before the next, as text."""
    texts: list[list[str]] = []
    judged = iter(choices)
    ahead = next(judged, None)
    for part in found:
        if part is ahead:
            texts.append([])
            ahead = next(judged, None)
        elif not part.own and texts:
            texts[-1].append(part.text)
    return ["; ".join(words) for words in texts]


__all__ = ["LABELS", "WORST", "Analysis", "Decision", "Label", "analyse", "label", "stretches"]
