"""Forest Shuffle for the engine: candidate lines, rollouts, facts.

A candidate runs up to the next card that is turned up or to the end of the turn: what to draw
(from the clearing in pairs, since nothing is turned up between), or which face into which kind of
slot for which payment - the cheapest held cards, and the cheapest that earn the bonus - with
every useful choice that follows. Later choices are asked again, in the middle of the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafwise.puzzles.core.errors import BadMove, IllegalMove
from leafwise.puzzles.core.game import Goal
from leafwise.puzzles.forest_shuffle import kernel
from leafwise.puzzles.forest_shuffle.actions import Action, Do
from leafwise.puzzles.forest_shuffle.data import CARDS, CLEARING_LIMIT, HAND_LIMIT
from leafwise.puzzles.forest_shuffle.forest import Counts
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.play import to_draw
from leafwise.puzzles.forest_shuffle.position import Position, What, seat_name

from ..api import Analyst, Budget, Candidate, Candidates, Facts, Option, Plans, Prior
from ..lines import after
from ..search import PREVIEW_WORLD
from . import expected, worth
from .ends import known_future

Line = tuple[Action, ...]

_KEPT = 24  # candidates that enter the first round
_SURE, _BEHIND = 8, 8.0  # so many always; others only if the policy sees them less far behind
_PER_FACE = 3  # kinds of slots and payments kept of one face
_PAIRS = 4  # clearing cards that are paired with each other
_SAPLINGS = 2
_WHOLE = 64  # worlds of whole playouts by default
_PLANNED, _SHARE = 2.0, 0.4  # seconds of a hint for which a play is planned, and its most
_ALIKE = 0.8  # points within which one card is as good to hold as another
_CHOICE = 2.0  # points by which another choice in the middle of a play is guessed to be worse


@lru_cache(maxsize=256)
def seen(p: Position) -> Position:
    """What the owner knows: nothing sampled may move an answer."""
    return GAME.view(p, 0)


@lru_cache(maxsize=64)
def _pools(p: Position) -> NDArray[np.int64]:
    return kernel.pools(p)


@lru_cache(maxsize=4096)
def _after(p: Position, line: Line) -> Position:
    return after(GAME, p, line)


@lru_cache(maxsize=1024)
def _state(p: Position, line: Line) -> NDArray[np.int64]:
    """The state after a line; a turn that is over counts as the first one played."""
    q = _after(p, line)
    st = kernel.pack(q)
    if (q.turn, q.turns) != (p.turn, p.turns):
        st[0, kernel.G_ACTED] = 1
    return st


def _undecided(p: Position, q: Position) -> bool:
    """Whether the owner has something to decide in the play or draw that a line began."""
    unfinished = bool(q.pending) or q.drawn != p.drawn
    return unfinished and q.turn == p.turn and GAME.turn(q).kind == "decide"


class ForestShuffleAnalyst(Analyst[Position]):
    """All methods are pure; hidden cards are sampled by world number from what is unseen."""

    game = GAME
    default_worlds = 256
    strata = 1
    smaller_is_better = False

    def warm(self) -> None:
        """Compile or load the kernel."""
        kernel.warm()

    def open(self, p: Position) -> bool:
        """Alone over known cards near the end; else also a listed deck is played on by rollouts."""
        return known_future(p)

    def plans(self, p: Position, budget: Budget, asked: Sequence[Line]) -> Plans:
        """Best plans over the known cards, one for each promising first move."""
        from .known import ranked_plans

        return ranked_plans(self, seen(p), budget, asked)

    # candidates

    def candidate(self, p: Position, line: Sequence[Action]) -> Candidate:
        """The candidate of a legal line; its prior is the policy's gain for its first action."""
        p = seen(p)
        line = tuple(line)
        text = GAME.format(p, line)
        for found in self.candidates(p, _KEPT).items:
            if found.text == text:
                return found
        return self._candidate(p, line, _prior(p, line))

    def _candidate(self, p: Position, line: Line, prior: float) -> Candidate:
        banked = float(GAME.total(_after(p, line)))
        return Candidate(line, GAME.format(p, line), prior, banked)

    def candidates(self, p: Position, limit: int) -> Candidates:
        """The best lines by the policy's gain, kinds of slots told apart."""
        p = seen(p)
        if p.pending:
            found, total = self._choices(p)
        else:
            found, total = self._openings(p)
            found.sort(key=lambda item: -item[1])
            least = found[0][1] - _BEHIND if found else 0.0
            found = [item for n, item in enumerate(found) if n < _SURE or item[1] >= least]
        found.sort(key=lambda item: -item[1])
        lines: dict[Line, float] = {}
        for line, gain in found[: min(limit, _KEPT)]:
            lines.setdefault(self._finish(p, line), gain)
        items: dict[str, Candidate] = {}
        for line, gain in lines.items():
            candidate = self._candidate(p, line, gain)
            items.setdefault(candidate.text, candidate)
        return Candidates(tuple(items.values()), total)

    def further(self, p: Position, budget: Budget) -> tuple[Candidate, ...]:
        """The first play of a short plan, where the clock leaves a hint time (see ``ahead``)."""
        if budget.clock.limit < _PLANNED:
            return ()
        from . import ahead

        p = seen(p)
        line = ahead.first_play(p, _SHARE * budget.clock.left())
        return (self.candidate(p, self._finish(p, line)),) if line else ()

    def _openings(self, p: Position) -> tuple[list[tuple[Line, float]], int]:
        """Draws and plays."""
        options = kernel.options(kernel.pack(p))
        draws = [o for o in options if o.do in (kernel.A_DECK, kernel.A_CARD)]
        found = _draw_lines(p, sorted(draws, key=lambda o: -o.gain))
        plays = [o for o in options if o.do in (kernel.A_TREE, kernel.A_HALF)]
        kept: dict[tuple[Any, ...], list[kernel.Option]] = {}
        best: dict[tuple[Any, ...], kernel.Option] = {}
        for option in sorted(plays, key=lambda o: -o.gain):
            kind = (option.do, option.card, option.face, _slot_kind(p, option), option.pay)
            if kind not in best:
                best[kind] = option
                kept.setdefault((option.do, option.card, option.face), []).append(option)
        for group in kept.values():
            found += [(_line(o), o.gain) for o in group[:_PER_FACE]]
        saplings = [o for o in options if o.do == kernel.A_SAPLING]
        saplings.sort(key=lambda o: -o.gain)
        found += [(_line(o), o.gain) for o in saplings[:_SAPLINGS]]
        return found, len(options)

    def _choices(self, p: Position) -> tuple[list[tuple[Line, float]], int]:
        """What can be chosen in the middle of a play; the policy's own choice leads.

        What the policy has no number for is taken to be somewhat worse than its choice.
        """
        actions = GAME.actions(p)
        state = kernel.pack(p)
        chosen, _ = kernel.policy_action(state)
        options = {}
        for option in sorted(kernel.options(state), key=lambda o: o.gain):
            options[option.do, option.card, option.face, option.tree, option.side] = option
        found = []
        own = options[chosen].gain if chosen in options else _CHOICE
        for action in actions:
            key = (int(action.do), action.card, action.face, action.tree, action.side)
            known = options.get(key)
            gain = own if key == chosen else min(own - _CHOICE, known.gain if known else 0.0)
            found.append((_line(known) if known else (action,), gain))
        return found, len(actions)

    def _finish(self, p: Position, line: Line) -> Line:
        """The line with the policy's choices up to the next card turned up or the turn's end."""
        q = _after(p, line)
        while _undecided(p, q):
            chosen, pay = kernel.policy_action(kernel.pack(q))
            more = (Action(Do(chosen[0]), *chosen[1:]), *(Action(Do.PAY, card) for card in pay))
            q = after(GAME, q, more)
            line += more
        return line

    # evaluation

    def rollouts(
        self,
        p: Position,
        lines: Sequence[Line],
        worlds: NDArray[np.int64],
        seed: int,
        goal: Goal,
    ) -> NDArray[np.float64]:
        """Results [line, world]: points, margin over the best other, or chance to win.

        Playouts are cut after some own turns where the rest is fitted, and the luck of the cards
        drawn is taken out (see :mod:`.worth`).
        """
        p = seen(p)
        states = np.stack([_state(p, tuple(line)) for line in lines])
        horizon = worth.horizon(p)
        if isinstance(p.deck, tuple):
            # with open hands nothing is left to chance: one world is all
            certain = not states[0, 1:, kernel.P_HIDDEN].any()
            parts = [
                kernel.rollouts(
                    state[None],
                    _pools(p),
                    kernel.listed(_after(p, tuple(line))),
                    worlds[:1] if certain else worlds,
                    seed,
                    horizon=horizon,
                )
                for state, line in zip(states, lines, strict=True)
            ]
            out = np.concatenate(parts)
            if certain:
                out = np.repeat(out, len(worlds), axis=1)
        else:
            out = kernel.rollouts(
                states, _pools(p), kernel.listed(p), worlds, seed, horizon=horizon
            )
        return worth.results(p, out, goal)

    def worlds(self, p: Position) -> int:
        """The default; fewer where playouts run to the end of the game."""
        return self.default_worlds if worth.horizon(p) else _WHOLE

    # what the owner plays for, and what was asked

    def decision(self, p: Position, text: str) -> Line:
        """The line of a move of the user; what was left open is chosen as a candidate has it.

        A card that an unknown deck will turn up need not be named, and a play without payment
        gets the best one.
        """
        try:
            return tuple(GAME.parse(p, text))
        except (BadMove, IllegalMove) as wrong:
            try:
                line = tuple(GAME.parse(p, f"{text} ..."))
            except (BadMove, IllegalMove):
                raise wrong from None
        q = _after(seen(p), line)
        if not q.pending or q.pending[0].what is not What.PAY:
            return line
        same = [c.line for c in self.candidates(p, _KEPT).items if c.line[0] == line[0]]
        return same[0] if same and len(line) == 1 else self._finish(seen(p), line)

    def goal(self, p: Position) -> Goal:
        """The margin over the others; alone, or over known cards only, the points."""
        return Goal.MARGIN if Goal.MARGIN in self.goals(p) else Goal.SCORE

    def goals(self, p: Position) -> tuple[Goal, ...]:
        """Against others all of them."""
        return tuple(Goal) if p.players > 1 and p.turns is None else (Goal.SCORE,)

    def banked(self, p: Position, candidate: Candidate, goal: Goal) -> float:
        """Own points after the candidate, or the lead over the best other as it is then."""
        if goal is Goal.SCORE:
            return candidate.banked
        if goal is Goal.WIN:
            return 0.0
        return float(GAME.value(_after(seen(p), candidate.line), 0, goal).key[0])

    def gain(self, p: Position, goal: Goal) -> float:
        """Fitted gain of asking again each turn (see :mod:`.expected`)."""
        return expected.gain(seen(p), goal)

    def prior(self, goal: Goal) -> Prior:
        """How far the policy's gains are to be trusted beside playouts."""
        return Prior(*worth.numbers()["prior"][goal.value])

    def chance_to_win(self, p: Position, value: float, goal: Goal) -> float | None:
        """From the expected margin and how far results scatter around it; None for points."""
        return expected.chance_to_win(seen(p), value, goal)

    def floor_error(self, p: Position, goal: Goal) -> float:
        """Standard error of a floor that more worlds do not lower: the fitted rest of a cut."""
        return worth.floor_error(seen(p), goal)

    # words

    def preview(self, p: Position, candidate: Candidate, seed: int) -> tuple[str, ...]:
        """The candidate and how its turn goes on in one sampled future."""
        p = seen(p)
        q = _after(p, candidate.line)
        if q.turn != 0 or not q.pending or GAME.turn(q).kind == "over":
            return (candidate.text,)
        log, _ = kernel.playout_log(
            kernel.pack(q), kernel.pools(p), kernel.listed(q), PREVIEW_WORLD, seed, horizon=1
        )
        line: list[Action] = []
        r = q
        for entry in log:
            action = Action(Do(entry[0]), *entry[1:])
            if action.do is Do.TURNED and isinstance(r.deck, tuple):
                continue
            r = GAME.apply(r, action)
            line.append(action)
            if not r.pending or r.turn != 0 or GAME.turn(r).kind == "over":
                break
        return (candidate.text, GAME.format(q, line)) if line else (candidate.text,)

    def notes(self, p: Position, goal: Goal) -> tuple[str, ...]:
        """Opponents whose forests are not in the file: their points so far are not known."""
        counted = [
            seat_name(seat)
            for seat, player in enumerate(p.seats)
            if seat and isinstance(player.forest, Counts)
        ]
        if not counted or goal is Goal.SCORE:
            return ()
        return (
            f"{', '.join(counted)}: only counts of the forest are known, so lead and chance to win "
            "leave its points out",
        )

    def facts(self, p: Position, candidate: Candidate) -> Facts:
        """Score lines, free slots and hand after the candidate; what it spends, what to hold."""
        p = seen(p)
        q = _after(p, candidate.line)
        banked = {score.category: score.points for score in GAME.scores(q)}
        state = kernel.pack(q)
        free = state[1, kernel.P_FREE : kernel.P_FREE + 4].sum()
        draws = candidate.line[0].do in (Do.DRAW_DECK, Do.DRAW_CARD)
        # also what is still to be turned up or chosen
        hand = len(p.seats[0].hand) + 2 - p.drawn if draws else len(q.seats[0].hand) + to_draw(q)
        hand = min(HAND_LIMIT, hand)
        options = [
            Option("hand cards", float(hand)),
            Option("free slots", float(free)),
        ]
        left = float(q.extra_turns + q.gained)
        if left or p.extra_turns:
            options.append(Option("extra turns", left))
        notes = [_spent(p, candidate.line)]
        best = worth.hand_values(state)
        keep = [card for card, value in best[:2] if value > 0]
        if keep and not draws:
            notes.append("hold " + _names(keep))
        if len(q.clearing) == CLEARING_LIMIT - 1:
            notes.append("one more card clears the clearing")
        told = "; ".join(note for note in notes if note)
        return Facts(banked, tuple(options), (told,) if told else (), ("it leaves", ""))


