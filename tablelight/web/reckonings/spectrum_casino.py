"""Why cards count that in Spectrum Casino, and how a capture makes its number."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.components.cards import Card, parse_cards
from engine.components.hues import Hue
from engine.components.lights import Spot, number_spot
from engine.core.events import Event
from engine.games.spectrum_casino.events import Capture
from engine.games.spectrum_casino.scoring import live, worth
from engine.texts.language import tr
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    if "chosen" in picture:
        return Reckoning((_sum(parse_cards(picture["cards"]), Hue[picture["chosen"]]),))
    if "take" in picture or "create" in picture:
        rows = [parse_cards(row.partition(": ")[2]) for row in picture["cards"]]
        return Reckoning((_number(rows[0][0], rows[1] if "create" in picture else ()),))
    return None


def _number(card: Card, base: Sequence[Card]) -> str:
    """What a capture has to make."""
    if not base:
        return tr("Each group makes {number}.", number=card.number)
    numbers = [one.number for one in (card, *base)]
    return tr(
        "{sum} = {number}, and so does every group that is taken.", sum="+".join(map(str, numbers)), number=sum(numbers)
    )


def _sum(cards: Sequence[Card], chosen: Hue) -> str:
    values = [worth(card, chosen) for card in cards]
    words = tr("With {colour} chosen: {sum} = {points} points")
    return words.format(colour=chosen.called, sum=" + ".join(map(str, values)), points=sum(values))


def _gain(before: Shown, event: Event, _after: Shown) -> Reckoning | None:
    chosen = before.state.chosen
    if not isinstance(event, Capture) or chosen is None:
        return None
    cards = (event.card, *event.base, *event.taken)
    return Reckoning(
        (_number(event.card, event.base), _sum(cards, chosen)), drawn(" ".join(map(str, cards))), about="row.cards"
    )


def _topic(shown: Shown, topic: str) -> Reckoning | None:
    """``score.total/<seat>``: what a player has taken in this round."""
    kind, _, which = topic.partition("/")
    chosen = shown.state.chosen
    if kind != "score.total" or not which or chosen is None:
        return None
    seat = int(which)
    cards = [card for card in shown.state.captured[seat] if card.known]
    twos = Counter(worth(card, chosen) for card in cards)
    lines = (
        tr("Cards taken in this round: {count}", count=len(shown.state.captured[seat])),
        tr("Of the chosen colour: {count}, 2 points each", count=twos[2]),
        tr("Of its shades: {count}, 1 point each", count=twos[1]),
        tr("12s: {count}", count=sum(card.number == 12 for card in cards)),
        tr("With most cards and most 12s as they are now: {points}", points=f"{live(shown.state)[seat]:g}"),
    )
    return Reckoning(lines, None, shown.seats[seat])


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of the board that a space stands for."""
    if shown.state.chosen is None:
        return (tr("The colour of this round is not known yet."),)
    here = [card for card in shown.state.board if card.hue is not None and number_spot(card.hue, card.number) == spot]
    return tuple(tr("{card} lies on the board and can be taken.", card=card) for card in here)


EXPLAINS = Explains(light=_light, topic=_topic, example=_example, gain=_gain)
