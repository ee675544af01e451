"""The packed twin of Forest Shuffle: the whole rules, score and the policy's playouts, compiled.

A position is an ``int64`` array [players + 1, ROW]. Row 0 is the table (``G_``): whose turn, deck
size, clearing, the stack of open choices. Row 1 + seat is a player (``P_``): hand, trees, the
species in every slot, the exposed faces, and counters from which the score follows at once
(rulings 20 to 25). Species, faces and cards are the integers of ``data``.

**Chance.** A listed deck is played as listed. Otherwise the next card comes from the pool of
unseen cards: every player has one random order of the pool for draws and one for flips, and takes
the next card in it that nobody took before. So one draw more shifts no later card of anybody, and
every draw is uniform over what is left. Winter cards lie at places in the deck that the world
fixes beforehand (ruling 1). All numbers are hashes of seed, world, event and stream.

**Policy.** Worth of a forest = score with thresholds softened into probabilities (eight tree
species, three bats, ...) + value of free slots + for every species the surplus of its marginal
value over a threshold times a rate of cards still to come. The gain of each species (``gain``) and
of each pair (``cross``) is computed once, when the forest has changed. A hand card is held for
``base + kap * (best surplus)``. A turn takes the best of: a play (gain + effects - held cards
spent), or two draws. Numbers of the policy are data (``Brain``), see ``brain.py``.

**Simplifications of the policy, not of the rules** (every rule is carried out, every choice of
another player or line can be replayed): optional draws, effects and bonuses are always taken; the
Raccoon takes cards worth less than a point and a draw; the Gnat places every bat that gains; the
Mole's list is built by taking the best affordable play until none gains; payments are the cheapest
held cards, or the cheapest that earn the bonus. Rivals known only by counts play on from that
many Lindens and saplings.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core.jit import njit
from ..core.kernel_random import below, counter_hash
from ..core.random import DEAL, FLIP, OPPONENT, OWN
from .data import (
    CARDS,
    CLEARING_LIMIT,
    COST,
    FACE_SPECIES,
    FACE_SYMBOL,
    HAND_LIMIT,
    HIDDEN,
    SAPLING,
    SPECIES,
    SPECIES_NO,
    TREES,
    WINTER,
    WINTERS,
)

if TYPE_CHECKING:
    from .position import Position

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

# ---- row 0, the table -------------------------------------------------------------------------
G_PLAYERS, G_TURN, G_WINTERS, G_DECK, G_DRAWN, G_EXTRA, G_TURNS, G_GAINED = range(8)
G_STACKED, G_OPENED, G_CLEARED, G_PILE, G_ACTED = 8, 9, 10, 11, 12  # counts; pile: bottom part
G_YOUNG = 13  # 4 mushrooms of the acting player that came this turn
G_CLEARING, CARDS_MOST = 20, 170
G_OPEN, OPEN_MOST = 190, 170  # slots opened this turn: tree * 4 + side
G_STACK, STACK_MOST, ITEM = 360, 120, 8
ROW = 1360

# ---- an item of the stack (the last one is next) ----------------------------------------------
TAKE, DRAW, FLIPS, PAY, MUSH, EFFECT, BONUS, FREE, GNAT, CAVE, MOLE, ENTRY = range(1, 13)
I_WHAT, I_COUNT, I_SPECIES, I_CLASS, I_AFTER, I_SYMBOL, I_MUSH, I_EARNED = range(8)

# ---- rows 1 .., a player ----------------------------------------------------------------------
P_HAND, P_CAVE, P_TREES, P_DWELL, P_HIDDEN, P_COUNTED = range(6)  # COUNTED: known by counts only
P_BEES, P_BOTTOM, P_FULL, P_PAIRED, P_ON_OAK, P_ON_BEECH, P_WITH_BAT, P_AT_FIR = range(6, 14)
P_KINDS, P_BATS, P_FREE = 14, 15, 16  # tree species, bat species, 4 free slots by side
P_SYMBOL, P_ROE, P_BEE = 24, 32, 40  # by tree species: visible symbols, Roe Deer, bees on it
P_CLASS, P_COUNT = 48, 60  # animals by class; cards by species (57: saplings)
P_HELD = 120  # hand cards, sorted
P_TREE, TREES_MOST = 290, 166  # species of each tree
P_SLOT = 456  # per tree and side: 0, or species + 1 + 256 * cards
P_FACE = 1120  # (tree * 4 + side) * 256 + face

# ---- small actions, as ``actions.Do`` ---------------------------------------------------------
(A_DECK, A_CARD, A_TREE, A_HALF, A_SAPLING, A_PAY, A_MUSH, A_EFFECT, A_BONUS, A_PLACE) = range(10)
A_CAVE, A_DECLINE, A_TURNED = 10, 11, 12
ACTION = 5  # do, card, face, tree, side

KINDS = 58  # species and the sapling
CARD_KINDS = 102  # card names, winter, hidden
TOP, LEFT, RIGHT, BOTTOM = range(4)
CLASSES = ("insect", "butterfly", "plant", "amphibian", "bird", "bat", "pawed", "deer")
CLASSES = (*CLASSES, "cloven_hoofed", "mushroom")
(C_INSECT, C_BUTTERFLY, C_PLANT, C_AMPHIBIAN, C_BIRD, C_BAT, C_PAWED, C_DEER, C_CLOVEN) = range(9)
NO_CLASS = -1

_S = SPECIES_NO
BEECH, BIRCH, DOUGLAS, CHESTNUT = (
    _S["beech"],
    _S["birch"],
    _S["douglas_fir"],
    _S["horse_chestnut"],
)
LINDEN, OAK, SILVER_FIR, SYCAMORE = _S["linden"], _S["oak"], _S["silver_fir"], _S["sycamore"]
HARE, FOX, WOLF, LYNX, ROE = (
    _S["european_hare"],
    _S["red_fox"],
    _S["wolf"],
    _S["lynx"],
    _S["roe_deer"],
)
BOAR, SQUEAKER, FALLOW, RED_DEER = (
    _S["wild_boar"],
    _S["squeaker"],
    _S["fallow_deer"],
    _S["red_deer"],
)
MARTEN, BADGER, DORMOUSE = _S["beech_marten"], _S["european_badger"], _S["european_fat_dormouse"]
BEE, GNATS, BEAR, RACCOON = _S["violet_carpenter_bee"], _S["gnat"], _S["brown_bear"], _S["raccoon"]
BULLFINCH, CHAFFINCH, JAY = _S["bullfinch"], _S["chaffinch"], _S["eurasian_jay"]
GOSHAWK, WOODPECKER, OWL = _S["goshawk"], _S["great_spotted_woodpecker"], _S["tawny_owl"]
SQUIRREL, MOLES, HEDGEHOG = _S["red_squirrel"], _S["mole"], _S["hedgehog"]
BLACKBERRIES, MOSS, FERNS = _S["blackberries"], _S["moss"], _S["tree_ferns"]
STRAWBERRIES, TOAD, TURTLE = _S["wild_strawberries"], _S["common_toad"], _S["pond_turtle"]
FROG, SALAMANDER, FIREFLIES = _S["tree_frog"], _S["fire_salamander"], _S["fireflies"]
STAG, ANT = _S["stag_beetle"], _S["wood_ant"]
CHANTERELLE, AGARIC = _S["chanterelle"], _S["fly_agaric"]
PARASOL, BUN = _S["parasol_mushroom"], _S["penny_bun"]
BARBASTELLE, BECHSTEIN = _S["barbastelle_bat"], _S["bechsteins_bat"]
LONG_EARED, HORSESHOE = _S["brown_long_eared_bat"], _S["greater_horseshoe_bat"]
T_BEECH, T_CHESTNUT, T_LINDEN = TREES.index(BEECH), TREES.index(CHESTNUT), TREES.index(LINDEN)
NOWHERE = -1000.0

# ---- the policy's tables ----------------------------------------------------------------------
STAGES = 41  # expected own turns left, 0 .. 40
ENDS = 24  # columns of the result of a playout
(M_START, M_FULL, M_KEEP_BEECH, M_KEEP_OAK, M_DORMOUSE, M_TOAD, M_GIFT, M_HAND) = range(8)
(M_BEAR, M_RACCOON, M_MOLE, M_BONUS, M_PER_TURN, M_ROE, M_FIR, M_MARTEN, M_DRAW) = range(8, 17)
MISC = 20


class Tables(NamedTuple):
    """Facts of the cards, see ``tables``; -1 where there is none, symbols as tree indices."""

    card_tree: Ints
    card_side: Ints  # [card, half]
    card_face: Ints  # [card, half]
    card_symbols: Ints  # bits
    card_count: Ints
    face_species: Ints
    face_symbol: Ints
    tree_index: Ints  # by species
    cost: Ints
    kind: Ints  # 0 tree, 1 top, 2 side, 3 bottom
    classes: Ints  # bits
    share: Ints
    draw_on: Ints  # mushrooms: 1 tree, 2 pawed, 3 bottom, 4 top
    effect: Ints  # [species, (there, draw, per, extra, special)]; per 1 deer, 2 hares
    bonus: Ints  # [species, (there, draw, extra, class placed or -1, clearing)]
    chestnut: Ints
    fireflies: Ints
    salamander: Ints
    butterfly: Ints
    butterflies: Ints  # species


class Brain(NamedTuple):
    """Numbers of the policy by stage (expected own turns left), see ``brain.py``."""

    p8: Floats  # chance to complete the eight tree species, by those missing
    pbat: Floats  # ... three bat species
    proe: Floats  # ... a Roe Deer
    psqueaker: Floats
    p10: Floats  # ... ten trees
    p4: Floats  # ... four Beeches
    most_trees: Floats  # chance to hold the majority, by lead + 20
    most_lindens: Floats
    rate: Floats  # [stage, species]
    over: Floats  # [species] threshold of surplus
    slot: Floats  # [stage, top side bottom, free slots]
    mushroom: Floats  # [stage, 4]
    base: Floats  # [stage]
    kap: Floats
    hold: Floats
    turn: Floats  # value of an extra turn
    misc: Floats


class World(NamedTuple):
    """Hidden cards of one playout; filled anew for each."""

    pool: Ints  # unseen cards
    taken: Ints
    order: Ints  # [stream, card of the pool]
    at: Ints  # next place by stream, -1: not begun
    left: Ints  # untaken cards by kind
    deck: Ints  # listed deck, top first
    info: Ints  # W_ ...


W_SEED, W_WORLD, W_SIZE, W_LEFT, W_LISTED, W_DECK, W_WINTER = 0, 1, 2, 3, 4, 5, 6
W_LOG, W_LOGGED, W_LUCK = 9, 10, 11
INFO = 16


class Mind(NamedTuple):
    """What each player has worked out about the own forest; refreshed when it changes."""

    gain: Floats  # [seat, species]
    cross: Floats  # [seat, species, species]
    held: Floats  # [seat, card] what a card is worth in hand, others in hand not looked at
    mean: Floats  # [seat] of a card of the deck
    stage: Ints  # [seat], -1: forest changed
    near: Ints  # [seat, 8] places, see ``look``
    luck: Floats  # [seat]
    work: Floats  # [4, KINDS]
    hand: Ints  # [KINDS] halves in hand
    pay: Ints  # planned payment: count, cards
    value: Floats  # [CARDS_MOST] values of hand cards
    log: Ints  # [most, ACTION]


# ================================================================================================
# Rules
# ================================================================================================


@njit
def push(st: Ints, what: int, count: int) -> int:
    """Put an item on the stack; returns its place in row 0."""
    i = G_STACK + ITEM * st[0, G_STACKED]
    st[0, G_STACKED] += 1
    for k in range(ITEM):
        st[0, i + k] = 0
    st[0, i + I_WHAT] = what
    st[0, i + I_COUNT] = count
    st[0, i + I_SPECIES] = -1
    st[0, i + I_CLASS] = NO_CLASS
    st[0, i + I_AFTER] = -1
    st[0, i + I_SYMBOL] = -1
    return i


@njit
def top_of(st: Ints) -> int:
    """The place of the next item in row 0; the stack must not be empty."""
    return G_STACK + ITEM * (st[0, G_STACKED] - 1)


@njit
def insert_sorted(row: Ints, start: int, count: int, card: int) -> None:
    """Put a card into a sorted list of ``count`` cards."""
    i = start + count
    while i > start and row[i - 1] > card:
        row[i] = row[i - 1]
        i -= 1
    row[i] = card


@njit
def remove_sorted(row: Ints, start: int, count: int, card: int) -> None:
    """Take one copy of a card out of a list."""
    i = start
    while row[i] != card:
        i += 1
    while i < start + count - 1:
        row[i] = row[i + 1]
        i += 1


@njit
def to_hand(st: Ints, card: int) -> None:
    """The acting player takes a card."""
    row = st[1 + st[0, G_TURN]]
    insert_sorted(row, P_HELD, row[P_HAND], card)
    row[P_HAND] += 1


@njit
def from_hand(st: Ints, card: int) -> None:
    """A card leaves the hand of the acting player."""
    row = st[1 + st[0, G_TURN]]
    remove_sorted(row, P_HELD, row[P_HAND], card)
    row[P_HAND] -= 1


@njit
def to_clearing(st: Ints, card: int) -> None:
    """A card goes face up to the clearing."""
    insert_sorted(st[0], G_CLEARING, st[0, G_CLEARED], card)
    st[0, G_CLEARED] += 1


@njit
def count_tree(row: Ints, tb: Tables, species: int, sign: int) -> None:
    """Counters of a tree or sapling that enters (1) or leaves (-1), its slots free."""
    row[P_TREES] += sign
    for side in range(4):
        row[P_FREE + side] += sign
    n = row[P_COUNT + species]
    row[P_COUNT + species] = n + sign
    if species != SAPLING:
        row[P_SYMBOL + tb.tree_index[species]] += sign
        if (n == 0 and sign > 0) or (n == 1 and sign < 0):
            row[P_KINDS] += sign


@njit
def count_dweller(row: Ints, tb: Tables, species: int, sign: int) -> None:
    """Counters of a half that do not depend on its place or symbol."""
    n = row[P_COUNT + species]
    row[P_COUNT + species] = n + sign
    bits = tb.classes[species]
    for c in range(9):
        if bits >> c & 1:
            row[P_CLASS + c] += sign
    if tb.kind[species] == 3:
        row[P_BOTTOM] += sign
    if bits >> C_BAT & 1 and ((n == 0 and sign > 0) or (n == 1 and sign < 0)):
        row[P_BATS] += sign
    if species == BEE:
        row[P_BEES] += sign


@njit
def add_tree(row: Ints, tb: Tables, species: int) -> None:
    """A tree or sapling enters the forest."""
    t = row[P_TREES]
    row[P_TREE + t] = species
    for side in range(4):
        row[P_SLOT + 4 * t + side] = 0
    count_tree(row, tb, species, 1)


@njit
def add_half(row: Ints, tb: Tables, tree: int, side: int, face: int) -> None:
    """A half enters a slot, legality being the caller's business."""
    species = tb.face_species[face]
    symbol = tb.face_symbol[face]
    slot = P_SLOT + 4 * tree + side
    row[P_FACE + row[P_DWELL]] = (tree * 4 + side) * 256 + face
    row[P_DWELL] += 1
    host = row[P_TREE + tree]
    count_dweller(row, tb, species, 1)
    if symbol >= 0:
        row[P_SYMBOL + symbol] += 1
        if species == ROE:
            row[P_ROE + symbol] += 1
    if host == SILVER_FIR:
        row[P_AT_FIR] += 1
    if species == BEE and host != SAPLING:
        row[P_BEE + tb.tree_index[host]] += 1
    if species == CHAFFINCH and host == BEECH:
        row[P_ON_BEECH] += 1
    if species == SQUIRREL and host == OAK:
        row[P_ON_OAK] += 1
    if row[slot] == 0:
        row[slot] = species + 1 + 256
        row[P_FREE + side] -= 1
        full = 1
        for k in range(4):
            if row[P_SLOT + 4 * tree + k] == 0:
                full = 0
        row[P_FULL] += full
        if side == LEFT or side == RIGHT:
            other = row[P_SLOT + 4 * tree + (RIGHT if side == LEFT else LEFT)] % 256 - 1
            if other >= 0:
                bats = tb.classes[other] >> C_BAT & 1
                if species == DORMOUSE and bats:
                    row[P_WITH_BAT] += 1
                if other == DORMOUSE and tb.classes[species] >> C_BAT & 1:
                    row[P_WITH_BAT] += 1
    else:
        row[slot] += 256
        if species == TOAD:
            row[P_PAIRED] += 2


