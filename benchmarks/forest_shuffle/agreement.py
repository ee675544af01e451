"""Logged playouts of 2 to 5 players carried out again by the plain rules: same score for all.

    python benchmarks/forest_shuffle/agreement.py --games 2000

In two games of three the policy's numbers are shaken (lognormal, 1), so that cards which the policy
shuns are played too. Also counts how often every effect and bonus of a species and every kind of
free placement was taken, and names those that never were.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace

import numpy as np

from leafwise.puzzles.core.game import Unknown
from leafwise.puzzles.forest_shuffle import brain, scoring
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import SPECIES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Pending, Sampled, What


def printed() -> set[str]:
    """Every effect, bonus and kind of free placement that the printed cards have."""
    out = set()
    for species in SPECIES:
        for what, grant in ((What.EFFECT, species.effect), (What.BONUS, species.bonus)):
            if grant is None:
                continue
            if grant.place:
                out.add(f"{What.GNAT if grant.any_number else What.FREE} {grant.place}")
            elif grant.hand_to_cave or grant.play_paid:
                out.add(str(What.CAVE if grant.hand_to_cave else What.MOLE))
            else:
                out.add(f"{what} {species.id}")
    return out


def told(top: Pending) -> str:
    """The name of an open item as ``printed`` gives it."""
    if top.what in (What.EFFECT, What.BONUS):
        return f"{top.what} {SPECIES[top.species].id}"
    if top.what in (What.FREE, What.GNAT):
        return f"{top.what} {top.symbol}"
    return str(top.what)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    args = parser.parse_args()
    wrong = steps = 0
    taken: Counter[str] = Counter()
    for game in range(args.games):
        players = 2 + game % 4
        p = GAME.world(GAME.new({"players": str(players)}, game), 0, game)
        hidden = replace(p, deck=Unknown(p.deck_size()))
        numbers = brain.pair()
        if game // 4 % 3:
            noise = np.random.default_rng(game).normal(0.0, 1.0, numbers.shape)
            numbers = numbers * np.exp(noise)
        log, end = K.playout_log(
            K.pack(hidden),
            K.pools(hidden),
            K.listed(hidden),
            game // 4,
            game,
            brains=numbers,
        )
        turned = tuple(entry[1] for entry in log if entry[0] == K.A_TURNED)
        p = replace(p, deck=Sampled(turned))
        for entry in log:
            if entry[0] != K.A_TURNED:
                if p.pending and Do(entry[0]) is not Do.DECLINE:
                    taken[told(p.pending[0])] += 1
                p = GAME.apply(p, Action(Do(entry[0]), *entry[1:]))
                steps += 1
        same = GAME.turn(p).kind == "over"
        for seat, player in enumerate(p.seats):
            total = scoring.total(player.trees, player.cave, p.rivals(seat))
            same = same and K.points(end, seat) == total
        wrong += not same
        if not same:
            print("differs:", game, players)
    print(f"{args.games} games of 2 to 5 players, {steps} decisions: {wrong} differ")
    print("taken:", ", ".join(f"{name} {taken[name]}" for name in sorted(printed())))
    print("never taken:", ", ".join(sorted(printed() - taken.keys())) or "none")


if __name__ == "__main__":
    main()
