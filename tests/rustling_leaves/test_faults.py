"""Position files: every kind of fault, all of them at once, and the orders of areas."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from rustling_leaves.support import document, faults, sheet

from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position

EXAMPLE = """
format = 1
game = "rustling-leaves"
season = "spring"                       # spring | summer | autumn | winter; required
start = 2                               # own start field 1-6; required
roll = "2c 3"                           # the roll to act on: green die, natural die; c = cloud
joker = "available"                     # default; or "used"
clouds = 1                              # clouds marked so far
misthrows = 0                           # default
areas = ["b5:d6 tree", "e5:e7 tree"]    # corners and the symbol crossed
"""


def test_the_example_of_the_format_is_valid() -> None:
    p = GAME.read(tomllib.loads(EXAMPLE))
    assert len(p.areas) == 2 and p.clouds == 1 and p.joker
    assert GAME.listing(p)


def test_the_further_keys_are_valid() -> None:
    assert sheet("spring", 2, rolls=["1 4", "2c 3"]).rolls is not None
    assert sheet("summer", 2, clovers_claimed=True).clovers_claimed
    assert sheet("autumn", 1, "b2:d2 conifer", conifer_row=9).conifer_row == 9
    assert sheet("winter", 1, dropped_out=True, holly=3).holly == 3


def test_what_is_left_out_has_a_default() -> None:
    doc = {"format": 1, "game": "rustling-leaves", "season": "winter", "start": 6}
    assert GAME.read(doc) == Position("winter", 6)


@pytest.mark.parametrize(
    ("keys", "place", "rule"),
    [
        ({"format": 2}, "format", "format"),
        ({"game": "rustling-leafs"}, "game", "format"),
        ({"season": "sprung"}, "season", "format"),
        ({"season": 4}, "season", "format"),
        ({"start": 0}, "start", "format"),
        ({"start": 7}, "start", "format"),
        ({"start": "2"}, "start", "format"),
        ({"start": True}, "start", "format"),
        ({"roll": "2c"}, "roll", "rustling_leaves 2"),
        ({"roll": "3c 1"}, "roll", "rustling_leaves 2"),
        ({"roll": 23}, "roll", "format"),
        ({"rolls": ["1 1", "5 1"]}, "rolls[1]", "rustling_leaves 2"),
        ({"rolls": "1 1"}, "rolls", "format"),
        ({"rolls": ["1 1", 3]}, "rolls[1]", "format"),
        ({"joker": "unused"}, "joker", "rustling_leaves 3"),
        ({"joker": "used"}, "joker", "rustling_leaves 3"),
        ({"clouds": -1}, "clouds", "rustling_leaves 4"),
        ({"clouds": 7}, "clouds", "rustling_leaves 4"),
        ({"clouds": 1}, "clouds", "rustling_leaves 4"),
        ({"clouds": 1.5}, "clouds", "format"),
        ({"misthrows": 7}, "misthrows", "rustling_leaves 7"),
        ({"misthrows": -1}, "misthrows", "rustling_leaves 7"),
        ({"misthrows": 6, "roll": "1 1"}, "roll", "rustling_leaves 7"),
        ({"dropped_out": True, "roll": "1 1"}, "roll", "rustling_leaves 8"),
        ({"dropped_out": True, "staying": True}, "staying", "rustling_leaves 8"),
        ({"staying": True, "roll": "1 1"}, "staying", "rustling_leaves 8"),
        ({"staying": True, "rolls": []}, "staying", "rustling_leaves 8"),
        ({"holly": 3}, "holly", "format"),
        ({"conifer_row": 3}, "conifer_row", "format"),
        ({"clovers_claimed": False}, "clovers_claimed", "format"),
        ({"season": "summer", "clouds": 0}, "clouds", "format"),
        ({"season": "winter", "holly": 5}, "holly", "rustling_leaves 21"),
        ({"season": "winter", "holly": 0}, "holly", "rustling_leaves 21"),
        ({"season": "winter", "holly": 2, "roll": "1 1"}, "roll", "rustling_leaves 21"),
        ({"season": "autumn", "conifer_row": 4}, "conifer_row", "rustling_leaves 16"),
        ({"season": "autumn", "conifer_row": 3}, "conifer_row", "rustling_leaves 16"),
        ({"season": "autumn", "conifer_row": "3"}, "conifer_row", "format"),
        ({"jocker": "used"}, "jocker", "format"),
        ({"areas": "b2:d2 tree"}, "areas", "format"),
        ({"areas": ["b2:d2"]}, "areas[0]", "format"),
        ({"areas": ["b2:l2 tree"]}, "areas[0]", "format"),
        ({"areas": ["b2:d2 tre"]}, "areas[0]", "format"),
        ({"areas": ["b2:f2 tree"]}, "areas[0]", "rustling_leaves 5"),
        ({"areas": ["b2:d2 bee"]}, "areas[0]", "rustling_leaves 11"),
        ({"areas": ["b2:d2 -"]}, "areas[0]", "rustling_leaves 11"),
        ({"areas": ["a1:b2 bear"]}, "areas[0]", "rustling_leaves 12"),
        ({"areas": ["a1:b4 red_bird"]}, "areas[0]", "rustling_leaves 13"),
        ({"areas": ["a1:b4 bird_pair"]}, "areas[0]", "rustling_leaves 13"),
        ({"areas": ["c3:d3 bee"]}, "areas", "rustling_leaves 6"),
        ({"areas": ["b2:d2 tree", "d1:d3 tree"]}, "areas[1]", "rustling_leaves 5"),
        ({"areas": ["b2:d2 tree", "e3:e3 butterfly"]}, "areas[1]", "rustling_leaves 6"),
        ({"season": "winter", "areas": ["b2:d3 fox"]}, "areas[0]", "rustling_leaves 14"),
        ({"season": "winter", "areas": ["b1:b3 tree"]}, "areas[0]", "rustling_leaves 14"),
        ({"season": "autumn", "areas": ["b2:e2 squirrel"]}, "areas[0]", "rustling_leaves 9"),
        ({"season": "autumn", "areas": ["a2:b2 fly_agaric"]}, "areas[0]", "rustling_leaves 12"),
        ({"season": "autumn", "areas": ["b2:d2 conifer"]}, "conifer_row", "rustling_leaves 16"),
        ({"season": "summer", "areas": ["b1:b3 tree"]}, "areas[0]", "rustling_leaves 14"),
    ],
)
def test_each_fault_alone(keys: dict[str, Any], place: str, rule: str) -> None:
    found = faults({**document("spring", 1), **keys})
    assert [(fault.place, fault.rule) for fault in found] == [(place, rule)]
    assert found[0].allowed


@pytest.mark.parametrize("key", ["format", "game", "season", "start"])
def test_required_keys(key: str) -> None:
    doc = document("spring", 1)
    del doc[key]
    assert [fault.place for fault in faults(doc)] == [key]


def test_all_faults_are_reported_together() -> None:
    doc = document(
        "spring", 9, "b2:d2 bee", "zz", joker="no", clouds=9, misthrows=8, roll="7 7", holly=3, x=1
    )
    assert {fault.place for fault in faults(doc)} == {
        "start",
        "areas[0]",
        "areas[1]",
        "joker",
        "clouds",
        "misthrows",
        "roll",
        "holly",
        "x",
    }


def test_a_wrong_type_does_not_hide_other_faults() -> None:
    doc = document("spring", 1, roll="7 7")
    doc["start"] = "one"
    assert {fault.place for fault in faults(doc)} == {"start", "roll"}


def test_the_nearest_name_is_offered() -> None:
    assert faults(document("autum", 1))[0].nearest == "autumn"
    assert faults(document("spring", 1, "b2:d2 tre"))[0].nearest == "tree"
    assert faults(document("spring", 1, jocker="used"))[0].nearest == "joker"


def test_areas_in_any_order_for_which_the_sheet_is_legal() -> None:
    drawn = ["b2:d2 tree", "e2:e4 butterfly", "f3:f3 bee"]
    legal = sheet("spring", 1, *drawn)
    assert GAME.write(legal)["areas"] == drawn
    mixed = sheet("spring", 1, "f3:f3 bee", "e2:e4 butterfly", "b2:d2 tree")
    assert GAME.write(mixed)["areas"] == drawn
    assert GAME.read(GAME.write(mixed)) == mixed


def test_only_the_areas_that_fit_in_no_order_are_named() -> None:
    found = faults(document("spring", 1, "j10:j10 bee", "b2:d2 tree", "e3:e4 butterfly"))
    assert [fault.place for fault in found] == ["areas[0]", "areas[2]"]


def test_corners_in_any_order_in_a_file() -> None:
    assert sheet("spring", 1, "d2:b2 tree") == sheet("spring", 1, "b2:d2 tree")


def test_clouds_fit_the_rolls_that_the_areas_need() -> None:
    """Only a 2 has a cloud: a 3 x 1 area had none, unless the joker hid it."""
    assert sheet("spring", 1, "b2:c3 bee", clouds=2).clouds == 2
    assert sheet("spring", 1, "b2:d2 tree", joker="used", clouds=1).clouds == 1
    assert sheet("spring", 1, "b2:d2 tree", misthrows=1, clouds=2).clouds == 2
    for keys in ({"clouds": 1}, {"clouds": 2, "joker": "used"}, {"clouds": 3, "misthrows": 1}):
        found = faults(document("spring", 1, "b2:d2 tree", **keys))
        assert [fault.place for fault in found] == ["clouds"]


def test_summer_areas_that_needed_a_cloud_without_a_two_needed_the_joker() -> None:
    assert sheet("summer", 1, "b1:b3 tree", joker="used").areas
    twice = faults(document("summer", 1, "b1:b3 tree", "a1:a3 tree", joker="used"))
    assert [fault.place for fault in twice] == ["areas[1]"]
    assert faults(document("summer", 1, "b2:b2 -", "c2:c2 -"))[0].place == "areas[1]"


def test_an_empty_list_of_rolls_is_a_challenge_that_is_over() -> None:
    assert GAME.turn(sheet("spring", 1, rolls=[])).kind == "over"
    assert GAME.turn(sheet("spring", 1, rolls=[], roll="1 1")).kind == "decide"


def test_new_deals_an_empty_sheet() -> None:
    p = GAME.new({"season": "autumn", "start": "3"}, 1)
    assert p == Position("autumn", 3)
    assert GAME.new({}, 5) == GAME.new({}, 5)
    dealt = {(q.season, q.start) for q in (GAME.new({}, seed) for seed in range(300))}
    assert len(dealt) == 24
    assert GAME.new({"season": "autumn"}, 5).start == GAME.new({}, 5).start


@pytest.mark.parametrize("options", [{"season": "fall"}, {"start": "7"}, {"floor": "1a"}])
def test_new_refuses_options_that_do_not_fit(options: dict[str, str]) -> None:
    with pytest.raises(BadUse):
        GAME.new(options, 1)


@pytest.mark.parametrize("season", SEASONS)
def test_the_form_is_a_valid_file(season: str) -> None:
    assert GAME.read(tomllib.loads(GAME.form({"season": season}))) == Position(season, 1)


def test_alter_puts_in_and_takes_out_areas_and_misthrows() -> None:
    p = sheet("autumn", 1, "b2:d2 conifer", "c1:d1 deciduous_tree", conifer_row=3)
    without = GAME.alter(p, [], ["c1:d1"])
    assert len(without.areas) == 1
    assert GAME.alter(without, ["c1:d1 deciduous_tree", "misthrow"], []).misthrows == 1
    swapped = GAME.alter(p, ["b2:d2 squirrel"], ["b2:d2 conifer"])
    assert swapped.conifer_row is None
    assert GAME.alter(swapped, ["b2:d2 conifer row=6"], ["b2:d2"]).conifer_row == 6
    with pytest.raises(BadUse):
        GAME.alter(p, [], ["a1:a1"])
    with pytest.raises(BadUse):
        GAME.alter(p, [], ["misthrow"])


@pytest.mark.parametrize(
    ("text", "near"), [("", None), ("misthrw", "misthrow"), ("b5:z9 conifer", None)]
)
def test_what_is_put_in_is_an_area_or_a_misthrow(text: str, near: str | None) -> None:
    with pytest.raises(BadUse) as error:
        GAME.alter(sheet("autumn", 2), [text], [])
    (fault,) = error.value.faults()
    assert (fault.place, fault.found, fault.nearest) == ("--with", repr(text), near)
    assert "columns a-j and rows 1-10" in fault.allowed and "misthrow" in fault.allowed
