"""Box-drawing characters by the weights of their four arms."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TypeAlias

Arms: TypeAlias = tuple[int, int, int, int]  # up, right, down, left
NONE, LIGHT, HEAVY, DOUBLE = 0, 1, 2, 3

_WEIGHTS = {"LIGHT": LIGHT, "SINGLE": LIGHT, "HEAVY": HEAVY, "DOUBLE": DOUBLE}
_ARMS = {
    "UP": (0,),
    "RIGHT": (1,),
    "DOWN": (2,),
    "LEFT": (3,),
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}


@cache
def _characters() -> dict[Arms, str]:
    """Every box character of Unicode by its arms, read off the characters' own names.

    A name is either "HEAVY DOWN AND RIGHT" (weight first) or "DOWN LIGHT AND RIGHT HEAVY".
    """
    found: dict[Arms, str] = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if not all(word in _WEIGHTS or word in _ARMS or word == "AND" for word in words):
            continue  # dashes, arcs, diagonals
        arms = [0, 0, 0, 0]
        weight_first = words[0] in _WEIGHTS
        weight, waiting = LIGHT, list[int]()
        for word in words:
            if word in _WEIGHTS:
                weight = _WEIGHTS[word]
                for arm in waiting:
                    arms[arm] = weight
                waiting.clear()
            for arm in _ARMS.get(word, ()):
                if weight_first:
                    arms[arm] = weight
                else:
                    waiting.append(arm)
        found[arms[0], arms[1], arms[2], arms[3]] = chr(code)
    return found


def box(up: int, right: int, down: int, left: int) -> str:
    """The character with these arms; where Unicode has none, double arms are drawn heavy."""
    table = _characters()
    arms = (up, right, down, left)
    found = table.get(arms)
    if found is None:
        heavy = [HEAVY if weight == DOUBLE else weight for weight in arms]
        found = table[heavy[0], heavy[1], heavy[2], heavy[3]]
    return found
