"""Ctrl-C: the first keeps the best so far, also inside CP-SAT; the second ends at once."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from ortools.sat.python import cp_model

from leafwise.solver import pieces
from leafwise.solver.api import Budget, Clock
from leafwise.solver.interrupts import listening, wanted


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_is_noted_and_the_second_raises() -> None:
    budget = Budget(Clock(60.0))
    with listening(budget):
        assert not budget.over() and not wanted()
        ctrl_c()
        assert wanted() and budget.interrupted and budget.over()
        with pytest.raises(KeyboardInterrupt):
            ctrl_c()
    assert not wanted()
    assert budget.limited_by == "budget"


def test_a_part_of_the_work_ends_with_the_whole() -> None:
    whole = Budget(Clock(600.0), seed=3, workers=2)
    part = whole.part(300.0)
    assert (part.seed, part.workers, part.clock.limit) == (3, 2, 300.0)
    assert not part.over()
    whole.interrupted = True
    assert part.over() and part.interrupted


def test_outside_the_usual_handler_is_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with listening(Budget(Clock(60.0))):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


class Endless(cp_model.CpSolver):
    """A search that would never end by itself: Ctrl-C comes, then it waits to be stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = threading.Event()

    def solve(self, model: cp_model.CpModel, solution_callback: object = None) -> object:
        ctrl_c()
        if not self.stopped.wait(60.0):
            raise AssertionError("nobody asked the search to stop")
        return super().solve(model)

    def stop_search(self) -> None:
        self.stopped.set()


def test_cp_sat_is_stopped_and_keeps_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    model = cp_model.CpModel()
    x = model.new_int_var(0, 7, "x")
    model.maximize(x)
    monkeypatch.setattr(cp_model, "CpSolver", Endless)
    budget = Budget(Clock(60.0))
    with listening(budget):
        found = pieces.solve(model, pieces.Run(50.0))
    assert budget.interrupted
    assert found.value == 7
