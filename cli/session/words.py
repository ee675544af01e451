"""The commands of a session: their names, what they say, and how a word finds its command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from leafwise.puzzles.core.errors import BadMove, LeafwiseError
from leafwise.puzzles.core.game import number
from leafwise.puzzles.core.names import is_number, nearest
from leafwise.puzzles.core.records import Step

from ..render.terminal import render
from . import thinking
from .state import Session

LISTED = 60


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
        understood = error.nearest is not None or error.allowed.startswith("which ")
        better = understood or word.lower() in session.guide.topics
        if near is None or better or len(word) < 3:
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


def told(session: Session, step: Step, note: str = "") -> str:
    """What a step did and changed, what is open now; the table where a new decision begins."""
    guide = session.guide
    who = guide.who(step.before) if step.line else ""
    lines = [f"  {note}{f'{who}: ' if who else ''}{step.text}"]
    lines += [f"  {line}" for line in guide.changes(step.before, step.after)]
    return "\n".join([*lines, *_now(session)])


def _now(session: Session) -> list[str]:
    """Where the game stands: the table at a new decision, else one line and what is open."""
    if session.draws and session.guide.fresh(session.p):
        return ["", board(session)]
    return [*status(session), *(f"  {line}" for line in session.guide.call(session.p).told)]


def status(session: Session, headline: bool = True) -> list[str]:
    """The position in a line; at the end the result and what can be done with it."""
    game, p = session.game, session.p
    lines = [f"  {game.headline(p)}"] if headline else []
    if game.turn(p).kind == "over":
        lasted = session.guide.lasted([step.line for step in session.log.steps])
        over = f"  over: {number(game.total(p))} {_what(session)}"
        lines.append(f"{over} {lasted}".rstrip())
        lines += [f"    {row.rank}. {row.player} {number(row.total)}" for row in game.players(p)]
        lines += [f"    {line}" for line in session.guide.ending(p)]
        lines.append(f"  where it was won and lost: leafwise analyse {session.store.name}")
    return lines


def _what(session: Session) -> str:
    """What the total counts, from the score lines: points, or fields still uncovered."""
    return "points" if session.game.unit == "points" else "left uncovered"


def board(session: Session) -> str:
    """The table as it lies."""
    return render(session.game.picture(session.p), session.style).rstrip("\n")


# commands


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
        none = f"  no moves{f' with {rest!r}' if rest else ' of yours'}"
        return "\n".join([none, *wanted_now(session)])
    shown = wanted if session.common.verbose else wanted[:LISTED]
    lines = [f"  {n:>3}  {move}" for n, move in enumerate(shown, 1)]
    if len(shown) < len(wanted):
        lines.append(f"  and {len(wanted) - len(shown)} more: 'moves WORD' lists those with a word")
    return "\n".join(lines)


def _show(session: Session, rest: str) -> str:
    return board(session)


def _record(session: Session, rest: str) -> str:
    who = [session.guide.who(entry.before) if entry.line else "" for entry in session.entries]
    wide = max(map(len, who), default=0)
    gap = "  " if wide else ""
    lines = [
        f"  {n:>3}  {name:<{wide}}{gap}{entry.text}"
        for n, (name, entry) in enumerate(zip(who, session.entries, strict=True), 1)
    ]
    return "\n".join(lines) or "  nothing yet"


def _undo(session: Session, rest: str) -> str:
    return _go_back(session, 1)


def _back(session: Session, rest: str) -> str:
    if rest and not is_number(rest):
        raise BadMove(f"back {rest}", "back N, the number of steps to take back")
    n = int(rest or 1)
    steps = len(session.log.steps)
    if n > steps > 0:
        only = f"there {'is' if steps == 1 else 'are'} only {steps} step{'s' * (steps != 1)}"
        raise BadMove(f"back {rest}", f"{only}: 'back {steps}' goes to the start")
    return _go_back(session, n)


def _go_back(session: Session, n: int) -> str:
    gone = session.undo(n)
    if not gone:
        return "  nothing to take back"
    lines = [f"  taken back: {step.text}" for step in reversed(gone)]
    return "\n".join([*lines, *_now(session)])


def _redo(session: Session, rest: str) -> str:
    step = session.redo()
    return "  nothing to bring back" if step is None else told(session, step, "brought back: ")


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
    """All commands, or one of them, or a word of the game's moves."""
    from .help import MORE

    words = rest.split()
    topics = session.guide.topics
    if words:
        topic = next((key for key in topics if key == words[0].lower()), None)
        name = command_name(words[0], False)
        if name is not None and (topic is None or name == words[0].lower()):
            lines = [f"{COMMANDS[name].usage}: {COMMANDS[name].help}", *MORE.get(name, ())]
            return "\n".join(f"  {line}" for line in lines)
        if topic is not None:
            return "\n".join(f"  {line}" for line in wrap(topics[topic], session.style.width - 4))
        near = nearest(words[0], [*COMMANDS, *topics])
        known = "a command, or a word of the moves: " + (", ".join(topics) or "none here")
        raise BadMove(f"? {words[0]}", known, near)
    wide = max(len(command.usage) for command in COMMANDS.values())
    lines = [f"  {command.usage:<{wide}}  {command.help}" for command in COMMANDS.values()]
    if topics:
        lines.append(f"  {'? WORD':<{wide}}  a word of the moves: {', '.join(topics)}")
    return "\n".join([*wanted_now(session), *lines])


