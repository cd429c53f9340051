"""What happened, for people: an entry of the log as a line with names, rows and coloured dice."""

from collections.abc import Sequence
from contextlib import suppress

import htpy as h
from htpy import Node

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Correct, DropOut, Entry, Event, Fact, Join, Move, Step, Undo
from engine.inference.observation import Observation
from engine.texts.language import tr
from engine.texts.narration import narrated
from tablelight.referee.hypotheses import Hypothesis
from tablelight.texts import sentences
from tablelight.web.components.html import rendered
from tablelight.web.games import panels_of
from tablelight.web.narration import in_words
from tablelight.web.viewer import Shown


@rendered
def entry_html(match: Shown, index: int) -> Node:
    """Entry ``index`` of a match's log as HTML: in words, the names of players set apart, and who saw it."""
    entry = match.entry(index)
    return [_marked(in_words(match, index), match.seats), isinstance(entry, Fact) and _seen_by(entry)]


def notation(match: Shown, index: int) -> str:
    """The same entry in its notation, for those who want it; empty for what has none."""
    entry = match.entry(index)
    if isinstance(entry, Correct):
        return f"{entry.index + 1}: {entry.event}"
    return str(entry) if isinstance(entry, Event) else ""


def _marked(said: str, names: Sequence[str]) -> Node:
    """A sentence that begins with a player's name, with that name set apart."""
    name = next((name for name in sorted(names, key=len, reverse=True) if said.startswith(name)), "")
    return [h.b[name], said[len(name) :]] if name else said


def event_words(match: Shown, event: Step) -> str:
    """A step that has not happened, in words with the player's name: what could be, or what no longer holds."""
    if isinstance(event, Join):
        return tr("{player} joins the game.", player=event.name)
    if isinstance(event, DropOut):
        return tr("{player} had to go; the others play on.", player=match.seats[event.seat])
    who = match.seats[event.seat] if isinstance(event, Move) and event.seat < len(match.seats) else ""
    row = panels_of(match.game.name).written(event)
    if row:
        name = texts.name_of(match.game.name, row)
        return tr("{player} writes into {row}", player=who, row=name) if who else tr("written into {row}", row=name)
    if isinstance(getattr(event, "d6", None), tuple):
        hues = [hue.called if isinstance(hue, Hue) else str(hue) for hue in (*event.d6, *getattr(event, "d12", ()))]
        dice = texts.join(hues)
        return tr("{player} takes up {dice}", player=who, dice=dice) if who else tr("rolled {dice}", dice=dice)
    return f"{who} {event.words()}".strip()


def _seen_by(event: Fact) -> Node:
    if event.source == "camera":
        return [" ", h.span(".by")[tr("seen by the camera")]]
    return [" ", h.span(".by")[tr("felt by the board")]] if event.source == "sensor" else None


def _broken(match: Shown, step: Step) -> str:
    """What no longer holds since something before it was put right."""
    return steps_words(match, (step,)) if isinstance(step, Event) else event_words(match, step)


@rendered
def happening(match: Shown, motion: str) -> Node:
    """What the table does just now, or what the last entry came to, in a soft line."""
    broken = match.broken
    if broken is not None:
        return h.p(".refused", role="alert")[sentences.say("happening", "broken"), " ", _broken(match, broken)]
    if sentences.known("happening", motion) and match.game.fact_of(Observation((), ())) is not None:
        return h.p(".said")[sentences.say("happening", motion)]
    last = match.entry(match.length - 1) if match.length else None
    if isinstance(last, Undo):
        return h.p(".said", role="status")[entry_html(match, match.length - 1)]
    return isinstance(last, Move) and h.p(".said")[entry_html(match, match.length - 1)]


def steps_words(match: Shown, steps: Sequence[Entry]) -> str:
    """Steps that may have happened, one after the other, for a button: who does what."""
    state, told = match.state, list[str]()
    for step in steps:
        before = state
        with suppress(Exception):  # what cannot be played on from here is told all the same
            state = match.game.result(before, step)  # type: ignore[arg-type]
        told.append(narrated(match.game, before, step, state, match.seats) if isinstance(step, Event) else str(step))
    return " ".join(told)


def way_words(way: Hypothesis) -> str:
    """What taking a way says, for its button."""
    first = way[0]
    if isinstance(first, Correct):
        return sentences.say("way", "correct" if len(way) == 1 else "kept")
    if isinstance(first, Undo):
        return sentences.say("way", "other")
    if len(way) > 1 and isinstance(first, Move):
        return sentences.say("way", "reroll", count=getattr(first, "size", "some"))
    return sentences.say("way", "roll")
