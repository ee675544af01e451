"""Compiled kernels: is this game warm, compile it ahead, or go the plain path meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from leafwise.puzzles.core import jit
from leafwise.puzzles.core.errors import BadUse

from . import registry


def prepare(game_id: str) -> str | None:
    """Call before the first use of a game's analyst in a process.

    The commands ``wait`` for cold kernels; where nobody did, or where that failed, this process
    goes the plain path (``NUMBA_DISABLE_JIT``) while a detached one compiles. Returns a note for
    the user then, else None.
    """
    if jit.plain() or jit.is_warm(game_id) or _loaded(game_id):
        return None
    start_detached(game_id)
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    return "kernels are being compiled in the background; this answer took the slow plain path"


def _loaded(game_id: str) -> bool:
    """Whether this process has the game's kernels already: too late to choose another path."""
    return f"leafwise.puzzles.{game_id.replace('-', '_')}.kernel" in sys.modules


def wait(
    game_id: str, limit: float = 600.0, progress: Callable[[float], None] | None = None
) -> bool:
    """Have the kernels compiled and wait for it; ``progress`` is told the seconds spent.

    False where that failed or took longer than ``limit`` seconds.
    """
    if jit.plain() or jit.is_warm(game_id):
        return True
    process = start_detached(game_id)
    start = time.monotonic()
    while time.monotonic() - start < limit:
        if jit.is_warm(game_id):
            return True
        if process.poll():  # 0 as well where another process is at it already
            return False
        if progress is not None:
            progress(time.monotonic() - start)
        time.sleep(0.1)
    return False


def is_cold(game_id: str) -> bool:
    """Whether a compile is still ahead."""
    return not jit.plain() and not jit.is_warm(game_id)


def check_cache(game_id: str) -> None:
    """Raise BadUse where compiled kernels could not be kept."""
    folder = jit.cache_folder(game_id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        why = (error.strerror or "cannot be written").lower()
        allowed = f"{why}; LEAFWISE_CACHE may name another folder"
        raise BadUse("the folder of compiled kernels", repr(str(folder)), allowed) from None


def start_detached(game_id: str) -> subprocess.Popen[bytes]:
    """Compile the game's kernels in a process of its own that outlives this one."""
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    return subprocess.Popen(
        [sys.executable, "-m", "leafwise.solver.warm", game_id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=environment,
    )


def warm(game_id: str) -> bool:
    """Compile and cache the game's kernels now; False if another process is doing it."""
    from filelock import FileLock, Timeout

    folder = jit.cache_folder(game_id)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "lock", timeout=0):
            if not jit.is_warm(game_id):
                registry.analyst(game_id).warm()
                jit.mark_warm(game_id)
            return True
    except Timeout:
        return False


if __name__ == "__main__":
    warm(sys.argv[1])