@njit
def is_open(st: Ints, tree: int, side: int) -> bool:
    """Whether the first card of the slot came this turn (rulings 14 and 16)."""
    for k in range(st[0, G_OPENED]):
        if st[0, G_OPEN + k] == tree * 4 + side:
            return True
    return False


@njit
def may_enter(st: Ints, tb: Tables, tree: int, side: int, species: int, free: bool) -> bool:
    """Whether a half of the species may enter the acting player's slot now (ruling 14)."""
    slot = st[1 + st[0, G_TURN], P_SLOT + 4 * tree + side]
    if slot == 0:
        return True
    if slot % 256 - 1 != species or slot // 256 >= tb.share[species]:
        return False
    return (free and species == HARE) or not is_open(st, tree, side)


@njit
def any_room(st: Ints, tb: Tables, side: int, species: int, free: bool) -> bool:
    """Whether any slot on the side takes the species."""
    row = st[1 + st[0, G_TURN]]
    if row[P_FREE + side] > 0:
        return True
    if tb.share[species] < 2:
        return False
    for tree in range(row[P_TREES]):
        if may_enter(st, tb, tree, side, species, free):
            return True
    return False


@njit
def grow(st: Ints, tb: Tables, tree: int, side: int, face: int) -> None:
    """A half enters the acting player's forest; its slot is noted as opened this turn."""
    row = st[1 + st[0, G_TURN]]
    if row[P_SLOT + 4 * tree + side] == 0:
        st[0, G_OPEN + st[0, G_OPENED]] = tree * 4 + side
        st[0, G_OPENED] += 1
        on = tb.draw_on[tb.face_species[face]]
        if on > 0:
            st[0, G_YOUNG + on - 1] += 1
    add_half(row, tb, tree, side, face)


