"""A game of Forest Shuffle against a hidden opponent, judged: whose doing was it?"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from leafwise.puzzles.core import records
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver import analysis
from leafwise.solver.analysis import Analysis
from leafwise.solver.api import Budget, Clock
from leafwise.solver.fortune import Yardstick
from leafwise.solver.stretches import stretches

RECORD = [
    "play lynx on 2 left pay linden",
    "draw deck => ?; draw birch",
    "draw deck => wild_boar/roe_deer; draw deck => sycamore",
    "play oak pay beech, birch => birch",
    "play roe_deer on 2 right pay beech, goshawk/moss",
    "draw deck => ?; draw deck => winter, ?",
]


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leafwise.solver.warm.prepare", lambda game_id: None)


@pytest.fixture
def log(data: Path) -> records.Log:
    """The start of the game that a newcomer typed."""
    text = (data / "tables" / "forest-shuffle.toml").read_text()
    return records.read(GAME, {**tomllib.loads(text), "record": _single(RECORD)})


def _single(entries: list[str]) -> list[str]:
    return [part for entry in entries for part in entry.split("; ")]


@pytest.fixture
def found(log: records.Log) -> Analysis:
    """Its judgement on few worlds."""
    return analysis.analyse(GAME, log, budget=Budget(Clock(600.0), seed=1, worlds=48), worlds=48)


def test_the_sums_close_with_the_opponents_apart(found: Analysis) -> None:
    total = found.first + found.luck + found.others + found.drift - found.loss
    assert total == pytest.approx(found.result)
    assert found.others == pytest.approx(sum(made.others for made in found.decisions))
    assert found.best_result == pytest.approx(found.result + found.loss)


def test_what_an_opponent_did_is_no_luck(found: Analysis) -> None:
    by_event = {made.event: made for made in found.decisions}
    drew = by_event["draw deck => ?; draw birch"]
    assert drew.luck == 0.0 and drew.others != 0.0
    mine = by_event["=> wild_boar/roe_deer"]
    assert mine.luck != 0.0 and mine.others == 0.0
    both = by_event["=> sycamore; play oak pay beech, birch => birch"]
    assert both.luck != 0.0 and both.others != 0.0


def test_an_entry_of_an_opponent_is_one_stretch(log: records.Log) -> None:
    kinds = [part.kind for part in stretches(GAME, records.entries(GAME, log))]
    assert " ".join(kinds) == "own others others own chance own chance others own others others"


def test_the_yardstick_measures_whoever_is_to_act(log: records.Log) -> None:
    stick = Yardstick(GAME, 1, analysis.Goal.SCORE, 64)
    measured = [stick.measure(step.after) for step in log.steps]
    assert all(end is not None and 30.0 < end[0] < 250.0 and end[1] > 0.0 for end in measured)
