"""From the counts of a tableau to trees with cards: the arrangement that the counts promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leafwise.puzzles.forest_shuffle.data import FACE_SPECIES, HARE, LEFT, RIGHT, SIDES
from leafwise.puzzles.forest_shuffle.forest import Forest, Tree

from ..pieces import NONE, Answer, worth
from .groups import BAT, DORMOUSE, TOAD, Group, card_class
from .tableau import Tableau

Amounts = Mapping[tuple[int, int], int]  # (side, face) -> how many are added


@dataclass(slots=True)
class Spot:
    """A tree: number ``old`` of the forest, or -1 for a new one; ``cards`` are added to it."""

    old: int
    species: int
    cards: list[tuple[int, int]] = field(default_factory=list)  # (side, face)


def spots(tableau: Tableau, answer: Answer) -> list[Spot]:
    """Every tree with what is put on it, the trees that are there first."""
    out = [Spot(n, tree.species) for n, tree in enumerate(tableau.forest)]
    pools: dict[tuple[int, int], list[int]] = {}
    for (side, face), count in sorted(tableau.faces.items()):
        cls = card_class(FACE_SPECIES[face], side)
        pools.setdefault((side, cls), []).extend([face] * worth(answer, count.expr))
    new: dict[int, list[int]] = {}
    for species, count in sorted(tableau.trees.items()):
        host = tableau.host(species)
        new.setdefault(host, []).extend([species] * worth(answer, count.expr))
    for group in tableau.groups:
        members = [out[n] for n in group.old]
        if all(state == "free" for state in group.key[1]):
            fresh = [Spot(-1, species) for species in new.pop(group.key[0], [])]
            out += fresh
            members += fresh
        _fill(group, members, pools, answer)
    return out


def _fill(
    group: Group, members: list[Spot], pools: dict[tuple[int, int], list[int]], answer: Answer
) -> None:
    """Put the cards of a group on its trees, from the first tree on."""
    pairs = [worth(answer, pair.expr) for pair in group.pairs] or [0, 0]
    leading = {
        LEFT: [DORMOUSE] * pairs[0] + [BAT] * pairs[1],
        RIGHT: [BAT] * pairs[0] + [DORMOUSE] * pairs[1],
    }
    for side in range(len(SIDES)):
        if group.key[1][side] != "free":
            for n in range(_amount(group, side, TOAD if side > RIGHT else HARE, answer)):
                cls = TOAD if side > RIGHT else HARE
                spot = members[n if cls == TOAD else 0]
                spot.cards.append((side, pools[side, cls].pop()))
            continue
        order = list(leading.get(side, []))
        for (where, cls), slots in sorted(group.slots.items()):
            if where == side:
                order += [cls] * (worth(answer, slots.expr) - order.count(cls))
        for spot, cls in zip(members, order, strict=False):
            spot.cards.append((side, pools[side, cls].pop()))
        for cls in (HARE, TOAD):
            holders = [m for m, c in zip(members, order, strict=False) if c == cls]
            extra = _amount(group, side, cls, answer) - len(holders)
            for n in range(extra):
                spot = holders[n if cls == TOAD else 0]
                spot.cards.append((side, pools[side, cls].pop()))


def _amount(group: Group, side: int, cls: int, answer: Answer) -> int:
    return worth(answer, group.put.get((side, cls), NONE).expr)


def laid(forest: Forest, spots: Sequence[Spot]) -> Forest:
    """A forest with the trees and cards of the spots."""
    out = []
    for spot in spots:
        tree = forest[spot.old] if spot.old >= 0 else Tree(spot.species)
        for side, face in spot.cards:
            tree = tree.with_card(side, face)
        out.append(tree)
    return tuple(out)


def arranged(tableau: Tableau, answer: Answer) -> Forest:
    """The forest of a solution."""
    return laid(tableau.forest, spots(tableau, answer))


__all__ = ["Spot", "arranged", "laid", "spots"]
