"""A player's own box: floors and tile sets typed once, checked, kept and known by name.

They lie in the user's data folder (``LEAFWISE_DATA``, else ``XDG_DATA_HOME/leafwise``), one
JSON file each, written aside and then renamed. A file may hold one floor or tile set, or a list
of floors; the formats are those of the shipped data.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from ..core.decode import show
from ..core.document import FOLDER, parse_text
from ..core.errors import BadPosition, BadUse, Fault
from ..core.names import nearest
from .boxes import read_floors, read_tiles
from .components import TREASURES, Floor, TileSet, shipped_floors

B = TypeVar("B")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


# where things are kept


def data_folder() -> Path:
    """The user's data folder of this game."""
    root = os.environ.get("LEAFWISE_DATA")
    if root:
        return Path(root) / "indian-summer"
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "leafwise" / "indian-summer"


def _stored(kind: str) -> dict[str, Path]:
    """The user's own files of ``"floors"`` or ``"tiles"`` by name."""
    folder = data_folder() / kind
    return {path.stem: path for path in sorted(folder.glob("*.json"))}


def _save(kind: str, name: str, doc: Mapping[str, Any]) -> Path:
    """Write a document aside and rename it; raises BadUse where the folder does not allow it."""
    folder = data_folder() / kind
    path = folder / f"{name}.json"
    aside = folder / f".{name}.{os.getpid()}.tmp"
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with open(aside, "w", encoding="utf-8") as out:
                json.dump(doc, out, indent=1)
                out.flush()
                os.fsync(out.fileno())
            os.replace(aside, path)
        finally:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
    return path


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Raise BadUse for what the system refuses."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or "cannot be written").lower()
        allowed = f"{why}; LEAFWISE_DATA may name another folder"
        raise BadUse("the data folder", repr(str(folder)), allowed) from None


def _load(path: Path, read: Callable[[Mapping[str, Any]], B]) -> B:
    """What a kept file describes; raises BadPosition with the file named in every fault."""
    try:
        return read(parse_text(path.read_text("utf-8"), str(path)).doc)
    except (OSError, UnicodeDecodeError) as error:
        raise BadPosition([Fault("", "format", str(path), f"cannot be read: {error}")]) from None
    except BadPosition as error:
        raise BadPosition(
            [
                dataclasses.replace(fault, place=f"{path}: {fault.place}".removesuffix(": "))
                for fault in error.faults()
            ]
        ) from None


def _check_name(name: str, taken: Sequence[str], kind: str) -> None:
    if not _NAME.fullmatch(name) or name == "own":
        raise BadUse(f"{kind} name", repr(name), "letters, digits, - and _, and not 'own'")
    if name in taken:
        raise BadUse(f"{kind} name", repr(name), "taken: a shipped one has this name")


def forget(kind: str, name: str) -> None:
    """Take away an own entry of ``"floors"`` or ``"tiles"``; raises BadUse where there is none."""
    stored = _stored(kind)
    if name not in stored:
        own = ", ".join(stored)
        allowed = f"one of your own {kind}: {own}" if own else f"you have no {kind} of your own"
        raise BadUse(f"{kind.removesuffix('s')} name", repr(name), allowed, nearest(name, stored))
    with _writing(stored[name].parent):
        stored[name].unlink()


# floors


def floor_names() -> tuple[str, ...]:
    """Names of all floors, shipped and own."""
    return tuple(sorted({*shipped_floors(), *_stored("floors")}))


def floor_named(name: str) -> Floor | None:
    """A shipped floor or one of the user's own; BadPosition when its file is damaged."""
    found = shipped_floors().get(name)
    if found is None and _NAME.fullmatch(name):
        path = _stored("floors").get(name)
        if path is not None:
            found = _load(path, lambda doc: read_floors(doc, name))[0]
    return found


def named_floor(name: str) -> Floor | None:
    """Like ``floor_named``; None also for ``"own"`` and for a damaged file."""
    if name == "own":
        return None
    try:
        return floor_named(name)
    except BadPosition:
        return None


def add_floors(
    doc: Mapping[str, Any], name: str | None = None, replace: bool = False
) -> tuple[Floor, ...]:
    """Check and keep the floors of a document; raises BadPosition or BadUse and keeps none."""
    floors = read_floors(doc, name)
    for floor in floors:
        _check_name(floor.name, tuple(shipped_floors()), "floor")
        if not replace and floor.name in _stored("floors"):
            raise BadUse("floor name", repr(floor.name), "already kept; --force replaces it")
    for floor in floors:
        _save(
            "floors",
            floor.name,
            {
                "format": 1,
                "game": "indian-summer",
                "name": floor.name,
                "print": list(floor.print),
                "areas": list(floor.letters),
            },
        )
    return floors


# tile sets


def tile_set_names() -> tuple[str, ...]:
    """Names of the user's own tile sets."""
    return tuple(_stored("tiles"))


def tile_set(name: str) -> TileSet:
    """An own tile set by its name, or by the path of its file; raises BadPosition."""
    stored = _stored("tiles")
    if name in stored:
        return _load(stored[name], lambda doc: read_tiles(doc, name))
    path = (FOLDER.get() or Path()) / name
    if path.suffix in (".toml", ".json"):
        if path.is_file():
            return _load(path, lambda doc: read_tiles(doc, name))
        if path.stem in stored and Path(name).name == name:
            return _load(stored[path.stem], lambda doc: read_tiles(doc, path.stem))
    allowed = "a tile set kept by 'tiles add', or the path of its .toml or .json file"
    raise BadPosition([Fault("tiles", "format", show(name), allowed, nearest(name, stored))])


def add_tiles(doc: Mapping[str, Any], name: str | None = None, replace: bool = False) -> TileSet:
    """Check and keep a tile set; raises BadPosition or BadUse and keeps nothing."""
    box = read_tiles(doc, name)
    if box.name is None:
        raise BadUse("tiles name", "nothing", "a tile set needs a name")
    _check_name(box.name, (), "tiles")
    if not replace and box.name in _stored("tiles"):
        raise BadUse("tiles name", repr(box.name), "already kept; --force replaces it")
    _save(
        "tiles",
        box.name,
        {
            "format": 1,
            "game": "indian-summer",
            "name": box.name,
            "tiles": [
                {"id": x.id, "shape": x.text, "colour": x.colour, "copies": x.copies}
                for x in box.tiles
            ],
            "animals": [
                {"id": x.id, "shape": x.text, "copies": x.copies}
                | ({} if x.treasure is None else {"treasure": TREASURES[x.treasure]})
                for x in box.animals
            ],
        },
    )
    return box
