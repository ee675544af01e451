"""Tune the policy's numbers against a fixed policy by the cross-entropy method.

    python benchmarks/forest_shuffle/tune.py --against old.json --minutes 10 --out policy.json

Each candidate plays both seats of freshly dealt two-player games on common worlds; its worth is
the mean margin. Numbers are varied on a log
scale (``draw`` and ``flip`` on a plain one), factors of the rates of single species with
``--rates``.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from leafwise.puzzles.core.game import Unknown
from leafwise.puzzles.forest_shuffle import brain as brains
from leafwise.puzzles.forest_shuffle import kernel as K
from leafwise.puzzles.forest_shuffle.data import SPECIES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Player

PLAIN = {"draw", "flip", "gift"}


def undealt(players=2, deck=None):
    """The state before the first turn with every hand still hidden, and the pool."""
    from dataclasses import replace

    p = GAME.view(GAME.new({"players": str(players)}, 0), 0)
    seats = tuple(Player(hidden=Unknown(6)) for _ in range(players))
    p = replace(p, seats=seats)
    return K.pack(p), K.pools(p), K.listed(p)


def worth(first, second, worlds, seed, start):
    """Margins of the first policy over the second, from both seats of common deals."""
    state, pool, deck = start
    pair = np.stack([first, second])
    out = []
    for modes, sign in (((0, 1), 1.0), ((1, 0), -1.0)):
        ends = K.rollouts(
            state[None], pool, deck, worlds, seed, modes=np.array(modes), brains=pair
        )[0]
        out.append(sign * (ends[:, 0] - ends[:, 1]))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", default=str(brains.POLICY))
    parser.add_argument("--start", default=str(brains.POLICY))
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--spread", type=float, default=0.35)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rates", action="store_true")
    parser.add_argument("--win", type=float, default=0.0)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    raw = json.loads(Path(args.start).read_text())
    names = sorted(raw["numbers"])
    species = [s.id for s in SPECIES] if args.rates else []
    mean = []
    for name in names:
        x = raw["numbers"][name]
        mean.append(x if name in PLAIN else np.log(max(x, 1e-3)))
    mean += [np.log(max(raw["rates"].get(name, 1.0), 0.02)) for name in species]
    mean = np.array(mean)
    spread = np.full(len(mean), args.spread)
    for k, name in enumerate(names):
        if name in PLAIN:
            spread[k] = 0.7 * args.spread / 0.35
    floor = 0.25 * spread

    def build(x):
        numbers = {}
        for k, name in enumerate(names):
            v = float(x[k]) if name in PLAIN else float(np.exp(x[k]))
            if name.startswith("slot_keep"):
                v = min(v, 0.97)
            numbers[name] = round(v, 4)
        rates = dict(raw["rates"])
        for k, name in enumerate(species):
            rates[name] = round(float(np.exp(x[len(names) + k])), 4)
        return numbers, rates

    start = undealt()
    told = json.loads(Path(args.against).read_text())
    second = brains.make(told["numbers"], told["rates"])
    began = time.time()
    step = 0
    while time.time() - began < 60 * args.minutes:
        step += 1
        worlds = np.arange(args.games) + 100000 * step
        xs = mean + spread * rng.standard_normal((args.population, len(mean)))
        xs[0] = mean
        results = []
        for x in xs:
            a, b = worth(brains.make(*build(x)), second, worlds, args.seed, start)
            both = np.concatenate([a, b])
            results.append(both.mean() + args.win * (both > 0).mean())
        results = np.array(results)
        order = np.argsort(-results)
        # rank weights: better candidates pull more
        elite = order[: args.population // 3]
        weights = np.log(len(elite) + 0.5) - np.log(np.arange(len(elite)) + 1.0)
        weights /= weights.sum()
        best = (weights[:, None] * xs[elite]).sum(axis=0)
        rate = 0.5
        mean = (1 - rate) * mean + rate * best
        dev = np.sqrt((weights[:, None] * (xs[elite] - mean) ** 2).sum(axis=0))
        spread = np.maximum(floor, 0.8 * spread + 0.2 * dev)
        print(
            step,
            f"mean {results.mean():.1f} best {results.max():.1f} centre {results[0]:.1f}",
            f"{time.time() - began:.0f} s",
            flush=True,
        )
        numbers, rates = build(mean)
        raw2 = {"note": raw["note"], "numbers": numbers, "rates": rates}
        Path(args.out).write_text(json.dumps(raw2, indent=1) + "\n")


if __name__ == "__main__":
    main()
