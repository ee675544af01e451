"""Where answers go: standard output, or files that are written aside and then renamed."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from .report import BadFile

CLOSED = "standard output is closed; -o FILE takes the answer instead"


class Closed(Exception):
    """Whoever read standard output has stopped reading."""


def check_target(path: str | None, force: bool) -> None:
    """Refuse a target that could not be written, before anything is computed; raises BadFile."""
    if path is None or path == "-":
        return
    if not path.strip():
        raise BadFile(f"{path!r} as a name", "name a file to write")
    target = Path(path)
    if target.is_dir():
        raise BadFile(f"{path!r} is a directory", "name a file to write")
    if not target.parent.is_dir():
        raise BadFile(f"no directory {str(target.parent)!r}", f"needed to write {path!r}")
    if _is_special(target):
        return
    if os.path.lexists(target) and not force:
        raise BadFile(f"{path!r} exists", "use --force to overwrite it")
    if not os.access(target.resolve().parent, os.W_OK):
        raise BadFile(f"{str(target.parent)!r} may not be written", "choose another directory")


def check_targets(paths: list[str | None], force: bool) -> None:
    """Check every target, and that no two of them are the same file; raises BadFile."""
    seen: set[Path] = set()
    for path in paths:
        check_target(path, force)
        if path is None or path == "-" or _is_special(Path(path)):
            continue
        real = Path(path).resolve()
        if real in seen:
            raise BadFile(f"{path!r} twice", "each output needs a file of its own")
        seen.add(real)


def write_file(path: str, data: bytes) -> None:
    """Write aside and rename, so that nobody ever sees half a file; raises BadFile."""
    target = Path(path)
    try:
        if _is_special(target):
            target.write_bytes(data)
            return
        real = target.resolve()
        handle, aside = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.chmod(aside, _mode(real))
            os.replace(aside, real)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(aside)
            raise
    except OSError as error:
        raise BadFile(f"{path!r}", (error.strerror or "cannot be written").lower()) from None


def _mode(path: Path) -> int:
    """The mode of the file that is replaced, or what the umask grants."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _is_special(path: Path) -> bool:
    """A device or pipe such as /dev/stdout: written to, never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def hold_streams() -> bool:
    """Whether there is a standard output to answer on.

    The places of standard streams that the caller has closed are taken first, or the next file
    opened would stand there and get what libraries print.
    """
    closed = [stream is None for stream in (sys.stdin, sys.stdout, sys.stderr)]
    while any(closed):
        handle = os.open(os.devnull, os.O_RDWR)
        if handle > 2:
            os.close(handle)
            break
    return not closed[1]


def check_stdout() -> None:
    """Refuse a standard output that was closed from the beginning; raises BadFile."""
    if sys.stdout is None:
        raise BadFile("", CLOSED)


def say(text: str) -> None:
    """Write to standard output; raises Closed when nobody reads it any more, else BadFile."""
    check_stdout()
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        close_quietly()
        raise Closed from None
    except OSError as error:
        close_quietly()
        why = (error.strerror or "cannot be written").lower()
        raise BadFile("", f"standard output: {why}") from None


def close_quietly() -> None:
    """Point standard output at nothing, so that Python's own flush at exit stays silent."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def complain(lines: list[str]) -> None:
    """Write lines to standard error; a closed one is no reason to fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write("".join(line + "\n" for line in lines))
        sys.stderr.flush()
