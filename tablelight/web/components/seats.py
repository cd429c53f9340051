"""Who sits where, as the page shows it: taking a seat, giving it back, handing the phone on."""

from collections.abc import Sequence

from engine import texts
from engine.core.events import Seat
from tablelight.web.components.html import button, text
from tablelight.web.viewer import Shown


def panel(match: Shown) -> str:
    """Whose phone this is, or how to say so. Nothing where this browser may only watch."""
    viewer = match.viewer
    if not viewer.may_write:
        return ""
    if not viewer.mine:
        # A game without secrets is played by whoever is near; saying who one is comes first only where cards are held.
        words = "Who holds this phone?" if match.hides else "Play on phones of your own?"
        style = "go" if match.hides else "quiet"
        take = button("overlay", "Take a seat", style=style, name="seats")
        return f'<div class="seated"><span>{words}</span>{take}</div>'
    names = " and ".join(text(match.seats[seat]) for seat in viewer.mine)
    several = match.hides and len(viewer.mine) > 1 and viewer.seat is not None
    now = f" · {text(match.seats[viewer.seat or 0])} has it now" if several else ""
    change = button("overlay", "Change", style="quiet", name="seats")
    return f'<div class="seated"><span>This phone plays <b>{names}</b>{now}</span>{change}</div>'


def elsewhere(match: Shown) -> str:
    """Who is next where that is not to be done here, on which phone, and how to play it here; empty where it is."""
    viewer = match.viewer
    due = [seat for seat in match.due if seat not in viewer.mine]
    if len(due) < len(match.due) or any(map(match.may_move, due)):
        return ""
    held = [seat for seat in due if seat in viewer.others]
    # Who holds this phone is asked below, as long as nobody does.
    asks = bool(viewer.mine) and match.awaiting.actor == "player"
    free = [seat for seat in due if seat not in viewer.others] if asks else []
    said = _on_other_phones(match, held) if held else ""
    if free:
        owners = texts.join([f"{match.seats[seat]}'s" for seat in free], "or")
        said += f" Nobody has taken {text(owners)} seat."
    takes = "".join(_take(match, seat, alone=len(due) == 1) for seat in (*held, *free)) if viewer.may_write else ""
    return f'<div class="elsewhere"><span>{said.strip()}</span>{takes}</div>' if said else ""


def _on_other_phones(match: Shown, seats: Sequence[Seat]) -> str:
    names = text(texts.join([match.seats[seat] for seat in seats]))
    return f"{names} plays on another phone." if len(seats) == 1 else f"{names} play on other phones."


def _take(match: Shown, seat: Seat, *, alone: bool) -> str:
    """Where cards are hidden, taking a seat from another phone is asked about once more."""
    name = text(match.seats[seat])
    if seat not in match.viewer.others:
        return button("take-seat", f"I am {name}", seat=seat)
    act = "take-seat" if match.hides else "take-over"
    return button(act, "Take over here" if alone else f"Take over {name} here", style="quiet", seat=seat)


def chooser(match: Shown, asked: int) -> str:
    """All seats: free ones to take, one's own to give back, others' to take over after a second tap.

    ``asked``: the seat, counted from 1, that was asked for although another phone holds it.
    """
    rows = "".join(_row(match, seat, asked - 1) for seat in range(len(match.seats)))
    hint = "Several people on one phone: take a seat for each of them, and the phone says when to hand it on."
    return (
        f'<div class="sheet-over"><div class="card"><h2>Who plays on this phone?</h2><div class="seatlist">{rows}</div>'
        f'<p class="said">{hint}</p><div class="row">{button("close", "Close", style="quiet")}'
        f"{button('overlay', 'Change the names', style='quiet', name='people')}</div></div></div>"
    )


def _row(match: Shown, seat: Seat, asked: Seat) -> str:
    viewer, name = match.viewer, text(match.seats[seat])
    if seat in viewer.mine:
        doing = button("leave-seat", "Give back", style="quiet", seat=seat)
    elif seat not in viewer.others:
        doing = button("take-seat", f"I am {name}", style="go", seat=seat)
    elif seat == asked:
        doing = (
            f'<span class="said">Another phone plays {name} and will see no cards any more.</span>'
            f"{button('take-over', 'Take it over', style='go', seat=seat)}"
        )
    else:
        doing = (
            f'<span class="said">on another phone</span>{button("take-seat", f"I am {name}", style="quiet", seat=seat)}'
        )
    return f'<div class="row"><b>{name}</b>{doing}</div>'


def cover(match: Shown) -> str:
    """The whole screen, until the right person holds the phone. What lies below is what everybody may see."""
    seat = match.viewer.handing
    assert seat is not None
    name = text(match.seats[seat])
    return (
        f'<div class="sheet-over cover"><div class="card"><h2>Hand the phone to {name}</h2>'
        f"<p>{name}, tap when nobody else can see the screen.</p>"
        f"{button('look', f'I am {name}: show my cards', style='go', seat=seat)}"
        f"{button('overlay', 'Who plays here?', style='quiet', name='seats')}</div></div>"
    )
