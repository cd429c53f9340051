"""Set up a game: which one, who plays, what the table agreed on."""

from engine.registry import find
from tablelight.page.html import button, text

_NAMES = 6

OFFERED = ("roll_and_color", "spectrum", "spectrum_escape", "sixchex_spectrum", "spectrangle", "spectra_icehouse")
"""Games in which nothing is hidden. The others are refereed over JSON lines until the page can keep a hand secret."""


def form(chosen: str, *, close: bool = False) -> str:
    """The form for a new game; the fields of one game's options are read off its own documentation."""
    game = find(chosen)
    games = "".join(
        f'<option value="{name}"{" selected" if name == chosen else ""}>{text(find(name).title)}</option>'
        for name in OFFERED
    )
    fewest, most = game.seats
    limit = f"{fewest} to {most}" if most else f"{fewest} or more"
    shown = max(fewest, min(most or _NAMES, _NAMES))
    players = "".join(
        f'<input name="name{n}" maxlength="24" autocomplete="off" placeholder="Player {n + 1}">' for n in range(shown)
    )
    choices = "".join(f"<option>{text(edition)}</option>" for edition in game.editions)
    editions = f'<label>Edition<select name="edition">{choices}</select></label>' if len(game.editions) > 1 else ""
    options = "".join(_option(name, **doc) for name, doc in game.option_docs().items())
    more = f"<details><summary>House rules</summary>{editions}{options}</details>" if options or editions else ""
    cancel = button("close", "Back", style="quiet") if close else ""
    return (
        '<form class="newgame"><h2>New game</h2>'
        f'<label>Game<select name="game" data-change="choose-game">{games}</select></label>'
        f"<fieldset><legend>Who plays? ({limit})</legend>{players}</fieldset>{more}"
        f'<div class="row">{button("new-game", "Begin", style="go")}{cancel}</div></form>'
    )


def _option(name: str, default: object, values: object, doc: str) -> str:
    label = f'<span class="doc">{text(doc)}</span>'
    if values == [True, False]:
        checked = " checked" if default else ""
        return f'<label class="option"><input type="checkbox" name="option-{name}"{checked}>{label}</label>'
    if isinstance(values, list):
        choices = "".join(
            f'<option value="{text(v)}"{" selected" if v == default else ""}>{text(v)}</option>' for v in values
        )
        return f'<label class="option">{label}<select name="option-{name}">{choices}</select></label>'
    return f'<label class="option">{label}<input name="option-{name}" value="{text(default)}"></label>'
