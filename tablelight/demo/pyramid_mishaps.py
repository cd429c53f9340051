"""What goes wrong with pyramids on their sheet."""

from collections.abc import Mapping
from dataclasses import replace

from engine.components.lights import Spot
from engine.games.spectra_icehouse.sheet import parts
from engine.inference.held import Held
from tablelight.demo.piece_mishaps import MOST_TRIES
from tablelight.demo.scene import Aftermath, Scene
from tablelight.demo.seated_pyramids import LYING
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.session.sensors import LOST_S, QUIET_S

Standing = Mapping[Spot, Held]


def are_seen(now: Scene) -> bool:
    """Whether pyramids stand where a camera sees them."""
    return stand_on_sheet(now.match.game) and now.table.shows_pieces


def can_go_wrong(now: Scene) -> bool:
    return bool(now.table.standing) and not now.match.over


def fallen(now: Scene) -> Aftermath:
    """A pyramid falls over. One that lies where it stood, and is known for what it is, need not be said."""
    there = now.table.standing
    spot = now.random.choice(sorted(there))
    after = _until_put_right(now, {**there, spot: f"{there[spot]}{LYING}"}, there)
    seen = now.table.referee.pieces.chances.get(spot, {})
    known = bool(seen) and max(seen, key=lambda held: seen[held]) == there[spot]
    return replace(after, asks=not known)


def child(now: Scene) -> Aftermath:
    """A child takes away a pyramid."""
    there = now.table.standing
    gone = now.random.choice(sorted(there))
    return _until_put_right(now, {spot: held for spot, held in there.items() if spot != gone}, there)


def moved(now: Scene) -> Aftermath | None:
    """Somebody moves a pyramid where no rule lets it go."""
    there = now.table.standing
    wrong = moved_unlawfully(now)
    return None if wrong is None else _until_put_right(now, wrong, there)


def moved_unlawfully(now: Scene) -> Standing | None:
    """What stands where once somebody has moved one pyramid so that nothing in the rules explains it."""
    there = now.table.standing
    free = [spot for _, _, _, places in parts(now.match.state) for spot in places if spot not in there]
    for _ in range(MOST_TRIES):
        off, on = now.random.choice(sorted(there)), now.random.choice(free)
        wrong = {on if spot == off else spot: held for spot, held in there.items()}
        if not _is_lawful(now, wrong):
            return wrong
    return None


def drawn_out_of_turn(now: Scene) -> Aftermath | None:
    """Somebody who is not to move takes a pyramid out of the bag."""
    there, game, state = now.table.standing, now.match.game, now.match.state
    mover, bag = game.mover(state), sorted(game.bag(state))
    places = [spot for seat, _, _, places in parts(state) if seat != mover for spot in places if spot not in there]
    for _ in range(MOST_TRIES):
        wrong = {**there, now.random.choice(places): now.random.choice(bag)}
        if not _is_lawful(now, wrong):
            return _until_put_right(now, wrong, there)
    return None


def _is_lawful(now: Scene, there: Standing) -> bool:
    return bool(now.match.game.meant(now.match.state, {spot: {held: 1.0} for spot, held in there.items()}))


def _until_put_right(now: Scene, wrong: Standing, there: Standing) -> Aftermath:
    now.table.stand(wrong)
    now.table.settle()
    now.table.wait(LOST_S + QUIET_S)  # it may as well be half of an exchange

    def put_right() -> None:
        now.table.stand(there)
        now.table.settle()

    return Aftermath(put_right)
