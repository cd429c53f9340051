"""Spectrum Poker on the page: exchange, show, fold, and chips that are only written down."""

import htpy as h

from engine import texts
from engine.core.events import Seat
from engine.core.language import decimal
from engine.games.spectrum_poker.events import Chips, ExchangeCards, Fold, ShowHand
from engine.games.spectrum_poker.ranks import Category
from engine.texts.language import tr, trn
from tablelight.web.components.cards import row
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, by_player
from tablelight.web.reckonings.spectrum_poker import EXPLAINS as EXPLAINS
from tablelight.web.reckonings.spectrum_poker import rank_name
from tablelight.web.viewer import Shown

BETS = (1, 5)
"""Chips put in by one tap."""


class PokerDesk(Desk):
    draws_face_down = True

    def shows(self, seat: Seat, cards: str) -> str:
        """In poker a hand is shown by a move of its player, elsewhere by the table."""
        return f"{seat + 1}: show {cards}"

    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        zones = []
        if state.last is not None:
            zones.append(_last(shown))
        if state.board:
            zones.append(TableZone(tr("Open for all"), row(state.board), wide=True, first=True))
        if any(state.shown):
            zones.append(TableZone(tr("Shown"), by_player(shown, state.shown), wide=True, first=True))
        pot = " · ".join(f"{name}: {_paid(shown, seat)}" for seat, name in enumerate(shown.seats))
        chips = trn("{count} chip", "{count} chips", sum(state.paid))
        zones.append(TableZone(tr("Deal {deal}: {chips} in the pot", deal=state.deal, chips=chips), h.p[pot]))
        return zones

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        return tr("Tap the cards you want to exchange.") if shown.state.phase == "draw" and not picked.cards else ""

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        found: list[Intent] = []
        if state.phase == "draw":
            cards = picked.cards
            label = (tr("Exchange"), *cards) if cards else (tr("Keep all five"),)
            found.append(Intent(str(ExchangeCards(seat, cards)), label, main=True))
        if state.phase == "show":
            found.append(Intent(str(ShowHand(seat)), (tr("Show the cards"),), main=True))
        found.append(Intent(str(Fold(seat)), (tr("Fold"),)))
        if state.phase in ("draw", "board", "show"):
            found += [Intent(str(Chips(seat, amount)), (tr("Put in {amount}", amount=amount),)) for amount in BETS]
        return found


def _paid(shown: Shown, seat: Seat) -> str:
    amount = str(shown.state.paid[seat])
    return tr("{amount} (folded)", amount=amount) if shown.state.folded[seat] else amount


def _last(shown: Shown) -> TableZone:
    last = shown.state.last
    names = texts.join([shown.seats[seat] for seat in last.winners])
    what = rank_name(last.category) if last.category else tr("all others folded")
    return TableZone(
        tr("{names} won: {what}", names=names, what=what),
        [row(cards) for cards in last.cards],
        _chance(shown),
        wide=True,
    )


def _chance(shown: Shown) -> str:
    """How rare the winning rank is among hands of five; the printed order is not that of the odds (D-PK-07)."""
    game, category = shown.game, shown.state.last.category
    if not category:
        return ""
    found, every = game.odds_of(Category(category))
    rarity = every / found
    figure = decimal(rarity, 0 if rarity >= 10 else 1)
    words = tr("Of five cards one hand in {figure} is that.", figure=figure)
    printed = tr("Ranks go in the printed order, which is not quite that of the odds; the table may choose the other.")
    return f"{words} {printed}" if game.options.rank_order == "printed" else words


DESK = PokerDesk()
