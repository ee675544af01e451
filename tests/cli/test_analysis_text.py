"""A judged game as text: the header, losses without sense, the labels that occur."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from leafwise.cli.commands.analyse import _notes
from leafwise.cli.render.analysis import analysis_text
from leafwise.cli.style import Style
from leafwise.puzzles.core import records
from leafwise.puzzles.core.registry import load
from leafwise.solver.analysis import LABELS, Analysis, Decision


def decision(label: str, loss: float, half: float) -> Decision:
    return Decision(
        entry=1,
        what="turn",
        move="a",
        better="b",
        value=10.0,
        value_half=0.0,
        chosen=10.0 - loss,
        loss=loss,
        half=half,
        spread=1.0,
        label=label,
        proof="estimate",
        why="b is worth more.",
        plan=("b",),
    )


def judged(*made: Decision) -> Analysis:
    return Analysis(
        decisions=made,
        first=10.0,
        first_half=0.0,
        luck=0.0,
        luck_half=0.0,
        loss=sum(row.loss for row in made),
        loss_half=0.0,
        result=10.0,
        best_result=10.0,
        finished=True,
        forced=0,
        worlds=8,
        limited_by="budget",
        smaller_is_better=False,
        methods=("rollouts",),
    )


def text(*made: Decision, notes: tuple[str, ...] = ()) -> str:
    return analysis_text("Title", "points", judged(*made), Style(), False, notes)


@pytest.mark.parametrize("used", [row.name for row in LABELS])
def test_only_labels_that_occur_are_explained(used: str) -> None:
    legend = text(decision(used, 0.0, 0.0)).rpartition("\nLabels\n")[2].splitlines()[:-1]
    assert len(legend) == 1 and used in legend[0]


def test_a_loss_of_nothing_with_an_error_is_a_number() -> None:
    out = text(decision("fine", 0.0, 0.4), decision("best", 0.0, 0.0))
    assert "0.0 +- 0.4" in out and "- +-" not in out


def test_notes_stand_under_the_title() -> None:
    assert text(decision("best", 0.0, 0.0), notes=("x",)).startswith("Title\n  x\n")


def test_own_points_are_told_apart_from_the_lead_and_the_others_end_is_told() -> None:
    game = load("forest-shuffle")
    doc = {
        "format": 1,
        "game": "forest-shuffle",
        "players": 2,
        "winters": 3,
        "hand": [],
        "forest": [{"tree": "linden"}],
        "opponents": [{"hand": 0, "forest": [{"tree": "oak"}, {"tree": "linden"}]}],
        "record": [],
    }
    ask: Any = SimpleNamespace(game=game)
    notes = _notes(ask, records.read(game, doc))
    assert notes[0] == "own points; hints rank by the lead over the others"
    assert notes[1].startswith("final points: me ") and "opponent 1 " in notes[1]
    other = load("rustling-leaves")
    sheet = {"format": 1, "game": other.id, "season": "spring", "start": 2}
    assert _notes(SimpleNamespace(game=other), records.read(other, sheet)) == []  # type: ignore[arg-type]
