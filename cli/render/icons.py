"""Icons by name: own small drawings on a field of 24 x 24, kept as data."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

FIELD = 24.0


@cache
def _icons() -> dict[str, Any]:
    text = files(__package__).joinpath("data/icons.json").read_text(encoding="utf-8")
    data = json.loads(text)
    icons: dict[str, Any] = data["icons"]
    return icons | {name: icons[other] for name, other in data["aliases"].items()}


def icon_names() -> tuple[str, ...]:
    """Every icon there is."""
    return tuple(sorted(_icons()))


def has_icon(name: str) -> bool:
    """Whether there is a drawing; else the text label is shown."""
    return name in _icons()


def labelled(name: str) -> bool:
    """Whether the field's text is written over the drawing."""
    return bool(_icons()[name].get("label"))


def draw_icon(drawing: Any, name: str, x: float, y: float, size: float) -> None:
    """Draw an icon with its upper left corner at (x, y)."""
    group = drawing.g(
        transform=f"translate({x:.1f} {y:.1f}) scale({size / FIELD:.3f})",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    _parts(drawing, group, name)
    drawing.add(group)


def _parts(drawing: Any, group: Any, name: str) -> None:
    for part in _icons()[name]["parts"]:
        if "icon" in part:  # another icon, smaller, moved
            inner = drawing.g(
                transform=f"translate({part['x']} {part['y']}) scale({part['scale']})"
            )
            _parts(drawing, inner, part["icon"])
            group.add(inner)
        else:
            group.add(
                drawing.path(
                    d=part["d"],
                    fill=part.get("fill", "none"),
                    stroke=part.get("stroke", "none"),
                    stroke_width=part.get("width", 1.2),
                )
            )
