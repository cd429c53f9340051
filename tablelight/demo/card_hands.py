"""Hands at a simulated table of cards: they deal, lay, take and show cards on the fields of their mat.

What lies there follows from what really happens: the order is that of people, one thing after the other, and hands off
the mat in between.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from engine.components.cards import UNKNOWN, Card
from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandsDealt, HandShown
from engine.core.events import Event
from engine.core.match import Match
from engine.core.verdict import Cards
from engine.games import spectrum_500, spectrum_cribbage, spectrum_poker, spectrum_solitaire, spectrumo, spectrump
from engine.games.spectrum.events import HandDrawn
from engine.games.spectrum_500.recognition import ADDING_PLACES
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_solitaire.runs import run_of
from tablelight.referee import card_fields
from tablelight.referee.card_fields import fields_of

ANYWHERE = "anywhere"
"""A mat without fields, as if it were one."""
Lying = dict[str, tuple[Card, ...]]
"""What lies in each field, the lowest first; an unknown card shows its back."""
Act = Callable[[Lying, Any, Any, Any], Iterator[Lying]]
"""From what lies there, an event, and the true states before and after it, to what lies there after each thing done."""


class LyingCards(Protocol):
    """A mat that cards are laid on. ``lying``: what lies in each field of it."""

    lying: Mapping[str, tuple[Card, ...]]

    def lay_cards(self, lying: Mapping[str, tuple[Card, ...]]) -> None:
        """Let exactly these cards lie there, and wait until the eyes have looked."""


def laid_by(lying: Mapping[str, tuple[Card, ...]], event: Event, before: Match, after: Match) -> list[Lying]:
    """What lies there after each thing that is done with cards for an event; empty where nothing of it is seen."""
    return list(_acts(before.game.name)(dict(lying), event, before.state, after.state))


def shows_later(event: Event, before: Match) -> bool:
    """Whether the cards that its player lays next tell of it: who lays one in Spectrum 500 has drawn."""
    return isinstance(event, _SHOWN_LATER.get(before.game.name, ()))


def named(event: Event, before: Match) -> Event:
    """The event with the cards that lie open then: whoever types a shown hand has to name it."""
    if isinstance(event, spectrum_poker.events.ShowHand) and not event.cards:
        return replace(event, cards=before.state.hands[event.seat])
    if isinstance(event, spectrum_cribbage.events.CountHand) and before.state.counted == len(before.state.hands):
        return replace(event, cards=before.state.crib)
    return event


def awaited_fact(told: Match, before: Match, after: Match) -> Event | None:
    """What the table asks to be laid open, as somebody types it who cannot get it read; None where it asks for nothing
    of the kind. ``before`` and ``after``: how it truly was and is."""
    waits = told.game.awaiting(told.state)
    need = waits.need
    if not isinstance(need, Cards):
        return None
    if need.to.startswith("hand:"):
        seat = waits.seats[0]
        return HandShown(of=seat, cards=before.state.hands[seat])
    if need.to == "discard":
        return Turned(_turned(after.state))
    if need.to == "board":
        return Turned(tuple(card for card in after.state.board if card not in told.state.board))
    if places := waits.details.get("places"):
        piles = {str(n + 1): up for n, up in enumerate(after.state.up)} | {"waste": after.state.waste}
        return Turned(tuple(piles[place][-1] for place in places))
    return None


def _turned(state: Any) -> tuple[Card, ...]:
    """What lies on the discards. A special card that is turned first is covered by the next; Spectrumo has more, that
    nobody has seen."""
    return tuple(state.discards[getattr(state, "buried", 0) :])


class CardHands:
    """Hands on one mat."""

    def __init__(self, mat: LyingCards) -> None:
        self._mat = mat

    def do(self, event: Event, before: Match, after: Match) -> bool:
        """Do what an event is with cards, where anything of it is seen on the mat."""
        return self._lay(iter(laid_by(self._mat.lying, event, before, after)))

    def lay_what_is_awaited(self, told: Match, before: Match, after: Match) -> bool:
        """Lay open what the table asks for and only hands know: cards turned from the pile, a hand at the end."""
        need = told.game.awaiting(told.state).need
        if not isinstance(need, Cards):
            return False
        if need.to.startswith("hand:"):
            hand = before.state.hands[told.game.awaiting(told.state).seats[0]]
            field = "shown" if card_fields.named(fields_of(told.game), "shown") else "meld"
            return self._lay(_once_cleared(self._lies(), _without(self._lies(), field), field, hand))
        if need.to == "discard":
            turned = _turned(after.state)
            return self._lay(iter([{**self._lies(), "discard": turned[: n + 1]} for n in range(len(turned))]))
        return need.to == "board" and self._lay(iter([{**self._lies(), "board": after.state.board}]))

    def _lies(self) -> Lying:
        return dict(self._mat.lying)

    def _lay(self, steps: Iterator[Lying]) -> bool:
        seen = False
        for lying in steps:
            self._mat.lay_cards(lying)
            seen = True
        return seen


def _dealt(_lying: Lying, _event: Any, _before: Any, _after: Any) -> Iterator[Lying]:
    """All cards are taken up and shuffled; what is left after the deal lies on the draw pile."""
    yield {}
    yield {"stock": (UNKNOWN,) * 3}


def _added(lying: Lying, field: str, *cards: Card) -> Lying:
    return {**lying, field: (*lying.get(field, ()), *cards)}


def _without(lying: Lying, field: str) -> Lying:
    return {**lying, field: ()}


# ---- game by game


def _casino(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    if isinstance(event, Deck):
        yield from _dealt(lying, event, before, after)
    elif isinstance(event, LeaveOnBoard):
        yield _added(lying, "board", event.card)
    elif isinstance(event, Capture):
        taken = {*event.base, *event.taken}
        left = tuple(card for card in lying.get("board", ()) if card not in taken)
        yield {**lying, "board": left, "take": (*lying.get("take", ()), event.card)}


_POKERS = ("away", "shown", "muck")
"""Fields of the poker mats that are tidied before the next thing is laid."""


def _poker(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    lies = {spot: () if spot.split(":")[0] in _POKERS else cards for spot, cards in lying.items()}
    if isinstance(event, HandsDealt):
        yield from _dealt(lying, event, before, after)
    elif isinstance(event, spectrum_poker.events.ExchangeCards):
        laid = len(event.cards) or len(before.hands[event.seat])  # who keeps all shows it with his whole hand
        yield from _once_cleared(lying, lies, f"away:{len(event.cards)}", (UNKNOWN,) * laid)
    elif isinstance(event, spectrum_poker.events.Fold):
        yield from _once_cleared(lying, lies, f"muck:{event.seat + 1}", (UNKNOWN,) * len(before.hands[event.seat]))
    elif isinstance(event, spectrum_poker.events.ShowHand):
        yield from _once_cleared(lying, lies, "shown", event.cards or before.hands[event.seat])
    elif isinstance(event, spectrum_poker.events.CommunityCards):
        yield _added(lying, "board", *event.cards)


def _once_cleared(lying: Lying, cleared: Lying, field: str, cards: tuple[Card, ...]) -> Iterator[Lying]:
    if cleared != lying:
        yield cleared
    yield {**cleared, field: cards}


def _spectrump(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    if isinstance(event, HandsDealt):
        yield from _dealt(lying, event, before, after)
    elif isinstance(event, spectrump.events.PlayToTrick):
        yield {**lying, "trick": (*before.trick, event.card)}


def _spectrumo(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    lies = {**lying, "drawn": (), "passed": (), "stock": (UNKNOWN,) * min(len(after.stock), 3)}
    if isinstance(event, Deck):
        left = lying.get("discard", ())[-1:] if before.must_shuffle else ()
        yield {"discard": left}
        yield {"discard": left, "stock": (UNKNOWN,) * 3}
    elif isinstance(event, Turned):
        yield {**lies, "discard": event.cards}
    elif isinstance(event, spectrumo.events.LayCard):
        yield _added(lies, "discard", event.card)
    elif isinstance(event, DrawFromStock):
        yield from _once_cleared(lying, lies, "drawn", (UNKNOWN,))
    elif isinstance(event, spectrumo.events.FinishTurn):
        yield from _once_cleared(lying, lies, "passed", (UNKNOWN,))


def _spectrum_500(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    events = spectrum_500.events
    tidied = {spot: cards for spot, cards in lying.items() if spot in ("stock", "discard")}
    if isinstance(event, Deck):
        yield from _dealt(lying, event, before, after)
    elif isinstance(event, Turned):
        yield {**lying, "discard": event.cards}
    elif isinstance(event, events.Discard):
        yield _added(tidied, "discard", event.card)
    elif isinstance(event, events.TakeDiscards):
        yield {**tidied, "discard": before.discards[: -event.depth]}
    elif isinstance(event, events.Call):
        yield {**tidied, "discard": before.discards[: -event.depth], f"call:{event.seat + 1}": (UNKNOWN,)}
    elif isinstance(event, events.LayMeld):
        yield from _once_cleared(lying, tidied, "meld", event.cards)
    elif isinstance(event, events.LayOff):
        field = f"add:{(event.meld - 1) % ADDING_PLACES + 1}"
        yield from _once_cleared(lying, tidied, field, (event.card,))
    elif isinstance(event, events.Decline):
        yield {**tidied, "declined": (UNKNOWN,)}


def _cribbage(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    events = spectrum_cribbage.events
    if isinstance(event, HandsDealt):
        yield from _dealt(lying, event, before, after)
    elif isinstance(event, events.Cut):
        yield {**lying, f"played:{event.player + 1}": (event.card,)}
    elif isinstance(event, events.ToCrib):
        yield {**lying, f"crib:{event.seat + 1}": (UNKNOWN,) * len(event.cards)}
    elif isinstance(event, events.Starter):
        yield {**lying, "starter": (event.card,), "played:1": (), "played:2": ()}
    elif isinstance(event, events.PegCard):
        yield _added(lying, f"played:{event.seat + 1}", event.card)
    elif isinstance(event, events.CountHand) and before.counted == len(before.hands):
        yield {**lying, "shown": before.crib}


def _solitaire(lying: Lying, event: Any, before: Any, after: Any) -> Iterator[Lying]:
    if isinstance(event, Deck):
        yield {}
    home = lying.get("home", ())
    if isinstance(event, spectrum_solitaire.events.Put) and event.to == "home":
        home = (*home, *run_of(before, event, spectrum_solitaire.options.Options()))
    piles = {f"pile:{n + 1}": up for n, up in enumerate(after.up)}
    yield {**piles, "home": home, "waste": after.waste}


def _spectrum(_lying: Lying, event: Any, _before: Any, _after: Any) -> Iterator[Lying]:
    """Cards instead of dice: those of the last turn are taken up before others are drawn."""
    if isinstance(event, HandDrawn):
        yield {}
        yield {ANYWHERE: tuple(Card.parse(f"*swap:{code}" if "<>" in code else code) for code in event.cards)}


_SHOWN_LATER: dict[str, tuple[type[Event], ...]] = {"spectrum_500": (DrawFromStock,)}


def _acts(game: str) -> Act:
    return _ACTS.get(game, lambda lying, event, before, after: iter(()))


_ACTS: dict[str, Act] = {
    "spectrum_casino": _casino,
    "spectrum_poker": _poker,
    "spectrump": _spectrump,
    "spectrumo": _spectrumo,
    "spectrum_cribbage": _cribbage,
    "spectrum_500": _spectrum_500,
    "spectrum_solitaire": _solitaire,
    "spectrum": _spectrum,
}
