"""Positions of games that the policy plays."""

from __future__ import annotations

from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.kernel import pack, policy_action
from leafwise.puzzles.forest_shuffle.position import Position


def game_at(seed: int, left: int) -> Position:
    """A world of policy play with at most ``left`` cards in the deck, the owner to begin a turn."""
    p = GAME.world(GAME.new({"players": "2"}, seed), 0, seed)
    while p.deck_size() > left or p.turn != 0 or p.pending or p.drawn:
        chosen, pay = policy_action(pack(p))
        p = GAME.apply(p, Action(Do(chosen[0]), *chosen[1:]))
        for card in pay:
            p = GAME.apply(p, Action(Do.PAY, card))
    assert GAME.turn(p).kind == "decide"
    return p
