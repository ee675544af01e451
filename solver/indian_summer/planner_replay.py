"""Real actions for a plan found by the compiled search.

The search chooses the fields of squirrels late and exchanges nothing that it does not spend at
once. Here every main-action squirrel gets the field for which its credit is used later, and each
payment becomes the exchanges it needs. Placing a squirrel early pays its area out no later, so
every later action stays legal; the referee checks all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leafwise.puzzles.core.errors import Disagreement, IllegalMove
from leafwise.puzzles.indian_summer.actions import (
    Action,
    Animal,
    Berry,
    End,
    Exchange,
    Feather,
    Leaf,
    Mushroom,
    Nut,
    Squirrel,
    Taken,
)
from leafwise.puzzles.indian_summer.components import BERRY, FEATHER, MUSHROOM, NUT, same_tile
from leafwise.puzzles.indian_summer.geometry import Placement, bits
from leafwise.puzzles.indian_summer.kernel import Packing
from leafwise.puzzles.indian_summer.notation import format_line
from leafwise.puzzles.indian_summer.position import Position
from leafwise.puzzles.indian_summer.rules import apply

from .kernel_plan import BEAST, CLOSE, CREDIT, EAT, FILL, TAKE, TILE, TWO

Macro = tuple[int, int, int, int, int]
Turns = Sequence[Sequence[Macro]]


@dataclass(frozen=True, slots=True)
class Played:
    """A plan that the plain rules have carried out.

    ``turns`` and ``texts`` are the turns' actions and notation, without ``end``; ``line`` joins
    them with an ``end`` between; ``end`` is the position after the last.
    """

    turns: tuple[tuple[Action, ...], ...]
    texts: tuple[str, ...]
    line: tuple[Action, ...]
    end: Position


def play(k: Packing, turns: Turns, drops: tuple[int, ...] = ()) -> Played:
    """Carry macros out; raises Disagreement where an action is illegal.

    After the n-th own turn others take ``drops[n]`` tiles from the front of the common path.
    """
    return _Replay(k, turns, drops).run()


def _laid(k: Packing, macro: Macro) -> list[Placement]:
    code, a, b, _, _ = macro
    if code == TILE:
        return [k.tiles[a]]
    if code in (TWO, TAKE):
        return [k.tiles[x] for x in (a, b) if x >= 0]
    return []


def credit_fields(k: Packing, turns: Turns) -> list[int]:
    """The field of each main-action squirrel, in order of the credits."""
    ground = k.start.ground
    out: list[int] = []
    owed = 0
    for macro in (m for turn in turns for m in turn):
        code, a, used, _, _ = macro
        for x in _laid(k, macro):
            ground &= ~x.mask
        if code == CREDIT:
            owed += 1
        elif code == CLOSE:
            out += list(bits(ground & k.start.floor.areas[a]))[:used]
            owed -= used
            ground &= ~k.start.floor.areas[a]
        elif code == FILL:
            out += list(bits(ground))[:owed]
            owed = 0
            ground = 0
    return out + list(bits(ground))[:owed]


def without_front(p: Position, count: int) -> Position:
    """The position after others took tiles from the front of the common path."""
    if not count:
        return p
    row = (p.common + p.reserve)[count:]
    left = max(0, len(p.common) - count)
    return replace(p, common=row[:left], reserve=row[left:])


class _Replay:
    """Carries the macros out on the plain rules."""

    def __init__(self, k: Packing, turns: Turns, drops: tuple[int, ...]) -> None:
        self.k, self.turns, self.drops = k, turns, drops
        self.p: Position = k.start
        self.credits = iter(credit_fields(k, turns))
        self.done: list[Action] = []

    def run(self) -> Played:
        out: list[tuple[Action, ...]] = []
        texts = []
        line: list[Action] = []
        for n, turn in enumerate(self.turns):
            self.done = []
            before = self.p
            for macro in turn:
                self._carry_out(macro)
            out.append(tuple(self.done))
            texts.append(format_line(before, self.done))
            if n + 1 < len(self.turns):
                self._do(End())
                self.p = without_front(self.p, self.drops[n] if n < len(self.drops) else 0)
            line += self.done
        return Played(tuple(out), tuple(texts), tuple(line), self.p)

    def _do(self, a: Action) -> None:
        try:
            self.p = apply(self.p, a)
        except IllegalMove as error:
            raise Disagreement(f"a plan's action is illegal: {error}") from error
        self.done.append(a)

    def _carry_out(self, macro: Macro) -> None:
        code, a, b, pay, sources = macro
        if code == EAT:
            kind = next(t for t in range(4) if _part(pay, t))
            if kind:
                self._do(Exchange(kind, 1, BERRY))
            self._do(Berry())
        elif code == CREDIT:
            self._do(Squirrel(next(self.credits)))
        elif code == TILE:
            self._do(self._own(self.k.tiles[a], set()))
        elif code == TWO:
            self._feather(self.k.tiles[a], self.k.tiles[b], pay)
        elif code == TAKE:
            self._mushroom(a, b, pay, sources)
        elif code == BEAST:
            kind = int(self.k.tables.animal_kind[a])
            x = self.k.animals[a]
            self._do(Animal(self.k.start.box.animals[kind].id, x.text, x.corner))
        elif code == CLOSE:
            self._squirrels(self.p.ground & self.k.start.floor.areas[a], pay)
        elif code == FILL:
            self._squirrels(self.p.ground, pay)

    def _own(self, x: Placement, taken: set[int]) -> Leaf:
        place = next(
            n for n, text in enumerate(self.p.path, 1) if n not in taken and same_tile(text, x.text)
        )
        return Leaf(place, x.text, x.corner)

    def _upward(self, pay: int) -> None:
        """Berries to nuts, then nuts to mushrooms."""
        pairs = _part(pay, BERRY) // 2
        for _ in range(pairs):
            self._do(Exchange(BERRY, 2, NUT))
        for _ in range((pairs + _part(pay, NUT)) // 2):
            self._do(Exchange(NUT, 2, MUSHROOM))

    def _feather(self, x: Placement, y: Placement, pay: int) -> None:
        if not _part(pay, FEATHER):
            self._upward(pay)
            self._do(Exchange(MUSHROOM, 2, FEATHER))
        first = self._own(x, set())
        second = self._own(y, {first.place})
        self._do(Feather(*sorted((first, second))))

    def _mushroom(self, a: int, b: int, pay: int, sources: int) -> None:
        if _part(pay, FEATHER):
            self._do(Exchange(FEATHER, 1, MUSHROOM))
        elif not _part(pay, MUSHROOM):
            self._upward(pay)
        x = self.k.tiles[a]
        first = Taken(sources // 8, x.text, x.corner)
        second = None
        if b >= 0:
            y = self.k.tiles[b]
            second = Taken(sources % 8, y.text, y.corner)
        self._do(Mushroom(first, second))

    def _squirrels(self, fields: int, pay: int) -> None:
        """Nuts on the fields, each exchanged just before it is placed."""
        coins = [NUT] * _part(pay, NUT) + [BERRY] * (_part(pay, BERRY) // 2)
        coins += [MUSHROOM] * _part(pay, MUSHROOM) + [FEATHER] * _part(pay, FEATHER)
        for field, coin in zip(list(bits(fields)), coins, strict=True):
            if coin == BERRY:
                self._do(Exchange(BERRY, 2, NUT))
            elif coin != NUT:
                self._do(Exchange(coin, 1, NUT))
            self._do(Nut(field))


def _part(pay: int, treasure: int) -> int:
    return int(pay) >> (12 * treasure) & 0xFFF
