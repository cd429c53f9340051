"""Real cards on the table: what it showed, said by tapping hue and number."""

from collections.abc import Callable

from engine.core.verdict import Cards
from engine.texts.language import later, tr, translated
from tablelight.web.components.desk import Desk, Intent, Selection, cards_words
from tablelight.web.viewer import Shown

_SAYS: dict[str, tuple[str, Callable[[int, str], str]]] = {
    "TURN": (later("They were turned up:"), lambda seat, cards: f"turn {cards}"),
    "TURN_FIRST_CARD": (later("It was turned up:"), lambda seat, cards: f"turn {cards}"),
    "CUT": (later("It was cut:"), lambda seat, cards: f"cut {seat + 1} {cards}"),
    "STARTER": (later("It is the starter:"), lambda seat, cards: f"starter {cards}"),
    "BOARD": (later("They lie open for all:"), lambda seat, cards: f"board {cards}"),
    "SHOW_CRIB": (later("The crib is:"), lambda seat, cards: f"{seat + 1}: show {cards}"),
    "DRAW": (later("Drawn:"), lambda seat, cards: f"draw {cards}"),
}


def wanted(shown: Shown) -> int:
    """How many cards the table has to show before play goes on, one by one; 0: none, or they are dealt face down."""
    awaiting = shown.awaiting
    need = awaiting.need
    if (
        awaiting.actor != "table"
        or not isinstance(need, Cards)
        or (awaiting.ask not in _SAYS and awaiting.ask != "SHOW")
    ):
        return 0
    return need.count


def intents(shown: Shown, desk: Desk, picked: Selection) -> list[Intent]:
    """What the cards picked say about what the table waits for."""
    awaiting = shown.awaiting
    count = wanted(shown)
    if not count:
        return []
    seat = awaiting.seats[0] if awaiting.seats else 0
    unseen = (
        [Intent("draw", (tr("They were dealt face down"),))] if desk.draws_face_down and awaiting.ask == "DRAW" else []
    )
    if not picked.cards:
        return unseen
    cards = picked.cards[-count:]  # who tapped one too many meant the last ones
    words = cards_words(cards)
    if awaiting.ask == "SHOW":
        return [Intent(desk.shows(seat, words), (tr("{player} shows", player=shown.seats[seat]), *cards), main=True)]
    label, say = translated(_SAYS[awaiting.ask][0]), _SAYS[awaiting.ask][1]
    return [Intent(say(seat, words), (label, *cards), main=True), *unseen]
