"""Rulings 1 to 9: set-up, draws, winter, the order of a turn, extra turns, clearing."""

from __future__ import annotations

import pytest
from fs_support import after, doc, pos, texts, tree

from leafwise.puzzles.core.errors import BadPosition, IllegalMove
from leafwise.puzzles.forest_shuffle.data import CARDS, REMOVED, WINTER
from leafwise.puzzles.forest_shuffle.game import GAME

NINE = ["birch", "birch", "birch", "oak", "oak", "linden", "linden", "sycamore", "sycamore"]


@pytest.mark.parametrize(("players", "removed"), [(2, 30), (3, 20), (4, 10), (5, 0)])
def test_ruling_1_deck_and_winter_pile(players: int, removed: int) -> None:
    p = GAME.new({"players": str(players), "deck": "listed", "mulligan": "no"}, 11)
    deck = p.deck
    assert isinstance(deck, tuple)
    assert len(deck) == 158 - removed + 3 - 6 * players
    assert [len(player.hand) for player in p.seats] == [6] * players
    pile = (158 - removed) // 3 + 3
    assert next(n for n, card in enumerate(deck) if card == WINTER) == len(deck) - pile
    assert deck.count(WINTER) == 3
    assert REMOVED[players] == removed


def test_ruling_1_hidden_deal_is_what_the_owner_sees() -> None:
    shown = GAME.write(GAME.new({"players": "3"}, 4))
    listed = GAME.write(GAME.new({"players": "3", "deck": "listed"}, 4))
    assert shown["hand"] == listed["hand"]
    assert shown["deck"] == len(listed["deck"])
    assert [o["hand"] for o in shown["opponents"]] == [6, 6]


def treeless(seed: int) -> bool:
    hand = GAME.new({"mulligan": "no"}, seed).seats[0].hand
    return all(CARDS[card].tree < 0 for card in hand)


def test_ruling_2_mulligan_replaces_a_hand_without_a_tree_once() -> None:
    seed = next(seed for seed in range(500) if treeless(seed))
    kept = GAME.new({"mulligan": "no"}, seed)
    new = GAME.new({"mulligan": "yes"}, seed)
    assert new.gone == kept.seats[0].hand  # removed from the game, known to its owner
    assert new.seats[0].hand != kept.seats[0].hand
    assert len(new.seats[0].hand) == 6
    assert (new.deck_size() or 0) <= (kept.deck_size() or 0) - 6


def test_ruling_2_a_hand_with_a_tree_stays() -> None:
    seed = next(seed for seed in range(500) if not treeless(seed))
    assert GAME.new({"mulligan": "no"}, seed).seats[0] == GAME.new({}, seed).seats[0]


def test_ruling_3_two_draws_the_second_after_seeing_the_first_and_compulsory() -> None:
    p = pos("oak", hand=["birch"], deck=["beech", "linden"], clearing=["sycamore"])
    p = after(p, "draw deck")
    assert p.drawn == 1
    assert texts(p) == ("draw deck", "draw sycamore")
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, "play birch")
    assert error.value.rule == "forest_shuffle 3"
    p = after(p, "draw sycamore")
    assert GAME.write(p)["hand"] == ["beech", "birch", "sycamore"]
    assert p.drawn == 0 and p.clearing == ()


def test_ruling_3_the_draw_action_stops_at_10_cards() -> None:
    p = pos("oak", hand=NINE, deck=["beech", "linden"], players=2, opponents=[{"hand": []}])
    p = after(p, "draw deck")
    assert len(p.seats[0].hand) == 10
    assert p.turn == 1 and p.drawn == 0


def test_ruling_3_at_10_cards_there_is_no_draw_action() -> None:
    p = pos("oak", hand=[*NINE, "beech"], deck=["beech"], clearing=["linden"])
    assert not any(text.startswith("draw") for text in texts(p))
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, "draw deck")
    assert error.value.rule == "forest_shuffle 3"


def test_ruling_3_draws_by_card_text_are_from_the_deck() -> None:
    p = pos(hand=["birch"], deck=["oak", "beech"], clearing=["linden"])
    found = doc(p, "play birch with effect")
    assert found["hand"] == ["beech"]
    assert found["clearing"] == ["linden", "oak"]


def test_ruling_4_the_limit_is_checked_before_each_card_of_a_draw() -> None:
    hand = ["tawny_owl/stag_beetle", "beech", "beech", *NINE[:8]][:11]
    p = pos("oak", hand=hand[:10], deck=["linden", "linden", "linden", "birch"])
    p = after(p, "play tawny_owl on 1 top pay beech, beech with effect + bonus")
    assert len(p.seats[0].hand) == 10  # 7 left after play and payment, all three fit
    hand = ["tawny_owl/stag_beetle", "beech", "beech", *NINE]
    p = pos("oak", hand=hand, deck=["linden"] * 4, turns=3)  # a challenge may hold more
    p = after(p, "play tawny_owl on 1 top pay beech, beech with effect + bonus")
    assert len(p.seats[0].hand) == 10  # 9 left: one fits, the rest is lost
    assert p.deck_size() == 3


