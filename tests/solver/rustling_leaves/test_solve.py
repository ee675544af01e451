"""Best play over known rolls: proven values, engines against each other, bounds, uniqueness."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rustling_leaves.challenges import challenge

from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.solver.api import Budget, Clock, Solution, SolveOptions
from leafwise.solver.registry import analyst
from leafwise.solver.rustling_leaves import kernel_search as ks
from leafwise.solver.rustling_leaves.search import Probe, search
from leafwise.solver.rustling_leaves.setup_search import modes
from leafwise.solver.rustling_leaves.solve import SOLVER, challenge_of, known, plan_of
from leafwise.solver.rustling_leaves.task import Found
from leafwise.solver.warm import wait

DATA = Path(__file__).resolve().parents[2] / "data"
CASES = [json.loads(line) for line in (DATA / "rl_exact.jsonl").read_text().splitlines()]
LATE = [case for case in CASES if len(case["challenge"]["areas"]) >= 9]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the search before any limit runs."""
    assert wait("rustling-leaves")


def solve(p: Position, limit: float = 60.0, **options: Any) -> Solution:
    options.setdefault("engine", "search")
    return SOLVER.solve(p, SolveOptions(**options), Budget(Clock(limit), workers=2))


def ids(case: dict[str, Any]) -> str:
    return str(case["id"])


def replay(p: Position, plan: tuple[str, ...]) -> Position:
    for text in plan:
        for action in GAME.parse(p, text):
            p = GAME.apply(p, action)
    return p


def late(case: dict[str, Any], rolls: int) -> Position:
    """A case near its end with only the first rolls."""
    doc = {**case["challenge"], "rolls": case["challenge"]["rolls"][:rolls]}
    return GAME.read(doc)


def random_challenge(seed: int, areas: int, rolls: int) -> Position:
    """A random sheet after some rounds, then known rolls."""
    return challenge(seed, areas, rolls, start=1 + seed % 6)


def brute(p: Position) -> dict[str, float]:
    """Best value behind each first move, by the plain rules alone."""

    def best(q: Position) -> float:
        if q.ended:
            return GAME.total(q)
        if GAME.turn(q).kind == "chance":
            return best(GAME.apply(q, GAME.outcomes(q).pairs[0][0]))  # type: ignore[index]
        return max(best(GAME.apply(q, action)) for action in GAME.actions(q))

    out: dict[str, float] = {}
    roll = p
    if p.roll is None:
        out["drop out"] = GAME.total(p)
        roll = GAME.apply(p, GAME.actions(p)[0])
        roll = GAME.apply(roll, GAME.outcomes(roll).pairs[0][0])  # type: ignore[index]
    for action in GAME.actions(roll):
        out[GAME.format(roll, (action,))] = best(GAME.apply(roll, action))
    return out


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_proven_values(case: dict[str, Any]) -> None:
    p = GAME.read(case["challenge"])
    solution = solve(p, 20.0)
    assert (solution.status, solution.value) == ("optimal", case["best_score"])
    assert solution.bound == solution.value
    assert GAME.total(replay(p, solution.plan)) == case["best_score"]


@pytest.mark.parametrize("case", [c for c in LATE if c["seconds"] < 2], ids=ids)
def test_engines_agree(case: dict[str, Any]) -> None:
    p = late(case, 3)
    model = solve(p, engine="cp-sat")
    assert model.engine == "cp-sat"
    assert model.status == "optimal"
    assert model.value == solve(p).value
    assert GAME.total(replay(p, model.plan)) == model.value


@pytest.mark.parametrize("seed", range(16))
def test_engines_agree_on_random_sheets(seed: int) -> None:
    p = random_challenge(seed, 8, 2)
    found, model = solve(p), solve(p, engine="cp-sat")
    assert (found.status, model.status) == ("optimal", "optimal")
    assert found.value == model.value


