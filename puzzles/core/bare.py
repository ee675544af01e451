"""The second door to numba: compiled without reference counts.

A kernel that only reads and writes arrays handed to it spends a quarter of its time counting
references to them (every array taken out of a named tuple is counted up and down). ``bare``
leaves the counting out. Such a function must not make, keep or return arrays or other counted
objects; views of its arguments are fine. Whoever calls it owns the arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .jit import _family, _numba, plain

F = TypeVar("F", bound=Callable[..., Any])


def bare(function: F) -> F:
    """``jit.njit`` without reference counts and checks for division by zero."""
    if plain():
        return function
    numba = _numba(_family(function))
    options = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(F, numba.njit(**options)(function))
