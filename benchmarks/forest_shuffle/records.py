"""Records of Forest Shuffle: best forests of the 158 cards, saved with their commit.

Run: ``python benchmarks/forest_shuffle/records.py [SECONDS]`` (a limit for each record). Writes
``results/records.json`` and the drawing of the best forest of all.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from challenges import RESULTS, commit

from leafwise.puzzles.forest_shuffle.data import FACES, SIDES, species_id
from leafwise.solver.forest_shuffle.records import Record, best_forest
from leafwise.solver.pieces import Run

TREES = (3, 4, 5, 6, 8, 10, 12, 15, 20)
CARDS = (5, 10, 20, 30, 50, 80)


def listed(record: Record) -> list[dict[str, Any]]:
    """The forest as the entries of a position file."""
    out = []
    for tree in record.forest:
        entry: dict[str, Any] = {"tree": species_id(tree.species)}
        for side, slot in zip(SIDES, tree.slots, strict=True):
            if slot:
                entry[side] = [FACES[face].name for face in slot]
        out.append(entry)
    return out


def main() -> None:
    """Every record in turn."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    RESULTS.mkdir(exist_ok=True)
    rows = []
    kinds: list[dict[str, int]] = [{}]
    kinds += [{"trees": n} for n in TREES] + [{"cards": n} for n in CARDS]
    for payments in (False, True):
        for kind in kinds:
            cpu = time.process_time()
            record = best_forest(Run(limit, linear=2), payments=payments, **kind)
            row: dict[str, Any] = {**kind, "payments": payments}
            row["cpu_s"] = round(time.process_time() - cpu, 1)
            if record is not None:
                row |= {"value": record.value, "bound": record.bound, "proven": record.optimal}
                row |= {"forest_trees": record.trees, "forest_cards": record.cards}
            print(row, flush=True)
            rows.append(row | ({"forest": listed(record)} if record else {}))
            text = json.dumps({"commit": commit(), "records": rows}, indent=1)
            (RESULTS / "records.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
