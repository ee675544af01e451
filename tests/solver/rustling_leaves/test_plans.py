"""Beams and repairs over known rolls: moves, points and plans against the rules."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rustling_leaves.challenges import challenge

from leafwise.puzzles.core.errors import Disagreement
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.solver import referee
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.pieces import Run
from leafwise.solver.rustling_leaves import kernel_plans as kp
from leafwise.solver.rustling_leaves import plans, solve
from leafwise.solver.rustling_leaves.model import Model
from leafwise.solver.rustling_leaves.search import root, search
from leafwise.solver.rustling_leaves.solve import SOLVER, actions_of, challenge_of, known
from leafwise.solver.rustling_leaves.task import Found
from leafwise.solver.warm import wait

EASY = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
HARD = settings(EASY, max_examples=12)
SEEDS = st.integers(0, 2**31)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the kernels before any limit runs."""
    assert wait("rustling-leaves")


def points(p: Position, found: Found) -> float:
    """What the rules give for a line."""
    return float(referee.certify(GAME, p, actions_of(p, found.line)).value.key[0])


@EASY
@given(SEEDS, st.integers(0, 10))
def test_open_moves_are_the_legal_ones_with_their_points(seed: int, areas: int) -> None:
    task = challenge_of(challenge(seed, areas, 1))
    state = kernel.apply_roll(task.st, *(int(x) for x in task.rolls[0]))
    codes, _, banked = kernel.candidates(state, task.tables)
    beam = plans.Beam(task, plans.SCALINGS[0], 1)
    kp.begin(
        beam.layers, task.st, task.tables, task.rolls, np.full(1, kp.OPEN, np.int64)
    )  # the roll's clouds are on the sheet then
    rank = plans.ranking(kernel.season_of(task.st), plans.SCALINGS[0], [0])
    low, high = (int(x) for x in beam.layers.cover[0, 0])
    index = np.zeros(kernel.GROUP_MOST, np.int64)
    base = beam.layers.state[0, 0]
    n = kp.open_moves(base, rank, 0, low, high, task.rolls[0], index, beam.pool)
    wanted = dict(zip(codes.tolist(), banked.tolist(), strict=True))
    got = dict(zip(beam.pool.number[:n].tolist(), beam.pool.worth[:n].tolist(), strict=True))
    assert got == pytest.approx(wanted)


@EASY
@given(SEEDS, st.integers(0, 8), st.integers(1, 12))
def test_beams_and_repairs_promise_what_the_rules_give(seed: int, areas: int, rolls: int) -> None:
    p = challenge(seed, areas, rolls)
    task, found = challenge_of(p), Found()
    beam = plans.Beam(task, plans.SCALINGS[1], 50)
    lines = beam.whole(Budget(Clock(60.0)), 60.0)
    beam.take(lines, found)
    if not lines or len(lines[0]) < rolls:
        return
    assert points(p, found) == found.value
    repairs = plans.Repairs(task, seed)
    line, value = lines[0], beam.bank(lines[0])[0]
    for _ in range(8):
        after, reached = repairs.step(line, value, found)
        assert reached >= value
        assert repairs.beams[0].bank(after)[0] == reached
        line, value = after, reached
    assert found.value >= value
    assert points(p, found) == found.value


