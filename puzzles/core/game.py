"""The one narrow interface behind which every game stands.

A position is a decision automaton: small actions, a stack of pending choices, chance as a step
of its own. Positions are immutable values and hashable; a *world* is a position without
:class:`Unknown`. Laws (held by ``tests/core/conformance.py`` for every reachable position):

* ``read(write(p)) == p``
* ``actions(p)`` is exactly what ``apply`` accepts when the turn is "decide"
* ``parse(p, format(p, line)) == line``
* ``view(world(p, seat, seed), seat) == p`` for positions as they are read from a file
* the entries of ``scores`` sum to the total; outcome probabilities sum to 1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import total_ordering
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from .picture import Picture
from .random import Stream

Seat: TypeAlias = int  # 0 is the owner of the file; others follow in turn order
Document: TypeAlias = dict[str, Any]  # a decoded TOML table or JSON object


@dataclass(frozen=True, slots=True)
class Unknown:
    """``count`` items of which nothing is known (``None``: not even how many)."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What has to happen next; ``what`` is a short phrase such as "act on the roll"."""

    kind: Literal["decide", "chance", "over"]
    seat: Seat | None
    what: str


class Goal(StrEnum):
    """What a seat plays for."""

    SCORE = "score"
    MARGIN = "margin"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Score:
    """One score line: ``where`` lists the fields, trees or tiles that were counted."""

    category: str
    points: float
    detail: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Value:
    """The worth of a position; compared as the tuple ``key``, bigger is better."""

    key: tuple[float, ...]

    def utility(self) -> float:
        """One number for averages; the first part of the key unless a game says otherwise."""
        return self.key[0]

    def shown(self) -> float | dict[str, float]:
        """The shape used in every JSON answer of the game."""
        return number(self.key[0])


def number(value: float) -> float:
    """An integer where the value is one, so that JSON shows ``54`` and not ``54.0``."""
    rounded = round(float(value), 6)
    return int(rounded) if rounded == int(rounded) else rounded


@total_ordering
class Ordered:
    """Mixin for actions: total order (= canonical order) by the tuple ``order()``."""

    __slots__ = ()

    def order(self) -> tuple[Any, ...]:
        """A key comparable between all actions of one game."""
        raise TypeError(f"{type(self).__name__} has no order")

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Ordered):
            return NotImplemented
        return self.order() < other.order()


A = TypeVar("A")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Outcomes(Generic[A]):
    """What chance can do: exact pairs, or only a sampler where there are too many.

    ``pairs``: (action, probability), probabilities sum to 1. ``draw`` picks one outcome.
    """

    pairs: tuple[tuple[A, Fraction], ...] | None
    draw: Callable[[Stream], A]


