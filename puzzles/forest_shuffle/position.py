"""What a player of Forest Shuffle knows: an immutable position with its unfinished play.

The stack ``pending`` holds what is still open in the present play, its first item being the next
thing to happen. A position without pending items is between plays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from ..core.game import Unknown
from .data import HAND_LIMIT, NO_SYMBOL, WINTERS
from .forest import Counts, Forest, Place, counts

Cards: TypeAlias = tuple[int, ...]
OVER = -1


@dataclass(frozen=True, slots=True)
class Sampled:
    """Cards filled in for a world; ``counted`` is false where not even the number was known."""

    cards: Cards
    counted: bool = True


Deck: TypeAlias = Cards | Unknown | Sampled  # listed: top card first


@dataclass(frozen=True, slots=True)
class Player:
    """One player: ``hand`` is known and sorted, ``hidden`` are the hand cards not known."""

    hand: Cards = ()
    hidden: Unknown | Sampled = Unknown(0)  # noqa: RUF009 - an immutable value
    cave: int = 0
    forest: Forest | Counts = ()

    @property
    def open(self) -> bool:
        """Whether every hand card is listed or sampled, so that this player can decide."""
        return isinstance(self.hidden, Sampled) or self.hidden.count == 0

    @property
    def cards(self) -> Cards:
        """The hand as far as it is known or sampled, sorted."""
        if isinstance(self.hidden, Sampled) and self.hidden.cards:
            return tuple(sorted((*self.hand, *self.hidden.cards)))
        return self.hand

    @property
    def hand_size(self) -> int | None:
        """Number of hand cards, or None where it is not known."""
        if isinstance(self.hidden, Sampled):
            return len(self.hand) + len(self.hidden.cards)
        return None if self.hidden.count is None else len(self.hand) + self.hidden.count

    @property
    def trees(self) -> Forest:
        """The forest where it is given in full; empty where only counts are."""
        return () if isinstance(self.forest, Counts) else self.forest


class What(StrEnum):
    """Kinds of pending items. The first three are chance, the rest are decisions."""

    TAKE = "take"  # a draw of the draw action
    DRAW = "draw"  # ``count`` cards to the hand
    FLIP = "flip"  # ``count`` cards to the clearing
    PAY = "pay"  # ``count`` cards still to pay for ``entry``
    MUSHROOM = "mushroom"  # up to ``count`` optional draws
    EFFECT = "effect"  # of ``species``
    BONUS = "bonus"  # of ``species``
    FREE = "free"  # one creature with ``symbol`` placed free
    GNAT = "gnat"  # any number of creatures with ``symbol`` placed free
    CAVE = "cave"  # Raccoon: ``count`` cards chosen so far
    MOLE = "mole"  # list of ``entries`` announced so far


CHANCE = (What.TAKE, What.DRAW, What.FLIP)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card that was played: what it still brings once it is paid for.

    ``mushrooms``: optional draws it triggers; ``earned``: whether its bonus is earned so far.
    """

    species: int
    symbol: int = NO_SYMBOL
    mushrooms: int = 0
    earned: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """One open item; ``after`` is the last card chosen, since choices are made in order."""

    what: What
    count: int = 0
    species: int = -1
    symbol: str = ""
    after: int = -1
    entry: Entry | None = None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A position; ``seats[0]`` is the owner of the file, ``turn`` a seat or ``OVER``.

    ``gone``: cards known to be out of play or hidden. ``opened``: slots whose first card came
    this turn (rulings 14 and 16). ``gained``: extra turns granted this turn. ``turns``: regular
    own turns left in a challenge, where only the owner plays (ruling 26).
    """

    seats: tuple[Player, ...]
    turn: int = 0
    winters: int = 0
    deck: Deck = Unknown(None)  # noqa: RUF009 - an immutable value
    clearing: Cards = ()
    gone: Cards = ()
    drawn: int = 0
    extra_turns: int = 0
    turns: int | None = None
    pending: tuple[Pending, ...] = ()
    opened: frozenset[Place] = frozenset()
    gained: int = 0

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.seats)

    @property
    def actor(self) -> Player:
        """The player whose turn it is; not to be asked when the game is over."""
        return self.seats[self.turn]

    @property
    def over(self) -> bool:
        """After the third winter, or when a challenge has no turn left."""
        return self.turn == OVER or self.winters >= WINTERS or self.turns == 0

    def with_actor(self, player: Player) -> Position:
        """The position with the acting player replaced."""
        seats = (*self.seats[: self.turn], player, *self.seats[self.turn + 1 :])
        return replace(self, seats=seats)

    def rivals(self, seat: int) -> tuple[Counts, ...]:
        """The other players' counts, for majorities."""
        return tuple(counts(p.forest) for n, p in enumerate(self.seats) if n != seat)

    def deck_size(self) -> int | None:
        """Cards left in the deck, winter cards counted; None where it is not known."""
        if isinstance(self.deck, Unknown):
            return self.deck.count
        return len(self.deck.cards if isinstance(self.deck, Sampled) else self.deck)

    def deck_known(self) -> bool:
        """Whether the next card of the deck is listed or sampled."""
        return not isinstance(self.deck, Unknown)

    def hand_full(self) -> bool:
        """Whether the acting player may draw nothing more (ruling 4)."""
        size = self.actor.hand_size
        return size is not None and size >= HAND_LIMIT


def seat_name(seat: int) -> str:
    """``"me"``, ``"opponent 1"`` ..., ``"over"``."""
    if seat == OVER:
        return "over"
    return "me" if seat == 0 else f"opponent {seat}"


def pop_deck(deck: Deck) -> tuple[int, Deck]:
    """The top card of a listed or sampled deck and the rest."""
    if isinstance(deck, Sampled):
        return deck.cards[0], replace(deck, cards=deck.cards[1:])
    if isinstance(deck, Unknown):
        raise ValueError("the deck is not known")
    return deck[0], deck[1:]


def less(cards: Cards, card: int) -> Cards:
    """The cards without one copy of ``card``."""
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def plus(cards: Cards, *more: int) -> Cards:
    """The cards with some added, sorted."""
    return tuple(sorted((*cards, *more)))
