"""From a position to its document: defaults left out, rows as text."""

from __future__ import annotations

from ..core.game import Document
from .components import SIGNS, TREASURES, default_areas
from .geometry import bits
from .library import named_floor
from .position import Opponent, Position


def write(p: Position) -> Document:
    """The document of a position; a world's reserve is not part of it."""
    floor, box = p.floor, p.box
    doc: Document = {"format": 1, "game": "indian-summer"}
    named = named_floor(floor.name)
    doc["floor"] = floor.name if named == floor else "own"
    if doc["floor"] == "own":
        doc["print"] = list(floor.print)
        if floor.letters != default_areas(floor.width, floor.height):
            doc["areas"] = list(floor.letters)
    if p.covered:
        doc["cover"] = list(cover_rows(p))
    doc["path"] = list(p.path)
    if p.common:
        doc["common"] = list(p.common)
    if any(p.treasures):
        doc["treasures"] = {
            name: count for name, count in zip(TREASURES, p.treasures, strict=True) if count
        }
    if p.stock != box.supply():
        doc["animals"] = {kind.id: n for kind, n in zip(box.animals, p.stock, strict=True)}
    carriers = [kind.treasure is not None for kind in box.animals]
    if p.piles != tuple(c and n > 0 for c, n in zip(carriers, p.stock, strict=True)):
        doc["animal_treasures"] = [
            kind.id for kind, there in zip(box.animals, p.piles, strict=True) if there
        ]
    if p.opponents:
        doc["opponents"] = [_opponent(o) for o in p.opponents]
    if p.turns is not None:
        doc["turns"] = p.turns
    if p.main_done:
        doc["main_done"] = True
    if p.pieces is not None and any(row.strip(".") for row in p.pieces):
        doc["pieces"] = list(p.pieces)
    if box.name is not None:
        doc["tiles"] = box.name
    return doc


def cover_rows(p: Position) -> tuple[str, ...]:
    """The cover by row: ``. # o b n m f s a``."""
    width = p.floor.width
    out = ["."] * (width * p.floor.height)
    layers = [(p.leaf, "#"), (p.free, "o"), (p.squirrels, "s"), (p.animal, "a")]
    layers += list(zip(p.tokens, SIGNS, strict=True))
    for mask, sign in layers:
        for i in bits(mask):
            out[i] = sign
    return tuple("".join(out[k : k + width]) for k in range(0, len(out), width))


def _opponent(o: Opponent) -> Document:
    doc: Document = {"path": list(o.path)}
    if o.uncovered is not None:
        doc["uncovered"] = o.uncovered
    if o.nuts:
        doc["nuts"] = o.nuts
    if o.berry:
        doc["berry"] = True
    if o.moved:
        doc["moved"] = True
    return doc
