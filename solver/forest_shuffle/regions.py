"""The graph of a forest: trees, their slots, the cards that lie there, the hand halves.

One directed graph a position (never one a search node), for planning and for reasons:

* ``has``    tree -> slot, ``holds`` slot -> card
* ``lands``  hand half -> slot that takes it now; ``cost``, ``payable`` on the half
* ``feeds``  card or half -> card or half whose points its presence raises; ``why`` says how

Nodes are tuples: ``("tree", n)``, ``("slot", n, side)``, ``("card", n, side, k)`` for the k-th
card of a slot, ``("half", card, side)`` and ``("tree card", card)`` for the hand. Trees and
sides are counted from 0; every node has ``kind`` and ``label``, cards have ``species``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    COST,
    FACE_SPECIES,
    FACE_SYMBOL,
    FACES,
    LEFT,
    NO_SYMBOL,
    RIGHT,
    SAPLING,
    SIDES,
    SPECIES,
    card_name,
    species_id,
)
from leafwise.puzzles.forest_shuffle.legal import open_slots
from leafwise.puzzles.forest_shuffle.position import Position

if TYPE_CHECKING:
    import networkx as nx

Node: TypeAlias = tuple[Any, ...]
_COUNTED_TREES = {
    "beeches": "beech",
    "horse_chestnuts": "horse_chestnut",
    "lindens": "linden",
}


def graph(p: Position) -> nx.DiGraph[Node]:
    """The graph of the owner's forest and hand."""
    import networkx

    g: nx.DiGraph[Node] = networkx.DiGraph()
    _add_forest(g, p)
    _add_hand(g, p)
    _add_feeding(g, p)
    return g


def _add_forest(g: nx.DiGraph[Node], p: Position) -> None:
    for n, tree in enumerate(p.seats[0].trees):
        name = species_id(tree.species)
        g.add_node(("tree", n), kind="tree", label=f"{name} {n + 1}", species=tree.species)
        for side, slot in enumerate(tree.slots):
            label = f"{n + 1} {SIDES[side]}"
            g.add_node(("slot", n, side), kind="slot", label=label, free=not slot)
            g.add_edge(("tree", n), ("slot", n, side), kind="has")
            for k, face in enumerate(slot):
                node = ("card", n, side, k)
                g.add_node(
                    node,
                    kind="card",
                    label=f"{FACES[face].name} on {label}",
                    species=FACE_SPECIES[face],
                    symbol=FACE_SYMBOL[face],
                )
                g.add_edge(("slot", n, side), node, kind="holds")


def _add_hand(g: nx.DiGraph[Node], p: Position) -> None:
    me = p.seats[0]
    for card in sorted({card for card in me.hand if card < len(CARDS)}):
        tree = CARDS[card].tree
        if tree >= 0:
            payable = COST[tree] <= len(me.hand) - 1
            node: Node = ("tree card", card)
            g.add_node(
                node,
                kind="tree card",
                label=card_name(card),
                species=tree,
                symbol=tree,
                cost=COST[tree],
                payable=payable,
            )
        for side, face in CARDS[card].halves:
            species = FACE_SPECIES[face]
            node = ("half", card, side)
            g.add_node(
                node,
                kind="half",
                label=f"{FACES[face].name} from {card_name(card)}",
                species=species,
                symbol=FACE_SYMBOL[face],
                cost=COST[species],
                payable=COST[species] <= len(me.hand) - 1,
            )
            if p.turn == 0:
                for n in open_slots(p, side, species, free=False):
                    g.add_edge(node, ("slot", n, side), kind="lands")


def _add_feeding(g: nx.DiGraph[Node], p: Position) -> None:
    scoring = [node for node, data in g.nodes(data=True) if "species" in data]
    for source in scoring:
        for target in scoring:
            if source != target and (why := _why(g, p, source, target)):
                g.add_edge(source, target, kind="feeds", why=why)


