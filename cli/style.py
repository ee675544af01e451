"""What the place that text goes to can show: width, colours, box characters."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

_PROBE = "│━╬●○░×"


@dataclass(frozen=True, slots=True)
class Style:
    """``width`` in characters; ``colour`` and ``unicode`` say whether they may be used."""

    width: int = 100
    colour: bool = False
    unicode: bool = True


PLAIN = Style(unicode=False)  # for files and pipes


def detect(stream: TextIO | None = None) -> Style:
    """The style of a stream (standard output by default).

    Colours and box characters are for terminals: ``NO_COLOR``, ``TERM=dumb`` and anything that is
    no terminal drop both, encodings without box characters drop those. ``FORCE_COLOR`` keeps both
    in a pipe.
    """
    stream = sys.stdout if stream is None else stream
    plain = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    rich = not plain and (_is_terminal(stream) or bool(os.environ.get("FORCE_COLOR")))
    width = shutil.get_terminal_size((100, 40)).columns
    return Style(max(40, width), rich, rich and can_encode(stream, _PROBE))


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding has all characters of ``text``."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False
