"""Pictures: what a block says, before anything paints it."""

from is_support import pos

from leafwise.puzzles.core.picture import Board, Edge, Panel, Picture, Row
from leafwise.puzzles.indian_summer.boxes import read_floors, read_tiles
from leafwise.puzzles.indian_summer.game import GAME
from leafwise.puzzles.indian_summer.picture import floor_picture, tile_board, tiles_picture


def boards(picture: Picture) -> list[Board]:
    out = []
    for block in picture.blocks:
        inner = block.blocks if isinstance(block, Row) else (block,)
        out += [x for x in inner if isinstance(x, Board)]
    return out


def panels(picture: Picture) -> list[Panel]:
    out = []
    for block in picture.blocks:
        inner = block.blocks if isinstance(block, Row) else (block,)
        out += [x for x in inner if isinstance(x, Panel)]
    return out


def between(board: Board, kind: str) -> set[frozenset[tuple[int, int]]]:
    return {frozenset((e.a, e.b)) for e in board.edges if e.kind == kind}


def test_floor_shows_prints_tokens_holes_squirrels_animals() -> None:
    p = pos(["#b..", "os..", "aaa."], print=[".bn.", "....", "...."], path=["##o"])
    board = boards(GAME.picture(p))[0]
    icons = [[cell.icon for cell in row] for row in board.cells]
    assert icons == [
        ["leaf", "token-berry", "nut", None],
        ["hole", "squirrel", None, None],
        ["animal", "animal", "animal", None],
    ]
    assert board.cells[0][2].text == "n" and board.cells[0][1].text == "(b)"
    assert all(len(cell.text) <= board.cell_width for row in board.cells for cell in row)


def test_pieces_have_outlines_and_areas_borders() -> None:
    p = pos(["##o.", "###o", "...."], pieces=["AAA.", "BBBB", "...."], areas=["AABB"] * 3,
            print=["...."] * 3)  # fmt: skip
    board = boards(GAME.picture(p))[0]
    piece, region = between(board, "piece"), between(board, "region")
    assert frozenset({(0, 0), (1, 0)}) in piece and frozenset({(0, 0), (0, 1)}) not in piece
    assert frozenset({(0, 2), (0, 3)}) in piece and frozenset({(1, 3), (2, 3)}) in piece
    assert {frozenset({(r, 1), (r, 2)}) for r in range(3)} <= region
    assert frozenset({(-1, 0), (0, 0)}) in region and frozenset({(0, 0), (0, 1)}) not in region


def test_pieces_have_the_colour_of_their_tile() -> None:
    p = pos(["##o.", "###o", "#as."], pieces=["AAA.", "BBBB", "CD.."], print=["...."] * 3)
    tones = [[cell.tone for cell in row] for row in boards(GAME.picture(p))[0].cells]
    assert tones[0][:3] == ["leaf-green"] * 3 and tones[1] == ["leaf-orange"] * 4
    assert tones[2][1:] == ["animal", "squirrel", "ground"]


def test_unknown_pieces_are_outlined_against_open_ground_only() -> None:
    board = boards(GAME.picture(pos(["##..", "##.."])))[0]
    assert between(board, "piece") == {frozenset({(r, 1), (r, 2)}) for r in range(2)}


def test_every_tile_of_the_paths_is_drawn() -> None:
    p = GAME.new({"floor": "1a", "players": "2"}, 1)
    drawn = boards(GAME.picture(p))
    assert len(drawn) == 1 + 5 + 5 + 20
    assert {board.title for board in drawn[1:6]} == {"1", "2", "3", "4", "5"}


def test_a_tile_board_is_its_outline() -> None:
    board = tile_board("#o/.#", "leaf-green")
    assert [[cell.outside for cell in row] for row in board.cells] == [
        [False, False], [True, False],
    ]  # fmt: skip
    assert board.cells[0][1].icon == "hole"
    assert len(board.edges) == 8  # the perimeter of three fields in an L
    assert Edge((0, 0), (1, 0), "piece") in board.edges


def test_a_plan_is_numbered() -> None:
    p = pos(["....", "...."], path=["##o", "#o"], treasures={"nut": 1})
    line = GAME.parse(p, "leaf 1 ##o a1; nut d1")
    picture = GAME.picture(p, line)
    board = boards(picture)[0]
    assert [cell.number for cell in board.cells[0]] == [1, 1, 1, 2]
    assert board.cells[0][0].text == "1" and board.cells[0][0].strong
    plan = next(panel for panel in panels(picture) if panel.title == "Plan")
    assert [e.name for e in plan.entries] == ["1. leaf 1 ##o a1", "2. nut d1"]
    assert frozenset({(0, 2), (0, 3)}) in between(board, "piece")


def test_own_floors_and_tiles_are_drawn_back() -> None:
    head = {"format": 1, "game": "indian-summer"}
    (floor,) = read_floors({**head, "name": "mine", "print": ["b.n", "..."], "areas": ["ABB"] * 2})
    board = boards(floor_picture(floor))[0]
    assert [cell.icon for cell in board.cells[0]] == ["berry", None, "nut"]
    assert {frozenset({(r, 0), (r, 1)}) for r in range(2)} <= between(board, "region")
    assert not any(panel.title == "Note" for panel in panels(floor_picture(floor)))
    box = read_tiles({**head, "name": "mine", "tiles": [{"shape": "#o/##"}, {"shape": "o#"}]})
    drawn = boards(tiles_picture(box))
    assert [board.title for board in drawn[:2]] == ["tile-1 x1", "tile-2 x1"]


def test_a_blank_floor_names_the_reconstruction() -> None:
    picture = GAME.blank({"floor": "2a"})
    assert boards(picture)[0].labels
    assert any("reconstruction" in e.name for panel in panels(picture) for e in panel.entries)


def test_headline() -> None:
    p = pos(["#...", "...."], turns=1)
    assert GAME.headline(p) == (
        "Indian Summer  own floor  7 of 8 fields uncovered  1 turn left  main action to come"
    )
