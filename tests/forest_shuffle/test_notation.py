"""Moves as text: names of halves and cards, unfinished plays, reveals, errors."""

from __future__ import annotations

import pytest
from fs_support import MOLE_HAND, after, pos, refused, texts, tree

from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position


def canonical(p: Position, text: str) -> str:
    line = GAME.parse(p, text)
    written = GAME.format(p, line)
    assert GAME.parse(p, written) == line
    return written


def test_the_at_sign_is_needed_only_where_hand_cards_differ() -> None:
    p = pos("oak", hand=["bullfinch/hedgehog", "peacock_butterfly/hedgehog", "birch"])
    with pytest.raises(BadMove) as error:
        GAME.parse(p, "play hedgehog on 1 bottom pay birch")
    assert "hedgehog@beech, hedgehog@oak" in error.value.allowed
    assert "play hedgehog@oak on 1 bottom" in texts(p)
    p = pos("oak", hand=["bullfinch/hedgehog", "birch"])
    assert canonical(p, "play hedgehog@beech on 1 bottom pay birch") == (
        "play hedgehog on 1 bottom pay birch"
    )


def test_from_is_needed_only_where_several_cards_show_the_half() -> None:
    hand = ["european_hare/beech_marten", "european_hare/red_deer@birch"]
    p = pos("oak", hand=hand)
    with pytest.raises(BadMove) as error:
        GAME.parse(p, "play european_hare on 1 left")
    assert "from european_hare/beech_marten" in error.value.allowed
    text = "play european_hare from european_hare/beech_marten on 1 left"
    assert canonical(p, text) == text
    assert texts(p).count("play european_hare on 1 left") == 1  # listed once, never with from


def test_a_card_name_that_fits_two_cards_lists_both_spellings() -> None:
    with pytest.raises(BadMove) as error:
        GAME.parse(
            pos("oak", hand=["birch"]), "play sapling using silver_washed_fritillary/blackberries"
        )
    assert "blackberries@beech" in error.value.allowed
    assert "blackberries@silver_fir" in error.value.allowed


def test_payment_and_cave_cards_are_sorted() -> None:
    p = pos("oak", hand=["lynx/raccoon", "oak", "birch", "linden"], deck=["beech"] * 3)
    text = "play raccoon on 1 right pay oak with cave: linden, birch"
    assert canonical(p, text) == "play raccoon on 1 right pay oak with cave: birch, linden"


def test_quick_names_in_moves() -> None:
    p = pos("oak", hand=["lynx/raccoon", "Linde"], deck=["beech"] * 3)
    assert canonical(p, "play Waschb\u00e4r on 1 r pay lime") == (
        "play raccoon on 1 right pay linden"
    )


def test_unfinished_play_stops_and_goes_on() -> None:
    p = pos(
        tree("birch", bottom="chanterelle@birch"),
        hand=["silver_fir", "silver_fir", "silver_fir", "lynx/raccoon"],
        deck=["beech", "red_squirrel/fireflies", "oak"],
    )
    q = after(p, "play silver_fir pay silver_fir, silver_fir with mushroom 1 ...")
    assert GAME.write(q)["pending"] == ["free pawed"]
    assert texts(q) == (
        "done",
        "free: lynx on 1 left",
        "free: lynx on 2 left",
        "free: raccoon on 1 right",
        "free: raccoon on 2 right",
        "free: red_squirrel on 1 top",
        "free: red_squirrel on 2 top",
    )
    assert after(q, "free: red_squirrel on 2 top").pending == ()
    assert after(q, "done").pending == ()


def test_every_step_of_a_play_can_be_saved_and_told() -> None:
    """Play a rich turn action by action: each has a text, each position a file."""
    hand = [*MOLE_HAND, "beech", "sycamore", "birch", "lynx/raccoon", "silver_fir"]
    p = pos(tree("birch"), "oak", hand=hand, deck=["horse_chestnut", "silver_fir", "douglas_fir"])
    move = (
        "play mole on 1 bottom pay linden, oak with mole: {beech pay sycamore with effect} "
        "{raccoon on 1 right pay silver_fir with cave: birch}"
    )
    line = GAME.parse(p, move)
    assert GAME.format(p, line) == move
    for n, action in enumerate(line):
        text = GAME.format(p, (action,))
        assert GAME.parse(p, text) == (action,)
        rest = GAME.format(p, line[n:])
        assert GAME.parse(p, rest) == line[n:]
        p = GAME.apply(p, action)
        assert GAME.read(GAME.write(p)) == p


def test_several_moves_are_joined_by_semicolons() -> None:
    p = pos(hand=["birch"], deck=["oak", "beech", "linden", "linden"])
    line = GAME.parse(p, "play birch; draw oak; draw deck")
    assert GAME.format(p, line) == "play birch; draw oak; draw deck"


def test_everything_that_needs_no_choice() -> None:
    p = pos(hand=["birch"], deck=["oak", "beech"])
    assert canonical(p, "play birch!") == "play birch with effect"


def test_unknown_deck_wants_what_was_turned_up() -> None:
    p = pos(hand=["birch"], deck=74, opponents=[{}])
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, "play birch with effect")
    assert "=>" in error.value.reason
    text = "play birch with effect => linden, winter, oak"
    assert canonical(p, text) == text
    q = after(p, text)
    found = GAME.write(q)
    assert (found["deck"], found["winters"]) == (71, 1)
    assert found["hand"] == ["oak"] and found["clearing"] == ["linden"]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("plya oak", "play oak"),
        ("drwa deck", "draw deck"),
        ("play birch with efect", "effect"),
        ("draw dekc", "deck"),
        ("play", None),
        ("foo bar", None),
    ],
)
def test_a_mistyped_word_of_the_notation_is_found(text: str, near: str | None) -> None:
    with pytest.raises(BadMove) as error:
        GAME.parse(pos(hand=["birch"], deck=74, opponents=[{}]), text)
    assert error.value.nearest == near


def test_more_cards_than_were_turned_up_are_refused() -> None:
    p = pos(hand=["birch"], deck=74, opponents=[{}])
    refused(p, "play birch => linden, oak", "3")


def test_a_listed_deck_checks_what_is_told() -> None:
    p = pos(hand=["birch"], deck=["linden", "oak"])
    assert after(p, "play birch with effect => linden, oak").pending == ()
    refused(p, "play birch with effect => oak, linden", "3")


def test_a_seed_answers_through_a_world() -> None:
    p = pos(hand=["birch"], deck=74, opponents=[{}])
    world = GAME.world(p, 0, 3)
    q = GAME.view(after_world(world, "play birch with effect"), 0)
    assert q.deck_size() == 72 and len(q.seats[0].hand) == 1


def after_world(p: Position, text: str) -> Position:
    for action in GAME.parse(p, text):
        p = GAME.apply(p, action)
    return p


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plax oak",
        "play",
        "draw",
        "play oak with",
        "play oak with foo",
        "play lynx on 2",
        "play lynx on left 2",
        "play mole on 1 bottom with mole: birch",
        "play mole on 1 bottom with mole: {birch",
        "play oak => ",
        "play lynx/raccoon",
        "play oak pay oak with mushroom x",
        "draw foo",
        "; ;",
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.parse(pos("oak", hand=["oak", "lynx/raccoon"], deck=["birch"] * 3), text)


def test_an_illegal_move_names_move_and_rule() -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.parse(pos("oak", hand=["lynx/raccoon", "birch"]), "play lynx on 7 left pay birch")
    assert error.value.rule == "forest_shuffle 14"
    assert "no tree 7" in error.value.reason and error.value.move
