"""The linear relaxation of a CP-SAT model: how much a linear expression can be at most.

CP-SAT tightens the domains of variables, but not how much a count can be *if* some literal is
true, and that is the factor in every product of counts. A relaxation answers it in milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

_TOLERANCE = 1e-4  # what the linear solver may be wrong by
_FREE = 10**15  # a row's bound beyond this is none


class Relaxation:
    """Linear rows and implications of a model over reals; enforced rows by their big constants.

    Constraints of other kinds are left out, which only relaxes it further.
    """

    def __init__(self, model: cp_model.CpModel) -> None:
        proto: Any = model.proto
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._ends = [_ends(v.domain) for v in proto.variables]
        self._vars = [self._solver.NumVar(low, high, "") for low, high in self._ends]
        # a solve after another one is slower from the last basis than from none
        self._afresh = pywraplp.MPSolverParameters()
        self._afresh.SetIntegerParam(
            pywraplp.MPSolverParameters.INCREMENTALITY,
            pywraplp.MPSolverParameters.INCREMENTALITY_OFF,
        )
        for row in proto.constraints:
            given = list(row.enforcement_literal)
            if row.has_linear():
                self._linear(row.linear, given)
            elif row.has_bool_or():
                self._one_of([*row.bool_or.literals, *(-x - 1 for x in given)])
            elif row.has_bool_and():
                for literal in row.bool_and.literals:
                    self._one_of([literal, *(-x - 1 for x in given)])
            elif row.has_at_most_one() and not given:
                self._row([(x, 1) for x in row.at_most_one.literals], -_FREE, 1)
            elif row.has_exactly_one() and not given:
                self._row([(x, 1) for x in row.exactly_one.literals], 1, 1)

    def most(self, expr: Any, given: Any) -> int | None:
        """The most that ``expr`` can be, in whole steps, where a literal holds (None: unknown)."""
        literal = self._vars[given.index]
        low, high = literal.lb(), literal.ub()
        objective = self._solver.Objective()
        objective.Clear()
        flat: Any = helper.FlatIntExpr(expr)
        for var, k in zip(flat.vars, flat.coeffs, strict=True):
            objective.SetCoefficient(self._vars[var.index], k)
        objective.SetMaximization()
        literal.SetBounds(1, 1)
        solved = self._solver.Solve(self._afresh) == pywraplp.Solver.OPTIMAL
        value = float(objective.Value()) if solved else 0.0  # to be read before the model changes
        literal.SetBounds(low, high)
        return math.floor(value + int(flat.offset) + _TOLERANCE) if solved else None

    # rows

    def _linear(self, linear: Any, given: Sequence[int]) -> None:
        low, high = _ends(linear.domain)
        terms = list(zip(linear.vars, linear.coeffs, strict=True))
        if not given:
            self._row(terms, low, high)
            return
        least = sum(min(k * end for end in self._ends[v]) for v, k in terms)
        most = sum(max(k * end for end in self._ends[v]) for v, k in terms)
        if low > max(least, -_FREE):  # a false literal lets the row go
            big = low - least
            self._row([*terms, *((x, -big) for x in given)], low - big * len(given), _FREE)
        if high < min(most, _FREE):
            big = most - high
            self._row([*terms, *((x, big) for x in given)], -_FREE, high + big * len(given))

    def _one_of(self, literals: Sequence[int]) -> None:
        self._row([(literal, 1) for literal in literals], 1, _FREE)

    def _row(self, terms: Sequence[tuple[int, int]], low: int, high: int) -> None:
        """A row; a negative index is a literal's negation."""
        weights: dict[int, int] = {}
        shift = 0
        for index, k in terms:
            if index < 0:
                index, k, shift = -index - 1, -k, shift + k
            weights[index] = weights.get(index, 0) + k
        infinite = self._solver.infinity()
        row = self._solver.RowConstraint(
            -infinite if low <= -_FREE else low - shift,
            infinite if high >= _FREE else high - shift,
            "",
        )
        for index, k in weights.items():
            row.SetCoefficient(self._vars[index], k)


def _ends(domain: Any) -> tuple[int, int]:
    values = list(domain)
    return values[0], values[-1]


__all__ = ["Relaxation"]
