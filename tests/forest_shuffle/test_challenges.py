"""Ruling 26: challenges with known cards."""

from __future__ import annotations

import pytest
from fs_support import after, pos, refused, texts, tree

from leafwise.puzzles.core.errors import BadPosition
from leafwise.puzzles.forest_shuffle.game import GAME


def test_ruling_26_turns_counts_regular_turns_and_extra_turns_come_on_top() -> None:
    p = pos(hand=["oak", "oak", "oak", "birch", "birch"], deck=["linden"] * 4, turns=1)
    p = after(p, "play oak pay oak, oak with bonus")
    assert GAME.turn(p).kind == "decide" and p.turns == 1
    p = after(p, "play birch")
    assert p.turns == 0 and GAME.turn(p).kind == "over" and texts(p) == ()


def test_ruling_26_the_third_winter_ends_a_challenge_at_once() -> None:
    p = pos(hand=["birch"], deck=["winter"], winters=2, turns=5)
    assert GAME.turn(after(p, "play birch")).kind == "over"


def test_ruling_26_an_empty_deck_gives_nothing() -> None:
    p = pos(hand=["birch", "beech", "oak"], deck=[], clearing=["linden"], turns=5)
    assert "draw deck" not in texts(p)
    refused(p, "draw deck", "26")
    p = after(p, "play birch with effect")
    assert GAME.write(p)["hand"] == ["beech", "oak"] and GAME.write(p)["clearing"] == ["linden"]


def test_ruling_26_a_draw_action_ends_when_nothing_is_left_to_take() -> None:
    p = pos("oak", deck=[], clearing=["linden"], turns=5)
    p = after(p, "draw linden")
    assert p.turns == 4 and p.drawn == 0


def test_ruling_26_who_can_do_nothing_ends_the_challenge() -> None:
    p = pos("oak", deck=[], turns=5)
    assert GAME.turn(p).kind == "over" and GAME.actions(p) == ()


def test_ruling_26_only_the_owner_plays() -> None:
    p = pos(hand=["birch", "birch"], deck=["oak"] * 3, turns=3, opponents=[{"trees": 3}])
    p = after(p, "play birch", "play birch")
    assert p.turn == 0 and p.turns == 1


def test_ruling_26_a_hand_may_exceed_ten_and_then_does_not_draw() -> None:
    hand = ["birch"] * 8 + ["beech"] * 4
    p = pos(hand=hand, deck=["oak"] * 3, turns=3)
    assert "draw deck" not in texts(p)
    q = after(p, "play birch with effect")
    assert len(q.seats[0].hand) == 11
    with pytest.raises(BadPosition):
        pos(hand=hand)


def test_ruling_26_cards_do_not_occur_more_often_than_the_deck_holds_them() -> None:
    with pytest.raises(BadPosition) as error:
        pos(*["oak"] * 5, hand=["oak"] * 3)
    assert error.value.faults()[0].rule == "forest_shuffle 26"
    # two halves of one card cannot both be seen
    with pytest.raises(BadPosition):
        pos(tree("oak", left="european_fat_dormouse@beech", right="barbastelle_bat@oak"))


def test_ruling_26_any_deck_size_may_stand_beside_any_winters() -> None:
    assert pos("oak", deck=5, winters=0).deck_size() == 5
    assert pos("oak", deck=100, winters=2, opponents=[{}]).winters == 2
