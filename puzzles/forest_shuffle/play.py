"""What an action does: payment, flips, draws, effects, the Mole, the end of a turn.

``apply`` checks and carries out one small action, then lets everything happen that leaves no
choice. Rulings 3 to 19 and 26.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core.errors import IllegalMove
from ..core.game import Unknown
from . import unseen
from .actions import Action, Do
from .data import (
    CARDS,
    CLEARING_LIMIT,
    COST,
    FACE_SPECIES,
    FACE_SYMBOL,
    HIDDEN,
    LINDEN,
    NO_SYMBOL,
    SAPLING,
    SPECIES,
    WINTER,
    WINTERS,
    Grant,
)
from .forest import Counts, Forest, Tree, count, place_card
from .hands import bury, leave_hand, to_hand
from .legal import actions, can_take, mushroom_draws, placements, turn, why_not
from .plausible import implausible
from .position import CHANCE, OVER, Entry, Pending, Position, Sampled, What, plus, pop_deck


def apply(p: Position, a: Action) -> Position:
    """The position after one small action; raises IllegalMove.

    An open hand decides among ``legal.actions``. A hidden hand may do whatever it could do with
    some hand, and an unknown deck may turn up any card that is not elsewhere.
    """
    if turn(p).kind == "decide":
        if a not in actions(p):
            raise IllegalMove(*why_not(p, a))
        return step(p, a)
    wrong = why_not(p, a) if p.over else implausible(p, a)
    if wrong:
        raise IllegalMove(*wrong)
    after = step(p, a)
    if not unseen.fits(after):
        raise IllegalMove("forest_shuffle 26", unseen.whereabouts(p, a.card, a.face))
    return after


def step(p: Position, a: Action) -> Position:
    """Carry out an action that is known to be legal."""
    if a.do is Do.DRAW_DECK:
        return settle(_push(p, Pending(What.TAKE, 1)))
    if a.do is Do.DRAW_CARD:
        clearing = list(p.clearing)
        clearing.remove(a.card)
        p = replace(p, clearing=tuple(clearing))
        return _after_take(to_hand(p, a.card, seen=True))
    if a.do is Do.TURNED:
        return settle(_turn_up(p, a.card))
    if a.do in (Do.TREE, Do.HALF, Do.SAPLING):
        return settle(_play(p, a))
    if a.do is Do.PAY:
        return settle(_pay(p, a.card))
    if a.do is Do.PLACE:
        return settle(_place_free(p, a))
    if a.do is Do.CAVE:
        return settle(_to_cave(p, a.card))
    if a.do is Do.DECLINE:
        return settle(_decline(p))
    top, p = p.pending[0], _pop(p)
    if a.do is Do.MUSHROOM:
        rest = replace(top, count=top.count - 1)
        return settle(_push(p, Pending(What.DRAW, 1), *([rest] if rest.count else [])))
    species = SPECIES[top.species]
    grant = species.effect if a.do is Do.EFFECT else species.bonus
    return settle(_grant(p, grant or Grant()))


def _push(p: Position, *items: Pending) -> Position:
    return replace(p, pending=(*items, *p.pending))


def _pop(p: Position) -> Position:
    return replace(p, pending=p.pending[1:])


# plays


def _grow(p: Position, a: Action) -> Position:
    """The played card enters the forest; its slot is noted as opened this turn."""
    forest = p.actor.forest
    grown: Forest | Counts
    if isinstance(forest, Counts):
        lindens = a.do is Do.TREE and CARDS[a.card].tree == LINDEN
        bee = a.face >= 0 and SPECIES[FACE_SPECIES[a.face]].adds_to_host
        trees = 1 if a.face < 0 else int(bool(bee))
        grown = Counts(forest.trees + trees, forest.lindens + lindens)
    elif a.face < 0:
        grown = (*forest, Tree(CARDS[a.card].tree if a.do is Do.TREE else SAPLING))
    else:
        if not forest[a.tree].slots[a.side]:
            p = replace(p, opened=p.opened | {(a.tree, a.side)})
        grown = place_card(forest, a.tree, a.side, a.face)
    return p.with_actor(replace(p.actor, forest=grown))


def _play(p: Position, a: Action) -> Position:
    p, known = leave_hand(p, a)
    if a.do is Do.SAPLING:
        p = bury(p, a.card, known)
    species = SAPLING if a.do is Do.SAPLING else CARDS[a.card].tree
    symbol = species
    if a.do is Do.HALF:
        species, symbol = FACE_SPECIES[a.face], FACE_SYMBOL[a.face]
    draws = mushroom_draws(p, species, a.side)
    p = _grow(p, a)
    if species == SAPLING:
        return _paid(p, Entry(species, NO_SYMBOL, draws))
    cost = COST[species]
    entry = Entry(species, symbol, draws, earned=cost > 0 and SPECIES[species].bonus is not None)
    return _push(p, Pending(What.PAY, cost, entry=entry)) if cost else _paid(p, entry)


def _pay(p: Position, card: int) -> Position:
    top = p.pending[0]
    entry = top.entry or Entry(SAPLING)
    p, _ = leave_hand(p, Action(Do.PAY, card))
    p = replace(p, clearing=plus(p.clearing, card))
    if entry.symbol != NO_SYMBOL and entry.symbol not in CARDS[card].symbols:
        entry = replace(entry, earned=False)
    if top.count > 1:
        rest = replace(top, count=top.count - 1, after=card, entry=entry)
        return replace(p, pending=(rest, *p.pending[1:]))
    return _paid(_pop(p), entry)


def _paid(p: Position, entry: Entry) -> Position:
    """The card lies there and is paid for: in a Mole's list, or on its own (ruling 6)."""
    if p.pending and p.pending[0].what is What.MOLE:
        top = p.pending[0]
        return replace(p, pending=(replace(top, entries=(*top.entries, entry)), *p.pending[1:]))
    flips = [Pending(What.FLIP, 1)] if _is_tree(entry.species) else []
    return _push(p, *flips, *follow_ups(entry))


