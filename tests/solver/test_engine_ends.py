"""A line that ends the game is worth what is banked: nothing can come, and it stays comparable."""

from __future__ import annotations

import pytest

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock, Hint
from leafwise.solver.rustling_leaves import expected
from leafwise.solver.rustling_leaves.analyst import ANALYST

SHEET = {
    "format": 1,
    "game": "rustling-leaves",
    "season": "spring",
    "start": 2,
    "clouds": 1,
    "misthrows": 1,
    "areas": ["b5:d6 tree", "e5:e7 tree", "f3:g5 tree", "d7:d10 flower"],
}


def ask(gain: float, monkeypatch: pytest.MonkeyPatch) -> Hint:
    monkeypatch.setattr(expected, "gain", lambda p: gain)
    budget = Budget(Clock(600.0), worlds=36)
    return engine.hint(GAME, GAME.read(SHEET), budget=budget, asked=["drop out"])


@pytest.mark.parametrize("gain", [0.0, 3.0])
def test_nothing_comes_after_dropping_out(gain: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {row.move: row for row in ask(gain, monkeypatch).moves}
    out, stay = rows["drop out"], rows["stay in"]
    assert out.value == out.floor == out.banked
    assert out.to_come == 0.0
    assert stay.value == pytest.approx(stay.floor + gain)
    assert out.loss == pytest.approx(stay.value - out.value)


def test_the_analyst_knows_its_gain() -> None:
    p = GAME.read(SHEET)
    assert ANALYST.gain(p, Goal.SCORE) == expected.gain(p) > 0.0


def test_the_runner_up_is_compared_even_where_only_the_best_is_shown() -> None:
    p = GAME.read({**SHEET, "roll": "2 3"})
    found = engine.hint(GAME, p, budget=Budget(Clock(600.0), worlds=36), top=1)
    assert len(found.moves) == 1
    assert "only one thing" not in found.nudge + found.reason
