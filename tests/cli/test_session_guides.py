"""Guides over whole random games: a prompt everywhere, and an answer to whatever is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from leafwise.cli.session.reading import understand
from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.guide import guide
from leafwise.puzzles.core.random import DEAL, Stream
from leafwise.puzzles.core.registry import load

GAMES = {
    "rustling-leaves": {"season": "winter", "start": "2"},
    "indian-summer": {"floor": "2a"},
    "forest-shuffle": {"players": "3"},
}
JUNK = (
    "x",
    "...",
    "=>",
    "pay",
    "play",
    "draw",
    "2c 9c",
    "z1:z99 tree",
    "play oak pay , , => ,",
    "play sapling using",
    "with effect",
    "mole: {",
    "they play a fly agaric on 9 bottom paying with nothing and flip winter",
    "leaf 9 z9",
    "mushroom +",
    "1e9",
    "ö ß",
    "; ; ;",
)


def walk(game: AnyGame, seed: int, steps: int) -> Iterator[tuple[Any, Any]]:
    """A random game step by step: positions before and after."""
    p = game.new(GAMES[game.id], seed)
    stream = Stream(seed, stream=DEAL)
    for _ in range(steps):
        turn = game.turn(p)
        if turn.kind == "over":
            return
        if turn.kind == "chance":
            action = game.outcomes(p).draw(stream)
        else:
            listed = game.actions(p)
            action = stream.choice(listed)
            if game.turn(game.apply(p, action)).kind == "over":  # dropping out is no long game
                action = listed[0]
        q = game.apply(p, action)
        yield p, q
        p = q


@pytest.mark.parametrize("game_id", sorted(GAMES))
@pytest.mark.parametrize("seed", [1, 2])
def test_there_is_always_a_prompt_and_an_answer(game_id: str, seed: int) -> None:
    game = load(game_id)
    words = guide(game)
    prompts = set()
    for n, (p, q) in enumerate(walk(game, seed, 90)):
        call = words.call(p)
        prompts.add(call.prompt)
        assert call.prompt and "\n" not in call.prompt
        assert all(line and "None" not in line for line in (*call.told, *call.examples))
        assert all(isinstance(line, str) and line for line in words.changes(p, q))
        implied = p
        for action in words.implied(p):
            implied = game.apply(implied, action)
        text = JUNK[n % len(JUNK)]
        try:
            line = understand(game, p, text)
        except (BadMove, IllegalMove) as error:
            assert all(fault.sentence() for fault in error.faults())
        else:
            assert game.format(p, line)  # it meant something here
    assert len(prompts) > 2


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_fresh_decision_is_the_owners(game_id: str) -> None:
    game = load(game_id)
    words = guide(game)
    seen = 0
    for p, _ in walk(game, 3, 120):
        if words.fresh(p):
            turn = game.turn(p)
            assert turn.kind == "decide" and turn.seat == 0
            seen += 1
    assert seen > 3


def test_the_plain_guide_serves_any_game(pig: Any) -> None:
    from cli_support import TablePig

    game = TablePig()
    words = guide(game)
    p = game.read({"format": 1, "game": "pig", "total": 3})
    assert words.call(p).prompt == game.turn(p).what
    assert words.fresh(p) and words.topics == {}
    assert words.choices(p) == game.listing(p)
