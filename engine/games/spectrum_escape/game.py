"""Spectrum Escape: pawns leapfrog outward in twelve colours. Rules SB-ESC-01 to SB-ESC-11.

Places are counted outward from the centre: 1 is where pawns come in, the last one is the rim. Options, events and
state are in ``state.py``.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, Game, Rules, not_your_turn
from engine.core.parsing import need_seat, parse_hue
from engine.core.tuples import replaced_at
from engine.core.verdict import Awaiting, Dice, Verdict, no, yes
from engine.games.spectrum_escape.state import (
    PAWNS,
    TARGETS,
    CommonRolled,
    Go,
    Lane,
    Lose,
    Options,
    OwnRolled,
    State,
    Withdraw,
    dice_split,
    mover_at,
)
from engine.inference.board import Occupied, explained, look
from engine.inference.observation import Looked, Seen

Die = Literal["own", "common"]
MORE, DONE = yes("more", "SB-ESC-07"), yes("done", "SB-ESC-07")

EXAMPLE = "1: go G own"
"""A move as one writes it, for who left out whose it is."""


class SpectrumEscape(Game[State, Options]):
    name = "spectrum_escape"
    title = "Spectrum Escape"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (OwnRolled, CommonRolled, Go, Lose, Withdraw)
    checks: ClassVar[Mapping[str, Checked]] = {"moves": "NOW", "the end": "NOW"}
    board = "spectrum"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        self.rim: int = self.options.escape_first_ring
        self.target = TARGETS[rules.seats]

    def start(self) -> State:
        n = self.rules.seats
        unused = (False,) * n
        return State(((0,) * n,) * len(Hue), (0,) * n, (None,) * n, unused, unused, unused)

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        _, d6, d12 = dice_split(self.rules.seats, state.round)
        if None in state.own:
            seat = state.own.index(None)
            cube = state.round == "d6"
            need = Dice(int(cube), int(not cube))
            return Awaiting("table", (seat,), "ROLL_OWN_CUBE" if cube else "ROLL_OWN_D12", need=need)
        if state.common is None:
            return Awaiting("table", (), "ROLL_COMMON", {"d6": d6, "d12": d12, "cubes": d6 or None}, Dice(d6, d12))
        seat = state.mover
        return Awaiting("player", (seat,), self._ask(state, seat), {"own": state.own[seat], "common": state.common})

    def _ask(self, state: State, seat: Seat) -> str:
        if state.own_used[seat]:
            return "USE_COMMON"
        return "USE_OWN" if state.common_used[seat] else "FIRST_MOVE"

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "SB-ESC-11")
        if isinstance(event, OwnRolled):
            return self._judge_own(state, event)
        if isinstance(event, CommonRolled):
            return self._judge_common(state, event)
        if not state.rolled:
            return no("ROLL_FIRST", "SB-ESC-07")
        if isinstance(event, Move) and event.seat != state.mover:
            return not_your_turn(event, state.mover)
        if isinstance(event, Withdraw):
            return self._judge_withdraw(state, event)
        if not isinstance(event, (Go, Lose)):
            return self.not_now(state, event)
        verdict = self._judge_die(state, event.seat, event.hue, event.die)
        if not verdict.ok:
            return verdict
        usable = self.judge_landing(state, event.seat, event.hue)
        if isinstance(event, Lose):
            return self._judge_lose(state, event, usable)
        return usable

    def _judge_own(self, state: State, event: OwnRolled) -> Verdict:
        if not 0 <= event.seat < self.rules.seats:
            return no("NO_SUCH_PLAYER", "", seat=event.seat + 1)
        if state.own[event.seat] is not None:
            return no("HAS_OWN_DIE", "SB-ESC-07", player=event.seat, hue=state.own[event.seat])
        if state.round == "d6" and not event.hue.is_primary:
            return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=(event.hue,))
        return yes()

    def _judge_common(self, state: State, event: CommonRolled) -> Verdict:
        if state.common is not None:
            return no("COMMON_LIE", "SB-ESC-07")
        odd = tuple(hue for hue in event.d6 if not hue.is_primary)
        if odd:
            return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
        _, d6, d12 = dice_split(self.rules.seats, state.round)
        if (len(event.d6), len(event.d12)) != (d6, d12):
            wanted = {"cubes": d6 or None, "d12": d12, "only12": None if d6 else d12}
            return no("WRONG_DICE", "SB-ESC-07", got6=len(event.d6), got12=len(event.d12), **wanted)
        return yes()

    def _judge_die(self, state: State, seat: Seat, hue: Hue, die: Die) -> Verdict:
        # Each player moves once by the own die and once by a common one.
        assert state.common is not None
        if die == "own":
            if state.own_used[seat]:
                return no("OWN_USED", "SB-ESC-07", player=seat)
            return MORE if state.own[seat] == hue else no("NOT_YOUR_DIE", "SB-ESC-07", hue=hue, own=state.own[seat])
        if state.common_used[seat]:
            return no("COMMON_USED", "SB-ESC-07", player=seat)
        return MORE if hue in state.common else no("NO_COMMON_DIE", "SB-ESC-07", hue=hue, common=state.common)

    def judge_landing(self, state: State, seat: Seat, hue: Hue) -> Verdict:
        """Whether a pawn of this player can enter or go on in this colour."""
        lane = state.lanes[hue]
        if lane[seat]:
            return DONE
        if not state.stock(seat):
            return no("NO_RESERVE", "SB-ESC-01", player=seat, hue=hue)
        # A pawn that enters may not escape in the same move.
        if self.landing(lane, seat) > self.rim:
            return no("ENTER_AND_ESCAPE", "SB-ESC-06", f"{hue.name}1", hue=hue)
        return DONE

    def landing(self, lane: Lane, seat: Seat) -> int:
        """The place a pawn comes to, counted from the centre; beyond the rim it has escaped (SB-ESC-03..06)."""
        mine, others = lane[seat], max(place for n, place in enumerate(lane) if n != seat)
        if mine <= others or not mine:
            return others + 1
        if not others:
            return mine + (mine if self.options.lone_leader == "from_centre" else 1)
        return mine + mine - others

    def _judge_lose(self, state: State, move: Lose, usable: Verdict) -> Verdict:
        if usable.ok:
            return no("DIE_IS_USABLE", "SB-ESC-07", hue=move.hue)
        # A useless common die may be taken only when no common die is of use.
        if move.die == "common" and not self.options.deny_die:
            assert state.common is not None
            good = tuple(h for h in dict.fromkeys(state.common) if self.judge_landing(state, move.seat, h).ok)
            if good:
                return no("USABLE_COMMON", "SB-ESC-07", hue=move.hue, hues=good)
        return DONE

    def _judge_withdraw(self, state: State, move: Withdraw) -> Verdict:
        if state.own_used[move.seat] or state.common_used[move.seat]:
            return no("WITHDRAW_FIRST", "SB-ESC-10", player=move.seat)
        if not state.lanes[move.hue][move.seat]:
            return no("NO_PAWN_THERE", "SB-ESC-10", player=move.seat, hue=move.hue)
        return DONE

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, OwnRolled):
            return replace(state, own=replaced_at(state.own, event.seat, event.hue))
        if isinstance(event, CommonRolled):
            return replace(state, common=tuple(sorted((*event.d6, *event.d12))))
        assert isinstance(event, (Go, Lose, Withdraw))
        changes = self._used(state, event)
        if isinstance(event, Go):
            changes |= self._gone(state, event)
        if not changes.get("over"):
            changes |= self._next(state, changes)
        return replace(state, **changes)

    def _used(self, state: State, event: Go | Lose | Withdraw) -> dict[str, Any]:
        """What a move uses up: a die, or both moves of the round."""
        seat = event.seat
        if isinstance(event, Withdraw):
            lanes = replaced_at(state.lanes, event.hue, replaced_at(state.lanes[event.hue], seat, 0))
            return {"last": None, "lanes": lanes, "withdrawn": replaced_at(state.withdrawn, seat, True)}
        if event.die == "own":
            return {"last": None, "own_used": replaced_at(state.own_used, seat, True)}
        common = list(state.common or ())
        common.remove(event.hue)
        return {"last": None, "common": tuple(common), "common_used": replaced_at(state.common_used, seat, True)}

    def _gone(self, state: State, move: Go) -> dict[str, Any]:
        """The pawn on its new place, or off the board."""
        lane = state.lanes[move.hue]
        place = self.landing(lane, move.seat)
        out = place > self.rim
        lanes = replaced_at(state.lanes, move.hue, replaced_at(lane, move.seat, 0 if out else place))
        if not out:
            return {"lanes": lanes}
        count = state.escaped[move.seat] + 1
        escaped = replaced_at(state.escaped, move.seat, count)
        return {"lanes": lanes, "escaped": escaped, "last": move.hue, "over": count >= self.target}

    def _next(self, state: State, changes: Mapping[str, Any]) -> dict[str, Any]:
        """The next move of the round, past those who withdrew; or the next round."""
        n = self.rules.seats
        withdrawn = changes.get("withdrawn", state.withdrawn)
        turn = state.turn + 1
        while n <= turn < 2 * n and withdrawn[mover_at(n, state.cycle, turn)]:
            turn += 1
        if turn < 2 * n:
            return {"turn": turn}
        unused = (False,) * n
        fresh: dict[str, Any] = {"own_used": unused, "common_used": unused, "withdrawn": unused, "turn": 0}
        fresh |= {"own": (None,) * n, "common": None}
        if state.round == "d6":
            return {**fresh, "round": "d12"}
        return {**fresh, "round": "d6", "cycle": state.cycle + 1}

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over or not state.rolled:
            return
        seat = state.mover
        own = state.own[seat]
        dice: list[tuple[Hue, Die]] = [] if state.own_used[seat] or own is None else [(own, "own")]
        if not state.common_used[seat]:
            dice += [(hue, "common") for hue in dict.fromkeys(state.common or ())]
        for hue, die in dice:
            usable = self.judge_landing(state, seat, hue).ok
            yield Go(seat, hue, die) if usable else Lose(seat, hue, die)
        for hue in Hue:
            if state.lanes[hue][seat]:
                yield Withdraw(seat, hue)

    # ---- score and end

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Pawns off the board."""
        return dict(enumerate(state.escaped))

    def winners(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat, count in enumerate(state.escaped) if count >= self.target)

    # ---- lights

    def spot(self, hue: Hue, place: int) -> str:
        """The space of a place counted from the centre; beyond the rim the rim space stands for the way out."""
        return f"{hue.name}{max(self.rim + 1 - place, 1)}"

    def lights(self, state: State) -> Picture:
        """The leader of each colour bright, who trails dim; where the mover's dice lead; stars wait for a roll."""
        lights: dict[str, Light] = {}
        if not state.over and not state.rolled:
            lights = {f"{hue.name}9": Light(Meaning.WAITING, hue) for hue in Hue}
        for hue in Hue:
            lead = max(state.lanes[hue])
            for place in filter(None, state.lanes[hue]):
                meaning = Meaning.PIECE if place == lead else Meaning.IDLE
                lights[self.spot(hue, place)] = Light(meaning, hue)
        for move in self.candidates(state):
            if isinstance(move, Go) and self.judge(state, move).ok:
                place = self.landing(state.lanes[move.hue], move.seat)
                # White on the rim: out.
                lights[self.spot(move.hue, place)] = Light(Meaning.LEGAL, move.hue if place <= self.rim else None)
        if state.last is not None:
            lights |= {f"{state.last.name}{ring}": Light(Meaning.SCORED, state.last) for ring in range(1, self.rim + 1)}
        return lights

    # ---- from what is seen to what happened

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        """Dice when they are waited for; then the moves after which pawns stand where they are seen."""
        if state.rolled or seen.occupied is not None:
            return explained(self, state, seen)
        roll = self._roll(state, seen)
        return [(roll,)] if roll is not None and self.judge(state, roll).ok else []

    def _roll(self, state: State, seen: Seen) -> OwnRolled | CommonRolled | None:
        """The dice in the tray as the roll that is waited for; None when there are none."""
        if seen.d6 is None or seen.d12 is None:
            return None
        if None not in state.own:
            return CommonRolled(seen.d6, seen.d12, source=seen.source)
        wanted, other = (seen.d6, seen.d12) if state.round == "d6" else (seen.d12, seen.d6)
        if len(wanted) != 1 or other:
            return None
        return OwnRolled(state.own.index(None), wanted[0], source=seen.source)

    def board_of(self, state: State) -> Occupied:
        """Which spaces hold whose pawn."""
        return {self.spot(hue, place): seat for hue in Hue for seat, place in enumerate(state.lanes[hue]) if place}

    def look(self, state: State, seen: Seen) -> Looked:
        found = self.readings(state, seen)
        if seen.occupied is not None:
            return look(self, state, found, seen.occupied)
        roll = self._roll(state, seen)
        if found or roll is None:
            return super().look(state, seen)
        return Looked((), wrong=self.judge(state, roll))

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        sizes = {len(x) for x in (state.escaped, state.own, state.own_used, state.common_used, state.withdrawn)}
        if sizes != {n} or len(state.lanes) != len(Hue) or any(len(lane) != n for lane in state.lanes):
            return [no("WRONG_SIZE", "SB-ESC-01", players=n)]
        faults = []
        for hue in Hue:
            places = [place for place in state.lanes[hue] if place]
            if any(not 0 < place <= self.rim for place in places):
                faults.append(no("NO_SUCH_PLACE_IN", "SB-ESC-06", hue=hue, rim=self.rim))
            if len(set(places)) < len(places):
                faults.append(no("TWO_ON_A_SPACE", "SB-BRD-06", hue=hue))
        beyond = (seat for seat in range(n) if state.stock(seat) < 0 or state.escaped[seat] < 0)
        faults += [no("TOO_MANY_PAWNS", "SB-ESC-01", player=seat, count=PAWNS) for seat in beyond]
        if not 0 <= state.turn < 2 * n:
            faults.append(no("NO_SUCH_TURN", "SB-ESC-07", turn=state.turn))
        return faults

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        match verb.lower():
            case "own":
                hue, _, who = rest.partition(" for ")
                if who.strip().isdecimal():
                    seat = int(who) - 1
                if seat is None:
                    raise NotUnderstood("say whose die it is: 'own G for 1'")
                return OwnRolled(seat, parse_hue(hue), source=source)
            case "common":
                sides = rest.split("/")
                if len(sides) != 2:
                    raise NotUnderstood(f"'{rest}' needs one stroke between cubes and twelve-sided dice: 'R G / RO B'")
                d6, d12 = (tuple(parse_hue(word) for word in side.replace(",", " ").split()) for side in sides)
                return CommonRolled(d6, d12, source=source)
            case "go" | "move":
                return Go(need_seat(seat, EXAMPLE), *_hue_and_die(rest, seat, state))
            case "lose":
                return Lose(need_seat(seat, EXAMPLE), *_hue_and_die(rest, seat, state))
            case "withdraw":
                return Withdraw(need_seat(seat, EXAMPLE), parse_hue(rest))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use own, common, go, lose or withdraw")


def _hue_and_die(text: str, seat: Seat | None, state: State | None) -> tuple[Hue, Die]:
    """``G own``, ``G common``, or ``G`` alone: then the own die where it shows that colour and is not used."""
    words = text.split()
    if words and words[-1] in ("own", "common"):
        return parse_hue(" ".join(words[:-1])), "own" if words[-1] == "own" else "common"
    hue = parse_hue(text)
    if state is None or seat is None or not 0 <= seat < state.seats:
        raise NotUnderstood(f"say by which die: 'go {hue.name} own' or 'go {hue.name} common'")
    return hue, "own" if state.own[seat] == hue and not state.own_used[seat] else "common"
