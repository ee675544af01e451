"""Rulings 11 to 14a: special actions, refills, a full floor."""

import pytest
from is_support import cover, doc, have, listed, play, pos, refused

from leafwise.puzzles.indian_summer.game import GAME

ROOM = ["....", "....", "...."]
TEN = ["#o", "##o", "#o#", "o#/#.", "##/#o", "##o#", "#o##", "##o##", "#/o", "o/#"]


def test_ruling_11_berry_refills_to_five() -> None:
    p = pos(ROOM, path=["##o", "#o#"], common=TEN, treasures={"berry": 2})
    q = play(p, "berry")
    assert q.path == ("##o", "#o#", *TEN[:3]) and q.common == tuple(TEN[3:])
    assert have(q) == {"b": 1} and not q.main_done


def test_ruling_11_berry_with_five_takes_one_and_never_beyond_six() -> None:
    p = pos(ROOM, path=TEN[:5], common=["##o##", "#o"], treasures={"berry": 2})
    q = play(p, "berry")
    assert q.path == (*TEN[:5], "##o##") and q.common == ("#o",)
    assert "berry" not in GAME.listing(q) and refused(q, "berry").rule == "indian_summer 11"


def test_ruling_11_berry_that_brings_nothing_is_illegal() -> None:
    p = pos(ROOM, path=["##o"], treasures={"berry": 1})
    assert "berry" not in GAME.listing(p) and refused(p, "berry").rule == "indian_summer 11"
    few = pos(ROOM, path=["##o"], common=["#o"], treasures={"berry": 1})
    assert play(few, "berry").path == ("##o", "#o")
    poor = pos(ROOM, path=["##o"], common=["#o"])
    assert "berry" not in GAME.listing(poor) and refused(poor, "berry").rule == "indian_summer 11"


def test_ruling_11_nut_places_a_squirrel_and_is_no_main_action() -> None:
    p = pos(["b."], print=["b."], treasures={"nut": 1}, path=["##o"])
    q = play(pos(ROOM, treasures={"nut": 1}), "nut c2")
    assert cover(q) == ["....", "..s.", "...."] and have(q) == {} and not q.main_done
    assert have(play(p, "nut b1")) == {"b": 1}  # the area pays out
    assert refused(p, "nut a1").rule == "indian_summer 11"
    assert refused(pos(ROOM), "nut a1").rule == "indian_summer 11"


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("exchange feather mushroom", {"feather": 1}, {"m": 1}),
        ("exchange feather nut", {"feather": 1}, {"n": 1}),
        ("exchange feather berry", {"feather": 1}, {"b": 1}),
        ("exchange mushroom nut", {"mushroom": 1}, {"n": 1}),
        ("exchange mushroom berry", {"mushroom": 1}, {"b": 1}),
        ("exchange nut berry", {"nut": 1}, {"b": 1}),
        ("exchange berry berry nut", {"berry": 2}, {"n": 1}),
        ("exchange nut nut mushroom", {"nut": 2}, {"m": 1}),
        ("exchange mushroom mushroom feather", {"mushroom": 2}, {"f": 1}),
    ],
)
def test_ruling_12_exchange(text: str, before: dict[str, int], after: dict[str, int]) -> None:
    p = pos(ROOM, treasures=before)
    assert text in GAME.listing(p)
    assert have(play(p, text)) == after
    assert refused(pos(ROOM), text).rule == "indian_summer 12"


def test_ruling_12_no_other_exchange() -> None:
    p = pos(ROOM, treasures={"berry": 9, "nut": 9, "mushroom": 9, "feather": 9})
    assert len(listed(p, "exchange")) == 9
    for text in (
        "berry nut",
        "nut mushroom",
        "berry berry mushroom",
        "nut nut feather",
        "feather feather nut",
        "nut nut",
        "feather feather",
        "nut nut berry",
    ):
        assert refused(p, f"exchange {text}").rule == "indian_summer 12"


def test_ruling_13_animal_on_exactly_its_holes() -> None:
    p = pos(["ooo#", "o##.", "####"], path=["##o"])
    assert listed(p, "animal") == [
        "animal I3 ### a1", "animal L3 ##/#. a1", "animal L4 ###/#.. a1",
    ]  # fmt: skip
    q = play(p, "animal I3 ### a1")  # another free hole may lie next to it
    assert cover(q) == ["aaa#", "o##.", "####"] and not q.main_done
    assert q.stock[q.box.animal_index("I3") or 0] == 4
    assert listed(q, "animal") == []
    for text in ("animal I3 #/#/# a1", "animal L4 ###/..# a1", "animal I4 #### a1"):
        assert refused(p, text).rule == "indian_summer 13"


def test_ruling_13_animals_run_out() -> None:
    p = pos(["oooo", "...."], animals={"I4": 0, "I3": 1}, path=["##o"])
    assert listed(p, "animal") == ["animal I3 ### a1", "animal I3 ### b1"]
    assert refused(p, "animal I4 #### a1").rule == "indian_summer 13"
    q = play(p, "animal I3 ### a1")
    assert doc(q)["animals"]["I3"] == 0 and "animal I3 ### b1" not in GAME.listing(q)


