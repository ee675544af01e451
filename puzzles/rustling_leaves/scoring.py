"""Scoring (rulings 17-24): from areas to recorded circles, from circles to one line a category.

``tally`` counts what is on a sheet, ``score`` turns counts into points; a sheet that is still
being played is scored as if the player stopped now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from ..core.game import Score, number
from .data import Points, Season, Sheet, Spot, faces, sheet, symbol
from .plots import bit, field_text
from .position import Position

FRUIT = ("apple", "cherry", "peach")


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a sheet.

    ``crossed`` fields crossed by symbol (bird pairs: pairs; ``river_crossing``: areas), before
    the circles limit them; ``inside`` how many of each symbol lie in own areas, for bears,
    snakes, mosquitoes and moose; ``clouds`` and ``misthrows`` as recorded.
    """

    season: Season
    crossed: Mapping[str, int] = field(default_factory=dict)
    inside: Mapping[str, int] = field(default_factory=dict)
    clouds: int = 0
    misthrows: int = 0
    conifer_row: int | None = None
    clovers_claimed: bool = False
    holly: int | None = None

    @property
    def sheet(self) -> Sheet:
        """The printed sheet."""
        return sheet(self.season)

    def circles(self, name: str) -> int:
        """The circles that a symbol has; conifers have those of the row committed to."""
        if name == "conifer":
            return self.conifer_row or 0
        return self.sheet.circles[name]

    def marked(self, name: str) -> int:
        """Recorded circles: the surplus over the printed ones is lost (ruling 17)."""
        return min(self.crossed.get(name, 0), self.circles(name))

    def outside(self, name: str) -> int:
        """How many of a symbol lie in no own area (ruling 20)."""
        return len(self.sheet.spots(name)) - self.inside.get(name, 0)

    def filled(self, name: str) -> str:
        """``"3 of 6 circles"``."""
        return f"{self.marked(name)} of {self.circles(name)} circles"


WATCHED = {"spring": ("bear",), "summer": ("mosquito", "snake"), "autumn": (), "winter": ("moose",)}


def tally(p: Position) -> Tally:
    """Count a sheet (the pending roll marks nothing yet)."""
    crossed: dict[str, int] = {}
    for area in p.areas:
        plot = p.plot(area)
        for name, count in plot.crossed(area.symbol).items():
            crossed[name] = crossed.get(name, 0) + count
        if plot.crosses and p.sheet.river == "count":
            crossed["river_crossing"] = crossed.get("river_crossing", 0) + 1
    occupied = p.occupied
    inside = {
        name: sum(1 for spot in p.sheet.spots(name) if bit(spot) & occupied)
        for name in WATCHED[p.season]
    }
    return Tally(
        p.season,
        crossed,
        inside,
        p.clouds,
        p.misthrows,
        p.conifer_row,
        p.clovers_claimed,
        p.holly,
    )


def marks(p: Position) -> dict[str, int]:
    """Recorded circles by symbol in printed order, and in winter the icicle fields crossed."""
    t = tally(p)
    out = {name: t.marked(name) for name in p.sheet.choices}
    if p.season == "autumn":
        out["fly_agaric"] = t.marked("fly_agaric")
    if p.season == "winter":
        out["icicle_fields"] = t.crossed.get("icicle", 0)
    out["river_crossing"] = t.marked("river_crossing") if p.sheet.river == "count" else 0
    return out


def step(table: Sequence[tuple[int, int]], count: int) -> int:
    """The points of the last step that ``count`` reaches, 0 below the first."""
    return max((points for least, points in table if count >= least), default=0)


def holly_value(t: Tally) -> Fraction:
    """Points of each holly: the die, or before it the mean of its faces (ruling 21)."""
    if t.holly is not None:
        return Fraction(t.holly)
    return Fraction(sum(face.number for face in faces()), len(faces()))


Line: TypeAlias = tuple[int | Fraction, str]  # points and a sentence


def _tree(t: Tally, worth: Points) -> Line:
    n = t.marked("tree")
    points = n * worth.tree
    text = f"{t.filled('tree')} at {_points(worth.tree)}"
    if worth.tree_bonus:
        if n >= worth.tree_bonus_from:
            points += worth.tree_bonus
            text += f", and {worth.tree_bonus} more for {worth.tree_bonus_from} or more"
        else:
            text += f"; {worth.tree_bonus} more from {worth.tree_bonus_from} trees on"
    return points, text


