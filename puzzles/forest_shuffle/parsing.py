"""From the text of moves to lines of small actions, by walking through the position."""

from __future__ import annotations

from collections import deque

from ..core.errors import BadMove, IllegalMove
from ..core.names import nearest
from . import syntax
from .actions import BONUS, DECLINE, DRAW_DECK, EFFECT, MUSHROOM, Action, Do
from .data import CARDS, FACE_SPECIES, FACES, HIDDEN, card_name, face_on, faces_on, species_id
from .names import BadName, find_card, find_face, find_species
from .play import apply, follow_ups
from .position import CHANCE, Position, What, pop_deck
from .syntax import Item, PlaceText, PlayText

_OPEN = {
    "mushroom": What.MUSHROOM,
    "effect": What.EFFECT,
    "bonus": What.BONUS,
    "free": What.FREE,
    "gnat": What.GNAT,
    "cave": What.CAVE,
    "mole": What.MOLE,
}
_MISSING = {
    "mushroom": ("forest_shuffle 16", "no such mushroom draw"),
    "effect": ("forest_shuffle 7", "no such effect"),
    "bonus": ("forest_shuffle 11", "no such bonus: not earned, or the card has none"),
    "free": ("forest_shuffle 17", "no free placement: not earned, or nothing fits"),
    "gnat": ("forest_shuffle 17", "no Gnat's effect, or no bat fits"),
    "cave": ("forest_shuffle 18", "no Raccoon's effect, or no hand card"),
    "mole": ("forest_shuffle 19", "no Mole's effect, or no hand card"),
}


def parse(p: Position, text: str) -> tuple[Action, ...]:
    """The line that ``text`` means in ``p``; raises BadMove or IllegalMove."""
    line: list[Action] = []
    for move in syntax.parse_moves(text):
        walk = _Walk(p, move)
        try:
            walk.run()
        except BadName as error:
            raise BadMove(error.text, error.allowed, error.near) from None
        except IllegalMove as error:
            raise IllegalMove(error.rule, error.reason, move.text) from None
        line.extend(walk.line)
        p = walk.p
    return tuple(line)


def item_fits(p: Position, word: str, number: int = 1) -> bool:
    """Whether the open choice is what an item's word answers."""
    top = p.pending[0]
    return top.what is _OPEN.get(word) and (word != "mushroom" or top.count >= number)


