"""Cards that enter and leave a hand, known or not."""

from __future__ import annotations

from dataclasses import replace

from ..core.game import Unknown
from .actions import Action, Do
from .data import CARDS, HIDDEN, face_on
from .position import Player, Position, Sampled, less, plus


def to_hand(p: Position, card: int, seen: bool) -> Position:
    """The acting player takes a card; ``seen``: the owner of the file knows which."""
    player = p.actor
    if card == HIDDEN:
        hidden = player.hidden
        if isinstance(hidden, Unknown) and hidden.count is not None:
            hidden = Unknown(hidden.count + 1)
        return p.with_actor(replace(player, hidden=hidden))
    if seen or p.turn == 0:
        return p.with_actor(replace(player, hand=plus(player.hand, card)))
    sampled = player.hidden if isinstance(player.hidden, Sampled) else Sampled(())
    return p.with_actor(replace(player, hidden=replace(sampled, cards=plus(sampled.cards, card))))


def leave_hand(p: Position, a: Action) -> tuple[Position, bool]:
    """The position without the card of an action, and whether the owner knew that card.

    Of a hidden hand the known cards go first where the action names one. A card that nobody
    saw (a sapling, a card under the cave) may have been any of them, so afterwards nothing is
    known of that hand.
    """
    player = p.actor
    card = a.card
    if card == -1 and a.face >= 0:
        card = next((c for c in player.hand if face_on(c, a.side) == a.face), -1)
    if card in player.hand:
        return p.with_actor(replace(player, hand=less(player.hand, card))), True
    hidden = player.hidden
    if isinstance(hidden, Sampled):
        rest = replace(hidden, cards=less(hidden.cards, card))
        return p.with_actor(replace(player, hidden=rest)), False
    if card == -1 and a.do in (Do.SAPLING, Do.CAVE) and player.hand:
        known = None if hidden.count is None else hidden.count + len(player.hand)
        player, hidden = replace(player, hand=()), Unknown(known)
    if hidden.count is not None:
        hidden = Unknown(hidden.count - 1)
    return p.with_actor(replace(player, hidden=hidden)), card >= 0


def bury(p: Position, card: int, known: bool) -> Position:
    """Note a card that is out of play or hidden, as far as the owner knows it."""
    if not known or not 0 <= card < len(CARDS):
        return p
    return replace(p, gone=plus(p.gone, card))


def lists_its_hand(player: Player) -> bool:
    """Whether the file lists this hand (``moves`` then answers for it)."""
    return player.hidden == Unknown(0)
