"""What the tests of the command line share: a finished run, and Pig with a score sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pig import Pig, Turnful

ROOT = Path(__file__).resolve().parents[2]
SPRING = ROOT / "examples" / "spring.toml"


@dataclass(frozen=True)
class Run:
    """What one command line did."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output as exactly one JSON object."""
        assert self.out.endswith("\n") and self.out.count("\n") == 1
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        """Standard output as one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Leafwise = Callable[..., Run]


class TablePig(Pig):
    """Pig with what the command ``score`` asks for besides."""

    def players(self, p: Turnful) -> tuple[()]:
        return ()

    def score_extras(self, p: Turnful) -> dict[str, Any]:
        return {}