def _bee_flower(t: Tally, worth: Points) -> Line:
    bees, flowers = t.marked("bee"), t.marked("flower")
    each = step(worth.bee_by_flowers, flowers)
    kinds = f"bees {t.filled('bee')}, flowers {t.filled('flower')}"
    return bees * each, f"{kinds}: with {flowers} flowers a bee is worth {each}"


def _parity(name: str, odd: bool, each: Callable[[Points], int]) -> Callable[[Tally, Points], Line]:
    word = "odd" if odd else "even"

    def line(t: Tally, worth: Points) -> Line:
        n = t.marked(name)
        counts = n % 2 == odd
        verdict = f"an {word} number" if counts else f"not an {word} number, so nothing"
        return (
            n * each(worth) if counts else 0,
            f"{t.filled(name)} at {_points(each(worth))}, {verdict}",
        )

    return line


def _each(name: str, each: Callable[[Points], int]) -> Callable[[Tally, Points], Line]:
    def line(t: Tally, worth: Points) -> Line:
        return t.marked(name) * each(worth), f"{t.filled(name)} at {_points(each(worth))}"

    return line


def _misthrow(t: Tally, worth: Points) -> Line:
    text = f"{t.misthrows} of {t.circles('misthrow')} circles at {_points(worth.misthrow)}"
    return t.misthrows * worth.misthrow, text


def _rainbow(t: Tally, worth: Points) -> Line:
    all_of_them = t.marked("rainbow") == t.circles("rainbow")
    return (
        worth.rainbow_all if all_of_them else 0,
        f"{t.filled('rainbow')}, {_points(worth.rainbow_all)} only for all of them",
    )


def _seedling(t: Tally, worth: Points) -> Line:
    each = step(worth.seedling_by_clouds, t.clouds)
    text = f"{t.filled('seedling')}: with {symbol('cloud').count(t.clouds)} worth {each} each"
    return t.marked("seedling") * each, text


def _outside(name: str, each: Callable[[Points], int]) -> Callable[[Tally, Points], Line]:
    def line(t: Tally, worth: Points) -> Line:
        n = min(t.outside(name), t.circles(name))
        printed = t.circles(name)
        kinds = symbol(name).many
        return n * each(worth), (
            f"{n} of {printed} circles: {kinds} in no own area, at {_points(each(worth))}"
        )

    return line


def _clover(t: Tally, worth: Points) -> Line:
    points = worth.clover_later if t.clovers_claimed else worth.clover_first
    text = f"{t.filled('clover')}, {_points(points)} only for all of them"
    if t.clovers_claimed:
        text += " (another player completed them in an earlier round)"
    return (points if t.marked("clover") == t.circles("clover") else 0), text


def _fruit(t: Tally, worth: Points) -> Line:
    counts = [t.marked(name) for name in FRUIT]
    product = 1
    for n in counts:
        product *= n or 1
    kinds = ", ".join(f"{symbol(name).many} {t.filled(name)}" for name in FRUIT)
    if not any(counts):
        return 0, f"{kinds}: no fruit"
    return product, f"{kinds}: {' x '.join(str(n) for n in counts if n)} = {product}"


def _mosquito(t: Tally, worth: Points) -> Line:
    n = t.inside.get("mosquito", 0)
    text = f"{n} inside own areas, {_points(worth.mosquito_none)} only if there is none"
    return (0 if n else worth.mosquito_none), text


def _mushroom(t: Tally, worth: Points) -> Line:
    points = t.marked("porcini") * worth.porcini + t.marked("fly_agaric") * worth.fly_agaric
    return points, (
        f"porcini {t.filled('porcini')} at {_points(worth.porcini)}, "
        f"fly agarics {t.filled('fly_agaric')} at {_points(worth.fly_agaric)}"
    )


def _pinecone(t: Tally, worth: Points) -> Line:
    rows = t.marked("pinecone") // worth.pinecone_row
    text = f"{t.filled('pinecone')}, {rows} full rows of {worth.pinecone_row}"
    return rows * worth.pinecone_row_points, f"{text} at {_points(worth.pinecone_row_points)}"


