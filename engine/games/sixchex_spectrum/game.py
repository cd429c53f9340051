"""SIXCHEX Spectrum: coins zigzag over 72 cards and capture along the rainbow. Rules SIX-SETUP to SIX-END.

Cards and reach are in ``board.py``; options, events and state in ``state.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn
from engine.core.parsing import need_seat
from engine.core.verdict import Awaiting, Pieces, Verdict, no, yes
from engine.games.sixchex_spectrum.board import (
    DARK,
    HOMES,
    LIGHT,
    N_CARDS,
    PLACE,
    SPOTS,
    back,
    capture_colour,
    captures,
    hue_of,
    landings,
    parity,
    parse_card,
    parse_home,
    parse_spot,
    reach_set,
    start_spots,
    step_between,
)
from engine.games.sixchex_spectrum.state import AgreedDraw, Go, Laid, Options, Pass, Rolled, StartRoll, State, TakeHome
from engine.inference.board import Occupied, explained, look
from engine.inference.observation import Looked, Seen

SEAT_HUES = (Hue.R, Hue.B, Hue.Y, Hue.G)
"""The light of a player's coins."""

_go = maker(Go)
GO_OK, CAPTURE_OK = yes("done", "SIX-MOVE-01"), Verdict(True, details={"captures": True}, rule="SIX-CAP-01")

EXAMPLE = "1: move i1 h2"
"""A move as one writes it, for who left out whose it is."""


