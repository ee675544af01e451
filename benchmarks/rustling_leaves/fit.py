"""Fit the learned future of the Rustling Leaves policy to the policy's own games.

The policy plays many sheets with some random moves: either one at a random round, and only what
comes after it is used, or any move with a small chance. For every afterstate the points still
gained until the end are regressed (ridge, least squares) on features of marks and supplies by
phase; the new weights (later: their mean with the old ones) play the next round of games. Search
play is never used. The weights kept are those of the round that played best without random moves
on seeds of its own.

    python benchmarks/rustling_leaves/fit.py --rounds 4 --games 60000

writes ``puzzles/rustling_leaves/data/weights.npz``.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Any

import numpy as np

from leafwise.puzzles.core.jit import njit
from leafwise.puzzles.core.kernel_random import below, counter_hash
from leafwise.puzzles.core.random import DICE, POLICY
from leafwise.puzzles.rustling_leaves import kernel as K
from leafwise.puzzles.rustling_leaves.data import SEASONS, sheet

KNOTS = np.array([0, 6, 12, 20, 30, 42, 58, 78, 100], np.float64)  # free fields
# (one random move in so many of 100 games, so many random moves in 100) by round; the last holds
PLAN = ((0, 40), (0, 30), (0, 20), (20, 12), (30, 10), (40, 8))
POOL = 3  # rounds of games that a fit looks at


@njit
def games(
    starts: Any,
    tb: K.Tables,
    seed: int,
    first: int,
    count: int,
    once: int,
    often: int,
    states: Any,
    finals: Any,
    ends: Any,
) -> int:
    """Play ``count`` sheets; all afterstates to ``states``, their final score to ``finals``.

    ``ends`` receives the final score of each game. ``once`` of 100 games contain one random
    move, and only the afterstates from there on are kept; in every game ``often`` of 100 moves
    are random. Three of four random moves are one of the best twelve.
    """
    work = K.new_work()
    index, codes, values = work.entry, work.codes, work.values
    n = 0
    for game in range(first, first + count):
        st = starts[game % 6].copy()
        odd = -1
        if below(counter_hash(seed, game, 0, POLICY), 100) < once:
            odd = below(counter_hash(seed, game, 1, POLICY), 14)
        begin = n
        turn = 0
        worth = np.nan
        states[n] = st
        n += 1
        while not K.is_over(st, tb):
            asked = turn > 0 and turn != odd
            if asked and not K.stays(st, tb, worth, work):
                break
            pair = below(counter_hash(seed, game, turn, DICE), 36)
            st[K.F_GREEN] = pair // 6
            st[K.F_NATURAL] = pair % 6
            chance = below(counter_hash(seed, game, 100 + turn, POLICY), 100)
            if turn == odd or chance < often:
                if turn == odd:
                    n = begin
                moves = K.moves_into(st, tb, False, index, codes, values)
                rank = moves
                if below(counter_hash(seed, game, 200 + turn, POLICY), 100) < 75:
                    rank = min(moves, 12)
                rank = below(counter_hash(seed, game, 300 + turn, POLICY), rank)
                code = K.MISTHROW
                for _ in range(rank + 1):
                    k = 0
                    for i in range(moves):
                        if values[i] > values[k]:
                            k = i
                    code = codes[k]
                    values[k] = -1e300
                worth = np.nan
            else:
                code, worth = K.choose(st, tb, work)
            K.apply_code(st, tb, code)
            if np.isnan(worth):
                worth = K.evaluate_state(st, tb, index, work.shape)
            turn += 1
            if not K.is_over(st, tb) and n < begin + 30:
                states[n] = st
                n += 1
        score = K.score_state(st, tb)
        finals[begin:n] = score
        ends[game - first] = score
    return n


def hats(n: Any) -> Any:
    """(left knot, weight of the right one) of numbers of free fields."""
    left = np.clip(np.searchsorted(KNOTS, n, side="right") - 1, 0, len(KNOTS) - 2)
    return left, (n - KNOTS[left]) / (KNOTS[left + 1] - KNOTS[left])


def group_basis(season: str, group: K.Group) -> tuple[Any, Any]:
    """Features of a group's table entries: for ``worth`` and for ``slope``; rows are entries."""
    shape = K.group_shape(season, group)
    names = K.group_names(group)
    at = np.array(list(np.ndindex(*shape)))
    bank = np.array(
        [K.group_points(season, group.name, dict(zip(names, row, strict=True))) for row in at]
    ).reshape(shape)
    marks = len(group.marks)
    columns = [np.ones(len(at))]
    for d in range(len(shape)):
        for value in range(1, shape[d]):
            if d < marks or shape[d] <= 12 or value % 3 == 0:
                hit = at[:, d] == value if d < marks or shape[d] <= 12 else at[:, d] >= value
                columns.append(hit.astype(float))
        if d >= marks:
            columns.append(at[:, d] / shape[d])
    top = np.array(shape) - 1

    def moved(*steps: int) -> Any:
        to = np.minimum(at + np.array(steps), top)
        return bank[tuple(to.T)]

    own = at[:, marks] if group.own else None
    singles = [name not in ("row", "claimed", "die", "joker", "misthrow") for name in names]
    live = [d for d in range(marks) if singles[d]]
    if live:
        here = moved(*([0] * len(shape)))
        columns.append(here)
        for d in live:
            for step in (1, 2, 3, 4, 6):
                steps = [0] * len(shape)
                steps[d] = step
                gain = moved(*steps) - here
                if own is not None:
                    gain = np.where(own >= step, gain, 0.0)
                    columns.append(gain * own / shape[marks])
                columns.append(gain)
            if own is not None:
                left = np.minimum(own, top[d] - at[:, d])
                columns.append(left / 10.0)
                columns.append(own * at[:, d] / 50.0)
        for d, e in itertools.combinations(live, 2):
            for step in (1, 2, 3):
                steps = [0] * len(shape)
                steps[d] = steps[e] = step
                columns.append(moved(*steps) - here)
            columns.append(at[:, d] * at[:, e] / 10.0)
            columns.append(np.minimum(at[:, d], at[:, e]))
            columns.append(np.abs(at[:, d] - at[:, e]))
        goal = {"rainbow": 7, "clover": 4, "icicle": 5}.get(group.name)
        if goal is not None and own is not None:
            m = at[:, live[0]]
            for need in range(goal + 1):
                for spare in (0, 1, 2):
                    hit = (m == goal - need) & (own >= need + spare)
                    columns.append(hit.astype(float))
        if group.name == "conifer":
            rows = np.array([0, *sheet(season).conifer_rows])[at[:, 0]]
            need = rows - at[:, 1]
            for row in (1, 2, 3):
                for k in range(1, 10):
                    hit = (at[:, 0] == row) & (need == k)
                    columns.append(hit.astype(float))
                    columns.append((hit & (own >= k)).astype(float))
                    columns.append(np.where(hit, np.minimum(own - k, 4), 0.0))
        if group.name == "pinecone":
            need = 4 - at[:, 0] % 4
            columns += [((need == k) & (own >= k)).astype(float) for k in range(1, 5)]
    slopes = [np.ones(len(at))]
    if group.slots:
        here = moved(*([0] * len(shape)))
        for d in range(marks):
            slopes.append(at[:, d] / shape[d])
            slopes.append((at[:, d] == top[d]).astype(float))
            steps = [0] * len(shape)
            steps[d] = 1
            slopes.append((moved(*steps) - here) / 5.0)
            steps[d] = 2
            slopes.append((moved(*steps) - here) / 5.0)
        for d, e in itertools.combinations(range(marks), 2):
            slopes.append(at[:, d] * at[:, e] / (shape[d] * shape[e]))
            slopes.append(np.sign(at[:, d] - at[:, e]))
    return np.stack(columns, axis=1), np.stack(slopes, axis=1)


