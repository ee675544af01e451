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
spent), or two draws. Numbers of the policy are data, see ``brain.py``.

**Simplifications of the policy, not of the rules** (every rule is carried out, every choice of
another player or line can be replayed): optional draws, effects and bonuses are always taken; the
Raccoon takes cards worth less than a point and a draw; the Gnat places every bat that gains; the
Mole's list is built by taking the best affordable play until none gains; payments are the cheapest
held cards, or the cheapest that earn the bonus. Rivals known only by counts play on from that
many Lindens and saplings.
"""

# ruff: noqa: SIM109, SIM110 - plain comparisons and loops, as the compiler likes them
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
    FACE_SPECIES,
    FACE_SYMBOL,
    HAND_LIMIT,
    SAPLING,
    SPECIES,
    SPECIES_NO,
    TREES,
    WINTER,
    WINTERS,
)

if TYPE_CHECKING:
    from .position import Player, Position

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
CLASSES: tuple[str, ...] = ("insect", "butterfly", "plant", "amphibian", "bird", "bat", "pawed")
CLASSES = (*CLASSES, "deer", "cloven_hoofed")
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
REFRESH = 3  # stages after which all cards are valued anew

# ---- the policy's tables ----------------------------------------------------------------------
STAGES = 41  # expected own turns left, 0 .. 40
ENDS = 32  # columns of the result of a playout
(M_FLIP, M_FULL, M_KEEP_BEECH, M_KEEP_OAK, M_DORMOUSE, M_TOAD, M_GIFT, M_HAND) = range(8)
(M_BEAR, M_RACCOON, M_MOLE, M_BONUS, M_PER_TURN, M_ROE, M_FIR, M_MARTEN, M_DRAW) = range(8, 17)
MISC = 20


# ---- facts of the cards, one flat array: begin of each table ----------------------------------
X_TREE, X_SYMBOLS, X_COPIES, X_SIDE, X_FACE = 0, 110, 220, 330, 540  # by card (2 halves)
X_SPECIES, X_SYMBOL = 750, 960  # by face
X_INDEX, X_COST, X_KIND, X_CLASSES, X_SHARE, X_ON = 1170, 1230, 1290, 1350, 1410, 1470
# X_KIND: 0 tree, 1 top, 2 side, 3 bottom; X_ON, of mushrooms: 1 tree, 2 pawed, 3 bottom, 4 top
X_EFFECT, X_BONUS = 1530, 1820
# effect: there, draw, per (1 deer, 2 hares), extra turn, special (1 Gnat, 2 Raccoon, 3 Mole)
# bonus: there, draw, extra turn, class placed or -1, unused
X_CHESTNUT, X_FIREFLIES, X_SALAMANDER, X_BUTTERFLY, X_BUTTERFLIES = 2110, 2120, 2130, 2140, 2150
FACTS = 2160

# ---- numbers of the policy [stage, ...]: begin of each table; see ``brain.py`` -----------------
B_EIGHT, B_BATS, B_ROE, B_SQUEAKER, B_TEN, B_FOUR = 0, 10, 14, 15, 16, 28  # chances
B_TREES, B_LINDENS = 34, 75  # chance of a majority, by lead + 20
B_RATE, B_OVER, B_SLOT, B_MUSHROOM = 116, 174, 232, 280
B_BASE, B_KAP, B_HOLD, B_TURN, B_MISC = 284, 285, 286, 287, 288
BRAIN = 308

# ---- hidden cards of a playout and what the players worked out: one array of integers ----------
W_SEED, W_WORLD, W_SIZE, W_LEFT, W_LISTED, W_DECK, W_WINTER = 0, 1, 2, 3, 4, 5, 6
W_LOG, W_LOGGED, W_LUCK = 9, 10, 11
W_POOL, W_TAKEN, W_COUNT, W_CARDS = 20, 190, 360, 470  # pool, taken, untaken by kind, listed deck
W_AT, W_ORDER = 640, 660  # next place and order, by stream
N_STAGE = W_ORDER + 15 * CARDS_MOST  # [seat], -1: forest changed
N_NEAR, N_HAND, N_PAY = N_STAGE + 8, N_STAGE + 48, N_STAGE + 110
N_AGE = N_PAY + 40  # [seat] version of the forest and stage that gains must carry
N_FULL = N_AGE + 8  # [seat] stage at which all cards were valued, -1: never
N_GAINED = N_FULL + 8  # [seat, species] version of a gain
N_LIST = N_GAINED + 300  # how many species the hand shows, and which
W_STEPS = N_LIST + KINDS + 2  # the log
# ---- and one of floats --------------------------------------------------------------------------
F_GAIN, F_CROSS, F_HELD, F_MEAN, F_LUCK = 0, 290, 290 + 5 * 3364, 17630, 17635
F_WORK, F_AFTER, F_NOW, F_VALUE = 17640, 17940, 18000, 18010
F_PART = F_VALUE + CARDS_MOST  # [species, 3] parts of a half's worth that only its species tells
FLOATS = F_PART + 3 * KINDS


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
    found: int = i
    return found


@njit
def top_of(st: Ints) -> int:
    """The place of the next item in row 0; the stack must not be empty."""
    found: int = G_STACK + ITEM * (st[0, G_STACKED] - 1)
    return found


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
def count_tree(row: Ints, tb: Ints, species: int, sign: int) -> None:
    """Counters of a tree or sapling that enters (1) or leaves (-1), its slots free."""
    row[P_TREES] += sign
    for side in range(4):
        row[P_FREE + side] += sign
    n = row[P_COUNT + species]
    row[P_COUNT + species] = n + sign
    if species != SAPLING:
        row[P_SYMBOL + tb[X_INDEX + species]] += sign
        if (n == 0 and sign > 0) or (n == 1 and sign < 0):
            row[P_KINDS] += sign


@njit
def count_dweller(row: Ints, tb: Ints, species: int, sign: int) -> None:
    """Counters of a half that do not depend on its place or symbol."""
    n = row[P_COUNT + species]
    row[P_COUNT + species] = n + sign
    bits = tb[X_CLASSES + species]
    for c in range(9):
        if bits >> c & 1:
            row[P_CLASS + c] += sign
    if tb[X_KIND + species] == 3:
        row[P_BOTTOM] += sign
    if bits >> C_BAT & 1 and ((n == 0 and sign > 0) or (n == 1 and sign < 0)):
        row[P_BATS] += sign
    if species == BEE:
        row[P_BEES] += sign


@njit
def add_tree(row: Ints, tb: Ints, species: int) -> None:
    """A tree or sapling enters the forest."""
    t = row[P_TREES]
    row[P_TREE + t] = species
    for side in range(4):
        row[P_SLOT + 4 * t + side] = 0
    count_tree(row, tb, species, 1)


@njit
def add_half(row: Ints, tb: Ints, tree: int, side: int, face: int) -> None:
    """A half enters a slot, legality being the caller's business."""
    species = tb[X_SPECIES + face]
    symbol = tb[X_SYMBOL + face]
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
        row[P_BEE + tb[X_INDEX + host]] += 1
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
                bats = tb[X_CLASSES + other] >> C_BAT & 1
                if species == DORMOUSE and bats:
                    row[P_WITH_BAT] += 1
                if other == DORMOUSE and tb[X_CLASSES + species] >> C_BAT & 1:
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
def may_enter(st: Ints, tb: Ints, tree: int, side: int, species: int, free: bool) -> bool:
    """Whether a half of the species may enter the acting player's slot now (ruling 14)."""
    slot = st[1 + st[0, G_TURN], P_SLOT + 4 * tree + side]
    if slot == 0:
        return True
    if slot % 256 - 1 != species or slot // 256 >= tb[X_SHARE + species]:
        return False
    return (free and species == HARE) or not is_open(st, tree, side)


@njit
def any_room(st: Ints, tb: Ints, side: int, species: int, free: bool) -> bool:
    """Whether any slot on the side takes the species."""
    row = st[1 + st[0, G_TURN]]
    if row[P_FREE + side] > 0:
        return True
    if tb[X_SHARE + species] < 2:
        return False
    for tree in range(row[P_TREES]):
        if may_enter(st, tb, tree, side, species, free):
            return True
    return False


@njit
def grow(st: Ints, tb: Ints, tree: int, side: int, face: int) -> None:
    """A half enters the acting player's forest; its slot is noted as opened this turn."""
    row = st[1 + st[0, G_TURN]]
    if row[P_SLOT + 4 * tree + side] == 0:
        st[0, G_OPEN + st[0, G_OPENED]] = tree * 4 + side
        st[0, G_OPENED] += 1
        on = tb[X_ON + tb[X_SPECIES + face]]
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
    found: int = row[P_COUNT + species] - st[0, G_YOUNG + on - 1]
    return found


@njit
def mushroom_draws(st: Ints, tb: Ints, species: int, side: int) -> int:
    """Draws that active mushrooms grant for a card; side -1 for a tree (ruling 16)."""
    if side < 0:
        return active(st, 1)
    n = 0
    if tb[X_CLASSES + species] >> C_PAWED & 1:
        n += active(st, 2)
    if side == BOTTOM:
        n += active(st, 3)
    if side == TOP:
        n += active(st, 4)
    return n


@njit
def follow_ups(st: Ints, tb: Ints, species: int, symbol: int, mush: int, earned: int) -> None:
    """Open what a paid card still brings: mushroom draws first, then effect, then bonus."""
    if species == SAPLING:
        if mush > 0:
            push(st, MUSH, mush)
        return
    if earned and tb[X_BONUS + 5 * species + 0]:
        if tb[X_BONUS + 5 * species + 3] >= 0:
            i = push(st, FREE, 0)
            st[0, i + I_CLASS] = tb[X_BONUS + 5 * species + 3]
        else:
            i = push(st, BONUS, 0)
            st[0, i + I_SPECIES] = species
    if tb[X_EFFECT + 5 * species + 0]:
        i = push(st, EFFECT, 0)
        st[0, i + I_SPECIES] = species
    if mush > 0:
        push(st, MUSH, mush)


@njit
def paid(st: Ints, tb: Ints, species: int, symbol: int, mush: int, earned: int) -> None:
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
    if tb[X_KIND + species] == 0:
        push(st, FLIPS, 1)


@njit
def close_list(st: Ints, tb: Ints) -> None:
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
        if tb[X_KIND + entries[k, 0]] == 0:
            flips += 1
    st[0, G_STACKED] -= n + 1
    for k in range(n - 1, -1, -1):
        follow_ups(st, tb, entries[k, 0], entries[k, 1], entries[k, 2], entries[k, 3])
    if flips:
        push(st, FLIPS, flips)


@njit
def decline(st: Ints, tb: Ints) -> None:
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
def carry_out(st: Ints, tb: Ints, do: int, card: int, face: int, tree: int, side: int) -> None:
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
        species = tb[X_TREE + card] if do == A_TREE else SAPLING
        mush = mushroom_draws(st, tb, species, -1)
        add_tree(row, tb, species)
        start_paying(st, tb, species, tb[X_INDEX + species], mush)
    elif do == A_HALF:
        from_hand(st, card)
        species = tb[X_SPECIES + face]
        mush = mushroom_draws(st, tb, species, side)
        grow(st, tb, tree, side, face)
        start_paying(st, tb, species, tb[X_SYMBOL + face], mush)
    elif do == A_PAY:
        from_hand(st, card)
        to_clearing(st, card)
        i = top_of(st)
        symbol = st[0, i + I_SYMBOL]
        if symbol >= 0 and not tb[X_SYMBOLS + card] >> symbol & 1:
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
        species = tb[X_SPECIES + face]
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
def start_paying(st: Ints, tb: Ints, species: int, symbol: int, mush: int) -> None:
    """Ask for the payment of a card that was just laid down."""
    cost = tb[X_COST + species]
    if cost == 0:
        paid(st, tb, species, symbol, mush, 0)
        return
    i = push(st, PAY, cost)
    st[0, i + I_SPECIES] = species
    st[0, i + I_SYMBOL] = symbol
    st[0, i + I_MUSH] = mush
    st[0, i + I_EARNED] = tb[X_BONUS + 5 * species + 0]


