"""Indian Summer behind the interface of ``leafwise.puzzles.core.game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..core.errors import BadUse
from ..core.game import (
    Document,
    Goal,
    NewOption,
    Outcomes,
    PlayerTotal,
    Score,
    Seat,
    Standing,
    Turn,
    Value,
)
from ..core.picture import Picture
from ..core.random import Stream
from . import cleanup, deal, legal, listing, notation, picture, reading, rules, writing
from .actions import Action
from .position import Position, over


class IndianSummer:
    """The rules as one stateless object; see the modules beside this one."""

    id: ClassVar[str] = "indian-summer"
    title: ClassVar[str] = "Indian Summer"
    unit: ClassVar[str] = "own turns"
    total_unit: ClassVar[str] = "uncovered fields"
    new_options: ClassVar[tuple[NewOption, ...]] = (
        NewOption("floor", "a floor by name; a shipped one at random where it is left out"),
        NewOption("players", "players, you among them", ("1", "2", "3", "4"), default="1"),
        NewOption("tiles", "a tile set of your own by name"),
    )

    def read(self, doc: Mapping[str, Any]) -> Position:
        return reading.read(doc)

    def write(self, p: Position) -> Document:
        return writing.write(p)

    def parse(self, p: Position, text: str) -> tuple[Action, ...]:
        return notation.parse(p, text)

    def format(self, p: Position, line: Sequence[Action]) -> str:
        return notation.format_line(p, line)

    def new(self, options: Mapping[str, str], seed: int) -> Position:
        return deal.new(options, seed)

    def form(self, options: Mapping[str, str]) -> str:
        return deal.form(options)

    def turn(self, p: Position) -> Turn:
        """Over, or a decision of the owner; opponents' turns are not part of a file."""
        return Turn("over", None, "over") if over(p) else Turn("decide", 0, picture.what(p))

    def actions(self, p: Position) -> tuple[Action, ...]:
        return () if over(p) else legal.actions(p)

    def listing(self, p: Position) -> tuple[str, ...]:
        """All legal actions as text, also on a floor that was full before the turn."""
        return listing.listing(p)

    def outcomes(self, p: Position) -> Outcomes[Action]:
        """Nothing happens by chance: reserve tiles are sampled by ``world``."""
        raise ValueError("Indian Summer has no chance steps")

    def apply(self, p: Position, a: Action) -> Position:
        return rules.apply(p, a)

    def scores(self, p: Position) -> tuple[Score, ...]:
        """Uncovered fields after the best clean-up; nuts and berry only break ties."""
        end = cleanup.cleanup(p)
        return (
            Score(
                "uncovered",
                end.uncovered,
                f"{_many(end.uncovered, 'field')} uncovered after "
                f"{_many(len(end.fields), 'squirrel')}",
                cleanup.names(p, end.fields),
            ),
            Score("nuts", 0, f"{end.nuts} left"),
            Score("berry", 0, f"{end.berry} left"),
        )

    def total(self, p: Position) -> float:
        return cleanup.cleanup(p).uncovered

    def value(self, p: Position, seat: Seat = 0, goal: Goal = Goal.SCORE) -> Value:
        """The worth if the game ended here, 0 turns from here (rulings 15 to 17).

        An opponent's is what the file tells of him; all goals are the same ranking.
        """
        if seat:
            end = cleanup.others(p)[seat - 1]
            return cleanup.FloorValue((-end.uncovered, 0, end.nuts, end.berry))
        return cleanup.floor_value(p)

    def score_extras(self, p: Position) -> Document:
        end = cleanup.cleanup(p)
        return {"cleanup": {"uncovered": end.uncovered, "nuts": end.nuts, "berry": end.berry}}

    def players(self, p: Position) -> tuple[PlayerTotal, ...]:
        """Ruling 16 as far as the file tells."""
        if not p.opponents:
            return ()
        ends = (cleanup.cleanup(p), *cleanup.others(p))
        names = ("me", *(f"opponent {i}" for i in range(1, len(ends))))
        rows = zip(names, ends, cleanup.ranks(ends), strict=True)
        return tuple(
            PlayerTotal(seat, name, end.uncovered, rank)
            for seat, (name, end, rank) in enumerate(rows)
        )

    def rank(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[Standing, ...]:
        """Ruling 16: fewest uncovered fields, then nuts, then a berry, then shared."""
        ends = [cleanup.cleanup(p) for p in ps]
        rows = zip(names, ends, cleanup.ranks(ends), strict=True)
        out = [
            Standing(name, end.uncovered, rank, f"{end.nuts} nuts, {end.berry} berry left")
            for name, end, rank in rows
        ]
        return tuple(sorted(out, key=lambda standing: standing.rank))

    def year(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[tuple[str, float], ...]:
        raise BadUse("--year", "indian-summer", "only Rustling Leaves has a year")

    def alter(self, p: Position, add: Sequence[str], remove: Sequence[str]) -> Position:
        option, texts = ("--with", add) if add else ("--without", remove)
        allowed = "a floor takes nothing in or out; --move MOVE scores what a move would bring"
        raise BadUse(option, repr(texts[0]), allowed)

    def world(self, p: Position, seat: Seat, seed: int) -> Position:
        return deal.world(p, seed)

    def view(self, p: Position, seat: Seat) -> Position:
        return deal.view(p)

    def headline(self, p: Position) -> str:
        return picture.headline(p)

    def picture(self, p: Position, line: Sequence[Action] = ()) -> Picture:
        return picture.picture(p, line)

    def blank(self, options: Mapping[str, str]) -> Picture:
        """An empty floor with its print (``--floor``, else 1a)."""
        name = options.get("floor", "1a")
        return picture.floor_picture(deal.floor_option({"floor": name}, Stream(0)))


def _many(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


GAME = IndianSummer()
