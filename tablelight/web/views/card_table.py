"""A card game's table on the page: what lies open, one's own hand, and what can be done with the cards tapped."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice

from engine import texts
from engine.components.cards import SPECIALS, Card, called
from engine.components.hues import Hue
from engine.core.errors import EngineError
from engine.core.events import Seat
from engine.core.verdict import Verdict
from tablelight.web.components import real_cards, undo
from tablelight.web.components.cards import face
from tablelight.web.components.desk import Desk, Intent, Picked, Words, Zone
from tablelight.web.components.html import PAINT, button, chip, ink, text
from tablelight.web.games import desk_of
from tablelight.web.viewer import Shown

LISTED = 400
"""Legal moves looked through to find the cards that can be played."""
REMARKS = 5


def panel(shown: Shown, tokens: Sequence[str], pad: str, *, may_write: bool) -> str:
    """The table, the hand and the actions. ``tokens``: what is tapped; ``pad``: the hue chosen on the pad."""
    desk, picked = desk_here(shown), Picked(tuple(tokens))
    seat = acting(shown) if may_write else None
    zones = desk.zones(shown, picked)
    first, rest = ("".join(_zone(zone) for zone in zones if zone.first is above) for above in (True, False))
    hand = _hand(shown, desk, picked, seat)
    actions = _actions(shown, desk, picked, seat) if may_write else ""
    typing = _pad(shown, desk, picked, pad, seat) if may_write else ""
    return (
        f'<div class="cardtable"><div class="zones">{first}</div>{hand}{actions}{typing}<div class="zones">{rest}</div>'
        f"{_remarks(shown)}{_checks(shown)}</div>"
    )


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


def _zone(zone: Zone) -> str:
    note = f'<p class="said">{zone.note}</p>' if zone.note else ""
    wide = " wide" if zone.wide else ""
    return f'<section class="zone{wide}"><h2>{text(zone.title)}</h2>{zone.body}{note}</section>'


def _hand(shown: Shown, desk: Desk, picked: Picked, seat: Seat | None) -> str:
    """The cards of this browser's seat; of whoever is next where nothing is hidden."""
    whose = shown.viewer.seat if shown.viewer.seat is not None else seat
    if whose is None:
        return ""
    groups = desk.hand(shown, whose)
    if not any(card.known for _, cards in groups for card in cards):
        return ""
    fits = _fitting(shown, whose)
    rows = "".join(
        f"{f'<h3>{text(name)}</h3>' if name else ''}<div class='cardrow hand'>{_faces(cards, picked, fits)}</div>"
        for name, cards in groups
    )
    turn = " · your turn" if whose in shown.awaiting.seats and whose == shown.viewer.seat else ""
    return f'<section class="zone wide"><h2>{text(shown.seats[whose])}\'s hand{turn}</h2>{rows}</section>'


def _faces(cards: Iterable[Card], picked: Picked, fits: set[Card]) -> str:
    return "".join(
        face(card, act="pick", style="fits" if card in fits else "", picked=card in picked)
        if card.known
        else face(card)
        for card in cards
    )


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


def _actions(shown: Shown, desk: Desk, picked: Picked, seat: Seat | None) -> str:
    intents = real_cards.intents(shown, desk, picked)
    if seat is not None:
        intents += desk.intents(shown, seat, picked)
    legal, why = _judged(shown, intents)
    legal.sort(key=lambda intent: not intent.main)
    buttons = "".join(
        button("play", _words(intent.label), style="go" if intent.main else "act", event=intent.event)
        for intent in legal
    )
    # A reason is of use only for the cards that were tapped.
    due = real_cards.wanted(shown) or shown.acts_here
    refused = f'<p class="refused" role="status">{text(why)}</p>' if picked.tokens and why and due else ""
    waits = seat is not None and seat in shown.awaiting.seats and shown.awaiting.actor == "player"
    hint = desk.hint(shown, seat, picked) if waits and seat is not None else ""
    said = f'<p class="said">{text(hint)}</p>' if hint and not refused else ""
    claim = _claim(seat) if seat is not None and _claims(shown, seat) else ""
    return f'<div class="actions">{refused}{said}{buttons}{claim}{undo.buttons(shown)}</div>'


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


