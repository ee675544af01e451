"""``solve`` for Rustling Leaves: best play over known rolls, with its proof.

Engines: ``search`` is the compiled branch and bound, ``cp-sat`` the model of :mod:`.model`;
``auto`` is the search; CP-SAT while the kernels are not compiled yet, and where the search leaves
a late sheet with many rolls open. Both plans are replayed by the referee. Without known rolls,
and on a sheet that is over, the answer is the banked score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.errors import BadUse, Disagreement, LimitReached
from leafwise.puzzles.core.game import number
from leafwise.puzzles.rustling_leaves.actions import Action, DropOut, Misthrow, Roll, StayIn
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Dice, Position

from .. import referee, warm
from ..api import Budget, Solution, SolveOptions, Solver, Status

if TYPE_CHECKING:
    from .task import Challenge, Codes, Found

ENGINES = ("auto", "cp-sat", "search")
_MODEL_SHARE = 0.9  # of the time left, for CP-SAT; the rest reads the model
_ROOT_SHARE = 0.3  # of the time, for what CP-SAT is begun with
_SEARCH_SHARE = 0.4  # of the time, before CP-SAT is asked about a late sheet
_LATE = (45, 8)  # at most so many free fields, at least so many rolls
_ONE_ROLL = "only the roll on the table is played: hint takes the rolls to come into account"
_COLD = "kernels are being compiled in the background; CP-SAT answered meanwhile"


def _late(p: Position) -> bool:
    """Whether there are more rolls than the ground can take: few moves each, weak bounds."""
    return 100 - p.occupied.bit_count() <= _LATE[0] and len(known(p)) >= _LATE[1]


def _cut(budget: Budget) -> bool:
    """Whether the limit ended something, be it a little before it passed."""
    return budget.over() or budget.limited_by == "time"


def known(p: Position) -> tuple[Dice, ...]:
    """The rolls to act on, the pending one first."""
    return (*((p.roll,) if p.roll is not None else ()), *(p.rolls or ()))


def challenge_of(p: Position) -> Challenge:
    """The packed twin of a position with its rolls."""
    import numpy as np

    from leafwise.puzzles.rustling_leaves import kernel

    from .task import Challenge

    st = kernel.pack(p)
    st[kernel.F_STAYED] = 0
    rolls = kernel.known_rolls(p)
    if p.roll is not None:
        first = np.array([[st[kernel.F_GREEN], st[kernel.F_NATURAL]]], np.int64)
        rolls = np.concatenate([first, rolls])
    return Challenge(st, rolls, p.roll is not None or p.staying)


def actions_of(p: Position, codes: Sequence[int]) -> tuple[Action, ...]:
    """The line of a search: rolls and staying in put back, dropping out where it ends early."""
    from .analyst import action_of

    line: list[Action] = []
    q = p

    def play(action: Action) -> None:
        nonlocal q
        line.append(action)
        q = GAME.apply(q, action)

    for code in codes:
        if q.roll is None:
            if not q.staying:
                play(StayIn())
            play(Roll(q.next_dice()))  # type: ignore[arg-type]
        play(action_of(p.season, int(code)))
    if not q.ended and q.roll is None and q.next_dice() is not None and not q.staying:
        play(DropOut())
    return tuple(line)


def plan_of(p: Position, line: Sequence[Action]) -> tuple[str, ...]:
    """Texts that ``play`` takes one after another; staying in and known rolls go without saying."""
    out: list[str] = []
    q = p
    held: list[Action] = []
    for action in line:
        held.append(action)
        if isinstance(action, (StayIn, Roll)):
            continue
        out.append(GAME.format(q, held))
        for done in held:
            q = GAME.apply(q, done)
        held = []
    return tuple(out)


class RustlingLeavesSolver:
    """The solver; every method is pure but for the clock."""

    game_id = "rustling-leaves"
    engines: tuple[str, ...] = ENGINES
    compiled: tuple[str, ...] = ("search",)

    def solve(self, p: Position, options: SolveOptions, budget: Budget) -> Solution:
        """Best play over the known rolls; raises BadUse, LimitReached.

        ``--unique``: whether every best line ends in the same sheet: the same areas with the same
        symbols, misthrows and conifer row, in whatever order. ``--all``: one best line for each
        best first move (the move that acts on the first roll, or dropping out).
        """
        if options.engine not in ENGINES:
            raise BadUse("--engine", repr(options.engine), "one of " + ", ".join(ENGINES))
        if options.count:
            raise BadUse("--count", "rustling-leaves", "only Indian Summer counts coverings")
        options.refuse_wishes()
        if p.ended or not known(p):
            return self._banked(p, options)
        engine = options.engine
        notes: tuple[str, ...] = ()
        if engine == "auto":
            engine = "search"
            if not jit.plain() and not jit.is_warm(self.game_id):
                warm.start_detached(self.game_id)
                engine, notes = "cp-sat", (_COLD,)
        elif engine == "search":
            notes = self._compiled(budget)
        if options.engine == "auto" and engine == "search" and _late(p):
            solution = self._both(p, budget)
        else:
            solution = self._search(p, budget) if engine == "search" else self._model(p, budget)
        if p.rolls is None:
            notes = (*notes, _ONE_ROLL)
        solution = replace(solution, notes=(*solution.notes, *notes))
        if options.unique or options.all:
            solution = self._more(p, solution, options, budget)
        return solution

    def _compiled(self, budget: Budget) -> tuple[str, ...]:
        """Wait for cold kernels where the search was asked for; the limit counts from then on."""
        if not warm.is_cold(self.game_id):
            return ()

        def heard(_: float) -> None:
            if budget.interrupted:
                raise KeyboardInterrupt

        before = budget.clock.spent()
        warm.wait(self.game_id, progress=heard)
        took = budget.clock.spent() - before
        budget.clock.started += took
        return (f"the kernels were compiled first, once on this machine: {took:.0f} s",)

    def _banked(self, p: Position, options: SolveOptions) -> Solution:
        value = referee.certify(GAME, p, ()).value.shown()
        return Solution(
            "optimal",
            value,
            value,
            (),
            (),
            "rules",
            unique=True if options.unique else None,
            solutions=((),) if options.all else None,
            notes=("no known roll is left to act on: the points on the sheet",),
        )

    def _search(self, p: Position, budget: Budget) -> Solution:
        from .search import search

        return self._answer(p, search(challenge_of(p), budget))

    def _answer(self, p: Position, found: Found) -> Solution:
        if found.line == () and p.roll is not None:
            raise LimitReached("no move was found within the limit")
        return self._certified(p, actions_of(p, found.line), found.value, found.bound, "search")

    def _both(self, p: Position, budget: Budget) -> Solution:
        """The search for a while, then CP-SAT from where it stands."""
        from .search import search

        found = search(challenge_of(p), budget.share(_SEARCH_SHARE))
        if found.proven or budget.over():
            return self._answer(p, found)
        return self._model(p, budget, found)

    def _certified(
        self, p: Position, line: Sequence[Action], value: float, bound: float, engine: str
    ) -> Solution:
        """The answer, once the rules have replayed it; raises Disagreement."""
        promised = GAME.value(p).__class__((float(value),))
        plan = referee.certify(GAME, p, line, promised)
        proven = bound <= value + 1e-6
        status: Status = "optimal" if proven else "bounded"
        return Solution(
            status,
            plan.value.shown(),
            plan.value.shown() if proven else number(bound),
            plan_of(p, line),
            tuple(line),
            engine,
        )

    def _model(self, p: Position, budget: Budget, begun: Found | None = None) -> Solution:
        """CP-SAT, begun with the search's plan and capped by its bound (at the root)."""
        from ..pieces import Run
        from .model import SUBSOLVERS, Model

        start, value, bound = self._root(p, budget, begun)
        model = Model(p, known(p))
        model.suggest(start)
        if bound is not None:
            model.cap(bound)
        found: float | None = None
        if not budget.over():
            run = Run(
                _MODEL_SHARE * budget.clock.left(),
                budget.seed,
                budget.workers,
                SUBSOLVERS if budget.workers > 1 else SUBSOLVERS[:1],
            )
            answer, found, proven = model.solve(run)
            if answer.status == "infeasible":
                raise Disagreement(f"CP-SAT finds no line of at most {bound}, the search's bound")
            if found is not None and proven is not None:
                bound = proven if bound is None else min(bound, proven)
                if found >= value:
                    start, value = model.line(answer), found
        budget.over()
        if bound is None:
            plan = referee.certify(GAME, p, start)
            note = "CP-SAT proved nothing within the limit: the plan takes most points each roll"
            shown = plan.value.shown()
            return Solution(
                "unknown", shown, None, plan_of(p, start), start, "cp-sat", notes=(note,)
            )
        return self._certified(p, start, value, max(value, bound), "cp-sat")

    def _root(
        self, p: Position, budget: Budget, found: Found | None
    ) -> tuple[tuple[Action, ...], float, float | None]:
        """A line to start from, its value, and a bound; without kernels a greedy line."""
        if found is None and (jit.plain() or not jit.is_warm(self.game_id)):
            line = self._greedy(p)
            return line, float(referee.certify(GAME, p, line).value.key[0]), None
        if found is None:
            from .search import root
            from .task import Found

            found = Found()
            root(challenge_of(p), budget.share(_ROOT_SHARE), found)
        return actions_of(p, found.line), found.value, found.bound

    def _greedy(self, p: Position) -> tuple[Action, ...]:
        """A line to start from, by the plain rules: most points at once, each known roll."""
        line: list[Action] = []
        while not p.ended:
            if p.roll is None:
                dice = p.next_dice()
                if dice is None:  # the known rolls are used up
                    break
                step: Action = Roll(dice) if p.staying else StayIn()
            else:
                step = max(
                    GAME.actions(p),
                    key=lambda a: (GAME.total(GAME.apply(p, a)), not isinstance(a, Misthrow)),
                )
            line.append(step)
            p = GAME.apply(p, step)
        return tuple(line)

    def _more(
        self, p: Position, solution: Solution, options: SolveOptions, budget: Budget
    ) -> Solution:
        """``--unique`` and ``--all``; both need a proven best value."""
        if solution.status != "optimal":
            note = "the best value is not proven, so uniqueness is not known"
            return replace(solution, notes=(*solution.notes, note))
        waited = self._compiled(budget)
        solution = replace(solution, notes=(*solution.notes, *waited))
        from leafwise.puzzles.rustling_leaves import kernel

        from .search import another_sheet
        from .task import Found

        task = challenge_of(p)
        value = float(solution.value)  # type: ignore[arg-type]
        best = Found(value, self._codes(p, solution.line), value)
        unique: bool | None = None
        solutions: tuple[tuple[str, ...], ...] | None = None
        notes = solution.notes
        if options.unique:
            end = kernel.pack(referee.certify(GAME, p, solution.line).end)
            other = another_sheet(task, best, end, budget)
            unique = False if other is not None else None if _cut(budget) else True
        if options.all:
            lines = self._first_lines(p, task, best, budget)
            promised = GAME.value(p).__class__((value,))
            for line in lines:
                referee.certify(GAME, p, line, promised)
            solutions = tuple(plan_of(p, line) for line in lines)
            notes = (*notes, "one solution for each best first move: others may differ later")
        if _cut(budget):
            notes = (*notes, "the limit passed while looking for other best lines")
        return replace(solution, unique=unique, solutions=solutions, notes=notes)

    def _first_lines(
        self, p: Position, task: Challenge, best: Found, budget: Budget
    ) -> list[tuple[Action, ...]]:
        """One best line for each best first move, by the text of the move."""
        from .search import first_moves

        lines = [actions_of(p, best.line)]  # for its first move this very line
        lines += [actions_of(p, codes) for _, codes in first_moves(task, best, budget)]
        if not task.pending and abs(float(GAME.total(p)) - best.value) < 1e-6:
            lines.append((DropOut(),))
        by_first: dict[str, tuple[Action, ...]] = {}
        for line in lines:
            by_first.setdefault(plan_of(p, line)[0] if line else "", line)
        return [by_first[text] for text in sorted(by_first)]

    def _codes(self, p: Position, line: Sequence[Action]) -> Codes:
        from .analyst import code_of

        return tuple(
            code_of(p.season, action)
            for action in line
            if not isinstance(action, (StayIn, Roll, DropOut))
        )


SOLVER: Solver[Any] = RustlingLeavesSolver()
