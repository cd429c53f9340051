"""Cards that are taken up again: the moves that laid them are taken back, once people say so.

Cards that only go are tidied away, as a rule. Where those that were laid last are gone and others still lie there, or
the one card of a field is gone, somebody may have thought better of it; whoever laid it out of turn takes it back so.
Cards that come back to where they were taken from may mean the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from engine.components.cards import Card
from engine.core.events import Entry, Event, Undo
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.referee.card_evidence import explained
from tablelight.referee.hypotheses import with_entries

_MOST_TOLD = 4
"""So many events that show nothing are told at once before a card: two players, each twice, cannot play in Cribbage."""


def taken_up(match: Match, cards: Sequence[SeenCard], gone: Sequence[SeenCard]) -> Undo | None:
    """The undo of what laid exactly the cards that are ``gone``; None where nothing tells so. ``cards``: in view."""
    left = {card.may_be[0] for card in gone if len(card.may_be) == 1 and card.place and card.may_be[0].known}
    if not left or len(left) != len(gone):
        return None
    stay = {card.place for card in cards}
    if len(gone) > 1 and not all(card.place in stay for card in gone):
        return None
    for index, event in reversed(match.events):
        named = set(cards_of(event))
        if not named <= left:
            return None
        left -= named
        if not left:
            return Undo(_told_first(match, index, gone))
    return None


def put_back(match: Match, new: Sequence[SeenCard]) -> Undo | None:
    """The undo of what took exactly the cards that came; None where nothing tells so."""
    if not (new and match.events):
        return None
    index = match.events[-1][0]
    return Undo(index) if _tells(match, index, (), new) else None


def _told_first(match: Match, index: int, cards: Sequence[SeenCard]) -> int:
    """Where in the log that begins which one look at these cards told: who lays a card after a go has told of it."""
    first = index
    for earlier, event in reversed([each for each in match.events if each[0] < index][-_MOST_TOLD:]):
        if any(cards_of(event)):
            break
        if _tells(match, earlier, cards, ()):
            first = earlier
    return first


def _tells(match: Match, index: int, new: Sequence[SeenCard], gone: Sequence[SeenCard]) -> bool:
    """Whether all that counts from there on is what one look at such cards would tell."""
    earlier = match.at(index)
    return any(with_entries(earlier, entries).state == match.state for entries in explained(earlier, new, gone))


def takes_back(entries: Sequence[Entry]) -> bool:
    """Whether a hypothesis begins with moves that are taken back."""
    return bool(entries) and isinstance(entries[0], Undo)


def cards_of(event: Event) -> Iterator[Card]:
    """The cards that an event names."""
    for each in fields(event):
        value = getattr(event, each.name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Card))
