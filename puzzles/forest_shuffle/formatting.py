"""From lines of small actions to their canonical text, and the list that ``moves`` prints."""

from __future__ import annotations

from collections.abc import Sequence

from .actions import DECLINE, PLAYS, Action, Do
from .data import SIDES, card_name
from .legal import actions, turn
from .names import half_text, plain_face
from .parsing import item_fits
from .play import apply, follow_ups, step
from .position import Position, What


def format_line(p: Position, line: Sequence[Action]) -> str:
    """The text of a line that starts in ``p``; moves are joined by ``; ``."""
    out = []
    at = 0
    while at < len(line):
        writer = _Writer(p, line, at)
        out.append(writer.text())
        p, at = writer.states[-1], at + len(writer.line)
    return "; ".join(out)


def listing(p: Position) -> tuple[str, ...]:
    """Actions that can come next without ``pay`` and ``with``, or the items of an open play."""
    if turn(p).kind != "decide":
        return ()
    if not p.pending:
        return tuple(sorted({head_text(p, a) for a in actions(p)}))
    out: set[str] = set()
    q = p
    while q.pending and turn(q).kind == "decide":
        top = q.pending[0]
        for action in actions(q):
            if action.do is Do.MUSHROOM:
                out |= {f"mushroom {n + 1}" for n in range(top.count)}
            elif action.do is not Do.DECLINE:
                out.add(_alone(q, action))
        if top.what is What.PAY:
            return tuple(sorted(out))
        q = step(q, DECLINE)
        if q.turn != p.turn or len(q.pending) >= len(p.pending):
            break
    return tuple(sorted(out | {"done"}))


def _alone(p: Position, a: Action) -> str:
    if a.do is Do.PAY:
        return f"pay {card_name(a.card)}"
    if a.do is Do.CAVE:
        return f"cave: {card_name(a.card)}"
    if a.do is Do.PLACE:
        return f"{'free' if p.pending[0].what is What.FREE else 'gnat'}: {place_name(p, a)}"
    if a.do in PLAYS:
        return f"mole: {{{place_name(p, a)}}}"
    return str(a.do.name).lower()


def head_text(p: Position, a: Action) -> str:
    """A draw or the head of a play, as ``moves`` lists it: never with ``from``."""
    if a.do is Do.DRAW_DECK:
        return "draw deck"
    if a.do is Do.DRAW_CARD:
        return f"draw {card_name(a.card)}"
    return "play " + place_name(p, a, source=False)


def place_name(p: Position, a: Action, source: bool = True) -> str:
    """``oak``, ``sapling using oak``, ``lynx@beech from CARD on 2 left``."""
    if a.do is Do.TREE:
        return card_name(a.card)
    if a.do is Do.SAPLING:
        return f"sapling using {card_name(a.card) if a.card >= 0 else '?'}"
    where = f"on {a.tree + 1} {SIDES[a.side]}"
    if not p.actor.open:
        told = f" from {card_name(a.card)}" if a.card >= 0 else ""
        return f"{plain_face(a.face, a.side)}{told} {where}"
    name, card = half_text(a.card, a.side, p.actor.cards)
    return f"{name} from {card} {where}" if card and source else f"{name} {where}"


