"""Rulings 20 to 25 and every worked example of the rules page."""

from __future__ import annotations

import pytest
from fs_support import points, pos, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core.errors import BadPosition
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle.data import SPECIES, SPECIES_NO
from leafwise.puzzles.forest_shuffle.forest import Counts, Tree
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.scoring import lines

BEE = "violet_carpenter_bee"


def bees(name: str, number: int = 1) -> dict[str, object]:
    """A tree with one or two bees."""
    return tree(name, **dict.fromkeys(("left", "right")[:number], BEE))


def test_ruling_20_roe_deer_count_visible_cards_with_their_symbol() -> None:
    p = pos(
        tree("beech", right="roe_deer@beech"),
        tree("sapling", top="chaffinch@beech", left="lynx@horse_chestnut"),
        "beech",
        tree("oak", bottom="hedgehog@beech"),
    )
    assert points(p)["roe_deer"] == 15  # two Beeches, Chaffinch, Hedgehog and itself


def test_ruling_20_not_saplings_hidden_halves_or_the_cave() -> None:
    p = pos(tree("sapling", right="roe_deer@beech"), "sapling", cave=4, gone=["beech"])
    assert points(p)["roe_deer"] == 3


def test_ruling_20_a_symbol_left_out_is_a_fault_where_a_roe_deer_could_ask_for_it() -> None:
    with pytest.raises(BadPosition) as error:
        pos(tree("oak", right="roe_deer@beech", top="chaffinch"))
    assert [fault.rule for fault in error.value.faults()] == ["forest_shuffle 20"]
    assert error.value.faults()[0].allowed.startswith("its tree symbol too, since a Roe Deer")
    assert points(pos(tree("oak", right="roe_deer@birch", top="red_squirrel")))["red_squirrel"] == 5
    with pytest.raises(BadPosition):
        pos(tree("oak", right="roe_deer"))


def test_ruling_21_bees_count_for_five_cards_only() -> None:
    assert points(pos("beech", "beech", bees("beech")))["beech"] == 15
    assert points(pos("horse_chestnut", bees("horse_chestnut")))["horse_chestnut"] == 9
    p = pos("linden", bees("linden"), opponents=[{"trees": 3, "lindens": 3}])
    assert points(p)["linden"] == 6
    p = pos(bees("sycamore", 2), "sycamore", tree("birch", left="red_deer@silver_fir"))
    assert points(p)["sycamore"] == 6 and points(p)["red_deer"] == 3
    assert BEE not in points(p)


def test_ruling_21_a_bee_is_no_tree_species() -> None:
    seven = ["oak", "birch", "beech", "linden", "sycamore", "douglas_fir"]
    p = pos(*seven, bees("silver_fir"), bees("oak"))
    assert "oak" not in points(p)


def test_ruling_22_horse_chestnuts_stop_at_seven() -> None:
    assert points(pos(*["horse_chestnut"] * 7))["horse_chestnut"] == 49
    assert points(pos(*["horse_chestnut"] * 9))["horse_chestnut"] == 49


def test_ruling_22_linden_and_woodpecker_ties_qualify_and_alone_is_highest() -> None:
    woody = tree("linden", top="great_spotted_woodpecker@linden")
    alone = points(pos(woody))
    assert alone == {"linden": 3, "great_spotted_woodpecker": 10}
    tied = points(pos(woody, opponents=[{"trees": 1, "lindens": 1}]))
    assert tied == alone
    behind = points(pos(woody, opponents=[{"trees": 2, "lindens": 2}]))
    assert behind == {"linden": 1}


def best_split(numbers: tuple[int, ...]) -> int:
    """The best split of butterflies into sets of different species, by trying all."""
    table = (0, 0, 3, 6, 12, 20)
    if not any(numbers):
        return 0
    first = next(n for n, count in enumerate(numbers) if count)
    best = 0
    for mask in range(1, 1 << len(numbers)):
        chosen = [n for n in range(len(numbers)) if mask >> n & 1]
        if first in chosen and all(numbers[n] for n in chosen):
            rest = tuple(c - (n in chosen) for n, c in enumerate(numbers))
            best = max(best, table[len(chosen)] + best_split(rest))
    return best


