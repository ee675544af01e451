"""The packed twin agrees with the plain rules: every step, score, playout; plain and compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafwise.puzzles.core.game import Unknown
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle import brain, scoring
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import WINTER
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Player, Position, Sampled

CASES = Path(__file__).parents[1] / "data" / "forest_shuffle"


def cases(name: str) -> list[Any]:
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def world_of(players: int, seed: int) -> Position:
    """A dealt game in which every card is known."""
    return GAME.world(GAME.new({"players": str(players)}, seed), 0, seed)


def check_same(st: Any, p: Position) -> None:
    """The state says what the position says, and scores alike for every seat."""
    assert K.unpack(st, blank(p)) == p
    for seat in range(p.players):
        player = p.seats[seat]
        expected = scoring.total(player.trees, player.cave, p.rivals(seat))
        assert K.points(st, seat) == expected


def blank(p: Position) -> Position:
    """A position that keeps only what a state does not hold."""
    seats = tuple(
        Player(hand=player.hand, hidden=player.hidden, forest=player.forest[:0])
        if isinstance(player.forest, tuple)
        else Player(hand=player.hand, hidden=player.hidden, forest=player.forest)
        for player in p.seats
    )
    return Position(seats=seats, deck=p.deck, gone=p.gone)


@pytest.mark.parametrize("name", ["fs_positions.jsonl", "fs_transitions.jsonl", "fs_exact.jsonl"])
def test_reference_positions_pack_and_score_alike(name: str) -> None:
    for case in cases(name):
        doc = case.get("position") or case.get("challenge")
        p = GAME.read(doc)
        st = K.pack(p)
        check_same(st, p)
        if "score_total" in case:
            assert K.points(st) == case["score_total"]


def test_reference_transitions_step_by_step() -> None:
    for case in cases("fs_transitions.jsonl"):
        p = GAME.read(case["position"])
        st = K.pack(p)
        for a in GAME.parse(p, case["move"]):
            deck, _ = K.listed(p)
            p = GAME.apply(p, a)
            if a.do is not Do.TURNED:
                take(st, deck, a)
            check_same(st, p)


def test_reference_scores() -> None:
    """Final forests settled by other calculators, each player against the others."""
    for case in cases("fs_scores.jsonl"):
        players = case["players"]
        for n, player in enumerate(players):
            rest = [{"forest": q["forest"]} for k, q in enumerate(players) if k != n]
            doc = {
                "format": 1,
                "game": "forest-shuffle",
                "players": len(players),
                "forest": player["forest"],
                "cave": player.get("cave", 0),
                "opponents": rest,
            }
            assert K.points(K.pack(GAME.read(doc))) == player["total"], case["id"]


def take(st: Any, deck: Any, a: Action) -> None:
    """Carry out a decision in the kernel with a listed deck."""
    im, fm = K.new_memory()
    im[K.W_LISTED] = 1
    im[K.W_CARDS : K.W_CARDS + len(deck)] = deck
    K.act(st, K.tables(), im, fm, int(a.do), a.card, a.face, a.tree, a.side)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_step_by_step(players: int, seed: int) -> None:
    """Any legal decisions, pending choices and open lists included: same position after each."""
    stream = Stream(seed, players)
    p = world_of(players, seed)
    st = K.pack(p)
    most = 500
    while GAME.turn(p).kind == "decide" and most:
        most -= 1
        choices = GAME.actions(p)
        if not p.pending and stream.below(3):
            plays = [a for a in choices if a.do in (Do.TREE, Do.HALF)]
            choices = tuple(plays) or choices
        elif p.pending and stream.below(4):
            choices = tuple(a for a in choices if a.do is not Do.DECLINE) or choices
        a = stream.choice(choices)
        deck, known = K.listed(p)
        assert known
        p = GAME.apply(p, a)
        take(st, deck, a)
        check_same(st, p)
        assert (K.pack(p)[0, : K.G_ACTED] == st[0, : K.G_ACTED]).all()
    assert most == 0 or K.is_over(st) == (GAME.turn(p).kind == "over")


def replay(
    players: int, seed: int, world: int, greedy: set[int], shake: float = 0.0
) -> tuple[Position, Any]:
    """A logged playout carried out again by the plain rules; the last position and the state."""
    p = world_of(players, seed)
    size = p.deck_size()
    hidden = replace(p, deck=Unknown(size))
    st, pool = K.pack(hidden), K.pools(hidden)
    if greedy:
        log, end = K.greedy_game(st, pool, world, seed, greedy)
    else:
        noise = np.random.default_rng(seed).normal(0.0, shake, brain.pair().shape)
        numbers = brain.pair() * np.exp(noise)
        log, end = K.playout_log(st, pool, K.listed(hidden), world, seed, brains=numbers)
    turned = tuple(entry[1] for entry in log if entry[0] == K.A_TURNED)
    assert turned.count(WINTER) == 3
    p = replace(p, deck=Sampled(turned))
    for entry in log:
        if entry[0] != K.A_TURNED:
            p = GAME.apply(p, Action(Do(entry[0]), *entry[1:]))
    return p, end


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_replay_through_the_rules(players: int) -> None:
    for seed in range(4):
        p, end = replay(players, seed, 7 * seed, set() if seed < 3 else {1, 3})
        assert GAME.turn(p).kind == "over"
        for seat in range(players):
            player = p.seats[seat]
            assert K.points(end, seat) == scoring.total(player.trees, player.cave, p.rivals(seat))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_of_shaken_policies_replay_through_the_rules(players: int) -> None:
    """A policy with other numbers plays the cards that the shipped one shuns."""
    for seed in range(10):
        p, end = replay(players, 50 + seed, seed, set(), shake=1.0)
        for seat in range(players):
            player = p.seats[seat]
            assert K.points(end, seat) == scoring.total(player.trees, player.cave, p.rivals(seat))


def test_playouts_take_every_kind_of_choice() -> None:
    """Mushroom draws, effects, bonuses, free placements, cards turned up."""
    world = world_of(2, 1)
    p = replace(world, deck=Unknown(world.deck_size()))
    st, pool = K.pack(p), K.pools(p)
    seen = set()
    for number in range(40):
        log, _ = K.playout_log(st, pool, K.listed(p), number, 3)
        seen |= {entry[0] for entry in log}
    assert {K.A_MUSH, K.A_EFFECT, K.A_BONUS, K.A_PLACE, K.A_TURNED} <= seen


def test_the_policy_puts_poor_cards_under_the_cave() -> None:
    """Ruling 18: with the Raccoon's effect open, cards worth less than a point and a draw go."""
    doc = {
        "format": 1,
        "game": "forest-shuffle",
        "players": 2,
        "winters": 2,
        "deck": 1,
        "hand": ["birch", "birch"],
        "forest": [{"tree": "oak", "left": ["raccoon"]}],
        "opponents": [{"hand": 5}],
        "pending": ["cave", "opened 1 left"],
    }
    chosen, _ = K.policy_action(K.pack(GAME.read(doc)))
    assert chosen[0] == K.A_CAVE


