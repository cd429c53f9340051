"""What would lay the cards that are seen: the pile, the first card, cards played, hands shown at the end."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.card_table import Deck, Shown, Turned
from engine.games.spectrumo.table import Play, State
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrumo.game import Spectrumo


def laid(game: "Spectrumo", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. Drawing shows nothing, so it is never inferred."""
    cards = sight.cards
    if not cards:
        return
    waits = game.awaiting(state)
    match waits.ask:
        case "DEAL" | "SHUFFLE":
            if count := backs(game, state, sight):
                yield Laid(Deck(cards), count)
        case "TURN_FIRST_CARD":
            yield Laid(Turned(cards[:1]), 1)
        case "SHOW":
            seat = waits.seats[0]
            count = min(len(state.hands[seat]), len(cards))
            yield Laid(Shown(seat, cards[:count]), count)
        case "PLAY" | "FOLLOW" | "LAST_CARD":
            yield from _played(state, sight)


def _played(state: State, sight: Sight) -> Iterator[Laid]:
    seat, card = state.to_move, sight.cards[0]
    if card.special != "swap-cards":
        yield Laid(Play(seat, card), 1)
        return
    # With whom and how many is spoken; the table is asked.
    for other in state.active:
        if other != seat:
            most = min(len(state.hands[seat]) - 1, len(state.hands[other]))
            yield from (Laid(Play(seat, card, other, count), 1) for count in range(1, most + 1))
