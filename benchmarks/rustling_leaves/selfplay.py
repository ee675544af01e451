"""Games played by the hint, beside the random and the plain greedy player, on common dice.

    python benchmarks/rustling_leaves/selfplay.py --games 100 --seconds 0.1 --first-seed 1000

Prints the mean and standard error of every player by season. ``--log FILE`` writes one JSON line
a decision of the hint: season, seed, round, free fields, floor, expected, interval, achieved; the
input of ``expected.py`` (fit) and ``honesty.py`` (check, on other seeds).

The dice of game ``seed`` are those of world 0 of that seed, the same for every player.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.core.random import POLICY, Stream
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import DropOut, Misthrow, StayIn
from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.registry import analyst

SURE = 6.0  # points of learned future beyond which staying in is not asked about
START_FIELDS = 6

Choice = tuple[Any, dict[str, float] | None]
Player = Callable[[Position, int, Stream], Choice]


def random_player(p: Position, seed: int, stream: Stream) -> Choice:
    """Any legal area; a misthrow only when there is none; stays in while it can."""
    if p.roll is None:
        return (StayIn() if p.misthrows == 0 else DropOut()), None
    legal = [a for a in GAME.actions(p) if a != Misthrow()]
    return (stream.choice(legal) if legal else Misthrow()), None


def greedy_player(p: Position, seed: int, stream: Stream) -> Choice:
    """The most points now, the smallest area among equals; drops out after a misthrow."""
    if p.roll is None:
        return (StayIn() if p.misthrows == 0 else DropOut()), None
    st = kernel.pack(p)
    tb = kernel.greedy_tables(p.season)
    best: tuple[float, int, int] | None = None
    for code in kernel.legal(st):
        after = kernel.apply_move(st, int(code))
        entry = (float(kernel.score_state(after, tb)), int(after[kernel.F_FREE]), -int(code))
        best = entry if best is None or entry > best else best
    assert best is not None
    from leafwise.solver.rustling_leaves.analyst import action_of

    return action_of(p.season, -best[2]), None


def hint_player(seconds: float) -> Player:
    """The first row of the hint within ``seconds``."""
    judge = analyst("rustling-leaves")

    def choose(p: Position, seed: int, stream: Stream) -> Choice:
        view = replace(p, future=None)
        if p.roll is None:
            _, future = kernel.evaluate(kernel.pack(view)[None, :])
            if future[0] > SURE:
                return StayIn(), None
        budget = Budget(Clock(seconds), seed=seed * 1000 + p.rounds)
        found = engine.hint(GAME, view, budget=budget, goal=Goal.SCORE, top=1)
        row = found.moves[0]
        line = GAME.parse(view, row.move)
        note = {"floor": row.floor, "low": row.low, "high": row.high, "value": row.value}
        note["exact"] = float(row.proof == "optimal")
        return line[0], note if p.roll is not None else None

    judge.warm()
    return choose


def play(player: Player, season: Any, seed: int) -> tuple[float, list[dict[str, Any]]]:
    """The final score and the notes of one game."""
    p = Position(season, 1 + seed % START_FIELDS, future=(seed, 0))
    stream = Stream(seed, stream=POLICY)
    notes: list[dict[str, Any]] = []
    while GAME.turn(p).kind != "over":
        if GAME.turn(p).kind == "chance":
            p = GAME.apply(p, GAME.outcomes(p).draw(stream))
            continue
        action, note = player(p, seed, stream)
        if note is not None:
            free = 100 - p.occupied.bit_count()
            head = {"season": season, "seed": seed, "round": p.rounds + 1, "free": free}
            notes.append({**head, **note})
        p = GAME.apply(p, action)
    total = GAME.total(p)
    for entry in notes:
        entry["achieved"] = total
    return total, notes


def job(args: tuple[str, Any, int, float]) -> tuple[str, str, float, list[dict[str, Any]]]:
    """One game of one player, for a worker process."""
    name, season, seed, seconds = args
    players: dict[str, Callable[[], Player]] = {
        "random": lambda: random_player,
        "greedy": lambda: greedy_player,
        "hint": lambda: hint_player(seconds),
    }
    total, notes = play(players[name](), season, seed)
    return name, season, total, notes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--first-seed", type=int, default=1000)
    parser.add_argument("--players", nargs="*", default=["random", "greedy", "hint"])
    parser.add_argument("--seasons", nargs="*", default=list(SEASONS))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--log")
    args = parser.parse_args()
    jobs = [
        (name, season, seed, args.seconds)
        for name in args.players
        for season in args.seasons
        for seed in range(args.first_seed, args.first_seed + args.games)
    ]
    results: dict[tuple[str, str], list[float]] = {}
    log = open(args.log, "w") if args.log else None  # noqa: SIM115
    with ProcessPoolExecutor(args.processes) as pool:
        for name, season, total, notes in pool.map(job, jobs):
            results.setdefault((name, season), []).append(total)
            if log:
                log.writelines(json.dumps(note) + "\n" for note in notes)
                log.flush()
    if log:
        log.close()
    print(f"{args.games} games a season from seed {args.first_seed}, {args.seconds} s a move")
    for name in args.players:
        cells = []
        for season in args.seasons:
            totals = np.array(results[name, season])
            error = totals.std(ddof=1) / np.sqrt(len(totals)) if len(totals) > 1 else 0.0
            cells.append(f"{season} {totals.mean():.1f} ± {error:.1f}")
        print(f"{name:7s}", "   ".join(cells))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
