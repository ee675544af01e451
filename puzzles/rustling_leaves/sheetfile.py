"""Position files of Rustling Leaves: reading with all faults, writing, and the form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.decode import check_head, decode, refuse, show
from ..core.errors import Fault
from ..core.game import Document
from ..core.names import nearest
from .actions import ruling, why_not
from .data import SEASONS, SIZE, Season, longest_side, most_misthrows, numbers, sheet
from .notation import LAST, area_text, corners_of, dice_of, faces_text, symbol_names
from .plots import Plot, corners_text, field_text, plots, shape
from .position import Area, Dice, Position

GAME_ID = "rustling-leaves"


class SheetFile(msgspec.Struct, kw_only=True):
    """The keys of a position or challenge file."""

    format: int
    game: str
    season: str
    start: int
    roll: str = ""
    joker: str = "available"
    clouds: int = 0
    misthrows: int = 0
    areas: list[str] = []
    rolls: list[str] = []
    clovers_claimed: bool = False
    conifer_row: int = 0
    dropped_out: bool = False
    holly: int = 0
    staying: bool = False


NOTES = {
    "format": "format = 1 is required",
    "game": f'game = "{GAME_ID}" is required',
    "season": "one of " + ", ".join(SEASONS),
    "start": "the own start field, 1 to 6",
    "roll": 'a text such as "2c 3", the green die first',
    "rolls": 'a list of rolls such as ["1 4", "2c 3"]',
    "areas": 'a list of texts such as "b5:d6 tree"',
}
OWN_SEASONS: dict[str, tuple[Season, ...]] = {
    "clouds": ("spring", "winter"),
    "clovers_claimed": ("summer",),
    "conifer_row": ("autumn",),
    "holly": ("winter",),
}


def read(doc: Mapping[str, Any]) -> Position:
    """The position of a document; raises BadPosition with all its faults."""
    found, decoded = decode(doc, SheetFile, notes=NOTES)
    faults = [*check_head(doc)]
    faults += [fault for fault in decoded if not (fault.place == "format" and faults)]
    # Keys that are no values at all are left out, so that the others are still checked.
    given = {re.split(r"[.\[]", fault.place)[0] for fault in decoded}
    doc = {key: value for key, value in doc.items() if key not in given}
    if found is None:
        stand_in: Document = {"format": 1, "game": GAME_ID, "season": "", "start": 0}
        found, _ = decode({**stand_in, **doc}, SheetFile)
        assert found is not None  # every required key has a value of its type
    position, more = _check(doc, found, given)
    refuse(faults + more)
    assert position is not None
    return position


def _check(
    doc: Mapping[str, Any], raw: SheetFile, given: set[str]
) -> tuple[Position | None, list[Fault]]:
    """All faults beyond types; keys in ``given`` have been complained of already."""
    faults: list[Fault] = []

    def fault(place: str, rule: str, value: str, allowed: str, near: str | None = None) -> None:
        faults.append(Fault(place, rule, value, allowed, near))

    if raw.game != GAME_ID:
        fault("game", "format", show(raw.game), f'"{GAME_ID}"', nearest(raw.game, [GAME_ID]))
    season = next((name for name in SEASONS if name == raw.season), None)
    if season is None and "season" not in given:
        near = nearest(raw.season, SEASONS)
        fault("season", "format", show(raw.season), NOTES["season"], near)
    if not 1 <= raw.start <= 6 and "start" not in given:
        fault("start", "format", str(raw.start), NOTES["start"])
    if raw.joker not in ("available", "used"):
        near = nearest(raw.joker, ("available", "used"))
        fault("joker", ruling(3), show(raw.joker), '"available" or "used"', near)
    if not 0 <= raw.misthrows <= most_misthrows():
        fault("misthrows", ruling(7), str(raw.misthrows), f"0 to {most_misthrows()}")
    roll = _dice(raw.roll, "roll", faults) if "roll" in doc else None
    rolls = [_dice(text, f"rolls[{i}]", faults) for i, text in enumerate(raw.rolls)]
    faults += _season_faults(doc, raw, season)
    faults += _phase_faults(doc, raw)
    areas: tuple[Area, ...] = ()
    if season is not None:
        sketch = _areas(raw, season, faults)
        if 1 <= raw.start <= 6 and all(area is not None for area in sketch):
            whole = [area for area in sketch if area is not None]
            areas = _in_order(whole, season, raw.start, faults)
            faults += _history_faults({*doc, *given}, raw, season, whole)
    if faults or season is None or given:
        return None, faults
    known = tuple(dice for dice in rolls if dice is not None) if "rolls" in doc else None
    return (
        Position(
            season,
            raw.start,
            areas,
            joker=raw.joker == "available",
            clouds=raw.clouds,
            misthrows=raw.misthrows,
            roll=roll,
            rolls=known,
            staying=raw.staying,
            dropped_out=raw.dropped_out,
            conifer_row=raw.conifer_row or None,
            clovers_claimed=raw.clovers_claimed,
            holly=raw.holly or None,
        ),
        [],
    )


def _dice(text: str, place: str, faults: list[Fault]) -> Dice | None:
    dice = dice_of(text)
    if dice is None:
        allowed = f"two faces, green then natural, each one of {faces_text()}"
        faults.append(Fault(place, ruling(2), show(text), allowed))
    return dice


def _season_faults(doc: Mapping[str, Any], raw: SheetFile, season: Season | None) -> list[Fault]:
    """Keys of other seasons, and the ranges of the season's own."""
    if season is None:
        return []
    out = [
        Fault(key, "format", show(doc[key]), f"a key of {' and '.join(own)} only, not of {season}")
        for key, own in OWN_SEASONS.items()
        if key in doc and season not in own
    ]
    at = sheet(season)
    if at.clouds_marked and not 0 <= raw.clouds <= at.circles["cloud"]:
        out.append(
            Fault("clouds", ruling(4), str(raw.clouds), f"0 to {at.circles['cloud']}, the circles")
        )
    if at.conifer_rows and "conifer_row" in doc and raw.conifer_row not in at.conifer_rows:
        allowed = "one of the rows of " + ", ".join(str(row) for row in at.conifer_rows)
        out.append(Fault("conifer_row", ruling(16), str(raw.conifer_row), allowed))
    if season == "winter" and "holly" in doc and raw.holly not in numbers():
        out.append(Fault("holly", ruling(21), str(raw.holly), "a number of a die, 1 to 4"))
    return out


