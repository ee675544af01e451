"""Position, record and challenge files: TOML, or JSON with the same keys."""

from __future__ import annotations

import json
import re
import tomllib
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import places
from .errors import BadPosition, Fault

# The folder that file names inside a document are relative to: that of the document, if known.
FOLDER: ContextVar[Path | None] = ContextVar("FOLDER", default=None)

# keys of an object that holds a position
WRAPS = ("position", "challenge")


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
        """The line (from 1) where a key path stands, or the nearest path that it lies in.

        A list with one value may be written as the value alone. None for a place that is no path
        of the document, and in a text of a single line where the line would tell nothing.
        """
        if "\n" not in self.text.strip():
            return None if self.form == "json" else 1
        known = places.lines(self.text, self.form)
        for wrap in ("", *(f"{key}." for key in WRAPS)):
            path = wrap + place
            while path and path != wrap:
                if path in known:
                    return known[path]
                path = _inner(path)
        return None


def _inner(path: str) -> str:
    """The path that a path lies in: without its last step."""
    cut = max(path.rfind("."), path.rfind("["))
    return path[:cut] if cut > 0 else ""


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
        if listed := _json_list(stripped):
            raise BadPosition([listed]) from None
        match = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = match[1] if match else places.unfinished(text)
        what = re.sub(r" \(at .*\)$", "", _why(error))
        where = f"line {line}" if line else ""
        raise BadPosition([Fault(where, "format", "malformed TOML", what)]) from None
    return Source(name, text, "toml", doc)


def _json_list(text: str) -> Fault | None:
    """The fault of a JSON list, which is no position; None for any other text."""
    if not text.startswith("["):
        return None
    allowed = "one position, an object in braces; a .jsonl file holds one on each line"
    try:
        if isinstance(json.loads(text), list):
            return Fault("", "format", "a JSON list", allowed)
    except json.JSONDecodeError as error:
        if re.match(r"\[\s*[{\"]", text) and not re.match(r'\["[^"\n]*"\]\s*(#.*)?$', text, re.M):
            return Fault(f"line {error.lineno}", "format", "malformed JSON", error.msg)
    except (ValueError, RecursionError):
        pass
    return None


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
