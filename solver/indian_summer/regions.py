"""The region graph of a position: what kind of ground is still uncovered.

One graph per position, built with networkx and never inside a search: independent parts of the
uncovered ground, pockets that no available tile fits, fields whose loss would split a part, and
the areas by their distance to completion. It prunes models and feeds the reasons of a hint. A
search that has to ask at every node uses ``parts`` and ``reachable`` on masks instead; both
answers agree (tested).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from leafwise.puzzles.indian_summer.components import TREASURES
from leafwise.puzzles.indian_summer.geometry import (
    bits,
    canonical,
    components,
    field_name,
    fitting,
    shape,
)
from leafwise.puzzles.indian_summer.position import Position


@dataclass(frozen=True, slots=True)
class Part:
    """A connected part of the uncovered ground.

    ``fields``: its mask; ``dead``: its fields that no placement of an available tile covers, so
    that only squirrels can; ``joints``: fields whose covering splits it (articulation points);
    ``areas``: indices of the areas it reaches into.
    """

    fields: int
    dead: int
    joints: int
    areas: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of fields."""
        return self.fields.bit_count()

    @property
    def pocket(self) -> bool:
        """Whether no available tile fits into it at all."""
        return self.dead == self.fields


@dataclass(frozen=True, slots=True)
class AreaState:
    """An area: its open fields, the tokens waiting on it and the prints still open.

    ``distance``: how many fields are missing (ruling 10 pays at 0); ``tiles``: at least so many
    available tiles or squirrels are needed for them.
    """

    index: int
    name: str
    open: int
    distance: int
    tiles: int
    tokens: tuple[int, int, int, int]
    prints: tuple[int, int, int, int]

    def waiting(self) -> str:
        """The tokens that wait here, as ``"berry 2, nut 1"``."""
        pairs = zip(TREASURES, self.tokens, strict=True)
        return ", ".join(f"{name} {n}" for name, n in pairs if n)


@dataclass(frozen=True, slots=True)
class Regions:
    """The region graph of one position.

    ``fields``: graph of uncovered fields by index, an edge for a common side; attribute
    ``area``. ``links``: bipartite graph of parts ``("part", i)`` and areas ``("area", k)``, edge
    attribute ``fields`` (how many they share). ``areas`` are incomplete ones, nearest first.
    """

    width: int
    height: int
    fields: nx.Graph
    links: nx.Graph
    parts: tuple[Part, ...]
    areas: tuple[AreaState, ...]

    @property
    def pockets(self) -> tuple[Part, ...]:
        """Parts that only squirrels can fill."""
        return tuple(part for part in self.parts if part.pocket)

    @property
    def dead(self) -> int:
        """All fields that only squirrels can cover."""
        return sum(part.dead for part in self.parts)

    @property
    def joints(self) -> int:
        """All articulation fields."""
        return sum(part.joints for part in self.parts)

    def reach(self, area: int) -> int:
        """Uncovered fields that hang together with an area's open fields."""
        node = ("area", area)
        if node not in self.links:
            return 0
        return sum(self.parts[i].fields for _, i in self.links.neighbors(node))

    def independent(self) -> tuple[tuple[Part, ...], ...]:
        """Groups of parts that share no incomplete area: their completions do not interact."""
        groups = []
        for nodes in nx.connected_components(self.links):
            numbers = sorted(i for kind, i in nodes if kind == "part")
            groups.append(tuple(self.parts[i] for i in numbers))
        return tuple(sorted(groups, key=lambda group: group[0].fields & -group[0].fields))

    def names(self, mask: int) -> tuple[str, ...]:
        """Field names of a mask."""
        return tuple(field_name(i, self.width) for i in bits(mask))


def regions(p: Position, tiles: Sequence[str] | None = None) -> Regions:
    """The region graph; ``tiles`` are those to come (default: own and common path)."""
    width, height, ground = p.floor.width, p.floor.height, p.ground
    available = (*p.path, *p.common) if tiles is None else tuple(tiles)
    live = reachable(available, width, height, ground)
    fields = field_graph(p)
    parts = []
    links = nx.Graph()
    found = sorted(nx.connected_components(fields), key=min)
    for i, nodes in enumerate(found):
        mask = sum(1 << n for n in nodes)
        joints = sum(1 << n for n in nx.articulation_points(fields.subgraph(nodes)))
        touched = tuple(k for k, area in enumerate(p.floor.areas) if area & mask)
        parts.append(Part(mask, mask & ~live, joints, touched))
        for k in touched:
            shared = (p.floor.areas[k] & mask).bit_count()
            links.add_edge(("part", i), ("area", k), fields=shared)
    return Regions(width, height, fields, links, tuple(parts), area_states(p, available))


def field_graph(p: Position) -> nx.Graph:
    """The uncovered fields as a graph."""
    graph = nx.Graph()
    width, ground = p.floor.width, p.ground
    letters = "".join(p.floor.letters)
    for i in bits(ground):
        graph.add_node(i, area=letters[i])
        if (i + 1) % width and ground >> (i + 1) & 1:
            graph.add_edge(i, i + 1)
        if ground >> (i + width) & 1:
            graph.add_edge(i, i + width)
    return graph


def area_states(p: Position, tiles: Iterable[str]) -> tuple[AreaState, ...]:
    """The incomplete areas, nearest to completion first (then by their place on the floor)."""
    largest = max((len(shape(text).cells) for text in tiles), default=1)
    out = []
    for k, area in enumerate(p.floor.areas):
        left = area & p.ground
        if not left:
            continue
        distance = left.bit_count()
        t, f = p.tokens, p.floor.printed
        out.append(
            AreaState(
                k,
                p.floor.area_names[k],
                left,
                distance,
                -(-distance // largest),
                (_n(t[0] & area), _n(t[1] & area), _n(t[2] & area), _n(t[3] & area)),
                (_n(f[0] & left), _n(f[1] & left), _n(f[2] & left), _n(f[3] & left)),
            )
        )
    return tuple(sorted(out, key=lambda state: (state.distance, state.index)))


def _n(mask: int) -> int:
    return mask.bit_count()


# the same on masks, for searches


def parts(ground: int, width: int, height: int) -> tuple[int, ...]:
    """Connected parts of a ground, by lowest field: masks that agree with ``Regions.parts``."""
    return components(ground, width, height)


def reachable(tiles: Iterable[str], width: int, height: int, ground: int) -> int:
    """Fields that some placement of some tile covers; the rest is for squirrels only."""
    live = 0
    for name in sorted({canonical(text) for text in tiles}):
        for x in fitting(name, width, height, ground):
            live |= x.mask
        if live == ground:
            break
    return live


def splits(ground: int, field: int, width: int, height: int) -> bool:
    """Whether covering one field splits its part of the ground."""
    bit = 1 << field
    part = next(part for part in components(ground, width, height) if part & bit)
    return len(components(part & ~bit, width, height)) > 1