@pytest.mark.parametrize("seed", range(20, 28))
def test_brute_force_agrees(seed: int) -> None:
    p = random_challenge(seed, 13, 2)
    truth = brute(p)
    best = max(truth.values())
    solution = solve(p, all=True)
    assert solution.value == best
    assert solution.solutions is not None
    firsts = {plan[0] for plan in solution.solutions}
    pointless = {text for text in truth if "joker" in text}  # may name what was rolled anyway
    assert firsts - pointless == {t for t, v in truth.items() if v == best} - pointless
    assert solution.plan in solution.solutions  # for its own first move the very plan
    for plan in solution.solutions:
        assert GAME.total(replay(p, plan)) == best


@pytest.mark.parametrize("seed", range(40, 48))
def test_unique_means_one_final_sheet(seed: int) -> None:
    p = random_challenge(seed, 13, 2)

    def sheets(q: Position) -> dict[Any, float]:
        if q.ended:
            key = (frozenset(q.areas), q.misthrows, q.conifer_row)
            return {key: GAME.total(q)}
        out: dict[Any, float] = {}
        actions = GAME.actions(q)
        if GAME.turn(q).kind == "chance":
            actions = (GAME.outcomes(q).pairs[0][0],)  # type: ignore[index]
        for action in actions:
            out |= sheets(GAME.apply(q, action))
        return out

    every = sheets(p)
    best = max(every.values())
    solution = solve(p, unique=True)
    assert solution.value == best
    assert solution.unique == (sum(value == best for value in every.values()) == 1)


@pytest.mark.parametrize("case", [CASES[2], CASES[8], CASES[14], CASES[20]], ids=ids)
def test_bounds_never_fall_below_a_later_value(case: dict[str, Any]) -> None:
    task = challenge_of(GAME.read(case["challenge"]))
    best = case["best_score"]
    bounds = []
    for mode in modes(task.st):
        probe = Probe(task, mode)
        found = Found(0.0)
        budget = Budget(Clock(60.0))
        probe.prepare(found, budget)
        seen = [probe.bound]
        while not probe.done:
            probe.run(found, budget, 3)
            seen.append(probe.bound)
        assert all(earlier >= later - ks.EPS for earlier, later in pairwise(seen))
        assert all(bound >= found.value - ks.EPS for bound in seen)
        bounds.append(seen[0])
    assert max(bounds) >= best


def test_a_pending_roll_must_be_acted_on() -> None:
    case = LATE[0]["challenge"]
    first, *rest = case["rolls"]
    p = GAME.read({**case, "roll": first, "rolls": rest})
    assert solve(p).value == LATE[0]["best_score"]
    assert GAME.parse(p, solve(p).plan[0])[0].order()[0] in (0, 1)


def test_ruling_7_a_sixth_misthrow_ends_the_sheet() -> None:
    doc = {
        **LATE[0]["challenge"],
        "misthrows": 5,
        "clouds": 0,
        "rolls": ["4 4", "4 4"],
        "joker": "used",
    }
    p = GAME.read(doc)
    for engine in ("search", "cp-sat"):
        solution = solve(p, engine=engine)
        assert solution.status == "optimal"
        assert solution.value == max(brute(p).values())


def test_ruling_8_dropping_out_beats_a_misthrow() -> None:
    doc = {**LATE[0]["challenge"], "rolls": ["4 4", "4 4", "4 4"], "joker": "used"}
    p = GAME.read(doc)
    for engine in ("search", "cp-sat"):
        solution = solve(p, engine=engine)
        assert solution.value == max(brute(p).values())
        assert replay(p, solution.plan).ended


def test_without_rolls_the_points_on_the_sheet() -> None:
    doc = {k: v for k, v in LATE[0]["challenge"].items() if k != "rolls"}
    for extra in ({}, {"rolls": []}, {"dropped_out": True}):
        p = GAME.read({**doc, **extra})
        solution = solve(p, engine="auto", unique=True, all=True)
        assert (solution.status, solution.plan) == ("optimal", ())
        assert solution.value == solution.bound == GAME.total(p)
        assert solution.unique is True


