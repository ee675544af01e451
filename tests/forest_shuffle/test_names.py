"""Names as people type them."""

from __future__ import annotations

import pytest

from leafwise.puzzles.forest_shuffle.data import (
    CARDS,
    FACE_NO,
    FACE_SPECIES,
    LEFT,
    SAPLING,
    SPECIES,
    card_name,
    species_id,
)
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.names import (
    BadName,
    find_card,
    find_face,
    find_species,
    find_tree,
)


@pytest.mark.parametrize("species", SPECIES, ids=lambda s: s.id)
def test_every_spelling_means_its_species(species: object) -> None:
    from leafwise.puzzles.forest_shuffle.data import Species

    assert isinstance(species, Species)
    for text in (species.id, species.name, species.german, *species.also):
        for form in (text, text.upper(), text.replace(" ", "-"), f" {text} "):
            assert species_id(find_species(form)) == species.id, form


@pytest.mark.parametrize("card", range(len(CARDS)))
def test_every_card_name_is_read_back(card: int) -> None:
    assert find_card(CARDS[card].name) == card
    assert find_card(CARDS[card].name.upper().replace("_", " ")) == card


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("eu-ha", "european_hare"),
        ("Eu Ha", "european_hare"),
        ("hare", "european_hare"),
        ("Hase", "european_hare"),
        ("woodpecker", "great_spotted_woodpecker"),
        ("Eichelh\u00e4her", "eurasian_jay"),
        ("eichelhaeher", "eurasian_jay"),
        ("bee", "violet_carpenter_bee"),
        ("Bechstein's Bat", "bechsteins_bat"),
        ("ahorn", "sycamore"),
        ("fi-sa", "fire_salamander"),
        ("sapl", "sapling"),
        ("Setzling", "sapling"),
        ("oaks", "oak"),
        ("Beeches", "beech"),
        ("red foxes", "red_fox"),
        ("wolves", "wolf"),
        ("W\u00f6lfe", "wolf"),
        ("Eichen", "oak"),
        ("Fr\u00f6sche", "tree_frog"),
        ("fire flies", "fireflies"),
        ("Specht", "great_spotted_woodpecker"),
        ("tortoiseshell", "large_tortoiseshell"),
    ],
)
def test_quick_names(typed: str, meant: str) -> None:
    assert species_id(find_species(typed)) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ly/ra", "lynx/raccoon"),
        ("Luchs/Waschb\u00e4r", "lynx/raccoon"),
        ("eu-ha/red-deer@birch", "european_hare/red_deer@birch"),
        ("fri/black@beech", "silver_washed_fritillary/blackberries@beech"),
        ("Buche", "beech"),
    ],
)
def test_quick_cards(typed: str, meant: str) -> None:
    assert card_name(find_card(typed)) == meant


def test_an_ambiguous_name_lists_what_it_may_be() -> None:
    with pytest.raises(BadName) as error:
        find_species("deer")
    assert error.value.allowed.endswith("fallow_deer, red_deer, roe_deer")
    with pytest.raises(BadName) as error:
        find_card("eu-ha/red-deer")
    assert "@beech" in error.value.allowed and "@birch" in error.value.allowed


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("fir", ["douglas_fir", "silver_fir"]),
        ("fire", ["fire_salamander", "fireflies"]),
        ("bat", [s.id for s in SPECIES if "bat" in s.symbols]),
        ("Schmetterling", [s.id for s in SPECIES if "butterfly" in s.symbols]),
        ("F\u00fcchse", ["large_tortoiseshell", "red_fox"]),
        ("tortoise", ["large_tortoiseshell", "pond_turtle"]),
    ],
)
def test_a_word_for_several_cards_is_never_taken_for_one(typed: str, kinds: list[str]) -> None:
    with pytest.raises(BadName) as error:
        find_species(typed)
    assert [species_id(n) for n in error.value.options] == kinds


def test_the_whole_name_of_a_card_elsewhere_is_no_beginning_of_another() -> None:
    with pytest.raises(BadName) as error:
        find_face("beech", LEFT)
    assert "beech is a tree" in error.value.allowed
    with pytest.raises(BadName) as error:
        find_face("moss", LEFT)
    assert error.value.allowed == "moss lies bottom, not left"
    assert find_face("beech-m", LEFT) == FACE_NO["beech_marten"]


def test_an_unknown_tree_lists_the_trees() -> None:
    with pytest.raises(BadName) as error:
        find_tree("lynx")
    assert "beech, birch, douglas_fir" in error.value.allowed


def test_a_mistake_names_the_nearest() -> None:
    with pytest.raises(BadName) as error:
        find_species("goshwak")
    assert error.value.near == "goshawk"
    with pytest.raises(BadName) as error:
        find_card("lynx/racoonn")
    assert error.value.near == "lynx/raccoon"
    with pytest.raises(BadName) as error:
        find_card("lynx")
    assert "lynx/raccoon" in error.value.allowed


def test_the_four_pairs_that_share_both_species() -> None:
    shared = [card.name for card in CARDS if "@" in card.name]
    assert shared == [
        "eurasian_jay/tree_ferns@birch",
        "eurasian_jay/tree_ferns@horse_chestnut",
        "european_hare/red_deer@beech",
        "european_hare/red_deer@birch",
        "large_tortoiseshell/mole@beech",
        "large_tortoiseshell/mole@sycamore",
        "silver_washed_fritillary/blackberries@beech",
        "silver_washed_fritillary/blackberries@silver_fir",
    ]


def test_a_face_fills_in_the_only_symbol_of_its_side() -> None:
    assert find_face("gnat", LEFT) == FACE_NO["gnat@birch"]
    assert find_face("lynx", LEFT) == FACE_NO["lynx"]
    with pytest.raises(BadName):
        find_face("lynx@oak", LEFT)
    with pytest.raises(BadName):
        find_face("goshawk", LEFT)


def test_completions() -> None:
    complete = GAME.completions  # type: ignore[attr-defined]
    assert "lynx/raccoon" in complete("lynx/")
    assert "european_hare" in complete("eu-ha")
    assert complete("zzz") == ()
    start = GAME.new({"deck": "listed"}, 1)
    assert "draw deck" in complete("dr", start)


def test_copies_and_cards_agree() -> None:
    count = dict.fromkeys(range(SAPLING), 0)
    for card in CARDS:
        if card.tree >= 0:
            count[card.tree] += card.count
        for _, face in card.halves:
            count[FACE_SPECIES[face]] += card.count
    assert count == {n: s.copies for n, s in enumerate(SPECIES)}
    assert sum(card.count for card in CARDS) == 158
