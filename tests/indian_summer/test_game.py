"""The interface's laws, the outside cases, the listing, the notation, hidden tiles."""

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from conformance import check_all
from hypothesis import given, settings
from hypothesis import strategies as st
from is_support import cover, doc, listed, play, pos, refused

from leafwise.puzzles.core.document import parse_text
from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.registry import load
from leafwise.puzzles.indian_summer.actions import Mushroom
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import holed_shapes, orientations
from leafwise.puzzles.indian_summer.notation import plain_text
from leafwise.puzzles.indian_summer.position import Position

TILES = [
    text for size in (2, 3, 4, 5) for name in holed_shapes(size) for text in orientations(name)
]


def random_start(seed: int, width: int = 4, height: int = 3) -> Position:
    """A dealt small game: random print, areas, tiles, opponents, treasures."""
    rng = random.Random(seed)
    opponents = [
        {
            "path": [rng.choice(TILES) for _ in range(rng.randint(1, 3))],
            "uncovered": rng.randint(1, 12),
            "moved": rng.random() < 0.3,
        }
        for _ in range(rng.randint(0, 3))
    ]
    return pos(
        print=["".join(rng.choice("...bnmf") for _ in range(width)) for _ in range(height)],
        areas=["".join(rng.choice("AB") for _ in range(width)) for _ in range(height)],
        path=[rng.choice(TILES) for _ in range(rng.randint(1, 4))],
        common=[rng.choice(TILES) for _ in range(rng.randint(0, 8))],
        opponents=opponents,
        treasures={name: rng.randint(0, 2) for name in ("berry", "nut", "mushroom", "feather")},
        turns=rng.choice([None, 2, 9]) or 6,
    )


@pytest.mark.parametrize("seed", range(12))
def test_conformance_on_small_floors(seed: int) -> None:
    seen = check_all(GAME, random_start(seed, 3, 3), seed, most=40)
    assert seen > 1


def test_conformance_on_a_dealt_game_with_reserve() -> None:
    start = GAME.new({"floor": "3a", "players": "2"}, 4)
    nearly = replace(start, leaf=start.floor.all & ~0b111, treasures=(3, 3, 3, 3))
    assert check_all(GAME, replace(nearly, turns=3), 1, most=60) > 3


def expected_listing(p: Position) -> list[str]:
    """The texts of all actions, a mushroom without its sources and once."""
    width = p.floor.width
    return sorted(
        {
            plain_text(a, width) if isinstance(a, Mushroom) else GAME.format(p, (a,))
            for a in GAME.actions(p)
        }
    )


@pytest.mark.parametrize("seed", range(40))
def test_listing_is_the_actions_as_text(seed: int) -> None:
    p = random_start(seed)
    rng = random.Random(seed)
    for _ in range(6):
        assert list(GAME.listing(p)) == expected_listing(p)
        for text in rng.sample(GAME.listing(p), min(20, len(GAME.listing(p)))):
            assert GAME.format(p, GAME.parse(p, text)) == text
        if GAME.turn(p).kind == "over":
            break
        p = GAME.apply(p, rng.choice(GAME.actions(p)))


def test_listing_on_a_floor_of_more_than_64_fields() -> None:
    p = random_start(3, 9, 8)
    assert list(GAME.listing(p)) == expected_listing(p)


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def after(p: Position, row: dict, want: dict) -> Position:
    """The position that a case's ``after`` describes, without what it leaves out."""
    return GAME.read({**row["position"], **want, "main_done": False})


def test_outside_cases_actions_transitions_cleanup(data: Path) -> None:
    table = rows(data / "is_positions.jsonl")
    assert len(table) == 80
    for row in table:
        p = GAME.read(row["position"])
        assert GAME.read(GAME.write(p)) == p
        moves = GAME.listing(p)
        assert len(moves) == row["count"], row["id"]
        if "actions" in row:
            assert list(moves) == row["actions"], row["id"]
        else:
            assert hashlib.sha256("\n".join(moves).encode()).hexdigest() == row["sha256"]
        for step in row["transitions"]:
            q = replace(play(p, step["turn"]), main_done=False)
            assert q == after(p, row, step["after"]), (row["id"], step["turn"])
        assert GAME.score_extras(p)["cleanup"] == row["cleanup"], row["id"]
        assert GAME.total(p) == row["cleanup"]["uncovered"]


def test_outside_plans_reach_their_results(data: Path) -> None:
    table = rows(data / "is_exact.jsonl")
    assert len(table) == 24
    for row in table:
        p = GAME.read(row["position"])
        for turn in row["plan"]:
            p = play(p, turn + "; end")
        value = GAME.value(p).shown()
        assert {**value, "turns": len(row["plan"])} == row["result"], row["id"]


def test_largest_case_is_listed_whole(data: Path) -> None:
    row = max(rows(data / "is_positions.jsonl"), key=lambda row: row["count"])
    p = GAME.read(row["position"])
    assert len(GAME.listing(p)) == row["count"] > 200_000


def test_the_contracts_example_is_read() -> None:
    text = """
        format = 1
        game = "indian-summer"
        floor = "own"
        print = ["b..n", "....", ".m.."]
        areas = ["AAAA", "AAAA", "AAAA"]
        cover = ["#o..", "#...", "...."]
        path = ["##o", "o#/#.", "#o##"]
        common = ["##o#", "#o#"]
        treasures = { berry = 1, nut = 1 }
    """
    p = GAME.read(parse_text(text, "example").doc)
    assert cover(p) == ["#o..", "#...", "...."] and p.treasures == (1, 1, 0, 0)
    assert doc(p) == {
        "format": 1, "game": "indian-summer", "floor": "own", "print": ["b..n", "....", ".m.."],
        "cover": ["#o..", "#...", "...."], "path": ["##o", "o#/#.", "#o##"],
        "common": ["##o#", "#o#"], "treasures": {"berry": 1, "nut": 1},
    }  # fmt: skip


