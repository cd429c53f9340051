"""A reading in doubt, on the page: what was seen, what is asked, and every way out of it in two taps at most."""

from collections.abc import Callable, Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.hues import PRIMARIES, Hue
from engine.texts.language import later, tr, translated
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.doubts import Doubt
from tablelight.referee.expectations import KINDS, ExpectedDice, answers
from tablelight.referee.hypotheses import text_of
from tablelight.referee.state import RefereeState
from tablelight.texts import sentences
from tablelight.web.components.dice import shape
from tablelight.web.components.html import button, card_on_top, chip, classes, rendered
from tablelight.web.components.log_lines import steps_words, way_words
from tablelight.web.viewer import Shown
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

_LIKELY = 0.1
Pictures = Callable[[SeenDie | SeenPips, int | None], Node]
"""The picture of a die in the reading of that number, as HTML; nothing where none is kept."""


def doubt_sentence(match: Shown, doubt: Doubt) -> str:
    """Why a reading waits: the reader's words if it has some, then the service's own or the game's."""
    why = doubt.why
    if why.reason == "NO_READING" and doubt.trouble:
        words = ""
    elif sentences.known("doubt", why.reason):
        words = sentences.say("doubt", why.reason, **dict(why.details))
    else:
        words = match.explain(why)
    return f"{doubt.trouble} {words}".strip()


@rendered
def panel(referee: RefereeState, *, may_write: bool, can_type: bool, picture: Pictures | None = None) -> Node:
    """The doubt with its dice and its ways out; nothing where there is none.

    ``picture``: of a die in a reading, as HTML."""
    doubt = referee.doubt
    if doubt is None:
        return None
    if doubt.pips is not None:
        pictures = [picture(die, doubt.picture) for die in doubt.pips] if picture else None
        return _pips(doubt, Shown(referee.match), pictures, may_write=may_write)
    if doubt.cards is not None:
        return _cards(referee, doubt, may_write=may_write)
    dice = [_die(n, doubt, picture, may_write=may_write) for n in range(len(doubt.dice))]
    return h.div(".doubt")[
        h.p(role="alert")[doubt_sentence(Shown(referee.match), doubt)],
        h.div(".hues")[dice, may_write and _plus()],
        may_write and _exits(referee, can_type=can_type),
    ]


def _cards(referee: RefereeState, doubt: Doubt, *, may_write: bool) -> Node:
    """Cards in doubt: what may have happened, a tap each."""
    exits = may_write and _exits(referee, can_type=False)
    return h.div(".doubt")[h.p(role="alert")[doubt_sentence(Shown(referee.match), doubt)], exits]


def _pips(doubt: Doubt, match: Shown, pictures: Node, *, may_write: bool) -> Node:
    """Dice with dots in doubt: the numbers they may show, likely ones first and marked. ``pictures``: of those dice."""
    said = [h.p(role="alert")[doubt_sentence(match, doubt)], pictures]
    if not may_write:
        return h.div(".doubt")[said]
    chances: dict[int, float] = {}
    for die in doubt.pips or ():
        for number, chance in die.candidates:
            chances[number] = max(chance, chances.get(number, 0.0))
    ranked = sorted(range(1, 7), key=lambda number: (-chances.get(number, 0.0), number))
    likely = [number for number in ranked[:2] if chances.get(number, 0.0) >= _LIKELY]
    numbers = [
        button("play", str(n), style="number likely" if n in likely else "number", event=f"roll {n}") for n in ranked
    ]
    forget = button("dismiss", tr("Forget this reading"), style="quiet")
    return h.div(".doubt")[said, h.div(".hues")[numbers], h.div(".row")[forget]]


@rendered
def number_card(number: int, picture: Node = None) -> Node:
    """What the die that was read really shows. ``picture``: of it."""
    others = [button("correct-pips", str(n), style="number", number=n) for n in range(1, 7) if n != number]
    leave = button("close", tr("Leave it"), style="quiet")
    return card_on_top(
        tr("It counts as {number}. What is it really?", number=number), picture, h.div(".hues")[others], leave
    )


def seen_as(doubt: Doubt, index: int) -> SeenDie:
    """A die in doubt as the camera saw it, whatever was said of it since."""
    return (doubt.seen[index] if doubt.seen else None) or doubt.dice[index]


