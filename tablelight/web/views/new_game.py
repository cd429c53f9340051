"""Set up a game: which one, who plays, what the table agreed on."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.registry import find
from engine.texts import without_rule_ids
from tablelight.texts.sentences import say
from tablelight.web.components.html import button, text
from tablelight.web.components.players import too_alike

_NAMES, _MORE_NAMES = 8, 12
"""Players that are asked for at once, and with "More players"."""

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

_FIRST = {
    "spectrum": ("dice", "start", "scoring", "missions", "portals"),
    "spectrump": ("deck", "partners"),
    "spectrum_poker": ("form",),
}
"""Options that make another game of it: they stand before the house rules."""

_NEVER = {"speed_rule"}
"""Options that the rules name and nobody can play by."""

OFFERED = tuple(name for games in GROUPS.values() for name in games)


def form(
    chosen: str,
    said: str = "",
    names: Sequence[str] = (),
    given: Mapping[str, str] | None = None,
    *,
    close: bool = False,
    running: str = "",
) -> str:
    """The form for a new game; the fields of one game's options are read off its own documentation.

    ``said``: why the last try could not be. ``names``: what was typed before another game was chosen. ``given``: all
    fields of the last try. ``running``: the title of a game that is being played meanwhile.
    """
    game = find(chosen)
    given = given if given and given.get("game") == chosen else {}
    docs = {name: doc for name, doc in game.option_docs().items() if name not in _NEVER}
    ways = _FIRST.get(chosen, ())

    def fields(wanted: Sequence[str]) -> str:
        return "".join(_option(name, given=given, **docs[name]) for name in wanted)

    asked = fields([name for name, doc in docs.items() if doc["asked"]])
    first = _editions(game.editions, given) + fields(ways)
    options = fields([name for name, doc in docs.items() if not doc["asked"] and name not in ways])
    parts = (
        f"<fieldset><legend>Agree on this first</legend>{asked}</fieldset>" if asked else "",
        f"<fieldset><legend>How do you play?</legend>{first}</fieldset>" if first else "",
        f"<details><summary>House rules</summary>{options}</details>" if options else "",
        f'<p class="said">{text(say("new_game", "running", game=running))}</p>' if running else "",
        f'<p class="refused" role="alert">{text(said)}</p>' if said else "",
    )
    cancel = button("close", "Back", style="quiet") if close else ""
    about = next(games[chosen] for games in GROUPS.values() if chosen in games)
    return (
        '<form class="newgame"><h2>New game</h2>'
        f'<label>Game<select name="game" data-change="choose-game">{_games(chosen)}</select></label>'
        f'<p class="said">{text(about)}</p>'
        f"<fieldset><legend>Who plays? ({_limit(chosen)})</legend>{_players(game.seats, names)}</fieldset>"
        f"{''.join(parts)}"
        f'<div class="row">{button("new-game", "Begin", style="go")}{cancel}</div></form>'
    )


def _players(seats: tuple[int, int | None], names: Sequence[str]) -> str:
    """A field for each player's name; those of a crowd are folded away until they are wanted."""
    fewest, most = seats[0], seats[1] or _MORE_NAMES
    fields = [
        f'<input name="name{n}" maxlength="24" autocomplete="off" placeholder="Player {n + 1}"'
        f' aria-label="Player {n + 1}" value="{text(names[n]) if n < len(names) else ""}">'
        for n in range(max(fewest, most))
    ]
    shown, folded = "".join(fields[:_NAMES]), "".join(fields[_NAMES:])
    unfold = " open" if any(names[_NAMES:]) else ""
    more = f'<details{unfold}><summary>More players</summary><div class="names">{folded}</div></details>'
    return shown + (more if folded else "")


def _editions(editions: Sequence[str], given: Mapping[str, str]) -> str:
    if len(editions) < 2:
        return ""
    choices = "".join(
        f"<option{' selected' if edition == given.get('edition') else ''}>{text(edition)}</option>"
        for edition in editions
    )
    return f'<label class="edition">Edition of the rules<select name="edition">{choices}</select></label>'


def wrong_fields(game: str, names: Sequence[str], given: Mapping[str, str]) -> str:
    """What in the fields cannot be, in a sentence; empty when they can be tried."""
    if alike := too_alike(names):
        return alike
    for name, doc in find(game).option_docs().items():
        typed = given.get(f"option-{name}")
        if doc["values"] == "int" and typed is not None and not re.fullmatch(r"-?[0-9]{1,9}", typed.strip()):
            return say("new_game", "no_number", what=without_rule_ids(doc["doc"]).rstrip("."), given=typed[:20])
    return ""


def in_words(game: str, why: str) -> str:
    """A refusal of the rules with the names of options in people's words."""
    for name, doc in find(game).option_docs().items():
        words = f"“{without_rule_ids(doc['doc']).rstrip('.')}”"
        why = why.replace(f"'{name}'", words)
        why = why.replace(name, words) if "_" in name else why
    return why


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


def _words(value: object) -> str:
    """As people write it: values are single words, joined by underscores, for programs."""
    return {"True": "yes", "False": "no"}.get(str(value), text(str(value).replace("_", " ")))


def _option(name: str, default: object, values: object, doc: str, given: Mapping[str, str], **_: Any) -> str:
    """One choice, with its line of doc. ``given``: all fields as they were sent; a box without a tick sends nothing."""
    label, field = f'<span class="doc">{text(without_rule_ids(doc))}</span>', f"option-{name}"
    if values == [True, False]:
        checked = " checked" if (field in given if given else default) else ""
        return f'<label class="option"><input type="checkbox" name="{field}"{checked}>{label}</label>'
    value = given.get(field, str(default))
    if isinstance(values, list):
        choices = "".join(
            f'<option value="{text(v)}"{" selected" if str(v) == value else ""}>{_words(v)}</option>' for v in values
        )
        return f'<label class="option">{label}<select name="{field}">{choices}</select></label>'
    return f'<label class="option">{label}<input name="{field}" inputmode="numeric" value="{text(value)}"></label>'
