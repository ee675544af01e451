"""Pieces that CP-SAT models of the games share, and the one way to run a model.

A model is built from these so that a reader sees the rules in it: fields covered at most or
exactly once, placements that exclude each other, runs that start from an earlier solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Literal

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from .interrupts import wanted

_HEARD = 0.05  # seconds within which Ctrl-C is heard

Found = Literal["optimal", "feasible", "infeasible", "unknown"]

_FOUND: Mapping[Any, Found] = {
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.INFEASIBLE: "infeasible",
}


@dataclass(frozen=True, slots=True)
class Run:
    """How to run a model: seconds, seed and workers (one worker is reproducible).

    ``linear``: how much of the model goes into the relaxation, CP-SAT's linearization level;
    ``cuts``: whether the relaxation is made tighter by cutting planes;
    ``work``: a limit in CP-SAT's deterministic time, which does not depend on the machine.
    """

    limit: float
    seed: int = 0
    workers: int = 1
    subsolvers: tuple[str, ...] = ()
    linear: int = 1
    work: float | None = None
    cuts: bool = True


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
    if run.work is not None:
        parameters.max_deterministic_time = run.work
    parameters.linearization_level = run.linear
    if not run.cuts:
        parameters.cut_level = 0
        parameters.max_num_cuts = 0
    if run.subsolvers:
        parameters.subsolvers.extend(run.subsolvers)
    code = _watched(solver, model)
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


def _watched(solver: cp_model.CpSolver, model: cp_model.CpModel) -> Any:
    """Solve in a thread, so that Ctrl-C is heard and the best so far is kept."""
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, model)
        while not wait([running], timeout=_HEARD).done:
            if wanted():
                solver.stop_search()
        return running.result()


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


# counts and what is worth points in them; bounds are tight only from above: for maximising


@dataclass(frozen=True, slots=True)
class Count:
    """A linear expression with its bounds."""

    expr: Any
    least: int
    most: int

    def __add__(self, other: Count) -> Count:
        return Count(self.expr + other.expr, self.least + other.least, self.most + other.most)


NONE = Count(0, 0, 0)


def total(counts: Iterable[Count]) -> Count:
    """The sum of counts."""
    chosen = list(counts)
    return Count(
        sum(c.expr for c in chosen), sum(c.least for c in chosen), sum(c.most for c in chosen)
    )


def number(model: cp_model.CpModel, most: int, name: str) -> Count:
    """A new variable 0..most."""
    return Count(model.new_int_var(0, most, name), 0, most) if most > 0 else NONE


def thresholds(model: cp_model.CpModel, count: Count, name: str) -> list[Any]:
    """One literal for each value above the least: literal k says count >= least + k + 1."""
    literals = [model.new_bool_var(f"{name}>{n}") for n in range(count.least, count.most)]
    for higher, lower in zip(literals[1:], literals, strict=False):
        model.add_implication(higher, lower)
    if literals:
        model.add(sum(literals) + count.least == count.expr)
    return literals


def gated(model: cp_model.CpModel, count: Count, literal: Any, name: str) -> Count:
    """At most ``count``, and nothing unless the literal is true."""
    if count.most <= 0:
        return NONE
    term = model.new_int_var(0, count.most, name)
    model.add(term <= count.expr)
    model.add(term <= count.most * literal)
    return Count(term, 0, count.most)


def reached(model: cp_model.CpModel, count: Count, at_least: int, name: str) -> Any:
    """A literal that may be true only if the count is reached; 0 or 1 where that is sure."""
    if count.least >= at_least:
        return 1
    if count.most < at_least:
        return 0
    literal = model.new_bool_var(name)
    model.add(count.expr >= count.least + (at_least - count.least) * literal)
    return literal


def product(
    model: cp_model.CpModel,
    a: Count,
    literals: Sequence[Any],
    b: Count,
    name: str,
    gate: Callable[[cp_model.CpModel, Count, Any, str], Count] = gated,
) -> Any:
    """At most a * b, where ``literals`` are the thresholds of ``a``: one gated copy of b each."""
    parts = [gate(model, b, literal, f"{name}*{n}").expr for n, literal in enumerate(literals)]
    return a.least * b.expr + sum(parts)


def stepped(count: Count, literals: Sequence[Any], table: Sequence[int]) -> Any:
    """table[count], the last entry for more; ``literals`` are the count's thresholds."""
    worth = [table[min(n, len(table) - 1)] for n in range(count.most + 1)]
    steps = [b - a for a, b in zip(worth[count.least :], worth[count.least + 1 :], strict=False)]
    return worth[count.least] + sum(
        step * literal for step, literal in zip(steps, literals, strict=True)
    )


def worth(answer: Answer, expr: Any) -> int:
    """The value of a linear expression (or plain integer) in a solution."""
    if isinstance(expr, int):
        return expr
    flat = helper.FlatIntExpr(expr)
    terms = zip(flat.vars, flat.coeffs, strict=True)
    return int(flat.offset + sum(k * answer.values[v.index] for v, k in terms))
