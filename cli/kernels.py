"""Waiting, once on a machine, until a game's kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable

from .output import complain
from .progress import Meter

USUAL = 60.0  # seconds on one core: only the bar needs it


def ready(game_id: str, quiet: bool, check: Callable[[], None] | None = None) -> None:
    """Wait for compiled kernels, with a notice and a bar; at once where they are there.

    Raises BadUse where they could not be kept. ``check`` is called before a wait: what will be
    refused should not be waited for.

    Where compiling fails or takes minutes, the engine goes its plain path and says so.
    """
    from leafwise.solver import warm

    if not warm.is_cold(game_id):
        return
    warm.check_cache(game_id)
    if check is not None:
        check()
    if not quiet:  # said at once, since it explains the wait
        complain(["compiling this game's kernels, once on this machine: about a minute ..."])
    meter = Meter("compiling", quiet)
    try:
        warm.wait(game_id, progress=lambda spent: meter.update(min(0.99, spent / USUAL)))
    finally:
        meter.close()
