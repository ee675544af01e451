"""Which tree takes which card, so that no card comes before its tree."""

from __future__ import annotations

import random
from collections.abc import Iterator

from leafwise.puzzles.forest_shuffle.data import FACE_SPECIES, LEFT, RIGHT, SIDES

from .chosen import Counts, Play
from .groups import BATS, DORMOUSE, card_class


def assigned(counts: Counts, rng: random.Random, noise: float) -> bool:
    """Give every play a spot, early cards to early trees; False if a card comes before its tree.

    What is put on a side may change places among alike trees: it goes to the earliest ones, which
    also keeps full trees full. Cards of one class may change places anywhere.
    """
    trees = _planted(counts, rng, noise)
    pools: dict[tuple[int, int], list[Play]] = {}
    for play in counts.plays:
        if play.way.face >= 0:
            pools.setdefault(_class(play.way.side, play.way.face), []).append(play)
    first = {key: min(play.date for play in pool) for key, pool in pools.items()}
    slots: dict[tuple[int, int], list[int]] = {}
    for group in counts.groups:
        members = sorted(group, key=lambda n: (trees[n], counts.spots[n].old < 0, n))
        for bundle in _bundles(counts, members):
            sets = []
            for n in members:
                cards = [_class(*card) for card in counts.spots[n].cards if card[0] in bundle]
                if cards:
                    urgent = min(first[key] for key in cards) + rng.random() * noise
                    sets.append((urgent, cards))
            sets.sort(key=lambda entry: entry[0])
            for n, (_, cards) in zip(members, sets, strict=False):
                for key in cards:
                    slots.setdefault(key, []).append(n)
    good = True
    for key, pool in pools.items():
        pool.sort(key=lambda play: (play.date, rng.random() * noise))
        for n, play in zip(sorted(slots[key], key=lambda n: (trees[n], n)), pool, strict=True):
            play.spot = n
            good = good and play.date >= trees[n]
    if not good:
        good = _moved(counts, trees, rng)
    _settle(counts)
    return good


def _moved(counts: Counts, trees: list[int], rng: random.Random) -> bool:
    """Put cards that come before their tree on earlier trees with a free slot; False if none."""
    taken = {(play.spot, play.way.side) for play in counts.plays if play.way.face >= 0}
    for play in counts.plays:
        side = play.way.side
        if play.way.face < 0 or play.date >= trees[play.spot]:
            continue
        options = [
            n
            for n, spot in enumerate(counts.spots)
            if trees[n] <= play.date
            and (n, side) not in taken
            and (spot.old < 0 or not counts.forest[spot.old].slots[side])
        ]
        if not options:
            return False
        taken.discard((play.spot, side))
        play.spot = rng.choice(options)
        taken.add((play.spot, side))
    return True


def _planted(counts: Counts, rng: random.Random, noise: float) -> list[int]:
    """Give every new tree its play; the date of each tree."""
    pools: dict[int, list[Play]] = {}
    for play in counts.plays:
        if play.way.face < 0:
            pools.setdefault(play.way.species, []).append(play)
    for pool in pools.values():
        pool.sort(key=lambda play: (-play.date, rng.random() * noise))
    trees = [0 if spot.old >= 0 else -1 for spot in counts.spots]
    for n, spot in enumerate(counts.spots):
        if spot.old < 0:
            play = pools[spot.species].pop()
            play.spot, trees[n] = n, play.date
    return trees


def _class(side: int, face: int) -> tuple[int, int]:
    return side, card_class(FACE_SPECIES[face], side)


def _bundles(counts: Counts, members: list[int]) -> Iterator[tuple[int, ...]]:
    """Sides whose cards move together: both of them where a Dormouse needs its bat."""
    sides = {FACE_SPECIES[face] for n in members for _, face in counts.spots[n].cards}
    joined = DORMOUSE in sides and bool(sides & BATS)
    if joined:
        yield (LEFT, RIGHT)
    for side in range(len(SIDES)):
        if side not in (LEFT, RIGHT) or not joined:
            yield (side,)


def _settle(counts: Counts) -> None:
    """Let the spots hold the cards that were put on them."""
    for spot in counts.spots:
        spot.cards = []
    for play in counts.plays:
        if play.way.face >= 0:
            counts.spots[play.spot].cards.append((play.way.side, play.way.face))


__all__ = ["assigned"]
