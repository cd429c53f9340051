"""Why the board is lit as it is: every meaning that it shows now, where, and what may be done there."""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine.components.hues import Hue
from engine.components.lights import Meaning, Picture, Spot
from engine.texts.language import tr, trn
from tablelight.web import games
from tablelight.web.components.html import classes
from tablelight.web.components.rule_words import text
from tablelight.web.components.why import Reckoning
from tablelight.web.viewer import Shown

_MOST_NAMED, _MOST_SENTENCES = 8, 12
"""Spaces that are named for one meaning, and sentences about single spaces; more would be read by nobody."""


def meanings() -> Mapping[Meaning, str]:
    """What each kind of light says in any game."""
    return {
        Meaning.CHOSEN: tr("White: this is picked up."),
        Meaning.LEGAL: tr("Bright: this may be done."),
        Meaning.WAITING: tr("Breathing: something is waited for here."),
        Meaning.WRONG: tr("Blinking red: this cannot stay so."),
        Meaning.SCORED: tr("One wave: captured, scored, done."),
        Meaning.PIECE: tr("Steady: something of ours lies here."),
        Meaning.IDLE: tr("Dim: the board at rest."),
    }


def every_light(shown: Shown, lifted: tuple[str, ...] = ()) -> Reckoning:
    """All that the board says now; ``lifted``: what is picked up from it."""
    game, state = shown.game, shown.state
    picture = game.lights_lifted(state, lifted[0]) if lifted else game.lights(state)
    rows = [_meaning(meaning, words, picture) for meaning, words in meanings().items()]
    sentences = _sentences(shown, picture, lifted)
    inside = [h.div(".lit-rows")[rows], sentences and h.div(".rule-text")[text("\n".join(sentences))]]
    return Reckoning((), inside, tr("What the lights say now"), "light.legal")


def _meaning(meaning: Meaning, words: str, picture: Picture) -> Node:
    spots = [spot for spot, light in picture.items() if light.meaning is meaning]
    if not spots:
        return None
    hues = dict.fromkeys(picture[spot].hue for spot in spots)
    dots = [h.i(class_=classes("lit-dot", meaning.value, f"hue-{hue.name}" if hue is not None else "")) for hue in hues]
    return h.div(".lit-row")[h.span(".lit-dots")[dots[:4]], h.span[words, h.small[_where(spots)]]]


def _where(spots: Sequence[Spot]) -> str:
    if len(spots) > _MOST_NAMED:
        return trn("{count} space", "{count} spaces", len(spots))
    return ", ".join(map(spot_words, spots))


def spot_words(spot: Spot) -> str:
    """A place as people say it: green-blue 4; other boards' places keep their names."""
    name, ring = spot.rstrip("0123456789"), spot[len(spot.rstrip("0123456789")) :]
    return f"{Hue[name].called} {ring}".rstrip() if name in Hue.__members__ else spot


def _sentences(shown: Shown, picture: Picture, lifted: tuple[str, ...]) -> list[str]:
    """What may be done on single spaces, as the game's own module says it."""
    light = games.explains_of(shown.game.name).light
    asking = [spot for spot, lit in picture.items() if lit.meaning in (Meaning.LEGAL, Meaning.WAITING)] or list(picture)
    found = [f"- {sentence}" for spot in asking for sentence in light(shown, spot, lifted)]
    return list(dict.fromkeys(found))[:_MOST_SENTENCES]