@dataclass(frozen=True, slots=True)
class NewOption:
    """An option of ``leafwise new`` that a game understands (``--season`` and the like)."""

    name: str
    help: str
    choices: tuple[str, ...] | None = None
    required: bool = False
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One place in a ranking: ``player`` names a file or seat; ties share a rank."""

    player: str
    total: float
    rank: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """A player of the position itself, as far as the file tells."""

    seat: Seat
    player: str
    total: float
    rank: int


class Game(Protocol[P, A]):
    """A game's rules, stateless. One object a game, reached through the registry.

    Texts in and out are those of ``formats.md``. Every method is pure.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str]  # of values in hints and solutions
    total_unit: ClassVar[str]  # of the total in scores
    new_options: ClassVar[tuple[NewOption, ...]]

    # positions and text
    def read(self, doc: Mapping[str, Any]) -> P:
        """Decode and check a document; raises BadPosition with all its faults."""
        ...

    def write(self, p: P) -> Document:
        """The document of ``p``, lists of cards sorted, defaults left out."""
        ...

    def parse(self, p: P, text: str) -> tuple[A, ...]:
        """The line that ``text`` means in ``p``; raises BadMove or IllegalMove."""
        ...

    def format(self, p: P, line: Sequence[A]) -> str:
        """The canonical text of a line that starts in ``p``."""
        ...

    def new(self, options: Mapping[str, str], seed: int) -> P:
        """Deal a start position; raises BadUse for options that do not fit."""
        ...

    def form(self, options: Mapping[str, str]) -> str:
        """A commented TOML form to fill in by hand (``new --empty``)."""
        ...

    # rules
    def turn(self, p: P) -> Turn: ...

    def actions(self, p: P) -> tuple[A, ...]:
        """All legal small actions when the turn is "decide"; sorted; else empty."""
        ...

    def listing(self, p: P) -> tuple[str, ...]:
        """What ``moves`` prints by the contract: sorted by code points, no duplicates."""
        ...

    def outcomes(self, p: P) -> Outcomes[A]:
        """What can happen when the turn is "chance"."""
        ...

    def apply(self, p: P, a: A) -> P:
        """The position after a decision or a chance outcome; raises IllegalMove."""
        ...

    # worth
    def scores(self, p: P) -> tuple[Score, ...]:
        """The owner's score lines; their points sum to ``total(p)``."""
        ...

    def total(self, p: P) -> float: ...

    def value(self, p: P, seat: Seat = 0, goal: Goal = Goal.SCORE) -> Value: ...

    def score_extras(self, p: P) -> Document:
        """Further keys of ``score --json`` (marks, outcomes of a last die)."""
        ...

    def players(self, p: P) -> tuple[PlayerTotal, ...]:
        """Totals and ranks where the position holds other players; else empty."""
        ...

    def rank(self, ps: Sequence[P], names: Sequence[str]) -> tuple[Standing, ...]:
        """Rank sheets of several players of one game (``score A B --rank``)."""
        ...

    def year(self, ps: Sequence[P], names: Sequence[str]) -> tuple[tuple[str, float], ...]:
        """Parts of a series that sum up (``score --year``); BadUse where there is none."""
        ...

    def alter(self, p: P, add: Sequence[str], remove: Sequence[str]) -> P:
        """The position with things put in or taken out (``--with``, ``--without``)."""
        ...

    # hidden information
    def world(self, p: P, seat: Seat, seed: int) -> P:
        """A world: what is unknown to ``seat`` becomes sampled, what is known stays."""
        ...

    def view(self, p: P, seat: Seat) -> P:
        """What ``seat`` knows: sampled parts become unknown again."""
        ...

    # drawing
    def headline(self, p: P) -> str:
        """One line that names the position: game, sheet, turn, what is to be acted on."""
        ...

    def picture(self, p: P, line: Sequence[A] = ()) -> Picture:
        """The table as shapes and labels; a line is drawn numbered on top of it."""
        ...

    def blank(self, options: Mapping[str, str]) -> Picture:
        """A printable empty sheet with letters and numbers along its edges."""
        ...


@dataclass(frozen=True, slots=True)
class Record(Generic[P, A]):
    """A start position and the line played from it: undo, session, analysis, replay."""

    start: P
    log: tuple[A, ...] = field(default=())

    def positions(self, game: Game[P, A]) -> tuple[P, ...]:
        """Every position of the record, the start first; raises IllegalMove."""
        out = [self.start]
        for action in self.log:
            out.append(game.apply(out[-1], action))
        return tuple(out)

    def last(self, game: Game[P, A]) -> P:
        """The position at the end of the record."""
        p = self.start
        for action in self.log:
            p = game.apply(p, action)
        return p

    def then(self, *actions: A) -> Record[P, A]:
        """The record with actions appended (not checked)."""
        return Record(self.start, (*self.log, *actions))

    def undo(self, n: int = 1) -> Record[P, A]:
        """The record without its last ``n`` actions."""
        return Record(self.start, self.log[: max(0, len(self.log) - n)])


AnyGame: TypeAlias = Game[Any, Any]
