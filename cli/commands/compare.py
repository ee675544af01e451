"""``leafwise compare``: two moves on the same futures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import complete
from ..options import Common, common, file_argument

if TYPE_CHECKING:
    from ..run import Answer, Ask


@click.command("compare")
@file_argument
@click.argument("first", metavar="MOVE", shell_complete=complete.moves)
@click.argument("second", metavar="MOVE", shell_complete=complete.moves)
@click.option(
    "--goal",
    type=click.Choice(["score", "margin", "win"]),
    help="What you play for: points, the lead over the others, or the chance to win. "
    "[default: the lead in Forest Shuffle against others, else points]",
)
@common(limit=5.0)
@click.pass_context
def command(ctx: click.Context, /, file: str, common: Common, **options: Any) -> None:
    """Compare two moves of a position on the same futures, category by category.

    \b
    Example:
      leafwise compare examples/spring.toml "b7:c9 tree" misthrow
    """
    from ..run import run

    ctx.exit(run(answer, [file], common, options, label="comparing"))


def answer(ask: Ask) -> Answer:
    """Both rows, the difference by category, and a sentence."""
    from leafwise.puzzles.core.game import Goal
    from leafwise.solver import engine
    from leafwise.solver.interrupts import listening

    from ..kernels import ready
    from ..render.hint import compare_text
    from ..report import BEST_SO_FAR, INTERRUPTED
    from ..run import Answer
    from .hint import move_json

    options = ask.options
    pair = (options["first"], options["second"])
    goal = Goal(options["goal"]) if options["goal"] else None
    ready(ask.game.id, ask.common.quiet, lambda: engine.check(ask.game, ask.p, pair, goal))
    budget = ask.budget()
    with listening(budget):
        found = engine.compare(
            ask.game,
            ask.p,
            options["first"],
            options["second"],
            budget=budget,
            goal=goal,
        )
        text = compare_text(ask.game.headline(ask.p), found, ask.style)
    body = {
        "moves": [move_json(row) for row in found.moves],
        "difference": [
            {"category": category, "points": points} for category, points in found.difference
        ],
        "why": found.why,
        "unit": found.unit,
        "goal": found.goal.value,
    }
    status = INTERRUPTED if budget.interrupted else 0
    return Answer(body, text, status, notes=(BEST_SO_FAR,) if budget.interrupted else ())
