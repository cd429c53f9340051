"""The referee: a pure reducer from what was observed or tapped to what counts.

``step(state, given)`` gives the next state and the entries it added to the match. Nothing here knows a thread, a
clock or a socket; whoever calls it writes the entries down first and shows the new state afterwards.

An input goes to the one small reducer of its kind: dice, cards, pips (dice with dots), pieces, entries by hand, people,
or answers to a doubt. Each is given its own memory and how the game stands, and gives back its memory and an effect;
here, and nowhere else, the effect's entries are added to the match and its doubt is remembered.

A reading the rules do not allow is never thrown away: it becomes a Doubt, and from every doubt there are three ways
out: put it right on the table, take what the table shows (Accept), or type it in (EnterEvent).
"""

from dataclasses import replace

from engine.core.errors import EngineError
from engine.core.events import Entry, Fact
from tablelight.referee import answers, by_hand, cards, dice, people, pieces, pips, pyramids
from tablelight.referee.effects import Effect, Situation, refusal
from tablelight.referee.exchanges import may_have_been
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import (
    Accept,
    CameraObservation,
    DieAnswer,
    Dismiss,
    EnterEvent,
    HandInput,
    IgnoreSwitches,
    Input,
    PeopleInput,
    PlayOnWithout,
    SwitchInput,
    TakeReading,
)
from tablelight.referee.other_ways import other_ways
from tablelight.referee.piece_places import calm
from tablelight.referee.state import PieceMemory, RefereeState

Step = tuple[RefereeState, tuple[Entry, ...]]
Reduced = tuple[RefereeState, Effect]


def step(state: RefereeState, given: Input) -> Step:
    """The state after one input, and the entries that were added to the match (none: nothing to write down)."""
    remembered, effect = _reduced(state, given)
    if effect.entries and isinstance(given, EnterEvent):
        effect = replace(effect, entries=_after_the_way_it_fits(state, effect.entries))
    try:
        match = with_entries(state.match, effect.entries) if effect.entries else state.match
    except EngineError as error:
        return replace(state, refused=refusal(error)), ()
    after = replace(remembered, match=match, doubt=effect.doubt, refused=effect.refused)
    if effect.entries:
        if pyramids.stand_on_sheet(after.game):
            known = pyramids.after_entry(after.pieces, match)
        else:
            known = pieces.after_entry(after.pieces, given, state.match, effect.entries)
        after = replace(after, pieces=known)
    return _accounted(state, after, given, effect.entries), effect.entries


