"""The commands of a session: their names, what they say, and how a word finds its command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from leafwise.puzzles.core.errors import BadMove, LeafwiseError
from leafwise.puzzles.core.game import number
from leafwise.puzzles.core.names import nearest
from leafwise.puzzles.core.records import Step

from ..progress import Meter
from ..render.terminal import render
from .state import Session

if TYPE_CHECKING:
    from leafwise.solver.api import Budget, Hint

ROWS, LISTED = 5, 60


class Quit(Exception):
    """The session is over."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what may follow it, and what it does to a session (the answer as text)."""

    usage: str
    help: str
    run: Callable[[Session, str], str]


def obey(session: Session, typed: str) -> str:
    """Carry out a typed line, a command or a move; raises LeafwiseError or Quit."""
    word, _, rest = typed.strip().partition(" ")
    name = command_name(word, bool(rest.strip()))
    if name is not None:
        return COMMANDS[name].run(session, rest.strip())
    try:
        return told(session, session.move(typed))
    except BadMove as error:
        near = nearest(word, COMMANDS, 60.0)
        if near is None or error.nearest is not None:
            raise
        raise BadMove(error.text, error.allowed, near) from None


def command_name(word: str, more: bool) -> str | None:
    """The command of a word: as it stands, or cut short where nothing follows."""
    word = word.lower()
    if word in ALIASES:
        return ALIASES[word]
    if word in COMMANDS:
        return word
    begins = [name for name in COMMANDS if name.startswith(word)]
    return begins[0] if word.isalpha() and len(begins) == 1 and not more else None


def told(session: Session, step: Step) -> str:
    """What a step did, in a line or two, and the board after a move of one's own."""
    lines = [f"  {step.text}", *status(session)]
    turn = session.game.turn(step.before)
    if step.line and turn.seat == 0 and session.style.colour and not session.common.quiet:
        lines.append(board(session))
    return "\n".join(lines)


def status(session: Session) -> list[str]:
    """The position in a line; at the end the result and what can be done with it."""
    game, p = session.game, session.p
    lines = [f"  {game.headline(p)}"]
    if game.turn(p).kind == "over":
        lines.append(f"  over: {number(game.total(p))} {_what(session)}")
        lines += [f"    {row.rank}. {row.player} {number(row.total)}" for row in game.players(p)]
        lines.append(f"  where it was won and lost: leafwise analyse {session.store.name}")
    return lines


def _what(session: Session) -> str:
    """What the total counts, from the score lines: points, or fields still uncovered."""
    return "points" if session.game.unit == "points" else "left uncovered"


def board(session: Session) -> str:
    """The table as it lies."""
    return render(session.game.picture(session.p), session.style).rstrip("\n")


# commands


def _hint(session: Session, rest: str) -> str:
    from ..render.hint import hint_text

    found = think(session, rest)
    session.show_table([row.move for row in found.moves])
    headline = session.game.headline(session.p)
    return hint_text(headline, found, "move", session.style, session.common.verbose).rstrip("\n")


def think(session: Session, rest: str = "") -> Hint:
    """The hint at the present position, with the user's own move where ``rest`` names one."""
    from leafwise.solver import engine

    asked = []
    if rest:
        text = session.numbered(rest)
        line = _understood(session, text)
        asked = [session.game.format(session.p, line)]
    elif session.hint is not None:
        return session.hint
    _compiled(session)
    meter = Meter("thinking", session.common.quiet)
    try:
        found = engine.hint(
            session.game, session.p, budget=_budget(session, meter), asked=asked, top=ROWS
        )
    finally:
        meter.close()
    session.hint = found
    return found


def _compiled(session: Session) -> None:
    """A session is long: wait for the kernels once rather than answer slowly all the time."""
    from ..kernels import ready

    ready(session.game.id, session.common.quiet)


def _understood(session: Session, text: str) -> Any:
    from .reading import understand

    return understand(session.game, session.p, text)


def _budget(session: Session, meter: Meter) -> Budget:
    from leafwise.solver.api import Budget, Clock

    common = session.common
    return Budget(
        Clock(common.time_limit), seed=common.seed, workers=common.workers, progress=meter.update
    )


def _why(session: Session, rest: str) -> str:
    """Why the best move; with a number or a move, why not that one."""
    if rest and not rest.isdigit():
        found = think(session, rest)
        row = next(row for row in found.moves if "asked" in row.flags)
        return row.why
    found = think(session)
    session.show_table([row.move for row in found.moves])
    move = session.numbered(rest) if rest else found.moves[0].move
    row = next(row for row in found.moves if row.move == move)
    return found.reason if row is found.moves[0] else row.why


def _nudge(session: Session, rest: str) -> str:
    return think(session).nudge


def _plan(session: Session, rest: str) -> str:
    from ..render.hint import plan_lines

    found = think(session)
    session.show_table([row.move for row in found.moves])
    move = session.numbered(rest) if rest else found.moves[0].move
    row = next((row for row in found.moves if row.move == move), found.moves[0])
    return "\n".join(plan_lines(row))


def _score(session: Session, rest: str) -> str:
    from ..commands.score import answer
    from ..run import Ask

    options = {"moves": [rest] if rest else [], "add": (), "remove": ()}
    ask = Ask(
        session.game, session.p, {}, session.store.name, options, session.common, session.style
    )
    return answer(ask).text.rstrip("\n")


