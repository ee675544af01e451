"""Several sheets scored as one: the ranking of a game's players, or a whole year."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from leafwise import __version__
from leafwise.puzzles.core.document import parse_text
from leafwise.puzzles.core.errors import BadUse, LeafwiseError
from leafwise.puzzles.core.game import AnyGame, number

from . import jsontext, style
from .inputs import read_items
from .lists import is_list, read_list
from .options import Common
from .output import check_target, complain, say, write_file
from .render.score import table
from .report import Failure, failure, internal
from .run import read_position, unwrap


def run_together(files: Sequence[str], how: Literal["rank", "year"], common: Common) -> int:
    """Rank or add up all sheets; the exit status. Faults of every file are told."""
    check_target(common.output, common.force)
    started = time.perf_counter()
    read, failures = _read(files)
    names = [name for name, _, _ in read]
    if not failures:
        try:
            game = _one_game(read)
            sheets = [p for _, _, p in read]
            body, rows = (_rank if how == "rank" else _year)(game, sheets, names)
        except LeafwiseError as error:
            failures.append(_at_file(failure(error), names))
        except Exception as error:
            failures.append(internal(error))
    if failures:
        for found in failures:
            complain(found.lines())
        if common.json:
            say(jsontext.dumps(failures[0].json()) + "\n")
        return max(found.status for found in failures)
    full = {
        "game": game.id,
        **body,
        "seed": common.seed,
        "elapsed_s": round(time.perf_counter() - started, 3),
        "version": __version__,
    }
    shown = style.PLAIN if common.output else style.detect()
    text = jsontext.dumps(full) + "\n" if common.json else table(rows, shown) + "\n"
    if common.output not in (None, "-"):
        write_file(common.output or "", text.encode("utf-8"))
    else:
        say(text)
    return 0


def _read(files: Sequence[str]) -> tuple[list[tuple[str, AnyGame, Any]], list[Failure]]:
    read: list[tuple[str, AnyGame, Any]] = []
    failures: list[Failure] = []
    for item in read_items(files):
        name = item.name if item.line is None else f"{item.name}:{item.line}"
        if item.failure is not None:
            failures.append(item.failure)
            continue
        source = None
        try:
            listed = read_list(item.text) if item.line is None and is_list(item.text) else None
            if listed is None:
                source = parse_text(item.text, item.name)
                listed = read_position(unwrap(source.doc))
            game, p = listed
            read.append((name, game, p))
        except LeafwiseError as error:
            failures.append(failure(error, item.name, source.line if source else None))
        except Exception as error:
            failures.append(internal(error, name))
    return read, failures


def _labels(names: Sequence[str]) -> dict[str, str]:
    """What the sheets are called in the table: file names alone where these tell them apart."""
    stems = {name: name if ".jsonl:" in name else Path(name).stem for name in names}
    return stems if len(set(stems.values())) == len(stems) else {name: name for name in names}


def _at_file(found: Failure, names: Sequence[str]) -> Failure:
    """A failure whose place is one of the sheets is that file's."""
    fault = found.places[0].fault
    if fault.place not in names:
        return found
    bare = replace(found.places[0], fault=replace(fault, place=""))
    return replace(found, file=fault.place, places=(bare, *found.places[1:]))


def _one_game(read: list[tuple[str, AnyGame, Any]]) -> AnyGame:
    game = read[0][1]
    for name, other, _ in read:
        if other.id != game.id:
            raise BadUse(name, other.id, f"sheets of one game, {game.id} as {read[0][0]}")
    return game


def _rank(
    game: AnyGame, sheets: Sequence[Any], names: Sequence[str]
) -> tuple[dict[str, Any], list[list[str]]]:
    labels = _labels(names)
    standings = game.rank(sheets, names)
    players = [
        {
            "player": labels[row.player],
            "total": number(row.total),
            "rank": row.rank,
            "note": row.note,
        }
        for row in standings
    ]
    rows = [
        [f"{row['rank']}.", f"{row['player']}", f"{row['total']}", f"{row['note']}"]
        for row in players
    ]
    return {"players": players}, rows


def _year(
    game: AnyGame, sheets: Sequence[Any], names: Sequence[str]
) -> tuple[dict[str, Any], list[list[str]]]:
    labels = _labels(names)
    parts = [(labels[name], number(total)) for name, total in game.year(sheets, names)]
    total = number(sum(points for _, points in parts))
    rows = [[name, f"{points}"] for name, points in parts] + [["total", f"{total}"]]
    body = {"total": total, "parts": [{"sheet": name, "total": points} for name, points in parts]}
    return body, rows
