"""The score card by card: every card has its line, and the lines sum to the total."""

from __future__ import annotations

import pytest
from fs_support import cases, points, pos, tree

from leafwise.puzzles.forest_shuffle.cardlines import card_lines
from leafwise.puzzles.forest_shuffle.data import SPECIES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position


def told(p: Position) -> dict[str, tuple[int, int, str]]:
    """Species -> count, points, what was counted (the last line of each)."""
    me = p.seats[0]
    rows = card_lines(me.trees, me.cave, p.rivals(0))
    return {row.species: (row.count, row.points, row.counted) for row in rows}


@pytest.mark.parametrize("case", cases("fs_scores.jsonl"), ids=lambda case: str(case["id"]))
def test_the_lines_of_the_settled_scores(case: dict[str, object]) -> None:
    players = case["players"]
    assert isinstance(players, list)
    for player in players:
        others = [{"forest": other["forest"]} for other in players if other is not player]
        p = pos(*player["forest"], cave=player["cave"], turn="over", opponents=others)
        me = p.seats[0]
        rows = card_lines(me.trees, me.cave, p.rivals(0))
        assert sum(row.points for row in rows) == player["total"]
        lying = len(me.trees) + sum(len(slot) for t in me.trees for slot in t.slots)
        assert sum(row.count for row in rows) == lying + me.cave
        by_species: dict[str, int] = {}
        for row in rows:
            butterfly = any(row.species == s.id and s.points.sets for s in SPECIES)
            key = "butterflies" if butterfly else row.species
            by_species[key] = by_species.get(key, 0) + row.points
        by_species.pop("cave", None)
        by_species.pop("sapling", None)
        assert by_species == {**dict.fromkeys(by_species, 0), **player["by_species"]}


def test_cards_without_points_saplings_and_the_cave_have_their_lines() -> None:
    rows = told(pos("oak", tree("sapling", left="raccoon", bottom="mole"), "sapling", cave=3))
    assert rows["oak"] == (1, 0, "tree species: 1")
    assert rows["sapling"] == (2, 0, "")
    assert rows["raccoon"] == (1, 0, "") and rows["mole"] == (1, 0, "")
    assert rows["cave"] == (3, 3, "cards under the cave: 3")


def test_like_cards_with_like_points_share_a_line_and_others_do_not() -> None:
    p = pos(
        tree("silver_fir", top="goshawk", bottom=["common_toad", "common_toad"]),
        tree("silver_fir", bottom="common_toad"),
        tree("oak", left=["european_hare"] * 3),
    )
    rows = [
        (row.name, row.count, row.points, row.counted)
        for row in card_lines(p.seats[0].trees, 0, ())
        if row.species in ("silver_fir", "common_toad", "european_hare")
    ]
    assert rows == [
        ("Silver Fir", 1, 6, "cards at it: 3"),
        ("Silver Fir", 1, 2, "cards at it: 1"),
        ("European Hare", 3, 9, "European Hares: 3"),
        ("Common Toad", 2, 10, "in its slot: 2"),
        ("Common Toad", 1, 0, "in its slot: 1"),
    ]


def test_ruling_23_butterflies_are_told_by_their_sets() -> None:
    tops = ["purple_emperor", "purple_emperor", "camberwell_beauty", "peacock_butterfly"]
    p = pos(*(tree("sapling", top=name) for name in tops))
    rows = card_lines(p.seats[0].trees, 0, ())
    assert [(r.species, r.points, r.counted) for r in rows if r.species != "sapling"] == [
        ("purple_emperor", 0, "set 1: number 1 of 3"),
        ("camberwell_beauty", 3, "set 1: number 2 of 3"),
        ("peacock_butterfly", 3, "set 1: number 3 of 3"),
        ("purple_emperor", 0, "set 2: number 1 of 1"),
    ]
    assert points(p) == {"butterflies": 6}


def test_what_was_counted_against_others_and_by_place() -> None:
    p = pos(
        tree("linden", left="european_fat_dormouse@beech", right="gnat", top="chaffinch@beech"),
        tree("beech", right="roe_deer@beech"),
        opponents=[{"trees": 9, "lindens": 2}],
    )
    rows = told(p)
    assert rows["linden"] == (1, 1, "Lindens and bees: 1 against 2")
    assert rows["european_fat_dormouse"] == (1, 0, "across: Gnat")
    assert rows["chaffinch"] == (1, 0, "its tree: Linden Tree")
    assert rows["roe_deer"] == (1, 12, "Beech symbols: 4")


def test_the_extras_of_the_score_hold_the_lines() -> None:
    p = pos(tree("oak", top="goshawk@oak"))
    assert GAME.score_extras(p)["cards"][1] == {
        "species": "goshawk",
        "name": "Goshawk",
        "count": 1,
        "points": 3,
        "each": 3,
        "rule": "3 for each bird",
        "counted": "birds: 1",
        "where": ("goshawk@oak on 1 top",),
    }
