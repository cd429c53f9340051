"""What goes wrong at tables, done with things: each happens on demand, and can be put right again by a hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.components.cards import Card
from engine.components.lights import Spot
from engine.core.events import Event, Seat
from engine.core.match import Match
from engine.core.verdict import Dice
from engine.inference.held import Held
from engine.inference.observation import SOMEBODY, Observation
from firmware_bridge.board_maps import BoardMap
from tablelight.demo.hands import CARRIED_S, Hands
from tablelight.demo.physical_table import PhysicalTable
from tablelight.referee.piece_places import held_on, owners
from tablelight.referee.tagged_cards import event_text, wanted
from tablelight.session.sensors import LOST_S, QUIET_S
from vision.simulation import SimulatedLamp

Right = Callable[[], None]
"""What a hand does to put it right."""

MOST_TRIES = 20
"""To find a move that no rule explains. Chosen by hand."""
UNKNOWN_TAG = "FFFFFFFFFF"
"""A tag that is in no book."""
_DARK = SimulatedLamp("out", level=0.02, ambient=1.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, what is really so in the game, and chance."""

    table: PhysicalTable
    match: Match
    random: Random


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of a mishap.

    ``right``: puts it right, None where that is nothing for a hand; ``event``: what has really happened in the game
    once it is put right; ``asks``: whether the table has to say something to it.
    """

    right: Right | None = None
    event: Callable[[], Event | None] = lambda: None
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Mishap:
    """``fits``: whether it can happen now; ``happen``: lets it, and tells what came of it; None: it could not be done
    after all."""

    fits: Callable[[Scene], bool]
    happen: Callable[[Scene], Aftermath | None]


# ---- dice


def _dice_due(now: Scene) -> bool:
    return now.table.dice is not None and isinstance(now.match.game.awaiting(now.match.state).need, Dice)


def _cocked(now: Scene) -> Aftermath:
    """The dice are thrown, and one comes to rest leaning."""
    return _bad_throw(now, cocked=True)


def _off_mat(now: Scene) -> Aftermath:
    """The dice are thrown, and one rolls off the mat and out of sight."""
    return _bad_throw(now, cocked=False)


def _bad_throw(now: Scene, *, cocked: bool) -> Aftermath:
    hands = Hands(now.table)
    numbers, bad = hands.throw_badly(now.match, now.random, cocked=cocked)
    return Aftermath(lambda: _throw_again(now.table, bad), lambda: hands.fallen(now.match, len(numbers)))


def _several_due(now: Scene) -> bool:
    need = now.match.game.awaiting(now.match.state).need
    return now.table.dice is not None and isinstance(need, Dice) and need.d6 + need.d12 > 1


def _throw_again(table: PhysicalTable, number: int) -> None:
    assert table.dice is not None
    table.dice.reroll(table.now, [number])
    table.settle()


# ---- pieces


def _board(now: Scene) -> dict[Spot, Seat]:
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


def _has_pieces(now: Scene) -> bool:
    return bool(_board(now)) and not now.match.over


def _others(now: Scene) -> list[Spot]:
    """Pieces of those who are not to move."""
    mover = now.match.game.mover(now.match.state)
    return sorted(spot for spot, seat in _board(now).items() if seat != mover)


def _fallen(now: Scene) -> Aftermath:
    """A piece falls over: its switch feels nothing any more."""
    spot = now.random.choice(sorted(_board(now)))
    _lift(now, spot)
    now.table.wait(LOST_S + QUIET_S)  # it may as well be in the hand of whoever moves it
    return Aftermath(lambda: _put_back(now, spot))


def _child(now: Scene) -> Aftermath:
    """A child takes away a piece that nobody is to move."""
    spot = now.random.choice(_others(now))
    _lift(now, spot)
    now.table.wait(LOST_S + QUIET_S)  # it may as well be one that is captured just now
    return Aftermath(lambda: _put_back(now, spot))


def _wrong_piece(now: Scene) -> Aftermath | None:
    """Somebody moves a piece where no rule lets it go."""
    return _move_unlawfully(now, sorted(_board(now)))


def _piece_out_of_turn(now: Scene) -> Aftermath | None:
    """Somebody moves a piece of his who is not to move."""
    return _move_unlawfully(now, _others(now))


def _turned(now: Scene) -> Aftermath:
    """A sleeve turns a tile that counted long ago."""
    there = _there(now)
    spot = now.random.choice(_that_can_turn(now))
    tile = str(there[spot])
    now.table.stand({**there, spot: tile[1:3] + tile[0] + tile[3:]})
    now.table.settle()
    return Aftermath(lambda: _put_back(now, spot))


def _that_can_turn(now: Scene) -> list[Spot]:
    """Tiles that look otherwise once they are turned."""
    if not now.table.shows_pieces or now.match.over:
        return []
    return sorted(spot for spot, held in _there(now).items() if isinstance(held, str) and len(set(held[:3])) > 1)


def _move_unlawfully(now: Scene, pieces: Sequence[Spot]) -> Aftermath | None:
    unlawful = _unlawful(now, pieces)
    if unlawful is None:
        return None
    off, on = unlawful
    _move(now, off, on)
    return Aftermath(lambda: _move_back(now, off, on))


def _unlawful(now: Scene, pieces: Sequence[Spot]) -> tuple[Spot, Spot] | None:
    """From where to where one of these pieces goes so that nothing in the rules explains it."""
    board = _board(now)
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
    now.table.stand({at: seat for at, seat in _there(now).items() if at != spot})
    now.table.press([spot], down=False)
    now.table.settle()


def _put_back(now: Scene, spot: Spot) -> None:
    now.table.stand(_there(now))
    now.table.press([spot], down=True)
    now.table.settle()


def _move(now: Scene, off: Spot, on: Spot) -> None:
    there = _there(now)
    now.table.press([off], down=False)
    now.table.wait(CARRIED_S)
    now.table.stand({on if at == off else at: seat for at, seat in there.items()})
    now.table.press([on], down=True)
    now.table.settle()


def _move_back(now: Scene, off: Spot, on: Spot) -> None:
    now.table.press([on], down=False)
    now.table.wait(CARRIED_S)
    _put_back(now, off)


def _there(now: Scene) -> Mapping[Spot, Held]:
    return held_on(now.match)


# ---- cards


def _held(match: Match, *, by_mover: bool) -> list[Card]:
    """Known cards in hands: of whoever is to move, or of the others."""
    mover, hands = match.game.mover(match.state), getattr(match.state, "hands", ())
    held: list[Card] = []
    for seat, hand in enumerate(hands):
        if (seat == mover) == by_mover:
            held += [card for card in hand if isinstance(card, Card) and card.known]
    return held


def _plays_one(now: Scene) -> bool:
    """Whether one card on the reader for playing means that it is played."""
    if "play" not in now.table.readers or wanted(now.match) != 1:
        return False
    held = _held(now.match, by_mover=True)
    return bool(held) and any(_means(now.match, card) for card in held)


def _means(match: Match, card: Card) -> bool:
    """Whether this card may be played now."""
    try:
        text = event_text(match, "play", (card,))
        return text is not None and bool(match.game.judge(match.state, match.parse(text)).ok)
    except ValueError:
        return False


def _card_out_of_turn(now: Scene) -> Aftermath:
    """Somebody who is not to play lays a card."""
    now.table.lay_tagged("play", [now.random.choice(_foreign(now))])
    now.table.settle()
    return Aftermath()


def _foreign(now: Scene) -> list[Card]:
    """Cards of others that may not be played now."""
    return [card for card in _held(now.match, by_mover=False) if not _means(now.match, card)]


def _two_cards(now: Scene) -> Aftermath:
    """Two cards at once lie on the reader for playing."""
    held = _held(now.match, by_mover=True)
    first = now.random.choice([card for card in held if _means(now.match, card)])
    held.remove(first)
    text = event_text(now.match, "play", (first,)) or ""
    now.table.lay_tagged("play", [first, now.random.choice(held)])
    now.table.settle()
    return Aftermath(event=lambda: now.match.parse(text))


def _unread_card(now: Scene) -> Aftermath:
    """A card lies on the reader that nobody has taught."""
    now.table.lay_tag("play", UNKNOWN_TAG)
    now.table.settle()
    return Aftermath()


# ---- light, cables, power


def _lamp_out(now: Scene) -> Aftermath:
    """The lamp over the table goes out."""
    assert now.table.lens is not None
    lens, before = now.table.lens, now.table.lens.lamp

    def light() -> None:
        lens.lamp = before
        now.table.look_again()

    lens.lamp = _DARK
    now.table.look_again()
    return Aftermath(light)


def _bump(now: Scene) -> Aftermath:
    """Somebody knocks against the camera."""
    assert now.table.lens is not None
    now.table.lens.bump()
    now.table.look_again()
    return Aftermath(asks=False)


def _camera(now: Scene) -> Aftermath:
    """The camera's cable comes out."""
    assert now.table.lens is not None
    now.table.lens.unplug()
    return Aftermath(now.table.lens.plug)


