"""Rulings 17-24, each in a test of its own name: what the marks are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rustling_leaves.support import after, points, sheet, worth

from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.scoring import Tally, claimed, ranks, score, total


def lines(tally: Tally) -> dict[str, float]:
    return {line.category: line.points for line in score(tally)}


def test_ruling_17_the_surplus_over_the_circles_is_lost() -> None:
    assert Tally("spring", {"tree": 20}).marked("tree") == 15
    assert worth("spring", "tree", {"tree": 20}) == 20  # 15 and the bonus of 5
    assert worth("summer", "firefly", {"firefly": 9}) == 15


def test_ruling_17_full_circles_can_still_be_chosen() -> None:
    p = sheet(
        "summer", 2, "c5:f8 daisy", "g5:j8 daisy", "a5:b8 daisy", "a1:d4 daisy", "e1:h4 daisy"
    )
    assert sum(p.plot(area).crossed(area.symbol)["daisy"] for area in p.areas) > 15
    assert GAME.score_extras(p)["marks"]["daisy"] == 15
    p = after(p, "roll 3 1")
    drawn = after(p, next(text for text in GAME.listing(p) if text.endswith(" daisy")))
    assert len(drawn.areas) == len(p.areas) + 1
    assert GAME.score_extras(drawn)["marks"]["daisy"] == 15


def test_ruling_17_parity_is_judged_on_recorded_marks() -> None:
    assert worth("spring", "butterfly", {"butterfly": 11}) == 20  # 10 recorded, even
    assert worth("spring", "butterfly", {"butterfly": 9}) == 0
    assert worth("summer", "daisy", {"daisy": 16}) == 30  # 15 recorded, odd
    assert worth("summer", "daisy", {"daisy": 14}) == 0


def test_ruling_17_equality_is_judged_on_recorded_marks() -> None:
    assert worth("winter", "bird_berry", {"bird": 7, "berry": 6}) == 30
    assert worth("winter", "bird_berry", {"bird": 3, "berry": 2}) == 0


def test_ruling_17_thresholds_are_judged_on_recorded_marks() -> None:
    full = {"bee": 1, "flower": 12}
    assert worth("spring", "bee_flower", full) == 5


@pytest.mark.parametrize(("season", "most", "sign"), [("spring", 9, -1), ("winter", 12, 1)])
def test_ruling_17_river_crossings_stop_at_their_circles(season: str, most: int, sign: int) -> None:
    assert worth(season, "river_crossing", {"river_crossing": most + 2}) == sign * most


def test_ruling_17_a_sixth_icicle_field_forfeits_the_points() -> None:
    assert worth("winter", "icicle", {"icicle": 4}) == 0
    assert worth("winter", "icicle", {"icicle": 5}) == 15
    assert worth("winter", "icicle", {"icicle": 6}) == 0
    p = sheet("winter", 4, "h1:j4 icicle")  # j1 h4: two fields
    assert GAME.score_extras(p)["marks"]["icicle_fields"] == 2


def test_ruling_18_spring_trees() -> None:
    assert worth("spring", "tree", {"tree": 9}) == 9
    assert worth("spring", "tree", {"tree": 10}) == 15


@pytest.mark.parametrize(
    ("flowers", "each"), [(0, 0), (2, 0), (3, 3), (5, 3), (6, 4), (8, 4), (9, 5)]
)
def test_ruling_18_bees_by_flowers(flowers: int, each: int) -> None:
    assert worth("spring", "bee_flower", {"bee": 4, "flower": flowers}) == 4 * each


def test_ruling_18_butterflies_bird_pairs_rainbows() -> None:
    assert worth("spring", "butterfly", {"butterfly": 4}) == 8
    assert worth("spring", "butterfly", {"butterfly": 5}) == 0
    assert worth("spring", "bird_pair", {"bird_pair": 3}) == 15
    assert worth("spring", "rainbow", {"rainbow": 6}) == 0
    assert worth("spring", "rainbow", {"rainbow": 7}) == 30


@pytest.mark.parametrize(("clouds", "each"), [(0, 0), (2, 0), (3, 2), (5, 2), (6, 4)])
def test_ruling_18_seedlings_by_clouds(clouds: int, each: int) -> None:
    assert worth("spring", "seedling", {"seedling": 3}, clouds=clouds) == 3 * each


def test_ruling_18_summer_trees_daisies_fireflies() -> None:
    assert worth("summer", "tree", {"tree": 12}) == 24
    assert worth("summer", "daisy", {"daisy": 5}) == 10
    assert worth("summer", "daisy", {"daisy": 4}) == worth("summer", "daisy") == 0
    assert worth("summer", "firefly", {"firefly": 4}) == 12


@pytest.mark.parametrize(
    ("counts", "product"),
    [((0, 0, 0), 0), ((2, 0, 0), 2), ((2, 3, 0), 6), ((2, 3, 4), 24), ((0, 5, 1), 5)],
)
def test_ruling_18_fruit(counts: tuple[int, int, int], product: int) -> None:
    crossed = dict(zip(("apple", "cherry", "peach"), counts, strict=True))
    assert worth("summer", "fruit", crossed) == product


def test_ruling_18_mushrooms() -> None:
    assert worth("autumn", "mushroom", {"porcini": 5, "fly_agaric": 4}) == 7
    assert worth("autumn", "mushroom", {"porcini": 1, "fly_agaric": 3}) == -3


@pytest.mark.parametrize(("n", "worth_"), [(3, 0), (4, 12), (7, 12), (8, 24), (10, 24)])
def test_ruling_18_pinecones_by_full_rows(n: int, worth_: int) -> None:
    assert worth("autumn", "pinecone", {"pinecone": n}) == worth_


@pytest.mark.parametrize(
    ("row", "n", "worth_"),
    [(3, 2, 0), (3, 3, 10), (3, 9, 10), (6, 5, 0), (6, 6, 20), (9, 8, 0), (9, 9, 30), (9, 11, 30)],
)
def test_ruling_16_only_a_complete_row_of_conifers_scores(row: int, n: int, worth_: int) -> None:
    assert worth("autumn", "conifer", {"conifer": n}, conifer_row=row) == worth_


def test_ruling_18_acorns_times_squirrels_and_leaf_pairs() -> None:
    assert worth("autumn", "acorn_squirrel", {"acorn": 4, "squirrel": 3}) == 12
    assert worth("autumn", "acorn_squirrel", {"acorn": 8}) == 0
    assert worth("autumn", "deciduous_leaf", {"deciduous_tree": 4, "leaf": 7}) == 20


def test_ruling_18_winter_trees_foxes_birds() -> None:
    assert worth("winter", "tree", {"tree": 11}) == 11  # no bonus in winter
    assert worth("winter", "fox", {"fox": 4}) == 12
    assert worth("winter", "bird_berry", {"bird": 3, "berry": 3}) == 15
    assert worth("winter", "bird_berry") == 0


def test_ruling_19_clovers_alone_are_20() -> None:
    assert worth("summer", "clover", {"clover": 4}) == 20
    assert worth("summer", "clover", {"clover": 3}) == 0


def test_ruling_19_clovers_after_another_player_are_10() -> None:
    assert worth("summer", "clover", {"clover": 4}, clovers_claimed=True) == 10
    assert worth("summer", "clover", {"clover": 3}, clovers_claimed=True) == 0
    assert sheet("summer", 1, clovers_claimed=True).clovers_claimed


def test_ruling_19_the_same_round_is_not_earlier() -> None:
    assert claimed([7, 7, 9, None]) == (False, False, True, True)
    assert claimed([None, None]) == (False, False)
    assert claimed([5]) == (False,)


def test_ruling_20_bears_and_snakes_outside_own_areas() -> None:
    assert points(sheet("spring", 1))["bear"] == 18
    assert points(sheet("spring", 1, "a1:b2 tree"))["bear"] == 15  # the bear a1 is inside
    assert points(sheet("summer", 1))["snake"] == 15
    assert points(sheet("summer", 1, "b2:d2 firefly"))["snake"] == 12


def test_ruling_20_mosquitoes_only_if_none_is_inside() -> None:
    assert points(sheet("summer", 1))["mosquito"] == 15
    assert points(sheet("summer", 1, "b2:b4 peach"))["mosquito"] == 0


def test_ruling_20_moose_only_if_all_are_inside() -> None:
    assert points(sheet("winter", 1))["moose"] == 0
    assert worth("winter", "moose", inside={"moose": 9}) == 0
    assert worth("winter", "moose", inside={"moose": 10}) == 12


def test_ruling_21_holly_is_worth_the_die_or_its_mean_before() -> None:
    p = sheet("winter", 1, "b2:b5 holly")
    assert points(p)["holly"] == 2.5
    extras = GAME.score_extras(p)
    assert [entry["die"] for entry in extras["outcomes"]] == [1, 2, 2, 3, 3, 4]
    base = GAME.total(p) - 2.5
    assert [entry["total"] - base for entry in extras["outcomes"]] == [1, 2, 2, 3, 3, 4]
    known = replace(p, holly=4)
    assert points(known)["holly"] == 4
    assert "outcomes" not in GAME.score_extras(known)
    assert GAME.turn(known).kind == "over"


def test_ruling_21_the_expectation_is_the_mean_of_the_outcomes() -> None:
    p = sheet("winter", 4, "g1:i4 holly", misthrows=2)
    totals = [entry["total"] for entry in GAME.score_extras(p)["outcomes"]]
    assert sum(totals) / 6 == pytest.approx(GAME.total(p))


@pytest.mark.parametrize(
    ("snowdrops", "clouds", "worth_"), [(4, 4, 12), (4, 5, 0), (5, 4, 15), (0, 0, 0), (11, 9, 27)]
)
def test_ruling_22_snowdrops_need_as_many_as_clouds(
    snowdrops: int, clouds: int, worth_: int
) -> None:
    assert worth("winter", "snowdrop", {"snowdrop": snowdrops}, clouds=clouds) == worth_


def test_ruling_23_highest_total_then_fewer_misthrows_then_shared() -> None:
    assert ranks([(40, 0), (50, 2), (50, 1), (50, 1)]) == (4, 3, 1, 1)


def test_ruling_23_ranking_of_sheets() -> None:
    a = sheet("spring", 1, "b2:d2 tree")  # 18 + 1
    b = sheet("spring", 2, "c5:c5 -", misthrows=1)  # 18 - 3
    c = sheet("spring", 3, "b9:b9 -", "c9:d9 tree")  # 18 + 1
    table = GAME.rank([b, a, c], ["b", "a", "c"])
    assert [(s.player, s.total, s.rank) for s in table] == [
        ("a", 19, 1),
        ("c", 19, 1),
        ("b", 15, 3),
    ]


def test_ruling_23_a_tie_goes_to_fewer_misthrows() -> None:
    clean = sheet("autumn", 1)
    other = sheet("autumn", 4, "i2:j2 porcini", misthrows=1)
    assert GAME.total(clean) == GAME.total(other) == 0
    table = GAME.rank([other, clean], ["other", "clean"])
    assert [(s.player, s.rank) for s in table] == [("clean", 1), ("other", 2)]
    shared = GAME.rank([clean, sheet("autumn", 2)], ["a", "b"])
    assert [s.rank for s in shared] == [1, 1]


def test_ruling_23_a_whole_year_is_the_sum_of_four_sheets() -> None:
    sheets = [sheet(season, 1) for season in reversed(SEASONS)]
    parts = GAME.year(sheets, ["w", "a", "s", "p"])
    assert parts == (("p", 18), ("s", 30), ("a", 0), ("w", 0))
    with pytest.raises(BadUse):
        GAME.year(sheets[:3], ["w", "a", "s"])
    with pytest.raises(BadUse):
        GAME.year([sheets[0], *sheets[:3]], ["w", "w", "a", "s"])


def test_ruling_08_players_take_different_start_fields() -> None:
    with pytest.raises(BadUse):
        GAME.rank([sheet("spring", 1), sheet("spring", 1)], ["a", "b"])
    with pytest.raises(BadUse):
        GAME.rank([sheet("spring", 1), sheet("summer", 2)], ["a", "b"])
    with pytest.raises(BadUse):
        GAME.rank([sheet("spring", 1)], ["a"])


def test_ruling_21_one_holly_die_for_all_players() -> None:
    a = sheet("winter", 1, "b2:b5 holly", holly=4)
    b = sheet("winter", 4, "i1:i3 holly")
    assert {s.player: s.total for s in GAME.rank([a, b], ["a", "b"])} == {"a": 4, "b": 8}
    with pytest.raises(BadUse):
        GAME.rank([a, replace(b, holly=1)], ["a", "b"])


def test_ruling_24_the_rulebooks_example_is_54() -> None:
    counts = Tally(
        "spring",
        {
            "tree": 12,
            "flower": 4,
            "bee": 3,
            "butterfly": 8,
            "bird_pair": 1,
            "seedling": 1,
            "river_crossing": 1,
        },
        inside={"bear": 3},
        clouds=3,
        misthrows=1,
    )
    assert lines(counts) == {
        "tree": 17,
        "bee_flower": 9,
        "butterfly": 16,
        "bird_pair": 5,
        "rainbow": 0,
        "seedling": 2,
        "bear": 9,
        "river_crossing": -1,
        "misthrow": -3,
    }
    assert total(counts) == 54
