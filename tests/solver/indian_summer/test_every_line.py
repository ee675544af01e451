"""The exact search against every line of play by the plain rules, on tiny floors.

The floors have mushrooms and nuts, so that tiles of the common path, squirrels laid early and
exchanges occur; the reference knows no reduction at all.
"""

from __future__ import annotations

from typing import Any

import pytest

from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.indian_summer.actions import End
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.indian_summer.solve import SOLVER

TILES = ["##o", "o#/#.", "#o##", "#o/##", "o#", "#o#", "##o/#..", "o##/..#"]
WIDTH, HEIGHT = 4, 3
MOST_POSITIONS = 6000


def tiny(seed: int) -> Position:
    """Five to seven connected open fields, printed treasures, two or three common tiles."""
    stream = Stream(seed, 0)
    ground = {(stream.below(HEIGHT), stream.below(WIDTH))}
    wanted = 5 + stream.below(3)
    while len(ground) < wanted:
        row, column = stream.choice(sorted(ground))
        down, right = stream.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if 0 <= row + down < HEIGHT and 0 <= column + right < WIDTH:
            ground.add((row + down, column + right))
    doc: dict[str, Any] = {
        "format": 1,
        "game": "indian-summer",
        "floor": "own",
        "print": ["".join(stream.choice("....bnm") for _ in range(WIDTH)) for _ in range(HEIGHT)],
        "cover": [
            "".join("." if (row, column) in ground else "#" for column in range(WIDTH))
            for row in range(HEIGHT)
        ],
        "path": [stream.choice(TILES) for _ in range(1 + stream.below(2))],
        "common": [stream.choice(TILES) for _ in range(2 + stream.below(2))],
        "treasures": {"mushroom": 1 + stream.below(2), "nut": stream.below(3)},
    }
    return GAME.read(doc)


def by_every_line(p: Position) -> tuple[int, int, int] | None:
    """Fewest turns, then most nuts and a berry left; None where there is too much to look at."""
    layer, turns = {p}, 1
    while True:
        ends, after = [], set()
        seen, stack = set(layer), list(layer)
        while stack:
            q = stack.pop()
            if q.full:
                ends.append(GAME.value(q).key)
            for a in GAME.actions(q):
                r = GAME.apply(q, a)
                if isinstance(a, End):
                    after.add(r)
                elif r not in seen:
                    seen.add(r)
                    stack.append(r)
            if len(seen) > MOST_POSITIONS:
                return None
        if ends:
            _, _, nuts, berry = max(ends)
            return turns, nuts, berry
        layer, turns = after, turns + 1


@pytest.mark.parametrize("first", range(0, 48, 8))
def test_proven_values_are_those_of_every_line(first: int) -> None:
    compared = 0
    for seed in range(first, first + 8):
        p = tiny(seed)
        expected = by_every_line(p)
        if expected is None:
            continue
        found = SOLVER.solve(p, SolveOptions(engine="search"), Budget(Clock(60.0)))
        assert found.status == "optimal"
        assert found.value == {"turns": expected[0], "uncovered": 0, "nuts": expected[1]}
        compared += 1
    assert compared
