"""Where positions come from: files, standard input, and ``.jsonl`` with one a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from leafwise.puzzles.core.errors import BadPosition, BadUse, Fault, LeafwiseError
from leafwise.puzzles.core.names import nearest

from .report import BadFile, Failure, failure

LIMIT = 4 * 2**20  # bytes of one document; a whole Forest Shuffle deck takes 4 thousand
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Item:
    """The text of one document, or why there is none.

    ``line`` is the line of a ``.jsonl`` file (from 1), else None.
    """

    name: str
    text: str = ""
    line: int | None = None
    failure: Failure | None = None


def shown_name(path: str) -> str:
    """What to call a file in messages; an empty name stands in quotes."""
    return "standard input" if path == STDIN else path if path.strip() else repr(path)


def file_or_game(word: str, place: str, what: str) -> None:
    """Refuse a bare word that is neither a file nor a game; raises BadUse with the nearest.

    ``what`` is what a file may be, such as ``"a position file"``.
    """
    from leafwise.puzzles.core.registry import game_ids

    bare = word.strip() and word != STDIN and Path(word).name == word and not Path(word).suffix
    if bare and not os.path.lexists(word):
        known = game_ids()
        near = nearest(word, known) or _nearest_file(word)
        raise BadUse(place, repr(word), f"{what}, or one game of " + ", ".join(known), near)


def several(paths: Sequence[str]) -> bool:
    """Whether the answer is one object a line: several inputs, or a ``.jsonl`` file."""
    return len(paths) > 1 or any(path.lower().endswith(".jsonl") for path in paths)


def read_items(paths: Sequence[str]) -> Iterator[Item]:
    """The documents of all paths in order; what cannot be read becomes an item with a failure."""
    seen_stdin = False
    for path in paths:
        if path == STDIN and seen_stdin:
            yield _failed(path, BadFile("'-' twice", "standard input can be read once"))
            continue
        seen_stdin = seen_stdin or path == STDIN
        try:
            if path.lower().endswith(".jsonl"):
                with _open(path) as stream:
                    yield from _json_lines(path, stream)
            else:
                with _open(path) as stream:
                    yield from _document(path, stream)
        except LeafwiseError as error:
            yield _failed(path, error)
        except OSError as error:
            yield _failed(path, BadFile("", (error.strerror or "cannot be read").lower()))


def _failed(path: str, error: LeafwiseError, line: int | None = None) -> Item:
    name = shown_name(path)
    at = (lambda _: line) if line is not None else None
    return Item(name, line=line, failure=failure(error, name, at))


def _open(path: str) -> IO[bytes]:
    """The bytes of a path; raises BadFile."""
    if path == STDIN and sys.stdin is None:
        raise BadFile("", "standard input is closed")
    if path == STDIN:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb") if _has_fd() else sys.stdin.buffer
    if not path:
        raise BadFile("an empty name", "the name of a file, or - for standard input")
    if "\0" in path:
        raise BadFile("", "a file name cannot hold a NUL")
    if os.path.isdir(path):
        raise BadFile("a directory", "a TOML, JSON or .jsonl file is wanted")
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise BadFile("", "there is no such file", _nearest_file(path)) from None
    except PermissionError:
        raise BadFile("", "may not be read (permission denied)") from None


def _has_fd() -> bool:
    try:
        sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return False
    return True


def _nearest_file(path: str) -> str | None:
    """A file beside the missing one with the most similar name, its ending left aside."""
    parent = Path(path).parent
    try:
        names = sorted(entry.name for entry in os.scandir(parent) if entry.is_file())
    except OSError:
        return None
    stems: dict[str, str] = {}
    for name in sorted(names[:2000], key=lambda name: Path(name).suffix != Path(path).suffix):
        stems.setdefault(Path(name).stem, name)
    found = nearest(Path(path).stem, stems, 70.0)
    return None if found is None else str(parent / stems[found])


def _document(path: str, stream: IO[bytes]) -> Iterator[Item]:
    begun = []
    if path == STDIN:
        begun = _first_lines(stream)
        if len(begun) > 1:
            yield from _json_lines(path, stream, begun)
            return
    data = b"".join(begun)
    data += stream.read(LIMIT + 1 - len(data))
    if len(data) > LIMIT:
        raise BadFile(f"more than {LIMIT >> 20} MiB", "a position is a few thousand characters")
    text = _text(data)
    if not text.strip("\ufeff \t\r\n"):
        raise BadFile("nothing", "the file is empty; 'leafwise new GAME' makes a position")
    yield Item(shown_name(path), text)


def _first_lines(stream: IO[bytes]) -> list[bytes]:
    """The first line; where that is a JSON object, all up to the next line that is not blank.

    More than one line: several objects, one a line. No more is read, so that the first answer
    need not wait for the last question.
    """
    first = stream.readline(LIMIT + 1)
    if not (first.lstrip().startswith(b"{") and first.rstrip().endswith(b"}")):
        return [first]
    out = [first]
    while raw := stream.readline(LIMIT + 1):
        out.append(raw)
        if raw.strip():
            return out
    return [b"".join(out)]


def _json_lines(path: str, stream: IO[bytes], begun: Sequence[bytes] = ()) -> Iterator[Item]:
    """The lines of a stream, those ``begun`` with before."""
    number = 0
    found = False
    ahead = iter(begun)
    while raw := next(ahead, None) or stream.readline(LIMIT + 1):
        number += 1
        while len(raw) > LIMIT and not raw.endswith(b"\n"):
            rest = stream.readline(LIMIT)
            raw = raw[: LIMIT + 1] + (b"\n" if rest.endswith(b"\n") or not rest else b"")
        for item in _one_line(path, number, raw):
            found = True
            yield item
    if not found:
        raise BadFile("nothing", "the file is empty; one JSON object a line is wanted")


def _one_line(path: str, number: int, raw: bytes) -> Iterator[Item]:
    """The item of one line; none for a blank one."""
    if not raw.strip():
        return
    try:
        if len(raw) > LIMIT:
            raise BadFile(f"more than {LIMIT >> 20} MiB", "a position on one line")
        text = _text(raw).strip("\ufeff \t\r\n")
        if not text.startswith("{"):
            start = repr(text if len(text) <= 40 else text[:37] + "...")
            raise BadPosition([Fault("", "format", start, "a JSON object on each line")])
        yield Item(shown_name(path), text, number)
    except LeafwiseError as error:
        yield _failed(path, error, number)


def _text(data: bytes) -> str:
    """UTF-8 text; raises BadFile with the place of the first byte that is none."""
    if b"\0" in data[:8192]:
        raise BadFile("binary data", "UTF-8 text (TOML or JSON) is wanted")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{data[error.start]:02x} on line {line}"
        raise BadFile(found, "UTF-8 text is wanted; save the file as UTF-8") from None
