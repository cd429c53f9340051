"""Captures that were missed, found when the hands of a deal have become public (CA-AUDIT-01)."""

from collections.abc import Sequence

from engine.games.spectrum_casino.board_captures import could_take
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.state import CardPlayed, MissedCapture


def missed_captures(played: Sequence[CardPlayed], options: Options) -> tuple[MissedCapture, ...]:
    """Captures that were missed: a deal is over, so every hand is known card by card (CA-AUDIT-01)."""
    if not options.must_capture:
        return ()
    found = []
    for turn, play in enumerate(played):
        if play.left_on is None:
            continue
        held = [later.card for later in played[turn:] if later.seat == play.seat]
        if missed := could_take(held, play.left_on, options.cap):
            found.append(
                MissedCapture(play.seat, turn + 1, "COULD_HAVE_TAKEN", "CA-AUDIT-01", play.card, missed, "must_capture")
            )
    return tuple(found)
