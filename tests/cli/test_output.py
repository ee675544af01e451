"""What goes where: standard output, files, colours, batches, broken pipes, start-up time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_support import ROOT, Leafwise

from leafwise.cli import style
from leafwise.cli.batch import run_ordered
from leafwise.puzzles.core.errors import BadUse


def command(*argv: str, **kwargs: object) -> subprocess.CompletedProcess[bytes]:
    """A process of its own."""
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "leafwise", *argv], capture_output=True, timeout=120, **kwargs
    )


def test_json_is_one_object_and_notes_go_to_stderr(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "over.toml"
    path.write_text('format = 1\ngame = "pig"\nover = true\n')
    run = leafwise("moves", path, "--json")
    assert run.json()["moves"] == []
    assert "no moves" in run.err
    assert leafwise("moves", path, "--json", "-q").err == ""


@pytest.mark.parametrize(
    "argv",
    [
        ["show", "SPRING", "--svg", "OUT"],
        ["show", "SPRING", "--png", "OUT"],
        ["show", "SPRING", "-o", "OUT"],
        ["show", "--blank", "rustling-leaves", "--svg", "OUT"],
        ["moves", "SPRING", "-o", "OUT"],
        ["play", "SPRING", "misthrow", "-o", "OUT"],
        ["score", "SPRING", "-o", "OUT"],
        ["new", "rustling-leaves", "-o", "OUT"],
        ["hint", "SPRING", "-o", "OUT"],
        ["compare", "SPRING", "misthrow", "b7:c9 tree", "-o", "OUT"],
        ["solve", "SPRING", "--svg", "OUT"],
    ],
)
def test_nothing_is_overwritten_without_force(
    leafwise: Leafwise, spring: Path, tmp_path: Path, argv: list[str]
) -> None:
    target = tmp_path / "keep"
    target.write_text("precious")
    words = [{"SPRING": str(spring), "OUT": str(target)}.get(word, word) for word in argv]
    run = leafwise(*words)
    assert run.status == 2
    assert "--force" in run.err
    assert target.read_text() == "precious"
    assert os.listdir(tmp_path) == ["keep"]


def test_force_replaces_and_keeps_the_mode(
    leafwise: Leafwise, spring: Path, tmp_path: Path
) -> None:
    target = tmp_path / "moves.txt"
    target.write_text("old")
    target.chmod(0o640)
    run = leafwise("moves", spring, "-o", target, "--force")
    assert (run.status, run.out) == (0, "")
    assert target.read_text() == leafwise("moves", spring).out
    assert target.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["moves.txt"]


def test_a_failed_answer_writes_no_file(leafwise: Leafwise, spring: Path, tmp_path: Path) -> None:
    run = leafwise("play", spring, "a1:b3 bear", "-o", tmp_path / "x.toml", "--json")
    assert run.status == 1
    assert run.json()["error"]["kind"] == "illegal move"
    assert os.listdir(tmp_path) == []


def test_batch_is_one_object_a_line_in_order(
    leafwise: Leafwise, spring: Path, tmp_path: Path
) -> None:
    pig = {"format": 1, "game": "pig", "total": 9}
    rows = [
        {"id": "one", "position": pig},
        {"id": "two", "challenge": {**pig, "total": -4}},
        pig,
        "not an object",
        {"id": 5, "position": {**pig, "over": True}},
    ]
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n{broken\n")
    run = leafwise("moves", path, spring, "--json")
    found = run.lines()
    assert [row.get("id") for row in found] == ["one", "two", None, None, 5, None, None]
    assert [("error" in row) for row in found] == [False, True, False, True, False, True, False]
    assert [row["error"]["line"] for row in found if "error" in row] == [2, 4, 7]
    assert run.status == 2
    assert found[0]["moves"] == ["bank", "roll"]
    text = leafwise("moves", path).out
    assert f"# {path}:1\nbank\nroll\n" in text


def test_batch_of_positions_can_be_read_again(leafwise: Leafwise, tmp_path: Path) -> None:
    pig = {"format": 1, "game": "pig", "total": 9}
    path = tmp_path / "many.jsonl"
    path.write_text(json.dumps({"id": "a", "position": pig}) + "\n" + json.dumps(pig) + "\n")
    first = leafwise("play", path, "roll", "--json")
    assert [set(row) >= {"id", "position"} for row in first.lines()] == [True, False]
    second = leafwise("play", "-", "die 4", "--json", stdin=first.out)
    assert second.lines()[0]["position"]["total"] == second.lines()[1]["total"] == 13


def test_the_highest_status_wins_and_o_collects(leafwise: Leafwise, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    pig = {"format": 1, "game": "pig", "total": 9}
    path.write_text("".join(json.dumps({**pig, "total": n}) + "\n" for n in (9, -1, 4)))
    run = leafwise("score", path, "--json", "-o", tmp_path / "out.jsonl")
    assert (run.status, run.out) == (2, "")
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line).get("total") for line in lines] == [9, None, 4]


def test_processes_give_the_same_lines_in_order(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    rows = [
        {"format": 1, "game": "rustling-leaves", "season": "spring", "start": n % 6 + 1}
        for n in range(12)
    ]
    path.write_text(
        "".join(json.dumps({"id": n, "position": row}) + "\n" for n, row in enumerate(rows))
    )
    one = command("score", str(path), "--json")
    two = command("score", str(path), "--json", "--jobs", "2")
    assert one.returncode == two.returncode == 0, two.stderr

    def plain(out: bytes) -> list[object]:
        return [{**json.loads(line), "elapsed_s": 0} for line in out.splitlines()]

    assert plain(one.stdout) == plain(two.stdout)
    assert [json.loads(line)["id"] for line in two.stdout.splitlines()] == list(range(12))


def test_no_cluster_is_bad_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadUse, match="leafwise\\[cluster\\]"):
        list(run_ordered(str, [1], scheduler="tcp://localhost:1"))


def test_a_cluster_is_used_through_its_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import Executor, ThreadPoolExecutor
    from types import ModuleType, TracebackType

    class Client:
        def __init__(self, address: str, timeout: float) -> None:
            assert address == "tcp://there:1"

        def __enter__(self) -> Client:
            return self

        def __exit__(
            self, kind: type | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            return None

        def get_executor(self) -> Executor:
            return ThreadPoolExecutor(2)

    fake = ModuleType("distributed")
    vars(fake)["Client"] = Client
    monkeypatch.setitem(sys.modules, "distributed", fake)
    found = list(run_ordered(str, range(600), scheduler="tcp://there:1"))
    assert found == [str(n) for n in range(600)]


def test_a_closed_pipe_is_quiet(spring: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [sys.executable, "-m", "leafwise", "moves", str(spring)],
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(writing)
    assert process.returncode == 0
    assert process.stderr == b""


def test_pipes_have_no_colours_and_no_boxes(spring: Path) -> None:
    plain = command("show", str(spring), env={**os.environ, "PYTHONUTF8": "1"})
    assert b"\x1b" not in plain.stdout and plain.stdout.isascii()
    forced = {**os.environ, "PYTHONUTF8": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    rich = command("show", str(spring), env=forced)
    assert b"\x1b" in rich.stdout and "┃" in rich.stdout.decode()
    dumb = command("show", str(spring), env={**forced, "TERM": "dumb"})
    assert dumb.stdout.isascii()
    latin = command("show", str(spring), env={**forced, "PYTHONIOENCODING": "latin-1"})
    assert latin.stdout.isascii()


class Terminal:
    """Looks like a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal: object = Terminal()
    found = style.detect(terminal)  # type: ignore[arg-type]
    assert found.colour and found.unicode
    monkeypatch.setenv("NO_COLOR", "1")
    found = style.detect(terminal)  # type: ignore[arg-type]
    assert not found.colour and not found.unicode
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    found = style.detect(terminal)  # type: ignore[arg-type]
    assert not found.colour and not found.unicode


