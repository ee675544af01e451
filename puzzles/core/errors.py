"""Typed errors. Each carries data (place, found, allowed, nearest), not only a sentence.

``kind`` is the word used in JSON; ``status`` is the exit status of ``formats.md`` that an
uncaught error of the class leads to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a position.

    ``place`` is a key path into the document such as ``areas[2]`` or ``forest[0].left[1]``
    (empty: the document as a whole). ``rule`` names the ruling or is ``"format"``.
    """

    place: str
    rule: str
    found: str
    allowed: str
    nearest: str | None = None

    def sentence(self) -> str:
        """The fault in words, without file and line."""
        parts = [f"found {self.found}" if self.found else "", self.allowed]
        text = "; ".join(part for part in parts if part)
        if self.nearest:
            text += f"; did you mean {self.nearest!r}?"
        return f"{self.place}: {text}" if self.place else text


class LeafwiseError(Exception):
    """Base of every error that a user may cause or must be told about."""

    kind: ClassVar[str] = "error"
    status: ClassVar[int] = 2

    def faults(self) -> tuple[Fault, ...]:
        """The faults as data; at least one."""
        return (Fault("", self.kind, "", str(self)),)


class BadPosition(LeafwiseError):
    """A file that is malformed or describes an impossible state; holds ALL its faults."""

    kind = "bad position"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._faults = tuple(dict.fromkeys(faults))
        super().__init__("; ".join(fault.sentence() for fault in self._faults))

    def faults(self) -> tuple[Fault, ...]:
        return self._faults


class BadMove(LeafwiseError):
    """A text that is no move at all."""

    kind = "bad move"

    def __init__(self, text: str, allowed: str, nearest: str | None = None) -> None:
        self.text, self.allowed, self.nearest = text, allowed, nearest
        hint = f"; did you mean {nearest!r}?" if nearest else ""
        super().__init__(f"{text!r} is no move: {allowed}{hint}")

    def faults(self) -> tuple[Fault, ...]:
        return (Fault("move", "format", repr(self.text), self.allowed, self.nearest),)


class IllegalMove(LeafwiseError):
    """A move that can be read but breaks a rule.

    ``rule`` names the ruling (``"rustling_leaves 5"``), ``reason`` says it in words.
    """

    kind = "illegal move"
    status = 1

    def __init__(self, rule: str, reason: str, move: str = "") -> None:
        self.rule, self.reason, self.move = rule, reason, move
        super().__init__(f"{move}: {reason}" if move else reason)

    def faults(self) -> tuple[Fault, ...]:
        return (Fault("move", self.rule, repr(self.move) if self.move else "", self.reason),)


class BadUse(LeafwiseError):
    """An option or argument that does not fit the game or the command."""

    kind = "bad usage"

    def __init__(self, place: str, found: str, allowed: str, nearest: str | None = None) -> None:
        self.fault = Fault(place, "usage", found, allowed, nearest)
        super().__init__(self.fault.sentence())

    def faults(self) -> tuple[Fault, ...]:
        return (self.fault,)


class NoAnswer(LeafwiseError):
    """The answer is no: infeasible, not unique, nothing left to decide."""

    kind = "no answer"
    status = 1


class LimitReached(LeafwiseError):
    """The limit passed before there was any answer."""

    kind = "limit reached"
    status = 3


class Disagreement(LeafwiseError):
    """The engine and the referee disagree: a bug, never silently repaired."""

    kind = "internal disagreement"
    status = 70
