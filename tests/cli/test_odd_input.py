"""Odd input found by trying to break the command line: one clear line, never a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_support import ROOT, Leafwise

from leafwise.cli import inputs
from leafwise.cli.report import BadFile

SHEET = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'
FLOOR = '{"format": 1, "game": "indian-summer", "floor": "own", "print": null, "path": []}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHEET + "clouds = " + "9" * 5000 + "\n", "too many digits"),
        ('{"format": 1, "start": ' + "9" * 5000 + "}", "too many digits"),
        ('{"format": 1, "game": []}', "rustling-leaves"),
        ('{"format": 1, "game": {}}', "rustling-leaves"),
        ('{"format": 1, "format": 1, "game": "rustling-leaves"}', "twice"),
        (FLOOR, "print"),
        ("null", "standard input: found null; one position, an object in braces"),
        ("\ufeff true \n", "found true; one position"),
        ("-1.5e3", "found -1.5e3; one position"),
        ("[1, 2]", "found a JSON list; one position"),
        ("[" * 9 + "]" * 9, "found a JSON list; one position"),
        ("[" * 100_000, "found a JSON list; one position, an object in braces"),
        ('{"a": ' * 100_000, "found malformed JSON; too deeply nested: a position is"),
        ('{"format": 1, "game": ' + "[" * 900 + "]" * 900 + "}", "found more than 20 levels"),
        ("a" + ".a" * 100_000 + " = 1", "too deeply nested"),
        ("[a" + ".'a'" * 40 + "]", "too deeply nested: a position is a table of keys"),
        ("a" + ".a" * 30 + " = 1\nformat = 1\n", "too deeply nested"),
        ("x = " + "[" * 900 + "]" * 900, "too deeply nested"),
    ],
)
def test_faulty_documents(leafwise: Leafwise, text: str, said: str) -> None:
    run = leafwise("moves", "-", stdin=text)
    assert run.status == 2
    assert run.err.startswith("standard input") and said in run.err
    assert "internal error" not in run.err
    assert leafwise("score", "-", stdin=text).status == 2


@pytest.mark.parametrize("limit", ["inf", "nan", "0", "-1", "1e400", "soon"])
def test_a_time_limit_is_a_finite_number(leafwise: Leafwise, limit: str) -> None:
    run = leafwise("score", "-", "--time-limit", limit, stdin=SHEET)
    assert run.status == 2
    assert "Traceback" not in run.err


CLOSED = "leafwise: standard output is closed; -o FILE takes the answer instead\n"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("score - >&-", 2, CLOSED),
        ("score - --json >&-", 2, CLOSED),
        ("new rustling-leaves --season spring >&-", 2, CLOSED),
        ("--help >&-", 2, CLOSED),
        ("session rustling-leaves --season spring -o game.toml >&-", 2, CLOSED),
        ("score - -qo answer.txt >&-", 0, ""),
        ("score - <&-", 2, "standard input: standard input is closed\n"),
        ("score - <&- >&- 2>&-", 2, ""),
    ],
)
def test_closed_streams(tmp_path: Path, words: str, status: int, said: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m leafwise {words}'],
        input=None if "<&-" in words else SHEET,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (status, said)
    assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"] * (status == 0)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["hint", ""], "'': found an empty name"),
        (["hint", " "], "' ': there is no such file"),
        (["session", ""], "'': found an empty name"),
        (["floor", "add", ""], "'': found an empty name"),
        ([""], "no such command: ''"),
        (["new", ""], "no such game: ''"),
        (["show", "-", "--svg", ""], "found '' as a name"),
        (["show", "-", "-o", ""], "found '' as a name"),
    ],
)
def test_an_empty_name_is_told_as_one(leafwise: Leafwise, argv: list[str], said: str) -> None:
    run = leafwise(*argv, stdin=SHEET)
    assert (run.status, run.out, len(run.err.splitlines())) == (2, "", 1)
    assert said in run.err


@pytest.mark.parametrize(
    ("argv", "near"),
    [
        (["show", "--blank", "chess"], None),
        (["show", "--blank", "rustling-leafs"], "rustling-leaves"),
        (["session", "chess"], None),
        (["session", "Forest-Shuffle"], "forest-shuffle"),
    ],
)
def test_a_word_that_is_neither_file_nor_game_names_the_games(
    leafwise: Leafwise, argv: list[str], near: str | None
) -> None:
    run = leafwise(*argv)
    assert (run.status, run.out, len(run.err.splitlines())) == (2, "", 1)
    for name in ("forest-shuffle", "indian-summer", "rustling-leaves"):
        assert name in run.err
    assert f"found '{argv[-1]}'" in run.err
    assert (f"did you mean '{near}'?" in run.err) == (near is not None)


@pytest.mark.parametrize("option", ["--with", "--without"])
def test_wishes_and_changes_that_a_game_does_not_take_are_refused(
    leafwise: Leafwise, option: str
) -> None:
    floor = ROOT / "examples" / "small_floor.toml"
    for argv in (["solve", "-"], ["solve", floor], ["score", floor]):
        run = leafwise(*argv, option, "oak", stdin=SHEET)
        assert (run.status, run.out, len(run.err.splitlines())) == (2, "", 1)
        assert f"{option}: found 'oak'; " in run.err


def test_a_folder_of_compiled_kernels_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "LEAFWISE_CACHE": str(tmp_path / "file")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    spring = ROOT / "examples" / "spring.toml"
    for argv in (["hint", spring], ["compare", spring, "misthrow", "a2:b4 seedling"], ["warm"]):
        run = subprocess.run(
            [sys.executable, "-m", "leafwise", *argv, "-q"],
            capture_output=True,
            text=True,
            env=environment,
        )
        assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
        assert f"the folder of compiled kernels: found '{tmp_path}/file/" in run.stderr
        assert "LEAFWISE_CACHE" in run.stderr


def test_an_option_of_a_game_beside_something_else_names_the_games(leafwise: Leafwise) -> None:
    assert "games are forest-shuffle" in leafwise("session", "x", "--season", "spring").err
    run = leafwise("session", "rustling-leaves", "--sesaon", "spring")
    assert "did you mean --season?" in run.err


def test_the_first_line_of_a_stream_is_answered_before_the_rest_is_read() -> None:
    lines = [b'{"a": 1}\n', b"\n", b'{"b": 2}\n', b'{"c": 3}\n']
    stream = io.BytesIO(b"".join(lines))
    found = inputs._document("-", stream)
    assert (next(found).line, next(found).line) == (1, 3)
    assert stream.tell() == len(b"".join(lines[:3]))
    assert [item.line for item in found] == [4]
    (alone,) = inputs._document("-", io.BytesIO(b'{"a": 1}\n\n\n'))
    assert (alone.line, alone.text) == (None, '{"a": 1}\n\n\n')
    with pytest.raises(BadFile):
        list(inputs._document("-", io.BytesIO(b"x" * (inputs.LIMIT + 1))))
