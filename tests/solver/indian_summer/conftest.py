"""Kernels are compiled before any limit starts to run."""

import pytest

from leafwise.solver.indian_summer.analyst import ANALYST


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    ANALYST.warm()
