"""A tableau typed as a flat list is scored; everything else stays TOML or JSON."""

from __future__ import annotations

from pathlib import Path

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


def test_every_fault_of_a_list_has_its_line_and_entry(leafwise: Leafwise) -> None:
    run = leafwise("score", "-", stdin="3 oka: l hare\nbirch goshawk\nlinden; oak: left moss")
    assert run.status == 2
    assert [line.split(" found ")[0] for line in run.err.splitlines()] == [
        "standard input:1: entry 1:",
        "standard input:2: entry 1:",
        "standard input:3: entry 3:",
    ]
    error = leafwise("score", "-", "--json", stdin="oak, xyzzy").json()["error"]
    assert (error["line"], error["key"]) == (1, "entry 2")


def test_other_commands_want_a_position_and_say_who_reads_lists(leafwise: Leafwise) -> None:
    for command in ("moves", "hint", "solve"):
        run = leafwise(command, "-", stdin=LIST)
        assert run.status == 2 and run.out == ""
        assert "flat lists are read by 'score' and 'show'" in run.err


def test_a_list_is_drawn(leafwise: Leafwise, tmp_path: Path) -> None:
    run = leafwise("show", "-", stdin=LIST)
    assert run.status == 0 and "4 Linden" in run.out and "Hare x3" in run.out
    target = tmp_path / "forest.svg"
    assert leafwise("show", "-", "--svg", target, stdin=LIST).status == 0
    assert "Bullfinch" in target.read_text()


def test_lists_are_ranked(leafwise: Leafwise, tmp_path: Path) -> None:
    (tmp_path / "ann.txt").write_text("2 linden")
    (tmp_path / "ben.txt").write_text("linden, douglas: top owl")
    run = leafwise("score", tmp_path / "ann.txt", tmp_path / "ben.txt", "--rank", "--json")
    assert [(p["player"], p["total"]) for p in run.json()["players"]] == [("ben", 11), ("ann", 6)]


def test_a_line_a_card_sums_to_the_total(leafwise: Leafwise) -> None:
    body = leafwise("score", "-", "--json", stdin=LIST).json()
    assert sum(row["points"] for row in body["cards"]) == body["total"]
    assert sum(row["points"] for row in body["breakdown"]) == body["total"]
    assert [row["species"] for row in body["cards"]] == [
        "linden",
        "oak",
        "bullfinch",
        "european_hare",
        "cave",
    ]
    lines = leafwise("score", "-", stdin=LIST).out.splitlines()
    assert [line.split()[0] for line in lines[1:6]] == [
        "Linden",
        "Oak",
        "Bullfinch",
        "European",
        "Cave",
    ]
    assert " ".join(lines[2].split()) == "Oak x3 0 10 each with all 8 tree species tree species: 2"


def test_what_if_takes_what_a_list_takes(leafwise: Leafwise) -> None:
    run = leafwise("score", "-", "--with", "cave 8", "--without", "2 oak", "--json", stdin=LIST)
    assert run.json()["delta"] == {"total": 8, "breakdown": [{"category": "cave", "points": 8}]}
    run = leafwise("score", "-", "--without", "cave 9", stdin=LIST)
    assert run.status == 2 and "at most 5" in run.err


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
