"""The region graph of a sheet: free fields, joined where they share an edge.

Built once a position (never per search node). Areas must lie on free ground next to own areas, so
only the parts that touch them, or hold the own start field before the first area, are reachable.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import networkx as nx

from leafwise.puzzles.rustling_leaves.data import SIZE
from leafwise.puzzles.rustling_leaves.plots import bit
from leafwise.puzzles.rustling_leaves.position import Position

Field: TypeAlias = tuple[int, int]  # (row, column)


def free_graph(p: Position) -> nx.Graph[Field]:
    """Free fields as nodes with their ``symbol``; edges between orthogonal neighbours."""
    occupied = p.occupied
    graph: nx.Graph[Field] = nx.Graph()
    for row in range(SIZE):
        for column in range(SIZE):
            if not occupied & bit((row, column)):
                graph.add_node((row, column), symbol=p.sheet.symbols[row][column])
    for row, column in list(graph):
        for other in ((row + 1, column), (row, column + 1)):
            if other in graph:
                graph.add_edge((row, column), other)
    return graph


def reachable(p: Position, graph: nx.Graph[Field] | None = None) -> frozenset[Field]:
    """Free fields that some sequence of areas could still cover (rulings 5, 6).

    A superset of what the shapes of real rolls reach: a bound, never an under-estimate.
    """
    graph = free_graph(p) if graph is None else graph
    occupied = p.occupied
    out: set[Field] = set()
    for part in nx.connected_components(graph):
        if occupied:
            touches = any(
                0 <= r + dr < SIZE and 0 <= c + dc < SIZE and occupied & bit((r + dr, c + dc))
                for r, c in part
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
        else:
            touches = any(p.start_mask & bit(field) for field in part)
        if touches:
            out |= part
    return frozenset(out)


def supply(p: Position) -> Counter[str]:
    """How many reachable free fields show each symbol."""
    graph = free_graph(p)
    symbols: dict[Field, str] = dict(graph.nodes(data="symbol"))
    return Counter(symbols[field] for field in reachable(p, graph))


def necks(p: Position) -> tuple[Field, ...]:
    """Articulation fields of the reachable ground: covering one splits what is left."""
    graph = free_graph(p)
    ground = graph.subgraph(reachable(p, graph))
    return tuple(sorted(nx.articulation_points(ground)))


def distances(p: Position) -> dict[Field, int]:
    """How far free fields lie from own areas, in steps over free ground; 1 is next to one.

    Before the first area the own start field is at 1. Fields out of reach are missing. An area
    with sides h, w that starts within distance d ends within d + h + w - 2.
    """
    graph = free_graph(p)
    occupied = p.occupied
    if occupied:
        first = [
            (r, c)
            for r, c in graph
            if any(
                0 <= r + dr < SIZE and 0 <= c + dc < SIZE and occupied & bit((r + dr, c + dc))
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
        ]
    else:
        first = [field for field in graph if p.start_mask & bit(field)]
    if not first:
        return {}
    steps: dict[Field, int] = nx.multi_source_dijkstra_path_length(graph, set(first))
    return {field: 1 + int(n) for field, n in steps.items()}
