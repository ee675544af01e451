"""Short ways to set up sheets and to ask what is legal on them."""

from __future__ import annotations

from typing import Any

import pytest

from leafwise.puzzles.core.errors import BadPosition, Fault, IllegalMove
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.puzzles.rustling_leaves.scoring import Tally, score


def document(season: str, start: int, *areas: str, **keys: Any) -> dict[str, Any]:
    doc = {"format": 1, "game": "rustling-leaves", "season": season, "start": start}
    return {**doc, "areas": list(areas), **keys}


def sheet(season: str, start: int, *areas: str, **keys: Any) -> Position:
    """A sheet read from a document, so that it is checked."""
    return GAME.read(document(season, start, *areas, **keys))


def faults(doc: dict[str, Any]) -> list[Fault]:
    """All faults of a document; fails when there is none."""
    with pytest.raises(BadPosition) as caught:
        GAME.read(doc)
    return list(caught.value.faults())


def after(p: Position, *texts: str) -> Position:
    """The position after moves given as texts."""
    for text in texts:
        for action in GAME.parse(p, text):
            p = GAME.apply(p, action)
    return p


def refused(p: Position, text: str) -> str:
    """The rule that forbids a move; also checks that it is not listed."""
    assert text not in GAME.listing(p)
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(p, text)
    assert caught.value.reason
    return caught.value.rule


def symbols(p: Position, area: str) -> set[str]:
    """What can be crossed in an area without the joker."""
    texts = [text for text in GAME.listing(p) if text.startswith(area + " ")]
    return {text.split()[1] for text in texts if "joker" not in text}


def points(p: Position) -> dict[str, float]:
    return {line.category: line.points for line in GAME.scores(p)}


def worth(
    season: str, category: str, crossed: dict[str, int] | None = None, **counts: Any
) -> float:
    """Points of one category from counts alone."""
    lines = score(Tally(season, crossed or {}, **counts))  # type: ignore[arg-type]
    return next(line.points for line in lines if line.category == category)
