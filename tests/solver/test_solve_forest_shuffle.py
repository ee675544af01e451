"""Forest Shuffle plans: proven cases, model against exhaustive search, wishes, limits, files."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core.errors import BadUse, NoAnswer
from leafwise.puzzles.core.records import play_line
from leafwise.puzzles.forest_shuffle.data import CARDS, SPECIES_NO
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.forest_shuffle.plan_model import PlanModel
from leafwise.solver.forest_shuffle.planner import plan
from leafwise.solver.forest_shuffle.search import search
from leafwise.solver.forest_shuffle.solve import SOLVER
from leafwise.solver.forest_shuffle.ways import Wish
from leafwise.solver.forest_shuffle.whatif import with_cards
from leafwise.solver.pieces import Run, solve
from leafwise.solver.referee import certify

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/forest_shuffle/fs_exact.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
SHORT = [case for case in CASES if case["seconds"] < 1.0]
HEAD = {"format": 1, "game": "forest-shuffle", "players": 1}


def position(**keys: Any) -> Any:
    return GAME.read({**HEAD, "deck": [], **keys})


def dealt(hand: int, turns: int, clearing: int, seed: int) -> Any:
    names = [card.name for card in CARDS for _ in range(card.count)]
    random.Random(seed).shuffle(names)
    held = [name for name in names if "mole" not in name.split("@")[0].split("/")][:hand]
    for name in held:
        names.remove(name)
    return position(hand=held, clearing=names[:clearing], turns=turns)


def budget(seconds: float = 60.0) -> Budget:
    return Budget(Clock(seconds))


def replayed(p: Any, plan_texts: tuple[str, ...]) -> float:
    for text in plan_texts:
        p = play_line(GAME, p, text)
    return GAME.total(p)


@pytest.mark.parametrize("case", SHORT, ids=lambda case: str(case["value"]))
def test_proven_values_of_known_decks(case: dict[str, Any]) -> None:
    p = GAME.read(case.get("challenge") or case["position"])
    found = SOLVER.solve(p, SolveOptions(engine="search"), budget(300.0))
    assert (found.status, found.value) == ("optimal", case["value"])
    assert replayed(p, found.plan) == case["value"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["value"]))
def test_model_bound_is_never_below_the_proven_value(case: dict[str, Any]) -> None:
    p = GAME.read(case.get("challenge") or case["position"])
    found = plan(p, Wish(), budget())
    assert found.bound is not None and found.value is not None
    assert found.value <= case["value"] <= found.bound


@pytest.mark.parametrize("seed", range(10))
def test_model_and_search_agree(seed: int) -> None:
    p = dealt(4 + seed % 2, 3, 3, seed)
    whole = search(p, Wish(), budget(300.0))
    model = plan(p, Wish(), budget())
    assert whole.complete and whole.value is not None
    assert model.bound is not None and model.value is not None
    assert model.value <= whole.value <= model.bound
    assert model.proven and model.value == whole.value


@pytest.mark.parametrize("seed", (0, 1, 6, 7))
def test_ten_cards_are_proven(seed: int) -> None:
    p = dealt(10, 8, 5, seed)
    found = SOLVER.solve(p, SolveOptions(engine="cp-sat"), budget())
    assert found.value is not None and found.bound is not None
    assert replayed(p, found.plan) == found.value <= found.bound
    assert (found.status == "optimal") == (found.value == found.bound)


def test_bear_takes_clearing_and_payment() -> None:
    p = position(
        hand=["brown_bear/raccoon", "oak", "oak", "birch"],
        clearing=["linden", "linden"],
        forest=[{"tree": "birch"}],
        turns=1,
    )
    found = SOLVER.solve(p, SolveOptions(engine="cp-sat"), budget())
    assert (found.status, found.value) == ("optimal", 1 + 2 + 3)


def test_raccoon_caves_what_is_left() -> None:
    p = position(
        hand=["lynx/raccoon", "oak", "oak", "beech", "linden"],
        forest=[{"tree": "birch"}],
        turns=1,
    )
    found = SOLVER.solve(p, SolveOptions(engine="cp-sat"), budget())
    assert (found.status, found.value) == ("optimal", 1 + 3)


def test_extra_turn_is_played() -> None:
    p = position(hand=["douglas_fir", "douglas_fir", "douglas_fir", "birch"], forest=[], turns=1)
    found = SOLVER.solve(p, SolveOptions(engine="cp-sat"), budget())
    assert (found.status, found.value) == ("optimal", 5 + 1)
    assert found.plan[0].endswith("with bonus")


def test_with_and_without() -> None:
    p = dealt(6, 3, 2, 1)
    free = SOLVER.solve(p, SolveOptions(), budget())
    played = {
        name for name in SPECIES_NO if any(text.startswith(f"play {name}") for text in free.plan)
    }
    name = sorted(played)[0]
    barred = SOLVER.solve(p, SolveOptions(exclude=(name,)), budget())
    assert not any(text.startswith(f"play {name}") for text in barred.plan)
    forced = SOLVER.solve(p, SolveOptions(include=(name,)), budget())
    assert forced.value == free.value
    assert isinstance(barred.value, (int, float)) and isinstance(free.value, (int, float))
    assert barred.value <= free.value


def test_wish_that_cannot_be_met_is_infeasible() -> None:
    p = position(hand=["birch"], turns=1)
    found = SOLVER.solve(p, SolveOptions(include=("wolf",)), budget())
    assert found.status == "infeasible"


def test_wish_that_a_known_deck_cannot_meet_is_infeasible() -> None:
    p = GAME.read({**HEAD, "deck": ["oak", "beech"], "hand": ["birch"], "turns": 2})
    found = plan(p, Wish(include=((-1, SPECIES_NO["wolf"]),)), budget())
    assert (found.value, found.bound) == (None, None)
    solved = SOLVER.solve(p, SolveOptions(include=("wolf",)), budget())
    assert solved.status == "infeasible"


def test_unknown_wish_and_open_end_are_errors() -> None:
    with pytest.raises(BadUse):
        SOLVER.solve(position(hand=["birch"], turns=1), SolveOptions(include=("qqq",)), budget())
    with pytest.raises(NoAnswer):
        SOLVER.solve(GAME.read({**HEAD, "deck": 40, "hand": ["birch"]}), SolveOptions(), budget())


def test_deck_number_uses_no_deck_card() -> None:
    p = GAME.read({**HEAD, "deck": 40, "hand": ["birch", "beech"], "turns": 2})
    found = SOLVER.solve(p, SolveOptions(), budget())
    assert found.value == 1
    assert not any("draw deck" in text for text in found.plan)


def test_ruling_19_mole_list_is_planned_and_proven() -> None:
    p = position(
        hand=["large_tortoiseshell/mole@beech", "oak", "oak", "birch", "birch"],
        forest=[{"tree": "birch"}],
        turns=1,
    )
    for engine in ("cp-sat", "search"):
        found = SOLVER.solve(p, SolveOptions(engine=engine), budget())
        assert (found.status, found.value) == ("optimal", 1 + 2)
        assert replayed(p, found.plan) == found.value


@pytest.mark.parametrize("seed", range(8))
def test_model_and_search_agree_with_a_mole(seed: int) -> None:
    names = [card.name for card in CARDS for _ in range(card.count) if "mole" not in card.name]
    random.Random(seed).shuffle(names)
    p = position(
        hand=names[:3],
        clearing=["large_tortoiseshell/mole@beech", *names[3:5]],
        forest=[{"tree": "birch"}],
        turns=3,
    )
    whole = search(p, Wish(), budget(300.0))
    model = plan(p, Wish(), budget())
    assert whole.complete and whole.value is not None
    assert model.proven and model.value == whole.value


@pytest.mark.parametrize("seed", range(6))
def test_model_and_search_agree_on_fetched_payments(seed: int) -> None:
    names = [card.name for card in CARDS for _ in range(card.count) if "mole" not in card.name]
    random.Random(100 + seed).shuffle(names)
    p = position(hand=names[:4], clearing=names[4:5], forest=[{"tree": "birch"}], turns=4)
    whole = search(p, Wish(), budget(300.0))
    model = plan(p, Wish(), budget())
    assert whole.complete and whole.value is not None
    assert model.proven and model.value == whole.value


def cleared(seed: int) -> Any:
    """A short challenge whose clearing is nearly full; half of them hold a Bear."""
    rng = random.Random(200 + seed)
    names = [card.name for card in CARDS for _ in range(card.count) if "mole" not in card.name]
    rng.shuffle(names)
    bear = [name for name in names if "brown_bear" in name][: 1 - seed % 2]
    names = [name for name in names if "brown_bear" not in name]
    return position(
        hand=[*bear, *names[: 4 - len(bear)]],
        clearing=names[4 : 11 + seed % 3],
        forest=[{"tree": "birch"}],
        turns=3,
    )


@pytest.mark.parametrize("seed", (1, 2, 3, 4, 5, 7))
def test_rulings_9_and_18_emptied_clearings_are_planned_as_they_are(seed: int) -> None:
    """With a Bear's extra turn the model may not see what has to come first: then a bound."""
    p = cleared(seed)
    whole = search(p, Wish(), budget(300.0))
    model = plan(p, Wish(), budget())
    assert whole.complete and whole.value is not None
    assert model.value is not None and model.bound is not None
    assert model.value <= whole.value <= model.bound
    assert model.proven or seed % 2 == 0
    assert SOLVER.solve(p, SolveOptions(), budget(300.0)).value == whole.value


