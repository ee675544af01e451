"""Score lines as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..style import Style


def table(rows: Sequence[Sequence[str]], style: Style, indent: str = "") -> str:
    """Columns aligned: numbers to the right, words to the left, the last column ragged."""
    if not rows:
        return ""
    count = max(len(row) for row in rows)
    full = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(len(row[c]) for row in full) for c in range(count)]
    numeric = [all(_is_number(row[c]) for row in full if row[c]) for c in range(count)]
    lines = []
    for row in full:
        cells = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def signed(value: float) -> str:
    """``+4``, ``-1``, ``0``."""
    return "0" if value == 0 else f"{value:+g}"


def score_text(
    headline: str, unit: str, body: Mapping[str, Any], style: Style, verbose: bool
) -> str:
    """The whole answer of ``score``."""
    rows = _cards(body["cards"], verbose) if "cards" in body else _rows(body)
    parts = [headline, table(rows, style, "  "), f"  total {body['total']} {unit}"]
    for row in body.get("outcomes", ()):
        words = ", ".join(f"{key} {value}" for key, value in row.items())
        parts.append(f"    {words}")
    if body.get("players"):
        ranking = [
            [f"{row['rank']}.", str(row["player"]), str(row["total"])] for row in body["players"]
        ]
        parts.append(table(ranking, style, "  "))
    if "after" in body:
        parts.append("")
        parts.extend(_steps(body))
        parts.append(_after(body, unit, style, verbose))
    return "\n".join(parts) + "\n"


def _rows(body: Mapping[str, Any]) -> list[list[str]]:
    return [
        [words(row["category"]), signed(row["points"]), row["detail"]] for row in body["breakdown"]
    ]


def _cards(cards: Sequence[Mapping[str, Any]], verbose: bool) -> list[list[str]]:
    """A line a card, like ones together: how many, points, the rule, what was counted."""
    rows = []
    for card in cards:
        many = f" x{card['count']}" if card["count"] > 1 else ""
        counted = [card["counted"]] if card["counted"] else []
        if card["each"] and many and card["points"] != card["count"]:
            counted.append(f"{card['each']} each")
        row = [card["name"] + many, signed(card["points"]), card["rule"], ", ".join(counted)]
        rows.append([*row, ", ".join(card["where"])] if verbose else row)
    return rows


def _steps(body: Mapping[str, Any]) -> list[str]:
    return [
        f"  after {step['move']}: {step['total']} ({step['delta']:+g})" for step in body["steps"]
    ]


def _after(body: Mapping[str, Any], unit: str, style: Style, verbose: bool) -> str:
    delta = body["delta"]
    total = body["after"]["total"]
    head = f"  then {total} {unit} ({delta['total']:+g})"
    changed = {row["category"] for row in delta["breakdown"]}
    details = {row["category"]: row["detail"] for row in body["after"]["breakdown"]}
    rows = [
        [words(row["category"]), signed(row["points"]), details.get(row["category"], "")]
        for row in delta["breakdown"]
    ]
    if verbose:
        rows += [
            [words(row["category"]), "0", row["detail"]]
            for row in body["after"]["breakdown"]
            if row["category"] not in changed
        ]
    return head + ("\n" + table(rows, style, "    ") if rows else "")


def words(category: str) -> str:
    """``bird_pair`` as it is said: ``bird pair``."""
    return category.replace("_", " ")


def _is_number(text: str) -> bool:
    return text.strip().lstrip("+-").replace(".", "", 1).rstrip("%").isdigit()
