"""Failures as data, as lines on standard error and as JSON objects."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from leafwise.puzzles.core.errors import Fault, LeafwiseError

MOST_LINES = 20
MOST_LENGTH = 600  # characters of one line
INTERNAL = 70
INTERRUPTED = 130
BEST_SO_FAR = "interrupted: the best found so far"
_LINE = re.compile(r"^line (\d+)(?:, (.+))?$")


class BadFile(LeafwiseError):
    """A file that cannot be read or written, or that holds no text."""

    kind = "bad file"

    def __init__(self, found: str, allowed: str, nearest: str | None = None) -> None:
        self.fault = Fault("", "file", found, allowed, nearest)
        super().__init__(self.fault.sentence())

    def faults(self) -> tuple[Fault, ...]:
        return (self.fault,)


def one_line(text: str) -> str:
    """A text as one line of bounded length: nothing that moves the cursor, the middle cut out."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(plain) <= MOST_LENGTH:
        return plain
    half = MOST_LENGTH // 2
    return f"{plain[:half]} [...] {plain[-half:]}"


@dataclass(frozen=True, slots=True)
class Place:
    """One fault and the line it was found on, if known."""

    fault: Fault
    line: int | None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an input has no answer. Plain data, so that it travels between processes."""

    kind: str
    status: int
    places: tuple[Place, ...]
    file: str | None = None
    trace: str = ""

    def lines(self) -> list[str]:
        """At most 20 lines for people, then a count; ``file:line: key: found ...; allowed``."""
        shown = [one_line(self._line(place)) for place in self.places[:MOST_LINES]]
        rest = len(self.places) - MOST_LINES
        if rest > 0:
            shown.append(one_line(f"{self.file or 'leafwise'}: and {rest} more faults"))
        return shown

    def _line(self, place: Place) -> str:
        head = self.file or "leafwise"
        if place.line is not None:
            head += f":{place.line}"
        return f"{head}: {place.fault.sentence()}"

    def json(self) -> dict[str, Any]:
        """The error object of the contract; ``faults`` lists all of them."""
        found = [self._object(place) for place in self.places]
        error = dict(found[0])
        return {"error": error, "faults": found} if len(found) > 1 else {"error": error}

    def _object(self, place: Place) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "file": self.file,
            "key": place.fault.place or None,
            "line": place.line,
            "found": place.fault.found or None,
            "expected": place.fault.allowed or None,
            "nearest": place.fault.nearest,
        }


def failure(
    error: LeafwiseError,
    file: str | None = None,
    line_of: Callable[[str], int | None] | None = None,
) -> Failure:
    """The failure that an error stands for; ``line_of`` finds the line of a key path."""
    places = []
    for fault in error.faults():
        match = _LINE.match(fault.place)
        if match:
            bare = Fault(match[2] or "", fault.rule, fault.found, fault.allowed, fault.nearest)
            places.append(Place(bare, int(match[1])))
        else:
            places.append(Place(fault, line_of(fault.place) if line_of else None))
    return Failure(error.kind, error.status, tuple(places), file)


def internal(error: BaseException, file: str | None = None) -> Failure:
    """The failure of an unexpected exception: one line, the traceback only kept aside."""
    what = str(error).splitlines()
    words = f"{type(error).__name__}: {what[0]}" if what else type(error).__name__
    said = f"internal error ({words}); please report it with the input, and with -v for details"
    trace = "".join(traceback.format_exception(error))
    return Failure(
        "internal error", INTERNAL, (Place(Fault("", "bug", "", said), None),), file, trace
    )


def interrupted(file: str | None = None) -> Failure:
    """The failure of an input that was cut off by the user."""
    place = Place(Fault("", "interrupt", "", "interrupted before there was an answer"), None)
    return Failure("interrupted", INTERRUPTED, (place,), file)
