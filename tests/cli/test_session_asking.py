"""What the prompt asks for: open effects, opponents, rolls that no dice show; help that helps."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_support import Leafwise, Run

from leafwise.puzzles.core.guide import Guide, guide
from leafwise.puzzles.core.registry import load

FOREST = """format = 1
game = "forest-shuffle"
players = 2
deck = 60
clearing = ["oak", "linden"]
hand = ["birch", "beech", "beech", "oak", "lynx/raccoon"]
{more}
[[forest]]
tree = "linden"
top = ["eurasian_jay"]
[[opponents]]
hand = 7
trees = 4
"""
SHEET = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'
FLOOR = """format = 1
game = "indian-summer"
floor = "1a"
path = ["##o", "##o#", "##o/#..", "##./.##/..o"]
common = ["##o#", "#o##", "##o", "#o#"]
treasures = { mushroom = 2, feather = 2 }
"""
Typed = Callable[..., Run]


@pytest.fixture
def typed(leafwise: Leafwise, tmp_path: Path) -> Typed:
    """``typed("birch", "oak", start=...)``: the session's answers to these lines."""

    def call(*lines: str, start: str = FOREST, more: str = "") -> Run:
        path = tmp_path / "game.toml"
        path.write_text(start.replace("{more}", more))
        ran = leafwise("session", path, "-q", stdin="\n".join(lines) + "\n")
        assert ran.status == 0 and "internal error" not in ran.out, ran.out
        return ran

    return call


@pytest.fixture
def entries(tmp_path: Path) -> Callable[[], list[str]]:
    """The record of the session's file."""

    def read() -> list[str]:
        found: list[str] = tomllib.loads((tmp_path / "game.toml").read_text())["record"]
        return found

    return read


# parts of a play that were left open


def test_an_optional_draw_is_asked_for(typed: Typed, entries: Any) -> None:
    ran = typed("play birch => silver fir", "sycamore")
    asked = "the birch lets you draw a card: type the card you drew, or 'done' to leave it"
    assert asked in ran.out
    assert "the card you drew, or done> sycamore" in ran.out
    assert entries() == ["play birch with effect => silver_fir, sycamore"]


@pytest.mark.parametrize("no", ["done", "no", "leave"])
def test_an_optional_draw_may_be_left(typed: Typed, entries: Any, no: str) -> None:
    typed("play birch => silver fir", no)
    assert entries() == ["play birch => silver_fir"]


