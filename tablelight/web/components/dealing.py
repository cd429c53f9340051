"""The buttons that deal, roll and draw for tables that have no cards or dice at hand."""

import htpy as h
from htpy import Node

from engine.core.verdict import Cards, Dice, Pieces
from engine.texts.language import tr
from tablelight.web.components.html import button, rendered
from tablelight.web.viewer import Shown


@rendered
def buttons(shown: Shown, *, has_dice: bool = False) -> Node:
    """What can be dealt or rolled now. ``has_dice``: a camera watches real dice, so none are rolled here."""
    need = shown.awaiting.need
    # Dice are rolled by their player: by hand under a camera, or on the phone that plays that seat.
    rolled_by_hand = isinstance(need, Dice) and (has_dice or not shown.acts_here)
    here = shown.can_deal() and not rolled_by_hand and button("deal-here", _label(shown), style="go")
    real = shown.can_deal_real() and button("deal-real", tr("We deal real cards"), style="quiet")
    return (here or real) and h.div(".row.deals")[here, real]


def _label(shown: Shown) -> str:
    need = shown.awaiting.need
    if shown.secret_cards_due():
        return tr("Deal the secret cards here")
    if isinstance(need, Dice):
        return tr("Roll here")
    if isinstance(need, Cards):
        whole = need.to in ("deck", "hands")
        return (
            tr("Shuffle and deal here")
            if whole
            else tr("Turn the card here")
            if need.count == 1
            else tr("Deal them here")
        )
    return tr("Draw here") if isinstance(need, Pieces) and need.count < 10 else tr("Do it here")
