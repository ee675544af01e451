"""Which small actions can come next (rulings 3, 4, 10, 14, 17 and 19)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.game import Turn
from .actions import BONUS, DECLINE, DRAW_DECK, EFFECT, MUSHROOM, Action, Do
from .data import (
    BOTTOM,
    CARDS,
    COST,
    FACE_SPECIES,
    HARE,
    SIDES,
    SPECIES,
    TOP,
    card_name,
)
from .forest import Counts, may_place
from .position import CHANCE, Position, What, seat_name

_WORDS = {
    What.TAKE: "draw from the deck",
    What.DRAW: "draw from the deck",
    What.FLIP: "flip to the clearing",
    What.PAY: "pay",
    What.MUSHROOM: "mushroom draw",
    What.EFFECT: "effect",
    What.BONUS: "bonus",
    What.FREE: "free placement",
    What.GNAT: "free placements by the Gnat",
    What.CAVE: "cards under the cave",
    What.MOLE: "plays by the Mole",
}


def turn(p: Position) -> Turn:
    """What has to happen next; a player whose hand is hidden acts by chance."""
    if p.over:
        return Turn("over", None, "game over")
    if p.pending and p.pending[0].what in CHANCE:
        return Turn("chance", None, _WORDS[p.pending[0].what])
    if not p.pending and not can_act(p):  # ruling 26: who can do nothing ends the challenge
        return Turn("over", None, "nothing left to do")
    if not p.actor.open:
        return Turn("chance", p.turn, f"{seat_name(p.turn)} acts, hand not known")
    if p.pending:
        return Turn("decide", p.turn, _WORDS[p.pending[0].what])
    return Turn("decide", p.turn, "second draw" if p.drawn else "draw or play a card")


def can_take(p: Position) -> bool:
    """Whether the draw action has anything to offer (rulings 3 and 26)."""
    return not p.hand_full() and (p.deck_size() != 0 or bool(p.clearing))


def can_act(p: Position) -> bool:
    """Whether the acting player can begin a draw or a play at all."""
    return can_take(p) or (not p.drawn and p.actor.hand_size != 0)


def actions(p: Position) -> tuple[Action, ...]:
    """All legal small actions of an open hand, sorted; empty when nothing is to be decided."""
    if turn(p).kind != "decide":
        return ()
    return tuple(sorted(_actions(p)))


def _actions(p: Position) -> Iterator[Action]:
    if not p.pending:
        if can_take(p):
            if p.deck_size() != 0:
                yield DRAW_DECK
            for card in sorted(set(p.clearing)):
                if card < len(CARDS):
                    yield Action(Do.DRAW_CARD, card)
        if not p.drawn:
            yield from heads(p)
        return
    top = p.pending[0]
    if top.what is What.PAY:
        hand = p.actor.cards
        last = -1
        for i, card in enumerate(hand):
            if card != last and card >= top.after and len(hand) - i >= top.count:
                last = card
                yield Action(Do.PAY, card)
        return
    yield DECLINE
    if top.what is What.MUSHROOM:
        yield MUSHROOM
    elif top.what is What.EFFECT:
        yield EFFECT
    elif top.what is What.BONUS:
        yield BONUS
    elif top.what in (What.FREE, What.GNAT):
        yield from placements(p, top.symbol)
    elif top.what is What.CAVE:
        for card in sorted(set(p.actor.cards)):
            if card >= top.after:
                yield Action(Do.CAVE, card)
    elif top.what is What.MOLE:
        yield from heads(p)


def heads(p: Position) -> Iterator[Action]:
    """Cards that can be played now: payable, with a slot (rulings 10, 12 and 14)."""
    hand = p.actor.cards
    payable = len(hand) - 1
    for card in sorted(set(hand)):
        tree = CARDS[card].tree
        if tree >= 0 and COST[tree] <= payable:
            yield Action(Do.TREE, card)
        for side, face in CARDS[card].halves:
            species = FACE_SPECIES[face]
            if COST[species] <= payable:
                for number in open_slots(p, side, species, free=False):
                    yield Action(Do.HALF, card, face, number, side)
        yield Action(Do.SAPLING, card)


def placements(p: Position, symbol: str) -> Iterator[Action]:
    """Free placements of a creature with the symbol (ruling 17)."""
    for card in sorted(set(p.actor.cards)):
        for side, face in CARDS[card].halves:
            species = FACE_SPECIES[face]
            if symbol in SPECIES[species].symbols:
                for number in open_slots(p, side, species, free=True):
                    yield Action(Do.PLACE, card, face, number, side)


def open_slots(p: Position, side: int, species: int, free: bool) -> list[int]:
    """Trees (from 0) of the acting player whose slot on a side takes the species now."""
    share = SPECIES[species].share_slot > 1
    out = []
    for number, tree in enumerate(p.actor.trees):
        slot = tree.slots[side]
        if not slot or (
            share
            and len(slot) < SPECIES[species].share_slot
            and FACE_SPECIES[slot[0]] == species
            and ((number, side) not in p.opened or (free and species == HARE))
        ):
            out.append(number)
    return out


def mushroom_draws(p: Position, species: int, side: int) -> int:
    """Draws that the acting player's active mushrooms grant for a card (ruling 16).

    ``side`` is -1 for a tree or sapling. A mushroom placed this turn is not active.
    """
    tree = side < 0
    pawed = not tree and "pawed" in SPECIES[species].symbols
    total = 0
    for number, host in enumerate(p.actor.trees):
        for face in host.slots[BOTTOM]:
            on = SPECIES[FACE_SPECIES[face]].draw_on
            if on and (number, BOTTOM) not in p.opened:
                total += (
                    (on == "tree" and tree)
                    or (on == "pawed" and pawed)
                    or (on == "bottom" and side == BOTTOM)
                    or (on == "top" and side == TOP)
                )
    return total


def why_not(p: Position, a: Action) -> tuple[str, str]:
    """(rule, reason) for an action that is not legal for an open hand."""
    if p.over:
        return "forest_shuffle 5", "the game is over"
    top = p.pending[0].what if p.pending else None
    if top in CHANCE:
        return "forest_shuffle 5", "a card has to be turned up first"
    if a.do is Do.TURNED:
        return "forest_shuffle 3", "no card is to be turned up now"
    if a.do in (Do.DRAW_DECK, Do.DRAW_CARD):
        return _why_no_draw(p, a)
    if a.do in (Do.TREE, Do.HALF, Do.SAPLING):
        return _why_no_play(p, a)
    if a.do is Do.PLACE:
        if top not in (What.FREE, What.GNAT):
            return "forest_shuffle 11", "no free placement is open (bonus not earned or not there)"
        if a.card not in p.actor.cards:
            return "forest_shuffle 17", f"{_name(a.card)} is not in the hand"
        if p.pending[0].symbol not in SPECIES[FACE_SPECIES[a.face]].symbols:
            return "forest_shuffle 17", f"the half has no {p.pending[0].symbol} symbol"
        return "forest_shuffle 14", _why_no_slot(p, a)
    if a.do is Do.PAY:
        if top is not What.PAY:
            return "forest_shuffle 10", "nothing is to be paid"
        if a.card not in p.actor.cards:
            return "forest_shuffle 10", f"{_name(a.card)} is not in the hand to pay with"
        return "forest_shuffle 10", "payment cards go in their canonical order, exactly the cost"
    if top is What.PAY:
        return "forest_shuffle 10", f"the payment is short of {p.pending[0].count}"
    return {
        Do.MUSHROOM: ("forest_shuffle 16", "no mushroom draw is open"),
        Do.EFFECT: ("forest_shuffle 7", "no such effect is open"),
        Do.BONUS: ("forest_shuffle 11", "no bonus is open: not earned, or the card has none"),
        Do.CAVE: ("forest_shuffle 18", "no such card can go under the cave now"),
    }.get(a.do, ("forest_shuffle 6", "nothing is to be declined"))


def _name(card: int) -> str:
    return card_name(card) if card >= 0 else "the card"


def _why_no_draw(p: Position, a: Action) -> tuple[str, str]:
    if p.pending:
        return "forest_shuffle 6", "a play is not finished"
    if p.hand_full():
        return "forest_shuffle 3", "no draw with 10 cards in hand"
    if a.do is Do.DRAW_DECK:
        return "forest_shuffle 26", "the deck is empty"
    return "forest_shuffle 3", f"{_name(a.card)} is not in the clearing"


def _why_no_play(p: Position, a: Action) -> tuple[str, str]:
    if p.drawn:
        return "forest_shuffle 3", "the second draw has to be taken first"
    if p.pending and p.pending[0].what is not What.MOLE:
        return "forest_shuffle 6", "a play is not finished"
    if a.card not in p.actor.cards:
        return "forest_shuffle 6", f"{_name(a.card)} is not in the hand"
    species = CARDS[a.card].tree if a.do is Do.TREE else FACE_SPECIES[a.face]
    if a.do is not Do.SAPLING and species >= 0 and COST[species] > len(p.actor.cards) - 1:
        return "forest_shuffle 10", f"it costs {COST[species]}, too few other hand cards"
    if a.do is Do.HALF:
        return "forest_shuffle 14", _why_no_slot(p, a)
    return "forest_shuffle 6", "that card cannot be played so"


def _why_no_slot(p: Position, a: Action) -> str:
    if isinstance(p.actor.forest, Counts):
        return "the forest is given as counts only"
    if not 0 <= a.tree < len(p.actor.forest):
        return f"there is no tree {a.tree + 1}"
    if not 0 <= a.side < len(SIDES):
        return "there is no such side"
    species = FACE_SPECIES[a.face]
    slot = f"tree {a.tree + 1} {SIDES[a.side]}"
    if may_place(p.actor.forest, frozenset(), (a.tree, a.side), species, free=False):
        if may_place(p.actor.forest, p.opened, (a.tree, a.side), species, free=False):
            return f"that half does not belong {SIDES[a.side]}"
        return f"the first card of {slot} came only this turn"
    return f"{slot} is taken"
