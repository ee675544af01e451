"""Where blocks of a row go: bands of columns, so that the width is kept and height is saved."""

from __future__ import annotations

from collections.abc import Sequence

Size = tuple[float, float]  # width, height


def flow(sizes: Sequence[Size], most: float, gap: float, slack: float) -> list[list[list[int]]]:
    """Bands from top to bottom, each a list of columns, each a list of block numbers.

    A block goes to the right of the last one; where that is too wide it goes below it, as long
    as the band grows by no more than ``slack``; else it starts a new band.
    """
    bands: list[list[list[int]]] = []
    used = tallest = 0.0
    for n, (wide, high) in enumerate(sizes):
        if bands and used + gap + wide <= most:
            bands[-1].append([n])
            used += gap + wide
            tallest = max(tallest, high)
            continue
        if bands and len(bands[-1]) > 1:
            column = bands[-1][-1]
            old = max(sizes[i][0] for i in column)
            height = sum(sizes[i][1] for i in column) + len(column) * gap / 3 + high
            if used - old + max(old, wide) <= most and height <= tallest + slack:
                column.append(n)
                used += max(0.0, wide - old)
                tallest = max(tallest, height)
                continue
        bands.append([[n]])
        used, tallest = wide, high
    return bands
