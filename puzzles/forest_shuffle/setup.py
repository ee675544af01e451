"""Set-up: the deck with its winter cards, six cards each, the mulligan (rulings 1 and 2)."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.errors import BadUse
from ..core.game import NewOption, Unknown
from ..core.names import nearest
from ..core.random import DEAL, Stream
from .data import CARDS, REMOVED, WINTER
from .position import Player, Position
from .unseen import view, winter_pile

HAND = 6
OPTIONS: tuple[NewOption, ...] = (
    NewOption("players", "number of players, 1 for a solo challenge", tuple("12345"), default="2"),
    NewOption(
        "deck",
        "hidden: what the owner of the file knows; listed: deck and all hands in the open",
        ("hidden", "listed"),
        default="hidden",
    ),
    NewOption(
        "mulligan",
        "whether hands without a tree are replaced once; the same seed shows both",
        ("yes", "no"),
        default="yes",
    ),
)


def chosen(options: Mapping[str, str]) -> dict[str, str]:
    """The options with defaults; raises BadUse."""
    known = {option.name: option for option in OPTIONS}
    for name, value in options.items():
        if name not in known:
            allowed = "an option of forest-shuffle: " + ", ".join(known)
            raise BadUse(name, repr(value), allowed, nearest(name, known))
        choices = known[name].choices or ()
        if value not in choices:
            raise BadUse(name, repr(value), "one of " + ", ".join(choices), nearest(value, choices))
    return {name: options.get(name, option.default or "") for name, option in known.items()}


def new(options: Mapping[str, str], seed: int) -> Position:
    """Deal a start position; raises BadUse."""
    picked = chosen(options)
    players = int(picked["players"])
    stream = Stream(seed, stream=DEAL)
    cards = [card for card, data in enumerate(CARDS) for _ in range(data.count)]
    stream.shuffle(cards)
    cards = cards[REMOVED[players] :]
    pile = winter_pile(players) - 3
    above, below = cards[pile:], [*cards[:pile], WINTER, WINTER]
    stream.shuffle(below)
    deck = [*above, WINTER, *below]
    hands = []
    for _ in range(players):
        hands.append(deck[:HAND])
        del deck[:HAND]
    gone: list[int] = []
    for seat in range(players if picked["mulligan"] == "yes" else 0):
        if all(CARDS[card].tree < 0 for card in hands[seat]):
            if seat == 0 or picked["deck"] == "listed":
                gone.extend(hands[seat])
            hands[seat] = deck[:HAND]
            del deck[:HAND]
    seats = tuple(Player(hand=tuple(sorted(hand)), hidden=Unknown(0)) for hand in hands)
    p = Position(seats=seats, deck=tuple(deck), gone=tuple(sorted(gone)))
    if picked["deck"] == "listed":
        return p
    hidden = tuple(Player(hidden=Unknown(len(player.hand))) for player in seats[1:])
    return view(
        Position(seats=(seats[0], *hidden), deck=Unknown(len(deck)), gone=tuple(sorted(gone)))
    )


def form(options: Mapping[str, str]) -> str:
    """A commented form to fill in by hand; it is a valid file as it stands."""
    players = int(chosen(options)["players"])
    others = "".join(_OPPONENT.format(n=n + 1) for n in range(players - 1))
    return _FORM.format(players=players) + others


_FORM = """\
format = 1
game = "forest-shuffle"
players = {players}
turn = "me"              # or "opponent 1" ..., "over" after the third winter
winters = 0              # winter cards revealed
# deck = 74              # cards left, winter cards counted; left out: not known
clearing = []            # ["oak", "lynx/raccoon"]; names may be cut short: "ly/ra"
hand = []                # ["birch", "eu-ha/red-deer@birch"]
cave = 0
# gone = []              # cards known to be out of play: wiped, own cave, own saplings
# extra_turns = 0        # owed after this turn
# drawn = 1              # between the two draws of a draw action

# one [[forest]] for each tree in the order played; left or right as they lie;
# the tree symbol after @ only matters where a Roe Deer asks for it
# [[forest]]
# tree = "oak"           # or "sapling"
# top = ["eurasian_jay"]
# left = ["european_hare@linden", "european_hare@oak"]
# right = ["roe_deer@beech"]
# bottom = []
"""
_OPPONENT = """
[[opponents]]            # opponent {n}
# hand = 7               # a number, a list, or {{ count = 7, known = ["oak"] }}
cave = 0
# its forest in full, as above:
# forest = [{{ tree = "linden", top = "goshawk" }}, {{ tree = "sapling" }}]
# or instead, where only majorities matter, two numbers, each on a line of its own:
# trees = 14             # all its trees, saplings and bees counted
# lindens = 2            # its Lindens, bees on them counted
"""
