"""Small positions typed as a player would, and short cuts to play on them."""

from __future__ import annotations

from typing import Any

import pytest

from leafwise.puzzles.core.errors import BadPosition, Fault, IllegalMove
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position


def pos(cover: list[str] | None = None, **keys: Any) -> Position:
    """A position; by default a floor of the cover's size without print, in one area."""
    doc: dict[str, Any] = {"format": 1, "game": "indian-summer", "floor": "own", "path": ["##o"]}
    if cover is not None:
        doc["cover"] = cover
        doc["print"] = ["." * len(row) for row in cover]
    if "print" in keys:
        doc["print"] = keys.pop("print")
    if doc["floor"] == "own" and "areas" not in keys and "floor" not in keys:
        doc["areas"] = ["A" * len(row) for row in doc["print"]]
    return GAME.read({**doc, **keys})


def play(p: Position, text: str) -> Position:
    for action in GAME.parse(p, text):
        p = GAME.apply(p, action)
    return p


def doc(p: Position) -> dict[str, Any]:
    return GAME.write(p)


def cover(p: Position) -> list[str]:
    from leafwise.puzzles.indian_summer.writing import cover_rows

    return list(cover_rows(p))


def have(p: Position) -> dict[str, int]:
    """Treasures that are there, by first letter."""
    return {name: n for name, n in zip("bnmf", p.treasures, strict=True) if n}


def listed(p: Position, kind: str) -> list[str]:
    return [text for text in GAME.listing(p) if text.split()[0] == kind]


def refused(p: Position, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, text)
    return error.value


def faults(cover: list[str] | None = None, **keys: Any) -> tuple[Fault, ...]:
    with pytest.raises(BadPosition) as error:
        pos(cover, **keys)
    return error.value.faults()
