"""Moves as they are said at the table, and what to answer where they do not fit.

``opponent draws deck deck``, ``2 cards``, ``play oak pay birch beech``: each becomes texts of the
notation. Nothing is decided here; whoever calls tries the texts by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core.errors import BadMove, IllegalMove
from ..core.guide import Call, Refused
from . import asking
from .data import HIDDEN
from .names import BadName, find_card
from .parsing import parse
from .play import apply
from .position import CHANCE, Position, What

_SUBJECT = re.compile(
    r"^(?:the\s+)?(?:opponents?(?:\s*\d)?(?:'s)?|opp\.?(?:\s*\d)?|they|he|she|i|we)"
    r"(?:\s+turn)?\s*[:,]?\s+",
    re.IGNORECASE,
)
_VERBS = {
    "draw": ("draws", "drew", "takes", "took", "take", "picks", "picked"),
    "play": ("plays", "played", "lays", "laid"),
}
_SPOKEN = (  # in a play
    (re.compile(r"\b(?:an?|the)\s+", re.IGNORECASE), ""),
    (re.compile(r",?\s*(?:and\s+)?\b(?:pays|paid|paying)(?:\s+with)?\b", re.IGNORECASE), " pay"),
    (
        re.compile(r",?\s*(?:and\s+)?\b(?:turn|flip)(?:s|ed|ps|ped|ing|ping)?(?:\s+up)?\b", re.I),
        " => ",
    ),
)
_NUMBERS = {"a": 1, "one": 1, "1": 1, "two": 2, "2": 2, "both": 2, "twice": 2}
_COUNTED = re.compile(
    r"^(?:draw\s+)?(\w+)(?:\s+(?:more\s+)?cards?(?:\s+from\s+(?:the\s+)?deck)?)?$"
)
_YES, _NO = ("yes", "y", "take", "took"), ("no", "n", "none", "nothing", "left", "leave", "pass")
_MOST_WORDS = 12
_ASKED = {What.EFFECT: "effect", What.BONUS: "bonus", What.MUSHROOM: "mushroom"}


def readings(p: Position, text: str) -> Iterator[str]:
    """What a text may mean in the notation, the most likely first."""
    said = _plain(text)
    if said != text:
        yield said
    top = p.pending[0] if p.pending and not p.over else None
    if top is not None:
        yield from _answers(p, top.what, top.count, said)
    yield from _draws(p, said)
    yield from _payments(said)


def _plain(text: str) -> str:
    """Without who does it, and with the verbs of the notation."""
    said = _SUBJECT.sub("", " ".join(text.split()))
    word, _, rest = said.partition(" ")
    for verb, forms in _VERBS.items():
        if word.lower() in forms:
            word = verb
    if word.lower() == "play":
        for said_so, meant in _SPOKEN:
            rest = said_so.sub(meant, rest)
    return f"{word} {' '.join(rest.split())}".strip()


def _answers(p: Position, what: What, count: int, said: str) -> Iterator[str]:
    """A card, a yes or a no where something is open."""
    low = said.lower()
    if what in CHANCE:
        if low in ("unseen", "hidden", "unknown"):
            yield "=> ?"
        listed = cards(low, p) or asking.only_card(p, low)
        if listed:
            yield "=> " + listed
    elif what is What.PAY:
        paid = said[4:] if low.startswith("pay ") else said
        listed = cards(paid, p)
        if listed:
            yield f"pay {listed}"
        yield f"pay {paid}"
    elif low in _NO:
        yield "done"
    elif what in _ASKED:
        word = f"mushroom {count}" if what is What.MUSHROOM else _ASKED[what]
        drawn = low.removeprefix("draw ").removeprefix("=>").strip()
        if low in _YES or (p.turn and (low in ("draw", "draw deck") or _COUNTED.match(low))):
            yield word
        listed = cards(drawn, p)
        if listed:
            told = len(listed.split(", "))
            yield f"mushroom {told} => {listed}" if what is What.MUSHROOM else f"{word} => {listed}"


def _draws(p: Position, said: str) -> Iterator[str]:
    """``draw deck deck``, ``deck, birch``, ``2 cards``."""
    low = said.lower()
    match = _COUNTED.match(low)
    if match and p.turn and match[1] in _NUMBERS and not p.pending:
        yield "; ".join(["draw deck"] * (1 if p.drawn else _NUMBERS[match[1]]))
        return
    if low.startswith(("play", "pay")) or "=>" in low:
        return
    things = re.sub(r"\band\b|&|\+|;|,", " ", re.sub(r"\bdraw\b|\bfrom\b|\bthe\b", " ", low))
    for chunks in _chunks(things.split(), ("deck",)):
        if len(chunks) <= 2:
            yield "; ".join(f"draw {chunk}" for chunk in chunks)
            return


def _payments(said: str) -> Iterator[str]:
    """Commas between payment cards and cards turned up where only one way of reading fits."""
    body, arrow, turned = said.partition("=>")
    head, pay, rest = body.partition(" pay ")
    paid, with_, items = rest.partition(" with ")
    out = head.rstrip()
    if pay and paid.strip().lower() not in ("nothing", "none", "0", ""):
        out += f" pay {cards(paid, None) or paid.strip()}"
    if with_:
        out += f" with {items.strip()}"
    if body.rstrip().endswith(" pay"):
        out = body.rstrip().removesuffix(" pay")
    if arrow:
        out += f" => {cards(turned, None) or turned.strip()}"
    if out != said:
        yield out


def cards(text: str, p: Position | None) -> str | None:
    """Names of cards with commas between them; None where they are none."""
    if "," in text:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return ", ".join(parts) if parts and all(_is_card(part) for part in parts) else None
    found = next(_chunks(text.split(), ()), None)
    return ", ".join(found) if found else None


def _chunks(words: Sequence[str], also: Sequence[str]) -> Iterator[list[str]]:
    """Ways to cut words into cards, names of several words first."""
    if not words or len(words) > _MOST_WORDS:
        return
    for size in range(min(4, len(words)), 0, -1):
        head = " ".join(words[:size])
        if head not in also and not _is_card(head):
            continue
        if size == len(words):
            yield [head]
        for rest in _chunks(words[size:], also):
            yield [head, *rest]


def _is_card(text: str) -> bool:
    if text == "?":
        return True
    try:
        return find_card(text, winter=True) != HIDDEN
    except BadName:
        return False


# --- what is wrong with a text ---------------------------------------------------------------


def early(p: Position, text: str, call: Call, drawing: bool = False) -> Refused | None:
    """A card that is not clear; a draw or a play before the card that has to come first; a
    payment told in part. ``drawing``: an open effect of the owner draws.

    The cards of an open hand are paid in their order (as an action has only one text), so that
    one told alone could not be followed by any other.
    """
    if p.over:
        return None
    said = _plain(text)
    wrong = (
        asking.winter_too_early(p, text, said)
        or asking.which_card(p, text, said, drawing)
        or asking.deck_first(p, text, said)
    )
    if wrong is not None:
        return wrong
    word, _, rest = said.partition(" ")
    top = p.pending[0] if p.pending else None
    first = top is not None and (top.what in CHANCE or top.what is What.PAY)
    if first and word.lower() in ("draw", "play"):
        return BadMove(text, f"first {call.prompt}; 'undo' takes the last step back")
    if p.turn or not p.actor.open:
        return None
    if top is not None and top.what is What.PAY:
        need, paid = top.count, rest if word.lower() == "pay" else said
    elif word.lower() == "play" and " pay " in said:
        need, paid = _price(p, said.partition(" pay ")[0]), said.partition(" pay ")[2]
    else:
        return None
    listed = cards(re.split(r"=>| with |\.\.\.", paid)[0], None)
    told = len(listed.split(", ")) if listed else 0
    if not 0 < told < need:
        return None
    return BadMove(
        text, f"it costs {need} cards: name all of them, 'pay CARD{', CARD' * (need - 1)}'"
    )


def _price(p: Position, head: str) -> int:
    """The payment cards that a play asks for; 0 where it cannot be read."""
    try:
        for action in parse(p, f"{head} ..."):
            p = apply(p, action)
    except (BadMove, IllegalMove):
        return 0
    top = p.pending[0] if p.pending else None
    return top.count if top is not None and top.what is What.PAY else 0


def misread(p: Position, text: str, refused: Sequence[Refused], call: Call) -> Refused | None:
    """The likely slip in a move that does not fit."""
    said = _plain(text)
    if p.over:
        return None
    if said.lower() in ("pass", "nothing", "skip") and not p.pending:
        return BadMove(text, "nobody may pass: a turn is two draws or one play")
    better = _with_part(p, said)
    if better:
        word = better.partition(" with ")[2].partition(" =>")[0]
        allowed = f"more cards than the play itself turns up: what was drawn needs 'with {word}'"
        return BadMove(text, allowed, better)
    if p.pending and (p.pending[0].what in CHANCE or p.pending[0].what is What.PAY):
        return _first(p, text, said, refused, call)
    unknown = (
        _unknown_card(said)
        or asking.which_place(p, text, said)
        or asking.from_clearing(p, text, said)
    )
    if unknown is not None:
        return unknown
    if said.lower() == "draw" and not p.pending:
        return BadMove(text, "draw what: 'draw deck', or 'draw CARD' from the clearing")
    illegal = [error for error in refused if isinstance(error, IllegalMove)]
    if illegal:
        return min(illegal, key=lambda error: "add what came" in error.reason)
    return None


def _first(p: Position, text: str, said: str, refused: Sequence[Refused], call: Call) -> Refused:
    """Something else has to be told before."""
    if p.pending[0].what is What.PAY and said.lower().startswith("pay "):
        wrong = _unknown_card(f"play x {said}")
        if wrong is not None:
            return wrong
        return BadMove(text, call.prompt)
    if said.partition(" ")[0].lower() in ("pay", "done", "effect"):
        return BadMove(text, f"first {call.prompt}; 'undo' takes the last step back")
    try:
        find_card(said, winter=True)
    except BadName as error:
        return BadMove(text, f"wanted: {call.prompt}; {error.allowed}", error.near)
    for other in refused:
        if isinstance(other, IllegalMove) and other.rule == "forest_shuffle 26":
            return other
    return BadMove(text, f"wanted: {call.prompt}; that card cannot be it")


def _with_part(p: Position, said: str) -> str | None:
    """The play with the optional part that its cards turned up speak of."""
    head, arrow, turned = said.partition("=>")
    if not arrow or not said.lower().startswith("play ") or " with " in head:
        return None
    listed = cards(turned, None) or turned.strip()
    begins = [head.strip(), *(text.partition(" =>")[0] for text in _payments(said))]
    for begin in dict.fromkeys(begins):
        for word in ("effect", "bonus", "mushroom 1", "mushroom 1 + effect"):
            better = f"{begin} with {word} => {listed}"
            try:
                parse(p, better)
            except (BadMove, IllegalMove):
                continue
            return better
    return None


def _unknown_card(said: str) -> BadMove | None:
    """The first name among payment and turned-up cards that is no card."""
    if not said.lower().startswith("play "):
        return None
    body, _, turned = said.partition("=>")
    paid = body.partition(" pay ")[2].partition(" with ")[0]
    for part in (paid, turned):
        if not part.strip() or cards(part, None):
            continue
        for name in part.split(","):
            try:
                find_card(name.strip(), winter=True, hidden=True)
            except BadName as error:
                return BadMove(name.strip(), error.allowed, error.near)
    return None
