"""Shared set-up: test helpers are importable, the tiny game Pig is registered."""

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "core"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--re-record", action="store_true", help="write the recorded playthroughs anew"
    )


@pytest.fixture
def data() -> Path:
    """The folder of test data."""
    return HERE / "data"


def pytest_configure(config: pytest.Config) -> None:
    """Load all kernels as the run's environment says, before any test changes it."""
    top = HERE.parent
    for layer in ("puzzles", "solver"):
        for path in sorted((top / layer).rglob("kernel*.py")):
            import_module("leafwise." + ".".join(path.relative_to(top).with_suffix("").parts))


@pytest.fixture(autouse=True)
def _path_of_kernels() -> Iterator[None]:
    """A test that goes the plain path does not send the next one there."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    yield
    if before is None:
        os.environ.pop("NUMBA_DISABLE_JIT", None)
    else:
        os.environ["NUMBA_DISABLE_JIT"] = before
