"""What to say about an entry of a flat list that means nothing: the likely slip, the way out."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.errors import Fault
from ..core.names import nearest
from .data import (
    FACE_SYMBOL,
    FACES,
    NO_SYMBOL,
    SAPLING,
    SIDES,
    faces_on,
    species_id,
)
from .flatlist import Entry, key_words, one, side_words
from .names import (
    MORE,
    PLAIN_TREES,
    BadName,
    find_species,
    lies,
    near_species,
    on_side,
    said,
    words,
)

KEYED = "no card has this name; 'cave 5', 'rest: moss' and 'vs 9/3' begin with such a word"
_SHORTEST = 4  # letters of a name that is doubted; three are a cut on purpose
_LONGEST = 8  # words of an entry that may be two run together


def doubted(text: str, species: int, pool: Iterable[int]) -> None:
    """Raise BadName where a name cut short may as well be another one with a letter wrong.

    ``bech`` begins ``bechsteins_bat`` and is ``beech`` without a letter; in a list that nobody
    reads over again the wrong one of them would be scored.
    """
    typed = " ".join(words(text))
    if len(typed) < _SHORTEST or any(name.endswith(typed) for name in said(species)):
        return
    from rapidfuzz.distance import OSA  # only wanted for names that are cut short

    others = [
        n
        for n in pool
        if n != species and any(OSA.distance(typed, name, score_cutoff=1) < 2 for name in said(n))
    ]
    if others:
        listed = ", ".join(species_id(n) for n in sorted((species, *others)))
        raise BadName(text, f"{MORE} name fits: {listed}", options=sorted((species, *others)))


def explain(entry: Entry, error: BadName, text: str = "") -> tuple[str, str | None]:
    """What is allowed instead of an entry, and the nearest valid text.

    ``text`` is what was typed for it, where that is more than the entry's own.
    """
    parted = missing_comma(entry)
    if parted:
        return "one name between commas: is a comma missing?", parted
    if error.allowed.startswith(MORE):
        return f"which one: {', '.join(species_id(n) for n in error.options)}", None
    if "/" in entry.name:
        return "the half of the card that shows", None
    if not _unknown(error):
        return error.allowed, error.near
    name = entry.name.partition("@")[0]
    first, _, rest = name.partition(" ")
    if rest and entry.side is None and _names(rest):
        near = nearest(first, side_words(), 60.0)
        if near:
            return f"no side is called {first!r}", f"{near} {rest}"
    word = nearest(first, key_words(), 75.0) if entry.side is None else None
    if word:
        return KEYED, " ".join([word, *(w for w in (text or entry.text).split() if w != first)])
    if _tree_wanted(entry, error):
        near = next(iter(near_species(name, PLAIN_TREES, 1)), None) or error.near
        return "trees are " + ", ".join(species_id(n) for n in PLAIN_TREES), near
    pool = range(SAPLING + 1) if entry.side is None else faces_on(entry.side)
    listed = near_species(name, pool)
    elsewhere = near_species(name, range(SAPLING), 1)
    if not listed and elsewhere:
        return f"no card of this name lies there; {lies(find_species(elsewhere[0]))}", elsewhere[0]
    if len(listed) > 1:
        return "no card has this name; the nearest are " + ", ".join(listed), listed[0]
    return "no card of the game has this name", listed[0] if listed else None


def may_be_tree(entry: Entry, error: BadName) -> bool:
    """Whether an entry that was not understood may have been meant as a tree."""
    if entry.side is not None:
        return False
    if error.options:
        return any(n in PLAIN_TREES for n in error.options)
    return _unknown(error) and (entry.opens or _tree_wanted(entry, error))


def _unknown(error: BadName) -> bool:
    return error.allowed.startswith("a species")


def _tree_wanted(entry: Entry, error: BadName) -> bool:
    """A heading, or a name nearest to that of a tree."""
    if entry.side is not None:
        return False
    return entry.headed or error.near in {species_id(n) for n in PLAIN_TREES}


def missing_comma(entry: Entry) -> str | None:
    """The entry as several, where each of them means something; else None."""
    words = entry.text.split()
    if not 2 <= len(words) <= _LONGEST:
        return None
    return _parted(words)


def _parted(words: list[str]) -> str | None:
    for cut in range(len(words) - 1, 0, -1):
        head, tail = words[:cut], words[cut:]
        if not _reads(" ".join(head)):
            continue
        rest = " ".join(tail) if _reads(" ".join(tail)) else _parted(tail)
        if rest:
            return f"{' '.join(head)}, {rest}"
    return None


def _reads(text: str) -> bool:
    """Whether a text is one entry that means something."""
    listed = one(text)
    if len(listed) != 1 or listed[0].trouble:
        return False
    entry = listed[0]
    if entry.kind != "card":
        return True
    name = entry.name.partition("@")[0]
    try:
        _ = find_species(name) if entry.side is None else on_side(name, entry.side)
    except BadName:
        return False
    return len(name) > 2


def _names(text: str) -> bool:
    try:
        find_species(text)
    except BadName:
        return False
    return True


def options(entry: Entry, species: int, told: bool, side: int) -> list[int]:
    """The faces (with symbol) that a card may show as far as its entry tells."""
    sides = [side] if told else [n for n in range(4) if species in faces_on(n)]
    faces = sorted({face for n in sides for face in faces_on(n)[species]})
    at = entry.name.partition("@")[2]
    if not at:
        return faces
    named = find_species(at, {FACES[face].symbol for face in faces} - {NO_SYMBOL})
    return [face for face in faces if FACES[face].symbol == named]


def shown(species: int, side: int | None) -> str:
    """The symbols that the cards of a species show, by side where none was told."""
    sides = [n for n in range(4) if species in faces_on(n) and side in (None, n)]
    parts = []
    for n in sides:
        symbols = [species_id(FACE_SYMBOL[face]) for face in faces_on(n)[species]]
        parts.append(f"{SIDES[n]} it shows {' or '.join(symbols)}")
    return "; ".join(parts)


def no_list(listed: list[Entry]) -> Fault | None:
    """A text of which nothing is even near to a name is something else than a flat list."""
    strange = 0
    for entry in listed:
        try:
            _ = entry.name and find_species(entry.name.partition("@")[0])
            return None
        except BadName as error:
            if not _unknown(error):
                return None
            strange += error.near is None
    if len(listed) < 2 or 2 * strange < len(listed):
        return None
    allowed = (
        "neither TOML nor JSON, nor a flat list of Forest Shuffle such as "
        "'3 oak, linden: top bullfinch, left hare x3; cave 5'"
    )
    return Fault(listed[0].place, "format", repr(listed[0].text), allowed)
