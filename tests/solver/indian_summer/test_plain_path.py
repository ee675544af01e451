"""The plain path: plans of a beam that skips placements are rebuilt from the same ones."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """

from leafwise.puzzles.indian_summer.game import GAME
from leafwise.solver.api import Budget, Clock
from leafwise.solver import engine

p = GAME.read({
    "format": 1, "game": "indian-summer", "floor": "own",
    "print": ["b.n..f", "......", ".m..n.", "f....b", "..b.m."],
    "areas": ["AABBCC", "AABBCC", "AADDCC", "EEDDCC", "EEDDDD"],
    "cover": ["##....", "#o....", "......", "......", "......"],
    "path": ["##/#o", "o##/..#", "#o#", "##./.o./.##", ".#./#o#"],
    "common": ["##/#o", "#o#"],
    "treasures": {"berry": 1, "nut": 1, "mushroom": 1, "feather": 1},
})
found = engine.hint(GAME, p, budget=Budget(Clock(8.0)))
q = p
for n, turn in enumerate(found.moves[0].plan):
    for action in GAME.parse(q, turn):
        q = GAME.apply(q, action)
    if n + 1 < len(found.moves[0].plan):
        q = GAME.apply(q, GAME.parse(q, "end")[0])
print(len(found.moves[0].plan), found.moves[0].value)
"""


def test_a_plan_of_the_thinned_beam_can_be_rebuilt() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    turns, value = done.stdout.split()
    assert float(turns) == float(value)
