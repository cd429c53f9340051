"""A card game's table on the page: what lies open, one's own hand, and what can be done with the cards tapped."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice

import htpy as h
from htpy import Node

from engine import texts
from engine.components.cards import SPECIALS, Card, called
from engine.components.hues import Hue
from engine.core.errors import EngineError
from engine.core.events import Seat
from engine.core.verdict import Verdict
from engine.texts.language import later, tr, translated
from tablelight.web.components import real_cards, undo
from tablelight.web.components.around_table import around
from tablelight.web.components.cards import face
from tablelight.web.components.desk import Desk, Intent, Selection, TableZone, Words
from tablelight.web.components.html import button, chip, classes, hue_class, joined, rendered
from tablelight.web.games import desk_of
from tablelight.web.viewer import Shown

LISTED = 400
"""Legal moves looked through to find the cards that can be played."""
REMARKS = 5


@rendered
def panel(shown: Shown, tokens: Sequence[str], pad: str, *, may_write: bool) -> Node:
    """The table, the hand and the actions. ``tokens``: what is tapped; ``pad``: the hue chosen on the pad."""
    desk, picked = desk_here(shown), Selection(tuple(tokens))
    seat = acting(shown) if may_write else None
    hand, actions = _hand(shown, desk, picked, seat), may_write and _actions(shown, desk, picked, seat)
    return h.div(".cardtable")[
        table_area(shown, desk, desk.zones(shown, picked)),
        may_write and _pad(shown, desk, picked, pad, seat),
        (hand or actions) and h.div(".dock")[hand, actions],
        _remarks(shown),
        _checks(shown),
    ]


def table_area(shown: Shown, desk: Desk, zones: Sequence[TableZone]) -> Node:
    """The green cloth: who sits around it, what everybody looks at in the middle, the rest beside it."""
    first, rest = ([_zone(zone) for zone in zones if bool(zone.first) is above] for above in (True, False))
    return h.section(".felt", aria_label=tr("The table"))[
        around(shown, desk), first and h.div(".zones.middle")[first], rest and h.div(".zones.beside")[rest]
    ]


def desk_here(shown: Shown) -> Desk:
    """The desk of a game that is known to have one; asked of any other, an empty one."""
    return desk_of(shown.game.name) or Desk()


def acting(shown: Shown) -> Seat | None:
    """The seat this browser acts for now: its own where that is next, else one it may play for, else its own."""
    seats = shown.awaiting.seats if shown.awaiting.actor == "player" else ()
    own = shown.viewer.seat
    if own in seats:
        return own
    return next((seat for seat in seats if shown.may_move(seat)), own)


def tap(shown: Shown, tokens: Sequence[str], token: str) -> tuple[str, ...]:
    """What is tapped after one more tap: a second tap on a card lets go of it."""
    if token in tokens:
        return tuple(other for other in tokens if other != token)
    return (*desk_here(shown).beside(shown, tuple(tokens), token), token)


# ---- the table


def _zone(zone: TableZone) -> Node:
    return h.section(class_=classes("zone", "wide" if zone.wide else ""))[
        h.h2[zone.title], zone.body, zone.note and h.p(".said")[zone.note]
    ]


def _hand(shown: Shown, desk: Desk, picked: Selection, seat: Seat | None) -> Node:
    """The cards of this browser's seat; of whoever is next where nothing is hidden."""
    whose = shown.viewer.seat if shown.viewer.seat is not None else seat
    if whose is None:
        return None
    groups = desk.hand(shown, whose)
    if not any(card.known for _, cards in groups for card in cards):
        return None
    fits = _fitting(shown, whose)
    mine = whose in shown.awaiting.seats and whose == shown.viewer.seat
    hand = tr("{player}'s hand", player=shown.seats[whose])
    return h.section(".zone.myhand")[
        h.h2[f"{hand} · {tr('your turn')}" if mine else hand],
        h.div(".groups")[
            [h.div[name and h.h3[name], h.div(".cardrow.hand")[_faces(cards, picked, fits)]] for name, cards in groups]
        ],
    ]


def _faces(cards: Iterable[Card], picked: Selection, fits: set[Card]) -> Node:
    return [
        face(card, act="pick", style="fits" if card in fits else "", picked=card in picked)
        if card.known
        else face(card)
        for card in cards
    ]


def _fitting(shown: Shown, seat: Seat) -> set[Card]:
    """The cards that some legal move of the seat names."""
    moves = (move for move in shown.moves() if move.seat == seat)
    return {card for move in islice(moves, LISTED) for card in cards_in(move)}


def cards_in(move: object) -> Iterable[Card]:
    """Every card that a move names."""
    for f in fields(move) if is_dataclass(move) else ():
        value = getattr(move, f.name)
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            yield from (card for card in value if isinstance(card, Card))


# ---- what can be done


