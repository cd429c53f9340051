"""Dice and cards as the table shows them: what can be, and what cannot."""

from typing import TYPE_CHECKING

from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.events import Drawn, Rolled
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import deck, dice_count
from engine.games.spectrum.state import State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum


def judge(game: "Spectrum", state: State, event: Rolled | Drawn) -> Verdict:
    """Whether a roll, or a hand of cards, can be what the table shows now (SB-ROL-01, SB-CRD-01, 02, 04)."""
    options = game.options
    if state.phase == "move":
        return no("ALREADY_ROLLED", "SB-GAM-03", waits=game.awaiting(state))
    if state.phase != "roll":
        return game.not_now(state, event)
    count = dice_count(state.taken.bit_count(), options.dice)
    if isinstance(event, Drawn):
        return _judge_draw(options, state, event, count)
    if options.dice == "cards":
        return no("CARDS_NOT_DICE", "SB-CRD-01")
    if len(event.dice) != count:
        return no("WRONG_DICE_COUNT", "SB-ROL-01", count=len(event.dice), wanted=count)
    odd = tuple(hue for hue in event.dice if not hue.is_primary)
    if odd and options.dice == "d6":
        return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
    return yes()


def _judge_draw(options: Options, state: State, event: Drawn, count: int) -> Verdict:
    if options.dice != "cards":
        return no("DICE_NOT_CARDS", "SB-CRD-01")
    if len(event.cards) != count:
        return no("WRONG_CARD_COUNT", "SB-CRD-02", count=len(event.cards), wanted=count)
    all_cards = deck(options.swap_cards)
    odd = tuple(card for card in event.cards if card not in all_cards)
    if odd:
        return no("NOT_IN_THIS_DECK", "SB-CRD-01", cards=odd)
    twice = tuple(sorted({c for c in event.cards if event.cards.count(c) > 1}))
    left = [card for card in all_cards if card not in state.spent]
    if len(left) >= count:
        twice += tuple(card for card in event.cards if card in state.spent and card not in twice)
    elif set(left) - set(event.cards):
        # What was left comes first; the rest is drawn from the shuffled discards (SB-CRD-04).
        return no("DRAW_THE_REST_FIRST", "SB-CRD-04", cards=tuple(c for c in left if c not in event.cards))
    return no("CARD_GONE", "SB-CRD-04", cards=twice) if twice else yes()
