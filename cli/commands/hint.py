"""``leafwise hint``: ranked next moves, what they are worth and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import complete
from ..options import Common, common, files_argument

if TYPE_CHECKING:
    from leafwise.solver.api import Hint, HintMove

    from ..run import Answer, Ask

LEVELS = ("nudge", "reason", "move", "plan")
SHORT, LONG, MACHINE = 5, 20, 8  # rows by default: for people, with -v, in JSON


@click.command("hint")
@files_argument
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="move",
    show_default=True,
    help="How much to give away: what to look at, why, the table, or the whole line.",
)
@click.option("--top", type=click.IntRange(1, 500), metavar="N", help="Rows of the table.")
@click.option(
    "--move",
    "asked",
    multiple=True,
    metavar="MOVE",
    shell_complete=complete.moves,
    help="Your own move: always in the table.",
)
@click.option(
    "--goal",
    type=click.Choice(["score", "margin", "win"]),
    help="What you play for: points, the lead over the others, or the chance to win. "
    "[default: the lead in Forest Shuffle against others, else points]",
)
@click.option("--ceiling", is_flag=True, help="Also what perfect foresight would reach.")
@common(limit=5.0)
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], common: Common, **options: Any) -> None:
    """Rank the next moves of a position: one line and a short table, more with -v.

    'total' is the result to expect when you go on playing well; 'behind' is the gap to the best
    move on the same futures with its 95% error; 'best?' the chance of being the best.

    \b
    Examples:
      leafwise hint examples/spring.toml
      leafwise hint examples/spring.toml --move "b7:c9 tree" -v
      leafwise hint examples/spring.toml --level nudge
    """
    from ..run import run

    ctx.exit(run(answer, files, common, options, label="thinking"))


def answer(ask: Ask) -> Answer:
    """The hint as text and as JSON; raises what the engine raises."""
    from leafwise.puzzles.core.game import Goal
    from leafwise.solver import engine
    from leafwise.solver.interrupts import listening

    from ..kernels import ready
    from ..render.hint import hint_text
    from ..report import BEST_SO_FAR, INTERRUPTED
    from ..run import Answer

    options, common = ask.options, ask.common
    asked = list(options["asked"])
    goal = Goal(options["goal"]) if options["goal"] else None
    ready(ask.game.id, common.quiet, lambda: engine.check(ask.game, ask.p, asked, goal))
    rows = options["top"] or (MACHINE if common.json else LONG if common.verbose else SHORT)
    budget = ask.budget()
    with listening(budget):  # to the last word: Ctrl-C must not lose what was found
        found = engine.hint(
            ask.game,
            ask.p,
            budget=budget,
            goal=goal,
            asked=asked,
            top=rows,
            ceiling=options["ceiling"],
        )
        head = ask.game.headline(ask.p)
        text = hint_text(head, found, options["level"], ask.style, common.verbose)
    status = INTERRUPTED if budget.interrupted else 0
    notes = (BEST_SO_FAR,) if budget.interrupted else ()
    return Answer(hint_json(found), text, status, notes=notes)


def hint_json(found: Hint) -> dict[str, Any]:
    """The keys of the contract, and the words of the levels."""
    body: dict[str, Any] = {
        "moves": [move_json(row) for row in found.moves],
        "method": found.method,
        "worlds": found.worlds,
        "limited_by": found.limited_by,
        "unit": found.unit,
        "goal": found.goal.value,
        "considered": found.considered,
        "nudge": found.nudge,
        "reason": found.reason,
        "notes": list(found.notes),
    }
    if found.ceiling is not None:
        value, proof = found.ceiling
        body["ceiling"] = {"value": value, "proof": proof}
    return body


def move_json(row: HintMove) -> dict[str, Any]:
    """One row of the table; ``win`` where there is a chance to win."""
    body = {
        "move": row.move,
        "value": row.value,
        "floor": row.floor,
        "low": row.low,
        "high": row.high,
        "loss": row.loss,
        "loss_low": row.loss_low,
        "loss_high": row.loss_high,
        "best": row.best,
        "banked": row.banked,
        "to_come": row.to_come,
        "flags": list(row.flags),
        "same": list(row.same),
        "proof": row.proof,
        "plan": list(row.plan),
        "why": row.why,
    }
    return body if row.win is None else {**body, "win": row.win}
