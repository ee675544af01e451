"""What Indian Summer says at a prompt: actions one by one, cheap completion, nearest words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..core.errors import BadMove, IllegalMove
from ..core.guide import Call, Guide, Refused
from ..core.names import nearest
from . import legal
from .actions import End, Squirrel
from .geometry import bits
from .notation import FORMS, plain_text
from .position import over

_SHORT = re.compile(r"leaf ([1-9]) ([a-z]\d{1,2})")


class IndianSummerGuide(Guide):
    """A turn is one main action with any special actions before and after it, then ``end``."""

    topics: ClassVar[Mapping[str, str]] = {
        "play": "play: nothing stands in front of a move. A turn is one main action (leaf, "
        "squirrel, berry), with feather, mushroom, nut, exchange and animal before and after it as "
        "you like, then 'end': 'leaf 2 o#/#. c3; end'.",
        "leaf": f"{FORMS['leaf']}: a tile of your path; the tile as it lies, '/' between its "
        "rows, o the hole, . outside; the field is the upper left corner of its box.",
        "squirrel": f"{FORMS['squirrel']}: one uncovered field.",
        "feather": f"{FORMS['feather']}: two tiles of your path at once.",
        "mushroom": f"{FORMS['mushroom']}: the first tiles of two other paths.",
        "berry": "berry: fill your path from the common one.",
        "nut": f"{FORMS['nut']}: a squirrel from the supply.",
        "exchange": FORMS["exchange"] + ".",
        "animal": f"{FORMS['animal']}: an animal over free holes.",
        "end": "end: the turn is over. Several actions may stand in one line: 'nut e5; end'.",
    }

    def call(self, p: Any) -> Call:
        """The main action, or what may follow it."""
        if over(p):
            return Call("over")
        if p.full:
            return Call("floor full: special actions, or end", examples=("end",))
        if p.main_done:
            return Call("special actions, or end", examples=("nut e5", "end"))
        return Call("main action", examples=("leaf 2 o#/#. c3", "squirrel e5"))

    def fresh(self, p: Any) -> bool:
        """The floor is looked at when a turn begins."""
        return not over(p) and not p.main_done

    def choices(self, p: Any) -> tuple[str, ...]:
        """Without the pairs of feathers and mushrooms, of which there may be 100 000s."""
        if legal.closed(p):
            return ()
        width = p.floor.width
        out = [] if p.main_done else [plain_text(a, width) for a in legal.leaves(p)]
        if not p.main_done:
            out += [plain_text(Squirrel(field), width) for field in bits(p.ground)]
        out += [plain_text(a, width) for a in legal.specials(p)]
        if legal.may_end(p):
            out.append(plain_text(End(), width))
        return tuple(sorted(out))

    def readings(self, p: Any, text: str) -> tuple[str, ...]:
        """``leaf 4 c1``: the tile of place 4 as it is drawn."""
        match = _SHORT.fullmatch(text.lower())
        if match is None or int(match[1]) > len(p.path):
            return ()
        return (f"leaf {match[1]} {p.path[int(match[1]) - 1]} {match[2]}",)

    def misread(self, p: Any, text: str, refused: Sequence[Refused]) -> Refused | None:
        """A word that is no action is told the nearest one; a form that is not kept, the form."""
        if _SHORT.fullmatch(text.lower()):
            wrong = self._short(p, text, refused)
            if wrong is not None:
                return wrong
        word = text.split()[0].lower() if text.split() else ""
        meant = nearest(word, FORMS)
        if word not in FORMS and meant:
            return BadMove(text, FORMS[meant], meant)
        for error in refused:
            if isinstance(error, (BadMove, IllegalMove)) and word in FORMS:
                return error
        return super().misread(p, text, refused)

    def _short(self, p: Any, text: str, refused: Sequence[Refused]) -> Refused | None:
        """Why the tile of a path place cannot lie where it was named, as it is drawn."""
        match = _SHORT.fullmatch(text.lower())
        if match is None:
            return None
        if int(match[1]) > len(p.path):
            return BadMove(text, f"your path has {len(p.path)} tiles: leaf 1 to {len(p.path)}")
        meant = f"leaf {match[1]} {p.path[int(match[1]) - 1]} {match[2]}"
        for error in refused:
            if isinstance(error, IllegalMove) or error.text == meant:
                return error
        return None

    def lasted(self, lines: Sequence[Sequence[Any]]) -> str:
        """Own turns: an ``end`` each (ruling 15)."""
        turns = sum(isinstance(action, End) for line in lines for action in line)
        return f"in {turns} own turn{'' if turns == 1 else 's'}" if turns else ""
