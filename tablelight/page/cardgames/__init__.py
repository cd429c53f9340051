"""Card games on the page, one file a game: what lies where, and what people may mean by the cards they tap."""

from tablelight.page.cardgames.casino import Casino
from tablelight.page.cardgames.common import Desk
from tablelight.page.cardgames.cribbage import Cribbage
from tablelight.page.cardgames.five_hundred import FiveHundred
from tablelight.page.cardgames.poker import Poker
from tablelight.page.cardgames.solitaire import Solitaire
from tablelight.page.cardgames.spectrumo import Spectrumo
from tablelight.page.cardgames.spectrump import Spectrump

DESKS: dict[str, Desk] = {
    "spectrum_casino": Casino(),
    "spectrum_cribbage": Cribbage(),
    "spectrum_500": FiveHundred(),
    "spectrum_poker": Poker(),
    "spectrum_solitaire": Solitaire(),
    "spectrumo": Spectrumo(),
    "spectrump": Spectrump(),
}
"""The card games by name."""
