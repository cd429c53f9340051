"""What the board shows in every phase (SB part F.1): data only, spot by spot.

Hues of light: a pawn shows its player's hue; open paths their own; what may be touched is white. A chosen pawn's
landings: white for a step, orange-yellow for a jump, red for a capture, yellow for a star.
"""

from typing import TYPE_CHECKING

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.games.spectrum.board import BIT, ENTRIES, INDEX, NAME, RING, STOCK_NAME, bits
from engine.games.spectrum.deal import free_hues, shot_turn
from engine.games.spectrum.events import Go
from engine.games.spectrum.rolls import dice_count
from engine.games.spectrum.state import State, stars_to_plain
from engine.inference.observation import SOMEBODY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.spectrum.game import Spectrum

SEAT_HUES = (Hue.R, Hue.B, Hue.G, Hue.Y, Hue.P, Hue.O)
"""The light of each seat's pawns; a table may paint them otherwise."""
JUMP, CAPTURE, STAR = Hue.OY, Hue.R, Hue.Y


def picture(game: "Spectrum", state: State, chosen: str | None = None) -> Picture:
    """The lights of a position; ``chosen``: the spot of a lifted pawn, or ``OFF`` for one taken from the stock."""
    lights = _pawns(state)
    if state.phase == "over":
        return {**lights, **_end(game, state)}
    if state.phase == "setup":
        return {**lights, **_setup(game, state)}
    if state.phase == "roll":
        return {**_awaiting_roll(game, state), **lights}
    if state.phase == "send":
        return {**lights, state.extras.portal: Light(Meaning.CHOSEN)}
    if state.phase == "place":
        owner = SEAT_HUES[state.captives[0].owner]
        return {**lights, **{spot: Light(Meaning.WAITING, owner) for spot in game.free_entries(state)}}
    if not state.plans:
        return {**lights, **{NAME[n]: Light(Meaning.CHOSEN) for n in ENTRIES}}
    return {**_open_paths(game, state), **lights, **_movers(game, state, chosen), **_just_taken(state)}


def _pawns(state: State) -> dict[str, Light]:
    lights: dict[str, Light] = {}
    for seat, (pawns, stars) in enumerate(zip(state.pawns, state.stars, strict=True)):
        spots = [*(NAME[n] for n in bits(pawns)), *(f"{name}9" for name in stars_to_plain(stars))]
        lights.update(dict.fromkeys(spots, Light(Meaning.PIECE, SEAT_HUES[seat])))
    return lights


def _end(game: "Spectrum", state: State) -> dict[str, Light]:
    """The winners' stars ripple in their own hues."""
    taken = [Hue[name] for seat in game.winners(state) for name in stars_to_plain(state.stars[seat])]
    return {f"{hue.name}9": Light(Meaning.SCORED, hue) for hue in taken}


def _setup(game: "Spectrum", state: State) -> dict[str, Light]:
    if game.options.start == "plain":
        return {}
    seat, ring = shot_turn(game.rules, state)
    light = Light(Meaning.WAITING, SEAT_HUES[seat])
    if state.extras.pick:
        return {f"{hue.name}{ring}": light for hue in free_hues(state, ring)}
    rings = (1, 2, 3) if ring == 0 else (ring,)
    return {f"{hue.name}{r}": light for r in rings for hue in free_hues(state, r)}


def _awaiting_roll(game: "Spectrum", state: State) -> dict[str, Light]:
    """The entry ring breathes for whose turn it is; as many free stars as dice wanted are lit."""
    lights = {NAME[n]: Light(Meaning.WAITING, SEAT_HUES[state.to_move]) for n in ENTRIES}
    free = [hue for hue in Hue if not state.taken >> hue & 1]
    count = dice_count(state.taken.bit_count(), game.options.dice)
    return {**lights, **{f"{hue.name}9": Light(Meaning.LEGAL) for hue in free[:count]}}


def _open_paths(game: "Spectrum", state: State) -> dict[str, Light]:
    return {f"{hue.name}{ring}": Light(Meaning.IDLE, hue) for hue in game.open_hues(state) for ring in range(1, 10)}


def _movers(game: "Spectrum", state: State, chosen: str | None) -> dict[str, Light]:
    goes = [move for move in game.moves(state) if isinstance(move, Go)]
    if chosen is None:
        lights: dict[str, Light] = {}
        for go in goes:
            lights[go.path[0] if go.origin == STOCK_NAME else go.origin] = Light(Meaning.WAITING)
        return lights
    return _landings(state, [go for go in goes if go.origin == chosen], chosen)


def _landings(state: State, goes: list[Go], chosen: str) -> dict[str, Light]:
    lights: dict[str, Light] = {} if chosen == STOCK_NAME else {chosen: Light(Meaning.CHOSEN)}
    for go in goes:
        lights.update({spot: Light(Meaning.WAITING, JUMP) for spot in go.jumped if spot not in lights})
    # Plain ways win over jumps to the same space: what is simpler is shown.
    for go in sorted(goes, key=lambda go: len(go.jumped), reverse=True):
        end = INDEX[go.path[-1]]
        hue = STAR if RING[end] == 9 else CAPTURE if state.occupied & BIT[end] else JUMP if go.jumped else None
        lights[go.path[-1]] = Light(Meaning.LEGAL, hue)
    return lights


def _just_taken(state: State) -> dict[str, Light]:
    """The path of a star taken this turn ripples once."""
    hues = [Hue(m.at // 9) for m in state.moved if m.at >= 0 and RING[m.at] == 9]
    return {f"{hue.name}9": Light(Meaning.SCORED, hue) for hue in hues}


def restore(want: "Mapping[str, int]", have: "Mapping[str, int]") -> Picture:
    """The board does not fit the game: red where something is wrong, breathing blue where something is missing."""
    lights: dict[str, Light] = {}
    for spot, seat in have.items():
        if spot not in want or seat not in (SOMEBODY, want[spot]):
            lights[spot] = Light(Meaning.WRONG)
    lights.update({spot: Light(Meaning.WAITING, Hue.B) for spot in want if spot not in have})
    return lights