def test_ruling_4_the_limit_counts_after_card_and_payment_have_left() -> None:
    hand = [*NINE, "eurasian_jay/tree_ferns@birch"]
    p = pos("oak", hand=hand, deck=["linden"])
    p = after(p, "play tree_ferns on 1 bottom pay birch with effect")
    assert len(p.seats[0].hand) == 9


def test_ruling_5_a_winter_card_uses_up_no_draw() -> None:
    p = pos("oak", hand=["birch"], deck=["winter", "beech", "oak", "linden"])
    p = after(p, "draw deck")
    assert p.winters == 1 and p.drawn == 1
    assert GAME.write(p)["hand"] == ["beech", "birch"]


def test_ruling_5_the_third_winter_ends_the_game_at_that_instant() -> None:
    clearing = ["birch", "birch", "oak", "oak", "linden", "linden", "sycamore", "sycamore"]
    p = pos(
        hand=["beech", "horse_chestnut", "birch"],
        clearing=clearing,
        deck=["winter", "winter", "oak"],
        winters=1,
        extra_turns=2,
        opponents=[{}],
    )
    p = after(p, "play beech pay horse_chestnut")
    assert GAME.turn(p).kind == "over"
    found = GAME.write(p)
    assert found["turn"] == "over" and found["winters"] == 3
    assert found["extra_turns"] == 2 and found["drawn"] == 0
    assert found["forest"] == [{"tree": "beech"}]  # the tree whose flip revealed it counts
    assert found["hand"] == ["birch"]  # no effect was carried out
    assert len(found["clearing"]) == 9
    assert texts(p) == ()


def test_ruling_5_no_clearing_check_after_the_third_winter() -> None:
    clearing = ["birch", "birch", "oak", "oak", "linden", "linden", "sycamore", "sycamore", "oak"]
    p = pos(hand=["beech", "horse_chestnut"], clearing=clearing, deck=["winter"], winters=2)
    assert len(after(p, "play beech pay horse_chestnut").clearing) == 10


def test_ruling_5_drawn_stays_as_it_was_before_the_move() -> None:
    p = pos("oak", hand=["birch"], deck=["winter"], winters=2, drawn=1)
    assert GAME.write(after(p, "draw deck"))["drawn"] == 1
    p = pos("oak", hand=["birch"], deck=["winter"], winters=2)
    assert GAME.write(after(p, "draw deck"))["drawn"] == 0


def test_ruling_5_nothing_more_can_be_named_after_the_third_winter() -> None:
    p = pos(hand=["beech", "horse_chestnut"], deck=["winter"], winters=2)
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, "play beech pay horse_chestnut with effect")
    assert error.value.rule == "forest_shuffle 5"


def test_ruling_6_flip_before_mushrooms_before_effect_before_bonus() -> None:
    p = pos(
        tree("oak", bottom="chanterelle@birch"),
        hand=["tawny_owl/stag_beetle", "beech", "birch", "linden"],
        deck=["sycamore", "silver_fir", "douglas_fir", "oak"],
    )
    q = after(p, "play beech pay linden with mushroom 1 + effect")
    assert GAME.write(q)["clearing"] == ["linden", "sycamore"]  # the top card was flipped first
    assert "silver_fir" in GAME.write(q)["hand"] and "douglas_fir" in GAME.write(q)["hand"]


def test_ruling_6_order_of_items_is_fixed() -> None:
    p = pos("oak", hand=["tawny_owl/stag_beetle", "beech", "beech"], deck=["linden"] * 4)
    with pytest.raises(IllegalMove):
        GAME.parse(p, "play tawny_owl on 1 top pay beech, beech with bonus + effect")


def test_ruling_7_effect_and_bonus_are_each_optional() -> None:
    p = pos("oak", hand=["tawny_owl/stag_beetle", "beech", "beech"], deck=["linden"] * 4)
    head = "play tawny_owl on 1 top pay beech, beech"
    drawn = {
        text: len(after(p, head + text).seats[0].hand)
        for text in ("", " with effect", " with bonus", " with effect + bonus")
    }
    assert list(drawn.values()) == [0, 1, 2, 3]


