"""A player's own box: ``floor`` and ``tiles`` check, keep, draw back, and are known by name."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from cli_support import Leafwise
from click.testing import CliRunner, Result

from leafwise.cli.commands import floor, new, tiles
from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.indian_summer.library import forget, named_floor

FLOOR = """format = 1
game = "indian-summer"
name = "meadow"
print = ["b..n", "....", ".m.."]
areas = ["AABB", "AABB", "AABB"]
"""
BOX = """format = 1
game = "indian-summer"
name = "my-box"
tiles = [
  { shape = "##o", copies = 5, colour = "green" },
  { shape = "##/o.", copies = 4 },
]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEAFWISE_DATA", str(tmp_path / "kept"))
    (tmp_path / "meadow.toml").write_text(FLOOR)
    (tmp_path / "box.toml").write_text(BOX)
    return tmp_path


def run(command: object, *args: str) -> Result:
    return CliRunner().invoke(command, list(args))  # type: ignore[arg-type]


def test_a_floor_is_kept_and_drawn_back(home: Path) -> None:
    done = run(floor.command, "add", str(home / "meadow.toml"))
    assert done.exit_code == 0
    assert "kept floor meadow" in done.stdout
    assert "berry" in done.stdout and "area B" in done.stdout
    assert "meadow" in run(floor.command, "list").stdout.split()
    shown = json.loads(run(floor.command, "show", "meadow", "--json").stdout)
    assert shown["floor"] == ["meadow"] and "┃" not in shown["text"][:20]
    dealt = run(new.command, "indian-summer", "--floor", "meadow")
    assert 'floor = "meadow"' in dealt.stdout


def test_a_kept_floor_is_not_overwritten(home: Path) -> None:
    assert run(floor.command, "add", str(home / "meadow.toml")).exit_code == 0
    again = run(floor.command, "add", str(home / "meadow.toml"))
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert run(floor.command, "add", str(home / "meadow.toml"), "--force").exit_code == 0


def test_a_faulty_floor_names_line_and_key_and_keeps_nothing(home: Path) -> None:
    bad = home / "bad.toml"
    bad.write_text(FLOOR.replace("b..n", "b..q").replace('"....",', '"...",'))
    done = run(floor.command, "add", str(bad))
    assert done.exit_code == 2
    assert "bad.toml:4: print[0]" in done.stderr and "print[1]" in done.stderr
    assert not (home / "kept").exists()


def test_a_box_is_kept_and_a_position_may_name_it(home: Path) -> None:
    done = run(tiles.command, "add", str(home / "box.toml"))
    assert done.exit_code == 0
    assert "9 tiles" in done.stdout
    assert run(tiles.command, "list").stdout.split() == ["my-box"]
    assert json.loads(run(tiles.command, "show", "my-box", "--json").stdout)["tiles"] == ["my-box"]


def test_the_shipped_box_says_that_it_is_a_reconstruction(home: Path) -> None:
    assert "reconstruction" in run(tiles.command, "show").stdout


@pytest.mark.parametrize("group", [floor, tiles])
def test_an_own_entry_can_be_taken_away_again(home: Path, group: ModuleType) -> None:
    file, name = ("meadow.toml", "meadow") if group is floor else ("box.toml", "my-box")
    assert run(group.command, "add", str(home / file)).exit_code == 0
    assert run(group.command, "remove", name).stdout.endswith(f" {name}\n")
    assert name not in run(group.command, "list").stdout.split()
    assert run(group.command, "add", str(home / file)).exit_code == 0


def test_only_own_entries_can_be_taken_away(home: Path) -> None:
    assert run(floor.command, "add", str(home / "meadow.toml")).exit_code == 0
    with pytest.raises(BadUse) as wrong:
        forget("floors", "medow")
    assert wrong.value.fault.nearest == "meadow"
    with pytest.raises(BadUse):
        forget("floors", "2a")
    assert named_floor("meadow") is not None


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("floor", ["show", "1a"]),
        ("floor", ["list"]),
        ("floor", ["add", "meadow.toml"]),
        ("floor", ["remove", "kept"]),
        ("tiles", ["list"]),
        ("tiles", ["show"]),
        ("tiles", ["add", "box.toml"]),
    ],
)
def test_a_file_that_exists_is_not_overwritten(
    module: str, words: list[str], home: Path, leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    assert leafwise("floor", "add", "meadow.toml", "--name", "kept").status == 0
    (home / "mine.txt").write_text("mine")
    run = leafwise(module, *words, "-o", "mine.txt")
    assert (run.status, run.out) == (2, "")
    assert run.err == "leafwise: found 'mine.txt' exists; use --force to overwrite it\n"
    assert (home / "mine.txt").read_text() == "mine"
    assert leafwise("floor", "list").out.split()[-1] == "kept"  # neither added nor removed
    assert leafwise(module, *words, "-o", "new.txt").status == 0
    assert (home / "new.txt").exists()


@pytest.mark.parametrize("command", ["floor", "tiles"])
def test_a_box_of_another_game_is_refused(command: str, home: Path, leafwise: Leafwise) -> None:
    text = (FLOOR if command == "floor" else BOX).replace("indian-summer", "indian-sumer")
    run = leafwise(command, "add", "-", stdin=text)
    assert run.status == 2 and len(run.err.splitlines()) == 1
    assert "standard input:2: game: found 'indian-sumer'" in run.err
    assert "did you mean 'indian-summer'?" in run.err
    told = leafwise(command, "add", "-", "--json", stdin=text).json()["error"]
    assert (told["key"], told["line"], told["nearest"]) == ("game", 2, "indian-summer")
    assert leafwise(command, "add", "missing", "--json").json()["error"]["kind"] == "bad file"


def test_a_data_folder_that_cannot_be_written_is_named(
    home: Path, leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAFWISE_DATA", str(home / "box.toml"))
    run = leafwise("floor", "add", home / "meadow.toml")
    assert (run.status, run.out) == (2, "")
    assert f"the data folder: found '{home}/box.toml/" in run.err and "LEAFWISE_DATA" in run.err
    assert len(run.err.splitlines()) == 1


def test_a_kept_file_that_is_damaged_is_named(home: Path, leafwise: Leafwise) -> None:
    assert leafwise("floor", "add", home / "meadow.toml").status == 0
    (kept,) = (home / "kept").rglob("meadow.json")
    kept.write_text('{"format": 1,')
    run = leafwise("floor", "show", "meadow")
    assert run.status == 2 and f"{kept}: line 1: found malformed JSON" in run.err
