"""What a short plan begins with: a play that a hint considers beside those of the policy.

The policy values one play at a time. The plan model takes the next few own turns together, as if
no more cards came from the deck, and finds plays that pay off only together: which clearing cards
to fetch, what to pay with and what to keep. Its first play is one more candidate, judged by the
same playouts as the others, so that a plan that hopes for too much misleads nobody.

How often that finds something new, and something better: ``benchmarks/forest_shuffle/ahead.py``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.forest import Counts
from leafwise.puzzles.forest_shuffle.position import Position

from ..pieces import Run, solve
from . import expected
from .chosen import chosen
from .lines import played
from .plan_model import PlanModel

TURNS = 3  # own turns that a plan covers; longer ones found no more
_WORK = 0.2  # deterministic time of the model, so that every machine finds the same plan
_TRIES = 64  # orders tried for its solution


def first_play(p: Position, seconds: float) -> tuple[Action, ...]:
    """The first play (its head and payment) or draw of the best plan for the next own turns.

    Empty where no plan was found, within a play, or where hand or forest are not known. Nothing
    hidden is read. ``seconds`` guard against a slow machine; they are not what ends the work.
    """
    me = p.seats[0]
    if p.turn != 0 or p.pending or p.drawn or not me.open or isinstance(me.forest, Counts):
        return ()
    line = _plan(_without_deck(p), seconds)
    if not line:
        return ()
    if line[0].do is Do.DRAW_CARD:  # two cards a turn (ruling 3)
        return tuple(action for action in line[:2] if action.do is Do.DRAW_CARD)
    return (line[0], *takewhile(lambda action: action.do is Do.PAY, line[1:]))


def _without_deck(p: Position) -> Position:
    """The next own turns as a challenge without deck (ruling 26); the whole rest if that is one."""
    if p.turns is not None and p.deck == ():
        return p
    left = expected.stage(p) if p.turns is None else p.turns
    return replace(p, deck=(), turns=max(1, min(TURNS, left)))


def _plan(p: Position, seconds: float) -> tuple[Action, ...]:
    """A best plan with one block of draws, in the first order that works."""
    model = PlanModel(p, blocks=1, loose=-1)
    model.model.maximize(model.value)
    answer = solve(model.model, Run(seconds, linear=2, cuts=False, work=_WORK))
    if not answer.values:
        return ()
    return next(played(p, chosen(model, answer), 0, _TRIES), ())


__all__ = ["first_play"]
