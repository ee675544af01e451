"""The commands themselves: text, JSON by the contract, chaining."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_support import Leafwise

from leafwise import __version__
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.registry import load
from leafwise.solver import registry as engines
from leafwise.solver.api import Budget, Solution, SolveOptions

COMMON = {"game", "seed", "elapsed_s", "version"}
ROW = (
    "move value floor low high loss loss_low loss_high best banked to_come flags same proof"
    " plan why"
)


def test_version(leafwise: Leafwise) -> None:
    assert leafwise("--version").out == f"leafwise {__version__}\n"


def test_moves(leafwise: Leafwise, spring: Path) -> None:
    text = leafwise("moves", spring)
    found = leafwise("moves", spring, "--json").json()
    assert set(found) >= COMMON
    assert found["count"] == len(found["moves"]) == len(set(found["moves"])) > 50
    assert found["moves"] == sorted(found["moves"]) == text.out.splitlines()


def test_play_chains_through_standard_input(leafwise: Leafwise, spring: Path) -> None:
    first = leafwise("play", spring, "b7:c9 tree", "roll 1 4")
    doc = tomllib.loads(first.out)
    assert doc["roll"] == "1 4"
    assert doc["areas"][-1] == "b7:c9 tree"
    second = leafwise("play", "-", "misthrow", "--json", stdin=first.out).json()
    assert second["misthrows"] == 1
    assert not COMMON & (set(second) - {"game"})
    third = leafwise("moves", "-", stdin=json.dumps(second))
    assert third.out.splitlines() == ["drop out", "stay in"]


def test_play_whole_turns(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "floor.json"
    doc = {
        "format": 1,
        "game": "indian-summer",
        "floor": "own",
        "print": ["....", "....", "...."],
        "path": ["##o", "#o#"],
        "common": ["##o"] * 4,
        "turns": 5,
    }
    path.write_text(json.dumps(doc))
    open_turn = leafwise("play", path, "squirrel a1", "--json").json()
    assert open_turn["main_done"] is True
    ended = leafwise("play", "--turns", path, "squirrel a1", "squirrel b1; end", "--json").json()
    assert not ended.get("main_done", False)
    assert ended["turns"] == 3
    run = leafwise("play", "--turns", path, "exchange nut berry")
    assert run.status == 1  # no main action: the turn may not end


def test_score_and_what_if(leafwise: Leafwise, spring: Path) -> None:
    found = leafwise("score", spring, "--move", "b7:c9 tree", "--json").json()
    assert set(found) >= COMMON
    assert found["total"] == sum(row["points"] for row in found["breakdown"])
    assert all({"category", "points", "detail"} == set(row) for row in found["breakdown"])
    after = found["after"]
    assert found["delta"]["total"] == after["total"] - found["total"]
    assert sum(row["points"] for row in found["delta"]["breakdown"]) == found["delta"]["total"]
    assert all(row["points"] for row in found["delta"]["breakdown"])
    assert found["steps"] == [
        {"move": "b7:c9 tree", "total": after["total"], "delta": found["delta"]["total"]}
    ]
    assert "marks" in found
    text = leafwise("score", spring, "--move", "b7:c9 tree").out
    assert f"total {found['total']} points" in text
    assert f"then {after['total']} points" in text


def test_score_with_and_without(leafwise: Leafwise, spring: Path) -> None:
    found = leafwise("score", spring, "--without", "d7:d10", "--json").json()
    assert found["delta"]["total"] == found["after"]["total"] - found["total"]
    assert found["steps"] == []


def sheet(path: Path, season: str, start: int, misthrows: int) -> Path:
    path.write_text(
        f'format = 1\ngame = "rustling-leaves"\nseason = "{season}"\nstart = {start}\n'
        f"misthrows = {misthrows}\n"
    )
    return path


def test_rank_and_year(leafwise: Leafwise, tmp_path: Path) -> None:
    ann = sheet(tmp_path / "ann.toml", "spring", 1, 2)
    ben = sheet(tmp_path / "ben.toml", "spring", 2, 0)
    ranked = leafwise("score", ann, ben, "--rank", "--json").json()
    assert [(row["player"], row["rank"]) for row in ranked["players"]] == [("ben", 1), ("ann", 2)]
    assert "ben" in leafwise("score", ann, ben, "--rank").out.splitlines()[0]
    seasons = ["winter", "spring", "summer", "autumn"]
    files = [sheet(tmp_path / f"{season}.toml", season, 1, 1) for season in seasons]
    year = leafwise("score", *files, "--year", "--json").json()
    assert [row["sheet"] for row in year["parts"]] == ["spring", "summer", "autumn", "winter"]
    assert year["total"] == sum(row["total"] for row in year["parts"])
    assert leafwise("score", ann, ben, "--year").status == 2
    assert leafwise("score", ann, ben, "--rank", "--year").status == 2


def test_sheets_that_do_not_belong_together_name_the_file(
    leafwise: Leafwise, tmp_path: Path
) -> None:
    ann = sheet(tmp_path / "ann.toml", "spring", 1, 2)
    same = sheet(tmp_path / "same.toml", "spring", 1, 2)
    forest = tmp_path / "forest.txt"
    forest.write_text("3 oak, beech\n")
    other = leafwise("score", ann, forest, "--year", "--json")
    assert other.status == 2
    assert other.err == f"{forest}: found forest-shuffle; sheets of one game, " + (
        f"rustling-leaves as {ann}\n"
    )
    error = other.json()["error"]
    assert (error["file"], error["key"]) == (str(forest), None)
    assert leafwise("score", ann, same, "--rank").err.startswith(f"{same}: found start 1; another")
    assert f"spring ({ann}), spring ({same})" in leafwise("score", ann, same, "--year").err


def test_sheets_of_the_same_name_in_two_folders_are_told_apart(
    leafwise: Leafwise, tmp_path: Path
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    files = [sheet(tmp_path / f / "me.toml", "spring", n, 0) for n, f in enumerate("ab", 1)]
    ranked = leafwise("score", *files, "--rank", "--json").json()
    assert {row["player"] for row in ranked["players"]} == {str(path) for path in files}


def test_new_deals_and_fills_in(leafwise: Leafwise, tmp_path: Path) -> None:
    run = leafwise("new", "rustling-leaves", "--season", "winter", "--start", "3")
    assert tomllib.loads(run.out)["season"] == "winter"
    form = leafwise("new", "rustling-leaves", "--empty")
    assert "#" in form.out
    assert leafwise("score", "-", stdin=form.out).status == 0
    assert leafwise("new", "rustling-leaves", "--empty", "--json").status == 2
    same = [leafwise("new", "rustling-leaves", "--seed", "5").out for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.parametrize("game", ["rustling-leaves", "indian-summer", "forest-shuffle"])
def test_new_of_every_game_can_be_shown_scored_and_read_as_json(
    leafwise: Leafwise, game: str
) -> None:
    text = leafwise("new", game, "--seed", "3")
    assert text.status == 0
    doc = leafwise("new", game, "--seed", "3", "--json").json()
    assert tomllib.loads(text.out) == doc
    for command in ("show", "score", "moves"):
        assert leafwise(command, "-", stdin=text.out).status == 0
    assert leafwise("new", game, "--help").status == 0


def test_hint_json_and_levels(leafwise: Leafwise, pig: Path) -> None:
    found = leafwise("hint", pig, "--move", "bank", "--json", "--time-limit", "60").json()
    assert COMMON | {"method", "worlds", "limited_by", "moves"} <= set(found)
    assert [row["move"] for row in found["moves"]] == ["roll", "bank"]
    assert list(found["moves"][0]) == ROW.split()
    assert "asked" in found["moves"][1]["flags"]
    again = leafwise("hint", pig, "--move", "bank", "--json", "--time-limit", "60").json()
    assert {**again, "elapsed_s": 0} == {**found, "elapsed_s": 0}
    table = leafwise("hint", pig, "--move", "bank", "--time-limit", "60")
    assert "Best: roll" in table.out
    assert "<- your move" in table.out
    nudge = leafwise("hint", pig, "--level", "nudge").out
    assert nudge.splitlines()[1:] == [found["nudge"]]
    assert found["reason"] in leafwise("hint", pig, "--level", "reason").out
    assert "  1. roll" in leafwise("hint", pig, "--level", "plan").out
    assert len(leafwise("hint", pig, "-v").out) > len(leafwise("hint", pig).out)


def test_compare(leafwise: Leafwise, pig: Path) -> None:
    found = leafwise("compare", pig, "bank", "roll", "--json").json()
    assert [row["move"] for row in found["moves"]] == ["bank", "roll"]
    assert {"difference", "why"} <= set(found)
    assert "bank" in leafwise("compare", pig, "bank", "roll").out


class Banker:
    """A solver of Pig that banks: enough to see every status."""

    game_id = "pig"
    engines = ("search",)
    compiled = ()

    def __init__(self, **found: Any) -> None:
        self.found = found
        self.options: SolveOptions | None = None

    def solve(self, p: Any, options: SolveOptions, budget: Budget) -> Solution:
        self.options = options
        game: AnyGame = load("pig")
        line = game.parse(p, "bank")
        base = Solution("optimal", 9.0, 9.0, ("bank",), line, "search")
        return replace(base, **self.found)


@pytest.mark.parametrize(
    ("found", "flags", "status", "said"),
    [
        ({}, [], 0, "optimal: 9 points, proven"),
        ({"status": "bounded", "bound": 12.0}, [], 0, "bounded: 9 points found, 12 points"),
        (
            {"status": "infeasible", "value": None, "bound": None, "plan": (), "line": ()},
            [],
            1,
            "infeasible",
        ),
        ({"status": "unknown", "value": None, "plan": (), "line": ()}, [], 3, "unknown"),
        ({"status": "unknown", "bound": None}, [], 0, "unknown: 9 points found"),
        ({"unique": False}, ["--unique"], 1, "not unique"),
        ({"unique": True, "count": 1}, ["--unique", "--count"], 0, "solutions: 1"),
        ({"solutions": (("bank",),)}, ["--all"], 0, "solution 1: bank"),
        ({"value": {"turns": 2, "nuts": 3}}, [], 0, "turns 2, nuts 3"),
    ],
)
def test_solve(
    leafwise: Leafwise,
    pig: Path,
    found: dict[str, Any],
    flags: list[str],
    status: int,
    said: str,
) -> None:
    solver = Banker(**found)
    engines.register("solver", "pig", solver)
    text = leafwise("solve", pig, *flags)
    assert text.status == status
    assert said in text.out
    run = leafwise("solve", pig, "--json", *flags, "--with", "a", "--without", "b")
    body = run.json()
    assert run.status == status
    assert {"status", "value", "bound", "plan"} <= set(body)
    for key in ("unique", "count", "solutions"):
        assert (key in body) == (key in found)
    assert solver.options == SolveOptions(
        count="--count" in flags,
        unique="--unique" in flags,
        all="--all" in flags,
        include=("a",),
        exclude=("b",),
    )


@pytest.mark.parametrize(
    ("draw", "status", "said"),
    [
        (("oak", "fir"), "bounded", "bounded: draw oak, fir for 9 points; no fewer than 1"),
        ((), "optimal", "optimal: hand and clearing are enough for 9 points"),
        (None, "unknown", "unknown: no fewer than 1 can do, proven, but the limit"),
    ],
)
def test_solve_says_what_to_draw(
    leafwise: Leafwise, pig: Path, draw: tuple[str, ...] | None, status: str, said: str
) -> None:
    found: dict[str, Any] = {"status": status, "draw": draw, "least": 1}
    if draw is None:
        found |= {"value": None, "plan": (), "line": ()}
    solver = Banker(**found)
    engines.register("solver", "pig", solver)
    text = leafwise("solve", pig, "--turns", 2, "--reach", 9)
    assert text.status == (3 if draw is None else 0) and said in text.out
    assert solver.options == SolveOptions(turns=2, reach=9)
    body = leafwise("solve", pig, "--json").json()
    assert (body["draw"], body["least"]) == (None if draw is None else list(draw), 1)


def test_solve_draws_the_plan(leafwise: Leafwise, pig: Path, tmp_path: Path) -> None:
    engines.register("solver", "pig", Banker())
    run = leafwise("solve", pig, "--svg", tmp_path / "s.svg", "--png", tmp_path / "s.png")
    assert run.status == 0
    assert "  1. bank" in run.out
    assert (tmp_path / "s.svg").read_text().startswith("<?xml")
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")


def test_warm_says_what_it_did(
    leafwise: Leafwise, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEAFWISE_CACHE", str(tmp_path))
    run = leafwise("warm", "pig", "--json")  # NUMBA_DISABLE_JIT is set: nothing to compile
    assert run.status == 0
    assert run.json()["games"][0]["game"] == "pig"
    assert "pig" in run.err
    assert leafwise("warm", "pgi").status == 2


def test_help_of_every_command_has_an_example(leafwise: Leafwise) -> None:
    from leafwise.cli.app import COMMANDS

    for name in COMMANDS:
        run = leafwise(name, "--help")
        assert run.status == 0
        assert "Example" in run.out and f"leafwise {name}" in run.out