class SixchexSpectrum(Game[State, Options]):
    name = "sixchex_spectrum"
    title = "SIXCHEX Spectrum"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Laid, StartRoll, Rolled, AgreedDraw, TakeHome, Go, Pass)
    checks: ClassVar[Mapping[str, Checked]] = {"moves": "NOW", "captures": "NOW", "the end": "NOW"}
    board = "sixchex"
    rolls_pips = True

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.move_limit < 0:
            raise BadRules("move_limit counts moves; use 0 for no limit or a number such as 100")
        # Play goes round to the left: from the bottom side to the left one, and on.
        two = "SN" if self.options.two_sides == "short" else "WE"
        self.sides = {2: two, 3: "SWN", 4: "SWNE"}[rules.seats]

    def start(self) -> State:
        n = self.rules.seats
        return State(tuple(tuple(sorted(start_spots(side))) for side in self.sides), ("",) * n, tuple(range(n)))

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        if not state.cards:
            return Awaiting("table", (), "LAY_CARDS", need=Pieces(N_CARDS, "board"))
        if "" in state.homes:
            left = tuple(home for home in HOMES if home not in state.homes)
            return Awaiting("player", (state.homes.index(""),), "CHOOSE_HOME", {"homes": left})
        if state.contenders:
            return Awaiting("table", state.contenders, "ROLL_FOR_START", {"owner": state.contenders})
        mover = (state.to_move,)
        if not state.die:
            return Awaiting("table", mover, "ROLL")
        ask = "MOVE" if self._can_move(state) else "PASS"
        return Awaiting("player", mover, ask, {"die": state.die})

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "SIX-END-01")
        if isinstance(event, Laid):
            return self._judge_cards(state, event)
        if isinstance(event, TakeHome):
            return self._judge_home(state, event)
        if not state.cards or "" in state.homes:
            return no("SET_UP_FIRST", "SIX-SETUP-02")
        if isinstance(event, StartRoll):
            return self._judge_start(state, event)
        if isinstance(event, AgreedDraw):
            return yes("done", "D-SIX-11")
        if state.contenders:
            return no("START_FIRST", "SIX-SETUP-04")
        if isinstance(event, Rolled):
            if state.die:
                return no("ROLLED_ALREADY", "SIX-MOVE-01", die=state.die, mover=state.to_move)
            return yes() if 1 <= event.die <= 6 else no("NO_SUCH_DIE", "SIX-MOVE-01", die=event.die)
        if isinstance(event, Move) and event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        if not state.die:
            return no("ROLL_FIRST", "SIX-MOVE-01")
        if isinstance(event, Go):
            return self._judge_go(state, event)
        if isinstance(event, Pass):
            move = next(self._gos(state), None)
            if move is not None:
                return no("CAN_MOVE", "SIX-MOVE-01", move.start, start=move.start, landing=move.path[-1])
            return yes("done", "SIX-MOVE-01")
        return self.not_now(state, event)

    def _judge_cards(self, state: State, event: Laid) -> Verdict:
        if state.cards:
            return no("CARDS_LIE", "SIX-SETUP-02")
        if len(event.cards) != N_CARDS:
            return no("WRONG_COUNT", "SIX-SETUP-02", count=len(event.cards))
        odd = tuple(spot for spot, card in zip(SPOTS, event.cards, strict=True) if card not in DARK + LIGHT)
        if odd:
            return no("NO_SUCH_CARD", "SIX-SETUP-01", *odd, spots=odd)
        # Piles alternate like a checkerboard; either may begin.
        off = self.out_of_pattern(event.cards)
        if off:
            return no("NOT_ALTERNATING", "SIX-SETUP-02", *off, spots=off)
        return yes()

    def out_of_pattern(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The spots that break the checkerboard of dark and light, by the reading that blames fewer."""
        first = tuple(s for s, card in zip(SPOTS, cards, strict=True) if (card in DARK) == bool(parity(s)))
        second = tuple(s for s in SPOTS if s not in first)
        return min(first, second, key=len)

    def _judge_home(self, state: State, event: TakeHome) -> Verdict:
        if state.homes[event.seat]:
            return no("HAS_HOME", "SIX-SETUP-04", player=event.seat, home=state.homes[event.seat])
        left = tuple(home for home in HOMES if home not in state.homes)
        if event.colour not in left:
            return no("HOME_TAKEN", "SIX-SETUP-04", home=event.colour, homes=left)
        return yes("done")

    def _judge_start(self, state: State, event: StartRoll) -> Verdict:
        if not state.contenders:
            return self.not_now(state, event, "SIX-SETUP-04")
        if len(event.dice) != len(state.contenders):
            return no("WRONG_DICE", "SIX-SETUP-04", count=len(event.dice), wanted=len(state.contenders))
        odd = next((count for count in event.dice if not 1 <= count <= 12), None)
        if odd is not None:
            return no("NO_SUCH_START", "D-SIX-02", count=odd)
        # Two dice give 2 to 12, one die 1 to 6; whoever threw fewer dice than others had no fair chance.
        if min(event.dice) == 1 and max(event.dice) > 6:
            return no("DICE_OF_SOME", "D-SIX-02", low=min(event.dice), high=max(event.dice))
        return yes()

    def _judge_go(self, state: State, move: Go) -> Verdict:
        start, landing = move.start, move.path[-1] if move.path else ""
        if start not in state.coins[move.seat]:
            return no("NO_COIN", "SIX-MOVE-01", start, player=move.seat, start=start)
        if landing not in PLACE:
            return no("NO_SUCH_SPOT", "SIX-MOVE-01", landing=landing)
        if len(move.path) > 1:
            verdict = self._judge_path(state, move)
            if not verdict.ok:
                return verdict
        elif landing not in reach_set(start, state.die):
            return no("OUT_OF_REACH", "SIX-MOVE-01", landing, start=start, landing=landing, die=state.die)
        # A move may end anywhere but on the home colour of an opponent.
        card = state.cards[PLACE[landing]]
        if card in HOMES and card in state.homes and card != state.homes[move.seat]:
            owner = state.homes.index(card)
            return no("CLOSED_HOME", "SIX-MOVE-03", landing, landing=landing, owner=owner, home=card)
        return CAPTURE_OK if self.captured(state, move) else GO_OK

    def _judge_path(self, state: State, move: Go) -> Verdict:
        if len(move.path) != state.die:
            return no("WRONG_STEPS", "SIX-MOVE-01", move.path[-1], count=len(move.path), die=state.die)
        here, last = move.start, None
        for spot in move.path:
            step = step_between(here, spot) if spot in PLACE else None
            if step is None:
                return no("NOT_DIAGONAL", "SIX-MOVE-01", spot, start=here, landing=spot)
            if last is not None and step == back(last):
                return no("TURNED_BACK", "SIX-MOVE-02", spot, start=here, landing=spot)
            here, last = spot, step
        return GO_OK

    def captured(self, state: State, move: Go) -> tuple[tuple[Seat, int], ...]:
        """Whose coins a move captures, and how many of each (SIX-CAP-01, D-SIX-08)."""
        landing = move.path[-1]
        if not captures(state.cards[PLACE[move.start]], state.cards[PLACE[landing]], state.die):
            return ()
        return tuple(
            (seat, coins.count(landing))
            for seat, coins in enumerate(state.coins)
            if seat != move.seat and landing in coins
        )

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        match event:
            case Laid():
                return replace(state, cards=event.cards)
            case TakeHome():
                homes = tuple(event.colour if seat == event.seat else home for seat, home in enumerate(state.homes))
                return replace(state, homes=homes)
            case StartRoll():
                best = max(event.dice)
                tied = tuple(s for s, die in zip(state.contenders, event.dice, strict=True) if die == best)
                return replace(state, contenders=tied if len(tied) > 1 else (), to_move=tied[0])
            case Rolled():
                return replace(state, die=event.die, last="")
            case AgreedDraw():
                return replace(state, over=True, agreed=True)
            case Go():
                return self._gone(state, event)
        return self._next(replace(state, quiet=state.quiet + 1))

    def _gone(self, state: State, move: Go) -> State:
        landing = move.path[-1]
        lost = {seat for seat, _ in self.captured(state, move)}
        coins = []
        for seat, mine in enumerate(state.coins):
            if seat == move.seat:
                at = mine.index(move.start)
                mine = tuple(sorted((*mine[:at], *mine[at + 1 :], landing)))
            elif seat in lost:
                mine = tuple(spot for spot in mine if spot != landing)
            coins.append(mine)
        quiet = 0 if lost else state.quiet + 1
        return self._next(replace(state, coins=tuple(coins), quiet=quiet, last=landing if lost else ""))

    def _next(self, state: State) -> State:
        n, alive = self.rules.seats, state.alive
        to_move = next(seat for k in range(1, n + 1) if (seat := (state.to_move + k) % n) in alive)
        limit = self.options.move_limit
        over = len(alive) == 1 or state.apart() or bool(limit and state.quiet >= limit)
        return replace(state, to_move=to_move, die=0, over=over)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over or not state.cards:
            return
        if "" in state.homes:
            yield from (TakeHome(seat, home) for seat, h in enumerate(state.homes) if not h for home in HOMES)
        elif not state.contenders and state.die:
            moved = False
            for move in self._gos(state):
                moved = True
                yield move
            if not moved:
                yield Pass(state.to_move)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state) if state.die else super().moves(state)

    def _gos(self, state: State) -> Iterator[Go]:
        """Every landing of every coin of the mover that is not a closed home."""
        closed = self._closed(state)
        seat, cards = state.to_move, state.cards
        for start in dict.fromkeys(state.coins[seat]):
            for path, place in landings(start, state.die):
                if cards[place] not in closed:
                    yield _go(seat, start, path)

    def _closed(self, state: State) -> frozenset[str]:
        homes, mine = state.homes, state.to_move
        return frozenset(homes[:mine] + homes[mine + 1 :])

    def _can_move(self, state: State) -> bool:
        return next(self._gos(state), None) is not None

    def landings(self, state: State, start: str) -> tuple[str, ...]:
        """Where the mover's coin on this card may land with the die as it lies."""
        return tuple(move.path[-1] for move in self._gos(state) if move.start == start)

    # ---- the end

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Coins left."""
        return {seat: len(coins) for seat, coins in enumerate(state.coins)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Most coins; equal numbers and an agreed draw share."""
        if not state.over:
            return ()
        if state.agreed:
            return state.alive
        most = max(len(coins) for coins in state.coins)
        return tuple(seat for seat in state.alive if len(state.coins[seat]) == most)

    # ---- lights

    def lights(self, state: State) -> Picture:
        """Coins in their player's hue; coins that can move breathe; a landing that captures shows its card's hue."""
        lights: dict[str, Light] = {}
        for seat, coins in enumerate(state.coins):
            meaning = Meaning.SCORED if state.over and seat in self.winners(state) else Meaning.PIECE
            lights |= {spot: Light(meaning, SEAT_HUES[seat]) for spot in coins}
        if state.over or not state.cards or "" in state.homes or state.contenders:
            return lights
        mine = Light(Meaning.WAITING, SEAT_HUES[state.to_move])
        if not state.die:
            lights |= dict.fromkeys(state.coins[state.to_move], mine)
        for move in self._gos(state) if state.die else ():
            lights[move.start] = mine
            if self.captured(state, move):
                landing = move.path[-1]
                lights[landing] = Light(Meaning.LEGAL, hue_of(state.cards[PLACE[landing]]))
        if state.last:
            lights[state.last] = Light(Meaning.SCORED, hue_of(state.cards[PLACE[state.last]]))
        return lights

    # ---- from what is seen to what happened

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        """The roll that one die shows, or the moves after which coins lie exactly where they are seen.

        Dice of a start roll are not told apart by players (SIX-SETUP-04), so people name those.
        """
        if seen.pips is not None and seen.occupied is None:
            rolls = [Rolled(number, source=seen.source) for number in seen.pips[:1] if len(seen.pips) == 1]
            return [(roll,) for roll in rolls if self.awaiting(state).ask == "ROLL" and self.judge(state, roll).ok]
        return explained(self, state, seen)

    def board_of(self, state: State) -> Occupied:
        """Which cards hold whose coins."""
        return {spot: seat for seat, coins in enumerate(state.coins) for spot in coins}

    def look(self, state: State, seen: Seen) -> Looked:
        if seen.occupied is None:
            return super().look(state, seen)
        return look(self, state, self.readings(state, seen), seen.occupied)

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        if {len(state.coins), len(state.homes)} != {n}:
            return [no("WRONG_SIZE", "SIX-SETUP-03", players=n)]
        faults = []
        if state.cards:
            verdict = self._judge_cards(replace(state, cards=()), Laid(state.cards))
            faults += [] if verdict.ok else [verdict]
        for seat, coins in enumerate(state.coins):
            odd = tuple(spot for spot in (*coins, *filter(None, [state.last])) if spot not in PLACE)
            faults += [no("NO_SUCH_SPOT", "SIX-SETUP-03", landing=spot) for spot in odd]
            if len(coins) > 8:
                faults.append(no("TOO_MANY_COINS", "SIX-SETUP-03", player=seat, count=len(coins)))
        taken = [home for home in state.homes if home]
        if len(set(taken)) < len(taken) or not set(taken) <= set(HOMES):
            faults.append(no("HOMES_ALIKE", "SIX-SETUP-04"))
        if not 0 <= state.to_move < n or not all(0 <= seat < n for seat in state.contenders):
            faults.append(no("NO_SUCH_PLAYER", "", seat=state.to_move + 1))
        if not 0 <= state.die <= 6:
            faults.append(no("NO_SUCH_DIE", "SIX-MOVE-01", die=state.die))
        return faults

    def capture_colour(self, state: State, start: str) -> str | None:
        """The colour that captures for a coin that starts here with this die: a letter of ROYGBIV, or None."""
        return capture_colour(state.cards[PLACE[start]], state.die)

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        match verb.lower():
            case "lay" | "cards":
                return Laid(tuple(parse_card(word) for word in rest.replace("/", " ").split()), source=source)
            case "start":
                return StartRoll(tuple(_die(word) for word in rest.split()), source=source)
            case "roll" | "rolled":
                return Rolled(_die(rest), source=source)
            case "agree":
                return AgreedDraw(source=source)
            case "home":
                return TakeHome(need_seat(seat, EXAMPLE), parse_home(rest))
            case "move" | "go":
                spots = tuple(parse_spot(word) for word in rest.replace("-", " ").split())
                if len(spots) < 2:
                    raise NotUnderstood("write where the coin was and where it lands: '1: move i1 h2'")
                return Go(need_seat(seat, EXAMPLE), spots[0], spots[1:])
            case "pass":
                return Pass(need_seat(seat, EXAMPLE))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use lay, home, start, roll, move, pass or agree")


def _die(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotUnderstood(f"'{text}' is no number of a die; write 1 to 6")
    return int(text)
