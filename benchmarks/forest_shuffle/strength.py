"""Two-player games on common decks from both seats against the greedy reference player.

    python benchmarks/forest_shuffle/strength.py --decks 30 --seconds 0.5 --log games.jsonl

Every deck is played twice, the asked player once in each seat. The asked player is ``hint`` (first
row of the hint for the margin) or ``policy``; the other is the kernel's greedy player (most points
now; draws when nothing scores). ``--log`` writes one line a decision of the hint (input of
``expected.py`` and ``honesty.py``) with the result at the end.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from typing import Any

import numpy as np

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Player, Position, Sampled
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.forest_shuffle import expected
from leafwise.solver.registry import analyst


def deal(seed: int, second: bool) -> Position:
    """A dealt world with the asked player as owner, in the first or the second seat."""
    p = GAME.world(GAME.new({"players": "2"}, seed), 0, seed)
    if not second:
        return p
    mine, other = p.seats[1].cards, p.seats[0].cards
    seats = (Player(hand=mine), Player(hidden=Sampled(other)))
    return replace(p, seats=seats, turn=1)


def greedy(p: Position) -> list[Action]:
    """The greedy player's next action and its payment."""
    st = K.pack(p)
    im, fm = K.new_memory()
    act_on = np.zeros(32, np.int64)
    K.greedy_decide(st, K.tables(), im, fm, act_on)
    return told(st, act_on)


def policy(p: Position) -> list[Action]:
    """The policy's next action and its payment, from what its player knows."""
    chosen, pay = K.policy_action(K.pack(GAME.view(p, 0)))
    return [Action(Do(chosen[0]), *chosen[1:]), *(Action(Do.PAY, card) for card in pay)]


def told(st: Any, act_on: Any) -> list[Action]:
    row = st[1 + st[0, K.G_TURN]]
    cards = sorted(int(row[K.P_HELD + k]) for k in act_on[6 : 6 + act_on[5]])
    head = Action(Do(int(act_on[0])), *(int(x) for x in act_on[1:5]))
    return [head, *(Action(Do.PAY, card) for card in cards)]


PLAIN = (Do.MUSHROOM, Do.EFFECT, Do.BONUS)


def hint(p: Position, seconds: float, seed: int, goal: Goal) -> tuple[list[Action], dict[str, Any]]:
    """The first row of the hint; optional draws, effects and bonuses are taken unasked."""
    view = GAME.view(p, 0)
    actions = GAME.actions(view)
    for action in actions:
        if action.do in PLAIN or len(actions) == 1:
            return [action], {}
    budget = Budget(Clock(seconds), seed=seed)
    found = engine.hint(GAME, view, budget=budget, goal=goal, top=1)
    row = found.moves[0]
    note = {
        "floor": row.floor,
        "low": row.low,
        "high": row.high,
        "value": row.value,
        "worlds": found.worlds,
        "stage": expected.stage(view),
        "pending": bool(p.pending),
    }
    return list(GAME.parse(view, row.move)), note


def play(
    player: str, seed: int, second: bool, seconds: float, goal: Goal
) -> tuple[int, int, list[dict[str, Any]]]:
    """Points of the asked and of the greedy player, and the notes of the hint."""
    p = deal(seed, second)
    notes: list[dict[str, Any]] = []
    step = 0
    while GAME.turn(p).kind != "over":
        step += 1
        if p.turn == 1:
            line = greedy(p)
        elif player == "policy":
            line = policy(p)
        else:
            line, note = hint(p, seconds, seed * 1000 + step, goal)
            if note:
                notes.append({"seed": seed, "second": second, "step": step, **note})
        for action in line:
            p = GAME.apply(p, action)
    mine, other = (int(GAME.value(p, seat).key[0]) for seat in (0, 1))
    achieved = float(GAME.value(p, 0, goal).key[0])
    for note in notes:
        note["achieved"] = achieved
    return mine, other, notes


def interval(wins: float, n: int) -> tuple[float, float]:
    """Wilson's 95% interval."""
    z, rate = 1.96, wins / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="hint", choices=["hint", "policy"])
    parser.add_argument("--decks", type=int, default=30)
    parser.add_argument("--first-seed", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--goal", default="margin", choices=["margin", "score", "win"])
    parser.add_argument("--log")
    args = parser.parse_args()
    analyst("forest-shuffle").warm()
    log = open(args.log, "a") if args.log else None  # noqa: SIM115
    results = []
    for seed in range(args.first_seed, args.first_seed + args.decks):
        for second in (False, True):
            mine, other, notes = play(args.player, seed, second, args.seconds, Goal(args.goal))
            results.append((mine, other))
            print(f"deck {seed} seat {1 + second}: {mine} - {other}", flush=True)
            if log:
                log.writelines(json.dumps(note) + "\n" for note in notes)
                log.flush()
    table = np.array(results, float)
    wins = float((table[:, 0] > table[:, 1]).sum() + 0.5 * (table[:, 0] == table[:, 1]).sum())
    low, high = interval(wins, len(table))
    print(
        f"{args.player}: {wins:g} of {len(table)} won ({100 * wins / len(table):.0f}%, "
        f"95% {100 * low:.0f}-{100 * high:.0f}%), points {table[:, 0].mean():.0f} against "
        f"{table[:, 1].mean():.0f}"
    )


if __name__ == "__main__":
    main()
