"""Why a hand of Spectrum Poker ranks as it does."""

from collections.abc import Mapping
from typing import Any

import htpy as h

from engine.components.cards import parse_cards
from engine.core.events import Event
from engine.games.spectrum_poker.ranks import ranker
from engine.texts.language import tr
from tablelight.web.components.rule_pictures import cards as drawn
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    """Hands, each with the name of its rank."""
    if "hands" not in picture:
        return None
    rows = [f"{ranker().best(parse_cards(hand)).category.capitalize()}: {hand}" for hand in picture["hands"]]
    return Reckoning((), h.div[drawn(rows)])


def _gain(before: Shown, _event: Event, after: Shown) -> Reckoning | None:
    last = after.state.last
    if last is None or last == before.state.last:
        return None
    names = [after.seats[seat] for seat in last.winners]
    if not last.category:
        return Reckoning((tr("All others folded."),), title=", ".join(names))
    rows = [f"{name}: {' '.join(map(str, cards))}" for name, cards in zip(names, last.cards, strict=False)]
    return Reckoning((str(last.category).capitalize(),), drawn(rows), about=f"row.{last.category}")


EXPLAINS = Explains(example=_example, gain=_gain)
