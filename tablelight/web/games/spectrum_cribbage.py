"""Spectrum Cribbage on the page: the crib, the series up to 37, the counting."""

from dataclasses import fields

import htpy as h

from engine import texts
from engine.core.events import Seat
from engine.games.spectrum_cribbage.count import COUNT_OF_NOTE, LIMIT, Breakdown
from engine.games.spectrum_cribbage.events import CountHand, PegCard, SayGo, ToCrib
from engine.texts.language import tr
from tablelight.web.components.cards import face, row
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, by_player
from tablelight.web.reckonings.spectrum_cribbage import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown


class CribbageDesk(Desk):
    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        if state.phase == "cut":
            return [TableZone(tr("Cut for the deal"), row(state.cuts), tr("The lowest card deals."))]
        if state.phase in ("deal", "over") and not any(state.played):
            return []
        owner = shown.seats[state.dealer]
        zones = [
            TableZone(tr("{owner}'s crib", owner=owner), row(state.crib))
            if state.crib
            else TableZone(tr("{owner} deals", owner=owner), None)
        ]
        if state.starter.known:
            zones.insert(0, TableZone(tr("Starter"), face(state.starter), first=True))
        if state.phase == "play":
            count = tr("The count is {total} of {limit}", total=state.total, limit=LIMIT)
            zones.append(TableZone(count, row(state.series), _missing(state.total), first=True))
        if any(state.played):
            zones.append(TableZone(tr("Played"), by_player(shown, state.played), wide=True))
        if state.pegs:
            zones.append(TableZone(tr("Just pegged"), h.p[_pegs(shown)]))
        if state.shown is not None:
            zones.append(TableZone(tr("Counted"), h.p[_counted(shown, state.shown)]))
        return zones

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        if shown.state.phase != "layaway":
            return super().hint(shown, seat, picked) if shown.state.phase == "play" else ""
        left = shown.game.to_crib - len(picked.cards)
        if not left:
            return ""
        return (
            tr("Tap {left} more for the crib.", left=left)
            if picked.cards
            else tr("Tap {left} for the crib.", left=left)
        )

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """One card is played; into the crib go as many as the deal wants."""
        most = shown.game.to_crib if shown.state.phase == "layaway" else 1
        return () if most == 1 else tokens[-(most - 1) :]

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        cards = picked.cards
        if state.phase == "layaway":
            owner = shown.seats[state.dealer]
            full = len(cards) == shown.game.to_crib
            label = (tr("Into {owner}'s crib:", owner=owner), *cards)
            return [Intent(str(ToCrib(seat, cards)), label, main=True)] if full else []
        if state.phase == "play":
            plays = [Intent(str(PegCard(seat, card)), (tr("Play"), card), main=True) for card in cards[-1:]]
            return [*plays, Intent(str(SayGo(seat)), (tr("Go: nothing fits"),))]
        if state.phase == "count" and not shown.game.options.muggins:
            what = tr("Count the crib") if state.counted == len(shown.seats) else tr("Count the hand")
            return [Intent(str(CountHand(seat)), (what,), main=True)]
        return []


def _missing(total: int) -> str:
    """How far the count is from the totals that score."""
    words = [
        tr("{number} to {wanted}", number=wanted - total, wanted=wanted)
        for wanted in (COUNT_OF_NOTE, LIMIT)
        if total < wanted
    ]
    return ", ".join(words)


def _pegs(shown: Shown) -> str:
    side = [texts.join(shown.seats[team::2]) for team in (0, 1)]
    return " · ".join(f"{side[peg.team]}: {_name(shown, peg.why)} {peg.points}" for peg in shown.state.pegs)


def _name(shown: Shown, what: str) -> str:
    """What points are called: ``Pairs``, ``Last card``."""
    return texts.name_of(shown.game.name, what)


def _counted(shown: Shown, counted: Breakdown) -> str:
    parts = [(_name(shown, f.name), getattr(counted, f.name)) for f in fields(counted)]
    return " · ".join(
        [*(f"{name} {points}" for name, points in parts if points), tr("in all {total}", total=counted.total)]
    )


DESK = CribbageDesk()
