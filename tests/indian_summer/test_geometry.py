"""Shapes, orientations, counts, placements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leafwise.puzzles.indian_summer import geometry as g

SHAPES = [text for size in (2, 3, 4, 5, 6) for text in g.holed_shapes(size)]


@pytest.mark.parametrize(("size", "count"), [(2, 1), (3, 4), (4, 12), (5, 46)])
def test_ruling_2_number_of_holed_shapes(size: int, count: int) -> None:
    assert len(g.holed_shapes(size)) == count


def test_free_polyominoes() -> None:
    assert [len(g.polyominoes(n)) for n in range(1, 7)] == [1, 1, 2, 5, 12, 35]


@given(st.sampled_from(SHAPES))
def test_orientations_share_one_name(text: str) -> None:
    around = g.orientations(text)
    assert len(around) in (1, 2, 4, 8) and text in around
    assert {g.canonical(x) for x in around} == {g.canonical(text)}
    assert all(len(g.shape(x).cells) == len(g.shape(text).cells) for x in around)


def test_orientations_by_hand() -> None:
    assert g.orientations("##o") == ("##o", "#/#/o", "o##", "o/#/#")
    assert g.orientations("#o#") == ("#/o/#", "#o#")
    assert len(g.orientations("##./.o#/.#.")) == 8
    assert g.orientations("##/##") == ("##/##",)


@given(st.sampled_from(SHAPES), st.integers(1, 9), st.integers(1, 9))
def test_placements_are_all_the_fitting_ones(text: str, width: int, height: int) -> None:
    found = g.placements(text, width, height)
    assert len({(x.mask, x.hole) for x in found}) == len(found)
    by_hand = set()
    for drawn in g.orientations(text):
        for corner in range(width * height):
            x = g.place(drawn, corner, width, height)
            if x is not None:
                by_hand.add(x)
                assert g.draw({divmod(i, width) for i in g.bits(x.mask)}, _spot(x.hole, width)) == (
                    drawn
                )
    assert set(found) == by_hand


def _spot(bit: int, width: int) -> tuple[int, int]:
    row, column = divmod(bit.bit_length() - 1, width)
    return row, column


@pytest.mark.parametrize(
    "text", ["", "#x", "##/o", "/#o", "oo", "#.o", "..o/##.", "##.", ".#/.o", "#o/..", "####o##"]
)
def test_bad_drawings_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        g.leaf_tile(text)


def test_field_names() -> None:
    assert g.field_name(g.field_index("c3", 8, 9) or -1, 8) == "c3"
    assert g.field_index("p16", 16, 16) == 255
    for name in ("a0", "a01", "i1", "a10", "A1", "1a", "a", "", "a²"):
        assert g.field_index(name, 8, 9) is None


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_components_by_flood(width: int, height: int, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, 2 ** (width * height) - 1))
    parts = g.components(mask, width, height)
    assert sum(parts) == mask
    for part in parts:
        assert g.spread(part, width, height) & mask == part