def _conifer(t: Tally, worth: Points) -> Line:
    row = t.conifer_row
    if row is None:
        return 0, "no row begun"
    worth_of_row = dict(worth.conifer_by_row)[row]
    full = t.marked("conifer") == row
    text = f"{t.filled('conifer')} of the row of {row}, {_points(worth_of_row)} only when complete"
    return (worth_of_row if full else 0), text


def _product(a: str, b: str) -> Callable[[Tally, Points], Line]:
    def line(t: Tally, worth: Points) -> Line:
        m, n = t.marked(a), t.marked(b)
        kinds = f"{symbol(a).many} {t.filled(a)}, {symbol(b).many} {t.filled(b)}"
        return m * n, f"{kinds}: {m} x {n}"

    return line


def _deciduous_leaf(t: Tally, worth: Points) -> Line:
    pairs = min(t.marked("deciduous_tree"), t.marked("leaf"))
    kinds = f"deciduous trees {t.filled('deciduous_tree')}, leaves {t.filled('leaf')}"
    noun = "pair" if pairs == 1 else "pairs"
    return pairs * worth.deciduous_leaf, f"{kinds}: {pairs} {noun} at {worth.deciduous_leaf}"


def _bird_berry(t: Tally, worth: Points) -> Line:
    birds, berries = t.marked("bird"), t.marked("berry")
    kinds = f"birds {t.filled('bird')}, berries {t.filled('berry')}"
    if birds != berries:
        return 0, f"{kinds}: not equal, so nothing"
    return birds * worth.bird_berry, f"{kinds}: equal, each pair {worth.bird_berry}"


def _moose(t: Tally, worth: Points) -> Line:
    n, printed = t.inside.get("moose", 0), len(t.sheet.spots("moose"))
    text = f"{n} of {printed} inside own areas, {_points(worth.moose_all)} only for all of them"
    return (worth.moose_all if n == printed else 0), text


def _icicle(t: Tally, worth: Points) -> Line:
    crossed, wanted = t.crossed.get("icicle", 0), t.circles("icicle")
    text = f"{t.filled('icicle')}, {symbol('icicle').count(crossed)} crossed"
    return (
        worth.icicle_exact if crossed == wanted else 0,
        f"{text}: {_points(worth.icicle_exact)} only for exactly {wanted}",
    )


def _holly(t: Tally, worth: Points) -> Line:
    each = holly_value(t)
    if t.holly is None:
        text = f"{t.filled('holly')} at {number(float(each))}, the mean of the die at the end"
    else:
        text = f"{t.filled('holly')} at {t.holly}, the die"
    return t.marked("holly") * each, text


def _snowdrop(t: Tally, worth: Points) -> Line:
    n = t.marked("snowdrop")
    enough = n >= t.clouds
    clouds = symbol("cloud").count(t.clouds)
    text = f"{t.filled('snowdrop')} at {_points(worth.snowdrop)}, "
    text += f"{'enough' if enough else 'too few, so nothing,'} for {clouds}"
    return (n * worth.snowdrop if enough else 0), text


Rule: TypeAlias = Callable[[Tally, Points], Line]

# category -> (rule, symbols whose crossed fields it counts, symbols counted where they stand)
RULES: dict[str, tuple[Rule, tuple[str, ...]]] = {
    "tree": (_tree, ("tree",)),
    "bee_flower": (_bee_flower, ("bee", "flower")),
    "butterfly": (_parity("butterfly", False, lambda w: w.butterfly), ("butterfly",)),
    "bird_pair": (_each("bird_pair", lambda w: w.bird_pair), ("bird_pair",)),
    "rainbow": (_rainbow, ("rainbow",)),
    "seedling": (_seedling, ("seedling",)),
    "bear": (_outside("bear", lambda w: w.bear), ()),
    "river_crossing": (_each("river_crossing", lambda w: w.river_crossing), ()),
    "misthrow": (_misthrow, ()),
    "daisy": (_parity("daisy", True, lambda w: w.daisy), ("daisy",)),
    "clover": (_clover, ("clover",)),
    "fruit": (_fruit, FRUIT),
    "firefly": (_each("firefly", lambda w: w.firefly), ("firefly",)),
    "mosquito": (_mosquito, ()),
    "snake": (_outside("snake", lambda w: w.snake), ()),
    "mushroom": (_mushroom, ("porcini",)),
    "pinecone": (_pinecone, ("pinecone",)),
    "conifer": (_conifer, ("conifer",)),
    "acorn_squirrel": (_product("acorn", "squirrel"), ("acorn", "squirrel")),
    "deciduous_leaf": (_deciduous_leaf, ("deciduous_tree", "leaf")),
    "fox": (_each("fox", lambda w: w.fox), ("fox",)),
    "bird_berry": (_bird_berry, ("bird", "berry")),
    "moose": (_moose, ()),
    "icicle": (_icicle, ("icicle",)),
    "holly": (_holly, ("holly",)),
    "snowdrop": (_snowdrop, ("snowdrop",)),
}


