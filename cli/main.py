"""The console script: small, so that Ctrl-C is heard from the first moment on.

The commands and all that they import come later, see :mod:`.app`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

TYPE_CHECKING = False  # the module typing takes longer to import than this one
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import NoReturn

INTERRUPTED = 130


def run_cli(argv: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing is raised but SystemExit."""
    from .app import run_cli as run

    return run(argv)


def main() -> NoReturn:
    """The console script."""
    # a start makes some 200,000 objects that live to the end: looking for dead ones among them
    # again and again takes a fifth of the time of a hint
    gc.set_threshold(250_000, 20, 50)
    try:
        _import_quietly()
        status = run_cli(sys.argv[1:])
    except KeyboardInterrupt:  # before a command runs, or after its answer is out
        status = INTERRUPTED
    _leave(status)


def _import_quietly() -> None:
    """Import the commands; Ctrl-C meanwhile ends the process on the spot.

    An exception would not do: what imports call on the way may print it and go on.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return  # whoever started us wants it ignored
    signal.signal(signal.SIGINT, _stop)
    from . import app  # noqa: F401

    signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def _leave(status: int) -> NoReturn:
    """End the process at once: taking the compiled kernels down would cost half a second.

    Every answer and file is written by now, and every thread and process of ours has ended.
    """
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)
