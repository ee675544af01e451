"""Plans in a judged game: what was reached later was possible before, and counts as no loss."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from leafwise.solver.analysis import Decision, settled
from leafwise.solver.api import Proof
from leafwise.solver.stretches import Stretch


def made(value: float, chosen: float, proof: Proof = "bounded") -> Decision:
    """A judged turn of a game in which fewer turns are better."""
    return Decision(
        entry=1,
        what="turn",
        move="mine",
        better="theirs" if chosen != value else "mine",
        value=value,
        value_half=0.0,
        chosen=chosen,
        loss=chosen - value,
        half=0.0,
        spread=1.0,
        label="mistake" if chosen > value else "best",
        proof=proof,
        why="because",
        plan=("theirs",),
    )


def told(rows: list[Decision]) -> list[tuple[float, float, float]]:
    return [(row.value, row.chosen, row.loss) for row in rows]


def test_a_move_is_not_blamed_for_what_the_record_reached_all_the_same() -> None:
    found = settled([made(7, 8), made(7, 7)], [[], []], 7.0, -1.0)
    assert told(found) == [(7, 7, 0), (7, 7, 0)]
    assert (found[0].label, found[0].better, found[0].why) == ("best", "mine", "")


def test_a_plan_still_holds_at_the_next_decision() -> None:
    first = replace(made(7, 7), follow=("next", "last"))
    found = settled([first, made(8, 8)], [[], []], 8.0, -1.0)
    assert told(found) == [(7, 7, 0), (7, 8, 1)]
    assert (found[1].better, found[1].plan) == ("next", ("next", "last"))


def test_a_better_result_than_any_plan_raises_them_all() -> None:
    found = settled([made(9, 9), made(9, 10)], [[], []], 8.0, -1.0)
    assert told(found) == [(8, 8, 0), (8, 8, 0)]


def test_estimates_and_chance_between_are_left_alone() -> None:
    rows = [made(7, 8, "estimate"), made(7, 7, "estimate")]
    assert settled(rows, [[], []], 7.0, -1.0) == rows
    chance: Any = Stretch("chance", 1, None, (), "tiles", 0)
    rows = [made(7, 8), made(7, 7)]
    assert settled(rows, [[chance], []], 7.0, -1.0) == rows
    other = [replace(rows[0]), rows[1]]
    assert settled(other, [[chance], [chance]], None, -1.0) == other
