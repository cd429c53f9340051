"""Set up a game: which one, who plays, what the table agreed on."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.core.entry import GameEntry
from engine.core.registry import entries, entry_of, find
from engine.texts import without_rule_ids
from tablelight.texts.sentences import say
from tablelight.web.components.html import button, text
from tablelight.web.components.players import too_alike

_NAMES, _MORE_NAMES = 8, 12
"""Players that are asked for at once, and with "More players"."""


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
    entry = entry_of(chosen)
    docs = {name: doc for name, doc in game.option_docs().items() if name not in entry.never_asked}
    ways = tuple(name for name in entry.asked_first if name in docs)

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
    return (
        '<form class="newgame"><h2>New game</h2>'
        f'<label>Game<select name="game" data-change="choose-game">{_games(chosen)}</select></label>'
        f'<p class="said">{text(about(entry))}</p>'
        f"<fieldset><legend>Who plays? ({text(entry.players)})</legend>{_players(game.seats, names)}</fieldset>"
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
            f'<option value="{entry.name}"{" selected" if entry.name == chosen else ""}>{text(entry.title)}</option>'
            for entry in games
        )
        + "</optgroup>"
        for group, games in groupby(entries(), key=lambda entry: entry.group)
    )


def about(entry: GameEntry) -> str:
    """What a game is like, and about how long it takes."""
    return f"{entry.blurb} About {entry.minutes} minutes." if entry.minutes else entry.blurb


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
