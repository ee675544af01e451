"""A hint over known cards is what the solver proves; goals that mean nothing are refused."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock, SolveOptions

EXAMPLES = Path(__file__).parents[3] / "examples"


def read(name: str, **changes: Any) -> Position:
    with (EXAMPLES / name).open("rb") as stream:
        return GAME.read({**tomllib.load(stream), **changes})


def budget() -> Budget:
    return Budget(Clock(60.0))


@pytest.mark.parametrize("changes", [{}, {"deck": [], "clearing": ["oak", "lynx/raccoon"]}])
def test_hint_and_solve_agree(changes: dict[str, Any]) -> None:
    p = read("forest_challenge.toml", **changes)
    solved = engine.solve(GAME, p, SolveOptions(), budget())
    found = engine.hint(GAME, p, budget=budget())
    best = found.moves[0]
    assert solved.status == "optimal"
    assert (best.value, best.proof) == (solved.value, "optimal")
    for move in found.moves:
        assert move.value <= best.value
        assert move.plan[0] == move.move or move.move.startswith(move.plan[0])
        q = p
        for text in move.plan:
            for action in GAME.parse(q, text):
                q = GAME.apply(q, action)
        assert GAME.total(q) == move.value


def test_an_asked_move_is_in_the_table() -> None:
    p = read("forest_challenge.toml")
    asked = "play silver_fir pay linden, red_fox/violet_carpenter_bee"
    found = engine.hint(GAME, p, budget=budget(), asked=[asked])
    row = next(move for move in found.moves if "asked" in move.flags)
    assert row.move.startswith("play silver_fir")
    assert row.value <= found.moves[0].value


def test_a_move_of_an_open_future_is_an_estimate() -> None:
    p = read("forest.toml")
    found = engine.hint(GAME, p, budget=Budget(Clock(60.0), worlds=8))
    assert all(move.proof == "estimate" for move in found.moves)


def test_alone_with_an_unknown_deck_nothing_is_known() -> None:
    """A hint draws from the deck, even where the turns are counted."""
    p = read("forest_challenge.toml", deck=40)
    found = engine.hint(GAME, p, budget=Budget(Clock(60.0), worlds=8))
    assert all(move.proof == "estimate" for move in found.moves)


@pytest.mark.parametrize("goal", [Goal.WIN, Goal.MARGIN])
def test_alone_there_is_nobody_to_beat(goal: Goal) -> None:
    p = read("forest_challenge.toml")
    with pytest.raises(BadUse, match="score"):
        engine.hint(GAME, p, budget=budget(), goal=goal)


def test_wishes_that_the_deck_does_not_grant() -> None:
    p = read("forest_challenge.toml")
    found = engine.solve(GAME, p, SolveOptions(include=("lynx",)), budget())
    assert found.status == "infeasible"


@pytest.mark.parametrize("name", ["auto", "search"])
def test_a_card_that_cannot_come_ends_the_search(name: str) -> None:
    hand = ["linden", "silver_fir", "sycamore"]
    document = {"format": 1, "game": "forest-shuffle", "turns": 3, "deck": 100, "hand": hand}
    options = SolveOptions(engine=name, include=("oak",))
    found = engine.solve(GAME, GAME.read(document), options, budget())
    assert found.status == "infeasible"


def test_turns_keep_the_deck_unknown() -> None:
    """The first move can be played as it is written; the plan is that of a challenge."""
    p = read("forest.toml")
    found = engine.solve(GAME, p, SolveOptions(turns=3), budget())
    assert GAME.parse(p, found.plan[0])
    q = replace(p, turns=3)
    for action in found.line:
        q = GAME.apply(q, action)
    assert GAME.total(q) == found.value
    assert any("deck" in note for note in found.notes)