@njit
def active(st: Ints, on: int) -> int:
    """Mushrooms of one kind that the acting player has had since before this turn."""
    row = st[1 + st[0, G_TURN]]
    species = CHANTERELLE
    if on == 2:
        species = AGARIC
    elif on == 3:
        species = PARASOL
    elif on == 4:
        species = BUN
    return row[P_COUNT + species] - st[0, G_YOUNG + on - 1]


@njit
def mushroom_draws(st: Ints, tb: Tables, species: int, side: int) -> int:
    """Draws that active mushrooms grant for a card; side -1 for a tree (ruling 16)."""
    if side < 0:
        return active(st, 1)
    n = 0
    if tb.classes[species] >> C_PAWED & 1:
        n += active(st, 2)
    if side == BOTTOM:
        n += active(st, 3)
    if side == TOP:
        n += active(st, 4)
    return n


@njit
def follow_ups(
    st: Ints, tb: Tables, species: int, symbol: int, mush: int, earned: int
) -> None:
    """Open what a paid card still brings: mushroom draws first, then effect, then bonus."""
    if species == SAPLING:
        if mush > 0:
            push(st, MUSH, mush)
        return
    if earned and tb.bonus[species, 0]:
        if tb.bonus[species, 3] >= 0:
            i = push(st, FREE, 0)
            st[0, i + I_CLASS] = tb.bonus[species, 3]
        else:
            i = push(st, BONUS, 0)
            st[0, i + I_SPECIES] = species
    if tb.effect[species, 0]:
        i = push(st, EFFECT, 0)
        st[0, i + I_SPECIES] = species
    if mush > 0:
        push(st, MUSH, mush)


