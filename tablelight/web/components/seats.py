"""Who sits where, as the page shows it: taking a seat, giving it back, handing the phone on."""

from collections.abc import Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.core.events import Seat
from engine.texts.language import tr
from tablelight.web.components.html import button, card_on_top, rendered, with_parts
from tablelight.web.viewer import Shown


@rendered
def panel(match: Shown) -> Node:
    """Whose phone this is, or how to say so. Nothing where this browser may only watch."""
    viewer = match.viewer
    if not viewer.may_write:
        return None
    if not viewer.mine:
        # A game without secrets is played by whoever is near; saying who one is comes first only where cards are held.
        words = tr("Who holds this phone?") if match.hides else tr("Play on phones of your own?")
        style = "go" if match.hides else "quiet"
        take = button("overlay", tr("Take a seat"), style=style, name="seats")
        return h.div(".seated")[h.span[words], take]
    names = h.b[texts.join([match.seats[seat] for seat in viewer.mine])]
    several = match.hides and len(viewer.mine) > 1 and viewer.seat is not None
    now = several and [" · ", tr("{player} has it now", player=match.seats[viewer.seat or 0])]
    change = button("overlay", tr("Change", context="other seats"), style="quiet", name="seats")
    return h.div(".seated")[h.span[with_parts(tr("This phone plays {names}"), names=names), now], change]


@rendered
def elsewhere(match: Shown) -> Node:
    """Who is next where that is not to be done here, on which phone, and how to play it here; empty where it is."""
    viewer = match.viewer
    due = [seat for seat in match.due if seat not in viewer.mine]
    if len(due) < len(match.due) or any(map(match.may_move, due)):
        return None
    held = [seat for seat in due if seat in viewer.others]
    # Who holds this phone is asked below, as long as nobody does.
    asks = bool(viewer.mine) and match.awaiting.actor == "player"
    free = [seat for seat in due if seat not in viewer.others] if asks else []
    said = [_on_other_phones(match, held)] if held else []
    if free:
        names = texts.join([match.seats[seat] for seat in free], "or")
        said.append(tr("Nobody sits here for {names} yet.", names=names))
    # Whoever sits here waits, with nothing to tap by mistake; a phone that is gone is taken over at "Change".
    takes = [_take(match, seat, alone=len(due) == 1) for seat in (*(() if viewer.mine else held), *free)]
    return said and h.div(".elsewhere")[h.span[" ".join(said)], viewer.may_write and takes]


def _on_other_phones(match: Shown, seats: Sequence[Seat]) -> str:
    names = texts.join([match.seats[seat] for seat in seats])
    return (
        tr("{names} plays on another phone.", names=names)
        if len(seats) == 1
        else tr("{names} play on other phones.", names=names)
    )


def _take(match: Shown, seat: Seat, *, alone: bool) -> Markup:
    """Where cards are hidden, taking a seat from another phone is asked about once more."""
    name = match.seats[seat]
    if seat not in match.viewer.others:
        return button("take-seat", tr("I am {name}", name=name), seat=seat)
    act = "take-seat" if match.hides else "take-over"
    return button(
        act, tr("Take over here") if alone else tr("Take over {name} here", name=name), style="quiet", seat=seat
    )


@rendered
def chooser(match: Shown, asked: int) -> Node:
    """All seats: free ones to take, one's own to give back, others' to take over after a second tap.

    ``asked``: the seat, counted from 1, that was asked for although another phone holds it.
    """
    hint = tr("Several people on one phone: take a seat for each of them, and the phone says when to hand it on.")
    return card_on_top(
        tr("Who plays on this phone?"),
        h.div(".seatlist")[[_row(match, seat, asked - 1) for seat in range(len(match.seats))]],
        h.p(".said")[hint],
        h.div(".row")[
            button("close", tr("Close"), style="quiet"),
            button("overlay", tr("Change the names"), style="quiet", name="people"),
        ],
    )


def _row(match: Shown, seat: Seat, asked: Seat) -> Node:
    viewer, name = match.viewer, match.seats[seat]
    doing: Node
    if seat in viewer.mine:
        doing = button("leave-seat", tr("Give back"), style="quiet", seat=seat)
    elif seat not in viewer.others:
        doing = button("take-seat", tr("I am {name}", name=name), style="go", seat=seat)
    elif seat == asked:
        doing = [
            h.span(".said")[tr("Another phone plays {name} and will see no cards any more.", name=name)],
            button("take-over", tr("Take it over"), style="go", seat=seat),
        ]
    else:
        doing = [
            h.span(".said")[tr("on another phone")],
            button("take-seat", tr("I am {name}", name=name), style="quiet", seat=seat),
        ]
    return h.div(".row")[h.b[name], doing]


@rendered
def cover(match: Shown) -> Node:
    """The whole screen, until the right person holds the phone. What lies below is what everybody may see."""
    seat = match.viewer.handing
    assert seat is not None
    name = match.seats[seat]
    return card_on_top(
        tr("Hand the phone to {name}", name=name),
        h.p[tr("{name}, tap when nobody else can see the screen.", name=name)],
        button("look", tr("I am {name}: show my cards", name=name), style="go", seat=seat),
        button("overlay", tr("Who plays here?"), style="quiet", name="seats"),
        style="cover",
    )
