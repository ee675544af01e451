"""The prompt: what a line may be, undo, tables, files that lose nothing."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cli_support import Leafwise

from leafwise.cli.main import run_cli
from leafwise.cli.session.reading import understand
from leafwise.cli.session.store import Store, with_record
from leafwise.puzzles.core.document import parse_text
from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.registry import load

START = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet as a person types it, with a remark."""
    path = tmp_path / "sheet.toml"
    path.write_text(START + "# played with Ada\n")
    return path


def record(path: Path) -> list[str]:
    found: list[str] = tomllib.loads(path.read_text())["record"]
    return found


def test_a_round_typed_by_hand(leafwise: Leafwise, sheet: Path) -> None:
    ran = leafwise("session", sheet, "-q", stdin="2c 3\nb5:d6 tree\nroll 1 4\nmisthrow\nquit\n")
    assert ran.status == 0
    assert record(sheet) == ["2c 3: b5:d6 tree", "1 4: misthrow"]
    assert "act on the roll 2c 3> b5:d6 tree" in ran.out
    assert "# played with Ada" in sheet.read_text()
    assert ran.err == ""


def test_the_board_is_drawn_first(leafwise: Leafwise, sheet: Path) -> None:
    drawn = leafwise("show", sheet).out
    assert leafwise("session", sheet).out.startswith(drawn.rstrip("\n"))
    assert drawn[:200] not in leafwise("session", sheet, "-q").out


@pytest.mark.parametrize(
    ("typed", "entry"),
    [
        ("ROLL 2C 3\nB5:D6   Tree", "2c 3: b5:d6 tree"),
        ("2c3\nb5 : d6 tree", "2c 3: b5:d6 tree"),
        ("  stay   in\n2c 3\nd6:b5 tree joker = 2", "2c 3: b5:d6 tree joker=2"),
        ("2c 3\nmist", "2c 3: misthrow"),
        ("2c 3: b5:d6 tree", "2c 3: b5:d6 tree"),
        ("dropout", "drop out"),
    ],
)
def test_input_is_forgiven(leafwise: Leafwise, sheet: Path, typed: str, entry: str) -> None:
    leafwise("session", sheet, "-q", stdin=typed + "\n")
    assert record(sheet) == [entry]


