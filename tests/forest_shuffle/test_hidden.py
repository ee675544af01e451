"""Unknown decks and hands: chance, worlds, opponents' turns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fs_support import after, pos, refused, texts, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import CARD_NO, HIDDEN, WINTER
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position, Sampled
from leafwise.puzzles.forest_shuffle.unseen import weights, winter_chance, winter_pile


def two(**keys: object) -> Position:
    return pos("oak", **{"hand": ["birch"], "deck": 74, "opponents": [{"hand": 7}], **keys})


def chances(p: Position) -> dict[int, Fraction]:
    pairs = GAME.outcomes(p).pairs
    assert pairs is not None
    return {action.card: chance for action, chance in pairs}


def test_the_next_card_is_any_unseen_card_by_its_copies() -> None:
    p = after(two(), "draw deck ...")
    found = chances(p)
    assert GAME.turn(p).kind == "chance" and sum(found.values()) == 1
    assert WINTER not in found  # the winter pile lies deeper
    assert found[CARD_NO["oak"]] == Fraction(6, 156)  # 158 less Oak and Birch in sight
    assert found[CARD_NO["birch"]] == Fraction(9, 156)


def test_winter_lies_on_top_of_its_pile() -> None:
    pile = winter_pile(2)
    assert pile == 128 // 3 + 3
    assert winter_chance(two(deck=pile + 1)) == 0
    assert winter_chance(two(deck=pile)) == 1
    assert winter_chance(two(deck=40, winters=1)) == Fraction(2, 40)
    assert winter_chance(two(deck=40, winters=2)) == Fraction(1, 40)


def test_winters_that_do_not_fit_the_deck_are_spread_evenly_with_a_note() -> None:
    notes = GAME.notes  # type: ignore[attr-defined]
    assert winter_chance(two(deck=30)) == Fraction(3, 30)
    assert notes(two(deck=30)) and notes(two(deck=90, winters=1)) and notes(two(deck=1))
    assert not notes(two(deck=74)) and not notes(two(deck=30, winters=1))


def test_a_half_may_be_either_of_its_cards() -> None:
    """A Wolf with a Silver Fir on the right hides one of two cards, each as likely."""
    p = pos(tree("oak", right="wolf@silver_fir"), deck=74, opponents=[{}])
    found = weights(p)
    assert found[CARD_NO["red_fox/wolf"]] == found[CARD_NO["bechsteins_bat/wolf"]] == Fraction(1, 2)
    p = pos(tree("oak", right="wolf@silver_fir"), hand=["red_fox/wolf"], opponents=[{}])
    assert CARD_NO["bechsteins_bat/wolf"] not in weights(p)


def test_worlds_follow_the_weights() -> None:
    p = pos(tree("oak", right="wolf@silver_fir"), deck=74, opponents=[{"hand": 7}])
    fox, bat = CARD_NO["red_fox/wolf"], CARD_NO["bechsteins_bat/wolf"]
    seen = {fox: 0, bat: 0}
    for seed in range(200):
        deck = GAME.world(p, 0, seed).deck
        assert isinstance(deck, Sampled) and len(deck.cards) == 74
        assert fox not in deck.cards or bat not in deck.cards  # one of them is the Wolf
        for card in seen:
            seen[card] += card in deck.cards
    assert 20 < seen[fox] < 90 and 20 < seen[bat] < 90


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**40), st.integers(10, 128), st.integers(0, 2))
def test_a_world_is_a_deck_that_set_up_could_have_left(seed: int, size: int, winters: int) -> None:
    p = two(deck=size, winters=winters)
    world = GAME.world(p, 0, seed)
    assert GAME.view(world, 0) == p and GAME.world(p, 0, seed) == world
    deck = world.deck
    assert isinstance(deck, Sampled) and len(deck.cards) == size
    assert deck.cards.count(WINTER) == 3 - winters
    if winters == 0 and size >= winter_pile(2):
        assert deck.cards.index(WINTER) == size - winter_pile(2)
    hidden = world.seats[1].hidden
    assert isinstance(hidden, Sampled) and len(hidden.cards) == 7
    copies = [*deck.cards, *hidden.cards, *world.seats[0].hand]
    for card in set(copies) - {WINTER}:
        from leafwise.puzzles.forest_shuffle.data import CARDS

        assert copies.count(card) <= CARDS[card].count - (card == CARD_NO["oak"])


def test_permuting_the_unseen_cards_changes_nothing() -> None:
    """A world depends on what is known alone, not on the deck it was dealt from."""
    listed = [GAME.new({"deck": "listed"}, seed) for seed in range(30)]
    shown = [GAME.new({}, seed) for seed in range(30)]
    for full, seen in zip(listed, shown, strict=True):
        assert seen.seats[0].hand == full.seats[0].hand
        assert GAME.write(seen)["deck"] == full.deck_size()


def test_sampled_cards_that_come_into_the_open_are_known() -> None:
    world = GAME.world(two(), 0, 1)
    for action in GAME.parse(world, "play birch with effect"):
        world = GAME.apply(world, action)
    q = GAME.view(world, 0)
    assert q.deck_size() == 72 and len(q.seats[0].hand) == 1 and len(q.clearing) == 1
    assert GAME.read(GAME.write(q)) == q


def test_an_opponents_turn_with_a_hidden_hand_is_chance() -> None:
    p = two(turn="opponent 1", clearing=["linden"])
    assert GAME.turn(p).kind == "chance" and texts(p) == () and GAME.actions(p) == ()
    for seed in range(20):
        action = GAME.outcomes(p).draw(Stream(seed))
        assert GAME.apply(p, action) != p


def test_an_opponents_turn_with_a_listed_hand_lists_its_moves() -> None:
    p = two(turn="opponent 1", opponents=[{"hand": ["birch"], "forest": ["oak"]}])
    assert "play birch" in texts(p)


def test_opponents_draws_seen_and_unseen() -> None:
    p = two(turn="opponent 1", clearing=["linden"])
    p = after(p, "draw deck", "draw linden")
    assert p.seats[1].hand_size == 9 and GAME.write(p)["opponents"][0]["hand"]["known"] == [
        "linden"
    ]
    assert p.deck_size() == 73 and p.turn == 0
    line = GAME.parse(two(turn="opponent 1"), "draw deck")
    assert line[-1] == Action(Do.TURNED, HIDDEN)
    assert GAME.format(two(turn="opponent 1"), line) == "draw deck => ?"
    assert after(two(turn="opponent 1"), "draw deck => winter, ?").winters == 1


def test_opponents_plays() -> None:
    p = two(turn="opponent 1")
    p = after(p, "play oak pay linden, sycamore => beech")
    found = GAME.write(p)
    assert found["clearing"] == ["beech", "linden", "sycamore"]
    assert found["opponents"][0]["hand"] == 4
    assert found["opponents"][0]["forest"] == [{"tree": "oak"}]
    assert p.turn == 0


def test_opponents_halves_are_seen_with_their_symbol() -> None:
    opponent = {"hand": 5, "forest": ["oak"]}
    p = two(turn="opponent 1", opponents=[opponent])
    q = after(p, "play tawny_owl@beech on 1 top pay beech, beech with effect + bonus")
    assert q.seats[1].hand_size == 5  # five less card and payment, three unseen draws
    assert GAME.write(q)["opponents"][0]["forest"][0]["top"] == ["tawny_owl@beech"]
    q = after(p, "play lynx@beech from violet_carpenter_bee/lynx on 1 right pay oak")
    assert GAME.write(q)["opponents"][0]["forest"][0]["right"] == ["lynx@beech"]


def test_an_unseen_sapling_leaves_nothing_known_of_that_hand() -> None:
    p = two(turn="opponent 1", opponents=[{"hand": {"count": 5, "known": ["oak"]}}])
    q = after(p, "play sapling using ? => beech")
    assert GAME.write(q)["opponents"][0]["hand"] == 4 and q.gone == ()
    q = after(p, "play sapling using oak => beech")
    assert GAME.write(q)["opponents"][0]["hand"] == 4 and GAME.write(q)["gone"] == ["oak"]


def test_opponents_raccoon_and_bear() -> None:
    opponent = {"hand": 5, "forest": ["birch"], "cave": 1}
    p = two(turn="opponent 1", opponents=[opponent])
    q = after(p, "play raccoon@birch on 1 right pay linden with cave: ?, ?")
    assert q.seats[1].cave == 3 and q.seats[1].hand_size == 3
    q = after(p, "play brown_bear on 1 left pay beech, beech, linden with effect")
    assert q.seats[1].cave == 4
    assert GAME.write(q)["gone"] == ["beech", "beech", "linden"]  # everyone saw them


def test_what_an_opponent_cannot_have_is_refused() -> None:
    p = two(turn="opponent 1", opponents=[{"hand": 2, "forest": ["oak"]}])
    refused(p, "play oak pay birch, birch => beech", "10")
    refused(p, "play sapling using oak", "3")
    with pytest.raises(IllegalMove):
        GAME.parse(two(turn="opponent 1", hand=["oak"] * 6), "play oak pay birch, birch => beech")


def test_a_card_that_lies_elsewhere_cannot_be_turned_up() -> None:
    p = two(hand=["lynx/raccoon", "birch"])
    refused(p, "draw deck => lynx/raccoon", "26")
    refused(p, "draw deck => ?", "3")


def test_an_opponent_given_as_counts_can_be_followed() -> None:
    p = two(turn="opponent 1", opponents=[{"hand": 6, "trees": 4, "lindens": 1}])
    q = after(p, "play linden pay oak => beech")
    assert (q.rivals(0)[0].trees, q.rivals(0)[0].lindens) == (5, 2)
    q = after(p, "play violet_carpenter_bee@silver_fir on 2 left pay oak")
    assert q.rivals(0)[0].trees == 5


def test_a_flip_that_nobody_names() -> None:
    p = pos(hand=["birch"], deck=74, opponents=[{}])
    q = after(p, "play birch => ?")
    assert GAME.write(q)["clearing"] == ["?"]
