"""Decisions and chance: drawing, misthrow, stay in, drop out, and the roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from ..core.errors import IllegalMove
from ..core.game import Ordered, Outcomes, Turn
from ..core.random import Stream
from .data import SIZE, faces, numbers, symbol
from .plots import Corners, Plot, field_text, plots, plots_by_shape, shape
from .position import Area, Dice, Position


@dataclass(frozen=True, slots=True)
class Draw(Ordered):
    """Draw an area and cross off one symbol (None where nothing can be crossed).

    ``joker`` is the number that the joker die is set to, ``row`` the row of conifers that the
    first conifer commits to (ruling 16).
    """

    corners: Corners
    symbol: str | None = None
    joker: int | None = None
    row: int | None = None

    def order(self) -> tuple[Any, ...]:
        return (0, *self.corners, self.symbol or "", self.joker or 0, self.row or 0)


@dataclass(frozen=True, slots=True)
class Misthrow(Ordered):
    """Record a misthrow; may be taken voluntarily (ruling 7)."""

    def order(self) -> tuple[Any, ...]:
        return (1,)


@dataclass(frozen=True, slots=True)
class StayIn(Ordered):
    """Before a roll: keep playing, so that the next roll must be acted on."""

    def order(self) -> tuple[Any, ...]:
        return (2,)


@dataclass(frozen=True, slots=True)
class DropOut(Ordered):
    """Before a roll: leave the game (ruling 8)."""

    def order(self) -> tuple[Any, ...]:
        return (3,)


@dataclass(frozen=True, slots=True)
class Roll(Ordered):
    """The chance move: both dice."""

    dice: Dice

    def order(self) -> tuple[Any, ...]:
        green, natural = self.dice.green, self.dice.natural
        return (4, green.number, green.cloud, natural.number, natural.cloud)


Action: TypeAlias = Draw | Misthrow | StayIn | DropOut | Roll


def ruling(number: int) -> str:
    """The rule id of a ruling in errors and faults."""
    return f"rustling_leaves {number}"


def turn(p: Position) -> Turn:
    """What has to happen next."""
    ended = p.ended
    if ended is not None:
        return Turn("over", None, ended)
    if p.roll is not None:
        return Turn("decide", 0, "act on the roll")
    if p.staying:
        return Turn("chance", None, "the roll")
    return Turn("decide", 0, "stay in or drop out")


def sides(dice: Dice, die: str, joker: int | None) -> tuple[int, int]:
    """The side lengths of the area, the shorter first, with the joker die set (ruling 3)."""
    if joker is None:
        return dice.sides
    other = dice.natural.number if die == "green" else dice.green.number
    return (joker, other) if joker <= other else (other, joker)


def _fits(p: Position, plot: Plot, occupied: int, cloud: bool) -> bool:
    """Rulings 5, 6 and 9 for a rectangle of the right size."""
    if plot.mask & occupied:
        return False
    if occupied:
        if not plot.border & occupied:
            return False
    elif not plot.mask & p.start_mask:
        return False
    if p.sheet.river == "forbid":
        return not plot.crosses and (not cloud or "storm" in plot.printed)
    return True


def draws(p: Position) -> Iterator[tuple[Plot, str | None, int | None, int | None]]:
    """Every legal drawing: (rectangle, symbol, joker, row); nothing without a roll."""
    dice = p.roll
    if dice is None or p.ended:
        return
    cloud = dice.clouds > 0
    occupied = p.occupied
    die = p.sheet.joker
    rows: tuple[int | None, ...] = (None,) if p.conifer_row else p.sheet.conifer_rows
    fitting: dict[tuple[int, int], list[Plot]] = {}
    by_shape = plots_by_shape(p.season)
    jokers: tuple[int | None, ...] = (None, *numbers()) if p.joker else (None,)
    for joker in jokers:
        wanted = sides(dice, die, joker)
        if wanted not in fitting:
            fitting[wanted] = [plot for plot in by_shape[wanted] if _fits(p, plot, occupied, cloud)]
        for plot in fitting[wanted]:
            choices = plot.choices(cloud)
            if not choices:
                yield plot, None, joker, None
            for name in choices:
                if name == "conifer":
                    for row in rows:
                        yield plot, name, joker, row
                else:
                    yield plot, name, joker, None


def draw_text(text: str, name: str | None, joker: int | None, row: int | None) -> str:
    """``"b5:d6 conifer joker=4 row=9"``."""
    out = f"{text} {name or '-'}"
    if joker is not None:
        out += f" joker={joker}"
    return out if row is None else f"{out} row={row}"


def actions(p: Position) -> tuple[Action, ...]:
    """All legal decisions, sorted; empty when the turn is not "decide"."""
    if turn(p).kind != "decide":
        return ()
    if p.roll is None:
        return (StayIn(), DropOut())
    found = [Draw(plot.corners, name, joker, row) for plot, name, joker, row in draws(p)]
    return (*sorted(found, key=Draw.order), Misthrow())


def listing(p: Position) -> tuple[str, ...]:
    """The texts of :func:`actions`, sorted by code points."""
    if turn(p).kind != "decide":
        return ()
    if p.roll is None:
        return ("drop out", "stay in")
    found = [draw_text(plot.text, name, joker, row) for plot, name, joker, row in draws(p)]
    found.append("misthrow")
    return tuple(sorted(found))


# --- chance ---------------------------------------------------------------------------------


@cache
def _all_rolls() -> tuple[tuple[Roll, Fraction], ...]:
    """The 25 different rolls with their probabilities, sorted."""
    chances: dict[Roll, Fraction] = {}
    share = Fraction(1, len(faces()) ** 2)
    for green in faces():
        for natural in faces():
            roll = Roll(Dice(green, natural))
            chances[roll] = chances.get(roll, Fraction(0)) + share
    return tuple(sorted(chances.items(), key=lambda pair: pair[0].order()))


def outcomes(p: Position) -> Outcomes[Action]:
    """The next roll: one pair where it is known or sampled, else 25 (ruling 2)."""
    known = p.next_dice()
    if known is not None:
        only = Roll(known)
        return Outcomes(((only, Fraction(1)),), lambda stream: only)

    def draw(stream: Stream) -> Action:
        return Roll(Dice(stream.choice(faces()), stream.choice(faces())))

    return Outcomes(_all_rolls(), draw)


# --- carrying out ---------------------------------------------------------------------------


def apply(p: Position, action: Action) -> Position:
    """The position after a decision or a roll; raises IllegalMove naming the ruling."""
    if p.ended:
        raise IllegalMove(ruling(8 if p.dropped_out else 7), f"the sheet is over: {p.ended}")
    if isinstance(action, (StayIn, DropOut)):
        return _before_roll(p, action)
    if isinstance(action, Roll):
        return _rolled(p, action)
    if p.roll is None:
        raise IllegalMove(ruling(8), "no roll to act on: it is before a roll")
    if isinstance(action, Misthrow):
        return replace(_marked(p, p.roll), misthrows=p.misthrows + 1)
    check_draw(p, p.roll, action)
    return replace(
        _marked(p, p.roll),
        areas=(*p.areas, Area(action.corners, action.symbol)),
        joker=p.joker and action.joker is None,
        conifer_row=p.conifer_row if action.row is None else action.row,
    )


def _before_roll(p: Position, action: StayIn | DropOut) -> Position:
    if p.roll is not None:
        raise IllegalMove(ruling(8), "that is decided before a roll, and there is one to act on")
    if p.staying:
        raise IllegalMove(ruling(8), "staying in was said already, the roll comes next")
    if isinstance(action, StayIn):
        return replace(p, staying=True)
    return replace(p, dropped_out=True)


def _rolled(p: Position, action: Roll) -> Position:
    if p.roll is not None:
        raise IllegalMove(ruling(8), f"the roll {p.roll.text()} has to be acted on first")
    if not p.staying:
        raise IllegalMove(ruling(8), "a roll comes after staying in")
    if action.dice.green not in faces() or action.dice.natural not in faces():
        raise IllegalMove(ruling(2), f"no dice show {action.dice.text()}")
    known = p.next_dice()
    if known is not None and known != action.dice:
        raise IllegalMove(ruling(2), f"the next roll is known to be {known.text()}")
    rest = p.rolls[1:] if p.rolls is not None else None
    return replace(p, roll=action.dice, rolls=rest, staying=False)


def _marked(p: Position, dice: Dice) -> Position:
    """The roll is dealt with and its clouds are marked, up to the circles (ruling 4)."""
    if not p.sheet.clouds_marked:
        return replace(p, roll=None)
    return replace(p, roll=None, clouds=min(p.clouds + dice.clouds, p.sheet.circles["cloud"]))


def check_draw(p: Position, dice: Dice, draw: Draw) -> None:
    """Raise IllegalMove with the first ruling that the drawing breaks."""
    top, left, bottom, right = draw.corners
    if draw.joker is not None:
        if not p.joker:
            raise IllegalMove(ruling(3), "the joker is used")
        if draw.joker not in numbers():
            raise IllegalMove(ruling(3), "the joker names one of " + _listed(numbers()))
    if not (0 <= top <= bottom < SIZE and 0 <= left <= right < SIZE):
        raise IllegalMove(ruling(5), "the area must lie on the sheet, upper left corner first")
    wanted = sides(dice, p.sheet.joker, draw.joker)
    if shape(draw.corners) != wanted:
        found = "{} x {}".format(*shape(draw.corners))
        asked = "{} x {}".format(*wanted)
        reason = f"the area is {found}, the roll asks for {asked}"
        if draw.joker is None and p.joker:  # its use is a choice, never taken for granted
            dies = [n for n in numbers() if sides(dice, p.sheet.joker, n) == shape(draw.corners)]
            reason += "".join(f"; its size fits with joker={n}" for n in dies)
        raise IllegalMove(ruling(5), reason)
    plot = plots(p.season)[draw.corners]
    _check_ground(p, plot, dice.clouds > 0)
    _check_symbol(p, plot, draw.symbol, dice.clouds > 0)
    _check_row(p, draw)


def _check_ground(p: Position, plot: Plot, cloud: bool) -> None:
    occupied = p.occupied
    if plot.mask & occupied:
        raise IllegalMove(ruling(5), "the area overlaps an own area")
    if not occupied and not plot.mask & p.start_mask:
        where = field_text(p.sheet.starts[p.start - 1])
        raise IllegalMove(ruling(6), f"the first area must contain the own start field {where}")
    if occupied and not plot.border & occupied:
        raise IllegalMove(ruling(6), "the area must share an edge with an own area")
    if p.sheet.river == "forbid":
        if plot.crosses:
            raise IllegalMove(ruling(9), "no area may lie across the river in autumn")
        if cloud and "storm" not in plot.printed:
            raise IllegalMove(ruling(9), "a cloud was rolled: the area must contain a storm field")


def _check_symbol(p: Position, plot: Plot, name: str | None, cloud: bool) -> None:
    choices = plot.choices(cloud)
    if name in choices:
        return
    if name is None:
        if choices:
            can = _listed(choices)
            raise IllegalMove(ruling(11), f"a symbol must be crossed off, one of {can}")
        return
    raise IllegalMove(*why_not(p, plot, name, cloud))


def why_not(p: Position, plot: Plot, name: str, cloud: bool) -> tuple[str, str]:
    """(ruling, reason) why ``name`` cannot be crossed in the rectangle."""
    if name in p.sheet.never or name.startswith("start"):
        also = ", only together with porcini" if name == "fly_agaric" else ""
        return ruling(12), f"{_word(name)} can never be chosen{also}"
    if name in ("bird_pair", "red_bird", "blue_bird") and p.season == "spring":
        if name != "bird_pair":
            return ruling(13), "birds are crossed only as bird_pair"
        return ruling(13), "a bird pair needs a red and a blue bird in the area"
    if name not in plot.printed:
        return ruling(11), f"the area shows no {_word(name)}"
    if p.season == "summer":
        rolled = "a cloud was" if cloud else "no cloud was"
        return ruling(14), f"{rolled} rolled, so no {_word(name)} can be crossed"
    if name == "fox":
        return ruling(14), f"the area shows {symbol(name).count(plot.printed[name])}, not just one"
    return ruling(14), "trees need a snowflake in the area"


def _check_row(p: Position, draw: Draw) -> None:
    """Ruling 16: the first conifer names its row, and nothing else does."""
    rows = p.sheet.conifer_rows
    if draw.symbol != "conifer":
        if draw.row is not None:
            raise IllegalMove(ruling(16), "a row is named only with the first conifer")
    elif p.conifer_row is not None:
        if draw.row is not None:
            raise IllegalMove(ruling(16), f"the row of {p.conifer_row} is committed to already")
    elif draw.row not in rows:
        raise IllegalMove(ruling(16), "the first conifer names its row: row=" + _listed(rows))


def _word(name: str) -> str:
    return name.replace("_", " ")


def _listed(items: tuple[Any, ...]) -> str:
    words = [str(item) for item in items]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
