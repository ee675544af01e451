"""From files to answers: the one way in which every command that reads positions runs.

A command gives a *handler*, a plain function from an :class:`Ask` to an :class:`Answer`; this
module reads the inputs, calls the handler on each (here, in processes or on a cluster), turns
errors into failures, and writes text or JSON. Handlers never print and never write.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from leafwise import __version__
from leafwise.puzzles.core import records, registry
from leafwise.puzzles.core.decode import show
from leafwise.puzzles.core.document import FOLDER, WRAPS, Source, parse_text
from leafwise.puzzles.core.errors import BadPosition, BadUse, Fault, LeafwiseError
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.records import play_line, play_turn

from . import jsontext, style
from .batch import run_ordered
from .inputs import STDIN, Item, read_items, several, shown_name
from .lists import is_list, read_list
from .options import Common
from .output import Closed, check_targets, complain, say, write_file
from .progress import Meter
from .report import INTERRUPTED, Failure, failure, internal, interrupted, one_line

if TYPE_CHECKING:
    from leafwise.solver.api import Budget


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler found.

    ``body`` is the JSON answer without the common keys, ``text`` the same for people, ``files``
    further files to write, ``notes`` lines for standard error.
    """

    body: Mapping[str, Any]
    text: str
    status: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One position and everything a handler may want to know about the question."""

    game: AnyGame
    p: Any
    doc: Mapping[str, Any]
    name: str
    options: Mapping[str, Any]
    common: Common
    style: style.Style
    progress: Callable[[float], None] | None = None

    def budget(self) -> Budget:
        """A budget of the common options; its clock starts now."""
        from leafwise.solver.api import Budget, Clock

        common = self.common
        return Budget(
            Clock(common.time_limit),
            seed=common.seed,
            workers=common.workers,
            progress=self.progress,
        )


Handler: TypeAlias = Callable[[Ask], Answer]


@dataclass(frozen=True, slots=True)
class Task:
    """A question that can travel to another process."""

    item: Item
    handler: Handler
    options: Mapping[str, Any]
    common: Common
    style: style.Style
    bare: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer or a failure. ``body`` has all keys of the JSON object."""

    name: str
    body: Mapping[str, Any]
    text: str = ""
    status: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    notes: tuple[str, ...] = ()
    failure: Failure | None = field(default=None)


def run(
    handler: Handler,
    paths: Sequence[str],
    common: Common,
    options: Mapping[str, Any] | None = None,
    *,
    targets: Sequence[str | None] = (),
    bare: bool = False,
    label: str = "working",
) -> int:
    """Answer every input and return the exit status (the highest of all).

    ``targets`` are files that the handler will ask to be written; ``bare`` leaves the common
    keys away (answers that are positions).
    """
    if STDIN in targets:
        raise BadUse("the file to write", "'-'", "a file name: standard output has the answer")
    check_targets([common.output, *targets], common.force)
    many = several(paths)
    shown = style.PLAIN if common.json or common.output else style.detect()
    meter = Meter(label, common.quiet)
    progress = meter.update if common.jobs == 1 and common.scheduler is None else None
    tasks = (Task(item, handler, options or {}, common, shown, bare) for item in read_items(paths))
    outcomes = run_ordered(
        partial(process, progress=progress),
        tasks,
        jobs=common.jobs,
        scheduler=common.scheduler,
    )
    writer = Writer(common, many)
    try:
        for outcome in _until_interrupted(outcomes, paths):
            meter.close()
            writer.put(outcome)
            if outcome.status == INTERRUPTED:  # Ctrl-C means the inputs to come as well
                break
    except Closed:  # nobody reads on: that is no fault of the answers so far
        return writer.status
    finally:
        meter.close()
    return writer.close()


def _until_interrupted(outcomes: Iterator[Outcome], paths: Sequence[str]) -> Iterator[Outcome]:
    """Pass outcomes on; Ctrl-C becomes the last one."""
    try:
        yield from outcomes
    except KeyboardInterrupt:
        name = shown_name(paths[0]) if len(paths) == 1 else None
        yield Outcome(name or "", interrupted(name).json(), failure=interrupted(name), status=130)


class Writer:
    """Prints outcomes as they come, or collects them for ``-o``; keeps the highest status."""

    def __init__(self, common: Common, many: bool) -> None:
        self.common, self.many = common, many
        self.status = 0
        self.parts: list[str] = []
        self.answered = self.seen = 0
        self.ascii = not style.can_encode(sys.stdout, "é│") and not common.output

    def put(self, outcome: Outcome) -> None:
        """Write one outcome; raises Closed when standard output is gone."""
        self.status = max(self.status, outcome.status)
        self.seen += 1
        to_file = self.common.output not in (None, STDIN)
        if outcome.failure is not None:
            lines = outcome.failure.lines()
            if self.common.verbose and outcome.failure.trace:
                lines += outcome.failure.trace.rstrip().splitlines()
            complain(lines)
            if self.common.json:
                text = jsontext.dumps(outcome.body, self.ascii) + "\n"
                (self.parts.append if to_file and self.many else say)(text)
            return
        self.answered += 1
        if not self.common.quiet:
            complain(list(outcome.notes))
        for path, data in outcome.files:
            write_file(path, data)
        text = self._text(outcome)
        if to_file:
            self.parts.append(text)
        else:
            say(text)

    def _text(self, outcome: Outcome) -> str:
        if self.common.json:
            return jsontext.dumps(outcome.body, self.ascii) + "\n"
        text = (
            outcome.text if outcome.text.endswith("\n") or not outcome.text else outcome.text + "\n"
        )
        if self.many and text:
            gap = "\n" if self.answered > 1 else ""
            return f"{gap}# {one_line(outcome.name)}\n{text}"
        return text

    def close(self) -> int:
        """Write the ``-o`` file if there is an answer for it; the exit status."""
        output = self.common.output
        if output not in (None, STDIN) and (self.answered or (self.many and self.parts)):
            assert output is not None
            write_file(output, "".join(self.parts).encode("utf-8"))
        return self.status


