"""The TOML layout: readable, and read back as the same document."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core.document import dump_toml
from leafwise.puzzles.core.layout import WIDTH, inline

_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_scalar = st.one_of(st.booleans(), st.integers(-(2**40), 2**40), _text)
_value = st.recursive(
    _scalar,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=25,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(max_size=10), _value, max_size=6))
def test_a_document_is_read_back_equal(doc: dict[str, Any]) -> None:
    assert tomllib.loads(dump_toml(doc)) == doc


def test_short_values_stand_on_one_line() -> None:
    text = dump_toml({"areas": ["b5:d6 tree", "e5:e7 tree"], "treasures": {"berry": 1, "nut": 1}})
    assert text == ('areas = ["b5:d6 tree", "e5:e7 tree"]\ntreasures = { berry = 1, nut = 1 }\n')


def test_a_forest_becomes_sections_after_the_plain_keys() -> None:
    tree = {"tree": "oak", "top": ["eurasian_jay"], "left": ["european_hare@linden"] * 2}
    text = dump_toml({"forest": [tree, tree], "cave": 3})
    assert text.splitlines() == [
        "cave = 3",
        "",
        "[[forest]]",
        'tree = "oak"',
        'top = ["eurasian_jay"]',
        'left = ["european_hare@linden", "european_hare@linden"]',
        "",
        "[[forest]]",
        'tree = "oak"',
        'top = ["eurasian_jay"]',
        'left = ["european_hare@linden", "european_hare@linden"]',
    ]


def test_long_lists_are_filled_and_rows_of_a_drawing_stand_below_each_other() -> None:
    deck = ["oak", "european_hare/red_deer@beech"] * 10
    lines = dump_toml({"deck": deck}).splitlines()
    assert 2 < len(lines) < 12 and all(len(line) <= WIDTH for line in lines)
    rows = ["........"] * 9
    assert dump_toml({"cover": rows}).splitlines()[1:-1] == ['    "........",'] * 9


def test_none_is_left_out_and_brackets_in_texts_stay() -> None:
    assert dump_toml({"a": None, "b": ["[", "],", "x["]}) == 'b = ["[", "],", "x["]\n'
    assert inline({"path": ["##o"]}) == '{ path = ["##o"] }'
