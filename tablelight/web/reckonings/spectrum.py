"""Why a space of the Spectrum board is lit: which pawn may go there, and how."""

from collections.abc import Iterator

from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Move
from engine.games.spectrum.board import STOCK_NAME
from engine.games.spectrum.events import PawnMove, PlaceCaptive
from engine.texts.language import tr
from tablelight.web.components.why import Explains
from tablelight.web.viewer import Shown


def _light(shown: Shown, spot: Spot, lifted: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences about a space: where its pawn can go, or who can come here; before a roll, what is wanted."""
    if shown.state.phase == "roll":
        return (shown.ask(),)
    moves = list(shown.moves())
    if lifted:
        ends = (move for move in moves if isinstance(move, PawnMove) and move.origin == lifted[0])
        return tuple(dict.fromkeys(_lands(shown, move) for move in ends if move.path[-1] == spot))
    return tuple(_starts(moves, spot))


def _starts(moves: list[Move], spot: Spot) -> Iterator[str]:
    if any(isinstance(move, PlaceCaptive) and move.to == spot for move in moves):
        yield tr("{space} is free, so the captured pawn may be put there.", space=space(spot))
    pawn = [move for move in moves if isinstance(move, PawnMove)]
    if any(move.origin == spot for move in pawn):
        yield tr("The pawn on {space} can move. Touch it to see where.", space=space(spot))
    if any(move.origin == STOCK_NAME and move.path[0] == spot for move in pawn):
        yield tr("A pawn from the stock can come in on {space}.", space=space(spot))


def _lands(shown: Shown, move: PawnMove) -> str:
    """One way to a lit space, in a sentence."""
    end, owner = space(move.path[-1]), _who(shown, move.path[-1])
    over = [space(spot) for spot in move.jumped]
    start = tr("the stock") if move.origin == STOCK_NAME else space(move.origin)
    where = {"start": start, "jumped": ", ".join(over), "end": end, "player": owner}
    if over and owner:
        return tr("From {start} over {jumped} to {end}, where {player} is captured.", **where)
    if over:
        return tr("From {start} it may jump over {jumped} and land on {end}.", **where)
    if owner:
        return tr("From {start} it may capture {player} on {end}.", start=start, player=owner, end=end)
    if move.path[-1].endswith("9"):
        return tr("From {start} it may take the star {end} for good.", start=start, end=end)
    return tr("From {start} it may go to {end}.", start=start, end=end)


def _who(shown: Shown, spot: Spot) -> str:
    """Whose pawn stands there; empty where none does."""
    seats = (seat for seat in range(len(shown.seats)) if spot in shown.state.spots_of(seat))
    return next((shown.seats[seat] for seat in seats), "")


def space(spot: Spot) -> str:
    """A space in words: green-blue 4."""
    return f"{Hue[spot[:-1]].called} {spot[-1]}"


EXPLAINS = Explains(light=_light)