@njit
def grant(st: Ints, tb: Ints, species: int, bonus: bool) -> None:
    """An effect or bonus that needs no further choice (rulings 7, 8 and 18)."""
    row = st[1 + st[0, G_TURN]]
    draws = 0
    if bonus:
        draws = tb[X_BONUS + 5 * species + 1]
        st[0, G_GAINED] += tb[X_BONUS + 5 * species + 2]
    else:
        draws = tb[X_EFFECT + 5 * species + 1]
        st[0, G_GAINED] += tb[X_EFFECT + 5 * species + 3]
        if tb[X_EFFECT + 5 * species + 2] == 1:
            draws += row[P_CLASS + C_DEER]
        elif tb[X_EFFECT + 5 * species + 2] == 2:
            draws += row[P_COUNT + HARE]
        if species == BEAR:
            row[P_CAVE] += st[0, G_CLEARED]
            st[0, G_CLEARED] = 0
    if draws > 0:
        push(st, DRAW, draws)


@njit
def take_from(im: Ints, stream: int, number: int) -> int:
    """The next untaken card of a stream's order of the pool, or -1 if none is left."""
    n = im[W_SIZE]
    at = im[W_AT + stream]
    if at < 0:
        at = 0
        for k in range(n):
            im[W_ORDER + CARDS_MOST * stream + k] = k
    seed = im[W_SEED]
    world = im[W_WORLD]
    while at < n:
        j = at + below(counter_hash(seed, world, at, number), n - at)
        k = im[W_ORDER + CARDS_MOST * stream + j]
        im[W_ORDER + CARDS_MOST * stream + j] = im[W_ORDER + CARDS_MOST * stream + at]
        im[W_ORDER + CARDS_MOST * stream + at] = k
        at += 1
        if im[W_TAKEN + k] == 0:
            im[W_TAKEN + k] = 1
            im[W_AT + stream] = at
            im[W_COUNT + im[W_POOL + k]] -= 1
            im[W_LEFT] -= 1
            found: int = im[W_POOL + k]
            return found
    im[W_AT + stream] = at
    return -1


@njit
def next_card(st: Ints, im: Ints, fm: Floats, flip: bool) -> int:
    """Turn up the next card of the deck; -1 if there is none."""
    size = st[0, G_DECK]
    if im[W_LISTED]:
        card = im[W_CARDS + im[W_DECK]]
        im[W_DECK] += 1
        st[0, G_DECK] -= 1
        found: int = card
        return found
    w = st[0, G_WINTERS]
    if w < WINTERS and im[W_WINTER + w] == size:
        st[0, G_DECK] -= 1
        return WINTER
    seat = st[0, G_TURN]
    number = (OWN if seat == 0 else OPPONENT) + 16 * seat
    if flip:
        number = FLIP + 16 * seat
    mean = 0.0
    if im[W_LUCK] and not flip:
        for k in range(CARD_KINDS):
            if im[W_COUNT + k] > 0:
                mean += im[W_COUNT + k] * fm[F_HELD + CARD_KINDS * seat + k]
        mean /= max(1, im[W_LEFT])
    card = take_from(im, 2 * seat + (1 if flip else 0), number)
    if card < 0:
        st[0, G_DECK] = 0
        return -1
    if im[W_LUCK] and not flip:
        fm[F_LUCK + seat] += fm[F_HELD + CARD_KINDS * seat + card] - mean
    st[0, G_DECK] -= 1
    return card


@njit
def note(im: Ints, fm: Floats, do: int, card: int, face: int, tree: int, side: int) -> None:
    """Write a small action into the log, if one is kept."""
    if im[W_LOG]:
        k = im[W_LOGGED]
        im[W_STEPS + ACTION * k + 0] = do
        im[W_STEPS + ACTION * k + 1] = card
        im[W_STEPS + ACTION * k + 2] = face
        im[W_STEPS + ACTION * k + 3] = tree
        im[W_STEPS + ACTION * k + 4] = side
        im[W_LOGGED] += 1


