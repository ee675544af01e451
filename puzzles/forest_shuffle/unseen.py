"""Hidden information: what the next card may be, sampled worlds, and what is known of them.

The third winter card lies on top of the bottom floor(n / 3) + 3 cards, two lie below it at
random (ruling 1); n is what set-up leaves of the 158 cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ..core.game import Outcomes, Unknown
from ..core.random import DEAL, Stream
from . import matching
from .actions import Action, Do
from .data import (
    CARDS,
    DECK_CARDS,
    FACE_SPECIES,
    FACES,
    HIDDEN,
    REMOVED,
    WINTER,
    WINTERS,
    card_name,
)
from .forest import Counts, dwellers
from .legal import actions
from .position import CHANCE, Deck, Player, Position, Sampled, What, pop_deck, seat_name

_HAND = 6  # assumed where not even the number of a hand's cards is known


def fits(p: Position) -> bool:
    """Whether all names and visible halves can be different cards of the 158."""
    left = matching.copies_left(matching.named(p))
    if min(left) < 0:
        return False
    return matching.match(matching.options(left, matching.halves(p))) is not None


def whereabouts(p: Position, card: int, face: int = -1) -> str:
    """Why a card cannot come: how many there are, and where they lie (ruling 26).

    ``card`` is -1 where only a half of it, ``face``, is seen.
    """
    shown = {face} if card < 0 else {face for _, face in CARDS[card].halves}
    species = {FACE_SPECIES[n] for n in shown}
    places = [("the clearing", p.clearing.count(card)), ("the cards gone", p.gone.count(card))]
    if isinstance(p.deck, tuple):
        places.append(("the listed deck", p.deck.count(card)))
    for seat, player in enumerate(p.seats):
        whose = "your" if seat == 0 else f"{seat_name(seat)}'s"
        places.append((f"{whose} hand", player.cards.count(card)))
        trees = 0
        if card >= 0 and CARDS[card].tree >= 0:
            trees = sum(tree.species == CARDS[card].tree for tree in player.trees)
        seen = 0
        if not isinstance(player.forest, Counts):
            seen = sum(FACE_SPECIES[n] in species for _, _, n in dwellers(player.forest))
        places.append((f"{whose} forest", trees + seen))
    told = ", ".join(f"{n} in {place}" for place, n in places if n)
    name = FACES[face].name if card < 0 else card_name(card)
    if card >= 0 and CARDS[card].count == 1:
        head = f"the only {name} lies elsewhere"
    else:
        copies = "" if card < 0 else f" of the {CARDS[card].count}"
        head = f"every copy{copies} of {name} lies elsewhere"
    return head + (f": {told}" if told else "")


def unseen_count(p: Position) -> int:
    """Cards that nobody has named and no half shows, winter cards not counted."""
    return DECK_CARDS - len(matching.named(p)) - len(matching.halves(p))


def hidden_count(p: Position) -> int:
    """Cards in hands that are not known, as far as their number is told."""
    return sum(player.hidden.count or 0 for player in p.seats if isinstance(player.hidden, Unknown))


def winter_pile(players: int) -> int:
    """Size of the bottom part of the deck that holds the winter cards, they included."""
    return (DECK_CARDS - REMOVED[players]) // 3 + WINTERS


def deck_count(p: Position) -> int:
    """Cards in the deck; where the file does not tell, what set-up would have left."""
    size = p.deck_size()
    if size is not None:
        return size
    others = sum(_hidden_size(player) for player in p.seats)
    left = unseen_count(p) - others - REMOVED[p.players]
    return max(0, left) + WINTERS - p.winters


def _hidden_size(player: Player) -> int:
    if isinstance(player.hidden, Sampled):
        return 0
    if player.hidden.count is None:
        return max(0, _HAND - len(player.hand))
    return player.hidden.count


def winter_note(p: Position) -> str | None:
    """A note where deck size and winters shown cannot occur together in a real game."""
    size = p.deck_size()
    if size is None or p.deck_known() or p.over:
        return None
    pile = winter_pile(p.players)
    if p.winters == 0 and size < pile:
        told = f"a deck of {size} would have shown a winter card"
    elif p.winters and size > pile - p.winters:
        told = f"a deck of {size} would still hide all but {p.winters - 1} winter cards"
    elif size < WINTERS - p.winters:
        told = f"a deck of {size} cannot hold {WINTERS - p.winters} winter cards"
    else:
        return None
    return told + ": the remaining ones are spread evenly over the deck"


def winter_chance(p: Position) -> Fraction:
    """The chance that the next card of an unknown deck is a winter card."""
    size, left, pile = deck_count(p), WINTERS - p.winters, winter_pile(p.players)
    if p.winters == 0 and size >= pile:
        return Fraction(int(size == pile))
    return Fraction(min(left, size), size) if size else Fraction(0)


def weights(p: Position) -> dict[int, Fraction]:
    """Expected copies of each card among the unseen ones; cards that cannot be left out."""
    left = matching.copies_left(matching.named(p))
    out = {card: Fraction(n) for card, n in enumerate(left) if n > 0}
    for group in matching.groups(matching.options(left, matching.halves(p))):
        for card, chance in matching.used(group).items():
            out[card] -= chance
    return {card: weight for card, weight in out.items() if weight > 0}


def outcomes(p: Position) -> Outcomes[Action]:
    """What can happen at a chance step: a card turned up, or what a hidden hand does."""
    if p.pending and p.pending[0].what in CHANCE:
        pairs = _cards(p)
        return Outcomes(pairs, lambda stream: _pick(pairs, stream))
    return Outcomes(None, lambda stream: _act(p, stream))


def _cards(p: Position) -> tuple[tuple[Action, Fraction], ...]:
    if p.deck_known():
        return ((Action(Do.TURNED, pop_deck(p.deck)[0]), Fraction(1)),)
    winter = winter_chance(p)
    out: list[tuple[Action, Fraction]] = []
    if winter < 1:
        if p.turn != 0 and p.pending[0].what is not What.FLIP:
            out.append((Action(Do.TURNED, HIDDEN), 1 - winter))
        else:
            chances = weights(p)
            total = sum(chances.values(), Fraction(0))
            out.extend(
                (Action(Do.TURNED, card), (1 - winter) * weight / total)
                for card, weight in sorted(chances.items())
            )
    if winter:
        out.append((Action(Do.TURNED, WINTER), winter))
    return tuple(out)


def _pick(pairs: Sequence[tuple[Action, Fraction]], stream: Stream) -> Action:
    at = Fraction(stream.below(1 << 30), 1 << 30)
    for action, chance in pairs:
        at -= chance
        if at < 0:
            return action
    return pairs[-1][0]


def _act(p: Position, stream: Stream) -> Action:
    """One thing that the hidden hand might do, as the table sees it."""
    sampled = world(p, stream.below(1 << 30))
    if p.pending and p.pending[0].what is What.PAY:  # the sample knows no order of payment
        any_order = replace(p.pending[0], after=-1)
        sampled = replace(sampled, pending=(any_order, *p.pending[1:]))
    action = stream.choice(actions(sampled))
    if action.do in (Do.HALF, Do.PLACE, Do.SAPLING, Do.CAVE):
        return replace(action, card=-1)
    return action


def world(p: Position, seed: int) -> Position:
    """Fill in hidden hands and an unknown deck; what is known stays."""
    stream = Stream(seed, stream=DEAL)
    left = matching.copies_left(matching.named(p))
    for group in matching.groups(matching.options(left, matching.halves(p))):
        for card in matching.draw(group, stream):
            left[card] -= 1
    pool = [card for card in range(len(CARDS)) for _ in range(left[card])]
    stream.shuffle(pool)
    size = deck_count(p)
    seats = []
    for player in p.seats:
        if isinstance(player.hidden, Unknown) and player.hidden.count != 0:
            n = _hidden_size(player)
            cards, pool = tuple(sorted(pool[:n])), pool[n:]
            player = replace(player, hidden=Sampled(cards, player.hidden.count is not None))
        seats.append(player)
    deck: Deck = p.deck
    if isinstance(deck, Unknown):
        deck = Sampled(_deal(p, pool, size, stream), deck.count is not None)
    return replace(p, seats=tuple(seats), deck=deck)


def _deal(p: Position, pool: list[int], size: int, stream: Stream) -> tuple[int, ...]:
    """A deck of ``size`` cards from the shuffled pool, winter cards by the rule above."""
    left = min(WINTERS - p.winters, size)
    pile = winter_pile(p.players)
    cards = pool[: size - left]
    if p.winters == 0 and size >= pile:
        above, below = cards[: size - pile], cards[size - pile :]
        return (*above, WINTER, *_mixed(below, left - 1, stream))
    return _mixed(cards, left, stream)


def _mixed(cards: list[int], winters: int, stream: Stream) -> tuple[int, ...]:
    """The cards with winter cards put in at random places."""
    places = list(range(len(cards) + winters))
    stream.shuffle(places)
    chosen = set(places[:winters])
    rest = iter(cards)
    return tuple(WINTER if n in chosen else next(rest) for n in range(len(places)))


def view(p: Position) -> Position:
    """What the owner of the file knows: sampled cards that did not come out are unknown again."""
    seats = tuple(
        replace(player, hidden=_forget(player.hidden))
        if isinstance(player.hidden, Sampled)
        else player
        for player in p.seats
    )
    deck = _forget(p.deck) if isinstance(p.deck, Sampled) else p.deck
    return replace(p, seats=seats, deck=deck)


def _forget(sampled: Sampled) -> Unknown:
    return Unknown(len(sampled.cards) if sampled.counted else None)
