"""What a flat list says of its faults: all in one pass, each at its entry, with the way out."""

from __future__ import annotations

import pytest
from fs_support import TABLEAU, forest, points

from leafwise.puzzles.core.errors import BadPosition
from leafwise.puzzles.forest_shuffle.shorthand import read_shorthand

Found = list[tuple[str, str, str, str | None]]


def faults(text: str) -> Found:
    """Place, what was found, what is allowed, the nearest."""
    with pytest.raises(BadPosition) as error:
        read_shorthand(text)
    return [(f.place, f.found, f.allowed, f.nearest) for f in error.value.faults()]


def places(text: str) -> list[str]:
    return [place for place, *_ in faults(text)]


def test_all_faults_in_one_pass_in_the_order_typed() -> None:
    text = (
        "3 oka, beech: top goshwak, left goshawk\n"
        "oak birch; linden: top butterfly, right moss; 9 beech\n"
        "cave x; vs 3/9; oak: lynx/raccoon, lft hare; cave 4, cave 5"
    )
    assert places(text) == [
        "line 1, entry 1",
        "line 1, entry 3",
        "line 1, entry 4",
        "line 2, entry 1",
        "line 2, entry 3",
        "line 2, entry 4",
        "line 3, entry 1",
        "line 3, entry 2",
        "line 3, entry 4",
        "line 3, entry 5",
        "line 3, entry 7",
    ]
    assert places(TABLEAU.replace("3 oak", "3 oka"))[0] == "line 1, entry 1"


def test_a_wrong_tree_does_not_make_its_cards_wrong() -> None:
    cards = ": top bullfinch, top goshawk, l hare, l wolf, r wolf, moss, toad x2"
    for name in ("oka", "xyzzy", "fir", "oak birch"):
        assert places(name + cards) == ["line 1, entry 1"]
    assert places(f"birch{cards}")  # each slot holds one


def test_an_unknown_tree_lists_the_trees() -> None:
    ((_, found, allowed, near),) = faults("3 brich: top goshawk")
    assert (found, near) == ("'3 brich'", "birch")
    for name in ("oak", "silver_fir", "sapling"):
        assert name in allowed


def test_an_unknown_card_tells_the_nearest_names() -> None:
    ((_, _, allowed, near),) = faults("oak: top fritilary")
    assert near == "silver_washed_fritillary"
    ((_, _, allowed, near),) = faults("oak: bottom salamnder, moss")
    assert near == "fire_salamander"
    ((_, _, allowed, near),) = faults("oak: chafinch, moss")
    assert near == "chaffinch" and "the nearest are chaffinch, goshawk" in allowed
    ((_, _, allowed, near),) = faults("oak: left goshwak")
    assert "goshawk lies top" in allowed and near == "goshawk"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oak: left goshawk", "goshawk lies top, not left"),
        ("oak: top lynx", "lynx lies left or right, not top"),
        ("oak: left moss", "moss lies bottom, not left"),
        ("oak: left beech", "beech is a tree"),
        ("oak: unten Luchs", "lynx lies left or right, not bottom"),
    ],
)
def test_a_card_on_the_wrong_side_tells_its_sides(text: str, said: str) -> None:
    assert said in faults(text)[0][2]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("oak birch linden", "oak, birch, linden"),
        ("3 oak linden", "3 oak, linden"),
        ("oak: top bullfinch left hare right wolf", "top bullfinch, left hare, right wolf"),
        ("oak top bullfinch", "oak, top bullfinch"),
        ("birch: hare x3 wolf", "hare x3, wolf"),
        ("oak: lft hare", "left hare"),
        ("oak: botom moss", "bottom moss"),
    ],
)
def test_a_missing_comma_and_a_mistyped_side_are_found(text: str, near: str) -> None:
    assert [fault[3] for fault in faults(text)] == [near]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("fir", ["douglas_fir", "silver_fir"]),
        ("firs x2", ["douglas_fir", "silver_fir"]),
        ("oak: butterfly", ["purple_emperor", "large_tortoiseshell", "peacock_butterfly"]),
        ("oak: mushroom", ["fly_agaric", "penny_bun"]),
        ("oak: left bat", ["barbastelle_bat", "bechsteins_bat"]),
        ("oak: Pilz", ["chanterelle", "parasol_mushroom"]),
        ("oak: Fuchs", ["red_fox", "large_tortoiseshell"]),
        ("oak: tortoise", ["pond_turtle", "large_tortoiseshell"]),
        ("oak: deer", ["fallow_deer", "red_deer", "roe_deer"]),
    ],
)
def test_a_name_that_may_be_several_cards_asks_which(text: str, names: list[str]) -> None:
    ((_, _, allowed, _),) = faults(text)
    assert allowed.startswith("which one: ")
    assert all(name in allowed for name in names)


