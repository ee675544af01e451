"""The best packing of the uncovered ground with tiles and squirrels, as CP-SAT models.

Time, paths and payments are left out: which of the tiles, each at most once, cover the most
fields, and which of these packings puts the most holes on printed treasures? A model has

* one boolean a placement (a kind of tile, an orientation, a place); equal tiles are one kind with
  a number of copies, so that nothing is counted twice,
* one boolean a field for a squirrel,
* every field covered exactly once,
* every kind laid at most as often as there are copies.

Fewest squirrels do not depend on holes, so that question is asked of outlines: tiles that differ
only in their hole are one kind. It is asked first whether the plain lower bound (fields less
tile fields, or pockets no tile fits) can be met, which is a question without an objective, and
only then for the minimum. The outlines found give the second goal its first solution. The
answer is checked against the geometry before it is returned.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ortools.sat.python import cp_model

from leafwise.puzzles.core.errors import Disagreement, LimitReached
from leafwise.puzzles.indian_summer.geometry import Placement, bits, canonical, components
from leafwise.puzzles.indian_summer.position import Position

from ..pieces import Answer, Run, at_most, cover_once, hint, solve
from .coverings import Task, task
from .regions import reachable


@dataclass(frozen=True, slots=True)
class Packing:
    """A packing and what is proven about it.

    ``status``: ``"optimal"`` for both goals, or ``"bounded"``. ``squirrels`` fields are left to
    squirrels (``squirrel_fields``), proven to be at least ``least_squirrels``; ``holes`` lie on
    printed treasures, at most ``most_holes`` with this number of squirrels.
    """

    status: Literal["optimal", "bounded"]
    placements: tuple[Placement, ...]
    squirrel_fields: int
    squirrels: int
    least_squirrels: int
    holes: int
    most_holes: int


def pack(t: Task, treasure: int, run: Run) -> Packing:
    """The best packing of a task's ground; ``treasure`` is the mask of printed treasures.

    Raises LimitReached when the time passed without any packing.
    """
    if not t.ground:
        return Packing("optimal", (), 0, 0, 0, 0, 0)
    started = time.monotonic()

    def left(share: float = 1.0) -> Run:
        seconds = (run.limit - (time.monotonic() - started)) * share
        work = None if run.work is None else share * run.work
        return replace(run, limit=max(0.01, seconds), work=work)

    masks, least = _outlines(t, left)
    squirrels = t.ground & ~sum(masks)
    rough = _Model(t, lambda x: x.mask in masks, squirrels)
    rough.most_holes(treasure)
    first = solve(rough.model, left())
    if not first.values:
        raise LimitReached("no packing was found in time")
    start = rough.chosen(first)
    full = _Model(t)
    full.model.add(sum(full.alone.values()) <= squirrels.bit_count())
    full.most_holes(treasure)
    full.start(start, squirrels)
    answer = solve(full.model, left())
    chosen = full.chosen(answer) if answer.values else start
    open_ = full.squirrels(answer) if answer.values else squirrels
    holes = sum(bool(x.hole & treasure) for x in chosen)
    bound = min(treasure.bit_count(), sum(kind.copies for kind in t.kinds))
    most = bound if answer.bound is None else min(bound, math.floor(1e-6 - answer.bound))
    _check(t, chosen, open_)
    proven = holes == most and open_.bit_count() == least
    return Packing(
        "optimal" if proven else "bounded", chosen, open_, open_.bit_count(), least, holes, most
    )


def _outlines(t: Task, left: Callable[..., Run]) -> tuple[frozenset[int], int]:
    """Masks of a packing by outlines with the fewest squirrels found, and the proven bound."""
    drawn = [kind.name.replace("o", "#") for kind in t.kinds for _ in range(kind.copies)]
    plain = task(t.width, t.height, t.ground, drawn)
    live = reachable(drawn, t.width, t.height, t.ground)
    least = max(_uncovered_by_sizes(plain), (t.ground & ~live).bit_count())
    exact = _Model(plain)
    exact.model.add(sum(exact.alone.values()) == least)
    answer = solve(exact.model, left(0.5))
    if answer.values:
        return frozenset(x.mask for x in exact.chosen(answer)), least
    if answer.status == "infeasible":
        least += 1
    model = _Model(plain)
    model.model.add(sum(model.alone.values()) >= least)
    model.model.minimize(sum(model.alone.values()))
    answer = solve(model.model, left(0.6))
    if not answer.values:
        raise LimitReached("no packing was found in time")
    if answer.bound is not None:
        least = max(least, math.ceil(answer.bound - 1e-6))
    return frozenset(x.mask for x in model.chosen(answer)), least


def _uncovered_by_sizes(t: Task) -> int:
    """Fields that must stay open since no choice of tile sizes adds up (a checkable bound)."""
    sums = 1
    for kind in t.kinds:
        for _ in range(kind.copies):
            sums |= sums << kind.size

    def most(fields: int) -> int:
        return (sums & ((1 << fields + 1) - 1)).bit_length() - 1

    size = t.ground.bit_count()
    parts = [part.bit_count() for part in components(t.ground, t.width, t.height)]
    return max(size - most(size), size - sum(most(part) for part in parts))


class _Model:
    """Placements and squirrels that cover a ground exactly once.

    ``only`` restricts the placements; ``squirrels`` fixes the squirrels' fields.
    """

    def __init__(
        self,
        t: Task,
        only: Callable[[Placement], bool] = lambda x: True,
        squirrels: int | None = None,
    ) -> None:
        self.model = model = cp_model.CpModel()
        self.laid: list[tuple[Placement, cp_model.IntVar]] = []
        over: dict[int, list[cp_model.IntVar]] = {field: [] for field in bits(t.ground)}
        for kind, found in zip(t.kinds, t.placements(), strict=True):
            mine = []
            for x in found:
                if only(x):
                    literal = model.new_bool_var(f"{x.text} {x.corner}")
                    mine.append(literal)
                    self.laid.append((x, literal))
                    for field in bits(x.mask):
                        over[field].append(literal)
            at_most(model, mine, kind.copies)
        self.alone: Mapping[int, cp_model.IntVar] = {
            field: model.new_bool_var(f"squirrel {field}") for field in over
        }
        cover_once(model, over, self.alone)
        if squirrels is not None:
            for field, literal in self.alone.items():
                model.add(literal == (squirrels >> field & 1))

    def most_holes(self, treasure: int) -> None:
        """The goal: holes on printed treasures."""
        self.model.minimize(-sum(v for x, v in self.laid if x.hole & treasure))

    def start(self, chosen: tuple[Placement, ...], squirrels: int) -> None:
        """Begin with a packing."""
        wanted = set(chosen)
        values = {literal.index: int(x in wanted) for x, literal in self.laid}
        values |= {v.index: squirrels >> field & 1 for field, v in self.alone.items()}
        hint(self.model, values)

    def chosen(self, answer: Answer) -> tuple[Placement, ...]:
        """The placements of a solution."""
        return tuple(x for x, literal in self.laid if answer.on(literal))

    def squirrels(self, answer: Answer) -> int:
        """The squirrels' fields of a solution."""
        return sum(1 << field for field, literal in self.alone.items() if answer.on(literal))


def _check(t: Task, chosen: tuple[Placement, ...], left: int) -> None:
    """The packing covers every field once and uses no tile that is not there."""
    covered = left
    for x in chosen:
        if covered & x.mask:
            raise Disagreement("the packing model laid two tiles on one field")
        covered |= x.mask
    names = [canonical(x.text) for x in chosen]
    copies = {kind.name: kind.copies for kind in t.kinds}
    if covered != t.ground or any(names.count(n) > copies.get(n, 0) for n in names):
        raise Disagreement("the packing model did not cover the ground with the given tiles")


def pack_position(p: Position, run: Run, tiles: tuple[str, ...] | None = None) -> Packing:
    """The best packing of a position's uncovered ground with ``tiles`` (default: all paths)."""
    available = (*p.path, *p.common) if tiles is None else tiles
    t = task(p.floor.width, p.floor.height, p.ground, available)
    return pack(t, p.floor.treasure, run)
