"""Rustling Leaves behind the interface of :mod:`leafwise.puzzles.core.game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from ..core.names import is_number, nearest
from ..core.picture import Picture
from ..core.random import DEAL, Stream
from . import actions, notation, picture, scoring, sheetfile
from .actions import Action
from .data import SEASONS, SIZE, Season
from .plots import corners_text
from .position import Position

MOST_PLAYERS = 6  # ruling 8: each has a start field of their own


class RustlingLeaves:
    """The rules, stateless; a position is one player's sheet (seat 0)."""

    id: ClassVar[str] = sheetfile.GAME_ID
    title: ClassVar[str] = "Rustling Leaves"
    unit: ClassVar[str] = "points"
    total_unit: ClassVar[str] = "points"
    new_options: ClassVar[tuple[NewOption, ...]] = (
        NewOption("season", "the sheet to play on; default: drawn by the seed", SEASONS),
        NewOption(
            "start",
            "own start field; default: drawn by the seed",
            tuple(str(n) for n in range(1, MOST_PLAYERS + 1)),
        ),
    )

    # positions and text

    def read(self, doc: Mapping[str, Any]) -> Position:
        """Decode and check a document; raises BadPosition with all its faults."""
        return sheetfile.read(doc)

    def write(self, p: Position) -> Document:
        """The document of ``p``."""
        return sheetfile.write(p)

    def parse(self, p: Position, text: str) -> tuple[Action, ...]:
        """The line that ``text`` means; raises BadMove or IllegalMove."""
        return notation.parse(p, text)

    def format(self, p: Position, line: Sequence[Action]) -> str:
        """The text of a line, read back by :meth:`parse`."""
        return notation.format_line(p, line)

    def new(self, options: Mapping[str, str], seed: int) -> Position:
        """An empty sheet before the first roll; raises BadUse."""
        season, start = self._chosen(options)
        stream = Stream(seed, stream=DEAL)
        drawn_season, drawn_start = stream.choice(SEASONS), 1 + stream.below(MOST_PLAYERS)
        return Position(season or drawn_season, start or drawn_start)

    def form(self, options: Mapping[str, str]) -> str:
        """A commented TOML form to fill in by hand."""
        season, start = self._chosen(options)
        return sheetfile.form(season or SEASONS[0], start or 1)

    def _chosen(self, options: Mapping[str, str]) -> tuple[Season | None, int | None]:
        """Season and start field of the options; raises BadUse."""
        known = [option.name for option in self.new_options]
        for name in options:
            if name not in known:
                wanted = "an option of rustling-leaves: " + ", ".join(known)
                raise BadUse(name, repr(options[name]), wanted, nearest(name, known))
        season = None
        if "season" in options:
            season = next((name for name in SEASONS if name == options["season"]), None)
            if season is None:
                found, wanted = repr(options["season"]), "one of " + ", ".join(SEASONS)
                raise BadUse("season", found, wanted, nearest(options["season"], SEASONS))
        start = None
        if "start" in options:
            if options["start"] not in [str(n) for n in range(1, MOST_PLAYERS + 1)]:
                raise BadUse("start", repr(options["start"]), "a start field, 1 to 6")
            start = int(options["start"])
        return season, start

    # rules

    def turn(self, p: Position) -> Turn:
        """What has to happen next."""
        return actions.turn(p)

    def actions(self, p: Position) -> tuple[Action, ...]:
        """All legal decisions, sorted."""
        return actions.actions(p)

    def listing(self, p: Position) -> tuple[str, ...]:
        """The texts of all legal moves, sorted by code points."""
        return actions.listing(p)

    def outcomes(self, p: Position) -> Outcomes[Action]:
        """The rolls that can come, or the one that will."""
        return actions.outcomes(p)

    def apply(self, p: Position, a: Action) -> Position:
        """The position after a decision or a roll; raises IllegalMove naming the ruling."""
        return actions.apply(p, a)

    # worth

    def scores(self, p: Position) -> tuple[Score, ...]:
        """One line for every category of the season, as if the player stopped now."""
        return scoring.scores(p)

    def total(self, p: Position) -> float:
        """The sum of the score lines; winter before the holly die: the expected value."""
        return scoring.total(scoring.tally(p))

    def value(self, p: Position, seat: Seat = 0, goal: Goal = Goal.SCORE) -> Value:
        """The total; other players' sheets are not in the file, so every goal is the score."""
        return Value((float(self.total(p)),))

    def score_extras(self, p: Position) -> Document:
        """``marks`` (recorded circles), and in winter before the holly die its ``outcomes``."""
        out: Document = {"marks": scoring.marks(p)}
        if p.season == "winter" and p.holly is None:
            out["outcomes"] = [
                {"die": die, "total": total} for die, total in scoring.outcomes_of_holly(p)
            ]
        return out

    def players(self, p: Position) -> tuple[PlayerTotal, ...]:
        """Empty: a file holds one sheet."""
        return ()

    def rank(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[Standing, ...]:
        """Rank the sheets of 2-6 players of one game, the best first (rulings 8, 21, 23).

        The holly die is one for all: where one sheet knows it, it counts for every sheet.
        Raises BadUse for sheets that cannot belong to one game.
        """
        if not 2 <= len(ps) <= MOST_PLAYERS:
            raise BadUse("players", str(len(ps)), f"2 to {MOST_PLAYERS} sheets of one game")
        self._one_game(ps, names)
        die = next((p.holly for p in ps if p.holly is not None), None)
        totals = [self.total(replace(p, holly=die)) for p in ps]
        places = scoring.ranks([(t, p.misthrows) for t, p in zip(totals, ps, strict=True)])
        table = sorted(
            zip(places, range(len(ps)), strict=True), key=lambda entry: (entry[0], entry[1])
        )
        tied = {t for t in totals if totals.count(t) > 1}
        out = []
        for place, i in table:
            note = f"misthrows {ps[i].misthrows}" if totals[i] in tied else ""
            out.append(Standing(names[i], totals[i], place, note))
        return tuple(out)

    def _one_game(self, ps: Sequence[Position], names: Sequence[str]) -> None:
        seen: dict[int, str] = {}
        for p, name in zip(ps, names, strict=True):
            if p.season != ps[0].season:
                wanted = f"a sheet of {ps[0].season}, as {names[0]}: players share a season"
                raise BadUse(name, p.season, wanted)
            if p.start in seen:
                wanted = f"another start field than {seen[p.start]}: players take different ones"
                raise BadUse(name, f"start {p.start}", wanted)
            seen[p.start] = name
        dice = {p.holly for p in ps if p.holly is not None}
        if len(dice) > 1:
            shown = ", ".join(str(die) for die in sorted(dice))
            raise BadUse("holly", shown, "one die, rolled once for all players")

    def year(self, ps: Sequence[Position], names: Sequence[str]) -> tuple[tuple[str, float], ...]:
        """The totals of the four sheets of a whole year, in the order of the seasons (ruling 23).

        Raises BadUse unless every season is there exactly once.
        """
        seasons = [p.season for p in ps]
        if sorted(seasons) != sorted(SEASONS):
            wanted = "four sheets, one of each season: " + ", ".join(SEASONS)
            told = [f"{season} ({name})" for season, name in zip(seasons, names, strict=True)]
            raise BadUse("--year", ", ".join(told) or "no sheets", wanted)
        order = sorted(range(len(ps)), key=lambda i: SEASONS.index(ps[i].season))
        return tuple((names[i], self.total(ps[i])) for i in order)

    def alter(self, p: Position, add: Sequence[str], remove: Sequence[str]) -> Position:
        """The sheet with areas or misthrows put in or taken out.

        Texts: ``"b5:d6 tree"`` (to remove, the corners are enough; a first conifer names its
        row: ``"b5:d6 conifer row=9"``) and ``"misthrow"``. Raises
        BadUse for what is not there, BadPosition where the rest is no legal sheet.
        """
        doc = self.write(p)
        areas: list[str] = doc["areas"]
        for text in remove:
            if text == "misthrow" and doc["misthrows"]:
                doc["misthrows"] -= 1
                continue
            corners = notation.corners_of(text.split()[0]) if text.split() else None
            there = [] if corners is None else [f"{corners_text(corners)} "]
            found = next((a for a in areas if any(a.startswith(start) for start in there)), None)
            if found is None:
                wanted = "an own area or misthrow: " + (", ".join(areas) or "there is none")
                raise BadUse("--without", repr(text), wanted, nearest(text, areas))
            areas.remove(found)
        for text in add:
            if text == "misthrow":
                doc["misthrows"] += 1
                continue
            if not text.split() or notation.corners_of(text.split()[0]) is None:
                wanted = f"an area, columns a-{notation.LAST} and rows 1-{SIZE}: 'b5:d6 tree'"
                near = nearest(text, ["misthrow"])
                raise BadUse("--with", repr(text), f"{wanted}, or 'misthrow'", near)
            area, named, row = text.partition(" row=")
            areas.append(area)
            if named and is_number(row):
                doc["conifer_row"] = int(row)
        if doc.get("conifer_row") and not any(area.endswith(" conifer") for area in areas):
            del doc["conifer_row"]  # it is committed to with the first conifer (ruling 16)
        return self.read(doc)

    # hidden information

    def world(self, p: Position, seat: Seat, seed: int) -> Position:
        """Sample the rolls to come; known rolls stay, and a challenge ends with them."""
        if p.rolls is not None:
            return p
        return replace(p, future=(seed, 0))

    def view(self, p: Position, seat: Seat) -> Position:
        """Without the sampled rolls; a roll to act on has been seen and stays."""
        return replace(p, future=None)

    # drawing

    def headline(self, p: Position) -> str:
        """Game, sheet, round and what is to be acted on."""
        return picture.headline(p)

    def picture(self, p: Position, line: Sequence[Action] = ()) -> Picture:
        """The sheet with its circles; the areas of ``line`` are numbered."""
        return picture.picture(p, line)

    def blank(self, options: Mapping[str, str]) -> Picture:
        """A printable empty sheet of the season asked for (default spring); raises BadUse."""
        season, _ = self._chosen(options)
        return picture.blank(season or SEASONS[0])


GAME: Game[Position, Action] = RustlingLeaves()
