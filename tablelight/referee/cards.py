"""The reducer for cards: from the cards in view to what laid or took some of them, or to a question."""

from collections.abc import Sequence
from dataclasses import replace

from engine.components.cards import Card, full_name
from engine.core.language import Later, listed_later
from engine.core.match import Match
from engine.core.verdict import no
from engine.inference.observation import SeenCard
from engine.texts import join
from tablelight.referee.card_changes import (
    as_counted,
    card_hypotheses,
    changed_cards,
    likely_enough,
    not_among,
    were_entered,
)
from tablelight.referee.card_evidence import deal_awaited, is_counted, is_dealt, may_be_incomplete
from tablelight.referee.card_fields import WHOLE_PILE, fields_of, lying
from tablelight.referee.card_undo import takes_back
from tablelight.referee.closed_piles import lay_there, seen_last
from tablelight.referee.doubts import Doubt
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.hypotheses import Hypothesis, with_entries
from tablelight.referee.state import CardMemory, ConfirmedCard

Reduced = tuple[CardMemory, Effect]


def settled(memory: CardMemory, now: Situation, cards: tuple[SeenCard, ...], picture: int) -> Reduced:
    """Count what laid or took the cards that differ from before, if the rules can explain it in one way.

    ``picture``: the number of the picture that shows them.
    """
    before = memory.accounted
    if before is None and _dealt_before(now.match, cards):
        before = ()
    fields = fields_of(now.game)
    piles = seen_last(fields, () if deal_awaited(now.match) else memory.piles, cards)
    if before is None:
        return replace(memory, accounted=cards, piles=piles, counted=len(now.match.log)), now.unchanged()
    cards, found = _explained(now, before, cards)
    new = not_among(cards, before)
    changed = changed_cards(cards, before)
    if not changed:
        return memory, now.settled()
    if were_entered(now.match, memory.counted, cards, before):
        return replace(memory, accounted=cards, piles=piles, counted=len(now.match.log)), now.settled()
    # Rules may help to choose between names, but a card is not taken for a less likely one because that would fit.
    likely = card_hypotheses(now.match, cards, before, likeliest=True) if len(found) == 1 else ()
    why = _unsure(now.match, memory, new, found)
    if len(likely) == 1 and not why and likely_enough(now.match, cards, before):
        after = with_entries(now.match, likely[0])
        lying = as_counted(now.match, after, cards, before)
        return replace(memory, accounted=lying, piles=piles, counted=len(after.log)), counting(likely[0])
    if not found and may_be_incomplete(now.match, new):
        return memory, now.settled()
    reason = "CARDS_SEVERAL" if len(found) > 1 else (why or "CARDS_UNLIKELY") if found else "CARDS_NOT_EXPLAINED"
    return memory, now.asking(Doubt((), no(reason, "", cards=_names(changed)), picture, cards=cards))


def _explained(
    now: Situation, before: Sequence[SeenCard], seen: Sequence[SeenCard]
) -> tuple[tuple[SeenCard, ...], tuple[Hypothesis, ...]]:
    """What lies there, and what can have laid it. A pile whose top looks like one of its lower cards got another such
    card, or the same one after a shuffle, sooner than that several were taken off it at once."""
    fields, lay = fields_of(now.game), () if deal_awaited(now.match) else before  # shuffled cards lie under no other
    for taken_off in (1, WHOLE_PILE):
        cards = lying(fields, lay, seen, taken_off)
        found = card_hypotheses(now.match, cards, before)
        if found:
            break
    return cards, found


def accounted(memory: CardMemory, doubt: Doubt | None, before: Match, after: Match) -> CardMemory:
    """The cards in doubt lie there rightly: people said what happened between two states of the match, or that it does
    not matter."""
    seen = doubt.cards if doubt else None
    if seen is None or memory.accounted is None:
        return memory
    piles = seen_last(fields_of(after.game), memory.piles, seen)
    lying = as_counted(before, after, seen, memory.accounted)
    confirmed = _confirmed(seen, lying, doubt.picture, len(after.log)) or memory.confirmed
    return CardMemory(lying, piles, len(after.log), confirmed)


def _confirmed(seen: Sequence[SeenCard], lying: Sequence[SeenCard], picture: int, counted: int) -> ConfirmedCard | None:
    """The card that was in doubt as it was seen, and is not as it lies there."""
    for card, known in zip(seen, lying, strict=True):
        if len(card.may_be) > len(known.may_be) == 1 and card.at is not None:
            return ConfirmedCard(known.may_be[0], card.at, picture, counted)
    return None


def _dealt_before(match: Match, cards: Sequence[SeenCard]) -> bool:
    """Whether the draw pile lay on its field, ready, before the first look of a game. Where one goes on, as after a
    power cut, the pile of the last hand may still lie there."""
    return deal_awaited(match) and not match.log and is_dealt(match, cards)


def _unsure(match: Match, memory: CardMemory, new: Sequence[SeenCard], found: Sequence[Hypothesis]) -> str:
    """Why people are asked although one thing alone explains what is seen; empty: nothing speaks against it."""
    if is_counted(match, new):
        return "CARDS_COUNTED"
    if not deal_awaited(match) and any(lay_there(fields_of(match.game), memory.piles, card) for card in new):
        return "CARDS_LAY_THERE"
    if not any(map(takes_back, found)):
        return ""
    return "CARDS_PUT_BACK" if new and not any(found[0][1:]) else "CARDS_TAKEN_UP"


def _names(cards: Sequence[SeenCard]) -> str:
    return listed_later(Later(_one_of, card.may_be[:3]) for card in cards)


def _one_of(names: Sequence[Card]) -> str:
    return join([full_name(card) for card in names], "or")
