"""The wheel holds exactly the tracked modules and data files, under ``leafwise`` alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
LAYERS = ("puzzles", "solver", "cli")


def test_wheel_matches_the_tracked_files(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=TOP, capture_output=True, text=True
    )
    assert listed.returncode == 0, listed.stderr
    tracked = {line for line in listed.stdout.splitlines() if (TOP / line).exists()}
    copy = tmp_path / "copy"
    for name in tracked:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, target, follow_symlinks=False)
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)],
        cwd=copy,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = {f"leafwise/{name}" for name in tracked if name.split("/")[0] in LAYERS}
    wanted = {name for name in wanted if not name.endswith(".md")}
    wanted |= {f"leafwise/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}
    assert names == wanted
