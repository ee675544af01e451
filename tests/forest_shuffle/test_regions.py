"""The graph of trees, slots and cards."""

from __future__ import annotations

import subprocess
import sys

from fs_support import pos, tree

from leafwise.puzzles.forest_shuffle.data import CARD_NO, LEFT, RIGHT
from leafwise.puzzles.forest_shuffle.legal import actions
from leafwise.solver.forest_shuffle import regions

P = pos(
    tree("oak", left="european_fat_dormouse@silver_fir", right="barbastelle_bat@oak"),
    tree("linden", left="violet_carpenter_bee@silver_fir", top="goshawk@oak"),
    tree("sapling", bottom=["common_toad@oak", "common_toad@beech"]),
    hand=["lynx/raccoon", "linden", "bullfinch/tree_ferns", "raccoon/roe_deer"],
)


def test_which_hand_card_can_land_where() -> None:
    g = regions.graph(P)
    landed = {
        (node[1], node[2], slot[1])
        for node, slots in regions.landings(g).items()
        if g.nodes[node]["payable"]
        for slot in slots
    }
    played = {(a.card, a.side, a.tree) for a in actions(P) if a.face >= 0}
    assert landed == played
    lynx = ("half", CARD_NO["lynx/raccoon"], LEFT)
    assert regions.landings(g)[lynx] == [("slot", 2, LEFT)]


def test_which_card_feeds_which() -> None:
    g = regions.graph(P)
    lynx = ("half", CARD_NO["lynx/raccoon"], LEFT)
    deer = ("half", CARD_NO["raccoon/roe_deer"], RIGHT)
    ferns = ("half", CARD_NO["bullfinch/tree_ferns"], 3)
    bee, goshawk = ("card", 1, LEFT, 0), ("card", 1, 0, 0)
    assert dict(regions.fed_by(g, lynx)) == {deer: "counts as Roe Deer"}
    assert dict(regions.fed(g, ("half", CARD_NO["bullfinch/tree_ferns"], 0)))[goshawk]
    assert {node[0] for node, _ in regions.fed_by(g, ferns)} == {"card"}
    assert dict(regions.fed(g, bee))[("tree", 1)] == "counts as one linden more"
    dormouse, bat = ("card", 0, LEFT, 0), ("card", 0, RIGHT, 0)
    assert dict(regions.fed_by(g, dormouse)) == {bat: "lies opposite"}
    toads = [("card", 2, 3, 0), ("card", 2, 3, 1)]
    assert dict(regions.fed_by(g, toads[0])) == {toads[1]: "shares its slot"}


def test_trees_hold_slots_and_slots_hold_cards() -> None:
    g = regions.graph(P)
    for n in range(3):
        slots = [b for _, b, kind in g.out_edges(("tree", n), data="kind") if kind == "has"]
        assert slots == [("slot", n, side) for side in range(4)]
        for slot in slots:
            held = [b for _, b, kind in g.out_edges(slot, data="kind") if kind == "holds"]
            assert g.nodes[slot]["free"] == (not held)


def test_parts_are_independent() -> None:
    g = regions.graph(P)
    split = regions.parts(g)
    assert sum(map(len, split)) == sum("species" in data for _, data in g.nodes(data=True))
    where = {node: n for n, part in enumerate(split) for node in part}
    for a, b, kind in g.edges(data="kind"):
        if kind == "feeds":
            assert where[a] == where[b]


def test_plain_rules_import_nothing_heavy() -> None:
    code = (
        "import sys, leafwise.puzzles.forest_shuffle.game, leafwise.solver.forest_shuffle.regions;"
        "print([m for m in ('numba', 'ortools', 'networkx', 'numpy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