def test_ruling_7_the_bears_bonus_is_taken_or_declined_as_a_whole() -> None:
    hand = ["beech_marten/brown_bear", "horse_chestnut", "horse_chestnut", "horse_chestnut"]
    p = pos("oak", hand=hand, deck=["linden"] * 4, opponents=[{}])
    head = "play brown_bear on 1 right pay horse_chestnut, horse_chestnut, horse_chestnut"
    q = after(p, head + " with bonus")
    assert q.turn == 0 and len(q.seats[0].hand) == 1  # the draw and the extra turn
    q = after(p, head)
    assert q.turn == 1 and q.seats[0].hand == ()
    with pytest.raises(IllegalMove):
        GAME.parse(p, head + " with bonus + bonus")


def test_ruling_7_naming_a_draw_that_yields_nothing_is_legal() -> None:
    p = pos("oak", hand=["wolf/gnat", "birch", "beech", "linden"], deck=["linden"])
    q = after(p, "play wolf on 1 left pay birch, beech, linden with effect")
    assert q.seats[0].hand == () and q.deck_size() == 1


def test_ruling_7_naming_an_unearned_bonus_is_illegal() -> None:
    p = pos(hand=["oak", "birch", "beech"], deck=["linden"])
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, "play oak pay birch, beech with bonus")
    assert error.value.rule == "forest_shuffle 11"


def test_ruling_8_extra_turns_count_up_and_are_taken_after_the_turn() -> None:
    two = [{"hand": []}]
    p = pos(
        hand=["oak", "oak", "oak", "birch"], deck=["linden", "beech"], opponents=two, extra_turns=1
    )
    p = after(p, "play oak pay oak, oak with bonus")
    assert p.turn == 0 and p.extra_turns == 1  # one granted, one owed, one begun
    p = after(p, "play birch")
    assert p.turn == 0 and p.extra_turns == 0
    p = after(p, "draw linden", "draw oak")
    assert p.turn == 1


def test_ruling_8_owed_also_when_a_draw_action_stopped_at_10() -> None:
    p = pos("oak", hand=NINE, deck=["beech", "linden"], extra_turns=1, opponents=[{}])
    p = after(p, "draw deck")
    assert p.turn == 0 and p.extra_turns == 0 and p.drawn == 0


def test_ruling_8_an_extra_turn_is_a_later_turn() -> None:
    """A mushroom played in one turn is active in the extra turn after it."""
    p = pos(
        "oak",
        hand=["peacock_butterfly/chanterelle", "oak", "birch", "linden"],
        deck=["beech", "sycamore", "silver_fir"],
        extra_turns=1,
        opponents=[{}],
    )
    p = after(p, "play chanterelle on 1 bottom pay oak, linden")
    assert p.turn == 0
    assert "sycamore" in doc(p, "play birch with mushroom 1")["hand"]


def test_ruling_9_ten_cards_are_removed_at_the_end_of_a_play() -> None:
    clearing = ["birch", "birch", "oak", "oak", "linden", "linden", "sycamore", "sycamore"]
    p = pos(hand=["beech", "horse_chestnut"], clearing=clearing, deck=["silver_fir"])
    q = after(p, "play beech pay horse_chestnut")
    assert q.clearing == ()
    assert sorted(GAME.write(q)["gone"]) == sorted([*clearing, "horse_chestnut", "silver_fir"])


def test_ruling_9_nine_cards_stay_and_draws_check_nothing() -> None:
    clearing = ["birch", "birch", "oak", "oak", "linden", "linden", "sycamore"]
    p = pos(hand=["beech", "horse_chestnut"], clearing=clearing, deck=["silver_fir"])
    assert len(after(p, "play beech pay horse_chestnut").clearing) == 9


def test_ruling_9_before_an_extra_turn() -> None:
    clearing = ["birch", "birch", "beech", "beech", "linden", "linden", "sycamore", "sycamore"]
    hand = ["oak", "oak", "oak"]
    p = pos(hand=hand, clearing=clearing, deck=["silver_fir"], opponents=[{}])
    p = after(p, "play oak pay oak, oak with bonus")
    assert p.turn == 0 and p.clearing == ()


def test_ruling_9_during_the_turn_the_clearing_may_hold_more() -> None:
    clearing = ["birch", "birch", "beech", "beech", "linden", "linden", "sycamore", "sycamore"]
    hand = ["beech_marten/brown_bear", "oak", "oak", "oak"]
    p = pos("oak", hand=hand, clearing=clearing, deck=["silver_fir"])
    p = after(p, "play brown_bear on 1 right pay oak, oak, oak ...")
    assert len(p.clearing) == 11
    assert after(p, "effect").seats[0].cave == 11


def test_ruling_9_a_file_with_ten_cards_between_turns_is_impossible() -> None:
    with pytest.raises(BadPosition) as error:
        pos("oak", clearing=["birch"] * 10)
    assert error.value.faults()[0].rule == "forest_shuffle 9"
