"""What goes wrong with cards that are laid on the fields of their mat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.components.cards import UNKNOWN, Card
from engine.core.errors import EngineError
from engine.core.events import Event
from tablelight.demo.card_hands import laid_by
from tablelight.demo.card_hands import named as shown_by
from tablelight.demo.card_mishaps import held_cards
from tablelight.demo.scene import Aftermath, Scene
from tablelight.referee.card_fields import fields_of, named
from tablelight.referee.hypotheses import with_entries

Lying = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class CardToLay:
    """One card that somebody may lay now: the event, and onto which field."""

    event: Event
    card: Card
    field: str


@dataclass(frozen=True, slots=True)
class Laying:
    """Something somebody may do now with cards: the event, what lies there after each thing done, and into which field
    the last of them come."""

    event: Event
    steps: tuple[Lying, ...]
    field: str


def plays(now: Scene) -> list[CardToLay]:
    """Every card that may be laid now and lies open then, beside or on others; empty where there is no mat."""
    if not now.table.lays_cards or now.match.over:
        return []
    found = []
    for event in now.match.game.moves(now.match.state):
        steps = _steps(now, event)
        found += [CardToLay(event, *laid) for laid in _one_more(now.table.lying, steps[0])] if len(steps) == 1 else []
    return found


def _one_more(before: Lying, after: Lying) -> list[tuple[Card, str]]:
    """The card and the field, where one card has come and nothing else changed."""
    other = [field for field in {*before, *after} if before.get(field, ()) != after.get(field, ())]
    if len(other) != 1 or not after.get(other[0]):
        return []
    *under, top = after[other[0]]
    return [(top, other[0])] if tuple(under) == before.get(other[0], ()) and top.known else []


def two_that_show(now: Scene) -> list[tuple[CardToLay, Card]]:
    """Of the cards that may be laid side by side now each with another one. On a pile the upper alone would be seen."""
    fields, may = fields_of(now.match.game), plays(now)
    beside = [play for play in may if (field := named(fields, play.field)) is not None and field.lies == "spread"]
    return [(one, two.card) for one in beside for two in beside if one.field == two.field and one.card != two.card]


def two_at_once(now: Scene) -> Aftermath:
    """Somebody lays two cards at once; then the second is taken up again."""
    play, second = now.random.choice(two_that_show(now))
    before = now.table.lying
    _lay(now, before, play.field, play.card, second)
    return Aftermath(lambda: _lay(now, before, play.field, play.card), lambda: play.event)


def out_of_turn(now: Scene) -> Aftermath | None:
    """Somebody lays a card who may not. Whose hand it came from nobody sees, so that it may count for whose turn it is;
    then it is taken up again."""
    may = plays(now)
    lawful = {play.card for play in may}
    others = [card for card in held_cards(now.match, by_mover=False) if card not in lawful]
    return replace(_wrong(now, may[0].field, now.random.choice(others)), asks=False) if others else None


def face_down(now: Scene) -> Aftermath:
    """A card is laid with its back up."""
    return _wrong(now, now.random.choice(plays(now)).field, UNKNOWN)


def that_can_go(now: Scene) -> list[str]:
    """Fields whose open cards nobody may take away just so."""
    fields = fields_of(now.match.game) if now.table.lays_cards and not now.match.over else ()
    open_cards = {spot: [card for card in cards if card.known] for spot, cards in now.table.lying.items()}
    fixed = [spot for spot in open_cards if (field := named(fields, spot)) is not None and not field.tidied]
    return sorted(spot for spot in fixed if open_cards[spot])


def that_can_lie_astray(now: Scene) -> list[Laying]:
    """What may be done now that ends with cards that come into one field, of those that any event begins with."""
    if not now.table.lays_cards or now.match.over:
        return []
    found = []
    for event in now.match.game.moves(now.match.state):
        event = shown_by(event, now.match)
        steps = _steps(now, event)
        came = _more(steps[-2] if len(steps) > 1 else now.table.lying, steps[-1]) if steps else []
        found += [Laying(event, tuple(steps), came[0])] if len(came) == 1 else []
    return found


def astray(now: Scene) -> Aftermath:
    """Somebody does what he may, and the last card he lays lies half out of its field; then it is put right. Either it
    counts as what it is, or the table says what is wrong."""
    done = now.random.choice(that_can_lie_astray(now))
    *first, last = done.steps
    for lying in first:
        now.table.lay_cards(lying)
    told = now.table.referee.match
    now.table.lay_astray(last, done.field)
    counts = now.table.referee.match is not told
    return Aftermath(lambda: now.table.lay_cards(last), lambda: done.event, asks=not counts)


def _steps(now: Scene, event: Event) -> list[dict[str, tuple[Card, ...]]]:
    """What lies there after each thing done for an event; empty where it may not be done, or nothing of it is seen."""
    try:
        after = with_entries(now.match, (event,))
    except EngineError:
        return []
    return laid_by(now.table.lying, event, now.match, after)


def _more(before: Lying, after: Lying) -> list[str]:
    """The fields in which there are more cards than before."""
    return [field for field in after if len(after[field]) > len(before.get(field, ()))]


def taken_away(now: Scene) -> Aftermath:
    """A child takes a card away. Where somebody may take it now, or what lay under it may just have been turned, that
    looks the same and counts, until it is put back."""
    told, before, field = now.table.referee.match, now.table.lying, now.random.choice(that_can_go(now))
    now.table.lay_cards({**before, field: before[field][:-1]})
    counts = now.table.referee.match is not told
    return Aftermath(lambda: now.table.lay_cards(before), asks=not counts)


def _wrong(now: Scene, field: str, card: Card) -> Aftermath:
    before = now.table.lying
    _lay(now, before, field, card)
    return Aftermath(lambda: now.table.lay_cards(before))


def _lay(now: Scene, before: Lying, field: str, *cards: Card) -> None:
    now.table.lay_cards({**before, field: (*before.get(field, ()), *cards)})
