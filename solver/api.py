"""The types between the engine, the games' analysts and whoever shows the answers.

A *hint* is a table over candidate lines of one decision; a *solution* is the best play of a known
future with its proof. All texts in them are canonical notation, all numbers are final: whoever
shows them adds nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.errors import BadUse, NoAnswer
from leafwise.puzzles.core.game import AnyGame, Goal

P_contra = TypeVar("P_contra", contravariant=True)

Proof: TypeAlias = Literal["optimal", "bounded", "estimate"]
Status: TypeAlias = Literal["optimal", "bounded", "infeasible", "unknown"]
Shown: TypeAlias = float | dict[str, float]


@dataclass(slots=True)
class Clock:
    """Wall-clock limit in seconds from the moment of making; every part asks the same clock."""

    limit: float
    started: float = field(default_factory=time.monotonic)

    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def left(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self.limit - self.spent())


@dataclass(slots=True)
class Budget:
    """What an answer may cost.

    ``worlds``: playouts a finalist in the reported sample; ``None`` is the game's own default,
    chosen to end before the default limit. ``clock`` is the guard; ``limited_by`` becomes
    ``"time"`` when it cut the work short, ``interrupted`` when Ctrl-C did (the answer is then the
    best so far). ``progress`` is called with a fraction 0..1.
    """

    clock: Clock
    seed: int = 0
    worlds: int | None = None
    workers: int = 1
    limited_by: Literal["budget", "time"] = "budget"
    interrupted: bool = False
    progress: Any = None
    whole: Budget | None = None  # what this is a part of

    def part(self, seconds: float) -> Budget:
        """A part of the work with a clock of its own; Ctrl-C ends both."""
        return replace(self, clock=Clock(seconds), whole=self)

    def share(self, fraction: float) -> Budget:
        """A part for a fraction of the time left, whose progress is not that of the whole."""
        return replace(self.part(max(0.05, fraction * self.clock.left())), progress=None)

    def over(self) -> bool:
        """Whether to stop now; notes the reason."""
        if self.whole is not None and self.whole.interrupted:
            self.interrupted = True
        if self.interrupted:
            return True
        if self.clock.left() <= 0.0:
            self.limited_by = "time"
            return True
        return False

    def tick(self, fraction: float) -> None:
        """Report progress, if anyone listens."""
        if self.progress is not None:
            self.progress(min(1.0, max(0.0, fraction)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line up to the next chance or the end of the turn, with the analyst's first guess.

    ``banked`` is what the owner has on the sheet after it, in the game's unit; ``same`` are the
    texts of equivalent lines collapsed into this one.
    """

    line: tuple[Any, ...]
    text: str
    prior: float
    banked: float
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates by falling prior; ``total`` counts all legal lines they were taken from.

    ``kept`` are reported whatever happens (the fallback that is always there, say).
    """

    items: tuple[Candidate, ...]
    total: int
    kept: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something still to be had after a line: ``amount`` of ``name`` (say, 5 butterflies)."""

    name: str
    amount: float


@dataclass(frozen=True, slots=True)
class Facts:
    """Raw material of the words: score by category after a line, and what stays reachable.

    ``phrase``: what is said before and after a difference of options. ``costs`` are notes that
    speak against the line; ``ends``: nothing of the game is left to the owner after it.
    """

    banked: Mapping[str, float]
    options: tuple[Option, ...] = ()
    notes: tuple[str, ...] = ()
    phrase: tuple[str, str] = ("it keeps", " in reach")
    costs: tuple[str, ...] = ()
    ends: bool = False


