"""Spectrum 500 on the page: draw or reach into the discards, meld, lay off, discard, and call out of turn."""

import htpy as h

from engine.components.cards import Card
from engine.components.deck import DrawFromStock
from engine.core.events import Seat
from engine.games.spectrum_500.events import Call, Decline, Discard, FalseCall, LayMeld, LayOff, TakeDiscards
from engine.texts.language import tr, trn
from tablelight.web.components.cards import face, pile
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, Words, marked, tappable
from tablelight.web.components.html import with_parts
from tablelight.web.components.panels import Panels
from tablelight.web.reckonings.spectrum_500 import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown

MELD = 3
"""Fewest cards that can be meant as a meld; the table's own least is judged by the rules."""


class Spectrum500Desk(Desk):
    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        if not state.opened:
            return []
        hint = tr("the last one is on top; tap one to take it with all above it") if not state.drawn else ""
        melds = [
            marked(f"meld:{n}", [face(card) for card in meld.cards], picked, tr("meld {number}", number=n))
            for n, meld in enumerate(state.melds, 1)
        ]
        points = shown.game.melded(state)
        worth = [trn("{count} point", "{count} points", points[seat]) for seat in range(len(shown.seats))]
        laid = " · ".join(
            tr("{name}: {each} laid", name=name, each=each) for name, each in zip(shown.seats, worth, strict=True)
        )
        return [
            TableZone(tr("Stock"), pile(len(state.stock), tr("stock")), first=True),
            TableZone(tr("Discards"), tappable(state.discards, picked), hint, first=True),
            TableZone(tr("On the table"), melds or h.p[tr("No meld yet.")], laid, wide=True, first=True),
        ]

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        if not shown.state.drawn:
            return ""
        return "" if picked.cards else tr("Tap one card to discard or lay off, or several for a meld.")

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """Discards are tapped one at a time, melds too; of the hand any number."""
        single = {str(card) for card in shown.state.discards} | {other for other in tokens if other.startswith("meld:")}
        return tuple(other for other in tokens if other not in single)

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        if not state.opened or state.closed:
            return []
        depth = _depth(shown, picked)
        mine = seat == state.to_move
        if not state.drawn:
            callers = [other for other in range(len(shown.seats)) if other == seat or shown.may_move(other)]
            called = [call for caller in callers for call in _calls(shown, caller, depth)]
            return [*(_draws(seat, depth, empty=not state.stock) if mine else ()), *called]
        return _melding(shown, seat, picked) if mine else []


def _depth(shown: Shown, picked: Selection) -> int | None:
    """How deep the deepest tapped discard lies, from the top."""
    down = shown.state.discards
    return max((len(down) - down.index(card) for card in picked.cards if card in down), default=None)


def _draws(seat: Seat, depth: int | None, *, empty: bool) -> list[Intent]:
    if depth is not None:
        what = tr("Take the top discard") if depth == 1 else tr("Take the top {depth} discards", depth=depth)
        return [Intent(str(TakeDiscards(seat, depth)), (what,), main=True)]
    first = (
        Intent(str(Decline(seat)), (tr("End the hand"),))
        if empty
        else Intent(str(DrawFromStock(seat)), (tr("Draw from the stock"),))
    )
    return [first, Intent(str(TakeDiscards(seat, 1)), (tr("Take the top discard"),))]


def _calls(shown: Shown, seat: Seat, depth: int | None) -> list[Intent]:
    """ "Spectrum!" in the window after a discard; whether it is right the rules say when it is called."""
    state = shown.state
    if state.discarder is None or seat == state.discarder or not state.discards:
        return []
    call = tr("Spectrum! ({number})", number=depth or 1)
    label: Words = (call if shown.viewer.seat == seat else f"{shown.seats[seat]}: {call}",)
    calls = [Intent(str(Call(seat, depth or 1)), label)]
    if shown.game.options.false_call_penalty:
        # Said aloud at the table, where nothing could be melded; the rules say whether it was wrong.
        calls.append(Intent(str(FalseCall(seat)), (tr("{player} called wrongly", player=shown.seats[seat]),)))
    return calls


def _melding(shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
    cards, melds = picked.cards, shown.state.melds
    found: list[Intent] = []
    if len(cards) >= MELD:
        found.append(Intent(str(LayMeld(seat, cards)), (tr("Meld"), *cards), main=True))
    if len(cards) == 1:
        card = cards[0]
        onto = picked.mark("meld")
        places = [int(onto)] if onto else range(1, len(melds) + 1)
        found += [_lay(seat, card, n, melds[n - 1].cards, main=onto is not None) for n in places if n <= len(melds)]
        found.append(Intent(str(Discard(seat, card)), with_parts(tr("Discard {card}"), card=card)))
    return found


def _lay(seat: Seat, card: Card, n: int, cards: tuple[Card, ...], *, main: bool) -> Intent:
    return Intent(
        str(LayOff(seat, card, n)),
        with_parts(tr("Lay {card} on {meld}"), card=card, meld=(cards[0], "…", cards[-1])),
        main,
    )


DESK = Spectrum500Desk()
PANELS = Panels(highlights=("LARGE", "CALL"))
