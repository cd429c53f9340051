"""Why cards count that in Cribbage: what was pegged, and a hand counted part by part."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from engine import texts
from engine.components.cards import Card, in_order, parse_cards
from engine.components.lights import Meaning, Spot
from engine.core.events import Event
from engine.games.spectrum_cribbage.count import COUNT_OF_NOTE, LIMIT, Breakdown, Counting, peg_points
from engine.games.spectrum_cribbage.events import CountHand
from engine.texts.language import tr
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown

NAME = "spectrum_cribbage"
_PARTS = ("eighteens", "pairs", "runs", "nobs", "flush")


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    if "peg" in picture:
        played = parse_cards(picture["cards"])
        pegged = [peg_points([card.number for card in played[: n + 1]]) for n in range(len(played))]
        lines = [_pegged(played[: n + 1], points) for n, points in enumerate(pegged)]
        return Reckoning(tuple(lines))
    if "starter" in picture:
        hand, starter = parse_cards(picture["cards"]), Card.parse(picture["starter"])
        return _hand(hand, starter, Counting(), crib=False)
    return None


def _pegged(played: Sequence[Card], points: int) -> str:
    total = sum(card.number for card in played)
    return tr("{card}: the sum is {total}, {points} points", card=played[-1], total=total, points=points)


def _hand(hand: Sequence[Card], starter: Card, counting: Counting, *, crib: bool) -> Reckoning:
    """A hand or crib with its starter, part by part."""
    counted = counting.count(hand, starter, crib=crib)
    rows = [f"{tr('Cards')}: {' '.join(map(str, in_order(hand)))}", f"{tr('Starter')}: {starter}"]
    return Reckoning(_lines(counted, (*hand, starter)), drawn(rows), about="row.crib" if crib else "row.hand")


def _lines(counted: Breakdown, cards: Sequence[Card]) -> tuple[str, ...]:
    """The parts that count something, how each comes about, and the sum."""
    parts = [(part, getattr(counted, part)) for part in _PARTS if getattr(counted, part)]
    lines = [f"{texts.name_of(NAME, part)}: {_how(part, points, cards)}" for part, points in parts]
    if len(parts) > 1:
        sums = " + ".join(str(points) for _, points in parts)
        lines.append(tr("Together: {sum} = {points}", sum=sums, points=counted.total))
    return tuple(lines) or (tr("These cards count nothing."),)


def _how(part: str, points: int, cards: Sequence[Card]) -> str:
    if part == "eighteens":
        return tr("{sets} = {points}", sets=", ".join(_eighteens(cards)), points=points)
    if part == "pairs":
        return tr("{sets} = {points}", sets=", ".join(_pairs(cards)), points=points)
    return str(points)


def _eighteens(cards: Sequence[Card]) -> Iterable[str]:
    for size in range(2, len(cards) + 1):
        for some in combinations(cards, size):
            if sum(card.number for card in some) == COUNT_OF_NOTE:
                yield "+".join(str(card.number) for card in some)


def _pairs(cards: Sequence[Card]) -> Iterable[str]:
    return (f"{a}-{b}" for a, b in combinations(cards, 2) if a.number == b.number)


def _gain(before: Shown, event: Event, after: Shown) -> Reckoning | None:
    if isinstance(event, CountHand):
        return _counted(before, event)
    pegs = after.state.pegs
    words = tr("{what}: {points} points")
    lines = [words.format(what=texts.name_of(NAME, peg.why), points=peg.points) for peg in pegs]
    series = (*before.state.series, *([event.card] if hasattr(event, "card") else []))
    if not lines:
        return None
    rows = drawn(" ".join(map(str, series))) if series and all(card.known for card in series) else None
    total = sum(card.number for card in series)
    sums = [tr("The sum is {total}.", total=total)] if series and hasattr(event, "card") else []
    return Reckoning((*sums, *lines), rows, about=f"row.{pegs[0].why}")


def _counted(before: Shown, event: CountHand) -> Reckoning | None:
    state = before.state
    crib = state.counted == len(state.hands)
    hand = event.cards or (state.crib if crib else state.played[state.to_move])
    if not hand or not all(card.known for card in hand):
        return None
    return _hand(hand, state.starter, before.game.options.counting, crib=crib)


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Where the sum of the cards stands, and the sums that bring something."""
    lit = shown.game.lights(shown.state).get(spot)
    if lit is not None and lit.meaning is Meaning.LEGAL:
        marks = {"first": COUNT_OF_NOTE, "last": LIMIT}
        return (tr("White marks stand at {first} and {last}, where the sum brings points.", **marks),)
    return (tr("The sum is {total}.", total=shown.state.total),)


EXPLAINS = Explains(light=_light, example=_example, gain=_gain)
