"""What a picture of the sheet means: which legal events lead to the pyramids that stand there (SPA-TURN, SPA-EXC).

On which place of a yard a piece stands is nobody's business; what counts is which pieces stand among a player's trees
and which beside them. A turn that is over shows nothing, so it is part of what the next player does.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.components.lights import Spot
from engine.core.events import Event, Seat
from engine.core.game import Game
from engine.games.spectra_icehouse.events import PyramidAdded, PyramidDrawn, PyramidsExchanged, TakeColour, TurnDone
from engine.games.spectra_icehouse.pieces import PIECES, SIZES
from engine.games.spectra_icehouse.state import State
from engine.games.spectra_icehouse.yards import loose_places, tree_places
from engine.inference.held import UNHEARD_OF, Chances, Held, chance_of, likeliest, unlike

ELSEWHERE = "beside the sheet"
"""Where a piece of the game is that stands on no place of its yard."""

# Constants: chosen by hand.
_LIKELY = 1e-4  # what is less likely is not tried on a place
_AND_GROWN = 2  # a piece comes, and is put among the trees
_DEEPEST, _WIDEST = 6, 12  # events between two looks, and how many ways are followed at once
_MOST_UNSURE = 7  # places that may hold several things are tried in all ways; of more, the likeliest on each


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A pyramid that is not where the game has it. ``seat``: whose yard; ``grown``: among the trees, or beside them;
    ``at``: the place on which it stands and should not; None: it should stand there and does not."""

    seat: Seat
    grown: bool
    piece: str
    at: Spot | None = None


def laid_out(state: State, chances: Chances) -> Mapping[Spot, Held]:
    """What each place would hold if the pieces of this position stood there as the picture bears it out best.

    ``chances``: of every place that may hold anything; all others are free.
    """
    held = dict[Spot, Held]()
    for seat, grown, pieces, places in parts(state):
        stood, left = _stood(pieces, [place for place in places if place in chances], chances)
        held |= stood
        held |= {f"{ELSEWHERE} {seat} {grown} {n}": piece for n, piece in enumerate(left)}
    return held


def misplaced(state: State, chances: Chances) -> tuple[Misplaced, ...]:
    """What stands otherwise than in this position, as far as that is sure."""
    found: list[Misplaced] = []
    for seat, grown, pieces, places in parts(state):
        seen = {place: chances[place] for place in places if place in chances}
        stood, left = _stood(pieces, list(seen), seen)
        found += [Misplaced(seat, grown, piece) for piece in left]
        found += [
            Misplaced(seat, grown, str(max(seen[at], key=lambda what: seen[at][what])), at)
            for at in unlike({at: stood.get(at) for at in seen}, seen)
        ]
    return tuple(found)


def on_its_way(game: Game[State, Any], state: State, chances: Chances) -> bool:
    """Whether hands may be in the middle of something legal: pieces are only gone, or part of a legal change is done.
    While colours are taken, all take theirs at once."""
    off = misplaced(state, chances)
    gone, come = _counted(off, come=False), _counted(off, come=True)
    if not come or "" in state.colours:
        return True
    now = _standing(state)
    ends = (_standing(after) for _, after in _steps(game, state))
    return any(gone <= now - end and come <= end - now for end in ends)


def at_once(way: Sequence[Event]) -> bool:
    """Whether this is one thing that hands do: a piece is drawn, got or put among the trees, or colours are taken.

    Two at once are rarely seen, and half an exchange may look like them: one piece given, and one of its kind drawn.
    """
    acts = [event for event in way if not isinstance(event, TurnDone)]
    comes = acts[0].piece if acts and isinstance(acts[0], PyramidDrawn) else ""
    comes = acts[0].get if acts and isinstance(acts[0], PyramidsExchanged) else comes
    grows = len(acts) == _AND_GROWN and isinstance(acts[1], PyramidAdded) and acts[1].piece == comes
    return len(acts) == 1 or grows or all(isinstance(event, TakeColour) for event in acts)


def meant(game: Game[State, Any], state: State, chances: Chances) -> list[tuple[Event, ...]]:
    """What the picture bears out of what may have happened, likeliest first: events, or none at all."""
    ways = explained(game, state, chances)
    ends = [laid_out(end, chances) for _, end in ways]
    nowhere: dict[Spot, dict[Held, float]] = {
        spot: {None: 1.0} for held in ends for spot in held if spot.startswith(ELSEWHERE)
    }
    fits = likeliest(ends, {**chances, **nowhere})
    return [ways[n][0] for n in sorted(fits, key=lambda n: -_fit(ways[n][1], chances))]


