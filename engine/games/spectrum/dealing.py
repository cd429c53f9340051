"""How Spectrum is rolled and dealt for a table without dice or cards: rolls, values, starts, missions and portals."""

from collections.abc import Sequence
from functools import lru_cache

from engine.components.hues import PRIMARIES, Hue
from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.games.spectrum.events import DiceRolled, HandDrawn, PortalCards, SetupDealt, ShotRolled, Valued
from engine.games.spectrum.game import Spectrum
from engine.games.spectrum.rolls import deck, dice_count
from engine.games.spectrum.setup import VALUES, free_hues, shot_turn, values_missing
from engine.games.spectrum.state import State

TWELVE = tuple(Hue)
_roll = lru_cache(maxsize=5000)(DiceRolled)


def next_fact(game: Spectrum, state: State, chance: Chance) -> Event | None:
    """A roll, a hand of cards, or what the start needs; None when a player is to act."""
    if state.phase == "setup":
        return _setup(game, state, chance)
    if state.phase != "roll":
        return None
    count = dice_count(state.taken.bit_count(), game.options.dice)
    if game.options.dice == "cards":
        return HandDrawn(_as_dice(game, state, count, chance))
    sides = PRIMARIES if game.options.dice == "d6" else TWELVE
    return _roll(tuple([sides[int(chance.random() * len(sides))] for _ in range(count)]))


def _as_dice(game: Spectrum, state: State, count: int, chance: Chance) -> tuple[str, ...]:
    """A hand of cards played as dice: what is left of the deck first, then from all that was played (SB-CRD-04)."""
    cards = deck(game.options.swap_cards)
    left = [card for card in cards if card not in state.spent]
    hand = chance.sample(left, min(count, len(left)))
    return (*hand, *chance.sample([card for card in cards if card not in hand], count - len(hand)))


def _setup(game: Spectrum, state: State, chance: Chance) -> Event | None:
    if values_missing(game.rules, state):
        low, high = VALUES[game.options.weights]
        return Valued(tuple(chance.randint(low, high) for _ in Hue))
    if game.options.start == "shotgun_cards":
        free = [[f"{hue.name}{ring}" for hue in free_hues(state, ring)] for ring in (1, 2, 3)]
        seat, _ = shot_turn(game.rules, state)
        return SetupDealt(seat, tuple(card for ring in free for card in chance.sample(ring, 2)))
    if state.extras.pick:
        return None
    return ShotRolled(tuple(chance.choice(TWELVE) for _ in range(state.extras.again or 2)))


# ---- missions and portals


def before_play(_game: Spectrum, state: State, chance: Chance) -> SetupDealt | None:
    """The next hand of missions or portals that nobody has seen yet (SB-MIS, SB-POR)."""
    if state.phase != "roll" or state.turns:
        return None
    extras = state.extras
    secondary = tuple(hue for hue in Hue if not hue.is_primary)
    for hands, kinds in ((extras.missions, (PRIMARIES, secondary)), (extras.portals, (PRIMARIES,))):
        for seat, hand in enumerate(hands):
            if all(card == "??" for card in hand):
                gone = {card for other in hands for card in other}
                return SetupDealt(seat, tuple(card for hues in kinds for card in _three(hues, gone, chance)))
    return None


def _three(hues: Sequence[Hue], gone: set[str], chance: Chance) -> list[str]:
    return chance.sample([card for card in _portals(hues) if card not in gone], 3)


def _portals(hues: Sequence[Hue]) -> list[str]:
    return [f"{hue.name}{n}" for hue in hues for n in range(3, 8)]


def owed(_game: Spectrum, state: State, chance: Chance) -> PortalCards | None:
    """The two portals a used one brings, or the one of a first star, where all others were dealt here."""
    extras = state.extras
    known = {card for hand in extras.portals for card in hand} - {"??"}
    if not known or not (state.phase == "send" or (state.phase == "roll" and state.turns)):
        return None
    left = [card for card in _portals(TWELVE) if card not in extras.shown and card not in known]
    if state.phase == "send":
        return None if extras.drawn else PortalCards(extras.user, tuple(chance.sample(left, 2)))
    seat = next((seat for seat, hand in enumerate(extras.portals) if "??" in hand), None)
    return None if seat is None else PortalCards(seat, (chance.choice(left),))


DEALING = Dealing(next_fact, before_play, owed)
