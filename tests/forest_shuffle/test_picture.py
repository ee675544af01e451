"""Pictures: trees with four sides, hand, clearing with its count to ten, cave, opponents."""

from __future__ import annotations

from fs_support import MOLE_HAND, cases, pos, tree

from leafwise.puzzles.core.picture import Board, Panel, Picture, Row
from leafwise.puzzles.forest_shuffle.game import GAME


def flat(picture: Picture) -> list[Board | Panel]:
    out: list[Board | Panel] = []
    for block in picture.blocks:
        parts = block.blocks if isinstance(block, Row) else (block,)
        out.extend(part for part in parts if isinstance(part, Board | Panel))
    return out


P = pos(
    tree("oak", top="goshawk@oak", left=["european_hare@birch", "european_hare@beech"]),
    "sapling",
    hand=[*MOLE_HAND, "birch"],
    deck=["beech", "linden", "linden"],
    clearing=["sycamore", "sycamore", "lynx/raccoon"],
    cave=2,
    opponents=[{"hand": 5, "trees": 3}, {"hand": [], "forest": ["oak"]}],
)


def test_forest_hand_clearing_cave_and_opponents() -> None:
    blocks = flat(GAME.picture(P))
    boards = [block for block in blocks if isinstance(block, Board)]
    assert [board.title for board in boards] == ["1 Oak", "2 Sapling"]
    texts = [[cell.text for cell in row] for row in boards[0].cells]
    assert texts == [["", "Goshawk", ""], ["Hare x2", "Oak", "·"], ["", "·", ""]]
    panels = {block.title: block for block in blocks if isinstance(block, Panel)}
    clearing = panels["Clearing"].entries
    assert (clearing[0].filled, clearing[0].circles) == (3, 10)
    assert [entry.name for entry in clearing[1:]] == ["lynx/raccoon", "sycamore x2"]
    assert panels["Hand"].entries[0].filled == 4
    assert panels["Hand"].entries[-1].note == "2 cards"
    assert [entry.name for entry in panels["Opponents"].entries] == ["opponent 1", "opponent 2"]
    notes = {entry.name: entry.note for entry in panels["Points"].entries}
    assert notes["cave"].startswith("2") and notes["total"] == str(GAME.total(P))


def test_a_line_is_numbered() -> None:
    line = GAME.parse(P, "play mole on 2 bottom pay linden, oak with mole: {birch}")
    boards = [block for block in flat(GAME.picture(P, line)) if isinstance(block, Board)]
    assert boards[1].cells[2][1].number == 1 and boards[1].cells[2][1].strong
    assert boards[2].cells[1][1].number == 2


def test_every_cell_text_fits() -> None:
    for case in cases("fs_positions.jsonl"):
        for block in flat(GAME.picture(GAME.read(case["position"]))):
            if isinstance(block, Board):
                assert all(len(c.text) <= block.cell_width for row in block.cells for c in row)


def test_headline_and_blank() -> None:
    assert GAME.headline(P).startswith("Forest Shuffle  3 players  your turn")
    assert "over" in GAME.headline(pos("oak", winters=3))
    assert "opponent 1" in GAME.headline(pos("oak", turn="opponent 1", opponents=[{}]))
    assert len(GAME.blank({}).blocks) == 5
