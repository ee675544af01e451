"""The nearest valid name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(text: str, names: Iterable[str], least: float = 60.0) -> str | None:
    """The most similar name (rapidfuzz ratio of at least ``least`` percent), or None.

    Ties go to the name that comes first.
    """
    from rapidfuzz import fuzz, process  # only wanted when something is wrong

    found = process.extractOne(text.lower(), list(names), scorer=fuzz.ratio, score_cutoff=least)
    return None if found is None else str(found[0])


def is_number(text: str) -> bool:
    """Whether a text is a whole number that a person may mean: ASCII digits, at most nine."""
    return text.isascii() and text.isdigit() and len(text) <= 9
