"""Rulings 7 to 10: main actions, laying, holes, areas."""

from is_support import cover, have, listed, play, pos, refused

from leafwise.puzzles.indian_summer.game import GAME

EMPTY = ["....", "....", "...."]
SIX = ["##o", "#o#", "##/#o", "o#/#.", "##o#", "##o##"]


def test_ruling_7_one_main_action_and_no_passing() -> None:
    p = pos(EMPTY, treasures={"nut": 1})
    assert "end" not in GAME.listing(p)
    assert refused(p, "end").rule == "indian_summer 7"
    p = play(p, "squirrel a1")
    assert p.main_done and listed(p, "leaf") == [] == listed(p, "squirrel")
    assert refused(p, "squirrel a2").rule == "indian_summer 7"
    assert refused(p, "leaf 1 ##o a2").rule == "indian_summer 7"
    p = play(p, "nut b1; end")  # special actions before and after
    assert not p.main_done
    assert listed(p, "squirrel")


def test_ruling_7_main_done_is_kept_in_the_file() -> None:
    p = play(pos(EMPTY), "squirrel a1")
    doc = GAME.write(p)
    assert doc["main_done"] is True
    again = GAME.read(doc)
    assert again == p and GAME.listing(again) == ("end",)


def test_ruling_7_end_counts_a_turn() -> None:
    p = play(pos(EMPTY, turns=2), "squirrel a1; end")
    assert p.turns == 1 and GAME.turn(p).kind == "decide"
    p = play(p, "squirrel a2; end")
    assert p.turns == 0 and GAME.turn(p).kind == "over" and GAME.listing(p) == ()
    assert refused(p, "squirrel a3").rule == "indian_summer 15"


def test_ruling_7a_any_place_of_the_own_path() -> None:
    p = pos(EMPTY, path=SIX)
    q = play(p, "leaf 4 #./o# b1")
    assert q.path == ("##o", "#o#", "##/#o", "##o#", "##o##")
    assert cover(q) == [".#..", ".o#.", "...."]
    assert refused(p, "leaf 7 ##o a1").rule == "indian_summer 7a"
    assert refused(p, "leaf 1 #o# a1").rule == "indian_summer 7a"


def test_ruling_7a_corner_may_be_outside_the_tile() -> None:
    assert cover(play(pos(EMPTY, path=["#o/#."]), "leaf 1 .#/o# a1"))[:2] == [".#..", "o#.."]


def test_ruling_7a_equal_tiles_in_two_places_are_two_entries() -> None:
    p = pos(["...", "###", "###"], path=["##o", "o##"])
    assert listed(p, "leaf") == [
        "leaf 1 ##o a1", "leaf 1 o## a1", "leaf 2 ##o a1", "leaf 2 o## a1",
    ]  # fmt: skip


def test_ruling_7c_alone_takes_the_first_two_common_tiles() -> None:
    p = pos(EMPTY, common=["##o", "#o#", "o#/#."], treasures={"mushroom": 1})
    q = play(p, "mushroom ##o a1 + #o# a2")
    assert q.common == ("o#/#.",) and have(q) == {} and q.main_done
    assert cover(q)[:2] == ["##o.", "#o#."]
    # a single tile is not enough
    one = pos(EMPTY, common=["##o"], treasures={"mushroom": 1})
    assert listed(one, "mushroom") == [] and refused(one, "mushroom ##o a1").rule.endswith("7c")
    none = pos(EMPTY, common=["##o", "#o#"])
    assert listed(none, "mushroom") == []
    assert refused(none, "mushroom ##o a1 + #o# a2").rule.endswith("7c")


def test_ruling_7c_two_players_take_from_the_opponent_and_the_common_path() -> None:
    p = pos(
        EMPTY,
        opponents=[{"path": ["##o", "##o##"]}],
        common=["#o#", "o#/#."],
        treasures={"mushroom": 1},
    )
    q = play(p, "mushroom o## a1 + #o# a2")
    assert q.opponents[0].path == ("##o##",) and q.common == ("o#/#.",)
    assert refused(p, "mushroom #o# a2 + #o# a1").rule.endswith("7c")


def test_ruling_7c_text_in_the_other_order_is_read_and_not_listed() -> None:
    p = pos(EMPTY, common=["##o", "#o#"], treasures={"mushroom": 1})
    text = "mushroom #o# a2 + ##o a1"
    assert text not in GAME.listing(p)
    assert GAME.format(p, GAME.parse(p, text)) == "mushroom ##o a1 + #o# a2"


