"""The grammar of flat lists: lines into entries, each with its number, side and name.

Entries stand apart by commas, semicolons, colons, brackets, line ends and words such as ``and``.
What people paste is read as it comes: bullets, ``2x oak``, ``oak x2``, ``left: hare``, ``hare on
the left``, ``Hase links``. Nothing but words is looked at here; names are looked up by whoever
reads the entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from .data import DECK_CARDS, SIDES, TREES, load
from .names import BadName, find_species

_DATA: dict[str, Any] = load("shorthand.json")
_SIDE = {word: SIDES.index(side) for side, listed in _DATA["sides"].items() for word in listed}
_NUMBER: dict[str, int] = _DATA["numbers"]
_FILLERS = frozenset(_DATA["fillers"])
_CAVE = frozenset(_DATA["cave"])
_REST = frozenset(_DATA["rest"])
_NOTHING = frozenset(_DATA["nothing"])
_LABELS = frozenset(_DATA["labels"])


def _any_of(key: str) -> str:
    return "|".join(re.escape(word) for word in sorted(_DATA[key], key=len, reverse=True))


_BULLET = re.compile(r"^\s*(?:[-*•·‣▪–—>]+\s+)+")
_NUMBERED = re.compile(r"^\s*(\d+)[.)]\s+")
_COMMENT = re.compile(r"#(?!\d).*")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_JOIN = re.compile(rf"\s(?:{_any_of('joins')})\s|[&+]|(?<!\d)\s/\s|\s/\s(?!\d)", re.IGNORECASE)
_DASH = re.compile(r"\s[-–—]\s(?=\s*[^\s,;:|])|[-=]>|→")
_ON = re.compile(r"\s(?:on|at|auf|an)\s+(?:(?:tree|baum)\s*)?#?(\d{1,3})(?=\s|$)", re.IGNORECASE)
_VERSUS = re.compile(
    rf"(?<![\w@])(?:{_any_of('rivals')})(?![a-zäöü])\.?\s*:?"
    rf"(\s*\d+\s*(?:{_any_of('trees')})\s*,\s*\d+\s*(?:{_any_of('lindens')})\b|[^,;|]*)",
    re.IGNORECASE,
)
_RIVAL = re.compile(
    rf"(?:\w+\s*:\s*(?=\d+\s*(?:/|{_any_of('trees')}))|[^\W\d]+\s*:?\s*)?"
    rf"(?P<trees>\d+)\s*(?:{_any_of('trees')})?"
    rf"(?:\s*(?:[/:,-]|{_any_of('joins')})?\s*(?P<lindens>\d+)\s*(?:{_any_of('lindens')})?)?",
    re.IGNORECASE,
)
_LINDENS = re.compile(rf"(?P<lindens>\d+)\s*(?:{_any_of('lindens')})", re.IGNORECASE)
_NUMBER_ALONE = re.compile(r"[x×*]?\s*\d+\s*[x×*]?", re.IGNORECASE)
_PAIR = re.compile(r"\d+\s*/\s*\d+")
_TREE_LABEL = re.compile(r"^(?:tree|baum)\s*#?\d+\s+(?=\S)", re.IGNORECASE)
_WHOSE = "Lindens of the other forest (vs 9/3), or of yours (before vs)?"
_NO_BULLET = "{0} without a dot or bracket where it is a number of cards; bullets count 1, 2, 3"
_RIVAL_FORM = "vs TREES/LINDENS such as vs 9/3"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: ``place`` is ``line 2, entry 3``, ``text`` what was typed there.

    ``kind``: a ``card`` (trees included) with ``count``, ``side`` or None, ``name``, and ``tree``,
    the number from 1 of the tree it lies at where ``on N`` says so; ``cave`` with ``count``;
    ``rival`` with ``trees`` and ``lindens``, None where not told; ``rest``: cards without a tree
    follow. ``opens``: it stands where a tree may be expected, after a line end or a semicolon;
    ``headed``: a colon follows; ``labelled``: it follows ``tree 1:``. ``trouble``: what is wrong
    with it whatever the name means.
    """

    place: str
    text: str
    kind: Literal["card", "cave", "rival", "rest"] = "card"
    count: int = 1
    side: int | None = None
    name: str = ""
    tree: int | None = None
    trees: int | None = None
    lindens: int | None = None
    opens: bool = False
    headed: bool = False
    labelled: bool = False
    trouble: str = ""


@dataclass(slots=True)
class _Piece:
    """A stretch of a line between two separators; ``before`` and ``after`` are these."""

    text: str
    before: str
    after: str
    rival: bool = False
    label: bool = False


