"""Rulings 1 to 6: components and set-up."""

from collections import Counter

import pytest
from is_support import doc, have, play, pos

from leafwise.puzzles.core.errors import BadUse
from leafwise.puzzles.indian_summer.components import (
    TREASURES,
    default_areas,
    shipped_floors,
    shipped_tiles,
)
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.geometry import canonical, holed_shapes, shape


def test_ruling_1_standard_floor_and_any_rectangle() -> None:
    for floor in shipped_floors().values():
        assert (floor.width, floor.height, len(floor.areas)) == (8, 9, 6)
        assert all(area.bit_count() == 12 for area in floor.areas)
    odd = pos([".....", ".....", "....."], areas=["AABBB", "ABBCC", "AACCC"])
    assert [area.bit_count() for area in odd.floor.areas] == [5, 5, 5]
    big = pos(["." * 16] * 16)
    assert big.floor.all == (1 << 256) - 1
    assert "squirrel p16" in GAME.listing(big)


def test_ruling_1_default_areas_are_blocks_of_3_by_4() -> None:
    assert default_areas(8, 3) == ("AAAABBBB",) * 3
    assert default_areas(5, 3) is None and default_areas(4, 4) is None
    named = pos(print=["." * 4] * 3, areas=["xxxx"] * 3)
    assert "areas" not in doc(named)


def test_ruling_2_copies_by_colour() -> None:
    count: Counter[str] = Counter()
    for kind in shipped_tiles().tiles:
        count[kind.colour] += kind.copies
        assert {3: "green", 4: "orange", 5: "red"}[len(shape(kind.text).cells)] == kind.colour
    assert count == {"green": 17, "orange": 29, "red": 29}


def test_ruling_3_reconstruction_says_so() -> None:
    box = shipped_tiles()
    assert box.reconstruction and all(f.reconstruction for f in shipped_floors().values())
    by_size = {
        size: sorted(k.copies for k in box.tiles if len(shape(k.text).cells) == size)
        for size in (3, 4, 5)
    }
    assert by_size == {3: [4, 4, 4, 5], 4: [2] * 7 + [3] * 5, 5: [1] * 29}
    names = [canonical(kind.text) for kind in box.tiles]
    assert len(set(names)) == len(names)
    assert set(names) >= {*holed_shapes(3), *holed_shapes(4)}
    texts = [
        entry.name
        for block in GAME.picture(GAME.new({}, 1)).blocks
        for entry in getattr(block, "entries", ())
    ]
    assert any("reconstruction" in text for text in texts)
    assert any("reconstruction" in line for line in GAME.form({}).splitlines())


def test_ruling_3_prints() -> None:
    assert len(shipped_floors()) == 12
    total: Counter[str] = Counter()
    for floor in shipped_floors().values():
        assert 20 <= floor.treasure.bit_count() <= 23
        assert all(area & floor.treasure for area in floor.areas)
        total.update({n: m.bit_count() for n, m in zip(TREASURES, floor.printed, strict=True)})
    assert total["berry"] > total["nut"] > total["mushroom"] > total["feather"] > 0


def test_ruling_4_animals() -> None:
    animals = {k.id: (k.copies, k.treasure) for k in shipped_tiles().animals}
    assert animals == {
        "Z": (1, 0), "T": (1, 1), "O": (1, 3),
        "I3": (5, None), "L3": (5, None), "I4": (3, None), "L4": (4, None),
    }  # fmt: skip
    assert sum(n for n, _ in animals.values()) == 20


def test_ruling_5_treasures_and_squirrels_never_run_out() -> None:
    p = pos(["." * 8] * 9, treasures={"nut": 80, "berry": 99})
    for i in range(40):
        p = play(p, f"nut {'abcdefgh'[i % 8]}{i // 8 + 1}")
    assert p.squirrels.bit_count() == 40 and have(p) == {"b": 99, "n": 40}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ruling_6_deal(players: int) -> None:
    p = GAME.new({"floor": "2b", "players": str(players)}, 7)
    box = p.box
    for path in (p.path, *(o.path for o in p.opponents)):
        assert [box.colour(t) for t in path] == ["green", "green", "orange", "orange", "red"]
    assert len(p.common) == 20 and have(p) == {"b": 1, "n": 1, "m": 1}
    assert len(p.opponents) == players - 1
    seen = Counter(
        canonical(t) for t in (*p.path, *p.common, *(t for o in p.opponents for t in o.path))
    )
    assert all(seen[canonical(k.text)] <= k.copies for k in box.tiles)
    assert p == GAME.new({"floor": "2b", "players": str(players)}, 7)
    assert p != GAME.new({"floor": "2b", "players": str(players)}, 8)
    assert GAME.read(GAME.write(p)) == p


def test_ruling_6_reserve_fills_the_common_path_up_to_20_below_7() -> None:
    p = GAME.world(GAME.new({"floor": "1a"}, 3), 0, 5)
    assert len(p.common) == 20 and len(p.reserve) == 75 - 25
    from leafwise.puzzles.indian_summer.rules import draw

    seven, _ = draw(p, 13)
    assert len(seven.common) == 7 and seven.reserve == p.reserve
    six, taken = draw(p, 14)
    assert len(six.common) == 20 and six.common == p.common[14:] + p.reserve[:14]
    assert taken == p.common[:14] and six.reserve == p.reserve[14:]


def test_ruling_6_new_refuses_bad_options() -> None:
    for options in ({"floor": "9z"}, {"players": "5"}, {"tiles": "nothing-of-mine"}):
        with pytest.raises(BadUse):
            GAME.new(options, 1)
