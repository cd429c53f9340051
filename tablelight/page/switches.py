"""What the switches under the board feel differently from the game, on the page, with every way out of it."""

from engine import texts
from tablelight.page.html import button, text
from tablelight.pieces import Pieces, standing
from tablelight.referee import RefereeState
from tablelight.say import say


def panel(referee: RefereeState, *, may_write: bool) -> str:
    """The mismatch and its ways out; empty where board and game agree."""
    pieces, match = referee.pieces, referee.match
    ignored = _ignored(pieces, may_write=may_write)
    if pieces.why is None:
        if not pieces.lifted:
            return ignored
        return f'{ignored}<p class="said">{text(say("pieces", "IN_HAND", spot=texts.join(pieces.lifted)))}</p>'
    takes = "".join(
        button("pieces-take", text(_words(way)), style="go" if len(pieces.readings) == 1 else "", index=n)
        for n, way in enumerate(pieces.readings)
    )
    off = button("pieces-ignore", "Go on without these switches", style="quiet")
    undo = button("undo", "Undo", style="quiet", disabled=not match.log)
    exits = f'<div class="row">{takes}{undo}{off}</div>' if may_write else ""
    return f'<div class="doubt"><p role="alert">{text(sentence(referee))}</p>{exits}</div>{ignored}'


def sentence(referee: RefereeState) -> str:
    """Where board and game differ, and what puts it right."""
    why = referee.pieces.why
    expected = standing(referee.match) or frozenset()
    felt = referee.pieces.occupied or frozenset()
    extra = ", ".join(sorted(felt - expected - referee.pieces.ignored)) or "nothing"
    missing = ", ".join(sorted(expected - felt - referee.pieces.ignored)) or "nothing"
    reason = why.reason if why is not None else "BOARD_DIFFERS"
    return say("pieces", reason, extra=extra, missing=missing)


def _words(way: tuple) -> str:
    return texts.join([str(event) for event in way])


def _ignored(pieces: Pieces, *, may_write: bool) -> str:
    if not pieces.ignored:
        return ""
    spots = ", ".join(sorted(pieces.ignored))
    again = button("pieces-trust", "Believe them again", style="quiet") if may_write else ""
    return f'<p class="said">{text(say("pieces", "IGNORED", spots=spots))} {again}</p>'
