"""What cards on the fields of a mat tell besides their faces: a deal, a hand given up, cards laid away face down.

A closed card stays an unknown card. How many of them a closed pile holds nobody can see, so each number is tried that
the rules may allow; where several fit, people are asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from engine.components.cards import UNKNOWN, Card
from engine.core.errors import EngineError
from engine.core.events import Entry, Event, Fact, Seat
from engine.core.match import Match
from engine.core.verdict import Cards
from engine.inference.observation import BACK, Observation, SeenCard
from tablelight.referee.card_fields import BESIDE, STOCK, CardField, fields_of, mat_of, named
from tablelight.referee.hypotheses import Hypothesis, with_entries

MOST_CLOSED = 6
"""Cards that somebody lays on a closed pile at once; more than any game asks for (chosen by hand)."""
_ORDERED = 3
"""So many cards that came at once are tried in every order (chosen by hand: six orders)."""
_MOST_SAID = 4
"""So often somebody says that he cannot play before one card is laid; more than two players can."""
_PILE = "pile:"
_PILES = (_PILE, "home", "waste")
"""Where cards lie that people move from pile to pile: what comes to light there may be seen before what was moved."""
_DEALT = ("deck", "hands")


def what_follows(match: Match) -> str:
    """What happens by itself now and shows nothing, in the game's notation; empty: nothing."""
    mat = mat_of(match.game)
    return mat.follows.get(match.game.awaiting(match.state).ask, "") if mat is not None else ""


def deal_awaited(match: Match) -> bool:
    """Whether the game waits for cards that nobody sees: shuffled, or dealt to all."""
    need = match.game.awaiting(match.state).need
    return isinstance(need, Cards) and need.to in _DEALT


def is_dealt(match: Match, cards: Sequence[SeenCard]) -> bool:
    """Whether these are what lies there once all cards are dealt: the draw pile, or the first card of every pile."""
    lie = {card.place for card in cards if card.place != STOCK or card.may_be == (UNKNOWN,)}
    fields = fields_of(match.game)
    piles = {field.spot for field in fields if field.spot.startswith(_PILE)}
    return STOCK in lie or bool(piles and piles <= lie)


def may_be_incomplete(match: Match, new: Sequence[SeenCard]) -> bool:
    """Whether more must come before what lies there means anything: the draw pile after a deal, the rest of a hand."""
    if not all(card.place and card.place != BESIDE for card in new):
        return False
    need = match.game.awaiting(match.state).need
    return deal_awaited(match) or (isinstance(need, Cards) and len(new) < need.count)


def is_counted(match: Match, new: Sequence[SeenCard]) -> bool:
    """Whether what happened hangs on how many backs were seen side by side: one that was missed, or taken for a face,
    would change it, and nothing in the rules would tell."""
    if deal_awaited(match):
        return False
    fields = fields_of(match.game)
    at = (named(fields, card.place) for card in new if UNKNOWN in card.may_be)
    return any(field is not None and field.lies == "spread" for field in at)


def explained(match: Match, new: Sequence[SeenCard], gone: Sequence[SeenCard]) -> Iterator[Hypothesis]:
    """Every way in which these cards may have come and gone, that the rules allow, with what follows unseen."""
    new = [card for card in new if not _is_seen_again(match, card, gone)]
    if _is_between(match, new):
        return
    turns = _before_turn(match, new)
    if turns is None:
        yield from _explained_by_place(match, new, gone)
        return
    for first in turns:  # whoever could play had to, so nobody said more than what makes the card fit
        found = list(_explained_after(match, first, new, _left(match, gone)))
        yield from found
        if found:
            return


def _is_seen_again(match: Match, card: SeenCard, gone: Sequence[SeenCard]) -> bool:
    """Whether it is a closed pile that can mean nothing now: it lay there, and a look or two did not make it out."""
    field = named(fields_of(match.game), card.place)
    if field is None or field.lies != "closed" or card.may_be != (UNKNOWN,) or deal_awaited(match):
        return False
    if field.takes and gone:  # whose cards went is what it says, and must not be taken for somebody else's
        return False
    return not any(entries for entries in _explained_by_place(match, [card], ()))


def _is_between(match: Match, new: Sequence[SeenCard]) -> bool:
    """Whether a card lies beside all fields where it is the field that tells what it means."""
    return any(card.place == BESIDE for card in new) and any(field.by_place for field in fields_of(match.game))


def _explained_by_place(match: Match, new: Sequence[SeenCard], gone: Sequence[SeenCard]) -> Iterator[Hypothesis]:
    field = _speaking(match, new)
    left = () if deal_awaited(match) or (field is not None and field.takes) else _left(match, gone)
    for first in _spoken_by_places(match, new, field, len(_left(match, gone))):
        yield from _explained_after(match, first, new, left)


def _explained_after(
    match: Match, first: tuple[Entry, ...], new: Sequence[SeenCard], left: tuple[Card, ...]
) -> Iterator[Hypothesis]:
    after = with_entries(match, first)
    said = {field.verb for field in fields_of(match.game) if field.says}
    for observation in _observations(after, new, left):
        for events in _in_any_order(after, observation):
            entries = (*first, *events)
            kinds = {event.kind for event in events if isinstance(event, Event)}
            if kinds.isdisjoint(said) and _is_told_there(match, new, kinds):
                yield (*entries, *_unseen(with_entries(match, entries))) if entries else ()


