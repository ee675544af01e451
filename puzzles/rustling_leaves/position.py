"""A sheet in play: what one player knows, as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.random import DICE, below, counter_hash
from .data import Face, Season, Sheet, faces, most_misthrows, sheet
from .plots import Corners, Plot, bit, plots


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """A roll: the green die and the natural wood die."""

    green: Face
    natural: Face

    def text(self) -> str:
        """``"2c 3"``: green first."""
        return f"{self.green.text()} {self.natural.text()}"

    @property
    def clouds(self) -> int:
        """Clouds rolled, 0-2."""
        return self.green.cloud + self.natural.cloud

    @property
    def sides(self) -> tuple[int, int]:
        """Both numbers, the smaller first."""
        a, b = self.green.number, self.natural.number
        return (a, b) if a <= b else (b, a)


@dataclass(frozen=True, slots=True, order=True)
class Area:
    """An own area and the symbol crossed in it (None where none could be)."""

    corners: Corners
    symbol: str | None


@dataclass(frozen=True, slots=True)
class Position:
    """One player's sheet (rulings 1-17) and what is known of the dice.

    ``areas`` in the order drawn; ``clouds`` marked so far, at most the printed circles;
    ``roll`` the dice to act on; ``rolls`` the known rolls that follow (None: not a challenge;
    when they are used up the position is over); ``future`` the sampled future, a pair (seed,
    world) for :func:`sampled_dice`; ``staying``: "stay in" was said and the roll is next;
    ``holly`` the die at the end (winter). Marks are not stored: :mod:`.scoring` derives them
    from the areas.
    """

    season: Season
    start: int
    areas: tuple[Area, ...] = ()
    joker: bool = True
    clouds: int = 0
    misthrows: int = 0
    roll: Dice | None = None
    rolls: tuple[Dice, ...] | None = None
    future: tuple[int, int] | None = None
    staying: bool = False
    dropped_out: bool = False
    conifer_row: int | None = None
    clovers_claimed: bool = False
    holly: int | None = None

    @property
    def sheet(self) -> Sheet:
        """The printed sheet."""
        return sheet(self.season)

    @property
    def rounds(self) -> int:
        """Rounds played to the end: each gives an area or a misthrow."""
        return len(self.areas) + self.misthrows

    @property
    def occupied(self) -> int:
        """The fields inside own areas, as a bit set."""
        table = plots(self.season)
        out = 0
        for area in self.areas:
            out |= table[area.corners].mask
        return out

    @property
    def start_mask(self) -> int:
        """The own start field as a bit set."""
        return bit(self.sheet.starts[self.start - 1])

    @property
    def ended(self) -> str | None:
        """Why no decision is left (rulings 7, 8), or None."""
        if self.dropped_out:
            return "dropped out"
        if self.misthrows >= most_misthrows():
            return "six misthrows"
        if self.holly is not None:
            return "the holly die is rolled"
        if self.roll is None and self.rolls == ():
            return "the known rolls are used up"
        return None

    def next_dice(self) -> Dice | None:
        """The next roll where it is known or sampled, else None."""
        if self.rolls is not None:
            return self.rolls[0] if self.rolls else None
        if self.future is not None:
            return sampled_dice(*self.future, self.rounds)
        return None

    def plot(self, area: Area) -> Plot:
        """The rectangle of an own area."""
        return plots(self.season)[area.corners]


def sampled_dice(seed: int, world: int, event: int) -> Dice:
    """The roll number ``event`` (areas + misthrows before it) of a sampled future.

    One hash gives both dice: ``below(hash, 36)``, green ``// 6``, natural ``% 6`` as indices
    into the six faces.
    """
    index = below(counter_hash(seed, world, event, DICE), 36)
    return Dice(faces()[index // 6], faces()[index % 6])