def _moves(session: Session, rest: str) -> str:
    """Numbered, so that a number can be typed; cut where there are very many."""
    listed = session.game.listing(session.p)
    wanted = [move for move in listed if rest.lower() in move.lower()]
    session.show_table(wanted)
    if not wanted:
        return f"  no moves{f' with {rest!r}' if rest else ''}: {_next(session)}"
    shown = wanted if session.common.verbose else wanted[:LISTED]
    lines = [f"  {n:>3}  {move}" for n, move in enumerate(shown, 1)]
    if len(shown) < len(wanted):
        lines.append(f"  and {len(wanted) - len(shown)} more: 'moves WORD' lists those with a word")
    return "\n".join(lines)


def _next(session: Session) -> str:
    turn = session.game.turn(session.p)
    return "the game is over" if turn.kind == "over" else f"next is {turn.what}"


def _show(session: Session, rest: str) -> str:
    return board(session)


def _record(session: Session, rest: str) -> str:
    lines = [f"  {n:>3}  {entry.text}" for n, entry in enumerate(session.entries, 1)]
    return "\n".join(lines) or "  nothing yet"


def _undo(session: Session, rest: str) -> str:
    return _go_back(session, 1)


def _back(session: Session, rest: str) -> str:
    if rest and not rest.isdigit():
        raise BadMove(f"back {rest}", "back N, the number of steps to take back")
    return _go_back(session, int(rest or 1))


def _go_back(session: Session, n: int) -> str:
    gone = session.undo(n)
    if not gone:
        return "  nothing to take back"
    lines = [f"  taken back: {step.text}" for step in reversed(gone)]
    return "\n".join([*lines, *status(session)])


def _deal(session: Session, rest: str) -> str:
    return told(session, session.deal())


def _save(session: Session, rest: str) -> str:
    if rest:
        from ..output import check_target

        check_target(rest, session.common.force)
        session.store = session.store.beside(rest)
    session.save()
    return f"  saved in {session.store.name}"


def _quit(session: Session, rest: str) -> str:
    raise Quit


def _correct(verb: str) -> Callable[[Session, str], str]:
    def run(session: Session, rest: str) -> str:
        keys = ", ".join(session.game.write(session.p))
        if not rest:
            raise BadMove(verb, f"{COMMANDS[verb].usage}; keys here: {keys}")
        return told(session, session.correct(f"{verb} {rest}"))

    return run


def _help(session: Session, rest: str) -> str:
    name = command_name(rest.partition(" ")[0], False) if rest else None
    if name is not None:
        return f"  {COMMANDS[name].usage}: {COMMANDS[name].help}"
    wide = max(len(command.usage) for command in COMMANDS.values())
    lines = [f"  {command.usage:<{wide}}  {command.help}" for command in COMMANDS.values()]
    return "\n".join([*_wanted(session), *lines])


def _wanted(session: Session) -> list[str]:
    """What may be typed as a move here, with an example of this very position."""
    from .reading import known

    listed = known(session.game, session.p)
    if not listed:
        return [f"  {_next(session)}"]
    what = session.game.turn(session.p).what
    return [f"  next: {what}, such as '{listed[0]}' or '{listed[-1]}'"]


COMMANDS: dict[str, Command] = {
    "hint": Command("hint [MOVE]", "rank the moves; a number then plays one", _hint),
    "why": Command("why [N|MOVE]", "why the best move, or why not another", _why),
    "nudge": Command("nudge", "what to look at, without the move", _nudge),
    "plan": Command("plan [N]", "a likely continuation", _plan),
    "score": Command("score [MOVE]", "the score line by line, and after a move", _score),
    "moves": Command("moves [WORD]", "the legal moves, numbered", _moves),
    "show": Command("show", "draw the table", _show),
    "record": Command("record", "what happened so far", _record),
    "undo": Command("undo", "take back the last step", _undo),
    "back": Command("back N", "take back N steps", _back),
    "deal": Command("deal", "let the program roll, draw or act for the others", _deal),
    "set": Command(
        "set KEY = VALUE", "correct the table: a key of the position file", _correct("set")
    ),
    "add": Command("add KEY WORD...", "put something at the end of a list", _correct("add")),
    "take": Command(
        "take KEY N|WORD...", "take the first N or some out of a list", _correct("take")
    ),
    "save": Command("save [FILE]", "every step is saved already; FILE: go on in another", _save),
    "quit": Command("quit", "leave; 'session' on the same file goes on", _quit),
    "help": Command("? [COMMAND]", "this list", _help),
}
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "u": "undo", "log": "record", "best": "hint"}


def complaint(error: LeafwiseError) -> list[str]:
    """An error in lines for the person at the prompt."""
    lines = []
    for fault in error.faults():
        bare = replace(fault, place="") if fault.place == "move" else fault
        lines.append(f"  ! {bare.sentence().removeprefix('found ')}")
    return lines


def completions(session: Session, typed: str) -> Sequence[str]:
    """Everything that a line may become: commands, moves, what chance can say."""
    from .reading import known

    moves = known(session.game, session.p)
    start = typed.lower().lstrip()
    return [text for text in (*COMMANDS, *moves) if text.lower().startswith(start)]