def test_a_side_tells_which_of_several_is_meant() -> None:
    p = read_shorthand("oak: left Fuchs, oben Fuchs; birch: bottom tortoise, left lynx@fir")
    assert forest(p)[0] == {"tree": "oak", "left": ["red_fox"], "top": ["large_tortoiseshell"]}
    assert forest(p)[1]["bottom"] == ["pond_turtle"]
    assert forest(p)[1]["left"] == ["lynx@douglas_fir"]


def test_more_cards_than_the_game_has() -> None:
    ((place, _, allowed, _),) = faults("12 oak, 3 oak")
    assert (place, "the game has 7 of Oak" in allowed) == ("line 1, entry 1", True)
    ((place, _, allowed, _),) = faults("5 oak, birch, 3 oak")
    assert place == "line 1, entry 3" and "this makes 8" in allowed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oak, hare x999999999", "the game has 11 of European Hare"),
        ("oak: hare x6; birch: hare x6", "the game has 11 of European Hare, this makes 12"),
        ("oak: toad x9", "the game has 6 of Common Toad"),
        ("oak: moss x999", "the game has 3 of Moss"),
        ("159 sapling", "the game has 158 cards to lie face down"),
        ("80 sapling, 79 sapling", "the game has 158 cards to lie face down, this makes 159"),
        ("oak; cave 159", "cave N, the number of cards under it, 0 to 158"),
        ("oak; vs 159/2", "at most 158 trees"),
    ],
)
def test_ruling_26_a_number_beyond_the_game_tells_how_many_there_are(text: str, said: str) -> None:
    ((_, found, allowed, _),) = faults(text)
    assert said in allowed
    assert found.strip("'") in text


def test_ruling_26_all_cards_that_nobody_sees_are_no_more_than_are_left() -> None:
    assert len(forest(read_shorthand("100 sapling; cave 58"))) == 100
    ((_, found, allowed, _),) = faults("2 oak; 99 sapling; cave 30; vs 28/2")
    assert found.startswith("157 cards under caves") and "at most 156" in allowed


@pytest.mark.parametrize(
    ("text", "near"),
    [("oak; caev 3", "cave 3"), ("oak; cavee", "cave"), ("oak; rset: moss", "rest")],
)
def test_a_mistyped_word_that_is_no_card_is_found(text: str, near: str) -> None:
    assert faults(text)[0][3] == near


def test_slots_are_told_with_what_they_hold() -> None:
    ((_, _, allowed, _),) = faults("oak: fox, wolf, lynx")
    assert "left red_fox and right wolf" in allowed
    assert "two of them share" in faults("oak: toad x3")[0][2]


def test_ruling_20_a_roe_deer_needs_its_own_symbol() -> None:
    ((place, found, allowed, _),) = faults("birch, oak: l roe, lynx, moss")
    assert (place, found) == ("line 1, entry 3", "'l roe'")
    assert "roe_deer@linden" in allowed and allowed.endswith("lynx, moss")


