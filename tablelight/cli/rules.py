"""``tablelight rules``: the engine over JSON lines on standard input and output."""

import sys
from collections.abc import Iterator
from typing import TextIO


def rules() -> None:
    """Referee for other programs: one JSON object a line in, one a line out. Try {"do": "games"}."""
    from engine.core.protocol import MAX_LINE, RulesSession

    session = RulesSession()
    # Bytes that are no UTF-8 become a marked character, and the line an error object, not the end of the program.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in _lines(sys.stdin, MAX_LINE + 1):
        if line.strip():
            sys.stdout.write(session.answer_line(line) + "\n")
            sys.stdout.flush()


def _lines(source: TextIO, most: int) -> Iterator[str]:
    """Each line, or the first ``most`` characters of a longer one: whoever never ends a line fills no memory."""
    while line := source.readline(most):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(most)
