"""Every kind of bad input: its line, its JSON object, its exit status, never a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_support import SPRING, Leafwise, Run

from leafwise.cli import inputs
from leafwise.puzzles.core.errors import Disagreement, LimitReached, NoAnswer
from leafwise.solver import engine

KEYS = {"kind", "file", "key", "line", "found", "expected", "nearest"}


def check(run: Run, status: int, *said: str) -> None:
    """One clear line that says all of it, nothing on standard output, no traceback."""
    assert run.status == status
    assert run.out == ""
    assert "Traceback" not in run.err
    assert len(run.err.splitlines()) == 1
    for words in said:
        assert words in run.err


def test_missing_file_names_the_nearest(leafwise: Leafwise, tmp_path: Path) -> None:
    (tmp_path / "spring.toml").write_text("")
    check(leafwise("moves", tmp_path / "sprimg.toml"), 2, "no such file", "spring.toml")


def test_the_nearest_file_is_found_by_its_name_without_the_ending(
    leafwise: Leafwise, tmp_path: Path
) -> None:
    (tmp_path / "bin.toml").write_text("")
    check(leafwise("moves", tmp_path / "missing.toml"), 2, "there is no such file\n")
    (tmp_path / "game.json").write_text("")
    check(leafwise("moves", tmp_path / "game.toml"), 2, f"did you mean '{tmp_path}/game.json'?")


def test_directory(leafwise: Leafwise, tmp_path: Path) -> None:
    check(leafwise("moves", tmp_path), 2, "a directory")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b" \n\n\t", "the file is empty"),
        (b"\x7fELF\x00\x01", "binary data"),
        (b'format = 1\nx = "\xff"\n', "byte 0xff on line 2"),
        (b"x = " + b"1" * (inputs.LIMIT + 1), "MiB"),
        (b"format = 1\nseason = \n", ":2:"),
        (b'{"format": 1,', "malformed JSON"),
        (
            b"season = 'a'\nseason = 'b'\n",
            ":2: found malformed TOML; the key 'season' stands twice",
        ),
        (b"[start]\n[start]\n", ":2: found malformed TOML"),
        (b"[" * 100_000, "a JSON list"),
        (b'[{"format": 1}]', "a JSON list"),
        (b'format = 1\nb = """abc\n', ":2: found malformed TOML"),
        (b'{"a": ' * 100_000, "malformed JSON"),
        (b"format = 1\n", "game = one of"),
        (b'format = 1\ngame = "rustling-leafs"\n', "did you mean 'rustling-leaves'"),
        (b"format = 1\ngame = 7\n", "game: found 7"),
    ],
)
def test_unreadable_files(leafwise: Leafwise, tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "p.toml"
    path.write_bytes(data)
    check(leafwise("show", path), 2, "p.toml", said)


def test_file_that_may_not_be_read(
    leafwise: Leafwise, spring: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    check(leafwise("show", spring), 2, "permission denied")


def test_all_faults_are_told_with_their_lines(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(
        'format = 1\ngame = "rustling-leaves"\nseasn = "spring"\nstart = 9\nclouds = -1\n'
    )
    run = leafwise("show", path)
    assert run.status == 2
    lines = run.err.splitlines()
    assert len(lines) >= 3
    assert any(":3:" in line and "did you mean 'season'" in line for line in lines)
    assert any(":4: start:" in line for line in lines)


def test_at_most_twenty_lines_then_a_count(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    extra = "".join(f"zz{n} = 1\n" for n in range(40))
    path.write_text('format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 1\n' + extra)
    run = leafwise("show", path)
    lines = run.err.splitlines()
    assert run.status == 2
    assert len(lines) == 21
    assert lines[-1].endswith("and 20 more faults")


def test_a_fault_inside_a_list_has_its_own_line(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(
        'format = 1\ngame = "forest-shuffle"\ncave = 2026-01-02\nhand = [\n  "oak",\n  "oakk",\n]\n'
        'forest = [\n  "oak",\n  { tree = "birch", left = ["lynx",\n    "goshawk"] },\n]\n'
    )
    lines = leafwise("show", path).err.splitlines()
    assert any(":6: hand[1]:" in line for line in lines)
    assert any(":11: forest[1].left[1]:" in line and "lies top" in line for line in lines)
    assert any(":3: cave:" in line and "a whole number, not a date" in line for line in lines)


def test_a_position_that_is_none_in_a_line_of_many(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": "a", "position": 3}\n{"id": "b", "challenge": [1]}\n')
    found = leafwise("score", path, "--json").lines()
    assert [(row["id"], row["error"]["key"], row["error"]["found"]) for row in found] == [
        ("a", "position", "3"),
        ("b", "challenge", "[1]"),
    ]


def test_a_drawing_to_standard_output(
    leafwise: Leafwise, spring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert leafwise("show", spring, "--svg", "-").out.startswith("<?xml")
    assert leafwise("show", "--blank", "rustling-leaves", "--svg", "-").out.startswith("<?xml")
    assert os.listdir(tmp_path) == []


def test_a_joker_that_no_die_shows_is_no_move(leafwise: Leafwise, spring: Path) -> None:
    check(leafwise("play", spring, "b5:d6 tree joker=9"), 2, "1 to 6")
    check(leafwise("play", spring, "b5:d6 tree joker=5"), 1, "1, 2, 3 or 4")


def test_json_error_object(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('format = 1\ngame = "rustling-leaves"\nseason = "sprin"\nstart = 1\n')
    run = leafwise("score", path, "--json")
    error = run.json()["error"]
    assert set(error) == KEYS
    assert run.status == 2
    assert error["file"] == str(path)
    assert (error["key"], error["line"], error["nearest"]) == ("season", 3, "spring")
    assert "season" in run.err


def test_a_text_that_is_no_move(leafwise: Leafwise, spring: Path) -> None:
    check(leafwise("play", spring, "b3:c4 tre"), 2, "'b3:c4 tre'")


def test_an_illegal_move_is_a_no(leafwise: Leafwise, spring: Path) -> None:
    check(leafwise("play", spring, "a1:b3 bear"), 1, "a1:b3")
    error = leafwise("play", spring, "a1:b3 bear", "--json").json()["error"]
    assert error["kind"] == "illegal move"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["hnit", "x"], "did you mean hint?"),
        (["score", "x", "--mov", "y"], "did you mean --move?"),
        (["score"], "missing argument"),
        (["hint", "x", "--level", "nuge"], "--level: found 'nuge'; one of nudge"),
        (["hint", "x", "--time-limit", "0"], "--time-limit"),
        (["hint", "x", "--time-limit", "soon"], "found 'soon'; a number of seconds above 0"),
        (["hint", "x", "--time-limit", "nan"], "--time-limit: found 'nan'; a number of seconds"),
        (["hint", "x", "--seed", "-1"], "--seed: found -1; a whole number from 0 to 46116"),
        (["hint", "x", "--seed", "1.5"], "--seed: found '1.5'; a whole number from 0"),
        (["hint", "x", "--seed", "o'x"], '--seed: found "o\'x"; a whole number'),
        (["hint", "x", "--seed"], "leafwise hint: option '--seed' requires an argument"),
        (["analyse", "x", "--worlds", "0"], "--worlds: found 0; a whole number from 1"),
        (["moves", "x", "--jobs", "0"], "--jobs: found 0; a whole number from 1 to 256"),
        (["new", "rustling"], "rustling-leaves"),
        (["new", "rustling-leaves", "--sesaon", "spring"], "did you mean --season?"),
        (["play", "x"], "missing argument"),
        (["show", "x", "--option", "a=b"], "only with --blank"),
        (["show", "--blank", "rustling-leaves", "--season", "spring"], "--option season=VALUE"),
        (["show", "x", "--png", "-"], "--png: found '-'"),
        (["show", "x", "--svg", "-", "-o", "y"], "--svg: found '-'"),
        (["solve", "x", "--svg", "-"], "a file name"),
    ],
)
def test_bad_usage_is_one_line_and_two(leafwise: Leafwise, argv: list[str], said: str) -> None:
    check(leafwise(*argv), 2, said)


def test_bad_usage_as_json(leafwise: Leafwise) -> None:
    run = leafwise("moves", "--json", "--bogus")
    assert run.status == 2
    assert run.json()["error"]["kind"] == "bad usage"
    error = leafwise("hint", "x", "--level", "nuge", "--json").json()["error"]
    assert (error["key"], error["found"], error["nearest"]) == ("--level", "'nuge'", "nudge")
    assert error["expected"] == "one of nudge, reason, move, plan"


@pytest.mark.parametrize(
    ("raised", "status", "kind"),
    [
        (NoAnswer("nothing left to decide"), 1, "no answer"),
        (LimitReached("no move was valued in 5 s"), 3, "limit reached"),
        (Disagreement("the referee says 28, the engine 29"), 70, "internal disagreement"),
        (ZeroDivisionError("oops"), 70, "internal error"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_what_the_engine_raises(
    leafwise: Leafwise,
    pig: Path,
    monkeypatch: pytest.MonkeyPatch,
    raised: BaseException,
    status: int,
    kind: str,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise raised

    monkeypatch.setattr(engine, "hint", fail)
    check(leafwise("hint", pig), status)
    run = leafwise("hint", pig, "--json")
    assert run.status == status
    assert run.json()["error"]["kind"] == kind


def test_the_traceback_of_a_bug_only_with_v(
    leafwise: Leafwise, pig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(engine, "hint", fail)
    check(leafwise("hint", pig), 70, "please report", "ZeroDivisionError")
    assert "Traceback" in leafwise("hint", pig, "-v").err


def test_interrupted_with_what_was_found(
    leafwise: Leafwise, pig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = leafwise("hint", pig, "--json").json()
    real = engine.hint

    def cut(*args: Any, **kwargs: Any) -> Any:
        kwargs["budget"].interrupted = True
        return real(*args, **{**kwargs, "budget": replace(kwargs["budget"], interrupted=False)})

    monkeypatch.setattr(engine, "hint", cut)
    run = leafwise("hint", pig, "--json")
    assert run.status == 130
    assert run.json()["moves"] == whole["moves"]
    assert "interrupted" in run.err


def test_ctrl_c_ends_a_batch_with_the_best_of_the_one_it_met(
    leafwise: Leafwise, pig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = engine.hint, [0]

    def second(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        if calls[0] == 2:
            signal.raise_signal(signal.SIGINT)
        return real(*args, **kwargs)

    monkeypatch.setattr(engine, "hint", second)
    run = leafwise("hint", pig, pig, pig, pig, "--json")
    assert run.status == 130 and calls == [2]
    assert [bool(row.get("moves")) for row in run.lines()] == [True, True]


@pytest.mark.parametrize("command", ["hint", "compare"])
def test_ctrl_c_behind_the_search_loses_nothing(
    leafwise: Leafwise, pig: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    argv = [command, pig, *(["bank", "roll"] if command == "compare" else []), "--json"]
    whole = leafwise(*argv).json()
    real = getattr(engine, command)

    def late(*args: Any, **kwargs: Any) -> Any:
        found = real(*args, **kwargs)
        signal.raise_signal(signal.SIGINT)
        return found

    monkeypatch.setattr(engine, command, late)
    run = leafwise(*argv)
    assert run.status == 130
    assert run.json()["moves"] == whole["moves"]
    assert run.err == "interrupted: the best found so far\n"


def test_hint_when_the_game_is_over(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "over.toml"
    path.write_text('format = 1\ngame = "pig"\ntotal = 9\nover = true\n')
    check(leafwise("hint", path), 1)
    listed = leafwise("moves", path, "--json")
    assert (listed.status, listed.json()["count"]) == (0, 0)


def test_standard_input_twice(leafwise: Leafwise) -> None:
    run = leafwise("moves", "-", "-", stdin='format = 1\ngame = "pig"\n')
    assert run.status == 2
    assert "standard input can be read once" in run.err


def test_unwritable_targets(leafwise: Leafwise, spring: Path, tmp_path: Path) -> None:
    check(leafwise("show", spring, "-o", tmp_path), 2, "is a directory")
    check(leafwise("show", spring, "--svg", tmp_path / "no" / "x.svg"), 2, "no directory")
    check(leafwise("show", spring, "--svg", tmp_path / "x", "--png", tmp_path / "x"), 2, "twice")
    assert os.listdir(tmp_path) == []


def test_drawings_of_several_inputs(leafwise: Leafwise, spring: Path, tmp_path: Path) -> None:
    check(leafwise("show", spring, spring, "--svg", tmp_path / "x.svg"), 2, "one input")


def test_a_fault_in_a_record_names_its_move(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    head = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'
    path.write_text(head + 'record = ["2c 3: b5:d6 tree", "2 3: a1:b3 bear"]\n')
    check(leafwise("score", path), 2, ":5: record[1]:", "a1:b3")


def test_messages_are_one_bounded_line_that_cannot_move_the_cursor(
    leafwise: Leafwise, spring: Path
) -> None:
    check(leafwise("moves", "no\nsuch\x1b[2J"), 2, "no\\nsuch\\x1b[2J")
    run = leafwise("play", spring, "x" * 100_000)
    check(run, 2, "[...]")
    assert len(run.err) < 700


def test_the_nearest_choice_of_an_option(leafwise: Leafwise, spring: Path) -> None:
    check(leafwise("new", "rustling-leaves", "--season", "sprng"), 2, "did you mean 'spring'?")


def test_a_change_that_is_no_position_does_not_blame_a_line(
    leafwise: Leafwise, spring: Path
) -> None:
    run = leafwise("score", spring, "--with", "a1:a1 tree")
    assert run.status == 2
    assert all("as changed, areas[4]" in line for line in run.err.splitlines())


def test_a_full_disk_is_told(spring: Path) -> None:
    if not os.path.exists("/dev/full"):  # not on every system; then a closed descriptor stands in
        target = os.open(os.devnull, os.O_RDONLY)
    else:
        target = os.open("/dev/full", os.O_WRONLY)
    run = subprocess.run(
        [sys.executable, "-m", "leafwise", "moves", str(spring)],
        stdout=target,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    os.close(target)
    assert run.returncode == 2
    assert run.stderr.startswith("leafwise: standard output: ")
    assert len(run.stderr.splitlines()) == 1


def test_ctrl_c_ends_quietly_with_130(tmp_path: Path) -> None:
    pipe = tmp_path / "never"
    os.mkfifo(pipe)
    code = (
        "import sys\nfrom leafwise.cli import inputs\nfrom leafwise.cli.main import run_cli\n"
        "real = inputs._open\n"
        "def slow(path):\n    print('ready', file=sys.stderr, flush=True)\n    return real(path)\n"
        "inputs._open = slow\n"
        f"sys.exit(run_cli(['moves', {str(pipe)!r}, '--json']))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["error"]["kind"] == "interrupted"
    assert len(err.splitlines()) == 1 and "Traceback" not in err


def test_a_move_that_will_be_refused_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from leafwise.cli.kernels import ready
    from leafwise.puzzles.core.errors import BadUse
    from leafwise.solver import warm

    monkeypatch.setattr(warm, "is_cold", lambda _: True)
    monkeypatch.setattr(warm, "wait", lambda *_, **__: pytest.fail("waited"))

    def refuse() -> None:
        raise BadUse("move", "'x'", "a move")

    with pytest.raises(BadUse):
        ready("rustling-leaves", True, refuse)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("nut = 32768", "treasures.nut: found 32768; 0 to 999"),
        ("nut = 9223372036854775807", "0 to 999"),
    ],
)
def test_more_treasures_than_there_can_be(
    leafwise: Leafwise, tmp_path: Path, changed: str, said: str
) -> None:
    text = (Path(__file__).parents[2] / "examples" / "small_floor.toml").read_text()
    (tmp_path / "n.toml").write_text(re.sub("nut = [0-9]+", changed, text))
    check(leafwise("solve", tmp_path / "n.toml"), 2, said)


@pytest.mark.parametrize("digits", ["²", "5" * 5000])
def test_odd_digits_are_no_number(leafwise: Leafwise, digits: str) -> None:
    run = leafwise("score", SPRING, "--with", f"a1:b2 tree row={digits}")
    assert run.status == 2 and "internal" not in run.err
