"""The first moments of a process: Ctrl-C while it still imports, streams that are closed."""

from __future__ import annotations

import subprocess
import sys

import pytest

# what a user hits while ``import click`` runs, at the same place every time
INTERRUPTED = """
import os, signal, sys
if {ignored}:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
class Hit:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Hit())
sys.argv = ["leafwise", "--version"]
from leafwise.cli.main import main
main()
"""


def started(module: str, ignored: bool = False) -> subprocess.CompletedProcess[str]:
    """A start that SIGINT meets when ``module`` is imported."""
    code = INTERRUPTED.format(module=module, ignored=ignored)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("module", ["click", "click.core", "leafwise.cli.app"])
def test_ctrl_c_during_imports_ends_quietly_with_130(module: str) -> None:
    done = started(module)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    done = started("click", ignored=True)
    assert done.returncode == 0
    assert done.stdout.startswith("leafwise ")


def test_the_console_script_imports_nothing_slow_before_it_hears_ctrl_c() -> None:
    code = "import sys; from leafwise.cli import main; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not {"click", "numpy", "leafwise.cli.app"} & set(done.stdout.split())
