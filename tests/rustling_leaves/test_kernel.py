"""The packed twin agrees with the plain rules: moves, marks, score, playouts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafwise.puzzles.core.random import DICE, Stream, below, counter_hash
from leafwise.puzzles.rustling_leaves import kernel as K
from leafwise.puzzles.rustling_leaves.actions import (
    Action,
    Draw,
    DropOut,
    Misthrow,
    Roll,
    StayIn,
)
from leafwise.puzzles.rustling_leaves.data import SEASONS, Season, faces
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Dice, Position

CASES = Path(__file__).parents[1] / "data" / "rl_positions.jsonl"


def cases() -> list[Any]:
    lines = [json.loads(line) for line in CASES.read_text().splitlines()]
    return [pytest.param(line, id=line["id"]) for line in lines]


def action_of(season: Season, code: int) -> Action:
    step = K.decode(season, code)
    if step.kind == "roll":
        return Roll(Dice(faces()[step.roll[0]], faces()[step.roll[1]]))
    if step.kind == "area":
        return Draw(step.corners, step.symbol, step.joker, step.row)
    return {"misthrow": Misthrow(), "stay in": StayIn(), "drop out": DropOut()}[step.kind]


def code_of(season: Season, action: Action) -> int:
    if isinstance(action, Draw):
        return K.encode(season, action.corners, action.symbol, action.joker, action.row)
    return {Misthrow(): K.MISTHROW, StayIn(): K.STAY_IN, DropOut(): K.DROP_OUT}[action]


def check_same(p: Position, st: Any) -> None:
    """State ``st`` says what position ``p`` says, and both allow the same."""
    assert K.unpack(K.pack(p)) == K.unpack(st)
    assert K.score(st) == pytest.approx(GAME.total(p), abs=1e-9)
    texts = [GAME.format(p, (action_of(p.season, int(code)),)) for code in K.legal(st)]
    assert sorted(texts) == list(GAME.listing(p))


def take(st: Any, season: Season, action: Action) -> Any:
    if isinstance(action, Roll):
        pair = [faces().index(die) for die in (action.dice.green, action.dice.natural)]
        return K.apply_roll(st, *pair)
    return K.apply_move(st, code_of(season, action))


@pytest.mark.parametrize("case", cases())
def test_reference_position(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    st = K.pack(p)
    assert K.score(st) == pytest.approx(case["score_total"])
    marks = K.unpack(st)["marks"]
    for name, count in case["marks"].items():
        if name in marks:
            circles = {"icicle": p.sheet.circles.get("icicle", 0)}
            assert min(marks[name], circles.get(name, 99)) == count
    check_same(p, st)
    if "moves" in case:
        texts = [GAME.format(p, (action_of(p.season, int(code)),)) for code in K.legal(st)]
        assert sorted(texts) == case["moves"]


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("seed", range(6))
def test_random_game(season: Season, seed: int) -> None:
    """Every position of a random game, packed and played alike."""
    stream = Stream(seed)
    claimed = {"clovers_claimed": True} if season == "summer" and seed % 2 else {}
    p = Position(season, 1 + seed % 6, **claimed)
    st = K.pack(p)
    while GAME.turn(p).kind != "over":
        check_same(p, st)
        if GAME.turn(p).kind == "chance":
            action = GAME.outcomes(p).draw(stream)
        else:
            choices = GAME.actions(p)
            if p.roll is None and stream.below(10):
                choices = (StayIn(),)
            elif p.roll is not None and len(choices) > 1 and stream.below(10):
                choices = choices[:-1]
                if stream.below(2) and p.joker:
                    plain = tuple(a for a in choices if isinstance(a, Draw) and a.joker is None)
                    choices = plain or choices
            action = stream.choice(choices)
        p, st = GAME.apply(p, action), take(st, season, action)
    check_same(p, st)


@pytest.mark.parametrize("season", SEASONS)
def test_every_placement_and_symbol_of_an_empty_sheet_scores_alike(season: Season) -> None:
    for start in range(1, 7):
        for pair in ((5, 3), (2, 5), (2, 0)):
            p = Position(season, start, roll=Dice(faces()[pair[0]], faces()[pair[1]]))
            st = K.pack(p)
            for action in GAME.actions(p):
                after = take(st, season, action)
                q = GAME.apply(p, action)
                assert K.score(after) == pytest.approx(GAME.total(q))
                assert K.unpack(K.pack(q)) == K.unpack(after)


@pytest.mark.parametrize("season", SEASONS)
def test_candidate_values_are_afterstate_values(season: Season) -> None:
    """The fast sums over placements equal the evaluation of each position reached."""
    tb = K.tables(season)
    index = np.zeros(K.GROUP_MOST, np.int64)
    codes = np.zeros(K.MOST_MOVES, np.int64)
    values = np.zeros(K.MOST_MOVES)
    for seed in range(3):
        log, _ = K.playout_log(K.new_state(season, 1 + seed), seed, 11)
        st = K.new_state(season, 1 + seed)
        for code in log:
            step = K.decode(season, code)
            if step.kind != "roll":
                st = K.apply_move(st, code)
                continue
            st = K.apply_roll(st, *step.roll)
            count = K.moves_into(st, tb, False, index, codes, values)
            for code_k, value in zip(codes[:count:5], values[:count:5], strict=True):
                after = K.apply_move(st, code_k)
                banked, future = K.evaluate(after[None, :])
                if not K.is_over(after, tb):
                    value += K.shape_value(after, tb, np.zeros(K.SHAPES))
                assert banked[0] + future[0] == pytest.approx(value, abs=1e-9)
                assert banked[0] == K.score(after)
            found, worth, points = K.candidates(st)
            assert sorted(found) == sorted(codes[:count])
            assert all(a >= b for a, b in pairwise(worth))
            assert points[0] == K.score(K.apply_move(st, found[0]))


@pytest.mark.parametrize("season", SEASONS)
def test_playout_replays_through_the_rules(season: Season) -> None:
    for world in range(40):
        p = Position(season, 1 + world % 6)
        log, score = K.playout_log(K.pack(p), world, 99)
        rolls = []
        for code in log:
            action = action_of(season, code)
            if isinstance(action, Roll):
                step = K.decode(season, code)
                rolls.append((6 * step.roll[0] + step.roll[1], p.rounds))
            p = GAME.apply(p, action)
        assert GAME.turn(p).kind == "over"
        assert GAME.total(p) == pytest.approx(score)
        # the first roll is enumerated, later ones are the world's counter-based dice
        assert rolls[0][0] == world % 36
        for pair, event in rolls[1:]:
            assert pair == below(counter_hash(99, world, event, DICE), 36)
        once = K.rollouts(K.pack(Position(season, 1 + world % 6)), [K.STAY_IN], [world], 99)
        assert once[0, 0] == score


def test_rollouts_are_a_matrix_of_single_playouts() -> None:
    st = K.pack(Position("winter", 3, roll=Dice(faces()[1], faces()[5])))
    codes = K.legal(st)[::40]
    worlds = np.arange(100, 172)
    out = K.rollouts(st, codes, worlds, 5)
    assert out.shape == (len(codes), 72)
    for i in (0, len(codes) - 1):
        for j in (0, 71):
            alone = K.rollouts(st, codes[i : i + 1], worlds[j : j + 1], 5)
            assert alone[0, 0] == out[i, j]
    assert (K.rollouts(st, codes, worlds, 5) == out).all()
    assert (K.rollouts(st, codes, worlds, 6) != out).any()


def test_known_rolls_come_first_and_end_a_challenge() -> None:
    known = np.array([[5, 5], [0, 0]])
    st = K.new_state("summer", 4)
    log, _ = K.playout_log(st, 8, 1, known)
    rolls = [K.decode("summer", code).roll for code in log if code <= K.ROLL]
    assert rolls[:2] == [(5, 5), (0, 0)]
    assert rolls[2] == divmod(8, 6)
    log, _ = K.playout_log(st, 8, 1, known, ends=True)
    assert len([code for code in log if code <= K.ROLL]) <= 2


def test_policy_does_not_see_later_dice() -> None:
    """Until the rolls of two worlds differ, the moves do not."""
    for world in range(0, 36, 5):
        first, _ = K.playout_log(K.new_state("spring", 2), world, 3)
        second, _ = K.playout_log(K.new_state("spring", 2), world + 36, 3)
        common = next(
            (k for k, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
            min(len(first), len(second)),
        )
        assert common >= 3  # stay in, the enumerated roll, the first move
        assert common == len(first) or first[common] <= K.ROLL


def test_ruling_7_sixth_misthrow_ends_the_playout() -> None:
    p = Position("autumn", 1, misthrows=5, roll=Dice(faces()[5], faces()[5]))
    out = K.rollouts(K.pack(p), [K.MISTHROW], np.arange(36), 0)
    assert (out == -18.0).all()


def test_ruling_19_claimed_clovers_count_ten() -> None:
    for claimed, points in ((0, 20.0), (1, 10.0)):
        st = K.new_state("summer", 1)
        before = K.score(st)
        clover = K.F_MARK + K.sheet("summer").choices.index("clover")
        st[K.F_MARK + K.M_EXTRA] = claimed
        st[clover] = 4
        assert K.score(st) - before == points


def test_ruling_21_holly_is_an_expectation_until_the_die_is_rolled() -> None:
    st = K.new_state("winter", 1)
    empty = K.score(st)
    st[K.F_MARK + K.sheet("winter").choices.index("holly")] = 4
    assert K.score(st) - empty == 10.0
    st[K.F_MARK + K.M_EXTRA] = 3
    assert K.score(st) - empty == 12.0


@pytest.mark.parametrize("season", SEASONS)
def test_policy_beats_the_plain_greedy_player(season: Season) -> None:
    """On common dice; the margin is measured in the benchmarks."""
    st = K.new_state(season, 2)
    worlds = np.arange(720)
    fitted = K.rollouts(st, [K.STAY_IN], worlds, 1)[0]
    greedy = K.rollouts(st, [K.STAY_IN], worlds, 1, tb=K.greedy_tables(season))[0]
    gap = fitted - greedy
    assert gap.mean() > 3 * gap.std() / np.sqrt(len(gap))


PLAIN = """
import json, sys
import numpy as np
from leafwise.puzzles.rustling_leaves import kernel as K
rows = []
for season in K.SEASONS:
    log, score = K.playout_log(K.new_state(season, 5), 13, 21)
    st = K.apply_roll(K.new_state(season, 3), 0, 1)
    codes, values, banked = K.candidates(st)
    rows.append([log, score, [int(c) for c in codes], list(values), list(banked)])
print(json.dumps(rows))
"""


def test_plain_path_gives_identical_results() -> None:
    """Without the compiler the same source computes the same numbers, bit by bit."""
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
