"""Position, record and challenge files: TOML, or JSON with the same keys."""

from __future__ import annotations

import json
import re
import tomllib
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import BadPosition, Fault

# The folder that file names inside a document are relative to: that of the document, if known.
FOLDER: ContextVar[Path | None] = ContextVar("FOLDER", default=None)

_STEP = re.compile(r"(?P<key>[^.\[\]]+)|\[(?P<index>\d+)\]")


@dataclass(frozen=True, slots=True)
class Source:
    """A decoded document and the text it came from.

    ``name`` is what to call it in messages; ``form`` is ``"toml"`` or ``"json"``.
    """

    name: str
    text: str
    form: str
    doc: dict[str, Any]

    def line(self, place: str) -> int | None:
        """The line (from 1) where a key path begins in a TOML text, as far as it can be told."""
        return None if self.form != "toml" else _toml_line(self.text, place)


def parse_text(text: str, name: str) -> Source:
    """Decode TOML, or JSON if the text starts with a brace; raises BadPosition."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped.startswith("{"):
        try:
            doc = json.loads(stripped, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
            what = error.msg if isinstance(error, json.JSONDecodeError) else _why(error)
            raise BadPosition([Fault(where, "format", "malformed JSON", what)]) from None
        return Source(name, text, "json", doc)
    try:
        doc = tomllib.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        match = re.search(r"\(at line (\d+), column \d+\)", str(error))
        where = f"line {match[1]}" if match else ""
        what = re.sub(r" \(at .*\)$", "", _why(error))
        raise BadPosition([Fault(where, "format", "malformed TOML", what)]) from None
    return Source(name, text, "toml", doc)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice is an error, as in TOML."""
    doc = dict(pairs)
    if len(doc) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} stands twice")
            seen.add(key)
    return doc


def _why(error: Exception) -> str:
    """What a decoder ran into, in words for a person."""
    if isinstance(error, RecursionError):
        return "too deeply nested"
    return "a number with too many digits" if "digits" in str(error) else str(error)


def dump_toml(doc: dict[str, Any]) -> str:
    """TOML text of a document; ``None`` values are left out."""
    from .layout import toml_text

    return toml_text(_clean(doc))


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_clean(item) for item in value]
    return value


def _toml_line(text: str, place: str) -> int | None:
    """Find ``key = ...`` or the n-th ``[[key]]``; an inner place falls back to its key's line."""
    steps: list[str | int] = [
        int(match["index"]) if match["index"] is not None else match["key"]
        for match in _STEP.finditer(place)
    ]
    if not steps or not isinstance(steps[0], str):
        return None
    lines = text.splitlines()
    first = steps[0]
    index = steps[1] if len(steps) > 1 and isinstance(steps[1], int) else 0
    header = re.compile(rf"^\s*\[\[?\s*{re.escape(first)}\s*\]\]?\s*(#.*)?$")
    headers = [n for n, line in enumerate(lines) if header.match(line)]
    if headers:
        start = headers[min(index, len(headers) - 1)]
        keys = [step for step in steps[1:] if isinstance(step, str)]
        if keys:
            for n in range(start + 1, len(lines)):
                if re.match(r"^\s*\[", lines[n]) and not re.match(r"^\s*\[\s*['\"]", lines[n]):
                    break
                if re.match(rf"^\s*{re.escape(keys[0])}\s*=", lines[n]):
                    return n + 1
        return start + 1
    for n, line in enumerate(lines):
        if re.match(rf"^\s*[\"']?{re.escape(first)}[\"']?\s*[.=]", line):
            return n + 1
    return None
