"""Small helpers of the Forest Shuffle tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import CARDS, FACE_SPECIES, FACE_SYMBOL, SPECIES
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.position import Position, What

DATA = Path(__file__).parents[1] / "data" / "forest_shuffle"
SIDE_KEYS = ("top", "left", "right", "bottom")


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a case file."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def pos(*forest: Any, **keys: Any) -> Position:
    """A position; trees as tables or names, everything else as in a file."""
    trees = [{"tree": tree} if isinstance(tree, str) else tree for tree in forest]
    return GAME.read({"format": 1, "game": "forest-shuffle", "forest": trees, **keys})


def tree(name: str, **slots: Any) -> dict[str, Any]:
    """A tree with cards: ``tree("oak", left="lynx@beech")``."""
    return {"tree": name, **{k: [v] if isinstance(v, str) else v for k, v in slots.items()}}


def after(p: Position, *moves: str) -> Position:
    """The position after moves, saved and loaded at every small action."""
    for move in moves:
        for action in GAME.parse(p, move):
            p = GAME.apply(p, action)
            assert GAME.read(GAME.write(p)) == p
    return p


def doc(p: Position, *moves: str) -> dict[str, Any]:
    """The document after moves."""
    return GAME.write(after(p, *moves))


def points(p: Position) -> dict[str, float]:
    """Points by category."""
    return {score.category: score.points for score in GAME.scores(p)}


def texts(p: Position) -> tuple[str, ...]:
    """What ``moves`` lists."""
    return GAME.listing(p)


MOLE_HAND = ["large_tortoiseshell/mole@beech", "oak", "linden"]


def refused(p: Position, text: str, rule: str) -> None:
    """The move breaks this ruling."""
    with pytest.raises(IllegalMove) as error:
        GAME.parse(p, text)
    assert error.value.rule == f"forest_shuffle {rule}", error.value


def lively(p: Position, stream: Stream) -> Action:
    """A random action of a player who likes effects and bonuses and seldom declines."""
    if GAME.turn(p).kind == "chance":
        return GAME.outcomes(p).draw(stream)
    choices = GAME.actions(p)
    if not p.pending and (len(p.actor.cards) < 7 or p.drawn) and stream.below(5):
        draws = [a for a in choices if a.do in (Do.DRAW_DECK, Do.DRAW_CARD)]
        if draws:
            return stream.choice(draws)
    if p.pending and p.pending[0].what is What.PAY:
        entry = p.pending[0].entry
        match = [a for a in choices if entry and entry.symbol in CARDS[a.card].symbols]
        return stream.choice(match or choices)
    wanted = [a for a in choices if _earns(p, a) or _acts(a)]
    plays = [a for a in choices if a.do not in (Do.DECLINE, Do.SAPLING, Do.DRAW_DECK)]
    for some, odds in ((wanted, 7), (plays, 8)):
        if some and stream.below(10) < odds:
            return stream.choice(some)
    return stream.choice(choices)


def _species(a: Action) -> int:
    return FACE_SPECIES[a.face] if a.face >= 0 else CARDS[a.card].tree


def _earns(p: Position, a: Action) -> bool:
    """A play whose bonus the other hand cards can earn."""
    if a.do not in (Do.TREE, Do.HALF) or not SPECIES[_species(a)].bonus:
        return False
    symbol = FACE_SYMBOL[a.face] if a.face >= 0 else CARDS[a.card].tree
    others = sum(symbol in CARDS[card].symbols for card in p.actor.cards)
    others -= symbol in CARDS[a.card].symbols
    return others >= SPECIES[_species(a)].cost > 0


def _acts(a: Action) -> bool:
    """A free placement, or a play of a card whose effect is a choice of its own."""
    if a.do in (Do.PLACE, Do.CAVE, Do.MUSHROOM, Do.EFFECT, Do.BONUS):
        return True
    effect = SPECIES[_species(a)].effect if a.do is Do.HALF else None
    special = effect and (effect.place or effect.hand_to_cave or effect.play_paid)
    return bool(special or (effect and effect.clearing_to_cave))


def game_record(options: dict[str, str], seed: int) -> dict[str, Any]:
    """A whole random game as a record: the start, its moves as text, the end."""
    start = p = GAME.new(options, seed)
    stream = Stream(seed)
    moves: list[str] = []
    first, line = p, []
    while GAME.turn(p).kind != "over":
        action = lively(p, stream)
        line.append(action)
        p = GAME.apply(p, action)
        if not p.pending:
            moves.append(GAME.format(first, line))
            first, line = p, []
    return {
        "options": options,
        "seed": seed,
        "start": GAME.write(start),
        "record": moves,
        "end": GAME.write(p),
        "total": GAME.total(p),
    }


# 30 cards off a real table, as one types them
TABLEAU = """3 oak, linden: top bullfinch, left hare x3, r wolf
2 birch, beech: gosh, l ro-de@lin
dougl, syc, chestnut: l lynx, toad x2
silver fir: t squirrel, l hare, r hare, moss; cave 6
sapl: r fox@ho; sapl: peacock, fireflies
sapl: fireflies@sy, bird@x
vs 9/3"""


def forest(p: Position) -> list[dict[str, object]]:
    return list(GAME.write(p)["forest"])
