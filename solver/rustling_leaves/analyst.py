"""Rustling Leaves for the engine: candidates, rollouts, exact ends and facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import (
    Action,
    Draw,
    DropOut,
    Misthrow,
    Roll,
    StayIn,
)
from leafwise.puzzles.rustling_leaves.data import SIZE, faces
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.plots import bit
from leafwise.puzzles.rustling_leaves.position import Dice, Position

from ..api import (
    Analyst,
    Budget,
    Candidate,
    Candidates,
    Exact,
    ExactRow,
    Facts,
    Option,
    Plans,
)
from ..lines import after
from ..search import PREVIEW_WORLD
from . import expected

_SHEET = (1 << SIZE * SIZE) - 1
_PREVIEW_MOVES = 3  # own moves in the line shown


@cache
def code_of(season: Any, action: Action) -> int:
    """The kernel's code of a decision."""
    if isinstance(action, Draw):
        return kernel.encode(season, action.corners, action.symbol, action.joker, action.row)
    if isinstance(action, Misthrow):
        return kernel.MISTHROW
    if isinstance(action, StayIn):
        return kernel.STAY_IN
    if isinstance(action, DropOut):
        return kernel.DROP_OUT
    raise TypeError(f"{action!r} is no decision")


@cache
def action_of(season: Any, code: int) -> Action:
    """The action of a kernel code (a roll included)."""
    step = kernel.decode(season, code)
    if step.kind == "area":
        return Draw(step.corners, step.symbol, step.joker, step.row)
    if step.kind == "roll":
        return Roll(Dice(faces()[step.roll[0]], faces()[step.roll[1]]))
    plain: dict[str, Action] = {
        "misthrow": Misthrow(),
        "stay in": StayIn(),
        "drop out": DropOut(),
    }
    return plain[step.kind]


def supply(p: Position) -> Counter[str]:
    """How many free fields that areas could still reach show each symbol (rulings 5, 6).

    The counts of ``regions.supply``, by flooding a bit set: a hint needs no graph library.
    """
    free = ~p.occupied & _SHEET
    near = _spread(p.occupied) if p.occupied else p.start_mask
    ground = 0
    while near & free & ~ground:
        ground |= near & free
        near = _spread(ground)
    return Counter(
        name
        for row, names in enumerate(p.sheet.symbols)
        for column, name in enumerate(names)
        if ground & bit((row, column))
    )


def _spread(fields: int) -> int:
    """The neighbours of a set of fields (bit ``SIZE * row + column``)."""
    left = sum(bit((row, 0)) for row in range(SIZE))
    right = left << (SIZE - 1)
    sideways = ((fields & ~right) << 1) | ((fields & ~left) >> 1)
    return (sideways | fields << SIZE | fields >> SIZE) & _SHEET


