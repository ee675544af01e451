"""Strength of the Rustling Leaves policy beside the random and the plain greedy player.

    python benchmarks/rustling_leaves/strength.py --games 400

All players get the same dice: world w of seed s on start field ``w % 6 + 1``. Prints mean score
+- standard error and the time of one playout from an empty sheet (one core, compiled, warm; the
best of 20 batches, since a busy machine only ever slows it down).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.core.kernel_random import below, counter_hash
from leafwise.puzzles.core.random import DICE, POLICY
from leafwise.puzzles.rustling_leaves import kernel as K
from leafwise.puzzles.rustling_leaves.data import SEASONS


@njit
def random_game(start: Any, tb: K.Tables, seed: int, world: int) -> float:
    """A player who draws any legal area with any symbol and stops at the first misthrow."""
    index = np.zeros(K.GROUP_MOST, np.int64)
    codes = np.zeros(K.MOST_MOVES, np.int64)
    values = np.zeros(K.MOST_MOVES, np.float64)
    st = start.copy()
    turn = 0
    while not K.is_over(st, tb):
        pair = below(counter_hash(seed, world, turn, DICE), 36)
        if turn == 0:
            pair = world % 36
        st[K.F_GREEN] = pair // 6
        st[K.F_NATURAL] = pair % 6
        count = K.moves_into(st, tb, False, index, codes, values)
        pick = 0
        if count > 1:
            pick = 1 + below(counter_hash(seed, world, turn, POLICY), count - 1)
        K.apply_code(st, tb, codes[pick])
        if pick == 0:
            break
        turn += 1
    return K.score_state(st, tb)


def play(season: str, tb: K.Tables, seed: int, games: int) -> Any:
    """Final scores of the policy with tables ``tb``."""
    scores = np.zeros(games)
    for start in range(6):
        worlds = np.arange(start, games, 6)
        st = K.new_state(season, start + 1)
        scores[worlds] = K.rollouts(st, [K.STAY_IN], worlds, seed, tb=tb)[0]
    return scores


def playout_time(season: str, tb: K.Tables, batch: int) -> float:
    """Processor seconds of one playout, over a batch of 216 (all starts, all first rolls)."""
    started = time.process_time()
    play(season, tb, 1000 + batch, 216)
    return (time.process_time() - started) / 216


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=777)
    options = parser.parse_args()
    print(f"{options.games} games a season, seed {options.seed}; mean +- standard error")
    print("| season | random | plain greedy | policy | policy - greedy | playout |")
    print("|---|---|---|---|---|---|")
    for season in SEASONS:
        games = options.games
        greedy_tables, tables = K.greedy_tables(season), K.tables(season)
        lazy = np.array(
            [
                random_game(K.new_state(season, w % 6 + 1), greedy_tables, options.seed, w)
                for w in range(games)
            ]
        )
        greedy = play(season, greedy_tables, options.seed, games)
        policy = play(season, tables, options.seed, games)
        took = min(playout_time(season, tables, batch) for batch in range(20))
        cells = [
            f"{x.mean():.1f} +- {x.std(ddof=1) / np.sqrt(games):.1f}"
            for x in (lazy, greedy, policy, policy - greedy)
        ]
        print(f"| {season} | " + " | ".join(cells) + f" | {took * 1000:.3f} ms |")


if __name__ == "__main__":
    main()
