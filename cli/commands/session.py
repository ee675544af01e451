"""``leafwise session``: a game at the table, saved after every step."""

from __future__ import annotations

from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common

if TYPE_CHECKING:
    from leafwise.puzzles.core.game import AnyGame, Document

    from ..session.state import Session

_META = "leafwise.session.game"


class SessionCommand(click.Command):
    """Takes the options of ``new`` where a game is named instead of a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = [word for word in args if _is_game(word)]
        if named:
            ctx.meta[_META] = named[0]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from leafwise.puzzles.core import registry

        from .new import _option

        params = super().get_params(ctx)
        game_id = ctx.meta.get(_META)
        if game_id is None:
            return params
        options = [_option(option) for option in registry.load(game_id).new_options]
        return [params[0], *options, *params[1:]]


@click.command("session", cls=SessionCommand)
@click.argument("target", metavar="FILE|GAME")
@click.option("--worlds", type=click.IntRange(1), metavar="N", help="Playouts a move of a hint.")
@common(limit=5.0)
@click.pass_context
def command(
    ctx: click.Context, /, target: str, worlds: int | None, common: Common, **options: Any
) -> None:
    """Play at a prompt: type the roll or the cards that turned up, ask for hints, move, undo.

    FILE is a position or a record and is kept up to date: every step is in it at once, so a
    closed window loses nothing. With the name of a GAME (and the options of 'new GAME') it
    starts from nothing; -o names the file. '?' at the prompt lists what can be typed.

    \b
    Examples:
      leafwise session rustling-leaves --season spring --start 2 -o game.toml
      leafwise session game.toml
    """
    given = {k: str(v) for k, v in options.items() if v is not None}
    # in a context of its own: the folder of the file is nobody else's
    ctx.exit(copy_context().run(_start, target, given, common, worlds))


def _start(target: str, options: dict[str, str], common: Common, worlds: int | None) -> int:
    from leafwise.puzzles.core.document import FOLDER
    from leafwise.puzzles.core.errors import LeafwiseError

    from ..inputs import file_or_game, shown_name
    from ..output import check_stdout, complain
    from ..report import BadFile, failure
    from ..session.loop import run_session

    if common.json:
        raise BadFile(
            "--json", "a session is a conversation; 'hint --json' and 'play --json' exist"
        )
    check_stdout()
    if _is_game(target):
        session = _from_nothing(target, options, common)
        session.worlds = worlds
        return run_session(session)
    file_or_game(target, "", "the file of a position or a record")
    FOLDER.set(Path(target).parent)
    lines: list[Any] = []
    try:
        session = _from_file(target, common, lines)
    except LeafwiseError as error:
        found = failure(error, shown_name(target), lines[0].line if lines else None)
        complain(found.lines())
        return found.status
    session.worlds = worlds
    return run_session(session)


def _is_game(word: str) -> bool:
    from leafwise.puzzles.core.registry import game_ids

    return word in game_ids() and not Path(word).exists()


def _from_nothing(game_id: str, options: dict[str, str], common: Common) -> Session:
    """A new game; raises BadUse or BadFile."""
    from leafwise.puzzles.core import registry
    from leafwise.puzzles.core.records import Log

    from ..output import check_target
    from ..session.state import Session
    from ..session.store import Store, fresh_path
    from ..style import detect

    check_target(common.output, common.force)
    game = registry.load(game_id)
    start = game.new(options, common.seed)
    path = common.output or fresh_path(game_id)
    form = "json" if path.lower().endswith(".json") else "toml"
    doc = game.write(start)
    session = Session(game, Log(start), Store(path, doc, "", form), common, detect())
    session.notes = _chosen(game, options, doc)
    return session


def _chosen(game: AnyGame, options: dict[str, str], doc: Document) -> tuple[str, ...]:
    """What a new game took, and how to choose what nobody chose."""
    took, left = [], []
    for option in game.new_options:
        value = options.get(option.name) or doc.get(option.name) or option.default
        if not isinstance(value, (str, int)):
            continue
        took.append(f"{option.name} {value}")
        if option.name not in options:
            among = "|".join(option.choices) if option.choices else "N"
            left.append(f"--{option.name} {among}")
    lines = [f"a new game: {', '.join(took)}"] if took else []
    return (*lines, f"choose another with {', '.join(left)}") if left else tuple(lines)


def _from_file(path: str, common: Common, sources: list[Any]) -> Session:
    """A game that goes on; raises LeafwiseError. ``sources`` gets the text for line numbers."""
    from leafwise.puzzles.core import records
    from leafwise.puzzles.core.document import parse_text

    from ..inputs import STDIN, read_items, several
    from ..output import check_target
    from ..report import BadFile
    from ..run import game_of
    from ..session.state import Session
    from ..session.store import Store
    from ..style import detect

    if path == STDIN or several([path]):
        raise BadFile("", "a session is kept in a file of its own; what you type is its input")
    check_target(common.output, common.force)
    item = next(iter(read_items([path])))
    if item.failure is not None:
        place = item.failure.places[0].fault
        raise BadFile(place.found, place.allowed, place.nearest)
    source = parse_text(item.text, item.name)
    sources.append(source)
    game = game_of(source.doc)
    log = records.read(game, source.doc)
    return Session(game, log, Store.of(source, common.output or path), common, detect())