@dataclass(frozen=True, slots=True)
class ExactRow:
    """The true expected value of one candidate line, and a line of best play behind it."""

    candidate: Candidate
    value: float


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact expectations of every candidate line (all lines, not a selection)."""

    rows: tuple[ExactRow, ...]
    method: str


@dataclass(frozen=True, slots=True)
class PlanRow:
    """The best plan found that starts with ``candidate``; compared by ``key``, bigger better.

    ``low`` and ``high`` are bounds of the shown value (the unit's own direction);
    ``proof`` says what is proven about it.
    """

    candidate: Candidate
    key: tuple[float, ...]
    value: float
    low: float
    high: float
    plan: tuple[str, ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Plans:
    """Root-labelled plans over a known future, best first."""

    rows: tuple[PlanRow, ...]
    method: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prior:
    """How far the first guesses of candidates are to be trusted.

    ``slope`` times a difference of ``Candidate.prior`` is the guessed difference of results, and
    it weighs as much as ``worlds`` playouts of each line (noise of a playout over the error of
    the guess, as variances). ``noise``: standard deviation of a line's playout from the mean of
    all lines in that world, what to go by where few worlds were played.
    """

    slope: float
    worlds: float
    noise: float


class Analyst(Protocol[P_contra]):
    """All that a game gives the engine, a class to inherit from. Every method is pure.

    The first methods are the game's own; the others have an answer here that holds for a player
    who plays for the own score, whose first guesses nothing is known about.
    """

    game: AnyGame
    default_worlds: int  # playouts a finalist in the reported sample, a multiple of ``strata``
    strata: int  # worlds come in blocks of this many, whose first chance is enumerated (36 or 1)
    smaller_is_better: bool  # the shown value counts something to be kept low (own turns)

    def warm(self) -> None:
        """Compile everything that a hint needs."""
        ...

    def open(self, p: P_contra) -> bool:
        """Whether the future is essentially known: ``plans`` answers instead of ``rollouts``."""
        ...

    def candidates(self, p: P_contra, limit: int) -> Candidates:
        """At most ``limit`` lines by falling prior."""
        ...

    def candidate(self, p: P_contra, line: Sequence[Any]) -> Candidate:
        """The candidate for a given legal line (the asked move)."""
        ...

    def rollouts(
        self,
        p: P_contra,
        lines: Sequence[tuple[Any, ...]],
        worlds: NDArray[np.int64],
        seed: int,
        goal: Goal,
    ) -> NDArray[np.float64]:
        """Results [line, world] of playing on by the policy; the same worlds for all lines."""
        ...

    def preview(self, p: P_contra, candidate: Candidate, seed: int) -> tuple[str, ...]:
        """The line shown behind a candidate, beginning with it (one likely continuation)."""
        ...

    def facts(self, p: P_contra, candidate: Candidate) -> Facts:
        """What the words about a candidate are made of."""
        ...

    # where more is known than the playouts tell

    def further(self, p: P_contra, budget: Budget) -> tuple[Candidate, ...]:
        """Lines that take longer to find than ``candidates``; none where the budget is small."""
        return ()

    def exact(self, p: P_contra, budget: Budget) -> Exact | None:
        """True expectations when the remaining tree is small, else None."""
        return None

    def plans(self, p: P_contra, budget: Budget, asked: Sequence[tuple[Any, ...]]) -> Plans:
        """Ranked plans where ``open`` says so; the asked lines are always among them."""
        raise NoAnswer("the future is not known here")

    def ceiling(self, p: P_contra, budget: Budget) -> tuple[float, Proof] | None:
        """Mean value under perfect foresight (proven optima or bounds), else None."""
        return None

    def prior(self, goal: Goal) -> Prior | None:
        """How far the candidates' first guesses are to be trusted; None: not at all."""
        return None

    def gain(self, p: P_contra, goal: Goal) -> float:
        """What a player who asks again each turn adds to a floor: more is better."""
        return 0.0

    def floor_error(self, p: P_contra, goal: Goal) -> float:
        """Standard error of a floor that more worlds do not lower."""
        return 0.0

    # what the owner plays for, and what was asked

    def worlds(self, p: P_contra) -> int:
        """Playouts a finalist by default, fewer where one takes longer."""
        return self.default_worlds

    def decision(self, p: P_contra, text: str) -> tuple[Any, ...]:
        """The line of the user's own move, as far as it is the owner's to decide."""
        return tuple(self.game.parse(p, text))

    def goal(self, p: P_contra) -> Goal:
        """What the owner plays for unless told otherwise."""
        return Goal.SCORE

    def goals(self, p: P_contra) -> tuple[Goal, ...]:
        """What the owner can play for here."""
        return (Goal.SCORE,)

    def banked(self, p: P_contra, candidate: Candidate, goal: Goal) -> float:
        """What the candidate has brought so far, as the goal counts it."""
        return candidate.banked

    def notes(self, p: P_contra, goal: Goal) -> tuple[str, ...]:
        """What the numbers leave out in this position, a sentence each."""
        return ()

    def chance_to_win(self, p: P_contra, value: float, goal: Goal) -> float | None:
        """Probability (0 .. 1) of winning with an expected result, where the goal tells it."""
        return None


class Standing(Protocol):
    """How a position stands, whoever acts next: results [world] of playing on by the policy."""

    def __call__(
        self, p: Any, worlds: NDArray[np.int64], seed: int, goal: Goal, /
    ) -> NDArray[np.float64] | None:
        """None where nothing is left to chance."""
        ...


@dataclass(frozen=True, slots=True)
class HintMove:
    """One row of the table; see ``formats.md`` for the meaning of every number.

    ``value = banked + to_come``; ``loss`` is the paired gap to the first row, never negative;
    ``win`` is the chance to win (0 .. 1), None where it was not asked for or means nothing.
    """

    move: str
    value: float
    floor: float
    low: float
    high: float
    loss: float
    loss_low: float
    loss_high: float
    best: float
    banked: float
    to_come: float
    flags: tuple[str, ...]
    same: tuple[str, ...]
    proof: Proof
    plan: tuple[str, ...]
    why: str
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """Ranked moves of one decision, best first.

    ``nudge`` and ``reason`` are the words of those levels; ``limited_by`` tells whether the clock
    cut the work short; ``considered`` counts the legal lines looked at.
    """

    moves: tuple[HintMove, ...]
    method: str
    worlds: int
    limited_by: Literal["budget", "time"]
    seed: int
    unit: str
    considered: int
    nudge: str
    reason: str
    ceiling: tuple[float, Proof] | None = None
    notes: tuple[str, ...] = ()
    goal: Goal = Goal.SCORE


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rows on the same worlds, the difference by category, and a sentence."""

    moves: tuple[HintMove, HintMove]
    difference: tuple[tuple[str, float], ...]
    why: str
    unit: str = "points"
    goal: Goal = Goal.SCORE


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What ``solve`` was asked for.

    ``turns``: play on for so many own turns, whatever the position says;
    ``reach``: not the best play, but what has to be drawn for so many points.
    """

    engine: str = "auto"
    count: bool = False
    unique: bool = False
    all: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    turns: int | None = None
    reach: int | None = None

    def refuse_wishes(self) -> None:
        """Raise BadUse for wishes and what-ifs, for a game that takes none."""
        for option, wishes in (("--with", self.include), ("--without", self.exclude)):
            if wishes:
                raise BadUse(option, repr(wishes[0]), "only Forest Shuffle plans take wishes")
        for option, number in (("--turns", self.turns), ("--reach", self.reach)):
            if number is not None:
                raise BadUse(option, str(number), "only Forest Shuffle plans take it")


@dataclass(frozen=True, slots=True)
class Solution:
    """Best play of the owner over a known future, certified by the referee.

    ``value`` and ``bound`` have the shape of the game's ``Value.shown()``; ``plan`` are texts
    that ``play`` accepts one after another, ``line`` the same as actions.

    Asked what to draw, ``draw`` names the cards that the plan needs in hand beside those that are
    there, and no fewer than ``least`` can do (proven); ``start`` is where the line then begins.
    """

    status: Status
    value: Shown | None
    bound: Shown | None
    plan: tuple[str, ...]
    line: tuple[Any, ...]
    engine: str
    unique: bool | None = None
    count: int | None = None
    solutions: tuple[tuple[str, ...], ...] | None = None
    notes: tuple[str, ...] = ()
    draw: tuple[str, ...] | None = None
    least: int | None = None
    start: Any = None


class Solver(Protocol[P_contra]):
    """A game's solver over known futures; ``compiled``: the engines that need compiled kernels."""

    game_id: str
    engines: tuple[str, ...]
    compiled: tuple[str, ...]

    def solve(self, p: P_contra, options: SolveOptions, budget: Budget) -> Solution:
        """Best play; raises NoAnswer where the question has none, LimitReached at the limit."""
        ...