def score(t: Tally) -> tuple[Score, ...]:
    """One line for each category of the season, also where it gives nothing."""
    worth = t.sheet.points
    out = []
    for category in t.sheet.categories:
        points, detail = RULES[category][0](t, worth)
        out.append(Score(category, number(float(points)), detail))
    return tuple(out)


def total(t: Tally) -> float:
    """The sum of all lines."""
    return number(float(sum(line.points for line in score(t))))


@lru_cache(maxsize=256)
def scores(p: Position) -> tuple[Score, ...]:
    """The score lines of a sheet with the fields that each counts."""
    return tuple(
        replace(line, where=tuple(field_text(spot) for spot in sorted(_where(p, line.category))))
        for line in score(tally(p))
    )


def crossed_spots(p: Position, symbols: Sequence[str]) -> list[Spot]:
    """Crossed fields of areas in which one of ``symbols`` was chosen, in the order drawn."""
    out: list[Spot] = []
    for area in p.areas:
        if area.symbol is not None and area.symbol in symbols:
            out += area_crosses(p, area.corners, area.symbol)
    return out


def area_crosses(p: Position, corners: tuple[int, int, int, int], name: str) -> list[Spot]:
    """The fields that choosing a symbol crosses in a rectangle.

    A bird pair takes the first birds in reading order, as many of either colour as pairs.
    """
    at = p.sheet.symbols
    top, left, bottom, right = corners
    taken = {
        "bird_pair": ("red_bird", "blue_bird"),
        "porcini": ("porcini", "fly_agaric"),
    }.get(name, (name,))
    found: list[list[Spot]] = [
        [
            (row, column)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
            if at[row][column] == kind
        ]
        for kind in taken
    ]
    if name == "bird_pair":
        pairs = min(len(kind) for kind in found)
        found = [kind[:pairs] for kind in found]
    return sorted(spot for kind in found for spot in kind)


def _where(p: Position, category: str) -> list[Spot]:
    if category in ("bear", "snake"):
        return [spot for spot in p.sheet.spots(category) if not bit(spot) & p.occupied]
    if category in ("mosquito", "moose"):
        return [spot for spot in p.sheet.spots(category) if bit(spot) & p.occupied]
    return crossed_spots(p, RULES[category][1])


def outcomes_of_holly(p: Position) -> tuple[tuple[int, float], ...]:
    """(die, total) for each of the six faces, in the order of the faces (ruling 21)."""
    t = tally(p)
    return tuple((face.number, total(replace(t, holly=face.number))) for face in faces())


def claimed(rounds: Sequence[int | None]) -> tuple[bool, ...]:
    """Whether another player completed the clovers in an earlier round (ruling 19).

    ``rounds``: for each player the round in which all four were crossed, or None.
    """
    first = min((r for r in rounds if r is not None), default=None)
    return tuple(first is not None and (r is None or r > first) for r in rounds)


def ranks(results: Sequence[tuple[float, int]]) -> tuple[int, ...]:
    """Ranks from (total, misthrows): higher totals first, ties by fewer misthrows, then shared
    (ruling 23)."""
    keys = [(-points, misthrows) for points, misthrows in results]
    return tuple(1 + sum(1 for other in keys if other < key) for key in keys)


def _points(n: int) -> str:
    return f"{n} point" if abs(n) == 1 else f"{n} points"
