"""The score lines of the CP-SAT model, one term a category (rulings 10, 13-22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from leafwise.puzzles.rustling_leaves.data import faces
from leafwise.puzzles.rustling_leaves.scoring import FRUIT, tally

from ..pieces import Count, gated, number, product, reached, stepped, thresholds
from .model import SCALE, Model

Term: TypeAlias = Callable[[Model], Any]


def _table(name: str, worth: Callable[[Any, int], int]) -> Term:
    return lambda m: m.exactly(name, lambda n: worth(m.p.sheet.points, n))


def _each(name: str) -> Term:
    def term(m: Model) -> Any:
        return getattr(m.p.sheet.points, name) * m.marked(name).expr

    return term


def _bee_flower(m: Model) -> Any:
    """Bees times the worth of the highest step that the flowers reach."""
    bees, flowers = m.marked("bee"), m.crossed("flower")
    total, last = 0, 0
    for least, each in m.p.sheet.points.bee_by_flowers:
        literal = reached(m.cp, flowers, least, f"flower>={least}")
        total += (each - last) * gated(m.cp, bees, literal, f"bees at {each}").expr
        last = each
    return total


def _seedling(m: Model) -> Any:
    seedlings, clouds = m.marked("seedling"), m.clouds()
    total, last = 0, 0
    for least, each in m.p.sheet.points.seedling_by_clouds:
        literal = reached(m.cp, clouds, least, f"cloud>={least}")
        total += (each - last) * gated(m.cp, seedlings, literal, f"seedlings at {each}").expr
        last = each
    return total


def _outside(kind: str) -> Term:
    """Ruling 20: points for each one in no own area."""

    def term(m: Model) -> Any:
        fields = m.covering(kind)
        inside = sum(cp_model.LinearExpr.sum(over) for over in fields if over)
        return getattr(m.p.sheet.points, kind) * (len(fields) - inside)

    return term


def _river(m: Model) -> Any:
    """Ruling 10: one crossing an area, up to the circles."""
    done = tally(m.p).crossed.get("river_crossing", 0)
    count = Count(done + m.total(lambda o: int(o.plot.crosses)), done, done + len(m.rolls))
    circles = m.p.sheet.circles["river_crossing"]
    worth = m.p.sheet.points.river_crossing
    table = [worth * min(n, circles) for n in range(count.most + 1)]
    return stepped(count, thresholds(m.cp, count, "river"), table)


def _complete(name: str, points: Callable[[Model], int]) -> Term:
    """Points only for all of the circles."""

    def term(m: Model) -> Any:
        literal = reached(m.cp, m.crossed(name), m.p.sheet.circles[name], f"all {name}")
        return points(m) * literal

    return term


def _fruit(m: Model) -> Any:
    """Ruling 18: the product of the non-zero counts; nothing without fruit."""
    some = [m.marked(name) for name in FRUIT]
    whole = Count(1, 1, 1)
    for name, count in zip(FRUIT, some, strict=True):
        factor = number(m.cp, max(1, count.most), f"{name} or 1")
        empty = m.cp.new_bool_var(f"no {name}")
        m.cp.add(factor.expr <= count.expr + empty)
        m.cp.add(factor.expr <= 1 + count.most * (1 - empty))
        m.cp.add(factor.expr >= 1)
        factor = Count(factor.expr, 1, factor.most)
        literals = thresholds(m.cp, factor, name)
        expr = product(m.cp, factor, literals, whole, f"fruit x {name}")
        whole = Count(expr, 1, whole.most * factor.most)
    any_fruit = m.cp.new_bool_var("any fruit")
    m.cp.add(any_fruit <= sum(count.expr for count in some))
    return gated(m.cp, whole, any_fruit, "fruit").expr


def _mosquito(m: Model) -> Any:
    """Ruling 20: only if none is covered."""
    fields = m.covering("mosquito")
    if len(fields) < len(m.p.sheet.spots("mosquito")):
        return 0
    none = m.cp.new_bool_var("no mosquito")
    for over in fields:
        m.cp.add_at_most_one([none, *over])
    return m.p.sheet.points.mosquito_none * none


def _moose(m: Model) -> Any:
    """Ruling 20: only if all are covered."""
    every = m.cp.new_bool_var("all moose")
    for over in m.covering("moose"):
        m.cp.add(every <= (cp_model.LinearExpr.sum(over) if over else 0))
    return m.p.sheet.points.moose_all * every


def _mushroom(m: Model) -> Any:
    """Ruling 15: every fly agaric beside a chosen porcini is crossed too."""
    worth = m.p.sheet.points
    flies = m.exactly("fly_agaric", lambda n: worth.fly_agaric * n)
    return worth.porcini * m.marked("porcini").expr + flies


def _conifer(m: Model) -> Any:
    """Ruling 16: one row is committed to, and only a complete row scores."""
    count = m.crossed("conifer")
    rows = m.p.sheet.conifer_rows
    for k in rows:
        m.row[k] = m.cp.new_bool_var(f"row {k}")
        if m.p.conifer_row is not None:
            m.cp.add(m.row[k] == int(k == m.p.conifer_row))
    m.cp.add_exactly_one(m.row.values())
    total = 0
    for k, points in m.p.sheet.points.conifer_by_row:
        full = reached(m.cp, count, k, f"conifer>={k}")
        total += points * gated(m.cp, Count(full, 0, 1), m.row[k], f"row {k} full").expr
    return total


def _acorn_squirrel(m: Model) -> Any:
    acorns, squirrels = m.marked("acorn"), m.marked("squirrel")
    return product(m.cp, squirrels, thresholds(m.cp, squirrels, "squirrel"), acorns, "acorns")


def _deciduous_leaf(m: Model) -> Any:
    trees, leaves = m.marked("deciduous_tree"), m.marked("leaf")
    pairs = number(m.cp, min(trees.most, leaves.most), "tree and leaf")
    m.cp.add(pairs.expr <= trees.expr)
    m.cp.add(pairs.expr <= leaves.expr)
    return m.p.sheet.points.deciduous_leaf * pairs.expr


def _bird_berry(m: Model) -> Any:
    """Ruling 17: equality is judged on recorded circles."""
    exact = []
    for name in ("bird", "berry"):
        count, circles = m.crossed(name), m.p.sheet.circles[name]
        literals = thresholds(m.cp, count, name)
        kept = literals[: max(0, circles - count.least)]
        exact.append(Count(count.least + sum(kept), count.least, min(count.most, circles)))
    birds, berries = exact
    equal = m.cp.new_bool_var("birds = berries")
    m.cp.add(birds.expr == berries.expr).only_enforce_if(equal)
    return m.p.sheet.points.bird_berry * gated(m.cp, birds, equal, "birds that count").expr


def _snowdrop(m: Model) -> Any:
    """Ruling 22: only with at least as many as recorded clouds."""
    snowdrops, clouds = m.marked("snowdrop"), m.clouds()
    enough = m.cp.new_bool_var("snowdrops >= clouds")
    m.cp.add(snowdrops.expr >= clouds.expr).only_enforce_if(enough)
    return m.p.sheet.points.snowdrop * gated(m.cp, snowdrops, enough, "snowdrops that count").expr


def _holly(m: Model) -> Any:
    """Ruling 21, in halves of a point: the mean of the die at the end is 2.5."""
    shown = [face.number for face in faces()]
    return SCALE * sum(shown) // len(shown) * m.marked("holly").expr


def _tree(worth: Any, n: int) -> int:
    points: int = worth.tree * n
    if worth.tree_bonus and n >= worth.tree_bonus_from:
        points += worth.tree_bonus
    return points


def _icicle(m: Model) -> Any:
    """Ruling 17: exactly as many fields as circles; a sixth forfeits the points."""
    circles = m.p.sheet.circles["icicle"]
    return m.exactly("icicle", lambda n: m.p.sheet.points.icicle_exact if n == circles else 0)


def _parity(name: str, odd: bool) -> Term:
    return _table(name, lambda worth, n: getattr(worth, name) * n if n % 2 == odd else 0)


def _clover(m: Model) -> int:
    worth = m.p.sheet.points
    return worth.clover_later if m.p.clovers_claimed else worth.clover_first


def _pinecone(worth: Any, n: int) -> int:
    points: int = n // worth.pinecone_row * worth.pinecone_row_points
    return points


TERMS: Mapping[str, tuple[Term, ...]] = {
    "spring": (
        _table("tree", _tree),
        _bee_flower,
        _parity("butterfly", odd=False),
        _each("bird_pair"),
        _complete("rainbow", lambda m: m.p.sheet.points.rainbow_all),
        _seedling,
        _outside("bear"),
        _river,
    ),
    "summer": (
        _table("tree", _tree),
        _parity("daisy", odd=True),
        _complete("clover", _clover),
        _fruit,
        _each("firefly"),
        _mosquito,
        _outside("snake"),
    ),
    "autumn": (
        _mushroom,
        _table("pinecone", _pinecone),
        _conifer,
        _acorn_squirrel,
        _deciduous_leaf,
    ),
    "winter": (
        _table("tree", _tree),
        _each("fox"),
        _bird_berry,
        _moose,
        _icicle,
        _snowdrop,
        _river,
    ),
}

# What is worth halves, so that the objective has whole coefficients.
HALVES: Mapping[str, tuple[Term, ...]] = {"winter": (_holly,)}
