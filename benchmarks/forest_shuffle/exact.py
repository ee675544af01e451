"""Known decks with proven values: what the solver answers, and how long it takes.

Run: ``python benchmarks/forest_shuffle/exact.py CASES.jsonl [SECONDS]`` (a limit for each case,
60 unless given). A case has ``challenge`` or ``position``, its ``value`` and the ``seconds`` that
the reference needed. Prints a line each; exits with 1 if an answer is wrong.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.forest_shuffle.solve import SOLVER


def main() -> int:
    """Every case of the file; wrong: a proven value that differs, or a bound below the value."""
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    proven = wrong = 0
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    for n, case in enumerate(cases):
        p = GAME.read(case.get("challenge") or case["position"])
        wall, cpu = time.perf_counter(), time.process_time()
        found = SOLVER.solve(p, SolveOptions(), Budget(Clock(limit), workers=2))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        value = case["value"]
        good = (
            found.value == value
            if found.status == "optimal"
            else found.bound is None or found.bound >= value
        )
        proven += found.status == "optimal"
        wrong += not good
        print(
            f"{n}: {found.status} {found.value} (bound {found.bound}), reference {value} in "
            f"{case['seconds']:.1f} s; {wall:.1f} s, {cpu:.1f} CPU s{'' if good else ' WRONG'}",
            flush=True,
        )
    print(f"{proven} of {len(cases)} proven, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
