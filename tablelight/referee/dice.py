"""The reducer for dice with hues: from the dice in view to a roll that counts, or to a question.

Nothing is guessed: dice count by themselves only when they were seen to come, every one has a name, and the rules can
explain them in one way.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.language import Deferred
from engine.core.match import Match
from engine.core.verdict import Dice, Verdict, no
from engine.inference.observation import Observation
from tablelight.referee.dice_labels import LabelledDie, labelled
from tablelight.referee.dice_matching import as_before, count_moved, dice_observation, kept_places, tops, tops_of
from tablelight.referee.doubts import Doubt, dice_doubt
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.expectations import expected_in, question
from tablelight.referee.hypotheses import Hypothesis, with_entries
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.state import DiceMemory
from vision.dice.readings import SeenDie

Reduced = tuple[DiceMemory, Effect]

_UNREAD = no("NO_READING", "")
_OTHER_WAY = no("OTHER_WAY", "")


def rolling(memory: DiceMemory, now: Situation) -> Reduced:
    """Dice roll: what was in doubt is being put right, and a new reading is on its way."""
    return replace(memory, tumbled=True, set_aside=now.doubt or memory.set_aside), now.settled()


def settled(memory: DiceMemory, now: Situation, seen: CameraObservation) -> Reduced:
    """Dice lie still, or none lie there at all."""
    asked, memory = now.doubt or memory.set_aside, replace(memory, set_aside=None)
    if not _matter(now.match):
        effect = now.unchanged()
    elif not seen.dice:
        effect = now.asking(dice_doubt((), _UNREAD, seen.picture, None, seen.trouble) if seen.trouble else None)
    elif _nothing_moved(memory, seen.dice):
        # They lie as they lay: whatever was in doubt since has been put right.
        effect = now.unchanged() if _is_in_doubt(now.doubt, seen.dice) else now.settled()
    elif (shifted := as_before(memory.accounted, seen.dice)) is not None:
        # The camera was knocked, or the mat was moved: nobody rolled, and what was asked before is asked still.
        effect = now.asking(asked if asked and as_before(asked.observed, seen.dice) else None)
        memory = replace(memory, accounted=seen.dice, labels=_labels_at(memory, shifted), tumbled=False)
    else:
        return _moved(_seen_from_here(memory, seen.dice), now, seen)
    return memory, effect


def settled_after(memory: DiceMemory, now: Situation, seen: CameraObservation, ways: Sequence[Match]) -> Reduced:
    """The same where these dice may matter only if the moves before went another way: what would count then is asked
    about. ``ways``: the match after each of them."""
    for then in ways if not _matter(now.match) else ():
        remembered, effect = settled(memory, replace(now, match=then), seen)
        if effect.entries:
            dice, moved = _with_labels(memory, then, seen.dice), count_moved(memory.accounted, seen.dice)
            return memory, now.asking(dice_doubt(dice, _OTHER_WAY, seen.picture, moved, seen.trouble))
        if effect.doubt is not None:
            return remembered, effect
    if ways or now.doubt is None or now.doubt.why != _OTHER_WAY:
        return settled(memory, now, seen)
    return memory, now.settled()  # they played on, so that it was no roll


def explained(memory: DiceMemory, now: Situation, doubt: Doubt) -> Reduced:
    """Count what the rules can explain in one way; doubt everything else."""
    found: dict[object, Hypothesis] = {}
    for entries in now.game.explanations(now.match.state, dice_observation(doubt.dice, doubt.moved)):
        found[with_entries(now.match, entries).state] = entries
    if len(found) == 1:
        return counted(memory, doubt, next(iter(found.values())))
    why = no("SEVERAL", "") if found else _mismatch(memory, now.match, doubt)
    return memory, now.asking(replace(doubt, why=why))


def counted(memory: DiceMemory, doubt: Doubt, entries: Hypothesis) -> Reduced:
    """These entries are what happened, so that the dice of the doubt are accounted for."""
    labels = doubt.labels
    memory = replace(memory, accounted=doubt.observed, labels=labels, confirmed=labels, tumbled=False)
    return memory, counting(entries)


def accounted(memory: DiceMemory, doubt: Doubt | None) -> DiceMemory:
    """People said what happened, or that it does not matter: the dice in doubt are accounted for as they lie."""
    lying = doubt.observed if doubt else memory.accounted
    return replace(memory, accounted=lying, tumbled=False, set_aside=None)


def as_the_game_has_them(memory: DiceMemory, match: Match) -> bool:
    """Whether the dice that lie there are known to show what the game has them show."""
    dice = [die for _, die in labelled(memory.labels, memory.accounted) if die is not None]
    return not memory.tumbled and _shown_in(match, dice)


# ---- what has changed


def _matter(match: Match) -> bool:
    """Whether the dice that lie there matter just now."""
    need = match.game.awaiting(match.state).need
    return isinstance(need, Dice) or match.game.on_table(match.state) is not None


def _nothing_moved(memory: DiceMemory, dice: Sequence[SeenDie]) -> bool:
    same = len(dice) == len(memory.accounted) and count_moved(memory.accounted, dice) == 0
    return same and not memory.tumbled


def _is_in_doubt(doubt: Doubt | None, dice: Sequence[SeenDie]) -> bool:
    return doubt is not None and bool(dice) and count_moved(doubt.observed, dice) == 0


def _seen_from_here(memory: DiceMemory, dice: Sequence[SeenDie]) -> DiceMemory:
    """The memory with earlier dice moved to where they lie in the new picture: the camera was knocked while some dice
    were rolled, and those that stayed show by how much."""
    places = kept_places(memory.accounted, dice)
    if places == memory.accounted:
        return memory
    return replace(memory, accounted=places, labels=_labels_at(memory, places))


def _labels_at(memory: DiceMemory, now: Sequence[SeenDie]) -> tuple[LabelledDie, ...]:
    """The labels, with their dice where they lie now. ``now``: the dice accounted for, in the same order."""

    def moved(die: SeenDie) -> SeenDie:
        pairs = zip(memory.accounted, now, strict=True)
        return next((there for before, there in pairs if not count_moved([before], [die])), die)

    return tuple((moved(die), label) for die, label in memory.labels)


# ---- what that means


def _moved(memory: DiceMemory, now: Situation, seen: CameraObservation) -> Reduced:
    """Some dice do not lie where they lay: they count only where nothing is left to ask."""
    dice, moved = _with_labels(memory, now.match, seen.dice), count_moved(memory.accounted, seen.dice)
    doubt = dice_doubt(dice, _UNREAD, seen.picture, moved, seen.trouble)
    why = question(expected_in(now.match), doubt.dice)
    if _kept_alone(now.match, doubt) and not seen.trouble:
        effect = now.settled()
    elif why is not None or seen.trouble:
        effect = now.asking(replace(doubt, why=why or doubt.why))
    elif _shown_in(now.match, doubt.dice):
        memory, effect = replace(memory, accounted=seen.dice, labels=doubt.labels, tumbled=False), now.settled()
    elif not memory.accounted and not memory.tumbled and _rolled_last(now.match, doubt):
        memory, effect = replace(memory, accounted=seen.dice, labels=doubt.labels), now.settled()
    elif not memory.accounted and not memory.tumbled:
        memory = replace(memory, accounted=seen.dice)
        effect = now.asking(replace(doubt, why=no("LAY_THERE", ""), moved=None))
    elif not memory.tumbled and now.game.on_table(now.match.state) is not None:
        # Nobody saw them roll, so this is no reroll before somebody says so.
        effect = now.asking(replace(doubt, why=_mismatch(memory, now.match, doubt)))
    else:
        return explained(memory, now, doubt)
    return memory, effect


def _with_labels(memory: DiceMemory, match: Match, dice: Sequence[SeenDie]) -> tuple[LabelledDie, ...]:
    """What was seen with what people said of it before; a roll of all dice is read afresh."""
    need = match.game.awaiting(match.state).need
    afresh = isinstance(need, Dice) and not (need.kept_d6 or need.kept_d12)
    return labelled(() if afresh else memory.labels, dice)


def _kept_alone(match: Match, doubt: Doubt) -> bool:
    """Just the dice lie there that were to stay; the others are still in somebody's hand."""
    need = match.game.awaiting(match.state).need
    if not isinstance(need, Dice) or not (need.kept_d6 or need.kept_d12):
        return False
    return doubt.named and tops(doubt.dice) == tops_of(Observation(need.kept_d6, need.kept_d12))