def feeds(source: int, target: int) -> str:
    """Why a card of species ``source`` can raise the points of one of ``target``, or "".

    What depends on the slot (the tree below, the card opposite, a shared slot) and on tree
    symbols is told by the graph alone.
    """
    points = SPECIES[target].points
    tree = source == SAPLING or SPECIES[source].kind == "tree"
    for what in (*points.per, points.when, points.of, points.most):
        kind, _, name = what.partition(" ")
        if source != SAPLING:
            if kind == "symbol" and name in SPECIES[source].symbols:
                return f"counts as {name}"
            if kind == "species" and name == SPECIES[source].id:
                return f"counts as {SPECIES[source].name}"
            if what == "tree_species" and tree:
                return "is one of the 8 tree species"
            if what == "bat_species" and "bat" in SPECIES[source].symbols:
                return "is one of the bat species"
            if what == "bottom_cards" and SPECIES[source].kind == "bottom":
                return "lies below a tree"
            if SPECIES[source].id == _COUNTED_TREES.get(what):
                return "counts for its kind"
        if what in ("trees", "trees_and_bees") and tree:
            return "counts as a tree"
        if what == "trees_and_bees" and source != SAPLING and SPECIES[source].adds_to_host:
            return "counts as one tree more"
    return ""


def _why(g: nx.DiGraph[Node], p: Position, source: Node, target: Node) -> str:
    a, b = g.nodes[source], g.nodes[target]
    if b["species"] == SAPLING:
        return ""
    points = SPECIES[b["species"]].points
    if points.per and points.per[0] == "same_tree_symbol":
        symbol = a.get("symbol", a["species"] if a["species"] != SAPLING else NO_SYMBOL)
        same = symbol != NO_SYMBOL and symbol == b.get("symbol")
        return f"shows the symbol {species_id(symbol)}" if same else ""
    if points.per and points.per[0] == "attached":
        return "lies at it" if source[0] == "card" and target == ("tree", source[1]) else ""
    if points.host:
        right = target[0] == "card" and source == ("tree", target[1])
        return "is its tree" if right and species_id(a["species"]) == points.host else ""
    if points.opposite or points.shares:
        return _by_slot(a, b, source, target)
    if bee := _bee(p, a, b, source):
        return bee
    return feeds(a["species"], b["species"])


def _by_slot(a: dict[str, Any], b: dict[str, Any], source: Node, target: Node) -> str:
    """Neighbours: the bat opposite a Dormouse, the Toad in the same slot."""
    if source[0] != "card" or target[0] != "card" or source[1] != target[1]:
        return ""
    points = SPECIES[b["species"]].points
    if points.opposite:
        across = {source[2], target[2]} == {LEFT, RIGHT}
        return "lies opposite" if across and points.opposite in _symbols(a) else ""
    return "shares its slot" if source[2] == target[2] and a["species"] == b["species"] else ""


def _symbols(data: dict[str, Any]) -> frozenset[str]:
    return frozenset() if data["species"] == SAPLING else SPECIES[data["species"]].symbols


def _bee(p: Position, a: dict[str, Any], b: dict[str, Any], source: Node) -> str:
    """A bee counts for the species of its tree (ruling 21)."""
    if source[0] != "card" or a["species"] == SAPLING or not SPECIES[a["species"]].adds_to_host:
        return ""
    points = SPECIES[b["species"]].points
    host = species_id(p.seats[0].trees[source[1]].species)
    wanted = {_COUNTED_TREES.get(what) for what in (points.when, points.of, points.most)}
    return f"counts as one {host} more" if host in wanted else ""


def landings(g: nx.DiGraph[Node]) -> dict[Node, list[Node]]:
    """For each hand half the slots that take it now."""
    return {
        node: [slot for _, slot, kind in g.out_edges(node, data="kind") if kind == "lands"]
        for node, data in g.nodes(data=True)
        if data["kind"] == "half"
    }


def fed_by(g: nx.DiGraph[Node], node: Node) -> Iterator[tuple[Node, str]]:
    """The cards that raise the points of a card, each with the reason."""
    for source, _, data in g.in_edges(node, data=True):
        if data["kind"] == "feeds":
            yield source, data["why"]


def fed(g: nx.DiGraph[Node], node: Node) -> Iterator[tuple[Node, str]]:
    """The cards whose points a card raises, each with the reason."""
    for _, target, data in g.out_edges(node, data=True):
        if data["kind"] == "feeds":
            yield target, data["why"]


def parts(g: nx.DiGraph[Node]) -> list[set[Node]]:
    """Groups of cards that feed each other: they can be planned one after the other."""
    import networkx

    feeding = networkx.Graph()
    feeding.add_nodes_from(node for node, data in g.nodes(data=True) if "species" in data)
    feeding.add_edges_from((a, b) for a, b, kind in g.edges(data="kind") if kind == "feeds")
    return sorted(networkx.connected_components(feeding), key=lambda part: sorted(map(str, part)))
