"""How the teaching of dice and cards looks on the page."""

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.texts.language import tr, translated
from tablelight.web.components.dice import palette, shape
from tablelight.web.components.html import button, chip, close_up, kept, rendered, styled, whole_in_sight
from tablelight.web.views.teach_deck import live_picture
from tablelight.web.views.teach_dice import CARDS, KINDS, Teaching


@rendered
def teach_sections(teaching: Teaching | None, *, may_write: bool) -> Node:
    """The page's body. ``teaching``: None where there is no camera."""
    back = button("go", tr("Back to the table"), style="quiet", to="/")
    if teaching is None:
        return [h.h1[tr("There is no camera to teach.")], h.div(".row")[back]]
    if not may_write:
        return [h.h1[tr("Teaching needs the table's code.")], h.div(".row")[back]]
    if teaching.kind == CARDS:
        return [h.h1[tr("Teach the cards")], h.div(".row")[_kinds(teaching), back], teaching.deck.section()]
    return [h.h1[tr("Teach the dice")], _dice(teaching, back)]


def _kinds(teaching: Teaching) -> Node:
    """What can be taught here."""
    return [
        button("teach-kind", words, style="go" if kind == teaching.kind else "quiet", kind=kind)
        for kind, words in (
            *((kind, translated(name)) for kind, name in KINDS.items()),
            (CARDS, tr("the deck of cards")),
        )
    ]


def _dice(teaching: Teaching, back: Markup) -> Node:
    if teaching.learning:
        return h.p(".said", role="status")[
            tr("Learning your {kinds}; it takes a moment …", kinds=translated(KINDS[teaching.kind]))
        ]
    if teaching.learned:
        return _learned(teaching)
    left = [chip(hue, shape=shape(teaching.kind)) for hue in teaching.missing()]
    hint, doing = _doing(teaching, back)
    words = teaching.said[:1].upper() + teaching.said[1:]  # a lesson's own name may come first
    between_pictures = teaching.still is None and not teaching.asked
    return [
        h.p(".said")[hint],
        words and h.p(".refused", role="status")[words],
        h.div(".row")[_kinds(teaching)],
        left and not teaching.asked and h.div(".row.hues")[tr("Still to be shown: "), left],
        doing,
        between_pictures and (_without_mat(teaching), _kept_dice(teaching)),
    ]


def _learned(teaching: Teaching) -> Node:
    """All of a kind were shown: nothing is left to lay, and the way on comes first."""
    return [
        h.h2(role="status")[teaching.said],
        h.div(".row")[
            button("go", tr("Back to the table"), style="go", to="/"),
            button("teach-kind", tr("Teach them anew"), style="quiet", kind=teaching.kind),
        ],
        h.div(".row")[_kinds(teaching)],
        _kept_dice(teaching),
    ]


def _doing(teaching: Teaching, back: Markup) -> tuple[str, Node]:
    """What to do next, in words, and the picture and the buttons for it."""
    if teaching.asked:
        return tr("One question before I learn this:"), [stage(teaching), h.div(".row")[_answers(teaching)]]
    if teaching.still is not None:
        ready = button("teach-next", tr("These are all"), style="go", disabled=not teaching.named)
        again = button("teach-drop", tr("Again"), style="quiet")
        hint = tr("Tap the top of each die and say what it shows.")
        return hint, [stage(teaching), h.div(".row")[ready, again, back]]
    if not teaching.missing():
        learn = button("teach-learn", tr("Keep them now"), style="go")
        return tr("All were shown."), h.div(".row")[learn, _way_back(teaching), back]
    on_the_mat = tr(
        "Lay one to five dice on the mat, apart from each other, each with another colour up, and take a picture."
    )
    down = tr("Lay one to five dice down, apart from each other, each with another colour up, and take a picture.")
    take = button("teach-picture", tr("Take the picture"), style="go")
    return on_the_mat if teaching.mat else down, [live_picture(), h.div(".row")[take, _way_back(teaching), back]]


def _answers(teaching: Teaching) -> Node:
    """To the question about names, or how dice lie. Dice may be painted so, but nobody says that by a quick tap."""
    if teaching.how_they_lie:
        flat = button("teach-sure", tr("They lie flat"), style="quiet")
        again = button("teach-drop", tr("Another picture"), style="go")
        return [again if teaching.still is not None else _way_back(teaching), flat]
    swap = teaching.changed and button("teach-swap", tr("Swap the two names"), style="go")
    sure = button("teach-sure", tr("The names are right"), style="quiet")
    if teaching.still is None:
        return [swap, _way_back(teaching), sure]
    anew = button("teach-anew", tr("Name them again"), style="quiet" if swap else "go")
    return [swap, anew, button("teach-drop", tr("Another picture"), style="quiet"), sure]


def _way_back(teaching: Teaching) -> Node:
    if not teaching.shown:
        return None
    return [
        button("teach-back", tr("The picture before, again"), style="quiet"),
        button("teach-over", tr("From the beginning"), style="quiet"),
    ]


def _without_mat(teaching: Teaching) -> Node:
    """Where there is no mat: offered, with what it costs."""
    if teaching.mat:
        return h.div(".row")[button("teach-mat", tr("I have no mat here"), style="quiet")]
    return [
        h.p(".said")[
            tr(
                "Without a mat: lay the dice in the tray or on the bare table, always under this lamp and this camera."
                " I will ask more often than with a mat."
            )
        ],
        h.div(".row")[button("teach-mat", tr("I have a mat"), style="quiet")],
    ]


def _kept_dice(teaching: Teaching) -> Node:
    return kept("/taught.json" if teaching.knows else "", tr("Bring taught dice in"), ".json,application/json")


# ---- the picture that is named


@rendered
def question(teaching: Teaching) -> Node:
    """The card about the die that was tapped, with a picture of it; nothing where none was."""
    if teaching.tapped is None or teaching.still is None:
        return None
    return palette(teaching.kind, "teach-name", tr("What does it show?"), picture=close_up(teaching.tapped_close_up))


@rendered
def stage(teaching: Teaching) -> Node:
    """The picture being named, with a mark on every named die."""
    if teaching.still is None:
        return None
    height, width = teaching.still.image.shape[:2]

    def spot(at: tuple[float, float]) -> dict[str, str]:
        return styled(left=f"{100 * at[0] / width:.2f}%", top=f"{100 * at[1] / height:.2f}%")

    named = [
        h.span(".tapmark", spot(die.center_px or (0.0, 0.0)))[chip(die.top, shape=shape(die.kind))]
        for die in teaching.named
    ]
    picture = h.img(data_act="tap", src=f"data:image/jpeg;base64,{teaching.picture}", alt=tr("tap each die"))
    tapped = teaching.tapped is not None and h.span(".tapmark.asked", spot(teaching.tapped), data_asked=True)
    return h.div(".tapstage", whole_in_sight(width, height))[picture, named, tapped]
