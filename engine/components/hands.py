"""Hands of cards, known or not: what they can give away, and the facts that show them.

An unknown card can turn out to be any card, so a referee who sees only what is played and a program that knows
every hand use the same functions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import (
    UNKNOWN,
    Card,
    Cards,
    all_known,
    cards_text,
    copies,
    hidden,
    known_of,
    texts_of,
)
from engine.components.deck import each_once
from engine.core.events import Fact, Seat
from engine.core.verdict import Verdict, no, yes

Hand = Cards
"""Cards in a hand, in the order they are held."""

# ---- facts


@dataclass(frozen=True, slots=True)
class HandsDealt(Fact):
    """Everybody got cards: one hand a seat, from seat 0 on; no hands at all means nobody's cards were seen."""

    kind: ClassVar[str] = "deal"
    hands: tuple[Hand, ...] = ()

    def words(self) -> str:
        return " ".join(["deal", " / ".join(map(cards_text, self.hands))]).strip()

    def visible_to(self, seat: Seat | None) -> "HandsDealt":
        return HandsDealt(seen_by(seat, self.hands), source=self.source)


@dataclass(frozen=True, slots=True)
class HandShown(Fact):
    """Player ``of`` laid the cards left in hand open."""

    kind: ClassVar[str] = "show"
    of: Seat = 0
    cards: Cards = ()

    def words(self) -> str:
        return f"show {self.of + 1} {cards_text(self.cards)}".rstrip()


# ---- cards that leave a hand


def without(hand: Cards, card: Card) -> Cards:
    """The hand after the card left it: itself if it is known to be there, else one of the unknown ones.

    Raises ValueError when it cannot have been there.
    """
    at = hand.index(card) if card in hand else hand.index(UNKNOWN)
    return hand[:at] + hand[at + 1 :]


def without_all(hand: Cards, cards: Iterable[Card]) -> Cards:
    """The hand after all these cards left it. Raises ValueError when one cannot have been there."""
    for card in cards:
        hand = without(hand, card)
    return hand


def take(hand: Sequence[Card], cards: Iterable[Card]) -> Hand | None:
    """The hand without these cards; an unknown card stands in for one it may be. None when one cannot be there."""
    rest, missing = _parted(hand, cards)
    return None if missing else rest


def not_there(hand: Sequence[Card], cards: Iterable[Card]) -> Hand:
    """Which of these cards cannot be in the hand."""
    return _parted(hand, cards)[1]


def _parted(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Hand, Hand]:
    """The hand without these cards, and those of them that cannot be in it."""
    rest, missing = list(hand), []
    for card in cards:
        if card in rest:
            rest.remove(card)
        elif card.known and UNKNOWN in rest:
            rest.remove(UNKNOWN)
        else:
            missing.append(card)
    return tuple(rest), tuple(missing)


def are_own(hand: Iterable[Card], cards: Sequence[Card]) -> bool:
    """Whether all these cards are among the hand's known ones, each once; False proves nothing."""
    return len({*cards} & {*hand}) == len(cards)


# ---- hands that not everybody sees


def seen_by(seat: Seat | None, hands: Iterable[Hand]) -> tuple[Hand, ...]:
    """All hands as ``seat`` sees them: its own, and the backs of the others; None sees backs alone."""
    return tuple(hand if n == seat else hidden(hand) for n, hand in enumerate(hands))


def unseen_hands(hands: Iterable[Hand]) -> Iterator[Seat]:
    """Whose hands hold cards that nobody knows."""
    return (seat for seat, hand in enumerate(hands) if UNKNOWN in hand)


def known_elsewhere(seat: Seat | None, hands: Iterable[Hand], *piles: Iterable[Card]) -> Iterator[Card]:
    """Every known card of the table that does not lie in the hand of ``seat``; None: every known card."""
    for n, hand in enumerate(hands):
        if n != seat:
            yield from known_of(hand)
    yield from known_of(*piles)


# ---- what can be, by the cards that are known


def judge_from_hand(hand: Cards, card: Card, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why the card cannot come from this hand; None when it can. ``elsewhere``: all cards that lie anywhere else.

    A second sighting of a card that lies open is a reading to be asked back, not an accusation (F.0.5).
    """
    if card in hand:
        return None if card.known else no("NAME_THE_CARD", "")
    if UNKNOWN not in hand:
        return no("NOT_IN_HAND", "", card=str(card))
    if sum(other == card for other in elsewhere) >= copies(card):
        return no("CARD_LIES_ELSEWHERE", "CC-DECK-01", card=str(card))
    return None


def judge_shown(hand: Cards, cards: Cards, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why a hand of which ``hand`` is known cannot show these cards; None when it can."""
    if len(cards) != len(hand):
        return no("SHOW_COUNT", "", count=len(cards), wanted=len(hand))
    if not all_known(cards):
        return no("NAME_THE_CARD", "")
    lacking = Counter(card for card in hand if card.known) - Counter(cards)
    if lacking:
        return no("CARD_MUST_BE_THERE", "", card=str(next(iter(lacking))))
    others = Counter(elsewhere) + Counter(cards)
    twice = next((card for card in cards if others[card] > copies(card)), None)
    return no("CARD_LIES_ELSEWHERE", "CC-DECK-01", card=str(twice)) if twice else None


def judge_sizes(fact: HandsDealt, seats: int, size: int, rule: str) -> Verdict | None:
    """Why these hands cannot have been dealt to so many seats, ``size`` cards each; None when they can."""
    if fact.hands and len(fact.hands) != seats:
        return no("WRONG_HANDS", rule, hands=len(fact.hands), players=seats)
    for seat, hand in enumerate(fact.hands):
        if len(hand) != size:
            return no("WRONG_HAND_SIZE", rule, player=seat, count=len(hand), wanted=size)
    return None


def judge_laid_away(seat: Seat, hand: Hand, cards: Cards, everywhere: Callable[[], Cards], rule: str) -> Verdict:
    """Whether these cards can leave the hand of ``seat`` face down.

    ``everywhere`` gives every card that left the deck; it is only asked where that matters.
    """
    if are_own(hand, cards):
        return yes("done")
    if missing := not_there(hand, cards):
        return no("NOT_IN_HAND", rule, player=seat, cards=texts_of(missing))
    # What the hand's unknown cards were has turned up nowhere else.
    new = [card for card in cards if card.known and card not in hand]
    verdict = each_once((*everywhere(), *new)) if new else yes()
    return yes("done") if verdict.ok else verdict
