"""A record cut into stretches: own decisions, chance, and what the other players did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.records import Step

from .api import Analyst

Kind = Literal["own", "chance", "others"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive actions of one kind.

    ``own``: a decision of the owner, up to the next chance or the end of the turn. ``chance``:
    dice and cards, and corrections of the table. ``others``: a whole entry of another player,
    with the cards that it turned up. ``entry`` is the number of the record's entry (from 1),
    ``spent`` the own turns ended before.
    """

    kind: Kind
    entry: int
    before: Any
    line: tuple[Any, ...]
    text: str
    spent: int

    @property
    def own(self) -> bool:
        """Whether it is a decision of the owner."""
        return self.kind == "own"


def stretches(game: AnyGame, items: Sequence[Step]) -> Iterator[Stretch]:
    """A record in stretches, in order."""
    spent = 0
    for number, item in enumerate(items, 1):
        if not item.line:
            yield Stretch("chance", number, item.before, (), item.text, spent)
        elif game.turn(item.before).seat not in (0, None):
            yield Stretch("others", number, item.before, item.line, item.text, spent)
        else:
            yield from _parts(game, item, number, spent)
        spent += ends_turn(item)


def _parts(game: AnyGame, item: Step, number: int, spent: int) -> Iterator[Stretch]:
    """An entry of the owner: decisions, and chance between them."""
    p = begin = item.before
    line: list[Any] = []
    kind: Kind = "own"
    for action in item.line:
        now: Kind = "own" if _own(game, p) else "chance"
        if line and now != kind:
            yield _stretch(game, kind, number, begin, line, spent)
            line = []
        if not line:
            begin, kind = p, now
        line.append(action)
        p = game.apply(p, action)
    if line:
        yield _stretch(game, kind, number, begin, line, spent)


def _own(game: AnyGame, p: Any) -> bool:
    turn = game.turn(p)
    return turn.kind == "decide" and turn.seat == 0


def ends_turn(item: Step) -> bool:
    """Whether an entry is a whole turn."""
    return bool(item.line) and not item.text.endswith("...")


def _stretch(
    game: AnyGame, kind: Kind, entry: int, p: Any, line: Sequence[Any], spent: int
) -> Stretch:
    """Without the action that only ends the turn: hints leave it out as well."""
    *texts, last = game.format(p, line).split("; ")
    kept = tuple(line[:-1] if kind == "own" and texts and last == "end" else line)
    return Stretch(kind, entry, p, kept, game.format(p, kept), spent)


def joined(
    game: AnyGame, analyst: Analyst[Any], found: Sequence[Stretch], limit: int
) -> Iterator[Stretch]:
    """Decisions that follow each other without chance and are one line of the analyst's table.

    (Two draws of one turn, say, which a record tells as two moves.)
    """
    at = 0
    while at < len(found):
        part, end = found[at], at + 1
        while part.own and end < len(found) and found[end].own:
            end += 1
        taken = 1
        if end - at > 1 and not analyst.open(part.before):
            lines = {c.line for c in analyst.candidates(part.before, limit).items}
            for n in range(end - at, 1, -1):
                line = tuple(action for item in found[at : at + n] for action in item.line)
                if line in lines:
                    part = replace(part, line=line, text=game.format(part.before, line))
                    taken = n
                    break
        yield part
        at += taken
