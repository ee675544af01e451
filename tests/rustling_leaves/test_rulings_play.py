"""Rulings 1-16, each in a test of its own name: what can be done and what it marks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rustling_leaves.support import after, document, faults, points, refused, sheet, symbols

from leafwise.puzzles.core.errors import BadMove
from leafwise.puzzles.rustling_leaves import data
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.plots import crosses_river, mask_of, plots
from leafwise.puzzles.rustling_leaves.position import Dice


def test_ruling_01_river_separates_twelve_pairs_on_every_sheet() -> None:
    assert len(data.river()) == 12
    for season in data.SEASONS:
        table = {plot.text: plot for plot in plots(season).values()}
        assert all(table[f"d{n}:e{n}"].crosses for n in range(1, 6))
        assert all(table[f"f{n}:g{n}"].crosses for n in range(6, 11))
        assert table["e5:e6"].crosses and table["f5:f6"].crosses
        assert not table["d6:e6"].crosses and not table["e5:f5"].crosses
        assert len(data.sheet(season).symbols) == 10
        assert all(len(line) == 10 for line in data.sheet(season).symbols)


def test_ruling_02_two_dice_with_the_same_six_faces() -> None:
    assert [face.text() for face in data.faces()] == ["1", "2", "2c", "3", "3", "4"]
    pairs = GAME.outcomes(after(sheet("spring", 1), "stay in")).pairs
    assert pairs is not None and len(pairs) == 25
    chances = {GAME.format(sheet("spring", 1), (roll,)): chance for roll, chance in pairs}
    assert chances["roll 2c 2c"] == Fraction(1, 36)
    assert chances["roll 3 3"] == Fraction(4, 36)
    assert chances["roll 2c 3"] == chances["roll 3 2c"] == Fraction(2, 36)
    clouds = sum(Fraction(roll.dice.clouds) * chance for roll, chance in pairs)
    assert clouds == Fraction(1, 3)


def test_ruling_02_a_roll_names_the_green_die_first() -> None:
    p = after(sheet("spring", 1), "roll 2c 3")
    assert p.roll == Dice(data.Face(2, True), data.Face(3))
    with pytest.raises(BadMove):
        GAME.parse(sheet("spring", 1), "roll 3c 1")
    with pytest.raises(BadMove):
        GAME.parse(sheet("spring", 1), "roll 5 1")


@pytest.mark.parametrize(
    ("season", "wide"), [("spring", True), ("summer", True), ("autumn", False), ("winter", False)]
)
def test_ruling_03_joker_replaces_the_die_of_the_season(season: str, wide: bool) -> None:
    p = sheet(season, 1, roll="1 4")
    with_three = [text for text in GAME.listing(p) if text.endswith("joker=3")]
    assert with_three
    # green joker: 3 x 4; natural joker: 1 x 3
    assert any(text.startswith("b2:d5 ") for text in with_three) is wide
    assert any(text.startswith("b1:b3 ") for text in with_three) is not wide


def test_ruling_03_joker_once_a_sheet() -> None:
    p = after(sheet("spring", 1), "roll 1 4", "b2:d5 tree joker=3")
    assert not p.joker
    p = after(p, "roll 1 1")
    assert not any("joker" in text for text in GAME.listing(p))
    assert refused(p, "a2:a3 flower joker=2") == "rustling_leaves 3"


def test_ruling_03_naming_the_rolled_number_is_legal_and_pointless() -> None:
    p = sheet("spring", 1, roll="1 4")
    assert "b2:e2 tree joker=1" in GAME.listing(p)
    assert "b2:e2 tree" in GAME.listing(p)


def test_ruling_03_joker_names_one_to_four_only() -> None:
    p = sheet("spring", 1, roll="1 4")
    assert refused(p, "b2:b5 tree joker=5") == "rustling_leaves 3"
    assert refused(p, "b2:b5 tree joker=6") == "rustling_leaves 3"


@pytest.mark.parametrize("option", ["joker=0", "joker=9", "joker=99999", "row=0", "row=11"])
def test_a_number_that_is_no_face_and_no_row_is_no_move(option: str) -> None:
    with pytest.raises(BadMove):
        GAME.parse(sheet("autumn", 1, roll="1 4"), f"b2:b5 tree {option}")


def test_ruling_03_joker_never_adds_or_removes_a_cloud() -> None:
    gone = after(sheet("spring", 1, roll="2c 3"), "b2:d2 tree joker=1")
    assert gone.clouds == 1
    added = after(sheet("spring", 1, roll="3 3"), "b2:d3 tree joker=2")
    assert added.clouds == 0
    dry = sheet("summer", 1, roll="2c 3")  # the cloud counts though the 2 is replaced
    assert "b1:b3 tree joker=1" in GAME.listing(dry)


def test_ruling_04_clouds_of_both_dice_are_marked_with_an_area() -> None:
    p = sheet("spring", 1, roll="2c 2c", clouds=0)
    assert after(p, "b2:c3 bee").clouds == 2
    assert after(sheet("winter", 1, roll="3 2c"), "a1:b3 berry").clouds == 1


def test_ruling_04_clouds_are_marked_in_a_misthrow_too() -> None:
    assert after(sheet("spring", 1, roll="2c 2c"), "misthrow").clouds == 2


def test_ruling_04_the_sixth_misthrow_marks_its_own_clouds_and_no_more() -> None:
    p = after(sheet("spring", 1, roll="2c 1", misthrows=5, clouds=3), "misthrow")
    assert (p.misthrows, p.clouds) == (6, 4)
    assert GAME.turn(p).kind == "over"
    assert refused(p, "roll 2c 2c") == "rustling_leaves 7"


def test_ruling_04_who_dropped_out_marks_nothing() -> None:
    p = after(sheet("winter", 1, misthrows=1, clouds=2), "drop out")
    assert p.clouds == 2
    assert refused(p, "roll 2c 2c") == "rustling_leaves 8"


@pytest.mark.parametrize(("season", "most"), [("spring", 6), ("winter", 9)])
def test_ruling_04_marks_stop_at_the_printed_circles(season: str, most: int) -> None:
    p = sheet(season, 1, roll="2c 2c", misthrows=5, clouds=most - 1)
    assert after(p, "misthrow").clouds == most


def test_ruling_04_summer_and_autumn_mark_no_clouds() -> None:
    for season in ("summer", "autumn"):
        assert after(sheet(season, 1, roll="2c 2c"), "misthrow").clouds == 0


def test_ruling_05_either_orientation_wholly_on_the_sheet() -> None:
    p = sheet("spring", 1, roll="1 4", joker="available")
    plain = {text.split()[0] for text in GAME.listing(p) if "joker" not in text}
    assert plain == {"a2:d2", "b2:e2", "b1:b4", "b2:b5", "misthrow"}
    assert refused(p, "b2:c3 tree") == "rustling_leaves 5"


def test_ruling_05_no_overlap_with_an_own_area() -> None:
    p = sheet("spring", 1, "b2:d2 tree", roll="1 3")
    assert refused(p, "d1:d3 red_bird") == "rustling_leaves 5"
    assert "b3:d3 butterfly" in GAME.listing(p)


def test_ruling_06_first_area_contains_the_own_start_field_also_after_a_misthrow() -> None:
    p = after(sheet("spring", 2, roll="1 4"), "misthrow", "roll 1 1")
    assert symbols(p, "c5:c5") == {"-"}
    assert refused(p, "b2:b2 -") == "rustling_leaves 6"  # another player's start field
    assert {text.split()[0] for text in GAME.listing(p) if "joker" not in text} == {
        "c5:c5",
        "misthrow",
    }


def test_ruling_06_later_areas_share_an_edge_not_only_a_corner() -> None:
    p = sheet("spring", 1, "b2:d2 tree", roll="1 1")
    assert refused(p, "e3:e3 butterfly") == "rustling_leaves 6"
    assert "e2:e2 tree" in GAME.listing(p)
    assert refused(p, "j10:j10 bee") == "rustling_leaves 6"


def test_ruling_06_other_start_fields_mean_nothing() -> None:
    p = sheet("spring", 1, "b2:c5 bee", roll="1 1")  # c5 is start field 2
    assert points(p)["bee_flower"] == 0
    q = sheet("spring", 1, "b2:b4 seedling", "c2:c4 bee", roll="1 1")
    assert symbols(q, "c5:c5") == {"-"}


def test_ruling_07_a_misthrow_is_always_allowed_with_a_roll_pending() -> None:
    p = sheet("spring", 1, "b2:d2 tree", roll="1 1")
    assert "misthrow" in GAME.listing(p) and len(GAME.listing(p)) > 1
    q = after(p, "misthrow")
    assert q.misthrows == 1 and q.areas == p.areas and points(q)["misthrow"] == -3


def test_ruling_07_the_sixth_misthrow_ends_the_game() -> None:
    p = after(sheet("autumn", 1, roll="1 1", misthrows=4), "misthrow")
    assert GAME.listing(p) == ("drop out", "stay in")
    p = after(p, "roll 1 1", "misthrow")
    assert GAME.turn(p).kind == "over"
    assert GAME.listing(p) == () and points(p)["misthrow"] == -18
    assert refused(p, "stay in") == "rustling_leaves 7"


def test_ruling_08_dropping_out_before_a_roll_the_first_included() -> None:
    p = sheet("summer", 3)
    assert GAME.listing(p) == ("drop out", "stay in")
    q = after(p, "drop out")
    assert q.dropped_out and GAME.turn(q).kind == "over" and GAME.listing(q) == ()


def test_ruling_08_never_after_a_roll_nor_after_staying_in() -> None:
    assert refused(sheet("summer", 3, roll="1 1"), "drop out") == "rustling_leaves 8"
    assert refused(after(sheet("summer", 3), "stay in"), "drop out") == "rustling_leaves 8"


def test_ruling_09_no_area_across_the_river_in_autumn() -> None:
    p = sheet("autumn", 1, "b2:d2 conifer", conifer_row=3, roll="1 2", joker="used")
    assert refused(p, "d1:e1 deciduous_tree") == "rustling_leaves 9"
    assert "c1:d1 deciduous_tree" in GAME.listing(p)  # bordering the river is allowed
    assert not any(
        crosses_river(mask_of(action.corners))
        for action in GAME.actions(p)
        if hasattr(action, "corners")
    )


@pytest.mark.parametrize("roll", ["2c 1", "1 2c"])
def test_ruling_09_a_cloud_asks_for_a_storm_field(roll: str) -> None:
    p = sheet("autumn", 1, roll=roll)
    assert "b1:b2 -" in GAME.listing(p)  # b1 is a storm field
    assert refused(p, "b2:c2 squirrel") == "rustling_leaves 9"


def test_ruling_09_one_storm_field_is_enough_for_two_clouds() -> None:
    p = sheet("autumn", 1, roll="2c 2c")
    assert "b2:c3 squirrel" in GAME.listing(p)  # b3 is the only storm field in it
    assert refused(p, "a1:b2 fly_agaric") == "rustling_leaves 12"
    assert "a1:b2 pinecone" in GAME.listing(p)


def test_ruling_09_without_a_cloud_no_storm_field_is_needed() -> None:
    assert "b2:c2 squirrel" in GAME.listing(sheet("autumn", 1, roll="2 1"))


def test_ruling_09_the_joker_does_not_lift_the_storm() -> None:
    p = sheet("autumn", 1, roll="2 2c")
    assert refused(p, "b2:c2 squirrel joker=1") == "rustling_leaves 9"
    assert "b1:b2 - joker=1" in GAME.listing(p)


def test_ruling_10_one_crossing_an_area_however_many_segments() -> None:
    p = sheet("spring", 1, "b2:d2 tree", "d3:f6 butterfly")  # d|e three times, e5/e6, f5/f6
    assert GAME.score_extras(p)["marks"]["river_crossing"] == 1
    assert points(p)["river_crossing"] == -1
    assert points(sheet("spring", 1, "b2:d2 tree"))["river_crossing"] == 0  # bordering only
    assert points(sheet("winter", 1, "b2:e2 fox"))["river_crossing"] == 1


def test_ruling_10_summer_counts_no_crossing() -> None:
    p = sheet("summer", 1, "b2:e2 firefly")
    assert "river_crossing" not in points(p)
    assert GAME.score_extras(p)["marks"]["river_crossing"] == 0


def test_ruling_11_a_symbol_must_be_chosen_where_one_can_be() -> None:
    p = sheet("spring", 1, roll="1 4")
    assert refused(p, "b2:e2 -") == "rustling_leaves 11"
    assert refused(p, "b2:e2 bee") == "rustling_leaves 11"
    assert symbols(p, "b2:e2") == {"rainbow", "tree"}
    assert after(p, "b2:e2 tree").areas[0].symbol == "tree"
    assert GAME.score_extras(after(p, "b2:e2 tree"))["marks"]["tree"] == 2  # all of them


def test_ruling_11_without_a_symbol_the_area_is_drawn_and_nothing_crossed() -> None:
    p = sheet("spring", 1, roll="1 1")
    assert symbols(p, "b2:b2") == {"-"}
    q = after(p, "b2:b2 -")
    assert q.areas[0].symbol is None
    assert set(GAME.score_extras(q)["marks"].values()) == {0}


@pytest.mark.parametrize(
    ("season", "area", "name"),
    [
        ("spring", "a1:b2", "bear"),
        ("summer", "b2:d4", "snake"),
        ("summer", "b2:d4", "mosquito"),
        ("winter", "a1:b2", "moose"),
        ("winter", "b1:d2", "snowflake"),
        ("autumn", "b1:c2", "storm"),
        ("autumn", "a1:b2", "fly_agaric"),
    ],
)
def test_ruling_12_never_crossable(season: str, area: str, name: str) -> None:
    roll = {"a1:b2": "2 2", "b1:c2": "2 2", "b1:d2": "3 2"}.get(area, "3 3")
    p = sheet(season, 1, roll=roll)
    assert symbols(p, area) and name not in symbols(p, area)
    assert refused(p, f"{area} {name}") == "rustling_leaves 12"


def test_ruling_12_start_fields_are_no_symbol() -> None:
    with pytest.raises(BadMove):
        GAME.parse(sheet("spring", 1, roll="1 1"), "b2:b2 start1")


def test_ruling_13_a_bird_pair_is_one_choice_of_both_colours() -> None:
    p = sheet("spring", 2, roll="2 3")
    assert symbols(p, "c4:e5") == {"bird_pair", "flower", "tree"}
    assert refused(p, "c4:e5 red_bird") == "rustling_leaves 13"
    assert refused(p, "c4:e5 blue_bird") == "rustling_leaves 13"
    assert refused(p, "c3:d5 bird_pair") == "rustling_leaves 13"  # a red one only


def test_ruling_13_records_the_smaller_count_of_the_colours() -> None:
    p = sheet("spring", 3, "a6:d9 bird_pair")  # blue b7 d7, red c9 only
    assert GAME.score_extras(p)["marks"]["bird_pair"] == 1
    assert points(p)["bird_pair"] == 5


def test_ruling_13_two_bird_pairs_in_one_area() -> None:
    p = after(sheet("spring", 2, roll="4 4"), "a4:d7 bird_pair")
    assert GAME.score_extras(p)["marks"]["bird_pair"] == 2
    assert points(p)["bird_pair"] == 10


def test_ruling_14a_summer_trees_only_with_a_cloud() -> None:
    assert symbols(sheet("summer", 1, roll="2c 1"), "b1:b2") == {"tree"}
    assert symbols(sheet("summer", 1, roll="2 1"), "b1:b2") == {"-"}
    assert refused(sheet("summer", 1, roll="2 1"), "b1:b2 tree") == "rustling_leaves 14"


def test_ruling_14b_fireflies_only_without_a_cloud() -> None:
    assert symbols(sheet("summer", 1, roll="2 1"), "b2:c2") == {"firefly"}
    assert symbols(sheet("summer", 1, roll="2c 1"), "b2:c2") == {"-"}
    assert refused(sheet("summer", 1, roll="1 2c"), "b2:c2 firefly") == "rustling_leaves 14"


def test_ruling_14c_winter_trees_only_with_a_snowflake_in_the_area() -> None:
    p = sheet("winter", 1, roll="2 3")
    assert symbols(p, "b1:c3") == {"fox"}
    assert refused(p, "b1:c3 tree") == "rustling_leaves 14"
    q = sheet("winter", 1, roll="3 2")
    assert symbols(q, "b1:d2") == {"fox", "tree"}


def test_ruling_14d_a_fox_only_where_there_is_exactly_one() -> None:
    p = sheet("winter", 1, roll="3 2")
    assert "fox" in symbols(p, "b1:d2")
    assert "fox" not in symbols(p, "b2:d3")
    assert refused(p, "b2:d3 fox") == "rustling_leaves 14"


def test_ruling_15_porcini_take_every_fly_agaric_along() -> None:
    p = sheet("autumn", 1, roll="3 4")
    q = after(p, "a2:c5 porcini")  # porcini a3 a5, fly agarics a2 b4
    marks = GAME.score_extras(q)["marks"]
    assert (marks["porcini"], marks["fly_agaric"]) == (2, 2)
    assert points(q)["mushroom"] == 2
    other = GAME.score_extras(after(p, "a2:c5 acorn"))["marks"]
    assert other["fly_agaric"] == 0


def test_ruling_16_the_first_conifer_commits_to_a_row() -> None:
    p = sheet("autumn", 1, roll="1 3")
    assert {text for text in GAME.listing(p) if text.startswith("b2:d2 conifer row")} == {
        "b2:d2 conifer row=3",
        "b2:d2 conifer row=6",
        "b2:d2 conifer row=9",
    }
    assert refused(p, "b2:d2 conifer") == "rustling_leaves 16"
    assert refused(p, "b2:d2 conifer row=4") == "rustling_leaves 16"
    assert refused(p, "b2:d2 squirrel row=3") == "rustling_leaves 16"
    q = after(p, "b2:d2 conifer row=6", "roll 1 2")
    assert q.conifer_row == 6
    assert "c1:d1 conifer" in GAME.listing(q)
    assert refused(q, "c1:d1 conifer row=6") == "rustling_leaves 16"
    assert refused(q, "c1:d1 conifer row=9") == "rustling_leaves 16"


def test_ruling_16_the_row_comes_after_the_joker_in_the_text() -> None:
    p = sheet("autumn", 1, roll="1 1")
    assert "b2:d2 conifer joker=3 row=9" in GAME.listing(p)


def test_ruling_16_a_file_with_a_conifer_names_its_row() -> None:
    missing = faults(document("autumn", 1, "b2:d2 conifer"))
    assert [fault.place for fault in missing] == ["conifer_row"]
    early = faults(document("autumn", 1, "b2:d2 squirrel", conifer_row=3))
    assert [fault.place for fault in early] == ["conifer_row"]
