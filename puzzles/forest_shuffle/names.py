"""Names as people type them: prefixes, any case, common spellings, German, and the nearest name.

A name is looked up in tiers, and the first tier that finds anything decides: the exact name or a
known spelling of it; its last words (``hare``, ``fir``); the beginning of each of its words
(``eu-ha``); some of its words in order, or the end of a German compound (``specht``). A tier that
finds several names is an error that lists them, and so is the word for a kind of cards
(``butterfly``) unless only one of the kind can be meant. Plurals are read where nothing else fits.
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
    SIDES,
    SPECIES,
    TREES,
    UNKNOWN_FACE,
    WINTER,
    card_name,
    face_on,
    faces_on,
    fixed_names,
    kind_words,
    species_id,
)

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe"})


MORE = "more than one"
PLAIN_TREES = (*TREES, SAPLING)


class BadName(Exception):
    """A name that means nothing, or several things: ``allowed`` says what it could be."""

    def __init__(
        self, text: str, allowed: str, near: str | None = None, options: Iterable[int] = ()
    ) -> None:
        self.text, self.allowed, self.near = text, allowed, near
        self.options = tuple(options)  # species, where several fit
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


@cache
def said(species: int) -> frozenset[str]:
    """What people call a species in full: every spelling, and the last word of each."""
    names = _spellings(species)
    return frozenset({" ".join(name) for name in names} | {name[-1] for name in names})


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


def _head(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return len(typed) < len(name) and name[-len(typed) :] == typed


def _ending(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    ending = "".join(typed)
    return len(ending) > 3 and "".join(name).endswith(ending)


def _tail(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return _head(typed, name) or _ending(typed, name)


def _loose(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return _scattered(typed, name) or _ending(typed, name)


# (test, whether German and other spellings count as well as the English name)
_TIERS: tuple[tuple[Callable[[tuple[str, ...], tuple[str, ...]], bool], bool], ...] = (
    (_whole, True),
    (_head, False),
    (_prefix, False),
    (_prefix, True),
    (_scattered, False),
    (_loose, True),
)
# plural endings and what stands for them in the singular; German umlauts are undone as well
_PLURALS = (("ies", "y"), ("ves", "f"), ("n", ""), ("s", ""), ("es", ""), ("en", ""), ("e", ""))


def _fitting(typed: tuple[str, ...], tier: int, pool: Iterable[int]) -> list[int]:
    """The species of a pool that a tier finds."""
    test, every = _TIERS[tier]
    return [n for n in pool if any(test(typed, s) for s in _spellings(n)[: None if every else 2])]


def find_species(text: str, among: Iterable[int] | None = None) -> int:
    """The species that ``text`` means among some (default: all and the sapling)."""
    pool = sorted(set(range(SAPLING + 1) if among is None else among))
    typed = words(text)
    if typed in _winter_names():
        raise BadName(text, "a winter card lies in no forest")
    found = _of_kind(typed, pool) or _found(typed, pool) or _plural(typed, pool)
    if not found and typed[1:] and typed[-1] in ("tree", "trees", "baum"):  # an oak tree
        found = _found(typed[:-1], [n for n in pool if n in PLAIN_TREES])
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(species_id(n) for n in found)
        raise BadName(text, f"{MORE} name fits: {listed}", options=found)
    raise BadName(text, "a species of the game that can be here", _near(text, pool))


@cache
def _winter_names() -> frozenset[tuple[str, ...]]:
    return frozenset(words(text) for text in ("winter", *fixed_names("winter")))


def _found(typed: tuple[str, ...], pool: list[int]) -> list[int]:
    """What the first tier finds that finds anything."""
    for tier in range(len(_TIERS)) if typed else ():
        if found := _fitting(typed, tier, pool):
            return found
    return []


def _plural(typed: tuple[str, ...], pool: list[int]) -> list[int]:
    """What a plural means: its singular has to be a whole name, or the end of one."""
    for test in (_whole, _tail):
        for single in _singulars(typed):
            if found := [n for n in pool if any(test(single, name) for name in _spellings(n))]:
                return found
    return []


def _of_kind(typed: tuple[str, ...], pool: list[int]) -> list[int]:
    """The species of a pool that a word such as ``butterfly`` covers; none if it is a name."""
    covered = kind_words().get(" ".join(typed), ())
    return [n for n in pool if n in covered]


def _singulars(typed: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """What a plural may be the plural of: its last word without the ending."""
    if not typed:
        return ()
    *first, last = typed
    plain = re.sub("([aou])e", r"\1", last)
    stems = [
        word.removesuffix(ending) + stem
        for word in (last, plain)
        for ending, stem in _PLURALS
        if word.endswith(ending) and len(word) - len(ending) > 1
    ]
    return tuple((*first, stem) for stem in dict.fromkeys(stems))


def near_species(text: str, among: Iterable[int], limit: int = 3) -> list[str]:
    """Names of the species whose spellings, or long words of them, are most like ``text``."""
    pool = list(among)
    spelled = {" ".join(n): species_id(s) for s in pool for n in dict.fromkeys(_spellings(s))}
    for s in pool:
        for word in (word for n in _spellings(s) for word in n if len(word) > 4):
            spelled.setdefault(word, species_id(s))
    out: dict[str, None] = {}
    while len(out) < limit:
        found = nearest(" ".join(words(text)), spelled)
        if found is None:
            break
        out[spelled.pop(found)] = None
    return list(out)


def _near(text: str, pool: Iterable[int]) -> str | None:
    return next(iter(near_species(text, pool, 1)), None)


def find_tree(text: str) -> int:
    """A tree species or the sapling."""
    try:
        return find_species(text, PLAIN_TREES)
    except BadName as error:
        if error.options:
            raise
        allowed = "trees are " + ", ".join(species_id(n) for n in PLAIN_TREES)
        raise BadName(text, allowed, error.near) from None


def on_side(text: str, side: int) -> int:
    """The species that a name means on a side; BadName tells the sides that it can take.

    The whole name of a card that cannot lie there is not taken for the beginning of another.
    """
    named = _fitting(words(text), 0, range(SAPLING + 1))
    if named and named[0] not in faces_on(side):
        raise BadName(text, f"{lies(named[0])}, not {SIDES[side]}")
    try:
        return find_species(text, faces_on(side))
    except BadName as error:
        wrong = error
    if wrong.options:
        raise wrong
    try:
        elsewhere = find_species(text)
    except BadName as error:
        raise (error if error.options else wrong) from None
    raise BadName(text, f"{lies(elsewhere)}, not {SIDES[side]}")


def lies(species: int) -> str:
    """The sides that a species can take, in words."""
    if species in PLAIN_TREES:
        return f"{species_id(species)} is a tree and stands without a side"
    sides = (SIDES[n] for n in range(4) if species in faces_on(n))
    return f"{species_id(species)} lies {' or '.join(sides)}"


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
    species = on_side(name, side)
    faces = options[species]
    if "@" not in text:
        return faces[0] if len(faces) == 1 else UNKNOWN_FACE[species]
    shown = {FACE_SYMBOL[face]: face for face in faces}
    wanted = find_symbol(text, symbol, shown)
    if wanted not in shown:
        listed = ", ".join(FACES[face].name for face in faces)
        raise BadName(text, f"shown on that side: {listed}")
    return shown[wanted]


def find_symbol(text: str, symbol: str, shown: Iterable[int]) -> int:
    """The tree that a symbol means: one of those shown, else any of the game's."""
    try:
        return find_species(symbol, shown)
    except BadName:
        pass
    try:
        return find_species(symbol, TREES)
    except BadName as error:
        listed = ", ".join(species_id(n) for n in TREES)
        raise BadName(text, f"a tree symbol after @: {listed}", error.near) from None


