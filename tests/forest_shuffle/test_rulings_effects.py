"""Rulings 16 to 19: mushrooms, free placement, effects, the Mole."""

from __future__ import annotations

import pytest
from fs_support import MOLE_HAND, after, doc, points, pos, refused, texts, tree

from leafwise.puzzles.forest_shuffle.game import GAME


def test_ruling_16_a_mushroom_does_not_work_in_the_turn_it_is_played() -> None:
    hand = [*MOLE_HAND, "peacock_butterfly/chanterelle", "birch", "beech", "linden"]
    p = pos("birch", "birch", hand=hand, deck=["sycamore"] * 4)
    head = "play mole on 1 bottom pay linden, oak with mole: "
    head += "{chanterelle on 2 bottom pay beech, linden}"
    refused(p, head + " {birch with mushroom 1}", "16")
    assert after(p, head + " {birch}").seats[0].hand == ()


def test_ruling_16_a_mushroom_does_not_work_for_itself() -> None:
    hand = ["bullfinch/parasol_mushroom", "oak", "linden"]
    p = pos("birch", hand=hand, deck=["sycamore"])
    refused(p, "play parasol_mushroom on 1 bottom pay oak, linden with mushroom 1", "16")
    first = tree("birch", bottom="parasol_mushroom@silver_fir")
    p = pos(first, "birch", hand=hand, deck=["sycamore"])
    q = after(p, "play parasol_mushroom on 2 bottom pay oak, linden with mushroom 1")
    assert len(q.seats[0].hand) == 1  # only the first Parasol Mushroom


@pytest.mark.parametrize(
    ("mushroom", "play"),
    [
        ("chanterelle@birch", "play birch"),
        ("chanterelle@birch", "play sapling using oak"),
        ("fly_agaric@oak", "play european_hare on 1 left"),
        ("parasol_mushroom@silver_fir", "play fireflies on 1 bottom"),
        ("penny_bun@douglas_fir", "play camberwell_beauty on 1 top"),
    ],
)
def test_ruling_16_what_triggers_each_mushroom(mushroom: str, play: str) -> None:
    hand = [
        "birch",
        "oak",
        "european_hare/beech_marten",
        "eurasian_jay/fireflies",
        "camberwell_beauty/tree_frog",
    ]
    p = pos("birch", tree("birch", bottom=mushroom), hand=hand, deck=["sycamore"] * 3)
    q = after(p, play + " with mushroom 1")
    assert "sycamore" in GAME.write(q)["hand"]
    others = {
        "chanterelle@birch": "play fireflies on 1 bottom",
        "fly_agaric@oak": "play birch",
        "parasol_mushroom@silver_fir": "play camberwell_beauty on 1 top",
        "penny_bun@douglas_fir": "play european_hare on 1 left",
    }
    refused(p, others[mushroom] + " with mushroom 1", "16")


def test_ruling_16_each_active_copy_is_one_optional_draw() -> None:
    two = [tree("birch", bottom="fly_agaric@oak"), tree("birch", bottom="fly_agaric@silver_fir")]
    hand = ["red_squirrel/fireflies"]
    p = pos(*two, tree("oak", bottom="penny_bun@douglas_fir"), hand=hand, deck=["beech"] * 4)
    drawn = [len(after(p, "play red_squirrel on 1 top").seats[0].hand)]
    drawn += [
        len(after(p, f"play red_squirrel on 1 top with mushroom {n}").seats[0].hand)
        for n in (1, 2, 3)
    ]
    assert drawn == [0, 1, 2, 3]
    refused(p, "play red_squirrel on 1 top with mushroom 4", "16")


def test_ruling_16_before_effect_and_bonus_and_for_free_placements() -> None:
    hand = ["silver_fir", "silver_fir", "silver_fir", "red_squirrel/fireflies"]
    p = pos(
        tree("birch", bottom="fly_agaric@oak"),
        tree("birch", bottom="chanterelle@birch"),
        hand=hand,
        deck=["beech", "linden", "sycamore"],
    )
    head = "play silver_fir pay silver_fir, silver_fir with mushroom 1"
    q = after(p, head + " + free: red_squirrel on 3 top + mushroom 1")
    assert GAME.write(q)["hand"] == ["linden", "sycamore"]
    q = after(p, head + " ...")
    assert texts(q)[0] == "done" and "free: red_squirrel on 3 top" in texts(q)


