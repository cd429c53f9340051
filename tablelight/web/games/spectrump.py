"""Spectrump on the page: the auction, then tricks set by set."""

import htpy as h
from htpy import Node

from engine import texts
from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick
from engine.games.spectrump.state import State
from engine.texts.language import tr
from tablelight.web.components.cards import in_hand_order, row
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, marked, named_cards
from tablelight.web.components.html import chip
from tablelight.web.reckonings.spectrump import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown


def _closed(state: State) -> str:
    """What may not be led yet."""
    whole = (("trump", state.trump_broken), (tr("its neighbours"), state.scoring_broken))
    shut = [what for what, broken in whole if not broken]
    return tr("Not to be led yet: {names}.", names=texts.join(shut)) if shut else tr("Everything may be led.")


def _trick(shown: Shown) -> Node:
    """The trick as it lies: every card before whoever played it."""
    players, state = shown.seats, shown.state
    names = [players[(state.leader + n) % len(players)] for n in range(len(state.trick))]
    return named_cards(zip(names, [[card] for card in state.trick], strict=True))


class SpectrumpDesk(Desk):
    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        zones = []
        if state.bid_hue is not None and state.phase in ("auction", "play"):
            left = (
                tr(", {counter} still to come. {closed}", counter=state.counter, closed=_closed(state))
                if state.phase == "play"
                else ""
            )
            who = tr(
                "{player} bid {bid_number}{left}",
                player=shown.seats[state.bidder],
                bid_number=state.bid_number,
                left=left,
            )
            what = tr("Trump") if state.phase == "play" else tr("The bid")
            zones.append(TableZone(what, h.div(".cardrow")[chip(state.bid_hue)], who, first=True))
        if state.phase == "auction":
            hues = [marked(f"hue:{hue.name}", chip(hue), picked, hue.called) for hue in Hue]
            zones.append(TableZone(tr("Bid a colour"), h.div(".cardrow")[hues], wide=True, first=True))
        if state.trick or state.last_trick:
            names = [shown.seats[(state.leader + n) % len(shown.seats)] for n in range(len(state.trick))]
            who = (
                tr("Led by ") + names[0]
                if names
                else tr("taken by {player}", player=shown.seats[state.last_winner or 0])
            )
            title = tr("Trick {trick_number}", trick_number=state.trick_number) if state.trick else tr("The last trick")
            cards = _trick(shown) if state.trick else row(state.last_trick)
            zones.append(TableZone(title, cards, who, first=True))
        taken = " · ".join(f"{name}: {len(cards)}" for name, cards in zip(shown.seats, state.taken, strict=True))
        zones.append(TableZone(tr("Cards taken, round {round}", round=state.round), h.p[taken]))
        return zones

    def hand(self, shown: Shown, seat: Seat) -> list[tuple[str, tuple[Card, ...]]]:
        """Every set of the seat; the one being played is named."""
        sets = shown.state.hands[seat]
        playing = shown.state.set if shown.state.phase == "play" else None
        return [
            (f"Set {n + 1}{' (now)' if n == playing else ''}" if len(sets) > 1 else "", tuple(in_hand_order(cards)))
            for n, cards in enumerate(sets)
            if cards
        ]

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        if shown.state.phase == "auction":
            return "" if picked.mark("hue") else tr("Tap the colour you would make trump, or pass.")
        if shown.state.phase == "load":
            return tr("Tap two cards that change places.") if len(picked.cards) < 2 else ""
        return super().hint(shown, seat, picked)

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """One card is meant at a time, two where sets are loaded."""
        return tokens[-1:] if shown.state.phase == "load" else ()

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        if state.phase == "auction":
            name = picked.mark("hue")
            hue = Hue.__members__.get(name or "")
            numbers = range(1, shown.game.highest + 1) if hue is not None else ()
            bids = [Intent(str(Bid(seat, hue, n)), (f"{hue.called} {n}",)) for n in numbers if hue is not None]
            return [*bids, Intent(str(PassAuction(seat)), (tr("Pass"),))]
        if state.phase == "play":
            return [Intent(str(PlayToTrick(seat, card)), (tr("Play"), card), main=True) for card in picked.cards[-1:]]
        if state.phase == "load":
            cards = picked.cards[-2:]
            change = (
                [Intent(str(Load(seat, cards)), (tr("Change"), cards[0], "and", cards[1]))] if len(cards) == 2 else []
            )
            return [*change, Intent(str(Load(seat)), (tr("My sets are ready"),))]
        return []


DESK = SpectrumpDesk()
