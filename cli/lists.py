"""Flat lists typed for scoring alone, where a game reads them (``read_shorthand``)."""

from __future__ import annotations

import re
from typing import Any

from leafwise.puzzles.core import registry
from leafwise.puzzles.core.document import is_json_value
from leafwise.puzzles.core.game import AnyGame

_ASSIGNMENT = re.compile(r"^\s*[\"']?[A-Za-z_][\w.-]*[\"']?\s*=(?!>)", re.MULTILINE)
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


def is_list(text: str) -> bool:
    """Whether a text is a flat list rather than TOML or JSON: it assigns nothing."""
    bare = text.strip()
    if not bare or bare.startswith(("{", "[")) or is_json_value(bare):
        return False
    return not _ASSIGNMENT.search(bare) and not _TABLE.search(bare)


def read_list(text: str) -> tuple[AnyGame, Any] | None:
    """The game that reads flat lists, and the position; raises BadPosition. None: no game does."""
    for game_id in registry.game_ids():
        game = registry.load(game_id)
        reader = getattr(game, "read_shorthand", None)
        if reader is not None:
            return game, reader(text)
    return None
