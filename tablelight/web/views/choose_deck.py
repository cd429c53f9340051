"""Which deck is to be taught: one that is ready made, one that was taught here before, or one whose names are typed."""

import re
from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine.texts.language import tr
from tablelight.web.components.html import button, rendered
from vision.cards.deck_plan import READY_MADE, SPECTRUM, DeckPlan
from vision.errors import TeachingError

_RANGE = re.compile(r"([0-9]{1,3})\s*(?:-|–|\.\.)\s*([0-9]{1,3})|([A-Z])\s*(?:-|–|\.\.)\s*([A-Z])", re.IGNORECASE)
_MOST = 99
"""Of a range: more than any deck may have, and few enough to count out."""


def plans(taught: Sequence[DeckPlan]) -> dict[str, DeckPlan]:
    """The decks to choose from, by keys: ready made, in the language spoken now, and the others that were ``taught``
    here."""
    ready = {key: plan.spoken() for key, plan in READY_MADE.items()}
    return ready | {plan.digest: plan for plan in taught if plan not in ready.values()}


def typed_plan(args: Mapping[str, str]) -> DeckPlan:
    """The deck whose names somebody typed: ``deck``, ``colours``, ``values`` (``1-12, skip``), ``specials``, and
    ``own`` where every card has its own picture. Raises TeachingError with all that is wrong."""
    colours, specials = _names(args.get("colours", "")), _names(args.get("specials", ""))
    values = tuple(value for name in _names(args.get("values", "")) for value in _counted(name))
    name = args.get("deck", "").strip() or tr("our own deck")
    plan = DeckPlan(name, colours, values, specials, own_art=bool(args.get("own")))
    faults = plan.faults()
    if faults:
        raise TeachingError("names", faults[0])
    return plan


def _names(text: str) -> tuple[str, ...]:
    """Names between commas or on lines of their own."""
    return tuple(" ".join(part.split()) for part in re.split(r"[,;\n]", text[:2000]) if part.strip())


def _counted(name: str) -> Sequence[str]:
    """A range counted out: ``1-12``, ``A-F``; anything else as it is."""
    found = _RANGE.fullmatch(name)
    if found is None:
        return (name,)
    if found[1]:
        return [str(number) for number in range(int(found[1]), int(found[2]) + 1)][:_MOST]
    return [chr(letter) for letter in range(ord(found[3].upper()), ord(found[4].upper()) + 1)]


@rendered
def deck_choice(chosen: DeckPlan, taught: Sequence[DeckPlan]) -> Node:
    """Which deck it is, on one line; unfolded, a button for every deck, and one for the names of another."""
    known = [
        button("deck-plan", title(plan), style="go" if plan == chosen else "quiet", deck=key)
        for key, plan in plans(taught).items()
    ]
    return h.details(".by-name")[
        h.summary[tr("Which deck?"), " ", h.b[title(chosen)]],
        h.div(".row")[known, button("deck-typing", tr("Another deck"), style="quiet")],
    ]


def title(plan: DeckPlan) -> str:
    """What a deck is called on the page."""
    return tr("the Spectrum deck") if plan.ours else plan.name


@rendered
def names_form(given: Mapping[str, str]) -> Node:
    """Where the names of a deck are typed; ``given``: what was typed and could not be."""

    def field(name: str, label: str, example: str) -> Node:
        return h.label[
            h.span[label], h.input(name=name, value=given.get(name, ""), placeholder=example, maxlength=2000)
        ]

    return h.form(".houserules")[
        field("deck", tr("Name of the deck"), tr("our own deck")),
        field("colours", tr("Its colours"), tr("red, yellow, green, blue")),
        field("values", tr("What stands on the cards of each colour"), tr("1-12, skip")),
        field("specials", tr("Cards beside these"), tr("wild, wild +4")),
        h.label[
            h.input(type="checkbox", name="own", value="1", checked=bool(given.get("own"))),
            " ",
            tr("Every card has a picture of its own (like playing cards): each is shown once"),
        ],
        h.div(".row")[
            button("deck-typed", tr("Teach this deck"), style="go"),
            button("deck-untyped", tr("Leave it"), style="quiet"),
        ],
    ]


def how_many(plan: DeckPlan, pictures: int) -> str:
    """What teaching this deck takes, and what it is good for."""
    shown = tr("{cards} cards are shown, in {pictures} pictures.", cards=len(plan.to_show()) + 1, pictures=pictures)
    return shown if plan.ours else f"{shown} {fits(plan)}"


def fits(plan: DeckPlan) -> str:
    """Which games a deck fits."""
    if plan.ours:
        return tr("All card games here are played with this deck.")
    return tr(
        "The card games here need the Spectrum deck with its {count} colours, so none fits this one; I can tell which "
        "of its cards lie here.",
        count=len(SPECTRUM.colours),
    )