def find_card(text: str, winter: bool = False, hidden: bool = False) -> int:
    """A card: a tree, or ``A/B`` with ``@SYMBOL`` where two cards share both species."""
    typed = text.strip()
    if typed in CARD_NO:
        return CARD_NO[typed]
    if typed == "?" and hidden:
        return HIDDEN
    if "/" in typed:
        return _split_card(typed)
    if words(typed) in _winter_names():
        if winter:
            return WINTER
        raise BadName(text, "no winter card here: winters counts those shown, deck may list them")
    try:
        tree = find_species(typed, TREES)
    except BadName as error:
        raise _no_card(typed, error) from None
    meant = _found(words(typed), [*range(SAPLING + 1)])
    if meant and not any(species in TREES for species in meant):
        # 'bee' ends the name of a bee; that 'beech' begins with it makes it no tree
        raise _no_card(typed, BadName(text, "a whole card", species_id(tree)))
    return CARD_NO[species_id(tree)]


def _no_card(text: str, error: BadName) -> BadName:
    if error.allowed.startswith(MORE):
        return error
    near = nearest(text.lower(), CARD_NO) or error.near
    try:
        half = species_id(find_species(text))
    except BadName:
        return BadName(text, "a card of the game such as oak or lynx/raccoon", near)
    cards = [card.name for card in CARDS if half in re.split("[/@]", card.name)[:2]]
    if not cards:
        return BadName(text, error.allowed, near)
    only = cards[0] if len(cards) == 1 else None
    return BadName(text, "a whole card: " + ", ".join(cards), nearest(text, cards) or only)


def _split_card(text: str) -> int:
    names, at, symbol = text.partition("@")
    halves = names.split("/")
    if len(halves) > 2:
        raise BadName(text, "a card has two halves")
    if len(halves) < 2 or (at and not symbol.strip()):
        near = nearest(text.lower().replace("@", ""), CARD_NO)
        raise BadName(text, "both halves and then the symbol, as in lynx/raccoon@oak", near)
    first, second = halves
    pairs = {
        card: (FACE_SPECIES[data.halves[0][1]], FACE_SPECIES[data.halves[1][1]])
        for card, data in enumerate(CARDS)
        if data.halves
    }
    found = _pairs(words(first), words(second), pairs)
    if not found:  # told from right to left
        found = _pairs(words(second), words(first), pairs)
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
