"""Colours by the names that pictures use."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Tone:
    """``fill`` of a field and ``ink`` of what is written on it, as ``#rrggbb``."""

    fill: str
    ink: str


@cache
def _data() -> dict[str, Any]:
    text = files(__package__).joinpath("data/tones.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def tone(name: str | None) -> Tone:
    """The tone of this name; an unknown name and None are the neutral tone."""
    data = _data()
    found = data["tones"].get(name, data["neutral"]) if name else data["neutral"]
    return Tone(found["fill"], found["ink"])


def tone_names() -> tuple[str, ...]:
    """Every tone that has colours of its own."""
    return tuple(sorted(_data()["tones"]))
