"""Spectrumo on the page: play on the table card, draw, and the exchanges of special cards."""

import htpy as h

from engine import texts
from engine.components.cards import UNKNOWN, Card
from engine.components.deck import DrawFromStock
from engine.core.events import Seat
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick
from engine.texts.language import tr, trn
from tablelight.web.components.cards import face, pile, row
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, marked
from tablelight.web.components.html import with_parts
from tablelight.web.components.panels import Panels
from tablelight.web.reckonings.spectrumo import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown

SEEN = 5
"""Discards shown below the table card."""


class SpectrumoDesk(Desk):
    has_specials = True

    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        if not state.dealt:
            return []
        turns = tr("Play goes clockwise.") if state.clockwise else tr("Play goes the other way round.")
        open_cards = [card for card in state.discards[state.buried :] if card.known][-SEEN:]
        table = face(state.table) if state.table is not None else None
        zones = [
            TableZone(tr("Draw pile"), pile(len(state.stock), tr("draw pile")), first=True),
            TableZone(
                tr("On the table"),
                h.div(".cardrow.big")[table],
                f"{turns} {_last_cards(shown)}".strip(),
                first=True,
            ),
            TableZone(tr("Discards"), row(open_cards), tr("{count} in all", count=len(state.discards)), first=True),
        ]
        if state.exchange is not None and not state.exchange.give:
            zones.insert(0, _to_pick(shown, picked))
        return zones

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """One card is meant at a time."""
        return ()

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        if state.exchange is not None:
            return _exchange(seat, picked)
        plays = [intent for card in picked.cards[-1:] for intent in _plays(shown, seat, card)]
        if UNKNOWN in state.hands[seat]:
            plays += _wrong(seat, picked)
        return [
            *plays,
            Intent(str(DrawFromStock(seat)), (tr("Draw a card"),)),
            Intent(str(FinishTurn(seat)), (tr("End the turn"),)),
        ]


def _last_cards(shown: Shown) -> str:
    """Who may go out with the next card."""
    names = [name for name, hand in zip(shown.seats, shown.state.hands, strict=True) if len(hand) == 1]
    return tr("Last card: {names}!", names=texts.join(names)) if names else ""


def _to_pick(shown: Shown, picked: Selection) -> TableZone:
    """The other hand, face down, to point at a card."""
    state = shown.state
    swap = state.exchange
    count = len(state.hands[swap.other]) - swap.passed
    backs = [marked(f"place:{n}", face(UNKNOWN), picked, tr("card {n}", n=n)) for n in range(1, count + 1)]
    return TableZone(
        tr("{player}'s cards", player=shown.seats[swap.other]), h.div(".cardrow")[backs], wide=True, first=True
    )


def _plays(shown: Shown, seat: Seat, card: Card) -> list[Intent]:
    if card.special != "swap-cards":
        return [Intent(str(LayCard(seat, card)), (tr("Play"), card), main=True)]
    found = []
    for other in shown.state.active:
        most = min(len(shown.state.hands[seat]) - 1, len(shown.state.hands[other]))
        for count in range(1, most + 1) if other != seat else ():
            words = trn(
                "Swap {count} card with {player}", "Swap {count} cards with {player}", count, player=shown.seats[other]
            )
            found.append(Intent(str(LayCard(seat, card, other, count)), (words,)))
    return found or [Intent(str(LayCard(seat, card)), (tr("Play"), card))]


def _exchange(seat: Seat, picked: Selection) -> list[Intent]:
    place = picked.mark("place")
    given = [Intent(str(Give(seat, card)), (tr("Give"), card), main=True) for card in picked.cards[-1:]]
    taken = [Intent(str(Pick(seat, int(place))), (tr("Take card {place}", place=place),), main=True)] if place else []
    return given + taken


def _wrong(seat: Seat, picked: Selection) -> list[Intent]:
    """With real cards: a card that was laid and does not fit goes back, and costs two."""
    said = tr("{card} was laid: it goes back, draw two")
    return [Intent(f"wrong {seat + 1} {card}", with_parts(said, card=card)) for card in picked.cards[-1:]]


DESK = SpectrumoDesk()
PANELS = Panels(highlights=("OUT",))