@pytest.mark.parametrize(
    ("played", "pay", "placed"),
    [
        ("silver_fir", ["silver_fir"] * 2, "lynx on 2 left"),
        ("european_badger on 1 right", ["douglas_fir"], "lynx on 1 left"),
        ("fire_salamander on 1 bottom", ["horse_chestnut"], "lynx on 1 left"),
        ("stag_beetle on 1 bottom", ["sycamore"] * 2, "goshawk on 1 top"),
        ("red_deer on 1 left", ["silver_fir"] * 2, "roe_deer on 1 right"),
    ],
)
def test_ruling_17_free_placement(played: str, pay: list[str], placed: str) -> None:
    cards = {
        "silver_fir": "silver_fir",
        "european_badger": "brown_long_eared_bat/european_badger",
        "fire_salamander": "silver_washed_fritillary/fire_salamander",
        "stag_beetle": "tawny_owl/stag_beetle",
        "red_deer": "red_deer/fallow_deer",
    }
    hand = [cards[played.split()[0]], *pay, "lynx/raccoon", "goshawk/moss", "wild_boar/roe_deer"]
    p = pos("oak", hand=hand, deck=["beech"] * 3)
    q = after(p, f"play {played} pay {', '.join(pay)} with free: {placed}")
    assert len(q.seats[0].hand) == 2 and q.pending == ()


def test_ruling_17_the_symbol_is_needed() -> None:
    hand = ["silver_fir", "silver_fir", "silver_fir", "goshawk/moss", "lynx/raccoon"]
    p = pos("oak", hand=hand, deck=["beech"])
    refused(
        p,
        "play silver_fir pay silver_fir, silver_fir with free: goshawk on 1 top",
        "17",
    )


def test_ruling_17_no_effect_no_bonus_no_chain() -> None:
    hand = ["silver_fir", "silver_fir", "silver_fir", "lynx/raccoon", "wolf/gnat"]
    p = pos("oak", hand=hand, deck=["beech"] * 5)
    q = after(p, "play silver_fir pay silver_fir, silver_fir with free: raccoon on 1 right")
    assert q.pending == () and GAME.write(q)["hand"] == ["wolf/gnat"]


def test_ruling_17_gnat_places_any_number_of_bats() -> None:
    hand = [
        "wolf/gnat",
        "bechsteins_bat/wolf",
        "european_fat_dormouse/barbastelle_bat",
        "lynx/raccoon",
    ]
    p = pos("oak", "birch", hand=hand, deck=["beech"])
    head = "play gnat on 1 right with gnat: "
    both = "barbastelle_bat on 2 right, bechsteins_bat on 2 left"
    q = after(p, head + both)
    assert GAME.write(q)["hand"] == ["lynx/raccoon"]
    assert len(after(p, "play gnat on 1 right").seats[0].hand) == 3
    refused(p, head + "lynx on 2 left", "17")


def test_ruling_17_the_tree_just_played_will_do_and_the_hand_is_as_it_is_now() -> None:
    p = pos(
        tree("birch", bottom="chanterelle@birch"),
        hand=["silver_fir", "silver_fir", "silver_fir"],
        deck=["beech", "red_squirrel/fireflies"],
    )
    q = after(
        p,
        "play silver_fir pay silver_fir, silver_fir with mushroom 1 + free: red_squirrel on 2 top",
    )
    assert q.seats[0].hand == ()


def test_ruling_18_the_wolf_draws_for_each_deer_of_the_forest() -> None:
    forest = [
        tree("birch", left="roe_deer@linden", right="red_deer@oak"),
        tree("birch", left="fallow_deer@linden", right="squeaker@oak"),
    ]
    hand = ["wolf/gnat", "oak", "oak", "oak"]
    p = pos(*forest, "birch", hand=hand, deck=["beech", "beech", "beech", "beech"])
    q = after(p, "play wolf on 3 left pay oak, oak, oak with effect")
    assert len(q.seats[0].hand) == 3  # a squeaker is no deer


