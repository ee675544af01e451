"""The reference cases: score lines, marks, legal moves, and best plans."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.rustling_leaves.game import GAME

DATA = Path(__file__).parents[1] / "data"


def cases(name: str) -> list[Any]:
    lines = (DATA / name).read_text().splitlines()
    return [pytest.param(json.loads(line), id=json.loads(line)["id"]) for line in lines]


@pytest.mark.parametrize("case", cases("rl_positions.jsonl"))
def test_position(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    lines = {line.category: line.points for line in GAME.scores(p)}
    assert lines == case["breakdown"]
    assert list(lines) == list(case["breakdown"])
    assert GAME.total(p) == case["score_total"]
    assert GAME.score_extras(p)["marks"] == case["marks"]
    if "moves" in case:
        assert list(GAME.listing(p)) == case["moves"]
        for text in case["moves"]:
            assert GAME.format(p, GAME.parse(p, text)) == text
    else:
        assert GAME.listing(p) in ((), ("drop out", "stay in"))
    assert GAME.read(GAME.write(p)) == p


@pytest.mark.parametrize("case", cases("rl_exact.jsonl"))
def test_plan_replays_to_its_score(case: dict[str, Any]) -> None:
    p = GAME.read(case["challenge"])
    for text in case["plan"]:
        line = GAME.parse(p, text)
        assert GAME.format(p, line) == text
        for action in line:
            p = GAME.apply(p, action)
    assert GAME.total(p) == case["best_score"]
