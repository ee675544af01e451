"""What a session holds: the log, its file, and the table that numbers refer to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core import records
from leafwise.puzzles.core.errors import BadMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.guide import Guide, guide
from leafwise.puzzles.core.names import is_number
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
    hint: Hint | None = None  # the last one of the present position
    whole: bool = False  # whether that hint took all the playouts it wanted
    interrupted: bool = False  # whether it was cut short by Ctrl-C
    taken: tuple[Step, ...] = ()  # taken back and not replaced yet, the last taken first
    worlds: int | None = None  # playouts a finalist of a hint; None: the game's default
    notes: tuple[str, ...] = ()  # said in the beginning
    draws: bool = False  # whether the table is drawn at every new decision

    def __post_init__(self) -> None:
        self.entries = records.entries(self.game, self.log)

    @property
    def p(self) -> Any:
        """The present position."""
        return self.log.last

    @property
    def guide(self) -> Guide:
        """What the game says at a prompt."""
        return guide(self.game)

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
        self.table, self.hint, self.whole = (), None, False

    def do(self, step: Step) -> None:
        """Take a step and save it; what was taken back before is given up."""
        log = self.log.then(step)
        self._become(log, records.entries(self.game, log, self.entries))
        self.taken = ()

    def play(self, line: Line) -> Step:
        """Carry out actions; raises IllegalMove."""
        step = records.move(self.game, self.p, line)
        self.do(step)
        return step

    def move(self, text: str) -> Step:
        """Carry out a move by its text or by its number in the last table."""
        whole = self.numbered(text)
        return self.play(understand(self.game, self.p, whole, exact=whole != text))

    def correct(self, text: str) -> Step:
        """Correct the table (``set``, ``add``, ``take``); raises BadMove or BadPosition."""
        text = _counted(text)
        match = records.EDIT.match(text)
        reason = self.guide.forbidden(self.p, match[2]) if match else None
        if reason is not None:
            raise BadMove(text, reason)
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
        line = self.guide.implied(self.p)
        q = self.p
        for action in line:
            q = self.game.apply(q, action)
        if self.game.turn(q).kind != "chance":
            prompt = self.guide.call(self.p).prompt
            what = "the game is over" if turn.kind == "over" else f"this is your decision: {prompt}"
            raise BadMove("deal", what)
        return self.play((*line, self.game.outcomes(q).draw(stream)))

    def undo(self, n: int) -> tuple[Step, ...]:
        """Take back the last ``n`` steps; those that were taken back, for ``redo``."""
        gone = self.log.steps[max(0, len(self.log.steps) - n) :]
        if gone:
            log = self.log.undo(n)
            self._become(log, records.entries(self.game, log))
            self.taken = (*self.taken, *reversed(gone))
        return gone

    def redo(self) -> Step | None:
        """Bring back the step that was taken back last; None where there is none."""
        if not self.taken:
            return None
        *rest, step = self.taken
        self.do(step)
        self.taken = tuple(rest)
        return step

    def numbered(self, text: str) -> str:
        """The move of a number in the last table, any other text as it is; raises BadMove."""
        if not is_number(text):
            return text
        if not self.table:
            raise BadMove(text, "no table to take a number from: 'hint' or 'moves' makes one")
        if not 1 <= int(text) <= len(self.table):
            raise BadMove(text, f"a number from 1 to {len(self.table)}")
        return self.table[int(text) - 1]

    def show_table(self, moves: Sequence[str]) -> None:
        """Numbers mean these moves from now on."""
        self.table = tuple(moves)


def _counted(text: str) -> str:
    """``take hand 2 oak`` as two words: a number in front of a word says how many."""
    match = re.fullmatch(r"(add|take)\s+(\S+)\s+([1-9])\s+([^\d\s,].*)", text.strip())
    if match is None or "," in match[4]:
        return text
    return f"{match[1]} {match[2]} " + " ".join([match[4]] * int(match[3]))
