"""From a document to a position: every fault of names, rules and card counts at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..core.decode import check_head, decode, join, refuse, show
from ..core.errors import Fault
from ..core.game import Unknown
from ..core.names import nearest
from . import stack
from .checks import check_cards, check_state
from .data import FACE_SPECIES, FACES, SAPLING, SIDES, SPECIES, WINTERS, faces_on, species_id
from .forest import EMPTY, Counts, Forest, Tree, has_room
from .names import BadName, find_card, find_face, find_tree
from .position import OVER, Cards, Deck, Player, Position
from .writing import GAME_ID

NOTES = {
    "players": "1 to 5",
    "turn": '"me", "opponent 1" ..., "over"',
    "deck": "a number of cards left, or the list of its cards, top card first",
    "hand": "a list of cards",
    "forest": 'a list of trees such as { tree = "oak", top = ["eurasian_jay"] }',
    "pending": stack.ALLOWED,
}


class _Doc(msgspec.Struct, kw_only=True):
    format: Any
    game: str
    players: int | None = None
    turn: str | None = None
    winters: int = 0
    deck: int | list[str] | None = None
    clearing: list[str] = []
    hand: list[str] = []
    cave: int = 0
    forest: list[Any] = []
    opponents: list[dict[str, Any]] = []
    extra_turns: int = 0
    drawn: int = 0
    pending: list[str] = []
    turns: int | None = None
    gone: list[str] = []


class _Opponent(msgspec.Struct, kw_only=True):
    hand: int | list[str] | dict[str, Any] | None = None
    cave: int = 0
    forest: list[Any] | None = None
    trees: int | None = None
    lindens: int | None = None


class _Hand(msgspec.Struct, kw_only=True):
    count: int | None = None
    known: list[str] = []


class _Tree(msgspec.Struct, kw_only=True):
    tree: str
    top: str | list[str] = []
    left: str | list[str] = []
    right: str | list[str] = []
    bottom: str | list[str] = []


class _Reader:
    """Collects faults while names become numbers."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, place: str, rule: str, found: str, allowed: str) -> None:
        self.faults.append(Fault(place, rule, found, allowed))

    def named(self, place: str, error: BadName) -> None:
        self.faults.append(Fault(place, "format", repr(error.text), error.allowed, error.near))

    def cards(
        self, place: str, texts: list[str], winter: bool = False, hidden: bool = False
    ) -> Cards:
        """Cards by name, in the order given."""
        out = []
        for n, text in enumerate(texts):
            try:
                out.append(find_card(text, winter, hidden))
            except BadName as error:
                self.named(join(place, n), error)
        return tuple(out)

    def forest(self, place: str, raw: list[Any]) -> Forest:
        """Trees with their slots (rulings 14 and 20)."""
        out = []
        for n, item in enumerate(raw):
            at = join(place, n)
            table = {"tree": item} if isinstance(item, str) else item
            if not isinstance(table, Mapping):
                self.fault(at, "format", show(item), NOTES["forest"])
                continue
            found, faults = decode(table, _Tree, at)
            self.faults.extend(faults)
            if found is not None:
                out.append(self._tree(at, found))
        forest = tuple(out)
        self._roe_deer(place, forest)
        return forest

    def _tree(self, at: str, raw: _Tree) -> Tree:
        species = SAPLING
        try:
            species = find_tree(raw.tree)
        except BadName as error:
            self.named(join(at, "tree"), error)
        slots = list(EMPTY)
        for side, key in enumerate(SIDES):
            value = getattr(raw, key)
            where = join(at, key)
            for n, text in enumerate([value] if isinstance(value, str) else value):
                spot = where if isinstance(value, str) else join(where, n)
                try:
                    face = find_face(text, side)
                except BadName as error:
                    self.named(spot, error)
                    continue
                if not has_room(slots[side], FACE_SPECIES[face]):
                    allowed = "one card a slot; Hares share a side slot, two Toads a bottom slot"
                    self.fault(spot, "forest_shuffle 14", repr(text), allowed)
                slots[side] = (*slots[side], face)
        ordered = [tuple(sorted(slot)) for slot in slots]
        return Tree(species, (ordered[0], ordered[1], ordered[2], ordered[3]))

    def _roe_deer(self, place: str, forest: Forest) -> None:
        """A symbol left out matters as soon as a Roe Deer asks for one it could be."""
        spots = [
            (f"{place}[{n}].{SIDES[side]}", side, face)
            for n, tree in enumerate(forest)
            for side, slot in enumerate(tree.slots)
            for face in slot
        ]
        deer = [FACES[face] for _, _, face in spots if SPECIES[FACE_SPECIES[face]].id == "roe_deer"]
        asked = {face.symbol for face in deer if face.symbol >= 0}
        for at, side, face in spots:
            shown = FACES[face]
            if shown.symbol >= 0:
                continue
            options = [FACES[other] for other in faces_on(side)[shown.species]]
            listed = ", ".join(o.name for o in options)
            counted = asked & {o.symbol for o in options}
            if SPECIES[shown.species].id == "roe_deer":
                allowed = f"a Roe Deer needs the tree symbol that it counts: {listed}"
            elif counted:
                trees = " and ".join(species_id(symbol) for symbol in sorted(counted))
                allowed = f"its tree symbol too, since a Roe Deer counts {trees}: {listed}"
            else:
                continue
            self.fault(at, "forest_shuffle 20", repr(shown.name), allowed)

    def opponent(self, at: str, raw: dict[str, Any]) -> Player:
        """One entry of ``opponents``."""
        found, faults = decode(raw, _Opponent, at)
        self.faults.extend(faults)
        found = found or _Opponent()
        hand, hidden = self._hand(join(at, "hand"), found.hand)
        forest: Forest | Counts = ()
        if found.trees is not None or found.lindens is not None:
            if found.forest is not None:
                allowed = "either forest, or trees and lindens"
                self.fault(join(at, "trees"), "format", "forest and counts", allowed)
            forest = Counts(found.trees or 0, found.lindens or 0)
            if not 0 <= forest.lindens <= forest.trees:
                allowed = "0 to the number of trees, bees counted in both"
                self.fault(join(at, "lindens"), "forest_shuffle 22", str(forest.lindens), allowed)
        else:
            forest = self.forest(join(at, "forest"), found.forest or [])
        return Player(tuple(sorted(hand)), hidden, found.cave, forest)

    def _hand(self, at: str, raw: Any) -> tuple[Cards, Unknown]:
        if raw is None:
            return (), Unknown(None)
        if isinstance(raw, int):
            if raw < 0:
                self.fault(at, "format", str(raw), "a number of cards")
            return (), Unknown(max(raw, 0))
        if isinstance(raw, list):
            return self.cards(at, raw), Unknown(0)
        found, faults = decode(raw, _Hand, at)
        self.faults.extend(faults)
        found = found or _Hand()
        known = self.cards(join(at, "known"), found.known)
        if found.count is None:
            return known, Unknown(None)
        if found.count < len(known):
            allowed = f"at least the {len(known)} known cards"
            self.fault(join(at, "count"), "format", str(found.count), allowed)
        return known, Unknown(max(0, found.count - len(known)))


