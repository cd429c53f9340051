"""What happened, for people: an entry of the log as a line with names, rows and coloured dice."""

from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Correct, DropOut, Event, Fact, Join, Leave, Move, Rename, Step, Undo
from engine.inference.observation import Observation
from tablelight.referee.hypotheses import Hypothesis
from tablelight.texts import sentences
from tablelight.web.components.dice import shape
from tablelight.web.components.html import chip, rendered
from tablelight.web.games import panels_of
from tablelight.web.viewer import Shown

_SEEN_BY = {"camera": "seen by the camera", "sensor": "felt by the board"}


@rendered
def entry_html(match: Shown, index: int) -> Node:
    """Entry ``index`` of a match's log as HTML."""
    entry = match.entry(index)
    if isinstance(entry, Undo):
        return _back(match, index, entry)
    if isinstance(entry, Rename):
        return f"the players are called {texts.join(entry.names)}"
    if isinstance(entry, Leave):
        return [h.b[match.seats[entry.seat]], " had to go"]
    if isinstance(entry, DropOut):
        return [h.b[match.seats[entry.seat]], " had to go, the others play on"]
    if isinstance(entry, Join):
        return [h.b[entry.name], " joins"]
    if isinstance(entry, Correct):
        return [f"step {entry.index + 1} was really: ", event_html(match, entry.event, index)]
    return event_html(match, entry, index)


def _back(match: Shown, index: int, undo: Undo) -> Node:
    """What an undo took back, or brought back where it undid another one."""
    done = match.undone(index)
    if done is None:
        return f"back to step {undo.to}" if undo.to else "back to the beginning"
    word, entry = done
    return [f"{word}: ", entry_html(match, entry)]


@rendered
def event_html(match: Shown, event: Step, index: int | None = None) -> Node:
    """An event as HTML. ``index``: where in the log it stands, so that what came of it can be told."""
    named = isinstance(event, Move) and event.seat < len(match.seats)
    who: Node = [h.b[match.seats[event.seat]], " "] if isinstance(event, Move) and named else None
    row = panels_of(match.game.name).written(event)
    if row:
        return [who, _scored(match, event, row, index)]
    if isinstance(getattr(event, "d6", None), tuple):
        return [who, "takes up " if named else "rolled ", _dice(event), _seen_by(event)]
    return [who, event.words(), _seen_by(event)]


def event_words(match: Shown, event: Event) -> str:
    """An event as plain words, with the player's name."""
    who = f"{match.seats[event.seat]} " if isinstance(event, Move) and event.seat < len(match.seats) else ""
    row = panels_of(match.game.name).written(event)
    if row:
        return f"{who}writes into {texts.name_of(match.game.name, row)}"
    if isinstance(getattr(event, "d6", None), tuple):
        dice = [hue.title if isinstance(hue, Hue) else str(hue) for hue in (*event.d6, *getattr(event, "d12", ()))]
        return f"{who}{'takes up' if who else 'rolled'} {texts.join(dice)}"
    return f"{who}{event.words()}"


def _scored(match: Shown, move: Any, row: str, index: int | None) -> str:
    name = texts.name_of(match.game.name, row)
    if index is None:
        return f"writes into {name}"
    before, after = (match.game.scores(match.at(n).state).get(move.seat, 0) for n in (index, index + 1))
    return f"writes {after - before} into {name}"


def _dice(event: Any) -> list[Markup]:
    dice = [("d6", hue) for hue in event.d6] + [("d12", hue) for hue in getattr(event, "d12", ())]
    return [chip(hue, shape=shape(kind), style="tiny") for kind, hue in dice if isinstance(hue, Hue)]


def _seen_by(event: Event) -> Node:
    source = event.source if isinstance(event, Fact) else "hand"
    return [" ", h.span(".by")[_SEEN_BY[source]]] if source in _SEEN_BY else None


@rendered
def happening(match: Shown, motion: str) -> Node:
    """What the table does just now, or what the last entry came to, in a soft line."""
    broken = match.broken
    if broken is not None:
        return h.p(".refused", role="alert")[sentences.say("happening", "broken"), " ", event_html(match, broken)]
    if sentences.known("happening", motion) and match.game.fact_of(Observation((), ())) is not None:
        return h.p(".said")[sentences.say("happening", motion)]
    last = match.entry(match.length - 1) if match.length else None
    if isinstance(last, Undo):
        said = entry_html(match, match.length - 1)
        return h.p(".said", role="status")[said[:1].upper(), said[1:], "."]
    told = isinstance(last, Event) and panels_of(match.game.name).written(last)
    return told and h.p(".said")[entry_html(match, match.length - 1), "."]


def cards_words(match: Shown, way: Hypothesis) -> str:
    """What cards that came or went may mean, for its button: who does what."""
    told = []
    for event in way:
        who = f"{match.seats[event.seat]}: " if isinstance(event, Move) and event.seat < len(match.seats) else ""
        told.append(f"{who}{event.words() if isinstance(event, Event) else event}")
    return "; ".join(told)


def way_words(way: Hypothesis) -> str:
    """What taking a way says, for its button."""
    first = way[0]
    if isinstance(first, Correct):
        return sentences.say("way", "correct" if len(way) == 1 else "kept")
    if len(way) > 1 and isinstance(first, Move):
        return sentences.say("way", "reroll", count=getattr(first, "size", "some"))
    return sentences.say("way", "roll")
