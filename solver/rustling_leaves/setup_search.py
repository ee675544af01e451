"""From a position with known rolls to what the compiled search reads (``Spec``, ``Work``)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal, TypeAlias

import numpy as np

from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.data import Sheet, faces, sheet
from leafwise.puzzles.rustling_leaves.kernel import group_points

from . import kernel_search as ks
from .kernel_search import Floats, Ints, Spec, Work

Mode: TypeAlias = Literal["plain", "spare", "fill"]

MERGE_FROM = 9  # rounds after the next one from which like rounds share a class

# The groups of symbols whose points hang together, as in ``kernel.GROUPS`` but without the
# groups that follow from the fields alone; the middle word says what their table depends on.
_GROUPS: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "spring": (
        ("tree", "", ("tree",)),
        ("bee_flower", "", ("bee", "flower")),
        ("butterfly", "", ("butterfly",)),
        ("bird_pair", "", ("bird_pair",)),
        ("rainbow", "", ("rainbow",)),
        ("seedling", "", ("seedling",)),
    ),
    "summer": (
        ("tree", "", ("tree",)),
        ("daisy", "", ("daisy",)),
        ("clover", "", ("clover",)),
        ("fruit", "", ("apple", "cherry", "peach")),
        ("firefly", "", ("firefly",)),
    ),
    "autumn": (
        ("mushroom", "", ("porcini",)),
        ("pinecone", "", ("pinecone",)),
        ("conifer", "row", ("conifer",)),
        ("acorn_squirrel", "", ("acorn", "squirrel")),
        ("deciduous_leaf", "", ("deciduous_tree", "leaf")),
    ),
    "winter": (
        ("tree", "", ("tree",)),
        ("fox", "", ("fox",)),
        ("bird_berry", "", ("bird", "berry")),
        ("icicle", "", ("icicle",)),
        ("holly", "", ("holly",)),
        ("snowdrop", "cloud", ("snowdrop",)),
    ),
}


def clouds_of(rolls: Ints) -> list[int]:
    """Clouds of each roll, 0-2."""
    return [int(faces()[g].cloud) + int(faces()[n].cloud) for g, n in rolls]


def modes(st: Ints) -> tuple[Mode, ...]:
    """Searches that together cover every line.

    Summer's mosquitoes and winter's moose give points all or nothing: one search earns them (no
    mosquito covered: "spare", every moose covered: "fill"), the plain one does without.
    """
    season = kernel.season_of(st)
    if season == "summer" and _free(st, "mosquito") == kernel.supply(season, "mosquito"):
        return ("spare", "plain")
    if season == "winter" and _free(st, "moose") > 0:
        return ("fill", "plain")
    return ("plain",)


def _free(st: Ints, kind: str) -> int:
    return int(st[kernel.F_SUPPLY + kernel.kinds(kernel.season_of(st)).index(kind)])


def _dims(sh: Sheet, names: Sequence[str]) -> list[int]:
    """Entries along each mark of a group: 0 up to the circles (icicles: one more, ruling 17)."""
    out = []
    for name in names:
        circles = max(sh.conifer_rows) if name == "conifer" else sh.circles[name]
        out.append(circles + (2 if name == "icicle" else 1))
    return out


def _points(st: Ints, name: str, at: dict[str, int], variant: int, clouds_end: int) -> float:
    """Points of a group at the end of a line."""
    season = kernel.season_of(st)
    if name == "seedling":
        return group_points(season, name, {**at, "cloud": clouds_end})
    if name == "snowdrop":
        return group_points(season, name, {**at, "cloud": variant})
    if name == "clover":
        claimed = int(st[kernel.F_MARK + kernel.M_EXTRA])
        return group_points(season, name, {**at, "claimed": claimed})
    if name == "holly":
        return group_points(season, name, {**at, "die": 0})
    if name == "mushroom":  # fly agarics are taken off each placement
        return group_points(season, name, {**at, "fly_agaric": 0})
    if name == "conifer":
        if variant == 0:  # the row is still free to choose, with foresight
            return max(group_points(season, name, {**at, "row": row}) for row in (1, 2, 3))
        return group_points(season, name, {**at, "row": variant})
    return group_points(season, name, at)


def _classes(keys: Sequence[tuple[int, ...]], merge: bool) -> list[int]:
    """Class of each round: like rounds share one if ``merge``."""
    if not merge:
        return list(range(len(keys)))
    order = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    return [order[key] for key in keys]


def _sets(classes: Sequence[int], clouds: Sequence[int], next_clouds: int) -> tuple[Ints, Ints]:
    """Sets of the rounds to come and their splits.

    A set is a digit a class. Where classes hold several rounds, the earliest of them stand for
    the used ones: fewest gaps, fewest clouds, so that bounds stay bounds.
    """
    count = max(classes) + 1 if classes else 0
    members = [[i for i, k in enumerate(classes) if k == c] for c in range(count)]
    radix = [len(m) + 1 for m in members]
    strides = [int(np.prod(radix[k + 1 :])) for k in range(count)]
    digits = [tuple(d) for d in product(*(range(r) for r in radix))]
    sets = np.zeros((len(digits) + 1, 6), np.int64)
    whole = part = np.zeros(1, np.int64)
    for r in radix:
        n, x = np.tril_indices(r)
        whole = (whole[:, None] * r + n[None, :]).ravel()
        part = (part[:, None] * r + x[None, :]).ravel()
    order = np.argsort(whole, kind="stable")
    pairs = np.stack([part[order], (whole - part)[order]], axis=1)
    sets[:, 5] = np.searchsorted(whole[order], np.arange(len(digits) + 1))
    for s, used in enumerate(digits):
        total = sum(used)
        last = max((members[k][n - 1] for k, n in enumerate(used) if n), default=-1)
        top = max((k for k, n in enumerate(used) if n), default=-1)
        sets[s, 0] = s - strides[top] if top >= 0 else 0
        sets[s, 1] = top
        sets[s, 2] = last + 1 - total
        sets[s, 3] = total
        sets[s, 4] = next_clouds + sum(clouds[: last + 1])
    return sets, pairs


def build_spec(st: Ints, rolls: Ints, mode: Mode) -> Spec:
    """The search's view of a sheet and the rolls that come, the pending one included."""
    season = kernel.season_of(st)
    sh = sheet(season)
    tb = kernel.greedy_tables(season)
    pts = sh.points
    names = kernel.kinds(season)
    clouds = clouds_of(rolls)
    clouds_now = int(st[kernel.F_MARK + kernel.M_CLOUD])
    cloud_circles = sh.circles.get("cloud", 0)
    clouds_end = min(cloud_circles, clouds_now + sum(clouds))

    groups = _GROUPS[season]
    group = np.zeros((len(groups), 4), np.int64)
    member = np.zeros((len(groups), 3), np.int64)
    symbol = np.zeros((kernel.CHOICES, 3), np.int64)
    sizes = [int(np.prod(_dims(sh, members))) for _, _, members in groups]
    after = np.zeros((kernel.CHOICES, ks.COUNTS, max(sizes)), np.int64)
    val: list[float] = []
    for g, (name, variant, members) in enumerate(groups):
        dims = _dims(sh, members)
        kind = {"": 0, "row": 1, "cloud": 2}[variant]
        group[g] = len(val), sizes[g], kind, len(members)
        variants = {"": 1, "row": 4, "cloud": cloud_circles + 1}[variant]
        entries = list(np.ndindex(*dims))
        for v in range(variants):
            val += [
                float(_points(st, name, dict(zip(members, at, strict=True)), v, clouds_end))
                for at in entries
            ]
        for d, mark in enumerate(members):
            s = sh.choices.index(mark)
            member[g, d] = s
            stride = int(np.prod(dims[d + 1 :]))
            symbol[s] = g, stride, dims[d] - 1
            for c in range(ks.COUNTS):
                for e, at in enumerate(entries):
                    after[s, c, e] = e + stride * (min(at[d] + c, dims[d] - 1) - at[d])

    place = tb.place.astype(np.int64)
    box = np.array(kernel.placements(), np.int64)
    offer = np.zeros((kernel.PLACEMENTS, 1 + 2 * kernel.CHOICES), np.int64)
    for p in range(kernel.PLACEMENTS):
        found = [(j, int(n)) for j, n in enumerate(place[p, : kernel.CHOICES]) if n > 0]
        offer[p, 0] = len(found)
        for k, (j, n) in enumerate(found):
            offer[p, 1 + 2 * k : 3 + 2 * k] = j, n

    def held(kind: str) -> Ints:
        out: Ints = place[:, kernel.C_KIND + names.index(kind)]
        return out

    fixed = np.zeros(kernel.PLACEMENTS)
    outside = -1
    number = np.zeros(ks.NUMBERS)
    number[ks.S_MISTHROW] = pts.misthrow
    number[ks.S_GAIN] = 0.5 if season == "winter" else 1.0
    for shown, worth in (("bear", pts.bear), ("snake", pts.snake)):
        if worth:
            outside = names.index(shown)
            number[ks.S_OUT] = worth
            fixed += worth * held(shown)
    if sh.river == "count":
        number[ks.S_RIVER] = pts.river_crossing
        marked = int(st[kernel.F_MARK + kernel.M_RIVER])
        worth_each = float(pts.river_crossing)
        if worth_each < 0:  # circles may run out: spread what is left over the rounds
            left = sh.circles["river_crossing"] - marked
            worth_each *= min(1.0, left / max(1, len(rolls)))
        fixed -= worth_each * place[:, kernel.C_CROSS]
    extra = np.zeros(kernel.PLACEMENTS)
    if season == "autumn":
        number[ks.S_BONUS] = pts.fly_agaric * st[kernel.F_MARK + kernel.M_SECOND]
        extra = -pts.fly_agaric * place[:, kernel.C_SECOND].astype(np.float64)

    avoid = np.zeros(2, np.int64)
    banned = np.zeros(kernel.PLACEMENTS, np.int64)
    signed = np.zeros(ks.FIELDS, np.int64)
    if mode == "spare":
        number[ks.S_BONUS] = pts.mosquito_none
        banned = (held("mosquito") > 0).astype(np.int64)
        for r, c in sh.spots("mosquito"):
            avoid[r // 5] |= 1 << (10 * (r % 5) + c)
    if season == "winter":
        if mode == "fill" or _free(st, "moose") == 0:
            number[ks.S_BONUS] = pts.moose_all
        if mode == "fill":
            for r, c in sh.spots("moose"):
                signed[10 * r + c] = 1

    depth = np.zeros((len(rolls), 4), np.int64)
    classes = np.zeros((len(rolls), max(1, len(rolls))), np.int64)
    all_sets, all_pairs = [], []
    set_at = pair_at = 0
    for d in range(len(rolls)):
        rest = rolls[d + 1 :]
        joker = bool(st[kernel.F_MARK + kernel.M_JOKER])
        keys = [_round_key(sh, g, n, joker) for g, n in rest]
        found_classes = _classes(keys, len(rest) >= MERGE_FROM)
        sets, pairs = _sets(found_classes, clouds[d + 1 :], clouds[d])
        sets[:, 5] += pair_at
        depth[d] = set_at, len(sets) - 1, pair_at, max(found_classes, default=-1) + 1
        classes[d, : len(rest)] = found_classes
        set_at += len(sets)
        pair_at += len(pairs)
        all_sets.append(sets)
        all_pairs.append(pairs)

    return Spec(
        np.ascontiguousarray(rolls),
        np.array(val),
        group,
        member,
        symbol,
        after,
        offer,
        banned,
        box,
        fixed.astype(np.float64),
        extra,
        avoid,
        signed,
        outside,
        number,
        depth,
        classes,
        np.concatenate(all_sets),
        np.concatenate(all_pairs),
    )


def _round_key(sh: Sheet, green: int, natural: int, joker: bool) -> tuple[int, ...]:
    """What makes two rolls offer the same areas and choices."""
    a, b = faces()[green], faces()[natural]
    cloudy = int(a.cloud or b.cloud) if sh.season in ("summer", "autumn") else 0
    die = (b.number if sh.joker == "green" else a.number) if joker else 0
    return (min(a.number, b.number), max(a.number, b.number), cloudy, die)


def build_work(spec: Spec) -> Work:
    """Working space for a search."""
    rounds = len(spec.rolls)
    sets = int(spec.depth[:, 1].max()) if rounds else 1
    groups = len(spec.group)
    entries = int(spec.group[:, 1].max())
    most = kernel.MOST_MOVES

    def by_set(n: int) -> Floats:
        return np.full((n, sets, 2), ks.NONE)

    info = np.zeros(ks.INFOS, np.int64)
    info[ks.W_LEVEL] = -1
    info[ks.W_AREAS] = -1
    found = np.array([ks.NONE, -ks.NONE])
    shape = (max(1, rounds), 2, kernel.CHOICES, ks.COUNTS)
    return Work(
        np.full(shape, -ks.NONE),
        np.zeros(shape, np.int64),
        np.full(max(1, rounds), -ks.NONE),
        np.full(shape, -ks.NONE),
        np.zeros(shape, np.int64),
        np.empty((groups, sets, 2, entries)),
        by_set(groups + 1),
        by_set(groups + 2),
        by_set(groups + 2),
        by_set(groups + 1),
        np.full((2, kernel.CHOICES, ks.COUNTS), ks.NONE),
        np.zeros((2, kernel.CHOICES, ks.COUNTS, 3), np.int64),
        np.zeros(ks.FIELDS),
        np.zeros(ks.FIELDS),
        np.zeros((rounds + 1, kernel.STATE), np.int64),
        np.zeros((rounds + 1, most), np.int64),
        np.zeros((rounds + 1, most)),
        np.zeros(rounds + 1, np.int64),
        np.zeros(rounds + 1, np.int64),
        np.zeros((rounds + 1, ks.FIELDS)),
        np.zeros((rounds + 1, kernel.PLACEMENTS)),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(kernel.GROUP_MOST, np.int64),
        np.zeros(ks.VISITED, np.int64),
        np.zeros(rounds + 2, np.int64),
        info,
        found,
        np.zeros(rounds + 2, np.int64),
        np.zeros(kernel.PLACEMENTS, np.int64),
    )
