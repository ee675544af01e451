"""What the planner hands out: ends of play, layers of rows, and what stops an exact search."""

from __future__ import annotations

from dataclasses import dataclass

from leafwise.puzzles.indian_summer.kernel import Ints

from .planner_replay import Macro


class OutOfTime(Exception):
    """The clock ended an exact search; ``found`` is the best end until then."""

    def __init__(self, found: End | None = None) -> None:
        self.found = found
        super().__init__("the clock ended an exact search")


@dataclass(frozen=True, slots=True)
class End:
    """An end of play: full (or at the horizon) in turn ``turns`` with ``value``.

    ``chain`` are the rows before each turn's expansion; ``macros`` are those of the last turn.
    ``top`` is the beam's setting that the turns are found again with; ``groups`` are all macros
    where they are known already. ``exact`` is the mode of the search that found it (0: the beam).
    """

    turns: int
    value: int
    chain: tuple[Ints, ...]
    macros: tuple[Macro, ...]
    label: int = 0
    top: int = 0
    groups: tuple[tuple[Macro, ...], ...] | None = None
    exact: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """Bigger is better."""
        return (-self.turns, self.value)


@dataclass(slots=True)
class Layer:
    """Rows after a turn; ``parents`` index the layer before."""

    rows: Ints
    parents: Ints
    labels: Ints
    before: Layer | None = None

    def chain(self, index: int) -> tuple[Ints, ...]:
        """The rows that lead to row ``index``, from layer 0 on."""
        out: list[Ints] = []
        here: Layer | None = self
        while here is not None:
            out.append(here.rows[index].copy())
            index = int(here.parents[index])
            here = here.before
        return tuple(reversed(out))
