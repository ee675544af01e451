"""Which fields belong to one tile: letters for the drawing, kept up while playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .geometry import bits
from .position import Position

LETTERS = "".join(
    chr(first + i) for first, n in ((65, 26), (97, 26), (0x391, 17), (0x3B1, 17)) for i in range(n)
)


class Laid(Protocol):
    """Anything with a mask."""

    @property
    def mask(self) -> int: ...


def mark(p: Position, *laid: Laid) -> tuple[str, ...] | None:
    """The letters after laying pieces; None where the pieces on the floor are not known.

    On an untouched floor all pieces are known, so that a drawing is kept from there on.
    """
    if p.pieces is None and p.covered:
        return None
    width = p.floor.width
    flat = list("".join(p.pieces) if p.pieces is not None else "." * (width * p.floor.height))
    for x in laid:
        letter = _unused(flat, x.mask, width)
        for i in bits(x.mask):
            flat[i] = letter
    text = "".join(flat)
    return tuple(text[k : k + width] for k in range(0, len(text), width))


def _unused(flat: Sequence[str], mask: int, width: int) -> str:
    """The first letter not on the floor; if all are, the first that does not lie next to it."""
    used = set(flat)
    free = next((x for x in LETTERS if x not in used), None)
    if free is not None:
        return free
    near = {
        flat[j]
        for i in bits(mask)
        for j in (i - width, i + width, i - 1, i + 1)
        if 0 <= j < len(flat)
    }
    return next(x for x in LETTERS if x not in near)
