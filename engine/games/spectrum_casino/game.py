"""Spectrum Casino: take board cards by number, add up, and look for the chosen hue. Rules CA-DEAL to CA-END."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_table import (
    Deck,
    Turned,
    best_seats,
    judge_deck,
    judge_from_hand,
    judge_numbered,
    judge_turned,
    parse_fact,
)
from engine.components.cards import UNKNOWN, Card, numbered
from engine.components.hands import (
    Cards,
    all_known,
    arm,
    hidden,
    in_order,
    known_of,
    parse_card,
    parse_cards,
    put,
    without,
)
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn, odd_seats
from engine.core.verdict import Awaiting, Verdict, no, yes
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_casino import recognition
from engine.games.spectrum_casino.captures import FULL_BOARD, best_take, splits_into, takes
from engine.games.spectrum_casino.table import (
    DEALS,
    Leave,
    Options,
    Played,
    State,
    Take,
    begin_round,
    could_take,
    end_deal,
    pick,
    picks,
    round_halves,
)
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen

_take = maker(Take)


class Casino(Game[State, Options]):
    name = "spectrum_casino"
    title = "Spectrum Casino"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Take, Leave)
    board = "spectrum"
    checks: ClassVar[Mapping[str, Checked]] = {
        "captures, filler, points": "NOW",
        "a capture that was missed": "LATER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise BadRules("Spectrum Casino: 'target' should be from 1 to 10000")
        cap = self.options.created_value_cap
        self.cap = None if cap == "none" else cap

    def start(self) -> State:
        empty: tuple[Cards, ...] = ((),) * self.rules.seats
        return State((0,) * self.rules.seats, empty, empty)

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if not state.deal:
            if self.winners(state):
                return Awaiting("nobody", (), "GAME_OVER")
            return Awaiting("table", mover, "DEAL", {"round": state.round}, CardsNeed(len(numbered()), "deck"))
        if state.unread:
            return Awaiting("table", mover, "TURN", {"count": state.unread}, CardsNeed(state.unread, "board"))
        details = {"deal": state.deal, "chosen": state.chosen, "filler": len(state.filler)}
        return Awaiting("player", mover, "PLAY" if state.board else "LEAVE_ONE", details)

    def pile_to_shuffle(self, state: State) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a ``deck``."""
        return numbered()

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if not state.deal:
            if self.winners(state):
                return no("GAME_OVER", "CA-END-01")
            if not isinstance(event, Deck):
                return no("DEAL_FIRST", "CA-DEAL-02", waits=self.awaiting(state))
            return judge_deck(event.cards, numbered()) or yes()
        if isinstance(event, Turned):
            if not state.unread:
                return self.not_now(state, event, "CA-BOARD-01")
            turned = judge_turned(event.cards, (UNKNOWN,) * state.unread, _lying(state))
            return judge_numbered(event.cards) or turned or yes()
        if state.unread:
            return no("TURN_FIRST", "CA-DEAL-02", count=state.unread)
        if not isinstance(event, Take | Leave):
            return self.not_now(state, event)
        if event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        fault = judge_numbered((event.card,))
        if fault := fault or judge_from_hand(state.hands[event.seat], event.card, _lying(state, event.seat)):
            return fault
        return self._judge_take(state, event) if isinstance(event, Take) else self._judge_leave(state, event)

    def _judge_take(self, state: State, take: Take) -> Verdict:
        wanted = (*take.base, *take.taken)
        # Each board card is used once.
        strange = [card for card in wanted if card not in state.board or wanted.count(card) > 1]
        if strange:
            return no("NOT_ON_BOARD", "D-CA-07", cards=tuple(map(str, strange)))
        value = take.card.number + sum(card.number for card in take.base)
        # A card put onto others has to take something besides them.
        if not take.taken:
            return no("TAKES_NOTHING", "D-CA-03", value=value, card=str(take.card))
        if take.base and self.cap is not None and value > self.cap:
            return no("OVER_CAP", "D-CA-04", value=value, cap=self.cap, option="created_value_cap")
        if not splits_into(tuple(card.number for card in take.taken), value):
            return no("NO_GROUPS", "CA-PLAY-01", *take.spots(), value=value, cards=tuple(map(str, take.taken)))
        return yes("done")

    def _judge_leave(self, state: State, leave: Leave) -> Verdict:
        hand = state.hands[leave.seat]
        # A hand nobody sees is looked at when the deal is over; it is never accused before.
        if not self.options.must_capture or not all_known(hand):
            return yes("done")
        if missed := could_take(hand, state.board, self.cap):
            cards = tuple(map(str, missed[1:]))
            return no("COULD_TAKE", "D-CA-05", card=str(missed[0]), cards=cards, option="must_capture")
        return yes("done")

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Deck):
            return begin_round(state, event.cards)
        if isinstance(event, Turned):
            cards = iter(event.cards)
            board = tuple(card if card.known else next(cards) for card in state.board)
            return replace(state, board=board, chosen=state.chosen if state.chosen is not None else board[0].hue)
        assert isinstance(event, Take | Leave)
        after = self._took(state, event) if isinstance(event, Take) else self._left(state, event)
        after = replace(after, hands=put(state.hands, event.seat, without(state.hands[event.seat], event.card)))
        if not any(after.hands):
            return end_deal(after, self.options)
        return replace(after, to_move=(event.seat + 1) % len(after.hands))

    def _took(self, state: State, take: Take) -> State:
        gone = (*take.base, *take.taken)
        mine = (*state.captured[take.seat], take.card, *gone)
        return replace(
            state,
            board=tuple(card for card in state.board if card not in gone),
            captured=put(state.captured, take.seat, mine),
            last_taker=take.seat,
            played=(*state.played, Played(take.seat, take.card)),
        )

    def _left(self, state: State, leave: Leave) -> State:
        played = Played(leave.seat, leave.card, state.board)
        return replace(state, board=(*state.board, leave.card), played=(*state.played, played))

    def candidates(self, state: State) -> Iterator[Move]:
        if not state.deal or state.unread:
            return
        seat = state.to_move
        hand = [card for card in state.hands[seat] if card.known]
        board = in_order(state.board)
        numbers = tuple(card.number for card in board)
        # One capture of every card that has any comes first: no list is so long that it is missed.
        first = {card: take for card in hand if (take := best_take(numbers, card.number, self.cap)) is not None}
        for card, (base, taken) in first.items():
            yield _take(seat, card, pick(board, taken), pick(board, base))
        chosen = picks(board) if first and len(board) <= FULL_BOARD else None
        for card, best in first.items():
            for base, taken in takes(numbers, card.number, self.cap):
                if (base, taken) == best:
                    continue
                if chosen is not None:
                    yield _take(seat, card, chosen[taken], chosen[base])
                else:
                    yield _take(seat, card, pick(board, taken), pick(board, base))
        if not first or not self.options.must_capture or len(hand) < len(state.hands[seat]):
            yield from (Leave(seat, card) for card in hand)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state)

    def lists_all(self, state: State) -> bool:
        """A full board has more captures than anybody would read: some are listed, and the others are allowed too."""
        return len(state.board) <= FULL_BOARD or not could_take(state.hands[state.to_move], state.board, self.cap)

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, float]:
        return {seat: halves // 2 if halves % 2 == 0 else halves / 2 for seat, halves in enumerate(state.halves)}

    def live(self, state: State) -> Mapping[Seat, float]:
        """What the cards taken so far would count in this round."""
        if state.chosen is None:
            return dict.fromkeys(range(len(state.hands)), 0)
        return {seat: halves / 2 for seat, halves in enumerate(round_halves(state.captured, state.chosen))}

    def winners(self, state: State) -> tuple[Seat, ...]:
        # Equal totals at the target: another round (D-CA-10).
        best = best_seats(state.halves)
        return best if not state.deal and state.halves[best[0]] >= 2 * self.options.target and len(best) == 1 else ()

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(hand if n == seat else hidden(hand) for n, hand in enumerate(state.hands))
        return replace(state, hands=hands, stock=hidden(state.stock), filler=hidden(state.filler))

    def problems(self, state: State) -> list[Verdict]:
        if not len(state.hands) == len(state.captured) == len(state.halves) == self.rules.seats:
            return [no("BAD_SEATS", "CA-DEAL-01", players=self.rules.seats)]
        if not 0 <= state.deal <= DEALS:
            return [no("BAD_DEAL", "CA-DEAL-01", deal=state.deal)]
        named = (state.to_move, state.last_taker, *(played.seat for played in state.played))
        faults = odd_seats(self.rules.seats, *named)
        fault = judge_deck(tuple(state.every_card()), numbered())
        return [*faults, fault] if fault else faults

    # ---- lights

    def lights(self, state: State) -> Picture:
        """The chosen arm is lit, its two neighbours dimly; board cards shine brightly at their number."""
        if not state.deal:
            meaning = Meaning.SCORED if self.winners(state) else Meaning.IDLE
            return {f"{hue.name}1": Light(meaning, hue) for hue in Hue}
        if state.chosen is None:
            return {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue in Hue}
        lights = arm(state.chosen.step(-1), Meaning.IDLE) | arm(state.chosen.step(1), Meaning.IDLE)
        lights |= arm(state.chosen, Meaning.PIECE)
        for card in state.board:
            if card.hue is not None:
                lights[f"{card.hue.name}{min(card.number, 9)}"] = Light(Meaning.LEGAL, card.hue)
        return lights

    # ---- from cards that are seen to what happened

    def laid(self, state: State, sight: Sight) -> Iterator[Laid]:
        """What would lay the next of the cards that are seen."""
        return recognition.laid(self, state, sight)

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        return card_readings.readings(self, state, seen)

    def look(self, state: State, seen: Seen) -> Looked:
        return card_readings.look(self, state, seen)

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        if fact := parse_fact(verb, rest, source):
            return fact
        if seat is None:
            raise NotUnderstood("say whose move it is: '1: take R7 with B7'")
        match verb.lower():
            case "take":
                return _parse_take(rest, seat)
            case "leave" | "discard":
                return Leave(seat, parse_card(rest))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use take or leave")


def _lying(state: State, but_hand: Seat | None = None) -> Iterator[Card]:
    """Every known card that does not lie in this hand."""
    for seat, hand in enumerate(state.hands):
        if seat != but_hand:
            yield from known_of(hand)
    yield from known_of(*state.captured, state.board, state.filler, state.stock)


def _parse_take(text: str, seat: Seat) -> Take:
    """``R11 with R2 GB9``, ``R7 on G2 with B9 R9``."""
    played, found, taken = text.partition(" with ")
    if not found:
        raise NotUnderstood(f"'{text}' should say what is taken: 'take R11 with R2 GB9'")
    card, _, base = played.partition(" on ")
    return Take(seat, parse_card(card), parse_cards(taken.replace("+", " ")), parse_cards(base.replace("+", " ")))
