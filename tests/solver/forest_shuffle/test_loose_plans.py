"""The loose stage of a plan model: what it must allow, and what no order of draws allows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from leafwise.puzzles.forest_shuffle.data import CARDS
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle.plan_model import PlanModel
from leafwise.solver.forest_shuffle.planner import plan
from leafwise.solver.forest_shuffle.search import search
from leafwise.solver.forest_shuffle.ways import BEAR, Wish
from leafwise.solver.pieces import Run, solve


def position(**keys: Any) -> Position:
    return GAME.read({"format": 1, "game": "forest-shuffle", "players": 1, "deck": [], **keys})


def pressed(seed: int) -> Position:
    """A short challenge with cards that pay for each other's bonuses, some of them with a Bear."""
    rng = random.Random(9000 + seed)
    names = [card.name for card in CARDS for _ in range(card.count) if "mole" not in card.name]
    rng.shuffle(names)
    tree = rng.choice(["douglas_fir", "silver_fir", "oak", "sycamore"])
    hot = [name for name in names if tree in name or "brown_bear" in name]
    rest = [name for name in names if name not in hot]
    return position(
        hand=[*hot[:2], *rest[: 2 + seed % 2]],
        clearing=[*hot[2 : 3 + seed % 2], *rest[10 : 11 + seed % 5]],
        forest=[{"tree": name} for name in ("birch", "silver_fir")[: seed % 3]],
        turns=4,
    )


@pytest.mark.parametrize("seed", (0, 1, 4, 6, 8, 9))
def test_loose_models_hold_every_plan(seed: int) -> None:
    p = pressed(seed)
    best = search(p, Wish(), Budget(Clock(300.0)))
    assert best.complete and best.value is not None
    for blocks in range(2):
        model = PlanModel(p, blocks=blocks, loose=blocks)
        model.model.maximize(model.value)
        answer = solve(model.model, Run(60.0, linear=2))
        assert answer.status == "optimal" and (answer.value or 0) >= best.value
    found = plan(p, Wish(), Budget(Clock(60.0)))
    assert found.value is not None and found.bound is not None
    assert found.value <= best.value <= found.bound


@pytest.mark.parametrize("others, most", [(1, 1), (2, 2)])
def test_ruling_11_a_card_that_lies_in_the_forest_pays_no_later_bonus(
    others: int, most: int
) -> None:
    """Of two Douglas Firs the first may be paid with the second, but not the other way round."""
    show = ["lynx/european_hare", "bullfinch/tree_frog"]
    hand = ["douglas_fir", "douglas_fir", *show[:others], *["birch"] * 4]
    p = position(hand=hand, clearing=["birch"], forest=[{"tree": "birch"}], turns=12)
    model = PlanModel(p, blocks=1, loose=1)
    firs = [way for way in model.ways if CARDS[way.card].name == "douglas_fir"]
    model.model.add(sum(way.stages[0].expr for way in firs) == 0)
    model.model.maximize(sum(way.stages[1].expr for way in firs if way.kind == "bonus"))
    assert round(solve(model.model, Run(20.0)).value or 0) == most


@pytest.mark.parametrize("lindens, most", [(3, 0), (4, 1)])
def test_ruling_18_what_pays_a_bear_does_not_come_back(lindens: int, most: int) -> None:
    """Its bonus asks for three Linden symbols, and it takes them with the clearing."""
    hand = ["brown_bear/raccoon", *["linden"] * lindens, *["oak"] * 3]
    p = position(hand=hand, clearing=["oak"], forest=[{"tree": "birch"}], turns=12)
    model = PlanModel(p, blocks=1, loose=1)
    planted = [way for way in model.ways if CARDS[way.card].name == "linden"]
    bear = [way for way in model.ways if way.species == BEAR and way.kind == "bonus"]
    model.model.add(sum(way.stages[0].expr for way in planted) == 0)
    model.model.add(sum(way.stages[1].expr for way in bear) == 1)
    model.model.add(model.stages.beared[1].expr >= 1)
    model.model.maximize(sum(way.stages[1].expr for way in planted))
    assert round(solve(model.model, Run(20.0)).value or 0) == most
