"""The prompt: lines in, answers out, until the end of the input."""

from __future__ import annotations

import sys
from typing import Any

from leafwise.puzzles.core.errors import LeafwiseError

from ..output import Closed, say
from ..report import internal
from .state import Session
from .words import Quit, board, complaint, completions, obey, status


def run_session(session: Session) -> int:
    """Talk until 'quit' or the end of the input; the exit status. Ctrl-C drops a line only."""
    from leafwise.solver import warm

    lines = Lines(session)
    session.draws = not session.common.quiet and (lines.terminal or session.style.colour)
    session.save()
    if warm.is_cold(session.game.id):  # ready by the time the first hint is asked for
        warm.start_detached(session.game.id)
    say(_greeting(session))
    while True:
        try:
            typed = lines.next(f"{session.guide.call(session.p).prompt}> ")
            if typed is None:
                break
            if typed.strip():
                say(_answer(session, typed))
        except Quit:
            break
        except KeyboardInterrupt:
            say("\n  interrupted; 'quit' or Ctrl-D leaves\n")
    say(f"  saved in {session.store.name}\n")
    return 0


def _greeting(session: Session) -> str:
    quiet = session.common.quiet
    lines = [] if quiet else [board(session), ""]
    lines += [f"  {line}" for line in session.notes]
    lines += status(session, headline=quiet)
    lines += [f"  {line}" for line in session.guide.call(session.p).told]
    lines.append(f"  saved in {session.store.name} after every step; ? for help")
    return "\n".join(lines) + "\n"


def _answer(session: Session, typed: str) -> str:
    try:
        return obey(session, typed) + "\n"
    except LeafwiseError as error:
        return "\n".join(complaint(error)) + "\n"
    except (Quit, Closed):
        raise
    except Exception as error:  # a fault of the program must not end the game at the table
        return "".join(f"  ! {line}\n" for line in internal(error).lines())


class Lines:
    """Lines from a terminal, edited and completed, or from a pipe, echoed behind the prompt."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self.found: list[str] = []
        if self.terminal:
            self._edit()

    def next(self, prompt: str) -> str | None:
        """The next line, None at the end of the input."""
        if self.terminal:
            try:
                return input(prompt)
            except EOFError:
                say("\n")
                return None
        say(prompt)
        line = sys.stdin.readline()
        if not line:
            say("\n")
            return None
        line = line.rstrip("\r\n")
        say(line + "\n")
        return line

    def _edit(self) -> None:
        """Line editing with completion of whole lines, where the system has it."""
        try:
            import readline
        except ImportError:
            return
        reader: Any = readline
        reader.set_completer_delims("\n")
        reader.set_completer(self._complete)
        libedit = "libedit" in (getattr(readline, "__doc__", None) or "")
        reader.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _complete(self, typed: str, state: int) -> str | None:
        if state == 0:
            self.found = list(completions(self.session, typed))
        return self.found[state] if state < len(self.found) else None
