"""A tableau typed as a flat list is scored; everything else stays TOML or JSON."""

from __future__ import annotations

import pytest
from cli_support import Leafwise

from leafwise.cli.lists import is_list

LIST = "3 oak, linden: top bullfinch, left hare x3; cave 5"


def test_a_list_is_scored(leafwise: Leafwise) -> None:
    run = leafwise("score", "-", "--json", stdin=LIST)
    assert run.status == 0
    body = run.json()
    points = {row["category"]: row["points"] for row in body["breakdown"]}
    assert points == {"european_hare": 9, "linden": 3, "cave": 5}
    assert body["total"] == 17


def test_faults_of_a_list_are_named(leafwise: Leafwise) -> None:
    run = leafwise("score", "-", stdin="3 oakk, linden")
    assert run.status == 2
    assert "oakk" in run.err and "oak" in run.err


def test_other_commands_want_a_position(leafwise: Leafwise) -> None:
    assert leafwise("moves", "-", stdin=LIST).status == 2


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        (LIST, True),
        ("oak\nlinden: l hare", True),
        ('format = 1\ngame = "pig"', False),
        ('{"format": 1}', False),
        ("[[forest]]\n", False),
        ("", False),
    ],
)
def test_what_is_a_list(text: str, yes: bool) -> None:
    assert is_list(text) is yes
