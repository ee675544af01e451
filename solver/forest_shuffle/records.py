"""Records: the best forest that the 158 cards allow, by number of trees or of cards.

Without payments every card may lie in the forest, once. With payments every card of the forest
that costs something is paid by cards that are not in it, each paying once. The forest found is
scored by the rules before it is told.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from leafwise.puzzles.core.errors import Disagreement
from leafwise.puzzles.forest_shuffle import scoring
from leafwise.puzzles.forest_shuffle.data import CARDS, COST, FACE_SPECIES, SAPLING
from leafwise.puzzles.forest_shuffle.forest import Forest

from ..pieces import Count, Run, number, solve, total
from .arrange import arranged
from .tableau import Tableau


@dataclass(frozen=True, slots=True)
class Record:
    """A best forest: ``value`` by the rules, ``bound`` proven; ``trees`` and ``cards`` in it."""

    value: int
    bound: int
    forest: Forest
    trees: int
    cards: int

    @property
    def optimal(self) -> bool:
        """Whether nothing better can exist."""
        return self.bound <= self.value


class _Supply:
    """The 158 cards: each lies in the forest, face up or down, pays, or is left over."""

    def __init__(self, model: cp_model.CpModel) -> None:
        self.trees: dict[int, Count] = {}
        shown: dict[tuple[int, int], list[Count]] = {}
        face_down = number(model, sum(card.count for card in CARDS), "saplings")
        used, cost = [face_down], []
        for n, card in enumerate(CARDS):
            if card.tree >= 0:
                self.trees[card.tree] = number(model, card.count, card.name)
                used.append(self.trees[card.tree])
                cost.append(COST[card.tree] * self.trees[card.tree].expr)
                continue
            halves = []
            for side, face in card.halves:
                half = number(model, 1, f"{n} {side}")
                shown.setdefault((side, face), []).append(half)
                halves.append(half)
                cost.append(COST[FACE_SPECIES[face]] * half.expr)
            model.add_at_most_one(half.expr for half in halves)
            used += halves
        self.trees[SAPLING] = face_down
        self.faces = {key: total(halves) for key, halves in shown.items()}
        self.used = total(used).expr
        self.cost = sum(cost)
        self.left = sum(card.count for card in CARDS) - self.used
        model.add(self.left >= 0)


def best_forest(
    run: Run, *, trees: int | None = None, cards: int | None = None, payments: bool = False
) -> Record | None:
    """The best forest of exactly so many trees or cards; None if none was found in time.

    Saplings are trees, and a card each. Alone, every majority is held. With ``payments`` each
    printed cost is paid by cards that are not in the forest.
    """
    model = cp_model.CpModel()
    supply = _Supply(model)
    tableau = Tableau(model, (), (), supply.trees, supply.faces)
    if trees is not None:
        model.add(total(supply.trees.values()).expr == trees)
    if cards is not None:
        model.add(supply.used == cards)
    if payments:
        model.add(supply.cost <= supply.left)
    model.maximize(tableau.score)
    answer = solve(model, run)
    if answer.value is None or answer.bound is None:
        return None
    forest = arranged(tableau, answer)
    value = scoring.total(forest, 0, ())
    bound = int(answer.bound + 1e-6)
    if not round(answer.value) <= value <= bound:
        raise Disagreement(f"a record of {answer.value} is worth {value}, bound {bound}")
    lying = sum(len(slot) for tree in forest for slot in tree.slots)
    return Record(value, bound, forest, len(forest), len(forest) + lying)
