"""What cards that are left count in Spectrumo."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, parse_cards
from engine.core.events import Event
from engine.games.spectrumo.scoring import hand_points
from engine.texts.language import tr
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


EXPLAINS = Explains(example=_example, gain=_gain)
