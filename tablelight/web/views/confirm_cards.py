"""The cards of a teaching picture cut out, each over its name: they wait for a yes."""

import htpy as h
from htpy import Node

from engine.components.cards import Card
from engine.texts.language import tr
from tablelight.web.components.html import button, chip, data, rendered
from tablelight.web.views.card_size import size_section
from tablelight.web.views.deck_lessons import ShownCards
from vision.cards.deck_plan import AnyCard
from vision.cards.lessons import card_to_show


@rendered
def asking_section(shown: ShownCards, count: str, picture: int, *, first: bool) -> Node:
    """Whether these are the cards. ``count``: which picture of how many, in words; ``picture``: its number, that a yes
    is to this one; ``first``: it is the deck's first, in which its cards were measured."""
    how = tr("Is each one the card named below it, whole, upright, with nothing on it?")
    each = zip(shown.lesson.cards, shown.cut_out, strict=True)
    return [
        h.p(".said")[f"{count}. {how}"],
        h.div(".cutouts")[[_to_correct(number, jpeg, one.card) for number, (one, jpeg) in enumerate(each)]],
        h.p[tr("Tap one that is cut off: then you show me its corners.")],
        shown.faint and not shown.absent and h.p(".refused", role="status")[_faint()],
        first and size_section(shown.size_mm),
        [h.p(".refused", role="status")[str(said)] for said in shown.asked],
        h.div(".row")[_insisting(picture) if shown.asked else _agreeing(picture)],
    ]


def _faint() -> str:
    return tr(
        "I hardly see the edges of these cards. Lay a dark sheet of paper under them, or look closely whether they are "
        "cut out rightly."
    )


def _agreeing(picture: int) -> Node:
    return [
        button("deck-yes", tr("Yes, all of them"), style="go", picture=picture),
        button("deck-again", tr("No, once more"), style="quiet"),
    ]


def _insisting(picture: int) -> Node:
    """Where a card looks like another: a deck may be printed so, but nobody says that by a quick tap."""
    return [
        button("deck-again", tr("No, I lay them anew"), style="go"),
        button("deck-yes", tr("Yes, each is the one named below it"), style="quiet", picture=picture),
    ]


def named_card(card: AnyCard | None) -> Node:
    """What a card is called, with its hue beside it."""
    return [isinstance(card, Card) and card.hue is not None and chip(card.hue), f" {card_to_show(card)}"]


def _to_correct(number: int, jpeg: str, card: AnyCard | None) -> Node:
    """A card cut out, over its name; who taps it shows its corners."""
    said = tr("{card}: show its corners", card=str(card_to_show(card)))
    picture = h.img(src=f"data:image/jpeg;base64,{jpeg}", alt=said)
    tapped = h.button(".plain", data(act="deck-corners", card=number), type="button")
    return h.figure[tapped[picture], h.figcaption[named_card(card)]]