@njit
def paid(st: Ints, tb: Tables, species: int, symbol: int, mush: int, earned: int) -> None:
    """The card lies there and is paid for: into the Mole's list, or its choices open."""
    if st[0, G_STACKED] > 0 and st[0, top_of(st) + I_WHAT] == MOLE:
        count = st[0, top_of(st) + I_COUNT]
        st[0, G_STACKED] -= 1
        i = push(st, ENTRY, 0)
        st[0, i + I_SPECIES] = species
        st[0, i + I_SYMBOL] = symbol
        st[0, i + I_MUSH] = mush
        st[0, i + I_EARNED] = earned
        push(st, MOLE, count + 1)
        return
    follow_ups(st, tb, species, symbol, mush, earned)
    if tb.kind[species] == 0:
        push(st, FLIPS, 1)


@njit
def close_list(st: Ints, tb: Tables) -> None:
    """End of a Mole's list: all flips, then each card's choices in order (ruling 19)."""
    n = st[0, top_of(st) + I_COUNT]
    first = G_STACK + ITEM * (st[0, G_STACKED] - 1 - n)
    entries = np.zeros((n, 4), np.int64)
    flips = 0
    for k in range(n):
        i = first + ITEM * k
        entries[k, 0] = st[0, i + I_SPECIES]
        entries[k, 1] = st[0, i + I_SYMBOL]
        entries[k, 2] = st[0, i + I_MUSH]
        entries[k, 3] = st[0, i + I_EARNED]
        if tb.kind[entries[k, 0]] == 0:
            flips += 1
    st[0, G_STACKED] -= n + 1
    for k in range(n - 1, -1, -1):
        follow_ups(st, tb, entries[k, 0], entries[k, 1], entries[k, 2], entries[k, 3])
    if flips:
        push(st, FLIPS, flips)


