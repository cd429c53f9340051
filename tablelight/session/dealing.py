"""Chance for tables without cards or dice at hand: shuffled, dealt and rolled here, written down before it is seen.

Each function gives the text of the next fact, which goes the way of every event: judged, recorded, then shown. The
generator is passed in; the service's own draws from the operating system, tests give a seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.components.cards import Card, cards_text, numbered
from engine.components.deck import Deck
from engine.components.hands import HandsDealt
from engine.components.hues import PRIMARIES, Hue
from engine.core.match import Match
from engine.core.verdict import Cards, Dice
from engine.games.sixchex_spectrum.board import DARK, LIGHT, SPOTS, parity
from engine.games.spectrum.rolls import deck as spectrum_deck
from engine.games.spectrum.setup import free_hues


@dataclass(frozen=True, slots=True)
class Asked:
    """What a game waits for, and the chance to answer it with."""

    game: Any
    state: Any
    awaiting: Any
    random: Random


CARD_FACTS = frozenset({"deck", "deal", "cut", "starter", "board", "draw", "turn", "show"})
"""Facts that show cards; where the cards were dealt here nobody else can say them."""


def next_fact(match: Match, random: Random) -> str | None:
    """What the table would show next, as the text of a fact; None when a player is to act or only the table knows."""
    game, state = match.game, match.state
    if hidden := secret_cards(match, random):
        return hidden
    awaiting = game.awaiting(state)
    if awaiting.actor != "table":
        return None
    return _DEALS[game.name](Asked(game, state, awaiting, random))


def real_cards(match: Match) -> str | None:
    """The fact that people deal real cards which nobody here sees; None where no deal is awaited."""
    game, state = match.game, match.state
    awaiting = game.awaiting(state)
    if awaiting.actor != "table" or awaiting.ask not in ("DEAL", "SHUFFLE"):
        return None
    if Deck in game.event_types:
        return f"deck hidden {len(game.pile_to_shuffle(state))}"
    return "deal" if HandsDealt in game.event_types else None


def dealt_here(match: Match) -> bool | None:
    """Whether the cards in play were dealt here; False: real ones, which nobody here sees; None: nothing is dealt."""
    for _, event in reversed(match.events):
        if isinstance(event, Deck):
            return any(card.known for card in event.cards)
        if isinstance(event, HandsDealt):
            return any(card.known for hand in event.hands for card in hand)
    return None


def follows_by_itself(match: Match) -> bool:
    """Whether the next fact needs nobody's word: cards for a hand, or a used-up pile that is shuffled."""
    if match.game.name == "spectrum" and (match.state.turns or match.state.phase == "send"):
        return secret_cards(match, Random(0)) is not None
    awaiting = match.game.awaiting(match.state)
    if awaiting.actor != "table" or not isinstance(awaiting.need, Cards) or not dealt_here(match):
        return False
    return awaiting.ask == "SHUFFLE" or (awaiting.ask == "DRAW" and awaiting.need.to.startswith("hand:"))


# ---- cards


def _shuffled(cards: Sequence[Card], random: Random) -> list[Card]:
    order = list(cards)
    random.shuffle(order)
    return order


def _pile(a: Asked) -> str | None:
    """Games that lay a whole pile down: all its cards in order."""
    if a.awaiting.ask not in ("DEAL", "SHUFFLE"):
        return None
    pile = a.game.pile_to_shuffle(a.state)
    if not all(card.known for card in pile):
        return None
    return str(Deck(tuple(_shuffled(pile, a.random))))


def _unseen(state: Any, random: Random, highest: int = 12) -> list[Card]:
    """The cards that did not leave the deck yet, in a new random order: as good as a deck shuffled once."""
    gone = set(state.cards())
    return _shuffled([card for card in numbered() if card not in gone and card.number <= highest], random)


