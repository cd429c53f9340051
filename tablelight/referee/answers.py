"""The reducer for answers to a doubt: dice are named, a hypothesis is accepted, or what lies there is let be."""

from dataclasses import replace

from engine.core.language import Deferred
from engine.core.verdict import Verdict, no
from engine.inference.observation import MOST_NAMED
from tablelight.referee import dice
from tablelight.referee.card_changes import card_hypotheses
from tablelight.referee.doubts import Doubt
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.expectations import expected_in, question
from tablelight.referee.hypotheses import Hypothesis, dice_hypotheses, text_of, with_entries
from tablelight.referee.inputs import AnotherDie, DieAnswer, NameDie, NoDie
from tablelight.referee.other_ways import other_ways
from tablelight.referee.state import DiceMemory, RefereeState


def name_dice(memory: DiceMemory, now: Situation, answer: DieAnswer) -> tuple[DiceMemory, Effect]:
    """What people say of the dice in doubt; when nothing is left to ask they count."""
    doubt = now.doubt
    if doubt is None or (not isinstance(answer, AnotherDie) and not 0 <= answer.index < len(doubt.dice)):
        return memory, now.refusing(no("NO_SUCH_DIE", "", hue=Deferred("such a thing")))
    impossible = _impossible(doubt, answer)
    if impossible is not None:
        return memory, now.refusing(impossible)
    doubt = _answered(doubt, answer)
    now = Situation(now.match, doubt, None)
    left = question(expected_in(now.match), doubt.dice)
    if left is not None or not doubt.dice:
        return memory, now.asking(replace(doubt, why=left or no("NO_READING", "")))
    return dice.explained(memory, now, doubt)


def accept(state: RefereeState, now: Situation, choice: str) -> tuple[DiceMemory, Effect]:
    """Take the hypothesis of this text, or the likeliest one where none is named."""
    doubt = now.doubt
    chosen = next((entries for entries in open_hypotheses(state) if choice in ("", text_of(entries))), None)
    if doubt is None or chosen is None:
        return state.dice, now.refusing(doubt.why if doubt and doubt.named else no("NOTHING_TO_ACCEPT", ""))
    if doubt.cards is not None:
        return state.dice, counting(chosen)
    return dice.counted(state.dice, doubt, chosen)


def open_hypotheses(state: RefereeState) -> tuple[Hypothesis, ...]:
    """What people can choose from in a doubt, the likeliest first: how dice or cards may have come to lie there."""
    doubt = state.doubt
    if doubt is None:
        return ()
    if doubt.cards is not None:
        return card_hypotheses(state.match, doubt.cards, state.cards.accounted or ())[:MOST_NAMED]
    found = dice_hypotheses(state.match, doubt, tumbled=state.dice.tumbled)
    return found or _rolls_after_other_ways(state, doubt)


def _rolls_after_other_ways(state: RefereeState, doubt: Doubt) -> tuple[Hypothesis, ...]:
    """How the dice may have come to lie there, if the moves before went another way than was taken to be likelier."""
    ways = [(way, with_entries(state.match, way)) for way in other_ways(state.match, state.pieces.read_at)]
    return tuple((*way, *roll) for way, then in ways for roll in dice_hypotheses(then, doubt, tumbled=True))


def _impossible(doubt: Doubt, answer: DieAnswer) -> Verdict | None:
    """A cube shows three hues only."""
    if isinstance(answer, NoDie):
        return None
    on_cube = _kind(doubt, answer) == "d6" and not answer.hue.is_primary
    return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=(answer.hue,)) if on_cube else None


def _kind(doubt: Doubt, answer: NameDie | AnotherDie) -> str:
    return answer.kind or doubt.dice[answer.index].kind if isinstance(answer, NameDie) else answer.kind


def _answered(doubt: Doubt, answer: DieAnswer) -> Doubt:
    match answer:
        case NoDie(index):
            return doubt.without(index)
        case NameDie(index, hue):
            return doubt.with_name(index, _kind(doubt, answer), hue)
        case AnotherDie(kind, hue):
            return doubt.with_another(kind, hue)