def _shown_in(match: Match, dice: Sequence[SeenDie]) -> bool:
    """Whether these are the dice that lie on the table as the game has it."""
    expected = match.game.on_table(match.state)
    return expected is not None and tops(dice) == tops_of(expected)


def _rolled_last(match: Match, doubt: Doubt) -> bool:
    """Whether these dice are the roll that counted last: it was typed, or counted before the power went, and they lie
    there still."""
    fact = match.game.fact_of(dice_observation(doubt.dice, None))
    last = next((event for _, event in reversed(match.events) if type(event) is type(fact)), None)
    return last is not None and last == fact


def _mismatch(memory: DiceMemory, match: Match, doubt: Doubt) -> Verdict:
    """Why the dice do not count: the rules' own words where they have some, else what differs."""
    fact = match.game.fact_of(dice_observation(doubt.dice, doubt.moved))
    verdict: Verdict | None = match.game.judge(match.state, fact) if fact is not None else None
    if verdict is not None and not verdict.ok and verdict.reason not in ("NOT_TAKEN_UP", "NOT_NOW"):
        return verdict
    changed = sum((tops(doubt.dice) - tops(memory.accounted)).values())
    return no("NOT_EXPLAINED", "", changed=changed, moved=Deferred("some") if doubt.moved is None else doubt.moved)
