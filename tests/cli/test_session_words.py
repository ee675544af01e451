"""Answers of Rustling Leaves and Indian Summer to what newcomers type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_support import Leafwise, Run

SHEET = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'
FLOOR = """format = 1
game = "indian-summer"
floor = "1a"
path = ["##o", "##o#", "##o/#..", "##./.##/..o"]
common = ["##o#", "#o##", "##o", "#o#"]
"""
Typed = Callable[..., str]


@pytest.fixture
def typed(leafwise: Leafwise, tmp_path: Path) -> Typed:
    """``typed(SHEET, "1 4")``: all that the session says to these lines."""

    def call(start: str, *lines: str) -> str:
        path = tmp_path / "game.toml"
        path.write_text(start)
        ran: Run = leafwise("session", path, "-q", stdin="\n".join(lines) + "\n")
        assert ran.status == 0 and "internal error" not in ran.out, ran.out
        return ran.out

    return call


@pytest.mark.parametrize(("start", "word"), [(SHEET, "'2c 3'"), (FLOOR, "then 'end'")])
def test_play_is_explained_in_games_without_the_word(start: str, word: str, typed: Typed) -> None:
    out = " ".join(typed(start, "? play").split())
    assert "play: nothing stands in front of a move" in out and word in out
    assert "'plan'" not in out


@pytest.mark.parametrize("corners", ["b5-d8", "b5 - d8", "b5 to d8", "b5 d8", "b5..d8"])
def test_corners_without_a_colon_are_told_how_to_write_them(corners: str, typed: Typed) -> None:
    out = typed(SHEET, "2 3", f"{corners} tree")
    assert "did you mean 'b5:d8 tree'?" in out


def test_a_tile_named_by_its_place_is_told_why_it_cannot_lie_there(typed: Typed) -> None:
    first = ("leaf 1 a1", "end")
    assert "field that is already covered" in typed(FLOOR, *first, "leaf 1 a1")
    assert "your path has 3 tiles: leaf 1 to 3" in typed(FLOOR, *first, "leaf 6 a1")
    out = typed(FLOOR, "leaf 1 z9")
    assert "z9" in out and "is no leaf tile" not in out
    assert "main action is already done" in typed(FLOOR, "leaf 1 a1", "leaf 1 a4")


def test_a_message_carries_no_number_of_a_rule(typed: Typed) -> None:
    out = typed(FLOOR, "squirrel a1", "end", "squirrel a1")
    assert "a squirrel goes on an uncovered field" in out and "ruling" not in out


def test_the_end_tells_the_number_of_own_turns(typed: Typed) -> None:
    turns = ("squirrel a1; end", "squirrel b1; end", "set turns = 0")
    assert "left uncovered in 2 own turns" in typed(FLOOR, *turns)
    assert "in 1 own turn\n" in typed(FLOOR, *turns[1:])
