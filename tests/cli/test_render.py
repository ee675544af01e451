"""Drawings: the terminal's boxes, well-formed SVG, PNG whose texts are really there."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest
from cli_support import Leafwise

from leafwise.cli.render.boxes import DOUBLE, HEAVY, LIGHT, box
from leafwise.cli.render.flow import flow
from leafwise.cli.render.icons import icon_names
from leafwise.cli.render.png import to_png
from leafwise.cli.render.svg import to_svg
from leafwise.cli.render.terminal import render
from leafwise.cli.render.tones import tone, tone_names
from leafwise.cli.style import Style
from leafwise.puzzles.core.picture import Board, Cell, Edge, Entry, Panel, Picture, Row
from leafwise.puzzles.core.registry import load

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board(
    cells=(
        (Cell("Tr", icon="tree", tone="green", crossed=True), Cell("Be", icon="bee")),
        (Cell("xx", number=2, strong=True), Cell(outside=True)),
    ),
    edges=(
        Edge((0, 0), (0, 1), "river"),
        Edge((-1, 0), (0, 0), "piece"),
        Edge((0, 0), (1, 0), "region"),
        Edge((1, 0), (1, 1), "piece"),
    ),
)
PANEL = Panel("Circles", (Entry("tree", 2, 4, icon="tree"), Entry("joker", note="the green die")))
PICTURE = Picture("A title", (Row((BOARD, PANEL)),), (Entry("Tr", note="tree", icon="tree"),))


def test_boxes_by_their_arms() -> None:
    assert box(LIGHT, LIGHT, LIGHT, LIGHT) == "┼"
    assert box(0, HEAVY, HEAVY, 0) == "┏"
    assert box(HEAVY, LIGHT, HEAVY, LIGHT) == "╂"
    assert box(0, DOUBLE, DOUBLE, 0) == "╔"
    assert box(0, 0, LIGHT, HEAVY) == "┑"
    assert box(HEAVY, DOUBLE, 0, 0) == "┗"  # no such character: the double arm is drawn heavy


def test_terminal_drawing_to_the_letter() -> None:
    assert render(PICTURE, Style(width=60)).splitlines() == [
        "A title",
        "",
        "    a   b     Circles",
        "  ┍━━━╾───┐   tree   2 ●●○○",
        "1 │×Tr░ Be│   joker      the green die",
        "  ╞═══┱───┘",
        "2 │2xx┃",
        "  └───┚",
        "",
        "Tr tree   ░ river   ━ own area   × crossed off",
    ]


def test_ascii_drawing_is_ascii_and_shows_the_same() -> None:
    text = render(PICTURE, Style(width=60, unicode=False))
    assert text.isascii()
    for sign in ("xTr", "~", "**..", "2xx"):
        assert sign in text


def test_colours_only_when_wanted() -> None:
    assert "\x1b[" not in render(PICTURE, Style(colour=False))
    coloured = render(PICTURE, Style(colour=True))
    assert "\x1b[" in coloured


def test_narrow_terminals_stack_the_blocks() -> None:
    panel = Panel("P", (Entry("a", note="x" * 30),))
    two = Picture("", (Row((panel, panel)),))
    assert len(render(two, Style(width=40)).splitlines()) > len(
        render(two, Style(width=100)).splitlines()
    )


def test_flow_keeps_the_width_and_saves_height() -> None:
    assert flow([(40, 20), (30, 10), (30, 8)], 80, 3, 3) == [[[0], [1, 2]]]
    assert flow([(40, 20), (30, 10), (30, 18)], 80, 3, 3) == [[[0], [1]], [[2]]]
    assert flow([(40, 5), (60, 5)], 80, 3, 3) == [[[0]], [[1]]]
    assert flow([], 80, 3, 3) == []


def test_svg_is_well_formed_and_says_everything() -> None:
    root = ET.fromstring(to_svg(PICTURE).encode())
    assert root.tag == f"{SVG}svg"
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert {"A title", "a", "b", "1", "2", "Circles", "joker", "the green die"} <= texts
    circles = list(root.iter(f"{SVG}circle"))
    assert len(circles) >= 4


def test_svg_escapes_texts() -> None:
    hostile = Picture("<&\"'>", (Panel("a<b", (Entry("x&y", note="]]>"),)),))
    root = ET.fromstring(to_svg(hostile).encode())
    assert "<&\"'>" in {element.text for element in root.iter(f"{SVG}text")}


def test_unknown_icons_and_tones_fall_back_to_the_label() -> None:
    odd = Picture("", (Board(((Cell("Zz", icon="no such", tone="no such"),),)),))
    texts = {element.text for element in ET.fromstring(to_svg(odd)).iter(f"{SVG}text")}
    assert "Zz" in texts
    assert tone("no such") == tone(None)


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and RGBA rows of an 8-bit PNG without interlacing."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data = 8, b""
    width = height = channels = 0
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += body
        at += size + 12
    raw = zlib.decompress(data)
    stride = width * channels
    rows: list[bytes] = []
    before = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        rows.append(
            bytes(unfilter(raw[start], raw[start + 1 : start + 1 + stride], before, channels))
        )
        before = bytearray(rows[-1])
    return width, height, rows


def unfilter(kind: int, line: bytes, above: bytearray, step: int) -> bytearray:
    """Undo a PNG row filter."""
    out = bytearray(line)
    for i in range(len(out)):
        left = out[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            p = left + up - corner
            guess = min((left, up, corner), key=lambda v: abs(p - v))
        else:
            guess = 0
        out[i] = (out[i] + guess) & 255
    return out


def dark(png: bytes, x: float, y: float, wide: float, high: float, zoom: float) -> int:
    """Dark pixels inside a rectangle given in SVG units."""
    _, _, rows = pixels(png)
    step = len(rows[0]) // pixels(png)[0]
    count = 0
    for row in rows[int(y * zoom) : int((y + high) * zoom)]:
        for column in range(int(x * zoom), int((x + wide) * zoom)):
            r, g, b = row[column * step : column * step + 3]
            count += r + g + b < 330
    return count


def test_png_texts_are_there_without_any_font_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    svg = to_svg(PICTURE)
    root = ET.fromstring(svg)
    png = to_png(svg, zoom=2)
    bare = to_png(svg.replace("PT Sans, Verdana, DejaVu Sans, sans-serif", "PT Sans"), zoom=2)
    assert png == bare
    checked = 0
    for element in root.iter(f"{SVG}text"):
        points = float(element.get("font-size", "0"))
        text = element.text or ""
        if element.get("text-anchor") != "start" or len(text) < 3:
            continue
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        found = dark(png, x, y - points, 0.4 * points * len(text), points, 2)
        assert found > 3 * len(text), text
        checked += 1
    assert checked >= 4


def test_every_icon_paints_something() -> None:
    for start in range(0, len(icon_names()), 12):
        names = icon_names()[start : start + 12]
        row = tuple(Cell(icon=name, tone="white") for name in names)
        png = to_png(to_svg(Picture("", (Board((row,)),))), zoom=1)
        width, _, rows = pixels(png)
        step = len(rows[0]) // width
        for n, name in enumerate(names):
            left, top = 28 + 24 + 46 * n, 28 + 24 + 20
            found = {
                row[x * step : x * step + 3]
                for row in rows[top + 6 : top + 40]
                for x in range(left + 6, left + 40)
            }
            assert len(found) > 4, name


def test_tones_are_colours() -> None:
    for name in tone_names():
        found = tone(name)
        for value in (found.fill, found.ink):
            assert len(value) == 7 and int(value[1:], 16) >= 0


@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_every_symbol_of_the_sheets_has_an_icon(season: str) -> None:
    picture = load("rustling-leaves").blank({"season": season})
    known = set(icon_names())
    for block in picture.blocks:
        assert isinstance(block, Row)
        for inner in block.blocks:
            if isinstance(inner, Board):
                assert {cell.icon for row in inner.cells for cell in row} <= known
                assert {cell.tone for row in inner.cells for cell in row} <= set(tone_names())
            elif isinstance(inner, Panel):
                assert {entry.icon for entry in inner.entries if entry.icon} <= known


def test_show_draws_the_spring_sheet(leafwise: Leafwise, spring: Path, tmp_path: Path) -> None:
    run = leafwise("show", spring, "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png")
    assert run.status == 0
    assert "xTr" in run.out and run.out.isascii()
    root = ET.fromstring((tmp_path / "a.svg").read_bytes())
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert set("abcdefghij") <= texts and {str(n) for n in range(1, 11)} <= texts
    assert dark((tmp_path / "a.png").read_bytes(), 0, 0, 400, 60, 1.5) > 300
    assert leafwise("show", spring, "--json").json()["text"] == run.out


def test_blank_sheets(leafwise: Leafwise, spring: Path, tmp_path: Path) -> None:
    by_name = leafwise("show", "--blank", "rustling-leaves", "--option", "season=winter")
    assert by_name.status == 0 and "moose" in by_name.out and "×" not in by_name.out
    by_file = leafwise("show", "--blank", spring)
    assert by_file.status == 0 and "butterfly" in by_file.out and "×" not in by_file.out
    assert leafwise("show", "--blank", "rustling-leaves", "--option", "season").status == 2