def _is_tree(species: int) -> bool:
    return species == SAPLING or SPECIES[species].kind == "tree"


def follow_ups(entry: Entry) -> list[Pending]:
    """What a paid card still brings: mushroom draws, effect, bonus (ruling 6)."""
    out = []
    if entry.mushrooms:
        out.append(Pending(What.MUSHROOM, entry.mushrooms))
    if entry.species != SAPLING and SPECIES[entry.species].effect:
        out.append(Pending(What.EFFECT, species=entry.species))
    bonus = SPECIES[entry.species].bonus if entry.earned else None
    if bonus and bonus.place:
        out.append(Pending(What.FREE, symbol=bonus.place))
    elif bonus:
        out.append(Pending(What.BONUS, species=entry.species))
    return out


def cards_drawn(p: Position, grant: Grant | None) -> int:
    """Cards that an effect or bonus draws for the player to act, who shows a forest (ruling 7)."""
    if grant is None:
        return 0
    return grant.draw + (count(p.actor.trees, grant.draw_per) if grant.draw_per else 0)


def to_draw(p: Position) -> int:
    """Cards that what is open may still bring to the hand of the player to act."""
    cards = 0
    for item in p.pending:
        if item.what in (What.DRAW, What.MUSHROOM):
            cards += item.count
        elif item.what is What.EFFECT:
            cards += cards_drawn(p, SPECIES[item.species].effect)
        elif item.what is What.BONUS:
            cards += cards_drawn(p, SPECIES[item.species].bonus)
    return cards


def _grant(p: Position, grant: Grant) -> Position:
    """Carry out an effect or bonus that needs no further choice (rulings 7, 8 and 18)."""
    p = replace(p, gained=p.gained + grant.extra_turn)
    if grant.clearing_to_cave:
        p = p.with_actor(replace(p.actor, cave=p.actor.cave + len(p.clearing)))
        p = replace(p, gone=_buried(p), clearing=())
    draws = cards_drawn(p, grant)
    return _push(p, Pending(What.DRAW, draws)) if draws else p


def _buried(p: Position) -> tuple[int, ...]:
    """``gone`` with the whole clearing added."""
    return plus(p.gone, *(card for card in p.clearing if card != HIDDEN))


def _place_free(p: Position, a: Action) -> Position:
    top = p.pending[0]
    p, _ = leave_hand(p, a)
    species = FACE_SPECIES[a.face]
    draws = mushroom_draws(p, species, a.side)
    p = _grow(p, a)
    if top.what is What.FREE:
        p = _pop(p)
    return _push(p, Pending(What.MUSHROOM, draws)) if draws else p


def _to_cave(p: Position, card: int) -> Position:
    top = p.pending[0]
    p, known = leave_hand(p, Action(Do.CAVE, card))
    p = bury(p, card, known)
    p = p.with_actor(replace(p.actor, cave=p.actor.cave + 1))
    rest = replace(top, count=top.count + 1, after=max(card, top.after))
    return replace(p, pending=(rest, *p.pending[1:]))