def test_a_card_is_found_by_a_part_of_its_name(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "forest.toml"
    run = leafwise("session", "forest-shuffle", "--players", "2", "--seed", "3", "-o", path, "-q")
    assert run.status == 0
    ran = leafwise("session", path, "-q", stdin="draw deck\nraccoon/\nbarbastelle_bat/beech\n")
    assert "which one: raccoon/" in ran.out
    assert record(path) == ["draw deck => barbastelle_bat/beech_marten"]


def test_a_play_stops_where_a_card_turns_up(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "forest.toml"
    lines = "play birch\nlinden\neffect\noak\n"
    start = ("--players", "2", "--seed", "3", "-o", path, "-q")
    ran = leafwise("session", "forest-shuffle", *start, stdin=lines)
    assert record(path) == ["play birch with effect => linden, oak"], ran.out


def test_a_hidden_opponent_is_told_in_one_line(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "forest.toml"
    lines = "draw deck\noak\ndraw deck\nbeech\ndraw deck; draw deck\n"
    start = ("--players", "2", "--seed", "3", "-o", path, "-q")
    ran = leafwise("session", "forest-shuffle", *start, stdin=lines)
    assert record(path)[-2:] == ["draw deck => ?", "draw deck => ?"], ran.out
    assert ran.out.rstrip().endswith(f"saved in {path}")


def test_numbers_mean_the_last_table(leafwise: Leafwise, sheet: Path) -> None:
    ran = leafwise("session", sheet, "-q", stdin="2c 3\n1\nmoves b5:d6 tree\n1\n1\n")
    assert "no table to take a number from" in ran.out
    assert record(sheet) == ["2c 3: b5:d6 tree"]
    assert ran.out.count("no table") == 2  # the table is gone after a move


def test_hint_why_plan_and_nudge(leafwise: Leafwise, pig: Path) -> None:
    lines = "hint\nwhy\nwhy 2\nwhy bank\nplan\nnudge\nhint 2\n1\ndie 3\n1\n"
    ran = leafwise("session", pig, "-q", "--time-limit", "60", stdin=lines)
    assert "Best: roll" in ran.out
    assert ran.out.count("roll is worth") >= 3
    assert "<- your move" in ran.out
    assert record(pig) == ["roll", "die 3"]
    assert "no table" in ran.out


def test_undo_and_back(leafwise: Leafwise, sheet: Path) -> None:
    lines = "2c 3\nb5:d6 tree\n1 4\nundo\nback 2\nundo\nundo\n"
    ran = leafwise("session", sheet, "-q", stdin=lines)
    assert record(sheet) == []
    assert "taken back: roll 1 4" in ran.out
    assert "nothing to take back" in ran.out


def test_score_moves_show_record_and_help(leafwise: Leafwise, sheet: Path) -> None:
    lines = "score\n2c 3\nscore b5:d6 tree\nmoves tree\nshow\nrecord\n?\n? undo\n"
    ran = leafwise("session", sheet, "-q", stdin=lines)
    assert "then 21 points (+3)" in ran.out or "points (+" in ran.out
    assert "b5:d6 tree" in ran.out
    assert "roll 2c 3" in ran.out
    assert "take back N steps" in ran.out
    assert leafwise("show", sheet).out.splitlines()[3] in ran.out


def test_a_mistyped_command_is_named(leafwise: Leafwise, sheet: Path) -> None:
    ran = leafwise("session", sheet, "-q", stdin="scroe\nmoevs\nhlep\n")
    assert "did you mean 'score'?" in ran.out
    assert "did you mean 'moves'?" in ran.out
    assert "did you mean 'help'?" in ran.out


def test_a_refused_move_tells_the_rule_and_changes_nothing(leafwise: Leafwise, sheet: Path) -> None:
    ran = leafwise("session", sheet, "-q", stdin="2c 3\na1:b3 tree\nroll 1 1\nmisthrow x\n")
    assert "own start field" in ran.out
    assert record(sheet) == ["roll 2c 3"]


def test_the_table_is_corrected(leafwise: Leafwise, sheet: Path) -> None:
    lines = "2c 3: b5:d6 tree\nset misthrows = 2\nset misthrows = 99\nset nothing = 1\nundo\n"
    ran = leafwise("session", sheet, "-q", stdin=lines + "set joker = used\ntake areas 5\nset\n")
    assert ran.out.count("!") == 4
    assert record(sheet) == ["2c 3: b5:d6 tree", "set joker = used"]


def test_deal_plays_for_chance_and_the_others_and_never_for_me(
    leafwise: Leafwise, tmp_path: Path
) -> None:
    typed = "deal\ndraw deck\ndeal\ndeal\ndraw deck\n" + "deal\n" * 4
    records = []
    for name in ("forest.toml", "again.toml"):
        path = tmp_path / name
        start = ("--players", "2", "--seed", "3", "-o", path, "-q")
        ran = leafwise("session", "forest-shuffle", *start, stdin=typed)
        assert ran.out.count("this is your decision: draw or play a card") >= 1
        assert "this is your decision: second draw" in ran.out
        records.append(record(path))
    assert len(records[0]) >= 3
    assert records[0] == records[1]


def test_deal_rolls_the_dice_as_typing_a_roll_does(leafwise: Leafwise, sheet: Path) -> None:
    ran = leafwise("session", sheet, "-q", stdin="deal\ndeal\n")
    assert record(sheet)[0].startswith("roll ")
    assert "this is your decision: act on the roll" in ran.out


def test_a_session_goes_on_where_it_stopped(leafwise: Leafwise, sheet: Path) -> None:
    leafwise("session", sheet, "-q", stdin="2c 3\n")
    leafwise("session", sheet, "-q", stdin="b5:d6 tree\n1 1\n")
    leafwise("session", sheet, "-q", stdin="undo\n2 2\nc7:d8 tree\n")
    assert record(sheet) == ["2c 3: b5:d6 tree", "2 2: c7:d8 tree"]
    assert "# played with Ada" in sheet.read_text()


def test_save_goes_on_in_another_file(leafwise: Leafwise, sheet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    leafwise("session", sheet, "-q", stdin=f"2c 3\nsave {other}\nmisthrow\nsave {sheet}\n")
    assert record(sheet) == ["roll 2c 3"]
    assert leafwise("show", other).status == 0
    assert '"2c 3: misthrow"' in other.read_text()


def test_a_game_from_nothing_gets_a_fresh_file(
    leafwise: Leafwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("rustling-leaves.toml", "rustling-leaves-2.toml"):
        ran = leafwise("session", "rustling-leaves", "--season", "winter", "--start", "1", "-q")
        assert f"saved in {name}" in ran.out
        assert tomllib.loads(Path(name).read_text())["season"] == "winter"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-"], "a session is kept in a file"),
        (["games.jsonl"], "a session is kept in a file"),
        (["nowhere.toml"], "no such file"),
        (["rustling-leaves", "--season", "monsoon"], "monsoon"),
        (["sheet.toml", "--season", "spring"], "no such option"),
        (["rustling-leaves", "-o", "sheet.toml"], "exists"),
        (["rustling-leaves", "--json"], "a session is a conversation"),
    ],
)
def test_bad_starts(
    leafwise: Leafwise,
    sheet: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(sheet.parent)
    ran = leafwise("session", *arguments)
    assert ran.status == 2
    assert said in ran.err


def test_a_faulty_record_is_refused_with_its_line(leafwise: Leafwise, sheet: Path) -> None:
    text = START + 'record = [\n  "2c 3: b5:d6 tree",\n  "1 1: a1:a1 tree",\n]\n'
    sheet.write_text(text)
    ran = leafwise("session", sheet)
    assert ran.status == 2
    assert "record[1]" in ran.err
    assert sheet.read_text() == text


class Interrupting(io.StringIO):
    """Standard input on which Ctrl-C is pressed at chosen lines."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline()
        if line.strip() == "^C":
            raise KeyboardInterrupt
        return line


def test_interrupts_return_to_the_prompt(
    pig: Path, leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from leafwise.solver import engine

    def pressed(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "hint", pressed)
    monkeypatch.setattr(sys, "stdin", Interrupting("roll\n^C\ndie 2\nhint\nbank\n"))
    assert run_cli(["session", str(pig), "-q"]) == 0
    assert capsys.readouterr().out.count("interrupted") == 2
    assert record(pig) == ["roll", "die 2", "bank"]


def test_a_fault_of_the_program_does_not_end_the_game(
    pig: Path, leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    from leafwise.solver import engine

    def broken(*args: object, **more: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(engine, "hint", broken)
    ran = leafwise("session", pig, "-q", stdin="hint\nroll\n")
    assert "internal error" in ran.out
    assert record(pig) == ["roll"]


def test_killing_it_after_any_step_loses_nothing(tmp_path: Path) -> None:
    lines = ["2c 3", "b5:d6 tree", "roll 1 4", "misthrow", "set joker = used", "undo", "2 2"]
    want = [
        ["roll 2c 3"],
        ["2c 3: b5:d6 tree"],
        ["2c 3: b5:d6 tree", "roll 1 4"],
        ["2c 3: b5:d6 tree", "1 4: misthrow"],
        ["2c 3: b5:d6 tree", "1 4: misthrow", "set joker = used"],
        ["2c 3: b5:d6 tree", "1 4: misthrow"],
        ["2c 3: b5:d6 tree", "1 4: misthrow", "roll 2 2"],
    ]
    for count in range(1, len(lines) + 1):
        path = tmp_path / f"{count}.toml"
        path.write_text(START)
        process = subprocess.Popen(
            [sys.executable, "-m", "leafwise", "session", str(path), "-q"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        )
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(line + "\n" for line in lines[:count]) + "half a li")
        process.stdin.flush()
        told = 0
        while told <= count:  # the greeting, then an answer a line: each after the step is on disk
            told += process.stdout.readline().startswith("  Rustling Leaves")
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert record(path) == want[count - 1]
        assert not list(tmp_path.glob(".*")), "no half-written file is left behind"


def test_a_full_disk_takes_the_step_back(
    pig: Path, leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Store.save
    calls: list[int] = []

    def failing(self: Store, entries: list[str]) -> None:
        from leafwise.cli.report import BadFile

        calls.append(1)
        if len(calls) == 3:
            raise BadFile("'pig.toml'", "no space left on device")
        written(self, entries)

    monkeypatch.setattr(Store, "save", failing)
    ran = leafwise("session", pig, "-q", stdin="roll\ndie 5\ndie 6\n")
    assert "no space left" in ran.out
    assert record(pig) == ["roll", "die 6"]


# the text of the file

FORMS = [
    "a = 1\n",
    "a = 1  # record = [\n[t]\nb = 2\n",
    'a = "[x]"\nlist = [\n  [1],\n  [2],\n]\n[[t]]\nb = 2\n',
    "a = 1\nrecord = []\n[t]\nb = 2\n",
    'a = 1\nrecord = [\n  "x ] y", # ] "\n  "z",\n] # end\n\n[t]\nb = 2\n',
    'text = """\n[no table]\n"""\n',
]


@pytest.mark.parametrize("text", FORMS)
def test_the_record_is_put_into_the_text(text: str) -> None:
    before = tomllib.loads(text)
    for entries in ([], ["one"], ['quoted "two"', "#o/.# ..."]):
        after = with_record(text, entries)
        assert tomllib.loads(after) == {**before, "record": entries}
        assert with_record(after, entries) == after


def test_a_text_that_cannot_be_kept_is_written_anew() -> None:
    source = parse_text('"rec\\u006frd" = ["old"]\na = 1\n', "odd.toml")
    content = Store.of(source, "odd.toml").content(["new"])
    assert tomllib.loads(content) == {"a": 1, "record": ["new"]}


# what a line means


def test_a_reading_is_never_guessed_from_too_little() -> None:
    game = load("rustling-leaves")
    p = game.read({"format": 1, "game": "rustling-leaves", "season": "spring", "start": 2})
    with pytest.raises(BadMove):
        understand(game, p, "dr")
    with pytest.raises(BadMove):
        understand(game, p, "")
    with pytest.raises(IllegalMove):
        understand(game, p, "b5:d6 tree")


def test_lines_are_completed(sheet: Path) -> None:
    from leafwise.cli.commands.session import _from_file
    from leafwise.cli.options import Common
    from leafwise.cli.session.words import completions

    session = _from_file(str(sheet), Common(), [])
    assert set(completions(session, "s")) >= {"score", "show", "set", "save", "stay in"}
    assert completions(session, "2c") == ["2c 1", "2c 2", "2c 2c", "2c 3", "2c 4"]
    session.move("2c 3")
    assert "b5:d6 tree" in completions(session, "B5:d6 ")


def test_a_terminal_hears_ctrl_c_and_ctrl_d(sheet: Path) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "dumb"
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "leafwise", "session", str(sheet), "-q"])
    seen = b""

    def until(text: bytes, again: bytes = b"") -> None:
        """Read up to ``text``; ``again`` is typed once more after each silent second."""
        nonlocal seen
        silent = 0
        while text not in seen:
            ready, _, _ = select.select([terminal], [], [], 1.0)
            if ready:
                seen += os.read(terminal, 4096)
                continue
            silent += 1
            assert silent < 60, f"still waiting for {text!r} after {seen!r}"
            if again:
                os.write(terminal, again)
        seen = seen[seen.index(text) + len(text) :]

    until(b"drop out> ")
    os.write(terminal, b"2c 3\n")
    until(b"act on the roll 2c 3> ")
    os.write(terminal, b"half a line")
    until(b"half a line")
    os.write(terminal, b"\x03")
    until(b"interrupted", again=b"\x03")  # readline may miss one while it opens the line
    until(b"act on the roll 2c 3> ")
    os.write(terminal, b"mist\t\n")
    until(b"drop out> ")
    os.write(terminal, b"\x04")
    until(b"saved in")
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert record(sheet) == ["2c 3: misthrow"]