class RustlingLeavesAnalyst(Analyst[Position]):
    """All methods are pure; worlds come in blocks of 36 whose next roll is enumerated."""

    game = GAME
    default_worlds = 360
    strata = kernel.ROLLS
    smaller_is_better = False

    def warm(self) -> None:
        """Compile or load the kernels of hints."""
        kernel.warm()
        from . import kernel_exact, search

        kernel_exact.warm()
        search.warm()

    def open(self, p: Position) -> bool:
        """Challenges whose rolls are all known are solved, not sampled."""
        return p.rolls is not None

    def candidate(self, p: Position, line: Sequence[Action]) -> Candidate:
        """The candidate of a legal line; its prior is the afterstate value."""
        before = after(GAME, p, line[:-1])
        code = code_of(p.season, line[-1])
        state = kernel.apply_move(kernel.pack(before), code)
        banked, future = kernel.evaluate(state[None, :])
        text = GAME.format(p, line)
        return Candidate(tuple(line), text, float(banked[0] + future[0]), float(banked[0]))

    def candidates(self, p: Position, limit: int) -> Candidates:
        """The best afterstates; with a roll pending the misthrow is always kept."""
        if p.roll is None:
            both = [self.candidate(p, (action,)) for action in GAME.actions(p)]
            both.sort(key=lambda candidate: -candidate.prior)
            return Candidates(tuple(both), len(both))
        codes, values, banked = kernel.candidates(kernel.pack(p))
        items = []
        for code, value, points in zip(codes[:limit], values, banked, strict=False):
            action = action_of(p.season, int(code))
            text = GAME.format(p, (action,))
            items.append(Candidate((action,), text, float(value), float(points)))
        kept = (self.candidate(p, (Misthrow(),)),)
        return Candidates(tuple(items), len(codes), kept)

    def rollouts(
        self,
        p: Position,
        lines: Sequence[tuple[Action, ...]],
        worlds: NDArray[np.int64],
        seed: int,
        goal: Goal,
    ) -> NDArray[np.float64]:
        """Final points [line, world]; every goal is the own score (other sheets are unknown)."""
        out = np.empty((len(lines), len(worlds)))
        groups: dict[tuple[Action, ...], list[int]] = {}
        for i, line in enumerate(lines):
            groups.setdefault(line[:-1], []).append(i)
        for members in groups.values():
            before = after(GAME, p, lines[members[0]][:-1])
            codes = np.array([code_of(p.season, lines[i][-1]) for i in members], np.int64)
            known = kernel.known_rolls(before)
            ends = before.rolls is not None
            out[members] = kernel.rollouts(kernel.pack(before), codes, worlds, seed, known, ends)
        return out

    def gain(self, p: Position, goal: Goal) -> float:
        """Fitted gain of asking again each turn (see :mod:`.expected`)."""
        return expected.gain(p)

    def exact(self, p: Position, budget: Budget) -> Exact | None:
        """Exact expectation of every decision where few placements are left."""
        if p.rolls is not None:
            return None
        from . import kernel_exact

        st = kernel.pack(p)
        # this roll alone asks for too much: then there is no need to load the compiled search
        if p.roll is not None and len(kernel.candidates(st)[0]) > kernel_exact.MOST_LEGAL:
            return None
        found = kernel_exact.decisions(st)
        if found is None:
            return None
        rows = []
        for code, value in found:
            action = action_of(p.season, code)
            state = kernel.apply_move(st, code)
            text = GAME.format(p, (action,))
            candidate = Candidate((action,), text, value, kernel.score(state))
            rows.append(ExactRow(candidate, value))
        return Exact(tuple(rows), "exact expectation over all rolls to come")

    def plans(self, p: Position, budget: Budget, asked: Sequence[tuple[Any, ...]]) -> Plans:
        """Best plans of a challenge, one for each promising first move."""
        from .challenge import ranked_plans

        return ranked_plans(self, p, budget, asked)

    def preview(self, p: Position, candidate: Candidate, seed: int) -> tuple[str, ...]:
        """The candidate and what the policy does next in one sampled future."""
        q = after(GAME, p, candidate.line)
        line = [candidate.text]
        if GAME.turn(q).kind == "over":
            return tuple(line)
        log, _ = kernel.playout_log(
            kernel.pack(q), PREVIEW_WORLD, seed, kernel.known_rolls(q), q.rolls is not None
        )
        moves = 0
        for code in log:
            line.append(GAME.format(q, (action_of(p.season, code),)))
            moves += code > kernel.ROLL and code != kernel.STAY_IN
            if moves >= _PREVIEW_MOVES - 1:
                break
        return tuple(line)

    def facts(self, p: Position, candidate: Candidate) -> Facts:
        """Score lines after the candidate and the symbols still within reach."""
        q = after(GAME, p, candidate.line)
        banked = {score.category: score.points for score in GAME.scores(q)}
        stops = bool(q.ended)
        left = {} if stops else supply(q)
        options = tuple(Option(name, float(left[name])) for name in q.sheet.choices if name in left)
        costs = []
        last = candidate.line[-1]
        if isinstance(last, Draw) and last.joker is not None:
            costs.append("it spends the joker")
        if isinstance(last, Draw) and last.row is not None:
            costs.append(f"it commits to the row of {last.row} conifers")
        return Facts(banked, options, costs=tuple(costs), ends=stops)


ANALYST: Analyst[Position] = RustlingLeavesAnalyst()
