"""Rulings 10 to 15: payment, bonus colours, saplings, slots."""

from __future__ import annotations

import pytest
from fs_support import MOLE_HAND, after, doc, points, pos, refused, texts, tree

from leafwise.puzzles.core.errors import BadMove
from leafwise.puzzles.forest_shuffle.game import GAME


def test_ruling_10_exactly_the_printed_cost_of_the_exposed_half() -> None:
    p = pos("birch", hand=["wolf/gnat", "oak", "oak", "oak", "beech"], deck=["linden"] * 3)
    refused(p, "play wolf on 1 left pay oak, oak", "10")
    refused(p, "play wolf on 1 left pay oak, oak, oak, beech", "10")
    refused(p, "play gnat on 1 right pay oak", "10")
    assert doc(p, "play gnat on 1 right")["clearing"] == []
    assert doc(p, "play wolf on 1 left pay oak, oak, oak")["clearing"] == ["oak"] * 3


def test_ruling_10_the_played_card_never_pays_for_itself() -> None:
    p = pos(hand=["oak", "birch"], deck=["linden"])
    assert "play oak" not in texts(p)
    refused(p, "play oak pay oak, birch", "10")


def test_ruling_10_payment_cards_are_hand_cards() -> None:
    p = pos(hand=["linden", "birch"], clearing=["oak"], deck=["linden"])
    refused(p, "play linden pay oak", "10")


def test_ruling_11_every_payment_card_shows_the_symbol_on_either_half() -> None:
    # goshawk/moss shows douglas_fir and linden
    p = pos(hand=["douglas_fir", "goshawk/moss", "douglas_fir", "oak"], deck=["linden"] * 3)
    paid = "play douglas_fir pay douglas_fir, goshawk/moss with bonus"
    assert after(p, paid).turn == 0
    refused(p, "play douglas_fir pay douglas_fir, oak with bonus", "11")


def test_ruling_11_no_payment_no_bonus() -> None:
    """Only cards with a cost have a bonus, and a free placement is none of them."""
    hand = ["silver_fir", "silver_fir", "silver_fir", "brown_long_eared_bat/european_badger"]
    p = pos("oak", hand=[*hand, "red_squirrel/fireflies"], deck=["linden"] * 3)
    q = after(p, "play silver_fir pay silver_fir, silver_fir with free: european_badger on 1 right")
    assert q.pending == ()  # the Badger placed free earned nothing
    assert len(q.seats[0].hand) == 1


def test_ruling_11_a_tree_shows_its_own_species() -> None:
    p = pos(hand=["oak", "oak", "oak"], deck=["linden"])
    assert after(p, "play oak pay oak, oak with bonus").turn == 0


def test_ruling_12_any_card_face_down_is_a_whole_play_that_flips_a_card() -> None:
    p = pos(hand=["lynx/raccoon", "oak"], deck=["linden", "beech"], opponents=[{}])
    p = after(p, "play sapling using lynx/raccoon")
    found = GAME.write(p)
    assert found["forest"] == [{"tree": "sapling"}]
    assert found["clearing"] == ["linden"] and found["gone"] == ["lynx/raccoon"]
    assert found["turn"] == "opponent 1"


def test_ruling_12_a_sapling_triggers_chanterelle_and_has_four_slots() -> None:
    p = pos(
        tree("oak", bottom="chanterelle@birch"),
        hand=["linden", "wolf/gnat"],
        deck=["beech", "sycamore"],
    )
    p = after(p, "play sapling using linden with mushroom 1")
    assert "sycamore" in GAME.write(p)["hand"]
    assert "play gnat on 2 right" in texts(p)


def test_ruling_12_a_sapling_has_no_own_points() -> None:
    assert GAME.total(pos("sapling", "sapling")) == 0


def test_ruling_13_saplings_count_as_trees() -> None:
    p = pos("sycamore", "sapling", "sapling", tree("oak", left="red_deer@silver_fir"))
    assert points(p)["sycamore"] == 4 and points(p)["red_deer"] == 4
    trees = ["sapling"] * 9 + [tree("birch", bottom="moss@linden")]
    assert points(pos(*trees))["moss"] == 10
    woody = tree("sapling", top="great_spotted_woodpecker@linden")
    assert points(pos(woody, opponents=[{"trees": 1}]))["great_spotted_woodpecker"] == 10


def test_ruling_13_saplings_and_the_slots_on_them() -> None:
    full = tree(
        "sapling",
        top="goshawk@oak",
        left="european_fat_dormouse@silver_fir",
        right="barbastelle_bat@oak",
        bottom="wood_ant@birch",
    )
    p = pos(full, tree("oak", left="beech_marten@beech"))
    assert points(p)["beech_marten"] == 5
    assert points(p)["wood_ant"] == 2 and points(p)["european_fat_dormouse"] == 15


def test_ruling_13_saplings_are_no_species() -> None:
    seven = ["oak", "birch", "beech", "linden", "sycamore", "douglas_fir", "silver_fir"]
    p = pos(*seven, tree("sapling", bottom="wild_strawberries@birch"))
    assert "oak" not in points(p) and "wild_strawberries" not in points(p)
    p = pos(tree("sapling", top="chaffinch@beech"), tree("sapling", top="red_squirrel@oak"))
    assert GAME.total(p) == 0
    p = pos("sapling", tree("sapling", left="roe_deer@linden"))
    assert points(p)["roe_deer"] == 3


