"""``tablelight rules``: the engine over JSON lines on standard input and output."""

import sys


def rules() -> None:
    """Referee for other programs: one JSON object a line in, one a line out. Try {"do": "games"}."""
    from engine.protocol import Session

    session = Session()
    # Bytes that are no UTF-8 become a marked character, and the line an error object, not the end of the program.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(session.answer_line(line) + "\n")
            sys.stdout.flush()
