"""Times of the kernel: whole playouts on one and two threads, scoring a forest, playouts plain.

    python benchmarks/forest_shuffle/speed.py --worlds 400

Playouts start from freshly dealt two-player games (mean over ten deals). Seconds of one thread are
processor and wall-clock seconds, of two threads wall-clock seconds: the best of five batches. Run
it on a machine that does nothing else. ``score`` is called from Python.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.game import GAME

DEALS = 10
REPEATS = 20_000


def batch(worlds: NDArray[np.int64], seed: int) -> None:
    """Whole playouts of ten deals on the worlds."""
    for deal in range(DEALS):
        p = GAME.new({"players": "2"}, 100 + deal)
        K.rollouts(K.pack(p)[None], K.pools(p), K.listed(p), worlds, seed)


def seconds(threads: int, worlds: int, seed: int) -> tuple[float, float]:
    """Wall-clock and processor seconds of one batch shared by the threads."""
    parts = [np.arange(worlds)[k::threads] for k in range(threads)]
    wall, cpu = time.perf_counter(), time.process_time()
    if threads == 1:
        batch(parts[0], seed)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(batch, parts, [seed] * threads))
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=400)
    options = parser.parse_args()
    seconds(1, 2, 0)
    taken: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for k in range(5):
        for threads in taken:
            taken[threads].append(seconds(threads, options.worlds, k))
    n = DEALS * options.worlds
    wall = {threads: min(x[0] for x in rows) for threads, rows in taken.items()}
    cpu = min(x[1] for x in taken[1])
    each = 1000 / n
    print(f"whole two-player playout: {each * wall[1]:.3f} ms wall, {each * cpu:.3f} ms CPU")
    print(f"two threads: {each * wall[2]:.3f} ms wall, {wall[1] / wall[2]:.2f} times as many")
    p: Any = GAME.new({"players": "2"}, 100)
    _, last = K.playout_log(K.pack(p), K.pools(p), K.listed(p), 0, 0)
    tb = K.tables()
    began = time.process_time()
    for _ in range(REPEATS):
        K.score(last, tb, 0)
    took = (time.process_time() - began) / REPEATS
    print(f"scoring a finished forest: {1e6 * took:.2f} us")


if __name__ == "__main__":
    main()
