"""The flat shorthand for scoring, and what-if scoring."""

from __future__ import annotations

import pytest
from fs_support import forest, points, pos, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core.errors import BadPosition, BadUse
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.data import CARDS, FACES, SIDES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.shorthand import read_shorthand


def test_the_example() -> None:
    p = read_shorthand("3 oak, linden: top bullfinch, left hare x3")
    assert forest(p) == [
        {"tree": "oak"},
        {"tree": "oak"},
        {"tree": "oak"},
        {"tree": "linden", "top": ["bullfinch"], "left": ["european_hare"] * 3},
    ]
    assert points(p) == {"european_hare": 9, "linden": 3}


def test_a_tableau_of_thirty_cards_takes_less_than_500_characters() -> None:
    text = """3 oak, linden: bullf, hare x3, r wolf@syc
2 birch, beech: gosh@oak, l wolf@syc
doug, 2 syc, chest: l lynx@dou, toad@oak x1
silver fir: t squi@oak, l gnat, r gnat@oak, moss@lin
sapl: r fox, peac; sapl: peac, firefl; sapl: firefl, r boar; cave 6; vs 9/3"""
    text = text.replace("l wolf@syc", "l boar@syc").replace(", r wolf@syc", "")
    p = read_shorthand(text)
    cards = sum(1 + sum(map(len, t.slots)) for t in p.seats[0].trees)
    assert cards >= 30
    assert len(text) < 500
    assert p.seats[0].cave == 6 and p.rivals(0)[0].trees == 9
    assert GAME.total(p) > 40


def test_counts_sides_separators_and_comments() -> None:
    one = read_shorthand("2 birch; oak: t gosh; l hare x2 # two hares\nr hare, moss")
    two = read_shorthand("birch x2, oak: top goshawk, left 2 hare, rechts Hase, unten Moos")
    three = read_shorthand("2x Birke\nEiche\nHabicht\nlinks Hase x2\nr hase\nMoos")
    assert one == two == three


def test_top_and_bottom_cards_need_no_side_and_side_cards_take_the_first_free_one() -> None:
    p = read_shorthand("oak: goshawk, lynx, wolf, fern")
    assert forest(p) == [
        {
            "tree": "oak",
            "top": ["goshawk"],
            "left": ["lynx"],
            "right": ["wolf@silver_fir"],
            "bottom": ["tree_ferns"],
        }
    ]


def test_other_forests_as_counts() -> None:
    p = read_shorthand("linden: great spotted woodpecker; vs 3/2; vs 1 trees 1 lindens")
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == [(3, 2), (1, 1)]
    assert points(p) == {"linden": 1}
    assert points(read_shorthand("oak: moss; vs 9")) == {}
    for text in ("linden; vs 9", "oak: woodpecker; vs 2 lindens"):
        with pytest.raises(BadPosition) as error:
            read_shorthand(text)
        assert error.value.faults()[0].rule == "forest_shuffle 22"


def test_rest_is_for_cards_whose_tree_cannot_matter() -> None:
    p = read_shorthand("2 oak, birch; rest: 2 goshawk, moss, 3 gnat")
    assert points(p)["goshawk"] == 12
    for text in ("oak; rest: chaffinch", "oak; rest: bee", "silver fir; rest: goshawk"):
        with pytest.raises(BadPosition) as error:
            read_shorthand(text)
        assert "tree matters" in error.value.faults()[0].allowed


WHOLE = {
    "tree": "linden",
    "top": ["bullfinch"],
    "left": ["european_hare"] * 3,
    "right": ["wolf@silver_fir"],
    "bottom": ["moss"],
}
WANTED = [{"tree": "oak"}, {"tree": "oak"}, WHOLE]


