"""Cards that lie in view: which of them are new, and which one a card in doubt turned out to be."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card
from engine.match import Match
from engine.seen import Seen, SeenCard
from tablelight.ways import after


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


def as_counted(
    before: Match, now: Match, cards: Sequence[SeenCard], lay_there: Sequence[SeenCard]
) -> tuple[SeenCard, ...]:
    """The cards in view as they count after the step from one match to the other: a card in doubt that came is the one
    with which all that came explains how the game stands now, if that is one alone. Another look that says otherwise
    is then asked about."""
    new, gone = unlike(cards, lay_there), unlike(lay_there, cards)
    in_doubt = [card for card in new if len(card.may_be) > 1]
    if len(in_doubt) != 1:
        return tuple(cards)
    (card,) = in_doubt
    taken = tuple(one.may_be[0] for one in gone if one.may_be[0].known)

    def explains(name: Card) -> bool:
        seen = Seen(cards=tuple(replace(one, may_be=(name,)) if one is card else one for one in new), gone=taken)
        found = before.game.readings(before.state, seen)
        return any(after(before, events).state == now.state for events in found)

    fits = [name for name in card.may_be if explains(name)]
    if len(fits) != 1:
        return tuple(cards)
    return tuple(replace(one, may_be=(fits[0],)) if one is card else one for one in cards)


def _may_be_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards, at least one of them in doubt, may be the same."""
    in_doubt = len(card.may_be) > 1 or len(other.may_be) > 1
    return in_doubt and not set(card.may_be).isdisjoint(other.may_be)
