"""`solve`: reference optima, played floors, fresh floors of 24 fields, whole floors.

python benchmarks/indian_summer/solve.py [exact] [played] [fresh] [whole] [whole60]
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from common import budget, median, save
from positions import fresh24, played, whole

from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position
from leafwise.solver.api import Solution, SolveOptions
from leafwise.solver.indian_summer.analyst import IndianSummerAnalyst
from leafwise.solver.indian_summer.solve import SOLVER

CASES = Path(__file__).resolve().parents[2] / "tests" / "data" / "is_exact.jsonl"


def run(p: Position, seconds: float) -> tuple[Solution, float, float]:
    """The answer, wall-clock seconds and processor seconds."""
    wall, own = time.perf_counter(), time.process_time()
    found = SOLVER.solve(p, SolveOptions(), budget(seconds))
    return found, time.perf_counter() - wall, time.process_time() - own


def row(name: object, found: Solution, wall: float, own: float) -> dict[str, Any]:
    out = {
        "position": name,
        "status": found.status,
        "value": found.value,
        "bound": found.bound,
        "seconds": round(wall, 2),
        "cpu": round(own, 2),
    }
    print(json.dumps(out), flush=True)
    return out


def exact() -> None:
    """All reference cases within 20 s each."""
    rows, equal, fast, proven = [], 0, 0, 0
    for line in CASES.read_text().splitlines():
        case = json.loads(line)
        found, wall, own = run(GAME.read(case["position"]), 20.0)
        entry = row(case["id"], found, wall, own)
        entry |= {"reference": case["result"], "reference_seconds": case["seconds"]}
        optimal = found.status == "optimal"
        entry["equal"] = found.value == case["result"]
        equal += optimal and entry["equal"]
        if case["seconds"] < 5:
            fast += 1
            proven += optimal and entry["equal"]
        rows.append(entry)
    save(
        "exact",
        {
            "cases": len(rows),
            "proven_and_equal": equal,
            "proven_and_different": sum(r["status"] == "optimal" and not r["equal"] for r in rows),
            "solved_there_under_5_s": fast,
            "of_these_proven": proven,
        },
        rows,
    )


def played_floors() -> None:
    """Twenty played whole floors with up to 22 scattered open fields, 20 s each."""
    rows = [row(seed, *run(played(seed), 20.0)) for seed in range(20)]
    seconds = [r["cpu"] if r["status"] == "optimal" else 20.0 for r in rows]
    save(
        "played",
        {
            "proven": sum(r["status"] == "optimal" for r in rows),
            "median_cpu": median(seconds),
        },
        rows,
    )


def fresh_floors() -> None:
    """Twenty fresh floors of 24 fields, 60 s each: is the number of turns proven?"""
    rows = [row(seed, *run(fresh24(seed), 60.0)) for seed in range(20)]
    save(
        "fresh24",
        {
            "turns_proven": sum(r["value"]["turns"] == r["bound"]["turns"] for r in rows),
            "optimal": sum(r["status"] == "optimal" for r in rows),
            "median_cpu": median([r["cpu"] for r in rows]),
        },
        rows,
    )


def whole_floors(seconds: float, name: str, count: int = 20) -> None:
    """Twenty whole floors with 25 known tiles."""
    rows = [row(seed, *run(whole(seed), seconds)) for seed in range(count)]
    turns = [r["value"]["turns"] for r in rows]
    save(
        name,
        {
            "limit": seconds,
            "turns": {str(n): turns.count(n) for n in sorted(set(turns))},
            "at_most_9": sum(n <= 9 for n in turns),
            "at_most_8": sum(n <= 8 for n in turns),
            "bound_at_least_6": sum(r["bound"]["turns"] >= 6 for r in rows),
            "most_cpu": max(r["cpu"] for r in rows),
        },
        rows,
    )


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["exact", "played", "fresh", "whole", "whole60"]
    IndianSummerAnalyst().warm()
    if "exact" in wanted:
        exact()
    if "played" in wanted:
        played_floors()
    if "fresh" in wanted:
        fresh_floors()
    if "whole" in wanted:
        whole_floors(15.0, "whole15")
    if "whole60" in wanted:
        whole_floors(60.0, "whole60")
