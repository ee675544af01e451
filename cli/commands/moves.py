"""``leafwise moves``: the legal moves of the player whose decision it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..options import Common, common, files_argument

if TYPE_CHECKING:
    from ..run import Answer, Ask


@click.command("moves")
@files_argument
@common(limit=60.0)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], common: Common) -> None:
    """List the legal moves, sorted, one a line.

    A line can be given to 'play', 'hint --move' and 'score --move'. Forest Shuffle lists plays
    without what they are paid with and what is chosen on the way; add those words:

    \b
      leafwise play examples/forest.toml "play horse_chestnut pay birch => oak"
          paid with a birch; the deck card that the tree turned up was an oak
      leafwise play FILE "play red_fox on 1 left pay oak, birch with effect => linden"

    Nothing is listed when it is not your decision or the game is over.

    \b
    Example:
      leafwise moves examples/spring.toml
    """
    from ..run import run

    ctx.exit(run(answer, files, common))


def answer(ask: Ask) -> Answer:
    """The list as text and as JSON."""
    from ..run import Answer

    moves = ask.game.listing(ask.p)
    notes = () if moves else (f"{ask.name}: {nothing_to_decide(ask)}",)
    text = "".join(move + "\n" for move in moves)
    return Answer({"count": len(moves), "moves": list(moves)}, text, notes=notes)


def nothing_to_decide(ask: Ask) -> str:
    """Why the list is empty, in words."""
    turn = ask.game.turn(ask.p)
    if turn.kind == "over":
        return "no moves: the game is over"
    if turn.kind == "chance":
        return f"no moves: chance comes next ({turn.what})"
    return "no moves: it is not your turn" if turn.seat != 0 else f"no moves: {turn.what}"
