"""Moves as text, implied steps, challenges and worlds."""

from __future__ import annotations

import pytest
from rustling_leaves.support import after, refused, sheet

from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.rustling_leaves.actions import Draw, Misthrow, Roll, StayIn
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.notation import corners_of, dice_of
from leafwise.puzzles.rustling_leaves.position import sampled_dice


def test_any_two_opposite_corners_are_read_and_the_upper_left_is_written_first() -> None:
    assert {corners_of(text) for text in ("b5:d6", "d6:b5", "b6:d5", "d5:b6")} == {(4, 1, 5, 3)}
    p = sheet("spring", 2, roll="2 3")
    for text in ("c5:e6 tree", "e6:c5 tree", "c6:e5 tree", "  E5:C6   Tree "):
        assert GAME.format(p, GAME.parse(p, text)) == "c5:e6 tree"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tree",
        "b5",
        "b5:d6",
        "b5:d11 tree",
        "k1:k2 tree",
        "b0:b2 tree",
        "b2:d2 treee",
        "b2:d2 tree joker",
        "b2:d2 tree joker=x",
        "b2:d2 tree joker=1 joker=1",
        "b2:d2 tree extra",
        "roll",
        "roll 2c",
        "roll 2c 3 1",
        "roll 1c 3",
        "stay",
        "2c 3: stay in",
        "misthrow;",
    ],
)
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(BadMove) as caught:
        GAME.parse(sheet("spring", 1, roll="1 3"), text)
    assert caught.value.allowed


def test_the_nearest_name_is_offered() -> None:
    p = sheet("spring", 1, roll="1 3")
    for text, near in (("b2:d2 tre", "tree"), ("misthrw", "misthrow"), ("stayin", "stay in")):
        with pytest.raises(BadMove) as caught:
            GAME.parse(p, text)
        assert caught.value.nearest == near


def test_row_and_joker_are_read_in_either_order() -> None:
    p = sheet("autumn", 1, roll="1 1")
    line = GAME.parse(p, "b2:d2 conifer row=9 joker=3")
    assert line == (Draw((1, 1, 1, 3), "conifer", 3, 9),)
    assert GAME.format(p, line) == "b2:d2 conifer joker=3 row=9"


def test_roll_is_accepted_and_never_listed() -> None:
    p = sheet("spring", 1)
    line = GAME.parse(p, "roll 2c 3")
    assert [type(action) for action in line] == [StayIn, Roll]
    assert GAME.format(p, line) == "roll 2c 3"
    assert after(p, "roll 2c 3") == after(p, "stay in", "roll 2c 3")
    assert not any(text.startswith("roll") for text in GAME.listing(p))
    assert refused(after(p, "roll 2c 3"), "roll 1 1") == "rustling_leaves 8"


def test_a_move_without_a_roll_is_refused_where_no_roll_is_known() -> None:
    assert refused(sheet("spring", 1), "b2:d2 tree") == "rustling_leaves 8"
    assert refused(sheet("spring", 1), "misthrow") == "rustling_leaves 8"


def test_a_move_at_once_implies_staying_in_where_rolls_says_what_comes() -> None:
    p = sheet("spring", 1, rolls=["1 3", "2c 2"])
    assert GAME.turn(p).what == "stay in or drop out"
    assert GAME.listing(p) == ("drop out", "stay in")
    line = GAME.parse(p, "b2:d2 tree")
    assert [type(action) for action in line] == [StayIn, Roll, Draw]
    assert GAME.format(p, line) == "b2:d2 tree"
    q = after(p, "b2:d2 tree")
    assert GAME.write(q)["rolls"] == ["2c 2"] and "roll" not in GAME.write(q)
    stayed = after(p, "stay in")
    assert after(stayed, "b2:d2 tree") == q
    assert [type(a) for a in GAME.parse(stayed, "misthrow")] == [Roll, Misthrow]


def test_known_rolls_follow_the_pending_one_and_end_the_game() -> None:
    p = sheet("spring", 1, roll="1 3", rolls=["2c 2"])
    assert "b2:d2 tree" in GAME.listing(p)
    p = after(p, "b2:d2 tree")
    assert refused(p, "roll 1 1") == "rustling_leaves 2"
    p = after(p, "stay in", "roll 2c 2", "misthrow")
    assert GAME.turn(p).kind == "over" and GAME.listing(p) == ()
    assert p.clouds == 1
    assert GAME.write(p)["rolls"] == []
    assert GAME.read(GAME.write(p)) == p
    with pytest.raises(IllegalMove):
        GAME.parse(p, "stay in")


def test_a_line_in_one_text() -> None:
    p = sheet("spring", 1)
    line = GAME.parse(p, "stay in; roll 1 3; b2:d2 tree; 2c 2: misthrow; drop out")
    assert GAME.format(p, line) == "1 3: b2:d2 tree; 2c 2: misthrow; drop out"
    assert GAME.parse(p, GAME.format(p, line)) == line


def test_a_record_entry_is_a_roll_with_its_move() -> None:
    p = sheet("spring", 1)
    assert after(p, "1 3: b2:d2 tree") == after(p, "roll 1 3", "b2:d2 tree")


def test_a_world_fixes_the_rolls_by_seed_and_event() -> None:
    p = sheet("spring", 1)
    world = GAME.world(p, 0, 7)
    assert GAME.view(world, 0) == p and GAME.world(p, 0, 7) == world
    stayed = after(world, "stay in")
    pairs = GAME.outcomes(stayed).pairs
    assert pairs is not None and pairs[0][1] == 1
    assert pairs[0][0] == Roll(sampled_dice(7, 0, 0))
    assert GAME.outcomes(stayed).draw(Stream(99)) == pairs[0][0]
    rolled = GAME.apply(GAME.apply(stayed, pairs[0][0]), Misthrow())
    assert rolled.next_dice() == sampled_dice(7, 0, 1)
    wrong = next(d for d in ("1 1", "4 4") if dice_of(d) != sampled_dice(7, 0, 0))
    assert refused(stayed, f"roll {wrong}") == "rustling_leaves 2"
    assert {sampled_dice(seed, 0, 0) for seed in range(400)} == {
        roll.dice for roll, _ in GAME.outcomes(after(p, "stay in")).pairs or ()
    }


def test_a_challenge_is_its_own_world() -> None:
    p = sheet("spring", 1, rolls=["1 3"])
    assert GAME.world(p, 0, 3) == p