def test_a_repair_that_holds_all_but_one_round_finds_its_best_move() -> None:
    p = challenge(5, 4, 7)
    task = challenge_of(p)
    beam = plans.Beam(task, plans.SCALINGS[0], 400)
    rounds = len(task.rolls)
    line = beam.whole(Budget(Clock(60.0)), 60.0)[0]
    rank = plans.ranking(kernel.season_of(task.st), plans.SCALINGS[0], range(rounds + 1))
    held = line.copy()
    held[3] = kp.OPEN
    n = kp.repair(
        beam.layers, beam.pool, task.st, task.tables, rank, task.rolls, held, 400, beam.stamp
    )
    best = max(beam.bank(other)[0] for other in beam.ends(rounds, n))
    by_rules = []
    before = task.st
    for t, code in enumerate(line[:3]):
        rolled = kernel.apply_roll(before, *(int(x) for x in task.rolls[t]))
        before = kernel.apply_move(rolled, int(code))
    rolled = kernel.apply_roll(before, *(int(x) for x in task.rolls[3]))
    for code in kernel.candidates(rolled)[0].tolist():
        state = kernel.apply_move(rolled, code)
        legal = True
        for t in range(4, rounds):
            state = kernel.apply_roll(state, *(int(x) for x in task.rolls[t]))
            legal = legal and int(line[t]) in kernel.candidates(state)[0].tolist()
            if not legal:
                break
            state = kernel.apply_move(state, int(line[t]))
        if legal:
            by_rules.append(kernel.score(state))
    assert best == max(by_rules)


@pytest.mark.parametrize("season", SEASONS)
def test_the_same_seed_gives_the_same_plan(season: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "RATE", 2000)  # work that surely ends before the clock
    p = challenge(SEASONS.index(season) + 4, 0, 12)  # type: ignore[arg-type]
    task = challenge_of(p)
    answers = []
    for _ in range(2):
        found = Found()
        plans.find_plans(task, Budget(Clock(600.0), seed=7), found, 30.0)
        answers.append((found.value, found.line))
        assert points(p, found) == found.value
    assert answers[0] == answers[1]


def test_two_workers_keep_the_better_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "RATE", 4000)
    p = challenge(8, 0, 11)
    found = Found()
    plans.find_plans(challenge_of(p), Budget(Clock(600.0), workers=2), found, 20.0)
    assert len(found.line) >= 9
    assert points(p, found) == found.value


@HARD
@given(SEEDS, st.integers(5, 12), st.integers(1, 4))
@example(48758, 11, 3)  # a value below nought
def test_search_and_model_agree_and_bounds_hold(seed: int, areas: int, rolls: int) -> None:
    p = challenge(seed, areas, rolls)
    begun = Found()
    root(challenge_of(p), Budget(Clock(60.0)), begun)
    found = search(challenge_of(p), Budget(Clock(60.0)))
    assert begun.value <= found.value <= found.bound <= begun.bound
    assert points(p, found) == found.value
    model = Model(p, known(p))  # neither a cap nor a hint: a witness of its own
    answer, value, bound = model.solve(Run(20.0, 0, 2))
    assert value is not None
    assert bound is not None
    assert value <= found.bound
    assert found.value <= bound
    line = referee.certify(GAME, p, model.line(answer))
    assert float(line.value.key[0]) == value
    if answer.status == "optimal" and found.proven:
        assert value == found.value


@HARD
@given(SEEDS, st.integers(4, 10), st.integers(2, 5))
def test_cp_sat_begins_with_the_plan_and_the_bound_of_the_search(
    seed: int, areas: int, rolls: int
) -> None:
    p = challenge(seed, areas, rolls)
    begun = Found()
    root(challenge_of(p), Budget(Clock(20.0)), begun)
    budget = Budget(Clock(20.0), workers=2)
    solution = SOLVER.solve(p, SolveOptions(engine="cp-sat"), budget)
    assert solution.engine == "cp-sat"
    assert begun.value <= solution.value <= solution.bound <= begun.bound  # type: ignore[operator]
    end = referee.certify(GAME, p, solution.line)
    assert end.value.shown() == solution.value


class Busy(Clock):
    """Counts the CPU seconds of this process, so that other work does not count."""

    def __init__(self, limit: float) -> None:
        super().__init__(limit, time.process_time())

    def spent(self) -> float:
        return time.process_time() - self.started


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("limit", [0.5, 2.0])
def test_long_challenges_keep_the_limit(season: str, limit: float) -> None:
    p = challenge(SEASONS.index(season) + 8, 0, 14)  # type: ignore[arg-type]
    least = Busy(0.0)  # what is done at any limit, as fast as this machine is now
    SOLVER.solve(p, SolveOptions(engine="search"), Budget(least))
    fixed = least.spent()
    clock = Busy(limit)
    solution = SOLVER.solve(p, SolveOptions(engine="search"), Budget(clock))
    assert clock.spent() < max(limit, fixed) + fixed + 1.0
    assert solution.line
    assert solution.bound >= solution.value  # type: ignore[operator]


