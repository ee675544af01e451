"""Records: a start position and what happened from there, as text in a file.

``record = [...]`` stands beside the keys of the start position. An entry is one move in the
game's own notation, a whole turn where a game has turns (``"2c 3: b5:d6 tree"``,
``"leaf 2 o#/#. c3; nut e5"``, ``"play birch with effect => linden, oak"``), or a correction of the
table that no move tells: ``"add common ##o #o#"``, ``"take common 2"``, ``"set joker = used"``.
`` ...`` at the end of an entry says that its turn goes on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .decode import show
from .errors import BadMove, BadPosition, Fault, IllegalMove, LeafwiseError
from .game import AnyGame, Document
from .guide import guide
from .names import is_number, nearest

KEY = "record"
EDIT = re.compile(r"^(set|add|take)\s+([A-Za-z_][\w.]*)\s*(?:=\s*)?(.*)$", re.DOTALL)
_OPEN = "..."
_END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """One entry as it was carried out; ``line`` is empty for a correction of the table."""

    text: str
    line: tuple[Any, ...]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Log:
    """A start position and the steps from it; immutable, so that going back is cutting off."""

    start: Any
    steps: tuple[Step, ...] = ()

    @property
    def last(self) -> Any:
        """The position at the end."""
        return self.steps[-1].after if self.steps else self.start

    def then(self, step: Step) -> Log:
        """With one step more."""
        return Log(self.start, (*self.steps, step))

    def undo(self, n: int = 1) -> Log:
        """Without the last ``n`` steps."""
        return Log(self.start, self.steps[: max(0, len(self.steps) - n)])


# playing


def play_line(game: AnyGame, p: Any, text: str) -> Any:
    """The position after a move text; raises BadMove or IllegalMove."""
    for action in game.parse(p, text):
        p = game.apply(p, action)
    return p


def play_turn(game: AnyGame, p: Any, text: str) -> Any:
    """The position after a whole turn: where a game has an ``end`` action, it is added.

    Raises BadMove or IllegalMove, also where the turn may not end yet.
    """
    return _after(game, p, turn_line(game, p, text))


def turn_line(game: AnyGame, p: Any, text: str) -> tuple[Any, ...]:
    """The actions of an entry, the end of the turn included unless it says `` ...``.

    Raises BadMove or IllegalMove.
    """
    goes_on = False
    try:
        line = tuple(game.parse(p, text))
    except BadMove:
        if not text.endswith(_OPEN):
            raise
        line, goes_on = tuple(game.parse(p, text.removesuffix(_OPEN).rstrip())), True
    q = _after(game, p, line)
    turn = game.turn(q)
    if goes_on or turn.kind != "decide" or turn.seat != 0:
        return line
    if line and game.format(_after(game, p, line[:-1]), line[-1:]) == _END:
        return line
    try:
        return (*line, *game.parse(q, _END))
    except BadMove:  # a game whose turns end by themselves
        return line
    except IllegalMove as error:
        raise IllegalMove(error.rule, error.reason, text) from None


def _after(game: AnyGame, p: Any, line: Sequence[Any]) -> Any:
    for action in line:
        p = game.apply(p, action)
    return p


def step(game: AnyGame, p: Any, text: str) -> Step:
    """An entry of a record, carried out; raises BadMove, IllegalMove or BadPosition."""
    if EDIT.match(text):
        return Step(text, (), p, edit(game, p, text))
    line = turn_line(game, p, text)
    return Step(text, line, p, _after(game, p, line))


def move(game: AnyGame, p: Any, line: Sequence[Any]) -> Step:
    """A step of given actions, its turn not ended; raises IllegalMove."""
    return Step(game.format(p, line), tuple(line), p, _after(game, p, line))


# corrections of the table


def edit(game: AnyGame, p: Any, text: str) -> Any:
    """The position with a key of its document changed.

    ``set KEY = VALUE`` (TOML, or a bare word), ``add KEY WORD...`` to the end of a list, ``take
    KEY WORD...`` out of it, ``take KEY N``: its first N. ``opponents.1.path`` reaches inside.
    Raises BadMove for a text that means nothing here, BadPosition where the rest is no position.
    """
    match = EDIT.match(text)
    if match is None:
        raise BadMove(text, "set KEY = VALUE, add KEY WORD..., take KEY WORD... or take KEY N")
    verb, place, rest = match.groups()
    doc: Document = game.write(p)
    table, key = _reach(doc, place, text)
    if verb == "set":
        table[key] = _value(rest, text, _get(table, key))
    else:
        listed = _get(table, key)
        if listed is not None and not isinstance(listed, list):
            raise BadMove(text, f"{place} holds {listed!r}, which is no list: set {place} = ...")
        words = _words(rest, text)
        table[key] = [*(listed or []), *words] if verb == "add" else _without(listed, words, text)
    return guide(game).edited(p, doc, place)


def _reach(doc: Document, place: str, text: str) -> tuple[Any, Any]:
    """The table or list that holds the last part of a dotted place, and that part."""
    at: Any = doc
    *inner, last = place.split(".")
    for part in inner:
        at = _get(at, _index(at, part, text))
        if not isinstance(at, (dict, list)):
            known = ", ".join(doc)
            raise BadMove(text, f"no {place} here; keys are {known}", nearest(place, list(doc)))
    return at, _index(at, last, text)


def _index(at: Any, part: str, text: str) -> Any:
    if not isinstance(at, list):
        return part
    if not is_number(part) or not 1 <= int(part) <= len(at):
        raise BadMove(text, f"a number from 1 to {len(at)} instead of {part}")
    return int(part) - 1


def _get(at: Any, key: Any) -> Any:
    return at[key] if isinstance(at, list) else at.get(key)


def _value(rest: str, text: str, old: Any) -> Any:
    if not rest.strip():
        raise BadMove(text, "a value: set KEY = VALUE")
    try:
        return tomllib.loads(f"value = {rest}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        # bare words are a list where there was one, else a text
        return _words(rest, text) if isinstance(old, list) else rest.strip()


def _words(rest: str, text: str) -> list[str]:
    """Words apart by commas where there are any, else by spaces."""
    parts = rest.split(",") if "," in rest else rest.split()
    words = [" ".join(part.split()).strip("\"'") for part in parts]
    if not words or not all(words):
        raise BadMove(text, "one or more words")
    return words


def _without(listed: list[Any] | None, words: list[str], text: str) -> list[Any]:
    left = list(listed or [])
    if len(words) == 1 and is_number(words[0]) and words[0] not in left:
        if int(words[0]) > len(left):
            raise BadMove(text, f"at most {len(left)}, all that are there")
        return left[int(words[0]) :]
    for word in words:
        if word not in left:
            near = nearest(word, [str(item) for item in left])
            raise BadMove(text, f"{word!r} is not among them", near)
        left.remove(word)
    return left


# files


def parts(doc: Mapping[str, Any]) -> tuple[Document, tuple[str, ...]]:
    """The document of the start position and the entries; raises BadPosition."""
    listed = doc.get(KEY, [])
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise BadPosition([Fault(KEY, "format", show(listed), "a list of moves, each in quotes")])
    return {key: value for key, value in doc.items() if key != KEY}, tuple(listed)


def read(game: AnyGame, doc: Mapping[str, Any]) -> Log:
    """The log of a document; raises BadPosition, for an entry with its place."""
    start, listed = parts(doc)
    log = Log(game.read(start))
    for n, text in enumerate(listed):
        try:
            log = log.then(step(game, log.last, text))
        except LeafwiseError as error:
            fault = error.faults()[0]
            said = fault.allowed or str(error)
            raise BadPosition(
                [Fault(f"{KEY}[{n}]", fault.rule, repr(text), said, fault.nearest)]
            ) from None
    return log


def write(game: AnyGame, log: Log) -> Document:
    """The document of a log: the start position with its record."""
    return {**game.write(log.start), KEY: texts(entries(game, log))}


def texts(items: Sequence[Step]) -> list[str]:
    """What stands in a file for these entries."""
    return [item.text for item in items]


def entries(game: AnyGame, log: Log, known: Sequence[Step] = ()) -> tuple[Step, ...]:
    """The steps put together to whole entries in canonical notation: what a file holds.

    A step may be a part of a turn (the roll alone, a card turned up); an entry is the whole.
    Entries that are read again lead to the same positions. ``known`` are the entries of a log
    that this one goes on from: all but the last of them stay as they are.
    """
    out = list(known[:-1])
    done = sum(len(item.line) or 1 for item in out)
    at = 0
    while done > 0 and at < len(log.steps):
        done -= len(log.steps[at].line) or 1
        at += 1
    if done:  # an entry begins inside a step: put everything together anew
        out, at = [], 0
    run: list[Step] = []
    for item in log.steps[at:]:
        if item.line:
            run.append(item)
            continue
        out += _merged(game, run)
        run = []
        out.append(item)
    return (*out, *_merged(game, run))


def _merged(game: AnyGame, run: Sequence[Step]) -> list[Step]:
    """The entries of consecutive moves."""
    if not run:
        return []
    p = run[0].before
    whole = tuple(action for item in run for action in item.line)
    moves = game.format(p, whole).split("; ")
    if _has_end(game, run[-1].after, moves):
        moves = _turns(moves)
    out = []
    for text in moves:
        line = turn_line(game, p, text)
        after = _after(game, p, line)
        out.append(Step(text, line, p, after))
        p = after
    return out


def _has_end(game: AnyGame, p: Any, moves: Sequence[str]) -> bool:
    """Whether turns of this game are ended by an action of their own."""
    if _END in moves:
        return True
    try:
        game.parse(p, _END)
    except BadMove:
        return False
    except IllegalMove:
        return True
    return True


def _turns(moves: Sequence[str]) -> list[str]:
    """Single actions put together to turns; a turn that goes on says so."""
    out: list[str] = []
    turn: list[str] = []
    for text in moves:
        if text != _END:
            turn.append(text)
            continue
        out.append("; ".join(turn) or _END)
        turn = []
    if turn:
        out.append("; ".join(turn) + f" {_OPEN}")
    return out
