"""``leafwise score``: score lines, what-ifs, rankings and a whole year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import complete
from ..options import Common, common, files_argument

if TYPE_CHECKING:
    from leafwise.puzzles.core.game import AnyGame

    from ..run import Answer, Ask


@click.command("score")
@files_argument
@click.option(
    "--move",
    "moves",
    multiple=True,
    metavar="MOVE",
    shell_complete=complete.moves,
    help="Score after MOVE as well.",
)
@click.option(
    "--with",
    "add",
    multiple=True,
    metavar="PLACE",
    shell_complete=complete.places,
    help="Put something in.",
)
@click.option(
    "--without",
    "remove",
    multiple=True,
    metavar="PLACE",
    shell_complete=complete.places,
    help="Take something out.",
)
@click.option("--rank", is_flag=True, help="Rank the sheets of several players of one game.")
@click.option("--year", is_flag=True, help="Add up the sheets of a series (a whole year).")
@common(limit=60.0)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    moves: tuple[str, ...],
    add: tuple[str, ...],
    remove: tuple[str, ...],
    rank: bool,
    year: bool,
    common: Common,
) -> None:
    """Score a position as if the game ended now, one line a category.

    Several --move are carried out one after the other. --with and --without change the table
    itself: areas in Rustling Leaves, places such as 'lynx on 2 left' in Forest Shuffle.

    A Forest Shuffle tableau can be typed as a flat list, in a file or on standard input: trees,
    each followed by what lies at it, sides cut short, names cut short, in English or German;
    'cave 5' for the cave, 'vs 9/3' for another forest with 9 trees and 3 lindens. --with and
    --without take the same: '2 oak', 'oak: top jay', 'cave 8' for eight cards more or less.

    \b
    Examples:
      echo "3 oak, linden: top bullfinch, left hare x3, r wolf; cave 5" | leafwise score -
      leafwise score examples/spring.toml
      leafwise score examples/spring.toml --move "a2:b4 seedling"
      leafwise score ann.toml ben.toml --rank
      leafwise score spring.toml summer.toml autumn.toml winter.toml --year
    """
    from ..run import run

    if rank or year:
        ctx.exit(_together(files, rank, year, bool(moves or add or remove), common))
    options = {"moves": moves, "add": add, "remove": remove, "lists": True}
    ctx.exit(run(answer, files, common, options))


def answer(ask: Ask) -> Answer:
    """The score, and with moves or changes the score after them."""
    from leafwise.puzzles.core.game import number

    from ..render.score import score_text
    from ..run import Answer, play_line

    game, p = ask.game, ask.p
    body: dict[str, Any] = dict(_scored(game, p))
    players = game.players(p)
    if players:
        body["players"] = [
            {"player": row.player, "total": number(row.total), "rank": row.rank} for row in players
        ]
    body.update(game.score_extras(p))
    moves = ask.options["moves"]
    add, remove = ask.options["add"], ask.options["remove"]
    if moves or add or remove:
        after = _altered(game, p, add, remove) if add or remove else p
        steps = []
        for text in moves:
            before = game.total(after)
            after = play_line(game, after, text)
            total = game.total(after)
            steps.append({"move": text, "total": number(total), "delta": number(total - before)})
        body["after"] = {**_scored(game, after), **game.score_extras(after)}
        body["delta"] = _delta(body["breakdown"], body["after"]["breakdown"])
        body["steps"] = steps
    text = score_text(game.headline(p), game.total_unit, body, ask.style, ask.common.verbose)
    return Answer(body, text)


def _altered(game: AnyGame, p: Any, add: tuple[str, ...], remove: tuple[str, ...]) -> Any:
    """The changed position; its faults are told as those of the change, not of the file."""
    from dataclasses import replace

    from leafwise.puzzles.core.errors import BadPosition

    try:
        return game.alter(p, add, remove)
    except BadPosition as error:
        faults = error.faults()
        raise BadPosition(
            [replace(fault, place=f"as changed, {fault.place}") for fault in faults]
        ) from None


def _scored(game: AnyGame, p: Any) -> dict[str, Any]:
    """Total and breakdown."""
    from leafwise.puzzles.core.game import number

    rows = [
        {"category": row.category, "points": number(row.points), "detail": row.detail}
        for row in game.scores(p)
    ]
    return {"total": number(game.total(p)), "breakdown": rows}


def _delta(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> dict[str, Any]:
    """What changed, category by category."""
    from leafwise.puzzles.core.game import number

    change: dict[str, float] = {}
    for row in after:
        change[row["category"]] = change.get(row["category"], 0) + row["points"]
    for row in before:
        change[row["category"]] = change.get(row["category"], 0) - row["points"]
    rows = [
        {"category": category, "points": number(points)}
        for category, points in change.items()
        if abs(points) > 1e-9
    ]
    return {"total": number(sum(change.values())), "breakdown": rows}


def _together(files: tuple[str, ...], rank: bool, year: bool, changed: bool, common: Common) -> int:
    """Read all sheets and score them as one; raises LeafwiseError for options that clash."""
    from leafwise.puzzles.core.errors import BadUse

    from ..together import run_together

    if rank and year:
        raise BadUse("--rank", "--year", "one of the two")
    if changed:
        raise BadUse("--rank or --year", "--move, --with or --without", "whole sheets as they are")
    return run_together(files, "rank" if rank else "year", common)
