"""``analyse``: text, JSON, drawing, the record with comments; the sums close."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cli_support import Leafwise

GAME = 'format = 1\ngame = "pig"\ntotal = 0\n'
RECORD = '["roll", "die 6", "roll", "die 4", "bank"]'


@pytest.fixture
def game(tmp_path: Path, leafwise: Leafwise) -> Path:
    """A whole turn of Pig, banked too early."""
    path = tmp_path / "game.toml"
    path.write_text(f"{GAME}record = {RECORD}\n")
    return path


def test_the_text_tells_totals_the_costliest_and_every_decision(
    leafwise: Leafwise, game: Path
) -> None:
    ran = leafwise("analyse", game)
    assert ran.status == 0 and ran.err == ""
    assert "expected at the first decision" in ran.out
    assert "1. entry 5, bank or roll: bank  cost" in ran.out
    assert "better: roll" in ran.out
    assert "roll is worth" in ran.out
    assert "blunder: at least 1 times" in ran.out  # the table of labels
    assert "lost by own moves, added up" in ran.out
    assert "a sum, not a result in reach" in ran.out
    assert "what the opponents did" not in ran.out  # there are none
    assert "3 decisions" in ran.out


def test_the_sums_close_in_json(leafwise: Leafwise, game: Path) -> None:
    found = leafwise("analyse", game, "--json").json()
    assert found["result"] == 10
    total = found["first"] + found["luck"] + found["others"] + found["drift"] - found["loss"]
    assert total == pytest.approx(found["result"], abs=1e-4)
    assert found["best_result"] == pytest.approx(found["result"] + found["loss"], abs=1e-4)
    assert found["loss"] == pytest.approx(sum(d["loss"] for d in found["decisions"]), abs=1e-4)
    for part in ("luck", "others", "drift"):
        assert found[part] == pytest.approx(sum(d[part] for d in found["decisions"]), abs=1e-4)
    assert [d["move"] for d in found["decisions"]] == ["roll", "roll", "bank"]
    assert found["decisions"][0]["event"] == "die 6"
    assert found["worst"] == [2]
    assert {row["label"] for row in found["labels"]} >= {d["label"] for d in found["decisions"]}
    assert found["loss_error"] > 0 and found["luck_error"] > 0
    assert found["finished"] is True
    assert {"game", "seed", "elapsed_s", "version", "limited_by", "worlds"} <= set(found)


def test_the_seed_and_the_worlds_are_heard(leafwise: Leafwise, game: Path) -> None:
    def answer(*more: str) -> dict[str, object]:
        found: dict[str, object] = leafwise("analyse", game, "--json", *more).json()
        return {key: value for key, value in found.items() if key != "elapsed_s"}

    assert answer() == answer()
    assert answer("--seed", "4")["first"] != answer()["first"]
    assert answer("--worlds", "60")["worlds"] == 60


def test_the_line_is_drawn(leafwise: Leafwise, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "line.svg"
    assert leafwise("analyse", game, "--svg", out).status == 0
    root = ET.fromstring(out.read_text())
    texts = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert "10" in texts  # the result
    assert any(node.tag.endswith("polyline") for node in root.iter())
    assert sum(node.tag.endswith("circle") for node in root.iter()) == 4
    assert leafwise("analyse", game, "--svg", out).status == 2  # it exists


def test_the_judged_record_is_a_record(leafwise: Leafwise, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "judged.toml"
    first = leafwise("analyse", game, "-o", out)
    assert "Decision by decision" in first.out
    text = out.read_text()
    assert "blunder, lost" in text and "better roll" in text
    assert tomllib.loads(text)["record"] == tomllib.loads(game.read_text())["record"]
    again = leafwise("analyse", out, "--json").json()
    assert again["loss"] == leafwise("analyse", game, "--json").json()["loss"]
    assert leafwise("session", out, "-q", stdin="score\n").status == 0


def test_tables_come_after_the_judged_record(leafwise: Leafwise, tmp_path: Path) -> None:
    from leafwise.cli.commands.analyse import annotated
    from leafwise.cli.options import Common
    from leafwise.cli.run import Ask
    from leafwise.cli.style import PLAIN
    from leafwise.puzzles.core import records
    from leafwise.puzzles.core.registry import load
    from leafwise.solver.analysis import Analysis

    game = load("forest-shuffle")
    doc = game.write(game.new({"players": "2"}, 3))
    doc = {**doc, "forest": [{"tree": "oak"}, {"tree": "birch"}], "record": []}
    found = Analysis((), 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, True, 0, 0, "budget", False, ())
    ask = Ask(game, None, doc, "x", {}, Common(), PLAIN)
    text = annotated(ask, records.read(game, doc), found)
    assert tomllib.loads(text) == doc


def test_a_record_without_own_decisions_is_an_answer_of_no(leafwise: Leafwise, pig: Path) -> None:
    ran = leafwise("analyse", pig)
    assert ran.status == 1
    assert "nothing to analyse" in ran.err


def test_a_faulty_record_is_bad_input(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f'{GAME}record = ["roll", "die 9"]\n')
    ran = leafwise("analyse", path)
    assert ran.status == 2
    assert "record[1]" in ran.err


def test_compare_tells_the_gap_beside_the_worse_move(leafwise: Leafwise, pig: Path) -> None:
    rows = leafwise("compare", pig, "bank", "roll").out.splitlines()
    bank = next(row for row in rows if " bank " in row)
    roll = next(row for row in rows if " roll " in row)
    assert "+-" in bank and "+-" not in roll
    assert " - " not in bank