def _actions(shown: Shown, desk: Desk, picked: Selection, seat: Seat | None) -> Node:
    intents = real_cards.intents(shown, desk, picked)
    if seat is not None:
        intents += desk.intents(shown, seat, picked)
    legal, why = _judged(shown, intents)
    legal.sort(key=lambda intent: not intent.main)
    return h.div(".actions")[
        _said(shown, desk, picked, seat, why),
        [
            button("play", _words(intent.label), style="go" if intent.main else "act", event=intent.event)
            for intent in legal
        ],
        seat is not None and _claims(shown, seat) and _claim(seat),
        undo.buttons(shown),
    ]


def _said(shown: Shown, desk: Desk, picked: Selection, seat: Seat | None, why: str) -> Node:
    """Why what was tapped cannot be, or what to tap next. ``why``: empty where it can."""
    # A reason is of use only for the cards that were tapped.
    if picked.tokens and why and (real_cards.wanted(shown) or shown.acts_here):
        return h.p(".refused", role="status")[why]
    if seat is None or seat not in shown.awaiting.seats or shown.awaiting.actor != "player":
        return None
    hint = desk.hint(shown, seat, picked)
    return hint and h.p(".said")[hint]


def _judged(shown: Shown, intents: Sequence[Intent]) -> tuple[list[Intent], str]:
    """What the rules allow of it; where they allow nothing that was mainly meant, why not."""
    legal: list[Intent] = []
    refused: list[tuple[Intent, Verdict]] = []
    why = ""
    for intent in intents:
        try:
            verdict = shown.verdict(shown.parse(intent.event))
        except EngineError as error:
            why = why or str(error)
            continue
        if verdict.ok:
            legal.append(intent)
        else:
            refused.append((intent, verdict))
    mains = [verdict for intent, verdict in refused if intent.main]
    if mains and not any(intent.main for intent in legal):
        why = shown.explain(mains[0])
    elif refused and not legal:
        why = why or shown.explain(refused[0][1])
    return legal, why


def _words(label: Words) -> Node:
    return joined([_mini(part) if isinstance(part, Card) else part for part in label])


def _mini(card: Card) -> Node:
    """A card inside a sentence."""
    if card.hue is None:
        return h.b[called(card)]
    return h.span(class_=classes("mini", hue_class(card.hue)))[str(card)]


def _claims(shown: Shown, seat: Seat) -> bool:
    """Whether points have to be claimed by their number (muggins)."""
    counting = shown.awaiting.ask in ("COUNT_HAND", "COUNT_CRIB") and seat in shown.due
    return counting and shown.game.options.muggins and shown.may_move(seat)


def _claim(seat: Seat) -> Node:
    number = {"type": "number", "name": "claim", "min": "0", "max": "200", "inputmode": "numeric"}
    return h.form(".line")[
        h.input(type="hidden", name="seat", value=str(seat)),
        h.input(number, placeholder=tr("How many points?")),
        button("claim", tr("Claim"), style="go"),
    ]


# ---- real cards, by hue and number


def _pad(shown: Shown, desk: Desk, picked: Selection, pad: str, seat: Seat | None) -> Node:
    """Hues, then numbers: for cards that lie on the table and that nobody here has seen."""
    if not real_cards.wanted(shown) and not (seat is not None and _unseen(shown, desk, seat)):
        return None
    hue = Hue.__members__.get(pad)
    hues = [
        chip(each, act="pad", style=classes("small", "picked" if each is hue else ""), hue=each.name) for each in Hue
    ]
    cards: list[Card] = []
    if hue is not None:
        cards = [Card(hue, number) for number in range(1, 13)]
    elif pad == "special":
        cards = [Card(special=name) for name in SPECIALS]
    return h.section(".zone.wide.pad")[
        h.h2[tr("Which card?")],
        h.div(".hues")[hues, desk.has_specials and button("pad", tr("Special"), style="quiet", hue="special")],
        cards and h.div(".cardrow")[[face(card, act="pick", picked=card in picked) for card in cards]],
        h.div(".cardrow")[[face(card, act="pick", picked=True) for card in picked.cards]],
    ]


def _unseen(shown: Shown, desk: Desk, seat: Seat) -> bool:
    """Whether the seat holds cards that it alone sees, on the real table."""
    return shown.may_move(seat) and any(not card.known for _, cards in desk.hand(shown, seat) for card in cards)


# ---- what a referee says besides


def _remarks(shown: Shown) -> Node:
    """What turned out later: the last remarks, newest first."""
    said = [shown.explain(finding) for finding in shown.game.findings(shown.state)]
    lines = [h.li[words] for words in said[: -REMARKS - 1 : -1]]
    return lines and h.section(".zone.wide.remarks")[h.h2[tr("The referee remarks")], h.ul[lines]]


_WHEN = {
    "NOW": later("at once"),
    "LATER": later("once the cards lie open"),
    "NEVER": later("never: a matter of honour"),
}


def _checks(shown: Shown) -> Node:
    """When each rule can be checked where hands are hidden from the referee."""
    rows = [
        h.li[
            h.b[translated(what, texts.NAME)],
            f": {texts.find(shown.game.name, 'checks', what) or translated(_WHEN[when])}",
        ]
        for what, when in shown.game.checks.items()
    ]
    return rows and h.details(".checks")[h.summary[tr("What is checked, and when")], h.ul[rows]]
