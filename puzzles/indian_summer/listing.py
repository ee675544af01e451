"""What ``moves`` prints: the texts of all legal actions, sorted by code points, none twice.

A feather or a mushroom can have hundreds of thousands of placements, so their texts are not
made from action objects. Overlaps of all pairs are found with numpy, and texts are joined in an
order that is sorted already: first halves by ``half + " + "``, second halves below each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, compress
from typing import TYPE_CHECKING

from . import legal
from .actions import COMMON_SECOND, End, Leaf, Squirrel
from .components import FEATHER, MUSHROOM, same_tile
from .geometry import bits, field_name
from .notation import plain_text
from .position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WORD = 64
_SMALL = 64  # pairs below this are not worth an array


def listing(p: Position) -> tuple[str, ...]:
    """All legal actions as text; a mushroom that several pairs of sources give is listed once."""
    if legal.closed(p):
        return ()
    width = p.floor.width
    out: list[str] = []
    if not p.main_done:
        out += (plain_text(a, width) for a in legal.leaves(p))
        out += (plain_text(Squirrel(field), width) for field in bits(p.ground))
        out += _feathers(p)
        out += _mushrooms(p)
    out += (plain_text(a, width) for a in legal.specials(p))
    if legal.may_end(p):
        out.append(plain_text(End(), width))
    out.sort()
    return tuple(out)


def _feathers(p: Position) -> list[str]:
    if not p.treasures[FEATHER]:
        return []
    width = p.floor.width
    halves = [
        [
            (plain_text(Leaf(place, x.text, x.corner), width)[5:], x.mask)  # without "leaf "
            for x in legal.fits(p, tile)
        ]
        for place, tile in enumerate(p.path, 1)
    ]
    out: list[str] = []
    for i, first in enumerate(halves):
        # places are single digits, so all second halves of one place are sorted by their texts
        out += _pairs("feather ", first, [half for later in halves[i + 1 :] for half in later])
    return out


def _mushrooms(p: Position) -> list[str]:
    if not p.treasures[MUSHROOM]:
        return []
    width = p.floor.width
    tiles = legal.sources(p)
    spots = {source: legal.fits(p, tile) for source, tile in tiles}
    halves = {
        source: [(f"{x.text} {field_name(x.corner, width)}", x.mask) for x in found]
        for source, found in spots.items()
    }
    out: list[str] = []
    lone: set[int] = set()
    for a, b in combinations(spots, 2):
        if legal.both_fit(spots[a], spots[b]):
            out += _pairs("mushroom ", halves[a], halves[b])
        else:
            lone |= {a, b}
    if COMMON_SECOND in lone and same_tile(*(tile for _, tile in tiles)):
        lone.discard(COMMON_SECOND)
    out += ("mushroom " + text for source in lone for text, _ in halves[source])
    return list(dict.fromkeys(out)) if len(tiles) > 2 or lone else out


def _pairs(
    head: str, first: Sequence[tuple[str, int]], second: Sequence[tuple[str, int]]
) -> list[str]:
    """``head + a + " + " + b`` for all pairs that do not overlap, sorted."""
    if not first or not second:
        return []
    first = sorted((text + " + ", mask) for text, mask in first)
    second = sorted(second)
    texts = [text for text, _ in second]
    out: list[str] = []
    for (text, _), row in zip(first, _apart(first, second), strict=True):
        begin = head + text
        out += [begin + other for other in compress(texts, row)]
    return out


def _apart(
    first: Sequence[tuple[str, int]], second: Sequence[tuple[str, int]]
) -> Iterable[Sequence[bool]]:
    """For every first half, which second halves it does not overlap."""
    if len(first) * len(second) < _SMALL:
        return [[not mask & other for _, other in second] for _, mask in first]
    a, b = _words([mask for _, mask in first]), _words([mask for _, mask in second])
    return (_free(a[:, i], b).tolist() for i in range(len(first)))


def _words(masks: Sequence[int]) -> NDArray[np.uint64]:
    """Masks as columns of 64-bit words."""
    import numpy as np

    words = max(1, -(-max(mask.bit_length() for mask in masks) // _WORD))
    low = (1 << _WORD) - 1
    rows = [[(mask >> (_WORD * k)) & low for mask in masks] for k in range(words)]
    return np.array(rows, dtype=np.uint64)


def _free(mask: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of the others share no bit with the mask (words beyond the shorter are empty)."""
    import numpy as np

    out = np.ones(others.shape[1], dtype=np.bool_)
    for word, row in zip(mask, others, strict=False):
        out &= (row & word) == 0
    return out
