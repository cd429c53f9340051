"""The card that says why: one paragraph of the rules, with the sum of the game that is being played."""

import htpy as h
from htpy import Node

from engine.texts.language import spoken, tr
from engine.texts.rulebook import paragraph_about
from tablelight.session.snapshot import Snapshot
from tablelight.web import games
from tablelight.web.components import lit
from tablelight.web.components.html import button, card_on_top
from tablelight.web.components.rule_words import figure, game_picture, text
from tablelight.web.components.why import Reckoning
from tablelight.web.viewer import Shown
from tablelight.web.views.looking import Looking


def card(now: Snapshot, looking: Looking) -> Node:
    """The paragraph about what was asked; another sentence where the rules have none."""
    playing = now.referee.game.name if now.referee is not None else ""
    game, topic = looking.why_of or playing, looking.why
    reckoned = _reckoned(now, looking, topic) if playing and game == playing else None
    about = reckoned.about if reckoned is not None and reckoned.about else topic.partition("/")[0]
    found = paragraph_about(game, about, spoken()) if game else None
    if found is None and reckoned is None:
        nothing = h.p[tr("The rules in words say nothing about that yet. The table still knows what may be done.")]
        return card_on_top(tr("Why?"), nothing, h.div(".row")[_close()], style="why-card")
    book, told = found if found is not None else (game, None)
    title = (reckoned.title if reckoned is not None else "") or (told.title if told else "")
    example = games.explains_of(book).example(told.picture) if told and told.picture and reckoned is None else None
    shows = told is not None and reckoned is None and told.picture
    return card_on_top(
        title,
        reckoned is not None and (reckoned.lines or reckoned.picture) and figure(reckoned.picture, reckoned),
        told is not None and h.div(".rule-text")[text(told.text)],
        shows and told is not None and figure(game_picture(book, told, example), example),
        h.div(".row")[
            _close(),
            told is not None and button("go", tr("All its rules"), style="quiet", to=f"/rules/{book}#{told.key}"),
        ],
        style="why-card",
    )


def _reckoned(now: Snapshot, looking: Looking, topic: str) -> Reckoning | None:
    """What the game's own module says of it, of the table as this viewer may know it."""
    if now.referee is None:
        return None
    shown = Shown(now.referee.match, looking.viewer)
    if looking.at is not None:
        shown = shown.at(looking.at)
    kind, _, which = topic.partition("/")
    try:
        match kind:
            case "gain":
                return _gained(shown, int(which) if which else None)
            case "lights":
                return lit.every_light(shown, looking.hand.chosen)
        return games.explains_of(shown.game.name).topic(shown, topic)
    except (KeyError, ValueError, IndexError, AttributeError):
        return None  # a topic of another position, or one that a browser made up


def _gained(shown: Shown, index: int | None) -> Reckoning | None:
    """Why an entry of the log brought points; without one, the last that did."""
    gain = games.explains_of(shown.game.name).gain
    for at, event in reversed(shown.events):
        if index is None or at == index:
            reckoned = gain(shown.at(at), event, shown.at(at + 1))
            if reckoned is not None or index is not None:
                return reckoned
    return None


def _close() -> Node:
    return button("close", tr("Back to the game"), style="go")
