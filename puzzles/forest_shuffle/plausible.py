"""What may happen where the file does not know enough to list it: reveals and hidden hands."""

from __future__ import annotations

from .actions import Action, Do
from .data import CARDS, COST, FACE_SPECIES, HIDDEN, SPECIES, WINTER, cards_showing, faces_on
from .forest import Counts, may_place
from .position import CHANCE, Position, What, pop_deck

Wrong = tuple[str, str]  # (rule, reason)
_TAKEN: Wrong = ("forest_shuffle 14", "that slot does not take this card now")


def implausible(p: Position, a: Action) -> Wrong | None:
    """Why an action cannot happen at a chance step; None if it can."""
    top = p.pending[0] if p.pending else None
    if top and top.what in CHANCE:
        return _turned(p, a, top.what)
    if a.do is Do.TURNED:
        return "forest_shuffle 3", "no card is to be turned up now"
    if p.actor.open:
        return "forest_shuffle 26", "nothing is left to do"
    if top is None:
        return _first(p, a)
    if a.do is Do.DECLINE and top.what is not What.PAY:
        return None
    if top.what is What.PAY:
        if a.do is not Do.PAY:
            return "forest_shuffle 10", f"the payment is short of {top.count}"
        return _held(p, a)
    if top.what is What.MOLE:
        return _head(p, a)
    if top.what in (What.FREE, What.GNAT) and a.do is Do.PLACE:
        if top.symbol not in SPECIES[FACE_SPECIES[a.face]].symbols:
            return "forest_shuffle 17", f"the half has no {top.symbol} symbol"
        return _slot(p, a, free=True) or _held(p, a)
    if top.what is What.CAVE and a.do is Do.CAVE:
        return _held(p, a)
    same = {What.MUSHROOM: Do.MUSHROOM, What.EFFECT: Do.EFFECT, What.BONUS: Do.BONUS}
    if same.get(top.what) is a.do:
        return None
    return "forest_shuffle 6", f"the open choice is: {top.what}"


def _turned(p: Position, a: Action, what: What) -> Wrong | None:
    if a.do is not Do.TURNED:
        return "forest_shuffle 5", "a card has to be turned up first"
    if p.deck_known():
        if a.card != pop_deck(p.deck)[0]:
            return "forest_shuffle 3", "the listed deck has another card on top"
        return None
    if a.card == HIDDEN:
        if what is not What.FLIP and p.turn == 0:
            return "forest_shuffle 3", "the own hand is known: name the card drawn"
        return None
    if a.card != WINTER and not 0 <= a.card < len(CARDS):
        return "forest_shuffle 3", "no such card"
    return None


def _first(p: Position, a: Action) -> Wrong | None:
    """The begin of a draw action or a play by a hidden hand."""
    if a.do in (Do.DRAW_DECK, Do.DRAW_CARD):
        if p.hand_full():
            return "forest_shuffle 3", "no draw with 10 cards in hand"
        if a.do is Do.DRAW_DECK:
            return ("forest_shuffle 26", "the deck is empty") if p.deck_size() == 0 else None
        missing = a.card not in p.clearing or a.card >= len(CARDS)
        return ("forest_shuffle 3", "that card is not in the clearing") if missing else None
    if p.drawn:
        return "forest_shuffle 3", "the second draw has to be taken first"
    return _head(p, a)


def _head(p: Position, a: Action) -> Wrong | None:
    size = p.actor.hand_size
    if a.do is Do.SAPLING:
        return _held(p, a)
    if a.do is Do.TREE:
        if not (0 <= a.card < len(CARDS) and CARDS[a.card].tree >= 0):
            return "forest_shuffle 6", "that is no tree card"
        cost = COST[CARDS[a.card].tree]
    elif a.do is Do.HALF:
        wrong = _slot(p, a, free=False)
        if wrong:
            return wrong
        cost = COST[FACE_SPECIES[a.face]]
    else:
        return "forest_shuffle 6", "nothing of that kind is open"
    if size is not None and cost > size - 1:
        return "forest_shuffle 10", f"it costs {cost}, too few other hand cards"
    return _held(p, a)


def _slot(p: Position, a: Action, free: bool) -> Wrong | None:
    """Whether the half belongs on the side and the slot takes it."""
    species = FACE_SPECIES[a.face]
    if species not in faces_on(a.side) or not cards_showing(a.side, a.face):
        return "forest_shuffle 14", "no card shows that half on that side"
    if a.card >= 0 and a.card not in cards_showing(a.side, a.face):
        return "forest_shuffle 14", "that card does not show the half"
    forest = p.actor.forest
    if isinstance(forest, Counts):
        return None if 0 <= a.tree < forest.trees else _TAKEN
    if not 0 <= a.tree < len(forest):
        return "forest_shuffle 14", f"there is no tree {a.tree + 1}"
    return None if may_place(forest, p.opened, (a.tree, a.side), species, free) else _TAKEN


def _held(p: Position, a: Action) -> Wrong | None:
    """Whether the hidden hand can hold the card of an action."""
    player = p.actor
    if a.card >= len(CARDS):
        return "forest_shuffle 6", "no such card"
    if a.card < 0 and a.do in (Do.TREE, Do.PAY):
        return "forest_shuffle 6", "the card was seen: name it"
    if a.card >= 0 and a.card in player.hand:
        return None
    if player.hand_size is None or player.hand_size > len(player.hand):
        return None
    if a.card < 0 and player.hand:
        return None
    return "forest_shuffle 6", "that hand has no such card"
