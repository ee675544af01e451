"""The flat shorthand for scoring, and what-if scoring."""

from __future__ import annotations

import pytest
from fs_support import points, pos, tree

from leafwise.puzzles.core.errors import BadPosition, BadUse
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position
from leafwise.puzzles.forest_shuffle.shorthand import read_shorthand

# 30 cards off a real table, as one types them
TABLEAU = """3 oak, linden: top bullfinch, left hare x3, r wolf
2 birch, beech: gosh, l ro-de@lin
dougl, syc, chestnut: l lynx, toad x2
fir: t squirrel, l hare, r hare, moss; cave 6
sapl: r fox@ho; sapl: peacock, fireflies
sapl: fireflies@sy, bird@x
vs 9/3"""


def forest(p: Position) -> list[dict[str, object]]:
    return list(GAME.write(p)["forest"])


def test_the_example() -> None:
    p = read_shorthand("3 oak, linden: top bullfinch, left hare x3")
    assert forest(p) == [
        {"tree": "oak"},
        {"tree": "oak"},
        {"tree": "oak"},
        {"tree": "linden", "top": ["bullfinch"], "left": ["european_hare"] * 3},
    ]
    assert points(p) == {"european_hare": 9, "linden": 3}


def test_a_tableau_of_thirty_cards_takes_less_than_500_characters() -> None:
    text = """3 oak, linden: bullf, hare x3, r wolf@syc
2 birch, beech: gosh@oak, l wolf@syc
doug, 2 syc, chest: l lynx@dou, toad@oak x1
fir: t squi@oak, l gnat, r gnat@oak, moss@lin
sapl: r fox, peac; sapl: peac, firefl; sapl: firefl, r boar; cave 6; vs 9/3"""
    text = text.replace("l wolf@syc", "l boar@syc").replace(", r wolf@syc", "")
    p = read_shorthand(text)
    cards = sum(1 + sum(map(len, t.slots)) for t in p.seats[0].trees)
    assert cards >= 30
    assert len(text) < 500
    assert p.seats[0].cave == 6 and p.rivals(0)[0].trees == 9
    assert GAME.total(p) > 40


def test_counts_sides_separators_and_comments() -> None:
    one = read_shorthand("2 birch; oak: t gosh; l hare x2 # two hares\nr hare, moss")
    two = read_shorthand("birch x2, oak: top goshawk, left 2 hare, rechts Hase, unten Moos")
    three = read_shorthand("2x Birke\nEiche\nHabicht\nlinks Hase x2\nr hase\nMoos")
    assert one == two == three


def test_top_and_bottom_cards_need_no_side_and_side_cards_take_the_first_free_one() -> None:
    p = read_shorthand("oak: goshawk, lynx, wolf, fern")
    assert forest(p) == [
        {
            "tree": "oak",
            "top": ["goshawk"],
            "left": ["lynx"],
            "right": ["wolf@silver_fir"],
            "bottom": ["tree_ferns"],
        }
    ]


def test_other_forests_as_counts() -> None:
    p = read_shorthand("linden: great spotted woodpecker; vs 3/2; vs 1 trees 1 lindens")
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == [(3, 2), (1, 1)]
    assert points(p) == {"linden": 1}
    assert points(read_shorthand("oak: moss; vs 9")) == {}
    for text in ("linden; vs 9", "oak: woodpecker; vs 2 lindens"):
        with pytest.raises(BadPosition) as error:
            read_shorthand(text)
        assert error.value.faults()[0].rule == "forest_shuffle 22"


def test_rest_is_for_cards_whose_tree_cannot_matter() -> None:
    p = read_shorthand("2 oak, birch; rest: 2 goshawk, moss, 3 gnat")
    assert points(p)["goshawk"] == 12
    for text in ("oak; rest: chaffinch", "oak; rest: bee", "fir; rest: goshawk"):
        with pytest.raises(BadPosition) as error:
            read_shorthand(text)
        assert "tree matters" in error.value.faults()[0].allowed


def test_all_faults_with_their_lines() -> None:
    with pytest.raises(BadPosition) as error:
        read_shorthand(TABLEAU.replace("3 oak", "3 oka"))
    found = [(fault.place, fault.nearest) for fault in error.value.faults()]
    assert ("line 1", "oak") in found
    assert any(place == "line 6" for place, _ in found)


@pytest.mark.parametrize(
    "text",
    ["", "goshawk", "oak: 2 goshawk", "cave x", "vs", "oak: l goshawk", "12 oak", "oak: roe"],
)
def test_bad_lists(text: str) -> None:
    with pytest.raises(BadPosition):
        read_shorthand(text)


def test_a_fault_of_the_whole_names_the_tree() -> None:
    with pytest.raises(BadPosition) as error:
        read_shorthand("birch, oak: l roe")
    assert error.value.faults()[0].place == "tree 2 (oak) left"


BASE = pos(
    tree("oak", left="lynx@douglas_fir"),
    tree("birch", bottom="common_toad@oak"),
    "birch",
    hand=["wild_boar/roe_deer", "lynx/raccoon"],
)


def test_with_and_without() -> None:
    p = GAME.alter(BASE, ["roe deer on 2 right"], [])
    assert points(p)["lynx"] == 10
    assert GAME.write(p)["forest"][1]["right"] == ["roe_deer@horse_chestnut"]  # the hand card
    assert points(GAME.alter(p, [], ["roe on 2 right"])) == points(BASE)
    assert points(GAME.alter(BASE, ["birch", "oak 5"], []))["birch"] == 3
    assert points(GAME.alter(BASE, [], ["birch"]))["birch"] == 1
    assert len(GAME.alter(BASE, [], ["birch 2"]).seats[0].trees[1].slots[3]) == 0
    assert GAME.write(GAME.alter(BASE, [], ["lynx"]))["forest"][0] == {"tree": "oak"}
    assert len(GAME.alter(BASE, ["toad on 2 bottom"], []).seats[0].trees[1].slots[3]) == 2


def test_tree_numbers_are_those_of_the_position() -> None:
    p = GAME.alter(BASE, ["wolf on 3 right"], ["oak 1"])
    assert GAME.write(p)["forest"][1]["right"] == ["wolf@silver_fir"]


@pytest.mark.parametrize(
    ("add", "remove"),
    [
        (["lynx on 1 left"], []),
        (["lynx on 9 left"], []),
        (["oak 9"], []),
        (["foo"], []),
        (["lynx on 1"], []),
        ([], ["goshawk"]),
        ([], ["beech"]),
        ([], ["wolf on 1 left"]),
        ([], ["oak 2"]),
        (["linden"] * 10, []),
    ],
)
def test_what_cannot_be_altered(add: list[str], remove: list[str]) -> None:
    with pytest.raises(BadUse):
        GAME.alter(BASE, add, remove)


def test_rank_compares_majorities_among_the_files() -> None:
    a, b = pos("linden", "linden"), pos("linden", cave=9)
    found = GAME.rank([a, b], ["a", "b"])
    assert [(s.player, s.total, s.rank) for s in found] == [("b", 10, 1), ("a", 6, 2)]
    tied = GAME.rank([a, a], ["x", "y"])
    assert [s.rank for s in tied] == [1, 1]
    with pytest.raises(BadUse):
        GAME.year([a], ["a"])
