"""Ranked first turns over a future that is known or nearly so.

First turns are labelled; the beam keeps rows of each label until it has an end, so the table
compares real alternatives. Small rests are proven by the exhaustive search. Where others take
tiles from the common path, or the file does not list it, a few futures are sampled, the same for
all first turns, and the value is their mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.random import OPPONENT, Stream
from leafwise.puzzles.indian_summer.actions import Action
from leafwise.puzzles.indian_summer.actions import End as EndTurn
from leafwise.puzzles.indian_summer.cleanup import FloorValue
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import shape
from leafwise.puzzles.indian_summer.position import Position
from leafwise.puzzles.indian_summer.rules import apply

from ..api import Budget, Candidate, PlanRow, Plans, Proof
from ..lines import after
from .planner import Planner
from .planner_rows import End, Layer, OutOfTime
from .planner_words import FIELDS_A_TURN, race, story
from .solve import certified, played

LABELS, WIDTH, TOP = 14, 16, 8  # first turns, rows a layer, placements a tile in pairs
_WIDE = 10  # rows a layer of the unlabelled beam that finds the best plan
_EXACT_GROUND = 24
_SAMPLES = 3
_ROWS = 120_000


@dataclass(frozen=True, slots=True)
class Rest:
    """What is expected after a line: own turns in all, worth left, and the plan's texts."""

    turns: float
    worth: float
    low: float
    high: float
    plan: tuple[str, ...]
    ended: bool


def known(p: Position) -> bool:
    """Whether the listed tiles are enough to fill the floor, so that no reserve is sampled."""
    fields = sum(len(shape(text).cells) for text in (*p.path, *p.common, *p.reserve))
    return fields >= p.ground.bit_count() or not GAME.world(p, 0, 0).reserve


def futures(p: Position, seed: int) -> tuple[tuple[Position, tuple[int, ...]], ...]:
    """Worlds and the tiles that others take from the row after each own turn.

    Alone on known tiles there is one. Each opponent refills three tiles about every third round
    (ten tiles and more in a game).
    """
    certain = known(p)
    if certain and not p.opponents:
        return ((p, ()),)
    out = []
    for n in range(_SAMPLES):
        stream = Stream(seed, n, OPPONENT)
        drops = tuple(
            sum(3 for _ in p.opponents if stream.below(3) == 0)
            for _ in range(24 if p.opponents else 0)
        )
        world = p if certain else GAME.world(p, 0, seed * 1009 + n)
        out.append((world, drops))
    return tuple(out)


