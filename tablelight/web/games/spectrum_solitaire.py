"""Spectrum Solitaire on the page: tap a card, then where it goes."""

import htpy as h
from htpy import Node

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.scoring import conceded_score
from engine.games.spectrum_solitaire.state import DECK_SIZE
from engine.texts.language import tr
from tablelight.web.components.cards import face, pile
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, marked
from tablelight.web.components.html import chip
from tablelight.web.components.panels import Panels
from tablelight.web.reckonings.spectrum_solitaire import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown


class SolitaireDesk(Desk):
    def hand(self, shown: Shown, seat: Seat) -> list[tuple[str, tuple[Card, ...]]]:
        return []

    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        state = shown.state
        if not state.dealt:
            return []
        homes = [_home(hue, state.homes[hue], picked) for hue in Hue]
        waste = state.waste and marked("from:waste:1", face(state.waste[-1]), picked, tr("the waste"))
        columns = [_column(n, state.down[n], state.up[n], picked) for n in range(len(state.up))]
        return [
            TableZone(tr("Homes"), h.div(".homes")[homes], first=True),
            TableZone(tr("Stock and waste"), h.div(".cardrow")[pile(len(state.stock), tr("stock")), waste], first=True),
            TableZone(tr("Piles"), h.div(".columns")[columns], wide=True, first=True),
            TableZone(tr("Points, pass {max}", max=max(state.passes, 1)), h.p[_points(shown)]),
        ]

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        return tr("Tap where it goes.") if picked.tokens else tr("Tap a card to move it.")

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """Where from, then where to."""
        return tokens[-1:]

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        state = shown.state
        if not state.dealt:
            return []
        ways = [_intent(shown, move) for move in _meant(picked)]
        if not ways and (source := picked.mark("from")):
            place, _, count = source.partition(":")
            ways = [_intent(shown, Put(0, place, to, int(count))) for to in _anywhere(shown, place)]
        stock = (
            Intent(str(Flip(0)), (tr("Turn the stock"),))
            if state.stock
            else Intent(str(Recycle(0)), (tr("Turn the waste over"),))
        )
        return [*ways, stock, Intent(str(Concede(0)), (tr("Give up and count"),))]

    def instant(self, picked: Selection) -> str:
        """The move of two taps, which needs no button; empty while only one was made."""
        moves = _meant(picked)
        return str(moves[0]) if moves else ""


def _points(shown: Shown) -> str:
    """What giving up and solving would count now; and where the printed rules make giving up the better (D-SS-06)."""
    game, state = shown.game, shown.state
    solved, almost = game.if_solved(state), conceded_score(DECK_SIZE - 1, 0, 1, 0, state.passes)
    words = tr(
        "{if_conceded} if given up now, {solved} if solved in this pass.",
        if_conceded=game.if_conceded(state),
        solved=solved,
    )
    return (
        tr("{words} Given up with one card left it would be {almost}: more.", words=words, almost=almost)
        if almost > solved
        else words
    )


def _home(hue: Hue, top: int, picked: Selection) -> Node:
    inside = face(Card(hue, top)) if top else chip(hue, style="small")
    return marked(f"to:home {hue.name}", inside, picked, tr("the home of {hue}", hue=hue.called))


def _column(n: int, down: tuple[Card, ...], up: tuple[Card, ...], picked: Selection) -> Node:
    cards = [
        marked(
            f"from:{n + 1}:{len(up) - at}",
            face(card),
            picked,
            tr("pile {number}, from {card} on", number=n + 1, card=card),
        )
        for at, card in enumerate(up)
    ]
    if not up and not down:
        cards = [marked(f"to:{n + 1}", h.span(".pcard.hole"), picked, tr("empty pile {number}", number=n + 1))]
    return h.div(".column")[down and h.span(".pcard.back.thin")[len(down)], cards]


def _anywhere(shown: Shown, source: str) -> list[str]:
    return ["home", *(str(n + 1) for n in range(len(shown.state.up)) if str(n + 1) != source)]


def _meant(picked: Selection) -> list[Put]:
    """The move of a source that was tapped first and a place that was tapped second."""
    places = [token for token in picked.tokens if token.startswith(("from:", "to:"))]
    if len(places) < 2:
        return []
    kind, source, *count = places[-2].split(":")
    second = places[-1].split(":")
    to = "home" if second[1].startswith("home") else second[1]
    if kind == "to":
        return [Put(0, source, to)] if source.startswith("home") else []
    return [] if to in ("waste", source) else [Put(0, source, to, int(count[0]))]


def _intent(shown: Shown, put: Put) -> Intent:
    if put.to == "home":
        return Intent(str(put), (tr("Home"),), main=True)
    up = shown.state.up[int(put.to) - 1]
    return Intent(str(put), (tr("On"), up[-1]) if up else (tr("To empty pile {to}", to=put.to),), main=True)


DESK = SolitaireDesk()
PANELS = Panels(highlights=("FULL",))
