"""What cards that are left count in Spectrumo."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, parse_cards
from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrumo.scoring import hand_points
from engine.texts.language import tr
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    return Reckoning((_sum(parse_cards(picture["cards"])),)) if "left" in picture else None


def _sum(cards: Sequence[Card]) -> str:
    values = " + ".join(str(hand_points([card])) for card in cards)
    return tr("{sum} = {points} points", sum=values or "0", points=hand_points(cards))


def _gain(before: Shown, event: Event, after: Shown) -> Reckoning | None:
    """The hands that were counted when somebody went out."""
    if before.state.totals == after.state.totals:
        return None
    rows, lines = [], []
    for seat, (old, new) in enumerate(zip(before.state.totals, after.state.totals, strict=True)):
        hand = _held(before, event, seat)
        name = after.seats[seat]
        if hand and all(card.known for card in hand) and hand_points(hand) == new - old:
            rows.append(f"{name}: {' '.join(map(str, hand))}")
            lines.append(f"{name}: {_sum(hand)}")
        else:
            lines.append(tr("{player}: {points} points", player=name, points=new - old))
    return Reckoning(tuple(lines), drawn(rows) if rows else None, about="row.cards")


def _held(before: Shown, event: Event, seat: int) -> Sequence[Card]:
    if getattr(event, "owner", getattr(event, "to", None)) == seat and getattr(event, "cards", ()):
        return tuple(getattr(event, "cards", ()))
    return tuple(before.state.hands[seat])


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Which card may follow the table card."""
    hue, table = hue_of(spot), shown.state.table
    if hue is None or table is None:
        return (tr("The first card is still to be turned."),)
    if table.hue is None:
        return (tr("After a special card anything may follow."),)
    if hue is table.hue:
        return (tr("On the table lies {card}.", card=table),)
    return (tr("A card of {colour}, next to {table}, may follow.", colour=hue.called, table=table.hue.called),)


EXPLAINS = Explains(light=_light, example=_example, gain=_gain)
