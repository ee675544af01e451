"""Seeded positions of the Indian Summer benchmarks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.indian_summer import deal, legal
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import bits
from leafwise.puzzles.indian_summer.position import Position
from leafwise.puzzles.indian_summer.rules import apply


def whole(seed: int) -> Position:
    """A fresh shipped floor with five tiles in the path and twenty on the common path."""
    return deal.new({}, seed)


def fresh24(seed: int) -> Position:
    """A fresh floor of 24 fields (4 x 6 or 8 x 3), cut from a shipped one, in two areas."""
    p = whole(1000 + seed)
    columns, rows = ((4, 6), (8, 3))[seed % 2]
    doc: dict[str, Any] = GAME.write(p)
    doc["floor"] = "own"
    top = seed % (p.floor.height - rows + 1)
    doc["print"] = [row[:columns] for row in p.floor.print[top : top + rows]]
    return GAME.read(doc)


def played(seed: int, most: int = 22) -> Position:
    """A 72-field floor after random leaf and squirrel turns, with at most ``most`` open fields.

    Treasures won are spent on squirrels at random places, so that the open fields lie scattered.
    """
    stream = Stream(seed, 1)
    p = replace(whole(2000 + seed), pieces=None)
    while p.ground.bit_count() > most:
        leaves = legal.leaves(p)
        if leaves and stream.below(8):
            p = apply(p, stream.choice(leaves))
        else:
            p = apply(p, GAME.parse(p, f"squirrel {_name(p, stream)}")[0])
        while p.treasures[1] and stream.below(2) and p.ground:
            p = apply(p, GAME.parse(p, f"nut {_name(p, stream)}")[0])
        if p.main_done:
            p = apply(p, GAME.parse(p, "end")[0])
        if not p.common:
            return played(seed + 100_000, most)
    return p


def _name(p: Position, stream: Stream) -> str:
    from leafwise.puzzles.indian_summer.geometry import field_name

    return field_name(stream.choice(list(bits(p.ground))), p.floor.width)
