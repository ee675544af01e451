"""The document of a position: lists of cards sorted, the deck in its form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.game import Document, Unknown
from . import stack
from .data import FACES, SIDES, card_name, species_id
from .forest import Counts, Forest
from .position import Player, Position, seat_name
from .unseen import view

GAME_ID = "forest-shuffle"


def write(p: Position) -> Document:
    """The file of ``p`` as a table; sampled cards are written as unknown."""
    p = view(p)
    me = p.seats[0]
    doc: Document = {
        "format": 1,
        "game": GAME_ID,
        "players": p.players,
        "turn": seat_name(p.turn),
        "extra_turns": p.extra_turns,
        "drawn": p.drawn,
        "winters": p.winters,
    }
    if p.turns is not None:
        doc["turns"] = p.turns
    if isinstance(p.deck, Unknown):
        if p.deck.count is not None:
            doc["deck"] = p.deck.count
    elif isinstance(p.deck, tuple):
        doc["deck"] = cards(p.deck)
    doc["clearing"] = cards(p.clearing)
    doc["hand"] = cards(me.hand)
    doc["cave"] = me.cave
    if p.gone:
        doc["gone"] = cards(p.gone)
    lines = stack.write(p)
    if lines:
        doc["pending"] = lines
    doc["forest"] = forest(me.trees)
    if p.players > 1:
        doc["opponents"] = [_opponent(player) for player in p.seats[1:]]
    return doc


def cards(of: Iterable[int]) -> list[str]:
    """Written names of cards."""
    return [card_name(card) for card in of]


def forest(trees: Forest) -> list[Document]:
    """Trees as tables, empty slots left out."""
    return [
        {
            "tree": species_id(tree.species),
            **{
                SIDES[side]: [FACES[face].name for face in slot]
                for side, slot in enumerate(tree.slots)
                if slot
            },
        }
        for tree in trees
    ]


def _opponent(player: Player) -> Document:
    out: Document = {}
    hidden = player.hidden
    known: Any = cards(player.hand)
    if isinstance(hidden, Unknown) and hidden.count == 0:
        out["hand"] = known
    elif player.hand:
        out["hand"] = {"known": known}
        if player.hand_size is not None:
            out["hand"]["count"] = player.hand_size
    elif player.hand_size is not None:
        out["hand"] = player.hand_size
    out["cave"] = player.cave
    if isinstance(player.forest, Counts):
        out.update(trees=player.forest.trees, lindens=player.forest.lindens)
    else:
        out["forest"] = forest(player.forest)
    return out
