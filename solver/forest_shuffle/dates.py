"""Which slots can be there when: on trees of a later time lie only cards of a later time.

Where several groups of trees may grow, the slots so far of all trees together (``Stages``) do not
say that. Two times are looked at in each stage: its end, and the moment when the clearing was last
emptied in it (its beginning where it was not), which divides the plays that cost something.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.forest_shuffle.data import SAPLING, SIDES

from ..pieces import NONE, Count, number, total
from .clearing import TREE
from .groups import Group, card_class
from .ways import Way

if TYPE_CHECKING:
    from .stages import Stages
    from .tableau import Tableau

Later = Callable[[int, "int | None"], Any]  # cards of a side and class (None: any) of a later time


def date(stages: Stages, tableau: Tableau) -> None:
    """Constrain the slots of all groups at the times of every stage but the last."""
    groups = [g for g in tableau.groups if g.size.most > g.size.least]
    if len(groups) < 2:
        return
    for k in range(stages.last):
        there = [_grown(stages, tableau, group, k + 1) for group in groups]
        _slots(stages, f"{k}", groups, there, partial(_after, stages, k))
        if k < len(stages.after) and not stages.plan.split:
            there = [_early(stages, tableau, group, k) for group in groups]
            _slots(stages, f"{k} early", groups, there, partial(_late, stages, k))


def _slots(stages: Stages, name: str, groups: list[Group], there: list[Any], later: Later) -> None:
    """At a time with so many trees ``there`` in each group."""
    keys = {key for group in groups for key in group.slots}
    for side in range(len(SIDES)):
        classes = sorted(cls for where, cls in keys if where == side)
        lying = [group.lying(side) for group in groups]
        _opened(stages, f"{side} {name}", lying, there, later(side, None))
        if len(classes) > 1:
            for cls in classes:
                opened = [group.slots.get((side, cls), NONE) for group in groups]
                _opened(stages, f"{side} {cls} {name}", opened, there, later(side, cls))


def _opened(stages: Stages, name: str, opened: list[Count], there: list[Any], later: Any) -> None:
    """Of the slots ``opened`` in each group, those beyond the trees come later."""
    more = []
    for n, (slots, trees) in enumerate(zip(opened, there, strict=True)):
        if slots.most:
            more.append(number(stages.model, slots.most, f"later {n} {name}"))
            stages.model.add(more[-1].expr >= slots.expr - trees)
    if more:
        stages.model.add(total(more).expr <= later)


def _fits(way: Way, side: int, cls: int | None) -> bool:
    return way.side == side and cls in (None, card_class(way.species, side))


def _grown(stages: Stages, tableau: Tableau, group: Group, end: int) -> Any:
    """Trees of a group that are there before stage ``end``."""
    count: Any = len(group.old)
    for way in stages.plan.ways:
        if way.face < 0 and tableau.host(way.species) == group.key[0]:
            count += total(way.stages[:end]).expr
    if tableau.host(SAPLING) == group.key[0]:
        count += total(stages.saplings[:end]).expr
    return count


def _after(stages: Stages, k: int, side: int, cls: int | None) -> Any:
    """Cards of the stages after ``k``."""
    ways = [way for way in stages.plan.ways if _fits(way, side, cls)]
    return total(count for way in ways for count in way.stages[k + 1 :]).expr


# the moment when the clearing was last emptied


def _early(stages: Stages, tableau: Tableau, group: Group, k: int) -> Any:
    """Trees of a group that may be there by then: what costs nothing comes at any time."""
    count = _grown(stages, tableau, group, k + 1)
    for cls, after in stages.after[k].items():
        if cls[2] == TREE and tableau.host(cls[4]) == group.key[0]:
            count -= after.expr
    return count


def _late(stages: Stages, k: int, side: int, cls: int | None) -> Any:
    """Cards that may come after it."""
    count = _after(stages, k, side, cls)
    ways = [way for way in stages.plan.ways if _fits(way, side, cls)]
    count += total(way.stages[k] for way in ways if not way.cost).expr
    for paid, after in stages.after[k].items():
        if paid[2] != TREE and paid[3] == side and cls in (None, paid[4]):
            count += after.expr
    return count


__all__ = ["date"]
