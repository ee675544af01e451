"""Games played by the hint, beside the random and the plain greedy player, on common dice.

    python benchmarks/rustling_leaves/selfplay.py --games 100 --seconds 0.1 --first-seed 1000

Prints the mean and standard error of every player by season. ``--log FILE`` appends one JSON line
a decision of the hint: season, seed, round, free fields, floor, expected, interval, achieved, and
``twin``: what the policy achieves on the very same dice after the hint's move. It is the input
of ``expected.py`` (fit) and ``honesty.py`` (check, on other seeds). Games that are in the log are
not played again, so a long series can be cut into slices.

The dice of game ``seed`` are those of world 0 of that seed, the same for every player and season;
``--season-step 1000`` gives each season seeds of its own. ``--steady`` takes as many playouts as
the seconds afford on a quiet machine (see ``COST``), so that games can be repeated anywhere.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.core.random import POLICY, Stream
from leafwise.puzzles.rustling_leaves import kernel
from leafwise.puzzles.rustling_leaves.actions import DropOut, Misthrow, StayIn
from leafwise.puzzles.rustling_leaves.data import SEASONS, faces
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position, sampled_dice
from leafwise.solver import engine
from leafwise.solver.api import Budget, Clock
from leafwise.solver.registry import analyst

COST = 6e-7  # seconds of a playout for each free field, one core of a two-core AMD EPYC
SURE = 6.0  # points of learned future beyond which staying in is not asked about
START_FIELDS = 6
MOST_ROUNDS = 60

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


class SteadyClock(Clock):
    """A clock that stands still: the playouts are what the limit affords, at a fixed cost."""

    def left(self) -> float:
        return self.limit


def hint_player(seconds: float, steady: bool) -> Player:
    """The first row of the hint within ``seconds``."""
    judge = analyst("rustling-leaves")
    measured = engine.measure

    def choose(p: Position, seed: int, stream: Stream) -> Choice:
        view = replace(p, future=None)
        if p.roll is None:
            _, future = kernel.evaluate(kernel.pack(view)[None, :])
            if future[0] > SURE:
                return StayIn(), None
        clock = Clock(seconds)
        if steady:
            clock = SteadyClock(seconds)
            cost = COST * (100 - p.occupied.bit_count())
            engine.measure = lambda *_: cost
        budget = Budget(clock, seed=seed * 1000 + p.rounds)
        try:
            found = engine.hint(GAME, view, budget=budget, goal=Goal.SCORE, top=1)
        finally:
            engine.measure = measured
        row = found.moves[0]
        line = GAME.parse(view, row.move)
        note = {"floor": row.floor, "low": row.low, "high": row.high, "value": row.value}
        note["exact"] = float(row.proof == "optimal")
        return line[0], note if p.roll is not None else None

    judge.warm()
    return choose


def twin(p: Position, seed: int) -> float:
    """What the policy achieves from here on the dice of the game."""
    rolls = [sampled_dice(seed, 0, event) for event in range(p.rounds, p.rounds + MOST_ROUNDS)]
    known = np.array([[faces().index(x.green), faces().index(x.natural)] for x in rolls])
    _, score = kernel.playout_log(kernel.pack(replace(p, future=None)), 0, seed, known)
    return score


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
        before, p = p, GAME.apply(p, action)
        if note is not None:
            free = 100 - before.occupied.bit_count()
            head = {"season": season, "seed": seed, "round": before.rounds + 1, "free": free}
            notes.append({**head, **note, "twin": twin(p, seed)})
    total = GAME.total(p)
    for entry in notes:
        entry["achieved"] = total
    return total, notes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--first-seed", type=int, default=1000)
    parser.add_argument("--season-step", type=int, default=0)
    parser.add_argument("--steady", action="store_true")
    parser.add_argument("--players", nargs="*", default=["random", "greedy", "hint"])
    parser.add_argument("--seasons", nargs="*", default=list(SEASONS))
    parser.add_argument("--log", type=Path)
    args = parser.parse_args()
    done = read_log(args.log) if args.log else {}
    players: dict[str, Player] = {"random": random_player, "greedy": greedy_player}
    if "hint" in args.players:
        players["hint"] = hint_player(args.seconds, args.steady)
    print(f"{args.games} games a season from seed {args.first_seed}, {args.seconds} s a move")
    for name in args.players:
        cells = []
        for season in args.seasons:
            first = args.first_seed + args.season_step * SEASONS.index(season)
            results = []
            for seed in range(first, first + args.games):
                if name == "hint" and (season, seed) in done:
                    results.append(done[season, seed])
                    continue
                total, notes = play(players[name], season, seed)
                results.append(total)
                if args.log and name == "hint":
                    with args.log.open("a") as log:
                        log.write("".join(json.dumps(note) + "\n" for note in notes))
            totals = np.array(results)
            error = totals.std(ddof=1) / np.sqrt(len(totals)) if len(totals) > 1 else 0.0
            cells.append(f"{season} {totals.mean():.1f} ± {error:.1f}")
        print(f"{name:7s}", "   ".join(cells))
        sys.stdout.flush()


def read_log(log: Path) -> dict[tuple[str, int], float]:
    """Final score of the games in a log, by season and seed."""
    lines = log.read_text().splitlines() if log.exists() else []
    notes = [json.loads(line) for line in lines]
    return {(note["season"], note["seed"]): note["achieved"] for note in notes}


if __name__ == "__main__":
    main()
