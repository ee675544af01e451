"""Fit the points still to come, the shares of luck and the spread of margins on own games.

    python benchmarks/forest_shuffle/fit.py --games 3000

Every game is played to its end and, with the same cards, cut after 1, 4, 7 ... turns of the
owner; the features at the cut (``kernel.features``) are fitted to the points that came after it,
by least squares on features times (1, stage, stage squared), for the owner (to act) and the rival
alike. Half of the games check the fit. Writes ``puzzles/forest_shuffle/data/future.npz`` and
``solver/forest_shuffle/data/worth.json``; prints the gain of each step against variance.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from tune import undealt

from leafwise.puzzles.forest_shuffle import brain as brains
from leafwise.puzzles.forest_shuffle import kernel as K

WORTH = Path(__file__).parents[2] / "solver" / "forest_shuffle" / "data" / "worth.json"
CUTS = range(1, 40, 3)


def basis(features: np.ndarray, stage: np.ndarray) -> np.ndarray:
    """[row, 3 * feature]: features times 1, stage / 20 and its square."""
    t = stage[:, None] / 20.0
    return np.concatenate([features, features * t, features * t * t], axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--horizon", type=int, default=7)
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    state, pool, deck = undealt()
    worlds = np.arange(args.games)
    end = K.rollouts(state[None], pool, deck, worlds, args.seed)[0]
    print(
        f"self-play {end[:, :2].mean():.1f} points, margins scatter by "
        f"{(end[:, 0] - end[:, 1]).std():.1f}"
    )
    parts = []
    for cut in CUTS:
        out = K.rollouts(state[None], pool, deck, worlds, args.seed, horizon=cut)[0]
        parts.append(np.concatenate([out, end[:, :5], worlds[:, None]], axis=1))
    rows = np.concatenate(parts)
    rows = rows[rows[:, 2] == 0]
    stage, f, last = rows[:, 7], K.FEATURES, K.ENDS
    train = rows[:, -1] % 2 == 0
    weights = np.zeros((2, K.STAGES, f))
    guess = {}
    for mine in (1, 0):
        features = rows[:, 8 + (1 - mine) * f : 8 + (2 - mine) * f]
        x = basis(features, stage)
        y = rows[:, last + (1 - mine)] - rows[:, 1 - mine]
        scale = x[train].std(axis=0) + 1e-9
        a = x[train] / scale
        ridge = 3.0 * np.eye(a.shape[1])
        w = np.linalg.solve(a.T @ a + ridge, a.T @ y[train]) / scale
        error = (y - x @ w)[~train]
        a = x / scale  # the check is done: what is shipped is fitted on all games
        w = np.linalg.solve(a.T @ a + ridge, a.T @ y) / scale
        s = np.arange(K.STAGES) / 20.0
        w = w.reshape(3, f)
        weights[mine] = w[0] + s[:, None] * w[1] + (s * s)[:, None] * w[2]
        guess[mine] = x @ w.reshape(-1)
        print(
            f"{'owner' if mine else 'rival'}: to come {y.mean():.1f}, left to chance "
            f"{error.std():.1f} of {y[~train].std():.1f}, bias {error.mean():.2f}"
        )
        for low in range(0, 40, 5):
            at = (stage[~train] >= low) & (stage[~train] < low + 5)
            if at.sum() > 50:
                print(
                    f"   stage {low:2d}-{low + 4:2d}: bias {error[at].mean():6.2f} "
                    f"scatter {error[at].std():.1f} n {at.sum()}"
                )
    np.savez_compressed(brains.FUTURE, weights=weights)
    brains.future.cache_clear()

    margin = rows[:, last] - rows[:, last + 1]
    known = rows[:, 0] - rows[:, 1] + guess[1] - guess[0]
    off = (margin - known)[~train]
    root = np.sqrt(stage[~train])
    spread = np.polyfit(root, np.abs(off) * 1.25, 1)
    print(
        f"margin: scatter {off.std():.1f} of {margin.std():.1f}; by stage "
        f"{spread[1]:.1f} + {spread[0]:.1f} * sqrt(stage)"
    )

    told = json.loads(WORTH.read_text())
    told["horizon"] = args.horizon
    told["spread"] = [round(max(3.0, spread[1]), 2), round(spread[0], 2)]
    middle = []
    for world in range(40):
        _, st = K.playout_log(state, pool, deck, world, args.seed + 1, horizon=4 + world % 20)
        if not K.is_over(st):
            st[0, K.G_ACTED] = 0
            middle.append(st)
    left = pool[:, : pool.shape[1]]
    for name, horizon in (("full", 0), ("cut", args.horizon)):
        xs, own, diff = [], [], []
        for st in middle:
            rest = unseen_after(st, left)
            out = K.rollouts(st[None], rest, deck, np.arange(150), 5, horizon=horizon)[0]
            x = out[:, 3:5] - out[:, 3:5].mean(axis=0)
            a = out[:, 0] + out[:, 5]
            b = a - out[:, 1] - out[:, 6]
            xs.append(x)
            own.append(a - a.mean())
            diff.append(b - b.mean())
        x, own, diff = np.concatenate(xs), np.concatenate(own), np.concatenate(diff)
        k_own = np.linalg.lstsq(x, own, rcond=None)[0]
        k_diff = np.linalg.lstsq(x, diff, rcond=None)[0]
        told["luck"][name] = {
            "own": [round(v, 3) for v in k_own],
            "margin": [round(v, 3) for v in k_diff],
        }
        print(
            f"{name}: points scatter {own.std():.1f} -> {(own - x @ k_own).std():.1f} without "
            f"luck; margin {diff.std():.1f} -> {(diff - x @ k_diff).std():.1f}"
        )
    WORTH.write_text(json.dumps(told, indent=1) + "\n")


def unseen_after(st: np.ndarray, pool: np.ndarray) -> np.ndarray:
    """The pool without the cards that lie open in a state (two known hands, forests, clearing)."""
    tb = K.tables()
    left = list(pool[0])
    cards = list(st[0, K.G_CLEARING : K.G_CLEARING + st[0, K.G_CLEARED]])
    for row in st[1:]:
        cards += list(row[K.P_HELD : K.P_HELD + row[K.P_HAND]])
        for t in range(row[K.P_TREES]):
            species = row[K.P_TREE + t]
            if species != K.SAPLING:
                cards.append(next(c for c in range(100) if tb[K.X_TREE + c] == species))
        for code in row[K.P_FACE : K.P_FACE + row[K.P_DWELL]]:
            side, face = int(code) // 256 % 4, int(code) % 256
            fits = [
                c
                for c in range(100)
                for h in range(2)
                if tb[K.X_SIDE + 2 * c + h] == side and tb[K.X_FACE + 2 * c + h] == face
            ]
            cards.append(next((c for c in fits if c in left), fits[0]))
    for card in cards:
        if card in left:
            left.remove(card)
    return np.array([left], np.int64)


if __name__ == "__main__":
    main()
