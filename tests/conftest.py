"""Shared set-up: test helpers are importable, the tiny game Pig is registered."""

import sys
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