def _spent(p: Position, line: Line) -> str:
    """What a line pays with, and whether any other card would do as well; empty without."""
    paid = [action.card for action in line if action.do is Do.PAY]
    if not paid:
        return ""
    values = dict(worth.hand_values(kernel.pack(p)))
    rest = list(p.seats[0].hand)
    for card in (*paid, *(a.card for a in line[:1])):
        if card in rest:
            rest.remove(card)
    text = "it spends " + _names(paid)
    dearest = max(values.get(card, 0.0) for card in paid)
    others = [values[card] for card in rest if card in values]
    if not others:
        return text
    if max(others) - dearest < _ALIKE:
        return text + ", though any card will do"
    return text + ", the least useful" if min(others) >= dearest else text


def _names(cards: Sequence[int]) -> str:
    return " and ".join(CARDS[card].name for card in cards)


def _prior(p: Position, line: Line) -> float:
    """The policy's gain for a line that is no candidate; a payment or slot of its own costs."""
    head = line[0]
    options = kernel.options(kernel.pack(p))
    alike = [o for o in options if (o.do, o.card, o.face) == (int(head.do), head.card, head.face)]
    if not alike:
        return -_CHOICE
    best = max(o.gain for o in alike)
    if head.do not in (Do.DRAW_DECK, Do.DRAW_CARD):
        return best - _CHOICE
    if p.drawn:
        return best
    draws = {(o.do, o.card): o.gain for o in options if o.do in (kernel.A_DECK, kernel.A_CARD)}
    second = [draws.get((int(a.do), a.card), 0.0) for a in line[1:2]]
    return best + (second[0] if second else max(draws.values()))


