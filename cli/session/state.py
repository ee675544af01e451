"""What a session holds: the log, its file, and the table that numbers refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core import records
from leafwise.puzzles.core.errors import BadMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.random import DEAL, Stream
from leafwise.puzzles.core.records import Log, Step

from ..options import Common
from ..style import Style
from .reading import Line, understand
from .store import Store

if TYPE_CHECKING:
    from leafwise.solver.api import Hint


@dataclass(slots=True)
class Session:
    """A game in progress. Every change is on disk before anything is said about it."""

    game: AnyGame
    log: Log
    store: Store
    common: Common
    style: Style
    entries: tuple[Step, ...] = ()
    table: tuple[str, ...] = ()  # moves by their numbers in the last table
    hint: Hint | None = None  # of the present position
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.entries = records.entries(self.game, self.log)

    @property
    def p(self) -> Any:
        """The present position."""
        return self.log.last

    def save(self) -> None:
        """Write the record; raises BadFile."""
        self.store.save(records.texts(self.entries))

    def _become(self, log: Log, entries: tuple[Step, ...]) -> None:
        before = self.log, self.entries
        self.log, self.entries = log, entries
        try:
            self.save()
        except BaseException:  # what is not on disk has not happened
            self.log, self.entries = before
            raise
        self.table, self.hint = (), None

    def do(self, step: Step) -> None:
        """Take a step and save it."""
        log = self.log.then(step)
        self._become(log, records.entries(self.game, log, self.entries))

    def play(self, line: Line) -> Step:
        """Carry out actions; raises IllegalMove."""
        step = records.move(self.game, self.p, line)
        self.do(step)
        return step

    def move(self, text: str) -> Step:
        """Carry out a move by its text or by its number in the last table."""
        return self.play(understand(self.game, self.p, self.numbered(text)))

    def correct(self, text: str) -> Step:
        """Correct the table (``set``, ``add``, ``take``); raises BadMove or BadPosition."""
        step = records.step(self.game, self.p, text)
        self.do(step)
        return step

    def deal(self) -> Step:
        """Let chance speak or another player act, by the seed and the number of the step.

        Raises BadMove where it is the owner's decision.
        """
        turn = self.game.turn(self.p)
        stream = Stream(self.common.seed, len(self.log.steps), DEAL)
        if turn.kind == "decide" and turn.seat != 0:
            return self.play((stream.choice(self.game.actions(self.p)),))
        line: list[Any] = []
        q = self.p
        if turn.kind == "decide" and turn.seat == 0:
            q, line = self._until_chance(q)
        if self.game.turn(q).kind != "chance":
            raise BadMove("deal", f"chance has nothing to say now: {turn.what}")
        return self.play((*line, self.game.outcomes(q).draw(stream)))

    def _until_chance(self, p: Any) -> tuple[Any, list[Any]]:
        """The only decision of a few that leads to chance, taken (staying in before a roll)."""
        actions = self.game.actions(p)
        if len(actions) <= 3:
            for action in actions:
                q = self.game.apply(p, action)
                if self.game.turn(q).kind == "chance":
                    return q, [action]
        return p, []

    def undo(self, n: int) -> tuple[Step, ...]:
        """Take back the last ``n`` steps; those that were taken back."""
        gone = self.log.steps[max(0, len(self.log.steps) - n) :]
        if gone:
            log = self.log.undo(n)
            self._become(log, records.entries(self.game, log))
        return gone

    def numbered(self, text: str) -> str:
        """The move of a number in the last table, any other text as it is; raises BadMove."""
        if not text.isdigit():
            return text
        if not self.table:
            raise BadMove(text, "no table to take a number from: 'hint' or 'moves' makes one")
        if not 1 <= int(text) <= len(self.table):
            raise BadMove(text, f"a number from 1 to {len(self.table)}")
        return self.table[int(text) - 1]

    def show_table(self, moves: Sequence[str]) -> None:
        """Numbers mean these moves from now on."""
        self.table = tuple(moves)
