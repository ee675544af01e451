"""The linear relaxation of a CP-SAT model bounds every solution of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from leafwise.solver.relaxation import Relaxation


def test_a_gated_count_is_bounded_beside_its_literal() -> None:
    model = cp_model.CpModel()
    trees = model.new_int_var(0, 30, "trees")
    deer = model.new_bool_var("deer")
    model.add(trees + 4 * deer <= 12)
    relaxed = Relaxation(model)
    assert relaxed.most(trees, deer) == 8
    assert relaxed.most(trees + 3, deer) == 11
    assert relaxed.most(2 * trees, deer) == 16  # bounds are put back between questions


def test_what_cannot_be_true_is_unknown() -> None:
    model = cp_model.CpModel()
    trees = model.new_int_var(0, 5, "trees")
    deer = model.new_bool_var("deer")
    model.add(trees >= 6 * deer)
    assert Relaxation(model).most(trees, deer) is None


def test_rows_of_all_kinds_are_kept() -> None:
    model = cp_model.CpModel()
    a, b, c, d = (model.new_bool_var(name) for name in "abcd")
    model.add_at_most_one(a, b)
    model.add_exactly_one(c, d)
    model.add_bool_or(~a, ~c)
    model.add_implication(a, b.negated())
    n = model.new_int_var(0, 9, "n")
    model.add(n <= 3).only_enforce_if(a)
    model.add(n >= 7).only_enforce_if(~d)
    relaxed = Relaxation(model)
    assert relaxed.most(a + b + c, a) == 1  # neither b nor c beside a
    assert relaxed.most(n, a) == 3
    assert relaxed.most(d.negated(), c) == 1


ROWS = st.lists(
    st.tuples(
        st.lists(st.integers(-3, 3), min_size=5, max_size=5), st.integers(-2, 6), st.booleans()
    ),
    max_size=6,
)


@given(ROWS, st.lists(st.integers(-3, 3), min_size=5, max_size=5))
def test_no_solution_is_above_the_relaxation(
    rows: list[tuple[list[int], int, bool]], weights: list[int]
) -> None:
    model = cp_model.CpModel()
    xs = [model.new_int_var(0, 4, f"x{n}") for n in range(4)]
    literal = model.new_bool_var("literal")
    everything = [*xs, literal]
    for coefficients, high, enforced in rows:
        row = model.add(sum(k * x for k, x in zip(coefficients, everything, strict=True)) <= high)
        if enforced:
            row.only_enforce_if(literal)
    expr = sum(k * x for k, x in zip(weights, everything, strict=True))
    bound = Relaxation(model).most(expr + 0 * literal, literal)
    model.add(literal == 1)
    model.maximize(expr)
    solver = cp_model.CpSolver()
    if solver.solve(model) == cp_model.OPTIMAL:
        assert bound is not None
        assert solver.objective_value <= bound
