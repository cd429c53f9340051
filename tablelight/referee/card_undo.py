"""Cards that are taken up again: the moves that laid them are taken back, once people say so.

Cards that only go are tidied away, as a rule. Where those that were laid last are gone and others still lie there, or
the one card of a field is gone, somebody may have thought better of it; whoever laid it out of turn takes it back so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from engine.components.cards import Card
from engine.core.events import Entry, Event, Undo
from engine.core.match import Match
from engine.inference.observation import SeenCard


def taken_up(match: Match, cards: Sequence[SeenCard], gone: Sequence[SeenCard]) -> Undo | None:
    """The undo of what laid exactly the cards that are ``gone``; None where nothing tells so. ``cards``: in view."""
    left = {card.may_be[0] for card in gone if len(card.may_be) == 1 and card.place and card.may_be[0].known}
    if not left or len(left) != len(gone):
        return None
    stay = {card.place for card in cards}
    if len(gone) > 1 and not all(card.place in stay for card in gone):
        return None
    for index, event in reversed(match.events):
        named = set(_named(event))
        if not named <= left:
            return None
        left -= named
        if not left:
            return Undo(index)
    return None


def takes_back(entries: Sequence[Entry]) -> bool:
    """Whether a hypothesis begins with moves that are taken back."""
    return bool(entries) and isinstance(entries[0], Undo)


def _named(event: Event) -> Iterator[Card]:
    for each in fields(event):
        value = getattr(event, each.name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Card))
