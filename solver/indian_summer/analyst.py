"""Indian Summer for the engine: plans from a future that is known or nearly so.

Solo play is almost open information (the path and the common path lie face up), so a hint ranks
first turns by the plans behind them; see ``planner_hint``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.indian_summer.actions import Action
from leafwise.puzzles.indian_summer.components import TREASURES
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import bits, components, field_name, fitting
from leafwise.puzzles.indian_summer.position import Position, over

from ..api import (
    Analyst,
    Budget,
    Candidate,
    Candidates,
    Clock,
    Facts,
    Option,
    Plans,
    Proof,
)
from ..explain import counted
from ..lines import after
from .planner import Planner
from .planner_hint import Hinter, candidate_of, known, rest_of
from .solve import played

_FEW = 12  # first turns offered as candidates


def _never() -> bool:
    return False


class IndianSummerAnalyst(Analyst[Position]):
    """All methods are pure."""

    game = GAME
    default_worlds = 4
    strata = 1
    smaller_is_better = True

    def warm(self) -> None:
        """Compile every kernel by planning a small floor once each way."""
        doc = {
            "format": 1,
            "game": "indian-summer",
            "floor": "own",
            "print": ["b..n", "....", ".m.."],
            "path": ["##o", "o#/#.", "#o##"],
            "common": ["##o#", "#o#", "##o"],
            "treasures": {"berry": 1, "nut": 1, "mushroom": 1, "feather": 1},
        }
        planner = Planner(GAME.read(doc), _never, rows=2000)
        for end in planner.beam(4, 4, 6).values():
            played(planner, end)
        planner.exact(1)
        planner.least_turns(6)

    def open(self, p: Position) -> bool:
        """Always: what is not known is sampled inside ``plans``."""
        return True

    def plans(self, p: Position, budget: Budget, asked: Sequence[tuple[Any, ...]]) -> Plans:
        """Ranked first turns (or the ways to go on with a turn), the asked lines among them."""
        return Hinter(p, budget).run(asked)

    def candidate(self, p: Position, line: Sequence[Action]) -> Candidate:
        """The candidate of a legal line; its prior is minus the fields left open."""
        return candidate_of(p, line)

    def candidates(self, p: Position, limit: int) -> Candidates:
        """The best first turns on their own (for callers that do not ask for plans)."""
        budget = Budget(Clock(2.0))
        found = Hinter(p, budget).run(())
        items = tuple(row.candidate for row in found.rows[: min(limit, _FEW)])
        return Candidates(items, len(GAME.listing(p)))

    def rollouts(
        self,
        p: Position,
        lines: Sequence[tuple[Action, ...]],
        worlds: NDArray[np.int64],
        seed: int,
        goal: Goal,
    ) -> NDArray[np.float64]:
        """Minus the own turns [line, world] that a narrow beam needs after each line."""
        out = np.empty((len(lines), len(worlds)))
        for j, number in enumerate(worlds.tolist()):
            world = p if known(p) else GAME.world(p, 0, seed * 1009 + number)
            for i, line in enumerate(lines):
                out[i, j] = -rest_of(after(GAME, world, line), line, (), _never, world).turns
        return out

    def ceiling(self, p: Position, budget: Budget) -> tuple[float, Proof] | None:
        """The fewest turns that are not excluded; None where tiles are unknown."""
        if not known(p) or p.full or over(p):
            return None
        planner = Planner(p, _never, rows=16)
        return float(planner.least_turns(p.ground.bit_count() + 1)), "bounded"

    def preview(self, p: Position, candidate: Candidate, seed: int) -> tuple[str, ...]:
        """The candidate and the turns a narrow beam adds."""
        q = after(GAME, p, candidate.line)
        return rest_of(q, candidate.line, (), _never, p).plan

    def facts(self, p: Position, candidate: Candidate) -> Facts:
        """What the line covers and gains, what waits on areas, and pockets that it leaves."""
        q = after(GAME, p, candidate.line)
        banked = {"fields covered": float(p.ground.bit_count() - q.ground.bit_count())}
        for k, name in enumerate(TREASURES):
            banked[name] = float(q.treasures[k] - p.treasures[k])
        options = [
            Option(f"waiting {name} tokens", float(q.tokens[k].bit_count()))
            for k, name in enumerate(TREASURES)
        ]
        options.append(Option("free holes for animals", float(q.free.bit_count())))
        return Facts(banked, tuple(options), self._notes(p, q))

    def _notes(self, p: Position, q: Position) -> tuple[str, ...]:
        """Areas completed, the area nearest to paying, pockets that cost a squirrel."""
        floor = q.floor
        notes = []
        for letter, area in zip(floor.area_names, floor.areas, strict=True):
            if area & p.ground and not area & q.ground:
                notes.append(f"area {letter} becomes complete")
        waiting = [
            ((area & q.ground).bit_count(), letter, (area & q.held).bit_count())
            for letter, area in zip(floor.area_names, floor.areas, strict=True)
            if area & q.held
        ]
        if waiting:
            left, letter, tokens = min(waiting)
            pays = f"{tokens} {counted('tokens', tokens)}"
            more = f"{left} more {counted('fields', left)} {'is' if left == 1 else 'are'} covered"
            notes.append(f"area {letter} pays {pays} once {more}")
        tiles = (*q.path, *q.common)
        for part in components(q.ground, floor.width, floor.height):
            if part.bit_count() < 6 and not any(
                fitting(text, floor.width, floor.height, part) for text in tiles
            ):
                names = " ".join(field_name(i, floor.width) for i in bits(part))
                notes.append(f"no listed tile fits {names}: squirrels only")
        return tuple(notes)


ANALYST: Analyst[Position] = IndianSummerAnalyst()
