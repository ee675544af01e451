"""Whole games of the three games typed at the prompt: transcripts, and records that replay.

``pytest tests/cli/test_session_games.py --re-record`` writes the transcripts anew.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from cli_support import Leafwise

from leafwise.puzzles.core import records
from leafwise.puzzles.core.registry import load

OPTIONS = {
    "rustling-leaves": ["--season", "autumn", "--start", "2", "--seed", "7"],
    "indian-summer": ["--floor", "2b", "--seed", "5"],
    "forest-shuffle": ["--players", "2", "--seed", "11"],
}
RESULTS = {"rustling-leaves": 61, "indian-summer": 0, "forest-shuffle": 283}


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_a_whole_game_at_the_prompt(
    game_id: str,
    leafwise: Leafwise,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = (data / "sessions" / f"{game_id}.in").read_text()
    ran = leafwise("session", game_id, *OPTIONS[game_id], "-o", "game.toml", "-q", stdin=typed)
    assert ran.status == 0 and ran.err == ""
    kept = data / "sessions" / f"{game_id}.out"
    if request.config.getoption("--re-record"):
        kept.write_text(ran.out)
    assert ran.out.splitlines() == kept.read_text().splitlines()
    game = load(game_id)
    log = records.read(game, tomllib.loads(Path("game.toml").read_text()))
    assert game.turn(log.last).kind == "over"
    assert game.total(log.last) == RESULTS[game_id]
    assert records.write(game, log)["record"] == records.texts(log.steps)


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_nothing_is_lost_wherever_the_input_ends(
    game_id: str, leafwise: Leafwise, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (data / "sessions" / f"{game_id}.in").read_text().splitlines()
    cut = len(lines) // 2
    start = [game_id, *OPTIONS[game_id], "-q"]
    leafwise("session", *start, "-o", "whole.toml", stdin="\n".join(lines))
    leafwise("session", *start, "-o", "parts.toml", stdin="\n".join(lines[:cut]))
    kept = tomllib.loads(Path("parts.toml").read_text())["record"]
    whole = tomllib.loads(Path("whole.toml").read_text())["record"]
    assert len(kept) > 3
    assert kept[:-1] == whole[: len(kept) - 1]  # the last entry may be cut in its middle
    if "deal" not in lines[cut:]:  # what is dealt depends on the number of the step
        leafwise("session", "parts.toml", "-q", stdin="\n".join(lines[cut:]))
        assert tomllib.loads(Path("parts.toml").read_text())["record"] == whole