def _is_told_there(match: Match, new: Sequence[SeenCard], kinds: set[str]) -> bool:
    """Whether events of these kinds lay cards in the fields where these came, and what lays them in others is not among
    them: a first card of the discards does not lie among shown hands."""
    fields = fields_of(match.game)
    at = {field.tells for field in (named(fields, card.place) for card in new) if field is not None and field.tells}
    elsewhere = {kind for field in fields for kind in field.tells}.difference(*at)
    beside = any(named(fields, card.place) is None for card in new)
    return all(kinds.intersection(tells) for tells in at) and (beside or not kinds & elsewhere)


def _before_turn(match: Match, new: Sequence[SeenCard]) -> Iterator[tuple[Entry, ...]] | None:
    """For one card on a field that is somebody's: what was said until it was his turn, the shortest first. None where
    whose turn it is does not matter."""
    fields = [named(fields_of(match.game), card.place) for card in new]
    field = fields[0] if len(fields) == 1 else None
    if field is None or not field.before or match.game.awaiting(match.state).actor != "player":
        return None
    return _said_until(match, field)


def _said_until(match: Match, field: CardField) -> Iterator[tuple[Entry, ...]]:
    said: tuple[Entry, ...] = ()
    for _ in range(_MOST_SAID):
        waits = match.game.awaiting(match.state)
        if field.seat in waits.seats:
            yield said
        more = next(_said(match, field.before, waits.seats), None)
        if more is None:
            return
        said, match = (*said, *more), with_entries(match, more)


def _speaking(match: Match, new: Sequence[SeenCard]) -> CardField | None:
    """The field whose closed card says something; None where none does, as a rule."""
    fields = (named(fields_of(match.game), card.place) for card in new if card.may_be == (UNKNOWN,))
    return next((field for field in fields if field is not None and field.says), None)


def _spoken_by_places(
    match: Match, new: Sequence[SeenCard], speaks: CardField | None, gone: int
) -> Iterator[tuple[Entry, ...]]:
    """What the places of cards say before anything else is read, such as that somebody gave up; nothing, as a rule."""
    if deal_awaited(match) and is_dealt(match, new):
        need = match.game.awaiting(match.state).need
        assert isinstance(need, Cards)
        dealt = match.game.explanations(match.state, Observation(cards=(BACK,) * need.count, gone=()))
        yield from map(tuple, dealt)
    elif speaks is not None:
        everybody = range(match.game.rules.seats)
        says = speaks.says.replace("{gone}", str(gone))
        yield from _said(match, says, everybody if speaks.seat is None else [speaks.seat])
    else:
        yield ()


def _said(match: Match, says: str, seats: Iterable[Seat]) -> Iterator[tuple[Entry, ...]]:
    """What one of these seats said, where it may be said now."""
    events = (_allowed(match, says.format(seat=seat + 1)) for seat in seats)
    yield from ((event,) for event in events if event is not None)


def _left(match: Match, gone: Sequence[SeenCard]) -> tuple[Card, ...]:
    """The open cards of which it means something that they are gone."""
    return tuple(_face(card) for card in gone if _face(card).known and not _is_tidied(match, card))


def _observations(match: Match, new: Sequence[SeenCard], left: tuple[Card, ...]) -> Iterator[Observation]:
    fields = fields_of(match.game)
    seen, closed = [], []
    for card in new:
        field = named(fields, card.place)
        if field is None or field.lies != "closed":
            seen.append(card)
        elif field.says or card.place == STOCK:
            continue
        elif field.holds:
            seen += [card] * field.holds
        else:
            closed.append(card)
    if not closed:
        yield Observation(cards=tuple(seen), gone=left)
        return
    for count in range(1, MOST_CLOSED + 1):
        yield Observation(cards=(*(card for card in closed for _ in range(count)), *seen), gone=left)


def _is_tidied(match: Match, card: SeenCard) -> bool:
    fields = fields_of(match.game)
    if not fields:  # cards drawn instead of dice: whoever has moved takes them up
        return True
    field = named(fields, card.place)
    return field is not None and field.tidied


def _face(card: SeenCard) -> Card:
    return card.may_be[0]


def _in_any_order(match: Match, observation: Observation) -> Iterator[tuple[Entry, ...]]:
    """The explanations; of cards that came at once and tell of several events, in every order they may have come in."""
    found = [tuple(events) for events in match.game.explanations(match.state, observation)]
    yield from found
    cards = observation.cards or ()
    on_piles = not found and all(card.place.startswith(_PILES) for card in cards)
    if not (on_piles or any(len(events) > 1 for events in found)) or not all(card.place for card in cards):
        return
    for other in list(permutations(cards))[1:] if len(cards) <= _ORDERED else ():
        yield from map(tuple, match.game.explanations(match.state, replace(observation, cards=other)))


def _unseen(match: Match) -> tuple[Entry, ...]:
    """What follows by itself: cards that are drawn stay in the hand, unknown."""
    found: list[Entry] = []
    while text := what_follows(match):
        event = _allowed(match, text)
        if event is None:
            break
        found.append(replace(event, source="camera") if isinstance(event, Fact) else event)
        match = with_entries(match, found[-1:])
    return tuple(found)


def _allowed(match: Match, text: str) -> Entry | None:
    """The event of this notation; None where the game has none such, or it is not allowed now."""
    try:
        event = match.parse(text)
    except (EngineError, ValueError):
        return None
    return event if match.game.judge(match.state, event).ok else None