def _words(label: Words) -> str:
    return " ".join(_mini(part) if isinstance(part, Card) else text(part) for part in label)


def _mini(card: Card) -> str:
    """A card inside a sentence."""
    if card.hue is None:
        return f"<b>{text(called(card))}</b>"
    return f'<span class="mini" style="--paint:{PAINT[card.hue]};--ink:{ink(card.hue)}">{card}</span>'


def _claims(shown: Shown, seat: Seat) -> bool:
    """Whether points have to be claimed by their number (muggins)."""
    counting = shown.awaiting.ask in ("COUNT_HAND", "COUNT_CRIB") and seat in shown.due
    return counting and shown.game.options.muggins and shown.may_move(seat)


def _claim(seat: Seat) -> str:
    return (
        f'<form class="line"><input type="hidden" name="seat" value="{seat}">'
        '<input type="number" name="claim" min="0" max="200" inputmode="numeric" placeholder="How many points?">'
        f"{button('claim', 'Claim', style='go')}</form>"
    )


# ---- real cards, by hue and number


def _pad(shown: Shown, desk: Desk, picked: Picked, pad: str, seat: Seat | None) -> str:
    """Hues, then numbers: for cards that lie on the table and that nobody here has seen."""
    if not real_cards.wanted(shown) and not (seat is not None and _unseen(shown, desk, seat)):
        return ""
    hue = Hue.__members__.get(pad)
    hues = "".join(chip(h, act="pad", style="small" + (" picked" if h is hue else ""), hue=h.name) for h in Hue)
    numbers = ""
    if hue is not None:
        cards = (Card(hue, number) for number in range(1, 13))
        numbers = f'<div class="cardrow">{"".join(face(c, act="pick", picked=c in picked) for c in cards)}</div>'
    elif pad == "special":
        special = (Card(special=name) for name in SPECIALS)
        numbers = f'<div class="cardrow">{"".join(face(c, act="pick", picked=c in picked) for c in special)}</div>'
    others = button("pad", "Special", style="quiet", hue="special") if desk.has_specials else ""
    chosen = "".join(face(card, act="pick", picked=True) for card in picked.cards)
    return (
        f'<section class="zone wide pad"><h2>Which card?</h2><div class="hues">{hues}{others}</div>{numbers}'
        f'<div class="cardrow">{chosen}</div></section>'
    )


def _unseen(shown: Shown, desk: Desk, seat: Seat) -> bool:
    """Whether the seat holds cards that it alone sees, on the real table."""
    return shown.may_move(seat) and any(not card.known for _, cards in desk.hand(shown, seat) for card in cards)


# ---- what a referee says besides


def _remarks(shown: Shown) -> str:
    """What turned out later: the last remarks, newest first."""
    said = [shown.explain(finding) for finding in shown.game.findings(shown.state)]
    lines = "".join(f"<li>{text(words)}</li>" for words in said[: -REMARKS - 1 : -1])
    return f'<section class="zone wide remarks"><h2>The referee remarks</h2><ul>{lines}</ul></section>' if lines else ""


_WHEN = {"NOW": "at once", "LATER": "once the cards lie open", "NEVER": "never: a matter of honour"}


def _checks(shown: Shown) -> str:
    """When each rule can be checked where hands are hidden from the referee."""
    checks = shown.game.checks
    rows = "".join(
        f"<li><b>{text(what)}</b>: {text(texts.find(shown.game.name, 'checks', what) or _WHEN[when])}</li>"
        for what, when in checks.items()
    )
    return (
        f'<details class="checks"><summary>What is checked, and when</summary><ul>{rows}</ul></details>' if rows else ""
    )
