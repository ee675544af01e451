"""Statistics of a matrix of results, candidate line x world.

Worlds come in blocks of ``strata`` whose first chance outcome is the world's number modulo
``strata``, so the next roll is enumerated, not sampled: errors are computed within strata.
All comparisons are paired (every line faces the same worlds).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054
_DRAWS = 8192


@dataclass(frozen=True, slots=True)
class Summary:
    """Means of the lines, the covariance of those means, and what follows from the two.

    ``posterior`` are the means shrunk towards each other as far as their differences may be
    noise (empirical Bayes, Efron and Morris 1973), so that the best of several is not promised
    more than it will deliver; ``best`` is the chance of each to be the best.
    """

    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    posterior: NDArray[np.float64]
    posterior_covariance: NDArray[np.float64]
    best: NDArray[np.float64]

    def half_width(self, i: int) -> float:
        """Half the 95% interval of line ``i``'s mean."""
        return Z95 * float(np.sqrt(max(0.0, self.covariance[i, i])))

    def gap_half_width(self, i: int, j: int) -> float:
        """Half the 95% interval of the paired gap between two lines, after shrinking."""
        c = self.posterior_covariance
        return Z95 * float(np.sqrt(max(0.0, c[i, i] + c[j, j] - 2.0 * c[i, j])))


def covariance_of_means(results: NDArray[np.float64], strata: int) -> NDArray[np.float64]:
    """Covariance [line, line] of the means of ``results`` [line, world] over the worlds.

    With at least two whole blocks the residuals are taken within strata; else within the sample.
    """
    lines, worlds = results.shape
    blocks = worlds // strata
    if strata > 1 and blocks >= 2 and worlds == blocks * strata:
        cube = results.reshape(lines, blocks, strata)
        residual = (cube - cube.mean(axis=1, keepdims=True)).reshape(lines, worlds)
        scale = strata * strata * blocks * (blocks - 1.0)
    else:
        residual = results - results.mean(axis=1, keepdims=True)
        scale = worlds * max(1.0, worlds - 1.0)
    covariance: NDArray[np.float64] = residual @ residual.T / scale
    return covariance


def summarize(
    results: NDArray[np.float64],
    strata: int,
    seed: int,
    guess: NDArray[np.float64] | None = None,
    weight: float = 0.0,
) -> Summary:
    """All statistics of one sample [line, world]; deterministic for a seed.

    ``guess`` [line]: what was thought of the lines before, worth ``weight`` worlds.
    """
    mean = results.mean(axis=1)
    covariance = covariance_of_means(results, strata)
    if guess is None or len(mean) < 2:
        posterior, posterior_covariance = shrink(mean, covariance)
    else:
        posterior, posterior_covariance = lean(mean, covariance, guess, results.shape[1], weight)
    best = chance_of_best(posterior, posterior_covariance, seed)
    return Summary(mean, covariance, posterior, posterior_covariance, best)


def shrink(
    mean: NDArray[np.float64], covariance: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Posterior mean and covariance of the lines' deviations from their common mean.

    Prior: independent deviations with variance tau^2, the largest for which the observed spread
    of the *leading* lines is explained (method of moments on the better half, since a few
    hopeless lines say nothing about how far apart the good ones lie). The common level keeps
    its own error.
    """
    k = len(mean)
    if k < 2:
        return mean.copy(), covariance.copy()
    order = np.argsort(-mean, kind="stable")
    lead = order[: max(2, (k + 1) // 2)]
    centre = np.eye(len(lead)) - 1.0 / len(lead)
    noise = float(np.trace(centre @ covariance[np.ix_(lead, lead)])) / (len(lead) - 1)
    spread = float(np.var(mean[lead], ddof=1))
    tau2 = max(spread - noise, 0.05 * noise, 1e-12)
    centre = np.eye(k) - 1.0 / k
    paired = centre @ covariance @ centre
    gain = tau2 * np.linalg.inv(tau2 * np.eye(k) + paired)
    level = float(mean.mean())
    posterior = level + gain @ (mean - level)
    level_variance = float(covariance.mean())
    posterior_covariance = gain @ paired + level_variance
    return posterior, (posterior_covariance + posterior_covariance.T) / 2.0


def lean(
    mean: NDArray[np.float64],
    covariance: NDArray[np.float64],
    guess: NDArray[np.float64],
    worlds: int,
    weight: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Posterior mean and covariance of lines whose deviations were guessed before.

    The guess counts as ``weight`` worlds beside the ``worlds`` played (conjugate normal law); the
    common level is the sample's alone. A covariance of few worlds misses directions altogether,
    so it is blended with its mean variance as if that had been seen in as many worlds as there
    are lines.
    """
    k = len(mean)
    share = worlds / (worlds + weight)
    level = float(mean.mean())
    posterior = level + share * (mean - level) + (1.0 - share) * (guess - guess.mean())
    centre = np.eye(k) - 1.0 / k
    paired = centre @ covariance @ centre
    own = float(np.trace(paired)) / (k - 1.0)
    paired = (worlds * paired + k * own * centre) / (worlds + k)
    return posterior, share * paired + float(covariance.mean())


def chance_of_best(
    mean: NDArray[np.float64], covariance: NDArray[np.float64], seed: int
) -> NDArray[np.float64]:
    """Probability of each line to have the highest true mean, by draws from the normal law."""
    k = len(mean)
    if k == 1:
        return np.ones(1)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    normal = np.random.default_rng(seed).standard_normal((_DRAWS, k))
    draws = mean + normal @ root.T
    top = draws.max(axis=1, keepdims=True)
    hits = draws >= top - 1e-9
    shares: NDArray[np.float64] = (hits / hits.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares
