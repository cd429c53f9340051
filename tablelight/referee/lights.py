"""The referee's lights: the game's own, with what is in doubt and what hands have to move on top."""

from dataclasses import replace

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from engine.core.match import Match
from engine.core.turns import great_turn
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.piece_places import calm, expected_occupied, is_exchange, out_of_place, owners, step_now
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.state import PieceMemory, RefereeState
from tablelight.referee.turn_lights import newest_event, with_turn
from tablelight.referee.turned import is_turned

_AT_REST = (Meaning.IDLE, Meaning.PIECE)


def lights(state: RefereeState) -> Picture:
    """The game's lights, with what is in doubt on top: wrong spots red, the candidates of an unsure die breathing.

    After a great turn what is at rest ripples once.
    """
    # The board is seen by everybody, so it shows what everybody may know.
    picture = dict(state.game.lights(state.game.view(state.match.state, None)))
    if (newest := newest_event(state.match)) is not None:
        picture |= state.game.lights_once(state.match.state_at(len(state.match.log) - 1), newest)
    if great_turn(state.match) is not None:
        picture |= {
            spot: Light(Meaning.SCORED, light.hue) for spot, light in picture.items() if light.meaning in _AT_REST
        }
    picture = dict(with_turn(picture, state.match))
    if state.doubt is not None:
        for die in state.doubt.dice:
            if die.status == "ask":
                picture |= {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue, _ in die.candidates[:2]}
        picture |= {spot: Light(Meaning.WRONG) for spot in state.doubt.why.spots}
    if state.refused is not None:
        picture |= {spot: Light(Meaning.WRONG) for spot in state.refused.spots}
    return picture


def all_lights(state: RefereeState) -> Picture:
    """What the board shows: the referee's lights, and what its pieces add.

    A piece that is put down is answered at once, as it will count: whoever waits for that believes it was not felt."""
    if state.pieces.foreseen:
        return lights(replace(state, match=with_entries(state.match, state.pieces.foreseen)))
    return with_piece_lights(lights(state), state.pieces, state.match)


_COME = Light(Meaning.WAITING, Hue.B)
_SHOWN_AS_PIECE = (Meaning.PIECE, Meaning.WAITING)


def _coming(spot: Spot, picture: Picture) -> Light:
    """The light of a space that waits for a piece: in its hue, where the game shows pieces in one."""
    light = picture.get(spot)
    shown = light is not None and light.meaning in _SHOWN_AS_PIECE and light.hue is not None
    return Light(Meaning.WAITING, light.hue) if light is not None and shown else _COME


def with_piece_lights(picture: Picture, memory: PieceMemory, match: Match) -> Picture:
    """A picture with what the pieces add: where a lifted one may go. While pieces are to be moved by hand
    only their places are lit, from where (red; white where it is no mistake, or a question) to where (breathing), one
    piece at a time, so that they are taken for nothing else."""
    if stand_on_sheet(match.game):
        return _with_yards(picture, memory)
    if owners(match) is None or memory.occupied is None:
        return picture
    if memory.why is not None and memory.why.reason == "ON_ITS_WAY":
        details = memory.why.details
        # A pawn from beside the board has no space to go back to.
        back = {details["pawn"]} & (expected_occupied(match) or frozenset())
        return {details["at"]: Light(Meaning.CHOSEN), **dict.fromkeys((*details["ends"], *back), _COME)}
    if is_exchange(memory.why) and memory.why is not None:
        return {**picture, **dict.fromkeys(memory.why.spots, Light(Meaning.CHOSEN))}
    if is_turned(memory.why) and memory.why is not None:
        return dict.fromkeys(memory.why.spots, Light(Meaning.WRONG))
    carried = step_now(out_of_place(memory, match)) if memory.why is not None else ()
    if memory.why is not None and carried:
        asked = calm(memory.why) or bool(memory.explanations)
        leave = {each.off: Light(Meaning.CHOSEN if asked else Meaning.WRONG) for each in carried if each.off}
        # Where pieces change places, what stands there goes first.
        return {**{each.on: _coming(each.on, picture) for each in carried if each.on}, **leave}
    if len(memory.lifted) == 1:
        return match.game.lights_lifted(match.state, memory.lifted[0])
    return picture


def _with_yards(picture: Picture, memory: PieceMemory) -> Picture:
    """With those lit in whose yards pyramids stand otherwise: white for a question, red for a mistake."""
    if memory.why is None:
        return picture
    asked = calm(memory.why) or bool(memory.explanations)
    return picture | dict.fromkeys(memory.why.spots, Light(Meaning.CHOSEN if asked else Meaning.WRONG))