def test_rollouts_are_a_matrix_of_single_playouts() -> None:
    p = GAME.view(GAME.new({"players": "2"}, 5), 0)
    st, pool, deck = K.pack(p), K.pools(p), K.listed(p)
    states = np.stack([st, st])
    out = K.rollouts(states, pool, deck, np.arange(6), 9)
    assert (out[0] == out[1]).all()
    alone = K.rollouts(states[:1], pool, deck, np.array([4]), 9)
    assert (alone[0, 0] == out[0, 4]).all()
    assert (K.rollouts(states[:1], pool, deck, np.arange(6), 10) != out[:1]).any()
    _, end = K.playout_log(st, pool, deck, 4, 9)
    assert K.points(end) == out[0, 4, 0]


def test_ruling_1_winter_cards_lie_where_set_up_puts_them() -> None:
    p = GAME.view(GAME.new({"players": "2"}, 5), 0)
    st, pool = K.pack(p), K.pools(p)
    pile = int(st[0, K.G_PILE])
    places = []
    for world in range(200):
        im, fm = K.new_memory()
        K.begin(st.copy(), im, fm, pool[0], np.zeros(0, np.int64), False, 1, world)
        first, second, third = (int(x) for x in im[K.W_WINTER : K.W_WINTER + 3])
        assert first == pile > second > third >= 1
        places += [second, third]
    assert abs(np.mean(places) - pile / 2) < 2.0


def test_draws_are_uniform_over_the_unseen_cards_and_do_not_shift() -> None:
    """A draw by one player changes no later card of another stream."""
    p = GAME.view(GAME.new({"players": "2"}, 5), 0)
    st, pool = K.pack(p), K.pools(p)
    im, fm = K.new_memory()
    counts = np.zeros(K.CARD_KINDS)
    for world in range(3000):
        K.begin(st.copy(), im, fm, pool[0], np.zeros(0, np.int64), False, 2, world)
        a = K.take_from(im, 0, 1)
        counts[a] += 1
        b = K.take_from(im, 1, 3)
        K.begin(st.copy(), im, fm, pool[0], np.zeros(0, np.int64), False, 2, world)
        c = K.take_from(im, 1, 3)
        assert b == c or c == a
    expected = np.bincount(pool[0], minlength=K.CARD_KINDS) / len(pool[0]) * 3000
    large = expected > 40
    assert (np.abs(counts[large] - expected[large]) < 5 * np.sqrt(expected[large])).all()


def test_luck_of_draws_has_no_drift() -> None:
    p = GAME.view(GAME.new({"players": "2"}, 5), 0)
    out = K.rollouts(K.pack(p)[None], K.pools(p), K.listed(p), np.arange(400), 1)[0]
    for column in (3, 4):
        luck = out[:, column]
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_policy_beats_the_greedy_player() -> None:
    p = GAME.view(GAME.new({"players": "2"}, 5), 0)
    wins = 0
    for world in range(40):
        _, end = K.greedy_game(K.pack(p), K.pools(p), world, 1, {1 - world % 2})
        wins += K.points(end, world % 2) > K.points(end, 1 - world % 2)
    assert wins >= 32


PLAIN = """
import json
import numpy as np
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.game import GAME
rows = []
for players, greedy in ((2, set()), (2, {1}), (3, set())):
    p = GAME.view(GAME.new({"players": str(players)}, 3), 0)
    args = (K.pack(p), K.pools(p), K.listed(p))
    log, end = K.playout_log(*args, 3, 21)
    if greedy:
        log, end = K.greedy_game(args[0], args[1], 3, 21, greedy)
    out = K.rollouts(args[0][None], *args[1:], np.arange(2), 5, horizon=6)
    rows.append([log, [int(K.points(end, k)) for k in range(players)], out.tolist()])
print(json.dumps(rows))
"""


def test_plain_path_gives_identical_games() -> None:
    """Without the compiler the same source plays the same games, bit by bit."""
    results = []
    for disabled in ("1", "0"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", PLAIN],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(json.loads(done.stdout))
    assert results[0] == results[1]
