"""``leafwise solve``: best play of a known future, with its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common, files_argument

if TYPE_CHECKING:
    from leafwise.solver.api import Solution

    from ..run import Answer, Ask

STATUS = {"optimal": 0, "bounded": 0, "infeasible": 1, "unknown": 3}


@click.command("solve")
@files_argument
@click.option("--svg", metavar="OUT", help="Write the solution's drawing as SVG.")
@click.option("--png", metavar="OUT", help="Write the solution's drawing as PNG.")
@click.option("--count", is_flag=True, help="Indian Summer: count all tilings.")
@click.option(
    "--unique",
    is_flag=True,
    help="Indian Summer, Rustling Leaves: is there just one (exit status 1 if not)?",
)
@click.option(
    "--all",
    "list_all",
    is_flag=True,
    help="Indian Summer: list all tilings; Rustling Leaves: one line a best first move.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "cp-sat", "search"]),
    default="auto",
    show_default=True,
    help="How to solve it; the answer names the engine used.",
)
@click.option(
    "--with",
    "include",
    multiple=True,
    metavar="CARD",
    help="Forest Shuffle: CARD has to be played.",
)
@click.option(
    "--without",
    "exclude",
    multiple=True,
    metavar="CARD",
    help="Forest Shuffle: CARD is not played.",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 99),
    metavar="N",
    help="Forest Shuffle: best use of hand and clearing in the next N own turns.",
)
@click.option(
    "--reach",
    type=click.IntRange(1, 9999),
    metavar="POINTS",
    help="Forest Shuffle: the fewest cards to draw for so many points in --turns N.",
)
@common(limit=60.0)
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], common: Common, **options: Any) -> None:
    """Find the best play of a position whose future is known, and prove it.

    'optimal' is proven for the whole stated problem; 'bounded' comes with a proven bound. Every
    plan has been replayed through the rules and can be given to 'play'.

    \b
    Examples:
      leafwise solve challenge.toml --svg solution.svg
      leafwise solve floor.toml --count --unique
      leafwise solve challenges.jsonl --json --jobs 2
      leafwise solve game.toml --turns 6 --reach 60
    """
    from leafwise.puzzles.core.errors import BadUse

    from ..inputs import several
    from ..run import run

    targets = [options["svg"], options["png"]]
    if any(targets) and several(files):
        raise BadUse("--svg or --png", f"{len(files)} inputs", "one input for a drawing")
    ctx.exit(run(answer, files, common, options, targets=targets, label="solving"))


def answer(ask: Ask) -> Answer:
    """The solution as text, JSON and drawings; raises what the solver raises."""
    from leafwise.solver import engine, registry
    from leafwise.solver.api import SolveOptions

    from ..kernels import ready
    from ..render.solution import solution_text
    from ..report import BEST_SO_FAR, INTERRUPTED
    from ..run import Answer
    from .show import drawn

    options = ask.options
    if options["engine"] in registry.solver(ask.game.id).compiled:
        ready(ask.game.id, ask.common.quiet)
    wanted = SolveOptions(
        engine=options["engine"],
        count=options["count"],
        unique=options["unique"],
        all=options["list_all"],
        include=tuple(options["include"]),
        exclude=tuple(options["exclude"]),
        turns=options["turns"],
        reach=options["reach"],
    )
    budget = ask.budget()
    found = engine.solve(ask.game, ask.p, wanted, budget)
    drawing = ""
    files: tuple[tuple[str, bytes], ...] = ()
    wants_files = options["svg"] or options["png"]
    if found.line or (wants_files and found.status != "infeasible"):
        start = ask.p if found.start is None else found.start
        drawing, files = drawn(ask.game.picture(start, found.line), options, ask.style)
    text = solution_text(ask.game.headline(ask.p), ask.game.unit, found, drawing)
    status = INTERRUPTED if budget.interrupted else _status(found, wanted.unique)
    notes = (BEST_SO_FAR,) if budget.interrupted else ()
    return Answer(solution_json(found), text, status, files=files, notes=notes)


def _status(found: Solution, unique: bool) -> int:
    if unique and found.unique is False:
        return 1
    if found.status == "unknown" and found.plan:
        return 0  # an answer that holds a plan
    return STATUS[found.status]


def solution_json(found: Solution) -> dict[str, Any]:
    """The keys of the contract; what was not asked for is left out."""
    body: dict[str, Any] = {
        "status": found.status,
        "value": found.value,
        "bound": found.bound,
        "plan": list(found.plan),
        "engine": found.engine,
        "notes": list(found.notes),
    }
    if found.unique is not None:
        body["unique"] = found.unique
    if found.count is not None:
        body["count"] = found.count
    if found.solutions is not None:
        body["solutions"] = [list(plan) for plan in found.solutions]
    if found.least is not None:
        body["draw"] = None if found.draw is None else list(found.draw)
        body["least"] = found.least
    return body
