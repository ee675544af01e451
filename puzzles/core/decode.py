"""Typed decoding of a document that collects ALL faults.

A game describes its file as a ``msgspec.Struct`` (``kw_only=True, rename`` as needed); each key
is converted on its own, so that one wrong type does not hide the next.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .errors import BadPosition, Fault
from .names import nearest

S = TypeVar("S", bound=msgspec.Struct)

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")


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
    known = {field.encode_name: field for field in msgspec.structs.fields(schema)}
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
            faults.append(_fault(join(at, key), doc[key], error, notes.get(key)))
    return (schema(**values) if complete else None), tuple(faults)


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
    """A found value in one short line."""
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _wanted(key: str, notes: Mapping[str, str]) -> str:
    return notes.get(key, "this key is required")


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
    allowed = f"{text[0].lower()}{text[1:]}" + (f" ({note})" if note else "")
    return Fault(place, "format", show(found), allowed)
