"""Card games on the page, one file a game: what lies where, and what people may mean by the cards they tap."""

from tablelight.web.components.desk import Desk
from tablelight.web.games.spectrum_500 import Spectrum500Desk
from tablelight.web.games.spectrum_casino import CasinoDesk
from tablelight.web.games.spectrum_cribbage import CribbageDesk
from tablelight.web.games.spectrum_poker import PokerDesk
from tablelight.web.games.spectrum_solitaire import SolitaireDesk
from tablelight.web.games.spectrumo import SpectrumoDesk
from tablelight.web.games.spectrump import SpectrumpDesk

DESKS: dict[str, Desk] = {
    "spectrum_casino": CasinoDesk(),
    "spectrum_cribbage": CribbageDesk(),
    "spectrum_500": Spectrum500Desk(),
    "spectrum_poker": PokerDesk(),
    "spectrum_solitaire": SolitaireDesk(),
    "spectrumo": SpectrumoDesk(),
    "spectrump": SpectrumpDesk(),
}
"""The card games by name."""
