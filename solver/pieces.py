"""Pieces that CP-SAT models of the games share, and the one way to run a model.

A model is built from these so that a reader sees the rules in it: fields covered at most or
exactly once, placements that exclude each other, runs that start from an earlier solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ortools.sat.python import cp_model

Found = Literal["optimal", "feasible", "infeasible", "unknown"]

_FOUND: Mapping[Any, Found] = {
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.INFEASIBLE: "infeasible",
}


@dataclass(frozen=True, slots=True)
class Run:
    """How to run a model: seconds, seed and workers (one worker is reproducible)."""

    limit: float
    seed: int = 0
    workers: int = 1
    subsolvers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run found: status, objective value and proven bound (None without an objective)."""

    status: Found
    value: float | None
    bound: float | None
    values: Mapping[int, int]  # variable index -> value; empty without a solution

    def on(self, literal: Any) -> bool:
        """Whether a boolean variable is true in the solution."""
        return bool(self.values[literal.index])


def solve(model: cp_model.CpModel, run: Run) -> Answer:
    """Solve a model; every variable's value is kept, so that it can be hinted and read later."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.max_time_in_seconds = max(0.01, run.limit)
    parameters.random_seed = run.seed
    parameters.num_workers = run.workers
    if run.subsolvers:
        parameters.subsolvers.extend(run.subsolvers)
    code = solver.solve(model)
    status = _FOUND.get(code, "unknown")
    if status not in ("optimal", "feasible"):
        return Answer(status, None, None, {})
    goal = model.has_objective()
    values = {i: int(v) for i, v in enumerate(solver.response_proto.solution)}
    return Answer(
        status,
        solver.objective_value if goal else None,
        solver.best_objective_bound if goal else None,
        values,
    )


def hint(model: cp_model.CpModel, values: Mapping[int, int]) -> None:
    """Start the next run from values by variable index."""
    model.clear_hints()  # type: ignore[no-untyped-call]
    for index, value in values.items():
        model.add_hint(model.get_int_var_from_proto_index(index), value)


def cover_once(
    model: cp_model.CpModel,
    options: Mapping[int, Sequence[Any]],
    fillers: Mapping[int, Any] | None = None,
) -> None:
    """Each field is covered at most once; exactly once by an option or its filler.

    ``options``: field -> literals of the placements over it; ``fillers``: field -> the literal
    that says what covers it otherwise (a squirrel, or that it stays open).
    """
    for field, literals in options.items():
        if fillers is None:
            model.add_at_most_one(literals)
        else:
            model.add_exactly_one([*literals, fillers[field]])


def at_most(model: cp_model.CpModel, literals: Iterable[Any], most: int) -> None:
    """At most so many of the literals are true."""
    chosen = list(literals)
    if most == 1:
        model.add_at_most_one(chosen)
    elif most < len(chosen):
        model.add(sum(chosen) <= most)
