"""Pieces of text with a look, and lines made of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..style import Style
from .tones import tone


@dataclass(frozen=True, slots=True)
class Span:
    """``tone`` colours ground and text, ``ink`` the text alone (both names of tones)."""

    text: str
    tone: str | None = None
    ink: str | None = None
    bold: bool = False
    dim: bool = False


Line: TypeAlias = list[Span]

_PLAIN = str.maketrans({"·": ".", "×": "x", "–": "-", "—": "-", "…": "."})


def width(line: Sequence[Span]) -> int:
    """The number of characters of a line."""
    return sum(len(span.text) for span in line)


def pad(line: Line, to: int) -> Line:
    """The line filled up with blanks to a width."""
    missing = to - width(line)
    return [*line, Span(" " * missing)] if missing > 0 else line


def beside(blocks: Sequence[Sequence[Line]], gap: int = 3) -> list[Line]:
    """Blocks side by side, tops aligned."""
    height = max(len(block) for block in blocks)
    widths = [max((width(line) for line in block), default=0) for block in blocks]
    out: list[Line] = []
    for n in range(height):
        line: Line = []
        for block, wide in zip(blocks, widths, strict=True):
            if line:
                line.append(Span(" " * gap))
            line.extend(pad(list(block[n]) if n < len(block) else [], wide))
        out.append(line)
    return out


def to_text(lines: Sequence[Line], style: Style) -> str:
    """Text with or without colours; each line ends without blanks.

    Where only plain characters can be shown, those of a game's own labels are replaced.
    """
    if not style.unicode:
        lines = [[replace(span, text=span.text.translate(_PLAIN)) for span in row] for row in lines]
    if not style.colour:
        return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)
    from rich.console import Console
    from rich.style import Style as Look
    from rich.text import Text

    looks: dict[tuple[str | None, str | None, bool, bool], Look] = {}
    sink = io.StringIO()
    console = Console(file=sink, force_terminal=True, width=max(1000, style.width))
    for line in lines:
        text = Text(no_wrap=True)
        for span in line:
            key = (span.tone, span.ink, span.bold, span.dim)
            if key not in looks:
                looks[key] = Look(
                    color=tone(span.tone).ink if span.tone else _ink(span.ink),
                    bgcolor=tone(span.tone).fill if span.tone else None,
                    bold=span.bold or None,
                    dim=span.dim or None,
                )
            text.append(span.text, looks[key])
        console.print(text, end="\n", soft_wrap=True)
    return sink.getvalue()


def _ink(name: str | None) -> str | None:
    """A colour for text on the terminal's own ground, light or dark: the tone's middle."""
    if name is None:
        return None
    found = tone(name)
    parts = [
        (int(found.fill[i : i + 2], 16) + 2 * int(found.ink[i : i + 2], 16)) // 3 for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
