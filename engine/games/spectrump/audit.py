"""Plays from hands that nobody sees, and later cards that prove them wrong (ST-AUDIT-01)."""

from engine.components.cards import Card, all_known
from engine.components.hues import Hue
from engine.core.audit import Remark
from engine.core.events import Seat
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrump import tricks
from engine.games.spectrump.events import PlayToTrick
from engine.games.spectrump.following import closed_hues
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import Debt, State


def audited(state: State, move: PlayToTrick, setup: SpectrumpSetup) -> State:
    """Old debts that this card proves, and a new one if the hand was not seen (ST-AUDIT-01)."""
    card, hue = move.card, move.card.hue
    assert hue is not None
    proved = [d for d in state.debts if d.player == move.seat and hue in d.proof]
    for debt in proved:
        state = replace(
            state,
            debts=tuple(d for d in state.debts if d is not debt),
            remarks=(*state.remarks, Remark(debt.code, debt.player, debt.trick, (debt.card, card))),
        )
        if setup.options.revoke_penalty == "minus_trump_value":
            own = state.scores[move.seat] - debt.card.number
            state = replace(state, scores=replaced_at(state.scores, move.seat, own))
    # A hand that was seen has been judged at once.
    if all_known(state.hand):
        return state
    new = _new_debt(state, move.seat, card, hue, setup)
    return replace(state, debts=(*state.debts, new)) if new else state


def _new_debt(state: State, seat: Seat, card: Card, hue: Hue, setup: SpectrumpSetup) -> Debt | None:
    if not state.trick:
        closed = closed_hues(state)
        if hue not in closed:
            return None
        code, proof = "ILLEGAL_LEAD", frozenset(Hue) - set(closed)
    else:
        code, proof = "REVOKE", tricks.proof_of_revoke(state.trick, hue, state.trump)
    if setup.options.revoke_penalty == "replay":
        code += "_REPLAY"
    return Debt(code, seat, state.trick_number, tuple(sorted(proof)), card) if proof else None
