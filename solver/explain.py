"""Words about a choice, made from the very numbers of the table.

Reasons are contrastive: the best line against the asked one, or against the runner-up. A hint may
say that nothing stands out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .api import Facts

_MOST = 3  # differences named in a sentence
_FEWER = frozenset({"own turns"})  # units of which fewer are better


@dataclass(frozen=True, slots=True)
class Contrast:
    """How the facts of one line differ from another's: positive favours the first."""

    banked: tuple[tuple[str, float], ...]
    options: tuple[tuple[str, float], ...]
    costs: tuple[str, ...] = ()  # what speaks against the first and not against the second
    stops: bool = False  # the first ends the game, the second goes on


def words(name: str) -> str:
    """A category as words: ``bee_flower`` becomes ``bee and flower``."""
    return name.replace("_", " ")


def amount(x: float) -> str:
    """``4``, ``1.5``: without sign, at most one decimal."""
    rounded = round(abs(x), 1)
    return f"{rounded:.0f}" if rounded == int(rounded) else f"{rounded:.1f}"


def counted(name: str, n: float) -> str:
    """The name of ``n`` things: ``free slots`` of one is ``free slot``."""
    if amount(n) != "1" or not name.endswith("s") or name.endswith("ss"):
        return name
    return name[:-3] + "y" if name.endswith("ies") else name[:-1]


def _clause(verb: str, joint: str, rows: Sequence[tuple[str, float]], tail: str = "") -> str:
    """``it scores 4 more in tree and 2 more in bear``, all of one sign; empty without rows."""
    less = "less" if joint else "fewer"
    joint = f" {joint} " if joint else " "
    told = [(n if joint.strip() else counted(n, d), d) for n, d in rows]
    parts = [f"{amount(d)} {'more' if d > 0 else less}{joint}{words(n)}" for n, d in told]
    return f"{verb} {_list(parts[:_MOST])}{tail}" if parts else ""


def _one_way(rows: Sequence[tuple[str, float]], sign: float) -> list[tuple[str, float]]:
    """The differences of a sign that are to be seen in a sentence."""
    return [row for row in rows if row[1] * sign > 0 and round(abs(row[1]), 1) > 0]


def _arguments(found: Contrast, phrase: tuple[str, str], sign: float) -> list[str]:
    """What speaks for the first line (``sign`` 1) or against it (-1)."""
    verb, tail = phrase
    clauses = [
        _clause("it scores", "in", _one_way(found.banked, sign)),
        _clause(verb, "", _one_way(found.options, sign), tail),
    ]
    if sign < 0:
        clauses += found.costs
    return [clause for clause in clauses if clause]


def _list(parts: Sequence[str]) -> str:
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts)


def contrast(first: Facts, second: Facts) -> Contrast:
    """Differences by category and by option, largest first."""
    return Contrast(
        _differences(dict(first.banked), dict(second.banked)),
        _differences(
            {option.name: option.amount for option in first.options},
            {option.name: option.amount for option in second.options},
        ),
        tuple(cost for cost in first.costs if cost not in second.costs),
        first.ends and not second.ends,
    )


def difference(first: Facts, second: Facts) -> tuple[tuple[str, float], ...]:
    """Score categories that differ, as ``compare`` prints them (first minus second)."""
    return _differences(dict(first.banked), dict(second.banked))


def _differences(a: dict[str, float], b: dict[str, float]) -> tuple[tuple[str, float], ...]:
    rows = [(name, a.get(name, 0.0) - b.get(name, 0.0)) for name in sorted({*a, *b})]
    rows = [(name, delta) for name, delta in rows if abs(delta) > 1e-9]
    return tuple(sorted(rows, key=lambda row: (-abs(row[1]), row[0])))


def nudge(found: Contrast, facts: Facts, near_tie: bool) -> str:
    """What to look at, without naming the move."""
    if near_tie and not found.banked:
        return "Nothing stands out: the best moves are about equal."
    own = dict(facts.banked)
    gains = [name for name, delta in found.banked if delta > 0]
    if gains and own.get(gains[0], 0.0) > 0:
        return f"Look at {words(gains[0])}."
    if gains:  # it gains nothing there: others lose or spend some
        return f"Look at what others would cost you: {words(gains[0])}."
    keeps = [name for name, delta in found.options if delta > 0]
    if keeps:
        return _kept(facts, words(keeps[0]))
    if found.stops:
        return "Weigh what playing on may bring against what it may cost."
    if facts.notes:
        return f"Think of this: {facts.notes[0]}."
    return "Look at what the move leaves open, not at what it scores now."


def _kept(facts: Facts, name: str) -> str:
    verb, tail = facts.phrase
    verb = verb.removeprefix("it ")
    return f"Look at what {verb} {'' if tail else 'more '}{name}{tail.replace(' in ', ' within ')}."


def reason(
    move: str, other: str, found: Contrast, gap: float, half: float, unit: str, facts: Facts
) -> str:
    """A sentence: why ``move`` rather than ``other``.

    What speaks for the move comes first; what speaks against it follows ``although``.
    """
    move, other = (text.removesuffix(" ...") for text in (move, other))  # of open lines
    fewer = unit in _FEWER
    pro = _arguments(found, facts.phrase, 1.0)
    con = _arguments(found, facts.phrase, -1.0)
    error = f" ± {half:.1f}" if half > 0 else ""
    if gap <= half:
        apart = f" ({gap:.1f} ± {half:.1f} {unit} apart)" if max(gap, half) >= 0.05 else ""
        head = f"{move} and {other} are {'close to ' if apart else ''}equal{apart}"
        told = pro or con  # two lines were named: the first clause says which of them is meant
        told[:1] = [re.sub(r"^it\b", "the first", clause) for clause in told[:1]]
    elif fewer:
        head = f"{move} needs {gap:.1f}{error} {unit} fewer than {other}"
    else:
        head = f"{move} is worth {gap:.1f}{error} {unit} more than {other}"
    if gap > half:
        if found.stops:
            brings = "playing on is expected to lose more than it brings"
            pro.append("nothing more can be lost" if found.banked else brings)
        elif con and not pro:
            pro.append(f"what follows is expected to {'be quicker' if fewer else 'bring more'}")
    text = head + (": " + ", and ".join(pro) if pro else "")
    if con:
        text += (", although " if pro else ": ") + ", and ".join(con)
    if facts.notes:
        text += f" ({facts.notes[0]})"
    return text + "."
