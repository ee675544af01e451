"""What the Indian Summer benchmarks share: budgets, the machine's load, saving results."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from leafwise.solver.api import Budget, Clock

RESULTS = Path(__file__).resolve().parent / "results"


class CpuClock(Clock):
    """Counts the process's own processor seconds: the machine was shared while measuring.

    Everything runs on one thread, so on an idle core these are the wall-clock seconds.
    """

    def spent(self) -> float:
        return time.process_time() - self.started


def budget(seconds: float, seed: int = 0) -> Budget:
    """A fresh budget in processor seconds."""
    return Budget(CpuClock(seconds, time.process_time()), seed=seed)


def commit() -> str:
    """The commit that is measured."""
    out = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )
    return out.stdout.strip()


COMMIT = commit()  # at the start: what is measured is what was loaded then


def save(name: str, summary: dict[str, Any], rows: Sequence[dict[str, Any]]) -> None:
    """Write one benchmark's figures with their commit and the load they were taken under."""
    RESULTS.mkdir(exist_ok=True)
    doc = {
        "benchmark": name,
        "commit": COMMIT,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "summary": summary,
        "rows": list(rows),
    }
    text = json.dumps(doc, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n")
    print(name, json.dumps(summary), flush=True)


def median(values: Sequence[float]) -> float:
    """The median, rounded to hundredths."""
    return round(statistics.median(values), 2)


def interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95% interval of paired differences (normal law)."""
    mean = statistics.fmean(differences)
    half = 1.96 * statistics.stdev(differences) / len(differences) ** 0.5
    return round(mean, 3), round(mean - half, 3), round(mean + half, 3)
