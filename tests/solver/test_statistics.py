"""Statistics of a sample: guesses as worlds, blended covariances."""

from __future__ import annotations

import numpy as np

from leafwise.solver.statistics import lean, summarize


def test_a_guess_counts_as_so_many_worlds() -> None:
    results = np.array([[4.0, 6.0], [7.0, 9.0]])  # means 5 and 8
    found = summarize(results, 1, 0, np.array([3.0, 0.0]), 2.0)
    assert found.mean.tolist() == [5.0, 8.0]
    # level 6.5; deviations -1.5, 1.5 of two worlds and 1.5, -1.5 of two more
    assert found.posterior.tolist() == [6.5, 6.5]
    assert summarize(results, 1, 0, np.array([3.0, 0.0]), 0.0).posterior.tolist() == [5.0, 8.0]


def test_guesses_move_no_common_level() -> None:
    results = np.random.default_rng(1).normal(10.0, 3.0, (4, 20))
    found = summarize(results, 1, 0, np.array([100.0, 200.0, 100.0, 100.0]), 20.0)
    assert abs(found.posterior.mean() - results.mean()) < 1e-9
    assert found.posterior.argmax() == 1


def test_good_guesses_choose_better_than_few_worlds() -> None:
    rng = np.random.default_rng(5)
    plain = guessed = 0.0
    for _ in range(400):
        truth = rng.normal(0.0, 2.0, 8)
        guess = truth + rng.normal(0.0, 2.0, 8)
        results = truth[:, None] + rng.normal(0.0, 7.0, (8, 6))
        plain += truth[summarize(results, 1, 0).posterior.argmax()]
        guessed += truth[summarize(results, 1, 0, 0.5 * guess, 12.0).posterior.argmax()]
    assert guessed > plain + 100.0


def test_gaps_of_few_worlds_are_not_taken_for_certain() -> None:
    """Three lines on two worlds: one direction was never seen, its error is not nothing."""
    results = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 9.0]])
    found = summarize(results, 1, 0, np.zeros(3), 10.0, noise=7.0)
    assert found.gap_half_width(0, 1) > 1.0
    one = summarize(results[:, :1], 1, 0, np.zeros(3), 10.0, noise=7.0)
    assert one.best.max() < 0.6 and one.half_width(0) > 20.0
    mean, covariance = results.mean(axis=1), np.eye(3)
    _, posterior = lean(mean, covariance, np.zeros(3), 10000, 10.0, 7.0)
    assert np.allclose(posterior - posterior.mean(), covariance - covariance.mean(), atol=0.02)
