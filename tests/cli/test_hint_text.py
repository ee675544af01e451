"""The table of a hint: sampled rows, proven rows, cut rows; and the progress bar."""

from __future__ import annotations

import io
import sys
from dataclasses import replace

import pytest

from leafwise.cli import progress
from leafwise.cli.render.hint import first_line, hint_table, hint_text
from leafwise.cli.style import Style
from leafwise.solver.api import Hint, HintMove

BEST = HintMove(
    move="d4:f5 tree",
    value=25.8,
    floor=24.1,
    low=23.6,
    high=24.6,
    loss=0.0,
    loss_low=0.0,
    loss_high=0.0,
    best=0.71,
    banked=4.0,
    to_come=21.8,
    flags=(),
    same=("e4:g5 tree", "x", "y"),
    proof="estimate",
    plan=("d4:f5 tree", "stay in"),
    why="",
)
SECOND = replace(
    BEST,
    move="d4:e6 tree",
    value=25.3,
    loss=0.5,
    loss_low=-0.4,
    loss_high=1.4,
    best=0.29,
    flags=("tie",),
    same=(),
    why="it keeps more open",
)
LAST = replace(SECOND, move="misthrow", best=0.001, flags=("asked",), loss=6.7)
PLAN = replace(
    BEST,
    move="leaf 2 o#/#. c3",
    value=4.0,
    low=4.0,
    high=4.0,
    banked=0.0,
    to_come=4.0,
    proof="optimal",
    flags=("proven",),
    same=(),
)
BOUNDED = replace(PLAN, move="squirrel a1", value=5.0, low=4.0, high=5.0, proof="bounded", loss=1.0)
HINT = Hint(
    moves=(BEST, SECOND, LAST),
    method="rollouts",
    worlds=400,
    limited_by="budget",
    seed=7,
    unit="points",
    considered=388,
    nudge="Look at the trees.",
    reason="It fills two rows.",
)


def test_sampled_rows() -> None:
    lines = hint_table(HINT.moves, "points", verbose=False).splitlines()
    assert lines[0].split() == ["#", "move", "banked", "to", "come", "total", "behind", "best?"]
    assert lines[1].split() == ["1", "d4:f5", "tree", "4", "21.8", "25.8", "-", "71%"]
    assert lines[2].split()[-6:] == ["0.5", "+-", "0.9", "29%", "near", "tie"]
    assert lines[3].endswith("<1%  <- your move")


def test_proven_rows_show_their_bounds() -> None:
    lines = hint_table((PLAN, BOUNDED), "own turns", verbose=False).splitlines()
    assert "own turns" in lines[0] and "bounds" in lines[0] and "proof" in lines[0]
    assert lines[1].split()[-3:] == ["4", "-", "optimal"]
    assert lines[2].split()[-3:] == ["4..5", "1.0", "bounded"]


def test_the_first_line_is_honest() -> None:
    assert first_line(HINT) == (
        "Best: d4:f5 tree  (25.8 points expected); near tie with d4:e6 tree"
    )
    proven = replace(HINT, moves=(PLAN,), unit="own turns")
    assert first_line(proven) == "Best: leaf 2 o#/#. c3  (4 own turns, proven)"
    one = replace(HINT, moves=(replace(PLAN, value=1.0),), unit="own turns")
    assert first_line(one).endswith("(1 own turn, proven)")
    bounded = replace(HINT, moves=(BOUNDED,), unit="own turns")
    assert first_line(bounded).endswith("(5 own turns, proven between 4..5)")
    forced = replace(HINT, moves=(replace(BEST, flags=("forced",)),))
    assert first_line(forced).startswith("Only move: ")


def test_levels_tell_no_more_than_they_should() -> None:
    style = Style()
    assert hint_text("Sheet", HINT, "nudge", style, False) == "Sheet\nLook at the trees.\n"
    assert hint_text("Sheet", HINT, "reason", style, False) == "Sheet\nIt fills two rows.\n"
    table = hint_text("Sheet", HINT, "move", style, False)
    assert "same as 1: e4:g5 tree, x and 1 more" in table
    assert "rollouts, 400 worlds, 388 moves considered, seed 7" in table
    assert "stay in" not in table and "it keeps more open" not in table
    full = hint_text("Sheet", HINT, "move", style, True)
    assert "it keeps more open" in full and "then stay in" in full and "e4:g5 tree, x, y" in full
    plan = hint_text("Sheet", HINT, "plan", style, False)
    assert "  1. d4:f5 tree\n  2. stay in\n" in plan
    cut = replace(HINT, limited_by="time", ceiling=(31.25, "bounded"), notes=("slow",))
    text = hint_text("Sheet", cut, "move", style, False)
    assert "cut short by the time limit" in text
    assert "perfect foresight would reach 31.2 points (bounded)" in text
    assert "note: slow" in text


def test_long_moves_are_cut_in_the_table_and_told_in_full() -> None:
    long = replace(BEST, move="leaf 1 #o# a1; " * 6)
    text = hint_text("Floor", replace(HINT, moves=(long, SECOND)), "move", Style(), False)
    assert f"in full: {long.move}" in text
    assert "..." in text


class Terminal(io.StringIO):
    """Looks like a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_only_on_a_terminal_and_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    meter = progress.Meter("thinking", quiet=False)
    meter.update(0.2)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    meter.update(0.5)
    meter.close()
    assert "thinking" in terminal.getvalue()
    silent = Terminal()
    monkeypatch.setattr(sys, "stderr", silent)
    quiet = progress.Meter("thinking", quiet=True)
    quiet.update(0.5)
    quiet.close()
    assert silent.getvalue() == ""
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    piped = progress.Meter("thinking", quiet=False)
    piped.update(0.5)
    piped.close()
    assert pipe.getvalue() == ""


def test_a_margin_is_told_as_ahead_or_behind_with_the_chance_to_win() -> None:
    ahead = replace(BEST, win=0.81, flags=())
    found = replace(HINT, moves=(ahead, replace(SECOND, win=0.8)), unit="points ahead")
    assert "(25.8 points ahead expected, 81% to win)" in first_line(found)
    table = hint_table(found.moves, found.unit, False)
    assert table.split("\n")[0].split()[-3:] == ["behind", "best?", "win"]
    assert "margin" in table and " 81%" in table
    behind = replace(ahead, value=-3.0, win=0.4)
    assert "(3.0 points behind expected, 40% to win)" in first_line(replace(found, moves=(behind,)))
