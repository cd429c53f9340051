"""Spectrum Casino on the page: a card of the hand, the board cards it takes, or a card that is left."""

from collections.abc import Iterator

import htpy as h

from engine.components.cards import Card, in_order
from engine.core.events import Seat
from engine.games.spectrum_casino.board_captures import pick, take_of
from engine.games.spectrum_casino.captures import takes
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.texts.language import tr, trn
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, tappable
from tablelight.web.components.html import chip, with_parts
from tablelight.web.components.panels import Panels
from tablelight.web.reckonings.spectrum_casino import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown

OFFERED = 8
"""Captures offered before any board card is tapped."""


class CasinoDesk(Desk):
    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        if not state.deal:
            return []
        chosen = state.chosen
        worth = tr("{colour} is the chosen hue: 2 points each, 1 for its neighbours")
        what = None if chosen is None else with_parts(worth, colour=chip(chosen, style="small"))
        live = shown.game.live(state)
        piles = " · ".join(
            f"{name}: {_taken(len(cards), int(live[seat]))}"
            for seat, (name, cards) in enumerate(zip(shown.seats, state.captured, strict=True))
        )
        return [
            TableZone(tr("On the board"), tappable(state.board, picked), what, wide=True, first=True),
            TableZone(tr("Taken so far"), h.p[piles]),
        ]

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        board = shown.state.board
        return "" if any(card not in board for card in picked.cards) else tr("Tap a card of the hand.")

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """One card is played, with any number of board cards."""
        board = {str(card) for card in shown.state.board}
        return tokens if token in board else tuple(other for other in tokens if other in board)

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        board = in_order(shown.state.board)
        down = tuple(card for card in picked.cards if card in board)
        played = [card for card in picked.cards if card not in board]
        if len(played) != 1:
            return []
        card = played[0]
        found = [take for take in _takes(shown, seat, card) if set(down) <= {*take.taken, *take.base}]
        exact = [take for take in found if set(down) == {*take.taken, *take.base}]
        if down and not exact:
            # On a full board not every capture is listed: the cards that were tapped may be one all the same.
            meant = take_of(seat, card, down, shown.game.cap)
            exact = [meant] if shown.verdict(meant).ok else []
            if not exact and not found:
                return [_intent(meant)]
        found.sort(key=lambda take: -len(take.taken) - len(take.base))
        offered = exact or found[:OFFERED]
        return [*(_intent(take, main=bool(exact)) for take in offered), *([] if down else [_leave(seat, card)])]


def _taken(cards: int, live: int) -> str:
    return f"{trn('{count} card', '{count} cards', cards)}, {trn('{count} point', '{count} points', live)}"


def _takes(shown: Shown, seat: Seat, card: Card) -> Iterator[Capture]:
    board = in_order(shown.state.board)
    numbers = tuple(c.number for c in board)
    for base, taken in takes(numbers, card.number, shown.game.cap):
        yield Capture(seat, card, pick(board, taken), pick(board, base))


def _leave(seat: Seat, card: Card) -> Intent:
    return Intent(str(LeaveOnBoard(seat, card)), with_parts(tr("Leave {card} on the board"), card=card))


def _intent(take: Capture, *, main: bool = False) -> Intent:
    parts = {"cards": take.taken, "card": take.card}
    if take.base:
        label = with_parts(tr("Take {cards} with {card} on {base}"), **parts, base=take.base)
    else:
        label = with_parts(tr("Take {cards} with {card}"), **parts)
    return Intent(str(take), label, main)


DESK = CasinoDesk()
PANELS = Panels(highlights=("MANY",))
