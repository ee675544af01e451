"""Hints in a session: kept while they hold, thought again where they were cut short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_support import Leafwise

from leafwise.solver import engine
from leafwise.solver.api import Budget, Hint

Ending = Callable[[Budget], None]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ending], list[Budget]]:
    """``asked(ending)``: hints are real, then ``ending`` says how they ended; their budgets."""
    real = engine.hint

    def watch(ending: Ending) -> list[Budget]:
        budgets: list[Budget] = []

        def hint(*args: Any, budget: Budget, **more: Any) -> Hint:
            found = real(*args, budget=budget, **more)
            budgets.append(budget)
            ending(budget)
            return replace(found, limited_by=budget.limited_by)

        monkeypatch.setattr(engine, "hint", hint)
        return budgets

    return watch


def whole(budget: Budget) -> None:
    """The hint took all its playouts."""
    budget.limited_by = "budget"


def late(budget: Budget) -> None:
    """The clock cut it short."""
    budget.limited_by = "time"


def pressed(budget: Budget) -> None:
    """Ctrl-C cut it short."""
    budget.interrupted = True


def test_a_whole_hint_is_given_again(leafwise: Leafwise, pig: Path, asked: Any) -> None:
    budgets = asked(whole)
    ran = leafwise("session", pig, "-q", stdin="hint\nhint\nwhy\nplan\nnudge\n")
    assert len(budgets) == 1
    assert ran.out.count("Best: roll") == 2


@pytest.mark.parametrize("ending", [late, pressed])
def test_a_hint_cut_short_is_thought_again(
    leafwise: Leafwise, pig: Path, asked: Any, ending: Ending
) -> None:
    budgets = asked(ending)
    leafwise("session", pig, "-q", stdin="hint\nwhy 2\nplan\nhint\nnudge\nhint\n")
    assert len(budgets) == 3  # one for each 'hint'; questions are about the last one


def test_a_hint_of_the_plain_path_is_thought_again(
    leafwise: Leafwise, pig: Path, asked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets = asked(whole)
    cold = [True]
    monkeypatch.setattr("leafwise.solver.warm.is_cold", lambda game_id: cold[0])
    monkeypatch.setattr("leafwise.solver.warm.start_detached", lambda game_id: None)
    monkeypatch.setattr("leafwise.cli.kernels.ready", lambda game_id, quiet: None)
    leafwise("session", pig, "-q", stdin="hint\nhint\n")
    assert len(budgets) == 2


def test_ctrl_c_gives_the_best_so_far_and_says_so(
    leafwise: Leafwise, pig: Path, asked: Any
) -> None:
    asked(pressed)
    ran = leafwise("session", pig, "-q", stdin="hint\n1\n")
    assert "  interrupted: best so far\n" in ran.out
    assert ran.out.index("interrupted") < ran.out.index("Best: roll")
    asked(whole)
    assert "interrupted" not in leafwise("session", pig, "-q", stdin="undo\nhint\n").out


def test_a_hint_is_forgotten_with_the_position(leafwise: Leafwise, pig: Path, asked: Any) -> None:
    budgets = asked(whole)
    leafwise("session", pig, "-q", stdin="hint\nroll\nundo\nhint\n")
    assert len(budgets) == 2


def test_the_worlds_of_a_hint_are_counted(leafwise: Leafwise, pig: Path, asked: Any) -> None:
    budgets = asked(whole)
    leafwise("session", pig, "-q", "--worlds", "60", stdin="hint\n")
    assert budgets[0].worlds == 60