def _decline(p: Position) -> Position:
    """Decline the open choice, or close the Raccoon's, Gnat's or Mole's list."""
    top, p = p.pending[0], _pop(p)
    if top.what is What.CAVE and top.count:
        return _push(p, Pending(What.DRAW, top.count))
    if top.what is What.MOLE:
        return _push(p, *close_list(top.entries))
    return p


def close_list(entries: Sequence[Entry]) -> list[Pending]:
    """A finished Mole list: all flips first, then each card's choices in order (ruling 19)."""
    flips = sum(_is_tree(entry.species) for entry in entries)
    out = [Pending(What.FLIP, flips)] if flips else []
    for entry in entries:
        out.extend(follow_ups(entry))
    return out


# draws, flips and the rest that nobody decides


def _turn_up(p: Position, card: int) -> Position:
    """The next card of the deck is turned up or drawn (rulings 3 to 5)."""
    if p.deck_known():
        _, deck = pop_deck(p.deck)
        p = replace(p, deck=deck)
    else:
        size = p.deck_size()
        if size is not None:
            p = replace(p, deck=Unknown(size - 1))
    if card == WINTER:
        return replace(p, winters=p.winters + 1)
    top = p.pending[0]
    if top.what is What.FLIP:
        p = replace(p, clearing=plus(p.clearing, card))
    else:
        p = to_hand(p, card, seen=not isinstance(p.deck, Sampled))
    if top.what is What.TAKE:
        return replace(p, pending=(replace(top, count=0), *p.pending[1:]))
    rest = replace(top, count=top.count - 1)
    return replace(p, pending=(rest, *p.pending[1:]))


def settle(p: Position) -> Position:
    """Let everything happen that leaves no choice, up to a decision or a chance step."""
    while True:
        if p.winters >= WINTERS:  # ruling 5: the game ends at that instant
            return replace(p, turn=OVER, pending=(), opened=frozenset(), gained=0)
        if not p.pending:
            return _end_turn(p, played=True)
        top = p.pending[0]
        if top.what in CHANCE:
            if top.what is What.TAKE and (top.count == 0 or p.deck_size() == 0):
                return _after_take(_pop(p))
            if top.count == 0 or p.deck_size() == 0 or (top.what is What.DRAW and p.hand_full()):
                p = _pop(p)
            elif p.deck_known():
                p = _turn_up(p, pop_deck(p.deck)[0])
            else:
                return p
        elif top.what is What.EFFECT and (special := _special(top.species)):
            p = _push(_pop(p), special)
        elif _idle(p, top):
            p = _decline(p)
        else:
            return p


def _special(species: int) -> Pending | None:
    """Effects that are choices themselves: Gnat, Raccoon, Mole."""
    effect = SPECIES[species].effect or Grant()
    if effect.place:
        return Pending(What.GNAT, symbol=effect.place)
    if effect.hand_to_cave:
        return Pending(What.CAVE)
    return Pending(What.MOLE) if effect.play_paid else None


def _idle(p: Position, top: Pending) -> bool:
    """Whether an open choice has nothing to choose from; unknown for a hidden hand."""
    if not p.actor.open:
        idle = (What.FREE, What.GNAT, What.CAVE) + (() if top.entries else (What.MOLE,))
        return p.actor.hand_size == 0 and top.what in idle
    if top.what in (What.FREE, What.GNAT):
        return next(placements(p, top.symbol), None) is None
    if top.what is What.CAVE:
        return all(card < top.after for card in p.actor.cards)
    return top.what is What.MOLE and not p.actor.cards and not top.entries


def _after_take(p: Position) -> Position:
    """After one draw of the draw action: the second is compulsory unless nothing can come."""
    if not p.drawn and can_take(p):
        return replace(p, drawn=1)
    return _end_turn(replace(p, drawn=0), played=False)


def _end_turn(p: Position, played: bool) -> Position:
    """Clearing check, then an extra turn if owed, else the next player (rulings 6, 8, 9, 26)."""
    if played and len(p.clearing) >= CLEARING_LIMIT:
        p = replace(p, gone=_buried(p), clearing=())
    owed = p.extra_turns + p.gained
    p = replace(p, pending=(), opened=frozenset(), gained=0)
    if owed:
        return replace(p, extra_turns=owed - 1)
    p = replace(p, extra_turns=0)
    if p.turns is not None:  # a challenge: only the owner plays
        return replace(p, turns=p.turns - 1)
    return replace(p, turn=(p.turn + 1) % p.players)