@njit
def decline(st: Ints, tb: Tables) -> None:
    """Decline the open choice, or close the Raccoon's, Gnat's or Mole's list."""
    i = top_of(st)
    what = st[0, i + I_WHAT]
    count = st[0, i + I_COUNT]
    if what == MOLE:
        close_list(st, tb)
        return
    st[0, G_STACKED] -= 1
    if what == CAVE and count > 0:
        push(st, DRAW, count)


@njit
def carry_out(st: Ints, tb: Tables, do: int, card: int, face: int, tree: int, side: int) -> None:
    """One legal decision of the acting player, without what follows by itself."""
    row = st[1 + st[0, G_TURN]]
    if do == A_DECK:
        push(st, TAKE, 1)
    elif do == A_CARD:
        remove_sorted(st[0], G_CLEARING, st[0, G_CLEARED], card)
        st[0, G_CLEARED] -= 1
        to_hand(st, card)
        push(st, TAKE, 0)
    elif do == A_TREE or do == A_SAPLING:
        from_hand(st, card)
        species = tb.card_tree[card] if do == A_TREE else SAPLING
        mush = mushroom_draws(st, tb, species, -1)
        add_tree(row, tb, species)
        start_paying(st, tb, species, tb.tree_index[species], mush)
    elif do == A_HALF:
        from_hand(st, card)
        species = tb.face_species[face]
        mush = mushroom_draws(st, tb, species, side)
        grow(st, tb, tree, side, face)
        start_paying(st, tb, species, tb.face_symbol[face], mush)
    elif do == A_PAY:
        from_hand(st, card)
        to_clearing(st, card)
        i = top_of(st)
        symbol = st[0, i + I_SYMBOL]
        if symbol >= 0 and not tb.card_symbols[card] >> symbol & 1:
            st[0, i + I_EARNED] = 0
        st[0, i + I_AFTER] = card
        st[0, i + I_COUNT] -= 1
        if st[0, i + I_COUNT] == 0:
            st[0, G_STACKED] -= 1
            paid(st, tb, st[0, i + I_SPECIES], symbol, st[0, i + I_MUSH], st[0, i + I_EARNED])
    elif do == A_MUSH:
        i = top_of(st)
        st[0, i + I_COUNT] -= 1
        if st[0, i + I_COUNT] == 0:
            st[0, G_STACKED] -= 1
        push(st, DRAW, 1)
    elif do == A_EFFECT or do == A_BONUS:
        species = st[0, top_of(st) + I_SPECIES]
        st[0, G_STACKED] -= 1
        grant(st, tb, species, do == A_BONUS)
    elif do == A_PLACE:
        i = top_of(st)
        free = st[0, i + I_WHAT] == FREE
        from_hand(st, card)
        species = tb.face_species[face]
        mush = mushroom_draws(st, tb, species, side)
        grow(st, tb, tree, side, face)
        if free:
            st[0, G_STACKED] -= 1
        if mush > 0:
            push(st, MUSH, mush)
    elif do == A_CAVE:
        i = top_of(st)
        from_hand(st, card)
        row[P_CAVE] += 1
        st[0, i + I_COUNT] += 1
        st[0, i + I_AFTER] = max(card, st[0, i + I_AFTER])
    else:
        decline(st, tb)