class Model:
    """The features of one season and how they become tables."""

    def __init__(self, season: str) -> None:
        self.season = season
        self.groups = K.GROUPS[season]
        self.bases = [group_basis(season, group) for group in self.groups]
        self.kinds = K.kinds(season)

    def entries(self, states: Any) -> list[Any]:
        """The local table entry of each group [state]."""
        sh = sheet(self.season)
        found = []
        for group in self.groups:
            shape = K.group_shape(self.season, group)
            entry = np.zeros(len(states), np.int64)
            for (name, size), length in zip(group.marks, shape, strict=False):
                assert size == length
                mark = states[:, K.F_MARK + K.mark_index(sh, name)].astype(np.int64)
                entry = entry * size + np.minimum(mark, size - 1)
            for kind, length in zip(group.own, shape[len(group.marks) :], strict=True):
                free = states[:, K.F_SUPPLY + self.kinds.index(kind)].astype(np.int64)
                entry = entry * length + free
            found.append(entry)
        return found

    def features(self, states: Any, shapes: Any) -> Any:
        """All features [state, feature] without the phase; ``shapes`` last."""
        blocks = []
        for group, (basis, slopes), entry in zip(
            self.groups, self.bases, self.entries(states), strict=True
        ):
            blocks.append(basis[entry])
            for kind in group.slots:
                free = states[:, K.F_SUPPLY + self.kinds.index(kind)].astype(float) / 10.0
                blocks.append(slopes[entry] * free[:, None])
        blocks.append(shapes)
        return np.concatenate(blocks, axis=1)

    def fit(
        self, states: Any, shapes: Any, target: Any, ridge: float
    ) -> tuple[Any, Any, float, float]:
        """Coefficients [knot, feature] with and without the shape features (these are then 0).

        Then the root mean square residuals of both.
        """
        left, right = hats(states[:, K.F_FREE].astype(float))
        width = self.features(states[:2], shapes[:2]).shape[1]
        size = width * len(KNOTS)
        gram = np.zeros((size, size))
        moment = np.zeros(size)
        square = 0.0
        for k in range(len(KNOTS) - 1):
            rows = np.flatnonzero(left == k)
            for part in np.array_split(rows, max(1, len(rows) // 20000)):
                x = self.features(states[part], shapes[part])
                r = right[part][:, None]
                x = np.concatenate([x * (1 - r), x * r], axis=1)
                span = slice(k * width, (k + 2) * width)
                gram[span, span] += x.T @ x
                moment[span] += x.T @ target[part]
                square += float(target[part] @ target[part])
        scale = np.sqrt(np.maximum(np.diag(gram), 1e-9))
        smooth = ridge * np.eye(size)
        # neighbouring knots should not differ without need
        for k in range(len(KNOTS) - 1):
            a = np.arange(k * width, (k + 1) * width)
            b = a + width
            smooth[a, a] += 1.0
            smooth[b, b] += 1.0
            smooth[a, b] -= 1.0
            smooth[b, a] -= 1.0
        # one unit of penalty for every feature, measured by its root mean square overall
        count = len(states)
        spread = np.zeros(width)
        for k in range(len(KNOTS)):
            spread += np.diag(gram)[k * width : (k + 1) * width]
        spread = np.tile(np.sqrt(np.maximum(spread / count, 1e-6)), len(KNOTS))
        gram_p = gram + PENALTY * smooth * spread[:, None] * spread[None, :]
        gram_p[np.diag_indices(size)] += 1e-6 * scale**2 + 1e-6
        found = []
        for keep in (width, width - K.SHAPES):
            at = np.flatnonzero(np.arange(size) % width < keep)
            weights = np.zeros(size)
            weights[at] = np.linalg.solve(gram_p[np.ix_(at, at)], moment[at])
            rest = square - 2 * weights @ moment + weights @ gram @ weights
            found.append((weights.reshape(len(KNOTS), width), float(np.sqrt(rest / count))))
        return found[0][0], found[1][0], found[0][1], found[1][1]

    def tables(self, weights: Any) -> tuple[Any, Any, Any]:
        """(worth, slope, shape) at the knots for ``kernel.build_tables``."""
        worth, slope, at = [], [], 0
        for group, (basis, slopes) in zip(self.groups, self.bases, strict=True):
            worth.append(weights[:, at : at + basis.shape[1]] @ basis.T)
            at += basis.shape[1]
            for _ in group.slots:
                slope.append(weights[:, at : at + slopes.shape[1]] @ slopes.T / 10.0)
                at += slopes.shape[1]
        return (
            np.concatenate(worth, axis=1),
            np.concatenate(slope, axis=1),
            weights[:, at : at + K.SHAPES],
        )


PENALTY = 100.0


@njit
def shapes_into(states: Any, tb: K.Tables, out: Any) -> None:
    """The shape features of every state."""
    st = np.zeros(K.STATE, np.int64)
    features = np.zeros(K.SHAPES, np.float64)
    for i in range(len(states)):
        st[:] = states[i]
        K.shape_features(st, tb, features)
        out[i] = features


@njit
def banked_into(states: Any, tb: K.Tables, out: Any) -> None:
    """The banked points of every state."""
    st = np.zeros(K.STATE, np.int64)
    for i in range(len(states)):
        st[:] = states[i]
        out[i] = K.score_state(st, tb)


def play(
    season: str, tb: K.Tables, seed: int, count: int, once: int, often: int
) -> tuple[Any, Any, Any]:
    """States [sample, STATE], their final scores, and the final scores of all games."""
    starts = np.stack([K.new_state(season, k) for k in range(1, 7)])
    ends = np.zeros(count)
    kept, block = [], 2000
    buffer = np.zeros((block * 31, K.STATE), np.int64)
    scores = np.zeros(block * 31)
    for done in range(0, count, block):
        size = min(block, count - done)
        n = games(
            starts, tb, seed, done, size, once, often, buffer, scores, ends[done : done + size]
        )
        kept.append((buffer[:n].copy(), scores[:n].copy()))
    return np.concatenate([a for a, _ in kept]), np.concatenate([b for _, b in kept]), ends


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--ridge", type=float, default=0.05)
    parser.add_argument("--seasons", nargs="*", default=list(SEASONS))
    parser.add_argument("--cold", action="store_true", help="start from the greedy player")
    parser.add_argument("-o", "--output", type=Path, default=K.WEIGHTS)
    options = parser.parse_args()
    parts: dict[str, Any] = {"knots": KNOTS.astype(np.float32)}
    if K.WEIGHTS.exists():
        with np.load(K.WEIGHTS) as file:
            parts.update({key: file[key] for key in file.files if key != "knots"})
    for season in options.seasons:
        model = Model(season)
        warm = K.WEIGHTS.exists() and not options.cold
        tb = K.tables(season) if warm else K.greedy_tables(season)
        best, fitted = -1e300, dict[str, Any]()
        old: tuple[Any, Any] | None = None
        pool: list[tuple[Any, Any, Any]] = []
        skip = len(PLAN) - 1 if warm else 0
        for turn in range(options.rounds + 1):
            t = time.perf_counter()
            # the strength of the policy itself, on seeds that no fit has seen
            _, _, ends = play(season, tb, 10_000_000 + options.seed, 4000, 0, 0)
            took = (time.perf_counter() - t) / 4000 * 1e6
            error = ends.std() / np.sqrt(4000)
            print(
                f"{season} {turn}: {ends.mean():.2f} +- {error:.2f}, {took:.0f} us a game",
                flush=True,
            )
            if ends.mean() > best and turn > 0:
                best = float(ends.mean())
                parts |= fitted
            if turn == options.rounds:
                break
            once, often = PLAN[min(skip + turn, len(PLAN) - 1)]
            count = options.games // (4 if not warm and turn == 0 else 1)
            seed = options.seed * 1000 + turn
            states, finals, _ = play(season, tb, seed, count, once, often)
            shapes = np.zeros((len(states), K.SHAPES))
            shapes_into(states, tb, shapes)
            banked = np.zeros(len(states))
            banked_into(states, tb, banked)
            pool = [*pool, (states, shapes, finals - banked)][-POOL:]
            states, shapes, target = (np.concatenate(part) for part in zip(*pool, strict=True))
            weights, rough, left, wide = model.fit(states, shapes, target, options.ridge)
            print(
                f"  {len(states)} afterstates, {weights.size} weights, residual {left:.2f} "
                f"({wide:.2f} without shape), "
                f"{time.perf_counter() - t:.0f} s",
                flush=True,
            )
            if old is not None and turn + skip >= len(PLAN) - 2:
                weights, rough = (weights + old[0]) / 2, (rough + old[1]) / 2
            old = weights, rough
            worth, slope, shape = (part.astype(np.float32) for part in model.tables(weights))
            quick, quick_slope, _ = (part.astype(np.float32) for part in model.tables(rough))
            fitted = {
                f"{season}_worth": worth,
                f"{season}_slope": slope,
                f"{season}_shape": shape,
                f"{season}_quick": quick,
                f"{season}_quick_slope": quick_slope,
            }
            tb = K.build_tables(season, KNOTS, worth, slope, shape, quick, quick_slope)
        np.savez_compressed(options.output, **parts)


if __name__ == "__main__":
    main()