class Hinter:
    """One question: the plans from ``p``."""

    def __init__(self, p: Position, budget: Budget) -> None:
        self.p, self.budget = p, budget
        self.futures = futures(p, budget.seed)
        self.sampled = len(self.futures) > 1
        self.most = p.ground.bit_count() + 1
        if p.turns is not None:
            self.most = max(1, min(self.most, p.turns))
        self.least = 1
        self.proven = False
        self.seen = 0
        self.floor: float | None = None  # no line is worth less (a horizon that was proven)
        self.notes: list[str] = []
        self.lines: dict[str, tuple[tuple[Action, ...], ...]] = {}

    def _planner(self, world: Position, drops: tuple[int, ...]) -> Planner:
        return Planner(world, self._over, rows=_ROWS, drops=drops)

    def _over(self) -> bool:
        return self.budget.interrupted or self.budget.clock.spent() > self.deadline

    def _limit(self, share: float) -> None:
        """The next part may use this share of what is left, keeping a margin for the replay."""
        left = max(0.0, self.budget.clock.left() - 0.3)
        self.deadline = self.budget.clock.spent() + share * left

    def run(self, asked: Sequence[tuple[Action, ...]]) -> Plans:
        """The ranked rows; the asked lines are always among them."""
        world, drops = self.futures[0]
        self._limit((0.4 if self.sampled else 0.8) / (1.0 + 0.4 * len(asked)))
        planner = self._planner(world, drops)
        self.least = planner.least_turns(self.most + 1)
        rows = self._labelled(planner)
        self.budget.tick(0.6)
        rows = _distinct(rows + self._best(planner, rows))
        if self.sampled:
            rows = self._average(rows)
        for n, line in enumerate(asked):
            self.budget.tick(0.8 + 0.2 * n / len(asked))
            rows = self._with_asked(rows, line, 1.0 / (len(asked) - n))
        rows.sort(key=lambda row: row.key, reverse=True)
        if self.budget.clock.left() <= 0.3:
            self.budget.limited_by = "time"
        if self.p.opponents:
            self.notes.append(race(self.p, rows[0].value))
        best = self.lines.get(rows[0].candidate.text)
        if best is not None and not self.sampled:
            self.notes += story(self.p, best)
        return Plans(tuple(self._bounded(rows)), self._method(), tuple(self.notes))

    def _method(self) -> str:
        text = "beam over whole turns, a share for each first turn"
        if self.proven:
            text += ", best proven by exhaustive search"
        if self.sampled:
            text += f", {len(self.futures)} sampled futures"
        return text

    # rows

    def _labelled(self, planner: Planner) -> list[PlanRow]:
        begin = self.budget.clock.spent()
        layer, end, self.seen = planner.first_turns(self.most, TOP, LABELS)
        cost = max(1e-4, self.budget.clock.spent() - begin)
        rows: list[PlanRow] = []
        if end is not None:
            self._add(rows, planner, end)
        width = self._affordable(cost)
        if width < LABELS:
            layer = Layer(
                layer.rows[:width], layer.parents[:width], layer.labels[:width], layer.before
            )
        ends = planner.beam(
            width, TOP, self.most, self.p.turns is not None, layer=layer, turn=2, labelled=True
        )
        chosen = sorted(ends.values(), key=lambda e: e.key, reverse=True)
        for found in chosen:
            if self.budget.clock.left() < 0.2 and rows:
                break
            self._add(rows, planner, found)
        if not rows:  # the clock left no time for any end
            if not jit.plain():
                planner.over = lambda: False
                ends = planner.beam(1, 4, self.most, self.p.turns is not None)
            for found in ends.values():
                self._add(rows, planner, found)
            planner.over = self._over
        if not rows:
            self._add(rows, planner, planner.squirrels(self.p.turns))
        return rows

    def _affordable(self, cost: float) -> int:
        """Rows a layer: the standard width, fewer where the clock does not allow it."""
        turns = max(2.0, self.p.ground.bit_count() / FIELDS_A_TURN)
        left = max(0.0, self.deadline - self.budget.clock.spent())
        rows = int(0.6 * left / (0.6 * cost * turns))
        if rows < WIDTH:
            self.budget.limited_by = "time"
        return max(2, min(WIDTH, rows))

    def _best(self, planner: Planner, rows: Sequence[PlanRow]) -> list[PlanRow]:
        """The best plan by the unlabelled beam and, where the rest is small, by exact search."""
        out: list[PlanRow] = []
        horizon = self.p.turns is not None
        if not self._over() and not jit.plain():
            for end in planner.beam(_WIDE, TOP, self.most, horizon).values():
                self._add(out, planner, end)
        small = self.p.ground.bit_count() <= _EXACT_GROUND
        if self.sampled or not small or jit.plain():
            return out
        self._limit(0.5)
        target = min((row.value for row in (*rows, *out)), default=float(self.most))
        try:
            if horizon:
                self._prove_horizon(planner, out)
            else:
                self._prove_turns(planner, out, target)
        except OutOfTime as stop:
            if stop.found is not None:
                self._add(out, planner, stop.found)
        return out

    def _prove_turns(self, planner: Planner, out: list[PlanRow], target: float) -> None:
        """Raise the lower bound turn by turn until it meets the best plan."""
        while self.least < target:
            found = planner.exact(self.least, False, -1)
            if found is not None:
                self._add(out, planner, found)
                break
            self.least += 1
        self.proven = True

    def _prove_horizon(self, planner: Planner, out: list[PlanRow]) -> None:
        """A full floor in as few turns as possible, else the best end at the horizon."""
        found = None
        while found is None and self.least <= self.most:
            found = planner.exact(self.least, False)
            self.least += 1
        found = found or planner.exact(self.most, True)
        if found is not None:
            self._add(out, planner, found)
            self.floor = out[-1].value
            self.proven = True

    def _add(self, rows: list[PlanRow], planner: Planner, end: End) -> None:
        """Add the certified row of an end, where its first turn begins with known tiles."""
        row = self._row(planner, end)
        if row is not None:
            rows.append(row)

    def _row(self, planner: Planner, end: End) -> PlanRow | None:
        """A certified row; the first turn is cut where it would use a tile nobody has seen."""
        plan = played(planner, end)
        value = certified(planner, plan, end)
        texts = plan.texts
        first = self._visible(plan.turns[0])
        if not first and self.p.main_done:
            first, texts = (EndTurn(),), ("end", *texts[1:])
        if not first:
            return None
        candidate = candidate_of(self.p, first)
        if texts[0] != candidate.text:
            texts = (candidate.text,)
        self.lines.setdefault(candidate.text, plan.turns)
        turn_count = total_of(value)
        proof: Proof = "estimate" if self.sampled else "bounded"
        key = (-turn_count, 2 * value.key[2] + value.key[3])
        return PlanRow(candidate, key, turn_count, 1.0, turn_count, texts, proof)

    def _visible(self, turn: Sequence[Action]) -> tuple[Action, ...]:
        """The part of a turn that the position itself allows (it knows no sampled tiles)."""
        if not self.sampled:
            return tuple(turn)
        out: list[Action] = []
        p = self.p
        for a in turn:
            try:
                p = apply(p, a)
            except IllegalMove:
                break
            out.append(a)
        return tuple(out)

    # several futures

    def _average(self, rows: Sequence[PlanRow]) -> list[PlanRow]:
        """The mean over all futures; each is planned from all first turns at once."""
        best = sorted(rows, key=lambda row: row.key, reverse=True)[:LABELS]
        found = [[(row.value, row.key[1])] for row in best]
        for n, (world, drops) in enumerate(self.futures[1:], 1):
            self._limit(1.0 / (len(self.futures) - n))
            planner = self._planner(world, drops)
            ends = [after(GAME, world, row.candidate.line) for row in best]
            for turn in (1, 2):
                some = [i for i, q in enumerate(ends) if (2 if q.main_done else 1) == turn]
                for i, end in self._labels(planner, [ends[i] for i in some], some, turn).items():
                    found[i].append((float(end.turns), float(end.value)))
            self.budget.tick(0.6 + 0.2 * n / len(self.futures))
        # rows that the clock let be seen in fewer futures are not comparable
        most = max(len(values) for values in found)
        out = []
        for row, values in zip(best, found, strict=True):
            if len(values) == most:
                turns = [turn for turn, _ in values]
                mean = sum(turns) / most
                key = (-mean, sum(worth for _, worth in values) / most)
                out.append(replace(row, key=key, value=mean, low=min(turns), high=max(turns)))
        return out

    def _labels(
        self, planner: Planner, ends: Sequence[Position], labels: Sequence[int], turn: int
    ) -> dict[int, End]:
        """The beam from several positions of one world, each its own label."""
        if not ends:
            return {}
        out = {
            i: End(1, int(2 * v.key[2] + v.key[3]), (), (), i)
            for i, q in zip(labels, ends, strict=True)
            if q.full
            for v in (GAME.value(q),)
        }
        rest = [(i, q) for i, q in zip(labels, ends, strict=True) if not q.full]
        if rest:
            layer = Layer(
                np.array([planner.k.pack(q) for _, q in rest]),
                np.zeros(len(rest), dtype=np.int64),
                np.array([i for i, _ in rest], dtype=np.int64),
            )
            out |= planner.beam(
                LABELS, TOP, self.most, self.p.turns is not None, layer, turn, labelled=True
            )
        return out

    # asked lines

    def _with_asked(
        self, rows: list[PlanRow], line: tuple[Action, ...], share: float
    ) -> list[PlanRow]:
        candidate = candidate_of(self.p, line)
        if any(candidate.text == row.candidate.text for row in rows):
            return rows
        self._limit(0.8 * share)
        rests = []
        for world, drops in self.futures:
            rests.append(rest_of(after(GAME, world, line), line, drops, self._over, world))
            if self._over():
                break
        rests = [rest for rest in rests if rest.ended] or rests[:1]
        mean = sum(rest.turns for rest in rests) / len(rests)
        worth = sum(rest.worth for rest in rests) / len(rests)
        low = min(rest.low for rest in rests)
        high = max(rest.high for rest in rests)
        proof: Proof = "estimate" if self.sampled else "bounded"
        row = PlanRow(candidate, (-mean, worth), mean, low, high, rests[0].plan, proof)
        return [*rows, row]

    def _bounded(self, rows: Sequence[PlanRow]) -> list[PlanRow]:
        """Proven bounds and their words: nobody needs fewer turns than proven for the start."""
        out = []
        for row in rows:
            if self.sampled:
                out.append(row)
                continue
            low = max(row.low, float(self.least)) if self.p.turns is None else row.low
            low = min(low if self.floor is None else self.floor, row.high)
            proof: Proof = "optimal" if low == row.high == row.value else "bounded"
            out.append(replace(row, low=low, proof=proof))
        return out


