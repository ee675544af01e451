"""Ctrl-C: the first keeps the best so far, also inside CP-SAT; the second ends at once."""

from __future__ import annotations

import os
import signal
import threading
import time

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


def test_outside_the_usual_handler_is_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with listening(Budget(Clock(60.0))):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def hard() -> cp_model.CpModel:
    """Pigeons that do not fit, and something to maximise: a plan at once, no proof for long."""
    model = cp_model.CpModel()
    holes, pigeons = 12, 40
    at = [[model.new_bool_var(f"{p}{h}") for h in range(holes)] for p in range(pigeons)]
    for row in at:
        model.add_at_most_one(row)
    for h in range(holes):
        model.add(sum((p * p * 7919 % 101) * row[h] for p, row in enumerate(at)) <= 97)
    model.maximize(
        sum((p * 31 % 17 + h) * row[h] for p, row in enumerate(at) for h in range(holes))
    )
    return model


def test_cp_sat_stops_and_keeps_its_plan() -> None:
    budget = Budget(Clock(60.0))
    with listening(budget):
        threading.Timer(1.0, ctrl_c).start()
        started = time.monotonic()
        found = pieces.solve(hard(), pieces.Run(50.0))
        spent = time.monotonic() - started
    assert budget.interrupted
    assert found.status == "feasible"
    assert spent < 40.0