@pytest.mark.parametrize(
    "text",
    [
        "2 oak, linden: top bullfinch, left hare x3, right wolf, bottom moss",
        "2 OAKS; LINDEN; TOP BULLFINCH; LEFT HARE X3; RIGHT WOLF; BOTTOM MOSS;",
        "2x oak\nlinden\ntop: bullfinch\nleft: 3 hares\nright: wolf\nbottom: moss\n",
        "- oak x2\n- linden\n  * bullfinch on top\n  * hare (3) left\n  * wolf right\n  * moss",
        "oaks: 2; linden (top bullfinch, left hare x3, right wolf, bottom moss)",
        "1. oak\n2. oak\n3. linden, oben Gimpel, links Hase x3, rechts Wolf, unten Moos",
        "Eiche, Eiche, Linde: Gimpel oben, 3 Hasen links, Wolf rechts, Moos unten",
        "two oaks and linden with bullfinch on top, three hares on the left, wolf, moss",
        "Tree 1: oak\nTree 2: oak\nTree 3: linden | t bullfinch | l hare*3 | r wolf | b moss",
        "oak , oak ,, linden - top: bullfinch, left: european_hare x 3, r: wolf, b: moss ,",
        "oak\toak".replace("\t", ", ") + ", linden: o gimpel, l hase x3, r wolf, u moos # mine",
        '"oak", "oak", "linden": "bullfinch", "left hare" x3, "right wolf", "moss"',
        "oak => 2. linden -> top bullfinch. left hare x3. right wolf. bottom moss.",
        "oak tree / oak tree / linden tree: bullfinch / l hare x3 / wolf / moss",
        "2 oak; linden; top bullfinch on 3, hare x3 on 3 left, wolf on tree 3, moss on 3 bottom",
        "2 oak; Linde: Top - Bullfinch; Left - Hare x3; Right - Wolf; Bottom - Moss",
        "oak; top: none, left: -, right:\noak, bottom empty\nlinden: bullf, l ha x3, r wo, mos",
    ],
)
def test_what_people_paste_is_read_as_it_comes(text: str) -> None:
    assert forest(read_shorthand(text)) == WANTED


@pytest.mark.parametrize("text", ["cave 5", "5 cave", "Cave: 5", "Höhle 5", "5 cards in the cave"])
def test_the_cave_in_many_words(text: str) -> None:
    assert read_shorthand(f"oak; {text}").seats[0].cave == 5


@pytest.mark.parametrize(
    ("text", "rivals"),
    [
        ("vs 9/3", [(9, 3)]),
        ("vs. 9 / 3, 8/2", [(9, 3), (8, 2)]),
        ("gegen 9 Bäume und 3 Linden", [(9, 3)]),
        ("vs 9 trees, 3 lindens", [(9, 3)]),
        ("vs Ann: 9/3; vs Ben 8 trees 2 lindens", [(9, 3), (8, 2)]),
        ("opponent 1: 9/3", [(9, 3)]),
        ("vs 9", [(9, 0)]),
        ("vs 2 lindens", [(2, 2)]),
    ],
)
def test_other_forests_in_many_words(text: str, rivals: list[tuple[int, int]]) -> None:
    p = read_shorthand(f"oak; {text}")
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == rivals


def test_hares_without_a_side_join_their_like() -> None:
    p = read_shorthand("oak: right hare, hare, lynx")
    assert forest(p)[0] == {"tree": "oak", "left": ["lynx"], "right": ["european_hare"] * 2}


@settings(max_examples=300, deadline=None)
@given(st.text("oakbirnlxvsce 0123456789,;:()/@x*-\n", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        p = read_shorthand(text)
    except BadPosition as error:
        assert error.faults()
        assert len(set(error.faults())) == len(error.faults())
    else:
        assert GAME.read(GAME.write(p)) == p


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400))
def test_a_forest_written_as_a_list_is_read_back(seed: int) -> None:
    """Every tree and card with its side and symbol, in words."""
    stream = Stream(seed)
    wanted: list[dict[str, object]] = [
        {"tree": name} for name in ("oak", "silver_fir", "sapling", "linden", "oak", "birch")
    ]
    cards = [card for card in CARDS if card.halves]
    stream.shuffle(cards)
    for card in cards[:14]:
        side, face = stream.choice(card.halves)
        bare = [table for table in wanted if SIDES[side] not in table]
        if bare:
            stream.choice(bare)[SIDES[side]] = [FACES[face].name]
    lines = [
        ", ".join(
            f"{key} {value[0]}" if isinstance(value, list) else str(value).replace("_", " ")
            for key, value in table.items()
        )
        for table in wanted
    ]
    assert forest(read_shorthand("\n".join(lines))) == wanted


BASE = pos(
    tree("oak", left="lynx@douglas_fir"),
    tree("birch", bottom="common_toad@oak"),
    "birch",
    hand=["wild_boar/roe_deer", "lynx/raccoon"],
)


