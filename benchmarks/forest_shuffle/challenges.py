"""Seeded Forest Shuffle challenges: how many are proven, and how long they take on one worker.

Run: ``python benchmarks/forest_shuffle/challenges.py [COUNT] [KIND ...]``; prints a line each and
saves the rows with their commits. A file that is there is gone on with: remove it to begin anew.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from leafwise.puzzles.forest_shuffle.data import CARDS
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.forest_shuffle.solve import SOLVER

KINDS = {"small": (10, 8, 5), "middle": (20, 12, 6), "large": (40, 20, 0)}
RESULTS = Path(__file__).parent / "results"


def challenge(hand: int, turns: int, clearing: int, seed: int) -> dict[str, Any]:
    """A solo challenge without a deck and without a Mole in hand."""
    names = [card.name for card in CARDS for _ in range(card.count)]
    random.Random(seed).shuffle(names)
    held = [name for name in names if "mole" not in name.split("@")[0].split("/")][:hand]
    rest = list(names)
    for name in held:
        rest.remove(name)
    return {
        "format": 1,
        "game": "forest-shuffle",
        "players": 1,
        "deck": [],
        "hand": held,
        "clearing": rest[:clearing],
        "turns": turns,
    }


def commit() -> str:
    """The commit of the tree that is measured."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def run(kind: str, count: int, path: Path) -> None:
    """Solve ``count`` challenges of a kind; those in the file already are not solved again."""
    known = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    rows = {row["seed"]: row for row in known if row.get("commit")}
    for seed in range(count):
        if seed in rows:
            continue
        p = GAME.read(challenge(*KINDS[kind], seed))
        wall, cpu = time.perf_counter(), time.process_time()
        found = SOLVER.solve(p, SolveOptions(engine="cp-sat"), Budget(Clock(60.0)))
        rows[seed] = {
            "seed": seed,
            "status": found.status,
            "value": found.value,
            "bound": found.bound,
            "wall_s": round(time.perf_counter() - wall, 2),
            "cpu_s": round(time.process_time() - cpu, 2),
            "commit": commit(),
        }
        print(kind, rows[seed], flush=True)
        path.write_text(json.dumps(summary(kind, rows), indent=1) + "\n", encoding="utf-8")


def summary(kind: str, rows: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """What the rows come to."""
    listed = [rows[seed] for seed in sorted(rows)]
    return {
        "kind": kind,
        "hand_turns_clearing": KINDS[kind],
        "proven": sum(row["status"] == "optimal" for row in listed),
        "count": len(listed),
        "median_wall_s": statistics.median(row["wall_s"] for row in listed),
        "median_cpu_s": statistics.median(row["cpu_s"] for row in listed),
        "rows": listed,
    }


def main() -> None:
    """Run the kinds asked for and save what came out, row by row."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    kinds = sys.argv[2:] or list(KINDS)
    RESULTS.mkdir(exist_ok=True)
    for kind in kinds:
        run(kind, count, RESULTS / f"challenges_{kind}.json")


if __name__ == "__main__":
    main()
