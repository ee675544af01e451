"""What the shell is offered: files, moves of the position named, names of cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from leafwise.cli.app import cli


def offered(args: list[str], incomplete: str) -> list[str]:
    """The values that a shell would show."""
    shell = ShellComplete(cli, {}, "leafwise", "_LEAFWISE_COMPLETE")
    return [item.value for item in shell.get_completions(args, incomplete)]


@pytest.fixture
def forest(tmp_path: Path) -> str:
    path = tmp_path / "forest.toml"
    path.write_text(
        'format = 1\ngame = "forest-shuffle"\nforest = [{ tree = "oak" }]\n'
        'hand = ["lynx/raccoon", "birch"]\n'
    )
    return str(path)


def test_commands_and_options() -> None:
    assert "score" in offered([], "sc")
    assert "--without" in offered(["score"], "--wi")


def test_files_are_left_to_the_shell() -> None:
    shell = ShellComplete(cli, {}, "leafwise", "_LEAFWISE_COMPLETE")
    for command in ("show", "score", "moves", "play", "hint", "compare", "solve"):
        assert [item.type for item in shell.get_completions([command], "ex")] == ["file"]


def test_moves_of_the_position_named(forest: str, spring: Path) -> None:
    assert offered(["play", forest], "play ly") == ["play lynx on 1 left"]
    assert offered(["hint", forest, "--move"], "play b") == ["play birch"]
    assert "play birch" in offered(["compare", forest, "draw deck"], "play")
    assert all(move.startswith("a") for move in offered(["score", str(spring), "--move"], "a"))


def test_names_for_what_if(forest: str) -> None:
    assert "european_hare" in offered(["score", forest, "--with"], "eu-ha")
    assert "2 sycamore" in offered(["score", forest, "--with"], "2 sy")
    assert offered(["score", forest, "--without"], "zzz") == []


def test_nothing_where_there_is_no_position(tmp_path: Path, spring: Path) -> None:
    broken = tmp_path / "x.toml"
    broken.write_text("format = ")
    for path in (str(broken), str(tmp_path / "none.toml"), str(tmp_path)):
        assert offered(["play", path], "play") == []
    assert offered(["score", str(spring), "--with"], "oa") == []
