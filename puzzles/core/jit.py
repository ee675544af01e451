"""The one door to numba.

* ``njit`` compiles with cache and without the GIL, or is a no-op under ``NUMBA_DISABLE_JIT``
  (the plain path, and the test that both agree).
* numba's own cache does not notice an edit in *another* file that a kernel calls, so the cache
  folder is named by a hash of all kernel sources, of numba's version and of the CPU.
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
def fingerprint() -> str:
    """Hash of all kernel sources, numba's version and the CPU."""
    from importlib.metadata import version

    h = hashlib.sha256()
    for root in _layer_roots():
        sources = {*root.rglob("kernel*.py"), *root.rglob("*_kernel.py")}
        for path in sorted(sources):
            h.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in ("jit.py", "random.py"):
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


def cache_folder() -> Path:
    """The cache folder of these very kernels on this very machine."""
    return cache_root() / f"kernels-{fingerprint()}"


def is_warm(game_id: str) -> bool:
    """Whether ``mark_warm`` was called for the game with these kernels on this machine."""
    return (cache_folder() / f"{game_id}.warm").exists()


def mark_warm(game_id: str) -> None:
    """Note that the game's kernels are compiled and cached."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game_id}.warm").touch()


@cache
def _numba() -> Any:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    import numba

    # numba reads its settings once, so a numba imported earlier must be told as well.
    vars(numba.config)["CACHE_DIR"] = str(folder)
    return numba


def njit(function: F) -> F:
    """Compile a kernel function (cached, GIL released); unchanged on the plain path."""
    if plain():
        return function
    return cast(F, _numba().njit(cache=True, nogil=True)(function))
