"""Spectrump: deal, auction, tricks, points, rounds. Rules ST-*; the logic of cards is in ``tricks.py``."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import ClassVar

from engine.components.cards import UNKNOWN, Card, numbered
from engine.components.hands import (
    Dealt,
    Hand,
    all_known,
    each_once,
    hidden,
    need_seat,
    parse_cards,
    parse_deal,
    put,
    take,
    texts_of,
)
from engine.components.hues import Hue
from engine.components.lights import Picture
from engine.core.audit import Remark
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn, odd_seats
from engine.core.verdict import Awaiting, Cards, Verdict, no, yes
from engine.games.spectrump import auction, recognition, tricks
from engine.games.spectrump.lights import picture
from engine.games.spectrump.state import Bid, Debt, Load, Options, Pass, Play, State
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen

_PHASE_OF: Mapping[type[Event], str] = {Load: "load", Bid: "auction", Pass: "auction", Play: "play"}
_load = maker(Load)


class Spectrump(Game[State, Options]):
    name = "spectrump"
    title = "Spectrump"
    seats = (2, 8)
    options_type = Options
    state_type = State
    event_types = (Dealt, Load, Bid, Pass, Play)
    checks: ClassVar[Mapping[str, Checked]] = {
        "bid order": "NOW", "trick winner": "NOW", "points": "NOW", "following": "LATER", "leads": "LATER",
        "overbid": "LATER", "talk": "NEVER",
    }  # fmt: skip

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        o, n = rules.options, rules.seats
        if n % 2:
            raise BadRules(f"Spectrump is for 2, 4, 6 or 8 players, not {n}")
        if o.partners and n == 2:
            raise BadRules("Spectrump: partners need at least 4 players")
        if not 1 <= o.rounds <= 100 or not 0 <= o.target <= 10_000:
            raise BadRules("Spectrump: 'rounds' should be from 1 to 100 and 'target' from 0 to 10000")
        self.sessions, self.sets, self.set_size = tricks.DEALS[o.deck, n]
        if (o.deck, n, o.eight_player_deal) == (144, 8, "nine"):
            self.set_size = 9
        self.highest = o.deck // 12
        self.target = o.target or (200 if o.deck == 144 else 50)

    @property
    def hand_size(self) -> int:
        """Cards a seat gets in one session."""
        return self.sets * self.set_size

    def team(self, seat: Seat) -> int:
        """Partners sit opposite each other (D-ST-18)."""
        return seat % (self.rules.seats // 2) if self.options.partners else seat

    def start(self) -> State:
        n = self.rules.seats
        return State("deal", (0,) * n, ((),) * n, ((),) * n, (False,) * n, (False,) * n)

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if state.phase == "over":
            return Awaiting("nobody", (), "GAME_OVER")
        if state.phase == "deal":
            details = {"count": self.hand_size, "sets": self.sets, "round": state.round, "session": state.session + 1}
            return Awaiting(
                "table", (state.dealer,), "DEAL", details, Cards(self.hand_size * self.rules.seats, "hands")
            )
        if state.phase == "load":
            return Awaiting("player", mover, "LOAD")
        if state.phase == "auction":
            if state.bid_hue is None:
                return Awaiting("player", mover, "BID_FIRST")
            return Awaiting("player", mover, "BID", {"standing": f"{state.bid_hue.name}{state.bid_number}"})
        details = {"set": state.set + 1, "trump": state.trump}
        return Awaiting("player", mover, "FOLLOW" if state.trick else "LEAD", details)

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.phase == "over":
            return no("GAME_OVER", "ST-END-01")
        if isinstance(event, Dealt):
            return self._judge_deal(state, event) if state.phase == "deal" else self.not_now(state, event)
        if state.phase != _PHASE_OF.get(type(event)):
            return self.not_now(state, event)
        if isinstance(event, Move) and event.seat != state.to_move:
            if state.phase == "auction" and state.passed[event.seat]:
                return no("HAS_PASSED", "ST-BID-05", player=event.seat)
            return not_your_turn(event, state.to_move)
        if isinstance(event, Play):
            return self._judge_play(state, event)
        if isinstance(event, Bid):
            return auction.judge_bid(state, event, self.highest)
        if isinstance(event, Pass):
            return auction.judge_pass(state, event, self.options)
        assert isinstance(event, Load)
        return self._judge_load(state, event)

    def _judge_deal(self, state: State, fact: Dealt) -> Verdict:
        if fact.hands and len(fact.hands) != self.rules.seats:
            return no("WRONG_HANDS", "ST-SETUP-01", hands=len(fact.hands), players=self.rules.seats)
        for seat, hand in enumerate(fact.hands):
            if len(hand) != self.hand_size:
                return no("WRONG_HAND_SIZE", "ST-SETUP-01", player=seat, count=len(hand), wanted=self.hand_size)
        dealt = tuple(card for hand in fact.hands for card in hand)
        high = texts_of(card for card in dealt if card.number > self.highest)
        if high:
            return no("NOT_IN_DECK", "ST-SETUP-01", cards=high, highest=self.highest)
        return each_once((*state.cards(), *dealt))

    def _judge_load(self, state: State, move: Load) -> Verdict:
        if not move.cards:
            return yes("done")
        sets = state.hands[move.seat]
        if len(move.cards) != 2 or not all_known(move.cards):
            return no("LOAD_TWO", "ST-SETUP-02")
        where = [next((n for n, hand in enumerate(sets) if card in hand), None) for card in move.cards]
        if None in where:
            missing = texts_of(card for card, at in zip(move.cards, where, strict=True) if at is None)
            return no("NOT_IN_HAND", "ST-SETUP-02", player=move.seat, cards=missing)
        if where[0] == where[1]:
            return no("SAME_SET", "ST-SETUP-02", cards=texts_of(move.cards))
        # As many changes as a set has cards reach every arrangement.
        if state.loads >= self.set_size:
            return no("LOADED_ENOUGH", "ST-SETUP-02", most=self.set_size)
        return yes("may_stop")

    def _judge_play(self, state: State, move: Play) -> Verdict:
        card, hand = move.card, state.hand
        if card.hue is None:
            return no("SHOW_THE_CARD", "ST-LEAD-01")
        if card not in hand:
            if card.number > self.highest:
                return no("NOT_IN_DECK", "ST-SETUP-01", cards=(str(card),), highest=self.highest)
            others = (c for n, s in enumerate(state.hands[move.seat]) if n != state.set for c in s)
            if card in others:
                return no("OTHER_SET", "ST-SETUP-01", card=str(card), set=state.set + 1)
            if card in state.cards():
                return each_once((*state.cards(), card))
            if UNKNOWN not in hand:
                return no("NOT_IN_HAND", "ST-LEAD-01", player=move.seat, cards=(str(card),))
        return self._judge_follow(state, card, hand) if state.trick else self._judge_lead(state, card, hand)

    def _closed(self, state: State) -> tuple[Hue, ...]:
        """Hues that may not be led yet (ST-LEAD-02, ST-LEAD-03)."""
        closed: tuple[Hue, ...] = () if state.trump_broken else (state.trump,)
        return closed if state.scoring_broken else (*closed, *tricks.scoring(state.trump))

    def _judge_lead(self, state: State, card: Card, hand: Hand) -> Verdict:
        closed = self._closed(state)
        if card.hue not in closed:
            return yes("done")
        # Who holds nothing else may lead it; who holds unknown cards may be such a player.
        fit = texts_of(c for c in hand if c.hue is not None and c.hue not in closed)
        if fit:
            trump = card.hue == state.trump
            code, rule = ("TRUMP_NOT_BROKEN", "ST-LEAD-02") if trump else ("SCORING_NOT_BROKEN", "ST-LEAD-03")
            return no(code, rule, f"{card.hue.name}1", card=str(card), fit=fit)
        return yes("done")

    def opened(self, state: State) -> frozenset[Hue]:
        """The hues that follow the trick as it lies."""
        return _opened(state, self.options)

    def _judge_follow(self, state: State, card: Card, hand: Hand) -> Verdict:
        led = state.trick[0].hue
        assert led is not None and card.hue is not None
        # Trump led demands trump.
        if led == state.trump:
            trumps = texts_of(c for c in hand if c.hue == led)
            if card.hue == led:
                return yes("done")
            if trumps:
                return no("MUST_TRUMP", "ST-FOLLOW-05", f"{led.name}1", card=str(card), fit=trumps, trump=led)
        opened = self.opened(state)
        # Scoring trump that was led may be followed exactly, but is not demanded.
        if card.hue in opened or card.hue == led:
            return yes("done")
        fit = texts_of(c for c in hand if c.hue in opened)
        if fit:
            rule = "ST-FOLLOW-06" if led in tricks.scoring(state.trump) else "ST-FOLLOW-03"
            spots = (f"{hue.name}1" for hue in sorted(opened))
            option = self._follows_elsewhere(state, card.hue, hand)
            return no("MUST_FOLLOW", rule, *spots, card=str(card), fit=fit, hues=tuple(sorted(opened)), option=option)
        return yes("done")

    def _follows_elsewhere(self, state: State, hue: Hue, hand: Hand) -> str | None:
        """The option by which a card that does not follow would be allowed (D-ST-13, D-ST-15)."""
        for name, values in _FOLLOWING.items():
            for value in values:
                opened = _opened(state, replace(self.options, **{name: value}))
                if hue in opened or not any(card.hue in opened for card in hand):
                    return name
        return None

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Play):
            return self._played(state, event)
        if isinstance(event, Bid):
            return self._after_auction(auction.bid(state, event, self.options))
        if isinstance(event, Pass):
            return self._after_auction(auction.passed(state, event, self.options))
        if isinstance(event, Load):
            return self._loaded(state, event)
        assert isinstance(event, Dealt)
        return self._dealt(state, event)

    def _left_of_dealer(self, state: State) -> Seat:
        return (state.dealer + 1) % self.rules.seats

    def _dealt(self, state: State, fact: Dealt) -> State:
        hands = fact.hands or ((UNKNOWN,) * self.hand_size,) * self.rules.seats
        size = self.set_size
        sets = tuple(tuple(hand[n * size : (n + 1) * size] for n in range(self.sets)) for hand in hands)
        state = replace(state, hands=sets, set=0, to_move=self._left_of_dealer(state), loads=0)
        if self.options.hand_loading and self.sets > 1:
            return replace(state, phase="load")
        return self._to_auction_or_play(state)

    def _loaded(self, state: State, move: Load) -> State:
        if not move.cards:
            nxt = (state.to_move + 1) % self.rules.seats
            state = replace(state, to_move=nxt, loads=0)
            return self._to_auction_or_play(state) if nxt == self._left_of_dealer(state) else state
        a, b = move.cards
        sets = tuple(
            tuple(b if card == a else a if card == b else card for card in hand) for hand in state.hands[move.seat]
        )
        return replace(state, hands=put(state.hands, move.seat, sets), loads=state.loads + 1)

    def _to_auction_or_play(self, state: State) -> State:
        if state.session == 0 or self.options.auction_per == "session":
            clear = (False,) * self.rules.seats
            return replace(state, phase="auction", passed=clear, spoken=clear, bid_hue=None, bid_number=0)
        return self._new_set(replace(state, phase="play"))

    def _after_auction(self, state: State) -> State:
        """Once the auction is over: the bidder leads, or the same dealer deals again."""
        if not auction.is_over(state, self.options):
            return state
        if state.bid_hue is None:
            return replace(state, phase="deal", hands=((),) * self.rules.seats)
        return replace(
            state, phase="play", to_move=state.bidder, leader=state.bidder, counter=state.bid_number, owned=0,
            auction_session=state.session, trump_broken=False, scoring_broken=False, debts=(), trick_number=1,
        )  # fmt: skip

    def _new_set(self, state: State) -> State:
        """Who leads to a further set, and whether trump is whole again (D-ST-09, D-ST-10)."""
        lead = state.bidder if self.options.set_lead == "bidder" else state.leader
        if self.options.broken_reset == "set":
            state = replace(state, trump_broken=False, scoring_broken=False)
        return replace(state, to_move=lead, leader=lead, debts=(), trick_number=1)

    def _played(self, state: State, move: Play) -> State:
        card, seat = move.card, move.seat
        hand = take(state.hand, (card,))
        assert hand is not None and card.hue is not None
        state = self._audit(state, move)
        own_trump = seat == state.bidder and card.hue == state.trump
        owned = own_trump and state.session == state.auction_session
        state = replace(
            state,
            hands=put(state.hands, seat, put(state.hands[seat], state.set, hand)),
            trick=(*state.trick, card),
            trump_broken=state.trump_broken or card.hue == state.trump,
            scoring_broken=state.scoring_broken or card.hue in tricks.scoring(state.trump),
            counter=max(state.counter - own_trump, 0),
            owned=state.owned + owned,
            to_move=(seat + 1) % self.rules.seats,
        )
        return self._trick_over(state) if len(state.trick) == self.rules.seats else state

    def _audit(self, state: State, move: Play) -> State:
        """Old debts that this card proves, and a new one if the hand was not seen (ST-AUDIT-01)."""
        card, hue = move.card, move.card.hue
        assert hue is not None
        proved = [d for d in state.debts if d.player == move.seat and hue in d.proof]
        for debt in proved:
            state = replace(
                state,
                debts=tuple(d for d in state.debts if d is not debt),
                remarks=(*state.remarks, Remark(debt.code, debt.player, debt.trick, (debt.card, card))),
            )
            if self.options.revoke_penalty == "minus_trump_value":
                own = state.scores[move.seat] - debt.card.number
                state = replace(state, scores=put(state.scores, move.seat, own))
        # A hand that was seen has been judged at once.
        if all_known(state.hand):
            return state
        new = self._new_debt(state, move.seat, card, hue)
        return replace(state, debts=(*state.debts, new)) if new else state

    def _new_debt(self, state: State, seat: Seat, card: Card, hue: Hue) -> Debt | None:
        if not state.trick:
            closed = self._closed(state)
            if hue not in closed:
                return None
            code, proof = "ILLEGAL_LEAD", frozenset(Hue) - set(closed)
        else:
            code, proof = "REVOKE", tricks.proof_of_revoke(state.trick, hue, state.trump)
        if self.options.revoke_penalty == "replay":
            code += "_REPLAY"
        return Debt(code, seat, state.trick_number, tuple(sorted(proof)), card) if proof else None

    def _trick_over(self, state: State) -> State:
        winner = (state.leader + tricks.winning_place(state.trick, state.trump)) % self.rules.seats
        state = replace(
            state, taken=put(state.taken, winner, (*state.taken[winner], *state.trick)), last_trick=state.trick,
            trick=(), last_winner=winner, leader=winner, to_move=winner, trick_number=state.trick_number + 1,
        )  # fmt: skip
        if any(sets[state.set] for sets in state.hands):
            return state
        if state.set + 1 < self.sets:
            return self._new_set(replace(state, set=state.set + 1))
        last = state.session + 1 == self.sessions
        if last or self.options.auction_per == "session":
            state = self._score(state)
        if last:
            return self._round_over(state)
        return replace(state, phase="deal", session=state.session + 1, set=0, hands=((),) * self.rules.seats)

    def _score(self, state: State) -> State:
        """The points of the tricks since the auction; an overbid shows by the trumps that were played (ST-DQ-01)."""
        positive, negative = zip(*(tricks.plus_and_minus(cards, state.trump) for cards in state.taken), strict=True)
        over = state.owned < state.bid_number
        out = [over and self.team(seat) == self.team(state.bidder) for seat in range(self.rules.seats)]
        gained = tricks.round_points(positive, negative, out)
        remarks = state.remarks
        if over:
            remarks = (*remarks, Remark("OVERBID", state.bidder, state.bid_number))
        return replace(
            state, scores=tuple(map(int.__add__, state.scores, gained)), taken=((),) * self.rules.seats,
            gone=(*state.gone, *(card for cards in state.taken for card in cards)), remarks=remarks,
        )  # fmt: skip

    def _round_over(self, state: State) -> State:
        n = self.rules.seats
        best = sorted({self.team(seat): total for seat, total in self.scores(state).items()}.values(), reverse=True)
        enough = state.round >= self.options.rounds if self.options.end == "rounds" else best[0] >= self.target
        # A tie at the top is played off by one more round (D-ST-20).
        if enough and best[0] > best[1]:
            return replace(state, phase="over", hands=((),) * n)
        return replace(
            state, phase="deal", round=state.round + 1, session=0, set=0, dealer=(state.dealer + 1) % n, gone=(),
            hands=((),) * n, debts=(),
        )  # fmt: skip

    def candidates(self, state: State) -> Iterator[Move]:
        seat = state.to_move
        if state.phase == "play":
            hand = state.hand
            if all_known(hand):
                yield from (Play(seat, card) for card in hand)
            else:
                elsewhere = set(state.cards()) - set(hand)
                deck = (card for card in numbered() if card.number <= self.highest)
                yield from (Play(seat, card) for card in deck if card not in elsewhere)
        elif state.phase == "auction":
            if auction.judge_pass(state, Pass(seat), self.options).ok:
                yield Pass(seat)
            yield from auction.bids(state, seat, self.highest)
        elif state.phase == "load":
            yield Load(seat)
            if state.loads < self.set_size:
                known = [[card for card in hand if card.known] for hand in state.hands[seat]]
                for one, other in combinations(known, 2):
                    yield from (_load(seat, pair) for pair in product(one, other))

    def moves(self, state: State) -> Moves[State]:
        return super().moves(state) if state.phase == "play" else Listed(self, state)

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Points of all rounds; partners share their sum."""
        own = state.scores
        if not self.options.partners:
            return dict(enumerate(own))
        half = self.rules.seats // 2
        return {seat: own[seat] + own[(seat + half) % self.rules.seats] for seat in range(self.rules.seats)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        if state.phase != "over":
            return ()
        scores = self.scores(state)
        return tuple(seat for seat, total in scores.items() if total == max(scores.values()))

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(sets if s == seat else tuple(hidden(hand) for hand in sets) for s, sets in enumerate(state.hands))
        return replace(state, hands=hands)

    def problems(self, state: State) -> list[Verdict]:
        n = self.rules.seats
        lists = (state.scores, state.hands, state.taken, state.passed, state.spoken)
        if any(len(part) != n for part in lists):
            return [no("WRONG_HANDS", "ST-SETUP-01", hands=len(state.hands), players=n)]
        seats = (state.dealer, state.to_move, state.bidder, state.leader)
        faults = [no("NO_SUCH_PLAYER", "", number=seat + 1) for seat in seats if not 0 <= seat < n]
        faults += odd_seats(n, state.last_winner)
        goes_on = state.phase != "auction" and state.session > 0 and self.options.auction_per != "session"
        if state.bid_hue is None and (state.phase == "play" or goes_on):
            faults.append(no("NO_TRUMP", "ST-BID-04"))
        if state.phase in ("load", "auction", "play") and any(len(s) != self.sets for s in state.hands):
            faults.append(no("WRONG_SETS", "ST-SETUP-01", sets=self.sets))
        if not 0 <= state.set < self.sets or not 0 <= state.session < self.sessions:
            faults.append(no("NO_SUCH_SET", "ST-SETUP-01", sets=self.sets, sessions=self.sessions))
        verdict = each_once(state.cards())
        return faults if verdict.ok else [*faults, verdict]

    def lights(self, state: State) -> Picture:
        opened = self.opened(state) if state.phase == "play" and state.trick else frozenset()
        return picture(state, opened)

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
            case "bid":
                card = Card.parse(rest)
                if card.hue is None:
                    raise NotUnderstood(f"'{rest}' is no bid; write hue and number, such as 'bid GB3'")
                return Bid(need_seat(seat), card.hue, card.number)
            case "pass":
                return Pass(need_seat(seat))
            case "play":
                return Play(need_seat(seat), Card.parse(rest))
            case "load":
                cards = parse_cards(rest)
                if len(cards) != 2:
                    raise NotUnderstood("name the two cards to change: 'load R3 B4'")
                return Load(need_seat(seat), cards)
            case "ready":
                return Load(need_seat(seat))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use deal, bid, pass, play, load or ready")


_FOLLOWING: Mapping[str, tuple[object, ...]] = {
    "follow": ("common_colour", "neighbours"), "thrown_cards_open_shades": (True, False),
    "trump_counts_as_follow": (True, False),
}  # fmt: skip
"""The options that say what follows."""


def _opened(state: State, options: Options) -> frozenset[Hue]:
    return tricks.hues_opened(
        state.trick, state.trump, options.follow, thrown_open=options.thrown_cards_open_shades,
        trump_follows=options.trump_counts_as_follow,
    )  # fmt: skip