def _line(option: kernel.Option) -> Line:
    """The actions of an option: its head and its payment."""
    head = Action(Do(option.do), option.card, option.face, option.tree, option.side)
    return (head, *(Action(Do.PAY, card) for card in option.pay))


def _slot_kind(p: Position, option: kernel.Option) -> tuple[Any, ...]:
    """What makes a slot: its tree's species, what else lies at it, what shares it."""
    if option.tree < 0:
        return ()
    tree = p.seats[0].trees[option.tree]
    opposite = {1: 2, 2: 1}.get(option.side)
    across = tree.slots[opposite] if opposite is not None else ()
    filled = sum(1 for slot in tree.slots if slot)
    return tree.species, filled, across, tree.slots[option.side]


def _draw_lines(p: Position, draws: Sequence[kernel.Option]) -> list[tuple[Line, float]]:
    """Draws: the deck first, or clearing cards in pairs; single where one draw is left."""
    if not draws:
        return []
    room = HAND_LIMIT - len(p.seats[0].hand)
    if p.drawn or room < 2 or len(draws) + len(p.clearing) < 3:
        return [(_line(o), o.gain) for o in draws]
    top = draws[0].gain
    deck = [o for o in draws if o.do == kernel.A_DECK]
    found = [(_line(o), o.gain + max(top, o.gain)) for o in deck]
    cards = [o for o in draws if o.do == kernel.A_CARD]
    doubles = [o for o in cards if p.clearing.count(o.card) > 1]
    pairs = [*combinations(cards[:_PAIRS], 2), *((o, o) for o in doubles[:2])]
    pairs += [(o, last) for o in cards[:_PAIRS] for last in deck]
    found += [((*_line(a), *_line(b)), a.gain + b.gain) for a, b in pairs]
    return found


ANALYST: Analyst[Position] = ForestShuffleAnalyst()
