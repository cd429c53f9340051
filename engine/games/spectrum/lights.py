"""What the board shows in every phase (SB part F.1): data only, spot by spot.

Hues of light: a pawn shows its player's hue; open paths their own; what may be touched is white. A chosen pawn's
landings: white for a step, orange-yellow for a jump, red for a capture, yellow for a star.
"""

from collections.abc import Mapping, Sequence

from engine.components.hues import Hue
from engine.components.lights import SEAT_HUES, Light, Meaning, Picture
from engine.core.ids import Seat, Spot
from engine.games.spectrum.board import BIT, ENTRIES, INDEX, NAME, RING, STOCK_NAME, bits
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.lookahead import legal_pawn_moves
from engine.games.spectrum.movegen import free_entries
from engine.games.spectrum.outcome import settle
from engine.games.spectrum.rolls import dice_count
from engine.games.spectrum.setup import free_hues, shot_turn
from engine.games.spectrum.state import State, stars_to_json
from engine.inference.observation import SOMEBODY

JUMP, CAPTURE, STAR = Hue.OY, Hue.R, Hue.Y


def picture(context: SpectrumContext, state: State, chosen: Spot | None = None) -> Picture:
    """The lights of a position; ``chosen``: the spot of a lifted pawn, or ``OFF`` for one taken from the stock."""
    lights = _pawns(state)
    if state.phase == "over":
        return {**lights, **_end(context, state)}
    if state.phase == "setup":
        return {**lights, **_setup(context, state)}
    if state.phase == "roll":
        return {**_awaiting_roll(context, state), **lights}
    if state.phase == "send":
        return {**lights, state.extras.portal: Light(Meaning.CHOSEN)}
    if state.phase == "place":
        owner = SEAT_HUES[state.captives[0].owner]
        return {**lights, **{spot: Light(Meaning.WAITING, owner) for spot in free_entries(state)}}
    if not state.plans:
        return {**lights, **{NAME[n]: Light(Meaning.CHOSEN) for n in ENTRIES}}
    return {**_open_paths(context, state), **lights, **_moving_pawns(context, state, chosen), **_just_taken(state)}


def _pawns(state: State) -> dict[Spot, Light]:
    lights: dict[Spot, Light] = {}
    for seat, (pawns, stars) in enumerate(zip(state.pawns, state.stars, strict=True)):
        spots = [*(NAME[n] for n in bits(pawns)), *(f"{name}9" for name in stars_to_json(stars))]
        lights.update(dict.fromkeys(spots, Light(Meaning.PIECE, SEAT_HUES[seat])))
    return lights


def _end(context: SpectrumContext, state: State) -> dict[Spot, Light]:
    """The winners' stars ripple in their own hues."""
    taken = [Hue[name] for seat in settle(state, context.rules).winners for name in stars_to_json(state.stars[seat])]
    return {f"{hue.name}9": Light(Meaning.SCORED, hue) for hue in taken}


def _setup(context: SpectrumContext, state: State) -> dict[Spot, Light]:
    if context.options.start == "plain":
        return {}
    seat, ring = shot_turn(context.rules, state)
    light = Light(Meaning.WAITING, SEAT_HUES[seat])
    if state.extras.pick:
        return {f"{hue.name}{ring}": light for hue in free_hues(state, ring)}
    rings = (1, 2, 3) if ring == 0 else (ring,)
    return {f"{hue.name}{r}": light for r in rings for hue in free_hues(state, r)}


def _awaiting_roll(context: SpectrumContext, state: State) -> dict[Spot, Light]:
    """The entry ring breathes for whose turn it is; as many free stars as dice wanted are lit."""
    lights = {NAME[n]: Light(Meaning.WAITING, SEAT_HUES[state.to_move]) for n in ENTRIES}
    free = [hue for hue in Hue if not state.taken >> hue & 1]
    count = dice_count(state.taken.bit_count(), context.options.dice)
    return {**lights, **{f"{hue.name}9": Light(Meaning.LEGAL) for hue in free[:count]}}


def _open_paths(context: SpectrumContext, state: State) -> dict[Spot, Light]:
    return {f"{hue.name}{ring}": Light(Meaning.IDLE, hue) for hue in context.open_hues(state) for ring in range(1, 10)}


def _moving_pawns(context: SpectrumContext, state: State, chosen: Spot | None) -> dict[Spot, Light]:
    """The pawns that can move, and where from the stock; or the landings of the chosen one."""
    moves = legal_pawn_moves(context, state)
    if chosen is not None:
        return _landings(state, [move for move in moves if move.origin == chosen], chosen)
    starts = (move.path[0] if move.origin == STOCK_NAME else move.origin for move in moves)
    return dict.fromkeys(starts, Light(Meaning.WAITING))


def _landings(state: State, moves: Sequence[PawnMove], chosen: Spot) -> dict[Spot, Light]:
    lights: dict[Spot, Light] = {} if chosen == STOCK_NAME else {chosen: Light(Meaning.CHOSEN)}
    for move in moves:
        lights.update({spot: Light(Meaning.WAITING, JUMP) for spot in move.jumped if spot not in lights})
    # Plain moves win over jumps to the same space: what is simpler is shown.
    for move in sorted(moves, key=lambda move: len(move.jumped), reverse=True):
        end = INDEX[move.path[-1]]
        hue = STAR if RING[end] == 9 else CAPTURE if state.occupied & BIT[end] else JUMP if move.jumped else None
        lights[move.path[-1]] = Light(Meaning.LEGAL, hue)
    return lights


def _just_taken(state: State) -> dict[Spot, Light]:
    """The path of a star taken this turn ripples once."""
    hues = [Hue(m.at // 9) for m in state.moved if m.at >= 0 and RING[m.at] == 9]
    return {f"{hue.name}9": Light(Meaning.SCORED, hue) for hue in hues}


def restore(want: Mapping[Spot, Seat], have: Mapping[Spot, Seat]) -> Picture:
    """The board does not fit the game: red where something is wrong, breathing blue where something is missing."""
    lights: dict[Spot, Light] = {}
    for spot, seat in have.items():
        if spot not in want or seat not in (SOMEBODY, want[spot]):
            lights[spot] = Light(Meaning.WRONG)
    lights.update({spot: Light(Meaning.WAITING, Hue.B) for spot in want if spot not in have})
    return lights
