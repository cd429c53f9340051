"""Who takes a trick of Spectrump, and what it counts."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, parse_cards
from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrump.events import PlayToTrick
from engine.games.spectrump.tricks import points, power, winning_place
from engine.texts.language import tr
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    if "trump" in picture:
        trump = Hue[picture["trump"]]
        return Reckoning((_power(trump),), drawn(" ".join(f"{hue.name}7" for hue in power(trump))))
    if "trick" in picture:
        cards = parse_cards(picture["cards"])
        return Reckoning(_trick(cards, Hue[picture["trick"]]))
    return None


def _power(trump: Hue) -> str:
    first, second, third = (hue.called for hue in power(trump))
    return tr("With {trump} as trump: {trump}, then {strong}, then {weak}", trump=first, strong=second, weak=third)


def _trick(cards: Sequence[Card], trump: Hue) -> tuple[str, ...]:
    """Which card takes it, and the sum of its points."""
    worth = [points(card, trump) for card in cards]
    taker = tr("Trump is {trump}, so {card} takes it.", trump=trump.called, card=cards[winning_place(cards, trump)])
    if not any(worth):
        return taker, tr("None of these cards counts anything.")
    sums = " ".join(f"{'−' if value < 0 else '+'} {abs(value)}" for value in worth if value)
    return taker, tr("{sum} = {points} points", sum=sums.removeprefix("+ ") or "0", points=sum(worth))


def _gain(before: Shown, event: Event, after: Shown) -> Reckoning | None:
    if not isinstance(event, PlayToTrick) or after.state.trick:
        return None
    cards = (*before.state.trick, event.card)
    if not all(card.known for card in cards):
        return None
    return Reckoning(_trick(cards, before.state.trump), drawn(" ".join(map(str, cards))), about="row.trick")


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Which colours follow the trick; before that, that somebody is to bid or to load."""
    hue, state = hue_of(spot), shown.state
    if state.phase == "auction" and state.bid_hue is not None:
        bid = {"number": state.bid_number, "colour": state.bid_hue.called}
        return (tr("The highest bid is {number} of {colour}.", **bid),)
    if state.phase != "play" or hue is None:
        return (tr("{player} is next.", player=shown.seats[state.to_move]),)
    return (tr("A card of {colour} follows this trick.", colour=hue.called),)


EXPLAINS = Explains(light=_light, example=_example, gain=_gain)
