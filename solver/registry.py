"""Analysts and solvers by game id, imported at first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from leafwise.puzzles.core.errors import BadUse

from .api import Analyst, Solver, Standing

_ANALYSTS: dict[str, str] = {
    "rustling-leaves": "leafwise.solver.rustling_leaves.analyst",
    "indian-summer": "leafwise.solver.indian_summer.analyst",
    "forest-shuffle": "leafwise.solver.forest_shuffle.analyst",
}
_SOLVERS: dict[str, str] = {
    "rustling-leaves": "leafwise.solver.rustling_leaves.solve",
    "indian-summer": "leafwise.solver.indian_summer.solve",
    "forest-shuffle": "leafwise.solver.forest_shuffle.solve",
}
_STANDINGS: dict[str, str] = {
    "rustling-leaves": "leafwise.solver.rustling_leaves.standing",
    "forest-shuffle": "leafwise.solver.forest_shuffle.standing",
}
_LOADED: dict[tuple[str, str], Any] = {}


def register(kind: str, game_id: str, thing: Any) -> None:
    """Add an ``"analyst"``, ``"solver"`` or ``"standing"`` of a game (tests, third parties)."""
    _LOADED[kind, game_id] = thing


def unregister(kind: str, game_id: str) -> None:
    """Take away what ``register`` added."""
    _LOADED.pop((kind, game_id), None)


def _get(kind: str, places: dict[str, str], game_id: str, attribute: str) -> Any:
    if (kind, game_id) not in _LOADED:
        if game_id not in places:
            raise BadUse("game", repr(game_id), "a game with " + kind + ": " + ", ".join(places))
        _LOADED[kind, game_id] = getattr(import_module(places[game_id]), attribute)
    return _LOADED[kind, game_id]


def analyst(game_id: str) -> Analyst[Any]:
    """The analyst of a game; raises BadUse where there is none."""
    found: Analyst[Any] = _get("analyst", _ANALYSTS, game_id, "ANALYST")
    return found


def solver(game_id: str) -> Solver[Any]:
    """The solver of a game; raises BadUse where there is none."""
    found: Solver[Any] = _get("solver", _SOLVERS, game_id, "SOLVER")
    return found


def standing(game_id: str) -> Standing | None:
    """What measures any position of a game by the policy of its playouts; None without one."""
    if game_id not in _STANDINGS and ("standing", game_id) not in _LOADED:
        return None
    found: Standing = _get("standing", _STANDINGS, game_id, "STANDING")
    return found
