"""The region graph, and its agreement with the masks that a search uses."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st
from is_support import pos

from leafwise.puzzles.indian_summer.geometry import bits, fitting
from leafwise.puzzles.indian_summer.position import Position
from leafwise.solver.indian_summer.regions import parts, reachable, regions, splits

TILES = ["##o", "#o#", "o#/##", "##o/#..", "##/.#/.o", "##o##", "#o"]


@st.composite
def grounds(draw: st.DrawFn) -> Position:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    rows = ["".join(draw(st.sampled_from("..#")) for _ in range(width)) for _ in range(height)]
    letters = ["".join(draw(st.sampled_from("AB")) for _ in range(width)) for _ in range(height)]
    path = draw(st.lists(st.sampled_from(TILES), min_size=1, max_size=3))
    return pos(rows, areas=letters, path=path)


@settings(max_examples=150, deadline=None)
@given(grounds())
def test_graph_and_masks_agree(p: Position) -> None:
    r = regions(p)
    width, height, ground = p.floor.width, p.floor.height, p.ground
    assert tuple(part.fields for part in r.parts) == parts(ground, width, height)
    assert r.dead == ground & ~reachable(p.path, width, height, ground)
    joints = {i for i in bits(ground) if splits(ground, i, width, height)}
    assert set(bits(r.joints)) == joints
    for part in r.parts:
        fits = any(fitting(t, width, height, part.fields) for t in p.path)
        assert part.pocket == (not fits)
        assert not any(
            fitting(t, width, height, part.fields) and part.dead == part.fields for t in p.path
        )


@settings(max_examples=60, deadline=None)
@given(grounds())
def test_areas_by_distance(p: Position) -> None:
    r = regions(p)
    assert sorted(a.index for a in r.areas) == [
        k for k, area in enumerate(p.floor.areas) if area & p.ground
    ]
    assert [a.distance for a in r.areas] == sorted(a.distance for a in r.areas)
    for a in r.areas:
        assert a.distance == a.open.bit_count() and 1 <= a.tiles <= a.distance
        assert a.open & ~r.reach(a.index) == 0
    assert nx.is_bipartite(r.links)


def test_by_hand() -> None:
    p = pos(
        ["..#.", "###.", "b#..", "#.#."], print=["....", "....", "b..n", "...."],
        areas=["AABB", "AABB", "AABB", "CCCC"], path=["##o"],
    )  # fmt: skip
    r = regions(p)
    assert [r.names(part.fields) for part in r.parts] == [
        ("a1", "b1"), ("d1", "d2", "c3", "d3", "d4"), ("b4",),
    ]  # fmt: skip
    assert [part.pocket for part in r.parts] == [True, False, True]
    assert r.names(r.parts[1].joints) == ("d2", "d3")
    assert r.names(r.parts[1].dead) == ("c3",)
    assert [(a.name, a.distance) for a in r.areas] == [("A", 2), ("C", 2), ("B", 4)]
    assert r.areas[0].tokens == (1, 0, 0, 0) and r.areas[2].prints == (0, 1, 0, 0)
    groups = [[r.names(part.fields)[0] for part in group] for group in r.independent()]
    assert groups == [["a1"], ["d1", "b4"]]
    assert r.areas[0].waiting() == "berry 1"


def test_full_floor_has_no_region() -> None:
    r = regions(pos(["##"], path=["##o"]))
    assert r.parts == () and r.areas == () and r.independent() == () and r.reach(0) == 0
