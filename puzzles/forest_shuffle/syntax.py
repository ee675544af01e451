"""The grammar of moves: from text to a tree of parts, nothing looked up yet.

See the notation page: ``play HEAD [pay CARDS] [with ITEM + ITEM ...]``, Mole entries in braces,
`` ...`` for an unfinished play, ``=> CARDS`` for what was turned up, ``!`` for everything that
needs no choice. ``skip`` declines the open choice, ``done`` declines the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..core.errors import BadMove
from ..core.names import nearest
from .data import SIDES

_WORDS = ("draw", "play", "pay", "mushroom", "effect", "bonus", "free:", "gnat:", "cave:", "mole:")
ALLOWED = (
    "draw deck | draw CARD | play TREE|HALF on N SIDE|sapling using CARD [pay CARDS] "
    "[with mushroom K + effect + bonus + free: PLACE ...]"
)


@dataclass(slots=True)
class PlaceText:
    """``SPECIES[@SYMBOL] [from CARD] on N SIDE``; the tree counted from 0."""

    name: str
    source: str
    tree: int
    side: int


@dataclass(slots=True)
class Item:
    """One optional part: its word and what follows it."""

    word: str
    number: int = 0
    cards: list[str] = field(default_factory=list)
    places: list[PlaceText] = field(default_factory=list)
    plays: list[PlayText] = field(default_factory=list)


@dataclass(slots=True)
class PlayText:
    """A play: ``place`` for a half, ``card`` for a tree, ``sapling`` with ``card`` face down."""

    card: str = ""
    sapling: bool = False
    place: PlaceText | None = None
    pay: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class MoveText:
    """One move: a draw, a play, or the continuation of a play (``pay``, ``items``)."""

    text: str
    draw: str = ""
    play: PlayText | None = None
    pay: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    unfinished: bool = False
    everything: bool = False
    turned: list[str] = field(default_factory=list)


def parse_moves(text: str) -> list[MoveText]:
    """Moves joined by ``;``; raises BadMove."""
    parts = [part.strip() for part in _split(text, ";")]
    if not all(parts):
        raise BadMove(text, ALLOWED)
    return [_move(part) for part in parts]


def _split(text: str, by: str) -> list[str]:
    """Split at a separator outside braces."""
    out, depth, start, i = [], 0, 0, 0
    while i < len(text):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth < 0:
            raise BadMove(text, "braces in pairs")
        if depth == 0 and text.startswith(by, i):
            out.append(text[start:i])
            i += len(by)
            start = i
            continue
        i += 1
    if depth:
        raise BadMove(text, "braces in pairs")
    out.append(text[start:])
    return out


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _move(text: str) -> MoveText:
    move = MoveText(text)
    body, *reveals = _split(text, "=>")
    if len(reveals) > 1:
        raise BadMove(text, "one => with all cards turned up, in order")
    body, move.unfinished = _ellipsis(body)
    if reveals:
        listed, more = _ellipsis(reveals[0])
        move.unfinished |= more
        move.turned = _list(listed)
        if not move.turned:
            raise BadMove(text, "cards after =>")
    if body.endswith("!"):
        body, move.everything = body[:-1].rstrip(), True
    word, _, rest = body.partition(" ")
    if word.lower() == "draw" and rest.strip():
        move.draw = rest.strip()
    elif word.lower() == "play" and rest.strip():
        move.play = _play(rest.strip(), text)
    elif body:
        _continuation(move, body)
    elif not move.turned:
        raise BadMove(text, ALLOWED)
    return move


def _ellipsis(text: str) -> tuple[str, bool]:
    text = text.strip()
    return (text[:-3].strip(), True) if text.endswith("...") else (text, False)


def _continuation(move: MoveText, body: str) -> None:
    """The next part of an unfinished play: ``pay CARDS [with ITEMS]`` or items."""
    if body.lower().startswith("pay "):
        pay, *items = _split(body[4:], " with ")
        move.pay = _list(pay)
        body = " + ".join(items)
    if body:
        move.items = _items(body, move.text)


def _play(text: str, whole: str) -> PlayText:
    head, *items = _split(text, " with ")
    head, *pay = _split(head, " pay ")
    if len(pay) > 1 or len(items) > 1:
        raise BadMove(whole, ALLOWED)
    play = PlayText(pay=_list(pay[0]) if pay else [])
    if match := re.fullmatch(r"sapling using (.+)", head.strip(), re.IGNORECASE):
        play.sapling, play.card = True, match[1].strip()
    elif re.search(r" on \d", head):
        play.place = place_text(head, whole)
    else:
        play.card = head.strip()
    if not play.card and play.place is None:
        raise BadMove(whole, ALLOWED)
    if items:
        play.items = _items(items[0], whole)
    return play


def place_text(text: str, whole: str) -> PlaceText:
    """``SPECIES[@SYMBOL] [from CARD] on N SIDE``; a side may be cut short (``t``)."""
    match = re.fullmatch(r"(.+?)(?: from (.+?))? on (\d{1,3})[ ]+([a-z]+)", text.strip(), re.I)
    sides = [n for n, side in enumerate(SIDES) if match and side.startswith(match[4].lower())]
    if not match or len(sides) != 1:
        raise BadMove(whole, "SPECIES on N top|left|right|bottom, such as lynx on 2 left")
    return PlaceText(match[1].strip(), (match[2] or "").strip(), int(match[3]) - 1, sides[0])


def _items(text: str, whole: str) -> list[Item]:
    return [_item(part.strip(), whole) for part in _split(text, " + ")]


def _item(text: str, whole: str) -> Item:
    word, colon, rest = text.partition(":")
    word = word.strip().lower()
    if colon and word == "cave":
        return Item(word, cards=_list(rest))
    if colon and word == "gnat":
        return Item(word, places=[place_text(part, whole) for part in _list(rest)])
    if colon and word == "free":
        return Item(word, places=[place_text(rest, whole)])
    if colon and word == "mole":
        return Item(word, plays=_entries(rest.strip(), whole))
    if match := re.fullmatch(r"mushroom (\d)", text, re.IGNORECASE):
        return Item("mushroom", number=int(match[1]))
    if text.lower() in ("effect", "bonus", "skip", "done"):
        return Item(text.lower())
    allowed = (
        "mushroom K | effect | bonus | free: PLACE | gnat: PLACES | cave: CARDS | mole: {PLAY}"
    )
    word, _, rest = text.partition(" ")
    near = nearest(word, _WORDS, 65.0)
    if near in ("draw", "play"):
        raise BadMove(whole, ALLOWED, f"{near} {rest}" if rest else None)
    raise BadMove(whole, f"{text!r} is no part of a play: {allowed}", near)


def _entries(text: str, whole: str) -> list[PlayText]:
    """``{PLAY} {PLAY} ...``"""
    out: list[PlayText] = []
    while text:
        depth = end = 0
        while end < len(text) and (depth or not end):
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        if text[0] != "{" or depth:
            raise BadMove(whole, "Mole entries in braces: mole: {birch} {lynx on 2 left pay oak}")
        out.append(_play(text[1 : end - 1].strip(), whole))
        text = text[end:].strip()
    return out
