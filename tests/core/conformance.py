"""The laws of the interface, checked on any game: one suite that every game passes.

``walk`` plays a random game through the plain rules and yields every position on the way; the
``check_*`` functions hold the laws of ``leafwise.puzzles.core.game`` at a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from leafwise.puzzles.core.document import dump_toml, parse_text
from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.game import AnyGame
from leafwise.puzzles.core.random import Stream


def walk(game: AnyGame, start: Any, seed: int, most: int = 10_000) -> Iterator[tuple[Any, Any]]:
    """Yield (position, action taken) along one random game; the last action is None."""
    stream = Stream(seed)
    p = start
    for _ in range(most):
        turn = game.turn(p)
        if turn.kind == "over":
            yield p, None
            return
        if turn.kind == "chance":
            action = game.outcomes(p).draw(stream)
        else:
            action = stream.choice(game.actions(p))
        yield p, action
        p = game.apply(p, action)
    yield p, None


def check_round_trip(game: AnyGame, p: Any) -> None:
    """read(write(p)) == p, also through TOML text."""
    doc = game.write(p)
    assert game.read(doc) == p
    assert game.read(parse_text(dump_toml(doc), "law").doc) == p


def check_actions(game: AnyGame, p: Any) -> None:
    """Decisions are sorted, unique, all accepted; their texts parse back to them."""
    actions = game.actions(p)
    turn = game.turn(p)
    if turn.kind != "decide":
        assert actions == ()
        return
    assert list(actions) == sorted(set(actions))
    for action in actions:
        game.apply(p, action)
        assert tuple(game.parse(p, game.format(p, (action,)))) == (action,)


def check_refused(game: AnyGame, p: Any, others: tuple[Any, ...]) -> None:
    """Actions of other positions that are not legal here are refused by apply."""
    legal = set(game.actions(p)) if game.turn(p).kind == "decide" else set()
    for action in others:
        if action not in legal and game.turn(p).kind == "decide":
            with pytest.raises(IllegalMove):
                game.apply(p, action)


def check_scores(game: AnyGame, p: Any) -> None:
    """Score lines add up to the total."""
    assert sum(score.points for score in game.scores(p)) == pytest.approx(game.total(p))
    for score in game.scores(p):
        assert score.category and score.detail


def check_chance(game: AnyGame, p: Any) -> None:
    """Probabilities sum to 1 and every outcome can be applied."""
    if game.turn(p).kind != "chance":
        return
    outcomes = game.outcomes(p)
    if outcomes.pairs is not None:
        assert sum((chance for _, chance in outcomes.pairs), Fraction(0)) == 1
        for action, _ in outcomes.pairs:
            game.apply(p, action)
    game.apply(p, outcomes.draw(Stream(5)))


def check_world(game: AnyGame, p: Any, seed: int) -> None:
    """view(world(p)) == p for what seat 0 knows; the same seed gives the same world."""
    known = game.view(p, 0)
    world = game.world(known, 0, seed)
    assert game.world(known, 0, seed) == world
    assert game.view(world, 0) == known


def check_all(game: AnyGame, start: Any, seed: int, most: int = 10_000) -> int:
    """Every law along one random game; returns the number of positions seen."""
    seen = 0
    previous: tuple[Any, ...] = ()
    for p, _ in walk(game, start, seed, most):
        seen += 1
        check_round_trip(game, p)
        check_actions(game, p)
        check_refused(game, p, previous)
        check_scores(game, p)
        check_chance(game, p)
        check_world(game, p, seed)
        previous = game.actions(p)[:50] if game.turn(p).kind == "decide" else previous
    return seen
