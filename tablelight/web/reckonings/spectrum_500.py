"""Why a meld of Spectrum 500 counts that: every card's value, and the sum."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, Cards, in_order, parse_cards
from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrum_500.events import LayMeld, LayOff
from engine.games.spectrum_500.melds import card_value
from engine.games.spectrum_500.scoring import melded
from engine.texts.language import tr
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    return _values(parse_cards(picture["cards"])) if "meld" in picture else None


def _values(cards: Sequence[Card]) -> Reckoning:
    """Cards with what each counts: ``R5 5 + RO6 10 ... = 35``."""
    ordered: Cards = tuple(sorted(cards, key=lambda card: card.number))
    return Reckoning((_sum(ordered),), drawn(" ".join(map(str, ordered))), about="row.cards")


def _sum(cards: Sequence[Card]) -> str:
    values = [card_value(card) for card in cards]
    return tr("{sum} = {points} points", sum=" + ".join(map(str, values)), points=sum(values))


def _gain(_before: Shown, event: Event, _after: Shown) -> Reckoning | None:
    if isinstance(event, LayMeld):
        return _values(event.cards)
    if isinstance(event, LayOff):
        return _values((event.card,))
    return None


def _topic(shown: Shown, topic: str) -> Reckoning | None:
    """``score.total/<seat>``: what a player has on the table in this hand, meld by meld."""
    kind, _, seat = topic.partition("/")
    if kind != "score.total" or not seat:
        return None
    rows, lines = [], []
    for meld in shown.state.melds:
        own = in_order(card for card, owner in zip(meld.cards, meld.owners, strict=True) if owner == int(seat))
        if own:
            rows.append(" ".join(map(str, own)))
            lines.append(_sum(own))
    together = tr("On the table: {points}", points=melded(shown.state)[int(seat)])
    before = tr("Before this hand: {points}", points=shown.state.totals[int(seat)])
    return Reckoning((*lines, together, before), drawn(rows), shown.seats[int(seat)])


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """That the top discard may be called, or which card it is."""
    state = shown.state
    top = state.discards[-1] if state.discards else None
    if spot.endswith("1") and state.discarder is not None:
        return (tr("Whoever can meld the top discard may call “Spectrum!” now."),)
    if top is None or top.hue is None:
        return ()
    return (tr("The arm of {colour} shows {number}, the top discard.", colour=top.hue.called, number=top.number),)


EXPLAINS = Explains(light=_light, topic=_topic, example=_example, gain=_gain)
