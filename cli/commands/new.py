"""``leafwise new``: deal a start position, or print a form to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common

if TYPE_CHECKING:
    from leafwise.puzzles.core.game import AnyGame, NewOption


class Games(click.Group):
    """One subcommand a game, made from the options that the game itself names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from leafwise.puzzles.core.registry import game_ids

        return list(game_ids())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from leafwise.puzzles.core import registry

        if cmd_name not in registry.game_ids():
            return None
        return _command(registry.load(cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl(
                [(name, f"see 'leafwise new {name} --help'") for name in self.list_commands(ctx)]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from leafwise.puzzles.core.names import nearest

            near = nearest(args[0], known)
            also = f"; did you mean {near}?" if near else "; there are: " + ", ".join(known)
            raise click.UsageError(f"no such game: {args[0] or repr('')}{also}", ctx)
        return super().resolve_command(ctx, args)


@click.command("new", cls=Games, subcommand_metavar="GAME [OPTIONS]")
def command() -> None:
    """Deal a start position of GAME and print it (TOML, or JSON with --json).

    With --empty it prints a form with every key explained, to be filled in by hand.

    \b
    Examples:
      leafwise new rustling-leaves --season spring --start 2 -o game.toml
      leafwise new forest-shuffle --players 2 --seed 7
      leafwise new indian-summer --empty > floor.toml
    """


def _command(game: AnyGame) -> click.Command:
    """The subcommand of one game."""

    @click.pass_context
    def callback(ctx: click.Context, /, common: Common, empty: bool, **options: Any) -> None:
        named = {name: str(value) for name, value in options.items() if value is not None}
        ctx.exit(_deal(game, named, empty, common))

    params = [_option(option) for option in game.new_options]
    wrapped = click.Command(
        game.id,
        params=list(params),
        callback=common(limit=60.0)(callback),
        help=f"Deal a start position of {game.title}.",
        short_help=f"Deal a start position of {game.title}.",
    )
    # the decorator leaves its options on the callback; click reads them from there
    found: list[click.Parameter] = list(reversed(getattr(wrapped.callback, "__click_params__", [])))
    empty = click.Option(["--empty"], is_flag=True, help="Print a form to fill in by hand.")
    wrapped.params = [*params, empty, *found]
    return wrapped


def _option(option: NewOption) -> click.Option:
    kind = click.Choice(option.choices) if option.choices else click.STRING
    return click.Option(
        ["--" + option.name.replace("_", "-"), option.name.replace("-", "_")],
        type=kind,
        required=option.required,
        default=option.default,
        show_default=option.default is not None,
        help=option.help[:1].upper() + option.help[1:] + ".",
    )


def _deal(game: AnyGame, options: dict[str, str], empty: bool, common: Common) -> int:
    """Write the start position or the form; raises LeafwiseError."""
    from leafwise.puzzles.core.document import dump_toml
    from leafwise.puzzles.core.errors import BadUse

    from .. import jsontext
    from ..output import check_target, say, write_file

    check_target(common.output, common.force)
    if empty and common.json:
        raise BadUse("--empty", "--json", "the form is TOML with comments; leave --json out")
    if empty:
        text = game.form(options)
    else:
        doc = game.write(game.new(options, common.seed))
        text = jsontext.dumps(doc) + "\n" if common.json else dump_toml(doc)
    if common.output not in (None, "-"):
        write_file(common.output or "", text.encode("utf-8"))
    else:
        say(text)
    return 0
