"""The group of all commands, each imported when it is called, and how a command line ends."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from leafwise import __version__

from .options import values_of

if TYPE_CHECKING:
    from leafwise.puzzles.core.errors import Fault

# name -> what ``leafwise --help`` says about it; the module is ``commands/<name>.py``.
COMMANDS: dict[str, str] = {
    "new": "Deal a start position, or print a form to fill in.",
    "show": "Draw a position: terminal, SVG or PNG; --blank for a printable sheet.",
    "moves": "List the legal moves.",
    "play": "Carry out moves and print the position after them.",
    "score": "Score a position line by line; what-ifs, rankings, a whole year.",
    "hint": "Rank the next moves, with what they are worth and why.",
    "compare": "Compare two moves on the same futures.",
    "session": "Play at a prompt with hints, saved after every step.",
    "analyse": "Judge the decisions of a record: where points were lost.",
    "solve": "Best play of a known future, with its proof.",
    "floor": "Indian Summer: your own forest floors, and the shipped ones.",
    "tiles": "Indian Summer: your own box of leaf tiles.",
    "warm": "Compile the kernels ahead, so that the first hint is fast.",
}

# how click begins to say that a value does not fit its option
_REFUSED = re.compile(r"(.*?) is not (?:a valid|in the range|one of)\b", re.DOTALL)

EPILOG = """\b
A first session:
  leafwise new rustling-leaves --season spring --start 2 -o game.toml
  leafwise play game.toml "roll 2c 3" | leafwise hint -

\b
Tab completion:
  bash  eval "$(_LEAFWISE_COMPLETE=bash_source leafwise)"
  zsh   eval "$(_LEAFWISE_COMPLETE=zsh_source leafwise)"
  fish  _LEAFWISE_COMPLETE=fish_source leafwise | source
"""


class LazyGroup(click.Group):
    """Knows names and summaries; imports ``commands/<name>.py`` only to run or explain one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"leafwise.cli.commands.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C as click's own Abort, or click writes an empty line for it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from leafwise.puzzles.core.names import nearest

            raise click.UsageError(no_such("command", args[0], nearest(args[0], COMMANDS)), ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="leafwise", message="%(prog)s %(version)s")
def cli() -> None:
    """Hints, exact solutions and what-if scores for Rustling Leaves, Indian Summer and
    Forest Shuffle, from a position typed into a text file.

    FILE is TOML or JSON; '-' is standard input; a .jsonl file holds one position a line.
    """


def no_such(what: str, name: str, near: str | None) -> str:
    """The sentence about an unknown name; an empty one stands in quotes."""
    return f"no such {what}: {name or repr(name)}" + (f"; did you mean {near}?" if near else "")


def usage_sentence(error: click.ClickException) -> str:
    """What click found wrong, in one line, with the nearest option name."""
    if isinstance(error, click.NoSuchOption):
        from leafwise.puzzles.core import registry
        from leafwise.puzzles.core.names import nearest

        where = error.ctx.command.name if error.ctx else None
        params = error.ctx.command.get_params(error.ctx) if error.ctx else []
        known = [name for param in params for name in param.opts if name.startswith("--")]
        if "--option" in known and _of_a_game(error.option_name):
            return f"no such option: {error.option_name}; here it is {_setting(error.option_name)}"
        if where == "session" and _of_a_game(error.option_name):
            games = ", ".join(registry.game_ids())
            return f"no such option beside a file: {error.option_name}; games are {games}"
        plain = {name.removeprefix("--"): name for name in known}
        near = nearest(error.option_name.removeprefix("--"), plain, 70.0)
        return no_such("option", error.option_name, plain.get(near or ""))
    text = " ".join(error.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def usage_fault(error: click.ClickException) -> Fault:
    """What click found wrong as a fault; for a value with what was found and what is allowed."""
    from leafwise.puzzles.core.errors import Fault
    from leafwise.puzzles.core.names import nearest

    param = getattr(error, "param", None)
    found = _REFUSED.match(error.message)
    allowed = None if param is None else values_of(param.type)
    plain = type(error) is not click.BadParameter  # a missing one has no value
    if param is None or allowed is None or found is None or plain:
        return Fault("", "usage", "", usage_sentence(error))
    place = next((name for name in param.opts if name.startswith("--")), param.opts[0])
    near = None
    if isinstance(param.type, click.Choice):
        near = nearest(found[1].strip("'\""), [str(choice) for choice in param.type.choices])
    return Fault(place, "usage", found[1], allowed, near)


def _of_a_game(option: str) -> bool:
    """Whether ``leafwise new`` takes the option for one of the games."""
    from leafwise.puzzles.core import registry

    games = (registry.load(name) for name in registry.game_ids())
    return any(option == f"--{known.name}" for game in games for known in game.new_options)


def _setting(option: str) -> str:
    return f"--option {option.removeprefix('--')}=VALUE"


def run_cli(argv: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing is raised but SystemExit."""
    from .output import CLOSED, Closed, complain, hold_streams
    from .report import one_line

    if not hold_streams() and not _has_file(argv):
        complain([f"leafwise: {CLOSED}"])
        return 2
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status: Any = cli.main(list(argv), prog_name="leafwise", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _usage(error, argv)
    except (click.Abort, KeyboardInterrupt):
        return _end(argv, _interrupted())
    except Closed:
        return 0
    except BrokenPipeError:
        from .output import close_quietly

        close_quietly()
        return 0
    except OSError as error:  # of files the commands tell themselves: this is our own output
        what = "standard output cannot be written"
        named = what if error.filename is None else one_line(str(error.filename))
        complain([f"leafwise: {named}: {(error.strerror or str(error)).lower()}"])
        return 2
    except Exception as error:
        return _end(argv, _failure(error), trace=True)


def _has_file(argv: Sequence[str]) -> bool:
    """Whether the answer may go to a file: ``-o`` (also as ``-qo``) or ``--output``."""
    return any(re.match(r"-[a-z]*o|--o", word) for word in argv)


def _usage(error: click.ClickException, argv: Sequence[str]) -> int:
    from .report import Failure, Place

    ctx = getattr(error, "ctx", None)
    named = next((word for word in argv[:1] if word in COMMANDS), "")
    where = ctx.command_path if ctx is not None else f"leafwise {named}".strip()
    fault = usage_fault(error)
    if not fault.place:
        fault = replace(fault, allowed=f"{fault.allowed} (see '{where} --help')")
    place = Place(fault, None)
    return _end(argv, Failure("bad usage", 2, (place,), None), head=where)


def _interrupted() -> Any:
    from .report import interrupted

    return interrupted()


def _failure(error: Exception) -> Any:
    from leafwise.puzzles.core.errors import LeafwiseError

    from .report import failure, internal

    return failure(error) if isinstance(error, LeafwiseError) else internal(error)


def _end(argv: Sequence[str], found: Any, *, head: str = "leafwise", trace: bool = False) -> int:
    """Tell a failure that belongs to no input; with --json also as an object on stdout."""
    from leafwise.puzzles.core.errors import LeafwiseError

    from . import jsontext
    from .output import Closed, complain, say

    lines = [head + line.removeprefix("leafwise") for line in found.lines()]
    if trace and found.trace and {"-v", "--verbose"} & set(argv):
        lines += found.trace.rstrip().splitlines()
    complain(lines)
    if "--json" in argv:
        with contextlib.suppress(Closed, LeafwiseError):
            say(jsontext.dumps(found.json(), ascii_only=True) + "\n")
    status: int = found.status
    return status
