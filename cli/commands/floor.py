"""``leafwise floor``: forest floors of Indian Summer by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common

if TYPE_CHECKING:
    from leafwise.puzzles.core.picture import Picture


@click.group("floor")
def command() -> None:
    """Forest floors of Indian Summer: the shipped ones and your own.

    The shipped floors are a reconstruction, since the publisher's prints are not public. Type
    your own once and every command knows it by its name:

    \b
      format = 1
      game = "indian-summer"
      name = "meadow"
      print = ["b..n", "....", ".m.."]     # . nothing, b berry, n nut, m mushroom, f feather
      areas = ["AABB", "AABB", "AABB"]     # same letter = same area

    \b
    Examples:
      leafwise floor add meadow.toml
      leafwise floor show meadow
      leafwise new indian-summer --floor meadow
    """


@command.command("add")
@click.argument("file", metavar="FILE")
@click.option("--name", help="Keep it under this name instead of the file's.")
@common(limit=60.0)
@click.pass_context
def add(ctx: click.Context, file: str, name: str | None, common: Common) -> None:
    """Check a floor typed into FILE, keep it in your data folder, and draw it back."""
    from ._box import add as keep_file

    ctx.exit(keep_file(_keep, "floor", file, name, common))


@command.command("list")
@common(limit=60.0)
def list_(common: Common) -> None:
    """Names of all floors, your own included."""
    from leafwise.puzzles.indian_summer.library import floor_names

    from ._box import listed

    listed("floors", floor_names(), common)


@command.command("show")
@click.argument("name")
@common(limit=60.0)
def show(name: str, common: Common) -> None:
    """Draw the floor called NAME."""
    from leafwise.puzzles.core.errors import BadUse
    from leafwise.puzzles.core.names import nearest
    from leafwise.puzzles.indian_summer import library
    from leafwise.puzzles.indian_summer.picture import floor_picture

    from .. import style
    from ._box import drawn

    floor = library.floor_named(name)
    if floor is None:
        known = library.floor_names()
        raise BadUse("floor", repr(name), "one of " + ", ".join(known), nearest(name, known))
    shown = style.PLAIN if common.json or common.output else style.detect()
    drawn(f"floor {name}", {"floor": [name]}, floor_picture(floor), shown, common)


@command.command("remove")
@click.argument("name")
@common(limit=60.0)
def remove(name: str, common: Common) -> None:
    """Take your own floor called NAME away again; shipped ones stay."""
    from leafwise.puzzles.indian_summer.library import forget

    from ._box import taken_away

    forget("floors", name)
    taken_away("floor", name, common)


def _keep(doc: Mapping[str, Any], name: str | None, force: bool) -> tuple[list[str], Picture]:
    from leafwise.puzzles.core.picture import Picture
    from leafwise.puzzles.indian_summer.library import add_floors
    from leafwise.puzzles.indian_summer.picture import floor_picture

    floors = add_floors(doc, name, force)
    pictures = [floor_picture(floor) for floor in floors]
    blocks = tuple(block for picture in pictures for block in picture.blocks)
    names = [floor.name for floor in floors]
    return names, Picture(", ".join(names), blocks, pictures[0].legend)
