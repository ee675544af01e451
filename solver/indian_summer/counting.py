"""Lower bounds of the own turns: a CP-SAT model that counts and knows no geometry.

"Are T turns enough?" It has, for each turn, the kind of main action, tiles by size, squirrels,
fields covered by area, tokens laid and paid by area and treasure, animals by kind, and payments
with exchanges. Fields are only counted, so whatever really is possible is possible in the model:

* every tile brings one hole, on a print of an area or on none;
* an area pays only when all its fields are covered (ruling 10), and what is paid in turn t can
  be spent on a main action from turn t + 1 on, on squirrels and animals at once;
* an animal covers as many free holes as it has fields, over at most as many prints as any of
  its places has (ruling 13).

Where the model is infeasible, T turns are not enough; anything else proves nothing.
"""

from __future__ import annotations

import time
from typing import Any

from ortools.sat.python import cp_model

from leafwise.puzzles.core.errors import Disagreement
from leafwise.puzzles.indian_summer.components import MUSHROOM
from leafwise.puzzles.indian_summer.geometry import placements, shape
from leafwise.puzzles.indian_summer.position import Position

from ..pieces import Run, solve

_KINDS = range(4)


def least_turns(p: Position, least: int, most: int, limit: float, seed: int = 0) -> int:
    """The greatest proven lower bound found in ``limit`` seconds, from ``least`` upward.

    ``most`` turns are known to be enough: Disagreement if the model says otherwise.
    """
    started = time.monotonic()
    while least <= most:
        left = limit - (time.monotonic() - started)
        if left < 0.05 or enough(p, least, Run(left, seed)) is not False:
            return least
        if least == most:
            raise Disagreement(f"the counting model excludes a plan of {most} turns that exists")
        least += 1
    return least


def enough(p: Position, turns: int, run: Run) -> bool | None:
    """False: ``turns`` own turns cannot fill the floor. True: the model allows it."""
    answer = solve(build(p, turns), run)
    if answer.status == "infeasible":
        return False
    return True if answer.status in ("optimal", "feasible") else None


def build(p: Position, turns: int) -> cp_model.CpModel:
    """The model of a full floor within ``turns`` own turns (the current one included)."""
    return _Model(p, turns).model


