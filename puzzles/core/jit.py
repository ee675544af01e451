"""The one door to numba.

* ``njit`` compiles with cache and without the GIL, or is a no-op under ``NUMBA_DISABLE_JIT``
  (the plain path, and the test that both agree).
* numba's own cache does not notice an edit in *another* file that a kernel calls, so the cache
  folder of a game is named by a hash of all its kernel sources and the shared ones, of numba's
  version and of the CPU.
* importing this module does not import numba; the first ``njit`` does. Plain rules never import
  a kernel module, so they start fast.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def plain() -> bool:
    """Whether kernels run as plain Python (``NUMBA_DISABLE_JIT`` set and not 0)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def cache_root() -> Path:
    """Where compiled kernels are kept: ``LEAFWISE_CACHE`` or the user's cache folder."""
    root = os.environ.get("LEAFWISE_CACHE")
    if root:
        return Path(root)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "leafwise"


def _layer_roots() -> list[Path]:
    """The folders ``puzzles`` and ``solver``: neighbours in a checkout and when installed."""
    here = Path(__file__).resolve().parents[1]  # .../puzzles
    return [here, here.parent / "solver"]


@cache
def fingerprint(family: str) -> str:
    """Hash of a game's kernel sources and the shared ones, of numba's version and the CPU.

    ``family`` is the game's folder name (``rustling_leaves``), or ``core``.
    """
    from importlib.metadata import version

    h = hashlib.sha256()
    for root in _layer_roots():
        for path in sorted((root / family).rglob("kernel*.py")):
            h.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in ("jit.py", "random.py", "kernel_random.py"):
        h.update((Path(__file__).parent / name).read_bytes())
    h.update(f"{version('numba')} {version('numpy')} {platform.machine()} {_cpu()}".encode())
    return h.hexdigest()[:16]


def _cpu() -> str:
    """The CPU's model name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith(("model name", "Model", "CPU part")):
                return line
    except OSError:
        pass
    return platform.processor()


def cache_folder(game_id: str = "core") -> Path:
    """The cache folder of these very kernels on this very machine, by game id or folder name."""
    family = game_id.replace("-", "_")
    return cache_root() / f"{family}-{fingerprint(family)}"


def is_warm(game_id: str) -> bool:
    """Whether ``mark_warm`` was called for the game with these kernels on this machine."""
    return (cache_folder(game_id) / "warm").exists()


def mark_warm(game_id: str) -> None:
    """Note that the game's kernels are compiled and cached."""
    folder = cache_folder(game_id)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "warm").touch()


def _family(function: Callable[..., Any]) -> str:
    """The game whose kernel a function belongs to: ``leafwise.LAYER.GAME.module``."""
    parts = function.__module__.split(".")
    return parts[2] if len(parts) > 3 else "core"


def _numba(family: str) -> Any:
    """numba, told where to keep what is compiled next (it reads the setting when decorating)."""
    folder = cache_folder(family)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    import numba

    vars(numba.config)["CACHE_DIR"] = str(folder)
    return numba


def njit(function: F) -> F:
    """Compile a kernel function (cached, GIL released); unchanged on the plain path."""
    if plain():
        return function
    return cast(F, _numba(_family(function)).njit(cache=True, nogil=True)(function))


def bare(function: F) -> F:
    """``njit`` without reference counts and checks for division by zero.

    A kernel that only reads and writes arrays handed to it spends a quarter of its time counting
    references to them (every array taken out of a named tuple is counted up and down). Such a
    function must not make, keep or return arrays or other counted objects; views of its arguments
    are fine. Whoever calls it owns the arrays.
    """
    if plain():
        return function
    options = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(F, _numba(_family(function)).njit(**options)(function))