class _Walk:
    """One move on its way through the position."""

    def __init__(self, p: Position, move: syntax.MoveText) -> None:
        self.p = p
        self.move = move
        self.line: list[Action] = []
        self.turned = deque(find_turned(text, move.text) for text in move.turned)
        self.stuck = False

    def run(self) -> None:
        move = self.move
        self.chance()
        if move.draw:
            card = -1 if move.draw.lower() == "deck" else _drawn(move.draw)
            self.do(DRAW_DECK if card < 0 else Action(Do.DRAW_CARD, card))
        elif move.play is not None:
            self.play(move.play)
        elif move.pay or move.items:
            self.resume()
        if move.everything:
            self.take_everything()
        elif not move.draw and not move.unfinished and (move.play or move.items or move.pay):
            self.decline_to(0)
        if self.stuck and not move.unfinished:
            self.no_card()
        if self.turned:
            told = ", ".join(card_name(card) for card in self.turned)
            raise IllegalMove("forest_shuffle 3", f"not turned up by this move: {told}")

    # steps

    def do(self, action: Action) -> None:
        """Carry out an action, then turn up what has to be turned up."""
        if self.stuck:
            if self.p.turn == 0 or self.p.pending[0].what is What.FLIP:
                self.no_card()
            self.stuck = False
            self.do(Action(Do.TURNED, HIDDEN))
        before = self.p.deck
        self.p = apply(self.p, action)
        self.line.append(action)
        if not isinstance(before, tuple) or action.do is Do.TURNED:
            self.chance()
            return
        left = len(self.p.deck) if isinstance(self.p.deck, tuple) else 0
        for card in before[: len(before) - left]:
            if self.turned and self.turned.popleft() != card:
                told = f"the listed deck turns up {card_name(card)}"
                raise IllegalMove("forest_shuffle 3", told)

    def chance(self) -> None:
        """Turn up cards as told, or as the listed deck says; stop where nothing is told."""
        while self.p.pending and self.p.pending[0].what in CHANCE and not self.stuck:
            if self.p.deck_known():
                card = pop_deck(self.p.deck)[0]
            elif self.turned:
                card = self.turned.popleft()
            elif self.p.turn and self.p.pending[0].what is not What.FLIP:
                if self.move.unfinished:
                    self.stuck = True
                    return
                card = HIDDEN
            else:
                self.stuck = True
                return
            self.p = apply(self.p, Action(Do.TURNED, card))
            self.line.append(Action(Do.TURNED, card))

    def no_card(self) -> None:
        raise IllegalMove(
            "forest_shuffle 3",
            "this turns up cards of a deck that is not known: add what came, such as => oak, birch",
        )

    def decline_to(self, target: int) -> None:
        """Decline every open choice down to a height of the stack."""
        while not self.p.over and len(self.p.pending) > target:
            self.do(DECLINE)

    def take_everything(self) -> None:
        """``!``: mushroom draws, effects and bonuses that need no choice."""
        ready = {What.MUSHROOM: MUSHROOM, What.EFFECT: EFFECT, What.BONUS: BONUS}
        while not self.p.over and self.p.pending:
            self.do(ready.get(self.p.pending[0].what, DECLINE))

    # plays

    def play(self, play: PlayText) -> None:
        """A whole play from its head; its optional parts down to where the stack was."""
        base = len(self.p.pending)
        self.head(play)
        self.items(play.items, base)

    def head(self, play: PlayText) -> None:
        if play.place is not None:
            self.do(self.half(Do.HALF, play.place))
        elif play.sapling:
            hidden = not self.p.actor.open
            card = find_card(play.card, hidden=hidden)
            self.do(Action(Do.SAPLING, -1 if card == HIDDEN else card))
        else:
            card = find_card(play.card)
            if CARDS[card].tree < 0:
                shown = " or ".join(FACES[face].name for _, face in CARDS[card].halves)
                raise BadMove(play.card, f"a half with its slot: play {shown} on N SIDE")
            self.do(Action(Do.TREE, card))
        self.pay(play.pay)

    def pay(self, names: list[str]) -> None:
        cards = sorted(find_card(name) for name in names)
        top = self.p.pending[0] if self.p.pending and not self.p.over else None
        need = top.count if top and top.what is What.PAY else 0
        if len(cards) > need or (len(cards) < need and not self.move.unfinished):
            wanted = (
                f"exactly {need} payment card{'' if need == 1 else 's'}" if need else "no payment"
            )
            told = f"{wanted}, not {len(cards)} card{'' if len(cards) == 1 else 's'}"
            raise IllegalMove("forest_shuffle 10", told)
        for card in cards:
            self.do(Action(Do.PAY, card))

    def resume(self) -> None:
        """Go on with an unfinished play."""
        if not self.p.pending:
            raise IllegalMove("forest_shuffle 6", "no play is unfinished")
        if self.move.pay:
            self.pay(self.move.pay)
        self.items(self.move.items, 0)

    def items(self, items: list[Item], target: int) -> None:
        """Optional parts in order; what is not mentioned on the way is declined."""
        for n, item in enumerate(items):
            if item.word == "done":
                self.decline_to(target)
                continue
            if self.p.over:
                raise IllegalMove("forest_shuffle 5", "the third winter has ended the game")
            if item.word == "skip":
                self.skip(target)
                continue
            while len(self.p.pending) > target and not item_fits(self.p, item.word, item.number):
                if self.p.pending[0].what is What.PAY:
                    break
                self.do(DECLINE)
            if len(self.p.pending) <= target or not item_fits(self.p, item.word, item.number):
                raise IllegalMove(*_MISSING[item.word])
            self.item(item, last=n == len(items) - 1)

    def skip(self, target: int) -> None:
        if len(self.p.pending) <= target:
            raise IllegalMove("forest_shuffle 6", "nothing is left to skip")
        self.do(DECLINE)

    def item(self, item: Item, last: bool) -> None:
        if item.word == "mushroom":
            for _ in range(item.number):
                if not self.p.over:  # a draw that was begun may end the game (ruling 5)
                    self.do(MUSHROOM)
        elif item.word == "effect":
            self.do(EFFECT)
        elif item.word == "bonus":
            self.do(BONUS)
        elif item.word in ("free", "gnat"):
            for place in item.places:
                if item.word == "gnat" and self.p.pending[0].what is not What.GNAT:
                    raise IllegalMove(*_MISSING["gnat"])
                self.do(self.half(Do.PLACE, place))
        elif item.word == "cave":
            hidden = not self.p.actor.open
            for card in sorted(find_card(name, hidden=hidden) for name in item.cards):
                self.do(Action(Do.CAVE, -1 if card == HIDDEN else card))
        else:
            self.mole(item.plays, last)

    def mole(self, plays: list[PlayText], last: bool) -> None:
        """A Mole list: all heads and payments, then each entry's own parts (ruling 19).

        Where more parts follow, or the text stops here, the parts of the entries are not in
        braces but follow in the order they are carried out.
        """
        base = len(self.p.pending) - 1
        earlier = len(self.p.pending[0].entries)
        for play in plays:
            self.head(play)
        in_braces = any(play.items for play in plays)
        if not in_braces and (not last or self.move.unfinished):
            return
        entries = self.p.pending[0].entries
        self.do(DECLINE)
        target = base + sum(len(follow_ups(entry)) for entry in entries)
        for n, entry in enumerate(entries):
            target -= len(follow_ups(entry))
            if not self.p.over and n >= earlier:
                self.items(plays[n - earlier].items, target)
            self.decline_to(target)

    def half(self, do: Do, place: PlaceText) -> Action:
        """The hand card that a half means (rules of the notation page)."""
        if not self.p.actor.open:
            return self.seen_half(do, place)
        hand = set(self.p.actor.cards)
        shown = {card: face_on(card, place.side) for card in hand}
        shown = {card: face for card, face in shown.items() if face >= 0}
        if place.source:
            source = find_card(place.source)
            if source not in hand:
                raise IllegalMove("forest_shuffle 6", f"{card_name(source)} is not in the hand")
            shown = {card: face for card, face in shown.items() if card == source}
        name, at, _ = place.name.partition("@")
        try:
            species = find_species(name, {FACE_SPECIES[face] for face in shown.values()})
        except BadName:
            species = find_species(name, faces_on(place.side))
        fitting = {card: face for card, face in shown.items() if FACE_SPECIES[face] == species}
        if at:
            wanted = find_face(f"{species_id(species)}@{place.name.partition('@')[2]}", place.side)
            fitting = {card: face for card, face in fitting.items() if face == wanted}
        if not fitting:
            raise IllegalMove("forest_shuffle 6", f"no hand card shows {place.name} on that side")
        if len(set(fitting.values())) > 1:
            listed = ", ".join(sorted({FACES[face].name for face in fitting.values()}))
            raise BadMove(place.name, f"which half: {listed}")
        if len(fitting) > 1:
            listed = ", ".join(f"from {card_name(card)}" for card in sorted(fitting))
            raise BadMove(place.name, f"which card: {listed}")
        card, face = next(iter(fitting.items()))
        return Action(do, card, face, place.tree, place.side)

    def seen_half(self, do: Do, place: PlaceText) -> Action:
        """A half played from a hidden hand: the table sees it, and the card if it is named."""
        face = find_face(place.name, place.side)
        if not place.source:
            return Action(do, -1, face, place.tree, place.side)
        card = find_card(place.source)
        seen = face_on(card, place.side)
        if seen < 0 or FACE_SPECIES[seen] != FACE_SPECIES[face]:
            raise BadMove(place.name, f"{card_name(card)} does not show it on that side")
        return Action(do, card, seen, place.tree, place.side)


def _drawn(text: str) -> int:
    """The card of a draw from the clearing; raises BadName."""
    try:
        return find_card(text)
    except BadName as error:
        if error.near is None and nearest(text, ["deck"], 70.0):
            raise BadName(text, "deck, or a card of the clearing", "deck") from None
        raise


def find_turned(text: str, whole: str) -> int:
    """A card after ``=>``: a name, ``winter``, or ``?`` for one that was not seen."""
    try:
        return find_card(text, winter=True, hidden=True)
    except BadName as error:
        raise BadMove(whole, f"after =>: {error.allowed}", error.near) from None
