"""The door to numba: cache folders by game, the no-op path, the same numbers on both."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from leafwise.puzzles.core import jit, random

CODE = """
from leafwise.puzzles.core import kernel_random as k
print([int(k.counter_hash(s, w, 3, 4)) for s in (0, 1, 2**40) for w in (0, 7, 2**35)])
print(type(k.counter_hash).__name__)
"""


def output(tmp_path: Path, plain: str) -> list[str]:
    environment = {**os.environ, "LEAFWISE_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": plain}
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compiled_and_plain_numbers_are_the_same(tmp_path: Path) -> None:
    compiled, plain = output(tmp_path, "0"), output(tmp_path, "1")
    assert compiled[0] == plain[0]
    assert compiled[1] != plain[1] == "function"
    again = output(tmp_path, "0")  # now from the cache
    assert again == compiled
    expected = [random.counter_hash(s, w, 3, 4) for s in (0, 1, 2**40) for w in (0, 7, 2**35)]
    assert compiled[0] == str(expected)


def test_each_game_has_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAFWISE_CACHE", str(tmp_path))
    assert jit.cache_folder("rustling-leaves") != jit.cache_folder("indian-summer")
    assert not jit.is_warm("rustling-leaves")
    jit.mark_warm("rustling-leaves")
    assert jit.is_warm("rustling-leaves")
    assert not jit.is_warm("indian-summer")


def test_the_hash_is_even() -> None:
    counts = [0] * 36
    for world in range(36_000):
        counts[random.below(random.counter_hash(7, world, 0, random.DICE), 36)] += 1
    chi2 = sum((n - 1000) ** 2 / 1000 for n in counts)
    assert chi2 < 75  # 35 degrees of freedom; 1 in 10,000 is 73


def test_one_draw_more_does_not_shift_another_stream() -> None:
    own = random.Stream(3, stream=random.OWN)
    other = random.Stream(3, stream=random.FLIP)
    first = [other.below(100) for _ in range(5)]
    own.below(10)
    again = random.Stream(3, stream=random.FLIP)
    assert first == [again.below(100) for _ in range(5)]