def wanted_now(session: Session) -> list[str]:
    """What may be typed here, with examples: of this very position where moves are listed."""
    call = session.guide.call(session.p)
    lines = [f"  next: {call.prompt}", *(f"  {line}" for line in call.told)]
    listed = session.guide.choices(session.p)
    examples = call.examples[:2] or tuple(dict.fromkeys((*listed[:1], *listed[-1:])))
    if listed and call.examples:
        examples = tuple(dict.fromkeys((*call.examples[:1], *listed[:1], *listed[-1:])))
    if examples:
        lines.append("  such as " + " or ".join(repr(text) for text in examples))
    return lines


COMMANDS: dict[str, Command] = {
    "hint": Command("hint [MOVE]", "rank the moves; a number then plays one", thinking.hint),
    "why": Command("why [N|MOVE]", "why the best move, or why not another", thinking.why),
    "nudge": Command("nudge", "what to look at, without the move", thinking.nudge),
    "plan": Command("plan [N]", "a likely continuation", thinking.plan),
    "score": Command("score [MOVE]", "the score line by line, and after a move", _score),
    "moves": Command("moves [WORD]", "the legal moves, numbered", _moves),
    "show": Command("show", "draw the table", _show),
    "record": Command("record", "what happened so far", _record),
    "undo": Command("undo", "take back the last step", _undo),
    "back": Command("back N", "take back N steps", _back),
    "redo": Command("redo", "bring back the step that was taken back last", _redo),
    "deal": Command("deal", "let the program roll or draw, or act for the others", _deal),
    "set": Command(
        "set KEY = VALUE", "correct the table: a key of the position file", _correct("set")
    ),
    "add": Command("add KEY WORD...", "put something at the end of a list", _correct("add")),
    "take": Command(
        "take KEY WORD...",
        "take words out of a list, or its first N",
        _correct("take"),
    ),
    "save": Command("save [FILE]", "every step is saved already; FILE: go on in another", _save),
    "quit": Command("quit", "leave; 'session' on the same file goes on", _quit),
    "help": Command("? [COMMAND]", "this list, or more about one command", _help),
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

    moves = (*known(session.game, session.p), *session.guide.call(session.p).examples)
    start = typed.lower().lstrip()
    pool = dict.fromkeys((*COMMANDS, *moves))
    return [text for text in pool if text.lower().startswith(start)]
