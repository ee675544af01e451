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


DEEPEST = 20  # levels of lists and tables in each other; a position has seven
NESTED = "too deeply nested: a position is a table of keys, with lists of tables at the most"
_DOTTED = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}"""
)
_VALUE = re.compile(r"null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


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
    text = text.removeprefix("\ufeff")
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped.startswith("{"):
        try:
            doc = json.loads(stripped, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
            what = error.msg if isinstance(error, json.JSONDecodeError) else _why(error)
            raise BadPosition([Fault(where, "format", "malformed JSON", what)]) from None
        return Source(name, text, "json", _flat_enough(doc))
    try:
        if _DOTTED.search(text):  # the decoder's memory grows with the square of the parts
            raise RecursionError
        doc = tomllib.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        if other := _other_json(stripped):
            raise BadPosition([other]) from None
        match = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = match[1] if match else places.unfinished(text)
        what = re.sub(r" \(at .*\)$", "", _why(error))
        if what == "Cannot overwrite a value" and line:
            what = _twice(text.splitlines()[int(line) - 1])
        where = f"line {line}" if line else ""
        raise BadPosition([Fault(where, "format", "malformed TOML", what)]) from None
    return Source(name, text, "toml", _flat_enough(doc))


def _flat_enough(doc: dict[str, Any]) -> dict[str, Any]:
    """The document, unless it is nested deeper than any position; raises BadPosition."""
    level: list[Any] = [doc]
    for _ in range(DEEPEST):
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return doc
    raise BadPosition([Fault("", "format", f"more than {DEEPEST} levels", NESTED)])


def is_json_value(text: str) -> bool:
    """Whether a text is a JSON value that is no object or list: null, true, false or a number."""
    return _VALUE.fullmatch(text.strip("\ufeff \t\r\n")) is not None


def _other_json(text: str) -> Fault | None:
    """The fault of JSON that is no object, and so no position; None for any other text."""
    allowed = "one position, an object in braces; a .jsonl file holds one on each line"
    if is_json_value(text):
        return Fault("", "format", text.strip(), allowed)
    if not text.startswith("["):
        return None
    try:
        if isinstance(json.loads(text), list):
            return Fault("", "format", "a JSON list", allowed)
    except RecursionError:
        return Fault("", "format", "a JSON list", f"{allowed}; {NESTED}")
    except json.JSONDecodeError as error:
        if re.match(r"\[\s*[{\"]", text) and not re.match(r'\["[^"\n]*"\]\s*(#.*)?$', text, re.M):
            return Fault(f"line {error.lineno}", "format", "malformed JSON", error.msg)
    except ValueError:
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


def _twice(line: str) -> str:
    """What to say of a line of TOML whose key was there before."""
    key = re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line)
    return f"the key {key[1]!r} stands twice" if key else "a key stands twice"


def _why(error: Exception) -> str:
    """What a decoder ran into, in words for a person."""
    if isinstance(error, RecursionError):
        return NESTED
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
