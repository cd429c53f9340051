"""The players, as the page asks about them: what they are called, and who has to go home."""

import unicodedata
from collections.abc import Sequence

from engine import texts
from tablelight.texts import sentences
from tablelight.web.components.html import button, text
from tablelight.web.viewer import Shown


def too_alike(names: Sequence[str]) -> str:
    """Why these names cannot be told apart across a table, in a sentence; empty when they can. Capitals, spaces and
    signs that nobody sees make no other name; gaps are not looked at."""
    known: dict[str, str] = {}
    for name in filter(None, names):
        other = known.get(_heard(name))
        if other is not None:
            return sentences.say("people", "twice" if other == name else "alike", one=other, other=name)
        known[_heard(name)] = name
    return ""


def _heard(name: str) -> str:
    """A name as it is heard."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join(seen.casefold().split())


def card(match: Shown, typed: Sequence[str], said: str) -> str:
    """Everybody's name to be changed, and a way to leave. ``typed``: names that could not be taken, ``said``: why."""
    names = typed if said and len(typed) == len(match.seats) else match.seats
    fields = "".join(
        f'<input name="name{n}" maxlength="24" autocomplete="off" aria-label="Player {n + 1}" value="{text(name)}">'
        for n, name in enumerate(names)
    )
    why = f'<p class="refused" role="alert">{text(said)}</p>' if said else ""
    return (
        f'<div class="sheet-over"><form class="card"><h2>Players</h2>{why}<div class="names">{fields}</div>'
        f'<div class="row">{button("rename", "Save the names", style="go")}'
        f"{button('close', 'Close', style='quiet')}</div>{_leaving(match)}</form></div>"
    )


def _leaving(match: Shown) -> str:
    if match.awaiting.actor == "nobody":
        return ""
    goes = "".join(
        button("go-home", f"{text(name)} has to go", style="quiet", seat=seat) for seat, name in enumerate(match.seats)
    )
    return f'<p class="said">{text(sentences.say("people", "leaving"))}</p><div class="row">{goes}</div>'


def ended(match: Shown) -> str:
    """That somebody had to go, and how everybody stood then."""
    assert match.left is not None
    left = sentences.say("people", "left", name=match.seats[match.left])
    points = texts.join([f"{name} {match.scores.get(seat, 0)}" for seat, name in enumerate(match.seats)])
    standing = sentences.say("people", "standing", standing=points) if any(match.scores.values()) else ""
    return f'<h1 aria-live="polite">{text(left)}</h1><p class="said">{text(standing)}</p>'


def back(match: Shown) -> str:
    """The button for when they are back after all."""
    assert match.left is not None
    return button("come-back", f"Go on, {text(match.seats[match.left])} is back", style="go")
