"""Forest Shuffle behind the interface of :mod:`leafwise.puzzles.core.game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, ClassVar

from ..core.errors import BadUse
from ..core.game import (
    Document,
    Game,
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
from . import (
    altering,
    cardlines,
    formatting,
    legal,
    names,
    parsing,
    picture,
    play,
    reading,
    scoring,
    setup,
    shorthand,
    unseen,
    writing,
)
from .actions import Action
from .forest import Counts
from .position import Position, seat_name


class ForestShuffle:
    """The rules, stateless; seat 0 is the owner of the file, opponents follow in turn order."""

    id: ClassVar[str] = writing.GAME_ID
    title: ClassVar[str] = "Forest Shuffle"
    unit: ClassVar[str] = "points"
    total_unit: ClassVar[str] = "points"
    new_options: ClassVar[tuple[NewOption, ...]] = setup.OPTIONS

    # positions and text

    def read(self, doc: Mapping[str, Any]) -> Position:
        """Decode and check a document; raises BadPosition with all its faults."""
        return reading.read(doc)

    def write(self, p: Position) -> Document:
        """The document of ``p``; sampled cards are written as unknown."""
        return writing.write(p)

    def read_shorthand(self, text: str) -> Position:
        """A final position from a flat list (``3 oak, linden: top bullfinch``); BadPosition."""
        return shorthand.read_shorthand(text)

    def parse(self, p: Position, text: str) -> tuple[Action, ...]:
        """The line that ``text`` means; raises BadMove or IllegalMove."""
        return parsing.parse(p, text)

    def format(self, p: Position, line: Sequence[Action]) -> str:
        """The canonical text of a line; several moves are joined by ``; ``."""
        return formatting.format_line(p, line)

    def completions(self, typed: str, p: Position | None = None) -> tuple[str, ...]:
        """What ``typed`` may become: moves of a position, or names of cards and species."""
        if p is not None:
            return tuple(text for text in formatting.listing(p) if text.startswith(typed))
        return names.completions(typed)

    def new(self, options: Mapping[str, str], seed: int) -> Position:
        """Deal a start position (rulings 1 and 2); raises BadUse."""
        return setup.new(options, seed)

    def form(self, options: Mapping[str, str]) -> str:
        """A commented TOML form to fill in by hand."""
        return setup.form(options)

    # rules

    def turn(self, p: Position) -> Turn:
        """What has to happen next."""
        return legal.turn(p)

    def actions(self, p: Position) -> tuple[Action, ...]:
        """All legal small actions when the turn is "decide"; sorted; else empty."""
        return legal.actions(p)

    def listing(self, p: Position) -> tuple[str, ...]:
        """Actions without their ``pay`` and ``with`` parts, sorted by code points."""
        return formatting.listing(p)

    def outcomes(self, p: Position) -> Outcomes[Action]:
        """What can happen at a chance step: the card turned up, or what a hidden hand does."""
        return unseen.outcomes(p)

    def apply(self, p: Position, a: Action) -> Position:
        """The position after a small action; raises IllegalMove."""
        return play.apply(p, a)

    # worth

    def scores(self, p: Position) -> tuple[Score, ...]:
        """The owner's score lines, one a species, zeros left out (rulings 20 to 25)."""
        return scoring.scores(p.seats[0].trees, p.seats[0].cave, p.rivals(0))

    def total(self, p: Position) -> float:
        """The owner's points."""
        return self._total(p, 0)

    def _total(self, p: Position, seat: Seat) -> int:
        player = p.seats[seat]
        return scoring.total(player.trees, player.cave, p.rivals(seat))

    def value(self, p: Position, seat: Seat = 0, goal: Goal = Goal.SCORE) -> Value:
        """Points of a seat; MARGIN over the best other; WIN 1, shared 0.5, else 0 (ruling 25)."""
        own = self._total(p, seat)
        others = [self._total(p, n) for n in range(p.players) if n != seat]
        best = max(others, default=0)
        if goal is Goal.MARGIN:
            return Value((float(own - best),))
        if goal is Goal.WIN:
            return Value((1.0 if own > best or not others else 0.5 if own == best else 0.0,))
        return Value((float(own),))

    def score_extras(self, p: Position) -> Document:
        """``cards``: the score card by card, ``{species, name, count, points, rule, ...}``."""
        me = p.seats[0]
        return {"cards": [asdict(c) for c in cardlines.card_lines(me.trees, me.cave, p.rivals(0))]}

    def players(self, p: Position) -> tuple[PlayerTotal, ...]:
        """Totals and ranks of the players whose forests are given in full; empty for one alone."""
        full = [n for n, q in enumerate(p.seats) if not isinstance(q.forest, Counts)]
        if len(full) < 2:
            return ()
        totals = {n: self._total(p, n) for n in full}
        return tuple(
            PlayerTotal(n, seat_name(n), t, 1 + sum(other > t for other in totals.values()))
            for n, t in totals.items()
        )

    def rank(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[Standing, ...]:
        """Rank files of one game by their owners; majorities are taken among these files."""
        totals = []
        for p in ps:
            others = tuple(q.seats[0] for q in ps if q is not p)
            totals.append(self._total(replace(p, seats=(p.seats[0], *others)), 0))
        order = sorted(range(len(ps)), key=lambda n: (-totals[n], n))
        note = "Lindens and Woodpeckers compared among these files" if len(ps) > 1 else ""
        return tuple(
            Standing(names[n], totals[n], 1 + sum(t > totals[n] for t in totals), note)
            for n in order
        )

    def year(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[tuple[str, float], ...]:
        """Forest Shuffle has no series; raises BadUse."""
        raise BadUse("--year", "forest-shuffle", "only the seasons of Rustling Leaves make a year")

    def alter(self, p: Position, add: Sequence[str], remove: Sequence[str]) -> Position:
        """The owner's forest with cards put in or taken out; raises BadUse."""
        return altering.alter(p, add, remove)

    # hidden information

    def world(self, p: Position, seat: Seat, seed: int) -> Position:
        """Fill in hidden hands and an unknown deck (ruling 1); what the file tells stays."""
        return unseen.world(p, seed)

    def view(self, p: Position, seat: Seat) -> Position:
        """What the owner of the file knows: sampled cards that did not come out are unknown."""
        return unseen.view(p)

    def notes(self, p: Position) -> tuple[str, ...]:
        """What a reader of a hint should know, such as winters that do not fit the deck."""
        note = unseen.winter_note(p)
        return (note,) if note else ()

    # drawing

    def headline(self, p: Position) -> str:
        """One line that names the position."""
        return picture.headline(p)

    def picture(self, p: Position, line: Sequence[Action] = ()) -> Picture:
        """The table; cards that ``line`` plays are numbered."""
        return picture.picture(p, line)

    def blank(self, options: Mapping[str, str]) -> Picture:
        """A printable score sheet."""
        setup.chosen(options)
        return picture.blank()


GAME: Game[Position, Action] = ForestShuffle()