@njit
def can_place(st: Ints, tb: Ints, group: int) -> bool:
    """Whether a hand card with the class can be placed free (ruling 17)."""
    row = st[1 + st[0, G_TURN]]
    for k in range(row[P_HAND]):
        card = row[P_HELD + k]
        for half in range(2):
            face = tb[X_FACE + 2 * card + half]
            if face >= 0:
                species = tb[X_SPECIES + face]
                if tb[X_CLASSES + species] >> group & 1 and any_room(
                    st, tb, tb[X_SIDE + 2 * card + half], species, True
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
    found: bool = st[0, G_DECK] != 0 or st[0, G_CLEARED] > 0
    return found


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
def settle(st: Ints, tb: Ints, im: Ints, fm: Floats) -> None:
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
            card = next_card(st, im, fm, what == FLIPS)
            if card < 0:
                continue
            note(im, fm, A_TURNED, card, -1, -1, -1)
            if card == WINTER:
                st[0, G_WINTERS] += 1
                continue
            if what == FLIPS:
                to_clearing(st, card)
            else:
                to_hand(st, card)
            st[0, i + I_COUNT] -= 1
        elif what == EFFECT and tb[X_EFFECT + 5 * st[0, i + I_SPECIES] + 4] > 0:
            special = tb[X_EFFECT + 5 * st[0, i + I_SPECIES] + 4]
            st[0, G_STACKED] -= 1
            if special == 1:
                k = push(st, GNAT, 0)
                st[0, k + I_CLASS] = C_BAT
            elif special == 2:
                push(st, CAVE, 0)
            else:
                push(st, MOLE, 0)
        elif (
            ((what == FREE or what == GNAT) and not can_place(st, tb, st[0, i + I_CLASS]))
            or (
                what == CAVE
                and (row[P_HAND] == 0 or row[P_HELD + row[P_HAND] - 1] < st[0, i + I_AFTER])
            )
            or (what == MOLE and row[P_HAND] == 0 and count == 0)
        ):
            decline(st, tb)
        else:
            return


@njit
def act(
    st: Ints,
    tb: Ints,
    im: Ints,
    fm: Floats,
    do: int,
    card: int,
    face: int,
    tree: int,
    side: int,
) -> None:
    """A decision and everything that follows by itself."""
    note(im, fm, do, card, face, tree, side)
    if do == A_TREE or do == A_HALF or do == A_SAPLING or do == A_PLACE:
        im[N_STAGE + st[0, G_TURN]] = -1
    carry_out(st, tb, do, card, face, tree, side)
    settle(st, tb, im, fm)


# ================================================================================================
# Score
# ================================================================================================


@njit
def butterfly_points(row: Ints, tb: Ints) -> int:
    """The largest set of different butterflies first (ruling 23)."""
    most = 0
    for k in range(5):
        most = max(most, row[P_COUNT + tb[X_BUTTERFLIES + k]])
    total = 0
    for level in range(most):
        n = 0
        for k in range(5):
            if row[P_COUNT + tb[X_BUTTERFLIES + k]] > level:
                n += 1
        total += tb[X_BUTTERFLY + n]
    return total


@njit
def score_row(row: Ints, tb: Ints, trees: int, lindens: int) -> int:
    """Points of a player; ``trees`` and ``lindens`` are the highest counts of the others."""
    n = row[P_COUNT : P_COUNT + KINDS]
    c = row[P_CLASS : P_CLASS + 9]
    total = row[P_CAVE] + n[BIRCH] + 5 * n[DOUGLAS] + 2 * row[P_AT_FIR]
    if row[P_KINDS] == 8:
        total += 10 * (n[OAK] + n[STRAWBERRIES])
    if n[BEECH] + row[P_BEE + T_BEECH] >= 4:
        total += 5 * n[BEECH]
    if n[CHESTNUT] > 0:
        total += tb[X_CHESTNUT + min(7, n[CHESTNUT] + row[P_BEE + T_CHESTNUT])]
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
    total += tb[X_SALAMANDER + min(3, n[SALAMANDER])] + tb[X_FIREFLIES + min(4, n[FIREFLIES])]
    total += n[STAG] * c[C_PAWED] + 2 * n[ANT] * row[P_BOTTOM]
    found: int = total
    return found


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
def score(st: Ints, tb: Ints, seat: int) -> int:
    """Points of a seat now."""
    trees, lindens = rivals(st, seat)
    return score_row(st[1 + seat], tb, trees, lindens)


# ================================================================================================
# Policy
# ================================================================================================


@njit
def stage_of(st: Ints, br: Floats) -> int:
    """Expected own turns left, 0 .. 40."""
    if st[0, G_TURNS] >= 0:
        found: int = min(STAGES - 1, st[0, G_TURNS])
        return found
    size = st[0, G_DECK]
    pile = st[0, G_PILE]
    w = st[0, G_WINTERS]
    if w == 0:
        cards = size - pile + 1 + 2.0 * pile / 3.0 if size >= pile else 0.75 * (size + 1)
    elif w == 1:
        cards = 2.0 * (size + 1) / 3.0
    else:
        cards = (size + 1) / 2.0
    turns = cards / (st[0, G_PLAYERS] * br[0, B_MISC + M_PER_TURN])
    return max(0, min(STAGES - 1, int(turns + 0.5)))


@njit
def set_step(row: Ints, tb: Ints, species: int) -> float:
    """Points that one more butterfly of the species adds: it joins the next set."""
    level = row[P_COUNT + species]
    n = 0
    for k in range(5):
        if row[P_COUNT + tb[X_BUTTERFLIES + k]] > level:
            n += 1
    return float(tb[X_BUTTERFLY + n + 1] - tb[X_BUTTERFLY + n])


@njit
def marginals(
    row: Ints, tb: Ints, br: Floats, s: int, trees: int, lindens: int, mv: Floats
) -> None:
    """What one more card of each species adds to the softened score, places and slots left aside.

    A Roe Deer is counted with the average symbol.
    """
    n = row[P_COUNT : P_COUNT + KINDS]
    c = row[P_CLASS : P_CLASS + 9]
    total = row[P_TREES] + row[P_BEES]
    miss8 = 8 - row[P_KINDS]
    p8 = br[s, B_EIGHT + miss8]
    next8 = br[s, B_EIGHT + miss8 - 1] if miss8 > 0 else p8
    kind_gain = 10.0 * (n[OAK] + n[STRAWBERRIES]) * (next8 - p8)
    m10 = min(11, max(0, 10 - total))
    p10 = br[s, B_TEN + m10]
    step10 = 10.0 * n[MOSS] * (br[s, B_TEN + m10 - 1] - p10) if m10 > 0 else 0.0
    lead = min(39, max(0, total - trees + 20))
    pwood = br[s, B_TREES + lead]
    step_wood = 10.0 * n[WOODPECKER] * (br[s, B_TREES + lead + 1] - pwood)
    tree = float(n[SYCAMORE] + n[RED_DEER]) + step10 + step_wood

    mv[SAPLING] = tree
    for t in range(8):
        species = TREES[t]
        v = tree + 3.0 * row[P_ROE + t]
        if n[species] == 0:
            v += kind_gain
        mv[species] = v
    mv[BIRCH] += 1.0
    mv[DOUGLAS] += 5.0
    mv[OAK] += 10.0 * (next8 if n[OAK] == 0 else p8)
    mv[SYCAMORE] += row[P_TREES] + 1.0
    mv[SILVER_FIR] += br[0, B_MISC + M_FIR] * s / (s + 5.0)
    own = n[BEECH] + row[P_BEE + T_BEECH]
    mv[BEECH] += 5.0 * (
        (n[BEECH] + 1) * br[s, B_FOUR + max(0, 3 - own)]
        - n[BEECH] * br[s, B_FOUR + max(0, 4 - own)]
    )
    own = n[CHESTNUT] + row[P_BEE + T_CHESTNUT]
    mv[CHESTNUT] += tb[X_CHESTNUT + min(7, own + 1)] - tb[X_CHESTNUT + min(7, own)]
    own = n[LINDEN] + row[P_BEE + T_LINDEN]
    lead = min(39, max(0, own - lindens + 20))
    a = br[s, B_LINDENS + lead]
    b = br[s, B_LINDENS + lead + 1]
    mv[LINDEN] += (n[LINDEN] + 1) * (1.0 + 2.0 * b) - n[LINDEN] * (1.0 + 2.0 * a)

    insect = 2.0 * n[BULLFINCH]
    bird = 3.0 * n[GOSHAWK]
    plant = 2.0 * n[BLACKBERRIES] + n[RED_DEER]
    amphibian = 6.0 * n[FERNS]
    deer = 5.0 * n[WOLF]
    cloven = 3.0 * n[FALLOW]
    bat = float(n[GNATS])
    pawed = float(n[STAG])
    fly = 2.0 * n[HEDGEHOG]
    below_tree = 2.0 * n[ANT]
    proe = 1.0 if n[ROE] > 0 else br[s, B_ROE]
    psqueaker = 1.0 if n[SQUEAKER] > 0 else br[s, B_SQUEAKER]

    for k in range(5):
        species = tb[X_BUTTERFLIES + k]
        mv[species] = insect + fly + set_step(row, tb, species)
    mv[BULLFINCH] = bird + 2.0 * c[C_INSECT]
    mv[CHAFFINCH] = bird
    mv[JAY] = bird + 3.0
    mv[GOSHAWK] = bird + 3.0 * (c[C_BIRD] + 1)
    mv[WOODPECKER] = bird + 10.0 * pwood
    mv[OWL] = bird + 5.0
    mv[SQUIRREL] = pawed

    mv[BLACKBERRIES] = below_tree + plant + 2.0 * (c[C_PLANT] + 1)
    mv[MOSS] = below_tree + plant + 10.0 * p10
    mv[FERNS] = below_tree + plant + 6.0 * c[C_AMPHIBIAN]
    mv[STRAWBERRIES] = below_tree + plant + 10.0 * p8
    mv[TOAD] = below_tree + amphibian
    mv[TURTLE] = below_tree + amphibian + 5.0
    mv[FROG] = below_tree + amphibian + 5.0 * n[GNATS]
    k = n[SALAMANDER]
    mv[SALAMANDER] = (
        below_tree + amphibian + tb[X_SALAMANDER + min(3, k + 1)] - tb[X_SALAMANDER + min(3, k)]
    )
    k = n[FIREFLIES]
    mv[FIREFLIES] = (
        below_tree + insect + tb[X_FIREFLIES + min(4, k + 1)] - tb[X_FIREFLIES + min(4, k)]
    )
    mv[STAG] = below_tree + insect + c[C_PAWED]
    mv[ANT] = below_tree + insect + 2.0 * (row[P_BOTTOM] + 1)
    mv[HEDGEHOG] = below_tree + pawed + 2.0 * c[C_BUTTERFLY]
    mv[MOLES] = below_tree + pawed
    mv[CHANTERELLE] = below_tree + br[s, B_MUSHROOM + 0]
    mv[AGARIC] = below_tree + br[s, B_MUSHROOM + 1]
    mv[PARASOL] = below_tree + br[s, B_MUSHROOM + 2]
    mv[BUN] = below_tree + br[s, B_MUSHROOM + 3]

    kinds = row[P_BATS]
    now = br[s, B_BATS + max(0, 3 - kinds)]
    more = br[s, B_BATS + max(0, 2 - kinds)]
    for k in range(4):
        species = BARBASTELLE
        if k == 1:
            species = BECHSTEIN
        elif k == 2:
            species = LONG_EARED
        elif k == 3:
            species = HORSESHOE
        p = more if n[species] == 0 else now
        mv[species] = bat + 5.0 * ((c[C_BAT] + 1) * p - c[C_BAT] * now)
    mv[GNATS] = insect + c[C_BAT] + 5.0 * n[FROG]
    mv[BEE] = insect + step10 + step_wood
    mv[HARE] = pawed + 2.0 * n[HARE] + 1.0 + 2.0 * n[FOX]
    mv[FOX] = pawed + 2.0 * n[HARE]
    mv[WOLF] = pawed + 5.0 * c[C_DEER]
    mv[LYNX] = pawed + 10.0 * proe
    seen = 0
    for k in range(8):
        seen += row[P_SYMBOL + k]
    mv[ROE] = deer + cloven + 3.0 * (1.0 + seen / 8.0)
    if n[ROE] == 0:
        mv[ROE] += 10.0 * n[LYNX] * (1.0 - proe)
    mv[BOAR] = cloven + 10.0 * psqueaker
    mv[SQUEAKER] = cloven + 1.0
    if n[SQUEAKER] == 0:
        mv[SQUEAKER] += 10.0 * n[BOAR] * (1.0 - psqueaker)
    mv[FALLOW] = deer + cloven + 3.0 * (c[C_CLOVEN] + 1)
    mv[RED_DEER] = deer + cloven + row[P_TREES] + c[C_PLANT]
    mv[MARTEN] = pawed + 5.0 * (row[P_FULL] + br[0, B_MISC + M_MARTEN] * s / (s + 5.0))
    mv[BADGER] = pawed + 2.0
    mv[DORMOUSE] = pawed
    mv[BEAR] = pawed
    mv[RACCOON] = pawed


@njit
def look(row: Ints, tb: Ints, near: Ints) -> None:
    """Places that some species look for.

    0 free tops of Beeches, 1 of Oaks; 2 free slots opposite a bat, 3 opposite a Dormouse;
    4 slots with one Toad; 5, 6 slots with Hares on the left, on the right.
    """
    for k in range(8):
        near[k] = 0
    for t in range(row[P_TREES]):
        s = P_SLOT + 4 * t
        host = row[P_TREE + t]
        if row[s + TOP] == 0:
            if host == BEECH:
                near[0] += 1
            elif host == OAK:
                near[1] += 1
        left = row[s + LEFT] % 256 - 1
        right = row[s + RIGHT] % 256 - 1
        if (left < 0) != (right < 0):
            other = left if left >= 0 else right
            if tb[X_CLASSES + other] >> C_BAT & 1:
                near[2] += 1
            elif other == DORMOUSE:
                near[3] += 1
        if left == HARE:
            near[5] += 1
        if right == HARE:
            near[6] += 1
        if row[s + BOTTOM] == TOAD + 1 + 256:
            near[4] += 1


@njit
def place_bonus(near: Ints, tb: Ints, br: Floats, row: Ints, species: int) -> float:
    """What a good place adds to a half of the species, judged from ``look``."""
    if species == CHAFFINCH:
        return 5.0 if near[0] > 0 else 0.0
    if species == SQUIRREL:
        return 5.0 if near[1] > 0 else 0.0
    if species == DORMOUSE:
        return 15.0 if near[2] > 0 else br[0, B_MISC + M_DORMOUSE]
    if species == TOAD:
        return 10.0 if near[4] > 0 else br[0, B_MISC + M_TOAD]
    if tb[X_CLASSES + species] >> C_BAT & 1 and near[3] > 0:
        return 15.0
    return 0.0


@njit
def think(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int) -> None:
    """Note that forest or stage have changed; value all cards anew now and then."""
    s = stage_of(st, br)
    if im[N_STAGE + seat] == s:
        return
    im[N_STAGE + seat] = s
    im[N_AGE + seat] += 1
    row = st[1 + seat]
    look(row, tb, im[N_NEAR + 8 * seat : N_NEAR + 8 * seat + 8])
    gain_of(st, tb, br, im, fm, seat, -1)
    full = im[N_FULL + seat]
    if full >= 0 and abs(full - s) < REFRESH:
        return
    im[N_FULL + seat] = s
    mean = 0.0
    weight = 0
    for species in range(KINDS - 1):
        if tb[X_KIND + species] > 0:
            gain_of(st, tb, br, im, fm, seat, species)
            at = F_PART + 3 * species
            near = im[N_NEAR + 8 * seat : N_NEAR + 8 * seat + 8]
            fm[at] = place_bonus(near, tb, br, row, species)
            fm[at + 1] = effect_value(st, tb, br, im, fm, seat, species, 6)
            guess = bonus_guess(tb, br, im, fm, seat, species)
            fm[at + 2] = guess - tb[X_COST + species] * br[s, B_BASE]
    for card in range(WINTER):
        v = held_value(st, tb, br, im, fm, seat, card, False)
        fm[F_HELD + CARD_KINDS * seat + card] = v
        mean += v * tb[X_COPIES + card]
        weight += tb[X_COPIES + card]
    fm[F_MEAN + seat] = mean / weight


@njit
def slot_gain(row: Ints, tb: Ints, br: Floats, s: int, species: int) -> float:
    """Worth of the slots that a tree opens, or of the one that a half fills (negative)."""
    top = B_SLOT + min(14, row[P_FREE + TOP])
    sides = B_SLOT + 16 + min(13, row[P_FREE + LEFT] + row[P_FREE + RIGHT])
    bottom = B_SLOT + 32 + min(14, row[P_FREE + BOTTOM])
    kind = tb[X_KIND + species]
    if kind == 0:
        opened: float = br[s, top + 1] - br[s, top] + br[s, bottom + 1] - br[s, bottom]
        opened += br[s, sides + 2] - br[s, sides]
        return opened
    at = top if kind == 1 else (sides if kind == 2 else bottom)
    at = max(at, B_SLOT + 16 * (kind - 1) + 1)
    filled: float = br[s, at - 1] - br[s, at]
    return filled


@njit
def gain_of(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, species: int) -> float:
    """What a card of the species adds to the worth of a forest, place and symbol left aside.

    Worked out once a change of the forest; species -1 works out the marginals without it.
    """
    at = KINDS * seat + species
    v: float = 0.0
    if species >= 0:
        if im[N_GAINED + at] == im[N_AGE + seat]:
            known: float = fm[F_GAIN + at]
            return known
        im[N_GAINED + at] = im[N_AGE + seat]
    s = im[N_STAGE + seat]
    row = st[1 + seat]
    mv = fm[F_WORK + KINDS * seat : F_WORK + KINDS * seat + KINDS]
    after = fm[F_AFTER : F_AFTER + KINDS]
    tree = species >= 0 and tb[X_KIND + species] == 0
    if tree:
        count_tree(row, tb, species, 1)
    elif species >= 0:
        count_dweller(row, tb, species, 1)
    trees, lindens = rivals(st, seat)
    marginals(row, tb, br, s, trees, lindens, after)
    v = 0.0
    for t in range(KINDS):
        if after[t] > br[0, B_OVER + t]:
            v += br[s, B_RATE + t] * (after[t] - br[0, B_OVER + t])
    if species < 0:
        for t in range(KINDS):
            mv[t] = after[t]
        fm[F_NOW + seat] = v
        return v
    if tree:
        count_tree(row, tb, species, -1)
    else:
        count_dweller(row, tb, species, -1)
    v += slot_gain(row, tb, br, s, species)
    at = F_CROSS + KINDS * (KINDS * seat + species)
    for t in range(KINDS):
        fm[at + t] = after[t] - mv[t]
    v += mv[species] - fm[F_NOW + seat]
    if species == ROE:
        seen = 0
        for k in range(8):
            seen += row[P_SYMBOL + k]
        v -= 3.0 * (1.0 + seen / 8.0)
    fm[F_GAIN + KINDS * seat + species] = v
    return v


@njit
def symbol_gain(br: Floats, row: Ints, s: int, species: int, symbol: int) -> float:
    """What the symbol of a half adds to its species: to Roe Deer, itself one or not."""
    if symbol < 0:
        return 0.0
    v = 3.0 * row[P_ROE + symbol]
    if species == ROE:
        v += 3.0 * (1.0 + row[P_SYMBOL + symbol]) + br[0, B_MISC + M_ROE] * s / (s + 10.0)
    gain: float = v
    return gain


@njit
def face_gain(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, face: int) -> float:
    """Gain of a half wherever it lies: its species, and its symbol for Roe Deer."""
    species = tb[X_SPECIES + face]
    gain: float = gain_of(st, tb, br, im, fm, seat, species)
    return gain + symbol_gain(br, st[1 + seat], im[N_STAGE + seat], species, tb[X_SYMBOL + face])


@njit
def effect_value(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, species: int, spent: int
) -> float:
    """Worth of a card's effect when ``spent`` cards have left the hand (itself included)."""
    if tb[X_EFFECT + 5 * species + 0] == 0:
        return 0.0
    row = st[1 + seat]
    s = im[N_STAGE + seat]
    draws = tb[X_EFFECT + 5 * species + 1]
    if tb[X_EFFECT + 5 * species + 2] == 1:
        draws += row[P_CLASS + C_DEER]
    elif tb[X_EFFECT + 5 * species + 2] == 2:
        draws += row[P_COUNT + HARE]
    room = max(0, HAND_LIMIT - row[P_HAND] + spent)
    v = min(draws, room) * (fm[F_MEAN + seat] + br[0, B_MISC + M_DRAW])
    v += tb[X_EFFECT + 5 * species + 3] * br[s, B_TURN]
    if species == BEAR:
        v += min(12, st[0, G_CLEARED] + tb[X_COST + BEAR])
    elif species == RACCOON:
        v += br[0, B_MISC + M_RACCOON]
    elif species == MOLES:
        v += br[0, B_MISC + M_MOLE] * br[s, B_TURN]
    found: float = v
    return found


@njit
def held_value(
    st: Ints,
    tb: Ints,
    br: Floats,
    im: Ints,
    fm: Floats,
    seat: int,
    card: int,
    with_hand: bool,
) -> float:
    """What a card is worth in hand; ``with_hand``: pairs with the other hand cards looked at.

    Without the hand it uses what ``think`` has noted about species.
    """
    s = im[N_STAGE + seat]
    row = st[1 + seat]
    best = -50.0
    tree = tb[X_TREE + card]
    if tree >= 0:
        v = gain_of(st, tb, br, im, fm, seat, tree) + 3.0 * row[P_ROE + tb[X_INDEX + tree]]
        if with_hand:
            v += hand_pairs(im, fm, br, seat, tree)
        v += effect_value(st, tb, br, im, fm, seat, tree, 6) - tb[X_COST + tree] * br[s, B_BASE]
        v += bonus_guess(tb, br, im, fm, seat, tree)
        best = v
    else:
        for half in range(2):
            face = tb[X_FACE + 2 * card + half]
            if face < 0:
                continue
            species = tb[X_SPECIES + face]
            if not with_hand:
                v = fm[F_GAIN + KINDS * seat + species] + symbol_gain(
                    br, row, s, species, tb[X_SYMBOL + face]
                )
                at = F_PART + 3 * species
                best = max(best, v + fm[at] + fm[at + 1] + fm[at + 2])
                continue
            v = face_gain(st, tb, br, im, fm, seat, face)
            near = im[N_NEAR + 8 * seat : N_NEAR + 8 * seat + 8]
            v += place_bonus(near, tb, br, row, species)
            v += hand_pairs(im, fm, br, seat, species)
            v += effect_value(st, tb, br, im, fm, seat, species, 6)
            v += bonus_guess(tb, br, im, fm, seat, species) - tb[X_COST + species] * br[s, B_BASE]
            best = max(best, v)
    found: float = br[s, B_BASE] + br[s, B_KAP] * max(0.0, best - br[s, B_HOLD])
    return found


@njit
def bonus_value(tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, species: int) -> float:
    """Worth of an earned bonus without a free placement."""
    s = im[N_STAGE + seat]
    found: float = tb[X_BONUS + 5 * species + 1] * (fm[F_MEAN + seat] + br[0, B_MISC + M_DRAW]) + (
        tb[X_BONUS + 5 * species + 2] * br[s, B_TURN]
    )
    return found


@njit
def bonus_guess(tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, species: int) -> float:
    """A share of the bonus for a card that is only held."""
    if tb[X_BONUS + 5 * species + 0] == 0:
        return 0.0
    s = im[N_STAGE + seat]
    v = bonus_value(tb, br, im, fm, seat, species)
    if tb[X_BONUS + 5 * species + 3] >= 0:
        v += br[s, B_TURN]
    found: float = br[0, B_MISC + M_BONUS] * v
    return found


@njit
def hand_pairs(im: Ints, fm: Floats, br: Floats, seat: int, species: int) -> float:
    """What the other hand cards would gain from the species, and it from them."""
    v = 0.0
    for n in range(im[N_LIST]):
        t = im[N_LIST + 1 + n]
        k = im[N_HAND + t]
        if t == species:
            k -= 1
        if k > 0:
            v += k * fm[F_CROSS + KINDS * (KINDS * seat + species) + t]
    found: float = br[0, B_MISC + M_HAND] * v
    return found


@njit
def value_hand(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int) -> None:
    """Work out the hand's halves by species and the values of its cards for the seat's hand."""
    row = st[1 + seat]
    for t in range(KINDS):
        im[N_HAND + t] = 0
    for k in range(row[P_HAND]):
        card = row[P_HELD + k]
        if tb[X_TREE + card] >= 0:
            im[N_HAND + tb[X_TREE + card]] += 1
        else:
            for half in range(2):
                face = tb[X_FACE + 2 * card + half]
                if face >= 0:
                    im[N_HAND + tb[X_SPECIES + face]] += 1
    n = 0
    for t in range(KINDS):
        if im[N_HAND + t] > 0:
            n += 1
            im[N_LIST + n] = t
    im[N_LIST] = n
    for k in range(row[P_HAND]):
        fm[F_VALUE + k] = held_value(st, tb, br, im, fm, seat, row[P_HELD + k], True)


@njit
def place_value(
    st: Ints,
    tb: Ints,
    br: Floats,
    im: Ints,
    fm: Floats,
    species: int,
    side: int,
    t: int,
    free: bool,
) -> float:
    """What the slot of tree ``t`` adds to a half of the species; -1e9 where it may not lie."""
    seat = st[0, G_TURN]
    row = st[1 + seat]
    s = im[N_STAGE + seat]
    at = P_SLOT + 4 * t + side
    kind = 0 if side == TOP else (2 if side == BOTTOM else 1)
    v = 0.0
    if row[at] == 0:
        filled = 0
        for k in range(4):
            if row[P_SLOT + 4 * t + k] != 0:
                filled += 1
        if filled == 3:
            v += 5.0 * row[P_COUNT + MARTEN] + br[0, B_MISC + M_FULL]
        else:
            v += 0.02 * filled
    else:
        if not may_enter(st, tb, t, side, species, free):
            return -1e9
        count = row[P_FREE + side]
        if kind == 1:
            count = row[P_FREE + LEFT] + row[P_FREE + RIGHT]
        count = max(1, min(14, count))
        v += br[s, B_SLOT + 16 * kind + count] - br[s, B_SLOT + 16 * kind + count - 1]
        if species == TOAD:
            v += 10.0
    host = row[P_TREE + t]
    if host == SILVER_FIR:
        v += 2.0
    if side == TOP:
        if host == BEECH:
            v += 5.0 if species == CHAFFINCH else -br[0, B_MISC + M_KEEP_BEECH]
        elif host == OAK:
            v += 5.0 if species == SQUIRREL else -br[0, B_MISC + M_KEEP_OAK]
    elif kind == 1:
        other = row[P_SLOT + 4 * t + (RIGHT if side == LEFT else LEFT)] % 256 - 1
        bat = other >= 0 and tb[X_CLASSES + max(0, other)] >> C_BAT & 1 == 1
        if species == DORMOUSE:
            if other < 0:
                v += br[0, B_MISC + M_DORMOUSE]
            elif bat:
                v += 15.0
        elif other == DORMOUSE:
            if tb[X_CLASSES + species] >> C_BAT & 1:
                v += 15.0
            elif row[at] == 0:
                v -= br[0, B_MISC + M_DORMOUSE]
        elif bat and row[at] == 0:
            v -= 0.5
        if species == BEE:
            n = row[P_COUNT : P_COUNT + KINDS]
            if host == LINDEN:
                _, lindens = rivals(st, seat)
                own = n[LINDEN] + row[P_BEE + T_LINDEN]
                lead = B_LINDENS + min(39, max(0, own - lindens + 20))
                v += 2.0 * n[LINDEN] * (br[s, lead + 1] - br[s, lead])
            elif host == BEECH:
                own = n[BEECH] + row[P_BEE + T_BEECH]
                v += (
                    5.0
                    * n[BEECH]
                    * (br[s, B_FOUR + max(0, 3 - own)] - br[s, B_FOUR + max(0, 4 - own)])
                )
            elif host == CHESTNUT:
                own = n[CHESTNUT] + row[P_BEE + T_CHESTNUT]
                v += tb[X_CHESTNUT + min(7, own + 1)] - tb[X_CHESTNUT + min(7, own)]
    if species == TOAD and im[N_NEAR + 8 * seat + 4] == 0:
        v += br[0, B_MISC + M_TOAD]
    return v


@njit
def best_place(
    st: Ints,
    tb: Ints,
    br: Floats,
    im: Ints,
    fm: Floats,
    species: int,
    side: int,
    free: bool,
) -> tuple[int, float]:
    """The best slot of the acting player for a half, and what the place adds; (-1, 0) if none."""
    row = st[1 + st[0, G_TURN]]
    if row[P_FREE + side] == 0 and tb[X_SHARE + species] < 2:
        return -1, 0.0
    best = -1
    best_v = -1e8
    for t in range(row[P_TREES]):
        v = place_value(st, tb, br, im, fm, species, side, t, free)
        if v > best_v:
            best_v = v
            best = t
    if best < 0:
        return -1, 0.0
    return best, best_v


@njit
def cheapest(
    st: Ints, tb: Ints, im: Ints, fm: Floats, skip: int, count: int, symbol: int, after: int
) -> float:
    """Total held value of the cheapest ``count`` hand cards, ``N_PAY`` filled with places.

    ``skip`` is the place of the played card (-1: none); ``symbol`` -1 or the tree index all must
    show; cards below ``after`` are not taken. 1e6 if there are not enough.
    """
    row = st[1 + st[0, G_TURN]]
    total = 0.0
    im[N_PAY + 0] = 0
    for c in range(count):
        best = -1
        for k in range(row[P_HAND]):
            card = row[P_HELD + k]
            if k == skip or card < after:
                continue
            if symbol >= 0 and not tb[X_SYMBOLS + card] >> symbol & 1:
                continue
            chosen = False
            for j in range(c):
                if im[N_PAY + 1 + j] == k:
                    chosen = True
            if not chosen and (best < 0 or fm[F_VALUE + k] < fm[F_VALUE + best]):
                best = k
        if best < 0:
            return 1e6
        im[N_PAY + 1 + c] = best
        total += fm[F_VALUE + best]
    im[N_PAY + 0] = count
    return total


@njit
def free_gain(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, group: int, skip: int, paid_from: int
) -> tuple[float, int, int, int, int]:
    """The best free placement of a class: (gain, card, face, tree, side); card -1 if none.

    ``skip``: place of a card that will be gone; cards in ``im[N_PAY + 1 : 1 + paid_from]`` too.
    """
    seat = st[0, G_TURN]
    row = st[1 + seat]
    best = -1e9
    card_b = -1
    face_b = -1
    tree_b = -1
    side_b = -1
    for k in range(row[P_HAND]):
        if k == skip:
            continue
        gone = False
        for j in range(paid_from):
            if im[N_PAY + 1 + j] == k:
                gone = True
        if gone:
            continue
        card = row[P_HELD + k]
        for half in range(2):
            face = tb[X_FACE + 2 * card + half]
            if face < 0:
                continue
            species = tb[X_SPECIES + face]
            if not tb[X_CLASSES + species] >> group & 1:
                continue
            side = tb[X_SIDE + 2 * card + half]
            tree, more = best_place(st, tb, br, im, fm, species, side, True)
            if tree < 0:
                continue
            v = face_gain(st, tb, br, im, fm, seat, face) + more - fm[F_VALUE + k]
            v += hand_pairs(im, fm, br, seat, species)
            if v > best:
                best = v
                card_b = card
                face_b = face
                tree_b = tree
                side_b = side
    return best, card_b, face_b, tree_b, side_b


@njit
def play_gain(
    st: Ints,
    tb: Ints,
    br: Floats,
    im: Ints,
    fm: Floats,
    k: int,
    face: int,
    side: int,
    where: int,
    how: int,
    keep: Ints,
) -> tuple[float, int]:
    """Gain of playing hand card ``k`` (face -1: its tree, -2: sapling), its payment chosen.

    ``where``: tree of the slot, -1: the best. ``how``: 0 the better payment, 1 the cheapest, 2 the
    cheapest that earns the bonus. Returns (gain, tree of the slot), a gain of -1e9 when it cannot
    be played; ``keep`` receives the payment (count, places).
    """
    seat = st[0, G_TURN]
    row = st[1 + seat]
    card = row[P_HELD + k]
    tree = -1
    if face == -2:
        keep[0] = 0
        v = gain_of(st, tb, br, im, fm, seat, SAPLING) - fm[F_VALUE + k]
        return v - br[0, B_MISC + M_FLIP], -1
    if face == -1:
        species = tb[X_TREE + card]
        symbol = tb[X_INDEX + species]
        v = gain_of(st, tb, br, im, fm, seat, species) + 3.0 * row[P_ROE + symbol]
        v -= br[0, B_MISC + M_FLIP]
    else:
        species = tb[X_SPECIES + face]
        symbol = tb[X_SYMBOL + face]
        if where < 0:
            tree, more = best_place(st, tb, br, im, fm, species, side, False)
        else:
            tree = where
            more = place_value(st, tb, br, im, fm, species, side, where, False)
        if tree < 0 or more < -1e8:
            return -1e9, -1
        v = face_gain(st, tb, br, im, fm, seat, face) + more
    cost = tb[X_COST + species]
    if cost > row[P_HAND] - 1:
        return -1e9, -1
    v += hand_pairs(im, fm, br, seat, species)
    v += effect_value(st, tb, br, im, fm, seat, species, 1 + cost) - fm[F_VALUE + k]
    v += min(mushroom_draws(st, tb, species, side), HAND_LIMIT - row[P_HAND] + 1 + cost) * (
        fm[F_MEAN + seat] + br[0, B_MISC + M_DRAW]
    )
    best = -1e9
    for earn in range(2):
        if earn + 1 == 3 - how:
            continue
        if earn == 1 and (cost == 0 or tb[X_BONUS + 5 * species] == 0 or symbol < 0):
            continue
        spent = cheapest(st, tb, im, fm, k, cost, symbol if earn else -1, -1)
        if spent > 1e5:
            continue
        w = v - spent - gift(st, tb, br, im, fm, cost)
        if earn:
            w += bonus_value(tb, br, im, fm, seat, species)
            if tb[X_BONUS + 5 * species + 3] >= 0:
                extra, _, _, _, _ = free_gain(
                    st, tb, br, im, fm, tb[X_BONUS + 5 * species + 3], k, cost
                )
                w += max(0.0, extra)
        if w > best:
            best = w
            keep[0] = cost
            for j in range(cost):
                keep[1 + j] = im[N_PAY + 1 + j]
    return best, tree


@njit
def gift(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, cost: int) -> float:
    """What the planned payment in the clearing is worth to the next player."""
    if st[0, G_PLAYERS] < 2 or st[0, G_CLEARED] + cost >= CLEARING_LIMIT:
        return 0.0
    seat = st[0, G_TURN]
    other = (seat + 1) % st[0, G_PLAYERS]
    if im[N_FULL + other] < 0:
        return 0.0
    row = st[1 + seat]
    v = 0.0
    for j in range(cost):
        v += max(
            0.0,
            fm[F_HELD + CARD_KINDS * other + row[P_HELD + im[N_PAY + 1 + j]]] - fm[F_MEAN + other],
        )
    found: float = br[0, B_MISC + M_GIFT] * v
    return found


@njit
def best_play(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, sapling: bool, act_on: Ints
) -> float:
    """The best play of the hand; ``act_on`` = do, card, face, tree, side, payment count, places."""
    seat = st[0, G_TURN]
    row = st[1 + seat]
    best = -1e9
    keep = np.zeros(16, np.int64)
    last = -1
    low = 0
    for k in range(row[P_HAND] + 1):
        card = -1
        if k < row[P_HAND]:
            if fm[F_VALUE + k] < fm[F_VALUE + low]:
                low = k
            card = row[P_HELD + k]
            if card == last:
                continue
            last = card
        elif not sapling or row[P_HAND] == 0:
            continue
        for half in range(2):
            face = -2
            side = -1
            do = A_SAPLING
            at = low
            if card >= 0:
                at = k
                face = tb[X_FACE + 2 * card + half]
                side = tb[X_SIDE + 2 * card + half]
                do = A_HALF
                if face < 0:
                    do = A_TREE
            if half == 1 and do != A_HALF:
                continue
            v, tree = play_gain(st, tb, br, im, fm, at, face, side, -1, 0, keep)
            if card < 0:
                v += min(active(st, 1), HAND_LIMIT - row[P_HAND] + 1) * fm[F_MEAN + seat]
            if v > best:
                best = v
                choose(act_on, do, row[P_HELD + at], face, tree, side, keep)
                if do != A_HALF:
                    act_on[2] = -1
    return best


@njit
def choose(act_on: Ints, do: int, card: int, face: int, tree: int, side: int, keep: Ints) -> None:
    """Write a decision into ``act_on``."""
    act_on[0] = do
    act_on[1] = card
    act_on[2] = face
    act_on[3] = tree
    act_on[4] = side
    act_on[5] = keep[0]
    for j in range(keep[0]):
        act_on[6 + j] = keep[1 + j]


@njit
def best_draw(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, second: bool, act_on: Ints
) -> float:
    """Gain of the draw action (both draws; ``second``: one) and its next card."""
    seat = st[0, G_TURN]
    row = st[1 + seat]
    act_on[5] = 0
    act_on[2] = -1
    act_on[3] = -1
    act_on[4] = -1
    first = -1e9
    runner = -1e9
    card_b = -1
    for k in range(st[0, G_CLEARED]):
        card = st[0, G_CLEARING + k]
        if card >= WINTER:
            continue
        v = held_value(st, tb, br, im, fm, seat, card, True)
        if v > first:
            runner = first
            first = v
            card_b = card
        elif v > runner:
            runner = v
    mean = fm[F_MEAN + seat] + br[0, B_MISC + M_DRAW]
    if st[0, G_DECK] == 0:
        mean = -1e6
    act_on[0] = A_CARD
    act_on[1] = card_b
    if mean > first:
        act_on[0] = A_DECK
        act_on[1] = -1
    total = max(mean, first)
    if not second and row[P_HAND] < HAND_LIMIT - 1:
        more = max(min(mean, first), runner) if mean < first else mean
        if more > -1e5:
            total += more
    found: float = total
    return found


@njit
def pay_next(st: Ints, tb: Ints, im: Ints, fm: Floats, act_on: Ints) -> None:
    """Choose the next payment card of a PAY item: planned, or the cheapest that can follow."""
    i = top_of(st)
    after = st[0, i + I_AFTER]
    count = st[0, i + I_COUNT]
    spent = cheapest(st, tb, im, fm, -1, count, -1, max(after, 0))
    if st[0, i + I_EARNED] and st[0, i + I_SYMBOL] >= 0:
        a = spent
        spent = cheapest(st, tb, im, fm, -1, count, st[0, i + I_SYMBOL], max(after, 0))
        if spent > a + 3.0:
            cheapest(st, tb, im, fm, -1, count, -1, max(after, 0))
    row = st[1 + st[0, G_TURN]]
    low = im[N_PAY + 1]
    for j in range(count):
        low = min(low, im[N_PAY + 1 + j])
    act_on[0] = A_PAY
    act_on[1] = row[P_HELD + low]


@njit
def decide(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, act_on: Ints) -> None:
    """The policy's next decision in ``act_on`` (do, card, face, tree, side, payment)."""
    seat = st[0, G_TURN]
    row = st[1 + seat]
    what = 0
    i = G_STACK
    if st[0, G_STACKED] > 0:
        i = top_of(st)
        what = st[0, i + I_WHAT]
    act_on[5] = 0
    for j in range(1, 5):
        act_on[j] = -1
    act_on[0] = A_DECLINE
    if what == MUSH:
        act_on[0] = A_MUSH
        return
    if what == EFFECT:
        act_on[0] = A_EFFECT
        return
    if what == BONUS:
        act_on[0] = A_BONUS
        return
    think(st, tb, br, im, fm, seat)
    value_hand(st, tb, br, im, fm, seat)
    if what == 0 or what == MOLE:
        take = 0.0
        if what == 0:
            take = -1e8
            if can_take(st):
                take = best_draw(st, tb, br, im, fm, st[0, G_DRAWN] > 0, act_on)
            if st[0, G_DRAWN]:
                return
        if row[P_HAND] == 0:
            return
        other = np.zeros(32, np.int64)
        v = best_play(st, tb, br, im, fm, what == 0, other)
        if v > take:
            for j in range(22):
                act_on[j] = other[j]
    elif what == PAY:
        pay_next(st, tb, im, fm, act_on)
    elif what == FREE or what == GNAT:
        v, card, face, tree, side = free_gain(st, tb, br, im, fm, st[0, i + I_CLASS], -1, 0)
        if card >= 0 and v > 0.0:
            act_on[0] = A_PLACE
            act_on[1] = card
            act_on[2] = face
            act_on[3] = tree
            act_on[4] = side
    elif what == CAVE:
        limit = 1.0 + fm[F_MEAN + seat] if st[0, G_DECK] > 0 else 1.0
        for k in range(row[P_HAND]):
            if row[P_HELD + k] >= st[0, i + I_AFTER] and fm[F_VALUE + k] < limit:
                act_on[0] = A_CAVE
                act_on[1] = row[P_HELD + k]
                return


# ================================================================================================
# The greedy player, a reference
# ================================================================================================


@njit
def points_of(st: Ints, tb: Ints, spare: Ints, card: int, group: int, free: bool, out: Ints) -> int:
    """Most points that a card could add now; ``out`` = do, face, tree, side, cost.

    ``group``: class of a free placement, or NO_CLASS. -1000 when it fits nowhere.
    """
    seat = st[0, G_TURN]
    row = st[1 + seat]
    trees, lindens = rivals(st, seat)
    now = score_row(row, tb, trees, lindens)
    best = -1000
    tree_card = tb[X_TREE + card]
    if tree_card >= 0:
        if group == NO_CLASS:
            spare[:] = row
            add_tree(spare, tb, tree_card)
            best = score_row(spare, tb, trees, lindens) - now
            out[0] = A_TREE
            out[1] = -1
            out[2] = -1
            out[3] = -1
            out[4] = tb[X_COST + tree_card]
        return best
    for half in range(2):
        face = tb[X_FACE + 2 * card + half]
        if face < 0:
            continue
        species = tb[X_SPECIES + face]
        if group != NO_CLASS and not tb[X_CLASSES + species] >> group & 1:
            continue
        side = tb[X_SIDE + 2 * card + half]
        for t in range(row[P_TREES]):
            if not may_enter(st, tb, t, side, species, free):
                continue
            spare[:] = row
            add_half(spare, tb, t, side, face)
            v = score_row(spare, tb, trees, lindens) - now
            if v > best or (v == best and tb[X_COST + species] < out[4]):
                best = v
                out[0] = A_HALF
                out[1] = face
                out[2] = t
                out[3] = side
                out[4] = tb[X_COST + species]
    return best


@njit
def greedy_play(st: Ints, tb: Ints, im: Ints, fm: Floats, spare: Ints, act_on: Ints) -> int:
    """The play with the most points now; ties by cost, then by card. Values the hand."""
    row = st[1 + st[0, G_TURN]]
    out = np.zeros(8, np.int64)
    best = -1000
    cost = 0
    place = -1
    for k in range(row[P_HAND]):
        v = points_of(st, tb, spare, row[P_HELD + k], NO_CLASS, False, out)
        fm[F_VALUE + k] = max(-1.0, float(v))
        if out[4] > row[P_HAND] - 1:
            continue
        if v > best or (v == best and v > -1000 and out[4] < cost):
            best = v
            cost = out[4]
            place = k
            act_on[0] = out[0]
            act_on[1] = row[P_HELD + k]
            act_on[2] = out[1]
            act_on[3] = out[2]
            act_on[4] = out[3]
    act_on[5] = 0
    if best > -1000:
        species = tb[X_TREE + act_on[1]] if act_on[2] < 0 else tb[X_SPECIES + act_on[2]]
        symbol = tb[X_INDEX + species] if act_on[2] < 0 else tb[X_SYMBOL + act_on[2]]
        spent = 1e6
        if tb[X_BONUS + 5 * species + 0] and symbol >= 0:
            spent = cheapest(st, tb, im, fm, place, cost, symbol, -1)
        if spent > 1e5:
            cheapest(st, tb, im, fm, place, cost, -1, -1)
        act_on[5] = cost
        for j in range(cost):
            act_on[6 + j] = im[N_PAY + 1 + j]
    return best


@njit
def greedy_decide(st: Ints, tb: Ints, im: Ints, fm: Floats, act_on: Ints) -> None:
    """Most points now; draws when nothing scores, the clearing card that would score most."""
    row = st[1 + st[0, G_TURN]]
    spare = np.zeros(ROW, np.int64)
    out = np.zeros(8, np.int64)
    act_on[5] = 0
    for j in range(1, 5):
        act_on[j] = -1
    if st[0, G_STACKED] == 0:
        best = -1000
        other = np.zeros(32, np.int64)
        if st[0, G_DRAWN] == 0 and row[P_HAND] > 0:
            best = greedy_play(st, tb, im, fm, spare, other)
        can = can_take(st)
        if best <= 0 and can:
            act_on[0] = A_DECK
            most = 0
            for k in range(st[0, G_CLEARED]):
                card = st[0, G_CLEARING + k]
                v = points_of(st, tb, spare, card, NO_CLASS, False, out) if card < WINTER else 0
                if v > most or (st[0, G_DECK] == 0 and act_on[0] == A_DECK):
                    most = v
                    act_on[0] = A_CARD
                    act_on[1] = card
            return
        if best > -1000:
            for j in range(22):
                act_on[j] = other[j]
            return
        act_on[0] = A_SAPLING
        act_on[1] = row[P_HELD]
        return
    i = top_of(st)
    what = st[0, i + I_WHAT]
    act_on[0] = A_DECLINE
    if what == MUSH:
        act_on[0] = A_MUSH
    elif what == EFFECT:
        act_on[0] = A_EFFECT
    elif what == BONUS:
        act_on[0] = A_BONUS
    elif what == PAY:
        for k in range(row[P_HAND]):
            fm[F_VALUE + k] = 0.0
        pay_next(st, tb, im, fm, act_on)
    elif what == FREE or what == GNAT:
        most = -1
        for k in range(row[P_HAND]):
            card = row[P_HELD + k]
            v = points_of(st, tb, spare, card, st[0, i + I_CLASS], True, out)
            if v > most:
                most = v
                act_on[0] = A_PLACE
                act_on[1] = card
                act_on[2] = out[1]
                act_on[3] = out[2]
                act_on[4] = out[3]
    elif what == CAVE:
        for k in range(row[P_HAND]):
            card = row[P_HELD + k]
            if card < st[0, i + I_AFTER]:
                continue
            if points_of(st, tb, spare, card, NO_CLASS, False, out) <= 1:
                act_on[0] = A_CAVE
                act_on[1] = card
                return
    elif what == MOLE and row[P_HAND] > 0:
        other = np.zeros(32, np.int64)
        if greedy_play(st, tb, im, fm, spare, other) > 0:
            for j in range(22):
                act_on[j] = other[j]


@njit
def perform(st: Ints, tb: Ints, im: Ints, fm: Floats, act_on: Ints) -> None:
    """Carry out a decision and its planned payment (in canonical order)."""
    row = st[1 + st[0, G_TURN]]
    n = act_on[5]
    cards = np.zeros(n, np.int64)
    for j in range(n):
        cards[j] = row[P_HELD + act_on[6 + j]]
    for j in range(1, n):
        for k in range(j, 0, -1):
            if cards[k] < cards[k - 1]:
                low = cards[k]
                cards[k] = cards[k - 1]
                cards[k - 1] = low
    for j in range(-1, n):
        if j >= 0:
            act_on[0] = A_PAY
            act_on[1] = cards[j]
        act(st, tb, im, fm, act_on[0], act_on[1], act_on[2], act_on[3], act_on[4])
        act_on[2] = -1
        act_on[3] = -1
        act_on[4] = -1


# ================================================================================================
# Playouts
# ================================================================================================

FEATURES = 12


@njit
def features(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, seat: int, out: Floats) -> None:
    """What the points still to come of a seat are fitted on, see ``FEATURE_NAMES``."""
    think(st, tb, br, im, fm, seat)
    row = st[1 + seat]
    s = im[N_STAGE + seat]
    trees, lindens = rivals(st, seat)
    n = row[P_COUNT : P_COUNT + KINDS]
    value_hand(st, tb, br, im, fm, seat)
    total = 0.0
    first = 0.0
    second = 0.0
    third = 0.0
    for k in range(row[P_HAND]):
        v = fm[F_VALUE + k]
        total += v
        if v > first:
            third = second
            second = first
            first = v
        elif v > second:
            third = second
            second = v
        elif v > third:
            third = v
    soft = 0.0
    miss = 8 - row[P_KINDS]
    if miss > 0:
        soft += 10.0 * (n[OAK] + n[STRAWBERRIES]) * br[s, B_EIGHT + miss]
    own = n[BEECH] + row[P_BEE + T_BEECH]
    if own < 4:
        soft += 5.0 * n[BEECH] * br[s, B_FOUR + 4 - own]
    if n[ROE] == 0:
        soft += 10.0 * n[LYNX] * br[s, B_ROE]
    if n[SQUEAKER] == 0:
        soft += 10.0 * n[BOAR] * br[s, B_SQUEAKER]
    if row[P_BATS] < 3:
        soft += 5.0 * row[P_CLASS + C_BAT] * br[s, B_BATS + 3 - row[P_BATS]]
    if row[P_TREES] + row[P_BEES] < 10:
        soft += 10.0 * n[MOSS] * br[s, B_TEN + 10 - row[P_TREES] - row[P_BEES]]
    own = n[LINDEN] + row[P_BEE + T_LINDEN]
    lead = min(40, max(0, own - lindens + 20))
    soft += 2.0 * n[LINDEN] * (br[s, B_LINDENS + lead] - (1.0 if own >= lindens else 0.0))
    own = row[P_TREES] + row[P_BEES]
    lead = min(40, max(0, own - trees + 20))
    soft += 10.0 * n[WOODPECKER] * (br[s, B_TREES + lead] - (1.0 if own >= trees else 0.0))
    top = br[s, B_SLOT + 16 * 0 + min(15, row[P_FREE + TOP])]
    side = br[s, B_SLOT + 16 * 1 + min(15, row[P_FREE + LEFT] + row[P_FREE + RIGHT])]
    bottom = br[s, B_SLOT + 16 * 2 + min(15, row[P_FREE + BOTTOM])]
    clearing = 0.0
    if st[0, G_TURN] == seat:
        for k in range(st[0, G_CLEARED]):
            card = st[0, G_CLEARING + k]
            if card < WINTER:
                clearing = max(clearing, fm[F_HELD + CARD_KINDS * seat + card] - fm[F_MEAN + seat])
    out[0] = 1.0
    out[1] = soft
    out[2] = fm[F_NOW + seat]
    out[3] = top + side + bottom
    out[4] = total
    out[5] = first
    out[6] = second + third
    out[7] = row[P_HAND]
    out[8] = fm[F_MEAN + seat]
    out[9] = clearing
    out[10] = float(n[CHANTERELLE] + n[AGARIC] + n[PARASOL] + n[BUN])
    out[11] = float(row[P_TREES])


@njit
def begin(
    st: Ints, im: Ints, fm: Floats, pool: Ints, deck: Ints, listed: bool, seed: int, world: int
) -> None:
    """Fix the hidden cards of a world: winter cards, hidden hands; streams begin anew."""
    players = st[0, G_PLAYERS]
    n = len(pool)
    im[W_SEED] = seed
    im[W_WORLD] = world
    im[W_SIZE] = n
    im[W_LEFT] = n
    im[W_LISTED] = 1 if listed else 0
    im[W_DECK] = 0
    im[W_LOGGED] = 0
    for k in range(n):
        im[W_POOL + k] = pool[k]
        im[W_TAKEN + k] = 0
    for k in range(CARD_KINDS):
        im[W_COUNT + k] = 0
    for k in range(n):
        im[W_COUNT + pool[k]] += 1
    for k in range(3 * players):
        im[W_AT + k] = -1
    for k in range(len(deck)):
        im[W_CARDS + k] = deck[k]
    for k in range(players):
        im[N_STAGE + k] = -1
        im[N_FULL + k] = -1
        fm[F_LUCK + k] = 0.0
        fm[F_MEAN + k] = 0.0
    size = st[0, G_DECK]
    shown = st[0, G_WINTERS]
    left = min(WINTERS - shown, size)
    most = size
    for k in range(3):
        im[W_WINTER + k] = -1
    if shown == 0 and size >= st[0, G_PILE]:
        im[W_WINTER] = st[0, G_PILE]
        shown = 1
        left -= 1
        most = st[0, G_PILE] - 1
    a = 1 + below(counter_hash(seed, world, 0, DEAL), max(1, most))
    b = 1 + below(counter_hash(seed, world, 1, DEAL), max(1, most - 1))
    if b >= a:
        b += 1
    c = 1 + below(counter_hash(seed, world, 2, DEAL), max(1, most - 2))
    if c >= min(a, b):
        c += 1
    if c >= max(a, b):
        c += 1
    if left == 1:
        im[W_WINTER + shown] = a
    elif left == 2:
        im[W_WINTER + shown] = max(a, b)
        im[W_WINTER + shown + 1] = min(a, b)
    elif left == 3:
        im[W_WINTER] = max(a, b, c)
        im[W_WINTER + 2] = min(a, b, c)
        im[W_WINTER + 1] = a + b + c - max(a, b, c) - min(a, b, c)
    for seat in range(players):
        row = st[1 + seat]
        for _ in range(row[P_HIDDEN]):
            card = take_from(im, 2 * players + seat, DEAL + 16 * (1 + seat))
            if card >= 0:
                insert_sorted(row, P_HELD, row[P_HAND], card)
                row[P_HAND] += 1
        row[P_HIDDEN] = 0


@njit
def play_all(
    states: Ints,
    pools: Ints,
    deck: Ints,
    listed: bool,
    worlds: Ints,
    seed: int,
    horizon: int,
    tb: Ints,
    brains: Floats,
    modes: Ints,
    im: Ints,
    fm: Floats,
    future: Floats,
    st: Ints,
    out: Floats,
) -> None:
    """Playouts of every state on every world into ``out`` [state, world, ENDS].

    ``brains`` [2, stage, number] and ``modes``: which of them each seat plays by. ``horizon``: cut
    when the owner is to act after so many own turns, 0: play to the end. ``st`` holds the last
    state reached.

    Columns: 0 own points at the end or the cut, 1 the best other's, 2 whether it ended, 3 luck of
    own draws, 4 of the others' (mean), 5 own points to come as fitted, 6 the best other's,
    7 stage; from 8 on the owner's features at the cut.
    """
    players = states.shape[1] - 1
    act_on = np.zeros(32, np.int64)
    f = np.zeros(FEATURES)
    full = np.zeros(players, np.int64)
    mean = np.zeros(players)
    held = np.zeros((players, CARD_KINDS))
    im[W_LUCK] = 1
    for i in range(len(states)):
        for j in range(len(worlds)):
            st[:] = states[i]
            begin(st, im, fm, pools[worlds[j] % len(pools)], deck, listed, seed, worlds[j])
            if j > 0:  # what the cards are worth is the same in every world
                for seat in range(players):
                    im[N_FULL + seat] = full[seat]
                    fm[F_MEAN + seat] = mean[seat]
                    for k in range(CARD_KINDS):
                        fm[F_HELD + CARD_KINDS * seat + k] = held[seat, k]
            for seat in range(players):
                think(st, tb, brains[modes[seat]], im, fm, seat)
            if j == 0:
                for seat in range(players):
                    full[seat] = im[N_FULL + seat]
                    mean[seat] = fm[F_MEAN + seat]
                    for k in range(CARD_KINDS):
                        held[seat, k] = fm[F_HELD + CARD_KINDS * seat + k]
            if st[0, G_STACKED] > 0:
                settle(st, tb, im, fm)
            while not is_over(st):
                if (
                    horizon > 0
                    and st[0, G_ACTED] >= horizon
                    and st[0, G_TURN] == 0
                    and st[0, G_STACKED] == 0
                    and st[0, G_DRAWN] == 0
                ):
                    break
                decide(st, tb, brains[modes[st[0, G_TURN]]], im, fm, act_on)
                perform(st, tb, im, fm, act_on)
            over = is_over(st)
            out[i, j, 2] = 1.0 if over else 0.0
            out[i, j, 3] = fm[F_LUCK]
            best = 0.0
            later = 0.0
            luck = 0.0
            for seat in range(players):
                points = score(st, tb, seat)
                come = 0.0
                if not over:
                    features(st, tb, brains[modes[seat]], im, fm, seat, f)
                    s = im[N_STAGE + seat]
                    mine = 1 if seat == 0 else 0
                    for k in range(FEATURES):
                        come += future[mine, s, k] * f[k]
                        out[i, j, 8 + (1 - mine) * FEATURES + k] = f[k]
                    out[i, j, 7] = s
                if seat == 0:
                    out[i, j, 0] = points
                    out[i, j, 5] = come
                    continue
                luck += fm[F_LUCK + seat] / (players - 1)
                if seat == 1 or points + come > best + later:
                    best = points
                    later = come
            out[i, j, 1] = best
            out[i, j, 4] = luck
            out[i, j, 6] = later


@njit
def policy_step(st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, act_on: Ints) -> None:
    """One decision of the policy, not carried out."""
    im[N_STAGE + st[0, G_TURN]] = -1
    decide(st, tb, br, im, fm, act_on)


@njit
def list_plays(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, rows: Ints, gains: Floats
) -> int:
    """Every distinct card, face, slot and payment of the hand with the policy's gain.

    ``rows`` [n, 16]: do, card, face, tree, side, payment count, payment cards. Returns n.
    """
    seat = st[0, G_TURN]
    row = st[1 + seat]
    think(st, tb, br, im, fm, seat)
    value_hand(st, tb, br, im, fm, seat)
    keep = np.zeros(16, np.int64)
    n = 0
    for k in range(row[P_HAND]):
        card = row[P_HELD + k]
        if k > 0 and row[P_HELD + k - 1] == card:
            continue
        for half in range(3):
            face = -2
            side = -1
            do = A_SAPLING
            trees = 1
            if half < 2:
                face = tb[X_FACE + 2 * card + half]
                side = tb[X_SIDE + 2 * card + half]
                do = A_HALF
                if face < 0:
                    if half == 1:
                        continue
                    do = A_TREE
                else:
                    trees = row[P_TREES]
            for t in range(trees):
                for how in range(1, 3):
                    if do == A_SAPLING and how == 2:
                        continue
                    where = t if do == A_HALF else -1
                    v, tree = play_gain(st, tb, br, im, fm, k, face, side, where, how, keep)
                    if v < -1e8 or n >= len(rows):
                        continue
                    choose(rows[n], do, card, face if do == A_HALF else -1, tree, side, keep)
                    if do != A_HALF:
                        rows[n, 4] = -1
                    for j in range(keep[0]):
                        rows[n, 6 + j] = row[P_HELD + keep[1 + j]]
                    gains[n] = v
                    n += 1
    return n


@njit
def list_places(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, group: int, rows: Ints, gains: Floats
) -> int:
    """Every free placement of a class with the policy's gain, in ``rows`` as ``list_plays``."""
    seat = st[0, G_TURN]
    row = st[1 + seat]
    think(st, tb, br, im, fm, seat)
    value_hand(st, tb, br, im, fm, seat)
    keep = np.zeros(16, np.int64)
    n = 0
    for k in range(row[P_HAND]):
        card = row[P_HELD + k]
        if k > 0 and row[P_HELD + k - 1] == card:
            continue
        for half in range(2):
            face = tb[X_FACE + 2 * card + half]
            if face < 0 or not tb[X_CLASSES + tb[X_SPECIES + face]] >> group & 1:
                continue
            species = tb[X_SPECIES + face]
            side = tb[X_SIDE + 2 * card + half]
            for t in range(row[P_TREES]):
                v = place_value(st, tb, br, im, fm, species, side, t, True)
                if v < -1e8 or n >= len(rows):
                    continue
                v += face_gain(st, tb, br, im, fm, seat, face) - fm[F_VALUE + k]
                choose(rows[n], A_PLACE, card, face, t, side, keep)
                gains[n] = v + hand_pairs(im, fm, br, seat, species)
                n += 1
    return n


@njit
def list_draws(
    st: Ints, tb: Ints, br: Floats, im: Ints, fm: Floats, rows: Ints, gains: Floats
) -> int:
    """The deck (card -1) and every card of the clearing with what it is worth in hand."""
    seat = st[0, G_TURN]
    think(st, tb, br, im, fm, seat)
    value_hand(st, tb, br, im, fm, seat)
    n = 0
    if st[0, G_DECK] != 0:
        rows[0, 0] = A_DECK
        rows[0, 1] = -1
        gains[0] = fm[F_MEAN + seat] + br[0, B_MISC + M_DRAW]
        n = 1
    for k in range(st[0, G_CLEARED]):
        card = st[0, G_CLEARING + k]
        if card >= WINTER or (k > 0 and st[0, G_CLEARING + k - 1] == card):
            continue
        rows[n, 0] = A_CARD
        rows[n, 1] = card
        gains[n] = held_value(st, tb, br, im, fm, seat, card, True)
        n += 1
    return n


# ================================================================================================
# Python side
@cache
def tables() -> Ints:
    """Facts of the cards, flat; -1 where there is none, tree symbols as indices of ``TREES``."""
    tb = np.zeros(FACTS, np.int64)
    tb[X_TREE : X_TREE + CARD_KINDS] = -1
    tb[X_SIDE : X_SIDE + 2 * CARD_KINDS] = -1
    tb[X_FACE : X_FACE + 2 * CARD_KINDS] = -1
    index = {species: n for n, species in enumerate(TREES)}
    for n, card in enumerate(CARDS):
        tb[X_TREE + n] = card.tree
        tb[X_COPIES + n] = card.count
        tb[X_SYMBOLS + n] = sum(1 << index[symbol] for symbol in card.symbols)
        for k, (side, face) in enumerate(card.halves):
            tb[X_SIDE + 2 * n + k], tb[X_FACE + 2 * n + k] = side, face
    for n, (species, symbol) in enumerate(zip(FACE_SPECIES, FACE_SYMBOL, strict=True)):
        tb[X_SPECIES + n], tb[X_SYMBOL + n] = species, index.get(symbol, -1)
    tb[X_INDEX : X_INDEX + KINDS] = -1
    for species, n in index.items():
        tb[X_INDEX + species] = n
    tb[X_SHARE : X_SHARE + KINDS] = 1
    for n, s in enumerate(SPECIES):
        bits = (1 << CLASSES.index(name) for name in s.symbols if name in CLASSES)
        tb[X_COST + n], tb[X_SHARE + n], tb[X_CLASSES + n] = s.cost, s.share_slot, sum(bits)
        tb[X_KIND + n] = ("tree", "top", "side", "bottom").index(s.kind)
        tb[X_ON + n] = ("", "tree", "pawed", "bottom", "top").index(s.draw_on)
        tb[X_BONUS + 5 * n + 3] = NO_CLASS
        if s.effect:
            per = ("", "symbol deer", "species european_hare").index(s.effect.draw_per)
            special = 1 if s.effect.place else 2 if s.effect.hand_to_cave else 0
            special = 3 if s.effect.play_paid else special
            row = (1, s.effect.draw, per, s.effect.extra_turn, special)
            tb[X_EFFECT + 5 * n : X_EFFECT + 5 * n + 5] = row
        if s.bonus:
            place = CLASSES.index(s.bonus.place) if s.bonus.place else NO_CLASS
            row = (1, s.bonus.draw, s.bonus.extra_turn, place, 0)
            tb[X_BONUS + 5 * n : X_BONUS + 5 * n + 5] = row
    for at, name in (
        (X_CHESTNUT, "horse_chestnut"),
        (X_FIREFLIES, "fireflies"),
        (X_SALAMANDER, "fire_salamander"),
        (X_BUTTERFLY, "peacock_butterfly"),
    ):
        table = SPECIES[SPECIES_NO[name]].points.table
        tb[at : at + len(table)] = table
    flies = [n for n, s in enumerate(SPECIES) if s.points.sets]
    tb[X_BUTTERFLIES : X_BUTTERFLIES + len(flies)] = flies
    return tb


def new_memory(log: int = 0) -> tuple[Ints, Floats]:
    """Room for the hidden cards of one playout and the players' thoughts; a log of ``log``."""
    im = np.zeros(W_STEPS + ACTION * log, np.int64)
    im[W_LOG] = int(log > 0)
    return im, np.zeros(FLOATS)


def pack(p: Position) -> Ints:
    """The state of a position; hidden hands are counted, the deck only by its size.

    Sampled cards count as known.
    """
    from . import unseen
    from .forest import Counts, dwellers

    tb = tables()
    st = np.zeros((p.players + 1, ROW), np.int64)
    g = st[0]
    g[G_PLAYERS], g[G_TURN], g[G_WINTERS] = p.players, p.turn, p.winters
    g[G_DECK], g[G_DRAWN], g[G_EXTRA] = unseen.deck_count(p), p.drawn, p.extra_turns
    g[G_TURNS], g[G_GAINED] = -1 if p.turns is None else p.turns, p.gained
    g[G_PILE] = unseen.winter_pile(p.players)
    g[G_CLEARED] = len(p.clearing)
    g[G_CLEARING : G_CLEARING + len(p.clearing)] = sorted(p.clearing)
    for seat, player in enumerate(p.seats):
        row = st[1 + seat]
        cards = player.cards
        row[P_HAND], row[P_CAVE] = len(cards), player.cave
        row[P_HELD : P_HELD + len(cards)] = sorted(cards)
        row[P_HIDDEN] = _hidden_size(player)
        if isinstance(player.forest, Counts):
            row[P_COUNTED] = 1
            for k in range(player.forest.trees):
                add_tree(row, tb, LINDEN if k < player.forest.lindens else SAPLING)
            continue
        for tree in player.forest:
            add_tree(row, tb, tree.species)
        for number, side, face in dwellers(player.forest):
            add_half(row, tb, number, side, face)
    opened = sorted(tree * 4 + side for tree, side in p.opened)
    g[G_OPENED] = len(opened)
    g[G_OPEN : G_OPEN + len(opened)] = opened
    for number, side in p.opened:
        slot = p.actor.trees[number].slots[side]
        on = tb[X_ON + FACE_SPECIES[slot[0]]] if slot else 0
        if on:
            g[G_YOUNG + on - 1] += 1
    _pack_stack(st, p)
    return st


def _hidden_size(player: Player) -> int:
    """Hand cards that are not known; a hand of unknown size is taken to be six cards."""
    from .position import Sampled

    if isinstance(player.hidden, Sampled):
        return 0
    if player.hidden.count is None:
        return max(0, 6 - len(player.hand))
    return player.hidden.count


def _tree_index(symbol: int) -> int:
    """Tree index of a symbol as species, -1 for none."""
    return TREES.index(symbol) if symbol in TREES else -1


def _pack_stack(st: Ints, p: Position) -> None:
    """The open choices, last item next."""
    for item in reversed(p.pending):
        if item.what.value == "mole":
            for entry in item.entries:
                i = push(st, ENTRY, 0)
                st[0, i + I_SPECIES] = entry.species
                st[0, i + I_SYMBOL] = _tree_index(entry.symbol)
                st[0, i + I_MUSH], st[0, i + I_EARNED] = entry.mushrooms, int(entry.earned)
            push(st, MOLE, len(item.entries))
            continue
        i = push(st, _WHATS.index(item.what.value) + 1, item.count)
        st[0, i + I_SPECIES] = item.species
        st[0, i + I_CLASS] = CLASSES.index(item.symbol) if item.symbol else NO_CLASS
        st[0, i + I_AFTER] = item.after
        if item.entry is not None:
            st[0, i + I_SPECIES] = item.entry.species
            st[0, i + I_SYMBOL] = _tree_index(item.entry.symbol)
            st[0, i + I_MUSH] = item.entry.mushrooms
            st[0, i + I_EARNED] = int(item.entry.earned)


_WHATS = (
    "take",
    "draw",
    "flip",
    "pay",
    "mushroom",
    "effect",
    "bonus",
    "free",
    "gnat",
    "cave",
    "mole",
)


def unpack(st: Ints, like: Position) -> Position:
    """The position of a state; what a state does not hold (the deck's cards, ``gone``, which hand
    cards are known) is taken from ``like``."""
    from dataclasses import replace

    from ..core.game import Unknown
    from .position import Sampled

    g = st[0]
    seats = []
    for seat, old in enumerate(like.seats):
        row = st[1 + seat]
        cards = [int(card) for card in row[P_HELD : P_HELD + row[P_HAND]]]
        told = old.hand if isinstance(old.hidden, Sampled) else cards
        known = [card for card in told if card in cards]
        rest = list(cards)
        for card in known:
            rest.remove(card)
        hidden = old.hidden
        if isinstance(hidden, Sampled):
            hidden = replace(hidden, cards=tuple(sorted(rest)))
        elif hidden.count is not None:
            hidden = Unknown(int(row[P_HIDDEN]))
        seats.append(
            replace(
                old,
                hand=tuple(sorted(known)),
                hidden=hidden,
                cave=int(row[P_CAVE]),
                forest=_unpack_forest(row),
            )
        )
    opened = (int(code) for code in g[G_OPEN : G_OPEN + g[G_OPENED]])
    return replace(
        like,
        seats=tuple(seats),
        turn=int(g[G_TURN]),
        winters=int(g[G_WINTERS]),
        clearing=tuple(int(card) for card in g[G_CLEARING : G_CLEARING + g[G_CLEARED]]),
        drawn=int(g[G_DRAWN]),
        extra_turns=int(g[G_EXTRA]),
        turns=None if g[G_TURNS] < 0 else int(g[G_TURNS]),
        gained=int(g[G_GAINED]),
        opened=frozenset(divmod(code, 4) for code in opened),
        pending=_unpack_stack(st),
    )


def _unpack_forest(row: Ints) -> Any:
    from .forest import Counts, Forest, Tree, place_card

    n = int(row[P_TREES])
    if row[P_COUNTED]:
        bees = int(row[P_BEES])
        return Counts(n + bees, int(row[P_COUNT + LINDEN] + row[P_BEE + T_LINDEN]))
    forest: Forest = tuple(Tree(int(species)) for species in row[P_TREE : P_TREE + n])
    for code in row[P_FACE : P_FACE + row[P_DWELL]]:
        slot, face = divmod(int(code), 256)
        forest = place_card(forest, slot // 4, slot % 4, face)
    return forest


def _unpack_stack(st: Ints) -> Any:
    from .data import NO_SYMBOL
    from .position import Entry, Pending, What

    out = []
    k = int(st[0, G_STACKED])

    def entry_at(i: int) -> Entry:
        symbol = int(st[0, i + I_SYMBOL])
        return Entry(
            int(st[0, i + I_SPECIES]),
            TREES[symbol] if symbol >= 0 else NO_SYMBOL,
            int(st[0, i + I_MUSH]),
            bool(st[0, i + I_EARNED]),
        )

    while k > 0:
        k -= 1
        i = G_STACK + ITEM * k
        what = int(st[0, i + I_WHAT])
        count = int(st[0, i + I_COUNT])
        name = What(_WHATS[what - 1])
        if what == MOLE:
            entries = tuple(entry_at(i - ITEM * (count - n)) for n in range(count))
            k -= count
            out.append(Pending(name, entries=entries))
            continue
        group = int(st[0, i + I_CLASS])
        out.append(
            Pending(
                name,
                count,
                species=-1 if what == PAY else int(st[0, i + I_SPECIES]),
                symbol=CLASSES[group] if group >= 0 else "",
                after=int(st[0, i + I_AFTER]),
                entry=entry_at(i) if what == PAY else None,
            )
        )
    return tuple(out)


POOLS = 8  # ways in which hidden halves are matched to cards, by world number


def pools(p: Position) -> Ints:
    """Unseen cards [way, card]: nobody has named them and no half shows them.

    Where a half may belong to several cards, each of the ways draws one matching.
    """
    from ..core.random import Stream
    from . import matching

    left = matching.copies_left(matching.named(p))
    groups = matching.groups(matching.options(left, matching.halves(p)))
    rows = []
    for way in range(POOLS):
        stream = Stream(way, stream=DEAL)
        rest = list(left)
        for group in groups:
            for card in matching.draw(group, stream):
                rest[card] -= 1
        rows.append([card for card in range(WINTER) for _ in range(max(0, rest[card]))])
    return np.array(rows, np.int64).reshape(POOLS, -1)


def listed(p: Position) -> tuple[Ints, bool]:
    """The deck, top first, where it is listed or sampled."""
    from .position import Sampled

    if isinstance(p.deck, Sampled):
        return np.array(p.deck.cards, np.int64), True
    if isinstance(p.deck, tuple):
        return np.array(p.deck, np.int64), True
    return np.zeros(0, np.int64), False


def rollouts(
    states: Ints,
    pool: Ints,
    deck: tuple[Ints, bool],
    worlds: Ints,
    seed: int,
    *,
    horizon: int = 0,
    modes: Ints | None = None,
    brains: Floats | None = None,
) -> Floats:
    """Results [state, world, ENDS] of playing on by the policy; the same worlds for all states.

    Worlds differ by seed and number alone. ``pool`` and ``deck`` as from ``pools`` and
    ``listed``; see ``play_all`` for the rest.
    """
    out = np.zeros((len(states), len(worlds), ENDS))
    im, fm = new_memory()
    _play(states, pool, deck, worlds, seed, horizon, modes, brains, im, fm, out)
    return out


def _play(
    states: Ints,
    pool: Ints,
    deck: tuple[Ints, bool],
    worlds: Ints,
    seed: int,
    horizon: int,
    modes: Ints | None,
    brains: Floats | None,
    im: Ints,
    fm: Floats,
    out: Floats,
) -> Ints:
    """Call ``play_all``; the last state reached."""
    from . import brain

    st = np.zeros(states.shape[1:], np.int64)
    play_all(
        states,
        pool,
        deck[0],
        deck[1],
        worlds,
        seed,
        horizon,
        tables(),
        brain.pair() if brains is None else brains,
        np.zeros(len(st) - 1, np.int64) if modes is None else modes,
        im,
        fm,
        brain.future(),
        st,
        out,
    )
    return st


def playout_log(
    state: Ints,
    pool: Ints,
    deck: tuple[Ints, bool],
    world: int,
    seed: int,
    *,
    horizon: int = 0,
    modes: Ints | None = None,
    brains: Floats | None = None,
) -> tuple[list[tuple[int, ...]], Ints]:
    """One playout: its small actions (do, card, face, tree, side), cards turned up included, and
    the state at its end."""
    im, fm = new_memory(4000)
    worlds, out = np.array([world]), np.zeros((1, 1, ENDS))
    st = _play(state[None], pool, deck, worlds, seed, horizon, modes, brains, im, fm, out)
    logged = im[W_STEPS : W_STEPS + ACTION * im[W_LOGGED]].reshape(-1, ACTION)
    return [tuple(int(x) for x in entry) for entry in logged], st


def greedy_game(
    state: Ints, pool: Ints, world: int, seed: int, greedy: set[int]
) -> tuple[list[tuple[int, ...]], Ints]:
    """One game of the policy with greedy players on some seats; log and last state as above."""
    from . import brain

    tb, br = tables(), brain.brain()
    im, fm = new_memory(4000)
    st = state.copy()
    act_on = np.zeros(32, np.int64)
    begin(st, im, fm, pool[world % len(pool)], np.zeros(0, np.int64), False, seed, world)
    while not is_over(st):
        if int(st[0, G_TURN]) in greedy:
            greedy_decide(st, tb, im, fm, act_on)
        else:
            policy_step(st, tb, br, im, fm, act_on)
        perform(st, tb, im, fm, act_on)
    logged = im[W_STEPS : W_STEPS + ACTION * im[W_LOGGED]].reshape(-1, ACTION)
    return [tuple(int(x) for x in entry) for entry in logged], st


class Option(NamedTuple):
    """A play, free placement or draw with the policy's gain; ``pay`` are cards."""

    do: int
    card: int
    face: int
    tree: int
    side: int
    pay: tuple[int, ...]
    gain: float


def _options(rows: Ints, gains: Floats, n: int) -> list[Option]:
    out = []
    for row, gain in zip(rows[:n], gains[:n], strict=True):
        do, card, face, tree, side, cost = (int(x) for x in row[:6])
        pay = tuple(sorted(int(x) for x in row[6 : 6 + cost]))
        out.append(Option(do, card, face, tree, side, pay, float(gain)))
    return out


_MOST_OPTIONS = 2000


def options(state: Ints) -> list[Option]:
    """What the acting player can begin: plays (two payments where a bonus is to be earned), free
    placements, or draws; at other choices nothing."""
    from . import brain

    tb, br = tables(), brain.brain()
    im, fm = new_memory()
    im[N_STAGE : N_STAGE + 8] = -1
    im[N_FULL : N_FULL + 8] = -1
    rows, gains = np.zeros((_MOST_OPTIONS, 32), np.int64), np.zeros(_MOST_OPTIONS)
    out = []
    st = state.copy()
    if st[0, G_STACKED] == 0:
        if can_take(st):
            n = list_draws(st, tb, br, im, fm, rows, gains)
            rows[:n, 2:6] = (-1, -1, -1, 0)
            out += _options(rows, gains, n)
        if st[0, G_DRAWN] == 0:
            out += _options(rows, gains, list_plays(st, tb, br, im, fm, rows, gains))
        return out
    i = top_of(st)
    if st[0, i + I_WHAT] in (FREE, GNAT):
        group = int(st[0, i + I_CLASS])
        out += _options(rows, gains, list_places(st, tb, br, im, fm, group, rows, gains))
    elif st[0, i + I_WHAT] == MOLE:
        out += _options(rows, gains, list_plays(st, tb, br, im, fm, rows, gains))
    return out


def policy_action(state: Ints) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The policy's next decision (do, card, face, tree, side) and the payment it plans."""
    from . import brain

    im, fm = new_memory()
    im[N_STAGE : N_STAGE + 8] = -1
    im[N_FULL : N_FULL + 8] = -1
    act_on = np.zeros(32, np.int64)
    st = state.copy()
    policy_step(st, tables(), brain.brain(), im, fm, act_on)
    row = st[1 + st[0, G_TURN]]
    pay = sorted(int(row[P_HELD + k]) for k in act_on[6 : 6 + act_on[5]])
    return tuple(int(x) for x in act_on[:5]), tuple(pay)


def warm() -> None:
    """Compile or load everything that hints and playouts need."""
    from .game import GAME

    p = GAME.view(GAME.new({"players": "2"}, 0), 0)
    st = pack(p)
    rollouts(st[None], pools(p), listed(p), np.arange(1), 0, horizon=1)
    options(st)
    policy_action(st)
    points(st)


def points(state: Ints, seat: int = 0) -> int:
    """Points of a seat now (ruling 25)."""
    return int(score(state, tables(), seat))
