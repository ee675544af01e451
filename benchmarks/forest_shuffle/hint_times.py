"""Wall-clock seconds of a hint at its default budget, warm, at every stage of a game.

    python benchmarks/forest_shuffle/hint_times.py --games 3

From early, middle and late positions of own games; deck and rival's hand unknown, one of them
known, and both. The limit is the command's own (5 s).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from strength import deal, policy

from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Player, Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.registry import analyst

STAGES = (("early", 105), ("middle", 60), ("late", 25))


def at(seed: int, left: int) -> Position:
    """A world of policy play with at most ``left`` cards in the deck, the owner to act."""
    p = deal(seed, bool(seed % 2))
    while (p.deck_size() or 0) > left or p.turn != 0 or p.pending or p.drawn:
        for action in policy(p):
            p = GAME.apply(p, action)
        if GAME.turn(p).kind == "over":
            return at(seed + 1000, left)
    return p


def known(p: Position, deck: bool, hand: bool) -> Position:
    """The owner's view with deck or rival's hand open."""
    view = GAME.view(p, 0)
    if deck:
        view = replace(view, deck=p.deck.cards)  # type: ignore[union-attr]
    if hand:
        rival = replace(view.seats[1], hand=p.seats[1].cards, hidden=Player().hidden)
        view = replace(view, seats=(view.seats[0], rival))
    return view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=900)
    args = parser.parse_args()
    analyst("forest-shuffle").warm()
    for name, left in STAGES:
        for deck in (False, True):
            for hand in (False, True):
                took, worlds = [], []
                for seed in range(args.first, args.first + args.games):
                    p = known(at(seed, left), deck, hand)
                    begin = time.perf_counter()
                    found = engine.hint(GAME, p, budget=Budget(Clock(5.0), seed=seed))
                    took.append(time.perf_counter() - begin)
                    worlds.append(found.worlds)
                words = (
                    f"deck {'known' if deck else 'unknown'}, hand {'known' if hand else 'unknown'}"
                )
                print(
                    f"{name:6s} {words}: {min(took):.2f} to {max(took):.2f} s, "
                    f"{min(worlds)} to {max(worlds)} worlds",
                    flush=True,
                )


if __name__ == "__main__":
    main()
