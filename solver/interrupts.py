"""Ctrl-C while an answer is being made: stop soon and keep the best so far.

Kernels and CP-SAT run in compiled code for a while, where Python's own KeyboardInterrupt would
come late and throw the work away. While :func:`listening`, the first Ctrl-C only notes the wish;
whatever polls ``Budget.over`` (or :func:`wanted`, deep inside) then ends by itself. A second
Ctrl-C is an ordinary KeyboardInterrupt.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from .api import Budget

_wanted = threading.Event()


def wanted() -> bool:
    """Whether the user asked to stop the answer in the making."""
    return _wanted.is_set()


@contextmanager
def listening(budget: Budget) -> Iterator[None]:
    """Turn the first Ctrl-C into ``budget.interrupted``; does nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def note(number: int, frame: FrameType | None) -> None:
        if _wanted.is_set():
            raise KeyboardInterrupt
        _wanted.set()
        budget.interrupted = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _wanted.clear()
