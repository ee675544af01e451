"""Lines of key paths, and texts that have no end."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core import places
from leafwise.puzzles.core.document import dump_toml, parse_text
from leafwise.puzzles.core.errors import BadPosition
from leafwise.puzzles.core.places import lines, unfinished

TEXT = '''format = 1  # a "comment" [ {
"quoted.key" = 2
a.b = 3
hand = ["oak", # one
  "it's", 'a "b"',

  """two
lines""", "birch"]
rows = [
  { tree = "oak", left = ["lynx",
      "wolf"] }, { tree = "x" },
]
[table]
key = 1979-05-27
[[forest]]
tree = "oak"
[[forest]]
left = [
  "hare",
  "hare",
]
[forest.deep]
x = 1
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("format", 1),
        ("quoted.key", 2),
        ("a.b", 3),
        ("hand", 4),
        ("hand[0]", 4),
        ("hand[1]", 5),
        ("hand[2]", 5),
        ("hand[3]", 7),
        ("hand[4]", 8),
        ("rows[0].left[1]", 11),
        ("rows[1].tree", 11),
        ("table.key", 14),
        ("forest[0].tree", 16),
        ("forest[1].left[1]", 20),
        ("forest[1].deep.x", 23),
        ("forest[1].left[7]", 18),
        ("forest[1].bottom", 17),
        ("nowhere", None),
        ("", None),
    ],
)
def test_a_place_is_its_own_line_or_that_of_what_it_lies_in(place: str, line: int | None) -> None:
    tomllib.loads(TEXT)
    assert parse_text(TEXT, "x").line(place) == line


def test_json_over_several_lines_and_inside_an_object() -> None:
    text = json.dumps({"id": 1, "position": {"hand": ["oak", "lynx"], "cave": 2}}, indent=1)
    source = parse_text(text, "x")
    assert source.line("hand[1]") == 6
    assert source.line("cave") == 8
    assert parse_text('{"cave": 2}', "x").line("cave") is None


_value = st.recursive(
    st.one_of(st.booleans(), st.integers(-9, 9), st.text(max_size=12)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=20,
)


def paths(value: Any, at: str = "") -> list[str]:
    """Every path of a document."""
    out = [at] if at else []
    if isinstance(value, dict):
        for key, item in value.items():
            out += paths(item, f"{at}.{key}" if at else key)
    if isinstance(value, list):
        for n, item in enumerate(value):
            out += paths(item, f"{at}[{n}]")
    return out


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from("pqrs"), _value, max_size=4), st.booleans())
def test_every_path_of_a_document_has_a_line(doc: dict[str, Any], toml: bool) -> None:
    text = dump_toml(doc) if toml else json.dumps(doc, indent=1, ensure_ascii=False)
    found = lines(text, "toml" if toml else "json")
    for path in paths(doc):
        assert path in found, path
        name = path.rpartition(".")[2].partition("[")[0]
        if path.endswith(name):
            assert name in text.split("\n")[found[path] - 1]
    if toml:
        assert unfinished(text) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('a = 1\nb = """abc\ndef\n', 2),
        ("a = 1\nb = '''abc\n", 2),
        ('a = 1\n\nb = ["x",\n "y"', 3),
        ('a = "abc', 1),
        ('x = 1\na = {b = "c"', 2),
    ],
)
def test_what_has_no_end_is_told_with_the_line_it_begins_on(text: str, line: int) -> None:
    with pytest.raises(BadPosition) as error:
        parse_text(text, "x")
    (fault,) = error.value.faults()
    assert (fault.place, fault.found) == (f"line {line}", "malformed TOML")


@pytest.mark.parametrize("text", ["[1, 2]", '[{"format": 1}]', '[\n {"format": 1},\n {}]', "[]"])
def test_a_json_list_is_called_one(text: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse_text(text, "x")
    assert error.value.faults()[0].found == "a JSON list"


def test_a_broken_json_list_is_malformed_json_and_a_toml_table_is_none() -> None:
    with pytest.raises(BadPosition) as error:
        parse_text('[{"format": 1},\n', "x")
    assert error.value.faults()[0].found == "malformed JSON"
    assert parse_text('["table"]\nx = 1\n', "x").doc == {"table": {"x": 1}}
    with pytest.raises(BadPosition) as error:
        parse_text('["table"]\nx = \n', "x")
    assert error.value.faults()[0].found == "malformed TOML"


def test_a_text_is_walked_once_for_all_its_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk for each fault made a file of twenty thousand of them take minutes."""
    walks: list[str] = []
    real = places._Walk.document

    def counted(walk: Any) -> None:
        walks.append(walk.text)
        real(walk)

    monkeypatch.setattr(places._Walk, "document", counted)
    source = parse_text("".join(f"walked_{n} = {n}\n" for n in range(50)), "x")
    assert [source.line(f"walked_{n}") for n in range(50)] == list(range(1, 51))
    assert len(walks) == 1


def test_a_byte_order_mark_shifts_no_line() -> None:
    source = parse_text("\ufeff" + 'format = 1\nhand = ["oke"]\n', "x.toml")
    assert source.doc["hand"] == ["oke"]
    assert source.line("hand[0]") == 2
    assert lines(source.text, source.form)["format"] == 1
