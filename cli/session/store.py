"""The file of a session: the start as it was typed, and the record beside it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leafwise.puzzles.core.document import Source, dump_toml
from leafwise.puzzles.core.layout import toml_text
from leafwise.puzzles.core.records import KEY

from ..output import write_file

_KEY_LINE = re.compile(rf"^[ \t]*[\"']?{KEY}[\"']?[ \t]*=[ \t]*\[", re.MULTILINE)
_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*[A-Za-z_\"']", re.MULTILINE)
_STRING = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'", re.DOTALL)


@dataclass(slots=True)
class Store:
    """Where the record is kept; ``text`` is what a person typed, kept as far as it can be."""

    path: str
    doc: Mapping[str, Any]  # the start position, without the record
    text: str = ""
    form: str = "toml"

    @classmethod
    def of(cls, source: Source, path: str) -> Store:
        """A store that goes on from a document, written to ``path``."""
        doc = {key: value for key, value in source.doc.items() if key != KEY}
        form = "json" if path.lower().endswith(".json") else "toml"
        return cls(path, doc, source.text if source.form == form == "toml" else "", form)

    def save(self, entries: Sequence[str]) -> None:
        """Write aside, then rename: a closed window loses nothing; raises BadFile."""
        write_file(self.path, self.content(entries).encode("utf-8"))

    def content(self, entries: Sequence[str]) -> str:
        """The text of the file with these entries."""
        doc = {**self.doc, KEY: list(entries)}
        if self.form == "json":
            return json.dumps(doc, ensure_ascii=False, indent=1) + "\n"
        if self.text:
            kept = with_record(self.text, entries)
            if _means(kept, doc):
                return kept
        return dump_toml(doc)

    @property
    def name(self) -> str:
        """The file's name for messages."""
        return self.path

    def beside(self, path: str) -> Store:
        """The same start, kept in another file."""
        form = "json" if path.lower().endswith(".json") else "toml"
        return Store(path, self.doc, self.text, form)


def _means(text: str, doc: Mapping[str, Any]) -> bool:
    try:
        found: object = tomllib.loads(text.lstrip("\ufeff"))
    except tomllib.TOMLDecodeError:
        return False
    return found == doc


def with_record(text: str, entries: Sequence[str]) -> str:
    """The TOML text with its record replaced, or put before the first table; the rest stays."""
    record = _record_text(entries)
    found = _KEY_LINE.search(text)
    if found:
        return text[: found.start()] + record + text[_array_end(text, found.end()) :]
    header = _HEADER.search(_blanked(text))
    if header is None:
        return text.rstrip("\n") + "\n" + record
    return text[: header.start()] + record + "\n" + text[header.start() :]


def _record_text(entries: Sequence[str]) -> str:
    """One entry a line, so that a record can be read and mended by hand."""
    if not entries:
        return f"{KEY} = []\n"
    lines = [toml_text({"x": entry}).removeprefix("x = ").rstrip("\n") for entry in entries]
    return f"{KEY} = [\n" + "".join(f"    {line},\n" for line in lines) + "]\n"


def _blanked(text: str) -> str:
    """The text with strings, comments and arrays over several lines blanked out, same length."""
    out = list(_STRING.sub(lambda match: " " * len(match[0]), text))
    depth, comment, begun = 0, False, False
    for n, sign in enumerate(out):
        if sign == "\n":
            comment, begun = False, False
            continue
        if comment or sign == "#":
            comment = True
            out[n] = " "
        elif sign == "=":
            begun = True
        elif sign == "[" and (begun or depth):
            depth += 1
            out[n] = " "
        elif sign == "]" and depth:
            depth -= 1
            out[n] = " "
        elif depth:
            out[n] = " "
    return "".join(out)


def _array_end(text: str, at: int) -> int:
    """The place behind an array whose opening bracket ends at ``at``, its comment included."""
    depth, n = 1, at
    while n < len(text) and depth:
        match = _STRING.match(text, n)
        if match:
            n = match.end()
        elif text[n] == "#":
            n = (text + "\n").find("\n", n)
        else:
            depth += (text[n] == "[") - (text[n] == "]")
            n += 1
    return min(len(text), (text + "\n").find("\n", n) + 1)


def fresh_path(stem: str) -> str:
    """``stem.toml``, or with the first number that no file has yet."""
    path, n = Path(f"{stem}.toml"), 1
    while path.exists():
        n += 1
        path = Path(f"{stem}-{n}.toml")
    return str(path)
