"""Texts of Rustling Leaves: fields, rolls, areas, and moves in both directions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.errors import BadMove, IllegalMove
from ..core.names import nearest
from .actions import Action, Draw, DropOut, Misthrow, Roll, StayIn, apply, draw_text
from .data import SEASONS, SIZE, Face, all_choices, faces, sheet
from .plots import Corners, corners_text
from .position import Area, Dice, Position

LAST = chr(ord("a") + SIZE - 1)
FIELD = rf"[a-{LAST}](?:{SIZE}|[1-{SIZE - 1}])"
_AREA = re.compile(rf"^({FIELD}):({FIELD})$")
_OPTION = re.compile(r"^(joker|row)=(\d+)$")
_MOST = {"joker": 6, "row": SIZE}  # the faces of a die; which of them a joker may name is ruling 3
WORDS: dict[str, Action] = {
    "misthrow": Misthrow(),
    "stay in": StayIn(),
    "drop out": DropOut(),
}
FORMS = (
    "moves are 'b5:d6 tree' (with ' joker=4' or ' row=9' where they apply), 'misthrow', "
    "'stay in', 'drop out', 'roll 2c 3'"
)


def dice_of(text: str) -> Dice | None:
    """``"2c 3"``: the green die, then the natural wood die; None if no dice show that."""
    shown = {face.text(): face for face in faces()}
    parts = text.lower().split()
    if len(parts) != 2 or any(part not in shown for part in parts):
        return None
    return Dice(shown[parts[0]], shown[parts[1]])


def faces_text() -> str:
    """What a die can show, for messages."""
    return " ".join(face.text() for face in sorted(set(faces()), key=_face_key))


def _face_key(face: Face) -> tuple[int, bool]:
    return face.number, face.cloud


def corners_of(text: str) -> Corners | None:
    """The rectangle between any two opposite corners ``d6:b5``; None if it is no such text."""
    match = _AREA.match(text.lower())
    if match is None:
        return None
    (r0, c0), (r1, c1) = (_spot(match[1]), _spot(match[2]))
    return min(r0, r1), min(c0, c1), max(r0, r1), max(c0, c1)


def _spot(text: str) -> tuple[int, int]:
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def area_text(area: Area) -> str:
    """``"b5:d6 tree"``, or ``-`` for the symbol where nothing was crossed."""
    return f"{corners_text(area.corners)} {area.symbol or '-'}"


def symbol_names() -> frozenset[str]:
    """Every symbol name of the game."""
    printed = {name for season in SEASONS for line in sheet(season).symbols for name in line}
    return all_choices() | {name for name in printed if not name.startswith("start")}


def parse(p: Position, text: str) -> tuple[Action, ...]:
    """The line that a text means; parts are joined by ``;``.

    A move given before a roll implies staying in and the roll where the known ``rolls`` say what
    comes; ``roll 2c 3`` before a roll implies staying in; ``2c 3: b5:d6 tree`` (as in records)
    is a roll with the move on it. Raises BadMove for a text that is no move, IllegalMove for
    one that the rules forbid here.
    """
    line: list[Action] = []
    for part in text.split(";"):
        part = " ".join(part.split())
        if not part:
            raise BadMove(text.strip(), FORMS)
        for action in _read(p, part):
            try:
                p = apply(p, action)
            except IllegalMove as error:
                raise IllegalMove(error.rule, error.reason, error.move or part) from None
            line.append(action)
    return tuple(line)


def _read(p: Position, text: str) -> list[Action]:
    """The small actions of one part."""
    head, colon, rest = text.partition(": ")
    if colon and dice_of(head) is not None:
        move = _single(rest)
        if not isinstance(move, (Draw, Misthrow)):
            raise BadMove(text, "after a roll and a colon comes an area or 'misthrow'")
        return [*_until_roll(p), Roll(_dice(head)), move]
    action = _single(text)
    if isinstance(action, Roll):
        return [*_until_roll(p), action]
    if isinstance(action, (Draw, Misthrow)) and p.roll is None and p.rolls and not p.ended:
        return [*_until_roll(p), Roll(p.rolls[0]), action]
    return [action]


def _until_roll(p: Position) -> list[Action]:
    """Staying in, where it has not been said yet."""
    return [] if p.staying or p.roll is not None or p.ended else [StayIn()]


def _dice(text: str) -> Dice:
    dice = dice_of(text)
    if dice is None:
        allowed = f"a roll is the green, then the natural die, each one of {faces_text()}"
        raise BadMove(text, allowed)
    return dice


def _single(text: str) -> Action:
    """One small action; raises BadMove."""
    lower = text.lower()
    if lower in WORDS:
        return WORDS[lower]
    first, *rest = lower.split()
    if first == "roll":
        return Roll(_dice(" ".join(rest)))
    corners = corners_of(first)
    if corners is None:
        if ":" in first:
            raise BadMove(
                text, f"an area is two opposite corners, columns a-{LAST} and rows 1-{SIZE}"
            )
        raise BadMove(text, FORMS, nearest(lower, WORDS))
    if not rest:
        raise BadMove(text, "after the area comes the symbol crossed, or - where there is none")
    return _draw(text, corners, rest)


def _draw(text: str, corners: Corners, rest: list[str]) -> Draw:
    name, *options = rest
    if name != "-" and name not in symbol_names():
        names = symbol_names()
        raise BadMove(text, f"{name!r} is no symbol", nearest(name, sorted(names)))
    values: dict[str, int] = {}
    for option in options:
        match = _OPTION.match(option)
        if match is None:
            raise BadMove(text, f"{option!r} is neither joker=N nor row=N")
        if match[1] in values:
            raise BadMove(text, f"{match[1]}= is given twice")
        number, most = int(match[2][:4]), _MOST[match[1]]
        if not 1 <= number <= most:
            raise BadMove(text, f"{match[1]}= is a number from 1 to {most}")
        values[match[1]] = number
    symbol = None if name == "-" else name
    return Draw(corners, symbol, values.get("joker"), values.get("row"))


def format_action(action: Action) -> str:
    """The text of one small action."""
    if isinstance(action, Draw):
        return draw_text(corners_text(action.corners), action.symbol, action.joker, action.row)
    if isinstance(action, Roll):
        return f"roll {action.dice.text()}"
    if isinstance(action, Misthrow):
        return "misthrow"
    return "stay in" if isinstance(action, StayIn) else "drop out"


def format_line(p: Position, line: Sequence[Action]) -> str:
    """The shortest text that :func:`parse` reads back to ``line``, parts joined by ``; ``.

    Staying in is left out before a roll, and a roll before its move becomes ``2c 3: `` in front
    of it, or nothing where the known ``rolls`` tell it.
    """
    parts: list[str] = []
    at = 0
    known = list(p.rolls or ())
    staying = p.staying
    while at < len(line):
        action = line[at]
        if isinstance(action, StayIn) and at + 1 < len(line) and isinstance(line[at + 1], Roll):
            at += 1
            staying = True
            continue
        after = line[at + 1] if at + 1 < len(line) else None
        if isinstance(action, Roll) and staying and isinstance(after, (Draw, Misthrow)):
            said = "" if known and known[0] == action.dice else f"{action.dice.text()}: "
            parts.append(said + format_action(after))
            at += 1
        else:
            parts.append(format_action(action))
        staying = isinstance(action, StayIn)
        if isinstance(action, Roll) and known:
            known.pop(0)
        at += 1
    return "; ".join(parts)
