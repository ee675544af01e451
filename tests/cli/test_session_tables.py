"""What a newcomer typed at a table, slips included, with hints that do not depend on the clock.

``pytest tests/cli/test_session_tables.py --re-record`` writes the transcripts anew, as has to be
done whenever a hint of the engine changes.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from cli_support import Leafwise

from leafwise.puzzles.core import records
from leafwise.puzzles.core.registry import load

STARTS = {
    "rustling-leaves": ["rustling-leaves", "--season", "spring", "--start", "3"],
    "indian-summer": ["indian-summer"],
    "forest-shuffle": ["forest-shuffle.toml"],
}
# playouts a finalist instead of seconds; no table is drawn, since nobody looks
BUDGET = ["--worlds", "36", "--time-limit", "10000", "--seed", "0", "-o", "game.toml", "-q"]


@pytest.fixture
def table(leafwise: Leafwise, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the transcripts begin with; kernels as the run has them."""
    os.environ.pop("NUMBA_DISABLE_JIT", None)
    monkeypatch.setattr("leafwise.solver.warm.is_cold", lambda game_id: False)
    monkeypatch.setattr("leafwise.solver.warm.prepare", lambda game_id: None)
    # of equally good plans another version of the model's solver may find another one
    monkeypatch.setattr("leafwise.solver.forest_shuffle.ahead.first_play", lambda p, seconds: ())
    for path in (data / "tables").glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text())
    monkeypatch.chdir(tmp_path)
    return data / "tables"


@pytest.mark.parametrize("game_id", sorted(STARTS))
def test_what_was_typed_is_answered_as_recorded(
    game_id: str, leafwise: Leafwise, table: Path, request: pytest.FixtureRequest
) -> None:
    typed = (table / f"{game_id}.in").read_text()
    ran = leafwise("session", *STARTS[game_id], *BUDGET, stdin=typed)
    assert ran.status == 0 and ran.err == ""
    assert "internal error" not in ran.out and "time limit" not in ran.out
    kept = table / f"{game_id}.out"
    if request.config.getoption("--re-record"):
        kept.write_text(ran.out)
    assert ran.out.splitlines() == kept.read_text().splitlines()
    game = load(game_id)
    log = records.read(game, tomllib.loads(Path("game.toml").read_text()))
    assert records.write(game, log)["record"] == records.texts(log.steps)