def test_ruling_13_gains_prints_again_and_the_token_of_the_pile() -> None:
    p = pos(
        ["ooo#", "#o##", "..##"],
        print=["b.m.", ".f..", "...."],
        areas=["AAAA", "AAAA", "BBBB"],
        path=["##o"],
    )
    q = play(p, "animal T ###/.#. a1")
    assert have(q) == {"b": 1, "m": 1, "f": 1, "n": 1}  # the nut lay on the pile
    assert not q.piles[q.box.animal_index("T") or 0]
    bare = pos(
        ["ooo#", "#o##", "..##"],
        print=["....", "....", "...."],
        path=["##o"],
        animal_treasures=["Z"],
    )
    assert have(play(bare, "animal T ###/.#. a1")) == {}
    for kind, text, sign in (("Z", "##./.##", "b"), ("O", "##/##", "f")):
        free = pos(["ooo", "ooo", "..."], path=["##o"])
        assert have(play(free, f"animal {kind} {text} a1")) == {sign: 1}


def test_ruling_13_tokens_are_no_free_holes() -> None:
    p = pos(["boo.", "...."], print=["b...", "...."], path=["##o"])
    assert listed(p, "animal") == []
    assert (
        listed(
            play(pos(["boo.", "####"], print=["b...", "...."], path=["##o"]), "squirrel d1"),
            "animal",
        )
        != []
    )


def test_ruling_14_the_last_tile_refills_at_once_in_order() -> None:
    p = pos(ROOM, path=["##o"], common=TEN)
    q = play(p, "leaf 1 ##o a1")
    assert q.path == tuple(TEN[:5]) and q.common == tuple(TEN[5:])
    few = play(pos(ROOM, path=["##o"], common=TEN[:2]), "leaf 1 ##o a1")
    assert few.path == tuple(TEN[:2]) and few.common == ()
    none = play(pos(ROOM, path=["##o"]), "leaf 1 ##o a1")
    assert none.path == () and "squirrel a2" in GAME.listing(play(none, "end"))


def test_ruling_14_refill_after_a_feather() -> None:
    p = pos(ROOM, path=["##o", "#o"], common=TEN, treasures={"feather": 1})
    q = play(p, "feather 1 ##o a1 + 2 #o a2")
    assert q.path == tuple(TEN[:5]) and q.common == tuple(TEN[5:])


def test_ruling_14_refill_of_others_after_a_mushroom_in_turn_order() -> None:
    others = [{"path": ["##o"]}, {"path": ["#o"]}, {"path": ["#o#", "#o"]}]
    p = pos(ROOM, opponents=others, common=TEN, treasures={"mushroom": 1})
    q = play(p, "mushroom 1 ##o a1 + 2 #o a2")
    assert [o.path for o in q.opponents] == [tuple(TEN[:5]), tuple(TEN[5:]), ("#o#", "#o")]
    assert q.common == ()
    q = play(p, "mushroom 2 #o a1 + 3 #o# a2")
    assert [len(o.path) for o in q.opponents] == [1, 5, 1] and q.common == tuple(TEN[5:])


def test_ruling_14_two_players_refill_behind_the_common_tile_taken() -> None:
    p = pos(ROOM, opponents=[{"path": ["##o"]}], common=TEN, treasures={"mushroom": 1})
    q = play(p, "mushroom ##o a1 + #o a2")
    assert q.opponents[0].path == tuple(TEN[1:6]) and q.common == tuple(TEN[6:])


def test_ruling_14_refill_does_not_happen_for_a_tile_that_goes_back() -> None:
    p = pos(
        ["...#"],
        opponents=[{"path": ["##o"]}, {"path": ["#o#"]}],
        common=TEN,
        treasures={"mushroom": 1},
    )
    q = play(p, "mushroom ##o a1")
    assert [o.path for o in q.opponents] == [tuple(TEN[:5]), ("#o#",)]


def test_ruling_14_unlisted_tiles_do_not_exist_for_play() -> None:
    p = GAME.new({"floor": "1a"}, 1)
    assert p.reserve == () and GAME.world(p, 0, 1).reserve


def test_ruling_14a_a_full_floor_before_the_main_action_ends_the_turn() -> None:
    p = pos(["##.#"], treasures={"nut": 3, "berry": 1}, path=["##o"], common=["#o"], turns=5)
    q = play(p, "nut c1")
    assert q.full and GAME.turn(q).kind == "decide"
    assert set(GAME.listing(q)) == {
        "berry", "end", "exchange nut berry", "exchange nut nut mushroom",
    }  # fmt: skip
    again = GAME.read(GAME.write(q))  # the open turn survives the file
    assert again == q
    q = play(again, "exchange nut berry; end")
    assert q.turns == 4 and GAME.turn(q).kind == "over" and have(q) == {"n": 1, "b": 2}


def test_ruling_14a_special_actions_in_the_turn_the_floor_becomes_full() -> None:
    p = pos(["ooo.", "####"], path=["##o"], treasures={"berry": 2})
    q = play(p, "squirrel d1; animal I3 ### a1; exchange berry berry nut")
    assert "end" in GAME.listing(q) and cover(q) == ["aaas", "####"]


def test_ruling_14a_full_at_the_start_needs_no_turn() -> None:
    p = pos(["##o#"], path=["##o"])
    assert GAME.turn(p).kind == "over" and GAME.actions(p) == ()
    assert "end" in GAME.listing(p)  # legal to say, since the floor is full
    assert GAME.value(p).shown() == {"turns": 0, "uncovered": 0, "nuts": 0}
