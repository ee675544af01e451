"""A hint as a line and a table."""

from __future__ import annotations

from collections.abc import Sequence

from leafwise.solver.api import Comparison, Hint, HintMove

from ..style import Style
from .score import table, words

_MOVE_WIDTH = 44
AHEAD = "points ahead"  # the unit of a margin
_TOTALS = {"points": "total", AHEAD: "margin"}  # heads of the column of values


def hint_text(headline: str, found: Hint, level: str, style: Style, verbose: bool) -> str:
    """The answer of ``hint`` at a level: nudge, reason, move or plan."""
    if level == "nudge":
        return f"{headline}\n{found.nudge}\n"
    if level == "reason":
        return f"{headline}\n{found.reason}\n"
    parts = [headline, first_line(found), ""]
    if level == "plan":
        parts += plan_lines(found.moves[0])
        parts += ["", found.reason]
    else:
        parts.append(hint_table(found.moves, found.unit, verbose))
        parts += _same_lines(found.moves, verbose)
        if verbose:
            parts += ["", found.reason, *_details(found)]
    parts += ["", *_footer(found, verbose)]
    return "\n".join(parts) + "\n"


def first_line(found: Hint) -> str:
    """The best move and how sure it is, in one line."""
    best = found.moves[0]
    line = f"Best: {best.move}  ({_value(best, found.unit)})"
    if "forced" in best.flags:
        return f"Only move: {best.move}  ({_value(best, found.unit)})"
    ties = [row.move for row in found.moves[1:] if "tie" in row.flags]
    if ties:
        more = f" and {len(ties) - 1} more" if len(ties) > 1 else ""
        line += f"; near tie with {ties[0]}{more}"
    return line


def _value(row: HintMove, unit: str) -> str:
    whole = _number(row.value)
    if row.proof == "optimal":
        return f"{whole} {_counted(unit, whole)}, proven"
    if row.proof == "bounded":
        return f"{whole} {_counted(unit, whole)}, proven between {_span(row)}"
    if unit == AHEAD:
        side = "ahead" if row.value >= 0 else "behind"
        text = f"{abs(row.value):.1f} points {side} expected"
    else:
        text = f"{row.value:.1f} {unit} expected"
    if row.win is not None and unit == AHEAD:
        text += f", {_chance(row.win)} to win"
    return text


def _counted(unit: str, amount: str) -> str:
    """``1 own turn``, ``2 own turns``."""
    return unit.removesuffix("s") if amount in ("1", "-1") else unit


