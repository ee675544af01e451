"""Every example is a valid position that all plain commands answer."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from cli_support import ROOT, Leafwise

from leafwise.cli.app import COMMANDS

EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(leafwise: Leafwise, path: Path, tmp_path: Path) -> None:
    assert path.read_text().startswith("# ")
    for command in ("show", "score", "moves"):
        run = leafwise(command, path)
        assert run.status == 0, run.err
        assert run.out
    assert leafwise("show", path, "--png", tmp_path / "x.png").status == 0
    move = leafwise("moves", path).out.splitlines()[0]
    after = leafwise("play", path, move, "-o", tmp_path / "after.toml")
    assert after.status == 0, after.err
    assert leafwise("score", tmp_path / "after.toml").status == 0


def test_every_game_has_examples() -> None:
    games = {
        line for path in EXAMPLES for line in path.read_text().splitlines() if "game =" in line
    }
    assert len(games) == 3


def _shown() -> list[str]:
    """Quick commands on the examples, from all help texts and the README."""
    modules = [import_module(f"leafwise.cli.commands.{name}") for name in COMMANDS]
    texts = [str(module.command.help) for module in modules]
    texts.append((ROOT / "README.md").read_text())
    lines = [line for text in texts for line in re.split(r"\n|`", text)]
    quick = re.compile(r"\s*leafwise (play|score|moves|show) [^|]*examples/[^|]*$")
    return sorted({line.strip() for line in lines if quick.match(line)})


@pytest.mark.parametrize("line", _shown())
def test_shown_commands_work(leafwise: Leafwise, line: str, tmp_path: Path) -> None:
    words = [str(ROOT / word) if "examples/" in word else word for word in shlex.split(line)]
    outputs = [n for n, word in enumerate(words) if word in ("-o", "--svg", "--png")]
    for n in outputs:  # written beside the tests, not where they run
        words[n + 1] = str(tmp_path / words[n + 1])
    run = leafwise(*words[1:])
    assert run.status == 0, run.err


def test_commands_are_shown() -> None:
    assert len(_shown()) >= 5
