"""A solution in words: what is proven, the numbered plan, the drawing."""

from __future__ import annotations

from leafwise.solver.api import Shown, Solution

_LISTED = 20


def solution_text(headline: str, unit: str, found: Solution, drawing: str) -> str:
    """The whole answer of ``solve``."""
    lines = [headline, verdict(found, unit)]
    if found.count is not None:
        lines.append(f"solutions: {found.count}")
    if found.unique is not None:
        lines.append("the solution is unique" if found.unique else "the solution is not unique")
    lines += [f"{n:>3}. {text}" for n, text in enumerate(found.plan, 1)]
    for n, plan in enumerate((found.solutions or ())[:_LISTED], 1):
        lines.append(f"solution {n}: {' | '.join(plan)}")
    rest = len(found.solutions or ()) - _LISTED
    if rest > 0:
        lines.append(f"and {rest} more (all of them with --json)")
    lines.append(f"engine: {found.engine}")
    lines += [f"note: {note}" for note in found.notes]
    text = "\n".join(lines) + "\n"
    return f"{text}\n{drawing}" if drawing else text


def verdict(found: Solution, unit: str) -> str:
    """Status, value and bound in one line."""
    if found.least is not None:
        return _missing(found, found.least, unit)
    if found.status == "infeasible":
        return "infeasible: it cannot be done"
    value = shown(found.value, unit)
    if found.status == "unknown":
        if found.plan:
            return f"unknown: {value} found, the limit passed before there was a bound"
        return "unknown: the limit passed before there was an answer"
    if found.status == "optimal":
        return f"optimal: {value}, proven" if value else "optimal, proven"
    bound = shown(found.bound, unit)
    return f"bounded: {value} found, {bound} proven as the bound"


def _missing(found: Solution, least: int, unit: str) -> str:
    """What has to be drawn, and how many cards at least."""
    proven = f"no fewer than {least} can do, proven"
    if found.draw is None:
        return f"unknown: {proven}, but the limit passed before there was a plan"
    value = shown(found.value, unit)
    if not found.draw:
        return f"{found.status}: hand and clearing are enough for {value}"
    return f"{found.status}: draw {', '.join(found.draw)} for {value}; {proven}"


def shown(value: Shown | None, unit: str) -> str:
    """A value as words: ``29 points``, or ``turns 2, uncovered 0, nuts 3``."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{name} {amount:g}" for name, amount in value.items())
    return f"{value:g} {unit}"