def read(doc: Mapping[str, Any]) -> Position:
    """Decode and check a document; raises BadPosition with all its faults."""
    reader = _Reader()
    reader.faults.extend(check_head(doc))
    found, faults = decode(doc, _Doc, notes=NOTES)
    heads = {fault.place for fault in reader.faults}
    reader.faults.extend(fault for fault in faults if fault.place not in heads)
    if found is None:
        found = _decode_rest(doc)
    if found.game != GAME_ID and isinstance(doc.get("game"), str):
        reader.fault("game", "format", repr(found.game), repr(GAME_ID))
    p = _position(reader, found)
    reader.faults.extend(check_state(p, found.players))
    if not reader.faults:
        reader.faults.extend(check_cards(p))
    refuse(reader.faults)
    return p


def _decode_rest(doc: Mapping[str, Any]) -> _Doc:
    """The keys that can be used, when a required one is missing: their faults count as well."""
    filled = {**doc, "format": 1, "game": GAME_ID}
    found, _ = decode(filled, _Doc)
    return found or _Doc(format=1, game=GAME_ID)


def _position(reader: _Reader, doc: _Doc) -> Position:
    me = Player(
        tuple(sorted(reader.cards("hand", doc.hand))),
        Unknown(0),
        doc.cave,
        reader.forest("forest", doc.forest),
    )
    others = [reader.opponent(join("opponents", n), o) for n, o in enumerate(doc.opponents)]
    deck: Deck = Unknown(doc.deck if isinstance(doc.deck, int) else None)
    if isinstance(doc.deck, list):
        deck = reader.cards("deck", doc.deck, winter=True)
    open_play = stack.Stack()
    for n, line in enumerate(doc.pending):
        try:
            stack.read_line(line, open_play)
        except ValueError:
            reader.fault(join("pending", n), "format", repr(line), stack.ALLOWED)
    return Position(
        seats=(me, *others),
        turn=_turn(reader, doc, len(others)),
        winters=doc.winters,
        deck=deck,
        clearing=tuple(sorted(reader.cards("clearing", doc.clearing, hidden=True))),
        gone=tuple(sorted(reader.cards("gone", doc.gone))),
        drawn=doc.drawn,
        extra_turns=doc.extra_turns,
        turns=doc.turns,
        pending=tuple(open_play.pending),
        opened=frozenset(open_play.opened),
        gained=open_play.gained,
    )


def _turn(reader: _Reader, doc: _Doc, opponents: int) -> int:
    if doc.turn is None:
        return OVER if doc.winters >= WINTERS else 0
    names = {"me": 0, "over": OVER, **{f"opponent {n + 1}": n + 1 for n in range(opponents)}}
    if doc.turn not in names:
        allowed, near = "one of " + ", ".join(names), nearest(doc.turn, names)
        reader.faults.append(Fault("turn", "format", repr(doc.turn), allowed, near))
        return 0
    return names[doc.turn]