def explained(game: Game[State, Any], state: State, chances: Chances) -> list[tuple[tuple[Event, ...], State]]:
    """The events, each legal after the one before, after which the pieces stand more nearly as seen, with the position
    after them; and none at all, which comes first."""
    perfect = sum(math.log(max(seen.values())) for seen in chances.values())
    found: list[tuple[float, tuple[Event, ...], State]] = [(_fit(state, chances), (), state)]
    newest = found
    for _ in range(_DEEPEST):
        better = [
            (fit, (*events, *more), after)
            for before, events, at in newest
            if before < perfect - 1
            for more, after in _steps(game, at)
            if (fit := _fit(after, chances)) > before + 1
        ]
        newest = sorted(better, key=lambda one: -one[0])[:_WIDEST]
        if not newest:
            break
        found += newest
    # Ways that end alike count once: the shortest is found first.
    ends: dict[State, tuple[Event, ...]] = {}
    for _, events, end in found:
        ends.setdefault(end, events)
    return [(events, end) for end, events in ends.items()]


def _steps(game: Game[State, Any], state: State) -> Iterator[tuple[tuple[Event, ...], State]]:
    """What may be seen next: a move, a piece that is drawn, at once among the trees or not; after a turn that is
    over, too."""
    done = TurnDone(state.to_move)
    for move in game.moves(state):
        if move != done:
            yield (move,), game.result(state, move)
    yield from _drawn(game, state, ())
    if game.judge(state, done).ok:
        after = game.result(state, done)
        for move in game.moves(after):
            if not isinstance(move, TurnDone):
                yield (done, move), game.result(after, move)
        yield from _drawn(game, after, (done,))


def _drawn(game: Game[State, Any], state: State, first: tuple[Event, ...]) -> Iterator[tuple[tuple[Event, ...], State]]:
    for piece in PIECES:
        fact = PyramidDrawn(piece, source="camera")
        if not game.judge(state, fact).ok:
            continue
        after = game.result(state, fact)
        yield (*first, fact), after
        grows = PyramidAdded(state.to_move, piece)
        if game.judge(after, grows).ok:
            yield (*first, fact, grows), game.result(after, grows)


def _fit(state: State, chances: Chances) -> float:
    """Logarithm of how likely the picture is in this position."""
    held = laid_out(state, chances)
    missing = sum(spot not in chances for spot in held)
    return sum(math.log(max(chance_of(seen, held.get(spot)), UNHEARD_OF)) for spot, seen in chances.items()) + (
        missing * math.log(UNHEARD_OF)
    )


def parts(state: State) -> Iterator[tuple[Seat, bool, Sequence[str], Sequence[Spot]]]:
    """Of each player first the trees, then the rest: which pieces, and where they may stand."""
    seats = len(state.colours)
    for seat, colour in enumerate(state.colours):
        grown = [f"{size} {colour}" for size, n in zip(SIZES, state.trees[seat], strict=True) for _ in range(n)]
        yield seat, True, grown, tree_places(seat, seats)
        yield seat, False, state.loose[seat], loose_places(seat, seats)


def _standing(state: State) -> Counter[tuple[Seat, bool, str]]:
    return Counter((seat, grown, piece) for seat, grown, pieces, _ in parts(state) for piece in pieces)


def _counted(off: Sequence[Misplaced], *, come: bool) -> Counter[tuple[Seat, bool, str]]:
    return Counter((each.seat, each.grown, each.piece) for each in off if (each.at is not None) == come)


def _stood(pieces: Sequence[str], places: Sequence[Spot], chances: Chances) -> tuple[dict[Spot, Held], list[str]]:
    """These pieces on these places of a yard, as the picture bears it out best, and those that fit on none."""
    left = Counter(pieces)
    held: dict[Spot, Held] = {}
    unsure: list[Spot] = []
    for place in places:
        options = [piece for piece in (*left, None) if chance_of(chances[place], piece) > _LIKELY]
        likely = [what for what, chance in chances[place].items() if chance > _LIKELY]
        if len(likely) == 1 and likely[0] in options:
            if likely[0] is not None and left[str(likely[0])] > 0:
                held[place] = likely[0]
                left[str(likely[0])] -= 1
        elif options:
            unsure.append(place)
    held |= _best(tuple(unsure), +left, chances)[1]
    rest = left - Counter(str(held[place]) for place in unsure if place in held)
    return held, list(rest.elements())


def _best(unsure: tuple[Spot, ...], left: Counter[str], chances: Chances) -> tuple[float, dict[Spot, Held]]:
    """Which of the pieces left stand on the places that may hold several things, and how likely that is."""
    if not unsure:
        return UNHEARD_OF ** left.total(), {}  # those that find no place
    place, others = unsure[0], unsure[1:]
    options: list[str | None] = [piece for piece in left if chance_of(chances[place], piece) > _LIKELY]
    options = sorted([*options, None], key=lambda piece: -chance_of(chances[place], piece))
    if len(unsure) > _MOST_UNSURE:
        options = options[:1]
    best, found = -1.0, dict[Spot, Held]()
    for piece in options:
        rest, more = _best(others, left - Counter([piece]) if piece else left, chances)
        chance = chance_of(chances[place], piece) * rest
        if chance > best:
            best, found = chance, ({place: piece, **more} if piece else more)
    return best, found
