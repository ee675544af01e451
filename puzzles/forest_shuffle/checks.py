"""What makes a position impossible: numbers out of range, cards that occur too often."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.errors import Fault
from ..core.game import Unknown
from . import matching, unseen
from .data import (
    BOTTOM,
    CARD_NO,
    CARDS,
    CLEARING_LIMIT,
    FACES,
    HAND_LIMIT,
    HIDDEN,
    SAPLING,
    SIDES,
    WINTER,
    WINTERS,
    card_name,
    species_id,
)
from .forest import Counts
from .position import CHANCE, OVER, Position, What


def check_state(p: Position, players: int | None) -> Iterator[Fault]:
    """Faults of numbers and of what cannot stand together; ``players`` as the file tells."""
    if p.players > 5:
        yield Fault("opponents", "forest_shuffle 1", str(p.players - 1), "at most 4")
    elif players is not None and players != p.players:
        allowed = f"{p.players}: the owner and {p.players - 1} listed as opponents"
        yield Fault("players", "forest_shuffle 1", str(players), allowed)
    yield from _between("winters", p.winters, 0, WINTERS, "forest_shuffle 5")
    yield from _between("drawn", p.drawn, 0, 1, "forest_shuffle 3")
    yield from _between("extra_turns", p.extra_turns, 0, 99, "forest_shuffle 8")
    if p.turns is not None:
        yield from _between("turns", p.turns, 0, 999, "forest_shuffle 26")
        if p.turn > 0:
            allowed = "in a challenge (turns) only the owner plays"
            yield Fault("turn", "forest_shuffle 26", f"opponent {p.turn}", allowed)
    for seat, player in enumerate(p.seats):
        at = "" if seat == 0 else f"opponents[{seat - 1}]."
        yield from _between(f"{at}cave", player.cave, 0, 158, "forest_shuffle 25")
        size = player.hand_size or 0
        loose = p.turns is not None or not isinstance(p.deck, Unknown)
        if size > HAND_LIMIT and not (seat == 0 and loose):
            yield Fault(f"{at}hand", "forest_shuffle 4", f"{size} cards", "at most 10")
    yield from _check_turn(p)


def _between(place: str, value: int, low: int, high: int, rule: str) -> Iterator[Fault]:
    if not low <= value <= high:
        yield Fault(place, rule, str(value), f"{low} to {high}")


def _check_turn(p: Position) -> Iterator[Fault]:
    if isinstance(p.deck, Unknown) and (p.deck.count or 0) < 0:
        yield Fault("deck", "format", str(p.deck.count), "a number of cards, or a list")
    if p.winters == WINTERS and p.turn != OVER:
        yield Fault("turn", "forest_shuffle 5", "3 winters", '"over" after the third winter')
    if p.over:
        if p.pending or p.opened or p.gained:
            yield Fault("pending", "forest_shuffle 5", "a play", "nothing once the game is over")
        return
    if p.drawn and p.pending and p.pending[0].what is not What.TAKE:
        yield Fault("drawn", "forest_shuffle 3", "1 and pending", "no play during a draw action")
    if p.drawn and (p.actor.hand_size or 0) >= HAND_LIMIT:
        allowed = "0: with 10 cards in hand the draw action has ended"
        yield Fault("drawn", "forest_shuffle 3", "1", allowed)
    if not p.pending and (p.opened or p.gained):
        yield Fault("pending", "forest_shuffle 6", "a turn", "what is still open in the play")
    if not p.pending and p.turns is None and len(p.clearing) >= CLEARING_LIMIT:
        allowed = "at most 9 between turns: 10 or more are removed"
        yield Fault("clearing", "forest_shuffle 9", f"{len(p.clearing)} cards", allowed)
    if not p.pending:
        return
    top = p.pending[0]
    if top.what in CHANCE and p.deck_size() == 0:
        yield Fault("pending[0]", "forest_shuffle 26", str(top.what), "the deck is empty")
    size = p.actor.hand_size
    if top.what is What.PAY and size is not None and size < top.count:
        allowed = f"a hand of at least {top.count} cards to pay with"
        yield Fault("pending[0]", "forest_shuffle 10", f"{size} cards", allowed)
    forest = p.actor.trees
    for tree, side in sorted(p.opened):
        if not isinstance(p.actor.forest, Counts) and (
            tree >= len(forest) or not forest[tree].slots[side]
        ):
            found = f"opened {tree + 1} {SIDES[side]}"
            yield Fault("pending", "forest_shuffle 14", found, "a slot that holds a card")
    for n, item in enumerate(p.pending):
        if n and item.what in (What.PAY, What.TAKE):
            yield Fault(f"pending[{n}]", "forest_shuffle 6", str(item.what), "only as the first")


def check_cards(p: Position) -> Iterator[Fault]:
    """Names and visible halves that cannot all be different cards of the 161."""
    spots = list(_spots(p))
    left = [card.count for card in CARDS]
    for place, card in spots:
        left[card] -= 1
        if left[card] < 0:
            allowed = f"{CARDS[card].count} in the game, more are listed"
            yield Fault(place, "forest_shuffle 26", repr(card_name(card)), allowed)
    listed = 0 if isinstance(p.deck, Unknown) else sum(card == WINTER for card in _deck(p))
    if p.winters + listed > WINTERS:
        found = f"{p.winters} shown, {listed} in the deck"
        yield Fault("winters", "forest_shuffle 1", found, "3 winter cards in the game")
    if min(left) < 0:
        return
    shown = list(_shown(p))
    options = matching.options(left, [(side, face) for _, side, face in shown])
    for n, (place, side, face) in enumerate(shown):
        if matching.match(options[: n + 1]) is None:
            allowed = f"every card that shows it {SIDES[side]} is listed elsewhere"
            yield Fault(place, "forest_shuffle 26", repr(FACES[face].name), allowed)
            return
    rest = unseen.unseen_count(p) - unseen.hidden_count(p)
    if isinstance(p.deck, Unknown) and p.deck.count is not None:
        plain = p.deck.count - min(p.deck.count, WINTERS - p.winters)
        if plain > rest:
            allowed = f"at most {rest + WINTERS - p.winters}: the other cards are listed elsewhere"
            yield Fault("deck", "forest_shuffle 26", str(p.deck.count), allowed)
    elif rest < 0:
        found = f"{unseen.hidden_count(p)} hidden hand cards"
        yield Fault("opponents", "forest_shuffle 26", found, "more than there are cards left")
    if (down := _face_down(p)) > (most := unseen.unseen_count(p) + len(p.gone)):
        found = f"{down} cards under caves, as saplings and in forests given by their counts"
        yield Fault("", "forest_shuffle 26", found, f"at most {most}: the others lie elsewhere")


def _face_down(p: Position) -> int:
    """Cards that lie on the table and that nobody has named, but for those in ``gone``."""
    counted = sum(q.forest.trees for q in p.seats if isinstance(q.forest, Counts))
    saplings = sum(tree.species == SAPLING for player in p.seats for tree in player.trees)
    return counted + saplings + sum(player.cave for player in p.seats)


def _deck(p: Position) -> tuple[int, ...]:
    return p.deck if isinstance(p.deck, tuple) else ()


def _spots(p: Position) -> Iterator[tuple[str, int]]:
    """Every card told by its name, with its place."""
    lists = [("hand", p.seats[0].hand), ("clearing", p.clearing), ("gone", p.gone)]
    lists += [(f"opponents[{n}].hand", o.hand) for n, o in enumerate(p.seats[1:])]
    for place, cards in [*lists, ("deck", _deck(p))]:
        for card in cards:
            if card not in (WINTER, HIDDEN):
                yield place, card
    for place, n, tree in _trees(p):
        if tree != SAPLING:
            yield f"{place}[{n}].tree", CARD_NO[species_id(tree)]


def _trees(p: Position) -> Iterator[tuple[str, int, int]]:
    for seat, player in enumerate(p.seats):
        place = "forest" if seat == 0 else f"opponents[{seat - 1}].forest"
        for n, tree in enumerate(player.trees):
            yield place, n, tree.species


def _shown(p: Position) -> Iterator[tuple[str, int, int]]:
    """Every visible half as (place, side, face)."""
    for seat, player in enumerate(p.seats):
        place = "forest" if seat == 0 else f"opponents[{seat - 1}].forest"
        for n, tree in enumerate(player.trees):
            for side in range(BOTTOM + 1):
                for face in tree.slots[side]:
                    yield f"{place}[{n}].{SIDES[side]}", side, face
