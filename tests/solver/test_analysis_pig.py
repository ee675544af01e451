"""The judged game on Pig, whose truth is known: sums that close, losses, labels, luck."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from core.pig import ANALYST, GAME, Turnful, best_value, roll_value

from leafwise.puzzles.core import records
from leafwise.puzzles.core import registry as games
from leafwise.puzzles.core.errors import NoAnswer
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.core.random import DEAL, Stream
from leafwise.puzzles.core.records import Log
from leafwise.solver import analysis, engine, registry
from leafwise.solver.analysis import LABELS, Analysis, Decision, label
from leafwise.solver.api import Budget, Clock


@pytest.fixture(autouse=True)
def _pig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    games.register(GAME)
    registry.register("analyst", "pig", ANALYST)


def budget(seed: int = 0) -> Budget:
    return Budget(Clock(600.0), seed=seed)


def judged(*record: str, total: int = 0, seed: int = 0, worlds: int | None = None) -> Analysis:
    doc = {"format": 1, "game": "pig", "total": total, "record": list(record)}
    log = records.read(GAME, doc)
    return analysis.analyse(GAME, log, budget=budget(seed), worlds=worlds)


def closed(found: Analysis) -> float:
    """The sum that has to be the result."""
    return found.first + found.luck + found.others + found.drift - found.loss


def _gain(made: Decision) -> float:
    return made.luck + made.others + made.drift


GAMES = [
    ("roll", "die 6", "roll", "die 4", "bank"),
    ("roll", "die 1"),
    ("roll", "die 6", "roll", "die 6", "roll", "die 6", "roll", "die 6", "roll", "die 2"),
    ("bank",),
    ("roll", "die 3", "roll"),
]


@pytest.mark.parametrize("record", GAMES)
def test_expectation_luck_and_losses_sum_to_the_result(record: tuple[str, ...]) -> None:
    found = judged(*record)
    assert closed(found) == pytest.approx(found.result)
    assert found.luck == pytest.approx(sum(made.luck for made in found.decisions))
    assert found.drift == pytest.approx(sum(made.drift for made in found.decisions))
    assert found.best_result == pytest.approx(found.result + found.loss)
    before = [found.first, *(made.chosen + _gain(made) for made in found.decisions)]
    for value, made in zip(before, found.decisions, strict=False):
        assert value == pytest.approx(made.value)


def test_losses_are_the_true_ones_within_their_error() -> None:
    hits = 0
    for seed in range(40):
        made = judged("bank", total=8, seed=seed, worlds=240).decisions[0]
        truth = best_value(8) - 8.0
        hits += abs(made.loss - truth) <= made.half
    assert hits >= 34


def test_exact_decisions_have_exact_losses_and_luck() -> None:
    found = judged("roll", "die 5", "roll", "die 3", "bank", total=17)
    first, second, third = found.decisions
    assert first.loss == 0.0
    assert first.luck == pytest.approx(best_value(22) - roll_value(17))
    assert second.loss == pytest.approx(22.0 - roll_value(22))
    assert second.label == "inaccuracy"  # a third of a point is less than 2% of 22
    assert second.luck == pytest.approx(25.0 - roll_value(22))
    assert third.loss == 0.0
    assert found.loss_half == 0.0


def test_the_engines_own_game_loses_nothing() -> None:
    for seed in range(5):
        log = Log(GAME.read({"format": 1, "game": "pig"}))
        stream = Stream(seed, stream=DEAL)
        while GAME.turn(log.last).kind != "over":
            if GAME.turn(log.last).kind == "chance":
                line = (GAME.outcomes(log.last).draw(stream),)
            else:
                rows, *_ = engine.ranked(GAME, log.last, budget=budget(seed))
                line = rows[0].candidate.line
            log = log.then(records.move(GAME, log.last, line))
        found = analysis.analyse(GAME, log, budget=budget(seed))
        assert found.loss == 0.0
        assert {made.label for made in found.decisions} <= {"best", "fine"}
        assert found.worst() == ()


def test_an_unfinished_record_ends_in_what_is_to_be_expected() -> None:
    at_a_decision = judged("roll", "die 3", total=15)
    assert not at_a_decision.finished
    assert at_a_decision.result == pytest.approx(best_value(18))
    before_chance = judged("roll", total=18)
    assert before_chance.result == pytest.approx(roll_value(18))
    assert before_chance.luck == pytest.approx(0.0)


def test_the_costliest_come_first_with_reasons_and_the_better_move() -> None:
    found = judged("roll", "die 6", "roll", "die 6", "roll", "die 6", "bank", total=20)
    assert [made.move for made in found.decisions] == ["roll", "roll", "roll", "bank"]
    worst = [found.decisions[n] for n in found.worst()]
    assert worst == sorted(worst, key=lambda made: -made.loss)
    assert worst[0].value == 32.0
    assert worst[0].move == "roll" and worst[0].better == "bank"
    assert "bank is worth" in worst[0].why
    assert len(judged("bank").worst()) == 1


def test_labels_follow_their_table() -> None:
    names = [row.name for row in LABELS]
    assert label(0.0, 0.0, 1.0, 50.0) == names[0]
    assert label(0.0, 0.0, 1.0, 50.0, tied=True) == "fine"  # others may be as good
    assert label(3.0, 3.5, 1.0, 50.0) == "fine"  # not told apart from nothing
    assert label(0.2, 0.1, 1.0, 50.0) == "inaccuracy"
    assert label(0.6, 0.1, 1.0, 10.0) == "mistake"
    assert label(0.6, 0.1, 1.0, 50.0) == "inaccuracy"  # little beside the result
    assert label(1.5, 0.1, 1.0, 20.0) == "blunder"
    assert label(1.5, 0.1, 2.0, 20.0) == "mistake"  # all moves lose that much


def test_corrections_count_as_luck() -> None:
    found = judged("roll", "die 2", "set total = 19", "bank", total=15)
    assert found.decisions[0].event == "die 2; set total = 19"
    assert closed(found) == pytest.approx(found.result) == 19.0


def test_a_record_without_decisions_is_an_answer_of_no() -> None:
    with pytest.raises(NoAnswer):
        judged()


def test_no_time_is_said() -> None:
    log = records.read(GAME, {"format": 1, "game": "pig", "record": list(GAMES[0])})
    found = analysis.analyse(GAME, log, budget=Budget(Clock(0.0)))
    assert found.limited_by == "time"
    assert closed(found) == pytest.approx(found.result)


def test_luck_is_booked_only_where_chance_happened() -> None:
    found = judged("roll", "die 6", "roll", "die 4", "bank")
    assert [made.event for made in found.decisions] == ["die 6", "die 4", ""]
    assert found.decisions[-1].luck == 0.0
    assert found.others == 0.0


def test_a_yardstick_parts_luck_from_a_changed_estimate() -> None:
    def standing(p: Turnful, worlds: Any, seed: int, goal: Goal) -> Any:
        return np.full(len(worlds), 3.0 * p.total)

    registry.register("standing", "pig", standing)
    try:
        found = judged("roll", "die 3", "roll", "die 2", "bank", total=3, worlds=60)
    finally:
        registry.unregister("standing", "pig")
    first = found.decisions[0]
    assert first.luck == pytest.approx(9.0)  # by the yardstick: 6 of 3 and 3 more
    second = found.decisions[1]
    assert first.drift == pytest.approx(second.value - first.chosen - 9.0)
    assert closed(found) == pytest.approx(found.result) == 8.0