def hint_table(moves: Sequence[HintMove], unit: str, verbose: bool) -> str:
    """The table; proven rows show their bounds, estimated ones their chance of being best."""
    sampled = all(row.proof == "estimate" for row in moves)
    split = any(row.banked for row in moves)
    head = ["#", "move"]
    if split:
        head += ["banked", "to come"]
    head += [_TOTALS.get(unit, unit)]
    if verbose:
        head += ["floor", "95%" if sampled else "bounds"]
    elif not sampled:
        head += ["bounds"]
    head += ["behind"]
    head += ["best?"] if sampled else ["proof"]
    winning = unit == AHEAD and all(row.win is not None for row in moves)
    if winning:
        head += ["win"]
    rows = [head]
    for rank, row in enumerate(moves, 1):
        cells = [str(rank), _shorten(row.move)]
        if split:
            cells += [_number(row.banked), f"{row.to_come:.1f}"]
        cells += [f"{row.value:.1f}" if row.proof == "estimate" else _number(row.value)]
        if verbose:
            cells += [f"{row.floor:.1f}", _span(row)]
        elif not sampled:
            cells += [_span(row)]
        cells += [_behind(row, rank)]
        cells += [_chance(row.best)] if sampled else [row.proof]
        if winning:
            cells += [_chance(row.win or 0.0)]
        rows.append([*cells, _note(row)])
    return _aligned(rows)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Move and note to the left, every other column to the right."""
    count = max(len(row) for row in rows)
    full = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(len(row[c]) for row in full) for c in range(count)]
    lines = []
    for row in full:
        cells = [
            text.ljust(width) if c in (1, count - 1) else text.rjust(width)
            for c, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def _behind(row: HintMove, rank: int) -> str:
    if rank == 1 and row.loss < 1e-9:  # compare keeps the order asked for
        return "-"
    error = (row.loss_high - row.loss_low) / 2
    if error < 0.005:
        return f"{row.loss:.1f}"
    return f"{row.loss:.1f} +- {error:.1f}"


def _chance(best: float) -> str:
    if best < 0.01:
        return "<1%"
    return ">99%" if best > 0.99 else f"{100 * best:.0f}%"


def _span(row: HintMove) -> str:
    if row.high - row.low < 1e-9:
        return _number(row.low)
    return f"{_number(row.low)}..{_number(row.high)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value - round(value)) < 0.005 else f"{value:.1f}"


def _note(row: HintMove) -> str:
    notes = []
    if "asked" in row.flags:
        notes.append("<- your move")
    if "forced" in row.flags:
        notes.append("forced")
    if "tie" in row.flags:
        notes.append("near tie")
    if "proven" in row.flags and row.proof == "estimate":
        notes.append("proven best")
    return ", ".join(notes)


def _shorten(move: str) -> str:
    return move if len(move) <= _MOVE_WIDTH else move[: _MOVE_WIDTH - 3] + "..."


def _same_lines(moves: Sequence[HintMove], verbose: bool) -> list[str]:
    """Which equivalent moves a row stands for; a few of them without ``-v``."""
    most = 50 if verbose else 2
    out = []
    for rank, row in enumerate(moves, 1):
        if row.same:
            rest = f" and {len(row.same) - most} more" if len(row.same) > most else ""
            out.append(f"  same as {rank}: {', '.join(row.same[:most])}{rest}")
    cut = [row for row in moves if len(row.move) > _MOVE_WIDTH]
    out += [f"  in full: {row.move}" for row in cut]
    return out


def _details(found: Hint) -> list[str]:
    """Why and the line behind each row; what the reason has said already is left out."""
    out: list[str] = []
    for rank, row in enumerate(found.moves, 1):
        if row.why and row.why == found.reason:
            out.append(f"  {rank}. {row.move}")
        elif row.why:
            out.append(f"  {rank}. {row.move}: {row.why}")
        if len(row.plan) > 1:
            out.append(f"     then {' | '.join(row.plan[1:])}")
    return out


def plan_lines(best: HintMove) -> list[str]:
    """The line behind a move, numbered."""
    word = "plan" if best.proof != "estimate" else "one likely continuation"
    return [f"{word}:", *(f"{n:>3}. {text}" for n, text in enumerate(best.plan, 1))]


def _footer(found: Hint, verbose: bool) -> list[str]:
    facts = [found.method]
    if found.worlds:
        facts.append(f"{found.worlds} worlds")
    facts += [f"{found.considered} moves considered", f"seed {found.seed}"]
    if found.limited_by == "time":
        facts.append("cut short by the time limit")
    lines = [", ".join(facts)]
    if found.ceiling is not None:
        value, proof = found.ceiling
        lines.append(f"perfect foresight would reach {value:.1f} {found.unit} ({proof})")
    lines += [f"note: {note}" for note in found.notes]
    return lines


def compare_text(headline: str, found: Comparison, style: Style) -> str:
    """Both rows, the difference by category, and why."""
    rows = [[words(category), f"{points:+.1f}"] for category, points in found.difference if points]
    parts = [headline, hint_table(found.moves, found.unit, True)]
    if rows:
        parts += [f"  {found.moves[0].move} against {found.moves[1].move}:"]
        parts += [table(rows, style, "    ")]
    parts += ["", found.why]
    return "\n".join(parts) + "\n"
