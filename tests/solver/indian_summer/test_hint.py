"""Hints: root-labelled plans, asked moves, mid-turn, opponents, unknown reserve."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leafwise.puzzles.indian_summer import deal
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position
from leafwise.solver import warm
from leafwise.solver.api import Budget, Clock, Hint
from leafwise.solver.engine import compare, hint
from leafwise.solver.explain import counted
from leafwise.solver.indian_summer.analyst import ANALYST
from leafwise.solver.indian_summer.planner_hint import futures, known

DATA = Path(__file__).resolve().parents[2] / "data"
CASES = [json.loads(line) for line in (DATA / "is_exact.jsonl").read_text().splitlines()]


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels are loaded already: no detached process, no plain path."""
    monkeypatch.setattr(warm, "prepare", lambda game_id: None)


def ask(p: Position, *asked: str, limit: float = 60.0) -> Hint:
    return hint(GAME, p, budget=Budget(Clock(limit), seed=1), asked=asked)


def case(number: str) -> dict[str, object]:
    return next(dict(c) for c in CASES if c["id"] == f"is-exact-{number}")


def test_hint_of_a_small_rest_is_proven_and_equals_the_reference() -> None:
    for number in ("27", "32", "22"):
        c = case(number)
        found = ask(GAME.read(c["position"]))  # type: ignore[arg-type]
        best = found.moves[0]
        assert best.proof == "optimal"
        assert best.value == best.low == best.high == c["result"]["turns"]  # type: ignore[index]


def test_every_row_is_a_whole_turn_with_a_plan_that_reaches_its_value() -> None:
    p = GAME.read(case("26")["position"])  # type: ignore[arg-type]
    found = ask(p)
    assert len(found.moves) > 2
    assert [m.value for m in found.moves] == sorted(m.value for m in found.moves)
    for move in found.moves:
        assert move.plan[0] == move.move
        assert len(move.plan) == move.value
        q = p
        for n, text in enumerate(move.plan):
            for a in GAME.parse(q, text):
                q = GAME.apply(q, a)
            if n + 1 < len(move.plan):
                assert q.main_done and not q.full
                q = GAME.apply(q, GAME.parse(q, "end")[0])
        assert q.full


def test_the_asked_move_is_in_the_table_even_if_it_is_bad() -> None:
    p = GAME.read(case("27")["position"])  # type: ignore[arg-type]
    found = ask(p, "squirrel c3")
    row = next(m for m in found.moves if "asked" in m.flags)
    assert row.move == "squirrel c3"
    assert row.value >= found.moves[0].value
    assert row.plan[0].startswith("squirrel c3")


def test_mid_turn_ranks_the_ways_to_go_on() -> None:
    p = GAME.read(case("27")["position"])  # type: ignore[arg-type]
    first = ask(p).moves[0]
    for a in GAME.parse(p, first.move):
        p = GAME.apply(p, a)
    assert p.main_done
    found = ask(p)
    assert found.moves[0].value == first.value
    assert found.moves[0].move == "end"


def test_horizon_hint_prefers_fewer_uncovered_fields() -> None:
    c = case("41")
    found = ask(GAME.read(c["position"]))  # type: ignore[arg-type]
    assert found.moves[0].value == 2 + c["result"]["uncovered"]  # type: ignore[index]
    assert found.moves[0].proof == "optimal"


def test_opponents_make_it_an_estimate_with_the_same_futures_for_all_rows() -> None:
    p = deal.new({"floor": "1a", "players": "3"}, 4)
    assert futures(p, 7) == futures(p, 7) != futures(p, 8)
    found = ask(p, limit=6.0)
    assert all(m.proof == "estimate" for m in found.moves)
    assert "sampled futures" in found.method
    assert any("first" in note for note in found.notes)


def test_a_path_without_common_tiles_samples_the_reserve() -> None:
    from dataclasses import replace

    p = replace(deal.new({"floor": "1a"}, 2), common=())
    assert not known(p)
    found = ask(p, limit=6.0)
    assert found.moves and all(m.proof == "estimate" for m in found.moves)
    for move in found.moves:  # nothing that needs a tile which nobody has seen
        GAME.parse(p, move.move)


def test_known_tiles_are_not_sampled() -> None:
    p = deal.new({"floor": "1a"}, 2)
    assert known(p)
    assert futures(p, 3) == ((p, ()),)


def test_facts_name_what_a_turn_covers_and_pockets() -> None:
    p = GAME.read(
        {
            "format": 1,
            "game": "indian-summer",
            "floor": "own",
            "print": ["....", "....", "...."],
            "path": ["##o"],
            "cover": ["....", "####", "####"],
        }
    )
    facts = ANALYST.facts(p, ANALYST.candidate(p, GAME.parse(p, "leaf 1 ##o a1")))
    assert facts.banked["fields covered"] == 3
    assert any("no listed tile fits d1" in note for note in facts.notes)


def test_compare_two_turns() -> None:
    p = GAME.read(case("32")["position"])  # type: ignore[arg-type]
    best = ask(p).moves[0].move
    result = compare(GAME, p, best, "squirrel g1", budget=Budget(Clock(6.0)))
    assert result.moves[0].value <= result.moves[1].value


def test_one_row_that_the_clock_left_is_called_rough(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace
    from typing import Any

    p = GAME.read(case("32")["position"])  # type: ignore[arg-type]
    whole = type(ANALYST).plans

    def cut(self: Any, p: Any, budget: Budget, asked: Any) -> Any:
        found = whole(self, p, budget, asked)
        budget.limited_by = "time"
        return replace(found, rows=(replace(found.rows[0], proof="bounded"),))

    assert not any("rough" in note for note in ask(p).notes)
    monkeypatch.setattr(type(ANALYST), "plans", cut)
    found = ask(p)
    assert found.notes[0].startswith("a rough answer: ") and len(found.moves) == 1


def test_counts_of_one_are_singular() -> None:
    p = GAME.read(
        {
            "format": 1,
            "game": "indian-summer",
            "floor": "own",
            "print": ["....", "....", "...."],
            "path": ["##o"],
            "cover": ["..##", "####", "####"],
            "treasures": {"nut": 1},
        }
    )
    assert GAME.scores(p)[0].detail == "1 field uncovered after 1 squirrel"


@pytest.mark.parametrize(
    ("number", "turn", "note"),
    [
        ("22", "leaf 3 o##/..# b7", "area C pays 1 token once 1 more field is covered"),
        ("21", "leaf 1 .##/o#. a5", "area B pays 2 tokens once 1 more field is covered"),
        ("22", "leaf 2 o#/.# c7", "area C pays 1 token once 2 more fields are covered"),
    ],
)
def test_what_an_area_pays_is_counted_in_words(number: str, turn: str, note: str) -> None:
    """Ruling 10: an area pays once all its fields are covered."""
    p = GAME.read(case(number)["position"])  # type: ignore[arg-type]
    assert note in ANALYST.facts(p, ANALYST.candidate(p, GAME.parse(p, turn))).notes


def test_tokens_that_wait_are_counted_in_words() -> None:
    p = GAME.read(case("21")["position"])  # type: ignore[arg-type]
    none = ANALYST.facts(p, ANALYST.candidate(p, ()))
    name = next(option.name for option in none.options if option.amount > 0)
    assert name.startswith("waiting ") and counted(name, 1.0) == name.removesuffix("s")
