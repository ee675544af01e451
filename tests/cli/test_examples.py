"""Every example is a valid position that all plain commands answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import ROOT, Leafwise

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
