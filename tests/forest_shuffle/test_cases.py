"""The reference cases: all equal."""

from __future__ import annotations

from typing import Any

import pytest
from fs_support import SIDE_KEYS, cases, points

from leafwise.puzzles.forest_shuffle.game import GAME


def scored(forest: list[dict[str, Any]], cave: int, others: list[Any]) -> dict[str, float]:
    opponents = [{"forest": other["forest"]} for other in others]
    doc = {"format": 1, "game": "forest-shuffle", "forest": forest, "cave": cave}
    return points(GAME.read({**doc, "turn": "over", "opponents": opponents}))


@pytest.mark.parametrize("case", cases("fs_scores.jsonl"), ids=lambda case: case["id"])
def test_scores(case: dict[str, Any]) -> None:
    for player in case["players"]:
        others = [other for other in case["players"] if other is not player]
        found = scored(player["forest"], player["cave"], others)
        assert sum(found.values()) == player["total"]
        found.pop("cave", None)
        assert found == {k: v for k, v in player["by_species"].items() if v}


@pytest.mark.parametrize("case", cases("fs_positions.jsonl"))
def test_positions(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    assert GAME.total(p) == case["score_total"]
    assert points(p) == {k: v for k, v in case["score_by_species"].items() if v}
    assert [player.total for player in GAME.players(p)[1:]] == case["opponent_totals"]
    assert list(GAME.listing(p)) == case["moves"]


def comparable(key: str, value: Any) -> Any:
    if key == "forest":
        return [
            {"tree": t["tree"], **{k: sorted(t[k]) for k in SIDE_KEYS if t.get(k)}} for t in value
        ]
    if key == "deck" and isinstance(value, list):
        return len(value)
    return sorted(value) if isinstance(value, list) else value


@pytest.mark.parametrize("case", cases("fs_transitions.jsonl"))
def test_transitions(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    line = GAME.parse(p, case["move"])
    text = GAME.format(p, line)
    assert GAME.parse(p, text) == line
    if not any(tag.startswith("third winter") for tag in case["tags"]):
        assert text == case["move"]  # a draw that ends the game is counted as far as it came
    for action in line:
        p = GAME.apply(p, action)
        assert GAME.read(GAME.write(p)) == p
    found = GAME.write(p)
    for key, value in case["after"].items():
        assert comparable(key, found[key]) == comparable(key, value), key
    assert GAME.total(p) == case["score_after"]


@pytest.mark.parametrize("case", cases("fs_exact.jsonl"))
def test_plans_of_exact_challenges_replay(case: dict[str, Any]) -> None:
    p = GAME.read(case["position"])
    assert GAME.total(p) == case["start_score"]
    for move in case["plan"]:
        for action in GAME.parse(p, move):
            p = GAME.apply(p, action)
    assert GAME.total(p) == case["value"]
    listed = set(GAME.listing(GAME.read(case["position"])))
    for move in case["optimal_first_move_list"]:
        assert GAME.parse(GAME.read(case["position"]), move)
        assert move.startswith("play ") or move in listed
