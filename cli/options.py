"""The options that all commands share, and the arguments that many do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar

import click

from . import complete
from .output import check_target

F = TypeVar("F", bound=Callable[..., Any])

MOST_SECONDS = 1e9
MOST_SEED = 2**62 - 1


@dataclass(frozen=True, slots=True)
class Common:
    """Values of the common options, the same in every command."""

    json: bool = False
    time_limit: float = 60.0
    seed: int = 0
    workers: int = 1
    jobs: int = 1
    scheduler: str | None = None
    output: str | None = None
    force: bool = False
    quiet: bool = False
    verbose: bool = False


def common(limit: float) -> Callable[[F], F]:
    """Add the common options; the command gets them as one argument ``common``.

    ``limit`` is the command's default time limit in seconds. An output that must not be written
    is refused before the command begins (BadFile).
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            mine = Common(**{field.name: kwargs.pop(field.name) for field in fields(Common)})
            check_target(mine.output, mine.force)
            return function(*args, common=mine, **kwargs)

        decorated: Any = wrapped
        for option in reversed(_options(limit)):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def values_of(kind: click.ParamType[Any]) -> str | None:
    """What values of a type are allowed, in words; None where there is nothing to say."""
    if isinstance(kind, click.Choice):
        return "one of " + ", ".join(str(choice) for choice in kind.choices)
    if isinstance(kind, Seconds):
        return f"a number of seconds above 0, at most {MOST_SECONDS:.0f}"
    if isinstance(kind, click.IntRange):
        upper = "" if kind.max is None else f" to {kind.max}"
        return f"a whole number from {kind.min}{upper}"
    return None


class Seconds(click.FloatRange):
    """A positive, finite number of seconds."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail(f"{value!r} is not a valid number of seconds", param, ctx)
        return seconds


def _options(limit: float) -> list[Callable[[Any], Any]]:
    return [
        click.option("--json", is_flag=True, help="Print one JSON object (a line for each input)."),
        click.option(
            "--time-limit",
            type=Seconds(min=0, min_open=True, max=MOST_SECONDS),
            default=limit,
            show_default=True,
            metavar="SECONDS",
            help="Stop after this time with the best found so far.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, MOST_SEED),
            default=0,
            show_default=True,
            metavar="N",
            help="Seed of all random numbers; the same seed gives the same answer.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            metavar="N",
            help="Threads inside one answer; with more than one the line shown may differ.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            metavar="N",
            help="Processes that share many inputs.",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Share many inputs on a Dask cluster instead (needs leafwise[cluster]).",
        ),
        click.option("-o", "--output", metavar="FILE", help="Write the answer to FILE."),
        click.option("--force", is_flag=True, help="Overwrite files that exist."),
        click.option("-q", "--quiet", is_flag=True, help="No notes and no progress on stderr."),
        click.option("-v", "--verbose", is_flag=True, help="Show everything."),
    ]


def files_argument(function: F) -> F:
    """One or more input files; ``-`` is standard input, ``.jsonl`` holds one position a line."""
    decorate = click.argument(
        "files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete.files
    )
    return decorate(function)


def file_argument(function: F) -> F:
    """Exactly one input file (which may be a ``.jsonl`` of many positions)."""
    return click.argument("file", metavar="FILE", shell_complete=complete.files)(function)