def test_ruling_13_a_bee_on_a_sapling_adds_to_the_trees_only() -> None:
    bee = tree("sapling", left="violet_carpenter_bee@silver_fir")
    trees = ["birch"] * 8 + [bee]
    assert points(pos(*trees[:-1], bee, "birch"))["birch"] == 9
    moss = tree("birch", bottom="moss@linden")
    assert points(pos(*["birch"] * 7, moss, bee))["moss"] == 10
    woody = tree("birch", top="great_spotted_woodpecker@linden")
    p = pos(woody, bee, opponents=[{"trees": 3}])
    assert points(p)["great_spotted_woodpecker"] == 10


def test_ruling_14_left_halves_lie_left() -> None:
    p = pos("oak", hand=["lynx/raccoon", "birch"])
    assert "play lynx on 1 left" in texts(p) and "play raccoon on 1 right" in texts(p)
    refused(p, "play raccoon on 1 left pay birch", "6")
    with pytest.raises(BadMove):
        GAME.parse(p, "play lynx on 1 top pay birch")


def test_ruling_14_one_card_a_slot() -> None:
    p = pos(tree("oak", left="lynx@douglas_fir"), hand=["lynx/raccoon", "birch"])
    refused(p, "play lynx on 1 left pay birch", "14")


def test_ruling_14_any_number_of_hares_share_a_side_slot() -> None:
    hares = ["european_hare@beech", "european_hare@birch"]
    p = pos(tree("oak", left=hares), hand=["european_hare/beech_marten", "wolf/gnat", "birch"])
    assert "play european_hare on 1 left" in texts(p)
    q = after(p, "play european_hare on 1 left")
    assert len(q.seats[0].trees[0].slots[1]) == 3


def test_ruling_14_two_toads_share_a_bottom_slot_and_nothing_mixes() -> None:
    one = tree("oak", bottom="common_toad@oak")
    p = pos(one, hand=["goshawk/common_toad", "red_squirrel/fireflies"])
    assert "play common_toad on 1 bottom" in texts(p)
    assert "play fireflies on 1 bottom" not in texts(p)
    p = after(p, "play common_toad on 1 bottom")
    p = pos(
        tree("oak", bottom=["common_toad@oak", "common_toad@beech"]),
        hand=["goshawk/common_toad"],
    )
    assert "play common_toad on 1 bottom" not in texts(p)


def test_ruling_14_no_hare_joins_a_slot_opened_this_turn() -> None:
    hand = [*MOLE_HAND, "european_hare/beech_marten", "european_hare/european_badger"]
    p = pos("birch", hand=hand, deck=["beech"] * 3)
    head = "play mole on 1 bottom pay linden, oak with mole: {european_hare from "
    first = head + "european_hare/beech_marten on 1 left} "
    refused(p, first + "{european_hare on 1 left}", "14")
    old = tree("birch", left="european_hare@beech")
    p = pos(old, hand=hand, deck=["beech"] * 3)
    q = after(p, first + "{european_hare on 1 left}")
    assert len(q.seats[0].trees[0].slots[1]) == 3  # this slot was opened before


def test_ruling_14_no_toad_joins_a_slot_opened_this_turn() -> None:
    hand = [*MOLE_HAND, "goshawk/common_toad", "peacock_butterfly/common_toad"]
    p = pos("birch", "birch", hand=hand, deck=["beech"] * 3)
    head = "play mole on 1 bottom pay linden, oak with mole: "
    toads = "{common_toad@sycamore on 2 bottom} {common_toad@beech on 2 bottom}"
    refused(p, head + toads.replace("{common_toad@beech", "{common_toad"), "14")


def test_ruling_14_a_hare_placed_free_joins_a_slot_opened_this_turn() -> None:
    hand = [
        *MOLE_HAND,
        "european_hare/beech_marten",
        "european_hare/european_badger",
        "silver_fir",
        "silver_fir",
        "silver_fir",
    ]
    p = pos("birch", hand=hand, deck=["beech"] * 3)
    q = after(
        p,
        "play mole on 1 bottom pay linden, oak with mole: "
        "{european_hare from european_hare/beech_marten on 1 left} "
        "{silver_fir pay silver_fir, silver_fir with free: european_hare on 1 left}",
    )
    assert len(q.seats[0].trees[0].slots[1]) == 2


def test_ruling_14_only_the_first_card_of_the_slot_decides() -> None:
    hand = [
        *MOLE_HAND,
        "european_hare/beech_marten",
        "european_hare/european_badger",
    ]
    p = pos(tree("birch", left="european_hare@oak"), hand=hand, deck=["beech"] * 3)
    q = after(
        p,
        "play mole on 1 bottom pay linden, oak with mole: "
        "{european_hare from european_hare/beech_marten on 1 left} {european_hare on 1 left}",
    )
    assert len(q.seats[0].trees[0].slots[1]) == 3


def test_ruling_15_a_full_tree_and_shared_slots() -> None:
    full = tree(
        "silver_fir",
        top="goshawk@oak",
        left=["european_hare@beech", "european_hare@birch"],
        right="beech_marten@oak",
        bottom=["common_toad@oak", "common_toad@beech"],
    )
    ant = tree("oak", bottom="wood_ant@birch")
    p = pos(full, ant)
    assert points(p)["beech_marten"] == 5
    assert points(p)["silver_fir"] == 12  # six cards
    assert points(p)["wood_ant"] == 6  # two Toads and itself
