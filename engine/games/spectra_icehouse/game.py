"""Spectra: draw, exchange and grow three trees of one colour. Rules SPA-SETUP to SPA-END.

What two pieces can be exchanged for is in ``pieces.py``; options, events and state in ``state.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, Game, Rules, not_your_turn
from engine.core.parsing import need_seat
from engine.core.tuples import replaced_at
from engine.core.verdict import Awaiting, Pieces, Verdict, no, yes
from engine.games.spectra_icehouse.pieces import (
    COLOURS,
    HUES,
    PIECES,
    SIZES,
    all_pieces,
    colour_of,
    obtainable,
    parse_colour,
    parse_piece,
    size_of,
)
from engine.games.spectra_icehouse.state import (
    BAG,
    TREES,
    Add,
    Done,
    Drawn,
    Exchange,
    Options,
    State,
    TakeColour,
    complete,
)

EXCHANGE_OK, ADD_OK, DONE_OK = yes("more", "SPA-EXC-07"), yes("more", "SPA-TURN-02"), yes("done", "SPA-TURN-01")

EXAMPLE = "1: add S red"
"""A move as one writes it, for who left out whose it is."""


class SpectraIcehouse(Game[State, Options]):
    name = "spectra_icehouse"
    title = "Spectra"
    seats = (2, 6)
    options_type = Options
    state_type = State
    event_types = (TakeColour, Drawn, Exchange, Add, Done)
    checks: ClassVar[Mapping[str, Checked]] = {
        "exchanges": "NOW",
        "whose piece is taken": "NOW",
        "trees and the win": "NOW",
        "feeling in the bag": "NEVER",
    }
    board = "ring"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.per_size < TREES:
            raise BadRules(f"per_size has to be {TREES} or more: three trees need three pieces of each size")
        if self.options.nests < 0:
            raise BadRules("nests counts sets of black and of white; use 0 or more")
        self.pieces = all_pieces(self.options.per_size, self.options.nests)

    def start(self) -> State:
        n = self.rules.seats
        return State(("",) * n, ((0, 0, 0),) * n, ((),) * n)

    def in_bag(self, state: State, piece: str) -> int:
        """How many of a piece are in the bag: what is not on the table."""
        out = sum(loose.count(piece) for loose in state.loose)
        colour = colour_of(piece)
        if colour in state.colours:
            out += state.trees[state.colours.index(colour)][SIZES.index(size_of(piece))]
        return self.pieces[piece] - out

    def bag(self, state: State) -> dict[str, int]:
        """What is in the bag. Everybody may work it out; nobody may look."""
        return {piece: count for piece in PIECES if (count := self.in_bag(state, piece)) > 0}

    def bag_size(self, state: State) -> int:
        return sum(self.pieces.values()) - sum(map(len, state.loose)) - sum(map(sum, state.trees))

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        if "" in state.colours:
            left = tuple(colour for colour in COLOURS if colour not in state.colours)
            return Awaiting("player", (state.colours.index(""),), "TAKE_COLOUR", {"colours": left})
        mover = (state.to_move,)
        if not state.drawn and self.bag_size(state):
            return Awaiting("table", mover, "DRAW", need=Pieces(1, f"seat:{state.to_move + 1}"))
        lacking = self.lacking(state, state.to_move)
        return Awaiting("player", mover, "EXCHANGE_ADD_DONE", {"lacking": lacking})

    def lacking(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The pieces a player's trees still need, with repeats."""
        tree, colour = state.trees[seat], state.colours[seat]
        return tuple(f"{size} {colour}" for size, count in zip(SIZES, tree, strict=True) for _ in range(TREES - count))

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "SPA-END-01")
        if isinstance(event, TakeColour):
            return self._judge_colour(state, event)
        if "" in state.colours:
            return no("TAKE_COLOURS_FIRST", "SPA-SETUP-02")
        if isinstance(event, Drawn):
            return self._judge_draw(state, event)
        if isinstance(event, Move) and event.seat != state.to_move:
            return self._judge_out_of_turn(state, event)
        if isinstance(event, Exchange):
            return self._judge_exchange(state, event)
        if isinstance(event, Add):
            return self._judge_add(state, event)
        if isinstance(event, Done):
            return self._judge_done(state, event)
        return self.not_now(state, event)

    def _judge_colour(self, state: State, move: TakeColour) -> Verdict:
        # Colours are taken in the order of the seats (D-SPA-09).
        if "" not in state.colours:
            return no("COLOURS_TAKEN", "SPA-SETUP-02")
        if move.seat != state.colours.index(""):
            return not_your_turn(move, state.colours.index(""))
        left = tuple(colour for colour in COLOURS if colour not in state.colours)
        if move.colour not in left:
            return no("COLOUR_TAKEN", "SPA-SETUP-02", colour=move.colour, colours=left)
        return DONE_OK

    def _judge_draw(self, state: State, event: Drawn) -> Verdict:
        # One piece a turn, at any moment of it.
        if state.drawn:
            return no("DRAWN_ALREADY", "SPA-TURN-01", mover=state.to_move)
        if event.piece not in self.pieces:
            return no("NO_SUCH_PIECE", "SPA-SETUP-03", piece=event.piece)
        if self.in_bag(state, event.piece) <= 0:
            return no("NOT_IN_BAG", "SPA-SETUP-03", piece=event.piece)
        return yes("more", "SPA-TURN-01")

    def _judge_out_of_turn(self, state: State, event: Move) -> Verdict:
        if isinstance(event, Add):
            if self.options.add_out_of_turn:
                return self._judge_add(state, event)
            return no("ADD_IN_OWN_TURN", "D-SPA-04", player=event.seat, mover=state.to_move)
        return not_your_turn(event, state.to_move)

    def _judge_exchange(self, state: State, move: Exchange) -> Verdict:
        mine = state.loose[move.seat]
        a, b = move.give
        missing = a if a not in mine else b if mine.count(b) < (2 if a == b else 1) else None
        if missing is not None:
            return no("NOT_LOOSE", "SPA-TURN-02", player=move.seat, piece=missing)
        if move.get not in obtainable(a, b):
            return self._why_not(a, b, move.get)
        # A player who has the wanted piece loose has to give it; only then the bag.
        holders = tuple(seat for seat in state.holders(move.get) if seat != move.seat)
        if holders:
            if move.partner in holders:
                return EXCHANGE_OK
            spots = tuple(f"seat:{seat + 1}" for seat in holders)
            return no("OTHER_PARTNER", "SPA-EXC-07", *spots, piece=move.get, owner=holders)
        if self.in_bag(state, move.get) <= 0:
            return no("NOBODY_HAS_IT", "SPA-EXC-09", piece=move.get)
        if move.partner != BAG:
            return no("PARTNER_IS_BAG", "SPA-EXC-07", piece=move.get)
        return EXCHANGE_OK

    def _why_not(self, a: str, b: str, wanted: str) -> Verdict:
        can = obtainable(a, b)
        if can:
            return no("OTHER_RESULT", "SPA-EXC-01..06", a=a, b=b, wanted=wanted, can=can)
        extra = {"black", "white"} & {colour_of(a), colour_of(b)}
        if extra and size_of(a) != size_of(b):
            return no("SIZES_DIFFER", "SPA-BW-04", a=a, b=b)
        return no("GIVES_NOTHING", "SPA-BW-03" if extra else "SPA-EXC-02..04", a=a, b=b)

    def _judge_add(self, state: State, move: Add) -> Verdict:
        if move.piece not in state.loose[move.seat]:
            return no("NOT_LOOSE", "SPA-TURN-02", player=move.seat, piece=move.piece)
        if colour_of(move.piece) != state.colours[move.seat]:
            return no("NOT_YOUR_COLOUR", "SPA-TURN-02", piece=move.piece, colour=state.colours[move.seat])
        # A fourth piece of a size has no place in three trees.
        if not state.needs(move.seat, move.piece):
            return no("SIZE_COMPLETE", "D-SPA-05", piece=move.piece)
        return ADD_OK

    def _judge_done(self, state: State, move: Done) -> Verdict:
        if not state.drawn and self.bag_size(state):
            return no("DRAW_FIRST", "SPA-TURN-01", player=move.seat)
        due = tuple(piece for piece in dict.fromkeys(state.loose[move.seat]) if state.needs(move.seat, piece))
        if due:
            return no("MUST_ADD", "D-SPA-05", player=move.seat, pieces=due)
        return DONE_OK

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        match event:
            case TakeColour():
                colours = replaced_at(state.colours, event.seat, event.colour)
                return replace(state, colours=colours, trees=replaced_at(state.trees, event.seat, (0, 0, 1)))
            case Drawn():
                loose = _sorted(*state.loose[state.to_move], event.piece)
                return replace(
                    state, loose=replaced_at(state.loose, state.to_move, loose), drawn=True, moved=True, last=""
                )
            case Exchange():
                return self._exchanged(state, event)
            case Add():
                return self._added(state, event)
        return self._next(state)

    def _exchanged(self, state: State, move: Exchange) -> State:
        mine = list(state.loose[move.seat])
        for piece in move.give:
            mine.remove(piece)
        loose = replaced_at(state.loose, move.seat, _sorted(*mine, move.get))
        if move.partner != BAG:
            theirs = [*loose[move.partner], *move.give]
            theirs.remove(move.get)
            loose = replaced_at(loose, move.partner, _sorted(*theirs))
        return replace(state, loose=loose, moved=True, last=move.get)

    def _added(self, state: State, move: Add) -> State:
        mine = list(state.loose[move.seat])
        mine.remove(move.piece)
        size = SIZES.index(size_of(move.piece))
        small, medium, large = (count + (n == size) for n, count in enumerate(state.trees[move.seat]))
        tree = (small, medium, large)
        loose, trees = replaced_at(state.loose, move.seat, tuple(mine)), replaced_at(state.trees, move.seat, tree)
        return replace(state, loose=loose, trees=trees, moved=True, last="", over=complete(tree))

    def _next(self, state: State) -> State:
        idle = 0 if state.moved else state.idle + 1
        to_move = (state.to_move + 1) % self.rules.seats
        # Bag empty and a whole round without a change: nothing will change any more.
        over = idle >= self.rules.seats
        return replace(state, to_move=to_move, drawn=False, moved=False, idle=idle, last="", over=over)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over:
            return
        if "" in state.colours:
            yield from (TakeColour(state.colours.index(""), colour) for colour in COLOURS)
            return
        adders = range(self.rules.seats) if self.options.add_out_of_turn else (state.to_move,)
        for seat in adders:
            yield from (Add(seat, piece) for piece in dict.fromkeys(state.loose[seat]) if state.needs(seat, piece))
        yield from self._exchanges(state, state.to_move)
        yield Done(state.to_move)

    def _exchanges(self, state: State, seat: Seat) -> Iterator[Exchange]:
        kinds = tuple(dict.fromkeys(state.loose[seat]))
        partners: dict[str, tuple[int, ...]] = {}
        for n, a in enumerate(kinds):
            for b in kinds[n + 1 :]:
                for get in obtainable(a, b):
                    if get not in partners:
                        partners[get] = self.partners(state, seat, get)
                    for partner in partners[get]:
                        yield Exchange(seat, (a, b), get, partner)

    def partners(self, state: State, seat: Seat, piece: str) -> tuple[int, ...]:
        """With whom a piece can be had: players who have it loose, else the bag, else nobody (SPA-EXC-07..09)."""
        holders = tuple(other for other in state.holders(piece) if other != seat)
        return holders or ((BAG,) if self.in_bag(state, piece) > 0 else ())

    # ---- score and end

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Pieces in the trees; nine are three trees."""
        return {seat: sum(tree) for seat, tree in enumerate(state.trees)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Who has three trees; when nothing can change any more, who has most in the trees."""
        if not state.over:
            return ()
        done = tuple(seat for seat, tree in enumerate(state.trees) if complete(tree))
        most = max(map(sum, state.trees))
        return done or tuple(seat for seat, tree in enumerate(state.trees) if sum(tree) == most)

    # ---- lights

    def lights(self, state: State) -> Picture:
        """Seats in their trees' colour, the mover's breathing; on the wheel, the colours an exchange now gives."""
        lights: dict[str, Light] = {}
        for seat, colour in enumerate(state.colours):
            won = state.over and seat in self.winners(state)
            waits = not state.over and seat in self.awaiting(state).seats
            meaning = Meaning.SCORED if won else Meaning.WAITING if waits else Meaning.PIECE
            if colour or waits:
                lights[f"seat:{seat + 1}"] = Light(meaning, HUES.get(colour))
        if state.over:
            won_hues = [HUES[state.colours[seat]] for seat in self.winners(state)]
            return lights | {hue.name: Light(Meaning.SCORED, hue) for hue in won_hues}
        if "" in state.colours:
            free = [HUES[colour] for colour in COLOURS if colour not in state.colours]
            return lights | {hue.name: Light(Meaning.LEGAL, hue) for hue in free}
        for move in self._exchanges(state, state.to_move):
            hue = HUES[colour_of(move.get)]
            lights[hue.name] = Light(Meaning.LEGAL, hue)
        return lights

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        if {len(state.colours), len(state.trees), len(state.loose)} != {n}:
            return [no("WRONG_SIZE", "SPA-SETUP-02", players=n)]
        faults = []
        taken = [colour for colour in state.colours if colour]
        if state.over and len(taken) < n:
            faults.append(no("OVER_TOO_SOON", "SPA-END-01"))
        if len(set(taken)) < len(taken) or not set(taken) <= set(COLOURS):
            faults.append(no("COLOURS_ALIKE", "SPA-SETUP-02", colours=COLOURS))
        odd = tuple(piece for loose in state.loose for piece in loose if piece not in self.pieces)
        faults += [no("NO_SUCH_PIECE", "SPA-SETUP-03", piece=piece) for piece in odd]
        for seat, tree in enumerate(state.trees):
            if any(not 0 <= count <= TREES for count in tree) or (any(tree) and not state.colours[seat]):
                faults.append(no("BAD_TREES", "SPA-END-01", player=seat))
        many = tuple(piece for piece in PIECES if self.in_bag(state, piece) < 0)
        if many:
            faults.append(no("TOO_MANY", "D-SPA-01", pieces=many))
        if not 0 <= state.to_move < n:
            faults.append(no("NO_SUCH_PLAYER", "", seat=state.to_move + 1))
        return faults

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        match verb.lower():
            case "take":
                return TakeColour(need_seat(seat, EXAMPLE), parse_colour(rest))
            case "draw" | "drawn":
                return Drawn(parse_piece(rest), source=source)
            case "exchange" | "swap":
                return self._parse_exchange(rest, need_seat(seat, EXAMPLE), state)
            case "add":
                return Add(need_seat(seat, EXAMPLE), parse_piece(rest))
            case "done" | "pass":
                return Done(need_seat(seat, EXAMPLE))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use take, draw, exchange, add or done")

    def _parse_exchange(self, rest: str, seat: Seat, state: State | None) -> Exchange:
        """``L green + S yellow for M blue with bag``; the partner may be left out where there is only one."""
        give, _, rest = rest.partition(" for ")
        get, _, who = rest.partition(" with ")
        pieces = give.split("+")
        if len(pieces) != 2 or not get.strip():
            raise NotUnderstood("write two pieces and what for: '1: exchange L green + S yellow for M blue with bag'")
        wanted = parse_piece(get)
        a, b = (parse_piece(piece) for piece in pieces)
        return Exchange(seat, (a, b), wanted, self._parse_partner(who.strip().lower(), seat, wanted, state))

    def _parse_partner(self, who: str, seat: Seat, wanted: str, state: State | None) -> int:
        if who == "bag":
            return BAG
        if who.isdecimal():
            return int(who) - 1
        found = self.partners(state, seat, wanted) if state is not None and not who else ()
        if len(found) == 1:
            return found[0]
        raise NotUnderstood("say with whom: 'with bag', or 'with 2' for player 2")


def _sorted(*pieces: str) -> tuple[str, ...]:
    return tuple(sorted(pieces))
