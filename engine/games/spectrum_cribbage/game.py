"""Spectrum Cribbage: cut, deal, crib, starter, play to 37, count. Rules CR-*; points are in ``count.py``."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar

from engine.components.cards import NUMBERS, UNKNOWN, Card, numbered
from engine.components.hands import (
    Dealt,
    Hand,
    all_known,
    are_own,
    each_once,
    each_once_more,
    hidden,
    need_seat,
    not_there,
    parse_cards,
    parse_deal,
    put,
    take,
    texts_of,
)
from engine.components.lights import Picture
from engine.core.audit import Remark
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn, odd_seats
from engine.core.verdict import Awaiting, Cards, Verdict, no, yes
from engine.games.spectrum_cribbage import recognition
from engine.games.spectrum_cribbage.count import LIMIT, Breakdown, Counting, peg_points
from engine.games.spectrum_cribbage.lights import picture
from engine.games.spectrum_cribbage.state import (
    Cut,
    Go,
    GoCall,
    Options,
    Peg,
    Phase,
    Play,
    Show,
    Starter,
    State,
    ToCrib,
)
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen

_to_crib = maker(ToCrib)


class SpectrumCribbage(Game[State, Options]):
    name = "spectrum_cribbage"
    title = "Spectrum Cribbage"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (Cut, Dealt, ToCrib, Starter, Play, Go, Show)
    checks: ClassVar[Mapping[str, Checked]] = {
        "pegs": "NOW", "running total": "NOW", "starter": "NOW", "go": "LATER", "hand": "LATER", "crib": "LATER",
    }  # fmt: skip

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if rules.seats == 3:
            raise BadRules("Spectrum Cribbage is for 2 players, or 4 in two pairs; not for 3")
        if not 10 <= rules.options.target <= 1000:
            raise BadRules("Spectrum Cribbage: 'target' should be from 10 to 1000; 121, 150 or 200 are usual")
        if not 0 <= rules.options.first_dealer <= rules.seats:
            raise BadRules(f"Spectrum Cribbage: 'first_dealer' should be from 0 (cut) to {rules.seats}")
        o = rules.options
        self.counting = Counting(o.nobs, o.nobs_relation, o.shade_centres, o.flush4p)
        self.dealt, self.to_crib = (9, 3) if rules.seats == 2 else (10, 2)

    def start(self) -> State:
        n, first = self.rules.seats, self.options.first_dealer
        phase: Phase = "deal" if first else "cut"
        none: tuple[Hand, ...] = ((),) * n
        return State(
            phase, (0, 0), (UNKNOWN,) * n, none, none, none, (False,) * n, dealer=max(first - 1, 0)
        )  # fmt: skip

    def awaiting(self, state: State) -> Awaiting:
        dealer = (state.dealer,)
        match state.phase:
            case "over":
                return Awaiting("nobody", (), "GAME_OVER")
            case "cut":
                seat = next(seat for seat, card in enumerate(state.cuts) if not card.known)
                return Awaiting("table", (seat,), "CUT", {}, Cards(1, f"cut:{seat}"))
            case "deal":
                return Awaiting(
                    "table", dealer, "DEAL", {"count": self.dealt}, Cards(self.dealt * self.rules.seats, "hands")
                )
            case "layaway":
                seats = tuple(seat for seat, laid in enumerate(state.laid) if not laid)
                return Awaiting("player", seats, "CRIB", {"count": self.to_crib, "owner": state.dealer})
            case "starter":
                cutter = ((state.dealer + 1) % self.rules.seats,)
                return Awaiting("table", cutter, "STARTER", {"owner": state.dealer}, Cards(1, "starter"))
            case "play":
                left = LIMIT - state.total
                # While every card fits, nobody needs to hear of Go.
                most = left if left < max(NUMBERS) else None
                return Awaiting("player", (state.to_move,), "PLAY", {"total": state.total, "left": left, "most": most})
        if state.counted == self.rules.seats and not all_known(state.crib):
            return Awaiting("table", dealer, "SHOW_CRIB", {}, Cards(len(state.crib), "crib"))
        ask = "COUNT_CRIB" if state.counted == self.rules.seats else "COUNT_HAND"
        return Awaiting("player", (state.to_move,), ask)

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.phase == "over":
            return no("GAME_OVER", "CR-GAME-01")
        if isinstance(event, Play):
            return self._judge_play(state, event)
        if isinstance(event, Go):
            return self._judge_go(state, event)
        if isinstance(event, ToCrib):
            return self._judge_crib(state, event)
        if isinstance(event, Show):
            return self._judge_show(state, event)
        if isinstance(event, Dealt) and state.phase == "deal":
            return self._judge_deal(event)
        if isinstance(event, Cut) and state.phase == "cut":
            return self._judge_cut(state, event)
        if isinstance(event, Starter) and state.phase == "starter":
            if not event.card.known:
                return no("TURN_IT_UP", "CR-START-01")
            return each_once((*state.cards(), event.card))
        return self.not_now(state, event)

    def _judge_cut(self, state: State, fact: Cut) -> Verdict:
        if not 0 <= fact.player < self.rules.seats:
            return no("NO_SUCH_PLAYER", "", number=fact.player + 1)
        if not fact.card.known:
            return no("TURN_IT_UP", "CR-CUT-01")
        if state.cuts[fact.player].known:
            return no("HAS_CUT", "CR-CUT-02", player=fact.player, card=str(state.cuts[fact.player]))
        return each_once((*state.cuts, fact.card))

    def _judge_deal(self, fact: Dealt) -> Verdict:
        if fact.hands and len(fact.hands) != self.rules.seats:
            return no("WRONG_HANDS", "CR-DEAL-01", hands=len(fact.hands), players=self.rules.seats)
        for seat, hand in enumerate(fact.hands):
            if len(hand) != self.dealt:
                return no("WRONG_HAND_SIZE", "CR-DEAL-01", player=seat, count=len(hand), wanted=self.dealt)
        return each_once(card for hand in fact.hands for card in hand)

    def _judge_crib(self, state: State, move: ToCrib) -> Verdict:
        if state.phase != "layaway":
            return self.not_now(state, move, "CR-CRIB-01")
        if state.laid[move.seat]:
            return no("HAS_LAID", "CR-CRIB-01", player=move.seat)
        if len(move.cards) != self.to_crib:
            return no("CRIB_COUNT", "CR-CRIB-01", count=len(move.cards), wanted=self.to_crib)
        if are_own(state.hands[move.seat], move.cards):
            return yes("done")
        missing = not_there(state.hands[move.seat], move.cards)
        if missing:
            return no("NOT_IN_HAND", "CR-CRIB-01", player=move.seat, cards=texts_of(missing))
        verdict = each_once_more(move.cards, state.hands[move.seat], state.cards())
        return verdict if not verdict.ok else yes("done")

    def _judge_play(self, state: State, move: Play) -> Verdict:
        if state.phase != "play":
            return self.not_now(state, move, "CR-PLAY-01")
        if move.seat != state.to_move:
            return not_your_turn(move, state.to_move)
        if not move.card.known:
            return no("TURN_IT_UP", "CR-PLAY-01")
        hand = state.hands[move.seat]
        if move.card not in hand:
            # A card nobody saw can be any card that has not turned up elsewhere.
            if move.card in state.cards() or move.card.special:
                return each_once((*state.cards(), move.card))
            if UNKNOWN not in hand:
                return no("NOT_IN_HAND", "CR-PLAY-01", player=move.seat, cards=(str(move.card),))
        # The count never passes 37.
        over = state.total + move.card.number - LIMIT
        if over > 0:
            fit = texts_of(card for card in hand if card.known and state.total + card.number <= LIMIT)
            code = "OVER_37" if fit else "OVER_37_SAY_GO"
            return no(code, "CR-PLAY-02", card=str(move.card), total=state.total, left=LIMIT - state.total, fit=fit)
        return yes("done")

    def _judge_go(self, state: State, move: Go) -> Verdict:
        if state.phase != "play":
            return self.not_now(state, move, "CR-GO-01")
        if move.seat != state.to_move:
            return not_your_turn(move, state.to_move)
        left = LIMIT - state.total
        fit = texts_of(card for card in state.hands[move.seat] if card.known and card.number <= left)
        # Go is for those who cannot play; everything fits an empty count and up to 25.
        if fit or left >= 12:
            return no("CAN_PLAY" if fit else "ALL_FIT", "CR-GO-01", cards=fit, total=state.total)
        return yes("done")

    def _judge_show(self, state: State, move: Show) -> Verdict:
        if state.phase != "count":
            return self.not_now(state, move, "CR-COUNT-01")
        if move.seat != state.to_move:
            return no("COUNT_ORDER", "CR-COUNT-01", player=move.seat, mover=state.to_move)
        verdict = self._judge_shown_cards(state, move)
        if not verdict.ok:
            return verdict
        if (move.claim is None) == self.options.muggins:
            return no("CLAIM_IT" if self.options.muggins else "NO_CLAIMS", "CR-AUDIT-01", option="muggins")
        if move.claim is not None:
            total = self.breakdown(state, move.cards).total
            if not 0 <= move.claim <= total:
                return no("CLAIMED_TOO_MUCH", "CR-AUDIT-01", claim=move.claim, total=total)
        return yes("done")

    def _judge_shown_cards(self, state: State, move: Show) -> Verdict:
        if state.counted < self.rules.seats:
            # The hand that is counted is the hand that was played.
            hand = state.played[move.seat]
            if move.cards and set(move.cards) != set(hand):
                return no("NOT_AS_PLAYED", "CR-AUDIT-01", player=move.seat, cards=texts_of(hand))
            return yes()
        if not move.cards:
            return yes() if all_known(state.crib) else no("SHOW_THE_CRIB", "CR-COUNT-01", count=len(state.crib))
        if len(move.cards) != len(state.crib):
            return no("CRIB_SIZE", "CR-CRIB-01", count=len(move.cards), wanted=len(state.crib))
        if not all_known(move.cards):
            return no("SHOW_THE_CRIB", "CR-COUNT-01", count=len(state.crib))
        missing = not_there(state.crib, move.cards)
        if missing:
            return no("NOT_IN_CRIB", "CR-CRIB-01", cards=texts_of(missing))
        return each_once((*(take(state.cards(), state.crib) or ()), *move.cards))

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Play):
            return self._played(state, event)
        if isinstance(event, Go):
            return self._went(state, event)
        state = replace(state, pegs=(), shown=None)
        if isinstance(event, Show):
            return self._counted(state, event)
        if isinstance(event, ToCrib):
            return self._laid(state, event)
        if isinstance(event, Starter):
            state = replace(state, starter=event.card, phase="play", to_move=self._after(state.dealer))
            # Heels: a ten as the starter.
            return self._peg(state, state.dealer, 2, "heels") if event.card.number == 10 else state
        if isinstance(event, Cut):
            return self._cut(state, event)
        assert isinstance(event, Dealt)
        hands = event.hands or ((UNKNOWN,) * self.dealt,) * self.rules.seats
        return replace(state, hands=hands, phase="layaway")

    def _after(self, seat: Seat) -> Seat:
        return (seat + 1) % self.rules.seats

    def _cut(self, state: State, fact: Cut) -> State:
        cuts = put(state.cuts, fact.player, fact.card)
        if not all_known(cuts):
            return replace(state, cuts=cuts)
        low = min(card.number for card in cuts)
        lowest = [seat for seat, card in enumerate(cuts) if card.number == low]
        if len(lowest) > 1:
            return replace(state, cuts=hidden(cuts))
        return replace(state, cuts=cuts, dealer=lowest[0], phase="deal")

    def _laid(self, state: State, move: ToCrib) -> State:
        hand = take(state.hands[move.seat], move.cards)
        assert hand is not None
        laid = put(state.laid, move.seat, move.cards)
        phase: Phase = "starter" if all(laid) else "layaway"
        return replace(state, hands=put(state.hands, move.seat, hand), laid=laid, phase=phase)

    def _peg(self, state: State, seat: Seat, points: int, why: str) -> State:
        """Points for a seat's team; who reaches the target wins at once (CR-GAME-01)."""
        if not points or state.phase == "over":
            return state
        team = seat % 2
        total = state.points[team] + points
        both = (total, state.points[1]) if team == 0 else (state.points[0], total)
        phase: Phase = "over" if total >= self.options.target else state.phase
        return replace(state, points=both, phase=phase, pegs=(*state.pegs, Peg(team, points, why)))

    def _played(self, state: State, move: Play) -> State:
        seat = move.seat
        hand = take(state.hands[seat], (move.card,))
        assert hand is not None
        series = (*state.series, move.card)
        state = replace(
            state, hands=put(state.hands, seat, hand), played=put(state.played, seat, (*state.played[seat], move.card)),
            series=series, last_player=seat, pegs=(), shown=None,
        )  # fmt: skip
        state = self._peg(state, seat, peg_points([card.number for card in series]), "cards")
        if state.total == LIMIT:
            return self._series_over(state, go_point=False)
        return self._next_in_series(state, seat)

    def _went(self, state: State, move: Go) -> State:
        call = GoCall(move.seat, state.total, len(state.played[move.seat]))
        state = replace(state, out=put(state.out, move.seat, True), goes=(*state.goes, call), pegs=(), shown=None)
        return self._next_in_series(state, move.seat)

    def _next_in_series(self, state: State, seat: Seat) -> State:
        """The next who has cards and did not say Go; the same player may be next (CR-GO-02)."""
        for _ in range(self.rules.seats):
            seat = self._after(seat)
            if state.hands[seat] and not state.out[seat]:
                return replace(state, to_move=seat)
        return self._series_over(state, go_point=True)

    def _series_over(self, state: State, *, go_point: bool) -> State:
        """One for the last card unless it made 37, then the next player with cards leads (CR-GO-04, CR-GO-05)."""
        if go_point:
            state = self._peg(state, state.last_player, 1, "go" if any(state.hands) else "last")
        if state.phase == "over":
            return state
        state = replace(state, series=(), out=(False,) * self.rules.seats)
        if any(state.hands):
            return self._next_in_series(state, state.last_player)
        return replace(
            state, phase="count", counted=0, to_move=self._after(state.dealer),
            remarks=(*state.remarks, *self._false_goes(state)), goes=(),
        )  # fmt: skip

    @staticmethod
    def _false_goes(state: State) -> Iterator[Remark]:
        """Go claims that the cards played later disprove (CR-AUDIT-01)."""
        for turn, go in enumerate(state.goes, start=1):
            later = state.played[go.player][go.played :]
            fit = tuple(card for card in later if go.total + card.number <= LIMIT)
            if fit:
                yield Remark("FALSE_GO", go.player, turn, fit)

    def breakdown(self, state: State, cards: Hand = ()) -> Breakdown:
        """What the hand or crib that is next counts; ``cards`` for a crib nobody saw."""
        crib = state.counted == self.rules.seats
        return self.counting.count(cards or (state.crib if crib else state.played[state.to_move]), state.starter,
                                   crib=crib)  # fmt: skip

    def _counted(self, state: State, move: Show) -> State:
        shown = self.breakdown(state, move.cards)
        crib = state.counted == self.rules.seats
        why = "crib" if crib else "hand"
        claim = shown.total if move.claim is None else move.claim
        cards = move.cards or (state.crib if crib else state.played[move.seat])
        if other := self.counting.counted_otherwise(cards, state.starter, crib=crib):
            said = Remark("COUNTS_OTHERWISE", move.seat, state.counted + 1, cards, other)
            state = replace(state, remarks=(*state.remarks, said))
        state = replace(self._peg(state, move.seat, claim, why), shown=shown)
        # Muggins: what was missed goes to the other side.
        state = self._peg(state, move.seat + 1, shown.total - claim, "muggins")
        if state.phase == "over":
            return state
        if not crib:
            counted = state.counted + 1
            next_seat = state.dealer if counted == self.rules.seats else self._after(move.seat)
            return replace(state, counted=counted, to_move=next_seat)
        n = self.rules.seats
        none: tuple[Hand, ...] = ((),) * n
        return replace(
            state, phase="deal", dealer=self._after(state.dealer), laid=none, played=none, hands=none, starter=UNKNOWN,
            counted=0,
        )  # fmt: skip

    def candidates(self, state: State) -> Iterator[Move]:
        seat = state.to_move
        if state.phase == "layaway":
            for owner, hand in enumerate(state.hands):
                if not state.laid[owner]:
                    picks = combinations(hand, self.to_crib)
                    yield from (_to_crib(owner, c) for c in (picks if all_known(hand) else dict.fromkeys(picks)))
        elif state.phase == "play":
            hand = state.hands[seat]
            yield from (Play(seat, card) for card in (hand if all_known(hand) else _may_be(hand, state.cards())))
            yield Go(seat)
        elif state.phase == "count" and (state.counted < self.rules.seats or all_known(state.crib)):
            if not self.options.muggins:
                yield Show(seat)
            else:
                yield from (Show(seat, claim=n) for n in range(self.breakdown(state).total + 1))

    def moves(self, state: State) -> Moves[State]:
        # Any cards of a known hand may be laid away, and any count up to the right one may be claimed.
        listed = state.phase == "count" or (state.phase == "layaway" and all(map(all_known, state.hands)))
        return Listed(self, state) if listed else super().moves(state)

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, int]:
        return {seat: state.points[seat % 2] for seat in range(self.rules.seats)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        if state.phase != "over":
            return ()
        best = max(state.points)
        return tuple(seat for seat in range(self.rules.seats) if state.points[seat % 2] == best)

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(hand if s == seat else hidden(hand) for s, hand in enumerate(state.hands))
        laid = tuple(cards if s == seat else hidden(cards) for s, cards in enumerate(state.laid))
        return replace(state, hands=hands, laid=laid)

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        if any(len(part) != n for part in (state.hands, state.laid, state.played, state.out, state.cuts)):
            return [no("WRONG_HANDS", "CR-DEAL-01", hands=len(state.hands), players=n)]
        faults = [no("NO_SUCH_PLAYER", "", number=s + 1) for s in (state.dealer, state.to_move) if not 0 <= s < n]
        faults += odd_seats(n, state.last_player, *(peg.team for peg in state.pegs))
        if state.phase == "cut" and all(card.known for card in state.cuts):
            faults.append(no("NOTHING_TO_CUT", "CR-DEAL-01"))
        if state.total > LIMIT:
            faults.append(no("COUNT_TOO_HIGH", "CR-PLAY-02", total=state.total))
        verdict = each_once(state.cards())
        return faults if verdict.ok else [*faults, verdict]

    def lights(self, state: State) -> Picture:
        return picture(state)

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
        match verb.lower():
            case "deal":
                return parse_deal(rest, source)
            case "cut":
                number, _, card = rest.strip().partition(" ")
                if not (number.isascii() and number.isdigit()) or number == "0":
                    raise NotUnderstood("write player and card: 'cut 1 R4'")
                return Cut(int(number) - 1, Card.parse(card), source=source)
            case "starter" | "turn":
                return Starter(Card.parse(rest), source=source)
            case "crib":
                return ToCrib(need_seat(seat), parse_cards(rest))
            case "play":
                return Play(need_seat(seat), Card.parse(rest))
            case "go":
                return Go(need_seat(seat))
            case "show" | "count":
                return _parse_show(rest, need_seat(seat))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use cut, deal, crib, starter, play, go or show")


def _parse_show(text: str, seat: Seat) -> Show:
    cards, equals, claim = text.partition("=")
    if equals and not (claim.strip().isascii() and claim.strip().isdigit()):
        raise NotUnderstood(f"'{claim.strip()}' is no number of points; write for example 'show = 12'")
    return Show(seat, parse_cards(cards), int(claim) if equals else None)


def _may_be(hand: Hand, public: Hand) -> Iterator[Card]:
    """What a card of a hand that nobody saw may turn out to be: its known cards, and all that are nowhere else."""
    gone = set(public) - set(hand)
    return (card for card in numbered() if card not in gone)
