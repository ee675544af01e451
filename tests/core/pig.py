"""Pig, one turn of it: a tiny game with a known optimum, to check the engine.

Roll a die as often as you like: 2-6 add to the turn total, a 1 loses it and ends the turn; or
bank. Rolling is right below 20, banking above; at exactly 20 both are worth 20. The value of a
total t below 20 solves v(t) = (sum of max(t + k, v(t + k)) for k = 2..6) / 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from leafwise.puzzles.core.decode import check_head, refuse
from leafwise.puzzles.core.errors import BadMove, Fault, IllegalMove
from leafwise.puzzles.core.game import Goal, Ordered, Outcomes, Score, Turn, Value
from leafwise.puzzles.core.picture import Entry, Panel, Picture
from leafwise.puzzles.core.random import DICE, counter_hash
from leafwise.solver.api import (
    Analyst,
    Budget,
    Candidate,
    Candidates,
    Exact,
    ExactRow,
    Facts,
    Option,
)

SIDES = 6


@dataclass(frozen=True, slots=True, order=False)
class Step(Ordered):
    """``bank``, ``roll``, or a chance outcome ``die N``."""

    what: str
    die: int = 0

    def order(self) -> tuple[Any, ...]:
        return (self.what, self.die)


BANK, ROLL = Step("bank"), Step("roll")


@dataclass(frozen=True, slots=True)
class Turnful:
    """A turn of Pig: total so far, rolls made, whether a die is in the air, whether over."""

    total: int = 0
    rolls: int = 0
    rolling: bool = False
    over: bool = False
    future: int | None = None  # seed of a sampled future


class Pig:
    id = "pig"
    title = "Pig"
    unit = "points"
    total_unit = "points"
    new_options = ()

    def read(self, doc: Mapping[str, Any]) -> Turnful:
        faults = list(check_head(doc))
        total = doc.get("total", 0)
        if not isinstance(total, int) or total < 0 or total == 1:
            faults.append(Fault("total", "format", repr(total), "0 or a number from 2"))
        refuse(faults)
        return Turnful(
            total, doc.get("rolls", 0), doc.get("rolling", False), doc.get("over", False)
        )

    def write(self, p: Turnful) -> dict[str, Any]:
        doc = {"format": 1, "game": self.id, "total": p.total, "rolls": p.rolls}
        return {**doc, "rolling": p.rolling, "over": p.over}

    def parse(self, p: Turnful, text: str) -> tuple[Step, ...]:
        words = text.split()
        if words in (["bank"], ["roll"]):
            return (Step(words[0]),)
        if len(words) == 2 and words[0] == "die" and words[1].isdigit():
            return (Step("die", int(words[1])),)
        raise BadMove(text, "bank, roll, or die N")

    def format(self, p: Turnful, line: Sequence[Step]) -> str:
        return "; ".join(f"die {a.die}" if a.what == "die" else a.what for a in line)

    def turn(self, p: Turnful) -> Turn:
        if p.over:
            return Turn("over", None, "over")
        return Turn("chance", None, "the die") if p.rolling else Turn("decide", 0, "bank or roll")

    def actions(self, p: Turnful) -> tuple[Step, ...]:
        return (BANK, ROLL) if self.turn(p).kind == "decide" else ()

    def listing(self, p: Turnful) -> tuple[str, ...]:
        return tuple(a.what for a in self.actions(p))

    def outcomes(self, p: Turnful) -> Outcomes[Step]:
        if p.future is not None:
            die = 1 + counter_hash(p.future, 0, p.rolls, DICE) % SIDES
            return Outcomes(((Step("die", die), Fraction(1)),), lambda s: Step("die", die))
        pairs = tuple((Step("die", n), Fraction(1, SIDES)) for n in range(1, SIDES + 1))
        return Outcomes(pairs, lambda stream: Step("die", 1 + stream.below(SIDES)))

    def apply(self, p: Turnful, a: Step) -> Turnful:
        kind = self.turn(p).kind
        if a.what == "die" and kind == "chance" and 1 <= a.die <= SIDES:
            if a.die == 1:
                return replace(p, total=0, rolling=False, rolls=p.rolls + 1, over=True)
            return replace(p, total=p.total + a.die, rolling=False, rolls=p.rolls + 1)
        if a == BANK and kind == "decide":
            return replace(p, over=True)
        if a == ROLL and kind == "decide":
            return replace(p, rolling=True)
        raise IllegalMove("pig 1", "not now", a.what)

    def scores(self, p: Turnful) -> tuple[Score, ...]:
        return (Score("turn", p.total, f"{p.total} rolled so far"),)

    def total(self, p: Turnful) -> float:
        return p.total

    def value(self, p: Turnful, seat: int = 0, goal: Goal = Goal.SCORE) -> Value:
        return Value((float(p.total),))

    def world(self, p: Turnful, seat: int, seed: int) -> Turnful:
        return replace(p, future=seed)

    def view(self, p: Turnful, seat: int) -> Turnful:
        return replace(p, future=None)

    def headline(self, p: Turnful) -> str:
        return f"Pig  total {p.total}"

    def picture(self, p: Turnful, line: Sequence[Step] = ()) -> Picture:
        return Picture("Pig", (Panel("total", (Entry(str(p.total)),)),))


@cache
def best_value(total: int) -> float:
    """The true value of a turn total, deciding optimally."""
    return max(float(total), roll_value(total))


@cache
def roll_value(total: int) -> float:
    """The true value of rolling now and playing optimally after."""
    if total >= 20:  # rolling on is never better later, so one more roll is all there is
        return sum(total + k for k in range(2, SIDES + 1)) / SIDES
    return sum(best_value(total + k) for k in range(2, SIDES + 1)) / SIDES


GAME = Pig()


class PigAnalyst(Analyst[Turnful]):
    """Policy: hold at 20 (optimal), so the floor is the truth and can be checked exactly."""

    game = GAME
    default_worlds = 600
    strata = SIDES
    smaller_is_better = False
    exact_from = 17  # the tree is called small from this total on

    def warm(self) -> None:
        return None

    def open(self, p: Turnful) -> bool:
        return False

    def candidate(self, p: Turnful, line: Sequence[Step]) -> Candidate:
        return Candidate(tuple(line), GAME.format(p, line), float(line[0] == ROLL), float(p.total))

    def candidates(self, p: Turnful, limit: int) -> Candidates:
        return Candidates(tuple(self.candidate(p, (a,)) for a in (ROLL, BANK)), 2)

    def rollouts(
        self, p: Turnful, lines: Sequence[tuple[Step, ...]], worlds: Any, seed: int, goal: Goal
    ) -> Any:
        out = np.zeros((len(lines), len(worlds)))
        for i, line in enumerate(lines):
            for j, world in enumerate(worlds):
                total = p.total
                rolls = 0
                while (rolls == 0 and line[0] == ROLL) or (rolls > 0 and total < 20):
                    if rolls == 0:
                        die = 1 + int(world) % SIDES
                    else:
                        die = 1 + counter_hash(seed, int(world), rolls, DICE) % SIDES
                    rolls += 1
                    total = total + die if die > 1 else 0
                    if die == 1:
                        break
                out[i, j] = total
        return out

    def exact(self, p: Turnful, budget: Budget) -> Exact | None:
        if p.total < self.exact_from:
            return None
        rows = (
            ExactRow(self.candidate(p, (ROLL,)), roll_value(p.total)),
            ExactRow(self.candidate(p, (BANK,)), float(p.total)),
        )
        return Exact(rows, "exact expectation")

    def preview(self, p: Turnful, candidate: Candidate, seed: int) -> tuple[str, ...]:
        return (candidate.text,)

    def facts(self, p: Turnful, candidate: Candidate) -> Facts:
        rolling = candidate.line[0] == ROLL
        options = (Option("more to roll", 5.0),) if rolling else ()
        return Facts({"turn": 0.0 if rolling else float(p.total)}, options)


ANALYST = PigAnalyst()