@njit
def start_paying(st: Ints, tb: Tables, species: int, symbol: int, mush: int) -> None:
    """Ask for the payment of a card that was just laid down."""
    cost = tb.cost[species]
    if cost == 0:
        paid(st, tb, species, symbol, mush, 0)
        return
    i = push(st, PAY, cost)
    st[0, i + I_SPECIES] = species
    st[0, i + I_SYMBOL] = symbol
    st[0, i + I_MUSH] = mush
    st[0, i + I_EARNED] = tb.bonus[species, 0]


@njit
def grant(st: Ints, tb: Tables, species: int, bonus: bool) -> None:
    """An effect or bonus that needs no further choice (rulings 7, 8 and 18)."""
    row = st[1 + st[0, G_TURN]]
    draws = 0
    if bonus:
        draws = tb.bonus[species, 1]
        st[0, G_GAINED] += tb.bonus[species, 2]
    else:
        draws = tb.effect[species, 1]
        st[0, G_GAINED] += tb.effect[species, 3]
        if tb.effect[species, 2] == 1:
            draws += row[P_CLASS + C_DEER]
        elif tb.effect[species, 2] == 2:
            draws += row[P_COUNT + HARE]
        if species == BEAR:
            row[P_CAVE] += st[0, G_CLEARED]
            st[0, G_CLEARED] = 0
    if draws > 0:
        push(st, DRAW, draws)


@njit
def take_from(wd: World, stream: int, number: int) -> int:
    """The next untaken card of a stream's order of the pool, or -1 if none is left."""
    n = wd.info[W_SIZE]
    at = wd.at[stream]
    if at < 0:
        at = 0
        for k in range(n):
            wd.order[stream, k] = k
    seed = wd.info[W_SEED]
    world = wd.info[W_WORLD]
    while at < n:
        j = at + below(counter_hash(seed, world, at, number), n - at)
        k = wd.order[stream, j]
        wd.order[stream, j] = wd.order[stream, at]
        wd.order[stream, at] = k
        at += 1
        if wd.taken[k] == 0:
            wd.taken[k] = 1
            wd.at[stream] = at
            wd.left[wd.pool[k]] -= 1
            wd.info[W_LEFT] -= 1
            return wd.pool[k]
    wd.at[stream] = at
    return -1


@njit
def next_card(st: Ints, wd: World, md: Mind, flip: bool) -> int:
    """Turn up the next card of the deck; -1 if there is none."""
    size = st[0, G_DECK]
    if wd.info[W_LISTED]:
        card = wd.deck[wd.info[W_DECK]]
        wd.info[W_DECK] += 1
        st[0, G_DECK] -= 1
        return card
    w = st[0, G_WINTERS]
    if w < WINTERS and wd.info[W_WINTER + w] == size:
        st[0, G_DECK] -= 1
        return WINTER
    seat = st[0, G_TURN]
    number = (OWN if seat == 0 else OPPONENT) + 16 * seat
    if flip:
        number = FLIP + 16 * seat
    mean = 0.0
    if wd.info[W_LUCK] and not flip:
        for k in range(CARD_KINDS):
            if wd.left[k] > 0:
                mean += wd.left[k] * md.held[seat, k]
        mean /= max(1, wd.info[W_LEFT])
    card = take_from(wd, 2 * seat + (1 if flip else 0), number)
    if card < 0:
        st[0, G_DECK] = 0
        return -1
    if wd.info[W_LUCK] and not flip:
        md.luck[seat] += md.held[seat, card] - mean
    st[0, G_DECK] -= 1
    return card


@njit
def note(wd: World, md: Mind, do: int, card: int, face: int, tree: int, side: int) -> None:
    """Write a small action into the log, if one is kept."""
    if wd.info[W_LOG]:
        k = wd.info[W_LOGGED]
        md.log[k, 0] = do
        md.log[k, 1] = card
        md.log[k, 2] = face
        md.log[k, 3] = tree
        md.log[k, 4] = side
        wd.info[W_LOGGED] += 1


