"""JSON on one line: numbers that are whole are shown whole, and nothing that JSON lacks."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from leafwise.puzzles.core.game import number


def dumps(value: Any, ascii_only: bool = False) -> str:
    """One line of JSON; infinities and NaN become null, floats keep six digits."""
    return json.dumps(plain(value), ensure_ascii=ascii_only)


def plain(value: Any) -> Any:
    """Lists, objects and numbers as JSON knows them."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return number(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy
        return plain(value.item())
    return str(value)