def candidate_of(p: Position, line: Sequence[Action]) -> Candidate:
    """A candidate; ``banked`` counts the turns whose main action the line has done."""
    q = after(GAME, p, line)
    ends = sum(isinstance(a, EndTurn) for a in line)
    return Candidate(
        tuple(line),
        GAME.format(p, tuple(line)),
        -float(q.ground.bit_count()),
        float(ends + q.main_done),
    )


def rest_of(
    q: Position,
    line: Sequence[Action],
    drops: tuple[int, ...],
    over: Callable[[], bool],
    start: Position,
) -> Rest:
    """The beam's plan after a line that led from ``start`` to ``q``."""
    ends = sum(isinstance(a, EndTurn) for a in line)
    text = GAME.format(start, tuple(line))
    if q.full and not q.main_done:
        value = GAME.value(q)
        return Rest(float(ends), 2 * value.key[2] + value.key[3], ends, ends, (text,), True)
    planner = Planner(q, over, rows=_ROWS, drops=drops[ends:])
    most = q.ground.bit_count() + 1 if q.turns is None else max(1, q.turns)
    if q.full:
        _, end = planner.root(0, 0, False)
        found: dict[int, End] = {} if end is None else {0: end}
    else:
        found = planner.beam(WIDTH // 2, TOP, most, q.turns is not None)
    if not found and not jit.plain():  # too late: the narrowest beam takes no time worth saving
        planner.over = lambda: False
        found = planner.beam(1, 4, most, q.turns is not None)
    end = found.get(0) or planner.squirrels(q.turns)
    plan = played(planner, end)
    value = certified(planner, plan, end)
    texts = list(plan.texts)
    in_turn = bool(line) and not isinstance(line[-1], EndTurn)
    if in_turn:
        texts[0] = "; ".join(x for x in (text, texts[0]) if x)
    else:
        texts = [text, *texts]
    total = ends + total_of(value)
    low = float(ends + planner.least_turns(most + 1)) if q.turns is None else 1.0
    worth = 2 * value.key[2] + value.key[3]
    return Rest(total, worth, min(low, total), total, tuple(texts), bool(found))


def total_of(value: FloorValue) -> float:
    """Own turns, a field still uncovered at the horizon counted as one more."""
    return -value.key[1] - value.key[0]


def _distinct(rows: Sequence[PlanRow]) -> list[PlanRow]:
    """The best row of each text."""
    out: dict[str, PlanRow] = {}
    for row in rows:
        other = out.get(row.candidate.text)
        if other is None or row.key > other.key:
            out[row.candidate.text] = row
    return list(out.values())
