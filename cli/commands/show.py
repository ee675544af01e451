"""``leafwise show``: draw a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common, files_argument

if TYPE_CHECKING:
    from leafwise.puzzles.core.picture import Picture

    from ..run import Answer, Ask


@click.command("show")
@files_argument
@click.option("--svg", metavar="OUT", help="Write a drawing as SVG.")
@click.option("--png", metavar="OUT", help="Write a drawing as PNG.")
@click.option(
    "--blank",
    is_flag=True,
    help="An empty printable sheet with letters and numbers; FILE may be a game's name.",
)
@click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="With --blank and a game's name: which sheet, such as season=winter.",
)
@common(limit=60.0)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    svg: str | None,
    png: str | None,
    blank: bool,
    settings: tuple[str, ...],
    common: Common,
) -> None:
    """Draw a position in the terminal, or write it as SVG or PNG ('--svg -' prints the SVG).

    A flat list of a Forest Shuffle tableau (see 'leafwise score --help') is drawn as well.

    \b
    Examples:
      leafwise show examples/spring.toml
      leafwise show examples/spring.toml --svg spring.svg --png spring.png
      leafwise show --blank rustling-leaves --option season=winter --svg winter.svg
    """
    from leafwise.puzzles.core.errors import BadUse

    from ..inputs import file_or_game, several
    from ..run import run

    if (svg or png) and several(files):
        raise BadUse("--svg or --png", f"{len(files)} inputs", "one input for a drawing")
    if settings and not blank:
        raise BadUse("--option", repr(settings[0]), "only with --blank")
    if png == "-" or (svg == "-" and (png or common.json or common.output)):
        raise BadUse("--png" if png == "-" else "--svg", "'-'", "a file to write the drawing to")
    options = {"svg": svg, "png": png, "blank": blank, "lists": True}
    if blank and len(files) == 1 and _is_game(files[0]):
        ctx.exit(_blank(files[0], settings, options, common))
    if blank:
        for word in files:
            file_or_game(word, "--blank", "position files")
    targets = [None if svg == "-" else svg, png]
    ctx.exit(run(answer, files, common, options, targets=targets, label="drawing"))


def answer(ask: Ask) -> Answer:
    """The drawing of a position, or the empty sheet it is played on."""
    from ..run import Answer

    if ask.options["blank"]:
        named = {option.name for option in ask.game.new_options}
        settings = {
            key: str(value)
            for key, value in ask.doc.items()
            if key in named and isinstance(value, (str, int)) and not isinstance(value, bool)
        }
        picture = ask.game.blank(settings)
    else:
        picture = ask.game.picture(ask.p)
    text, files = drawn(picture, ask.options, ask.style)
    return Answer({"text": text}, text, files=files)


def drawn(picture: Picture, options: Any, style: Any) -> tuple[str, tuple[tuple[str, bytes], ...]]:
    """The terminal drawing and the files asked for by ``svg`` and ``png``."""
    from ..render.terminal import render

    files: list[tuple[str, bytes]] = []
    if options.get("svg") or options.get("png"):
        from ..render.svg import to_svg

        svg = to_svg(picture)
        if options.get("svg") == "-":
            return svg, ()
        if options.get("svg"):
            files.append((options["svg"], svg.encode("utf-8")))
        if options.get("png"):
            from ..render.png import to_png

            files.append((options["png"], to_png(svg)))
    return render(picture, style), tuple(files)


def _is_game(name: str) -> bool:
    """Whether the argument names a game rather than a file."""
    from pathlib import Path

    from leafwise.puzzles.core.registry import game_ids

    return name in game_ids() and not Path(name).exists()


def _blank(game_id: str, settings: tuple[str, ...], options: dict[str, Any], common: Common) -> int:
    """The empty sheet of a game by name; raises BadUse for settings that are none."""
    from leafwise.puzzles.core import registry
    from leafwise.puzzles.core.errors import BadUse

    from .. import jsontext, style
    from ..output import check_targets, say, write_file

    svg = None if options["svg"] == "-" else options["svg"]
    check_targets([common.output, svg, options["png"]], common.force)
    named: dict[str, str] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadUse("--option", repr(text), "KEY=VALUE, such as season=winter")
        named[key.strip()] = value.strip()
    game = registry.load(game_id)
    shown = style.PLAIN if common.json or common.output else style.detect()
    text, files = drawn(game.blank(named), options, shown)
    for path, data in files:
        write_file(path, data)
    if common.json:
        text = jsontext.dumps({"game": game_id, "text": text}) + "\n"
    if common.output not in (None, "-"):
        write_file(common.output or "", text.encode("utf-8"))
    else:
        say(text)
    return 0