def _hands(cards: Sequence[Card], seats: int, size: int) -> str:
    return "deal " + " / ".join(cards_text(cards[n * size : (n + 1) * size]) for n in range(seats))


def _cribbage(a: Asked) -> str | None:
    cards = _unseen(a.state, a.random)
    match a.awaiting.ask:
        case "CUT":
            card = next(card for card in cards if card not in a.state.cuts)
            return f"cut {a.awaiting.seats[0] + 1} {card}"
        case "DEAL":
            return _hands(cards, a.game.rules.seats, a.game.dealt)
        case "STARTER":
            return f"starter {cards[0]}" if _known(a.state.hands) else None
    return None


def _poker(a: Asked) -> str | None:
    cards = _unseen(a.state, a.random)
    if a.awaiting.ask == "DEAL":
        return _hands(cards, a.game.rules.seats, a.game.hand_size)
    if not _known(a.state.hands):
        return None
    if a.awaiting.ask == "DRAW":
        return f"draw {cards_text(cards[: a.state.owed])}"
    return f"board {cards_text(cards[: a.awaiting.need.count])}" if a.awaiting.ask == "BOARD" else None


def _spectrump(a: Asked) -> str | None:
    return _hands(_unseen(a.state, a.random, a.game.highest), a.game.rules.seats, a.game.hand_size)


def _known(hands: Sequence[Sequence[Card]]) -> bool:
    return any(hands) and all(card.known for hand in hands for card in hand)


# ---- dice


def _hues(sides: Sequence[Hue], count: int, random: Random) -> str:
    return " ".join(random.choice(sides).name for _ in range(count))


def _roll_and_color(a: Asked) -> str | None:
    need = a.awaiting.need
    if not isinstance(need, Dice):
        return None
    kept = [" ".join(hue.name for hue in hues) for hues in (need.kept_d6, need.kept_d12)]
    return f"roll {kept[0]} {_hues(PRIMARIES, need.d6, a.random)} / {kept[1]} {_hues(tuple(Hue), need.d12, a.random)}"


def _spectrum(a: Asked) -> str | None:
    match a.awaiting.ask:
        case "VALUES":
            low, high = (3, 7) if a.game.options.weights == "five" else (1, 12)
            return "values " + " ".join(str(a.random.randint(low, high)) for _ in Hue)
        case "SHOTGUN_CARDS":
            free = [
                [hue.name for hue in Hue if a.state.owner_of(int(hue) * 9 + ring - 1) is None] for ring in (1, 2, 3)
            ]
            cards = [f"{name}{ring}" for ring, hues in enumerate(free, 1) for name in a.random.sample(hues, 2)]
            return f"deal {a.awaiting.seats[0] + 1} {' '.join(cards)}"
        case "SHOTGUN_ROLL" | "SHOTGUN_AGAIN":
            return f"shotgun {_hues(tuple(Hue), a.awaiting.need.d12, a.random)}"
        case "ROLL":
            sides = PRIMARIES if a.awaiting.need.d6 else tuple(Hue)
            return f"roll {_hues(sides, a.awaiting.need.total, a.random)}"
        case "DRAW":
            return f"draw {' '.join(_as_dice(a.game, a.state, a.awaiting.need.count, a.random))}"
    return None


def _free(state: Any, ring: int) -> list[str]:
    """The spaces of a ring that hold no pawn."""
    return [f"{hue.name}{ring}" for hue in free_hues(state, ring)]


def _as_dice(game: Any, state: Any, count: int, random: Random) -> list[str]:
    """A hand of cards played as dice: what is left of the deck first, then from all that was played (SB-CRD-04)."""
    cards = spectrum_deck(game.options.swap_cards)
    left = [card for card in cards if card not in state.spent]
    hand = random.sample(left, min(count, len(left)))
    return hand + random.sample([card for card in cards if card not in hand], count - len(hand))