def test_auto_hands_late_sheets_to_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    p = challenge(8, 13, 9)
    wanted = SOLVER.solve(p, SolveOptions(engine="search"), Budget(Clock(60.0)))
    assert wanted.status == "optimal"
    begun = Found()
    root(challenge_of(p), Budget(Clock(60.0)), begun)
    begun.bound = begun.value + 5.0  # as if the search had not come far
    monkeypatch.setattr("leafwise.solver.rustling_leaves.search.search", lambda *_: begun)
    solution = SOLVER.solve(p, SolveOptions(engine="auto"), Budget(Clock(60.0), workers=2))
    assert (solution.engine, solution.status) == ("cp-sat", "optimal")
    assert solution.value == wanted.value


def test_a_bound_that_no_line_keeps_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    p = challenge(9, 10, 2)
    line = actions_of(p, search(challenge_of(p), Budget(Clock(60.0))).line)
    monkeypatch.setattr(
        type(SOLVER), "_root", lambda *_: (line, -90.0, -90.0)
    )  # a bound that is wrong
    with pytest.raises(Disagreement):
        SOLVER.solve(p, SolveOptions(engine="cp-sat"), Budget(Clock(20.0)))


def test_the_search_waits_for_cold_kernels_outside_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compiling(*_: object, **__: object) -> bool:
        time.sleep(0.4)
        return True

    monkeypatch.setattr(solve.warm, "is_cold", lambda _: True)
    monkeypatch.setattr(solve.warm, "wait", compiling)
    budget = Budget(Clock(30.0))
    begun = time.monotonic()
    solution = SOLVER.solve(challenge(9, 10, 2), SolveOptions(engine="search"), budget)
    assert any("compiled" in note for note in solution.notes)
    assert budget.clock.spent() < time.monotonic() - begun - 0.3


def test_a_part_of_a_budget_hears_the_interrupt_of_the_whole() -> None:
    whole = Budget(Clock(60.0))
    some = whole.share(0.5)
    assert not some.over()
    whole.interrupted = True
    assert some.over()


def test_unique_and_all_within_the_limit_of_a_long_challenge() -> None:
    p = challenge(8, 14, 14)
    options = SolveOptions(engine="search", unique=True, all=True)
    clock = Busy(20.0)
    solution = SOLVER.solve(p, options, Budget(clock))
    assert clock.spent() < 21.0
    assert solution.status == "optimal"
    assert solution.solutions
    for plan in solution.solutions:
        end = p
        for text in plan:
            for action in GAME.parse(end, text):
                end = GAME.apply(end, action)
        assert GAME.total(end) == solution.value


def test_ruling_20_the_last_moose_may_lie_on_the_first_field() -> None:
    """The move a1:a1 with nothing crossed has code 0, which is a move like any other."""
    areas = "a2:b2 berry, c1:e2 bird, f1:h4 icicle, i1:i4 holly, f5:g8 holly, h6:j8 snowdrop, "
    areas += "d9:f10 fox, a7:c10 icicle, b3:e6 snowdrop"
    doc = {
        "format": 1,
        "game": "rustling-leaves",
        "season": "winter",
        "start": 1,
        "rolls": ["1 1"],
        "joker": "used",
        "clouds": 3,
        "areas": areas.split(", "),
    }
    p = GAME.read(doc)
    for engine in ("search", "cp-sat"):
        solution = SOLVER.solve(p, SolveOptions(engine=engine), Budget(Clock(60.0)))
        assert (solution.status, solution.value) == ("optimal", 68.5)
        assert GAME.total(referee.certify(GAME, p, solution.line).end) == 68.5
