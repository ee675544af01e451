"""What a plan lives on, in words for the notes of a hint."""

from __future__ import annotations

import math
from collections.abc import Sequence

from leafwise.puzzles.indian_summer.actions import Action, Animal, Berry, Feather, Mushroom
from leafwise.puzzles.indian_summer.actions import End as EndTurn
from leafwise.puzzles.indian_summer.components import TREASURES
from leafwise.puzzles.indian_summer.position import Position
from leafwise.puzzles.indian_summer.rules import apply

FIELDS_A_TURN = 8.0  # what a turn covers on the whole, treasures included (see the benchmarks)


def story(p: Position, turns: Sequence[Sequence[Action]], most: int = 8) -> list[str]:
    """What a plan lives on: which area pays what in which turn, and what treasures buy."""
    out = []
    for n, turn in enumerate(turns, 1):
        for a in turn:
            before = p
            p = apply(p, a)
            bought = _BUYS.get(type(a))
            if bought:
                out.append(f"turn {n}: {bought}")
            for letter, area in zip(p.floor.area_names, p.floor.areas, strict=True):
                if area & before.ground and not area & p.ground:
                    # what lay on the area, and the tokens of the completing tile itself
                    fresh = area & before.ground & p.free & p.floor.treasure
                    paid = [
                        f"{count} {name}"
                        for k, name in enumerate(TREASURES)
                        if (
                            count := (
                                (area & before.tokens[k]) | (fresh & p.floor.printed[k])
                            ).bit_count()
                        )
                    ]
                    if paid:
                        out.append(f"turn {n}: area {letter} pays {', '.join(paid)}")
            if isinstance(a, Animal):
                gained = [
                    f"{now - was} {name}"
                    for was, now, name in zip(before.treasures, p.treasures, TREASURES, strict=True)
                    if now > was
                ]
                out.append(f"turn {n}: animal {a.kind} brings {', '.join(gained)}")
        if n < len(turns):
            p = apply(p, EndTurn())
    return out[:most]


_BUYS = {
    Mushroom: "a mushroom lays tiles of other paths",
    Feather: "a feather lays two tiles",
    Berry: "a berry brings tiles",
}


def race(p: Position, turns: float) -> str:
    """The chance to fill the floor first, if each other goes on at the usual pace.

    An opponent's turns are taken as normal around the open fields by the usual fields a turn.
    """
    chance = 1.0
    for o in p.opponents:
        fields = p.floor.all.bit_count() if o.uncovered is None else o.uncovered
        expected = max(0, fields - o.nuts) / FIELDS_A_TURN
        spread = 0.5 + 0.15 * expected
        chance *= 0.5 * (1.0 + math.erf((expected - turns + 0.5) / (spread * math.sqrt(2.0))))
    return f"chance to be first about {100 * chance:.0f}%, if the others cover the usual 8 a turn"
