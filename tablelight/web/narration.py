"""What happened at a table, in words: every entry of a match's log as a sentence."""

from engine import texts
from engine.core.events import Correct, DropOut, Event, Join, Leave, Rename, Undo
from engine.texts.language import tr, trn
from engine.texts.narration import narrated
from tablelight.web.viewer import Shown


def in_words(shown: Shown, index: int) -> str:
    """Entry ``index`` of the log as a sentence, with no more than this viewer may know."""
    entry = shown.entry(index)
    if isinstance(entry, Event):
        return _event(shown, entry, index)
    if isinstance(entry, Correct):
        return tr("Step {number} was really: {what}", number=entry.index + 1, what=_event(shown, entry.event, index))
    if isinstance(entry, Undo):
        return _back(shown, index, entry)
    if isinstance(entry, Rename):
        return tr("The players are called {names}.", names=texts.join(entry.names))
    if isinstance(entry, Join):
        return tr("{player} joins the game.", player=entry.name)
    return _gone(shown, entry)


def _event(shown: Shown, event: Event, index: int) -> str:
    game, before, after = shown.around(index)
    return narrated(game, before, event, after, shown.seats)


def _back(shown: Shown, index: int, undo: Undo) -> str:
    """What an undo took back, or brought back where it undid another one."""
    done = shown.undone(index)
    if done is None:
        return tr("Back to step {number}.", number=undo.to) if undo.to else tr("Back to the beginning.")
    word, entry = done
    what = in_words(shown, entry)
    return tr("Taken back: {what}", what=what) if word == "took back" else tr("Brought back: {what}", what=what)


def _gone(shown: Shown, entry: Leave | DropOut) -> str:
    name = shown.seats[entry.seat]
    if isinstance(entry, DropOut):
        return tr("{player} had to go; the others play on.", player=name)
    return tr("{player} had to go.", player=name)


def won(shown: Shown) -> str:
    """Who won, in a sentence; empty while nobody did."""
    if not shown.winners:
        return ""
    first = [placed for placed in shown.placings if placed.won]
    names, points = texts.join([placed.name for placed in first]), first[0].points
    said = {"names": names, "count": f"{points:g}"}
    if len(first) > 1:
        return trn(
            "{names} share the win with {count} point.",
            "{names} share the win with {count} points.",
            int(points),
            **said,
        )
    return trn("{names} wins with {count} point!", "{names} wins with {count} points!", int(points), **said)
