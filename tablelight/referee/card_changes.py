"""Cards in view: which of them are new, what may have laid them, and which one a card in doubt turned out to be."""

from collections.abc import Sequence
from dataclasses import replace
from operator import eq
from typing import Any

from engine.components.cards import Card
from engine.core.match import Match
from engine.core.price import PRICE
from engine.inference.observation import SeenCard
from tablelight.referee.card_evidence import deal_awaited, explained
from tablelight.referee.card_fields import BESIDE, fields_of, may_be_one
from tablelight.referee.card_undo import cards_of, put_back, taken_up
from tablelight.referee.hypotheses import Hypothesis, with_entries
from tablelight.referee.matching import unmatched

_MOST_ENTERED = 4
"""So many entries are looked back for one that people made while a card could not be made out. Chosen by hand."""


def not_among(cards: Sequence[SeenCard], others: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """The cards that the others do not hold, each counted once. One that is in doubt, or was, is held where one of the
    others may be it: it has not moved because another look at it says more, or less."""
    rest = unmatched(cards, others, eq)
    return unmatched(rest, unmatched(others, cards, eq), _may_be_one)


def changed_cards(cards: Sequence[SeenCard], before: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """The cards that came, and after them those that went."""
    return (*not_among(cards, before), *not_among(before, cards))


def card_hypotheses(
    match: Match, cards: Sequence[SeenCard], before: Sequence[SeenCard], *, likeliest: bool = False
) -> tuple[Hypothesis, ...]:
    """Every hypothesis, one for each different end, of how the cards that differ from those before came or went; the
    likeliest first. ``likeliest``: those that came taken for what they most likely are."""
    new, gone = not_among(cards, before), not_among(before, cards)
    stayed = not_among(cards, new)
    if likeliest:
        new = tuple(replace(card, may_be=card.may_be[:1]) for card in new)
    found: dict[Any, Hypothesis] = {}
    for entries in explained(match, new, gone):
        found.setdefault(with_entries(match, entries).state, entries)
    moves = not new and any(found.values())  # cards are taken that may be, as discards by whoever is next
    back = None if moves or deal_awaited(match) else taken_up(match, stayed, gone)
    if back is not None and {card.place for card in new} <= {card.place for card in gone}:
        found.pop(match.state, None)  # that they were only tidied away
        earlier = with_entries(match, (back,))
        for entries in explained(earlier, new, ()) if new else [()]:
            found.setdefault(with_entries(earlier, entries).state, (back, *entries))
    if not found and _only_pushed(match, new, gone):
        return ((),)
    if not found and not gone and (back := put_back(match, new)) is not None:
        return ((back,),)
    return tuple(found.values())


def were_entered(match: Match, counted: int, cards: Sequence[SeenCard], before: Sequence[SeenCard]) -> bool:
    """Whether an open card that came was entered by people meanwhile, as one that nobody could make out. ``counted``:
    how long the log was when ``before`` lay there."""
    faces = {card.may_be[0] for card in not_among(cards, before) if card.may_be[0].known}
    entered = [
        index for index, event in match.events[-_MOST_ENTERED:] if index >= counted and faces & {*cards_of(event)}
    ]
    return any(_leads_to(match, match.at(index), cards, before) for index in entered)


def _leads_to(match: Match, earlier: Match, cards: Sequence[SeenCard], before: Sequence[SeenCard]) -> bool:
    found = card_hypotheses(earlier, cards, before)
    return any(with_entries(earlier, entries).state == match.state for entries in found)


def _only_pushed(match: Match, new: Sequence[SeenCard], gone: Sequence[SeenCard]) -> bool:
    """Whether a card that had counted beside its field was put into it, or the other way round."""
    if not (len(new) == len(gone) == 1 and new[0].may_be == gone[0].may_be and new[0].may_be[0].number):
        return False  # special cards look alike
    places, face = (gone[0].place, new[0].place), new[0].may_be[0]
    field = next((field for field in fields_of(match.game) if field.spot in places), None)
    laid_by = next((event for _, event in reversed(match.events) if face in cards_of(event)), None)
    return (
        BESIDE in places
        and field is not None
        and laid_by is not None
        and laid_by.kind in (field.tells or (laid_by.kind,))
    )


def as_counted(
    earlier: Match, later: Match, cards: Sequence[SeenCard], before: Sequence[SeenCard]
) -> tuple[SeenCard, ...]:
    """The cards in view as they count after the step from the earlier match to the later: a card in doubt that came is
    the one with which all that came explains how the game stands now, if that is one alone. Another look that says
    otherwise is then asked about. ``before``: the cards that lay there."""
    in_doubt = [card for card in not_among(cards, before) if len(card.may_be) > 1]
    if len(in_doubt) != 1:
        return tuple(cards)
    (card,) = in_doubt

    def explains(name: Card) -> bool:
        found = card_hypotheses(earlier, _named(cards, card, name), before)
        return any(with_entries(earlier, entries).state == later.state for entries in found)

    fits = [name for name in card.may_be if explains(name)]
    return _named(cards, card, fits[0]) if len(fits) == 1 else tuple(cards)


def likely_enough(match: Match, cards: Sequence[SeenCard], before: Sequence[SeenCard]) -> bool:
    """Whether each card in doubt that came is likely enough to be what it looks like most, among all that the rules
    allow it to be (``engine.core.price``). What was not told of it is taken to be allowed."""
    return all(
        _is_likely_enough(match, cards, before, card) for card in not_among(cards, before) if len(card.chances) > 1
    )


def _is_likely_enough(match: Match, cards: Sequence[SeenCard], before: Sequence[SeenCard], card: SeenCard) -> bool:
    (_, likeliest), *others = card.chances
    against = 1 - likeliest
    for name, chance in others:
        if against * PRICE <= likeliest:
            break
        if not card_hypotheses(match, _named(cards, card, name), before):
            against -= chance
    return against * PRICE <= likeliest


def _named(cards: Sequence[SeenCard], card: SeenCard, name: Card) -> tuple[SeenCard, ...]:
    """The cards, where one of them is surely this."""
    return tuple(replace(one, may_be=(name,), chances=()) if one is card else one for one in cards)


def _may_be_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards, at least one of them in doubt, may be the same."""
    in_doubt = len(card.may_be) > 1 or len(other.may_be) > 1
    return in_doubt and card.place == other.place and may_be_one(card, other)
