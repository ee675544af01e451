"""The laws of the interface on random games of one to five players, decks listed and hidden."""

from __future__ import annotations

import pytest
from conformance import check_all, walk
from fs_support import cases, pos
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.forest_shuffle.game import GAME


@pytest.mark.parametrize("players", "12345")
@pytest.mark.parametrize("deck", ["listed", "hidden"])
def test_laws(players: str, deck: str) -> None:
    start = GAME.new({"players": players, "deck": deck}, int(players))
    assert check_all(GAME, start, seed=int(players), most=70) > 60


@pytest.mark.parametrize("case", cases("fs_transitions.jsonl")[::12])
def test_laws_from_the_middle_of_games(case: dict[str, object]) -> None:
    position = case["position"]
    assert isinstance(position, dict)
    check_all(GAME, GAME.read(position), seed=3, most=25)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 5))
def test_cards_are_never_lost_or_doubled(seed: int, players: int) -> None:
    """Every card is in one place: deck, hands, clearing, gone or a forest."""
    from leafwise.puzzles.forest_shuffle.matching import halves, named
    from leafwise.puzzles.forest_shuffle.position import Position

    def count(p: Position) -> int:
        return len(named(p)) + len(halves(p)) + p.winters

    start = GAME.new({"players": str(players), "deck": "listed"}, seed)
    deck = start.deck
    assert isinstance(deck, tuple)
    winters = sum(card >= 100 for card in deck)
    everything = count(start) + winters
    for p, _ in walk(GAME, start, seed, most=120):
        left = p.deck if isinstance(p.deck, tuple) else ()
        assert count(p) + sum(card >= 100 for card in left) == everything


def test_a_world_keeps_what_the_file_tells() -> None:
    p = pos("oak", deck=["oak", "winter"], hand=["birch"], opponents=[{"hand": ["beech"]}])
    assert GAME.world(p, 0, 5) == p