def test_ruling_18_the_red_fox_counts_hares_at_that_moment() -> None:
    p = pos(
        tree("birch", left=["european_hare@birch", "european_hare@oak"]),
        "oak",
        hand=["red_fox/wolf", "oak", "oak"],
        deck=["beech"] * 4,
    )
    assert len(after(p, "play red_fox on 2 left pay oak, oak with effect").seats[0].hand) == 2


def test_ruling_18_the_bear_takes_its_own_payment_then_its_bonus() -> None:
    clearing = ["birch", "birch", "beech", "beech", "linden", "linden", "sycamore", "sycamore"]
    hand = ["beech_marten/brown_bear", "horse_chestnut", "horse_chestnut", "horse_chestnut"]
    p = pos("oak", hand=hand, clearing=clearing, deck=["silver_fir"], opponents=[{}])
    head = "play brown_bear on 1 right pay horse_chestnut, horse_chestnut, horse_chestnut"
    q = after(p, head + " with effect")
    assert q.seats[0].cave == 11 and q.clearing == () and points(q)["cave"] == 11
    assert len(GAME.write(q)["gone"]) == 11


def test_ruling_18_the_bears_bonus_comes_after_its_effect() -> None:
    hand = ["beech_marten/brown_bear", "horse_chestnut", "horse_chestnut", "horse_chestnut"]
    p = pos("birch", hand=hand, deck=["silver_fir"], opponents=[{}])
    head = "play brown_bear on 1 right pay horse_chestnut, horse_chestnut, horse_chestnut"
    q = after(p, head + " with effect + bonus")
    assert q.turn == 0 and len(q.seats[0].hand) == 1 and q.seats[0].cave == 3
    q = after(p, head + " with bonus")
    assert q.turn == 0 and q.seats[0].cave == 0 and len(q.clearing) == 3
    refused(p, head + " with bonus + effect", "7")


def test_ruling_18_the_raccoon_puts_cards_under_the_cave_then_draws_as_many() -> None:
    hand = ["lynx/raccoon", "oak", "oak", "birch", "linden"]
    p = pos("oak", hand=hand, deck=["beech", "sycamore", "beech"])
    found = doc(p, "play raccoon on 1 right pay linden with cave: oak, birch")
    assert found["cave"] == 2 and found["hand"] == ["beech", "oak", "sycamore"]
    assert sorted(found["gone"]) == ["birch", "oak"]
    assert doc(p, "play raccoon on 1 right pay linden")["cave"] == 0


def test_ruling_19_payments_go_down_together_and_flips_come_after() -> None:
    hand = [*MOLE_HAND, "beech", "sycamore", "birch"]
    p = pos("birch", hand=hand, deck=["horse_chestnut", "silver_fir", "douglas_fir"])
    q = after(
        p, "play mole on 1 bottom pay linden, oak with mole: {beech pay sycamore} {birch} ..."
    )
    assert GAME.write(q)["clearing"] == ["linden", "oak", "sycamore"]  # nothing flipped yet
    q = after(q, "skip ...")
    assert GAME.write(q)["clearing"] == [
        "horse_chestnut",
        "linden",
        "oak",
        "silver_fir",
        "sycamore",
    ]
    assert "effect" in texts(q)
    q = after(q, "effect")
    assert GAME.write(q)["hand"] == ["douglas_fir"]


def test_ruling_19_each_payment_earns_its_own_bonus() -> None:
    hand = [*MOLE_HAND, "oak", "douglas_fir", "douglas_fir", "douglas_fir", "birch", "sycamore"]
    p = pos("birch", hand=hand, deck=["beech"] * 4, opponents=[{}])
    head = "play mole on 1 bottom pay linden, oak with mole: "
    q = after(
        p, head + "{douglas_fir pay douglas_fir, douglas_fir with bonus} {oak pay birch, sycamore}"
    )
    assert q.turn == 0
    mixed = "{douglas_fir pay douglas_fir, birch with bonus}"
    refused(p, head + mixed, "11")