def test_ruling_7c_both_must_be_placed_where_they_can() -> None:
    p = pos(["......", "###..#"], common=["##o", "#o"], treasures={"mushroom": 1})
    assert all(" + " in text for text in listed(p, "mushroom"))
    assert "both must be" in refused(p, "mushroom ##o a1").reason


def test_ruling_7c_one_of_them_where_both_cannot() -> None:
    p = pos(["...#"], common=["##o", "#o#", "#o"], path=["##o##"], treasures={"mushroom": 1})
    assert listed(p, "mushroom") == ["mushroom ##o a1", "mushroom #o# a1", "mushroom o## a1"]
    # the other goes back to where it was
    assert play(p, "mushroom ##o a1").common == ("#o#", "#o")
    assert play(p, "mushroom #o# a1").common == ("##o", "#o")
    # neither fits: illegal
    assert listed(pos(["..##"], common=["##o", "#o#"], treasures={"mushroom": 1}), "mushroom") == []


def test_ruling_7c_one_fits_at_all() -> None:
    p = pos(["..##"], common=["##o", "#o"], path=["##o##"], treasures={"mushroom": 1})
    assert listed(p, "mushroom") == ["mushroom #o a1", "mushroom o# a1"]
    assert play(p, "mushroom #o a1").common == ("##o",)


def test_ruling_7c_equal_lone_common_tiles_are_one_choice() -> None:
    p = pos(["...#"], common=["##o", "o##"], treasures={"mushroom": 1})
    assert listed(p, "mushroom") == ["mushroom ##o a1", "mushroom o## a1"]
    assert len([a for a in GAME.actions(p) if type(a).__name__ == "Mushroom"]) == 2


def test_ruling_7c_three_opponents_pairs_in_order_and_names() -> None:
    others = [{"path": ["##o", "#o"]}, {"path": ["#o#", "#o"]}, {"path": ["o##", "#o"]}]
    p = pos(EMPTY, opponents=others, common=["#o"], treasures={"mushroom": 1})
    text = "mushroom #o# a2 + ##o a1"  # given by 2+3 in order; 1+2 gives the other order
    q = play(p, text)
    assert [len(o.path) for o in q.opponents] == [2, 1, 1]
    q = play(p, "mushroom ##o a1 + #o# a2")  # only 1+2 in order
    assert [len(o.path) for o in q.opponents] == [1, 1, 2]
    q = play(p, "mushroom 3 ##o a1 + 2 #o# a2")
    assert [len(o.path) for o in q.opponents] == [2, 1, 1]
    same = "mushroom ##o a1 + ##o a2"  # 1+3
    assert GAME.listing(p).count(same) == 1
    assert [len(o.path) for o in play(p, same).opponents] == [1, 2, 1]


def test_ruling_7c_a_text_of_several_pairs_means_the_first() -> None:
    others = [{"path": ["##o", "#o"]}, {"path": ["o##", "#o"]}, {"path": ["##o", "#o"]}]
    p = pos(EMPTY, opponents=others, treasures={"mushroom": 1})
    text = "mushroom ##o a1 + ##o a2"
    assert GAME.listing(p).count(text) == 1
    assert [len(o.path) for o in play(p, text).opponents] == [1, 1, 2]
    named = [
        GAME.format(p, (a,)) for a in GAME.actions(p)
        if GAME.format(p, (a,)).endswith(("##o a1 + 2 ##o a2", "##o a1 + 3 ##o a2", text[9:]))
    ]  # fmt: skip
    assert sorted(named) == [
        "mushroom ##o a1 + ##o a2", "mushroom 1 ##o a1 + 3 ##o a2", "mushroom 2 ##o a1 + 3 ##o a2",
    ]  # fmt: skip


def test_ruling_7c_named_sources() -> None:
    p = pos(
        EMPTY, opponents=[{"path": ["##o", "#o"]}], common=["##o", "#o"], treasures={"mushroom": 1}
    )
    q = play(p, "mushroom 1 ##o a1 + c ##o a2")
    assert q.opponents[0].path == ("#o",) and q.common == ("#o",)
    assert play(p, "mushroom c ##o a2 + 1 ##o a1") == q


def test_ruling_7c_an_opponent_without_tiles_gives_none() -> None:
    others = [{"path": []}, {"path": ["#o#"]}, {"path": ["##o"]}]
    p = pos(EMPTY, opponents=others, treasures={"mushroom": 1})
    assert listed(p, "mushroom")
    assert "mushroom #o# a1 + ##o a2" in GAME.listing(p)
    two = pos(EMPTY, opponents=others[:2], common=["#o"], treasures={"mushroom": 1})
    assert listed(two, "mushroom") == []  # with two opponents the common path is no source


