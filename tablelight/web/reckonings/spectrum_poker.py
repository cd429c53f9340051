"""Why a hand of Spectrum Poker ranks as it does."""

from collections.abc import Mapping
from typing import Any

import htpy as h

from engine import texts
from engine.components.cards import Cards, parse_cards
from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.spectrum_poker.ranks import ranker
from engine.texts.language import tr
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def rank_name(category: str) -> str:
    """What a rank of hands is called: ``Full house``."""
    return texts.name_of("spectrum_poker", category)


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    """Hands, each with the name of its rank."""
    if "hands" not in picture:
        return None
    rows = [f"{rank_name(ranker().best(parse_cards(hand)).category)}: {hand}" for hand in picture["hands"]]
    return Reckoning((), h.div[drawn(rows)])


def _gain(before: Shown, _event: Event, after: Shown) -> Reckoning | None:
    last = after.state.last
    if last is None or last == before.state.last:
        return None
    names = [after.seats[seat] for seat in last.winners]
    if not last.category:
        return Reckoning((tr("All others folded."),), title=", ".join(names))
    rows = [f"{name}: {' '.join(map(str, cards))}" for name, cards in zip(names, last.cards, strict=False)]
    return Reckoning((rank_name(last.category),), drawn(rows), about=f"row.{last.category}")


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """The highest open card of an arm's hue."""
    hue, state = hue_of(spot), shown.state
    cards = [*state.board, *(card for cards in state.shown for card in cards), *_won(shown)]
    highest = max((card.number for card in cards if card.hue is hue), default=0)
    if hue is None or not highest:
        return ()
    return (tr("The arm of {colour} shows {number}, its highest open card.", colour=hue.called, number=highest),)


def _won(shown: Shown) -> Cards:
    last = shown.state.last
    return tuple(card for cards in last.cards for card in cards) if last is not None else ()


EXPLAINS = Explains(light=_light, example=_example, gain=_gain)
