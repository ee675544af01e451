"""What Forest Shuffle says at a prompt: whose turn, what is still open, and what to type for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ..core.errors import BadPosition, Fault
from ..core.game import Document
from ..core.guide import Call, Guide, Refused
from . import spoken
from .data import CARDS, SAPLING, SPECIES, Grant, card_name
from .forest import Counts
from .play import cards_drawn
from .position import CHANCE, Pending, Position, What, seat_name
from .scoring import total


class ForestShuffleGuide(Guide):
    """Opponents are told about as they are seen: their hands and draws stay hidden."""

    topics: ClassVar[Mapping[str, str]] = {
        "draw": "draw two cards, of the deck or of the clearing: 'draw deck' (then type the card "
        "that came), 'draw birch', both in one line: 'draw birch; draw oak'. For an opponent "
        "'draw deck deck' or '2 cards'; their cards from the deck stay unseen.",
        "play": "play CARD [pay CARDS] [with PARTS] [=> CARDS turned up]. A tree: 'play oak pay "
        "beech, birch => linden'. A half of a card on tree N: 'play lynx on 2 left pay oak'. Face "
        "down: 'play sapling using oak'. What you leave out is asked for.",
        "pay": "pay CARDS, apart by commas: 'play oak pay beech, birch'. They go to the clearing.",
        "with": "with effect + bonus + mushroom N + free: PLACE: the optional parts of a play. "
        "'play birch with effect => oak, linden': oak is turned up by the tree, linden drawn by "
        "the effect. Without it the prompt asks for every part that is open.",
        "=>": "=> CARDS: what was turned up by this move, in order; 'winter' is a card as well, "
        "'?' a card that an opponent drew unseen. 'draw deck => oak'.",
        "effect": "effect => CARDS: take the effect that is open; 'done' leaves it.",
        "done": "done: leave everything that is still open in this play.",
        "skip": "skip: leave the one part that is open and go on with the next.",
        "mushroom": "mushroom N => CARDS: take N of the draws that own mushrooms allow.",
        "free": "free: NAME on N SIDE: a card placed free of cost, 'free: red_fox on 2 left'.",
        "opponent": "type what an opponent did as if it was your move: 'draw deck deck', 'draw "
        "oak; draw deck', 'play beech pay birch => silver_fir', 'play lynx on 1 left pay oak'.",
        "winter": "winter: a winter card was turned up; the next card takes its place.",
    }

    # what is asked for

    def call(self, p: Any) -> Call:
        """What has to be typed now, whose it is, and what is open."""
        if p.over or (not p.pending and self.game.turn(p).kind == "over"):
            return Call(self.game.turn(p).what)
        if p.pending:
            return _open(p, p.pending[0])
        if p.turn == 0:
            return _own(p)
        who = seat_name(p.turn)
        if p.drawn:
            return Call(
                f"{who}'s second draw (draw deck | draw CARD)",
                examples=("draw deck", _drawable(p)),
            )
        return Call(
            f"{who}'s turn: what did they do? (draw deck deck | play CARD ... pay CARD ... "
            "=> cards turned up | ? for more)",
            examples=("draw deck deck", "play beech pay birch => silver_fir"),
        )

    def fresh(self, p: Any) -> bool:
        """The owner's turn begins."""
        return super().fresh(p) and not p.pending and not p.drawn

    def who(self, p: Any) -> str:
        """``me`` or ``opponent 1``; empty for one alone."""
        return "" if p.players == 1 or p.over else seat_name(p.turn)

    def changes(self, before: Any, after: Any) -> tuple[str, ...]:
        """The own hand, the clearing and the own points, where they changed."""
        out = []
        own, now = before.seats[0], after.seats[0]
        if own.hand != now.hand:
            out.append(f"hand {len(now.hand)}: {_listed(now.hand)}")
        if before.clearing != after.clearing:
            out.append(f"clearing {len(after.clearing)}: {_listed(after.clearing)}")
        old = total(own.trees, own.cave, before.rivals(0))
        new = total(now.trees, now.cave, after.rivals(0))
        if old != new:
            out.append(f"points {old} -> {new}")
        return tuple(out)

    def ending(self, p: Any) -> tuple[str, ...]:
        """Opponents whose points cannot be counted."""
        return tuple(
            f"{seat_name(seat)}: points not known, since the file has only counts of their forest"
            for seat, player in enumerate(p.seats)
            if seat and isinstance(player.forest, Counts)
        )

    # what a text may mean

    def blocked(self, p: Any, text: str) -> Refused | None:
        """A move while a card has to be turned up: the notation would take its cards for that."""
        top = p.pending[0] if p.pending and not p.over else None
        asks = top is not None and top.what in (What.EFFECT, What.BONUS, What.MUSHROOM)
        drawing = top is not None and asks and not p.turn and _draws(p, top) > 0
        return spoken.early(p, text, self.call(p), drawing)

    def asking(self, p: Any, text: str) -> tuple[str, ...]:
        """A play told without its optional parts goes on, so that they are asked for."""
        words = text.lower().split()
        plain = words[:1] == ["play"] and "with" not in words and ";" not in text
        return (f"{text} ...",) if plain and not text.endswith(("...", "!")) else ()

    def readings(self, p: Any, text: str) -> tuple[str, ...]:
        """Plain speech, cards without commas, a card for an open draw."""
        return tuple(spoken.readings(p, text))

    def misread(self, p: Any, text: str, refused: Sequence[Refused]) -> Refused | None:
        """What is missing or too much in a move, in the words of the table."""
        return spoken.misread(p, text, refused, self.call(p)) or super().misread(p, text, refused)

    # corrections of the table

    def forbidden(self, p: Any, place: str) -> str | None:
        """The turn cannot change hands in the middle of a play."""
        if place != "turn" or p.over or not (p.pending or p.drawn):
            return None
        who = "your" if p.turn == 0 else f"{seat_name(p.turn)}'s"
        what = "play" if p.pending and not p.drawn else "draw"
        return f"{who} {what} is not finished: go on with it, or take it back with 'undo'"

    def edited(self, p: Any, doc: Document, place: str) -> Any:
        """A symbol that was left out and matters since (ruling 20) holds up no other change."""
        try:
            return self.game.read(doc)
        except BadPosition as error:
            faults = error.faults()
            mine = place.split(".")[0]
            asked = [f for f in faults if _symbol_wanted(f) and not f.place.startswith(mine)]
            if len(asked) < len(faults):
                raise
        patched = self.game.read(_with_symbols(doc, {fault.place: fault for fault in asked}))
        seats = tuple(
            replace(new, forest=old.forest) if _asked_of(asked, seat) else new
            for seat, (new, old) in enumerate(zip(patched.seats, p.seats, strict=True))
        )
        return replace(patched, seats=seats)


