"""One recorded playthrough a game: any change of behaviour shows as a difference.

``pytest tests/core/test_playthroughs.py --re-record`` writes all of them anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core import registry
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.random import Stream

SEED = 20_2611
MOST = 400
OPTIONS: dict[str, dict[str, str]] = {
    "rustling-leaves": {"season": "autumn", "start": "2"},
    "indian-summer": {"floor": "1a"},
    "forest-shuffle": {"players": "2"},
}


def lively(game: AnyGame, p: Any, stream: Stream) -> Any:
    """A random action, none that ends the game while there is another."""
    actions = game.actions(p)
    first = stream.below(len(actions))
    for n in range(len(actions)):
        action = actions[(first + n) % len(actions)]
        if game.turn(game.apply(p, action)).kind != "over":
            return action
    return actions[first]


def playthrough(game: AnyGame) -> dict[str, Any]:
    """Everything the interface says along one game, as plain data."""
    p = game.world(game.new(OPTIONS[game.id], SEED), 0, SEED)
    stream = Stream(SEED)
    steps = []
    start = game.write(game.view(p, 0))
    for _ in range(MOST):
        turn = game.turn(p)
        if turn.kind == "over":
            break
        listed = "\n".join(game.listing(p)) if turn.kind == "decide" else ""
        chance = turn.kind == "chance"
        action = game.outcomes(p).draw(stream) if chance else lively(game, p, stream)
        text = game.format(p, (action,))
        p = game.apply(p, action)
        steps.append(
            {
                "turn": [turn.kind, turn.seat, turn.what],
                "moves": hashlib.sha256(listed.encode()).hexdigest()[:12] if listed else "",
                "action": text,
                "total": game.total(p),
            }
        )
    scores = [[s.category, s.points, s.detail] for s in game.scores(p)]
    return {"game": game.id, "start": start, "steps": steps, "scores": scores}


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_playthrough_is_as_recorded(
    game_id: str, data: Path, request: pytest.FixtureRequest
) -> None:
    found = json.loads(json.dumps(playthrough(registry.load(game_id))))
    path = data / "playthroughs" / f"{game_id}.json"
    if request.config.getoption("--re-record"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1) + "\n")
    recorded = json.loads(path.read_text())
    assert len(found["steps"]) > 10
    for n, (now, then) in enumerate(zip(found["steps"], recorded["steps"], strict=False)):
        assert now == then, f"step {n}"
    assert found == recorded