def test_a_shipped_floor_is_written_by_name() -> None:
    p = GAME.new({"floor": "4b"}, 2)
    assert doc(p)["floor"] == "4b" and "print" not in doc(p)


@pytest.mark.parametrize("options", [{}, {"floor": "2b", "players": "3"}])
def test_the_form_is_a_valid_file(options: dict[str, str]) -> None:
    p = GAME.read(parse_text(GAME.form(options), "form").doc)
    assert p.floor.name == options.get("floor", "1a")
    assert len(p.opponents) == int(options.get("players", "1")) - 1


@pytest.mark.parametrize(
    "text",
    ["", "leef 1 ##o a1", "leaf 1 ##o", "leaf x ##o a1", "leaf 1 ### a1", "leaf 1 ##o z9",
     "squirrel", "squirrel a1 a2", "feather 1 ##o a1", "mushroom", "mushroom 9 ##o a1",
     "berry berry", "nut", "exchange nut", "exchange nut berry mushroom", "exchange nuts berry",
     "animal X ### a1", "animal I3 ##o a1", "end now", "squirrel a1;; end"],
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.parse(pos(["....", "...."], treasures={"nut": 5, "mushroom": 1}), text)


def test_an_illegal_move_names_the_action_and_the_ruling() -> None:
    error = refused(pos(["....", "...."]), "squirrel a1; squirrel a2")
    assert error.move == "squirrel a2" and error.rule == "indian_summer 7"
    assert isinstance(error, IllegalMove) and error.status == 1


def test_a_line_with_two_mushrooms_keeps_its_sources() -> None:
    others = [{"path": ["##o", "#o#", "#o"]}, {"path": ["#o", "##o", "#o"]}, {"path": ["#o"] * 3}]
    p = pos(["......"] * 4, opponents=others, treasures={"mushroom": 2})
    text = "mushroom 2 #o a1 + 3 #o c1; end; mushroom 2 ##o a2 + 3 #o a3"
    line = GAME.parse(p, text)
    again = GAME.format(p, line)
    assert GAME.parse(p, again) == line
    assert again.startswith("mushroom #o a1 + #o c1; end; ")


def test_pieces_are_kept_while_playing_and_do_not_matter_for_equality() -> None:
    p = pos(["....", "...."], path=["##o", "#o"], common=["#o"] * 3)
    q = play(p, "leaf 1 ##o a1; end; leaf 1 #o a2; end; squirrel c2")
    assert q.pieces == ("AAA.", "BB..") and doc(q)["pieces"] == ["AAA.", "BB.."]
    again = GAME.read(doc(q))
    assert again.pieces == q.pieces
    assert replace(q, pieces=None) == q
    unknown = play(pos(["#...", "...."]), "leaf 1 ##o a2")
    assert unknown.pieces is None
    typed = play(pos(["#o..", "...."], pieces=["xx..", "...."], path=["##o"]), "leaf 1 ##o a2")
    assert typed.pieces == ("xx..", "AAA.")


def test_pieces_under_an_animal_change_owner() -> None:
    p = pos(["ooo.", "###."], pieces=["abc.", "abc."], path=["##o"])
    assert play(p, "animal I3 ### a1").pieces == ("AAA.", "abc.")


# hidden tiles


def test_world_samples_only_what_is_unseen() -> None:
    p = GAME.new({"floor": "1a", "players": "3"}, 5)
    w = GAME.world(p, 0, 1)
    assert len(w.reserve) == 75 - 15 - 20 and w.common == p.common
    assert GAME.view(w, 0) == p and GAME.world(p, 0, 2).reserve != w.reserve
    assert GAME.write(w) == GAME.write(p)  # a reserve never leaks into a file


def test_world_sets_aside_tiles_on_floors() -> None:
    p = play(GAME.new({"floor": "1a"}, 5), "squirrel a1; end")
    tile = listed(p, "leaf")[0]
    q = play(p, tile)
    assert len(GAME.world(q, 0, 1).reserve) == 50  # known by its piece, not guessed
    guessed = replace(q, pieces=None)
    assert len(GAME.world(guessed, 0, 1).reserve) in (49, 50)


def test_a_tile_that_came_into_a_path_is_known() -> None:
    p = pos(["......"] * 4, path=["##o"], common=["#o"], treasures={"berry": 3})
    w = GAME.world(p, 0, 3)
    q = play(w, "berry")
    assert len(q.path) == 5 and q.path[1] == "#o" and q.path[2:] == w.reserve[:3]
    assert GAME.view(q, 0).path == q.path and GAME.view(q, 0).reserve == ()
    assert len(q.common) == 20  # ruling 6


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_world_is_reproducible_and_viewed_back(seed: int) -> None:
    p = random_start(seed)
    assert GAME.view(GAME.world(p, 0, seed), 0) == p
    assert GAME.world(p, 0, seed) == GAME.world(p, 0, seed)


def test_plain_rules_load_no_heavy_modules() -> None:
    import subprocess
    import sys

    code = (
        "import sys, leafwise.puzzles.indian_summer.game as g\n"
        "p = g.GAME.new({}, 1)\n"
        "g.GAME.scores(p), g.GAME.picture(p)\n"
        "print([m for m in ('numba', 'ortools', 'networkx', 'numpy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
    assert load("indian-summer") is GAME