def _asked_of(faults: Sequence[Fault], seat: int) -> list[Fault]:
    """The faults in the forest of a seat."""
    start = "forest[" if seat == 0 else f"opponents[{seat - 1}].forest["
    return [fault for fault in faults if fault.place.startswith(start)]


def _symbol_wanted(fault: Fault) -> bool:
    return "a Roe Deer " in fault.allowed and ": " in fault.allowed


def _with_symbols(doc: Document, faults: Mapping[str, Fault]) -> Document:
    """The document with any of the symbols allowed where one is wanted."""

    def walk(value: Any, place: str) -> Any:
        if isinstance(value, dict):
            return {k: walk(v, f"{place}.{k}" if place else k) for k, v in value.items()}
        if isinstance(value, list):
            if place in faults:
                fault = faults[place]
                return [_symbolised(item, fault) for item in value]
            return [walk(item, f"{place}[{n}]") for n, item in enumerate(value)]
        return _symbolised(value, faults[place]) if place in faults else value

    patched: Document = walk(doc, "")
    return patched


def _symbolised(item: Any, fault: Fault) -> Any:
    name = fault.found.strip("'\"")
    wanted = fault.allowed.partition(": ")[2].split(", ")[0]
    return wanted if item == name else item


# --- the words of a call ---------------------------------------------------------------------


def _own(p: Position) -> Call:
    if p.drawn:
        return Call("second draw", examples=("draw deck", _drawable(p)))
    return Call("draw or play a card", examples=("draw deck", _playable(p)))


def _drawable(p: Position) -> str:
    listed = [card for card in p.clearing if card < len(CARDS)]
    return f"draw {card_name(listed[0])}" if listed else "draw birch"


def _playable(p: Position) -> str:
    trees = [card for card in p.actor.hand if CARDS[card].tree >= 0]
    card = card_name(trees[0]) if trees else "oak"
    return f"play {card} pay CARDS => CARD turned up"


