"""Proven optima, bounds, engines, horizons and coverings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core.errors import BadUse, Disagreement
from leafwise.puzzles.indian_summer import deal
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position
from leafwise.solver.api import Budget, Clock, Solution, SolveOptions
from leafwise.solver.indian_summer import counting
from leafwise.solver.indian_summer.planner import Planner
from leafwise.solver.indian_summer.solve import SOLVER, certified, played
from leafwise.solver.pieces import Run

DATA = Path(__file__).resolve().parents[2] / "data"
CASES = [json.loads(line) for line in (DATA / "is_exact.jsonl").read_text().splitlines()]
FAST = [case for case in CASES if case["seconds"] < 0.5]


def solve(p: Position, limit: float = 30.0, **options: Any) -> Solution:
    return SOLVER.solve(p, SolveOptions(**options), Budget(Clock(limit)))


def replay(p: Position, solution: Solution) -> Position:
    """The plan's texts as ``play --turns`` takes them: each is a turn."""
    for n, text in enumerate(solution.plan):
        for a in GAME.parse(p, text):
            p = GAME.apply(p, a)
        if n + 1 < len(solution.plan):
            p = GAME.apply(p, GAME.parse(p, "end")[0])
    return p


@pytest.mark.parametrize("case", FAST, ids=lambda case: case["id"])
def test_proven_values_are_those_of_the_reference(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    found = solve(p, engine="search")
    assert found.status == "optimal"
    assert found.value == found.bound == case["result"]
    end = replay(p, found)
    key = GAME.value(end).key
    assert (-key[0], key[2]) == (case["result"]["uncovered"], case["result"]["nuts"])
    q = p
    for a in found.line:
        q = GAME.apply(q, a)
    assert q == end


@pytest.mark.parametrize("case", [c for c in CASES if "turns" not in c["position"]][:12], ids=str)
def test_counting_model_never_excludes_a_proven_optimum(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    assert counting.enough(p, case["result"]["turns"], Run(5.0)) is not False


def test_counting_model_contradicting_a_plan_is_a_disagreement() -> None:
    p = GAME.read(CASES[0]["position"])
    with pytest.raises(Disagreement):
        counting.least_turns(p, 0, 0, 5.0)


def test_counting_model_proves_a_bound() -> None:
    p = deal.new({"floor": "1a"}, 1)
    assert counting.enough(p, 4, Run(10.0)) is False


def test_engines_agree_on_a_small_floor() -> None:
    p = GAME.read(CASES[0]["position"])
    auto, search = solve(p), solve(p, engine="search")
    assert auto.value == search.value == CASES[0]["result"]
    cp = solve(p, 6.0, engine="cp-sat")
    assert isinstance(cp.value, dict) and isinstance(cp.bound, dict)
    assert cp.bound["turns"] <= cp.value["turns"]
    with pytest.raises(BadUse):
        solve(p, engine="magic")


def test_whole_floor_is_bounded_within_its_limit() -> None:
    p = deal.new({"floor": "2a"}, 3)
    budget = Budget(Clock(4.0))
    found = SOLVER.solve(p, SolveOptions(), budget)
    assert found.status == "bounded"
    assert isinstance(found.value, dict) and isinstance(found.bound, dict)
    assert found.value["uncovered"] == 0
    assert 5 <= found.bound["turns"] <= found.value["turns"] <= 20
    assert budget.clock.spent() < 7.0
    assert replay(p, found).full


def test_no_time_at_all_still_gives_a_plan() -> None:
    p = deal.new({"floor": "2a"}, 3)
    found = SOLVER.solve(p, SolveOptions(), Budget(Clock(0.0)))
    assert found.status == "bounded"
    assert replay(p, found).full


def tiny(**keys: Any) -> Position:
    doc = {
        "format": 1,
        "game": "indian-summer",
        "floor": "own",
        "print": ["....", "....", "...."],
        "path": ["##o"],
    }
    return GAME.read({**doc, **keys})


def test_full_floor_needs_no_turn() -> None:
    p = tiny(cover=["####", "####", "##oo"], treasures={"nut": 2})
    assert solve(p).value == {"turns": 0, "uncovered": 0, "nuts": 2}
    assert solve(p).plan == ()


def test_ruling_17_fewer_turns_before_more_nuts() -> None:
    # two open fields: one turn with a nut, or two turns that keep it
    p = tiny(cover=["####", "####", "#..#"], treasures={"nut": 1})
    assert solve(p).value == {"turns": 1, "uncovered": 0, "nuts": 0}


def test_ruling_12_exchanges_pay_for_squirrels() -> None:
    p = tiny(cover=["####", "####", "...."], path=["#o/##"], treasures={"berry": 3, "mushroom": 1})
    found = solve(p)
    # two squirrels as main actions; a pair of berries and the mushroom pay the two nuts
    assert found.value == {"turns": 2, "uncovered": 0, "nuts": 0}
    text = "; ".join(found.plan)
    assert "exchange berry berry nut" in text and "exchange mushroom nut" in text


def test_ruling_13_animals_of_the_last_turn_count() -> None:
    p = tiny(cover=["noo#", "####", "##.#"], print=["n...", "....", "...."])
    found = solve(p)
    assert found.value == {"turns": 1, "uncovered": 0, "nuts": 2}  # the token, then the animal
    assert "animal I3" in found.plan[0]


def test_ruling_10_completing_an_area_pays_for_another() -> None:
    p = tiny(
        print=["n...", "....", "....", "....", "....", "...."],
        cover=["n##.", "####", "####", "####", "####", "##.#"],
    )
    # the squirrel completes the upper area; its nut fills the lower one in the same turn
    found = solve(p)
    assert found.value == {"turns": 1, "uncovered": 0, "nuts": 0}


def test_horizon_counts_the_clean_up_and_breaks_ties_by_a_berry() -> None:
    p = tiny(cover=["####", "....", "...."], path=["##o"], turns=1, treasures={"berry": 3})
    found = solve(p)
    assert found.status == "optimal"
    assert found.value == {"turns": 1, "uncovered": 4, "nuts": 0}
    assert GAME.value(replay(p, found)).key[3] == 1


def test_mid_turn_counts_the_turn_under_way() -> None:
    p = tiny(cover=["####", "####", "#..#"], treasures={"nut": 1}, main_done=True)
    assert solve(p).value == {"turns": 2, "uncovered": 0, "nuts": 0}
    q = tiny(cover=["####", "####", "#..#"], treasures={"nut": 2}, main_done=True)
    assert solve(q).value == {"turns": 1, "uncovered": 0, "nuts": 0}


def test_coverings_are_counted_listed_and_unique() -> None:
    p = tiny(cover=["####", "####", "#..."], path=["##o"])
    found = solve(p, count=True, unique=True, all=True)
    assert found.count == 2
    assert found.unique is False
    assert found.solutions is not None and len(found.solutions) == 2
    none = tiny(cover=["####", "####", "#..."], path=["#o/#."])
    assert solve(none, count=True).status == "infeasible"


def test_a_plan_that_promises_too_much_is_a_disagreement() -> None:
    from dataclasses import replace

    p = GAME.read(CASES[0]["position"])
    planner = Planner(p, lambda: False)
    end = planner.beam(8, 6, 9)[0]
    plan = played(planner, end)
    certified(planner, plan, end)
    with pytest.raises(Disagreement):
        certified(planner, plan, replace(end, value=end.value + 1))


def test_ruling_7b_a_squirrel_needs_a_field_of_its_own() -> None:
    # the tile would fill the floor in turn 2, so a squirrel of turn 1 takes one of its fields
    p = tiny(cover=["####", "####", "#..."], path=["##o", "##o"])
    assert solve(p).value == {"turns": 1, "uncovered": 0, "nuts": 0}
    q = tiny(cover=["####", "#...", "#..."], path=["##o"], common=["##o"])
    assert solve(q).value == {"turns": 2, "uncovered": 0, "nuts": 0}
    planner = Planner(q, lambda: False)
    for width in (1, 4, 64):
        for end in planner.beam(width, 8, 7).values():
            assert certified(planner, played(planner, end), end).key[0] == 0