def test_help_imports_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "ortools", "networkx", "rich", "msgspec", "rapidfuzz", "svgwrite")
    code = (
        "import sys\nfrom leafwise.cli.main import run_cli\nrun_cli(['--help'])\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)\n"
        "print([n for n in sys.modules if n.endswith(('game', 'run', 'hint'))], file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stderr.splitlines() == ["[]", "[]"]
    assert "Rank the next moves" in run.stdout


@pytest.mark.parametrize("argv", [["moves", "SPRING"], ["score", "SPRING"], ["show", "SPRING"]])
def test_plain_commands_need_no_engine(spring: Path, argv: list[str]) -> None:
    words = [str(spring) if word == "SPRING" else word for word in argv]
    code = (
        f"import sys\nfrom leafwise.cli.main import run_cli\nrun_cli({words!r})\n"
        "heavy = [n for n in ('numba', 'ortools', 'networkx') if n in sys.modules]\n"
        "print(heavy, file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stderr == "[]\n"


def test_completion_knows_the_commands() -> None:
    environment = {
        **os.environ,
        "_LEAFWISE_COMPLETE": "bash_complete",
        "COMP_WORDS": "leafwise hi",
        "COMP_CWORD": "1",
    }
    run = command(env=environment)
    assert run.stdout == b"plain,hint\n"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").iterdir()), ids=lambda path: path.name)
def test_every_example_can_be_shown_in_plain_characters(path: Path) -> None:
    """An ASCII terminal shows no escapes for what a game's labels hold."""
    found = subprocess.run(
        [sys.executable, "-m", "leafwise", "show", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "NUMBA_DISABLE_JIT": "1"},
    )
    assert found.returncode == 0
    assert found.stdout.isascii() and "\\" not in found.stdout
