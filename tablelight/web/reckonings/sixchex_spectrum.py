"""Why a card of SIXCHEX is lit: a coin that can go, or a landing that captures."""

from engine.components.lights import Spot
from engine.games.sixchex_spectrum.events import CoinMoved
from engine.games.sixchex_spectrum.judge import captured_coins
from engine.texts.language import tr
from tablelight.web.components.why import Explains
from tablelight.web.viewer import Shown


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """What a coin on that card may do, or what may be captured there."""
    state = shown.state
    if not state.die:
        return (tr("{player} throws the die for these coins.", player=shown.seats[state.to_move]),)
    moves = [move for move in shown.moves() if isinstance(move, CoinMoved)]
    ways = sum(move.start == spot for move in moves)
    said = [_ways(spot, ways)] if ways else []
    taken = {seat for move in moves if move.path[-1] == spot for seat, _ in captured_coins(state, move)}
    said += [_captures(spot, shown.seats[seat]) for seat in taken]
    return tuple(said)


def _ways(card: Spot, count: int) -> str:
    if count == 1:
        return tr("The coin on {card} has one way to go.", card=card)
    return tr("The coin on {card} has {count} ways to go.", card=card, count=count)


def _captures(card: Spot, player: str) -> str:
    return tr("A coin that lands on {card} captures {player}.", card=card, player=player)


EXPLAINS = Explains(light=_light)