def _phase_faults(doc: Mapping[str, Any], raw: SheetFile) -> list[Fault]:
    """A sheet that is over has nothing to act on (rulings 7, 8, 21)."""
    over = (
        ("dropped_out = true", ruling(8), raw.dropped_out),
        ("six misthrows", ruling(7), raw.misthrows >= most_misthrows()),
        ("the holly die", ruling(21), bool(raw.holly)),
    )
    out = []
    for key, there in (("roll", "roll" in doc), ("staying", raw.staying)):
        out += [
            Fault(key, rule, show(doc[key]), f"nothing beside {name}: the sheet is over")
            for name, rule, ended in over
            if there and ended
        ]
    if raw.staying and "roll" in doc:
        out.append(Fault("staying", ruling(8), "true", "nothing beside a roll to act on"))
    if raw.staying and doc.get("rolls") == []:
        out.append(
            Fault("staying", ruling(8), "true", "a roll to come; the known ones are used up")
        )
    return out


def _areas(raw: SheetFile, season: Season, faults: list[Fault]) -> list[Area | None]:
    """Each listed area on its own: its text, size, river and symbol."""
    out: list[Area | None] = []
    for i, text in enumerate(raw.areas):
        place = f"areas[{i}]"
        parts = text.lower().split()
        corners = corners_of(parts[0]) if len(parts) == 2 else None
        if corners is None:
            allowed = f'two corners a1 to {LAST}{SIZE} and a symbol or -, as in "b5:d6 tree"'
            faults.append(Fault(place, "format", show(text), allowed))
            out.append(None)
            continue
        if shape(corners)[1] > longest_side():
            found = "{} x {}".format(*shape(corners))
            allowed = f"sides of 1 to {longest_side()} fields"
            faults.append(Fault(place, ruling(5), f"{show(text)}, which is {found}", allowed))
            out.append(None)
            continue
        name = None if parts[1] == "-" else parts[1]
        plot = plots(season)[corners]
        if plot.crosses and sheet(season).river == "forbid":
            allowed = "no area across the river in autumn"
            faults.append(Fault(place, ruling(9), show(text), allowed))
        wrong = _symbol_fault(place, text, plot, name, season)
        if wrong is not None:
            faults.append(wrong)
        out.append(Area(corners, name))
    return out


