"""Small actions of Forest Shuffle: what one step of a play can be.

A play is a line of them: the card with its slot, each payment card in order, then every
optional part taken or declined, with each card turned up as a step of chance in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ..core.game import Ordered


class Do(IntEnum):
    """Kinds of actions, in canonical order."""

    DRAW_DECK = 0  # one draw of the draw action
    DRAW_CARD = 1  # ... from the clearing
    TREE = 2  # play a tree card
    HALF = 3  # play a half of a card to a slot
    SAPLING = 4  # play a card face down
    PAY = 5  # one payment card
    MUSHROOM = 6  # one mushroom draw
    EFFECT = 7
    BONUS = 8
    PLACE = 9  # a card placed free of cost
    CAVE = 10  # one card put under the cave by the Raccoon
    DECLINE = 11  # decline the open choice, or end the open list
    TURNED = 12  # chance: the card turned up


@dataclass(frozen=True, slots=True)
class Action(Ordered):
    """One small action.

    ``card`` is a card of ``data`` (-1 where it was not seen, ``HIDDEN`` for a card turned up
    unseen), ``face`` the exposed half, ``tree`` counted from 0, ``side`` as in ``data.SIDES``.
    """

    do: Do
    card: int = -1
    face: int = -1
    tree: int = -1
    side: int = -1

    def order(self) -> tuple[Any, ...]:
        return (int(self.do), self.card, self.face, self.tree, self.side)


DRAW_DECK = Action(Do.DRAW_DECK)
MUSHROOM = Action(Do.MUSHROOM)
EFFECT = Action(Do.EFFECT)
BONUS = Action(Do.BONUS)
DECLINE = Action(Do.DECLINE)
PLAYS = (Do.TREE, Do.HALF, Do.SAPLING)