def _after_the_way_it_fits(state: RefereeState, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What people enter, after the way in which the moves before must have gone if it is legal by that way alone, or
    after the one piece that may have been exchanged.

    A roll does not say that one was: who straightens a piece and forgets to move leaves the same to be seen.
    """
    if _fits(state, entries):
        return entries
    ways = () if any(isinstance(entry, Fact) for entry in entries) else may_have_been(state.pieces)
    exchanged = [(*way, *entries) for way in ways if _fits(state, (*way, *entries))]
    if exchanged:
        return exchanged[0] if len(exchanged) == 1 else entries
    if not state.pieces.read_at:
        return entries
    others = other_ways(state.match, state.pieces.read_at)
    return next(((*way, *entries) for way in others if _fits(state, (*way, *entries))), entries)


def _fits(state: RefereeState, entries: tuple[Entry, ...]) -> bool:
    try:
        with_entries(state.match, entries)
    except EngineError:
        return False
    return True


# ---- to the reducer of its kind


def _reduced(state: RefereeState, given: Input) -> Reduced:
    """The state with what the input's reducer remembers, and its effect."""
    now = Situation(state.match, state.doubt, state.refused)
    if isinstance(given, Accept) and state.doubt is None:
        given = _accepted(state.pieces) or given
    if isinstance(given, CameraObservation):
        return _observed(state, now, given)
    if isinstance(given, SwitchInput):
        kind = pyramids if pyramids.stand_on_sheet(state.game) else pieces
        memory, effect = kind.reduce(state.pieces, now, given)
        return replace(state, pieces=memory), effect
    if isinstance(given, HandInput):
        return state, by_hand.reduce(now, given)
    if isinstance(given, PeopleInput):
        return state, people.reduce(now, given)
    return _answered(state, now, given)


def _accepted(pieces: PieceMemory) -> SwitchInput | None:
    """What a button beside the board says to pieces that differ: the one reading there is, or to play on as they stand;
    None where nothing differs, or the button cannot say which of several it was."""
    if pieces.why is None or calm(pieces.why) or len(pieces.explanations) > 1:
        return None
    return TakeReading(0) if pieces.explanations else IgnoreSwitches()


def _observed(state: RefereeState, now: Situation, seen: CameraObservation) -> Reduced:
    state = replace(state, motion=seen.motion, picture=seen.picture or state.picture)
    if seen.motion == "rolling":
        tumbling, effect = dice.rolling(state.dice, now)
        return replace(state, dice=tumbling, pips=pips.rolling(state.pips)), effect
    return _settled(state, now, seen) if seen.motion == "settled" else (state, now.unchanged())


def _settled(state: RefereeState, now: Situation, seen: CameraObservation) -> Reduced:
    """Things lie still: cards, dice with dots or dice with hues, whichever was looked for."""
    if seen.cards is None and seen.pips is None:
        read_at = state.pieces.read_at if state.dice.tumbled else ()
        ways = [with_entries(now.match, way) for way in other_ways(now.match, read_at)]
        of_dice, effect = dice.settled_after(state.dice, now, seen, ways)
        return replace(state, dice=of_dice), effect
    state = replace(state, dice=replace(state.dice, set_aside=None))
    if seen.cards is not None:
        of_cards, effect = cards.settled(state.cards, now, seen.cards, seen.picture)
        return replace(state, cards=of_cards), effect
    of_pips, effect = pips.settled(state.pips, now, seen)
    return replace(state, pips=of_pips), effect


def _answered(state: RefereeState, now: Situation, answer: DieAnswer | Accept | Dismiss) -> Reduced:
    if isinstance(answer, Dismiss):
        return replace(state, pips=pips.accounted(state.pips)), Effect()
    if isinstance(answer, Accept):
        memory, effect = answers.accept(state, now, answer.hypothesis)
    else:
        memory, effect = answers.name_dice(state.dice, now, answer)
    return replace(state, dice=memory), effect


# ---- once it counts


def _accounted(before: RefereeState, after: RefereeState, given: Input, entries: tuple[Entry, ...]) -> RefereeState:
    """What lies on the table is accounted for where people said what happened. What the camera saw has been, by the
    reducer that counted it."""
    if isinstance(given, Dismiss) or (isinstance(given, Accept) and entries):
        return _as_it_lies(before, after)
    if isinstance(given, HandInput) and entries:
        labels = by_hand.labels_after(before.dice, before.doubt, entries[-1], before.match, after.match)
        after = _as_it_lies(before, _rolled_early(before, after))
        return replace(after, dice=replace(after.dice, labels=labels))
    if isinstance(given, SwitchInput) and entries:
        return _rolled_early(before, after)
    if isinstance(given, PeopleInput) and (after.match.left is not None or isinstance(given, PlayOnWithout)):
        return replace(after, dice=replace(after.dice, set_aside=None))
    return after


def _as_it_lies(before: RefereeState, after: RefereeState) -> RefereeState:
    """Dice and cards that were in doubt lie there rightly."""
    return replace(
        after,
        dice=dice.accounted(after.dice, before.doubt),
        cards=cards.accounted(after.cards, before.doubt, before.match, after.match),
        pips=replace(after.pips, tumbled=False),
    )


def _rolled_early(before: RefereeState, after: RefereeState) -> RefereeState:
    """A die with dots that lies there may be awaited only now."""
    now = Situation(after.match, after.doubt, after.refused)
    memory, effect = pips.after_entry(after.pips, before.match, now, after.picture)
    return replace(after, pips=memory, doubt=effect.doubt)
