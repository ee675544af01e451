"""The CP-SAT model of a challenge: every roll known, one boolean a placement, symbol and round.

It reads like the rules and shares no code with the compiled search, so each is a witness for the
other. A placement whose sides are not those rolled uses the joker, which settles what it names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from leafwise.puzzles.rustling_leaves.actions import Action, Draw, DropOut, Misthrow, Roll, StayIn
from leafwise.puzzles.rustling_leaves.data import SIZE, most_misthrows, numbers
from leafwise.puzzles.rustling_leaves.plots import Plot, plots, shape
from leafwise.puzzles.rustling_leaves.position import Dice, Position
from leafwise.puzzles.rustling_leaves.scoring import tally

from ..pieces import Answer, Count, Run, hint, number, solve, stepped, thresholds
from . import regions

SUBSOLVERS = ("max_lp", "reduced_costs")  # what proves these models, see the benchmarks
SCALE = 2  # hollies are worth halves (ruling 21)


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One way to act on a roll: a placement, the symbol crossed, and the joker's number."""

    plot: Plot
    symbol: str | None
    joker: int | None


@dataclass(slots=True)
class Model:
    """The variables. ``draw`` per round: literal of each option; ``out[t]``: dropped out before
    roll t; ``covered[t]``: field (bit number) covered before roll t."""

    p: Position
    rolls: tuple[Dice, ...]
    prune: bool = True
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    draw: list[dict[Option, Any]] = field(default_factory=list)
    misthrow: list[Any] = field(default_factory=list)
    out: list[Any] = field(default_factory=list)
    row: dict[int, Any] = field(default_factory=dict)
    halves: Any = 0

    def __post_init__(self) -> None:
        self._moves()
        self._ground()
        from .model_terms import HALVES, TERMS

        misthrows = sum(self.misthrow) + self.p.misthrows
        whole = self.p.sheet.points.misthrow * misthrows
        for term in TERMS[self.p.season]:
            whole += term(self)
        self.halves = SCALE * whole + sum(term(self) for term in HALVES.get(self.p.season, ()))
        self.cp.maximize(self.halves)

    # moves

    def _moves(self) -> None:
        cp, p = self.cp, self.p
        far = regions.distances(p) if self.prune else {}
        reach = 0
        for t, dice in enumerate(self.rolls):
            options = _options(p, dice)
            reach += max((sum(shape(o.plot.corners)) for o in options), default=1) - 1
            if self.prune:
                limit = reach + 1 if not p.occupied else reach
                options = [
                    o for o in options if all(far.get(s, 999) <= limit for s in o.plot.spots())
                ]
            self.draw.append({o: cp.new_bool_var(f"{t}:{o.plot.text} {o.symbol}") for o in options})
            self.misthrow.append(cp.new_bool_var(f"{t}:misthrow"))
            self.out.append(cp.new_bool_var(f"{t}:out"))
            cp.add_exactly_one([*self.draw[t].values(), self.misthrow[t], self.out[t]])
            if t:
                cp.add_implication(self.out[t - 1], self.out[t])
            elif p.roll is not None:
                cp.add(self.out[0] == 0)  # ruling 8: never after the roll
            # Ruling 7: after the sixth misthrow the sheet is over.
            cp.add(sum(self.misthrow[:t]) + p.misthrows <= most_misthrows() - 1 + self.out[t])
        if p.joker:
            cp.add(self.total(lambda o: int(o.joker is not None)) <= 1)

    def total(self, worth: Callable[[Option], int]) -> Any:
        """A linear expression: the sum of ``worth`` over the chosen options."""
        terms = [
            weight * literal
            for options in self.draw
            for option, literal in options.items()
            if (weight := worth(option))
        ]
        return cp_model.LinearExpr.sum(terms) if terms else 0

    def _ground(self) -> None:
        """Rulings 5 and 6: no overlap, and each area next to a field covered before."""
        cp, p = self.cp, self.p
        occupied, start = p.occupied, p.start_mask
        over: list[dict[int, list[Any]]] = []
        for options in self.draw:
            fields: dict[int, list[Any]] = {}
            for option, literal in options.items():
                for r, c in option.plot.spots():
                    fields.setdefault(SIZE * r + c, []).append(literal)
            over.append(fields)
        for f in range(SIZE * SIZE):
            cp.add_at_most_one([literal for fields in over for literal in fields.get(f, ())])
        covered: dict[int, Any] = {}
        for t, options in enumerate(self.draw):
            by_plot: dict[int, tuple[Plot, list[Any]]] = {}
            for option, literal in options.items():
                by_plot.setdefault(option.plot.mask, (option.plot, []))[1].append(literal)
            for plot, literals in by_plot.values():
                if plot.border & occupied or (not occupied and plot.mask & start):
                    continue
                beside = [covered[f] for f in covered if plot.border >> f & 1]
                near = cp_model.LinearExpr.sum(beside) if beside else 0
                cp.add(cp_model.LinearExpr.sum(literals) <= near)
            for f, literals in over[t].items():
                now = cp.new_bool_var(f"{t}:covered {f}")
                before = covered.get(f, 0)
                cp.add(now == before + cp_model.LinearExpr.sum(literals))
                covered[f] = now

    # counts

    def crossed(self, name: str) -> Count:
        """Fields crossed of a symbol at the end, surplus included; exact."""
        done = tally(self.p).crossed.get(name, 0)
        kinds = ("red_bird", "blue_bird") if name == "bird_pair" else (name,)
        free = min(
            sum(1 for r, c in self.p.sheet.spots(kind) if not self.p.occupied >> (SIZE * r + c) & 1)
            for kind in kinds
        )
        expr = done + self.total(lambda o: o.plot.crossed(o.symbol).get(name, 0))
        return Count(expr, done, done + free)

    def marked(self, name: str) -> Count:
        """Recorded circles, for what is worth more the more there is (ruling 17)."""
        count = self.crossed(name)
        circles = self.p.sheet.circles[name]
        if count.most <= circles:
            return count
        capped = number(self.cp, circles, name)
        self.cp.add(capped.expr <= count.expr)
        return Count(capped.expr, min(count.least, circles), circles)

    def exactly(self, name: str, worth: Callable[[int], int]) -> Any:
        """``worth(recorded)`` for any function: one literal a threshold."""
        count = self.crossed(name)
        circles = 99 if name == "icicle" else self.p.sheet.circles[name]
        table = [worth(min(n, circles)) for n in range(count.most + 1)]
        return stepped(count, thresholds(self.cp, count, name), table)

    def clouds(self) -> Count:
        """Clouds recorded at the end: of every roll acted on (ruling 4)."""
        circles = self.p.sheet.circles["cloud"]
        rolled = [dice.clouds for dice in self.rolls]
        most = self.p.clouds + sum(rolled)
        expr = self.p.clouds + sum(n * (1 - out) for n, out in zip(rolled, self.out, strict=True))
        count = Count(expr, self.p.clouds, most)
        if most <= circles:
            return count
        literals = thresholds(self.cp, count, "cloud")
        kept = literals[: circles - count.least]
        return Count(count.least + sum(kept), min(count.least, circles), circles)

    def covering(self, kind: str) -> list[list[Any]]:
        """For each free field that shows a symbol: the literals of the placements over it."""
        out = []
        for r, c in self.p.sheet.spots(kind):
            f = SIZE * r + c
            if not self.p.occupied >> f & 1:
                out.append(
                    [
                        literal
                        for options in self.draw
                        for option, literal in options.items()
                        if option.plot.mask >> f & 1
                    ]
                )
        return out

    # answers

    def line(self, answer: Answer) -> tuple[Action, ...]:
        """The actions of a solution, rolls included."""
        actions: list[Action] = []
        row = self.p.conifer_row
        for t, dice in enumerate(self.rolls):
            if answer.on(self.out[t]):
                before = t == 0 or not self._ended(answer, t)
                if before and not (t == 0 and self.p.staying):
                    actions.append(DropOut())
                break
            if t or self.p.roll is None:
                if t or not self.p.staying:
                    actions.append(StayIn())
                actions.append(Roll(dice))
            if answer.on(self.misthrow[t]):
                actions.append(Misthrow())
                continue
            option = next(o for o, literal in self.draw[t].items() if answer.on(literal))
            named = None
            if option.symbol == "conifer" and row is None:
                named = row = next(k for k, literal in self.row.items() if answer.on(literal))
            actions.append(Draw(option.plot.corners, option.symbol, option.joker, named))
        return tuple(actions)

    def _ended(self, answer: Answer, t: int) -> bool:
        taken = sum(answer.on(literal) for literal in self.misthrow[:t])
        return taken + self.p.misthrows >= most_misthrows()

    def suggest(self, line: Iterable[Action]) -> None:
        """Start the search from a line."""
        values = {literal.index: 0 for options in self.draw for literal in options.values()}
        values |= {literal.index: 0 for literal in (*self.misthrow, *self.out)}
        t = 0
        for action in line:
            if isinstance(action, Misthrow):
                values[self.misthrow[t].index] = 1
                t += 1
            elif isinstance(action, Draw):
                for option, literal in self.draw[t].items():
                    if (option.plot.corners, option.symbol) == (action.corners, action.symbol):
                        values[literal.index] = 1
                t += 1
        for left in self.out[t:]:
            values[left.index] = 1
        hint(self.cp, values)

    def cap(self, bound: float) -> None:
        """No line is worth more: a bound proven elsewhere."""
        self.cp.add(self.halves <= math.floor(SCALE * bound + 1e-6))

    def solve(self, run: Run) -> tuple[Answer, float | None, float | None]:
        """Answer, value and bound in points."""
        answer = solve(self.cp, run)
        if answer.value is None or answer.bound is None:
            return answer, None, None
        # the objective counts whole parts of a point; CP-SAT tells it as a float
        return answer, round(answer.value) / SCALE, math.floor(answer.bound + 1e-6) / SCALE


def _options(p: Position, dice: Dice) -> list[Option]:
    """Every placement and symbol that the roll allows somewhere on free ground (rulings 3-5, 9)."""
    cloud = dice.clouds > 0
    fixed = dice.natural.number if p.sheet.joker == "green" else dice.green.number
    named = {tuple(sorted((n, fixed))): n for n in numbers()} if p.joker else {}
    out = []
    for corners, plot in plots(p.season).items():
        sides = shape(corners)
        if sides == dice.sides:
            joker = None
        elif sides in named:
            joker = named[sides]
        else:
            continue
        if plot.mask & p.occupied:
            continue
        if p.sheet.river == "forbid" and (plot.crosses or (cloud and "storm" not in plot.printed)):
            continue
        out += [Option(plot, name, joker) for name in plot.choices(cloud) or (None,)]
    return out