@pytest.mark.parametrize("loose", (False, True))
@pytest.mark.parametrize("seed", (1, 2))
def test_every_model_holds_its_plans(seed: int, loose: bool) -> None:
    """No model of blocks may cut off a plan that the search finds: some holds the best one."""
    p = cleared(seed)
    best = search(p, Wish(), budget(300.0)).value
    found = []
    for blocks in range(3):
        model = PlanModel(p, blocks=blocks, loose=blocks if loose else -1, split=not loose)
        model.model.maximize(model.value)
        answer = solve(model.model, Run(60.0, linear=2))
        if answer.value is not None:
            found.append(round(answer.value))
    assert best is not None and max(found) >= best


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_that_fills_the_turns(seed: int) -> None:
    """The loosest model comes first there; it bounds what the search finds."""
    p = dealt(4, 2, 3, seed)
    best = search(p, Wish(), budget(300.0))
    assert best.complete and best.value is not None
    loosest = PlanModel(p, blocks=0, loose=0)
    loosest.model.maximize(loosest.value)
    assert (solve(loosest.model, Run(60.0)).value or 0) >= best.value
    found = plan(p, Wish(), budget())
    assert found.value is not None and found.bound is not None
    assert found.value <= best.value <= found.bound


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_caps_of_products_keep_the_optimum(seed: int) -> None:
    p = dealt(10, 8, 5, seed)
    wide = PlanModel(p, blocks=1, loose=1)
    caps = wide.capped()
    assert caps and all(most >= 0 for most in caps.values())
    values = []
    for model in (wide, PlanModel(p, blocks=1, loose=1, caps=caps)):
        model.model.maximize(model.value)
        values.append(solve(model.model, Run(60.0, linear=2)).value)
    assert values[0] is not None and values[0] == values[1]