def secret_cards(match: Match, random: Random) -> str | None:
    """Missions and portals that nobody has seen yet: before the first turn all, later those that a deal here owes."""
    state = match.state
    if match.game.name != "spectrum" or state.phase not in ("roll", "send"):
        return None
    if state.turns or state.phase == "send":
        return _portal_cards(state, random)
    extras = state.extras
    for hands, kinds in ((extras.missions, (PRIMARIES, None)), (extras.portals, (PRIMARIES,))):
        for seat, hand in enumerate(hands):
            if all(card == "??" for card in hand):
                gone = {card for other in hands for card in other}
                cards = [card for kind in kinds for card in _three(kind, gone, random)]
                return f"deal {seat + 1} {' '.join(cards)}"
    return None


def _portal_cards(state: Any, random: Random) -> str | None:
    """The two portals a used one brings, or the one of a first star, where all others were dealt here."""
    extras = state.extras
    known = {card for hand in extras.portals for card in hand} - {"??"}
    if not extras.portals or not known:
        return None
    gone = {*extras.shown, *known}
    deck = [f"{hue.name}{n}" for hue in Hue for n in range(3, 8) if f"{hue.name}{n}" not in gone]
    if state.phase == "send":
        return None if extras.drawn else f"portals {extras.user + 1} {' '.join(random.sample(deck, 2))}"
    seat = next((seat for seat, hand in enumerate(extras.portals) if "??" in hand), None)
    return None if seat is None else f"portals {seat + 1} {random.choice(deck)}"


def _three(kind: Sequence[Hue] | None, gone: set[str], random: Random) -> list[str]:
    hues = kind or [hue for hue in Hue if not hue.is_primary]
    return random.sample([f"{hue.name}{n}" for hue in hues for n in range(3, 8) if f"{hue.name}{n}" not in gone], 3)


def _escape(a: Asked) -> str | None:
    need = a.awaiting.need
    if a.awaiting.ask == "ROLL_COMMON":
        return f"common {_hues(PRIMARIES, need.d6, a.random)} / {_hues(tuple(Hue), need.d12, a.random)}"
    return f"own {_hues(PRIMARIES if need.d6 else tuple(Hue), 1, a.random)} for {a.awaiting.seats[0] + 1}"


def _sixchex(a: Asked) -> str | None:
    if a.awaiting.ask == "LAY_CARDS":
        piles = [_shuffled_names([card for card in kind for _ in range(4)], a.random) for kind in (DARK, LIGHT)]
        return "lay " + " ".join(piles[parity(spot)].pop() for spot in SPOTS)
    if a.awaiting.ask == "ROLL_FOR_START":
        thrown = (a.random.randint(1, 6) + a.random.randint(1, 6) for _ in a.state.contenders)
        return f"start {' '.join(map(str, thrown))}"
    return f"roll {a.random.randint(1, 6)}"


def _shuffled_names(names: list[str], random: Random) -> list[str]:
    random.shuffle(names)
    return names


# ---- bags


def _spectra(a: Asked) -> str | None:
    bag = a.game.bag(a.state)
    return f"draw {a.random.choices(list(bag), weights=list(bag.values()))[0]}"


def _spectrangle(a: Asked) -> str | None:
    tiles = a.random.sample(list(a.state.bag), a.awaiting.need.count)
    return f"draw {' '.join(tiles)} for {a.awaiting.seats[0] + 1}"


_DEALS: dict[str, Callable[[Asked], str | None]] = {
    "roll_and_color": _roll_and_color,
    "spectrum": _spectrum,
    "spectrum_escape": _escape,
    "sixchex_spectrum": _sixchex,
    "spectra_icehouse": _spectra,
    "spectrangle": _spectrangle,
    "spectrum_solitaire": _pile,
    "spectrumo": _pile,
    "spectrum_casino": _pile,
    "spectrum_500": _pile,
    "spectrum_cribbage": _cribbage,
    "spectrum_poker": _poker,
    "spectrump": _spectrump,
}
