"""The layer rule: cli -> solver -> puzzles, relative imports inside a layer."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
BELOW = {"puzzles": set(), "solver": {"puzzles"}, "cli": {"solver", "puzzles"}}


def sources(layer: str) -> list[Path]:
    return sorted((TOP / layer).rglob("*.py"))


def imported(path: Path) -> list[tuple[int, str]]:
    """(relative level, module) of every import of a file."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or ""))
    return found


@pytest.mark.parametrize("layer", sorted(BELOW))
def test_imports_go_downward_only(layer: str) -> None:
    assert sources(layer), f"no sources in {layer}"
    for path in sources(layer):
        depth = len(path.relative_to(TOP).parts) - 1
        for level, module in imported(path):
            parts = module.split(".")
            if level:
                assert level <= depth, f"{path}: relative import leaves the layer"
            elif parts[0] == "leafwise" and len(parts) > 1:
                assert parts[1] in BELOW[layer], f"{path}: imports {module}"
            else:
                assert parts[0] not in BELOW, f"{path}: imports {module} without leafwise"


@pytest.mark.parametrize("layer", sorted(BELOW))
def test_layers_refuse_to_be_imported_bare(layer: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {layer}"], cwd=TOP, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert f"leafwise.{layer}" in done.stderr


def test_plain_rules_import_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from leafwise.puzzles.core import registry\n"
        "for name in registry.game_ids():\n"
        "    registry.load(name)\n"
        "heavy = {'numba', 'ortools', 'networkx', 'click', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
