"""Set up a game: which one, who plays, what the table agreed on."""

import re
from collections.abc import Sequence

from engine.registry import find
from tablelight.page.html import button, text

_NAMES = 8

GROUPS: dict[str, dict[str, str]] = {
    "Dice and board": {
        "roll_and_color": "Nine dice, four rerolls, a sheet of 24 rows.",
        "spectrum": "Pawns race inward along open colours and take stars.",
        "spectrum_escape": "Own and common dice bring pawns from the centre off the board.",
        "sixchex_spectrum": "Coins zigzag over 72 cards and capture along the rainbow.",
    },
    "Card games": {
        "spectrum_casino": "Take cards from the board by number, and look for the chosen colour.",
        "spectrumo": "Get rid of your cards: neighbour on neighbour, or the same number.",
        "spectrump": "Bid for trump, follow by colour, and mind the scoring trumps.",
        "spectrum_500": "Meld groups and sequences of a shade; call Spectrum! out of turn.",
        "spectrum_cribbage": "Eighteens, runs and pairs, played up to 37 and counted with a crib.",
        "spectrum_poker": "Thirteen ranks of five cards, drawn or around a common board.",
        "spectrum_solitaire": "Twelve piles, twelve homes, one player.",
    },
    "Tiles and pieces": {
        "spectrangle": "Three-coloured triangles, edge to edge; sides times value times bonus.",
        "spectra_icehouse": "Draw pyramids, mix colours with your neighbours, grow three trees.",
    },
}
"""Every game with one line that says what it is like."""

OFFERED = tuple(name for games in GROUPS.values() for name in games)


def form(chosen: str, said: str = "", names: Sequence[str] = (), *, close: bool = False) -> str:
    """The form for a new game; the fields of one game's options are read off its own documentation.

    ``said``: why the last try could not be. ``names``: what was typed before another game was chosen.
    """
    game = find(chosen)
    fewest, most = game.seats
    shown = max(fewest, min(most or _NAMES, _NAMES))
    players = "".join(
        f'<input name="name{n}" maxlength="24" autocomplete="off" placeholder="Player {n + 1}"'
        f' aria-label="Player {n + 1}" value="{text(names[n]) if n < len(names) else ""}">'
        for n in range(shown)
    )
    choices = "".join(f"<option>{text(edition)}</option>" for edition in game.editions)
    editions = f'<label>Edition<select name="edition">{choices}</select></label>' if len(game.editions) > 1 else ""
    docs = game.option_docs()
    first, options = ("".join(_option(n, **doc) for n, doc in docs.items() if doc["asked"] is a) for a in (True, False))
    ask = f"<fieldset><legend>Agree on this first</legend>{first}</fieldset>" if first else ""
    more = f"<details><summary>House rules</summary>{editions}{options}</details>" if options or editions else ""
    cancel = button("close", "Back", style="quiet") if close else ""
    why = f'<p class="refused" role="alert">{text(said)}</p>' if said else ""
    about = next(games[chosen] for games in GROUPS.values() if chosen in games)
    return (
        f'<form class="newgame"><h2>New game</h2>{why}'
        f'<label>Game<select name="game" data-change="choose-game">{_games(chosen)}</select></label>'
        f'<p class="said">{text(about)}</p>'
        f"<fieldset><legend>Who plays? ({_limit(chosen)})</legend>{players}</fieldset>{ask}{more}"
        f'<div class="row">{button("new-game", "Begin", style="go")}{cancel}</div></form>'
    )


def _games(chosen: str) -> str:
    return "".join(
        f'<optgroup label="{text(group)}">'
        + "".join(
            f'<option value="{name}"{" selected" if name == chosen else ""}>{text(find(name).title)}</option>'
            for name in games
        )
        + "</optgroup>"
        for group, games in GROUPS.items()
    )


_ODD = {"spectrump": "2, 4, 6 or 8", "spectrum_cribbage": "2, or 4 in pairs"}
"""Games that not every number between fewest and most can play."""


def _limit(name: str) -> str:
    fewest, most = find(name).seats
    if name in _ODD:
        return _ODD[name]
    if fewest == most:
        return f"{fewest}"
    return f"{fewest} to {most}" if most else f"{fewest} or more"


_RULE_ID = re.compile(r"\s*\([A-Z0-9]+(?:-[A-Z0-9]+)+(?:, [A-Z0-9]+(?:-[A-Z0-9]+)+)*\)")
"""Rule ids in an option's documentation: for developers, not for who sets up a game."""


def _words(value: object) -> str:
    """As people write it: values are single words, joined by underscores, for programs."""
    return text(str(value).replace("_", " "))


def _option(name: str, default: object, values: object, doc: str, **_: object) -> str:
    """One choice, with its line of doc."""
    label = f'<span class="doc">{_words(_RULE_ID.sub("", doc))}</span>'
    if values == [True, False]:
        checked = " checked" if default else ""
        return f'<label class="option"><input type="checkbox" name="option-{name}"{checked}>{label}</label>'
    if isinstance(values, list):
        choices = "".join(
            f'<option value="{text(v)}"{" selected" if v == default else ""}>{_words(v)}</option>' for v in values
        )
        return f'<label class="option">{label}<select name="option-{name}">{choices}</select></label>'
    return f'<label class="option">{label}<input name="option-{name}" value="{text(default)}"></label>'
