"""Logged playouts of 2 to 5 players carried out again by the plain rules: same score for all.

python benchmarks/forest_shuffle/agreement.py --games 2000
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from leafwise.puzzles.core.game import Unknown
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle import scoring
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Sampled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    args = parser.parse_args()
    wrong = steps = 0
    for game in range(args.games):
        players = 2 + game % 4
        p = GAME.world(GAME.new({"players": str(players)}, game), 0, game)
        hidden = replace(p, deck=Unknown(p.deck_size()))
        log, end = K.playout_log(K.pack(hidden), K.pools(hidden), K.listed(hidden), game // 4, game)
        turned = tuple(entry[1] for entry in log if entry[0] == K.A_TURNED)
        p = replace(p, deck=Sampled(turned))
        for entry in log:
            if entry[0] != K.A_TURNED:
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


if __name__ == "__main__":
    main()
