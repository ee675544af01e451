"""Whole forests typed as flat lists: the settled scores again, and how much there is to type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fs_support import cases

from leafwise.puzzles.core.errors import BadPosition
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.forest_shuffle.data import (
    FACES,
    SIDES,
    SPECIES,
    SPECIES_NO,
    faces_on,
    species_id,
)
from leafwise.puzzles.forest_shuffle.forest import Counts, counts
from leafwise.puzzles.forest_shuffle.game import GAME
from leafwise.puzzles.forest_shuffle.names import BadName, find_species
from leafwise.puzzles.forest_shuffle.shorthand import read_shorthand

MOST = 500  # characters of a tableau of thirty cards

BY_HAND = [
    (
        "fsp-051",
        1,
        """sapling: r gnat, agaric
chestnut: fireflies
chestnut: l bee, r bee
douglas
chestnut: r long-eared
chestnut: l bee, r bechstein
chestnut: l red deer, r boar, stag beetle
oak: l gnat, toad
chestnut: r squeaker
chestnut: l bechstein
sapling: l hare x2, toad x2
vs 10/1""",
    ),
    (
        "fsp-021",
        0,
        """chestnut: owl@be, l fox@be, r dormouse
silver fir: owl@be, lynx@doug, roe@be, frog
chestnut: tortoiseshell@syc, hare@oak, r gnat
silver fir: tortoiseshell@be, boar, wolf, ant@be
chestnut: emperor, gnat, lynx@lin
beech: l boar, r boar, toad@be
birch: fritillary@be, long-eared@syc, raccoon
cave 1; vs 7/0""",
    ),
]


def everyday(name: str) -> str:
    """The shortest common name of a species that means it alone."""
    full = "sapling" if name == "sapling" else SPECIES[SPECIES_NO[name]].name.lower()
    parts = full.removesuffix(" tree").split()
    for text in (parts[-1], " ".join(parts[-2:]), parts[0]):
        try:
            if species_id(find_species(text)) == name:
                return text
        except BadName:
            continue
    return full


def full(name: str) -> str:
    return name.replace("_", " ")


def rivals(player: dict[str, Any], players: list[dict[str, Any]]) -> Iterator[Counts]:
    for other in players:
        if other is not player:
            doc = {"format": 1, "game": "forest-shuffle", "forest": other["forest"]}
            yield counts(GAME.read(doc).seats[0].forest)


def typed(player: dict[str, Any], others: list[Counts], word: Callable[[str], str]) -> str:
    """A forest as one types it: sides for side cards, symbols where a Roe Deer asks."""
    lying = [face for tree in player["forest"] for side in SIDES for face in tree[side]]
    deer = {face.partition("@")[2] for face in lying if face.startswith("roe_deer")}
    lines = []
    for tree in player["forest"]:
        words = [word(tree["tree"])]
        for number, side in enumerate(SIDES):
            for face in tree[side]:
                name, _, symbol = face.partition("@")
                shown = {
                    FACES[f].name.partition("@")[2] for f in faces_on(number)[SPECIES_NO[name]]
                }
                at = "@" + word(symbol) if name == "roe_deer" or (shown & deer) else ""
                words.append((f"{side[0]} " if side in ("left", "right") else "") + word(name) + at)
        lines.append(", ".join(words))
    if player["cave"]:
        lines.append(f"cave {player['cave']}")
    return "\n".join([*lines, *(f"vs {c.trees}/{c.lindens}" for c in others)])


SIDE_FORMS = {
    "top": ["top {}", "top: {}", "{} on top", "{} (top)", "oben {}", "Top - {}", "t {}"],
    "left": ["left {}", "left: {}", "{} left", "{} on the left", "links {}", "l {}", "{} (l)"],
    "right": ["right {}", "right: {}", "{} right", "{} rechts", "r {}", "Right - {}", "R: {}"],
    "bottom": ["bottom {}", "bottom: {}", "{} below", "unten {}", "b {}", "{} (bottom)"],
}
SEPARATORS = [", ", "; ", " ,", "\n", " | ", ",, ", "\n\n  ", " and "]
CASES: list[Callable[[str], str]] = [str.lower, str.upper, str.title, str]


def sloppy(player: dict[str, Any], others: list[Counts], stream: Stream) -> str:
    """The same forest as somebody types it in a hurry: any case, side words, separators."""
    out = []
    for tree in player["forest"]:
        words = [stream.choice(["{}", "- {}", "* {},", "{}:", "1x {}", "{} x1"])]
        name = tree["tree"]
        spelled = [full(name), everyday(name)]
        if name != "sapling":
            spelled += [name, SPECIES[SPECIES_NO[name]].german, name.replace("_", "-")]
        words[0] = "\n" + words[0].format(stream.choice(CASES)(stream.choice(spelled)))
        for side in SIDES:
            faces = tree[side]
            for face in faces:
                name, _, symbol = face.partition("@")
                s = SPECIES[SPECIES_NO[name]]
                card = stream.choice([everyday(name), s.name, s.german, name, s.name + "@"])
                card = card.rstrip("@") + f"@{symbol}"
                words.append(stream.choice(SIDE_FORMS[side]).format(stream.choice(CASES)(card)))
        out.append(words[0])
        for word in words[1:]:
            glue = "" if out[-1].endswith((":", ",")) else stream.choice(SEPARATORS)
            out.append(glue + " " + word)
    out.append(f"\nCave: {player['cave']}" if player["cave"] else "\n")
    out += [f"; vs {c.trees} trees and {c.lindens} lindens" for c in others]
    return "".join(out)


@pytest.mark.parametrize("seed", range(3))
def test_forests_typed_in_a_hurry_score_the_same(seed: int) -> None:
    stream = Stream(seed)
    for case in cases("fs_scores.jsonl"):
        for player in case["players"]:
            text = sloppy(player, list(rivals(player, case["players"])), stream)
            assert GAME.total(read_shorthand(text)) == player["total"], (case["id"], text)


def slips(word: str) -> Iterator[str]:
    """A letter left out, or two letters in the wrong order."""
    for k in range(len(word)):
        yield word[:k] + word[k + 1 :]
        yield word[:k] + word[k + 1 : k + 2] + word[k : k + 1] + word[k + 2 :]


def test_one_slip_is_one_fault_at_its_place_and_never_another_score() -> None:
    stream, told = Stream(1), 0
    for case in cases("fs_scores.jsonl"):
        for player in case["players"]:
            text = typed(player, list(rivals(player, case["players"])), everyday)
            lines = [line.split(", ") for line in text.split("\n")]
            row = stream.below(len(player["forest"]))
            column = stream.below(len(lines[row]))
            right = lines[row][column]
            if len(right) < 7:  # short words are names of other cards as well
                continue
            lines[row][column] = right[:2] + stream.choice(list(slips(right[2:])))
            try:
                p = read_shorthand("\n".join(", ".join(line) for line in lines))
            except BadPosition as error:
                told += 1
                place = f"line {row + 1}, entry {column + 1}"
                assert [fault.place for fault in error.faults()] == [place]
            else:
                assert GAME.total(p) == player["total"]
    assert told > 50


def size(player: dict[str, Any]) -> int:
    """Cards of a forest."""
    return sum(1 + sum(len(tree[side]) for side in SIDES) for tree in player["forest"])


@pytest.mark.parametrize("word", [full, everyday])
def test_every_settled_forest_scores_the_same_as_a_flat_list(word: Callable[[str], str]) -> None:
    lengths = []
    for case in cases("fs_scores.jsonl"):
        for player in case["players"]:
            text = typed(player, list(rivals(player, case["players"])), word)
            p = read_shorthand(text)
            assert GAME.total(p) == player["total"], (case["id"], text)
            if 28 <= size(player) <= 34:
                lengths.append(len(text))
    assert len(lengths) > 20
    if word is everyday:
        assert max(lengths) < MOST


@pytest.mark.parametrize(("name", "seat", "text"), BY_HAND)
def test_tableaus_typed_by_hand_from_their_description(name: str, seat: int, text: str) -> None:
    case = next(case for case in cases("fs_scores.jsonl") if case["id"] == name)
    player = case["players"][seat]
    assert size(player) == 30
    assert len(text) < MOST
    assert GAME.total(read_shorthand(text)) == player["total"]


def test_the_example_of_a_tableau() -> None:
    text = (Path(__file__).parents[2] / "examples" / "tableau.txt").read_text()
    listed = text.partition("\n")[2]
    p = read_shorthand(text)
    assert sum(1 + sum(map(len, tree.slots)) for tree in p.seats[0].trees) == 34
    assert GAME.total(p) == 188
    assert len(listed) < MOST
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"```\n{listed}```" in readme
