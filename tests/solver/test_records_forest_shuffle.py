"""Records of Forest Shuffle: values by the rules, bounds, payments."""

from __future__ import annotations

import pytest

from leafwise.puzzles.forest_shuffle import scoring
from leafwise.solver.forest_shuffle.records import best_forest
from leafwise.solver.pieces import Run


@pytest.mark.parametrize(("trees", "value"), ((3, 328), (4, 430)))
def test_best_forest_by_trees(trees: int, value: int) -> None:
    record = best_forest(Run(300.0, linear=2), trees=trees)
    assert record is not None and record.optimal
    assert (record.value, record.trees) == (value, trees)
    assert scoring.total(record.forest, 0, ()) == value


def test_best_forest_of_all_cards() -> None:
    record = best_forest(Run(300.0, linear=2))
    assert record is not None and record.optimal and record.value == 3308


def test_payments_cost_points() -> None:
    free = best_forest(Run(300.0, linear=2), cards=4)
    paid = best_forest(Run(300.0, linear=2), cards=4, payments=True)
    assert free is not None and paid is not None
    assert free.cards == paid.cards == 4
    assert paid.value <= free.bound
