"""The first play of a short plan as a further candidate of a hint."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from forest_games import game_at

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.actions import Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Candidate, Clock, Hint, HintMove
from leafwise.solver.forest_shuffle import ahead
from leafwise.solver.forest_shuffle.analyst import ANALYST

# two Fireflies score ten points together and cost nothing; other single cards are dearer to hold
FIREFLIES = {
    "format": 1,
    "game": "forest-shuffle",
    "deck": 30,
    "clearing": [
        "peacock_butterfly/fireflies",
        "eurasian_jay/fireflies",
        "linden",
        "oak",
        "wolf/bechsteins_bat",
        "lynx/red_fox",
        "birch",
        "beech",
    ],
    "hand": [],
    "forest": [{"tree": "oak"}, {"tree": "beech"}],
    "opponents": [{"hand": 5, "forest": [{"tree": "oak"}]}],
}
PAIR = {
    f"draw {a}; draw {b}"
    for a in FIREFLIES["clearing"][:2]  # type: ignore[index]
    for b in FIREFLIES["clearing"][:2]  # type: ignore[index]
    if a != b
}


class Still(Clock):
    """A clock of a given limit that never runs."""

    def left(self) -> float:
        return 600.0


def still(limit: float = 5.0, worlds: int = 8) -> Budget:
    return Budget(Still(limit), seed=3, worlds=worlds)


def row(found: Hint, text: str) -> HintMove:
    """The row of a line, which may be the same as another one in every world."""
    return next(move for move in found.moves if text in (move.move, *move.same))


def further(p: Position) -> tuple[Candidate, ...]:
    return ANALYST.further(p, still())


def test_a_hint_lists_the_plans_first_play_that_the_policy_misses() -> None:
    p = GAME.read(FIREFLIES)
    assert not PAIR & {c.text for c in ANALYST.candidates(p, 64).items}
    (planned,) = further(p)
    assert planned.text in PAIR
    for goal in (Goal.SCORE, Goal.MARGIN):
        found = engine.hint(GAME, p, budget=still(), goal=goal, top=40)
        assert row(found, planned.text).proof == "estimate"


def test_a_planned_play_is_judged_by_the_playouts_of_the_others() -> None:
    """The plan hopes for ten points in three turns; the row says what playing on brings."""
    p = GAME.read(FIREFLIES)
    (planned,) = further(p)
    found = engine.hint(GAME, p, budget=still(), top=40)
    asked = engine.hint(GAME, p, budget=still(), top=40, asked=[planned.text])
    rows = [row(hint, planned.text) for hint in (found, asked)]
    assert rows[0].floor == rows[1].floor
    assert "asked" not in rows[0].flags and "asked" in rows[1].flags


def test_the_same_question_has_the_same_plan_and_the_same_answer() -> None:
    for seed in (2, 4):
        p = GAME.view(game_at(seed, 60), 0)
        assert ahead.first_play(p, 600.0) == ahead.first_play(p, 500.0)
        first, second = (engine.hint(GAME, p, budget=still()) for _ in range(2))
        assert first == second


def test_hidden_cards_permuted_change_no_plan() -> None:
    view = GAME.view(game_at(7, 60), 0)
    worlds = [GAME.world(view, 0, seed) for seed in (1, 2)]
    assert worlds[0] != worlds[1]
    assert further(view) == further(worlds[0]) == further(worlds[1]) != ()


@pytest.mark.parametrize("left", [110, 60, 25])
def test_a_planned_play_is_legal_up_to_the_next_card_turned_up(left: int) -> None:
    found = 0
    for seed in range(3):
        p = GAME.view(game_at(seed, left), 0)
        for candidate in further(p):
            found += 1
            q = p
            for action in candidate.line:
                assert action in GAME.actions(q)
                q = GAME.apply(q, action)
            unfinished = q.turn == p.turn and (q.pending or q.drawn)
            assert not unfinished or GAME.turn(q).kind == "chance"
            assert GAME.parse(p, candidate.text) == candidate.line
    assert found


def refuse(*_: Any) -> Any:
    raise AssertionError("planned")


def test_a_small_budget_plans_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second, games with oneself, many positions in a row, and two moves compared."""
    p = GAME.read(FIREFLIES)
    monkeypatch.setattr(ahead, "first_play", refuse)
    for limit in (0.1, 0.5):
        found = engine.hint(GAME, p, budget=still(limit), top=40)
        assert not PAIR & {text for m in found.moves for text in (m.move, *m.same)}
    engine.ranked(GAME, p, budget=still())
    engine.compare(GAME, p, "draw linden; draw oak", "draw oak; draw birch", budget=still())
    with pytest.raises(AssertionError, match="planned"):
        engine.hint(GAME, p, budget=still())


def test_nothing_is_planned_within_a_turn() -> None:
    p = GAME.read(FIREFLIES)
    assert ahead.first_play(p, 600.0)
    drawn = GAME.apply(p, GAME.parse(p, "draw linden; draw oak")[0])
    assert drawn.drawn == 1 and ahead.first_play(drawn, 600.0) == ()
    q = GAME.read({**FIREFLIES, "hand": ["linden", "oak"]})
    paying = GAME.apply(q, GAME.parse(q, "play linden pay oak ...")[0])
    assert paying.pending and ahead.first_play(paying, 600.0) == ()


def test_a_plan_covers_a_few_turns_or_all_that_is_left_where_the_deck_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ruling 26: a challenge ends with its turns, and an empty deck gives nothing."""
    asked: list[Position] = []

    def note(p: Position, seconds: float) -> tuple[()]:
        asked.append(p)
        return ()

    monkeypatch.setattr(ahead, "_plan", note)
    p = GAME.read(FIREFLIES)
    alone = replace(p, seats=p.seats[:1])
    for q in (p, replace(alone, turns=2), replace(alone, turns=6, deck=())):
        ahead.first_play(q, 600.0)
    assert [(q.turns, q.deck) for q in asked] == [(ahead.TURNS, ()), (2, ()), (6, ())]


def test_draws_of_a_later_turn_are_not_part_of_the_first() -> None:
    """Ruling 3: two cards a turn; the plan fetches three to play and pay a Douglas Fir."""
    p = GAME.read({**FIREFLIES, "clearing": ["douglas_fir", "oak", "oak"], "forest": []})
    play = ahead.first_play(p, 600.0)
    assert [action.do for action in play] == [Do.DRAW_CARD, Do.DRAW_CARD]
    assert further(p)[0].line == play
