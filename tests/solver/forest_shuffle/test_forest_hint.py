"""The analyst of Forest Shuffle: candidates, rollouts, hidden cards, hints at every stage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from forest_games import game_at

from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.game import Goal, Unknown
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import WINTER
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.kernel import pack, policy_action
from leafwise.puzzles.forest_shuffle.position import Position, Sampled, What
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle import worth
from leafwise.solver.forest_shuffle.analyst import ANALYST

WORLDS = np.arange(4)


def check_candidates(p: Position) -> list[Any]:
    """Legal lines up to the next card turned up or the end of the turn, told apart by text."""
    view = GAME.view(p, 0)
    found = ANALYST.candidates(p, 64)
    assert 1 <= len(found.items) <= 40 and found.total >= 1
    texts = [c.text for c in found.items]
    assert len(set(texts)) == len(texts)
    for candidate in found.items:
        q = view
        for action in candidate.line:
            assert action in GAME.actions(q)
            q = GAME.apply(q, action)
        assert GAME.parse(view, candidate.text) == candidate.line
        assert candidate.banked == GAME.total(q)
        same_turn = q.turn == view.turn and (q.pending or q.drawn)
        assert not same_turn or GAME.turn(q).kind == "chance"
    return list(found.items)


@pytest.mark.parametrize("left", [119, 80, 50, 35])
def test_candidates_of_a_turn(left: int) -> None:
    items = check_candidates(game_at(3, left))
    assert len(items) > 3


def test_candidates_hold_draws_in_pairs_and_both_payments() -> None:
    seen = set()
    for seed in range(6):
        p = game_at(seed, 60)
        for candidate in check_candidates(p):
            kinds = [action.do for action in candidate.line]
            seen.add(tuple(kinds[:2]))
    assert (Do.DRAW_CARD, Do.DRAW_CARD) in seen
    assert (Do.DRAW_CARD, Do.DRAW_DECK) in seen
    assert (Do.HALF, Do.PAY) in seen and (Do.TREE, Do.PAY) in seen


def test_candidates_in_the_middle_of_a_play() -> None:
    """Every open choice of random games is offered, the policy's first."""
    met = set()
    stream = Stream(11)
    for seed in range(14):
        p = GAME.world(GAME.new({"players": "2"}, seed), 0, seed)
        for _ in range(160):
            if GAME.turn(p).kind != "decide":
                break
            if p.turn == 0 and p.pending and p.pending[0].what not in met:
                met.add(p.pending[0].what)
                items = check_candidates(p)
                chosen, _ = policy_action(pack(GAME.view(p, 0)))
                first = items[0].line[0]
                assert (int(first.do), first.card) == chosen[:2]
            choices = GAME.actions(p)
            plays = tuple(a for a in choices if a.do in (Do.TREE, Do.HALF))
            taken = tuple(a for a in choices if p.pending and a.do is not Do.DECLINE)
            if p.pending and p.pending[0].what is What.PAY:  # pays as the policy, earning bonuses
                chosen, _ = policy_action(pack(p))
                p = GAME.apply(p, Action(Do.PAY, chosen[1]))
                continue
            p = GAME.apply(p, stream.choice(taken or (plays if stream.below(3) else ()) or choices))
    assert {What.PAY, What.EFFECT, What.BONUS, What.FREE, What.CAVE} <= met


def test_rollouts_are_pure_and_common() -> None:
    p = game_at(5, 60)
    lines = [c.line for c in ANALYST.candidates(p, 64).items[:3]]
    both = ANALYST.rollouts(p, lines, np.arange(8), 3, Goal.MARGIN)
    assert both.shape == (3, 8)
    part = ANALYST.rollouts(p, lines[1:2], np.arange(4, 8), 3, Goal.MARGIN)
    assert (part[0] == both[1, 4:]).all()
    wins = ANALYST.rollouts(p, lines, np.arange(8), 3, Goal.WIN)
    assert ((wins >= 0) & (wins <= 100)).all()  # per cent
    assert (ANALYST.rollouts(p, lines, np.arange(8), 3, Goal.SCORE) > 0).all()


def test_hidden_cards_permuted_change_nothing() -> None:
    p = game_at(7, 60)
    view = GAME.view(p, 0)
    worlds = [GAME.world(view, 0, seed) for seed in (1, 2)]
    assert worlds[0] != worlds[1]
    found = [ANALYST.candidates(w, 64) for w in (p, view, *worlds)]
    assert all(f == found[0] for f in found)
    lines = [c.line for c in found[0].items[:4]]
    results = [ANALYST.rollouts(w, lines, WORLDS, 9, Goal.SCORE) for w in (p, view, *worlds)]
    assert all((r == results[0]).all() for r in results)