def test_ruling_7d_feather_places_two_own_tiles() -> None:
    p = pos(EMPTY, path=["##o", "#o#", "#o"], treasures={"feather": 1})
    q = play(p, "feather 1 ##o a1 + 3 o# a2")
    assert q.path == ("#o#",) and have(q) == {}
    other = "feather 3 o# a2 + 1 ##o a1"
    assert GAME.format(p, GAME.parse(p, other)) == "feather 1 ##o a1 + 3 o# a2"
    assert other not in GAME.listing(p)
    assert refused(p, "feather 1 ##o a1 + 1 ##o a2").rule.endswith("7d")
    assert refused(p, "feather 1 ##o a1 + 2 #o# a1").rule.endswith("8")
    one = pos(EMPTY, path=["##o"], treasures={"feather": 1})
    assert listed(one, "feather") == []
    tight = pos(["....#"], path=["##o", "#o#"], treasures={"feather": 1})
    assert listed(tight, "feather") == []  # both must be placed


def test_ruling_7d_payment_comes_first() -> None:
    # the feather that completing the area brings cannot pay for the action itself
    p = pos(["....", "##ff"], print=["....", "..ff"], areas=["AAAA", "AAAA"], path=["#o", "#o"])
    assert listed(p, "feather") == []
    assert refused(p, "feather 1 #o a1 + 2 #o c1").rule.endswith("7d")
    p = pos(
        ["....", "##ff"],
        print=["....", "..ff"],
        areas=["AAAA", "AAAA"],
        path=["#o", "#o"],
        treasures={"feather": 1},
    )
    assert have(play(p, "feather 1 #o a1 + 2 #o c1")) == {"f": 2}


def test_ruling_8_only_uncovered_fields_and_wholly_on_the_floor() -> None:
    p = pos([".#o.", "s...", "...."], path=["##o"])
    for text in (
        "leaf 1 ##o a1",
        "leaf 1 ##o c2",
        "leaf 1 #/#/o a2",
        "leaf 1 ##o d3",
        "leaf 1 #/#/o b2",
    ):
        assert refused(p, text).rule == "indian_summer 8", text
    for field in ("b1", "c1", "a2"):
        assert refused(p, f"squirrel {field}").rule == "indian_summer 7b"
    assert "leaf 1 ##o b2" in GAME.listing(p)


def test_ruling_8_a_squirrel_covers_a_print_and_yields_nothing() -> None:
    p = pos(print=["bn", ".."], areas=["AA", "BB"], path=["##o"])
    q = play(p, "squirrel a1; end; squirrel b1")
    assert cover(q) == ["ss", ".."] and have(q) == {}


def test_ruling_9_a_hole_over_a_print_takes_the_token() -> None:
    p = pos(print=["b.m.", "f.n."], path=["##o", "#o"])
    assert cover(play(p, "leaf 1 o## a1")) == ["b##.", "...."]
    assert cover(play(p, "leaf 1 ##o a1")) == ["##m.", "...."]
    assert cover(play(p, "leaf 2 o# a2")) == ["....", "f#.."]
    assert cover(play(p, "leaf 2 o# c2")) == ["....", "..n#"]
    assert cover(play(p, "leaf 2 #o a1")) == ["#o..", "...."]


def test_ruling_10_a_complete_area_pays_at_once_and_others_keep() -> None:
    p = pos(
        ["bn.#", "##.m"],
        print=["bn..", "...m"],
        areas=["AAAA", "AAAA"],
        path=["#/o"],
        treasures={"feather": 1},
    )
    q = play(p, "leaf 1 #/o c1")
    assert cover(q) == ["oo##", "##oo"]
    assert have(q) == {"b": 1, "n": 1, "m": 1, "f": 1}


def test_ruling_10_only_the_completed_area_pays() -> None:
    p = pos(["b.#.", "##m#"], print=["b...", "..m."], areas=["AABB", "AABB"], path=["#o"])
    q = play(p, "squirrel b1")
    assert cover(q) == ["os#.", "##m#"] and have(q) == {"b": 1}
    q = play(q, "end; squirrel d1")
    assert cover(q) == ["os#s", "##o#"] and have(q) == {"b": 1, "m": 1}


def test_ruling_10_two_areas_by_one_tile() -> None:
    p = pos(["b..n"], print=["b..n"], areas=["AABB"], path=["#o"])
    assert have(play(p, "leaf 1 #o b1")) == {"b": 1, "n": 1}
