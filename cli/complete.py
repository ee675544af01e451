"""What the shell may complete: files, legal moves of the position named, names of cards.

Nothing here may fail or print: whatever goes wrong, there is nothing to complete.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

MOST = 200


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, by the shell's own means."""
    return [CompletionItem(incomplete, type="file")]


def moves(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Legal moves of the position that the command line names."""
    game, p = _position(ctx)
    if game is None:
        return []
    started = [text for text in game.listing(p) if text.startswith(incomplete.lower())]
    return [CompletionItem(text) for text in started[:MOST]]


def places(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names for ``--with`` and ``--without``: the last word of what is typed."""
    game, _ = _position(ctx)
    finish = getattr(game, "completions", None)
    if finish is None:
        return []
    head, _, word = incomplete.rpartition(" ")
    head = f"{head} " if head else ""
    return [CompletionItem(head + name) for name in finish(word)[:MOST]]


def _position(ctx: click.Context) -> tuple[Any, Any]:
    """The game and the position of the first file of a command line; None where there is none."""
    from leafwise.puzzles.core.document import parse_text

    from .inputs import LIMIT
    from .lists import is_list, read_list
    from .run import read_position, unwrap

    # while an option still waits for its value, click leaves the arguments unsorted
    listed = [ctx.params.get("file"), *(ctx.params.get("files") or ()), *ctx.args]
    named = next((name for name in listed if name), None)
    try:
        with Path(named or "").open(encoding="utf-8") as stream:
            text = stream.read(LIMIT)
        found = read_list(text) if is_list(text) else None
        return found or read_position(unwrap(parse_text(text, str(named)).doc))
    except Exception:  # a shell cannot show what is wrong
        return None, None
