"""Run the command line in-process, on real games and on Pig."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from pig import ANALYST

from leafwise.cli.main import run_cli
from leafwise.puzzles.core import registry as games
from leafwise.solver import registry as engines

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cli_support import SPRING, Leafwise, Run, TablePig


@pytest.fixture
def leafwise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Leafwise:
    """``leafwise("moves", path, stdin="...")`` -> Run."""
    games.register(TablePig())
    engines.register("analyst", "pig", ANALYST)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("COLUMNS", "100")  # readline, once imported, leaves its own there

    def call(*argv: object, stdin: str | bytes = "") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        status = run_cli([str(word) for word in argv])
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return call


@pytest.fixture
def spring() -> Path:
    """The example that the README shows."""
    return SPRING


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A turn of Pig."""
    path = tmp_path / "pig.toml"
    path.write_text('format = 1\ngame = "pig"\ntotal = 9\n')
    return path
