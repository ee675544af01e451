"""``leafwise tiles``: leaf tiles and animals of Indian Summer, a player's own box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common

if TYPE_CHECKING:
    from leafwise.puzzles.core.picture import Picture


@click.group("tiles")
def command() -> None:
    """Tile sets of Indian Summer: the shipped reconstruction and your own box.

    Type your box once; a position names it with  tiles = "my-box":

    \b
      format = 1
      game = "indian-summer"
      name = "my-box"
      tiles = [
        { shape = "##o", copies = 5, colour = "green" },
        { shape = "##/o.", copies = 4 },       # '/' starts a row, o is the hole, . is outside
      ]

    \b
    Examples:
      leafwise tiles add my-box.toml
      leafwise tiles show my-box
    """


@command.command("add")
@click.argument("file", metavar="FILE")
@click.option("--name", help="Keep it under this name instead of the file's.")
@common(limit=60.0)
@click.pass_context
def add(ctx: click.Context, file: str, name: str | None, common: Common) -> None:
    """Check a tile set typed into FILE, keep it in your data folder, and draw it back."""
    from ._box import add as keep_file

    ctx.exit(keep_file(_keep, "tiles", file, name, common))


@command.command("list")
@common(limit=60.0)
def list_(common: Common) -> None:
    """Names of your own tile sets (the shipped one needs no name)."""
    from leafwise.puzzles.indian_summer.library import tile_set_names

    from ._box import listed

    listed("tiles", tile_set_names(), common)


@command.command("show")
@click.argument("name", required=False)
@common(limit=60.0)
def show(name: str | None, common: Common) -> None:
    """Draw the tile set called NAME, or the shipped one."""
    from leafwise.puzzles.indian_summer import library
    from leafwise.puzzles.indian_summer.components import shipped_tiles
    from leafwise.puzzles.indian_summer.picture import tiles_picture

    from .. import style
    from ._box import drawn

    box = shipped_tiles() if name is None else library.tile_set(name)
    shown = style.PLAIN if common.json or common.output else style.detect()
    called = name or "the shipped reconstruction"
    drawn(f"tiles: {called}", {"tiles": [called]}, tiles_picture(box), shown, common)


@command.command("remove")
@click.argument("name")
@common(limit=60.0)
def remove(name: str, common: Common) -> None:
    """Take your own tile set called NAME away again; shipped ones stay."""
    from leafwise.puzzles.indian_summer.library import forget

    from ._box import taken_away

    forget("tiles", name)
    taken_away("tiles", name, common)


def _keep(doc: Mapping[str, Any], name: str | None, force: bool) -> tuple[list[str], Picture]:
    from leafwise.puzzles.indian_summer.library import add_tiles
    from leafwise.puzzles.indian_summer.picture import tiles_picture

    box = add_tiles(doc, name, force)
    return [box.name or ""], tiles_picture(box)