def entries(text: str) -> Iterator[Entry]:
    """The entries of a list in order; nothing is raised."""
    numbered, labelled = 0, False
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = _BULLET.sub("", _COMMENT.sub("", raw))
        counted = _NUMBERED.match(line)
        if counted:  # 1. 2. 3. are bullets, too
            line = line[counted.end() :]
            numbered += 1
        told: list[Entry] = []
        for piece in _pieces(line):
            if piece.label:
                labelled = True
                continue
            place = f"line {number}, entry {len(told) + 1}"
            after_rival = bool(told) and told[-1].kind == "rival"
            read = _read(piece, place, after_rival)
            if after_rival and read and read[0].trouble == _WHOSE:
                told[-1] = replace(told[-1], lindens=0)  # asked for once is enough
            if read and labelled:
                read[0] = replace(read[0], labelled=True)
                labelled = False
            told.extend(read)
        if counted and int(counted[1]) != numbered and told:
            told[0] = replace(told[0], trouble=_NO_BULLET.format(counted[1]), text=raw.strip())
        yield from told


def one(text: str) -> list[Entry]:
    """The entries of a text that is a single line."""
    return list(entries(" ".join(text.split("\n"))))


def _pieces(line: str) -> list[_Piece]:
    """A line cut at its separators; headings such as ``left:`` are joined to what follows."""
    rivals: list[str] = []

    def versus(match: re.Match[str]) -> str:
        rivals.append(match[0])
        return f", \0{len(rivals) - 1} "

    line = line.replace('"', " ").replace("\N{NO-BREAK SPACE}", " ").replace("\t", " ")
    line = _VERSUS.sub(versus, line)
    line = re.sub(r"\.(?=\s|$)", ";", _DASH.sub(" : ", _JOIN.sub(" , ", _unfold(line))))
    parts = re.split(r"([,;:|])", line)
    out: list[_Piece] = []
    heading, before = "", "\n"
    for n in range(0, len(parts), 2):
        bare, after = parts[n].strip(), parts[n + 1] if n + 1 < len(parts) else "\n"
        if bare.startswith("\0"):
            out.append(_Piece(rivals[int(bare[1:])].strip(), before, after, rival=True))
        elif after == ":" and _is_label(bare):
            out.append(_Piece(bare, before, after, label=True))
            heading, before = "", "\n"
            continue
        elif after == ":" and _is_heading(bare):
            heading, before = bare, ":"
            continue
        elif (
            before == ":"
            and out
            and not out[-1].label
            and not heading
            and _NUMBER_ALONE.fullmatch(bare)
        ):
            out[-1].text += f" {bare}"  # oaks: 2
            out[-1].after = after
        elif bare:
            out.append(_Piece(f"{heading} {bare}".strip(), before, after))
        heading = ""  # one with nothing behind it is an empty slot
        before = after if bare or after != "," else before
    return out


def _unfold(line: str) -> str:
    """Brackets: a number, a side, a tree symbol, or the cards of a tree."""

    def put(match: re.Match[str]) -> str:
        inner = match[1].strip()
        low = inner.lower()
        if _NUMBER_ALONE.fullmatch(low):
            return f" x{low.strip('x×* ')} "
        if all(word in _SIDE or word in _FILLERS for word in low.split()):
            return f" {inner} "
        if not _is_label(re.split(r"[,;:|]", line[: match.start()])[-1]):
            try:
                find_species(inner, TREES)
                return f"@{inner} "
            except BadName:
                pass
        return f": {inner} , "

    while _BRACKETS.search(line):
        line = _BRACKETS.sub(put, line, count=1)
    return line.replace("(", ": ").replace(")", " , ")  # closed on another line


def _plain(text: str) -> list[str]:
    """The words of a text in lower case without fillers."""
    return [word for word in text.lower().split() if word not in _FILLERS]


def _is_heading(text: str) -> bool:
    plain = _plain(text)
    headings = (_SIDE, _CAVE, _REST)
    return (len(plain) == 1 and any(plain[0] in known for known in headings)) or _is_label(text)


def _is_label(text: str) -> bool:
    plain = [word for word in _plain(text) if not re.fullmatch(r"#?\d+", word)]
    return len(plain) == 1 and plain[0] in _LABELS


