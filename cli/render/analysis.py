"""A judged game as text."""

from __future__ import annotations

from collections.abc import Sequence

from leafwise.solver.analysis import LABELS, Analysis, Decision

from ..style import Style

_MOVE, _EVENT = 40, 30


def analysis_text(
    title: str,
    unit: str,
    found: Analysis,
    style: Style,
    verbose: bool,
    notes: Sequence[str] = (),
) -> str:
    """Totals, the costliest decisions with reasons, every decision, the labels that occur.

    ``notes``: lines under the title.
    """
    parts = [title, *(f"  {note}" for note in notes), *_totals(unit, found), ""]
    worst = found.worst()
    if worst:
        small = {row.name for row in LABELS[:2]}
        sure = any(found.decisions[n].label not in small for n in worst)
        unsure = " (all so small that they may be no losses at all)"
        parts.append(f"Most costly decisions{'' if sure else unsure}")
        for rank, n in enumerate(worst, 1):
            parts += _costly(rank, found.decisions[n], unit)
    else:
        parts.append("No decision cost anything.")
    parts += [
        "",
        "Decision by decision",
        *_table(found, verbose),
        "",
        *_labels(unit, found),
        *_foot(found),
    ]
    return "\n".join(parts) + "\n"


def _totals(unit: str, found: Analysis) -> list[str]:
    """The sum that closes, in the order it is added up."""
    worse, better = ("+", "-") if found.smaller_is_better else ("-", "+")
    end = "result" if found.finished else "expected at the end of the record"
    rows = [
        ("expected at the first decision", f"{found.first:.1f}", found.first_half, ""),
        ("luck: dice and cards", _term(better, found.luck), found.luck_half, ""),
        ("what the opponents did", _term(better, found.others), found.others_half, ""),
        ("the estimate changed its mind", _term(better, found.drift), found.drift_half, ""),
        ("lost by own moves, added up", _term(worse, found.loss), found.loss_half, ""),
        (end, f"{found.result:.1f}", 0.0, unit),
    ]
    if not any(part.others for part in found.decisions):
        del rows[2]
    lines = [
        f"  {name:<34}{value:>8}"
        + (f"  +- {half:.1f}" if half >= 0.05 else "")
        + (f"  {note}" if note else "")
        for name, value, half, note in rows
    ]
    if found.loss >= 0.05:
        lines += [
            "  Each loss is counted at its own decision, a plan missed again and again every time:",
            f"  {found.best_result:.1f} {unit} without any loss are a sum, not a result in reach.",
        ]
    return lines


def _term(sign: str, value: float) -> str:
    """A signed term of the sum: ``+ 3.2``; the sign turns where the value is negative."""
    if abs(value) < 0.05:
        return "0.0"
    turned = {"+": "-", "-": "+"}[sign] if value < 0 else sign
    return f"{turned} {abs(value):.1f}"


def _costly(rank: int, made: Decision, unit: str) -> list[str]:
    error = f" +- {made.half:.1f}" if made.half >= 0.05 else ""
    lines = [
        f"  {rank}. entry {made.entry}, {made.what}: {made.move}"
        f"  cost {made.loss:.1f}{error} {unit}, {made.label}",
        f"     better: {made.better}",
        f"     {made.why}",
    ]
    if len(made.plan) > 1:
        lines.append(f"     then {' | '.join(made.plan[1:])}")
    return lines


def _table(found: Analysis, verbose: bool) -> list[str]:
    """One line a decision: what it cost, and what happened next."""
    signs = {row.name: row.sign for row in LABELS}
    head = ["entry", "move", "expected", "loss", "", "luck", "others", "estimate", "then"]
    rows = [head]
    others = any(part.others for part in found.decisions)
    for made in found.decisions:
        loss = f"{made.loss:.1f}" if max(made.loss, made.half) >= 0.05 else "-"
        if made.half >= 0.05:
            loss += f" +- {made.half:.1f}"
        move, event = made.move, made.event
        if not verbose:
            move, event = _cut(move, _MOVE), _cut(event, _EVENT)
        value = f"{made.value:.1f}"
        sign = signs[made.label]
        gains = [_gain(gain) for gain in (made.luck, made.others, made.drift)]
        rows.append([str(made.entry), move, value, loss, sign, *gains, event])
    if not others:
        rows = [[*row[:6], *row[7:]] for row in rows]
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    left = (1, 4, len(rows[0]) - 1)
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if c in left else cell.rjust(width)
            for c, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _gain(value: float) -> str:
    return f"{value:+.1f}" if abs(value) >= 0.05 else "-"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def _labels(unit: str, found: Analysis) -> list[str]:
    """What the names mean that occur."""
    used = {made.label for made in found.decisions}
    told = [
        "best, ahead of every other move by more than the error",
        "fine, as good as the best within the error",
        "?! inaccuracy: a loss beyond the error",
        *(
            f"{row.sign:<2} {row.name}: at least {row.spread:g} times the mean loss of the other "
            f"moves in the table, and {100 * row.result:g}% of the expected {unit}"
            for row in LABELS[3:]
        ),
    ]
    lines = [text for row, text in zip(LABELS, told, strict=True) if row.name in used]
    return ["Labels", *(f"  {line}" for line in lines)]


def _foot(found: Analysis) -> list[str]:
    facts = [*found.methods, f"{len(found.decisions)} decisions"]
    if found.forced:
        facts.append(f"{found.forced} forced ones skipped")
    if found.worlds:
        facts.append(f"{found.worlds} worlds")
    if found.limited_by == "time":
        facts.append("cut short by the time limit")
    return [", ".join(facts)]
