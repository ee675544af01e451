"""Names as people type them: prefixes, any case, common spellings, German, and the nearest name.

A name is looked up in tiers, and the first tier that finds anything decides: the exact name or a
known spelling of it; the beginning of each of its words (``eu-ha``); some of its words in order
(``hare``, ``woodpecker``). A tier that finds several names is an error that lists them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

from ..core.names import nearest
from .data import (
    CARD_NO,
    CARDS,
    FACE_NO,
    FACE_SPECIES,
    FACE_SYMBOL,
    FACES,
    HIDDEN,
    NO_SYMBOL,
    SAPLING,
    SPECIES,
    TREES,
    UNKNOWN_FACE,
    WINTER,
    card_name,
    face_on,
    faces_on,
    fixed_names,
    species_id,
)

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe"})


class BadName(Exception):
    """A name that means nothing, or several things: ``allowed`` says what it could be."""

    def __init__(self, text: str, allowed: str, near: str | None = None) -> None:
        self.text, self.allowed, self.near = text, allowed, near
        super().__init__(f"{text!r}: {allowed}")


def words(text: str) -> tuple[str, ...]:
    """Lower-case words without accents and punctuation; umlauts become two letters."""
    text = unicodedata.normalize("NFC", text.strip()).translate(_UMLAUTS).lower()
    text = text.translate(_UMLAUTS).replace("'", "").replace("’", "")
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return tuple(re.findall(r"[a-z0-9]+", text))


@cache
def _spellings(species: int) -> tuple[tuple[str, ...], ...]:
    """All spellings of a species as words, its id first."""
    if species == SAPLING:
        texts = ("sapling", *fixed_names("sapling"))
    else:
        s = SPECIES[species]
        texts = (s.id, s.name, s.german, *s.also)
    return tuple(words(text) for text in texts)


def _whole(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return typed == name or "".join(typed) == "".join(name)


def _prefix(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    if len(typed) == 1 and len(name) > 1 and "".join(name).startswith(typed[0]):
        return True
    return len(typed) <= len(name) and all(
        n.startswith(t) for t, n in zip(typed, name, strict=False)
    )


def _scattered(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    rest = iter(name)
    return all(any(word.startswith(t) for word in rest) for t in typed)


# (test, whether German and other spellings count as well as the English name)
_TIERS: tuple[tuple[Callable[[tuple[str, ...], tuple[str, ...]], bool], bool], ...] = (
    (_whole, True),
    (_prefix, False),
    (_prefix, True),
    (_scattered, False),
    (_scattered, True),
)


def _fitting(typed: tuple[str, ...], tier: int, pool: Iterable[int]) -> list[int]:
    """The species of a pool that a tier finds."""
    test, every = _TIERS[tier]
    return [n for n in pool if any(test(typed, s) for s in _spellings(n)[: None if every else 2])]


def find_species(text: str, among: Iterable[int] | None = None) -> int:
    """The species that ``text`` means among some (default: all and the sapling)."""
    pool = sorted(set(range(SAPLING + 1) if among is None else among))
    typed = words(text)
    if typed:
        for tier in range(len(_TIERS)):
            found = _fitting(typed, tier, pool)
            if len(found) == 1:
                return found[0]
            if found:
                listed = ", ".join(species_id(n) for n in found)
                raise BadName(text, f"more than one name fits: {listed}")
    raise BadName(text, "a species of the game that can be here", _near(text, pool))


def _near(text: str, pool: Iterable[int]) -> str | None:
    spelled = {" ".join(name): species_id(n) for n in pool for name in dict.fromkeys(_spellings(n))}
    found = nearest(" ".join(words(text)), spelled)
    return None if found is None else spelled[found]


def find_tree(text: str) -> int:
    """A tree species or the sapling."""
    return find_species(text, (*TREES, SAPLING))


def find_face(text: str, side: int) -> int:
    """A visible half in a slot: ``SPECIES[@SYMBOL]``, the symbol filled in where it is clear."""
    name, _, symbol = text.partition("@")
    options = faces_on(side)
    if (
        "@" in text
        and text in FACE_NO
        and FACE_NO[text] in options.get(FACE_SPECIES[FACE_NO[text]], ())
    ):
        return FACE_NO[text]
    species = find_species(name, options)
    faces = options[species]
    if "@" not in text:
        return faces[0] if len(faces) == 1 else UNKNOWN_FACE[species]
    shown = {FACE_SYMBOL[face]: face for face in faces}
    try:
        wanted = find_species(symbol, TREES)
    except BadName as error:
        raise BadName(text, f"tree symbol: {error.allowed}", error.near) from None
    if wanted not in shown:
        listed = ", ".join(FACES[face].name for face in faces)
        raise BadName(text, f"shown on that side: {listed}")
    return shown[wanted]


def find_card(text: str, winter: bool = False, hidden: bool = False) -> int:
    """A card: a tree, or ``A/B`` with ``@SYMBOL`` where two cards share both species."""
    typed = text.strip()
    if typed in CARD_NO:
        return CARD_NO[typed]
    if typed == "?" and hidden:
        return HIDDEN
    if "/" in typed:
        return _split_card(typed)
    if words(typed) in [words("winter"), *(words(t) for t in fixed_names("winter"))]:
        if winter:
            return WINTER
        raise BadName(text, "no winter card here: winters counts those shown, deck may list them")
    try:
        return CARD_NO[species_id(find_species(typed, TREES))]
    except BadName as error:
        raise _no_card(typed, error) from None


def _no_card(text: str, error: BadName) -> BadName:
    if error.allowed.startswith("more"):
        return error
    near = nearest(text.lower(), CARD_NO) or error.near
    try:
        half = species_id(find_species(text))
    except BadName:
        return BadName(text, "a card of the game such as oak or lynx/raccoon", near)
    cards = [card.name for card in CARDS if half in re.split("[/@]", card.name)[:2]]
    return BadName(text, "a whole card: " + ", ".join(cards) if cards else error.allowed, near)


def _split_card(text: str) -> int:
    names, _, symbol = text.partition("@")
    first, second, *more = names.split("/")
    if more:
        raise BadName(text, "a card has two halves")
    pairs = {
        card: (FACE_SPECIES[data.halves[0][1]], FACE_SPECIES[data.halves[1][1]])
        for card, data in enumerate(CARDS)
        if data.halves
    }
    found = _pairs(words(first), words(second), pairs)
    if symbol and found:
        found = _by_symbol(text, symbol, found)
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(CARDS[card].name for card in found)
        raise BadName(text, f"more than one card fits: {listed}")
    raise BadName(text, "no card has these two halves", nearest(text.lower(), CARD_NO))


def _pairs(
    first: tuple[str, ...], second: tuple[str, ...], pairs: dict[int, tuple[int, int]]
) -> list[int]:
    """Cards of the first tiers that find any: one half may tell what the other means."""
    for tier, other in product(range(len(_TIERS)), repeat=2) if first and second else ():
        lead = set(_fitting(first, tier, {pair[0] for pair in pairs.values()}))
        tail = set(_fitting(second, other, {pair[1] for pair in pairs.values()}))
        found = [card for card, pair in pairs.items() if pair[0] in lead and pair[1] in tail]
        if found:
            return found
    return []


def _by_symbol(text: str, symbol: str, found: list[int]) -> list[int]:
    """``@`` is the symbol of the first half; where first halves agree, of the second."""
    try:
        wanted = find_species(symbol, TREES)
    except BadName as error:
        raise BadName(text, f"tree symbol: {error.allowed}", error.near) from None
    for half in (0, 1):
        fitting = [c for c in found if FACE_SYMBOL[CARDS[c].halves[half][1]] == wanted]
        if len(fitting) == 1:
            return fitting
    listed = ", ".join(CARDS[card].name for card in found)
    raise BadName(text, f"no such card: {listed}")


def completions(typed: str) -> tuple[str, ...]:
    """Names of cards, species and halves that ``typed`` may become, for shell completion."""
    pool = {*CARD_NO, *(face.name for face in FACES), "sapling", "winter"}
    exact = {name for name in pool if name.startswith(typed.lower())}
    if exact or not words(typed):
        return tuple(sorted(exact))
    fitting = [n for n in range(SAPLING + 1) if _fits(words(typed), n)]
    return tuple(sorted(species_id(n) for n in fitting))


def _fits(typed: tuple[str, ...], species: int) -> bool:
    return any(_prefix(typed, n) or _scattered(typed, n) for n in _spellings(species))


def half_text(card: int, side: int, hand: Iterable[int]) -> tuple[str, str]:
    """How a half is written for this hand: (``SPECIES[@SYMBOL]``, card name or "").

    ``@`` only where hand cards that offer the species on that side differ in symbol, the card
    only where several different ones still fit.
    """
    face = face_on(card, side)
    species = FACE_SPECIES[face]
    others = {
        other: face_on(other, side)
        for other in set(hand)
        if face_on(other, side) >= 0 and FACE_SPECIES[face_on(other, side)] == species
    }
    name = FACES[face].name if len({*others.values(), face}) > 1 else SPECIES[species].id
    same = [other for other, shown in others.items() if shown == face and other != card]
    return name, card_name(card) if same else ""


def plain_face(face: int, side: int) -> str:
    """A half of a hidden hand: with its symbol, left out where the side shows only one."""
    species = FACE_SPECIES[face]
    if FACE_SYMBOL[face] == NO_SYMBOL or len(faces_on(side)[species]) == 1:
        return SPECIES[species].id
    return FACES[face].name