def test_a_table_move_is_taken_as_it_stands(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak; draw linden", "draw deck deck", "moves birch", "1", "silver fir", "done")
    assert entries()[-1] == "play birch => silver_fir", ran.out


def test_too_many_cards_say_that_with_effect_is_missing(typed: Typed, entries: Any) -> None:
    ran = typed("play birch => silver fir, sycamore")
    assert "what was drawn needs 'with effect'" in ran.out
    assert "did you mean 'play birch with effect => silver fir, sycamore'?" in ran.out
    assert entries() == []


def test_the_opponents_open_effect_is_asked_for(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak; draw linden", "play beech pay birch => silver fir", "effect")
    assert "the beech lets opponent 1 draw a card: type 'effect' if they did" in ran.out
    assert entries()[-1] == "play beech pay birch with effect => silver_fir, ?"
    typed("draw oak; draw linden", "play beech pay birch => silver fir", "draw deck")
    assert entries()[-1] == "play beech pay birch with effect => silver_fir, ?"


def test_payment_is_asked_for_and_commas_are_not_needed(typed: Typed, entries: Any) -> None:
    ran = typed("play oak pay birch", "play oak pay", "birch", "birch beech", "sycamore")
    assert "you pay 2 cards for the oak (pay CARD, CARD)> birch" in ran.out
    assert ran.out.count("it costs 2 cards: name all of them, 'pay CARD, CARD'") == 2
    assert entries() == ["play oak pay beech, birch => sycamore"]
    typed("play oak pay birch beech => silver fir")
    assert entries() == ["play oak pay beech, birch => silver_fir"]


def test_cards_that_mean_nothing_are_named(typed: Typed) -> None:
    out = typed("play oak pay birch beech => fly agaric", "play oak pay birch, beach").out
    assert "'fly agaric'; a whole card: eurasian_jay/fly_agaric" in out
    assert "'beach'" in out and "did you mean 'beech'?" in out
    assert "did you mean 'plan'?" not in out


def test_a_move_before_the_payment_is_refused(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak; draw linden", "play oak", "play beech pay birch => oak", "draw deck")
    assert ran.out.count("first opponent 1 pays 2 cards for the oak") == 2
    assert entries()[2:] == ["play oak ..."]


def test_a_move_before_the_card_that_is_awaited_is_refused(typed: Typed, entries: Any) -> None:
    ran = typed("draw deck", "play beech pay birch => silver fir", "gnat/squeaker", "draw oak")
    assert ran.out.count("first the card you drew from the deck") == 2
    assert "no card has these two halves" in ran.out
    assert entries() == ["draw deck ..."]


# opponents


def test_the_opponents_turn_says_what_to_type(typed: Typed) -> None:
    out = typed("draw oak; draw linden", "?", "moves", "hint", "pass", "? opponent").out
    assert "opponent 1's turn: what did they do? (draw deck deck | play CARD" in out
    assert out.count("such as 'draw deck deck' or 'play beech pay birch => silver_fir'") == 3
    assert "nobody may pass" in out
    assert "type what an opponent did as if it was your move" in out


@pytest.mark.parametrize(
    "line",
    [
        "opponent draws deck deck",
        "opponent 1: draws deck, deck",
        "draw deck deck",
        "draw deck; draw deck",
        "they drew 2 cards",
        "2 cards",
        "two",
        "deck deck",
        "draw deck and deck",
    ],
)
def test_ways_to_say_that_an_opponent_drew(typed: Typed, entries: Any, line: str) -> None:
    typed("draw oak; draw linden", line)
    assert entries()[2:] == ["draw deck => ?", "draw deck => ?"]


@pytest.mark.parametrize(
    "line",
    [
        "opponent plays beech pay birch => silver fir",
        "opponent 1 played a beech and paid birch, turned up silver fir",
        "they play the beech paying with a birch and flip silver fir",
    ],
)
def test_ways_to_say_that_an_opponent_played(typed: Typed, entries: Any, line: str) -> None:
    typed("draw oak; draw linden", line, "done")
    assert entries()[2:] == ["play beech pay birch => silver_fir"]


def test_half_an_opponents_action_says_what_is_missing(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak; draw deck", "birch", "linden", "deck")
    assert "opponent 1's second draw (draw deck | draw CARD)> deck" in ran.out
    assert entries() == ["draw oak", "draw deck => birch", "draw linden", "draw deck => ?"]


def test_the_turn_is_not_set_in_the_middle_of_a_play(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak; draw linden", "play oak", "set turn = me", "undo", "set turn = me")
    assert "opponent 1's play is not finished: go on with it, or take it back" in ran.out
    assert entries()[2:] == ["set turn = me"]
    assert ran.out.rstrip().splitlines()[-2].startswith("draw or play a card>")


def test_the_record_says_who_acted(typed: Typed) -> None:
    out = typed("draw oak; draw linden", "draw deck deck", "set cave = 1", "record").out
    assert "    1  me          draw oak" in out
    assert "    3  opponent 1  draw deck => ?" in out
    assert "    5              set cave = 1" in out


def test_the_end_says_whose_points_are_not_known(typed: Typed) -> None:
    out = typed("draw deck", "winter", more="winters = 2").out
    assert "over: " in out
    assert "opponent 1: points not known" in out


def test_deal_never_takes_my_decision(typed: Typed, entries: Any) -> None:
    ran = typed("play birch => silver fir", "deal")
    assert "this is your decision: the card you drew, or done" in ran.out
    assert entries() == ["play birch => silver_fir ..."]


# corrections


def test_a_symbol_that_matters_since_holds_up_no_other_setting(
    typed: Typed, entries: Any, leafwise: Leafwise, tmp_path: Path
) -> None:
    lines = ("set hand = oak, wild_boar/roe_deer, birch", "play roe_deer on 1 right pay oak, birch")
    ran = typed(*lines, "draw deck deck", "set hand = birch, beech, beech, oak", "take hand oak")
    assert "eurasian_jay" not in ran.out
    assert entries()[-2:] == ["set hand = birch, beech, beech, oak", "take hand oak"]
    assert leafwise("session", tmp_path / "game.toml", "-q").status == 0  # it is read again
    ran = typed(*lines, "set forest.1.left = wolf")
    assert "!" in ran.out  # the part with the fault is touched: the fault is told
    assert "eurasian_jay" in ran.out


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("take hand 1 oak", "take hand oak"),
        ("take hand 2 beech", "take hand beech beech"),
        ("add hand 2 birch", "add hand birch birch"),
        ("take clearing 1", "take clearing 1"),
    ],
)
def test_a_number_before_a_word_says_how_many(
    typed: Typed, entries: Any, line: str, entry: str
) -> None:
    typed(line)
    assert entries() == [entry]


def test_going_back_stops_at_the_start_and_is_undone(typed: Typed, entries: Any) -> None:
    ran = typed("draw oak", "draw linden", "back 99", "back 2", "redo", "redo", "redo")
    assert "there are only 2 steps: 'back 2' goes to the start" in ran.out
    assert ran.out.count("brought back: me: draw") == 2
    assert "nothing to bring back" in ran.out
    assert entries() == ["draw oak", "draw linden"]
    ran = typed("draw oak", "undo", "draw linden", "redo")
    assert "nothing to bring back" in ran.out  # another move was made


# rolls, areas, actions


@pytest.mark.parametrize("roll", ["1c 4", "3 1c", "2c 3c", "c c", "roll 4c 1", "3c"])
def test_only_a_two_has_a_cloud(typed: Typed, entries: Any, roll: str) -> None:
    out = typed(roll, start=SHEET).out
    assert "only the 2 has a cloud: a die shows 1 2 2c 3 4" in out
    assert "did you mean" not in out
    assert entries() == []


@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ("5 5", "a die shows one of 1 2 2c 3 4"),
        ("1 2 3", "a roll is two dice"),
    ],
)
def test_what_is_no_roll(typed: Typed, roll: str, said: str) -> None:
    assert said in typed(roll, start=SHEET).out


def test_a_roll_on_a_roll_speaks_of_undo(typed: Typed, entries: Any) -> None:
    out = typed("3 4", "2c 4", start=SHEET).out
    assert "the roll 3 4 is still to be acted on" in out and "'undo' takes it back" in out
    assert entries() == ["roll 3 4"]


def test_an_area_off_the_sheet_explains_itself(typed: Typed) -> None:
    out = typed("3 4", "a9:c12 tree", "a9:b12 tree", "j1:l4 tree", start=SHEET).out
    assert out.count("partly off the sheet: columns go from a to j, rows from 1 to 10") == 3
    assert out.count("it is 2 x 4, the roll asks for 3 x 4") == 1


def test_points_are_told_where_they_changed(typed: Typed) -> None:
    assert "points 18 -> 21" in typed("2c 3", "b5:d6 tree", start=SHEET).out


def test_a_new_game_says_what_it_took(
    leafwise: Leafwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = leafwise("session", "rustling-leaves", "-q").out
    assert "a new game: season " in out and "start " in out
    assert "choose another with --season spring|summer|autumn|winter" in out
    chosen = leafwise("session", "rustling-leaves", "--season", "winter", "--start", "4", "-q").out
    assert "a new game: season winter, start 4" in chosen and "choose another" not in chosen


def test_a_mistyped_action_is_told_the_nearest_and_quickly(typed: Typed) -> None:
    started = time.process_time()
    out = typed("squirel a1", "leaf 9 ##o a1", "mushrom ##o a1", "zzz", start=FLOOR).out
    assert time.process_time() - started < 1.5  # not by listing all pairs of a mushroom
    assert "did you mean 'squirrel'?" in out
    assert "did you mean 'mushroom'?" in out
    assert "place 9" in out


def test_a_leaf_without_its_shape_is_the_tile_as_drawn(typed: Typed, entries: Any) -> None:
    typed("leaf 3 a1", start=FLOOR)
    assert entries() == ["leaf 3 ##o/#.. a1 ..."]


def test_a_mushrooms_source_is_named_in_words(typed: Typed) -> None:
    out = typed("mushroom ####o a1 + #o## a3", start=FLOOR).out
    assert "the tile to be taken from the common path is" in out
    assert "of source" not in out


# help


def test_help_on_a_command_has_examples(typed: Typed) -> None:
    out = typed("? set", "? hint", "? play", "? nonsense", "? squirel").out
    assert "set hand = oak, birch" in out
    assert "hint MOVE" in out
    assert "play CARD [pay CARDS]" in out
    assert "'? nonsense'; a command, or a word of the moves: draw, play" in out


@pytest.mark.parametrize("game_id", ["rustling-leaves", "indian-summer", "forest-shuffle"])
def test_every_command_and_topic_has_help(game_id: str) -> None:
    from leafwise.cli.session.help import MORE
    from leafwise.cli.session.words import COMMANDS

    assert set(MORE) == set(COMMANDS)
    found = guide(load(game_id))
    assert type(found) is not Guide
    assert all(len(text) > 10 for text in found.topics.values())


def test_examples_of_the_prompt_can_be_typed(typed: Typed) -> None:
    out = typed("2c 3", start=SHEET).out + typed("roll 1 4", start=SHEET).out
    assert "!" not in out


# the table


def test_the_table_is_drawn_once_and_at_new_decisions_only(
    leafwise: Leafwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET)
    out = leafwise("session", path, stdin="2c 3\nb5:d6 tree\nshow\nquit\n").out
    assert out.count("Circles") == 3  # the start, the new round, 'show'
    assert out.count("round 1  before the roll") == 1
    assert "round 2  before the roll\n  Rustling" not in out