@settings(max_examples=40, deadline=None)
@given(st.tuples(*[st.integers(0, 2)] * 5))
def test_ruling_23_largest_set_first_is_the_best_split(numbers: tuple[int, ...]) -> None:
    from leafwise.puzzles.forest_shuffle.data import UNKNOWN_FACE

    kinds = [n for n, s in enumerate(SPECIES) if "butterfly" in s.symbols]
    faces = [UNKNOWN_FACE[k] for k, c in zip(kinds, numbers, strict=True) for _ in range(c)]
    forest = tuple(Tree(SPECIES_NO["birch"], ((face,), (), (), ())) for face in faces)
    found = [line.points for line in lines(forest, ()) if line.category == "butterflies"]
    assert sum(found) == best_split(numbers)


def test_ruling_23_sets_of_hares_bats_fireflies_salamanders() -> None:
    bats = [
        tree("oak", left="barbastelle_bat", right="barbastelle_bat"),
        tree("oak", left="bechsteins_bat"),
    ]
    assert points(pos(*bats)) == {}
    firefly = tree("sapling", bottom="fireflies")
    assert [points(pos(*[firefly] * n)).get("fireflies", 0) for n in range(1, 5)] == [0, 10, 15, 20]
    newt = tree("sapling", bottom="fire_salamander")
    found = [points(pos(*[newt] * n)).get("fire_salamander", 0) for n in range(1, 4)]
    assert found == [5, 15, 25]


@pytest.mark.parametrize(
    ("card", "own"),
    [
        (tree("sapling", left="fallow_deer"), {"fallow_deer": 3}),
        (tree("sapling", top="goshawk"), {"goshawk": 3}),
        (tree("sapling", bottom="blackberries"), {"blackberries": 2}),
        (tree("sapling", bottom="wood_ant"), {"wood_ant": 2}),
        (tree("sycamore"), {"sycamore": 1}),
        (tree("sapling", right="roe_deer@birch"), {"roe_deer": 3}),
    ],
)
def test_ruling_24_these_include_themselves(card: object, own: dict[str, int]) -> None:
    assert points(pos(card)) == own


def test_ruling_25_final_score_is_forest_and_cave_and_no_hand_cards() -> None:
    p = pos("birch", cave=7, hand=["douglas_fir", "birch"])
    assert points(p) == {"birch": 1, "cave": 7}
    assert GAME.total(p) == 8


def test_ruling_25_ties_share_the_victory() -> None:
    p = pos("birch", turn="over", opponents=[{"forest": [{"tree": "birch"}]}, {"forest": []}])
    assert [(q.player, q.total, q.rank) for q in GAME.players(p)] == [
        ("me", 1, 1),
        ("opponent 1", 1, 1),
        ("opponent 2", 0, 3),
    ]
    assert GAME.value(p, 0, Goal.WIN).utility() == 0.5
    assert GAME.value(p, 0, Goal.MARGIN).utility() == 0
    assert GAME.value(p, 2, Goal.MARGIN).utility() == -1


def spread(side: str, *names: str) -> list[dict[str, object]]:
    """Each card on a sapling of its own."""
    return [tree("sapling", **{side: name}) for name in names]


ALL_EIGHT = [
    "linden",
    "oak",
    "silver_fir",
    "birch",
    "beech",
    "sycamore",
    "douglas_fir",
    "horse_chestnut",
]


