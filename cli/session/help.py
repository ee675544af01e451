"""More about each command than its line in the list: what it does, with examples."""

from __future__ import annotations

from collections.abc import Mapping

MORE: Mapping[str, tuple[str, ...]] = {
    "hint": (
        "hint            the best moves with what they are worth; then type a number to play one",
        "hint MOVE       the same with your own move in the table",
        "A hint that was cut short by the time limit or by Ctrl-C thinks again when asked again.",
    ),
    "why": (
        "why             why the best move of the table is best",
        "why 2           why number 2 is not",
        "why MOVE        the same for any move",
    ),
    "nudge": ("nudge           names the card or the region to look at, and no move",),
    "plan": ("plan            how the best move may go on; plan 2: how number 2 may",),
    "score": ("score           line by line; score MOVE: what the move would bring at once",),
    "moves": (
        "moves           all legal moves, numbered: a number then plays one",
        "moves tree      only those with the word in them",
    ),
    "show": ("show            the whole table; it is drawn by itself when a new turn begins",),
    "record": ("record          every move so far, with who made it",),
    "undo": ("undo            one step back; as often as you like; 'redo' brings it back",),
    "back": ("back 3          three steps back; 'redo' brings them back one by one",),
    "redo": ("redo            only until another move is made",),
    "deal": (
        "deal            chance speaks (dice, cards) or another player does something legal;",
        "                it never takes a decision of yours",
    ),
    "set": (
        "set KEY = VALUE where the table is not as the program has it: a key of the file, such as",
        "set hand = oak, birch     set misthrows = 2     set opponents.1.hand = 5",
        "'set' alone lists the keys. The correction is a step of the record; 'undo' takes it back.",
    ),
    "add": ("add hand oak    puts a word at the end of a list; add hand 2 oak: two of them",),
    "take": (
        "take hand oak   takes a word out of a list; take hand 2 oak: two of them",
        "take common 2   a number alone takes the first two",
    ),
    "save": ("save            nothing to fear: all is saved; save FILE goes on in another file",),
    "quit": ("quit            or Ctrl-D; 'leafwise session FILE' goes on later",),
    "help": ("?               the list; ? hint: one command; ? WORD: a word of the moves",),
}
