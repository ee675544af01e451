"""The clean-up at the end (ruling 15), the worth of a position and the ranking (16, 17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.game import Value
from .components import BERRY, FEATHER, MUSHROOM, NUT
from .geometry import bits, field_name
from .position import Position


@dataclass(frozen=True, slots=True)
class Cleanup:
    """The best clean-up: uncovered fields after it, nuts left, berries left (0 or 1).

    ``fields`` are those that get a squirrel, in order.
    """

    uncovered: int
    nuts: int
    berry: int
    fields: tuple[int, ...] = ()

    def order(self) -> tuple[int, int, int]:
        """Ruling 16: smaller is better."""
        return (self.uncovered, -self.nuts, -self.berry)


@dataclass(frozen=True, slots=True)
class _Area:
    """Open fields, and what the tokens on it are worth in berries (a nut is two)."""

    index: int
    cost: int
    gain: int

    @property
    def price(self) -> int:
        """Worth that covering its fields uses up."""
        return 2 * self.cost


def worth(treasures: Sequence[int]) -> int:
    """Treasures in berries: everything above a berry becomes one nut, two berries are a nut."""
    return treasures[BERRY] + 2 * (treasures[NUT] + treasures[MUSHROOM] + treasures[FEATHER])


def best_order(have: int, areas: Sequence[_Area]) -> tuple[int, tuple[_Area, ...]]:
    """Which areas to complete, in which order, for the greatest worth altogether.

    A squirrel covers one field wherever it goes, so what counts is only the sum of all worth,
    ``have`` plus the gains. An area can be completed once ``have`` reaches its price. Areas that
    give back at least their price are taken as soon as they can be: that never hurts. The
    others only shrink the purse, so they come last, and an exchange argument shows that some
    best order takes them by falling gain: if i before j is possible with gain i < gain j, then
    so is j before i. A table over the purse (at most a few hundred values) picks among them.
    Returns the sum of gains and the areas in order.
    """
    order: list[_Area] = []
    total = 0
    waiting = sorted((a for a in areas if a.gain >= a.price), key=lambda a: (a.cost, a.index))
    for area in waiting:  # by price: the first that is too dear ends the list
        if area.price > have:
            break
        have += area.gain - area.price
        total += area.gain
        order.append(area)
    rest = sorted((a for a in areas if 0 < a.gain < a.price), key=lambda a: (-a.gain, a.index))
    table: dict[int, tuple[int, tuple[_Area, ...]]] = {have: (0, ())}
    for area in rest:
        for purse, (gained, chosen) in list(table.items()):
            if purse >= area.price:
                left, more = purse - area.price + area.gain, gained + area.gain
                if left not in table or table[left][0] < more:
                    table[left] = (more, (*chosen, area))
    gained, chosen = max(table.values(), key=lambda x: x[0])
    return total + gained, (*order, *chosen)


def cleanup(p: Position) -> Cleanup:
    """The best clean-up from the position as it is."""
    ground = p.ground
    areas = []
    for index, area in enumerate(p.floor.areas):
        cost = (area & ground).bit_count()
        if cost:
            gain = worth([(area & mask).bit_count() for mask in p.tokens])
            areas.append(_Area(index, cost, gain))
    have = worth(p.treasures)
    gains, order = best_order(have, areas)
    nuts, berry = divmod(have + gains, 2)
    uncovered = ground.bit_count()
    placed = min(nuts, uncovered)
    # the areas of the plan first, then whatever is open, row by row
    fields = [i for area in order for i in bits(p.floor.areas[area.index] & ground)]
    chosen = set(fields)
    fields += [i for i in bits(ground) if i not in chosen]
    return Cleanup(uncovered - placed, nuts - placed, berry, tuple(fields[:placed]))


@dataclass(frozen=True, slots=True, order=True)
class FloorValue(Value):
    """``(-uncovered, -turns, nuts, berry)`` of ruling 17; turns are own turns until then."""

    def utility(self) -> float:
        """Minus the own turns, with a field still uncovered counted as one turn more.

        A nut left is a thousandth and a berry left a millionth of a turn, so that averages keep
        the order of full floors.
        """
        uncovered, turns, nuts, berry = self.key
        return uncovered + turns + nuts / 1e3 + berry / 1e6

    def shown(self) -> dict[str, float]:
        """``{turns, uncovered, nuts}``."""
        uncovered, turns, nuts, _ = (int(part) for part in self.key)
        return {"turns": -turns, "uncovered": -uncovered, "nuts": nuts}


def floor_value(p: Position, turns: int = 0) -> FloorValue:
    """The worth after ``turns`` own turns if the game ended here (rulings 15 to 17).

    A floor that is full only has its treasures converted.
    """
    end = cleanup(p)
    return FloorValue((-end.uncovered, -turns, end.nuts, end.berry))


def others(p: Position) -> tuple[Cleanup, ...]:
    """What the file tells of the opponents, after placing the nuts they are said to have.

    Tokens on their floors are not in the file, so they count for nothing; uncovered fields that
    are not given count as a whole floor of this size.
    """
    out = []
    for o in p.opponents:
        uncovered = p.floor.all.bit_count() if o.uncovered is None else o.uncovered
        placed = min(uncovered, o.nuts)
        out.append(Cleanup(uncovered - placed, o.nuts - placed, int(o.berry)))
    return tuple(out)


def ranks(ends: Sequence[Cleanup]) -> tuple[int, ...]:
    """Places of ruling 16 from 1; equals share one."""
    return tuple(1 + sum(b.order() < a.order() for b in ends) for a in ends)


def names(p: Position, fields: Sequence[int]) -> tuple[str, ...]:
    """Field names."""
    return tuple(field_name(i, p.floor.width) for i in fields)
