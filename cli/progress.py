"""A progress bar on standard error: only on a terminal, only after two seconds."""

from __future__ import annotations

import sys
import time
from typing import Any

PATIENCE = 2.0


class Meter:
    """Call ``update`` with a fraction 0..1 as often as you like; ``close`` wipes the bar."""

    def __init__(self, label: str, quiet: bool) -> None:
        self.label = label
        self.started = time.monotonic()
        self.live = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._bar: Any = None
        self._task: Any = None

    def update(self, fraction: float) -> None:
        """Show how far the work has come."""
        if not self.live or time.monotonic() - self.started < PATIENCE:
            return
        if self._bar is None:
            self._open()
        self._bar.update(self._task, completed=fraction)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self.label, total=1.0)
        self._bar.start()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