def test_with_and_without() -> None:
    p = GAME.alter(BASE, ["roe deer on 2 right"], [])
    assert points(p)["lynx"] == 10
    assert GAME.write(p)["forest"][1]["right"] == ["roe_deer@horse_chestnut"]  # the hand card
    assert points(GAME.alter(p, [], ["roe on 2 right"])) == points(BASE)
    assert points(GAME.alter(BASE, ["birch", "oak 5"], []))["birch"] == 3
    assert points(GAME.alter(BASE, [], ["birch"]))["birch"] == 1
    assert len(GAME.alter(BASE, [], ["birch 2"]).seats[0].trees[1].slots[3]) == 0
    assert GAME.write(GAME.alter(BASE, [], ["lynx"]))["forest"][0] == {"tree": "oak"}
    assert len(GAME.alter(BASE, ["toad on 2 bottom"], []).seats[0].trees[1].slots[3]) == 2


def test_with_and_without_take_what_a_list_takes() -> None:
    p = GAME.alter(BASE, ["2 sycamore", "cave 8", "vs 9/3"], [])
    assert points(p)["sycamore"] == 2 * 5 and points(p)["cave"] == 8
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == [(9, 3)]
    q = GAME.alter(p, [], ["cave 6", "vs 9/3", "sycamore x2"])
    assert points(q)["cave"] == 2 and "sycamore" not in points(q) and q.players == 1
    p = GAME.alter(BASE, ["Linde: oben Gimpel, left hare x3"], [])
    assert GAME.write(p)["forest"][3] == {
        "tree": "linden",
        "top": ["bullfinch"],
        "left": ["european_hare"] * 3,
    }
    p = GAME.alter(BASE, ["2 Hasen on tree 2 left", "gosh on 3"], ["Luchs"])
    assert GAME.write(p)["forest"][1]["left"] == ["european_hare"] * 2
    assert points(GAME.alter(p, [], ["hare x2 on 2"])) == points(GAME.alter(p, [], ["2 hares"]))
    with pytest.raises(BadUse) as error:
        GAME.alter(BASE, ["goshwak on 1"], [])
    assert error.value.fault.nearest == "goshawk"


def test_tree_numbers_are_those_of_the_position() -> None:
    p = GAME.alter(BASE, ["wolf on 3 right"], ["oak 1"])
    assert GAME.write(p)["forest"][1]["right"] == ["wolf@silver_fir"]


@pytest.mark.parametrize(
    ("add", "remove"),
    [
        (["lynx on 1 left"], []),
        (["lynx on 9 left"], []),
        (["oak 9"], []),
        (["foo"], []),
        (["lynx"], []),
        (["goshawk on 1 left"], []),
        (["oak birch"], []),
        (["cave many"], []),
        ([], ["cave 1"]),
        ([], ["vs 1/1"]),
        ([], ["goshawk"]),
        ([], ["beech"]),
        ([], ["wolf on 1 left"]),
        ([], ["oak 2"]),
        (["linden"] * 10, []),
    ],
)
def test_what_cannot_be_altered(add: list[str], remove: list[str]) -> None:
    with pytest.raises(BadUse):
        GAME.alter(BASE, add, remove)


def test_rank_compares_majorities_among_the_files() -> None:
    a, b = pos("linden", "linden"), pos("linden", cave=9)
    found = GAME.rank([a, b], ["a", "b"])
    assert [(s.player, s.total, s.rank) for s in found] == [("b", 10, 1), ("a", 6, 2)]
    tied = GAME.rank([a, a], ["x", "y"])
    assert [s.rank for s in tied] == [1, 1]
    with pytest.raises(BadUse):
        GAME.year([a], ["a"])


def test_what_heads_a_line_of_cards_is_a_tree() -> None:
    assert read_shorthand("silver: l lynx, r fox") == read_shorthand("silver fir: l lynx, r fox")


def test_a_bare_table_is_counted_in_its_headline() -> None:
    p = read_shorthand("oak: l hare x3\nsilver fir: top jay\ncave 4")
    assert GAME.headline(p).endswith("2 trees, 4 other cards, 4 under the cave")


@pytest.mark.parametrize(
    ("text", "said", "near"),
    [
        ("caev 8", "'cave 5'", "cave 8"),
        ("oak x999999", "the game has 7 of Oak", None),
        ("12 oak", "the game has 7 of Oak", None),
        ("cave 99999", "0 to 158", None),
        ("vs 9", "trees and Lindens of the other forest", None),
    ],
)
def test_what_is_put_in_tells_what_there_is(text: str, said: str, near: str | None) -> None:
    with pytest.raises(BadUse) as error:
        GAME.alter(BASE, [text], [])
    (fault,) = error.value.faults()
    assert (fault.place, fault.found, fault.nearest) == ("--with", repr(text), near)
    assert said in fault.allowed
