"""Rulings 15 to 18: last round, clean-up, ranking, worth, impossible states."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from is_support import cover, faults, play, pos, refused

from leafwise.puzzles.core.errors import BadPosition, BadUse
from leafwise.puzzles.indian_summer.cleanup import cleanup, worth
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.position import Position

ROOM = ["....", "...."]


def test_ruling_15_last_round_after_an_opponent_is_full() -> None:
    other = {"path": ["#o"], "uncovered": 0, "moved": True}
    p = pos(ROOM, opponents=[other])
    assert GAME.turn(p).kind == "decide"  # all have the same number of turns
    q = play(p, "squirrel a1")
    assert GAME.turn(q).kind == "decide"
    q = play(q, "end")
    assert GAME.turn(q).kind == "over" and GAME.listing(q) == ()
    assert GAME.read(GAME.write(q)) == q
    assert refused(q, "squirrel a2").rule == "indian_summer 15"


def test_ruling_15_an_opponent_full_in_an_earlier_round_ends_the_game() -> None:
    p = pos(ROOM, opponents=[{"path": ["#o"], "uncovered": 0}])
    assert GAME.turn(p).kind == "over"


def test_ruling_15_moved_stays_while_nobody_is_full() -> None:
    others = [{"path": ["#o"], "uncovered": 3, "moved": True}, {"path": ["#o"], "uncovered": 9}]
    q = play(pos(ROOM, opponents=others), "squirrel a1; end")
    assert [o.moved for o in q.opponents] == [True, False]
    assert GAME.turn(q).kind == "decide"


def end(p: Position) -> tuple[int, int, int]:
    out = cleanup(p)
    return out.uncovered, out.nuts, out.berry


def test_ruling_15_all_treasures_become_nuts() -> None:
    p = pos(ROOM, treasures={"berry": 5, "nut": 1, "mushroom": 1, "feather": 1})
    assert worth(p.treasures) == 11 and end(p) == (3, 0, 1)
    assert end(pos(ROOM, treasures={"berry": 1})) == (8, 0, 1)


def test_ruling_15_completed_areas_pay_out_again_and_again() -> None:
    p = pos(
        ["n.m.f...."], print=["n.m.f...."], areas=["AABBCCDDD"], path=["##o"], treasures={"nut": 1}
    )
    assert end(p) == (2, 0, 0)  # one nut completes A, its nut B, its mushroom C, its feather D
    assert GAME.scores(p)[0].where == ("b1", "d1", "f1", "g1")


def test_ruling_15_the_player_chooses_the_fields() -> None:
    # two nuts: the right pair of fields completes B and brings two more, the left pair nothing
    p = pos(
        [".#nn", ".#..", "...."],
        print=["..nn", "....", "...."],
        areas=["AABB", "AABB", "CCCC"],
        path=["##o"],
        treasures={"nut": 2},
    )
    assert end(p) == (4, 0, 0)
    fields = [GAME.scores(p)[0].where]
    assert fields[0][:2] == ("c2", "d2") and len(fields[0]) == 4


def test_ruling_15_no_animals_in_the_clean_up() -> None:
    p = pos(["ooo.", "...."], print=["....", "...."], path=["##o"], treasures={"nut": 1})
    assert end(p) == (4, 0, 0)


def test_ruling_15_berries_join_across_areas() -> None:
    # one berry on each of two areas and one in hand: pairs make nuts, the odd one stays
    p = pos(
        ["b.", "b.", ".."],
        print=["b.", "b.", ".."],
        areas=["AA", "BB", "CC"],
        path=["##o"],
        treasures={"nut": 2, "berry": 1},
    )
    assert end(p) == (1, 0, 1)


def test_ruling_15_a_dear_area_may_be_worth_it_last() -> None:
    # B costs three and gives two: only after it nothing else; A gives nothing at all
    p = pos(
        ["nn...", "....."],
        print=["nn...", "....."],
        areas=["BBBBB", "AAAAA"],
        path=["##o"],
        treasures={"nut": 3},
    )
    assert end(p) == (3, 0, 0)


def brute(p: Position) -> tuple[int, int, int]:
    """Every way to place the squirrels one by one."""
    size = p.floor.width * p.floor.height

    @cache
    def best(ground: int, have: int, paid: frozenset[int]) -> tuple[int, int, int]:
        if not ground or have < 2:
            return (-ground.bit_count(), have // 2, have % 2)
        found = []
        for i in range(size):
            if ground >> i & 1:
                left, gain, now = ground & ~(1 << i), 0, paid
                for k, area in enumerate(p.floor.areas):
                    if k not in paid and not area & left:
                        gain += worth([(area & mask).bit_count() for mask in p.tokens])
                        now |= {k}
                found.append(best(left, have - 2 + gain, now))
        return max(found)

    done = frozenset(k for k, area in enumerate(p.floor.areas) if not area & p.ground)
    uncovered, nuts, berry = best(p.ground, worth(p.treasures), done)
    return -uncovered, nuts, berry


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_ruling_15_best_clean_up_equals_all_ways(data: st.DataObject) -> None:
    width, height = 5, 3
    cells = list(product(range(height), range(width)))
    letters = [data.draw(st.sampled_from("ABCD")) for _ in cells]
    prints = [data.draw(st.sampled_from("..bnmf")) for _ in cells]
    ground = data.draw(st.sets(st.integers(0, 14), min_size=1, max_size=8))
    complete = {x for x in letters if all(letters[i] != x for i in ground)}
    signs = [
        "."
        if i in ground
        else prints[i]
        if prints[i] != "." and letters[i] not in complete
        else "#"
        for i in range(15)
    ]
    rows = ["".join(signs[5 * r : 5 * r + 5]) for r in range(3)]
    p = pos(
        rows,
        print=["".join(prints[5 * r : 5 * r + 5]) for r in range(3)],
        areas=["".join(letters[5 * r : 5 * r + 5]) for r in range(3)],
        treasures={"berry": data.draw(st.integers(0, 3)), "nut": data.draw(st.integers(0, 3))},
    )
    assert end(p) == brute(p)
    # and the fields named get there: placed one by one by the rules
    q = p
    for field in GAME.scores(p)[0].where:
        while q.treasures[1] == 0:
            kind = next(
                t for t in ("exchange feather nut", "exchange mushroom nut",
                            "exchange berry berry nut") if t in GAME.listing(q)
            )  # fmt: skip
            q = play(q, kind)
        q = play(q, f"nut {field}")
    assert q.ground.bit_count() == end(p)[0]


def test_ruling_16_ranking() -> None:
    full = pos(["##"], treasures={"nut": 1}, path=["##o"])
    richer = pos(["##"], treasures={"nut": 2}, path=["##o"])
    berry = pos(["##"], treasures={"nut": 1, "berry": 1}, path=["##o"])
    behind = pos(["#...", "...."], treasures={"nut": 5}, path=["##o"])
    order = GAME.rank([full, richer, berry, behind, full], ["a", "b", "c", "d", "e"])
    assert [(s.player, s.rank) for s in order] == [
        ("b", 1), ("c", 2), ("a", 3), ("e", 3), ("d", 5),
    ]  # fmt: skip


def test_ruling_16_players_of_a_file() -> None:
    others = [
        {"path": ["#o"], "uncovered": 4, "nuts": 1, "berry": True},
        {"path": ["#o"], "uncovered": 9},
    ]
    p = pos(["#...", "...."], opponents=others, treasures={"nut": 4})
    assert [(x.player, x.total, x.rank) for x in GAME.players(p)] == [
        ("me", 3, 2), ("opponent 1", 3, 1), ("opponent 2", 9, 3),
    ]  # fmt: skip
    assert GAME.value(p, 1) > GAME.value(p, 0) > GAME.value(p, 2)


def test_ruling_17_worth_orders_uncovered_turns_nuts_berry() -> None:
    from leafwise.puzzles.indian_summer.cleanup import floor_value

    full = pos(["##"], treasures={"nut": 1}, path=["##o"])
    rich = pos(["##"], treasures={"nut": 4}, path=["##o"])
    berry = pos(["##"], treasures={"nut": 1, "berry": 1}, path=["##o"])
    open_ = pos(["#....."], treasures={"nut": 1}, path=["##o"])
    values = [
        floor_value(rich, 3), floor_value(berry, 3), floor_value(full, 3), floor_value(rich, 4),
        floor_value(open_, 1),
    ]  # fmt: skip
    assert values == sorted(values, reverse=True)
    assert [v.utility() for v in values] == sorted((v.utility() for v in values), reverse=True)
    assert values[-1].shown() == {"turns": 1, "uncovered": 4, "nuts": 0}


def test_ruling_18_every_impossible_state_is_reported_at_once() -> None:
    found = faults(
        ["nb..", "oa..", "####", "bo##"],
        print=["b...", "bb..", "....", "b..."],
        areas=["AAAA", "AAAA", "BBBB", "CCCC"],
        path=[],
        common=["#o"],
        animals={"Z": 0},
        animal_treasures=["Z", "T"],
        opponents=[{"path": ["#o"] * 7}],
    )
    places = [(f.place, f.rule) for f in found]
    assert sorted(places) == sorted([
        ("cover[0]", "ruling 18"),  # a nut on a printed berry
        ("cover[0]", "ruling 18"),  # a token where nothing is printed
        ("cover[1]", "ruling 18"),  # a free hole over a print of an incomplete area
        ("cover[1]", "ruling 18"),  # an animal likewise
        ("cover[3]", "ruling 18"),  # a token in a complete area
        ("path", "ruling 18"),
        ("opponents[0].path", "ruling 18"),
        ("animal_treasures[0]", "ruling 18"),
    ])  # fmt: skip


def test_ruling_18_path_over_six() -> None:
    assert [(f.place, f.rule) for f in faults(ROOM, path=["#o"] * 7)] == [("path", "ruling 18")]
    assert len(pos(ROOM, path=["#o"] * 6).path) == 6


def test_ruling_18_a_hole_count_is_not_checked() -> None:
    p = pos(["oooo", "#..."], path=["##o"])
    assert cover(p) == ["oooo", "#..."]


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"flor": "1a"}, "flor"),
        ({"path": "##o"}, "path"),
        ({"path": ["##", "o.o"]}, "path[0]"),
        ({"path": ["#o/##", "#o#/#"]}, "path[1]"),
        ({"cover": ["....", "..."]}, "cover[1]"),
        ({"cover": ["....", "...x"]}, "cover[1]"),
        ({"cover": ["...."]}, "cover"),
        ({"treasures": {"berries": 1}}, "treasures.berries"),
        ({"treasures": {"berry": -1}}, "treasures.berry"),
        ({"treasures": {"berry": True}}, "treasures.berry"),
        ({"animals": {"I3": 6}}, "animals.I3"),
        ({"animals": {"I5": 1}}, "animals.I5"),
        ({"animal_treasures": ["I3"]}, "animal_treasures[0]"),
        ({"opponents": [{"path": ["#o"], "nut": 1}]}, "opponents[0].nut"),
        ({"opponents": [{"path": ["#o"]}] * 4}, "opponents"),
        ({"turns": -1}, "turns"),
        ({"turns": 1.5}, "turns"),
        ({"pieces": ["AA..", "...."], "cover": ["....", "...."]}, "pieces[0]"),
        ({"floor": "1z"}, "floor"),
        ({"tiles": "none-of-mine"}, "tiles"),
        ({"format": 2}, "format"),
    ],
)
def test_faults_name_their_place(keys: dict[str, object], place: str) -> None:
    own = {"floor": "own", "print": ["....", "...."], "areas": ["AAAA", "AAAA"]}
    doc = {"format": 1, "game": "indian-summer", "path": ["##o"], **own, **keys}
    if "floor" in keys:
        del doc["print"], doc["areas"]
    with pytest.raises(BadPosition) as error:
        GAME.read(doc)
    assert place in [f.place for f in error.value.faults()]


def test_no_year_and_no_places() -> None:
    with pytest.raises(BadUse):
        GAME.year([], [])
    with pytest.raises(BadUse):
        GAME.alter(pos(ROOM), ["x"], [])


def test_faults_of_other_keys_are_told_beside_a_missing_one() -> None:
    doc = {"format": 1, "game": "indian-summer", "print": ["b."], "areas": ["AA"],
           "cover": ["n#"], "turns": -1}  # fmt: skip
    with pytest.raises(BadPosition) as error:
        GAME.read(doc)
    places = {f.place for f in error.value.faults()}
    assert places >= {"floor", "path", "turns", "cover[0]"}
    with pytest.raises(BadPosition) as error:
        GAME.read({"format": 1, "game": "indian-summer", "floor": 3, "path": ["oo"]})
    assert {f.place for f in error.value.faults()} == {"floor", "path[0]"}
