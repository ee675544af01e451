"""Typed decoding of a document that collects ALL faults.

A game describes its file as a ``msgspec.Struct`` (``kw_only=True, rename`` as needed); each key
is converted on its own, so that one wrong type does not hide the next.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from .errors import BadPosition, Fault
from .names import nearest

S = TypeVar("S", bound=msgspec.Struct)

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_EXPECTED = re.compile(r"^Expected `([^`]+)`, got `[^`]+`$")
_MISSING = re.compile(r"^Object missing required field `([^`]+)`$")
_WANTED = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table of keys",
    "str": "a text in quotes",
}
# the first that fits; a bool is an int and a datetime a date in Python
_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (str, "a text"),
    (datetime.datetime, "a date with a time"),
    (datetime.date, "a date"),
    (datetime.time, "a time"),
    (Mapping, "a table of keys"),
    ((list, tuple), "a list"),
)


def decode(
    doc: Mapping[str, Any],
    schema: type[S],
    at: str = "",
    notes: Mapping[str, str] | None = None,
) -> tuple[S | None, tuple[Fault, ...]]:
    """Convert ``doc`` to ``schema``; the struct is None when a required key is unusable.

    ``notes`` maps keys to a sentence about what is allowed. Keys with a fault fall back to their
    defaults so that the remaining rules can still be checked. Nested structs are converted as a
    whole (one fault each); decode lists of structs by calling this function per element.
    """
    notes = notes or {}
    faults: list[Fault] = []
    known = _fields(schema)
    for key in doc:
        if key not in known:
            allowed = "a key of this game: " + ", ".join(sorted(known))
            faults.append(
                Fault(join(at, key), "format", "unknown key", allowed, nearest(key, known))
            )
    values: dict[str, Any] = {}
    complete = True
    for key, field in known.items():
        if key not in doc:
            if field.required:
                complete = False
                faults.append(Fault(join(at, key), "format", "nothing", _wanted(key, notes)))
            continue
        try:
            values[field.name] = msgspec.convert(doc[key], field.type, strict=True)
        except msgspec.ValidationError as error:
            complete = complete and not field.required
            faults.extend(_faults(join(at, key), doc[key], field.type, error, notes.get(key)))
    return (schema(**values) if complete else None), tuple(faults)


@cache  # reading the annotations takes longer than all the rest of a small document
def _fields(schema: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The keys of a schema as they stand in a file."""
    return {field.encode_name: field for field in msgspec.structs.fields(schema)}


def check_head(doc: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Faults of ``format`` (1 is required)."""
    if "format" not in doc:
        return (Fault("format", "format", "nothing", "format = 1 is required"),)
    if doc["format"] != 1 or isinstance(doc["format"], bool):
        return (Fault("format", "format", show(doc["format"]), "1, the only format there is"),)
    return ()


def refuse(faults: list[Fault] | tuple[Fault, ...]) -> None:
    """Raise BadPosition when there is any fault."""
    if faults:
        raise BadPosition(faults)


def join(at: str, key: str | int) -> str:
    """Extend a place: ``join("forest[0]", "left") == "forest[0].left"``."""
    if isinstance(key, int):
        return f"{at}[{key}]"
    return f"{at}.{key}" if at else key


def show(value: Any, limit: int = 60) -> str:
    """A found value in one short line, as it stands in a file."""
    text = _written(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _written(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {_written(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_written(item) for item in value)}]"
    return repr(value)


def kind_of(value: Any) -> str:
    """What a value is, in plain words: ``a whole number``, ``a date``."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, float) and not math.isfinite(value):
        return "a number without a value"
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "something else")


def _wanted(key: str, notes: Mapping[str, str]) -> str:
    return notes.get(key, "this key is required")


def _faults(
    place: str, value: Any, kind: Any, error: msgspec.ValidationError, note: str | None
) -> list[Fault]:
    """The fault of a value; in a list or table of values those of all that are wrong."""
    inner: list[tuple[str, Any]] = []
    if isinstance(value, list):
        inner = [(join(place, n), item) for n, item in enumerate(value)]
    elif isinstance(value, Mapping):
        inner = [(join(place, key), item) for key, item in value.items()]
    kind = _inner_type(kind, list if isinstance(value, list) else dict)
    out = []
    for at, item in inner if kind is not None else ():
        try:
            msgspec.convert(item, kind, strict=True)
        except msgspec.ValidationError as wrong:
            out.append(_fault(at, item, wrong, note))
    return out or [_fault(place, value, error, note)]


def _inner_type(kind: Any, of: type) -> Any:
    """What the values of a list or dict are, where ``kind`` is one or may be one; else None."""
    for option in (kind, *get_args(kind)):
        if get_origin(option) is of:
            return get_args(option)[-1]
    return None


def _fault(place: str, value: Any, error: msgspec.ValidationError, note: str | None) -> Fault:
    text = str(error)
    match = _PATH.search(text)
    found = value
    if match:
        text = text[: match.start()]
        place += match["path"]
        for step in re.findall(r"\[(\d+)\]|\.(\w+)", match["path"]):
            try:
                found = found[int(step[0])] if step[0] else found[step[1]]
            except (KeyError, IndexError, TypeError, ValueError):
                break
    return Fault(
        place, "format", show(found), _allowed(text, found) + (f" ({note})" if note else "")
    )


def _allowed(text: str, found: Any) -> str:
    """The library's complaint in plain words."""
    if match := _EXPECTED.match(text):
        names = [name for name in re.split(r"\s*\|\s*", match[1]) if name != "null"]
        wanted = " or ".join(_WANTED.get(name, name) for name in names)
        return f"expected {wanted}, not {kind_of(found)}"
    if match := _MISSING.match(text):
        return f"the key {match[1]} is required"
    return f"{text[0].lower()}{text[1:]}".replace("`", "")