@njit
def can_place(st: Ints, tb: Tables, group: int) -> bool:
    """Whether a hand card with the class can be placed free (ruling 17)."""
    row = st[1 + st[0, G_TURN]]
    for k in range(row[P_HAND]):
        card = row[P_HELD + k]
        for half in range(2):
            face = tb.card_face[card, half]
            if face >= 0:
                species = tb.face_species[face]
                if tb.classes[species] >> group & 1 and any_room(
                    st, tb, tb.card_side[card, half], species, True
                ):
                    return True
    return False


@njit
def end_turn(st: Ints, played: bool) -> None:
    """Clearing check, then an extra turn if owed, else the next player (rulings 6, 8, 9, 26)."""
    if played and st[0, G_CLEARED] >= CLEARING_LIMIT:
        st[0, G_CLEARED] = 0
    owed = st[0, G_EXTRA] + st[0, G_GAINED]
    st[0, G_STACKED] = 0
    st[0, G_OPENED] = 0
    st[0, G_GAINED] = 0
    for k in range(4):
        st[0, G_YOUNG + k] = 0
    if owed > 0:
        st[0, G_EXTRA] = owed - 1
        return
    st[0, G_EXTRA] = 0
    if st[0, G_TURN] == 0:
        st[0, G_ACTED] += 1
    if st[0, G_TURNS] >= 0:
        st[0, G_TURNS] -= 1
        return
    st[0, G_TURN] = (st[0, G_TURN] + 1) % st[0, G_PLAYERS]


@njit
def can_take(st: Ints) -> bool:
    """Whether the draw action has anything to offer (rulings 3 and 26)."""
    if st[1 + st[0, G_TURN], P_HAND] >= HAND_LIMIT:
        return False
    return st[0, G_DECK] != 0 or st[0, G_CLEARED] > 0


@njit
def is_over(st: Ints) -> bool:
    """Third winter, no turn left, or nothing that the player to act could do."""
    if st[0, G_TURN] < 0 or st[0, G_WINTERS] >= WINTERS or st[0, G_TURNS] == 0:
        return True
    if st[0, G_STACKED] > 0:
        return False
    can = can_take(st) or (st[0, G_DRAWN] == 0 and st[1 + st[0, G_TURN], P_HAND] > 0)
    return not can


@njit
def after_take(st: Ints) -> None:
    """After one draw of the draw action (ruling 3)."""
    if st[0, G_DRAWN] == 0 and can_take(st):
        st[0, G_DRAWN] = 1
        return
    st[0, G_DRAWN] = 0
    end_turn(st, False)


@njit
def settle(st: Ints, tb: Tables, wd: World, md: Mind) -> None:
    """Let everything happen that leaves no choice, up to a decision or the end."""
    while True:
        if st[0, G_WINTERS] >= WINTERS:  # ruling 5
            st[0, G_TURN] = -1
            st[0, G_STACKED] = 0
            st[0, G_OPENED] = 0
            st[0, G_GAINED] = 0
            return
        if st[0, G_STACKED] == 0:
            end_turn(st, True)
            return
        i = top_of(st)
        what = st[0, i + I_WHAT]
        count = st[0, i + I_COUNT]
        row = st[1 + st[0, G_TURN]]
        if what == TAKE and (count == 0 or st[0, G_DECK] == 0):
            st[0, G_STACKED] -= 1
            after_take(st)
            return
        if what == TAKE or what == DRAW or what == FLIPS:
            full = what == DRAW and row[P_HAND] >= HAND_LIMIT
            if count == 0 or st[0, G_DECK] == 0 or full:
                st[0, G_STACKED] -= 1
                continue
            card = next_card(st, wd, md, what == FLIPS)
            if card < 0:
                continue
            note(wd, md, A_TURNED, card, -1, -1, -1)
            if card == WINTER:
                st[0, G_WINTERS] += 1
                continue
            if what == FLIPS:
                to_clearing(st, card)
            else:
                to_hand(st, card)
            st[0, i + I_COUNT] -= 1
        elif what == EFFECT and tb.effect[st[0, i + I_SPECIES], 4] > 0:
            special = tb.effect[st[0, i + I_SPECIES], 4]
            st[0, G_STACKED] -= 1
            if special == 1:
                k = push(st, GNAT, 0)
                st[0, k + I_CLASS] = C_BAT
            elif special == 2:
                push(st, CAVE, 0)
            else:
                push(st, MOLE, 0)
        elif (what == FREE or what == GNAT) and not can_place(st, tb, st[0, i + I_CLASS]):
            decline(st, tb)
        elif what == CAVE and (
            row[P_HAND] == 0 or row[P_HELD + row[P_HAND] - 1] < st[0, i + I_AFTER]
        ):
            decline(st, tb)
        elif what == MOLE and row[P_HAND] == 0 and count == 0:
            decline(st, tb)
        else:
            return


