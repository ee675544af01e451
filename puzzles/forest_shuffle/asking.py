"""What to ask back where a move leaves open which card or which place is meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..core.errors import BadMove, IllegalMove
from ..core.guide import Refused
from . import unseen
from .data import (
    CARDS,
    FACE_SPECIES,
    SAPLING,
    SIDES,
    TREES,
    WINTER,
    card_name,
    species_id,
)
from .names import BadName, find_card, find_species
from .position import CHANCE, Position, What

_MOST = 8  # cards listed in a question
# fmt: off
_NOTATION = frozenset((
    "done", "skip", "effect", "bonus", "mushroom", "deck", "unseen", "hidden", "unknown", "yes",
    "y", "no", "n", "none", "nothing", "draw", "take", "took", "left", "leave", "pass", "pay",
    "play", "cave",
))
# fmt: on
_DECK_THEN = re.compile(r"^(?:draw\s+)?deck\s*;\s*(?:draw\s+)?(.+)$", re.IGNORECASE)


def half_meant(text: str) -> Collection[int]:
    """The species that a text may name where it names no whole card; else none."""
    try:
        find_card(text, winter=True, hidden=True)
    except BadName as error:
        if "/" in text:
            return ()
        options: Collection[int] = error.options
    else:
        return ()
    try:
        options = (find_species(text),)
    except BadName as error:
        options = error.options or options
    return frozenset(options) - {*TREES, SAPLING}


def carrying(pool: Iterable[int], species: Collection[int]) -> list[int]:
    """The cards of a pool with one of the species on a half, each once."""
    return sorted(
        card
        for card in set(pool)
        if card < len(CARDS)
        and any(FACE_SPECIES[face] in species for _, face in CARDS[card].halves)
    )


def which_card(p: Position, text: str, said: str, drawing: bool) -> Refused | None:
    """A half for a card that came from the deck: which of the unseen cards that carry it.

    ``drawing``: an open effect draws, so that a card answers it as well.
    """
    top = p.pending[0] if p.pending else None
    turned = top is not None and top.what in CHANCE and (not p.turn or top.what is What.FLIP)
    if not turned and not drawing:
        return None
    name = re.sub(r"^(?:=>|draw\b)\s*", "", said.lower()).strip()
    if not name or name.split(" ")[0] in _NOTATION or set(name) & set(",;:=>+"):
        return None
    species = half_meant(name)
    if not species:
        return None
    left = unseen.weights(p)
    fitting = carrying(left, species)
    if not fitting:
        listed = ", ".join(species_id(n) for n in sorted(species))
        return BadMove(text, f"every card with {listed} is seen already")
    if len(fitting) == 1 and turned:
        return None
    return BadMove(text, f"which one: {_listed(fitting)}")


def only_card(p: Position, name: str) -> str | None:
    """The one unseen card that carries a half; None where there is none or several."""
    species = half_meant(name)
    fitting = carrying(unseen.weights(p), species) if species else []
    return card_name(fitting[0]) if len(fitting) == 1 else None


def from_clearing(p: Position, text: str, said: str) -> Refused | None:
    """A half to be drawn: the cards of the clearing that carry it, and no others."""
    if p.pending or not said.lower().startswith("draw "):
        return None
    for part in re.split(r";|,|\band\b", said):
        name = re.sub(r"^\s*draw\b", "", part).strip()
        if not name or name.lower().startswith("deck"):
            continue
        species = half_meant(name)
        if not species:
            continue
        fitting = carrying(p.clearing, species)
        if fitting:
            first = card_name(fitting[0])
            near = said.replace(name, first) if len(fitting) == 1 else None
            return BadMove(text, f"which one of the clearing: {_listed(fitting)}", near)
        lies = _listed(sorted(set(p.clearing))) or "no card"
        what = ", ".join(species_id(n) for n in sorted(species))
        reason = f"no card of the clearing carries {what}: {lies} {_lie(p.clearing)} there"
        return BadMove(text, f"{reason}; from the deck: 'draw deck'")
    return None


def _lie(cards: Collection[int]) -> str:
    return "lie" if len(set(cards)) > 1 else "lies"


def deck_first(p: Position, text: str, said: str) -> Refused | None:
    """``draw deck; draw X`` in one line: the card that came has to be told in between."""
    match = _DECK_THEN.match(said)
    if match is None or p.pending or p.turn or "=>" in said or p.deck_known():
        return None
    second = match[1].strip()
    told = "the card that comes first is not told: type 'draw deck', then the card you drew"
    return BadMove(text, f"{told}, then 'draw {second}'", "draw deck")


def which_place(p: Position, text: str, said: str) -> Refused | None:
    """A half played without its place: which tree and side, from the cards of the hand.

    Of a hand that is not known any card of the game may have been played.
    """
    if not said.lower().startswith("play ") or p.pending:
        return None
    name = re.split(r"\bpay\b|\bwith\b|=>", said[5:])[0].strip()
    if not name or re.search(r"\b(?:on|using)\b", name):
        return None
    source = ""
    seen = p.actor.open
    hand: Iterable[int] = set(p.actor.cards) if seen else range(len(CARDS))
    species = half_meant(name)
    if "/" in name:
        try:
            card = find_card(name)
        except BadName:
            return None
        if seen and card not in p.actor.cards:
            return IllegalMove("forest_shuffle 6", f"{card_name(card)} is not in your hand", text)
        hand, species = [card], {FACE_SPECIES[face] for _, face in CARDS[card].halves}
        source = f" from {card_name(card)}"
    if not species:
        return None
    ways = {
        (FACE_SPECIES[face], side)
        for card in hand
        for side, face in CARDS[card].halves
        if FACE_SPECIES[face] in species
    }
    if not ways:
        listed = ", ".join(species_id(n) for n in sorted(species))
        return IllegalMove("forest_shuffle 6", f"no card of your hand carries {listed}", text)
    trees = len(p.actor.trees)
    if seen and not trees:
        return IllegalMove(
            "forest_shuffle 6", "a half needs a tree of yours, and none stands", text
        )
    shown = " or ".join(
        f"'play {species_id(n)} on N {SIDES[side]}{source}'" for n, side in sorted(ways)
    )
    numbers = "; N is 1" if trees == 1 else f"; N from 1 to {trees}"
    return BadMove(text, f"which tree: {shown}{numbers if trees else ''}")


def winter_too_early(p: Position, text: str, said: str) -> Refused | None:
    """A first winter card above the part of the deck in which all three lie (ruling 1)."""
    size = p.deck_size()
    if size is None or p.deck_known() or p.winters or p.over:
        return None
    told = re.sub(r"^.*=>", "", said).lower()
    cards = [part.strip() for part in told.split(",")]
    if "=>" not in said and not (p.pending and p.pending[0].what in CHANCE):
        return None
    before = next((n for n, card in enumerate(cards) if _is_winter(card)), None)
    pile = unseen.winter_pile(p.players)
    if before is None or size - before <= pile:
        return None
    reason = (
        f"no winter card can come yet: the deck has {size - before} cards, and all three lie "
        f"among its last {pile}; if it was counted wrong, 'set deck = {pile}'"
    )
    return IllegalMove("forest_shuffle 1", reason, text)


def _is_winter(text: str) -> bool:
    try:
        return find_card(text, winter=True) == WINTER
    except BadName:
        return False


def _listed(cards: Collection[int]) -> str:
    names = [card_name(card) for card in cards]
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