class _Writer:
    """One move: the actions of a line up to the end of its play, and the positions between."""

    def __init__(self, p: Position, line: Sequence[Action], start: int) -> None:
        self.states = [p]
        self.line: list[Action] = []
        for action in line[start:]:
            p = apply(p, action)
            self.line.append(action)
            self.states.append(p)
            if not p.pending or p.over:
                break
        self.at = 0
        self.turned: list[str] = []
        self.complete = not p.pending or p.over

    def text(self) -> str:
        first = self.states[0]
        body = self.whole() if self.complete and not first.pending else self.parts()
        if self.turned:
            body += (" => " if body else "=> ") + ", ".join(self.turned)
        return body if self.complete else f"{body} ..."

    # walking

    @property
    def p(self) -> Position:
        return self.states[self.at]

    def peek(self) -> Action | None:
        """The next decision; cards turned up on the way are noted."""
        while self.at < len(self.line) and self.line[self.at].do is Do.TURNED:
            self.turned.append(card_name(self.line[self.at].card))
            self.at += 1
        return self.line[self.at] if self.at < len(self.line) else None

    def take(self) -> Action:
        action = self.line[self.at]
        self.at += 1
        return action

    def same(self, do: Do) -> list[Action]:
        """Consecutive actions of a kind that answer one open choice."""
        height, out = len(self.p.pending), []
        while (action := self.peek()) and action.do is do and len(self.p.pending) == height:
            out.append(self.take())
            if self.p.over:
                break
        self.peek()
        return out

    # a play from its head to its end

    def whole(self) -> str:
        action = self.peek()
        if action is None:
            return ""
        if action.do in (Do.DRAW_DECK, Do.DRAW_CARD):
            text = head_text(self.p, self.take())
            self.peek()
            return text
        head = self.entry()
        return "play " + _with(head, self.items(0))

    def entry(self) -> str:
        """A head with its payment."""
        text = place_name(self.p, self.take())
        pay = self.payment()
        return f"{text} pay {', '.join(pay)}" if pay else text

    def payment(self) -> list[str]:
        """The payment cards, sorted: a hidden hand may have paid them in any order."""
        out = []
        while (action := self.peek()) and action.do is Do.PAY:
            out.append(card_name(self.take().card))
        return sorted(out)

    def items(self, target: int) -> list[str]:
        """The optional parts taken, down to a height of the stack."""
        out = []
        while (action := self.peek()) and len(self.p.pending) > target:
            if action.do is Do.DECLINE:
                self.take()
            elif action.do in PLAYS:
                out.append(self.mole())
            else:
                out.append(self.item(action))
        return out

    def item(self, action: Action) -> str:
        if action.do is Do.MUSHROOM:
            return f"mushroom {len(self.same(Do.MUSHROOM))}"
        if action.do is Do.CAVE:
            names = [card_name(a.card) if a.card >= 0 else "?" for a in self.same(Do.CAVE)]
            return f"cave: {', '.join(names)}"
        if action.do is Do.PLACE and self.p.pending[0].what is What.FREE:
            return f"free: {place_name(self.p, self.take())}"
        if action.do is Do.PLACE:
            places = []
            height = len(self.p.pending)
            while (a := self.peek()) and a.do is Do.PLACE and len(self.p.pending) == height:
                places.append(place_name(self.p, self.take()))
            return f"gnat: {', '.join(places)}"
        return "effect" if self.take().do is Do.EFFECT else "bonus"

    def mole(self) -> str:
        """``mole: {ENTRY} {ENTRY}``, each entry with its own parts (ruling 19)."""
        base = len(self.p.pending) - 1
        heads = []
        while (action := self.peek()) and action.do in PLAYS:
            heads.append(self.entry())
        entries = self.p.pending[0].entries
        self.take()  # closes the list
        target = base + sum(len(follow_ups(entry)) for entry in entries)
        out = []
        for head, entry in zip(heads, entries, strict=True):
            target -= len(follow_ups(entry))
            out.append("{" + _with(head, self.items(target)) + "}")
        return "mole: " + " ".join(out)

    # parts of an unfinished play

    def parts(self) -> str:
        """The same flat: choices in the order made, ``skip`` only where it would be missed."""
        head = ""
        action = self.peek()
        if action and not self.p.pending:
            if action.do in (Do.DRAW_DECK, Do.DRAW_CARD):
                return self.whole()
            head = "play " + self.entry()
        elif action and action.do is Do.PAY:
            head = "pay " + ", ".join(self.payment())
        out: list[str] = []
        skipped: list[Position] = []
        while action := self.peek():
            before = self.p
            if action.do is Do.DECLINE:
                skipped.append(before)
                self.take()
                continue
            if action.do in PLAYS:
                listed = []
                while (a := self.peek()) and a.do in PLAYS:
                    listed.append("{" + self.entry() + "}")
                text = "mole: " + " ".join(listed)
            else:
                text = self.item(action)
            word, _, number = text.replace(":", "").partition(" ")
            draws = int(number) if word == "mushroom" else 1
            if any(item_fits(state, word, draws) for state in skipped):
                out += ["skip"] * len(skipped)
            skipped = []
            out.append(text)
        if not self.complete:
            out += ["skip"] * len(skipped)
        elif not out and not head and skipped:
            out.append("done")
        return _with(head, out) if head else " + ".join(out)


def _with(head: str, items: Sequence[str]) -> str:
    return f"{head} with {' + '.join(items)}" if items else head
