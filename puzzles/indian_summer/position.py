"""The position: one player's floor and paths, and what the file says about the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from .components import Floor, TileSet


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player: path from the backpack, uncovered fields, nuts after converting.

    ``moved``: has had this round's turn. An opponent whose floor is full although he has not
    moved this round filled it in an earlier one, so the game is over.
    """

    path: tuple[str, ...] = ()
    uncovered: int | None = None
    nuts: int = 0
    berry: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """What the owner of the file knows. Masks are those of ``geometry``.

    ``leaf`` are fields under a leaf (no hole), ``free`` free holes, ``tokens`` holes with each
    of TREASURES, ``squirrels`` and ``animal`` the fields under these. ``path`` and ``common``
    hold drawn texts. ``reserve`` is only filled in worlds (sampled). ``stock`` counts the
    animals left and ``piles`` the tokens still on their piles, both by kind of ``box``.

    ``main_done`` says that no main action is owed any more in this turn: one was taken, or the
    floor became full before it (ruling 14a). ``pieces`` tells for a drawing which fields belong
    to one tile; two positions that differ in nothing else are equal.
    """

    floor: Floor
    box: TileSet
    leaf: int = 0
    free: int = 0
    tokens: tuple[int, int, int, int] = (0, 0, 0, 0)
    squirrels: int = 0
    animal: int = 0
    path: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    treasures: tuple[int, int, int, int] = (0, 0, 0, 0)
    stock: tuple[int, ...] = ()
    piles: tuple[bool, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    turns: int | None = None
    main_done: bool = False
    pieces: tuple[str, ...] | None = field(default=None, compare=False)

    @property
    def held(self) -> int:
        """Holes that carry a token."""
        a, b, c, d = self.tokens
        return a | b | c | d

    @property
    def covered(self) -> int:
        """All fields that are no longer uncovered."""
        return self.leaf | self.free | self.held | self.squirrels | self.animal

    @property
    def ground(self) -> int:
        """The uncovered fields."""
        return self.floor.all & ~self.covered

    @property
    def full(self) -> bool:
        """Whether the whole floor is covered."""
        return self.covered == self.floor.all


def over(p: Position) -> bool:
    """Whether no turn is left (ruling 15).

    In a file the game is over when ``turns`` is 0; when the own floor was full before the turn;
    when an opponent's floor became full in a round that is already finished.
    """
    if p.turns == 0:
        return True
    return not p.main_done and (p.full or finished_by_others(p))


def finished_by_others(p: Position) -> bool:
    """Whether an opponent's floor became full in an earlier round."""
    return any(o.uncovered == 0 and not o.moved for o in p.opponents)