def _read(piece: _Piece, place: str, after_rival: bool) -> list[Entry]:
    text = piece.text
    if piece.rival or (after_rival and _PAIR.fullmatch(text)):
        return [_rival(text, place)]
    plain = _plain(text)
    if " ".join(plain) in _NOTHING:
        return []
    if not plain:
        return [Entry(place, text, trouble="the name of a tree or card")]
    if any(word in _CAVE for word in plain):
        return [_cave(text, place)]
    out = []
    if plain[0] in _REST:
        out.append(Entry(place, text, "rest"))
        text = text.split(None, 1)[1] if len(text.split()) > 1 else ""
        if not text:
            return out
    card = _card(piece.text, text, place)
    if card is not None:
        headed = piece.after == ":"
        card = replace(card, opens=headed or piece.before in "\n;", headed=headed)
    if after_rival and piece.before == "," and _LINDENS.fullmatch(text):
        card = Entry(place, piece.text, trouble=_WHOSE)
    return out if card is None else [*out, card]


def _rival(text: str, place: str) -> Entry:
    match = _VERSUS.fullmatch(text)
    body = (match[1] if match else text).strip()
    found = _RIVAL.fullmatch(body)
    if lindens := _LINDENS.fullmatch(body):
        return Entry(place, text, "rival", lindens=int(lindens["lindens"]))
    if found is None or max(len(found["trees"]), len(found["lindens"] or "")) > 3:
        return Entry(place, text, "rival", trouble=_RIVAL_FORM)
    trees = int(found["trees"])
    if trees > DECK_CARDS:
        allowed = f"{_RIVAL_FORM}: at most {DECK_CARDS} trees, all cards of the game"
        return Entry(place, text, "rival", trouble=allowed)
    linden = int(found["lindens"]) if found["lindens"] else None
    if linden is not None and linden > trees:
        return Entry(place, text, "rival", trouble="at most as many Lindens as trees, trees first")
    return Entry(place, text, "rival", trees=trees, lindens=linden)


def _cave(text: str, place: str) -> Entry:
    numbers = re.findall(r"\d+", text)
    left = [w for w in _plain(re.sub(r"\d+|[x=]", " ", text)) if w not in _CAVE]
    if len(numbers) != 1 or left or int(numbers[0][:4]) > DECK_CARDS:
        allowed = f"cave N, the number of cards under it, 0 to {DECK_CARDS}"
        return Entry(place, text, "cave", trouble=allowed)
    return Entry(place, text, "cave", count=int(numbers[0]))


def _card(whole: str, text: str, place: str) -> Entry | None:
    """``3 oak``, ``left hare x3``, ``hare@beech on the left``; None for an empty slot."""
    text = re.sub(r"\s*@\s*", "@", _TREE_LABEL.sub("", text))
    on = _ON.search(text)
    tree = int(on[1]) if on else None
    text = _ON.sub("", text, count=1)
    text = re.sub(r"(?:(?<=\s)x|^x|[×*])\s*(\d+)", r" \1 ", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<![\w@])(\d+)\s*(?:[x×*](?=[\s\w]|$))?", r" \1 ", text, flags=re.I)
    words = text.split()
    numbers = [w for w in words if _number(w) is not None]
    words = [w for w in words if _number(w) is None]
    count = next((n for n in map(_number, numbers) if n is not None), 1)
    trouble = ""
    if len(numbers) > 1 or count < 1:
        trouble = "one number, from 1, before or after the name"
    sides = []
    while words:
        if words[0].lower() in _FILLERS and len(words) > 1:
            words = words[1:]
        elif words[-1].lower() in _FILLERS and len(words) > 1:
            words = words[:-1]
        elif words[0].lower() in _SIDE:
            sides.append(_SIDE[words.pop(0).lower()])
        elif words[-1].lower() in _SIDE:
            sides.append(_SIDE[words.pop().lower()])
        else:
            break
    side = sides[0] if sides else None
    name = " ".join(words)
    if name.lower() in _NOTHING:
        return None
    if not name:
        what = "a name with the number" if side is None else f"the name of what lies {SIDES[side]}"
        return Entry(place, whole, side=side, trouble=trouble or what)
    if len(set(sides)) > 1:
        trouble = "one side for each card, cards apart by commas"
    return Entry(place, whole, "card", count, side, name, tree, trouble=trouble)


def _number(word: str) -> int | None:
    if word.isascii() and word.isdigit():
        return int(word[:4])
    return _NUMBER.get(word.lower())


def side_of(word: str) -> int | None:
    """The side that a word names."""
    return _SIDE.get(word.lower())


def key_words() -> tuple[str, ...]:
    """The words that no card is called by: for the cave, the cards without a tree, the others."""
    return (*_CAVE, *_REST, *(word for word in _DATA["rivals"] if len(word) > 2))


def side_words() -> tuple[str, ...]:
    """Every word for a side that is longer than a letter."""
    return tuple(word for word in _SIDE if len(word) > 1)