def _cable(now: Scene) -> Aftermath:
    """The board's cable comes out."""
    now.table.unplug_board()
    return Aftermath(now.table.plug_board)


def _power(now: Scene) -> Aftermath:
    """The power goes out and comes back; where there are pieces, somebody has moved one meanwhile."""
    pieces = sorted(_board(now))
    moved = _unlawful(now, pieces) if pieces else None
    if moved is None:
        now.table.cut_power(lambda: None)
        now.table.settle()
        return Aftermath(asks=False)
    off, on = moved
    now.table.stand({on if at == off else at: seat for at, seat in _there(now).items()})
    now.table.cut_power(lambda: now.table.shift(off, on))
    now.table.settle()
    return Aftermath(lambda: _move_back(now, off, on))


def _out_of_turn(now: Scene) -> Aftermath | None:
    return _piece_out_of_turn(now) if _others(now) else _card_out_of_turn(now)


def _can_be_out_of_turn(now: Scene) -> bool:
    return bool(_others(now)) or (bool(_foreign(now)) and _plays_one(now))


MISHAPS: dict[str, Mishap] = {
    "cocked": Mishap(_dice_due, _cocked),
    "off_mat": Mishap(_several_due, _off_mat),
    "fallen": Mishap(_has_pieces, _fallen),
    "turned": Mishap(lambda now: bool(_that_can_turn(now)), _turned),
    "child": Mishap(lambda now: bool(_others(now)), _child),
    "wrong_piece": Mishap(_has_pieces, _wrong_piece),
    "out_of_turn": Mishap(_can_be_out_of_turn, _out_of_turn),
    "two_cards": Mishap(lambda now: _plays_one(now) and len(_held(now.match, by_mover=True)) > 1, _two_cards),
    "unread_card": Mishap(_plays_one, _unread_card),
    "lamp_out": Mishap(lambda now: now.table.lens is not None, _lamp_out),
    "bump": Mishap(lambda now: now.table.lens is not None, _bump),
    "camera": Mishap(lambda now: now.table.lens is not None and now.table.has_cables, _camera),
    "board": Mishap(lambda now: now.table.device is not None and now.table.device.running, _cable),
    "power": Mishap(lambda now: True, _power),
}
"""Everything that goes wrong on demand, by name."""
