"""The packed twin agrees with the plain rules: pack(apply(p, a)) == apply(pack(p), a)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.indian_summer import deal, kernel
from leafwise.puzzles.indian_summer.actions import (
    Animal,
    Berry,
    Exchange,
    Feather,
    Leaf,
    Mushroom,
    Nut,
    Squirrel,
)
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import bits
from leafwise.puzzles.indian_summer.position import Position

DATA = Path(__file__).resolve().parents[2] / "data"
KINDS = (Leaf, Squirrel, Feather, Mushroom, Berry, Nut, Exchange, Animal)


def exact_positions() -> Iterator[Position]:
    for line in (DATA / "is_exact.jsonl").read_text().splitlines():
        yield GAME.read(json.loads(line)["position"])


def walk(p: Position, seed: int, most: int) -> set[type]:
    """Play a random game, kinds of actions equally likely; returns the kinds seen."""
    stream = Stream(seed)
    k = kernel.packing(p)
    row = k.pack(p)
    seen: set[type] = set()
    for _ in range(most):
        if GAME.turn(p).kind == "over":
            break
        actions = GAME.actions(p)
        kind = stream.choice(sorted({type(a) for a in actions}, key=lambda t: t.__name__))
        a = stream.choice([x for x in actions if type(x) is kind])
        row = kernel.apply(k, row, a, p)
        p = GAME.apply(p, a)
        seen.add(kind)
        assert np.array_equal(row, k.pack(p)), a
    return seen


def test_random_games_agree_and_every_kind_of_action_occurs() -> None:
    seen: set[type] = set()
    for n, p in enumerate(exact_positions()):
        for treasures in (p.treasures, (2, 2, 2, 2)):
            start = p if n % 4 else replace(p, treasures=treasures)
            seen |= walk(start, n + sum(treasures), 25)
    assert seen >= set(KINDS)


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_random_games_agree_with_opponents_whose_paths_run_out(players: str) -> None:
    start = GAME.read(
        {
            "format": 1,
            "game": "indian-summer",
            "floor": "own",
            "print": ["b..n....", "....m...", ".m....f."],
            "path": ["##o", "#o#"],
            "common": ["##o", "#o#", "o#/#.", "##o#", "###o", "#o#/#..", "##o", "o#/##", "#o##"],
            "treasures": {"berry": 2, "nut": 3, "mushroom": 6, "feather": 1},
            "opponents": [{"path": ["##o"]}, {"path": ["o#/#."]}, {"path": ["#o#", "##o"]}][
                : int(players) - 1
            ],
        }
    )
    seen: set[type] = set()
    for seed in range(5):
        seen |= walk(start, seed, 30)
    assert Mushroom in seen and Berry in seen


def test_whole_floors_take_two_words_and_agree() -> None:
    p = deal.new({"floor": "1a"}, 5)
    k = kernel.packing(p)
    assert k.tables.words == 2
    stream = Stream(3)
    row = k.pack(p)
    for _ in range(30):
        cheap = [*_leaves(p), *_specials(p)]  # pairs of tiles are too many to list here
        if not cheap:
            p = GAME.apply(p, GAME.parse(p, "end")[0])
            continue
        a = stream.choice(cheap)
        row = kernel.apply(k, row, a, p)
        p = GAME.apply(p, a)
        assert np.array_equal(row, k.pack(p)), a
        if p.full:
            break
        if p.main_done and stream.below(2):
            p = GAME.apply(p, GAME.parse(p, "end")[0])


def _leaves(p: Position) -> list[Leaf | Squirrel]:
    from leafwise.puzzles.indian_summer import legal

    squirrels = [Squirrel(field) for field in bits(p.ground)]
    return [] if p.main_done else [*legal.leaves(p), *squirrels]


def _specials(p: Position) -> list[object]:
    from leafwise.puzzles.indian_summer import legal

    return list(legal.specials(p))


def test_masks_come_back_from_words() -> None:
    p = deal.new({"floor": "2b"}, 1)
    k = kernel.packing(p)
    row = k.pack(p)
    assert k.mask(row[: k.tables.words]) == p.ground


def test_ruling_7c_second_common_tile_alone_leaves_the_first() -> None:
    # only ##o fits the three open fields, and it is the second tile of the row
    p = GAME.read(
        {
            "format": 1,
            "game": "indian-summer",
            "floor": "own",
            "print": ["....", "....", "...."],
            "cover": ["...#", "####", "####"],
            "path": ["#o#"],
            "common": ["##o##", "##o", "#o#", "###o"],
            "treasures": {"mushroom": 2},
        }
    )
    (a,) = GAME.parse(p, "mushroom ##o a1")
    k = kernel.packing(p)
    row = kernel.apply(k, k.pack(p), a, p)
    after = GAME.apply(p, a)
    assert after.common[0] == "##o##"
    assert np.array_equal(row, k.pack(after))
