"""Steps of a plan as small actions of the rules, walked through position by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from leafwise.puzzles.core.errors import Disagreement, IllegalMove
from leafwise.puzzles.forest_shuffle.actions import BONUS, DECLINE, EFFECT, Action, Do
from leafwise.puzzles.forest_shuffle.data import HIDDEN, SAPLING, SPECIES
from leafwise.puzzles.forest_shuffle.formatting import format_line
from leafwise.puzzles.forest_shuffle.play import apply
from leafwise.puzzles.forest_shuffle.position import CHANCE, Pending, Position, What

from .arrange import Spot
from .chosen import Counts
from .sequence import Step, ordered
from .ways import BEAR, MOLE, Way


def played(
    p: Position,
    counts: Counts,
    seed: int,
    tries: int,
    over: Callable[[], bool] = lambda: False,
    barred: frozenset[int] = frozenset(),
) -> Iterator[tuple[Action, ...]]:
    """Legal lines for what a solution chose, ever better ones (see :func:`.sequence.ordered`)."""
    for order in ordered(p, counts, seed, tries, over, barred):
        try:
            yield actions_of(p, counts.spots, order.steps)
        except IllegalMove:  # two cards of a Mole's list in one slot
            continue


def actions_of(p: Position, spots: Sequence[Spot], steps: Sequence[Step]) -> tuple[Action, ...]:
    """The actions of a plan; raises IllegalMove where a step is not legal."""
    numbers = {n: spot.old for n, spot in enumerate(spots) if spot.old >= 0}
    line: list[Action] = []
    for step in steps:
        for card in step.taken:
            p = _do(p, Action(Do.DRAW_CARD, card), line)
        if step.way is None:
            continue
        p = _put(p, step, numbers, line)
        p = _carry_out(p, step, numbers, line)
    return tuple(line)


def _put(p: Position, step: Step, numbers: dict[int, int], line: list[Action]) -> Position:
    """The card itself."""
    way = step.way
    if way is None:
        return p
    if way.face < 0:
        numbers[step.spot] = len(p.seats[0].trees)
        do = Do.SAPLING if way.species == SAPLING else Do.TREE
        return _do(p, Action(do, step.card), line)
    return _do(p, Action(Do.HALF, way.card, way.face, numbers[step.spot], way.side), line)


def _do(p: Position, a: Action, line: list[Action]) -> Position:
    line.append(a)
    return apply(p, a)


def _carry_out(p: Position, step: Step, numbers: dict[int, int], line: list[Action]) -> Position:
    """Everything that the play still asks for."""
    paid, free, caved = list(step.paid), list(step.free), list(step.caved)
    listed = list(step.listed)
    while p.pending:
        top = p.pending[0]
        if top.what in CHANCE:
            action = Action(Do.TURNED, HIDDEN)
        elif top.what is What.PAY:
            action = Action(Do.PAY, paid.pop(0))
        elif top.what is What.MOLE and listed:
            entry = listed.pop(0)
            paid = list(entry.paid)
            p = _put(p, entry, numbers, line)
            continue
        elif top.what in (What.FREE, What.GNAT) and free and _fits(top, free[0][0]):
            way, spot = free.pop(0)
            action = Action(Do.PLACE, way.card, way.face, numbers[spot], way.side)
        elif top.what is What.CAVE and caved:
            action = Action(Do.CAVE, caved.pop(0))
        elif top.what is What.EFFECT and _effect(top.species):
            action = EFFECT
        elif top.what is What.BONUS and _bonus(top.species):
            action = BONUS
        else:
            action = DECLINE
        p = _do(p, action, line)
    if free or caved or listed:
        raise Disagreement("a plan places cards that its play does not place")
    return p


def _fits(top: Pending, way: Way) -> bool:
    return top.symbol in SPECIES[way.species].symbols


def _effect(species: int) -> bool:
    effect = SPECIES[species].effect
    return species in (BEAR, MOLE) or bool(effect and effect.extra_turn)


def _bonus(species: int) -> bool:
    bonus = SPECIES[species].bonus
    return bool(bonus and bonus.extra_turn)


def texts(p: Position, line: Sequence[Action]) -> tuple[str, ...]:
    """The moves of a line as texts that ``play`` accepts one after another."""
    text = format_line(p, line)
    return tuple(text.split("; ")) if text else ()
