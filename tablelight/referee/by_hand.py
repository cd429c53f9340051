"""The reducer for what people enter: events in their notation, undo, and corrections of what was counted before."""

from dataclasses import replace

from engine.core.errors import EngineError, Refused
from engine.core.events import Correct, Entry, Fact, Undo
from engine.core.match import Match
from engine.core.verdict import no
from tablelight.referee.dice import as_the_game_has_them
from tablelight.referee.dice_labels import LabelledDie, labels_from
from tablelight.referee.doubts import Doubt
from tablelight.referee.effects import Effect, Situation, counting, refusal
from tablelight.referee.hypotheses import last_dice
from tablelight.referee.inputs import CorrectDie, CorrectEntry, CorrectPips, EnterEvent, HandInput, Redo, TakeBack
from tablelight.referee.state import DiceMemory


def reduce(now: Situation, entered: HandInput) -> Effect:
    """The entry that somebody means; a refusal where there is none, or where the game does not understand it."""
    try:
        return counting([_entry(now.match, entered)])
    except EngineError as error:
        return now.refusing(refusal(error))


def labels_after(
    memory: DiceMemory, doubt: Doubt | None, entry: Entry, before: Match, after: Match
) -> tuple[LabelledDie, ...]:
    """The labels of misread dice once people have entered something. Whether it is about the dice that lie there is
    certain only when those were in doubt, or were as expected before one was corrected.

    ``memory``: what was known of the dice before, but for those in ``doubt``, which are accounted for by now.
    """
    if not isinstance(entry, (Fact, Correct)):
        return () if isinstance(entry, Undo) else memory.labels
    expected = after.game.on_table(after.state)
    about_these = doubt is not None or (isinstance(entry, Correct) and as_the_game_has_them(memory, before))
    lying = doubt.observed if doubt is not None else memory.accounted
    return labels_from(expected, lying) if expected is not None and about_these else ()


def _entry(match: Match, entered: HandInput) -> Entry:
    """Raises EngineError where there is nothing of the kind."""
    match entered:
        case EnterEvent(text):
            return match.parse(text)
        case TakeBack():
            return Undo(match.undo_target())
        case Redo():
            return _redo(match)
        case CorrectEntry(index, text):
            return Correct(index, match.parse(text))
        case CorrectDie():
            return _corrected_die(match, entered)
        case CorrectPips(number):
            return _corrected_pips(match, number)


def _redo(match: Match) -> Entry:
    target = match.redo_target()
    if target is None:
        raise Refused(no("NOTHING_TO_REDO", ""))
    return Undo(target)


def _corrected_die(match: Match, wrong: CorrectDie) -> Entry:
    index, fact = last_dice(match)
    if fact is None:
        raise Refused(no("NOTHING_TO_CORRECT", ""))
    dice = list(getattr(fact, wrong.kind))
    if wrong.was not in dice:
        raise Refused(no("NO_SUCH_DIE", "", hue=wrong.was))
    dice[dice.index(wrong.was)] = wrong.now
    return Correct(index, replace(fact, **{wrong.kind: tuple(dice)}, source="hand"))


def _corrected_pips(match: Match, number: int) -> Entry:
    for index, event in reversed(match.events):
        if isinstance(event, Fact) and hasattr(event, "die"):
            return Correct(index, replace(event, die=number, source="hand"))
    raise Refused(no("NOTHING_TO_CORRECT", ""))
