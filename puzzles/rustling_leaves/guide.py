"""What Rustling Leaves says at a prompt: rolls as people type them, areas beyond the sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..core.errors import BadMove, IllegalMove
from ..core.game import number
from ..core.guide import Call, Guide, Refused
from .actions import Action, StayIn, sides
from .data import SIZE, faces
from .notation import LAST, faces_text
from .position import Dice, Position
from .scoring import tally, total

_TYPED = re.compile(r"^(?:roll\s+)?((?:c|\d{1,2}\s*c?)(?:[\s,+/]+(?:c|\d{1,2}\s*c?))*)$")
_DIE = re.compile(r"\d{1,2}\s*c?|c")
_APART = re.compile(r"^([a-z]\d{1,2})\s*(?:-|–|\.\.|/|,|;|\bto\b|\s)\s*([a-z]\d{1,2})(?=\s|$)")
_CORNERS = re.compile(r"^([a-z])(\d{1,3})\s*:\s*([a-z])(\d{1,3})\b")


class RustlingLeavesGuide(Guide):
    """Before a roll the roll itself can be typed, which says that the player stays in."""

    topics: ClassVar[Mapping[str, str]] = {
        "play": "play: nothing stands in front of a move. Type the roll, '2c 3', then what you do "
        "with it: the area you draw, 'b5:d6 tree', or 'misthrow'. 'drop out' comes before a roll.",
        "roll": "roll GREEN NATURAL: what the dice show, the green one first; c is the cloud, "
        "which only a 2 has. '2c 3', or 'roll 1 4'. Typing it says that you stay in.",
        "stay": "stay in: play on before a roll; typing the roll says the same.",
        "drop": "drop out: leave the game before a roll, for good.",
        "misthrow": "misthrow: take the roll without drawing an area. Also when you could draw.",
        "area": "CORNER:CORNER SYMBOL: two opposite corners and the symbol crossed, '-' where "
        "there is none. 'b5:d6 tree', with the joker 'b5:d6 tree joker=4', the first conifer "
        "of autumn 'b5:c6 conifer row=9'.",
        "joker": "joker=N behind an area: the joker die counts as N. 'b5:d6 tree joker=4'.",
    }

    def call(self, p: Any) -> Call:
        """The roll, what to do on it, or the end."""
        if p.ended is not None:
            return Call(p.ended)
        if p.roll is not None:
            return Call(f"act on the roll {p.roll.text()}", examples=("misthrow", "b5:d6 tree"))
        if p.staying:
            return Call("the roll", examples=("2c 3", "1 4"))
        return Call("the roll, or drop out", examples=("2c 3", "1 4", "drop out"))

    def fresh(self, p: Any) -> bool:
        """The sheet changes with an area, not with a roll."""
        return p.ended is None and p.roll is None and not p.staying

    def changes(self, before: Any, after: Any) -> tuple[str, ...]:
        """The points, where they changed."""
        old, new = (total(tally(p)) for p in (before, after))
        return (f"points {number(old)} -> {number(new)}",) if old != new else ()

    def implied(self, p: Any) -> tuple[Action, ...]:
        """A roll says that the player stays in (the format's ``roll 2c 3`` before a roll)."""
        before = p.ended is None and p.roll is None and not p.staying
        return (StayIn(),) if before else ()

    def unasked(self, p: Any, text: str, move: str) -> Refused | None:
        """The joker is used once a sheet and never unless it is said (ruling 3)."""
        _, joker, number = move.partition(" joker=")
        if not joker or "joker" in text.lower():
            return None
        return BadMove(text, f"only with the joker, which is used once: add joker={number}", move)

    def misread(self, p: Any, text: str, refused: Sequence[Refused]) -> Refused | None:
        """A roll that no dice show, a roll on a roll, an area beyond the sheet."""
        typed = _TYPED.match(text.lower().strip())
        if typed:
            dice = [re.sub(r"\s", "", die) for die in _DIE.findall(typed[1])]
            return _no_roll(p, text, dice)
        apart = _APART.match(text.lower())
        if apart and p.roll is not None:
            near = f"{apart[1]}:{apart[2]}{text.lower()[apart.end() :].rstrip()}"
            return BadMove(text, "the two corners stand on both sides of a ':'", near)
        corners = _CORNERS.match(text.lower())
        if corners and _beyond(corners):
            return _off_sheet(p, text, corners)
        return super().misread(p, text, refused)


def _no_roll(p: Position, text: str, dice: Sequence[str]) -> Refused | None:
    """What is wrong with a roll (ruling 2: two dice with the same faces)."""
    if p.ended is not None:
        return IllegalMove("rustling_leaves 8", f"the sheet is over: {p.ended}", text)
    if p.roll is not None:
        reason = (
            f"the roll {p.roll.text()} is still to be acted on: draw an area or type 'misthrow'; "
            "if it was not the roll, 'undo' takes it back"
        )
        return IllegalMove("rustling_leaves 8", reason, text)
    shown = {face.text() for face in faces()}
    clouds = sorted({face.number for face in faces() if face.cloud})
    if any(die.endswith("c") and die not in shown for die in dice):
        only = ", ".join(str(n) for n in clouds)
        allowed = f"only the {only} has a cloud: a die shows {faces_text()}"
        return BadMove(text, f"{allowed}; a roll is the green, then the natural die: '2c 3'")
    if any(die not in shown for die in dice):
        return BadMove(text, f"a die shows one of {faces_text()}")
    if len(dice) != 2:
        return BadMove(text, "a roll is two dice, the green, then the natural one: '2c 3'")
    known = p.next_dice()
    if known is not None:
        return IllegalMove("rustling_leaves 2", f"the next roll is known: {known.text()}", text)
    return None


def _beyond(corners: re.Match[str]) -> bool:
    rows = (int(corners[2]), int(corners[4]))
    return any(not 1 <= row <= SIZE for row in rows) or max(corners[1], corners[3]) > LAST


def _off_sheet(p: Position, text: str, corners: re.Match[str]) -> Refused:
    """The size of an area that is not on the sheet, beside the size that the roll asks for."""
    high = abs(int(corners[2]) - int(corners[4])) + 1
    wide = abs(ord(corners[1]) - ord(corners[3])) + 1
    allowed = (
        f"the area lies partly off the sheet: columns go from a to {LAST}, rows from 1 to {SIZE}"
    )
    dice: Dice | None = p.roll
    if dice is not None and (min(high, wide), max(high, wide)) != dice.sides:
        asked = "{} x {}".format(*sides(dice, p.sheet.joker, None))
        allowed += f"; and it is {min(high, wide)} x {max(high, wide)}, the roll asks for {asked}"
    return BadMove(text, allowed)
