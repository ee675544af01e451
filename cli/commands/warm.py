"""``leafwise warm``: compile the kernels ahead."""

from __future__ import annotations

import time
from typing import Any

import click

from ..options import Common, common


@click.command("warm")
@click.argument("games", nargs=-1, metavar="[GAME...]")
@common(limit=600.0)
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], common: Common) -> None:
    """Compile the kernels of all games (or the GAMEs named), so that the first hint is fast.

    Takes up to a minute a game, once on each machine and after each update. LEAFWISE_CACHE
    names another place for the compiled code than the user's cache folder.

    \b
    Example:
      leafwise warm rustling-leaves
    """
    ctx.exit(_warm(games, common))


def _warm(games: tuple[str, ...], common: Common) -> int:
    """Compile one game after the other; raises BadUse for an unknown one."""
    from leafwise import __version__
    from leafwise.puzzles.core import jit, registry

    from .. import jsontext
    from ..output import check_target, complain, say, write_file
    from ..progress import Meter

    check_target(common.output, common.force)
    names = games or registry.game_ids()
    for name in names:
        registry.load(name)
    started = time.perf_counter()
    rows: list[dict[str, Any]] = []
    meter = Meter("compiling", common.quiet)
    try:
        for n, name in enumerate(names):
            if not common.quiet:
                known = "is warm" if jit.is_warm(name) else "compiling, about 20 seconds ..."
                complain([f"leafwise warm: {name}: {known}"])
            meter.update(n / len(names))
            rows.append(_one(name))
    finally:
        meter.close()
    body = {
        "games": rows,
        "cache": str(jit.cache_root()),
        "elapsed_s": round(time.perf_counter() - started, 3),
        "version": __version__,
    }
    lines = [f"{row['game']}: {row['state']} ({row['seconds']:.1f} s)\n" for row in rows]
    text = jsontext.dumps(body) + "\n" if common.json else "".join(lines)
    if common.output not in (None, "-"):
        write_file(common.output or "", text.encode("utf-8"))
    else:
        say(text)
    return 0


def _one(name: str) -> dict[str, Any]:
    """Warm one game and say how it went."""
    from leafwise.puzzles.core import jit
    from leafwise.solver.warm import check_cache, warm

    started = time.perf_counter()
    if not jit.plain():
        check_cache(name)
    if jit.plain():
        state = "not compiled: NUMBA_DISABLE_JIT is set"
    elif warm(name):
        state = "warm"
    else:
        state = "being compiled by another process"
    return {"game": name, "state": state, "seconds": round(time.perf_counter() - started, 3)}
