"""Spectrangle: three-coloured triangles on a board of 36 fields. Rules SPG-SETUP to SPG-END.

Tiles and board are in ``tiles.py``; options, events and state in ``state.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn
from engine.core.parsing import need_seat
from engine.core.tuples import replaced_at
from engine.core.verdict import Awaiting, Pieces, Verdict, no, yes
from engine.games.spectrangle.state import (
    EMPTY_BOARD,
    HAND,
    Board,
    Drawn,
    Exchange,
    Options,
    Place,
    Skip,
    State,
    final_score,
    gaps,
    placement_points,
    ways_beside,
)
from engine.games.spectrangle.tiles import (
    BONUS,
    N_FIELDS,
    TILE_OF,
    TILES,
    TOUCHING,
    WAYS,
    WAYS_FLIPPED,
    main_hue,
    match,
    parse_field,
    parse_tile,
    value_of,
)
from engine.inference.board import Occupied, explained, look
from engine.inference.observation import SOMEBODY, Looked, Seen

PLAIN_FIELDS = tuple(field for field, bonus in enumerate(BONUS) if bonus == 1)
FIRST_OK = yes("done", "SPG-PLAY-01")
PLACE_OK = yes("done", "SPG-PLAY-02")
_place = maker(Place)

# ---- the game

EXAMPLE = "1: place RYG3 T12"
"""A move as one writes it, for who left out whose it is."""


class Spectrangle(Game[State, Options]):
    name = "spectrangle"
    title = "Spectrangle"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Drawn, Place, Exchange, Skip)
    checks: ClassVar[Mapping[str, Checked]] = {
        "placements and the duty to place": "NOW",
        "points": "NOW",
        "the end": "NOW",
    }
    board = "spectrangle"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.teams and rules.seats != 4:
            raise BadRules("Spectrangle in teams is for four players: two against two, partners opposite")
        self.strict = self.options.edge_rule == "all_touching"
        self.ways = WAYS_FLIPPED if self.options.allow_flip else WAYS

    def start(self) -> State:
        n = self.rules.seats
        return State(((),) * n, (0,) * n, tuple(range(n)), ("",) * n)

    def mover(self, state: State) -> Seat | None:
        return state.to_move if state.started and not state.over else None

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        seat = self.drawer(state)
        if not state.started:
            assert seat is not None
            return Awaiting("table", (seat,), "DRAW_FOR_START", need=Pieces(1, f"hand:{seat}"))
        if seat is not None:
            count = state.owed(seat)
            return Awaiting("table", (seat,), "DRAW", {"count": count}, Pieces(count, f"hand:{seat}"))
        if self.can_place(state, state.to_move):
            return Awaiting("player", (state.to_move,), "FIRST_TILE" if state.board_is_empty else "PLACE")
        return Awaiting("player", (state.to_move,), "EXCHANGE_OR_SKIP" if state.bag_size else "SKIP")

    def drawer(self, state: State) -> Seat | None:
        """Who should draw next: whoever has not drawn for the start, then the mover, then who forgot."""
        if not state.started:
            return next((seat for seat in state.contenders if not state.start_draws[seat]), None)
        n = self.rules.seats
        order = ((state.to_move + k) % n for k in range(n))
        return next((seat for seat in order if state.owed(seat)), None)

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "SPG-END-01")
        if isinstance(event, Drawn):
            return self._judge_draw(state, event)
        if state.contenders:
            return no("DRAW_FIRST", "SPG-SETUP-01")
        if isinstance(event, Move) and event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        # Draws that were forgotten are made up before the player's next turn.
        if len(state.hands[state.to_move]) < HAND and state.owed(state.to_move):
            return no("DRAW_UP_FIRST", "SPG-PLAY-06", player=state.to_move, count=state.owed(state.to_move))
        if isinstance(event, Place):
            return self._judge_place(state, event)
        if isinstance(event, (Exchange, Skip)):
            return self._judge_giving_up(state, event)
        return self.not_now(state, event)

    def _judge_draw(self, state: State, event: Drawn) -> Verdict:
        if not 0 <= event.seat < self.rules.seats:
            return no("NO_SUCH_PLAYER", "", seat=event.seat + 1)
        owed = self._may_draw(state, event.seat)
        if not 1 <= len(event.tiles) <= owed:
            rule = "SPG-PLAY-06" if state.started else "SPG-SETUP-01"
            if not owed:
                return no("WRONG_DRAW", rule, player=event.seat, count=None, owed=None, then=self.awaiting(state))
            return no("WRONG_DRAW", rule, player=event.seat, count=len(event.tiles), owed=owed)
        bag = state.bag
        for n, tile in enumerate(event.tiles):
            if tile not in bag or tile in event.tiles[:n]:
                return no("NOT_IN_BAG", "SPG-SETUP-01", *self._where(state, tile), tile=TILE_OF.get(tile, tile))
        return yes()

    def _may_draw(self, state: State, seat: Seat) -> int:
        if state.started:
            return state.owed(seat)
        return int(seat in state.contenders and not state.start_draws[seat])

    def _where(self, state: State, tile: str) -> tuple[str, ...]:
        return tuple(f"T{n}" for n, lying in enumerate(state.board) if lying and TILE_OF[lying] == tile)

    def _judge_place(self, state: State, move: Place) -> Verdict:
        tile = TILE_OF.get(move.tile)
        if tile is None or tile not in state.hands[move.seat]:
            return no("NOT_YOUR_TILE", "SPG-PLAY-02", tile=tile or move.tile, player=move.seat)
        if move.tile not in self.ways[tile]:
            return no("TURNED_OVER", "SPG-PLAY-02", tile=tile, lies=move.tile)
        if not 0 <= move.field < N_FIELDS:
            return no("NO_SUCH_FIELD", "SPG-PLAY-01", field=move.field)
        first = state.board_is_empty
        if first and BONUS[move.field] == 1:
            return FIRST_OK
        spot = f"T{move.field}"
        if state.board[move.field]:
            return no("FIELD_TAKEN", "SPG-PLAY-04", spot, field=spot)
        # The first tile lies anywhere but on a bonus.
        if first:
            return no("FIRST_ON_BONUS", "SPG-PLAY-01", spot, field=spot, bonus=BONUS[move.field])
        same, differ = self.sides(state.board, move.tile, move.field)
        if not same and not differ:
            return no("TOUCHES_NOTHING", "SPG-PLAY-02", spot, field=spot)
        if not same or (self.strict and differ):
            spots = tuple(f"T{other}" for other, _, _ in differ)
            reason = "SIDES_DIFFER" if self.strict else "NO_SIDE_MATCHES"
            mine, theirs = differ[0][1:]
            return no(reason, "SPG-PLAY-02", spot, *spots, field=spot, mine=mine, theirs=theirs, fields=spots)
        if differ:
            # Allowed at this table, but worth a word: other tables would not.
            spots = tuple(f"T{other}" for other, _, _ in differ)
            return Verdict(True, details={"note": "SIDE_DIFFERS", "fields": spots}, rule="D-SPG-02", complete="done")
        return PLACE_OK

    def sides(self, board: Board, tile: str, field: int) -> tuple[int, list[tuple[int, str, str]]]:
        """How many touching sides match, and those that do not: (neighbour, our colour, its colour)."""
        same, differ = 0, []
        for edge, other in TOUCHING[field]:
            there = board[other]
            if not there:
                continue
            if match(tile[edge], there[edge]):
                same += 1
            else:
                differ.append((other, tile[edge], there[edge]))
        return same, differ

    def _judge_giving_up(self, state: State, move: Exchange | Skip) -> Verdict:
        # Placing is compulsory whenever it is possible.
        place = self.first_place(state, move.seat)
        if place is not None:
            spot = f"T{place.field}"
            return no("MUST_PLACE", "SPG-PLAY-04", spot, player=move.seat, tile=TILE_OF[place.tile], field=spot)
        if isinstance(move, Skip):
            return yes("done", "SPG-PLAY-05")
        if move.tile not in state.hands[move.seat]:
            return no("NOT_YOUR_TILE", "SPG-PLAY-05", tile=TILE_OF.get(move.tile, move.tile), player=move.seat)
        if not state.bag_size:
            return no("BAG_EMPTY", "SPG-PLAY-05")
        return yes("done", "SPG-PLAY-05")

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Drawn):
            hands = replaced_at(state.hands, event.seat, (*state.hands[event.seat], *event.tiles))
            if state.started:
                return self._ended(replace(state, hands=hands))
            return self._start_drawn(replace(state, hands=hands), event)
        assert isinstance(event, Move)
        after = (event.seat + 1) % self.rules.seats
        if isinstance(event, Place):
            tile = TILE_OF[event.tile]
            points = state.points[event.seat] + self.points_of(state, event)
            state = replace(
                state,
                board=(*state.board[: event.field], event.tile, *state.board[event.field + 1 :]),
                hands=replaced_at(state.hands, event.seat, _without(state.hands[event.seat], tile)),
                points=replaced_at(state.points, event.seat, points),
                to_move=after,
                idle=0,
                last=event.field,
            )
        elif isinstance(event, Exchange):
            hands = replaced_at(state.hands, event.seat, _without(state.hands[event.seat], event.tile))
            state = replace(state, hands=hands, to_move=after, idle=state.idle + 1)
        else:
            state = replace(state, to_move=after, idle=state.idle + 1)
        return self._ended(state)

    def _start_drawn(self, state: State, event: Drawn) -> State:
        draws = replaced_at(state.start_draws, event.seat, event.tiles[0])
        state = replace(state, start_draws=draws)
        if any(not draws[seat] for seat in state.contenders):
            return state
        best = max(value_of(draws[seat]) for seat in state.contenders)
        tied = tuple(seat for seat in state.contenders if value_of(draws[seat]) == best)
        returned = self.options.start_draw == "returned"
        # Tied players draw again (D-SPG-05); with a full hand of equal draws the first in order starts.
        if len(tied) > 1 and (returned or max(len(state.hands[seat]) for seat in tied) < HAND):
            again = tuple("" if seat in tied else tile for seat, tile in enumerate(draws))
            hands = tuple(() if returned and seat in tied else hand for seat, hand in enumerate(state.hands))
            return replace(state, contenders=tied, start_draws=again, hands=hands)
        hands = ((),) * self.rules.seats if returned else state.hands
        return replace(state, contenders=(), hands=hands, to_move=tied[0])

    def _ended(self, state: State) -> State:
        return replace(state, over=True) if self._is_over(state) else state

    def _is_over(self, state: State) -> bool:
        """Bag empty and nobody can place; or two idle rounds and no tile anywhere fits (SPG-END-01)."""
        dead = state.idle >= 2 * self.rules.seats
        if state.bag_size and not dead:
            return False
        left = [tile for hand in state.hands for tile in hand]
        if state.bag_size:
            left += state.bag
        return not any(self._places(state.board, tile) for tile in left)

    def _places(self, board: Board, tile: str) -> bool:
        return next(self._lyings(board, tile), None) is not None

    def _lyings(self, board: Board, tile: str) -> Iterator[tuple[str, int]]:
        """Every way this tile fits on a board."""
        ways = self.ways[tile]
        if board == EMPTY_BOARD:
            for field in PLAIN_FIELDS:
                for way in ways:
                    yield way, field
            return
        for field, around in gaps(board):
            fitting = ways_beside(around, strict=self.strict)
            for way in ways:
                if way in fitting:
                    yield way, field

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over or not state.started or state.owed(state.to_move):
            return
        seat, hand = state.to_move, state.hands[state.to_move]
        placed = False
        for tile in hand:
            for way, field in self._lyings(state.board, tile):
                placed = True
                yield _place(seat, way, field)
        if not placed:
            yield from (Exchange(seat, tile) for tile in hand if state.bag_size)
            yield Skip(seat)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state)

    def first_place(self, state: State, seat: Seat) -> Place | None:
        """A placement the player has; None when no tile of theirs fits."""
        for tile in state.hands[seat]:
            for way, field in self._lyings(state.board, tile):
                return Place(seat, way, field)
        return None

    def can_place(self, state: State, seat: Seat) -> bool:
        return self.first_place(state, seat) is not None

    # ---- reading the score

    def breakdown(self, state: State, move: Place) -> tuple[int, int, int]:
        """Value, matching sides and bonus of a placement; the first tile counts its value alone."""
        if state.board_is_empty:
            return value_of(move.tile), 1, 1
        same, _ = self.sides(state.board, move.tile, move.field)
        return value_of(move.tile), same, BONUS[move.field]

    def points_of(self, state: State, move: Place) -> int:
        return placement_points(*self.breakdown(state, move), first=state.board_is_empty)

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Points so far; at the end less the tiles left. Partners share one score."""
        own = {
            seat: final_score(points, state.hands[seat]) if state.over else points
            for seat, points in enumerate(state.points)
        }
        if not self.options.teams:
            return own
        return {seat: own[seat] + own[(seat + 2) % 4] for seat in own}

    def winners(self, state: State) -> tuple[Seat, ...]:
        if not state.over:
            return ()
        scores = self.scores(state)
        return tuple(seat for seat, points in scores.items() if points == max(scores.values()))

    # ---- lights

    def lights(self, state: State) -> Picture:
        """Tiles in their main hue, bonus fields dim, the mover's fields bright; the last tile ripples."""
        lights = {f"T{n}": Light(Meaning.IDLE) for n, bonus in enumerate(BONUS) if bonus > 1}
        for n, tile in enumerate(state.board):
            if tile:
                meaning = Meaning.SCORED if n == state.last or state.over else Meaning.PIECE
                lights[f"T{n}"] = Light(meaning, main_hue(tile))
        if self.mover(state) is not None and not state.owed(state.to_move):
            for tile in state.hands[state.to_move]:
                lights |= {f"T{n}": Light(Meaning.LEGAL, main_hue(tile)) for n in self.fields_for(state, tile)}
        return lights

    def fields_for(self, state: State, tile: str) -> tuple[int, ...]:
        """The fields where a tile fits in some turn."""
        return tuple(dict.fromkeys(field for _, field in self._lyings(state.board, tile)))

    # ---- from what is seen to what happened

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        """The placements that fill the field seen to be filled, most points first."""
        found = explained(self, state, seen)
        places = [way[0] for way in found if way and isinstance(way[0], Place)]
        if not places:
            return found[:1] if () in found else []
        return [(move,) for move in sorted(places, key=lambda move: -self.points_of(state, move))]

    def board_of(self, state: State) -> Occupied:
        """Which fields hold a tile; a tile is nobody's."""
        return {f"T{n}": SOMEBODY for n, tile in enumerate(state.board) if tile}

    def look(self, state: State, seen: Seen) -> Looked:
        if seen.occupied is None:
            return super().look(state, seen)
        return look(self, state, self.readings(state, seen), seen.occupied)

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        if {len(state.hands), len(state.points), len(state.start_draws)} != {n} or len(state.board) != N_FIELDS:
            return [no("WRONG_SIZE", "SPG-SETUP-02", players=n)]
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
        seats = (state.to_move, *state.contenders)
        faults += [no("NO_SUCH_PLAYER", "", seat=seat + 1) for seat in seats if not 0 <= seat < n]
        if not state.started and not faults and self.drawer(state) is None:
            faults.append(no("NOBODY_DRAWS", "SPG-SETUP-01"))
        return faults

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        match verb.lower():
            case "draw" | "drawn":
                return self._parse_draw(rest, seat, source, state)
            case "place" | "put":
                parts = rest.split()
                if len(parts) != 2:
                    raise NotUnderstood("write the tile as it lies and the field: '1: place RYG3 T12'")
                return Place(need_seat(seat, EXAMPLE), parse_tile(parts[0]), parse_field(parts[1]))
            case "exchange" | "swap":
                return Exchange(need_seat(seat, EXAMPLE), TILE_OF[parse_tile(rest)])
            case "skip" | "pass":
                return Skip(need_seat(seat, EXAMPLE))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use draw, place, exchange or skip")

    def _parse_draw(self, rest: str, seat: Seat | None, source: str, state: State | None) -> Drawn:
        tiles, _, who = rest.partition(" for ")
        if who.strip().isdecimal():
            seat = int(who) - 1
        elif state is not None:
            seat = self.drawer(state)
        if seat is None or not 0 <= seat < self.rules.seats:
            raise NotUnderstood("say who drew: 'draw RYG3 for 1'")
        return Drawn(seat, tuple(TILE_OF[parse_tile(word)] for word in tiles.split()), source=source)


def _without(hand: tuple[str, ...], tile: str) -> tuple[str, ...]:
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]
