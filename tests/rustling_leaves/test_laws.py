"""The laws of the interface on random games, properties of the rules, pictures and speed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from core.conformance import check_all, walk
from hypothesis import given, settings
from hypothesis import strategies as st
from rustling_leaves.support import after
from rustling_leaves.support import sheet as sheet_of

from leafwise.puzzles.core.errors import IllegalMove
from leafwise.puzzles.core.picture import Board, Panel, Row
from leafwise.puzzles.core.random import Stream
from leafwise.puzzles.rustling_leaves.actions import Draw, Misthrow, Roll, actions, draws
from leafwise.puzzles.rustling_leaves.data import SEASONS, sheet
from leafwise.puzzles.rustling_leaves.game import GAME
from leafwise.puzzles.rustling_leaves.plots import Plot, plots, shape
from leafwise.puzzles.rustling_leaves.position import Position

GAMES = st.tuples(
    st.sampled_from(SEASONS), st.integers(1, 6), st.integers(0, 10**9), st.integers(0, 40)
)


def played(
    season: str, start: int, seed: int, steps: int, save_joker: bool = False
) -> Iterator[Position]:
    """Positions of a random game that never drops out and seldom takes a misthrow."""
    stream = Stream(seed)
    p = GAME.new({"season": season, "start": str(start)}, 0)
    yield p
    for _ in range(steps):
        if GAME.turn(p).kind == "over":
            return
        if p.roll is None:
            p = after(p, "stay in")
            p = GAME.apply(p, GAME.outcomes(p).draw(stream))
        else:
            found = GAME.actions(p)
            drawings = [a for a in found if isinstance(a, Draw) and not (save_joker and a.joker)]
            p = GAME.apply(p, stream.choice(drawings or found[-1:]))
        yield p


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("seed", range(4))
def test_laws_on_random_games(season: str, seed: int) -> None:
    """From every position of a long game, since random players soon drop out."""
    for step, p in enumerate(played(season, 1 + seed, seed, 40, save_joker=seed % 2 == 0)):
        assert check_all(GAME, p, seed + step, most=4) >= 1


@pytest.mark.parametrize("season", SEASONS)
def test_laws_on_a_challenge_and_with_a_sampled_future(season: str) -> None:
    rolls = ["1 2c", "2 3", "2c 2c", "4 1"]
    challenge = sheet_of(season, 3, rolls=rolls)
    assert check_all(GAME, challenge, 2) > 1
    last = [p for p, _ in walk(GAME, GAME.world(GAME.new({"season": season}, 1), 0, 9), 4)][-1]
    assert GAME.turn(last).kind == "over"


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_areas_never_overlap_and_hang_together(game: tuple[str, int, int, int]) -> None:
    *_, p = played(*game)
    reached = 0
    for i, area in enumerate(p.areas):
        plot = p.plot(area)
        assert not plot.mask & reached
        assert plot.mask & p.start_mask if i == 0 else plot.border & reached
        reached |= plot.mask
    assert reached == p.occupied
    assert reached.bit_count() == sum(p.plot(area).mask.bit_count() for area in p.areas)


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_files_and_scores_of_reachable_sheets(game: tuple[str, int, int, int]) -> None:
    *_, p = played(*game)
    assert GAME.read(GAME.write(p)) == p
    assert GAME.total(p) == pytest.approx(sum(line.points for line in GAME.scores(p)))
    t = GAME.score_extras(p)["marks"]
    circles = sheet(p.season).circles
    assert all(n <= circles.get(name, 99) for name, n in t.items())
    assert 0 <= p.clouds <= circles.get("cloud", 0)


@settings(max_examples=25, deadline=None)
@given(GAMES, st.randoms(use_true_random=False))
def test_any_order_of_the_areas_is_read(game: tuple[str, int, int, int], random: object) -> None:
    *_, p = played(*game)
    doc = GAME.write(p)
    random.shuffle(doc["areas"])  # type: ignore[attr-defined]
    q = GAME.read(doc)
    assert set(q.areas) == set(p.areas)
    assert GAME.total(q) == GAME.total(p)
    assert GAME.listing(q) == GAME.listing(p)


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_listing_is_the_sorted_texts_of_the_actions(game: tuple[str, int, int, int]) -> None:
    for p in played(*game):
        texts = [GAME.format(p, (action,)) for action in GAME.actions(p)]
        assert list(GAME.listing(p)) == sorted(texts)
        assert len(set(texts)) == len(texts)


def _brute(p: Position) -> set[Draw | Misthrow]:
    """Every legal decision, by trying every drawing that could be written."""
    legal: set[Draw | Misthrow] = {Misthrow()}
    names = (*p.sheet.choices, None)
    for corners in plots(p.season):
        for joker in (None, 1, 2, 3, 4):
            for name in names:
                for row in (None, 3, 6, 9):
                    draw = Draw(corners, name, joker, row)
                    try:
                        GAME.apply(p, draw)
                    except IllegalMove:
                        continue
                    legal.add(draw)
    return legal


@pytest.mark.parametrize("season", SEASONS)
def test_actions_are_exactly_what_apply_accepts(season: str) -> None:
    for seed in range(2):
        p = next(q for q in played(season, 2, seed, 12) if len(q.areas) == 2 + seed and q.roll)
        assert set(GAME.actions(p)) == _brute(p)


def test_choices_agree_with_a_count_of_the_fields() -> None:
    for season in SEASONS:
        at = sheet(season)
        for plot in plots(season).values():
            printed = [at.symbols[row][column] for row, column in plot.spots()]
            assert {name: printed.count(name) for name in printed} == dict(plot.printed)
            assert bin(plot.mask).count("1") == len(printed)
            assert set(plot.clear) | set(plot.cloudy) <= set(at.choices)


def test_a_plot_knows_its_shape() -> None:
    def area(plot: Plot) -> int:
        short, long = shape(plot.corners)
        return short * long

    assert all(area(plot) == plot.mask.bit_count() for plot in plots("spring").values())
    assert len(plots("spring")) == 34 * 34


def test_rolls_are_drawn_with_their_probabilities() -> None:
    p = after(sheet_of("spring", 1), "stay in")
    outcomes = GAME.outcomes(p)
    assert outcomes.pairs is not None
    stream, n = Stream(3), 7200
    seen: dict[object, int] = {}
    for _ in range(n):
        action = outcomes.draw(stream)
        assert isinstance(action, Roll)
        seen[action] = seen.get(action, 0) + 1
    for action, chance in outcomes.pairs:
        expected = float(chance) * n
        assert abs(seen[action] - expected) < 5 * expected**0.5


def test_listing_of_the_largest_position_takes_less_than_20_ms() -> None:
    best: tuple[int, Position] | None = None
    for season in SEASONS:
        for p in played(season, 2, 7, 16, save_joker=True):
            for roll in ("4 3", "1 2", "1 1", "2 3"):
                if p.roll is None and p.joker:
                    q = after(p, f"roll {roll}")
                    size = sum(1 for _ in draws(q))
                    best = (size, q) if best is None or size > best[0] else best
    assert best is not None and best[0] > 400
    times = []
    for _ in range(5):
        begin = time.process_time()
        GAME.listing(best[1])
        times.append(time.process_time() - begin)
    assert min(times) < 0.020
    assert len(actions(best[1])) == best[0] + 1


def test_the_rules_import_nothing_heavy() -> None:
    code = (
        "import sys; import leafwise.puzzles.rustling_leaves.game; "
        "print([m for m in ('numba', 'ortools', 'networkx', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _board(p: Position, *texts: str) -> tuple[Board, list[Panel], str]:
    line = [action for text in texts for action in GAME.parse(p, text)]
    shown = GAME.picture(p, line)
    row, *below = shown.blocks
    assert isinstance(row, Row)
    board = row.blocks[0]
    assert isinstance(board, Board)
    return board, [b for b in (*row.blocks, *below) if isinstance(b, Panel)], shown.title


def test_picture_shows_symbols_areas_crosses_river_and_circles() -> None:
    p = sheet_of("spring", 1, "b2:d2 tree", roll="1 1")
    board, panels, title = _board(p)
    assert (len(board.cells), len(board.cells[0])) == (10, 10)
    assert board.cells[0][0].icon == "bear" and board.cells[1][1].icon == "start"
    crossed = [(r, c) for r in range(10) for c in range(10) if board.cells[r][c].crossed]
    assert crossed == [(1, 3)]
    assert sum(edge.kind == "river" for edge in board.edges) == 12
    assert sum(edge.kind == "piece" for edge in board.edges) == 8  # around three fields
    circles = {entry.name: (entry.filled, entry.circles) for entry in panels[0].entries}
    assert circles["tree"] == (1, 15) and circles["bear"] == (6, 6)
    assert panels[1].title == "Score 19" and "roll 1 1" in title


def test_picture_numbers_the_areas_of_a_line() -> None:
    p = sheet_of("spring", 1, "b2:d2 tree", roll="1 1")
    board, _, title = _board(p, "b1:b1 tree")
    assert board.cells[0][1].number == 1 and board.cells[0][1].strong
    assert board.cells[0][1].crossed and title.endswith("then b1:b1 tree")
    assert board.cells[1][1].number is None


def test_picture_lists_the_moves_of_a_longer_line() -> None:
    p = sheet_of("spring", 1, "b2:d2 tree", roll="1 1")
    _, panels, title = _board(p, "b1:b1 tree; stay in; roll 2c 2; b3:c4 bee")
    moves = next(panel for panel in panels if panel.title == "Moves")
    assert [(entry.name, entry.note) for entry in moves.entries] == [
        ("1", "b1:b1 tree"),
        ("2", "stay in; roll 2c 2; b3:c4 bee"),
    ]
    assert "b1:b1" not in title


@pytest.mark.parametrize("season", SEASONS)
def test_labels_are_distinct_and_a_blank_sheet_can_be_drawn(season: str) -> None:
    blank = GAME.blank({"season": season})
    (row,) = blank.blocks
    assert isinstance(row, Row)
    board = row.blocks[0]
    assert (
        isinstance(board, Board)
        and board.labels
        and not any(cell.crossed for line in board.cells for cell in line)
    )
    by_label: dict[str, set[str | None]] = {}
    for line in board.cells:
        for cell in line:
            by_label.setdefault(cell.text, set()).add(cell.icon)
            assert len(cell.text) == 2
    assert all(len(icons) == 1 for icons in by_label.values())


def test_headline_says_what_is_to_be_acted_on() -> None:
    assert "roll 2c 3" in GAME.headline(sheet_of("spring", 1, roll="2c 3"))
    assert "before the roll" in GAME.headline(sheet_of("spring", 1))
    assert "over: dropped out" in GAME.headline(sheet_of("spring", 1, dropped_out=True))
