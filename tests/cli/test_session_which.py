"""Which card, which tree: what a half of a card or a play without its place is asked back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_support import Leafwise, Run

FOREST = """format = 1
game = "forest-shuffle"
players = 2
deck = {deck}
clearing = ["oak", "linden"]
hand = ["birch", "beech", "brown_bear/raccoon", "oak", "linden", "linden"]
[[forest]]
tree = "linden"
[[forest]]
tree = "birch"
[[opponents]]
hand = 7
trees = 4
"""
Typed = Callable[..., str]


@pytest.fixture
def typed(leafwise: Leafwise, tmp_path: Path) -> Typed:
    """``typed("birch", deck=60)``: all that the session says to these lines."""

    def call(*lines: str, deck: int = 60) -> str:
        path = tmp_path / "game.toml"
        path.write_text(FOREST.format(deck=deck))
        ran: Run = leafwise("session", path, "-q", stdin="\n".join(lines) + "\n")
        assert ran.status == 0 and "internal error" not in ran.out, ran.out
        return ran.out

    return call


@pytest.mark.parametrize(
    ("half", "cards"),
    [
        ("gnat", "european_badger/gnat, gnat/violet_carpenter_bee, wolf/gnat"),
        ("gosh", "goshawk/common_toad, goshawk/hedgehog, goshawk/moss, goshawk/wood_ant"),
        ("brown bear", "beech_marten/brown_bear, red_deer/brown_bear"),
    ],
)
def test_a_half_that_several_unseen_cards_carry_is_asked_about(
    half: str, cards: str, typed: Typed
) -> None:
    out = typed("draw deck", half)
    asked = out.partition("which one: ")[2].splitlines()[0].split(", ")
    assert set(cards.split(", ")) <= set(asked) and "me: =>" not in out
    assert "brown_bear/raccoon" not in asked  # it lies in the hand


def test_the_end_of_a_name_is_no_beginning_of_a_tree(typed: Typed) -> None:
    out = typed("draw deck", "bee")
    assert "which one: gnat/violet_carpenter_bee" in out and "=> beech" not in out
    assert "me: => beech" in typed("draw deck", "beec")


def test_a_half_that_is_understood_is_not_taken_for_a_slip_in_a_command(typed: Typed) -> None:
    out = typed("draw deck", "moss")
    assert "which one: goshawk/moss" in out and "did you mean" not in out


def test_a_card_named_in_full_is_taken(typed: Typed) -> None:
    assert "me: => wolf/gnat" in typed("draw deck", "wolf/gnat")


def test_ruling_1_a_first_winter_card_lies_in_the_bottom_part_only(typed: Typed) -> None:
    out = typed("draw deck", "winter")
    assert "no winter card can come yet: the deck has 60 cards" in out
    assert "its last 45" in out and "'set deck = 45'" in out and "=> winter" not in out
    assert "me: => winter" in typed("draw deck", "winter", deck=45)
    assert "no winter card can come yet" in typed("draw deck => winter", deck=46)
    assert "no winter card can come yet" not in typed("draw deck => winter", deck=45)


def test_ruling_1_a_first_winter_card_may_come_behind_those_told_before_it(typed: Typed) -> None:
    play = "play birch => oak, winter"
    assert "no winter card can come yet" in typed(play, deck=60)
    assert "no winter card can come yet" not in typed(play, deck=46)


def test_a_half_played_without_its_place_is_asked_for_the_tree(typed: Typed) -> None:
    out = typed("play brown bear pay linden, linden, oak")
    assert "which tree: 'play brown_bear on N left'; N from 1 to 2" in out
    assert "a whole card" not in out
    out = typed("play brown_bear/raccoon pay linden, linden, oak")
    assert "'play brown_bear on N left from brown_bear/raccoon'" in out
    assert "'play raccoon on N right from brown_bear/raccoon'" in out
    assert "no card of your hand carries lynx" in typed("play lynx pay oak")


def test_a_half_to_be_drawn_is_looked_for_in_the_clearing_only(typed: Typed) -> None:
    out = typed("draw gnat; draw deck")
    assert "no card of the clearing carries gnat: linden, oak lie there" in out
    assert "wolf/gnat" not in out
    out = typed("set clearing = wolf/gnat, european_badger/gnat, oak", "draw gnat")
    assert "european_badger/gnat" in out.splitlines()[-3] and "violet" not in out


def test_a_card_of_the_deck_has_to_be_told_before_the_second_draw(typed: Typed) -> None:
    out = typed("draw deck; draw badger")
    assert "type 'draw deck', then the card you drew, then 'draw badger'" in out


def test_the_halves_of_a_card_may_be_named_in_either_order(typed: Typed) -> None:
    assert "hand 1: goshawk/moss" in typed("set hand = moss/goshawk")


def test_ruling_26_a_card_that_cannot_come_is_named_with_the_places_of_its_copies(
    typed: Typed,
) -> None:
    out = typed("draw deck", "brown_bear/raccoon")
    assert "the only brown_bear/raccoon lies elsewhere: 1 in your hand" in out


def test_a_payment_is_counted_in_words(typed: Typed) -> None:
    assert "no payment, not 1 card" in typed("play birch pay oak")


def test_a_half_drawn_by_an_effect_is_asked_about_as_well(typed: Typed) -> None:
    out = typed("play birch", "oak", "gnat", "effect => wolf/gnat")
    assert "which one: european_badger/gnat, gnat/violet_carpenter_bee, wolf/gnat" in out
    assert "me: effect => wolf/gnat" in out


def test_a_half_that_an_opponent_plays_without_its_place_is_asked_for_it(typed: Typed) -> None:
    out = typed("set turn = opponent 1", "play gnat pay oak")
    assert "which tree: 'play gnat on N left' or 'play gnat on N right'" in out


def test_ruling_3_the_joker_is_never_used_unless_it_is_said(
    leafwise: Leafwise, tmp_path: Path
) -> None:
    """An area that only the joker makes may be a slip; its use is a choice, once a sheet."""
    path = tmp_path / "sheet.toml"
    head = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\nroll = "2c 3"\n'

    def session(typed: str) -> str:
        path.write_text(head)
        return leafwise("session", path, "-q", stdin=f"{typed}\nrecord\n").out

    for typed in ("a2:c5 butterfly", "a2:c5 butt", "A2:C5 butterfly"):
        out = session(typed)
        assert "only with the joker, which is used once: add joker=4" in out
        assert "did you mean 'a2:c5 butterfly joker=4'?" in out
        assert "nothing yet" in out
    for typed in ("a2:c5 butterfly joker=4", "a2:c5 butterfly joker = 4", "a2:c5 butterfly joker"):
        assert "1  a2:c5 butterfly joker=4" in session(typed)
    path.write_text(head)
    run = leafwise("play", path, "a2:c5 butterfly")
    assert (run.status, run.out) == (1, "")
    assert "the roll asks for 2 x 3; its size fits with joker=4" in run.err
    spent = head + 'joker = "used"\nareas = ["c5:d5 tree"]\n'
    used = leafwise("play", "-", "c6:f8 tree", stdin=spent)
    assert used.err.endswith("the roll asks for 2 x 3\n")
