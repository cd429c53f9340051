"""Every game by its name. A new game is one file in engine/games and one line here."""

from dataclasses import fields
from importlib import import_module
from typing import Any

from engine.core.errors import BadRules, NotUnderstood
from engine.core.game import Game, Rules
from engine.core.serialization import from_plain

_GAMES = {
    "spectrum": "engine.games.spectrum.game:Spectrum",
    "roll_and_color": "engine.games.roll_and_color.game:RollAndColor",
    "sixchex_spectrum": "engine.games.sixchex_spectrum.game:SixchexSpectrum",
    "spectra_icehouse": "engine.games.spectra_icehouse.game:SpectraIcehouse",
    "spectrum_escape": "engine.games.spectrum_escape.game:SpectrumEscape",
    "spectrangle": "engine.games.spectrangle.game:Spectrangle",
    "spectrum_solitaire": "engine.games.spectrum_solitaire.game:Solitaire",
    "spectrumo": "engine.games.spectrumo.game:Spectrumo",
    "spectrum_casino": "engine.games.spectrum_casino.game:Casino",
    "spectrum_cribbage": "engine.games.spectrum_cribbage.game:SpectrumCribbage",
    "spectrum_poker": "engine.games.spectrum_poker.game:SpectrumPoker",
    "spectrum_500": "engine.games.spectrum_500.game:Spectrum500",
    "spectrump": "engine.games.spectrump.game:Spectrump",
}


def names() -> tuple[str, ...]:
    """The games this engine knows."""
    return tuple(_GAMES)


def find(name: str) -> type[Game[Any, Any]]:
    """The class of a game; loaded when first asked for. Raises BadRules for a name nobody knows."""
    if not isinstance(name, str) or name not in _GAMES:
        raise BadRules(f"there is no game called '{name}'; there are {', '.join(_GAMES)}")
    module, _, attribute = _GAMES[name].partition(":")
    game: type[Game[Any, Any]] = getattr(import_module(module), attribute)
    return game


def create(name: str, seats: int, edition: str | None = None, options: dict[str, Any] | None = None) -> Game[Any, Any]:
    """The named game under these rules. Raises BadRules that says what cannot be."""
    kind = find(name)
    fewest, most = kind.seats
    if seats < fewest or (most is not None and seats > most):
        players = f"{fewest} or more" if most is None else f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadRules(f"{kind.title} is for {players} {'player' if most == 1 else 'players'}, not {seats}")
    edition = edition or kind.editions[0]
    if edition not in kind.editions:
        raise BadRules(f"{kind.title} has edition {' and '.join(kind.editions)}, not '{edition}'")
    return kind(Rules(seats, edition, _options(kind, options or {})))


def _options(kind: type[Game[Any, Any]], given: dict[str, Any]) -> Any:
    known = [f.name for f in fields(kind.options_type)]
    if not isinstance(given, dict):
        raise BadRules(f"{kind.title}: options should be an object")
    for name in given:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadRules(f"{kind.title} has no option '{name}'; {has}")
    try:
        return from_plain(kind.options_type, given, "options")
    except NotUnderstood as error:
        raise BadRules(f"{kind.title}: {error}") from None
