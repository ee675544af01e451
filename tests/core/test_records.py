"""Records: whole entries out of small steps, replay, corrections of the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core import records
from leafwise.puzzles.core.errors import BadMove, BadPosition, IllegalMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.core.records import Log
from leafwise.puzzles.core.registry import load

OPTIONS = {
    "rustling-leaves": {"season": "spring", "start": "2"},
    "indian-summer": {"floor": "1a"},
    "forest-shuffle": {"players": "2"},
}
SHEET = {"format": 1, "game": "rustling-leaves", "season": "spring", "start": 2}
FLOOR = {
    "format": 1,
    "game": "indian-summer",
    "floor": "own",
    "print": ["....", "....", "...."],
    "path": ["##o", "#o#"],
    "common": ["##o"] * 4,
    "treasures": {"nut": 1},
}


def ends(game: AnyGame, p: Any, action: Any) -> bool:
    return game.turn(game.apply(p, action)).kind == "over"


def random_log(game: AnyGame, seed: int, most: int = 120) -> Log:
    """Single actions at random, each a step of its own."""
    log = Log(game.new(OPTIONS[game.id], seed))
    stream = Stream(seed)
    while len(log.steps) < most:
        turn = game.turn(log.last)
        if turn.kind == "over":
            break
        if turn.kind == "chance":
            action = game.outcomes(log.last).draw(stream)
        else:
            actions = list(game.actions(log.last))
            stream.shuffle(actions)
            action = next((a for a in actions if not ends(game, log.last, a)), actions[0])
        log = log.then(records.move(game, log.last, (action,)))
    return log


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
@pytest.mark.parametrize("seed", [1, 2])
def test_written_records_lead_to_the_same_positions_wherever_they_stop(
    game_id: str, seed: int
) -> None:
    game = load(game_id)
    log = random_log(game, seed)
    assert len(log.steps) > 20
    for stop in {len(log.steps), *range(1, len(log.steps), 7)}:
        part = Log(log.start, log.steps[:stop])
        doc = records.write(game, part)
        again = records.read(game, json.loads(json.dumps(doc)))
        assert again.last == part.last, doc["record"][-2:]
        assert records.write(game, again) == doc


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_entries_grow_with_the_log(game_id: str) -> None:
    game = load(game_id)
    log = random_log(game, 3, most=60)
    known: tuple[records.Step, ...] = ()
    for stop in range(1, len(log.steps) + 1):
        part = Log(log.start, log.steps[:stop])
        known = records.entries(game, part, known)
        assert records.texts(known) == records.texts(records.entries(game, part))


def texts(game_id: str, start: dict[str, Any], *moves: str) -> list[str]:
    """The entries after typing these moves one by one."""
    game = load(game_id)
    log = Log(game.read(start))
    for text in moves:
        log = log.then(records.move(game, log.last, game.parse(log.last, text)))
    return records.texts(records.entries(game, log))


def test_a_round_of_rustling_leaves_is_one_entry() -> None:
    moves = ("stay in", "roll 2c 3", "b5:d6 tree", "stay in", "roll 1 4")
    assert texts("rustling-leaves", SHEET, *moves) == ["2c 3: b5:d6 tree", "roll 1 4"]
    assert texts("rustling-leaves", SHEET, *moves, "misthrow", "drop out") == [
        "2c 3: b5:d6 tree",
        "1 4: misthrow",
        "drop out",
    ]


def test_a_turn_of_indian_summer_is_one_entry_and_says_when_it_goes_on() -> None:
    assert texts("indian-summer", FLOOR, "leaf 1 ##o a1", "nut d1") == ["leaf 1 ##o a1; nut d1 ..."]
    assert texts("indian-summer", FLOOR, "leaf 1 ##o a1", "nut d1", "end", "squirrel a2") == [
        "leaf 1 ##o a1; nut d1",
        "squirrel a2 ...",
    ]


def test_an_entry_without_dots_ends_its_turn() -> None:
    game = load("indian-summer")
    ended = records.read(game, {**FLOOR, "record": ["leaf 1 ##o a1"]}).last
    open_turn = records.read(game, {**FLOOR, "record": ["leaf 1 ##o a1 ..."]}).last
    assert not ended.main_done
    assert open_turn.main_done
    with pytest.raises(IllegalMove):
        records.step(game, game.read(FLOOR), "nut a1")


def test_corrections_are_entries() -> None:
    game = load("indian-summer")
    record = ["add common #o#, ##o#", "take common 2", "set treasures = { nut = 3 }"]
    log = records.read(game, {**FLOOR, "record": record})
    assert log.last.common == ("##o", "##o", "#o#", "##o#")
    assert log.last.treasures == (0, 3, 0, 0)
    assert records.write(game, log)["record"] == record
    assert log.undo(3).last == log.start


def test_corrections_reach_inside() -> None:
    game = load("indian-summer")
    p = game.read({**FLOOR, "opponents": [{"path": ["##o"], "uncovered": 40}]})
    assert records.edit(game, p, "set opponents.1.uncovered = 33").opponents[0].uncovered == 33
    assert records.edit(game, p, "add opponents.1.path #o#").opponents[0].path == ("##o", "#o#")
    with pytest.raises(BadMove):
        records.edit(game, p, "set opponents.2.uncovered = 33")


def test_bare_words_are_a_list_where_there_was_one() -> None:
    game = load("forest-shuffle")
    p = game.new({"players": "2"}, 1)
    after = records.edit(game, p, "set hand = oak, birch")
    assert game.write(after)["hand"] == ["birch", "oak"]


@pytest.mark.parametrize(
    "text",
    ["take common 9", "take common #o#o", "add common", "set common", "set nothing.x = 1"],
)
def test_corrections_that_mean_nothing_are_refused(text: str) -> None:
    game = load("indian-summer")
    with pytest.raises(BadMove):
        records.edit(game, game.read(FLOOR), text)


def test_a_correction_to_an_impossible_state_is_refused() -> None:
    game = load("rustling-leaves")
    with pytest.raises(BadPosition):
        records.edit(game, game.read(SHEET), "set misthrows = 9")


def test_a_fault_names_its_entry() -> None:
    game = load("rustling-leaves")
    with pytest.raises(BadPosition) as error:
        records.read(game, {**SHEET, "record": ["2c 3: b5:d6 tree", "1 1: a1:a1 tree"]})
    assert error.value.faults()[0].place == "record[1]"
    with pytest.raises(BadPosition):
        records.read(game, {**SHEET, "record": "2c 3: b5:d6 tree"})


def test_recorded_games_keep_their_text(data: Path) -> None:
    line = (data / "forest_shuffle" / "games.jsonl").read_text().splitlines()[0]
    kept = json.loads(line)
    game = load("forest-shuffle")
    log = records.read(game, {**kept["start"], "record": kept["record"]})
    assert game.write(log.last) == kept["end"]
    again = records.read(game, records.write(game, log))
    assert again.last == log.last