def _symbol_fault(
    place: str, text: str, plot: Plot, name: str | None, season: Season
) -> Fault | None:
    """A symbol that could be crossed in no round, cloudy or clear (rulings 11-15)."""
    either = [plot.choices(cloud) for cloud in (False, True)]
    can = sorted({*either[0], *either[1]})
    if name is None:
        if all(either):
            allowed = "a symbol must be crossed: " + ", ".join(can)
            return Fault(place, ruling(11), show(text), allowed)
        return None
    if name in can:
        return None
    allowed = "here " + (", ".join(can) if can else "only -")
    if name not in symbol_names():
        return Fault(place, "format", show(text), allowed, nearest(name, sorted(symbol_names())))
    rule, reason = why_not(Position(season, 1), plot, name, cloud=False)
    return Fault(place, rule, show(text), f"{reason}; {allowed}", nearest(name, can))


def _in_order(
    areas: Sequence[Area], season: Season, start: int, faults: list[Fault]
) -> tuple[Area, ...]:
    """The areas in an order that can be drawn: the listed one if it is legal (rulings 5, 6)."""
    table = plots(season)
    masks = [table[area.corners].mask for area in areas]
    for j, b in enumerate(masks):
        for i, a in enumerate(masks[:j]):
            if a & b:
                allowed = f"no field in common with areas[{i}] {corners_text(areas[i].corners)}"
                faults.append(
                    Fault(f"areas[{j}]", ruling(5), corners_text(areas[j].corners), allowed)
                )
    left = list(range(len(areas)))
    order: list[int] = []
    ground = Position(season, start).start_mask
    first = next((i for i in left if masks[i] & ground), None)
    if first is None:
        if left:
            where = field_text(sheet(season).starts[start - 1])
            allowed = f"one area must contain the own start field {where} (start = {start})"
            listed = show(", ".join(corners_text(area.corners) for area in areas))
            faults.append(Fault("areas", ruling(6), listed, allowed))
        return ()
    reached = 0
    found: int | None = first
    while found is not None:
        order.append(found)
        left.remove(found)
        reached |= masks[found]
        found = next((i for i in left if table[areas[i].corners].border & reached), None)
    for i in left:
        allowed = "an edge in common with an area drawn before it: it fits in no order"
        faults.append(Fault(f"areas[{i}]", ruling(6), corners_text(areas[i].corners), allowed))
    return tuple(areas[i] for i in order)


