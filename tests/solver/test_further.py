"""Lines that a game finds while others are played (``Analyst.further``), on Pig."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np
from core.pig import ANALYST, GAME, Turnful

from leafwise.puzzles.core.game import Goal
from leafwise.solver.api import Budget, Candidate, Clock
from leafwise.solver.search import Sample, Schedule, search


class Looks(Clock):
    """A clock that is over after so many looks at it (None: never)."""

    def __init__(self, most: int | None) -> None:
        super().__init__(600.0)
        self.most, self.looks = most, 0

    def left(self) -> float:
        self.looks += 1
        return 600.0 if self.most is None or self.looks <= self.most else 0.0


def sampled(over_after: int | None = None, **more: object) -> Sample:
    """A search over 'bank', with 'roll' as a kept or further line; the clock may end at a call."""
    p = Turnful(4)
    roll, bank = (ANALYST.candidate(p, tuple(GAME.parse(p, text))) for text in ("roll", "bank"))
    budget = Budget(Looks(over_after))
    given = {name: value(roll) for name, value in more.items()}  # type: ignore[operator]
    arguments = {"kept": [], **given}
    schedule = Schedule((), 4, 60)
    return search(
        ANALYST, p, [bank], schedule=schedule, budget=budget, goal=Goal.SCORE, cost=0.1, **arguments
    )


def found(*candidates: Candidate) -> Future[tuple[Candidate, ...]]:
    future: Future[tuple[Candidate, ...]] = Future()
    future.set_result(candidates)
    return future


def test_a_further_line_is_judged_like_a_kept_one() -> None:
    kept, further = sampled(kept=lambda c: [c]), sampled(further=found)
    assert [c.text for c in further.finalists] == ["bank", "roll"]
    assert [c.text for c in kept.finalists] == ["bank", "roll"]
    assert np.array_equal(kept.results, further.results)


def test_a_further_line_that_the_time_does_not_last_for_takes_no_worlds_from_the_others() -> None:
    whole = sampled()
    assert whole.results.shape == (1, 60)
    looks = [sampled(n, further=found) for n in range(1, 90)]
    assert {len(cut.finalists) for cut in looks} == {1, 2}
    for cut in looks:
        worlds = cut.results.shape[1]
        assert len(cut.finalists) == 1 or worlds == 60
        assert np.array_equal(cut.results[0], whole.results[0, :worlds])
