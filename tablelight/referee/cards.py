"""Cards that lie in view: which of them are new, what laid them, and which one a card in doubt turned out to be."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.components.cards import Card
from engine.core.match import Match
from engine.inference.observation import Seen, SeenCard
from tablelight.referee.hypotheses import Way, after


def unlike(cards: Sequence[SeenCard], others: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """The cards that the others do not hold, each counted once. One that is in doubt, or was, is held where one of the
    others may be it: it has not moved because another look at it says more, or less."""
    rest = list(others)
    new = []
    for card in cards:
        if card in rest:
            rest.remove(card)
        else:
            new.append(card)
    out = []
    for card in new:
        same = next((one for one in rest if _may_be_one(card, one)), None)
        if same is None:
            out.append(card)
        else:
            rest.remove(same)
    return tuple(out)


def explanations(
    match: Match, cards: Sequence[SeenCard], lay_there: Sequence[SeenCard], *, likeliest: bool = False
) -> tuple[Way, ...]:
    """Every way that ends differently in which the cards that differ from those before may have come or gone, the
    likeliest first. ``likeliest``: those that came taken for what they most likely are."""
    new = unlike(cards, lay_there)
    if likeliest:
        new = tuple(replace(card, may_be=card.may_be[:1]) for card in new)
    gone = tuple(card.may_be[0] for card in unlike(lay_there, cards) if card.may_be[0].known)
    found: dict[Any, Way] = {}
    for way in match.game.readings(match.state, Seen(cards=new, gone=gone)):
        found.setdefault(after(match, way).state, way)
    return tuple(found.values())


def as_counted(
    before: Match, now: Match, cards: Sequence[SeenCard], lay_there: Sequence[SeenCard]
) -> tuple[SeenCard, ...]:
    """The cards in view as they count after the step from one match to the other: a card in doubt that came is the one
    with which all that came explains how the game stands now, if that is one alone. Another look that says otherwise
    is then asked about."""
    new = unlike(cards, lay_there)
    in_doubt = [card for card in new if len(card.may_be) > 1]
    if len(in_doubt) != 1:
        return tuple(cards)
    (card,) = in_doubt

    def named(name: Card) -> tuple[SeenCard, ...]:
        return tuple(replace(one, may_be=(name,)) if one is card else one for one in cards)

    def explains(name: Card) -> bool:
        found = explanations(before, named(name), lay_there)
        return any(after(before, way).state == now.state for way in found)

    fits = [name for name in card.may_be if explains(name)]
    return named(fits[0]) if len(fits) == 1 else tuple(cards)


def _may_be_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards, at least one of them in doubt, may be the same."""
    in_doubt = len(card.may_be) > 1 or len(other.may_be) > 1
    return in_doubt and not set(card.may_be).isdisjoint(other.may_be)