def _open(p: Position, top: Pending) -> Call:
    """What is asked for in the middle of a play or a draw."""
    mine = p.turn == 0
    who = "you" if mine else seat_name(p.turn)
    if top.what in CHANCE:
        return _chance(p, top, who)
    if top.what is What.PAY:
        species = top.entry.species if top.entry else SAPLING
        name = _name(species)
        n = top.count
        cards = "a card" if n == 1 else f"{n} cards"
        verb = "pay" if mine else "pays"
        shown = "pay CARD" + ", CARD" * (n - 1)
        return Call(f"{who} {verb} {cards} for the {name} ({shown})", examples=(shown,))
    words = _optional(p, top)
    lets = f"{_source(top)} lets {who} {words}"
    if top.what is What.MOLE:
        told = f"{lets}: type 'mole: {{PLAY}} {{PLAY}}', or 'done'"
        return Call("the mole's plays, or done", (told,), ("mole: {birch}", "done"))
    if top.what in (What.FREE, What.GNAT):
        word = "free" if top.what is What.FREE else "gnat"
        told = f"{lets}: type '{word}: NAME on N SIDE', or 'done' to leave it"
        return Call(
            f"{word}: NAME on N SIDE, or done", (told,), (f"{word}: NAME on 2 left", "done")
        )
    if top.what is What.CAVE:
        told = f"{lets}: type 'cave: CARD, CARD', or 'done' to end it"
        return Call("cave: CARDS, or done", (told,), ("cave: oak", "done"))
    word = {What.MUSHROOM: f"mushroom {top.count}", What.BONUS: "bonus"}.get(top.what, "effect")
    if mine and _draws(p, top):
        drew = "the card you drew" if _draws(p, top) == 1 else "the cards you drew"
        told = f"{lets}: type {drew}, or 'done' to leave it"
        return Call(f"{drew}, or done", (told,), ("oak", word, "done"))
    taken = f"'{word}' if they did" if not mine else f"'{word}' to take it"
    return Call(
        f"{word}, or done", (f"{lets}: type {taken}, or 'done' to leave it",), (word, "done")
    )


def _chance(p: Position, top: Pending, who: str) -> Call:
    if top.what is What.FLIP:
        if top.count > 1:
            return Call(f"{top.count} cards turned up into the clearing", examples=("oak, birch",))
        return Call("the card turned up into the clearing", examples=("oak", "winter"))
    if p.turn:
        return Call(f"the card {who} drew ('unseen')", examples=("unseen", "winter"))
    more = f", {top.count} to come" if top.count > 1 else ""
    return Call(f"the card you drew from the deck{more}", examples=("oak", "winter"))


def _source(top: Pending) -> str:
    if top.what is What.MUSHROOM:
        return "a mushroom"
    if top.what is What.FREE:
        return "the bonus"
    if top.what is What.GNAT:
        return "the gnat"
    if top.what is What.CAVE:
        return "the raccoon"
    if top.what is What.MOLE:
        return "the mole"
    which = "the bonus of the " if top.what is What.BONUS else "the "
    return which + _name(top.species)


def _grant(top: Pending) -> Grant:
    if top.what is What.MUSHROOM:
        return Grant(draw=top.count)
    if top.what in (What.FREE, What.GNAT):
        return Grant(place=top.symbol, any_number=top.what is What.GNAT)
    if top.what is What.CAVE:
        return Grant(hand_to_cave=True)
    if top.what is What.MOLE:
        return Grant(play_paid=True)
    species = SPECIES[top.species]
    return (species.effect if top.what is What.EFFECT else species.bonus) or Grant()


def _draws(p: Position, top: Pending) -> int:
    """Cards that the open choice brings to the hand."""
    return cards_drawn(p, _grant(top))


def _optional(p: Position, top: Pending) -> str:
    """What the open choice brings: ``draw a card``."""
    grant, parts = _grant(top), []
    if grant.clearing_to_cave:
        parts.append("put the whole clearing under the cave")
    if grant.hand_to_cave:
        parts.append("put hand cards under the cave and draw as many")
    if grant.place:
        symbol = grant.place.replace("_", "-")
        some = f"any {symbol} cards" if grant.any_number else f"one {symbol} card"
        parts.append(f"place {some} of the hand free of cost")
    if grant.play_paid:
        parts.append("play any number of cards and pay for them")
    draws = _draws(p, top)
    if grant.draw_per and isinstance(p.actor.forest, Counts):
        parts.append("draw a card for each " + grant.draw_per.split()[-1].replace("_", " "))
    elif draws or grant.draw_per:
        parts.append("draw a card" if draws == 1 else f"draw {draws} cards")
    if grant.extra_turn:
        parts.append("take another turn")
    return " and ".join(parts)


def _name(species: int) -> str:
    return "sapling" if species == SAPLING else SPECIES[species].name.lower()


def _listed(cards: Sequence[int]) -> str:
    """``birch x2, oak``."""
    found: Iterator[tuple[int, int]] = iter(sorted(Counter(cards).items()))
    return ", ".join(card_name(c) + (f" x{n}" if n > 1 else "") for c, n in found) or "none"