def test_a_listed_deck_is_known_and_used() -> None:
    p = game_at(2, 50)
    known = replace(p, deck=p.deck.cards)  # type: ignore[union-attr]
    found = ANALYST.candidates(known, 64)
    deck = next(c for c in found.items if c.line[0].do is Do.DRAW_DECK)
    assert len(deck.line) == 2  # the second draw is chosen knowing the first
    other = replace(known, deck=known.deck[::-1])
    first = ANALYST.rollouts(known, [deck.line], WORLDS, 0, Goal.SCORE)
    second = ANALYST.rollouts(other, [other and deck.line[:1]], WORLDS, 0, Goal.SCORE)
    assert (first[:, 0] != second[:, 0]).any()


def test_luck_taken_out_lowers_the_scatter() -> None:
    p = GAME.view(game_at(5, 60), 0)
    line = ANALYST.candidates(p, 64).items[0].line
    worlds = np.arange(200)
    told = worth.numbers()
    with_luck = {**told, "luck": {k: {"own": [0, 0], "margin": [0, 0]} for k in ("full", "cut")}}
    plain = ANALYST.rollouts(p, [line], worlds, 1, Goal.MARGIN)
    worth.numbers.cache_clear()
    original = worth.numbers
    try:
        worth.numbers = lambda: with_luck  # type: ignore[assignment]
        raw = ANALYST.rollouts(p, [line], worlds, 1, Goal.MARGIN)
    finally:
        worth.numbers = original
    assert plain.std() < raw.std()
    assert abs(plain.mean() - raw.mean()) < 4 * raw.std() / np.sqrt(len(worlds))


@pytest.mark.parametrize("left", [119, 70, 40])
def test_hint_answers_at_every_stage(left: int) -> None:
    p = GAME.view(game_at(4, left), 0)
    found = engine.hint(GAME, p, budget=Budget(Clock(20.0), worlds=8), goal=Goal.MARGIN)
    assert found.moves and found.nudge and found.reason
    best = found.moves[0]
    assert best.high - best.low > 3.92 * ANALYST.floor_error(
        p, Goal.MARGIN
    )  # never surer than the fit
    assert best.low <= best.floor <= best.high and best.plan[0] == best.move
    for move in found.moves:
        assert GAME.parse(p, move.move)
    asked = found.moves[-1].move
    again = engine.hint(
        GAME, p, budget=Budget(Clock(20.0), worlds=8), goal=Goal.MARGIN, asked=[asked]
    )
    assert any("asked" in move.flags for move in again.moves)


def test_hint_knows_a_rival_by_counts_only() -> None:
    p = game_at(4, 60)
    doc = GAME.write(GAME.view(p, 0))
    doc["opponents"] = [{"trees": 6, "lindens": 2}]
    quick = GAME.read(doc)
    assert quick.seats[1].hidden == Unknown(None)
    found = engine.hint(GAME, quick, budget=Budget(Clock(20.0), worlds=8))
    assert found.moves[0].value > 0


def test_facts_tell_slots_hand_and_what_is_spent() -> None:
    items, p = (), None
    for seed in range(9):
        if not any(a.do is Do.PAY for c in items for a in c.line):
            p = game_at(seed, 60)
            items = ANALYST.candidates(p, 64).items
    paid = next(c for c in items if any(a.do is Do.PAY for a in c.line))
    facts = ANALYST.facts(p, paid)
    assert {option.name for option in facts.options} >= {"hand cards", "free slots"}
    assert len(facts.notes) == 1 and facts.notes[0].startswith("it spends ")
    assert "; hold " in facts.notes[0]
    assert sum(facts.banked.values()) == paid.banked


def test_the_goal_is_the_margin_against_others_and_the_points_alone() -> None:
    p = GAME.view(game_at(4, 60), 0)
    found = engine.hint(GAME, p, budget=Budget(Clock(20.0), worlds=8))
    best = found.moves[0]
    assert (found.goal, found.unit) == (Goal.MARGIN, "points ahead")
    after = GAME.value(_played(p, best.move), 0, Goal.MARGIN).key[0]
    assert best.banked == after and best.banked + best.to_come == pytest.approx(best.value)
    assert best.win is not None and 0.0 < best.win < 1.0
    wins = [move.win or 0.0 for move in found.moves]
    assert wins == sorted(wins, reverse=True)
    score = engine.hint(GAME, p, budget=Budget(Clock(20.0), worlds=8), goal=Goal.SCORE)
    assert score.unit == "points" and score.moves[0].win is None
    assert score.moves[0].banked == GAME.total(_played(p, score.moves[0].move))
    win = engine.hint(GAME, p, budget=Budget(Clock(20.0), worlds=8), goal=Goal.WIN)
    assert win.unit == "% to win" and 0.0 < win.moves[0].value < 100.0
    alone = engine.hint(GAME, GAME.new({"players": "1"}, 3), budget=Budget(Clock(20.0), worlds=8))
    assert (alone.goal, alone.unit) == (Goal.SCORE, "points")


def _played(p: Position, text: str) -> Position:
    for action in GAME.parse(p, text):
        p = GAME.apply(p, action)
    return p