def test_bad_use() -> None:
    p = late(LATE[0], 1)
    with pytest.raises(BadUse):
        solve(p, engine="oracle")
    with pytest.raises(BadUse):
        solve(p, count=True)


def test_the_clock_is_heard_and_the_bound_holds() -> None:
    rolls = ["3 1", "2c 2c", "2c 1", "4 4", "3 2", "4 3", "2 2c", "1 4", "2 1", "4 4", "3 3"]
    p = GAME.read(
        {"format": 1, "game": "rustling-leaves", "season": "spring", "start": 2, "rolls": rolls}
    )
    solve(late(LATE[0], 2))  # kernels loaded
    budget = Budget(Clock(1.0))
    solution = SOLVER.solve(p, SolveOptions(engine="search"), budget)
    assert budget.clock.spent() < 4.0  # 2.0 on a machine of one's own
    assert solution.bound >= solution.value  # type: ignore[operator]
    assert GAME.total(replay(p, solution.plan)) == solution.value
    if solution.status == "bounded":
        assert budget.limited_by == "time"


def test_an_interrupt_keeps_the_best_so_far() -> None:
    p = random_challenge(3, 4, 6)
    budget = Budget(Clock(60.0))
    budget.interrupted = True
    found = search(challenge_of(p), budget)
    assert found.line
    assert found.bound >= found.value


def test_ranked_plans_hold_the_asked_move_and_the_best() -> None:
    p = late(LATE[1], 3)
    truth = solve(p).value
    asked = (*GAME.parse(p, "misthrow"),)
    plans = analyst("rustling-leaves").plans(p, Budget(Clock(30.0)), [asked])
    values = [row.value for row in plans.rows]
    assert values == sorted(values, reverse=True)
    assert plans.rows[0].value == truth
    row = next(row for row in plans.rows if row.candidate.line == asked)
    assert row.low == row.value <= row.high
    for row in plans.rows:
        assert GAME.total(replay(p, row.plan)) == row.value


def test_the_plain_path_gives_the_same_answer() -> None:
    case = LATE[1]
    p = late(case, 2)
    wanted = solve(p).value
    script = (
        "import json, sys\n"
        "from leafwise.puzzles.rustling_leaves.game import GAME\n"
        "from leafwise.solver.api import Budget, Clock, SolveOptions\n"
        "from leafwise.solver.rustling_leaves.solve import SOLVER\n"
        "p = GAME.read(json.load(sys.stdin))\n"
        "s = SOLVER.solve(p, SolveOptions(engine='search'), Budget(Clock(100.0)))\n"
        "print(s.status, s.value)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(GAME.write(p)),
        text=True,
        capture_output=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.split() == ["optimal", str(wanted)]


def test_plans_read_back_as_they_were_written() -> None:
    p = random_challenge(5, 8, 3)
    solution = solve(p)
    assert plan_of(p, solution.line) == solution.plan
    assert len(known(p)) == 3


@pytest.mark.parametrize("engine", ["auto", "cp-sat"])
def test_one_roll_alone_is_solved_before_the_kernels_are_compiled(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from leafwise.solver.rustling_leaves import solve as module

    monkeypatch.setattr(module.jit, "is_warm", lambda _: False)
    monkeypatch.setattr(module.warm, "start_detached", lambda _: None)
    doc = {
        "format": 1,
        "game": "rustling-leaves",
        "season": "spring",
        "start": 2,
        "roll": "2c 3",
        "clouds": 1,
        "areas": ["b5:d6 tree", "e5:e7 tree", "f3:g5 tree", "d7:d10 flower"],
    }
    p = GAME.read(doc)
    cold = SOLVER.solve(p, SolveOptions(engine=engine), Budget(Clock(30.0)))
    monkeypatch.undo()
    best = solve(p, engine="search")
    assert cold.value == best.value
