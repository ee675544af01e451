"""The compiled twin of ``random.counter_hash``: the same source, the same numbers."""

from . import random as _plain
from .jit import njit

counter_hash = njit(_plain.counter_hash)
below = njit(_plain.below)
