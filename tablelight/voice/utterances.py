"""What is worth saying aloud between one state of the table and the next. Everybody hears it, so it tells what an
onlooker may know."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.components.lights import Meaning
from engine.core.events import Event
from engine.core.turns import great_turn, turns
from engine.texts.language import tr, trn
from engine.texts.narration import aloud
from tablelight.referee.lights import lights
from tablelight.referee.piece_places import calm
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.web.components import switches
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.narration import in_words, won
from tablelight.web.viewer import Shown

Level = Literal["silent", "short", "chatty"]
LEVELS: tuple[Level, ...] = ("silent", "short", "chatty")

Kind = Literal["turn", "read", "capture", "score", "best", "question", "correction", "refused", "reminder", "win"]

_IN_SHORT: frozenset[Kind] = frozenset({"turn", "question", "correction", "refused", "reminder", "win"})
"""What is said at a table that wants to hear little."""
_MOST_EVENTS = 2
"""Of one step that are told one by one: whoever deals to eight players hears who is next, not a list. By hand."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing to be said. ``kind``: also which sound goes with it; ``text`` empty: a sound alone. ``again``: it asks
    whom it asked before, so that it is left out where little is wanted."""

    kind: Kind
    text: str
    again: bool = False

    def is_said(self, level: Level) -> bool:
        """Whether a table that wants to hear that much hears it."""
        return bool(self.text) and (
            level == "chatty" or (level == "short" and self.kind in _IN_SHORT and not self.again)
        )


def utterances(before: Snapshot | None, after: Snapshot) -> tuple[Utterance, ...]:
    """What is said about everything that changed since ``before``, in the order in which it is spoken. ``before`` None:
    nothing was said yet, so only how things stand is."""
    if after.referee is None:
        return ()
    if before is not None and before.referee is after.referee:
        return _reminder(before, after)
    was = before.referee if before is not None and before.match_id == after.match_id else None
    said = _happened(was, after.referee) if was is not None else []
    reminded = _reminder(before, after) if before is not None and was is not None else ()
    every = (*said, *_wanted(was, after.referee, happened=bool(said)), *reminded)
    return tuple(replace(one, text=aloud(one.text, after.referee.match.seats)) for one in every)


def _reminder(before: Snapshot, after: Snapshot) -> tuple[Utterance, ...]:
    """Once, that a turn takes long, while somebody still thinks about it."""
    clock, referee = after.clock, after.referee
    seat = clock.thinking if clock is not None and clock.reminded else None
    if referee is None or seat is None or (before.clock is not None and before.clock.reminded):
        return ()
    name = referee.match.seats[seat]
    return (Utterance("reminder", tr("{player}, take your time, but not all evening.", player=name)),)


def _happened(was: RefereeState, now: RefereeState) -> list[Utterance]:
    """What was read, what it brought, and what did not count."""
    shown, begun = Shown(now.match), len(was.match.log)
    fresh = range(begun, len(now.match.log))
    said = [_entry(shown, index) for index in fresh[-_MOST_EVENTS:]]
    if len(fresh):
        said += _capture(was, now)
        said += _points(was, now)
    if now.refused is not None and now.refused is not was.refused:
        said.append(Utterance("refused", shown.explain_to_all(now.refused)))
    return said


def _entry(shown: Shown, index: int) -> Utterance:
    """What was read or played; all else, such as what was taken back, is said where little is wanted, too."""
    kind: Kind = "read" if isinstance(shown.entry(index), Event) else "correction"
    return Utterance(kind, in_words(shown, index))


def _capture(was: RefereeState, now: RefereeState) -> list[Utterance]:
    """A sound as the board begins to show by its wave that something was captured or is done."""
    return [Utterance("capture", "")] if _wave(now) and not _wave(was) else []


def _wave(referee: RefereeState) -> bool:
    return any(light.meaning is Meaning.SCORED for light in lights(referee).values())


def _points(was: RefereeState, now: RefereeState) -> list[Utterance]:
    """Whose points changed in the turn that is over, and whether it was the best one so far."""
    over = [turn for turn in turns(now.match) if turn.last >= len(was.match.log)]
    mover = now.game.mover(now.match.state)
    turn = over[-1] if over else None
    if turn is None or turn.seat is None or not turn.gain or (mover == turn.seat and not now.match.over):
        return []
    name, has = now.match.seats[turn.seat], turn.after[turn.seat]
    said = [Utterance("score", _now_has(name, has))]
    if great_turn(now.match) == turn:
        said.append(Utterance("best", tr("That is the best move so far.")))
    return said


def _now_has(name: str, points: float) -> str:
    if points != int(points):
        return tr("{player} now has {points} points.", player=name, points=points)
    return trn("{player} now has {count} point.", "{player} now has {count} points.", int(points), player=name)


def _wanted(was: RefereeState | None, now: RefereeState, *, happened: bool) -> list[Utterance]:
    """What the table wants next: an answer, a piece put right, a turn; or who won."""
    shown = Shown(now.match)
    if now.match.over:
        return [] if was is not None and was.match.over else [Utterance("win", won(shown) or tr("The game is over."))]
    if now.doubt is not None:
        asked = doubt_sentence(shown, now.doubt)
        known = was is not None and was.doubt is not None and doubt_sentence(Shown(was.match), was.doubt) == asked
        return [] if known else [Utterance("question", asked)]
    if now.match.log and _is_set_up(now) and not (was is not None and _is_set_up(was)):
        return [Utterance("question", switches.sentence(now))]
    if now.pieces.why is not None and not calm(now.pieces.why):
        asked = switches.sentence(now)
        return [] if was is not None and switches.sentence(was) == asked else [Utterance("question", asked)]
    return _turn(was, now, happened=happened)


def _is_set_up(referee: RefereeState) -> bool:
    """Whether the pieces are being set up: said where a game goes on, as after a power cut; else everybody knows."""
    why = referee.pieces.why
    return why is not None and why.reason == "SET_UP" and bool(switches.sentence(referee))


def _turn(was: RefereeState | None, now: RefereeState, *, happened: bool) -> list[Utterance]:
    """Whose turn it is and what to do, unless nothing happened and it was said already."""
    shown = Shown(now.match)
    if was is None:
        return [Utterance("turn", shown.ask())]
    then = Shown(was.match)
    still_waits = calm(was.pieces.why) and calm(now.pieces.why)
    settled = was.doubt is not None or (was.pieces.why is not None and not still_waits)
    if not settled and not happened and shown.ask() == then.ask():
        return []
    return [Utterance("turn", shown.ask(), again=not settled and then.due == shown.due)]