@njit
def act(
    st: Ints,
    tb: Tables,
    wd: World,
    md: Mind,
    do: int,
    card: int,
    face: int,
    tree: int,
    side: int,
) -> None:
    """A decision and everything that follows by itself."""
    note(wd, md, do, card, face, tree, side)
    if do == A_TREE or do == A_HALF or do == A_SAPLING or do == A_PLACE:
        md.stage[st[0, G_TURN]] = -1
    carry_out(st, tb, do, card, face, tree, side)
    settle(st, tb, wd, md)


# ================================================================================================
# Score
# ================================================================================================


@njit
def butterfly_points(row: Ints, tb: Tables) -> int:
    """The largest set of different butterflies first (ruling 23)."""
    most = 0
    for k in range(5):
        most = max(most, row[P_COUNT + tb.butterflies[k]])
    total = 0
    for level in range(most):
        n = 0
        for k in range(5):
            if row[P_COUNT + tb.butterflies[k]] > level:
                n += 1
        total += tb.butterfly[n]
    return total


@njit
def score_row(row: Ints, tb: Tables, trees: int, lindens: int) -> int:
    """Points of a player; ``trees`` and ``lindens`` are the highest counts of the others."""
    n = row[P_COUNT : P_COUNT + KINDS]
    c = row[P_CLASS : P_CLASS + 9]
    total = row[P_CAVE] + n[BIRCH] + 5 * n[DOUGLAS] + 2 * row[P_AT_FIR]
    if row[P_KINDS] == 8:
        total += 10 * (n[OAK] + n[STRAWBERRIES])
    if n[BEECH] + row[P_BEE + T_BEECH] >= 4:
        total += 5 * n[BEECH]
    if n[CHESTNUT] > 0:
        total += tb.chestnut[min(7, n[CHESTNUT] + row[P_BEE + T_CHESTNUT])]
    own = n[LINDEN] + row[P_BEE + T_LINDEN]
    total += n[LINDEN] * (3 if own >= lindens else 1)
    total += n[SYCAMORE] * row[P_TREES]
    total += n[HARE] * n[HARE] + 2 * n[FOX] * n[HARE] + 5 * n[WOLF] * c[C_DEER]
    if n[ROE] > 0:
        total += 10 * n[LYNX]
        for k in range(8):
            total += 3 * row[P_ROE + k] * row[P_SYMBOL + k]
    total += n[SQUEAKER]
    if n[SQUEAKER] > 0:
        total += 10 * n[BOAR]
    total += 3 * n[FALLOW] * c[C_CLOVEN] + n[RED_DEER] * (row[P_TREES] + c[C_PLANT])
    total += 5 * n[MARTEN] * row[P_FULL] + 2 * n[BADGER] + 15 * row[P_WITH_BAT]
    total += n[GNATS] * c[C_BAT]
    if row[P_BATS] >= 3:
        total += 5 * c[C_BAT]
    total += 2 * n[BULLFINCH] * c[C_INSECT] + 5 * row[P_ON_BEECH] + 3 * n[JAY]
    total += 3 * n[GOSHAWK] * c[C_BIRD] + 5 * n[OWL] + 5 * row[P_ON_OAK]
    if row[P_TREES] + row[P_BEES] >= trees:
        total += 10 * n[WOODPECKER]
    if row[P_TREES] + row[P_BEES] >= 10:
        total += 10 * n[MOSS]
    total += butterfly_points(row, tb) + 2 * n[HEDGEHOG] * c[C_BUTTERFLY]
    total += 2 * n[BLACKBERRIES] * c[C_PLANT] + 6 * n[FERNS] * c[C_AMPHIBIAN]
    total += 5 * row[P_PAIRED] + 5 * n[TURTLE] + 5 * n[FROG] * n[GNATS]
    total += tb.salamander[min(3, n[SALAMANDER])] + tb.fireflies[min(4, n[FIREFLIES])]
    total += n[STAG] * c[C_PAWED] + 2 * n[ANT] * row[P_BOTTOM]
    return total


@njit
def rivals(st: Ints, seat: int) -> tuple[int, int]:
    """The highest counts of trees and of Lindens among the others, bees counted."""
    trees = 0
    lindens = 0
    for k in range(st[0, G_PLAYERS]):
        if k != seat:
            row = st[1 + k]
            trees = max(trees, row[P_TREES] + row[P_BEES])
            lindens = max(lindens, row[P_COUNT + LINDEN] + row[P_BEE + T_LINDEN])
    return trees, lindens


@njit
def score(st: Ints, tb: Tables, seat: int) -> int:
    """Points of a seat now."""
    trees, lindens = rivals(st, seat)
    return score_row(st[1 + seat], tb, trees, lindens)