def _history_faults(
    keys: set[str], raw: SheetFile, season: Season, areas: Sequence[Area]
) -> list[Fault]:
    """What no course of the game can have led to: joker, clouds and the conifer row."""
    out: list[Fault] = []
    used = raw.joker == "used"
    if used and not areas:
        out.append(Fault("joker", ruling(3), '"used"', '"available": no area is drawn yet'))
    needing = [i for i, area in enumerate(areas) if _needs_joker(area, season)]
    allowance = 1 if used else 0
    for i in needing[allowance:]:
        allowed = "a cloud must have been rolled, which takes a side of 2 or the joker"
        out.append(Fault(f"areas[{i}]", ruling(14), area_text(areas[i]), allowed))
    if sheet(season).clouds_marked and 0 <= raw.misthrows <= most_misthrows():
        most = _most_clouds(areas, used) + 2 * raw.misthrows
        if most < raw.clouds <= sheet(season).circles["cloud"]:
            allowed = f"at most {most}: a misthrow gives up to 2, an area 1 for each side of 2"
            out.append(Fault("clouds", ruling(4), str(raw.clouds), allowed))
    conifers = [i for i, area in enumerate(areas) if area.symbol == "conifer"]
    if conifers and "conifer_row" not in keys and sheet(season).conifer_rows:
        allowed = f"the row committed to with areas[{conifers[0]}]: 3, 6 or 9"
        out.append(Fault("conifer_row", ruling(16), "nothing", allowed))
    if raw.conifer_row in sheet(season).conifer_rows and not conifers:
        allowed = "nothing before the first conifer is crossed"
        out.append(Fault("conifer_row", ruling(16), str(raw.conifer_row), allowed))
    return out


def _needs_joker(area: Area, season: Season) -> bool:
    """Whether a cloud was rolled for sure although no side is 2: the joker replaced that 2."""
    plot = plots(season)[area.corners]
    legal = [plot.choices(cloud) for cloud in (False, True)]
    crossed = [area.symbol in names if area.symbol else not names for names in legal]
    return crossed == [False, True] and 2 not in shape(area.corners)


def _most_clouds(areas: Sequence[Area], joker_used: bool) -> int:
    """The most clouds that the rolls for these areas can have shown.

    Only a 2 carries a cloud. A joker hides the number rolled, which may have been a 2 with a
    cloud, so one area may have had one more than its sides show.
    """
    twos = [shape(area.corners).count(2) for area in areas]
    return sum(twos) + (1 if joker_used and any(n < 2 for n in twos) else 0)


def write(p: Position) -> Document:
    """The document of a position; a sampled future is not part of it."""
    doc: Document = {"format": 1, "game": GAME_ID, "season": p.season, "start": p.start}
    if p.roll is not None:
        doc["roll"] = p.roll.text()
    if p.staying:
        doc["staying"] = True
    if p.rolls is not None:
        doc["rolls"] = [dice.text() for dice in p.rolls]
    doc["joker"] = "available" if p.joker else "used"
    if p.sheet.clouds_marked:
        doc["clouds"] = p.clouds
    doc["misthrows"] = p.misthrows
    if p.clovers_claimed:
        doc["clovers_claimed"] = True
    if p.conifer_row is not None:
        doc["conifer_row"] = p.conifer_row
    doc["areas"] = [area_text(area) for area in p.areas]
    if p.dropped_out:
        doc["dropped_out"] = True
    if p.holly is not None:
        doc["holly"] = p.holly
    return doc


def form(season: Season, start: int) -> str:
    """A commented TOML form to fill in by hand."""
    at = sheet(season)
    lines = [
        "format = 1",
        f'game = "{GAME_ID}"',
        f'season = "{season}"',
        f"start = {start}  # own start field 1-6",
        '# roll = "2c 3"  # the roll to act on: green die, natural die; c = cloud',
        'joker = "available"  # or "used"',
    ]
    if at.clouds_marked:
        lines.append("clouds = 0  # clouds marked so far, this roll not included")
    lines.append("misthrows = 0")
    if season == "summer":
        lines.append(
            "clovers_claimed = false  # another player completed all four in an earlier round"
        )
    if at.conifer_rows:
        lines.append("# conifer_row = 9  # 3, 6 or 9, once the first conifer is crossed")
    if season == "winter":
        lines.append("# holly = 3  # the die at the end")
    lines += [
        "# dropped_out = true",
        f"# symbols: {', '.join(at.choices)}; '-' where none could be crossed",
        'areas = []  # corners and symbol, as in "b5:d6 ' + f'{at.choices[0]}"',
    ]
    return "\n".join(lines) + "\n"
