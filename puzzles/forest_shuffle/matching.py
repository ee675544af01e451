"""Which of the 158 cards lie where nobody can see both halves.

Every name and every visible half must be a different card: names are exact, a half may be any
card that shows it on that side, so the halves are matched onto the cards left. Where several
matchings exist they are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..core.random import Stream
from .data import CARD_NO, CARDS, HIDDEN, SAPLING, WINTER, cards_showing, species_id
from .forest import Counts, dwellers
from .position import Position, Sampled

_MOST = 20_000  # assignments listed for one group of halves; beyond, matchings are sampled
_SAMPLES = 64

Assignment = tuple[int, ...]  # a card for each half of a group


def named(p: Position) -> list[int]:
    """Every card that is told by its name: hands, clearing, gone, deck, trees, sampled cards."""
    out: list[int] = [*p.clearing, *p.gone]
    if isinstance(p.deck, Sampled):
        out.extend(p.deck.cards)
    elif isinstance(p.deck, tuple):
        out.extend(p.deck)
    for player in p.seats:
        out.extend(player.cards)
        out.extend(
            CARD_NO[species_id(tree.species)] for tree in player.trees if tree.species != SAPLING
        )
    return [card for card in out if card not in (WINTER, HIDDEN)]


def halves(p: Position) -> list[tuple[int, int]]:
    """Every visible half of every forest as (side, face)."""
    return [
        (side, face)
        for player in p.seats
        if not isinstance(player.forest, Counts)
        for _, side, face in dwellers(player.forest)
    ]


def copies_left(cards: Iterable[int]) -> list[int]:
    """Copies of each card that are not among ``cards``; negative where there are too many."""
    left = [card.count for card in CARDS]
    for card in cards:
        left[card] -= 1
    return left


def match(candidates: Sequence[Sequence[int]]) -> list[int] | None:
    """A different card for each half by augmenting paths, or None."""
    holder: dict[int, int] = {}

    def augment(half: int, tried: set[int]) -> bool:
        for card in candidates[half]:
            if card not in tried:
                tried.add(card)
                if card not in holder or augment(holder[card], tried):
                    holder[card] = half
                    return True
        return False

    for half in range(len(candidates)):
        if not augment(half, set()):
            return None
    out = [0] * len(candidates)
    for card, half in holder.items():
        out[half] = card
    return out


def options(left: Sequence[int], shown: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The cards that each visible half may be, given the copies left."""
    return [[card for card in cards_showing(*half) if left[card] > 0] for half in shown]


def groups(candidates: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Halves whose candidates overlap, after all forced halves are settled."""
    todo = [list(cards) for cards in candidates]
    settled: list[list[list[int]]] = []
    while single := next((cards for cards in todo if len(cards) == 1), None):
        todo.remove(single)
        settled.append([single])
        todo = [[card for card in cards if card != single[0]] for cards in todo]
    while todo:
        group = [todo.pop()]
        reach = set(group[0])
        while more := [cards for cards in todo if reach & set(cards)]:
            for cards in more:
                todo.remove(cards)
                group.append(cards)
                reach |= set(cards)
        settled.append(group)
    return settled


def assignments(group: Sequence[Sequence[int]]) -> list[Assignment] | None:
    """All ways to give the halves of a group different cards; None where there are too many."""
    out: list[Assignment] = [()]
    for cards in group:
        out = [(*done, card) for done in out for card in cards if card not in done]
        if len(out) > _MOST:
            return None
    return out


def draw(group: Sequence[Sequence[int]], stream: Stream) -> Assignment:
    """One assignment at random."""
    listed = assignments(group)
    if listed:
        return stream.choice(listed)
    order = [list(cards) for cards in group]
    for cards in order:
        stream.shuffle(cards)
    return tuple(match(order) or ())


def used(group: Sequence[Sequence[int]]) -> dict[int, Fraction]:
    """How likely each card is to be one of the group's halves."""
    listed = assignments(group)
    if listed is None:
        stream = Stream(0)
        listed = [draw(group, stream) for _ in range(_SAMPLES)]
    tally: dict[int, int] = {}
    for assignment in listed:
        for card in assignment:
            tally[card] = tally.get(card, 0) + 1
    return {card: Fraction(n, len(listed)) for card, n in tally.items()}
