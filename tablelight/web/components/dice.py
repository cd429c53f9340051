"""The dice on the table: what counts, which are to be rolled again, and the palette that corrects one in two taps."""

from collections.abc import Collection, Sequence
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.components.hues import PRIMARIES, Hue
from engine.texts.language import later, tr, translated, trn
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.html import button, card_on_top, chip, markup, path, rendered

_AGAIN = markup(h.i(".again")["↻"])
Die = tuple[str, Hue]
"""Kind and hue of a die."""

_NEXT = {"d6": later("Next: a cube"), "d12": later("Next: a twelve-sided die")}


def dice_of(state: Any) -> list[Die]:
    """The dice that count now, cubes first."""
    return [("d6", hue) for hue in state.d6] + [("d12", hue) for hue in state.d12]


def in_hand(state: Any) -> set[int]:
    """Which of ``dice_of`` somebody has taken up to roll again."""
    taken = [("d6", hue) for hue in state.taken_d6] + [("d12", hue) for hue in state.taken_d12]
    out = set()
    for number, die in enumerate(dice_of(state)):
        if die in taken:
            taken.remove(die)
            out.add(number)
    return out


def shape(kind: str) -> str:
    return "square" if kind == "d6" else "penta"


@rendered
def dice_strip(dice: Sequence[Die], taken: Collection[int], *, may_write: bool, can_take: bool) -> Node:
    """Every die as it counts. A tap chooses it for a reroll; a long press or its pencil puts right what was misread."""
    if not dice:
        return None

    def cell(n: int, kind: str, hue: Hue) -> Node:
        again = n in taken
        sign = again and _AGAIN
        act, pressed = ("take", again) if can_take else ("", None)
        hold = {"data-hold": "die", "data-index": str(n)} if may_write else {}
        return h.div({"class": "die taken" if again else "die"}, hold)[
            chip(hue, act=act, shape=shape(kind), mark=sign, pressed=pressed, index=n),
            may_write and _pencil(hue, n),
        ]

    return h.div(".dice")[[cell(n, kind, hue) for n, (kind, hue) in enumerate(dice)]]


@kept_in_each_language(256)
@rendered
def _pencil(hue: Hue, index: int) -> Node:
    """For whoever cannot press long, or does not know that one can."""
    return h.button(
        ".pencil",
        data_act="die",
        data_index=str(index),
        aria_label=tr("{hue} was misread", hue=hue.called),
        title=tr("Misread? Put it right"),
    )[
        h.svg(viewBox="0 0 16 16", aria_hidden="true")[
            path(d="M2.5 13.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6zM9.4 4.2l2.4 2.4")
        ]
    ]


def reroll_words(chosen: int, sizes: Sequence[tuple[int, int]], dice: int) -> tuple[str, bool]:
    """What the reroll's button says while so many dice are chosen, and whether that is a legal number.

    ``sizes``: fewest and most dice of each reroll that is open; ``dice``: how many lie there.
    """
    legal = sorted({count for low, high in sizes for count in range(low, min(high, dice) + 1)})
    if chosen in legal:
        return trn("Roll this one again", "Roll these {count} again", chosen), True
    if not chosen:
        whole = len(legal) > 1 and legal == list(range(legal[0], dice + 1))
        count = tr("{legal} or more", legal=legal[0]) if whole else texts.join(list(map(str, legal)), "or")
        return tr("Tap {count} dice to roll them again", count=count), False
    more = [count - chosen for count in legal if count > chosen]
    return (
        tr("Choose {more} more", more=more[0]) if more else tr("Choose {number} fewer", number=chosen - legal[-1])
    ), False


@rendered
def palette(
    kind: str, act: str, title: Node, first: Sequence[Hue] = (), /, picture: Node = None, **args: object
) -> Node:
    """All hues a die of this kind can show, likely ones first: the second tap of a correction. ``picture``: of it."""
    hues = [hue for hue in (PRIMARIES if kind == "d6" else tuple(Hue)) if hue not in first]
    likely = [chip(hue, act=act, shape=shape(kind), style="likely", hue=hue.name, **args) for hue in first]
    rest = [chip(hue, act=act, shape=shape(kind), hue=hue.name, **args) for hue in hues]
    row = likely and h.div(".hues")[likely]
    return card_on_top(title, picture, row, h.div(".hues")[rest], button("close", tr("Leave it"), style="quiet"))


@rendered
def typed_roll(chosen: Sequence[Hue], wanted: Sequence[str], title: Node) -> Node:
    """Enter a roll by hand: one tap a die, cubes first. ``wanted``: the kinds still to be named, in order."""
    slots = [
        chip(chosen[n], shape=shape(kind)) if n < len(chosen) else h.span(f".chip.{shape(kind)}.empty")["?"]
        for n, kind in enumerate(wanted)
    ]
    done = len(chosen) >= len(wanted)
    kind = "" if done else wanted[len(chosen)]
    hues = PRIMARIES if kind == "d6" else tuple(Hue)
    picks = [] if done else [chip(hue, act="typed", shape=shape(kind), hue=hue.name) for hue in hues]
    what = tr("All named.") if done else translated(_NEXT[kind])
    return card_on_top(
        title,
        h.div(".hues.slots")[slots],
        h.p[what],
        h.div(".hues")[picks],
        h.div(".row")[
            button("typed-back", tr("One back"), style="quiet", disabled=not chosen),
            button("typed-done", tr("That is the roll"), style="go", disabled=not done),
            button("close", tr("Cancel"), style="quiet"),
        ],
    )
