"""Spectrump on the page: the auction, then tricks set by set."""

import htpy as h
from htpy import Node

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick
from engine.games.spectrump.state import State
from engine.texts.language import tr
from tablelight.web.components.cards import in_hand_order, row
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, Words, marked, named_cards
from tablelight.web.components.html import chip, with_parts
from tablelight.web.reckonings.spectrump import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown


def _closed(state: State) -> str:
    """What may not be led yet."""
    if not state.trump_broken and not state.scoring_broken:
        return tr("Trump and its neighbours may not be led yet.")
    if not state.trump_broken:
        return tr("Trump may not be led yet.")
    return tr("Everything may be led.") if state.scoring_broken else tr("Trump's neighbours may not be led yet.")


def _bid(shown: Shown) -> str:
    """Who bid how much, and how it stands."""
    state = shown.state
    said = {"player": shown.seats[state.bidder], "number": state.bid_number}
    if state.phase != "play":
        return tr("{player} bid {number}", **said)
    left = tr("{player} bid {number}, {counter} still to come.", **said, counter=state.counter)
    return f"{left} {_closed(state)}"


def _trick(shown: Shown) -> Node:
    """The trick as it lies: every card before whoever played it."""
    players, state = shown.seats, shown.state
    names = [players[(state.leader + n) % len(players)] for n in range(len(state.trick))]
    return named_cards(zip(names, [[card] for card in state.trick], strict=True))


def _set_name(number: int, playing: int | None) -> str:
    """What one of several sets is called; the one being played says so."""
    return tr("Set {number} (now)", number=number + 1) if number == playing else tr("Set {number}", number=number + 1)


class SpectrumpDesk(Desk):
    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        zones = []
        if state.bid_hue is not None and state.phase in ("auction", "play"):
            what = tr("Trump") if state.phase == "play" else tr("The bid")
            zones.append(TableZone(what, h.div(".cardrow")[chip(state.bid_hue)], _bid(shown), first=True))
        if state.phase == "auction":
            hues = [marked(f"hue:{hue.name}", chip(hue), picked, hue.called) for hue in Hue]
            zones.append(TableZone(tr("Bid a colour"), h.div(".cardrow")[hues], wide=True, first=True))
        if state.trick or state.last_trick:
            names = [shown.seats[(state.leader + n) % len(shown.seats)] for n in range(len(state.trick))]
            who = (
                tr("Led by {player}", player=names[0])
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
            (_set_name(n, playing) if len(sets) > 1 else "", tuple(in_hand_order(cards)))
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
            change = [Intent(str(Load(seat, cards)), _changing(*cards))] if len(cards) == 2 else []
            return [*change, Intent(str(Load(seat)), (tr("My sets are ready"),))]
        return []


def _changing(one: Card, other: Card) -> Words:
    return with_parts(tr("Let {one} and {other} change places"), one=one, other=other)


DESK = SpectrumpDesk()
