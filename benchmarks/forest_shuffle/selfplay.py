"""Games of the hint against its own policy; every decision of the hint is logged.

    python benchmarks/forest_shuffle/selfplay.py --games 40 --seconds 0.05 --log games.jsonl

The rollouts let the other player play by the policy, so this is where floors and expected values
can be held against what was achieved: the log is the input of ``honesty.py``.
"""

from __future__ import annotations

import argparse
import json

import numpy as np
from strength import deal, hint, policy

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver.registry import analyst


def rival(p):
    """The policy at seat 1, from the packed world."""
    chosen, pay = K.policy_action(K.pack(p))
    return [Action(Do(chosen[0]), *chosen[1:]), *(Action(Do.PAY, card) for card in pay)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=20000)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--every", type=int, default=1, help="ask the hint at every n-th turn")
    parser.add_argument("--goal", default="score", choices=["margin", "score"])
    parser.add_argument("--log", required=True)
    args = parser.parse_args()
    goal = Goal(args.goal)
    analyst("forest-shuffle").warm()
    totals = []
    with open(args.log, "a") as log:
        for seed in range(args.first_seed, args.first_seed + args.games):
            p = deal(seed, seed % 2 == 1)
            notes, step = [], 0
            while GAME.turn(p).kind != "over":
                step += 1
                if p.turn == 1:
                    line = rival(p)
                elif args.every == 0:
                    line = policy(p)
                else:
                    line, note = hint(p, args.seconds, seed * 1000 + step, goal)
                    if note:
                        notes.append({"seed": seed, "step": step, **note})
                for action in line:
                    p = GAME.apply(p, action)
            achieved = float(GAME.value(p, 0, goal).key[0])
            totals.append([GAME.value(p, seat).key[0] for seat in (0, 1)])
            log.writelines(json.dumps({**note, "achieved": achieved}) + "\n" for note in notes)
            log.flush()
    t = np.array(totals)
    gap = t[:, 0] - t[:, 1]
    print(
        f"{len(t)} games: hint {t[:, 0].mean():.1f}, policy {t[:, 1].mean():.1f}, margin "
        f"{gap.mean():.1f} ± {gap.std() / np.sqrt(len(t)):.1f}, won {(gap > 0).mean():.2f}"
    )


if __name__ == "__main__":
    main()
