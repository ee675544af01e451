"""A whole game of Rustling Leaves, judged: the engine's own game loses nothing, the sums close."""

from __future__ import annotations

import time

import pytest

from leafwise.puzzles.core import records
from leafwise.puzzles.core.random import DEAL, Stream
from leafwise.puzzles.core.records import Log
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.solver import analysis, engine
from leafwise.solver.api import Budget, Clock

WORLDS = 72


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leafwise.solver.warm.prepare", lambda game_id: None)


def budget() -> Budget:
    return Budget(Clock(600.0), seed=3, worlds=WORLDS)


@pytest.fixture(scope="module")
def own_game() -> Log:
    """The engine's own game, its every choice at the budget that judges it later."""
    log = Log(GAME.new({"season": "winter", "start": "1"}, 0))
    stream = Stream(3, stream=DEAL)
    while GAME.turn(log.last).kind != "over":
        if GAME.turn(log.last).kind == "chance":
            line = (GAME.outcomes(log.last).draw(stream),)
        else:
            rows, *_ = engine.ranked(GAME, log.last, budget=budget())
            line = rows[0].candidate.line
        log = log.then(records.move(GAME, log.last, line))
    return log


def test_the_engines_own_game_loses_nothing(own_game: Log) -> None:
    log = records.read(GAME, records.write(GAME, own_game))
    started = time.process_time()
    found = analysis.analyse(GAME, log, budget=budget(), worlds=WORLDS)
    assert time.process_time() - started < 60.0
    assert found.loss < 0.5
    assert found.finished
    assert found.result == GAME.total(log.last)
    closed = found.first + found.luck + found.others + found.drift - found.loss
    assert closed == pytest.approx(found.result)
    assert {made.label for made in found.decisions} <= {"best", "fine"}
    assert found.others == 0.0
    for made in found.decisions:
        assert made.event or made.luck == 0.0  # no luck where no die was rolled
        assert made.event or made.luck_half == 0.0


def test_a_bad_move_is_found_and_named(own_game: Log) -> None:
    steps = own_game.steps
    drawn = next(
        n for n, step in enumerate(steps) if GAME.turn(step.before).what == "act on the roll"
    )
    log = Log(own_game.start, steps[:drawn])
    for text in ("misthrow", "drop out"):
        log = log.then(records.move(GAME, log.last, GAME.parse(log.last, text)))
    found = analysis.analyse(GAME, log, budget=budget(), worlds=WORLDS)
    worst = found.decisions[found.worst()[0]]
    assert worst.move == "drop out" and worst.better == "stay in"
    assert worst.label == "blunder"
    assert "stay in is worth" in worst.why
    misthrown = next(made for made in found.decisions if made.move == "misthrow")
    assert misthrown.loss > 0
    assert found.best_result == pytest.approx(found.result + found.loss)
