"""Whether an event is legal in Spectrangle, and why not (SPG-SETUP-01 to SPG-PLAY-06)."""

from engine.core.events import Event, Move, Seat
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TilesDrawn, TurnSkipped
from engine.games.spectrangle.fitting import FittingRules, sides_beside
from engine.games.spectrangle.movegen import awaiting, first_placement, next_to_draw
from engine.games.spectrangle.state import HAND, State
from engine.games.spectrangle.tiles import BONUS, N_FIELDS, TILE_OF, TILES

_FIRST = yes("done", "SPG-PLAY-01")
_PLACED = yes("done", "SPG-PLAY-02")


def judge(rules: FittingRules, state: State, event: Event) -> Verdict | None:
    """The verdict on an event; None where the game has no place for such a one."""
    if state.over:
        return no("GAME_OVER", "SPG-END-01")
    if isinstance(event, TilesDrawn):
        return _judge_draw(rules, state, event)
    if state.contenders:
        return no("DRAW_FIRST", "SPG-SETUP-01")
    if isinstance(event, Move) and event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    # Draws that were forgotten are made up before the player's next turn.
    if len(state.hands[state.to_move]) < HAND and state.owed(state.to_move):
        return no("DRAW_UP_FIRST", "SPG-PLAY-06", player=state.to_move, count=state.owed(state.to_move))
    if isinstance(event, TilePlaced):
        return _judge_placed(rules, state, event)
    if isinstance(event, (TileExchanged, TurnSkipped)):
        return _judge_giving_up(rules, state, event)
    return None


def _judge_draw(rules: FittingRules, state: State, event: TilesDrawn) -> Verdict:
    if not 0 <= event.seat < len(state.hands):
        return no("NO_SUCH_PLAYER", "", seat=event.seat + 1)
    owed = _may_draw(state, event.seat)
    if not 1 <= len(event.tiles) <= owed:
        rule = "SPG-PLAY-06" if state.started else "SPG-SETUP-01"
        if not owed:
            return no("WRONG_DRAW", rule, player=event.seat, count=None, owed=None, then=awaiting(rules, state))
        return no("WRONG_DRAW", rule, player=event.seat, count=len(event.tiles), owed=owed)
    bag = state.bag
    for n, tile in enumerate(event.tiles):
        if tile not in bag or tile in event.tiles[:n]:
            return no("NOT_IN_BAG", "SPG-SETUP-01", *_spots_of(state, tile), tile=TILE_OF.get(tile, tile))
    return yes()


def _may_draw(state: State, seat: Seat) -> int:
    """How many tiles the player may draw now."""
    if state.started:
        return state.owed(seat)
    return int(seat in state.contenders and not state.start_draws[seat])


def _spots_of(state: State, tile: str) -> tuple[str, ...]:
    return tuple(f"T{n}" for n, lying in enumerate(state.board) if lying and TILE_OF[lying] == tile)


def _judge_placed(rules: FittingRules, state: State, move: TilePlaced) -> Verdict:
    tile = TILE_OF.get(move.tile)
    if tile is None or tile not in state.hands[move.seat]:
        return no("NOT_YOUR_TILE", "SPG-PLAY-02", tile=tile or move.tile, player=move.seat)
    if move.tile not in rules.ways[tile]:
        return no("TURNED_OVER", "SPG-PLAY-02", tile=tile, lies=move.tile)
    if not 0 <= move.field < N_FIELDS:
        return no("NO_SUCH_FIELD", "SPG-PLAY-01", field=move.field)
    first = state.board_is_empty
    if first and BONUS[move.field] == 1:
        return _FIRST
    spot = f"T{move.field}"
    if state.board[move.field]:
        return no("FIELD_TAKEN", "SPG-PLAY-04", spot, field=spot)
    # The first tile lies anywhere but on a bonus.
    if first:
        return no("FIRST_ON_BONUS", "SPG-PLAY-01", spot, field=spot, bonus=BONUS[move.field])
    same, differ = sides_beside(state.board, move.tile, move.field)
    if differ:
        reason = "SIDES_DIFFER" if rules.strict else "" if same else "NO_SIDE_MATCHES"
        return _judge_differing(spot, differ, reason)
    return _PLACED if same else no("TOUCHES_NOTHING", "SPG-PLAY-02", spot, field=spot)


def _judge_differing(spot: str, differ: list[tuple[int, str, str]], reason: str) -> Verdict:
    """The verdict on a tile of which some sides differ from their neighbours (SPG-PLAY-02, D-SPG-02).

    ``differ``: each such neighbour's field, the tile's colour there and the neighbour's. ``reason``: why that is
    refused, empty where the table allows it.
    """
    spots = tuple(f"T{other}" for other, _, _ in differ)
    if reason:
        mine, theirs = differ[0][1:]
        return no(reason, "SPG-PLAY-02", spot, *spots, field=spot, mine=mine, theirs=theirs, fields=spots)
    # Allowed at this table, but worth a word: other tables would not.
    return Verdict(True, details={"note": "SIDE_DIFFERS", "fields": spots}, rule="D-SPG-02", complete="done")


def _judge_giving_up(rules: FittingRules, state: State, move: TileExchanged | TurnSkipped) -> Verdict:
    # Placing is compulsory whenever it is possible.
    place = first_placement(rules, state, move.seat)
    if place is not None:
        spot = f"T{place.field}"
        return no("MUST_PLACE", "SPG-PLAY-04", spot, player=move.seat, tile=TILE_OF[place.tile], field=spot)
    if isinstance(move, TurnSkipped):
        return yes("done", "SPG-PLAY-05")
    if move.tile not in state.hands[move.seat]:
        return no("NOT_YOUR_TILE", "SPG-PLAY-05", tile=TILE_OF.get(move.tile, move.tile), player=move.seat)
    if not state.bag_size:
        return no("BAG_EMPTY", "SPG-PLAY-05")
    return yes("done", "SPG-PLAY-05")


def position_faults(state: State, seats: int) -> list[Verdict]:
    """Everything that is wrong with a set-up position of so many players, not only the first fault."""
    if {len(state.hands), len(state.points), len(state.start_draws)} != {seats} or len(state.board) != N_FIELDS:
        return [no("WRONG_SIZE", "SPG-SETUP-02", players=seats)]
    faults = []
    faults += [no("NO_SUCH_TILE", "SPG-SETUP-01") for tile in state.start_draws if tile and tile not in TILES]
    out = [TILE_OF.get(t, "") for t in state.board if t] + [t for hand in state.hands for t in hand]
    known = [tile for tile in out if tile in TILES]
    if len(known) < len(out):
        faults.append(no("NO_SUCH_TILE", "SPG-SETUP-01"))
    twice = tuple(tile for tile in TILES if known.count(tile) > 1)
    if twice:
        faults.append(no("TILE_TWICE", "SPG-SETUP-01", tiles=twice))
    faults += [no("TOO_MANY", "SPG-SETUP-02", player=s) for s, hand in enumerate(state.hands) if len(hand) > HAND]
    named = (state.to_move, *state.contenders)
    faults += [no("NO_SUCH_PLAYER", "", seat=seat + 1) for seat in named if not 0 <= seat < seats]
    if not state.started and not faults and next_to_draw(state) is None:
        faults.append(no("NOBODY_DRAWS", "SPG-SETUP-01"))
    return faults
