"""Card games on the page, one file a game: what lies where, and what people may mean by the cards they tap."""

from tablelight.web.components.desk import Desk
from tablelight.web.games.spectrum_500 import FiveHundred
from tablelight.web.games.spectrum_casino import Casino
from tablelight.web.games.spectrum_cribbage import Cribbage
from tablelight.web.games.spectrum_poker import Poker
from tablelight.web.games.spectrum_solitaire import Solitaire
from tablelight.web.games.spectrumo import Spectrumo
from tablelight.web.games.spectrump import Spectrump

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