class _Model:
    """Variables are cumulative where the name says so; index 0 is before the first turn."""

    def __init__(self, p: Position, turns: int) -> None:
        self.p, self.turns = p, turns
        self.model = cp_model.CpModel()
        self.open = [(area & p.ground).bit_count() for area in p.floor.areas]
        self.ground = p.ground.bit_count()
        self.mains = [0 if t == 0 and p.main_done else 1 for t in range(turns)]
        self._main_actions()
        self._areas()
        self._holes()
        self._animals()
        self._purse()

    def _int(self, most: int, name: str) -> Any:
        return self.model.new_int_var(0, max(0, most), name)

    def _main_actions(self) -> None:
        """One of leaf, squirrel, mushroom (one or two tiles), feather; tiles by size."""
        p, model = self.p, self.model
        tiles = [len(shape(x).cells) for x in (*p.path, *p.common, *p.reserve)]
        tiles += [len(shape(x).cells) for o in p.opponents for x in o.path]
        sizes = sorted(set(tiles))
        self.mushroom, self.feather, self.tiles = [], [], []
        self.covered: list[Any] = []
        by_size: dict[int, list[Any]] = {size: [] for size in sizes}
        for t, owed in enumerate(self.mains):
            leaf, squirrel, lone, both, feather = (
                model.new_bool_var(f"{name}{t}")
                for name in ("leaf", "squirrel", "lone", "both", "feather")
            )
            model.add(leaf + squirrel + lone + both + feather <= owed)
            number = leaf + lone + 2 * both + 2 * feather
            laid = [self._int(2, f"tiles{t} of {size}") for size in sizes]
            model.add(sum(laid) == number)
            for size, x in zip(sizes, laid, strict=True):
                by_size[size].append(x)
            self.tiles.append(number)
            self.mushroom.append(lone + both)
            self.feather.append(feather)
            fields = sum(size * x for size, x in zip(sizes, laid, strict=True))
            self.covered.append(fields + squirrel)
        for size, laid in by_size.items():
            model.add(sum(laid) <= tiles.count(size))

    def _areas(self) -> None:
        """Fields covered by area and turn; an area is complete when all its fields are."""
        model, turns = self.model, self.turns
        self.nuts = [self._int(self.ground, f"nuts{t}") for t in range(turns)]
        self.complete: list[list[Any]] = []
        before: list[Any] = [0] * len(self.open)
        total: Any = 0
        for t in range(turns):
            total = total + self.covered[t] + self.nuts[t]
            now = [self._int(n, f"fields{t} of {a}") for a, n in enumerate(self.open)]
            done = [model.new_bool_var(f"complete{t} {a}") for a in range(len(self.open))]
            model.add(sum(now) == total)
            for a, n in enumerate(self.open):
                model.add(now[a] >= before[a])
                model.add(now[a] >= n * done[a])
            before = now
            self.complete.append(done)
        model.add(total == self.ground)

    def _holes(self) -> None:
        """Tokens laid and paid, cumulative, by area and treasure; the rest are free at once."""
        p, model = self.p, self.model
        self.paid: list[list[Any]] = []  # [turn][treasure], cumulative
        self.free: list[Any] = []  # [turn], cumulative free holes ever
        laid_before: dict[tuple[int, int], Any] = {}
        paid_before: dict[tuple[int, int], Any] = {}
        tiles: Any = 0
        for t in range(self.turns):
            tiles = tiles + self.tiles[t]
            laid_now, paid_now = {}, {}
            for a, area in enumerate(p.floor.areas):
                for k in _KINDS:
                    room = (area & p.floor.printed[k] & p.ground).bit_count()
                    held = (area & p.tokens[k]).bit_count()
                    if not room + held:
                        continue
                    laid_now[a, k] = self._int(room, f"laid{t} {a} {k}")
                    paid_now[a, k] = self._int(room + held, f"paid{t} {a} {k}")
                    model.add(laid_now[a, k] >= laid_before.get((a, k), 0))
                    model.add(paid_now[a, k] >= paid_before.get((a, k), 0))
                    model.add(paid_now[a, k] <= laid_now[a, k] + held)
                    model.add(paid_now[a, k] <= (room + held) * self.complete[t][a])
            plain = tiles - sum(laid_now.values())
            model.add(plain >= 0)
            self.free.append(p.free.bit_count() + plain + sum(paid_now.values()))
            self.paid.append([sum(x for (_, k), x in paid_now.items() if k == t_) for t_ in _KINDS])
            laid_before, paid_before = laid_now, paid_now

    def _animals(self) -> None:
        """Animals placed by kind, cumulative, and what they gain by treasure."""
        p, model = self.p, self.model
        relevant = p.ground | p.free | p.held
        self.gained: list[list[Any]] = []
        most = [self._most_prints(kind.text, relevant) for kind in p.box.animals]
        before: list[Any] = [0] * len(p.stock)
        gained_before: list[Any] = [0] * 4
        for t in range(self.turns):
            count = [
                self._int(n if places else 0, f"animals{t} {k}")
                for k, (n, (places, _, _)) in enumerate(zip(p.stock, most, strict=True))
            ]
            under = [self._int(200, f"under{t} {k}") for k in _KINDS]
            fields = [len(shape(kind.text).cells) for kind in p.box.animals]
            model.add(sum(f * x for f, x in zip(fields, count, strict=True)) <= self.free[t])
            model.add(sum(under) <= sum(m[1] * x for m, x in zip(most, count, strict=True)))
            piles: list[Any] = [0] * 4
            for k, kind in enumerate(p.box.animals):
                model.add(count[k] >= before[k])
                if p.piles[k] and kind.treasure is not None:
                    token = model.new_bool_var(f"pile{t} {k}")
                    model.add(token <= count[k])
                    piles[kind.treasure] = piles[kind.treasure] + token
            for k in _KINDS:
                printed = (p.free & p.floor.printed[k]).bit_count()
                model.add(under[k] <= printed + self.paid[t][k])
                model.add(under[k] <= sum(m[2][k] * x for m, x in zip(most, count, strict=True)))
                model.add(under[k] >= gained_before[k])
            before, gained_before = count, under
            self.gained.append([self.paid[t][k] + under[k] + piles[k] for k in _KINDS])

    def _most_prints(self, text: str, relevant: int) -> tuple[bool, int, tuple[int, ...]]:
        """Whether an animal has any place, and the most prints below it, all and by treasure."""
        floor = self.p.floor
        masks = [
            x.mask for x in placements(text, floor.width, floor.height) if not x.mask & ~relevant
        ]
        if not masks:
            return False, 0, (0, 0, 0, 0)
        each = tuple(max((m & printed).bit_count() for m in masks) for printed in floor.printed)
        return True, max((m & floor.treasure).bit_count() for m in masks), each

    def _purse(self) -> None:
        """Payments; exchanges are made just before what they pay for (ruling 12)."""
        gained_before: list[Any] = [0] * 4
        have: list[Any] = list(self.p.treasures)
        for t in range(self.turns):
            have = self._exchanged(have, f"main{t}")
            have[MUSHROOM] = have[MUSHROOM] - self.mushroom[t]
            have[3] = have[3] - self.feather[t]
            self._not_negative(have)
            have = [have[k] + self.gained[t][k] - gained_before[k] for k in _KINDS]
            have = self._exchanged(have, f"nuts{t}")
            have[1] = have[1] - self.nuts[t]
            self._not_negative(have)
            gained_before = self.gained[t]

    def _exchanged(self, have: list[Any], name: str) -> list[Any]:
        out = list(have)
        for give in _KINDS:
            for take in _KINDS:
                if take == give + 1:
                    x = self._int(60, f"{name} up {give}")
                    out[give], out[take] = out[give] - 2 * x, out[take] + x
                elif take < give:
                    x = self._int(60, f"{name} {give} to {take}")
                    out[give], out[take] = out[give] - x, out[take] + x
        return out

    def _not_negative(self, have: list[Any]) -> None:
        for x in have:
            self.model.add(x >= 0)
