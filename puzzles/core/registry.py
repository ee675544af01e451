"""Games by name. A game is imported at its first use; nothing else knows the list."""

from __future__ import annotations

from importlib import import_module

from .errors import BadUse
from .game import AnyGame
from .names import nearest

# id -> (module, attribute) that holds the game; third parties and tests call ``register``.
_PLACES: dict[str, tuple[str, str]] = {
    "rustling-leaves": ("leafwise.puzzles.rustling_leaves.game", "GAME"),
    "indian-summer": ("leafwise.puzzles.indian_summer.game", "GAME"),
    "forest-shuffle": ("leafwise.puzzles.forest_shuffle.game", "GAME"),
}
_LOADED: dict[str, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Add a game (or replace one of the same id)."""
    _LOADED[game.id] = game


def game_ids() -> tuple[str, ...]:
    """Every known id, sorted."""
    return tuple(sorted({*_PLACES, *_LOADED}))


def load(game_id: str) -> AnyGame:
    """The game of this id; raises BadUse with the nearest known id."""
    if game_id not in _LOADED:
        if game_id not in _PLACES:
            known = game_ids()
            raise BadUse(
                "game", repr(game_id), "one of " + ", ".join(known), nearest(str(game_id), known)
            )
        module, attribute = _PLACES[game_id]
        _LOADED[game_id] = getattr(import_module(module), attribute)
    return _LOADED[game_id]
