"""Exact coverings counted, listed and compared with CP-SAT packings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from is_support import pos

from leafwise.puzzles.core.errors import LimitReached
from leafwise.puzzles.indian_summer.components import shipped_floors, shipped_tiles
from leafwise.puzzles.indian_summer.geometry import canonical, holed_shapes, polyominoes, shape
from leafwise.solver.indian_summer.coverings import (
    Task,
    count,
    coverings,
    task,
    task_of,
    texts,
    unique,
)
from leafwise.solver.indian_summer.packing import pack, pack_position
from leafwise.solver.pieces import Run

KINDS = [text for size in (2, 3, 4, 5) for text in holed_shapes(size)]


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """A small ground cut from tiles, so that at least one covering is likely."""
    width, height = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    rng = random.Random(draw(st.integers(0, 10**6)))
    ground, tiles = 0, []
    for _ in range(draw(st.integers(1, 4))):
        name = rng.choice(KINDS)
        from leafwise.puzzles.indian_summer.geometry import placements

        free = [x for x in placements(name, width, height) if not x.mask & ground]
        if free:
            ground |= rng.choice(free).mask
            tiles.append(name)
    if draw(st.booleans()) and tiles:  # sometimes a tile of the same size that may not fit
        size = len(shape(tiles[-1]).cells)
        tiles[-1] = rng.choice([x for x in KINDS if len(shape(x).cells) == size])
    return task(width, height, ground, tiles)


@settings(max_examples=120, deadline=None)
@given(tasks())
def test_count_list_unique_and_packing_agree(t: Task) -> None:
    found = list(coverings(t))
    assert len(set(found)) == len(found) == count(t)
    assert unique(t) == (len(found) == 1)
    for placements in found:
        covered = 0
        for x in placements:
            assert not covered & x.mask
            covered |= x.mask
        assert covered == t.ground
        names = [canonical(x.text) for x in placements]
        assert all(names.count(k.name) == k.copies for k in t.kinds)
    if t.kinds:
        packing = pack(t, 0, Run(10))
        assert (packing.squirrels == 0) == bool(found)
        assert packing.squirrels == packing.least_squirrels


@settings(max_examples=25, deadline=None)
@given(tasks(), st.integers(0, 2**20))
def test_packing_reaches_the_most_holes_of_all_coverings(t: Task, treasure: int) -> None:
    treasure &= t.ground
    found = list(coverings(t))
    if found:
        packing = pack(t, treasure, Run(10))
        most = max(sum(bool(x.hole & treasure) for x in placements) for placements in found)
        assert (packing.status, packing.holes, packing.most_holes) == ("optimal", most, most)


def test_pentominoes_6_by_10() -> None:
    ways = count(task(10, 6, (1 << 60) - 1, polyominoes(5)))
    assert ways == 4 * 2339  # each tiling in four orientations of the rectangle


@pytest.mark.parametrize(("width", "height", "tilings"), [(12, 5, 1010), (15, 4, 368)])
def test_other_pentomino_rectangles(width: int, height: int, tilings: int) -> None:
    assert count(task(width, height, (1 << 60) - 1, polyominoes(5))) == 4 * tilings


def test_dominoes_on_the_chess_board_count_their_holes() -> None:
    # 12988816 tilings; each of the 32 tiles may have its hole at either end
    t = task(8, 8, (1 << 64) - 1, ["#o"] * 32)
    assert count(t) == 12988816 * 2**32


def test_counts_beyond_64_bits_are_exact() -> None:
    t = task(16, 16, (1 << 256) - 1, [])
    assert count(t) == 0  # no tile, open ground
    t = task(10, 10, (1 << 100) - 1, ["#o"] * 50)
    assert count(t) == 258584046368 * 2**50


def test_equal_tiles_are_interchangeable_and_holes_matter() -> None:
    assert count(task(3, 2, 0b111111, ["##o", "o##"])) == 4
    assert count(task(2, 2, 0b1111, ["##/#o"])) == 4
    assert unique(task(3, 1, 0b111, ["#o#"])) and not unique(task(3, 1, 0b111, ["##o"]))


def test_a_position_uses_all_tiles_of_both_paths() -> None:
    p = pos(["#...", "#..."], path=["##o"], common=["#o#"])
    assert count(task_of(p)) == 2 * 2
    assert next(texts(x, 4) for x in coverings(task_of(p))) == ("##o b1", "#o# b2")
    assert count(task_of(pos(["#...", "#..."], path=["##o"]))) == 0
    assert count(task_of(pos(["##"], path=["#o"]))) == 0


def test_a_limit_is_an_error_and_no_wrong_number() -> None:
    t = task(8, 8, (1 << 64) - 1, ["##o"] * 8 + ["##o/#.."] * 10)
    with pytest.raises(LimitReached):
        count(t, limit=0.05)
    with pytest.raises(LimitReached):
        count(t, most_states=10)


def test_72_fields_by_17_tiles_without_a_squirrel() -> None:
    rng = random.Random(5)
    bag = [kind.text for kind in shipped_tiles().tiles for _ in range(kind.copies)]
    orange = [text for text in bag if len(shape(text).cells) == 4]
    red = [text for text in bag if len(shape(text).cells) == 5]
    tiles = rng.sample(orange, 13) + rng.sample(red, 4)
    floor = shipped_floors()["1a"]
    packing = pack(task(8, 9, floor.all, tiles), floor.treasure, Run(300.0, work=1.0))
    assert packing.squirrels == 0 and len(packing.placements) == 17
    assert 0 < packing.holes <= packing.most_holes


def test_packing_leaves_pockets_to_squirrels() -> None:
    p = pos(["...#.", "####."], path=["##o", "#o#"], print=["b....", "....."], areas=["A" * 5] * 2)
    packing = pack_position(p, Run(5))
    assert packing.status == "optimal"
    assert (packing.squirrels, packing.least_squirrels, packing.holes) == (2, 2, 1)
    assert packing.squirrel_fields == 1 << 4 | 1 << 9


def test_packing_chooses_among_more_tiles_than_fit() -> None:
    p = pos(["....."], path=["##o", "#o#", "#o"], common=["##o##"])
    packing = pack_position(p, Run(5))
    assert packing.squirrels == 0 and packing.status == "optimal"
