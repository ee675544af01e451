"""Ten recorded whole games replay, saved and loaded at every step."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from fs_support import cases, game_record

from leafwise.puzzles.core.document import dump_toml, parse_text
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.data import SPECIES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.scoring import total

GAMES = cases("games.jsonl")


def label(record: dict[str, Any]) -> str:
    return f"{record['options']['players']}-{record['options']['deck']}-{record['seed']}"


def saved(p: Any) -> Any:
    """The position written to TOML text and read back."""
    return GAME.read(parse_text(dump_toml(GAME.write(p)), "saved").doc)


@pytest.mark.parametrize("record", GAMES, ids=label)
def test_game_replays_saved_and_loaded_at_every_step(record: dict[str, Any]) -> None:
    p = GAME.read(record["start"])
    for text in record["record"]:
        line = GAME.parse(p, text)
        assert GAME.format(p, line) == text
        for action in line:
            p = GAME.apply(p, action)
            loaded = saved(p)
            assert loaded == p
            p = loaded
    assert GAME.write(p) == record["end"]
    assert GAME.total(p) == record["total"]
    assert GAME.turn(p).kind == "over"


def test_recorded_games_are_what_their_seeds_give() -> None:
    first = GAMES[0]
    again = game_record(first["options"], first["seed"])
    assert json.loads(json.dumps(again)) == first


def test_recorded_games_hold_every_kind_of_play() -> None:
    text = "\n".join(move for record in GAMES for move in record["record"])
    for word in ("mushroom", "effect", "bonus", "free:", "gnat:", "cave:", "mole:", "=>", "?"):
        assert word in text, word
    played = {s.id for s in SPECIES if f"play {s.id}" in text or f"{{{s.id}" in text}
    assert {s.id for s in SPECIES if s.effect or s.draw_on} <= played
    assert "winter" in text and "sapling using ?" in text


def test_a_random_whole_game_takes_less_than_half_a_second() -> None:
    times = []
    for seed in range(3):
        p = GAME.new({"deck": "listed"}, seed)
        stream = Stream(seed)
        begin = time.process_time()
        while GAME.turn(p).kind != "over":
            p = GAME.apply(p, stream.choice(GAME.actions(p)))
        times.append(time.process_time() - begin)
    assert min(times) < 0.5


def test_scoring_forty_cards_takes_less_than_a_millisecond() -> None:
    p = max((GAME.read(case["position"]) for case in cases("fs_positions.jsonl")), key=cards)
    forest = p.seats[0].trees
    assert cards(p) >= 25
    big = forest * (1 + 40 // cards(p))
    times = []
    for _ in range(5):
        begin = time.process_time()
        for _ in range(50):
            total(big, 0, p.rivals(0))
        times.append((time.process_time() - begin) / 50)
    assert min(times) < 0.001


def cards(p: Any) -> int:
    """Cards in the owner's forest."""
    return sum(1 + sum(map(len, tree.slots)) for tree in p.seats[0].trees)
