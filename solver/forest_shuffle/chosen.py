"""What a solution of the plan model chose, as plain numbers for each stage."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeVar

from leafwise.puzzles.forest_shuffle.data import CARDS, SAPLING
from leafwise.puzzles.forest_shuffle.forest import Forest

from ..pieces import NONE, Answer, Count, worth
from .arrange import Spot, spots
from .clearing import Class
from .plan_model import PlanModel
from .ways import Way

_Key = TypeVar("_Key")


@dataclass(slots=True)
class Play:
    """A way that is played (or placed free) in a stage, on a spot.

    ``late``: after the clearing was emptied in that stage, or at any time.
    """

    way: Way
    stage: int
    spot: int = -1
    late: bool = False

    @property
    def date(self) -> int:
        """Grows with the order of the plays, as far as a solution says."""
        return 2 * self.stage + self.late


@dataclass(slots=True)
class Stage:
    """One stage: ``paid`` pays for bonuses by symbol, ``loose`` is what else leaves the hand."""

    draws: int
    fetch: Counter[int]
    matched: dict[int, Counter[int]]
    rest: Counter[int]
    caved: int
    beared: int
    listed: Counter[int]  # what Moles list, by cost (-1: a Mole)
    lies: Counter[int]  # what has to lie in the clearing at its end
    emptied: bool  # whether the clearing is emptied on the way
    after: Counter[Class]  # what is played after that


@dataclass(slots=True)
class Counts:
    """What a solution of the plan model chose."""

    plays: list[Play]
    stages: list[Stage]
    spots: list[Spot]
    groups: list[list[int]]  # spots that may change places
    forest: Forest  # as it is
    value: int


def chosen(plan: PlanModel, answer: Answer) -> Counts:
    """Read a solution."""
    made = plan.stages
    plays = [
        Play(way, k)
        for way in plan.ways
        for k, count in enumerate(way.stages)
        for _ in range(worth(answer, count.expr))
    ]
    for k, saplings in enumerate(made.saplings):
        face_down = Way(-1, SAPLING, -1, -1, -1, "paid", NONE)
        plays.extend(Play(face_down, k) for _ in range(worth(answer, saplings.expr)))
    stages = [_stage(plan, answer, k, plays) for k in range(plan.blocks + 1)]
    found = spots(plan.tableau, answer)
    return Counts(
        plays,
        stages,
        found,
        _groups(plan, found),
        plan.tableau.forest,
        worth(answer, plan.value),
    )


def _stage(plan: PlanModel, answer: Answer, k: int, plays: list[Play]) -> Stage:
    made = plan.stages
    rest = _numbers(answer, made.out[k])
    matched: dict[int, Counter[int]] = {}
    asked = frozenset(made.asked)
    wanted: Counter[int] = Counter()
    for play in plays:
        if play.stage == k and play.way.kind == "bonus":
            wanted[play.way.symbol] += play.way.cost
    checked = k < len(made.fresh)
    fresh = _numbers(answer, made.fresh[k]) if checked else Counter()
    for (symbols, symbol), count in sorted(made.matched[k].items(), key=lambda item: item[0][1]):
        kept = worth(answer, made.matched_late[k][symbols, symbol].expr) if checked else 0
        for n in range(min(wanted[symbol], worth(answer, count.expr))):
            fits = [c for c in plan.cards if rest[c] > 0 and CARDS[c].symbols & asked == symbols]
            # what stays in the clearing was paid late, and nothing else
            card = max(fits, key=lambda c: fresh[c] > 0 if n < kept else fresh[c] < rest[c])
            fresh[card] -= n < kept
            rest[card] -= 1
            wanted[symbol] -= 1
            matched.setdefault(symbol, Counter())[card] += 1
    return Stage(
        worth(answer, made.blocks[k].expr),
        _numbers(answer, made.fetched[k]),
        matched,
        +rest,
        worth(answer, made.cellar[k].expr),
        worth(answer, made.beared[k].expr),
        _numbers(answer, made.lists[k]),
        _numbers(answer, made.lies[k]) if checked else Counter(),
        checked and answer.on(made.gone[k]),
        _numbers(answer, made.after[k]) if checked else Counter(),
    )


def _numbers(answer: Answer, counts: dict[_Key, Count]) -> Counter[_Key]:
    return +Counter({key: worth(answer, count.expr) for key, count in counts.items()})


def _groups(plan: PlanModel, found: list[Spot]) -> list[list[int]]:
    """Spots of alike trees: whole sets of cards on a side may change places among them."""
    groups: dict[object, list[int]] = {}
    for group in plan.tableau.groups:
        for n in group.old:
            groups.setdefault(group.key, []).append(n)
    free = ("free",) * 4
    for n, spot in enumerate(found):
        if spot.old < 0:
            groups.setdefault((plan.tableau.host(spot.species), free), []).append(n)
    return list(groups.values())


__all__ = ["Counts", "Play", "Stage", "chosen"]
