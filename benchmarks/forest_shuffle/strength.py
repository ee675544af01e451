"""Two-player games on common decks, from both seats, against a reference player.

    python benchmarks/forest_shuffle/strength.py --decks 30 --seconds 0.5

Every deck is played twice, the asked player once in each seat. The asked player is ``hint`` (first
row of the hint) or ``policy``; the other (``--against``) is the kernel's ``greedy`` player (most
points now; draws when nothing scores) or the built-in ``policy``. Every game is added to a file
of results with the commit it was played at; a game that is there already is not played again, so
a series can be played in slices. ``--log`` writes one line a decision of the hint, with the
result at the end: the input of ``honesty.py``.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
from dataclasses import replace
from pathlib import Path
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

RESULTS = Path(__file__).parent / "results"
PLAIN = (Do.MUSHROOM, Do.EFFECT, Do.BONUS)
NO_SECONDS = 60.0  # a clock that does not matter beside a number of worlds


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
    row = st[1 + st[0, K.G_TURN]]
    cards = sorted(int(row[K.P_HELD + k]) for k in act_on[6 : 6 + act_on[5]])
    head = Action(Do(int(act_on[0])), *(int(x) for x in act_on[1:5]))
    return [head, *(Action(Do.PAY, card) for card in cards)]


def policy(p: Position) -> list[Action]:
    """The next action and its payment of whoever is to act, by the policy."""
    chosen, pay = K.policy_action(K.pack(GAME.view(p, 0) if p.turn == 0 else p))
    return [Action(Do(chosen[0]), *chosen[1:]), *(Action(Do.PAY, card) for card in pay)]


def hint(p: Position, budget: Budget, goal: Goal) -> tuple[list[Action], dict[str, Any]]:
    """The first row of the hint; optional draws, effects and bonuses are taken unasked."""
    view = GAME.view(p, 0)
    actions = GAME.actions(view)
    for action in actions:
        if action.do in PLAIN or len(actions) == 1:
            return [action], {}
    found = engine.hint(GAME, view, budget=budget, goal=goal, top=1)
    row = found.moves[0]
    note = {
        "floor": round(row.floor, 2),
        "low": round(row.low, 2),
        "high": round(row.high, 2),
        "value": round(row.value, 2),
        "worlds": found.worlds,
        "stage": expected.stage(view),
        "pending": bool(p.pending),
    }
    return list(GAME.parse(view, row.move)), note


def play(args: argparse.Namespace, seed: int, second: bool) -> tuple[int, int, list[Any]]:
    """Points of the asked and of the other player, and the notes of the hint."""
    p = deal(seed, second)
    goal = Goal(args.goal)
    notes: list[dict[str, Any]] = []
    step = 0
    while GAME.turn(p).kind != "over":
        step += 1
        if p.turn == 1:
            line = greedy(p) if args.against == "greedy" else policy(p)
        elif args.player == "policy":
            line = policy(p)
        else:
            clock = Clock(NO_SECONDS if args.worlds else args.seconds)
            budget = Budget(clock, seed=seed * 1000 + step, worlds=args.worlds)
            line, note = hint(p, budget, goal)
            if note:
                notes.append({"seed": seed, "second": second, "step": step, **note})
        for action in line:
            p = GAME.apply(p, action)
    mine, other = (int(GAME.value(p, seat).key[0]) for seat in (0, 1))
    for note in notes:
        note["achieved"] = float(GAME.value(p, 0, goal).key[0])
    return mine, other, notes


def interval(wins: float, n: int) -> tuple[float, float]:
    """Wilson's 95% interval."""
    z, rate = 1.96, wins / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def commit() -> str:
    """The commit that is played."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=RESULTS.parent,
        check=False,
    )
    return found.stdout.strip()


def games(path: Path) -> list[dict[str, Any]]:
    """The games of a file of results."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def summary(name: str, rows: list[dict[str, Any]]) -> str:
    """Games won with their interval, and points."""
    table = np.array([(row["mine"], row["other"]) for row in rows], float)
    gap = table[:, 0] - table[:, 1]
    wins = float((gap > 0).sum() + 0.5 * (gap == 0).sum())
    low, high = interval(wins, len(table))
    error = 1.96 * gap.std() / math.sqrt(len(gap))
    return (
        f"{name}: {wins:g} of {len(table)} won ({100 * wins / len(table):.0f}%, "
        f"95% {100 * low:.0f}-{100 * high:.0f}%), points {table[:, 0].mean():.0f} against "
        f"{table[:, 1].mean():.0f}, margin {gap.mean():.1f} ± {error:.1f}; "
        f"commits {', '.join(sorted({row['commit'] for row in rows}))}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="hint", choices=["hint", "policy"])
    parser.add_argument("--against", default="greedy", choices=["greedy", "policy"])
    parser.add_argument("--decks", type=int, default=30)
    parser.add_argument("--first", type=int, default=5000, help="seed of the first deck")
    parser.add_argument("--seconds", type=float, default=0.5, help="of a hint")
    parser.add_argument("--worlds", type=int, help="of a hint, instead of seconds")
    parser.add_argument("--goal", default="margin", choices=["margin", "score", "win"])
    parser.add_argument("--stop", type=float, default=1e9, help="begin no game after so many s")
    parser.add_argument("--results", type=Path, help="file of results")
    parser.add_argument("--log", help="one line a decision of the hint")
    args = parser.parse_args()
    begin = time.monotonic()
    limit = f"{args.worlds}w" if args.worlds else f"{args.seconds:g}s"
    name = "policy" if args.player == "policy" else f"hint_{args.goal}_{limit}"
    path = args.results or RESULTS / f"{name}_{args.against}.jsonl"
    analyst("forest-shuffle").warm()
    played = {(row["seed"], row["second"]) for row in games(path)}
    for seed in range(args.first, args.first + args.decks):
        for second in (False, True):
            if (seed, second) in played or time.monotonic() - begin > args.stop:
                continue
            mine, other, notes = play(args, seed, second)
            row = {"seed": seed, "second": second, "mine": mine, "other": other}
            row |= {"goal": args.goal, "limit": limit, "commit": commit()}
            with path.open("a") as out:
                out.write(json.dumps(row) + "\n")
            if args.log:
                with open(args.log, "a") as log:
                    log.writelines(json.dumps(note) + "\n" for note in notes)
    print(summary(name, games(path)))


if __name__ == "__main__":
    main()
