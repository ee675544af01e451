"""Plans by whole turns: exact search, layer by layer, and a beam that keeps the best rows.

Both run on ``kernel_plan.expand_layer``. An end is compared by the turn in which it comes and
then by its value: the worth left in berries (two a nut) when the floor is full, and with
``horizon`` minus twice the uncovered fields plus a berry left, when it cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.errors import Disagreement
from leafwise.puzzles.indian_summer.kernel import Ints, Packing, packing, purse_of, worth_of
from leafwise.puzzles.indian_summer.position import Position

from . import evaluate
from . import kernel_plan as kp
from .planner_replay import Macro
from .planner_rows import End, Layer, OutOfTime

NO_END = kp.NO_END
_CHUNK = 200_000  # successors between two looks at the clock
_PLAIN_CHUNK = 1


@dataclass(slots=True)
class Planner:
    """One position's tables, buffers and root.

    ``over`` is asked for the clock between chunks; ``drops`` are the tiles that others take from
    the front of the row after each own turn (none: nobody takes any).
    """

    p: Position
    over: Callable[[], bool]
    rows: int = 400_000
    drops: tuple[int, ...] = ()
    weights: tuple[float, ...] = evaluate.WEIGHTS
    k: Packing = field(init=False)
    wk: kp.Work = field(init=False)
    prm: Ints = field(init=False)
    scratch: Ints = field(init=False)
    prefix: Ints = field(init=False)
    start: Ints = field(init=False)
    looked: int = 0

    def __post_init__(self) -> None:
        self.k = packing(self.p)
        self.start = self.k.pack(self.p)
        self.wk = kp.work(self.k.tables, self.k.length, self.rows, np.array(self.weights))
        self.prm = np.zeros(8, dtype=np.int64)
        self.prm[kp.STRIDE] = 1
        self.scratch = np.zeros((4, max(8, self.k.length)), dtype=np.int64)
        self.scratch = np.ascontiguousarray(self.scratch[:, : max(8, self.k.length)])
        self.prefix = np.zeros((8, kp.MACRO), dtype=np.int64)

    # setting up

    def root(
        self, exact: int, left: int, horizon: bool, best: int = NO_END
    ) -> tuple[Layer, End | None]:
        """Layer 0: what special actions make of the start.

        In the middle of a turn that is the end of turn 1, which may already be the end.
        """
        self._set(left=left, exact=exact, horizon=horizon, early=not self.p.main_done, turn=1)
        self.wk.counters[:] = 0
        self.wk.counters[kp.BEST] = best
        self.wk.counters[kp.BEST_PARENT] = -1
        kp.clear(self.wk)
        fresh = self.start[self.k.tables.words : 2 * self.k.tables.words].copy()
        kp.begin(self.k.tables, self.wk, self.prm, self.start, fresh)
        layer = self._take(None)
        end = None
        if self.wk.counters[kp.BEST] > best:
            value = int(self.wk.counters[kp.BEST])
            end = End(1, value, (self.start.copy(),), self._best(), exact=exact)
        return layer, end

    def _set(
        self, left: int, exact: int, horizon: bool, early: bool = False, turn: int = 1
    ) -> None:
        prm = self.prm
        prm[kp.LEFT], prm[kp.EXACT], prm[kp.HORIZON] = left, exact, horizon
        prm[kp.EARLY], prm[kp.MATCH] = early, 0
        prm[kp.DROP] = self.drops[turn - 1] if turn <= len(self.drops) else 0

    def _take(self, before: Layer | None) -> Layer:
        """The pool as a layer of its own."""
        n = int(self.wk.counters[kp.POOLED])
        wk = self.wk
        return Layer(wk.pool[:n].copy(), wk.parent[:n].copy(), wk.label[:n].copy(), before)

    def _best(self) -> tuple[Macro, ...]:
        n = int(self.wk.counters[kp.BEST_MACROS])
        return _macros(self.wk.best[:n])

    # exact search

    def exact(self, turns: int, horizon: bool = False, best: int = NO_END) -> End | None:
        """The best end in turn ``turns`` above value ``best``; None is a proof that there is none.

        With ``horizon`` every line of ``turns`` turns has an end. Raises OutOfTime, also where
        only a tile that is perhaps not allowed (``kernel_plan.MAYBE``) leads to the best end.
        """
        found = self._every(2, turns, horizon, best)
        if found is None or self.is_real(found):
            return found
        raise OutOfTime(self._every(1, turns, horizon, best))

    def is_real(self, end: End) -> bool:
        """Whether no tile of an end is perhaps not allowed."""
        macros = (m for turn in self.turns(end) for m in turn)
        return not any(code == kp.TAKE and sources & kp.MAYBE for code, _, _, _, sources in macros)

    def _every(self, exact: int, turns: int, horizon: bool, best: int) -> End | None:
        first = 1 if self.p.main_done else 0
        layer, end = self.root(exact, max(0, turns - 1), horizon, best)
        found = [end] if end is not None else []
        if self.wk.counters[kp.LOST]:
            raise OutOfTime(end)
        if end is not None:
            best = end.value
        if turns > first:
            try:
                self._descend(exact, layer, first + 1, turns, horizon, best, found)
            except OutOfTime:
                real = (x for x in reversed(found) if self.is_real(x))
                raise OutOfTime(next(real, None)) from None
        return found[-1] if found else None

    def _descend(
        self,
        exact: int,
        layer: Layer,
        turn: int,
        turns: int,
        horizon: bool,
        best: int,
        found: list[End],
    ) -> int:
        """Expand a layer in blocks, each followed to its end; returns the best value known."""
        c = self.wk.counters
        at = 0
        total = len(layer.rows)
        while at < total:
            self._set(left=turns - turn, exact=exact, horizon=horizon, turn=turn)
            kp.clear(self.wk)
            c[kp.BEST] = best
            while at < total and c[kp.POOLED] < self.rows // 4:
                at = self._step(layer, at, total)
                if c[kp.BEST] > best:
                    best = int(c[kp.BEST])
                    chain = layer.chain(int(c[kp.BEST_PARENT]))
                    found.append(End(turn, best, chain, self._best(), exact=exact))
                if c[kp.LOST] or self.over():
                    raise OutOfTime
            if turn < turns:
                block = self._take(layer)
                if len(block.rows):
                    best = self._descend(exact, block, turn + 1, turns, horizon, best, found)
        return best

    def _step(self, layer: Layer, at: int, stop: int) -> int:
        most = _PLAIN_CHUNK if jit.plain() else _CHUNK
        before = int(self.wk.counters[kp.EMITTED])
        at = int(
            kp.expand_layer(
                self.k.tables,
                self.wk,
                self.prm,
                layer.rows,
                layer.labels,
                at,
                stop,
                most,
                self.scratch,
                self.prefix,
            )
        )
        self.looked += int(self.wk.counters[kp.EMITTED]) - before
        return at

    # beam

    def beam(
        self,
        width: int,
        top: int,
        most: int,
        horizon: bool = False,
        layer: Layer | None = None,
        turn: int | None = None,
        labelled: bool = False,
    ) -> dict[int, End]:
        """The best end found for each label (0 alone unless ``labelled``), within ``most`` turns.

        ``width`` rows are kept a layer, shared fairly among the labels. ``layer`` (the rows after
        turn ``turn - 1``) is the root's where it is left out. Stops early at the clock.
        """
        out: dict[int, End] = {}
        if layer is None:
            layer, end = self.root(0, most - 1, horizon)
            turn = 2 if self.p.main_done else 1
            if end is not None:
                return {0: end}
        if not labelled:
            layer.labels[:] = 0
        assert turn is not None
        self.prm[kp.TOP] = top
        while len(layer.rows) and turn <= most:
            self._set(left=most - turn, exact=0, horizon=horizon, turn=turn)
            self.prm[kp.STRIDE] = _beam_stride()
            kp.clear(self.wk)
            c = self.wk.counters
            c[kp.LOST] = 0
            for label in dict.fromkeys(layer.labels.tolist()):
                first = int(np.searchsorted(layer.labels, label, "left"))
                stop = int(np.searchsorted(layer.labels, label, "right"))
                c[kp.BEST] = NO_END
                at = first
                while at < stop:
                    if c[kp.POOLED] >= self.rows - self.rows // 8:
                        break
                    at = self._step(layer, at, stop)
                    if self.over():
                        return out
                if c[kp.BEST] > NO_END and (not horizon or turn == most or c[kp.BEST] >= 0):
                    chain = layer.chain(int(c[kp.BEST_PARENT]))
                    out[label] = End(turn, int(c[kp.BEST]), chain, self._best(), label, top)
            self.prm[kp.STRIDE] = 1
            if out and not labelled:
                break
            layer = self._select(layer, width, out)
            turn += 1
        return out

    def first_turns(self, most: int, top: int, count: int) -> tuple[Layer, End | None, int]:
        """Up to ``count`` different first turns as a labelled layer, and an end in turn 1.

        Also the number of turns looked at. In the middle of a turn these are the ways to go on
        with it. Not more than a few have the same path and purse, so that they are alternatives.
        """
        layer, end = self.root(0, most - 1, False)
        seen = len(layer.rows)
        self.prm[kp.TOP] = top
        if not self.p.main_done:
            self._set(left=most - 1, exact=0, horizon=False, turn=1)
            self.prm[kp.STRIDE] = _beam_stride()
            kp.clear(self.wk)
            c = self.wk.counters
            c[kp.LOST], c[kp.BEST] = 0, NO_END
            layer.labels[:] = -1
            at = 0
            while at < len(layer.rows) and not (at and self.over()):
                at = self._step(layer, at, len(layer.rows))
            self.prm[kp.STRIDE] = 1
            seen = int(c[kp.POOLED])
            if c[kp.BEST] > NO_END:
                best = int(c[kp.BEST])
                end = End(1, best, layer.chain(int(c[kp.BEST_PARENT])), self._best(), 0, top)
        n = int(self.wk.counters[kp.POOLED])
        words = 3 * self.k.tables.words
        order = np.argsort(-self.wk.score[:n], kind="stable")
        groups: dict[tuple[int, int], int] = {}
        chosen: list[int] = []
        for i in order.tolist():
            row = self.wk.pool[i]
            group = (int(row[words]), int(row[words + 2]))
            if groups.get(group, 0) < max(2, count // 4):
                groups[group] = groups.get(group, 0) + 1
                chosen.append(i)
                if len(chosen) == count:
                    break
        before = layer if not self.p.main_done else None
        return (
            Layer(
                self.wk.pool[chosen].copy(),
                self.wk.parent[chosen].copy(),
                np.arange(len(chosen), dtype=np.int64),
                before,
            ),
            end,
            seen,
        )

    def _select(self, before: Layer, width: int, ended: dict[int, End]) -> Layer:
        """The best rows of the pool; labels that have ended leave, the others share fairly."""
        n = int(self.wk.counters[kp.POOLED])
        labels = self.wk.label[:n]
        score = self.wk.score[:n]
        order = np.argsort(-score, kind="stable")
        if ended:
            order = order[~np.isin(labels[order], list(ended))]
        alive = len(np.unique(labels[order])) if len(order) else 0
        if alive > 1:
            quota = max(1, width // (2 * alive))
            keep = [order[labels[order] == x][:quota] for x in np.unique(labels[order])]
            chosen = np.unique(np.concatenate([*keep, order[: width // 2]]))
        else:
            chosen = order[:width]
        by = np.argsort(labels[chosen], kind="stable")
        chosen = chosen[by]
        return Layer(
            self.wk.pool[chosen].copy(),
            self.wk.parent[chosen].copy(),
            labels[chosen].copy(),
            before,
        )

    # bounds

    def bound(self, turns: int, horizon: bool) -> int:
        """An upper bound of the value of an end in turn ``turns``; NO_END if there is none."""
        mains = turns - 1 if self.p.main_done else turns
        chunks = np.zeros(16, dtype=np.int64)
        return int(kp.value_bound(self.k.tables, self.start, mains, horizon, chunks))

    def least_turns(self, most: int) -> int:
        """The first turn in which a full floor is not excluded by ``bound``."""
        turns = 1
        while turns < most and self.bound(turns, False) < 0:
            turns += 1
        return turns

    def squirrels(self, most: int | None) -> End:
        """The plan without any thought: a squirrel a turn, and nuts as soon as they are enough."""
        purse = int(self.start[3 * self.k.tables.words + 2])
        ground = self.p.ground.bit_count()
        worth = int(worth_of(purse))
        groups: list[tuple[Macro, ...]] = []
        laid = 0
        while True:
            turn: list[Macro] = []
            if groups or not self.p.main_done:
                turn.append((kp.CREDIT, 0, 0, 0, 0))
                laid += 1
            missing = ground - laid
            if missing <= worth // 2:
                nuts = min(missing, int(purse_of(purse, 1)))
                pairs = min(missing - nuts, int(purse_of(purse, 0)) // 2)
                turn.append((kp.FILL, 0, 0, int(kp.pay_nuts(purse, missing, pairs)), 0))
                groups.append(tuple(turn))
                return End(len(groups), worth - 2 * missing, (), (), groups=tuple(groups))
            groups.append(tuple(turn))
            if most is not None and len(groups) >= most:
                value = -2 * (missing - worth // 2) + worth % 2
                return End(len(groups), value, (), (), groups=tuple(groups))

    # plans

    def turns(self, end: End) -> tuple[tuple[Macro, ...], ...]:
        """The macros of each turn of an end.

        Only rows were kept, so each is expanded once more from the one before it until it comes.
        """
        if end.groups is not None:
            return end.groups
        groups: list[tuple[Macro, ...]] = []
        rows = end.chain
        self.prm[kp.TOP] = end.top
        specials: tuple[Macro, ...] = ()
        if not (len(rows) == 1 and self.p.main_done and end.turns == 1):
            specials = self._again(None, rows[0], end.exact, 1)
        turn = 1
        if self.p.main_done and end.turns > 1:
            groups.append(specials)
            specials = ()
            turn = 2
        for before, after in pairwise(rows):
            groups.append(specials + self._again(before, after, end.exact, turn))
            specials = ()
            turn += 1
        groups.append(specials + end.macros)
        return tuple(groups)

    def _again(self, before: Ints | None, after: Ints, exact: int, turn: int) -> tuple[Macro, ...]:
        self._set(left=99, exact=exact, horizon=True, turn=turn)
        self.prm[kp.EARLY] = before is None and not self.p.main_done
        self.prm[kp.MATCH] = 1
        if not exact:  # the beam keeps the best few of the placements it looked at: the same ones
            self.prm[kp.STRIDE] = _beam_stride()
        c = self.wk.counters
        c[kp.FOUND] = 0
        c[kp.BEST] = 1 << 60
        self.wk.match[:] = after
        tb = self.k.tables
        if before is None:
            fresh = self.start[tb.words : 2 * tb.words].copy()
            kp.begin(tb, self.wk, self.prm, self.start, fresh)
        else:
            kp.expand(tb, self.wk, self.prm, before, 0, 0, self.scratch, self.prefix)
        self.prm[kp.MATCH] = 0
        self.prm[kp.STRIDE] = 1
        if not c[kp.FOUND]:
            raise Disagreement("a row of a plan was not found again")
        return _macros(self.wk.found[: int(c[kp.FOUND_MACROS])])


def _beam_stride() -> int:
    """The beam looks at every how manieth placement of a tile: the plain path has time for few."""
    return 5 if jit.plain() else 1


def _macros(rows: Ints) -> tuple[Macro, ...]:
    return tuple((int(r[0]), int(r[1]), int(r[2]), int(r[3]), int(r[4])) for r in rows)
