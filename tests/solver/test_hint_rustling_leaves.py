"""The Rustling Leaves hint: exact ends against the plain rules, regions, and what a table owes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from leafwise.puzzles.core.errors import IllegalMove, NoAnswer
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import Misthrow, Roll
from leafwise.puzzles.rustling_leaves.data import faces
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.plots import bit
from leafwise.puzzles.rustling_leaves.position import Dice, Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock, Hint
from leafwise.solver.rustling_leaves import expected, kernel_exact, regions
from leafwise.solver.rustling_leaves.analyst import ANALYST, action_of, code_of, supply

CASES = Path(__file__).resolve().parents[1] / "data" / "rl_positions.jsonl"


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leafwise.solver.warm.prepare", lambda game_id: None)


@cache
def positions() -> tuple[Position, ...]:
    lines = CASES.read_text().splitlines()
    return tuple(GAME.read(json.loads(line)["position"]) for line in lines)


def late() -> list[Position]:
    """Sheets on which little ground is left, with a small roll to act on."""
    found = [p for p in positions() if p.occupied.bit_count() >= 91 and not p.ended]
    assert len(found) >= 3
    rolls = [Dice(faces()[0], faces()[k % 3]) for k in range(len(found))]
    return [
        replace(p, roll=roll, staying=False, misthrows=max(3, p.misthrows))
        for p, roll in zip(found, rolls, strict=True)
    ]


def true_value(p: Position, memo: dict[object, Fraction]) -> Fraction:
    """Expectimax by the plain rules: the value before a roll, dropping out allowed."""
    now = Fraction(GAME.total(p)).limit_denominator(1000)
    if GAME.turn(p).kind == "over":
        return now
    covered = tuple(sorted((a.corners, a.symbol) for a in p.areas))
    key = (covered, p.clouds, p.misthrows, p.joker)
    if key not in memo:
        staying = replace(p, staying=True)
        pairs = GAME.outcomes(staying).pairs
        assert pairs is not None
        mean = sum((c * best_now(GAME.apply(staying, roll), memo) for roll, c in pairs), Fraction())
        memo[key] = max(now, mean)
    return memo[key]


def best_now(p: Position, memo: dict[object, Fraction]) -> Fraction:
    return max(true_value(GAME.apply(p, action), memo) for action in GAME.actions(p))


@pytest.mark.parametrize("n", range(3))
def test_exact_ends_equal_expectimax_by_the_plain_rules(n: int) -> None:
    p = late()[n]
    found = kernel_exact.decisions(kernel.pack(p))
    assert found is not None
    memo: dict[object, Fraction] = {}
    for code, value in found:
        after = GAME.apply(p, action_of(p.season, code))
        assert value == pytest.approx(float(true_value(after, memo)))


def test_exact_before_a_roll_weighs_stopping_against_the_mean() -> None:
    p = replace(late()[0], roll=None, misthrows=4)
    found = dict(kernel_exact.decisions(kernel.pack(p)) or ())
    assert found[kernel.DROP_OUT] == pytest.approx(GAME.total(p))
    memo: dict[object, Fraction] = {}
    staying = replace(p, staying=True)
    pairs = GAME.outcomes(staying).pairs
    assert pairs is not None
    mean = sum((c * best_now(GAME.apply(staying, roll), memo) for roll, c in pairs), Fraction())
    assert found[kernel.STAY_IN] == pytest.approx(float(mean))


def test_large_trees_are_not_called_exact() -> None:
    assert kernel_exact.decisions(kernel.pack(positions()[0])) is None


def test_rolls_are_merged_with_their_weights() -> None:
    table = kernel_exact.roll_table()
    assert len(table) == 25
    assert table[:, 2].sum() == table[:, 3].sum() == 36
    assert (table[:, 3] > 0).sum() == 15


def test_codes_and_actions_are_twins() -> None:
    for p in positions()[::7]:
        for action in GAME.actions(p):
            assert action_of(p.season, code_of(p.season, action)) == action


def test_regions_agree_with_the_masks_of_the_rules() -> None:
    for p in positions():
        graph = regions.free_graph(p)
        assert len(graph) == 100 - p.occupied.bit_count() == expected.free_fields(p)
        ground = sum(bit(field) for field in regions.reachable(p, graph))
        flood = p.start_mask if not p.occupied else 0
        for area in p.areas:
            flood |= p.plot(area).border & ~p.occupied
        while True:
            more = flood
            for field in graph:
                if flood & bit(field):
                    for other in graph[field]:
                        more |= bit(other)
            if more == flood:
                break
            flood = more
        assert ground == flood


def test_flooded_supply_is_that_of_the_region_graph() -> None:
    for p in positions():
        assert supply(p) == regions.supply(p)


def test_necks_split_the_ground() -> None:
    import networkx as nx

    p = next(p for p in positions() if regions.necks(p))
    graph = regions.free_graph(p)
    ground = graph.subgraph(regions.reachable(p, graph))
    before = nx.number_connected_components(ground)
    for neck in regions.necks(p):
        rest = ground.subgraph(set(ground) - {neck})
        assert nx.number_connected_components(rest) > before


def hint(p: Position, seed: int = 3, worlds: int = 144, **more: object) -> Hint:
    budget = Budget(Clock(600.0), seed=seed, worlds=worlds)
    return engine.hint(GAME, p, budget=budget, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def middle() -> Position:
    wide = (p for p in positions() if p.roll and 40 < p.occupied.bit_count() < 75)
    return next(p for p in wide if len(GAME.actions(p)) > 15)


def test_a_table_keeps_its_promises(middle: Position) -> None:
    found = hint(middle, top=30)
    rows = found.moves
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    assert rows[0].loss == 0.0 and all(row.loss >= 0.0 for row in rows)
    assert any("misthrow" in (row.move, *row.same) for row in rows)
    for row in rows:
        assert row.proof == "estimate"
        assert row.banked + row.to_come == pytest.approx(row.value)
        assert row.low <= row.floor <= row.high
        assert row.loss == pytest.approx(rows[0].value - row.value)
        line = GAME.parse(middle, row.move)
        after = GAME.apply(middle, line[0])
        assert GAME.total(after) == pytest.approx(row.banked)


def test_the_line_shown_starts_with_the_move_and_can_be_played(middle: Position) -> None:
    for row in hint(middle).moves:
        assert row.plan[0] == row.move
        p = middle
        for text in row.plan:
            for action in GAME.parse(p, text):
                p = GAME.apply(p, action)


def test_same_seed_same_answer(middle: Position) -> None:
    assert hint(middle, seed=9) == hint(middle, seed=9)
    assert hint(middle, seed=9).moves[0].floor != hint(middle, seed=10).moves[0].floor


def test_the_asked_move_is_ranked_and_marked(middle: Position) -> None:
    worst = GAME.listing(middle)[-2]
    found = hint(middle, top=3, asked=[worst])
    marked = [row for row in found.moves if "asked" in row.flags]
    assert len(marked) == 1
    assert worst in (marked[0].move, *marked[0].same)
    with pytest.raises(IllegalMove):
        hint(middle, asked=["a1:d4 tree"])


def test_the_next_roll_is_enumerated(middle: Position) -> None:
    after = kernel.apply_move(kernel.pack(middle), kernel.MISTHROW)
    rolls = []
    for world in range(36):
        log, _ = kernel.playout_log(after, world, 5)
        roll = next((action_of(middle.season, code) for code in log if code <= kernel.ROLL), None)
        assert isinstance(roll, Roll)
        rolls.append(roll.dice)
    chances = GAME.outcomes(replace(middle, roll=None, staying=True)).pairs
    assert chances is not None
    for roll, chance in chances:
        assert Fraction(rolls.count(roll.dice), 36) == chance


def test_rollouts_do_not_depend_on_the_batch(middle: Position) -> None:
    lines = [(action,) for action in GAME.actions(middle)[:5]]
    worlds = np.arange(72, dtype=np.int64)
    whole = ANALYST.rollouts(middle, lines, worlds, 1, Goal.SCORE)
    part = ANALYST.rollouts(middle, lines[3:4], worlds[40:50], 1, Goal.SCORE)
    assert (whole[3, 40:50] == part[0]).all()


def test_before_a_roll_the_choice_is_to_stay_or_to_go(middle: Position) -> None:
    found = hint(replace(middle, roll=None))
    assert {row.move for row in found.moves} == {"stay in", "drop out"}
    out = next(row for row in found.moves if row.move == "drop out")
    assert out.floor == pytest.approx(GAME.total(middle), abs=1.0)


def test_a_sheet_that_is_over_has_nothing_to_decide() -> None:
    with pytest.raises(NoAnswer):
        hint(Position("spring", 1, misthrows=6))


def test_facts_are_the_rules_score_lines(middle: Position) -> None:
    candidate = ANALYST.candidate(middle, (Misthrow(),))
    facts = ANALYST.facts(middle, candidate)
    after = GAME.apply(middle, Misthrow())
    assert dict(facts.banked) == {s.category: s.points for s in GAME.scores(after)}
    assert sum(option.amount for option in facts.options) <= 100 - middle.occupied.bit_count()
