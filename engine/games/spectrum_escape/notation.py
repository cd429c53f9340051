"""The texts of Spectrum Escape's events, read tolerantly; each event writes its own (``words``)."""

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, parse_hue, unknown_verb
from engine.games.spectrum_escape.events import CommonDiceRolled, Die, DieLost, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.state import State

EXAMPLE = "go G own"
"""A move as one writes it, for who left out whose it is."""


def event_of(words: str, seat: Seat | None, source: str, state: State | None) -> Event:
    """The event that ``words`` describe, for the player at ``seat``. Raises NotUnderstood.

    ``state``: the position, from which it follows by which die a pawn goes where that was left out.
    """
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "own":
            return _own_die(rest, seat, source)
        case "common":
            sides = rest.split("/")
            if len(sides) != 2:
                raise NotUnderstood(
                    Deferred("'{rest}' needs one stroke between cubes and twelve-sided dice: 'R G / RO B'", rest=rest)
                )
            d6, d12 = (tuple(parse_hue(word) for word in side.replace(",", " ").split()) for side in sides)
            return CommonDiceRolled(d6, d12, source=source)
        case "go" | "move":
            return PawnMoved(need_seat(seat, EXAMPLE), *_hue_and_die(rest, seat, state))
        case "lose":
            return DieLost(need_seat(seat, EXAMPLE), *_hue_and_die(rest, seat, state))
        case "withdraw":
            return PawnWithdrawn(need_seat(seat, EXAMPLE), parse_hue(rest))
    raise unknown_verb(verb, EXAMPLE, "own", "common", "go", "lose", "withdraw")


def _own_die(rest: str, seat: Seat | None, source: str) -> OwnDieRolled:
    hue, _, who = rest.partition(" for ")
    if who.strip().isdecimal():
        seat = int(who) - 1
    if seat is None:
        raise NotUnderstood(Deferred("say whose die it is: 'own G for 1'"))
    return OwnDieRolled(seat, parse_hue(hue), source=source)


def _hue_and_die(text: str, seat: Seat | None, state: State | None) -> tuple[Hue, Die]:
    """``G own``, ``G common``, or ``G`` alone: then the own die where it shows that colour and is not used."""
    words = text.split()
    if words and words[-1] in ("own", "common"):
        return parse_hue(" ".join(words[:-1])), "own" if words[-1] == "own" else "common"
    hue = parse_hue(text)
    if state is None or seat is None or not 0 <= seat < state.seats:
        raise NotUnderstood(Deferred("say by which die: 'go {name} own' or 'go {name} common'", name=hue.name))
    return hue, "own" if state.own[seat] == hue and not state.own_used[seat] else "common"
