"""Files: examples, defaults, all faults at once, the matching of names and halves."""

from __future__ import annotations

from typing import Any

import pytest
from fs_support import pos, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core.document import parse_text
from leafwise.puzzles.core.errors import BadPosition, Fault, LeafwiseError
from leafwise.puzzles.forest_shuffle.game import GAME

EXAMPLE = """
format = 1
game = "forest-shuffle"
players = 2
turn = "me"
winters = 0
deck = 74
clearing = ["oak", "lynx/raccoon"]
hand = ["birch", "european_hare/red_deer@birch"]
cave = 3
[[forest]]
tree = "oak"
top = ["eurasian_jay"]
left = ["european_hare@linden", "european_hare@oak"]
right = ["roe_deer@beech"]
[[opponents]]
hand = 7
cave = 0
forest = [{ tree = "beech" }]
"""


KEYS = ("players", "turn", "winters", "deck", "clearing", "hand", "cave", "forest", "opponents")
KEYS += ("pending", "gone", "turns", "drawn")


def faults(**keys: Any) -> list[Fault]:
    with pytest.raises(BadPosition) as error:
        GAME.read({"format": 1, "game": "forest-shuffle", **keys})
    return list(error.value.faults())


def test_the_example_of_the_file_format_is_valid() -> None:
    p = GAME.read(parse_text(EXAMPLE, "example").doc)
    assert GAME.read(GAME.write(p)) == p
    assert p.deck_size() == 74 and p.seats[1].hand_size == 7 and p.seats[0].cave == 3
    again = parse_text(
        EXAMPLE.replace('forest = [{ tree = "beech" }]', "trees = 14\nlindens = 2"), "x"
    )
    assert GAME.read(again.doc).rivals(0)[0].trees == 14


def test_defaults() -> None:
    p = GAME.read({"format": 1, "game": "forest-shuffle"})
    assert (p.players, p.turn, p.winters, p.deck_size()) == (1, 0, 0, None)
    p = pos("oak", opponents=[{}])
    assert p.players == 2 and p.seats[1].hand_size is None
    assert pos("oak", winters=3).turn == -1


def test_a_missing_deck_is_fine_for_moves_and_score() -> None:
    p = pos("oak", hand=["lynx/raccoon", "birch"])
    assert "play lynx on 1 left" in GAME.listing(p) and GAME.total(p) == 0


def test_opponents_hands() -> None:
    p = pos("oak", opponents=[{"hand": {"count": 7, "known": ["oak"]}}, {"hand": ["birch"]}])
    assert p.seats[1].hand_size == 7 and len(p.seats[1].hand) == 1 and p.seats[2].open
    assert GAME.read(GAME.write(p)) == p


def test_all_faults_are_told_at_once_with_place_and_nearest_name() -> None:
    found = faults(
        hand=["birch", "lynx/racoonn"],
        forest=[{"tree": "oka", "left": ["lynx"], "top": ["wolf"]}, {"stem": "oak"}],
        winters=7,
        turn="you",
        colour="red",
        cave="many",
        pending=["dance"],
    )
    places = [fault.place for fault in found]
    for place in (
        "hand[1]",
        "forest[0].tree",
        "forest[0].top[0]",
        "forest[1].stem",
        "winters",
        "turn",
        "colour",
        "cave",
        "pending[0]",
    ):
        assert place in places, (place, places)
    nearest = {fault.place: fault.nearest for fault in found}
    assert nearest["forest[0].tree"] == "oak"
    assert nearest["hand[1]"] == "lynx/raccoon"


@pytest.mark.parametrize(
    ("keys", "place", "rule"),
    [
        ({"players": 3}, "players", "forest_shuffle 1"),
        ({"opponents": [{}] * 5}, "opponents", "forest_shuffle 1"),
        ({"hand": ["birch"] * 10 + ["oak"]}, "hand", "forest_shuffle 4"),
        ({"drawn": 2}, "drawn", "forest_shuffle 3"),
        ({"drawn": 1, "hand": ["birch"] * 10}, "drawn", "forest_shuffle 3"),
        ({"winters": 3, "turn": "me"}, "turn", "forest_shuffle 5"),
        ({"deck": ["winter"] * 3, "winters": 1}, "winters", "forest_shuffle 1"),
        ({"deck": 170}, "deck", "forest_shuffle 26"),
        ({"deck": -1}, "deck", "format"),
        ({"hand": ["oak"] * 8}, "hand", "forest_shuffle 26"),
        ({"turns": 3, "turn": "opponent 1", "opponents": [{}]}, "turn", "forest_shuffle 26"),
        ({"opponents": [{"trees": 1, "lindens": 2}]}, "opponents[0].lindens", "forest_shuffle 22"),
        ({"opponents": [{"trees": 1, "forest": []}]}, "opponents[0].trees", "format"),
        (
            {"opponents": [{"hand": {"count": 0, "known": ["oak"]}}]},
            "opponents[0].hand.count",
            "format",
        ),
        ({"pending": ["pay 2 for oak"]}, "pending[0]", "forest_shuffle 10"),
        ({"pending": ["draw 1"], "deck": 0}, "pending[0]", "forest_shuffle 26"),
        ({"pending": ["opened 1 top"]}, "pending", "forest_shuffle 6"),
        ({"pending": ["effect birch"], "drawn": 1}, "drawn", "forest_shuffle 3"),
        ({"pending": ["effect birch"], "winters": 3}, "pending", "forest_shuffle 5"),
        ({"game": "chess"}, "game", "format"),
        ({"format": 2}, "format", "format"),
        ({"clearing": ["winter"]}, "clearing[0]", "format"),
    ],
)
def test_impossible_states(keys: dict[str, Any], place: str, rule: str) -> None:
    assert (place, rule) in [(fault.place, fault.rule) for fault in faults(**keys)]


