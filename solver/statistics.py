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
_CONTENDS = 3.0  # standard errors of the paired gap within which a line may yet be the best


@dataclass(frozen=True, slots=True)
class Summary:
    """Means of the lines, the covariance of those means, and what follows from the two.

    ``posterior`` are the means, those of the contenders shrunk towards each other as far as
    their differences may be noise (empirical Bayes, Efron and Morris 1973), so that the best of
    several is not promised more than it will deliver; ``best`` is the chance of each to be the
    best; ``shift`` is how far shrinking moved the means, an estimate as well: the intervals of the
    means count it as an error (Morris 1983; None: not at all).
    """

    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    posterior: NDArray[np.float64]
    posterior_covariance: NDArray[np.float64]
    best: NDArray[np.float64]
    shift: NDArray[np.float64] | None = None

    def half_width(self, i: int) -> float:
        """Half the 95% interval of line ``i``'s mean."""
        shift = 0.0 if self.shift is None else float(self.shift[i])
        return Z95 * float(np.sqrt(max(0.0, self.covariance[i, i]) + shift * shift))

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
    known: NDArray[np.bool_] | None = None,
    noise: float = 0.0,
) -> Summary:
    """All statistics of one sample [line, world]; deterministic for a seed.

    ``guess`` [line]: what was thought of the lines before, worth ``weight`` worlds. ``known``
    [line]: whether the line's result is certain, so that its mean is no estimate. ``noise``: how
    far a result lies from its world's mean, as far as that is known before; one world alone tells
    nothing of its own scatter, which is then taken to be twice that.
    """
    mean = results.mean(axis=1)
    covariance = covariance_of_means(results, strata)
    if results.shape[1] == 1:
        covariance = covariance + 4.0 * noise * noise
    if guess is None or len(mean) < 2:
        posterior, posterior_covariance = shrink(mean, covariance)
    else:
        posterior, posterior_covariance = lean(
            mean, covariance, guess, results.shape[1], weight, noise
        )
    if known is not None and known.any():
        posterior = np.where(known, mean, posterior)
        posterior_covariance = posterior_covariance * np.outer(~known, ~known)
    best = chance_of_best(posterior, posterior_covariance, seed)
    shift = mean - posterior if guess is None else None
    return Summary(mean, covariance, posterior, posterior_covariance, best, shift)


def shrink(
    mean: NDArray[np.float64], covariance: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Posterior mean and covariance of the lines.

    Only *contenders* are shrunk, lines whose paired gap to the best mean may be noise: towards
    their own mean, under the prior of independent deviations with variance tau^2 (method of
    moments). Lines that are surely worse say nothing about the best and must not drag it down;
    their means stay. The common level of the contenders keeps its own error.
    """
    k = len(mean)
    if k < 2:
        return mean.copy(), covariance.copy()
    top = int(np.argmax(mean))
    spread = np.diag(covariance)
    gap_variance = np.maximum(spread + spread[top] - 2.0 * covariance[top], 0.0)
    close = np.flatnonzero(mean[top] - mean <= _CONTENDS * np.sqrt(gap_variance) + 1e-12)
    n = len(close)
    if n < 2:
        return mean.copy(), covariance.copy()
    block = np.ix_(close, close)
    centre = np.eye(n) - 1.0 / n
    paired = centre @ covariance[block] @ centre
    noise = float(np.trace(paired)) / (n - 1)
    tau2 = max(float(np.var(mean[close], ddof=1)) - noise, 0.05 * noise, 1e-12)
    gain = tau2 * np.linalg.inv(tau2 * np.eye(n) + paired)
    shift = np.eye(k)
    shift[block] = 1.0 / n + gain @ centre
    posterior_covariance = shift @ covariance @ shift.T
    posterior_covariance[block] += gain @ paired - gain @ paired @ gain.T
    return shift @ mean, (posterior_covariance + posterior_covariance.T) / 2.0


def lean(
    mean: NDArray[np.float64],
    covariance: NDArray[np.float64],
    guess: NDArray[np.float64],
    worlds: int,
    weight: float,
    noise: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Posterior mean and covariance of lines whose deviations were guessed before.

    The guess counts as ``weight`` worlds beside the ``worlds`` played (conjugate normal law); the
    common level is the sample's alone. A covariance of few worlds misses directions altogether,
    so it is blended with the ``noise`` known before, as if that had been seen in as many worlds
    as there are lines.
    """
    k = len(mean)
    share = worlds / (worlds + weight)
    level = float(mean.mean())
    posterior = level + share * (mean - level) + (1.0 - share) * (guess - guess.mean())
    centre = np.eye(k) - 1.0 / k
    paired = centre @ covariance @ centre
    paired = (worlds * paired + k * noise * noise / worlds * centre) / (worlds + k)
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
