"""Best play over known rolls: values, bounds and times on the sequences of ``rl_rolls.jsonl``.

    python benchmarks/rustling_leaves/solve.py ROLLS.jsonl --rounds 6 8 10 14 --first 5 --limit 30
    python benchmarks/rustling_leaves/solve.py ROLLS.jsonl --models --rounds 6 --first 5 --limit 20
    python benchmarks/rustling_leaves/solve.py ROLLS.jsonl --report

One JSON line an answer is appended to ``results/solve.jsonl`` with the commit; what is there for
this commit already is not done again (``--commit`` names another to go on with). ``--models``
compares CP-SAT: ``plain`` (no pruning, default search), ``unpruned`` (all of ours but the region
graph), ``ours`` (subsolvers, the search's plan as hint, its root bound as cap). Times are wall
seconds and CPU seconds of the process. ``--cpu`` counts the limit of the search in CPU seconds of
one thread: what one core of one's own does in that time, whatever else the machine is doing.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from leafwise.puzzles.rustling_leaves.data import SEASONS
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.position import Position
from leafwise.solver.api import Budget, Clock, SolveOptions
from leafwise.solver.pieces import Run
from leafwise.solver.rustling_leaves.model import SUBSOLVERS, Model
from leafwise.solver.rustling_leaves.search import root, warm
from leafwise.solver.rustling_leaves.solve import SOLVER, actions_of, challenge_of, known
from leafwise.solver.rustling_leaves.task import Found

RESULTS = Path(__file__).parent / "results" / "solve.jsonl"
MODELS = ("plain", "unpruned", "ours")


def position(case: dict[str, Any], rounds: int) -> Position:
    """The challenge of the first rolls of a sequence."""
    return GAME.read(
        {
            "format": 1,
            "game": "rustling-leaves",
            "season": case["season"],
            "start": case["start"],
            "rolls": case["rolls"][:rounds],
        }
    )


class OwnClock(Clock):
    """Counts the CPU seconds of this process."""

    def __init__(self, limit: float) -> None:
        super().__init__(limit, time.process_time())

    def spent(self) -> float:
        return time.process_time() - self.started


def by_search(p: Position, clock: Clock, workers: int) -> dict[str, Any]:
    """The solver's own answer."""
    budget = Budget(clock, workers=workers)
    solution = SOLVER.solve(p, SolveOptions(engine="search"), budget)
    return {"status": solution.status, "value": solution.value, "bound": solution.bound}


def by_model(name: str, p: Position, limit: float, workers: int) -> dict[str, Any]:
    """CP-SAT with or without what we add to it; building and preparing count."""
    clock = Clock(limit)
    model = Model(p, known(p), prune=name != "unpruned" and name != "plain")
    subsolvers: tuple[str, ...] = ()
    found = Found()
    if name != "plain":
        subsolvers = SUBSOLVERS
        root(challenge_of(p), Budget(clock), found)
        model.suggest(actions_of(p, found.line))
        model.cap(found.bound)
    answer, value, bound = model.solve(Run(clock.left(), 0, workers, subsolvers))
    if name != "plain":  # the plan and the bound that it was begun with are known as well
        value = found.value if value is None else max(value, found.value)
        bound = found.bound if bound is None else min(bound, found.bound)
    status = {"optimal": "optimal", "feasible": "bounded"}.get(answer.status, answer.status)
    return {"status": status, "value": value, "bound": bound}


def report(rows: list[dict[str, Any]]) -> None:
    """Per engine, number of rolls and season, of the latest rows: proven, means, median times."""
    groups: dict[tuple[str, int, str], list[dict[str, Any]]] = defaultdict(list)
    latest = {(row["engine"], row["rounds"], row["id"]): row for row in rows}
    for row in latest.values():
        groups[row["engine"], row["rounds"], row["season"]].append(row)
    order = sorted(groups, key=lambda k: (k[0], k[1], SEASONS.index(k[2])))  # type: ignore[arg-type]
    print("| engine | rolls | season | proven | value | bound | median s | median CPU s | most s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for key in order:
        found = groups[key]
        values = [row["value"] for row in found if row["value"] is not None]
        bounds = [row["bound"] for row in found if row["bound"] is not None]
        proven = sum(row["status"] == "optimal" for row in found)
        mean = f"{statistics.mean(values):.1f}" if values else "-"
        bound = f"{statistics.mean(bounds):.1f}" if bounds else "-"
        wall = [row["seconds"] for row in found]
        cpu = statistics.median(row["cpu"] for row in found)
        print(
            f"| {key[0]} | {key[1]} | {key[2]} | {proven} of {len(found)} | {mean} | {bound} "
            f"| {statistics.median(wall):.2f} | {cpu:.2f} | {max(wall):.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("cases", type=Path)
    parser.add_argument("--rounds", type=int, nargs="+", default=[6, 8, 10, 14])
    parser.add_argument("--first", type=int, default=20, help="sequences a season")
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2, help="the search finds plans with them")
    parser.add_argument("--seasons", nargs="+", choices=SEASONS, default=SEASONS)
    parser.add_argument("--cpu", action="store_true", help="limit in CPU seconds of one thread")
    parser.add_argument("--models", action="store_true")
    parser.add_argument("--commit")
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = args.commit or subprocess.check_output(git, text=True).strip()
    RESULTS.parent.mkdir(exist_ok=True)
    rows = (
        [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    )
    if args.report:
        report(rows)
        return
    done = {(r["commit"], r["engine"], r["rounds"], r["id"], r["limit"]) for r in rows}
    cases = [json.loads(line) for line in args.cases.read_text().splitlines()]
    warm()
    engines = MODELS if args.models else ("search",)
    for rounds in args.rounds:
        for season in args.seasons:
            for case in [c for c in cases if c["season"] == season][: args.first]:
                for engine in engines:
                    if (commit, engine, rounds, case["id"], args.limit) in done:
                        continue
                    p = position(case, rounds)
                    wall, cpu = time.monotonic(), time.process_time()
                    if engine == "search":
                        clock = OwnClock(args.limit) if args.cpu else Clock(args.limit)
                        answer = by_search(p, clock, 1 if args.cpu else args.workers)
                    else:
                        answer = by_model(engine, p, args.limit, args.workers)
                    row = {
                        "id": case["id"],
                        "season": season,
                        "rounds": rounds,
                        "engine": engine,
                        "limit": args.limit,
                        "clock": "cpu" if args.cpu else "wall",
                        "workers": 1 if args.cpu else args.workers,
                        **answer,
                        "seconds": round(time.monotonic() - wall, 3),
                        "cpu": round(time.process_time() - cpu, 3),
                        "commit": commit,
                    }
                    with RESULTS.open("a") as out:
                        out.write(json.dumps(row) + "\n")
                    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
