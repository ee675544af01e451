"""Every rectangle of a sheet with what the rules ask about it, computed once a season.

A set of fields is one integer: bit ``10 * row + column``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from .data import SIZE, Season, Sheet, Spot, longest_side, river, sheet

Corners: TypeAlias = tuple[int, int, int, int]  # top, left, bottom, right, all inclusive


@dataclass(frozen=True, slots=True)
class Plot:
    """A rectangle with sides of 1-4 fields on one season's sheet.

    ``mask`` its fields; ``border`` the fields outside that share an edge with it; ``crosses``
    whether it holds two fields that the river separates (ruling 10); ``printed`` how often it
    shows each symbol; ``clear`` and ``cloudy`` what may be chosen in it when no cloud or at least
    one cloud was rolled (rulings 11-15), in printed order.
    """

    corners: Corners
    text: str
    mask: int
    border: int
    crosses: bool
    printed: Mapping[str, int]
    clear: tuple[str, ...]
    cloudy: tuple[str, ...]

    def choices(self, cloud: bool) -> tuple[str, ...]:
        """What may be crossed here in a round with or without a cloud."""
        return self.cloudy if cloud else self.clear

    def crossed(self, symbol: str | None) -> dict[str, int]:
        """Fields crossed (bird pairs: pairs recorded) when ``symbol`` is chosen.

        Rulings 13 (one choice of bird pairs) and 15 (porcini takes every fly agaric along).
        """
        if symbol is None:
            return {}
        if symbol == "bird_pair":
            return {symbol: min(self.printed["red_bird"], self.printed["blue_bird"])}
        out = {symbol: self.printed.get(symbol, 0)}
        if symbol == "porcini" and "fly_agaric" in self.printed:
            out["fly_agaric"] = self.printed["fly_agaric"]
        return out

    def spots(self) -> tuple[Spot, ...]:
        """Its fields in reading order."""
        top, left, bottom, right = self.corners
        return tuple(
            (row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
        )


def bit(spot: Spot) -> int:
    """The one-field set of a spot."""
    return 1 << (SIZE * spot[0] + spot[1])


def field_text(spot: Spot) -> str:
    """``(4, 1)`` is ``"b5"``."""
    return f"{chr(ord('a') + spot[1])}{spot[0] + 1}"


def corners_text(corners: Corners) -> str:
    """``"b5:d6"``, upper left corner first."""
    top, left, bottom, right = corners
    return f"{field_text((top, left))}:{field_text((bottom, right))}"


def shape(corners: Corners) -> tuple[int, int]:
    """Both side lengths, the shorter first."""
    top, left, bottom, right = corners
    high, wide = bottom - top + 1, right - left + 1
    return (high, wide) if high <= wide else (wide, high)


def mask_of(corners: Corners) -> int:
    """The set of fields of a rectangle on the sheet."""
    top, left, bottom, right = corners
    line = ((1 << (right - left + 1)) - 1) << left
    return sum(line << (SIZE * row) for row in range(top, bottom + 1))


def border_of(corners: Corners) -> int:
    """The fields outside a rectangle that share an edge with it."""
    top, left, bottom, right = corners
    out = 0
    if top > 0:
        out |= mask_of((top - 1, left, top - 1, right))
    if bottom < SIZE - 1:
        out |= mask_of((bottom + 1, left, bottom + 1, right))
    if left > 0:
        out |= mask_of((top, left - 1, bottom, left - 1))
    if right < SIZE - 1:
        out |= mask_of((top, right + 1, bottom, right + 1))
    return out


def crosses_river(mask: int) -> bool:
    """Whether two fields of the set are separated by the river (ruling 10)."""
    return any(mask & pair == pair for pair in _river_pairs())


@cache
def _river_pairs() -> tuple[int, ...]:
    return tuple(bit(a) | bit(b) for a, b in river())


def _choices(printed: Mapping[str, int], at: Sheet, cloud: bool) -> tuple[str, ...]:
    """Rulings 11-15: what may be crossed in an area that shows these symbols."""
    out = []
    for name in at.choices:
        if name == "bird_pair":
            legal = "red_bird" in printed and "blue_bird" in printed
        elif name not in printed:
            legal = False
        elif name == "tree" and at.season == "summer":
            legal = cloud
        elif name == "firefly":
            legal = not cloud
        elif name == "tree" and at.season == "winter":
            legal = "snowflake" in printed
        elif name == "fox":
            legal = printed[name] == 1
        else:
            legal = True
        if legal:
            out.append(name)
    return tuple(out)


def _plot(at: Sheet, corners: Corners) -> Plot:
    top, left, bottom, right = corners
    printed = Counter(
        name for line in at.symbols[top : bottom + 1] for name in line[left : right + 1]
    )
    mask = mask_of(corners)
    return Plot(
        corners,
        corners_text(corners),
        mask,
        border_of(corners),
        crosses_river(mask),
        MappingProxyType(dict(printed)),
        _choices(printed, at, cloud=False),
        _choices(printed, at, cloud=True),
    )


@cache
def plots(season: Season) -> Mapping[Corners, Plot]:
    """All 1156 rectangles with sides of 1-4 fields, in reading order of their corners."""
    at = sheet(season)
    reach = longest_side()
    return MappingProxyType(
        {
            corners: _plot(at, corners)
            for top in range(SIZE)
            for left in range(SIZE)
            for bottom in range(top, min(top + reach, SIZE))
            for right in range(left, min(left + reach, SIZE))
            for corners in [(top, left, bottom, right)]
        }
    )


@cache
def plots_by_shape(season: Season) -> Mapping[tuple[int, int], tuple[Plot, ...]]:
    """The rectangles of either orientation by their side lengths, the shorter first."""
    out: dict[tuple[int, int], list[Plot]] = {}
    for corners, plot in plots(season).items():
        out.setdefault(shape(corners), []).append(plot)
    return MappingProxyType({sides: tuple(found) for sides, found in out.items()})