def test_slots_that_hold_too_much() -> None:
    found = faults(
        forest=[tree("oak", left=["lynx", "wolf"]), tree("oak", bottom=["common_toad"] * 3)]
    )
    assert {fault.rule for fault in found} == {"forest_shuffle 14"}
    assert [fault.place for fault in found] == ["forest[0].left[1]", "forest[1].bottom[2]"]


def test_halves_are_matched_onto_cards() -> None:
    """Two Wolves with a Silver Fir lie on the right: one is the other half of red_fox@linden."""
    wolves = [tree("oak", right="wolf@silver_fir"), tree("oak", right="wolf@silver_fir")]
    p = pos(*wolves)
    assert GAME.total(p) == 0
    assert faults(forest=[*wolves, tree("birch", right="wolf@silver_fir")])
    assert faults(forest=wolves, hand=["red_fox/wolf"])
    # red_fox/wolf and red_fox/violet_carpenter_bee show a Linden fox on the left
    assert pos(wolves[0], tree("oak", left="red_fox@linden"), hand=["red_fox/wolf"])
    foxes = [tree("oak", left="red_fox@linden"), tree("oak", left="red_fox@linden")]
    assert faults(forest=[*foxes, *wolves])


def test_an_unknown_symbol_fits_any_card() -> None:
    hares = tree("oak", left=["european_hare"] * 6, right=["european_hare"] * 5)
    assert GAME.total(pos(hares)) == 121
    assert faults(forest=[tree("oak", left=["european_hare"] * 12)])


def test_gone_cards_and_hidden_hands_take_cards_away() -> None:
    assert pos("oak", gone=["oak"] * 6)
    assert faults(forest=[{"tree": "oak"}], gone=["oak"] * 7)
    assert pos("oak", deck=150, opponents=[{"hand": 7}])
    assert faults(forest=[{"tree": "oak"}], deck=156, opponents=[{"hand": 9}])


def test_an_unseen_card_may_lie_in_the_clearing() -> None:
    p = pos("oak", clearing=["?", "oak"])
    assert GAME.write(p)["clearing"] == ["oak", "?"]
    assert "draw ?" not in GAME.listing(p)


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-5, 200)
        | st.sampled_from(["oak", "lynx", "@", "/"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["tree", "left", "hand", "known", "count"]), inner)
        ),
        max_leaves=6,
    ),
    st.sampled_from(KEYS),
)
def test_nothing_but_typed_errors(value: Any, key: str) -> None:
    try:
        GAME.read({"format": 1, "game": "forest-shuffle", key: value})
    except LeafwiseError as error:
        assert error.faults()


def test_the_form_is_a_valid_file() -> None:
    for players in "12345":
        text = GAME.form({"players": players})
        assert GAME.read(parse_text(text, "form").doc).players == int(players)
        assert GAME.read(parse_text(text.replace("# deck = 74", "deck = 74"), "form").doc)


def test_every_line_of_the_form_that_is_commented_out_can_be_taken_in() -> None:
    text = GAME.form({"players": "3"})
    counts = text.replace("# trees = 14", "trees = 14").replace("# lindens = 2", "lindens = 2")
    p = GAME.read(parse_text(counts, "form").doc)
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == [(14, 2), (14, 2)]
    full = text.replace("# forest = [{", "forest = [{").replace("# hand = 7", "hand = 7")
    p = GAME.read(parse_text(full, "form").doc)
    assert [(r.trees, r.lindens) for r in p.rivals(0)] == [(2, 1), (2, 1)]
    assert faults(opponents=[{"trees": 1, "forest": []}])[0].allowed.startswith("either")


def test_the_nearest_turn_is_told() -> None:
    doc = {"format": 1, "game": "forest-shuffle", "opponents": [{}], "turn": "oponent 1"}
    with pytest.raises(BadPosition) as error:
        GAME.read(doc)
    (fault,) = error.value.faults()
    assert (fault.place, fault.nearest) == ("turn", "opponent 1")