@pytest.mark.parametrize(
    ("forest", "category", "expected"),
    [
        (["beech", "beech", bees("beech")], "beech", 15),
        ([bees("beech"), bees("beech")], "beech", 10),
        ([bees("horse_chestnut")] * 2, "horse_chestnut", 16),
        (["horse_chestnut", bees("horse_chestnut")], "horse_chestnut", 9),
        (
            spread("left", "barbastelle_bat", "barbastelle_bat", "brown_long_eared_bat")
            + spread("right", "greater_horseshoe_bat"),
            "bats",
            20,
        ),
        (
            spread("top", "purple_emperor", "purple_emperor", "camberwell_beauty")
            + spread("top", "camberwell_beauty", "peacock_butterfly"),
            "butterflies",
            9,
        ),
        (
            [tree("oak", bottom=["common_toad", "common_toad"]), tree("oak", bottom="common_toad")],
            "common_toad",
            10,
        ),
        (
            [tree("oak", left=["european_hare"] * 3, right=["european_hare"] * 2)],
            "european_hare",
            25,
        ),
        (
            spread("left", "fallow_deer", "fallow_deer", "squeaker", "wild_boar"),
            "fallow_deer",
            24,
        ),
        (spread("bottom", *["fireflies"] * 3), "fireflies", 15),
        (spread("bottom", *["fire_salamander"] * 3), "fire_salamander", 25),
        (
            spread("left", "gnat", "barbastelle_bat", "bechsteins_bat")
            + spread("right", "gnat", "barbastelle_bat", "bechsteins_bat"),
            "gnat",
            8,
        ),
        (
            [*spread("left", "lynx", "lynx", "lynx"), tree("oak", right="roe_deer@birch")],
            "lynx",
            30,
        ),
        (
            [*["birch"] * 7, tree("birch", bottom="moss"), tree("birch", bottom="moss"), "sapling"],
            "moss",
            20,
        ),
        ([*[t for t in ALL_EIGHT if t != "birch"], "oak"], "oak", 0),
        ([*ALL_EIGHT, "oak"], "oak", 20),
        (
            [
                tree("birch", left="red_deer", bottom="moss"),
                tree("birch", right="red_deer", bottom="moss"),
                tree("birch", bottom="blackberries"),
                tree("birch", bottom="tree_ferns"),
                *["birch"] * 3,
            ],
            "red_deer",
            22,
        ),
        (spread("left", "red_fox", "red_fox", *["european_hare"] * 3), "red_fox", 12),
        (
            [
                tree("beech", right="roe_deer@beech"),
                "beech",
                "beech",
                tree("oak", top="chaffinch@beech"),
            ],
            "roe_deer",
            15,
        ),
        (
            [
                tree("silver_fir", top="goshawk", left=["european_hare"] * 3, bottom="moss"),
                tree("silver_fir", top="goshawk", left="lynx", bottom="moss"),
            ],
            "silver_fir",
            16,
        ),
        (["sycamore", "sycamore", *["birch"] * 7, "sapling"], "sycamore", 20),
        (
            spread("bottom", "tree_ferns", "tree_ferns", "pond_turtle", "tree_frog", "common_toad"),
            "tree_ferns",
            36,
        ),
        (
            [
                *spread(
                    "left", "wolf", "wolf", "roe_deer@linden", "red_deer@silver_fir", "fallow_deer"
                )
            ],
            "wolf",
            30,
        ),
        (
            spread("bottom", "wood_ant", "wood_ant", *["moss"] * 3, "fireflies", "fireflies"),
            "wood_ant",
            28,
        ),
        ([*ALL_EIGHT, "oak", bees("oak")], "oak", 30),
    ],
)
def test_worked_examples(forest: list[object], category: str, expected: int) -> None:
    found = points(pos(*forest))
    if category == "bats":
        total = sum(n for name, n in found.items() if name.endswith("_bat"))
    else:
        total = int(found.get(category, 0))
    assert total == expected


def test_worked_example_linden() -> None:
    """Linden 3, 2, 2 with two bees at the last: 3, 2 and 6 points."""
    forests = [["linden"] * 3, ["linden"] * 2, [bees("linden", 2), "linden"]]
    found = []
    for n, forest in enumerate(forests):
        others = [f for m, f in enumerate(forests) if m != n]
        opponents = [
            {"forest": [tree(t) if isinstance(t, str) else t for t in other]} for other in others
        ]
        found.append(points(pos(*forest, opponents=opponents))["linden"])
    assert found == [3, 2, 6]


def test_worked_example_marten() -> None:
    """2 Martens, 3 full trees: 30."""
    left = ["lynx", "wolf", "beech_marten"]
    right = ["lynx", "wolf", "beech_marten"]
    full = [
        tree("oak", top="goshawk", bottom="moss", left=a, right=b)
        for a, b in zip(left, right, strict=True)
    ]
    assert points(pos(*full))["beech_marten"] == 30


def test_worked_example_woodpeckers() -> None:
    """Two Woodpeckers, 10 trees against 9 and 10: 20."""
    woody = [tree("birch", top="great_spotted_woodpecker") for _ in range(2)]
    p = pos(*woody, *["birch"] * 8, opponents=[{"trees": 9}, {"trees": 10}])
    assert points(p)["great_spotted_woodpecker"] == 20


def test_worked_example_bear() -> None:
    """The Bear's 11 cave cards are 11 points (carried out under ruling 18)."""
    assert points(pos("birch", cave=11))["cave"] == 11


def test_majorities_need_only_counts() -> None:
    forest = (Tree(SPECIES_NO["linden"]),)
    assert [line.points for line in lines(forest, [Counts(5, 1)])] == [3]
    assert [line.points for line in lines(forest, [Counts(5, 2)])] == [1]
