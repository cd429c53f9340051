"""What happened, for people: an entry of the log as a line with names, rows and coloured dice."""

from typing import Any

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Correct, Event, Fact, Leave, Move, Rename, Undo
from engine.inference.observation import Seen
from tablelight.referee.hypotheses import Hypothesis
from tablelight.texts import sentences
from tablelight.web.components.dice import shape
from tablelight.web.components.html import chip, text
from tablelight.web.viewer import Shown

_SEEN_BY = {"camera": "seen by the camera", "sensor": "felt by the board"}


def entry_html(match: Shown, index: int) -> str:
    """Entry ``index`` of a match's log as HTML."""
    entry = match.entry(index)
    if isinstance(entry, Undo):
        return _back(match, index, entry)
    if isinstance(entry, Rename):
        return f"the players are called {text(texts.join(entry.names))}"
    if isinstance(entry, Leave):
        return f"<b>{text(match.seats[entry.seat])}</b> had to go"
    if isinstance(entry, Correct):
        return f"step {entry.index + 1} was really: {event_html(match, entry.event, index)}"
    return event_html(match, entry, index)


def _back(match: Shown, index: int, undo: Undo) -> str:
    """What an undo took back, or brought back where it undid another one."""
    done = match.undone(index)
    if done is None:
        return f"back to step {undo.to}" if undo.to else "back to the beginning"
    word, entry = done
    return f"{word}: {entry_html(match, entry)}"


def event_html(match: Shown, event: Event, index: int | None = None) -> str:
    """An event as HTML. ``index``: where in the log it stands, so that what came of it can be told."""
    who = (
        f"<b>{text(match.seats[event.seat])}</b> " if isinstance(event, Move) and event.seat < len(match.seats) else ""
    )
    row = getattr(event, "row", None)
    if isinstance(row, str):
        return f"{who}{_scored(match, event, row, index)}"
    if hasattr(event, "d6") and not callable(event.d6):
        verb = "takes up" if who else "rolled"
        return f"{who}{verb} {_dice_html(event)}{_seen_by(event)}"
    return f"{who}{text(event.words())}{_seen_by(event)}"


def event_words(match: Shown, event: Event) -> str:
    """An event as plain words, with the player's name."""
    who = f"{match.seats[event.seat]} " if isinstance(event, Move) and event.seat < len(match.seats) else ""
    row = getattr(event, "row", None)
    if isinstance(row, str):
        return f"{who}writes into {texts.name_of(match.game.name, row)}"
    if hasattr(event, "d6") and not callable(event.d6):
        dice = [hue.title if isinstance(hue, Hue) else str(hue) for hue in (*event.d6, *getattr(event, "d12", ()))]
        return f"{who}{'takes up' if who else 'rolled'} {texts.join(dice)}"
    return f"{who}{event.words()}"


def _scored(match: Shown, move: Any, row: str, index: int | None) -> str:
    name = text(texts.name_of(match.game.name, row))
    if index is None:
        return f"writes into {name}"
    before, after = (match.game.scores(match.at(n).state).get(move.seat, 0) for n in (index, index + 1))
    return f"writes {after - before} into {name}"


def _dice_html(event: Any) -> str:
    dice = [("d6", hue) for hue in event.d6] + [("d12", hue) for hue in getattr(event, "d12", ())]
    return "".join(chip(hue, shape=shape(kind), style="tiny") for kind, hue in dice if isinstance(hue, Hue))


def _seen_by(event: Event) -> str:
    source = event.source if isinstance(event, Fact) else "hand"
    return f' <span class="by">{_SEEN_BY[source]}</span>' if source in _SEEN_BY else ""


def happening(match: Shown, motion: str) -> str:
    """What the table does just now, or what the last entry came to, in a soft line."""
    broken = match.broken
    if broken is not None:
        lost = event_html(match, broken)
        return f'<p class="refused" role="alert">{text(sentences.say("happening", "broken"))} {lost}</p>'
    if sentences.known("happening", motion) and match.game.fact_of(Seen((), ())) is not None:
        return f'<p class="said">{text(sentences.say("happening", motion))}</p>'
    last = match.entry(match.length - 1) if match.length else None
    if isinstance(last, Undo):
        said = entry_html(match, match.length - 1)
        return f'<p class="said" role="status">{said[:1].upper()}{said[1:]}.</p>'
    told = last is not None and isinstance(getattr(last, "row", None), str)
    return f'<p class="said">{entry_html(match, match.length - 1)}.</p>' if told else ""


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