def test_ruling_20_a_card_that_a_roe_deer_may_count_needs_its_symbol() -> None:
    ((place, found, allowed, _),) = faults("oak: r roe@beech, lynx")
    assert (place, found) == ("line 1, entry 3", "'lynx'")
    assert allowed.startswith("its tree symbol too, since a Roe Deer counts beech: lynx@")
    assert "roe" not in allowed.partition(":")[2]
    assert points(read_shorthand("oak: r roe@beech, lynx@douglas"))["roe_deer"] == 3


def test_ruling_20_the_side_may_tell_the_symbol() -> None:
    """A Gnat shows a Birch on the left only."""
    assert places("oak: r roe@birch; oak: gnat") == ["line 1, entry 4"]
    assert points(read_shorthand("oak: r roe@birch; oak: l gnat"))["roe_deer"] == 6


def test_ruling_15_hares_without_a_side_are_asked_for_where_a_marten_counts_full_trees() -> None:
    full = "oak: goshawk, moss, hare, hare; birch: marten"
    assert places(full) == ["line 1, entry 5"]
    sided = full.replace("hare, hare", "left hare, right hare")
    assert points(read_shorthand(sided))["beech_marten"] == 5
    assert "beech_marten" not in points(read_shorthand(full.replace("hare, hare", "left hare x2")))


def test_other_forests_that_are_wrong() -> None:
    for text, said in [
        ("oak; vs 3/9", "trees first"),
        ("oak; vs a lot", "vs 9/3"),
        ("oak; vs 9, 3 lindens", "of the other forest"),
        ("oak; vs 1/1; vs 1/1; vs 1/1; vs 1/1; vs 1/1", "at most 4"),
    ]:
        assert [said in fault[2] for fault in faults(text)] == [True], text


def test_numbers_that_may_be_bullets_are_asked_for() -> None:
    assert places("2. oak\n3. birch") == ["line 1, entry 1", "line 2, entry 1"]
    assert places("1) oak\n3) birch") == ["line 2, entry 1"]
    assert len(forest(read_shorthand("1) oak\n2) birch"))) == 2


def test_the_number_of_a_tree_is_no_number_of_cards() -> None:
    p = read_shorthand("oak; birch; hare on 1 left")
    assert forest(p)[0]["left"] == ["european_hare"]
    assert "1 to 2" in faults("oak; birch; hare on 3 left")[0][2]
    assert "tree" in faults("oak; birch on 2")[0][2]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("bech: top jay, left lynx, right lynx, moss", "beech"),
        ("silver fri: top jay", "silver_fir"),
        ("oak: left re deer", "roe_deer"),
        ("oak: at", "name"),
    ],
)
def test_a_mistyped_name_is_not_taken_for_the_beginning_of_another(text: str, names: str) -> None:
    ((_, _, allowed, _),) = faults(text)
    assert names in allowed


def test_tree_is_a_label_and_no_linden() -> None:
    ((_, _, allowed, _),) = faults("2 tree")
    assert allowed.startswith("which one: beech, birch")
    assert places("oak; tree 2: top jay, moss") == ["line 1, entry 2"]
    assert places("oak\ntree 2:\ntop jay\nbottom moss") == ["line 3, entry 1"]
    p = read_shorthand("tree 1:\noak\ntop jay\nTree 2: birch: moss\nmy forest: linden")
    assert [tree["tree"] for tree in forest(p)] == ["oak", "birch", "linden"]


def test_a_winter_card_lies_in_no_forest() -> None:
    assert "winter card" in faults("oak, winter")[0][2]


def test_a_text_that_is_something_else() -> None:
    ((place, _, allowed, _),) = faults("Dear Sir,\nhow are you? Zz,\nyours")
    assert place == "line 1, entry 1" and "TOML" in allowed


@pytest.mark.parametrize(
    "text",
    ["", "goshawk", "oak: 2 goshawk", "cave x", "vs", "oak: l goshawk", "12 oak", "oak: roe"],
)
def test_bad_lists(text: str) -> None:
    with pytest.raises(BadPosition):
        read_shorthand(text)
