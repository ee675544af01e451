"""``leafwise play``: carry out moves and print the position after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .. import complete
from ..options import Common, common, file_argument

if TYPE_CHECKING:
    from ..run import Answer, Ask


@click.command("play")
@file_argument
@click.argument("moves", nargs=-1, required=True, metavar="MOVE...", shell_complete=complete.moves)
@click.option("--turns", is_flag=True, help="Each MOVE is a whole turn, which is then ended.")
@common(limit=60.0)
@click.pass_context
def command(
    ctx: click.Context, file: str, moves: tuple[str, ...], turns: bool, common: Common
) -> None:
    """Carry out MOVEs in order and print the position after them (TOML, or JSON with --json).

    The answer is a position again, so commands can be chained. A move with spaces is one
    argument: put it in quotes.

    \b
    Examples:
      leafwise play examples/spring.toml "a2:b4 seedling" -o next.toml
      leafwise play next.toml "roll 1 4" | leafwise hint -
      leafwise play --turns examples/floor.toml "leaf 2 ##/o./#./#. a1"
    """
    from ..run import run

    ctx.exit(run(answer, [file], common, {"moves": moves, "turns": turns}, bare=True))


def answer(ask: Ask) -> Answer:
    """The position after the moves; raises BadMove or IllegalMove naming the move."""
    from leafwise.puzzles.core.document import dump_toml

    from ..run import Answer, play_line, play_turn

    step = play_turn if ask.options["turns"] else play_line
    p = ask.p
    for text in ask.options["moves"]:
        p = step(ask.game, p, text)
    doc = ask.game.write(p)
    return Answer(doc, dump_toml(doc))