def test_an_asked_move_may_leave_open_what_the_deck_and_the_payment_bring() -> None:
    for seed in range(9):
        p = GAME.view(game_at(seed, 60), 0)
        items = ANALYST.candidates(p, 64).items
        paid = [c for c in items if len(c.line) > 1 and c.line[1].do is Do.PAY]
        if paid and any(c.line[0].do is Do.DRAW_DECK for c in items):
            break
    assert ANALYST.decision(p, "draw deck") == GAME.parse(p, "draw deck ...")
    text = paid[0].text.split(" pay ")[0]
    line = ANALYST.decision(p, text)
    assert line[0] == paid[0].line[0] and line[1].do is Do.PAY
    assert ANALYST.candidate(p, line).prior == max(c.prior for c in items if c.line[0] == line[0])
    with pytest.raises(IllegalMove):
        ANALYST.decision(p, "play lynx on 99 left")


def test_an_asked_line_is_guessed_like_its_kind() -> None:
    p = GAME.view(game_at(5, 60), 0)
    items = ANALYST.candidates(p, 64).items
    for candidate in items:
        assert ANALYST.candidate(p, candidate.line) == candidate


def test_facts_say_when_any_payment_will_do() -> None:
    """Among equal cards any will do; beside better ones the payment is the least useful."""
    doc = {
        "format": 1,
        "game": "forest-shuffle",
        "deck": 60,
        "clearing": [],
        "hand": ["european_hare/red_deer@beech", "linden", "linden"],
        "forest": [{"tree": "oak"}, {"tree": "beech"}],
        "opponents": [{"hand": 5, "forest": []}],
    }
    p = GAME.read(doc)
    line = ANALYST.decision(p, "play linden pay linden")
    note = ANALYST.facts(p, ANALYST.candidate(p, line)).notes[0]
    assert note.startswith("it spends linden") and "any card" not in note
    p = GAME.read({**doc, "hand": ["linden", "linden", "linden"]})
    line = ANALYST.decision(p, "play linden pay linden")
    note = ANALYST.facts(p, ANALYST.candidate(p, line)).notes[0]
    assert note.startswith("it spends linden, though any card will do")


def test_nothing_is_left_to_chance_over_a_listed_deck_and_open_hands() -> None:
    p = game_at(2, 50)
    rival = replace(p.seats[1], hand=p.seats[1].cards, hidden=p.seats[0].hidden)
    known = replace(p, deck=p.deck.cards, seats=(p.seats[0], rival))  # type: ignore[union-attr]
    line = ANALYST.candidates(known, 64).items[0].line
    found = ANALYST.rollouts(known, [line], WORLDS, 0, Goal.MARGIN)
    assert found.shape == (1, 4) and len(set(found[0])) == 1
    assert len(set(ANALYST.rollouts(p, [line[:1]], WORLDS, 0, Goal.MARGIN)[0])) > 1
    assert ANALYST.worlds(known) < ANALYST.worlds(GAME.view(p, 0))


def test_a_whole_hint_sees_no_hidden_card() -> None:
    """Other decks and hands under the same view: the same table, also where winter lies on top."""
    view = GAME.view(game_at(7, 40), 0)
    tables = []
    for seed in (1, 2, 3):
        world = GAME.world(view, 0, seed)
        if seed == 3:
            cards = world.deck.cards  # type: ignore[union-attr]
            at = cards.index(WINTER)
            swapped = (cards[at], *cards[1:at], cards[0], *cards[at + 1 :])
            world = replace(world, deck=Sampled(swapped))
        found = engine.hint(GAME, world, budget=Budget(Clock(60.0), seed=5, worlds=8))
        tables.append([(m.move, m.value, m.loss, m.best, m.banked, m.win) for m in found.moves])
    assert tables[0] == tables[1] == tables[2]


def test_a_forest_known_by_counts_only_is_said_to_be_left_out() -> None:
    p = GAME.read(
        {
            "format": 1,
            "game": "forest-shuffle",
            "players": 2,
            "deck": 60,
            "hand": ["birch", "oak"],
            "forest": [{"tree": "beech"}],
            "opponents": [{"hand": 3, "trees": 7, "lindens": 1}],
        }
    )
    told = ANALYST.notes(p, Goal.MARGIN)
    assert len(told) == 1 and told[0].startswith("opponent 1: only counts of the forest")
    assert ANALYST.notes(p, Goal.SCORE) == ()
    assert ANALYST.notes(game_at(4, 60), Goal.MARGIN) == ()


def test_hand_cards_count_what_an_effect_still_draws() -> None:
    p = GAME.read(
        {
            "format": 1,
            "game": "forest-shuffle",
            "players": 1,
            "deck": 60,
            "hand": ["birch", "oak", "beech"],
        }
    )
    items = ANALYST.candidates(p, 64).items
    birch = next(c for c in items if c.text.startswith("play birch"))  # its effect draws a card
    facts = ANALYST.facts(p, birch)
    assert next(o.amount for o in facts.options if o.name == "hand cards") == 3