def test_ruling_11_a_bonus_is_paid_with_different_cards() -> None:
    """A Wolf's bonus asks for three Silver Fir symbols; one of two paid twice is no third."""
    for firs, most in ((3, 0), (4, 1)):
        hand = ["bechsteins_bat/wolf", *["silver_fir"] * firs, *["birch"] * 4]
        p = position(hand=hand, clearing=["oak"], forest=[{"tree": "birch"}], turns=9)
        plan = PlanModel(p, blocks=1, loose=1)
        planted = [w.stages[0].expr for w in plan.ways if CARDS[w.card].name == "silver_fir"]
        plan.model.add(sum(planted) == 1)  # before the first draw: it pays for nothing later
        wolves = [
            way.stages[1].expr
            for way in plan.ways
            if way.kind == "bonus" and CARDS[way.card].name == "bechsteins_bat/wolf"
        ]
        plan.model.maximize(sum(wolves))
        answer = solve(plan.model, Run(20.0))
        assert round(answer.value or 0) == most


def test_clock_is_kept() -> None:
    p = dealt(40, 20, 0, 3)
    begin = time.monotonic()
    found = SOLVER.solve(p, SolveOptions(), budget(2.0))
    assert time.monotonic() - begin < 3.5
    assert found.status in ("optimal", "bounded", "unknown")


def test_best_use_of_a_hand_in_so_many_turns() -> None:
    p = position(hand=["birch", "birch"], turns=5, deck=["oak", "oak"])
    found = SOLVER.solve(p, SolveOptions(turns=1), budget())
    assert (found.status, found.value, len(found.plan)) == ("optimal", 1, 1)
    assert found.start.turns == 1 and found.start.deck == p.deck


def test_what_must_be_drawn_to_reach_a_score() -> None:
    p = position(hand=["birch", "birch"], turns=2)
    none = SOLVER.solve(p, SolveOptions(reach=2), budget())
    assert (none.status, none.draw, none.least, none.value) == ("optimal", (), 0, 2)
    one = SOLVER.solve(p, SolveOptions(reach=6), budget())
    assert one.status == "optimal" and one.least == 1 and one.draw is not None
    assert len(one.draw) == 1 and isinstance(one.value, (int, float)) and one.value >= 6
    assert certify(GAME, one.start, one.line).value.shown() == one.value
    assert len(one.start.seats[0].hand) == 3
    with pytest.raises(NoAnswer, match="out of reach"):
        SOLVER.solve(p, SolveOptions(reach=500), budget())
    with pytest.raises(NoAnswer, match="turns"):
        SOLVER.solve(position(hand=["birch"], deck=["oak"]), SolveOptions(reach=5), budget())


def test_fewest_cards_are_those_of_trying_every_card() -> None:
    p = position(hand=["oak", "beech", "linden"], turns=2)
    pairs = range(len(CARDS))
    alone = [SOLVER.solve(with_cards(p, [c]), SolveOptions(), budget()) for c in pairs]
    most = max(int(found.value) for found in alone if isinstance(found.value, (int, float)))
    assert SOLVER.solve(p, SolveOptions(reach=most), budget()).least == 1
    assert SOLVER.solve(p, SolveOptions(reach=most + 1), budget()).least == 2


def test_other_games_take_no_what_if() -> None:
    for options in (SolveOptions(turns=2), SolveOptions(reach=9)):
        with pytest.raises(BadUse, match="only Forest Shuffle"):
            options.refuse_wishes()
