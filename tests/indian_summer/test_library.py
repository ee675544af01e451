"""A player's own floors and tiles: typed, checked, kept, known by name."""

import json
from pathlib import Path

import pytest

from leafwise.puzzles.core.document import parse_text
from leafwise.puzzles.core.errors import BadPosition, BadUse
from leafwise.puzzles.indian_summer import library
from leafwise.puzzles.indian_summer.game import GAME

HEAD = {"format": 1, "game": "indian-summer"}
FLOOR = """
format = 1
game = "indian-summer"
name = "garden"
print = ["b...n", ".m...", "...f."]
areas = ["AAABB", "AAABB", "AAABB"]
"""
TILES = """
format = 1
game = "indian-summer"
name = "my-box"
tiles = [
  { shape = "#o" },
  { shape = "##o", copies = 2 },
  { id = "hook", shape = "##o/#..", colour = "green" },
  { shape = "###/.o." },
  { shape = "##o###" },
]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEAFWISE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


def parsed(text: str) -> dict:
    return parse_text(text, "typed").doc


def test_a_floor_is_kept_and_known_by_name(folder: Path) -> None:
    (floor,) = library.add_floors(parsed(FLOOR))
    assert library.floor_named("garden") == floor and "garden" in library.floor_names()
    assert floor.width == 5 and [a.bit_count() for a in floor.areas] == [9, 6]
    p = GAME.new({"floor": "garden"}, 1)
    assert GAME.write(p)["floor"] == "garden" and GAME.read(GAME.write(p)) == p
    assert not floor.reconstruction
    assert [x.name for x in folder.rglob("*") if x.is_file()] == ["garden.json"]  # nothing aside


def test_tiles_are_kept_and_known_by_name() -> None:
    box = library.add_tiles(parsed(TILES))
    assert [(k.id, k.colour, k.copies) for k in box.tiles] == [
        ("tile-1", "green", 1), ("tile-2", "green", 2), ("hook", "green", 1),
        ("tile-4", "orange", 1), ("tile-5", "red", 1),
    ]  # fmt: skip
    assert library.tile_set("my-box") == box and library.tile_set_names() == ("my-box",)
    p = GAME.new({"floor": "1a", "tiles": "my-box"}, 1)
    assert GAME.write(p)["tiles"] == "my-box" and GAME.read(GAME.write(p)) == p
    assert len(p.path) == 5 and len(p.common) == 1


def test_a_tile_file_is_read_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "my-box.toml").write_text(TILES)
    doc = {**HEAD, "floor": "1a", "path": ["#o"], "tiles": "my-box.toml"}
    p = GAME.read(doc)
    assert len(p.box.tiles) == 5 and GAME.write(p)["tiles"] == "my-box.toml"
    assert GAME.read(GAME.write(p)) == p
    (tmp_path / "my-box.toml").unlink()
    library.add_tiles(parsed(TILES))
    assert GAME.read(doc).box.tiles == p.box.tiles  # kept under its name


def test_own_animals() -> None:
    text = TILES + 'animals = [{ id = "Dot", shape = "#", copies = 2, treasure = "nut" }]\n'
    (box,) = (library.add_tiles(parsed(text)),)
    doc = {**HEAD, "floor": "own", "print": ["...."] * 3, "cover": ["o...", "....", "...."],
           "path": ["#o"], "tiles": "my-box"}  # fmt: skip
    p = GAME.read(doc)
    assert p.stock == (2,) and "animal Dot # a1" in GAME.listing(p)
    (action,) = GAME.parse(p, "animal Dot # a1")
    assert GAME.apply(p, action).treasures == (0, 1, 0, 0)
    assert box.animals[0].treasure == 1


def test_many_floors_in_one_file_and_the_shipped_format() -> None:
    doc = {**HEAD, "floors": [
        {"id": "x1", "print": ["...."] * 3, "treasures": {"berry": 0}},
        {"name": "x2", "print": ["b..."] * 3, "areas": ["ABCD"] * 3},
    ]}  # fmt: skip
    assert [f.name for f in library.add_floors(doc)] == ["x1", "x2"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"print": ["b...n", ".m..", "...f."]}, "print[1]"),
        ({"print": ["b...n", ".x...", "...f."]}, "print[1]"),
        ({"areas": ["AAABB", "AAABB"]}, "areas"),
        ({"areas": ["AAABB", "AA.BB", "AAABB"]}, "areas[1]"),
        ({"areas": None}, "areas"),
        ({"print": []}, "print"),
        ({"print": ["." * 17]}, "print"),
        ({"name": 3}, "name"),
        ({"treasures": {"berry": 2}}, "treasures.berry"),
        ({"treasures": {"berries": 1}}, "treasures.berries"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_faults_of_a_floor(change: dict, place: str, folder: Path) -> None:
    doc = {key: x for key, x in {**parsed(FLOOR), **change}.items() if x is not None}
    with pytest.raises(BadPosition) as error:
        library.add_floors(doc)
    assert place in [f.place for f in error.value.faults()]
    assert not folder.exists()


def test_all_faults_of_a_tile_set_at_once(folder: Path) -> None:
    doc = {
        **HEAD,
        "name": "bad",
        "tiles": [
            {"shape": "###"},
            {"shape": "oo"},
            {"shape": "#o", "colour": "blue"},
            {"shape": "#o", "copies": 0},
            {"shap": "#o"},
            {"id": "a", "shape": "#o"},
            {"id": "a", "shape": "#o"},
        ],
        "animals": [{"id": "x", "shape": "o#"}, {"id": "y", "shape": "#", "treasure": "gold"}],
    }
    with pytest.raises(BadPosition) as error:
        library.add_tiles(doc)
    places = [f.place for f in error.value.faults()]
    for place in ("tiles[0].shape", "tiles[1].shape", "tiles[2].colour", "tiles[3].copies",
                  "tiles[4].shap", "tiles[4].shape", "tiles", "animals[0].shape",
                  "animals[1].treasure"):  # fmt: skip
        assert place in places
    assert not folder.exists()


def test_names_are_checked_and_nothing_is_overwritten_unasked() -> None:
    for name in ("1a", "own", "../x", "", "a b"):
        with pytest.raises((BadUse, BadPosition)):
            library.add_floors(parsed(FLOOR), name)
    library.add_floors(parsed(FLOOR))
    with pytest.raises(BadUse):
        library.add_floors(parsed(FLOOR))
    changed = parsed(FLOOR.replace("b...n", "....."))
    library.add_floors(changed, replace=True)
    floor = library.floor_named("garden")
    assert floor is not None and floor.print[0] == "....."
    with pytest.raises(BadUse):
        library.add_tiles({k: v for k, v in parsed(TILES).items() if k != "name"})
    library.add_tiles(parsed(TILES))
    with pytest.raises(BadUse):
        library.add_tiles(parsed(TILES))


def test_a_floor_changed_later_does_not_change_a_position() -> None:
    library.add_floors(parsed(FLOOR))
    p = GAME.new({"floor": "garden"}, 1)
    library.add_floors(parsed(FLOOR.replace("b...n", ".....")), replace=True)
    doc = GAME.write(p)
    assert doc["floor"] == "own" and doc["print"][0] == "b...n"


def test_a_damaged_file_is_a_fault_and_no_crash(folder: Path) -> None:
    library.add_floors(parsed(FLOOR))
    (folder / "indian-summer" / "floors" / "garden.json").write_text("{")
    with pytest.raises(BadPosition):
        GAME.read({**HEAD, "floor": "garden", "path": ["#o"]})
    stored = json.dumps({**HEAD, "floor": "gardn", "path": ["#o"]})
    with pytest.raises(BadPosition) as error:
        GAME.read(json.loads(stored))
    assert error.value.faults()[0].nearest == "garden"
