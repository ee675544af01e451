"""Solo games: the hint at 2 s a turn against a greedy reference player; hint times by stage.

    python benchmarks/indian_summer/games.py [times] [games [FIRST COUNT]] [merge]

The reference player covers the most fields, then gains the most treasure, and spends treasure as
soon as it helps: berries when the path is below five, nuts on squirrels, feathers and mushrooms
for two tiles, animals whenever they gain.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import Any

from common import RESULTS, budget, interval, median, save
from positions import whole

from leafwise.puzzles.indian_summer import legal
from leafwise.puzzles.indian_summer.actions import Action, Animal, Berry, End, Nut, Squirrel
from leafwise.puzzles.indian_summer.components import FEATHER, MUSHROOM, NUT
from leafwise.puzzles.indian_summer.geometry import bits
from leafwise.puzzles.indian_summer.position import Position
from leafwise.puzzles.indian_summer.rules import apply
from leafwise.solver.indian_summer.analyst import IndianSummerAnalyst
from leafwise.solver.indian_summer.planner_hint import Hinter

MOST = 40  # turns


def greedy_turn(p: Position) -> Position:
    """One turn of the reference player."""
    p = animals(p)
    if legal.berry_brings(p) >= 1 and len(p.path) < 5 and p.treasures[0]:
        p = apply(p, Berry())
    main = None
    for actions in (pairs(p), legal.leaves(p)):
        if actions:
            main = max(actions, key=lambda a: _worth(p, a))
            break
    p = apply(p, main if main is not None else Squirrel(next(bits(p.ground))))
    p = animals(p)
    while p.treasures[NUT] and p.ground:
        p = animals(apply(p, Nut(_nut_field(p))))
    return apply(p, End())


def pairs(p: Position) -> list[Action]:
    """Mushroom and feather placements, thinned to the best half by their first tile's hole."""
    out: list[Action] = []
    if p.treasures[FEATHER]:
        out += legal.feathers(p)[::37]
    if p.treasures[MUSHROOM]:
        out += legal.mushrooms(p)[::37]
    return out


def _worth(p: Position, a: Action) -> tuple[int, int, int]:
    """Fields covered, then treasures in hand and tokens on the floor."""
    q = apply(p, a)
    return (
        (p.ground & ~q.ground).bit_count(),
        sum(q.treasures) - sum(p.treasures),
        (q.held & ~p.held).bit_count(),
    )


def _nut_field(p: Position) -> int:
    """An open field of the area nearest to completion."""
    areas = [area & p.ground for area in p.floor.areas if area & p.ground]
    return next(bits(min(areas, key=lambda area: area.bit_count())))


def animals(p: Position) -> Position:
    """Place animals as long as one gains something."""
    while True:
        best, gain = None, 0
        for a in legal.animals(p):
            now = sum(apply(p, a).treasures) - sum(p.treasures)
            if now > gain:
                best, gain = a, now
        if best is None:
            return p
        assert isinstance(best, Animal)
        p = apply(p, best)


def greedy_game(p: Position) -> int:
    turns = 0
    while not p.full and turns < MOST:
        p = greedy_turn(p)
        turns += 1
    return turns


def hinted_game(p: Position, seconds: float, seed: int) -> tuple[int, list[dict[str, Any]]]:
    """The first row of the hint, turn after turn; predictions by turn and open fields."""
    turns, log = 0, []
    while not p.full and turns < MOST:
        found = Hinter(p, budget(seconds, seed)).run(())
        row = found.rows[0]
        log.append({"turn": turns + 1, "open": p.ground.bit_count(), "predicted": row.value})
        for a in row.candidate.line:
            p = apply(p, a)
        if not p.full or p.main_done:
            p = apply(p, End())
        turns += 1
    for entry in log:
        entry["achieved"] = turns - entry["turn"] + 1
    return turns, log


def games(first: int = 0, count: int = 30, seconds: float = 2.0) -> None:
    """Play seeds ``first ..`` both ways; parts are put together by ``merge``."""
    rows: list[dict[str, Any]] = []
    for seed in range(first, first + count):
        p = whole(500 + seed)
        turns, log = hinted_game(p, seconds, seed)
        rows.append({"seed": seed, "greedy": greedy_game(p), "hint": turns, "log": log})
        print(json.dumps(rows[-1]), flush=True)
    save(f"games_{first}", {"seconds_a_turn": seconds}, rows)


def merge() -> None:
    """The figures of all parts of the games."""
    rows: list[dict[str, Any]] = []
    for path in sorted(RESULTS.glob("games_*.json")):
        rows += json.loads(path.read_text())["rows"]
    rows.sort(key=lambda row: row["seed"])
    stages: dict[str, list[float]] = {"opening": [], "middle": [], "late": []}
    for entry in (entry for row in rows for entry in row["log"]):
        stage = "opening" if entry["open"] > 48 else "middle" if entry["open"] > 24 else "late"
        stages[stage].append(entry["predicted"] - entry["achieved"])
    greedy = statistics.fmean(row["greedy"] for row in rows)
    hint = statistics.fmean(row["hint"] for row in rows)
    save(
        "games",
        {
            "games": len(rows),
            "greedy_turns": round(greedy, 2),
            "hint_turns": round(hint, 2),
            "fewer_percent": round(100 * (1 - hint / greedy), 1),
            "difference_and_95_percent": interval([r["greedy"] - r["hint"] for r in rows]),
            "predicted_minus_achieved": {
                k: {"mean": round(statistics.fmean(v), 2), "n": len(v)}
                for k, v in stages.items()
                if v
            },
        },
        rows,
    )


def times() -> None:
    """Seconds of a warm hint (default limit 5 s) from opening, middle and late positions."""
    rows = []
    for seed in range(7):
        p = whole(800 + seed)
        for stage, below in (("opening", 99), ("middle", 45), ("late", 22)):
            while p.ground.bit_count() > below:
                p = greedy_turn(p)
            wall, own = time.perf_counter(), time.process_time()
            b = budget(5.0)
            found = Hinter(p, b).run(())
            rows.append(
                {
                    "seed": seed,
                    "stage": stage,
                    "open": p.ground.bit_count(),
                    "seconds": round(time.perf_counter() - wall, 2),
                    "cpu": round(time.process_time() - own, 2),
                    "limited_by": b.limited_by,
                    "rows": len(found.rows),
                    "proof": found.rows[0].proof,
                }
            )
            print(json.dumps(rows[-1]), flush=True)
    summary = {
        stage: {
            "most_cpu": max(r["cpu"] for r in rows if r["stage"] == stage),
            "median_cpu": median([r["cpu"] for r in rows if r["stage"] == stage]),
        }
        for stage in ("opening", "middle", "late")
    }
    save("hint_times", summary, rows)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["times", "games", "merge"]
    IndianSummerAnalyst().warm()
    if "times" in wanted:
        times()
    if "games" in wanted:
        games(*(int(x) for x in wanted if x.isdigit()))
    if "merge" in wanted:
        merge()