def test_ruling_19_a_later_entry_may_use_a_tree_of_the_list() -> None:
    hand = [*MOLE_HAND, "birch", "lynx/raccoon", "sycamore"]
    p = pos("birch", hand=hand, deck=["beech"] * 4)
    head = "play mole on 1 bottom pay linden, oak with mole: "
    q = after(p, head + "{birch} {lynx on 2 left pay sycamore}")
    assert len(q.seats[0].trees[1].slots[1]) == 1
    refused(p, head + "{lynx on 2 left pay sycamore} {birch}", "14")


def test_ruling_19_cards_drawn_now_are_not_for_this_mole() -> None:
    hand = [*MOLE_HAND, "birch"]
    p = pos("birch", hand=hand, deck=["beech", "silver_fir"])
    head = "play mole on 1 bottom pay linden, oak with mole: "
    refused(p, head + "{birch with effect} {sapling using silver_fir}", "6")


def test_ruling_19_an_entrys_free_placement_may_use_cards_drawn_by_an_earlier_entry() -> None:
    hand = [*MOLE_HAND, "birch", "silver_fir", "silver_fir", "silver_fir"]
    p = pos("birch", hand=hand, deck=["beech", "sycamore", "red_squirrel/fireflies"])
    q = after(
        p,
        "play mole on 1 bottom pay linden, oak with mole: {birch with effect} "
        "{silver_fir pay silver_fir, silver_fir with free: red_squirrel on 2 top}",
    )
    assert q.seats[0].hand == () and len(q.seats[0].trees[1].slots[0]) == 1


def test_ruling_19_values_are_read_when_a_card_is_carried_out() -> None:
    """A Wolf before a Deer in the list counts it: both already lie in the forest."""
    hand = [*MOLE_HAND, "wolf/gnat", "beech", "beech", "beech", "red_deer/fallow_deer"]
    p = pos("birch", hand=[*hand, "birch", "birch"], deck=["sycamore"] * 3)
    q = after(
        p,
        "play mole on 1 bottom pay linden, oak with mole: "
        "{wolf on 1 left pay beech, beech, beech with effect} "
        "{fallow_deer on 1 right pay birch, birch}",
    )
    assert len(q.seats[0].hand) == 1


def test_ruling_19_a_second_mole_runs_at_its_place() -> None:
    hand = [*MOLE_HAND, "large_tortoiseshell/mole@sycamore", "birch", "birch", "beech", "sycamore"]
    p = pos("birch", "oak", hand=hand, deck=["douglas_fir", "silver_fir", "silver_fir", "oak"])
    q = after(
        p,
        "play mole@sycamore on 1 bottom pay linden, oak with mole: {birch with effect} "
        "{mole on 2 bottom pay beech, sycamore with mole: {sapling using silver_fir}} "
        "{birch}",
    )
    # the first Birch drew the Silver Fir before the second Mole played it
    assert [t.species for t in q.seats[0].trees].count(57) == 1
    assert len(q.seats[0].trees) == 5


def test_ruling_19_one_clearing_check_and_extra_turns_counted() -> None:
    clearing = ["birch", "birch", "beech", "beech", "linden", "linden", "sycamore"]
    hand = [*MOLE_HAND, "eurasian_jay/fireflies", "horse_chestnut", "birch"]
    p = pos("birch", hand=hand, clearing=clearing, deck=["beech"] * 2, opponents=[{}])
    q = after(
        p,
        "play mole on 1 bottom pay linden, oak with mole: "
        "{eurasian_jay on 1 top pay horse_chestnut with effect}",
    )
    assert q.clearing == () and q.turn == 0 and q.extra_turns == 0


def test_ruling_19_mushroom_draws_of_the_mole_come_first() -> None:
    p = pos(
        tree("birch", bottom="fly_agaric@oak"),
        "birch",
        hand=MOLE_HAND,
        deck=["beech", "sycamore"],
    )
    head = "play mole on 2 bottom pay linden, oak with mushroom 1 + mole: "
    q = after(p, head + "{sapling using beech}")
    assert len(q.seats[0].trees) == 3
