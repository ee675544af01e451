"""Type faults in plain words, all of them, each once."""

from __future__ import annotations

import datetime
import math
from typing import Any

import msgspec
import pytest

from leafwise.puzzles.core.decode import decode, show
from leafwise.puzzles.core.errors import BadPosition, Fault
from leafwise.puzzles.core.registry import game_ids, load


class Sheet(msgspec.Struct, kw_only=True):
    number: int = 0
    listed: list[str] = []
    either: int | list[str] | None = None
    flag: bool = False
    table: dict[str, int] = {}


@pytest.mark.parametrize(
    ("key", "value", "found", "allowed"),
    [
        ("number", "x", "'x'", "expected a whole number, not a text"),
        ("number", 1.5, "1.5", "expected a whole number, not a number with a fraction"),
        ("number", math.nan, "nan", "expected a whole number, not a number without a value"),
        ("number", True, "true", "expected a whole number, not true or false"),
        (
            "number",
            datetime.date(2026, 1, 2),
            "2026-01-02",
            "expected a whole number, not a date",
        ),
        ("number", datetime.time(7, 30), "07:30:00", "expected a whole number, not a time"),
        (
            "number",
            datetime.datetime(2026, 1, 2, 3),
            "2026-01-02T03:00:00",
            "expected a whole number, not a date with a time",
        ),
        ("number", None, "null", "expected a whole number, not nothing (null)"),
        ("listed", {"a": 1}, "{ a = 1 }", "expected a list, not a table of keys"),
        ("either", 1.5, "1.5", "expected a whole number or a list, not a number with a fraction"),
        ("flag", 1, "1", "expected true or false, not a whole number"),
        ("table", [1], "[1]", "expected a table of keys, not a list"),
    ],
)
def test_a_type_fault_speaks_plain_words(key: str, value: Any, found: str, allowed: str) -> None:
    _, faults = decode({key: value}, Sheet)
    assert [(f.place, f.found, f.allowed) for f in faults] == [(key, found, allowed)]


def test_every_wrong_item_of_a_list_is_told() -> None:
    _, faults = decode({"listed": ["a", 1, "b", False], "either": [3]}, Sheet)
    assert [f.place for f in faults] == ["listed[1]", "listed[3]", "either[0]"]


def test_every_wrong_value_of_a_table_is_told() -> None:
    _, faults = decode({"table": {"a": "x", "b": 1, "c": 1.5}}, Sheet)
    assert [(f.place, f.found) for f in faults] == [("table.a", "'x'"), ("table.c", "1.5")]


def test_a_long_value_is_cut() -> None:
    assert len(show("x" * 500)) == 60


def test_the_same_fault_is_told_once() -> None:
    fault = Fault("a", "format", "x", "y")
    assert BadPosition([fault, fault, Fault("b", "format", "x", "y")]).faults() == (
        fault,
        Fault("b", "format", "x", "y"),
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_no_game_speaks_the_words_of_the_decoder(game_id: str) -> None:
    """Every key of every game with a date, a number, a text, a list and a table."""
    game = load(game_id)
    with pytest.raises(BadPosition) as error:
        game.read({"format": 1, "game": game_id, "no_such_key": 1})
    listed = next(f.allowed for f in error.value.faults() if f.found == "unknown key")
    for key in listed.partition(": ")[2].split(", "):
        for value in (datetime.date(2026, 1, 2), 1.5, "x", [datetime.time(1)], {"a": 1}, None):
            try:
                game.read({"format": 1, "game": game_id, key: value})
            except BadPosition as wrong:
                for fault in wrong.faults():
                    said = fault.sentence()
                    assert "`" not in said and "datetime" not in said, said
