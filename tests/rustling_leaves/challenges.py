"""Challenges with known rolls on random sheets."""

from __future__ import annotations

from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.rustling_leaves.data import SEASONS, faces
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Dice, Position


def challenge(seed: int, areas: int, rolls: int, start: int | None = None) -> Position:
    """A sheet after random moves of up to ``areas`` areas, then known rolls."""
    stream = Stream(seed)
    p = Position(SEASONS[seed % 4], 1 + seed // 4 % 6 if start is None else start)
    while len(p.areas) < areas and p.misthrows < 3:
        p = GAME.apply(p, GAME.actions(p)[0])  # stay in
        p = GAME.apply(p, GAME.outcomes(p).draw(stream))
        p = GAME.apply(p, stream.choice(GAME.actions(p)[:-1] or GAME.actions(p)))
    doc = GAME.write(p)
    doc["rolls"] = [
        Dice(stream.choice(faces()), stream.choice(faces())).text() for _ in range(rolls)
    ]
    return GAME.read(doc)
