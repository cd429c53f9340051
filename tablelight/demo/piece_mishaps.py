"""What goes wrong with pieces and tiles on a board."""

from collections.abc import Mapping, Sequence

from engine.components.lights import Spot
from engine.core.events import Seat
from engine.core.match import Match
from engine.inference.held import Held
from engine.inference.observation import SOMEBODY, Observation
from firmware_bridge.board_maps import BoardMap
from tablelight.demo.hands import CARRIED_S
from tablelight.demo.scene import Aftermath, Scene
from tablelight.referee.piece_places import held_on, owners
from tablelight.session.sensors import LOST_S, QUIET_S

MOST_TRIES = 20
"""To find a move that no rule explains. Chosen by hand."""


def standing(now: Scene) -> dict[Spot, Seat]:
    """Whose piece stands where, on spaces that are felt or seen; empty where nothing is."""
    board = now.table.board
    feels = board is not None and board.board.name == now.match.game.board and board.health.knows_sensors
    if not feels and not now.table.shows_pieces:
        return {}
    spots = _spaces(now)
    return {spot: seat for spot, seat in (owners(now.match) or {}).items() if spot in spots}


def _spaces(now: Scene) -> list[Spot]:
    """The spaces of the board that can be felt."""
    plan = BoardMap.load(now.match.game.board)
    return [spot for spot, place in sorted(plan.by_spot.items()) if place.sensor is not None]


def has_pieces(now: Scene) -> bool:
    return bool(standing(now)) and not now.match.over


def others(now: Scene) -> list[Spot]:
    """Pieces of those who are not to move."""
    mover = now.match.game.mover(now.match.state)
    return sorted(spot for spot, seat in standing(now).items() if seat != mover)


def fallen(now: Scene) -> Aftermath:
    """A piece falls over: its switch feels nothing any more."""
    spot = now.random.choice(sorted(standing(now)))
    _lift(now, spot)
    now.table.wait(LOST_S + QUIET_S)  # it may as well be in the hand of whoever moves it
    return Aftermath(lambda: _put_back(now, spot))


def child(now: Scene) -> Aftermath:
    """A child takes away a piece that nobody is to move."""
    spot = now.random.choice(others(now))
    _lift(now, spot)
    now.table.wait(LOST_S + QUIET_S)  # it may as well be one that is captured just now
    return Aftermath(lambda: _put_back(now, spot))


def wrong_piece(now: Scene) -> Aftermath | None:
    """Somebody moves a piece where no rule lets it go."""
    return _move_unlawfully(now, sorted(standing(now)))


def piece_out_of_turn(now: Scene) -> Aftermath | None:
    """Somebody moves a piece of his who is not to move."""
    return _move_unlawfully(now, others(now))


def turned(now: Scene) -> Aftermath:
    """A sleeve turns a tile that counted long ago."""
    there = held_now(now)
    spot = now.random.choice(that_can_turn(now))
    tile = str(there[spot])
    now.table.stand({**there, spot: tile[1:3] + tile[0] + tile[3:]})
    now.table.settle()
    return Aftermath(lambda: _put_back(now, spot))


def that_can_turn(now: Scene) -> list[Spot]:
    """Tiles that look otherwise once they are turned."""
    if not now.table.shows_pieces or now.match.over:
        return []
    return sorted(spot for spot, held in held_now(now).items() if isinstance(held, str) and len(set(held[:3])) > 1)


def _move_unlawfully(now: Scene, pieces: Sequence[Spot]) -> Aftermath | None:
    unlawful = unlawful_move(now, pieces)
    if unlawful is None:
        return None
    off, on = unlawful
    _move(now, off, on)
    return Aftermath(lambda: move_back(now, off, on))


def unlawful_move(now: Scene, pieces: Sequence[Spot]) -> tuple[Spot, Spot] | None:
    """From where to where one of these pieces goes so that nothing in the rules explains it."""
    board = standing(now)
    felt = _spaces(now)
    for _ in range(MOST_TRIES):
        off, on = now.random.choice(pieces), now.random.choice([spot for spot in felt if spot not in board])
        if not _lawful(now.match, (board.keys() - {off}) | {on}):
            return off, on
    return None


def _lawful(match: Match, occupied: set[Spot]) -> bool:
    seen = Observation(occupied=dict.fromkeys(occupied, SOMEBODY), source="sensor")
    return any(match.game.explanations(match.state, seen))


def _lift(now: Scene, spot: Spot) -> None:
    now.table.stand({at: seat for at, seat in held_now(now).items() if at != spot})
    now.table.press([spot], down=False)
    now.table.settle()


def _put_back(now: Scene, spot: Spot) -> None:
    now.table.stand(held_now(now))
    now.table.press([spot], down=True)
    now.table.settle()


def _move(now: Scene, off: Spot, on: Spot) -> None:
    there = held_now(now)
    now.table.press([off], down=False)
    now.table.wait(CARRIED_S)
    now.table.stand({on if at == off else at: seat for at, seat in there.items()})
    now.table.press([on], down=True)
    now.table.settle()


def move_back(now: Scene, off: Spot, on: Spot) -> None:
    now.table.press([on], down=False)
    now.table.wait(CARRIED_S)
    _put_back(now, off)


def held_now(now: Scene) -> Mapping[Spot, Held]:
    """What the camera should see on each space."""
    return held_on(now.match)
