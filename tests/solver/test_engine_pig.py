"""The engine on Pig, whose truth is known: ranking, coverage, exact switch, words."""

from __future__ import annotations

import numpy as np
import pytest
from core.pig import ANALYST, GAME, Turnful, best_value, roll_value

from leafwise.puzzles.core import registry as games
from leafwise.puzzles.core.errors import BadMove, NoAnswer
from leafwise.solver import engine, registry
from leafwise.solver.api import Budget, Clock, Hint


@pytest.fixture(autouse=True)
def _pig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    games.register(GAME)
    registry.register("analyst", "pig", ANALYST)


def hint(total: int, seed: int = 0, **more: object) -> Hint:
    budget = Budget(Clock(600.0), seed=seed, worlds=more.pop("worlds", 300))  # type: ignore[arg-type]
    return engine.hint(GAME, Turnful(total), budget=budget, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("total", [0, 4, 9, 14])
def test_rolling_is_best_below_twenty(total: int) -> None:
    found = hint(total)
    assert found.moves[0].move == "roll"
    assert found.moves[0].proof == "estimate"
    assert found.moves[0].loss == 0.0
    assert found.moves[1].loss > 0.0
    assert found.limited_by == "budget"


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    hits = 0
    trials = 400
    for seed in range(trials):
        row = next(m for m in hint(8, seed, worlds=120).moves if m.move == "roll")
        hits += row.low <= roll_value(8) <= row.high
    assert 0.92 <= hits / trials <= 0.98


def test_the_best_of_equals_is_not_promised_more_than_it_gives() -> None:
    # At 16 banking gives 16 and rolling a little more: nearly equal, the winner's curse shows.
    truth = best_value(16)
    promised = [hint(16, seed, worlds=60).moves[0].value for seed in range(200)]
    error = np.std(promised) / np.sqrt(len(promised))
    assert abs(np.mean(promised) - truth) < 0.25 + 2 * error


def test_small_trees_are_exact_and_say_so() -> None:
    found = hint(18)
    assert found.method == "exact expectation"
    assert [m.proof for m in found.moves] == ["optimal", "optimal"]
    assert found.moves[0].value == pytest.approx(best_value(18))
    assert found.moves[0].low == found.moves[0].high == found.moves[0].value
    assert "proven" in found.moves[0].flags


def test_a_tie_is_called_a_tie() -> None:
    found = hint(20)
    assert all("tie" in m.flags for m in found.moves)
    assert [m.best for m in found.moves] == [0.5, 0.5]


def test_the_asked_move_is_in_the_table_even_when_cut() -> None:
    found = hint(0, asked=["bank"], top=1)
    assert [m.move for m in found.moves] == ["roll", "bank"]
    assert "asked" in found.moves[1].flags


def test_numbers_agree_with_each_other() -> None:
    found = hint(7)
    for row in found.moves:
        assert row.banked + row.to_come == pytest.approx(row.value)
        assert row.low <= row.floor <= row.high
        assert row.plan[0] == row.move
    assert found.moves[0].value - found.moves[1].value == pytest.approx(found.moves[1].loss)
    assert sum(row.best for row in found.moves) == pytest.approx(1.0)


def test_same_seed_same_answer_whatever_the_workers() -> None:
    one = hint(3, seed=5)
    budget = Budget(Clock(600.0), seed=5, worlds=300, workers=2)
    two = engine.hint(GAME, Turnful(3), budget=budget)
    assert one == two
    assert hint(3, seed=6) != one


def test_no_time_gives_a_small_honest_answer() -> None:
    budget = Budget(Clock(0.0), seed=1, worlds=6000)
    found = engine.hint(GAME, Turnful(3), budget=budget)
    assert found.limited_by == "time"
    assert found.worlds < 600


def test_nothing_to_decide_is_an_answer_of_no() -> None:
    with pytest.raises(NoAnswer):
        engine.hint(GAME, Turnful(5, 1, over=True), budget=Budget(Clock(5.0)))
    with pytest.raises(NoAnswer):
        engine.hint(GAME, Turnful(5, 1, rolling=True), budget=Budget(Clock(5.0)))
    with pytest.raises(BadMove):
        hint(5, asked=["hop"])


def test_compare_gives_both_moves_and_their_difference() -> None:
    found = engine.compare(GAME, Turnful(6), "bank", "roll", budget=Budget(Clock(60.0), worlds=300))
    assert [m.move for m in found.moves] == ["bank", "roll"]
    assert found.moves[0].loss > 0 and found.moves[1].loss == 0
    assert dict(found.difference) == {"turn": 6.0}
    assert "roll is worth" in found.why
