"""How a document is laid out as TOML: the way a person would type it.

Short arrays and small tables stand on one line, long lists of names are filled to the line's
end, rows of a drawing (strings of one length) stand below each other, and lists of larger tables
become ``[[key]]`` sections. Values themselves are written by ``tomli_w``; only the line breaks
are chosen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

WIDTH = 88
_INDENT = "    "


def toml_text(doc: Mapping[str, Any]) -> str:
    """TOML text of a document without ``None``; plain keys first, sections after them."""
    plain: list[str] = []
    sections: list[str] = []
    for key, value in doc.items():
        if _is_tables(value) and len(_assign(key, value)) > WIDTH:
            sections.extend("\n" + "\n".join(_section(f"[[{_key(key)}]]", row)) for row in value)
        elif isinstance(value, Mapping) and len(_assign(key, value)) > WIDTH:
            sections.append("\n" + "\n".join(_section(f"[{_key(key)}]", value)))
        else:
            plain.extend(_lines(key, value))
    return "".join(line + "\n" for line in [*plain, *sections]).lstrip("\n")


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, (list, tuple))
        and bool(value)
        and all(isinstance(item, Mapping) for item in value)
    )


def _section(header: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield header
    for key, value in table.items():
        yield from _lines(key, value)


def _lines(key: str, value: Any) -> list[str]:
    """``key = value`` on one line where it fits, else one array over several lines."""
    whole = _assign(key, value)
    if len(whole) <= WIDTH or not isinstance(value, (list, tuple)):
        return [whole]
    items = [inline(item) for item in value]
    head = f"{_key(key)} = ["
    rows = len(items) > 1 and len({len(item) for item in items}) == 1
    if rows or not all(isinstance(item, (str, int, float)) for item in value):
        return [head, *(f"{_INDENT}{item}," for item in items), "]"]
    filled, line = [], _INDENT
    for item in items:
        if len(line) + len(item) + 1 > WIDTH and line.strip():
            filled.append(line.rstrip())
            line = _INDENT
        line += f"{item}, "
    return [head, *filled, line.rstrip(), "]"]


def _assign(key: str, value: Any) -> str:
    return f"{_key(key)} = {inline(value)}"


def _key(key: str) -> str:
    """The key, quoted where TOML wants it."""
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def inline(value: Any) -> str:
    """The TOML text of one value on a single line."""
    import tomli_w

    # Inside two arrays tomli_w writes any value in its inline form, one array item a line;
    # strings never hold a raw line break, so lines can be joined by their ends alone.
    text = ""
    for raw in tomli_w.dumps({"v": [[value]]}).split("\n"):
        line = raw.strip()
        if line.startswith("]"):
            text = text.removesuffix(" ").removesuffix(",")
        text += line + ("" if line.endswith("[") else " ")
    return text.strip().removeprefix("v = [[").removesuffix("]]")
