"""What ``floor`` and ``tiles`` share: read one file, keep it, draw it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..options import Common

if TYPE_CHECKING:
    from leafwise.puzzles.core.picture import Picture

    from ..report import Failure

Keep = Callable[[Mapping[str, Any], str | None, bool], tuple[list[str], "Picture"]]


def add(keep: Keep, kind: str, file: str, name: str | None, common: Common) -> int:
    """Check and keep what a file describes and draw it back; the exit status."""
    from leafwise.puzzles.core.document import parse_text
    from leafwise.puzzles.core.errors import LeafwiseError

    from .. import style
    from ..inputs import read_items, shown_name
    from ..report import failure

    (item,) = read_items([file])
    if item.failure is not None:
        return _refused(item.failure, common)
    source = None
    try:
        source = parse_text(item.text, item.name)
        names, picture = keep(source.doc, name, common.force)
    except LeafwiseError as error:
        return _refused(failure(error, shown_name(file), source.line if source else None), common)
    shown = style.PLAIN if common.json or common.output else style.detect()
    drawn(f"kept {kind} " + ", ".join(names), {kind: names}, picture, shown, common)
    return 0


def _refused(found: Failure, common: Common) -> int:
    """Tell what is wrong with a file; with --json also as an object on standard output."""
    from .. import jsontext
    from ..output import complain, say

    complain(found.lines())
    if common.json:
        say(jsontext.dumps(found.json()) + "\n")
    return found.status


def listed(kind: str, names: Sequence[str], common: Common) -> None:
    """Print names, one a line or as one JSON object."""
    from .. import jsontext

    text = "".join(f"{name}\n" for name in names)
    _put(jsontext.dumps({kind: list(names)}) + "\n" if common.json else text, common)


def taken_away(kind: str, name: str, common: Common) -> None:
    """Say that an own entry is gone."""
    from .. import jsontext

    text = f"removed {kind} {name}\n"
    _put(jsontext.dumps({"removed": name}) + "\n" if common.json else text, common)


def drawn(head: str, body: Mapping[str, Any], picture: Picture, shown: Any, common: Common) -> None:
    """Print what was kept, as text with its drawing or as one JSON object."""
    from leafwise import __version__

    from .. import jsontext
    from ..render.terminal import render

    text = render(picture, shown)
    if common.json:
        game = "indian-summer"
        out = jsontext.dumps({"game": game, **body, "text": text, "version": __version__}) + "\n"
    else:
        out = f"{head}\n\n{text}"
    _put(out, common)


def _put(text: str, common: Common) -> None:
    """Print a text, or write it to the file asked for."""
    from ..output import say, write_file

    if common.output not in (None, "-"):
        write_file(common.output or "", text.encode("utf-8"))
    else:
        say(text)
