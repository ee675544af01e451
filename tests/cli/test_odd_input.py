"""Odd input found by trying to break the command line: one clear line, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cli_support import Leafwise

SHEET = 'format = 1\ngame = "rustling-leaves"\nseason = "spring"\nstart = 2\n'
FLOOR = '{"format": 1, "game": "indian-summer", "floor": "own", "print": null, "path": []}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHEET + "clouds = " + "9" * 5000 + "\n", "too many digits"),
        ('{"format": 1, "start": ' + "9" * 5000 + "}", "too many digits"),
        ('{"format": 1, "game": []}', "rustling-leaves"),
        ('{"format": 1, "game": {}}', "rustling-leaves"),
        ('{"format": 1, "format": 1, "game": "rustling-leaves"}', "twice"),
        (FLOOR, "print"),
    ],
)
def test_faulty_documents(leafwise: Leafwise, text: str, said: str) -> None:
    run = leafwise("score", "-", stdin=text)
    assert run.status == 2
    assert said in run.err
    assert "internal error" not in run.err


@pytest.mark.parametrize("limit", ["inf", "nan", "0", "-1", "1e400", "soon"])
def test_a_time_limit_is_a_finite_number(leafwise: Leafwise, limit: str) -> None:
    run = leafwise("score", "-", "--time-limit", limit, stdin=SHEET)
    assert run.status == 2
    assert "Traceback" not in run.err


@pytest.mark.parametrize(("closing", "status"), [(">&-", 0), ("<&-", 2)])
def test_closed_streams(closing: str, status: int) -> None:
    command = f'"{sys.executable}" -m leafwise score - {closing}'
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=SHEET if closing.startswith(">") else None,
        capture_output=True,
        text=True,
        env=os.environ.copy(),
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr
