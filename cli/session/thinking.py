"""Hints inside a session: asked for, kept while they hold, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core.errors import NoAnswer
from leafwise.puzzles.core.names import is_number

from ..progress import Meter
from .state import Session

if TYPE_CHECKING:
    from leafwise.solver.api import Budget, Hint

ROWS = 5


def think(session: Session, rest: str = "", again: bool = False) -> Hint:
    """The hint at the present position, with the user's own move where ``rest`` names one.

    The last hint is given once more where it took all its playouts; one that was cut short (by
    the clock, by Ctrl-C, by the slow plain path) only stands for questions about it, unless
    ``again``. Raises NoAnswer, with what is to be typed, where the owner has nothing to decide.
    """
    from leafwise.solver import engine

    _must_decide(session)
    asked = []
    if rest:
        asked = [session.game.format(session.p, understood(session, session.numbered(rest)))]
    elif session.hint is not None and (session.whole or not again):
        return session.hint
    _compiled(session)
    meter = Meter("thinking", session.common.quiet)
    budget = _budget(session, meter)
    try:
        found = engine.hint(session.game, session.p, budget=budget, asked=asked, top=ROWS)
    finally:
        meter.close()
    session.hint = found
    session.whole = not _cut(session, budget)
    session.interrupted = budget.interrupted
    return found


def _cut(session: Session, budget: Budget) -> bool:
    """Whether a hint might be better when it is asked for again."""
    from leafwise.solver import warm

    return budget.interrupted or budget.limited_by == "time" or warm.is_cold(session.game.id)


def _must_decide(session: Session) -> None:
    turn = session.game.turn(session.p)
    if turn.kind == "over" or (turn.kind == "decide" and turn.seat == 0):
        return
    call = session.guide.call(session.p)
    shown = " or ".join(repr(text) for text in call.examples[:2])
    such = f", such as {shown}" if shown else ""
    raise NoAnswer(f"nothing for you to decide yet: {call.prompt}{such}")


def _compiled(session: Session) -> None:
    """A session is long: wait for the kernels once rather than answer slowly all the time."""
    from ..kernels import ready

    ready(session.game.id, session.common.quiet)


def understood(session: Session, text: str) -> Any:
    """The actions of a move that a hint is asked about."""
    from .reading import understand

    return understand(session.game, session.p, text)


def _budget(session: Session, meter: Meter) -> Budget:
    from leafwise.solver.api import Budget, Clock

    common = session.common
    return Budget(
        Clock(common.time_limit),
        seed=common.seed,
        worlds=session.worlds,
        workers=common.workers,
        progress=meter.update,
    )


def hint(session: Session, rest: str) -> str:
    """The table of the moves, numbered."""
    from ..render.hint import hint_text

    found = think(session, rest, again=True)
    session.show_table([row.move for row in found.moves])
    headline = session.game.headline(session.p)
    text = hint_text(headline, found, "move", session.style, session.common.verbose).rstrip("\n")
    return f"  interrupted: best so far\n{text}" if session.interrupted else text


def why(session: Session, rest: str) -> str:
    """Why the best move; with a number or a move, why not that one."""
    if rest and not is_number(rest):
        found = think(session, rest)
        row = next(row for row in found.moves if "asked" in row.flags)
        return row.why
    found = think(session)
    session.show_table([row.move for row in found.moves])
    move = session.numbered(rest) if rest else found.moves[0].move
    row = next(row for row in found.moves if row.move == move)
    return found.reason if row is found.moves[0] else row.why


def nudge(session: Session, rest: str) -> str:
    """What to look at."""
    return think(session).nudge


def plan(session: Session, rest: str) -> str:
    """A likely continuation of the best move or of a number."""
    from ..render.hint import plan_lines

    found = think(session)
    session.show_table([row.move for row in found.moves])
    move = session.numbered(rest) if rest else found.moves[0].move
    row = next((row for row in found.moves if row.move == move), found.moves[0])
    return "\n".join(plan_lines(row))