def process(task: Task, progress: Callable[[float], None] | None = None) -> Outcome:
    """Answer one task; every error becomes a failure, Ctrl-C alone passes through."""
    folder = FOLDER.set(Path(task.item.name).parent)
    try:
        return _process(task, progress)
    finally:
        FOLDER.reset(folder)


def _process(task: Task, progress: Callable[[float], None] | None = None) -> Outcome:
    item = task.item
    name = item.name if item.line is None else f"{item.name}:{item.line}"
    started = time.perf_counter()
    ident: dict[str, Any] = {}
    source: Source | None = None

    def failed(found: Failure) -> Outcome:
        return Outcome(name, {**ident, **found.json()}, status=found.status, failure=found)

    def line_of(place: str) -> int | None:
        if item.line is not None:
            return item.line
        return None if source is None else source.line(place)

    if item.failure is not None:
        return failed(item.failure)
    try:
        listed = read_list(item.text) if _listed(task) else None
        if listed is not None:
            game, p = listed
            doc = game.write(p)
        else:
            source = _source(item)
            ident = ident_of(source.doc)
            doc = unwrap(source.doc)
            game, p = read_position(doc)
        ask = Ask(game, p, doc, item.name, task.options, task.common, task.style, progress)
        answer = task.handler(ask)
    except LeafwiseError as error:
        if item.line is not None:
            return failed(_on_line(failure(error, item.name, line_of), item.line))
        return failed(failure(error, item.name, line_of))
    except Exception as error:
        return failed(internal(error, name))
    if task.bare:
        body = {**ident, "position": answer.body} if ident else answer.body
    else:
        body = {
            **ident,
            "game": game.id,
            **answer.body,
            "seed": task.common.seed,
            "elapsed_s": round(time.perf_counter() - started, 3),
            "version": __version__,
        }
    return Outcome(name, body, answer.text, answer.status, answer.files, answer.notes)


def _source(item: Item) -> Source:
    """The decoded document; raises BadPosition, for a flat list with where those are read."""
    try:
        return parse_text(item.text, item.name)
    except BadPosition:
        if item.line is not None or not is_list(item.text):
            raise
        start = show(item.text.strip().splitlines()[0], 40)
        allowed = "a position file, TOML or JSON; flat lists are read by 'score' and 'show'"
        raise BadPosition([Fault("line 1", "format", start, allowed)]) from None


def _listed(task: Task) -> bool:
    """Whether the command reads flat lists and the text is one."""
    return bool(task.options.get("lists")) and task.item.line is None and is_list(task.item.text)


def _on_line(found: Failure, line: int) -> Failure:
    """All places of a ``.jsonl`` item lie on the item's own line."""
    from dataclasses import replace

    return replace(found, places=tuple(replace(place, line=line) for place in found.places))


def ident_of(doc: Mapping[str, Any]) -> dict[str, Any]:
    """The ``id`` to copy of an object that holds a position; else nothing."""
    wraps = "game" not in doc and any(key in doc for key in WRAPS)
    return {"id": doc["id"]} if wraps and "id" in doc else {}


def unwrap(doc: dict[str, Any]) -> dict[str, Any]:
    """The position of a document: itself, or what ``position`` or ``challenge`` holds.

    Raises BadPosition where that is no object.
    """
    for key in WRAPS:
        if key in doc and "game" not in doc:
            inner = doc[key]
            if not isinstance(inner, dict):
                allowed = "a position: an object with format, game and the keys of the game"
                raise BadPosition([Fault(key, "format", show(inner), allowed)])
            return inner
    return doc


def read_position(doc: Mapping[str, Any]) -> tuple[AnyGame, Any]:
    """The game and the position of a document; a ``record`` is played to its end.

    Raises BadPosition or BadUse.
    """
    game = game_of(doc)
    return game, records.read(game, doc).last


def game_of(doc: Mapping[str, Any]) -> AnyGame:
    """The game that a document names; raises BadPosition or BadUse."""
    if "game" not in doc:
        known = ", ".join(registry.game_ids())
        raise BadPosition([Fault("game", "format", "nothing", f"game = one of {known}")])
    if not isinstance(doc["game"], str):
        known = ", ".join(registry.game_ids())
        raise BadPosition([Fault("game", "format", show(doc["game"]), f"one of {known}")])
    return registry.load(doc["game"])


__all__ = ["Answer", "Ask", "Closed", "INTERRUPTED", "game_of", "play_line", "play_turn", "run"]
