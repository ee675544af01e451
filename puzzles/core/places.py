"""Where in a text the parts of a document stand: key paths to lines, for TOML and JSON.

The decoders tell no lines, so a text that they have accepted is walked once more, only when
something is wrong with it. The walk knows strings, comments, brackets and commas and nothing of
values. It also finds the line of what is still open at the end of a text that they refused.
"""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BLANK = re.compile(r"(?:[ \t\r]+|#[^\n]*)*")
_SPACE = re.compile(r"(?:\s+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_ESCAPE = re.compile(r"\\(.)")
DEEPEST = 200


class Unfinished(Exception):
    """The text ends, or stops to make sense, inside something that began on ``line``."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"line {line}")


@lru_cache(maxsize=2)  # asked for every fault of a text anew
def lines(text: str, form: str) -> dict[str, int]:
    """The line (from 1) of every key path such as ``forest[0].left[1]``.

    ``form`` is ``"toml"`` or ``"json"``. As far as it could be walked; raises nothing.
    """
    walk = _Walk(text)
    with contextlib.suppress(Unfinished):
        walk.document() if form == "toml" else walk.value("", 0)
    return walk.lines


def unfinished(text: str) -> int | None:
    """The line on which a string, list or table of a TOML text begins that has no end."""
    try:
        _Walk(text).document()
    except Unfinished as error:
        return error.line
    return None


@dataclass(slots=True)
class _Walk:
    """A place in the text, and the lines of the paths passed so far."""

    text: str
    at: int = 0
    lines: dict[str, int] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)  # [[sections]] seen so far

    ends: list[int] = field(default_factory=list)  # of the lines, where they break

    def __post_init__(self) -> None:
        self.ends = [match.start() for match in re.finditer("\n", self.text)]

    def line(self, at: int | None = None) -> int:
        return bisect_left(self.ends, self.at if at is None else at) + 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self.text, self.at):
            self.at = match.end()

    def peek(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def document(self) -> None:
        """The lines of a TOML text."""
        section = ""
        while True:
            self.skip(_SPACE)
            if self.at >= len(self.text):
                return
            if self.peek("["):
                section = self.header()
            else:
                self.pair(section, "=", 0)

    def header(self) -> str:
        """``[table]`` or ``[[list]]``; the path of what follows."""
        begun = self.at
        double = self.peek("[[")
        self.at += 2 if double else 1
        path = self.under(self.key())
        self.skip(_BLANK)
        if not self.peek("]"):
            raise Unfinished(self.line(begun))
        self.at += 2 if double else 1
        if double:
            number = self.tables.get(path, -1) + 1
            self.tables[path] = number
            self.lines.setdefault(path, self.line(begun))
            path = f"{path}[{number}]"
        self.lines.setdefault(path, self.line(begun))
        return path

    def under(self, parts: Iterable[str]) -> str:
        """The path of a header: a list of sections means its last one."""
        path = ""
        names = list(parts)
        for n, part in enumerate(names):
            path = f"{path}.{part}" if path else part
            if n < len(names) - 1 and path in self.tables:
                path = f"{path}[{self.tables[path]}]"
        return path

    def key(self) -> list[str]:
        """A dotted key, its parts quoted or bare."""
        parts = []
        while True:
            self.skip(_BLANK)
            begun = self.at
            if string := _STRING.match(self.text, self.at):
                self.at = string.end()
                parts.append(_ESCAPE.sub(r"\1", string[0][1:-1]))
            elif bare := _BARE_KEY.match(self.text, self.at):
                self.at = bare.end()
                parts.append(bare[0])
            else:
                raise Unfinished(self.line(begun))
            self.skip(_BLANK)
            if not self.peek("."):
                return parts
            self.at += 1

    def pair(self, path: str, equals: str, depth: int) -> None:
        """``key = value`` or ``"key": value``."""
        self.skip(_SPACE)
        begun = self.at
        for part in self.key():
            path = f"{path}.{part}" if path else part
            self.lines.setdefault(path, self.line(begun))
        self.skip(_SPACE if equals == ":" else _BLANK)
        if not self.peek(equals):
            raise Unfinished(self.line(begun))
        self.at += 1
        self.value(path, depth)

    def value(self, path: str, depth: int) -> None:
        self.skip(_SPACE)
        begun = self.at
        if path:
            self.lines.setdefault(path, self.line())
        if depth > DEEPEST:
            raise Unfinished(self.line())
        if self.peek("["):
            self.items(path, "]", depth)
        elif self.peek("{"):
            self.items(path, "}", depth)
        elif string := _STRING.match(self.text, self.at):
            self.at = string.end()
        elif self.peek('"') or self.peek("'"):
            raise Unfinished(self.line(begun))
        elif scalar := _SCALAR.match(self.text, self.at):
            self.at = scalar.end()
        else:
            raise Unfinished(self.line(begun))

    def items(self, path: str, end: str, depth: int) -> None:
        """The items of a list or the pairs of a table."""
        begun = self.at
        self.at += 1
        number = 0
        while True:
            self.skip(_SPACE)
            if self.peek(end):
                self.at += 1
                return
            if self.at >= len(self.text):
                raise Unfinished(self.line(begun))
            if end == "]":
                self.value(f"{path}[{number}]", depth + 1)
                number += 1
            else:
                json_pair = re.compile(r'\s*"(?:\\.|[^"\\])*"\s*:').match(self.text, self.at)
                self.pair(path, ":" if json_pair else "=", depth + 1)
            self.skip(_SPACE)
            if self.peek(","):
                self.at += 1
            elif not self.peek(end):
                raise Unfinished(self.line(begun))