def _die(index: int, doubt: Doubt, picture: Pictures | None, *, may_write: bool) -> Node:
    die = doubt.dice[index]
    if die.top is not None:
        return chip(die.top, act="doubt-die" if may_write else "", shape=shape(die.kind), index=index)
    tap = {"data-act": "doubt-die", "data-index": str(index)} if may_write else {}
    sign, words = ("⤢", tr("a leaning die")) if die.status == "cocked" else ("?", tr("an unsure die"))
    crop = picture(seen_as(doubt, index), doubt.picture) if picture else None
    style, inside = ("seen square", [crop, h.b[sign]]) if crop else (shape(die.kind), sign)
    look = {"class": classes("chip", style, "empty", "ask"), "aria-label": words}
    return h.button(look, tap)[inside] if may_write else h.span(look, role="img")[inside]


def _plus() -> Node:
    return h.button(".chip.square.empty.plus", data_act="overlay", data_name="doubt-add", aria_label=tr("another die"))[
        "+"
    ]


def _exits(referee: RefereeState, *, can_type: bool) -> Node:
    found = open_hypotheses(referee)
    style = "go" if len(found) == 1 else "choice"
    match, cards = Shown(referee.match), referee.doubt is not None and referee.doubt.cards is not None
    return h.div(".row")[
        [
            button("accept", steps_words(match, way) if cards else way_words(way), style=style, way=text_of(way))
            for way in found
        ],
        can_type and button("type", tr("Type the roll in"), style="quiet"),
        button("dismiss", tr("Forget this reading"), style="quiet"),
    ]


@rendered
def die_card(doubt: Doubt, index: int, expected: ExpectedDice | None, picture: Node = None) -> Node:
    """What one die in doubt really is: what is expected and likely first, what cannot be meant not at all.
    ``picture``: of that die."""
    may = answers(expected, doubt.dice, index)
    rows = [
        [_as_kind(kind, doubt.dice[index].kind, first=n == 0), _palettes(kind, may.likely if n == 0 else (), index)]
        for n, kind in enumerate(may.kinds)
    ]
    style = "go" if may.none_first else "quiet"
    none = button("no-die", tr("There is no die"), style=style, index=index)
    first = [h.div(".row")[none], h.p(".said")[tr("If it is one after all, it shows")]] if may.none_first else None
    last = h.div(".row")[not may.none_first and none, button("close", tr("Leave it"), style="quiet")]
    return card_on_top(tr("What does this die show?"), picture, first, rows, last)


def _as_kind(kind: str, seen: str, *, first: bool) -> Node:
    """What stands over the hues of a kind, where it needs saying."""
    if kind == seen and first:
        return None
    how = "after all" if kind == seen else "should be" if first else "no"
    return h.p(".said")[translated(_SHOWS[kind, how])]


_SHOWS = {
    ("d6", "after all"): later("It is a cube after all and shows"),
    ("d6", "should be"): later("It should be a cube and shows"),
    ("d6", "no"): later("No, it is a cube and shows"),
    ("d12", "after all"): later("It is a twelve-sided die after all and shows"),
    ("d12", "should be"): later("It should be a twelve-sided die and shows"),
    ("d12", "no"): later("No, it is a twelve-sided die and shows"),
}
_THAT_SHOWS = {"d6": later("A cube that shows"), "d12": later("A twelve-sided die that shows")}


def _palettes(kind: str, likely: Sequence[Hue], index: int) -> Node:
    first = [
        chip(hue, act="name", shape=shape(kind), style="likely", hue=hue.name, index=index, kind=kind) for hue in likely
    ]
    rest = _palette(kind, "name", without=likely, index=index, kind=kind)
    return [first and h.div(".hues")[first], h.div(".hues")[rest]]


@rendered
def another_card(expected: ExpectedDice | None) -> Node:
    """A die that lies there and was not seen; of the kinds that are used here."""
    kinds = expected.kinds if expected is not None and expected.kinds else KINDS
    rows = [
        [
            h.p(".said")[translated(_THAT_SHOWS[kind])],
            h.div(".hues")[_palette(kind, "another", kind=kind)],
        ]
        for kind in kinds
    ]
    return card_on_top(tr("Which die did I miss?"), rows, button("close", tr("Leave it"), style="quiet"))


def _palette(dice: str, act: str, /, without: Sequence[Hue] = (), **args: object) -> list[Markup]:
    hues = [hue for hue in (PRIMARIES if dice == "d6" else tuple(Hue)) if hue not in without]
    return [chip(hue, act=act, shape=shape(dice), hue=hue.name, **args) for hue in hues]
