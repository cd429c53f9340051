"""The buttons that deal, roll and draw for tables that have no cards or dice at hand."""

from engine.core.verdict import Cards, Dice, Pieces
from tablelight.web.components.html import button
from tablelight.web.viewer import Shown


def buttons(shown: Shown, *, has_dice: bool = False) -> str:
    """What can be dealt or rolled now. ``has_dice``: a camera watches real dice, so none are rolled here."""
    need = shown.awaiting.need
    # Dice are rolled by their player: by hand under a camera, or on the phone that plays that seat.
    if not shown.can_deal() or (isinstance(need, Dice) and (has_dice or not shown.acts_here)):
        here = ""
    else:
        here = button("deal-here", _label(shown), style="go")
    real = button("deal-real", "We deal real cards", style="quiet") if shown.can_deal_real() else ""
    return f'<div class="row deals">{here}{real}</div>' if here or real else ""


def _label(shown: Shown) -> str:
    need = shown.awaiting.need
    if shown.secret_cards_due():
        return "Deal the secret cards here"
    if isinstance(need, Dice):
        return "Roll here"
    if isinstance(need, Cards):
        whole = need.to in ("deck", "hands")
        return "Shuffle and deal here" if whole else "Turn the card here" if need.count == 1 else "Deal them here"
    return "Draw here" if isinstance(need, Pieces) and need.count < 10 else "Do it here"
