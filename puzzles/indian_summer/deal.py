"""New games, forms to fill in, and worlds: what is unknown, sampled (rulings 3 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..core.errors import BadPosition, BadUse
from ..core.names import nearest
from ..core.random import DEAL, Stream
from . import library
from .components import Floor, TileSet, shipped_floors, shipped_tiles
from .geometry import bits, canonical, draw, orientations, shape
from .position import Opponent, Position
from .rules import FULL_COMMON

START_PATH = ("green", "green", "orange", "orange", "red")  # ruling 6
START_TREASURES = (1, 1, 1, 0)


def new(options: Mapping[str, str], seed: int) -> Position:
    """Deal a start position (ruling 6); BadUse for options that do not fit."""
    players = players_option(options)
    stream = Stream(seed)
    floor = floor_option(options, stream)
    box = box_option(options)
    bag = [kind.text for kind in box.tiles for _ in range(kind.copies)]
    stream.shuffle(bag)
    paths = [_start_path(bag, box) for _ in range(players)]
    rest = [stream.choice(orientations(text)) for text in bag]
    size = floor.all.bit_count()
    return Position(
        floor=floor,
        box=box,
        path=paths[0],
        common=tuple(rest[:FULL_COMMON]),
        treasures=START_TREASURES,
        stock=box.supply(),
        piles=tuple(kind.treasure is not None for kind in box.animals),
        opponents=tuple(
            Opponent(path, size, START_TREASURES[1], START_TREASURES[0] > 0) for path in paths[1:]
        ),
    )


def _start_path(bag: list[str], box: TileSet) -> tuple[str, ...]:
    """Two green, two orange, one red off the shuffled bag; any tile where a colour is out."""
    out = []
    for colour in START_PATH:
        if bag:
            text = next((x for x in bag if box.colour(x) == colour), bag[0])
            bag.remove(text)
            out.append(text)
    return tuple(out)


def players_option(options: Mapping[str, str]) -> int:
    """``--players``: 1 to 4."""
    text = options.get("players", "1")
    if text not in ("1", "2", "3", "4"):
        raise BadUse("--players", repr(text), "1 to 4 players")
    return int(text)


def floor_option(options: Mapping[str, str], stream: Stream) -> Floor:
    """``--floor``: by name; a shipped one at random where it is left out."""
    name = options.get("floor")
    if name is None:
        return shipped_floors()[stream.choice(sorted(shipped_floors()))]
    floor = library.floor_named(name)
    if floor is None:
        known = library.floor_names()
        raise BadUse("--floor", repr(name), "one of " + ", ".join(known), nearest(name, known))
    return floor


def box_option(options: Mapping[str, str]) -> TileSet:
    """``--tiles``: an own tile set; the shipped one where it is left out."""
    name = options.get("tiles")
    if name is None:
        return shipped_tiles()
    try:
        return library.tile_set(name)
    except BadPosition as error:
        fault = error.faults()[0]
        raise BadUse("--tiles", fault.found, fault.allowed, fault.nearest) from None


def world(p: Position, seed: int) -> Position:
    """The position with a sampled reserve: tiles of the set that nobody has seen, shuffled.

    Tiles in the paths are seen. Tiles on floors are known where ``pieces`` tells them and are
    guessed otherwise: as many random tiles are set aside as their fields come to. What a file
    lists stays as it is; the reserve joins the common path when that runs low (ruling 6).
    """
    if p.reserve:
        return p
    stream = Stream(seed, 0, DEAL)
    left = [canonical(kind.text) for kind in p.box.tiles for _ in range(kind.copies)]
    for path in (p.path, p.common, *(o.path for o in p.opponents)):
        _remove(left, path)
    known, fields = known_tiles(p)
    _remove(left, known)
    stream.shuffle(left)
    size = p.floor.all.bit_count()
    fields += sum(size - o.uncovered for o in p.opponents if o.uncovered is not None)
    while left and fields > 0:
        fields -= len(shape(left.pop()).cells)
    return replace(p, reserve=tuple(stream.choice(orientations(text)) for text in left))


def _remove(left: list[str], texts: Sequence[str]) -> None:
    for text in texts:
        name = canonical(text)
        if name in left:  # a file may list tiles that are not in the set
            left.remove(name)


def known_tiles(p: Position) -> tuple[list[str], int]:
    """Leaf tiles on the own floor that ``pieces`` tells, and the leaf fields of the others.

    A tile whose hole lies under an animal cannot be told from its letter alone.
    """
    width = p.floor.width
    marked: dict[str, int] = {}
    for r, row in enumerate(p.pieces or ()):
        for c, letter in enumerate(row):
            if letter != ".":
                marked[letter] = marked.get(letter, 0) | 1 << (r * width + c)
    holes = p.free | p.held
    known, told = [], 0
    for mask in marked.values():
        if (mask & holes).bit_count() == 1 and not mask & ~(p.leaf | holes):
            known.append(_text(mask, mask & holes, width))
            told |= mask
    return known, ((p.leaf | holes | p.animal) & ~told).bit_count()


def _text(mask: int, hole: int, width: int) -> str:
    spots = {divmod(i, width) for i in bits(mask)}
    return draw(spots, divmod(hole.bit_length() - 1, width))


def view(p: Position) -> Position:
    """What a player knows: without the sampled reserve. Tiles that came into a path stay."""
    return replace(p, reserve=()) if p.reserve else p


def form(options: Mapping[str, str]) -> str:
    """A commented file to fill in; with ``--floor`` for that floor."""
    name = options.get("floor", "1a")
    floor = floor_option({"floor": name}, Stream(0))
    players = players_option(options)
    box = box_option(options)
    rows = ",\n".join(f'    "{"." * floor.width}"' for _ in range(floor.height))
    printed = "\n".join(f"#   {row}" for row in floor.print)
    animals = ", ".join(f"{kind.id} = {kind.copies}" for kind in box.animals)
    lines = [
        "format = 1",
        'game = "indian-summer"',
        f'floor = "{floor.name}"',
        f"# The print of this floor, {len(floor.areas)} areas"
        + (" (a reconstruction, not the publisher's):" if floor.reconstruction else ":"),
        printed,
        "# What lies on it: . uncovered, # leaf, o free hole, b n m f a hole with its berry, nut,",
        "# mushroom or feather, s squirrel, a animal.",
        f"cover = [\n{rows},\n]",
        "# Own tiles from the backpack, as they lie: / starts a row, o is the hole, . is outside.",
        'path = ["##o", "#o#", "##o/#..", "o#/##", "##o##"]',
        "# The common path from the bush, as far as you see it.",
        "common = []",
        "treasures = { berry = 1, nut = 1, mushroom = 1, feather = 0 }",
        "# Animals left in the supply; all of them where this is left out.",
        f"# animals = {{ {animals} }}",
    ]
    if box.name is not None:
        lines.append(f'tiles = "{box.name}"')
    size = floor.all.bit_count()
    for i in range(1, players):
        lines += [
            "",
            f"[[opponents]]  # player {i} after you in turn order",
            'path = ["##o"]',
            f"uncovered = {size}",
            "# nuts = 0        # after converting all treasures",
            "# berry = false   # whether a berry is left then",
            "# moved = true    # has had this round's turn",
        ]
    if players == 1:
        lines.append("# turns = 10     # a puzzle: own turns left")
    return "\n".join(lines) + "\n"
