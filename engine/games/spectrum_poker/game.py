"""Spectrum Poker: a deal, a showdown, a pot. Rules PO-*; the ranks are in ``ranks.py``.

The rulebook gives ranks only, so betting is recorded and never judged (D-PK-08). Three forms: draw (five cards each,
one exchange), hold'em (two each and five for all), and showdown (people play as they like and lay cards open).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import ClassVar

from engine.components.cards import Card
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
    number_arm,
    parse_cards,
    parse_deal,
    put,
    take,
    texts_of,
)
from engine.components.lights import Light, Meaning, Picture
from engine.core.audit import Remark
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn
from engine.core.verdict import Awaiting, Cards, Verdict, no, yes
from engine.games.spectrum_poker import recognition
from engine.games.spectrum_poker.odds import counts, hands
from engine.games.spectrum_poker.ranks import Best, Category, Ranker, ranker
from engine.games.spectrum_poker.state import Board, Chips, Drawn, Exchange, Fold, Options, Phase, Result, Show, State
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen

_PHASE_OF: Mapping[type[Event], str] = {Dealt: "deal", Exchange: "draw", Drawn: "drawing", Show: "show"}


_exchange = maker(Exchange)


class SpectrumPoker(Game[State, Options]):
    name = "spectrum_poker"
    title = "Spectrum Poker"
    seats = (2, 12)
    options_type = Options
    state_type = State
    event_types = (Dealt, Exchange, Drawn, Board, Chips, Fold, Show)
    checks: ClassVar[Mapping[str, Checked]] = {"showdown": "NOW", "hidden cards": "LATER", "folded hands": "NEVER"}

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        limits = {"deals": (1, 1000), "ante": (0, 1000), "exchange": (0, 5)}
        for name, (low, high) in limits.items():
            if not low <= getattr(rules.options, name) <= high:
                raise BadRules(f"{self.title}: '{name}' should be from {low} to {high}")

    @property
    def ranker(self) -> Ranker:
        return ranker(self.options.rank_order, self.options.shade_centres, self.options.spectrum_straight)

    @property
    def hand_size(self) -> int:
        return 2 if self.options.form == "holdem" else 5

    def start(self) -> State:
        return self._fresh((0,) * self.rules.seats, 0, 1, None)

    def _fresh(self, chips: tuple[int, ...], dealer: Seat, deal: int, last: Result | None) -> State:
        n = self.rules.seats
        phase: Phase = "deal"
        if deal > self.options.deals:
            phase = "over"
        elif self.options.form == "showdown":
            phase = "show"
        return State(
            phase, chips, (0 if phase == "over" else self.options.ante,) * n, ((),) * n, ((),) * n, (False,) * n,
            dealer=dealer, deal=min(deal, self.options.deals), to_move=(dealer + 1) % n, last=last,
        )  # fmt: skip

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if state.phase == "over":
            return Awaiting("nobody", (), "GAME_OVER")
        if state.phase == "deal":
            count = self.hand_size
            return Awaiting(
                "table", (state.dealer,), "DEAL", {"count": count}, Cards(count * self.rules.seats, "hands")
            )
        if state.phase == "board":
            count = self.street(state)
            return Awaiting("table", (state.dealer,), "BOARD", {"count": count}, Cards(count, "board"))
        if state.phase == "drawing":
            return Awaiting("table", mover, "DRAW", {"count": state.owed}, Cards(state.owed, f"hand:{state.to_move}"))
        if state.phase == "draw":
            return Awaiting("player", mover, "EXCHANGE", {"most": self.options.exchange})
        if self._can_just_show(state, state.to_move):
            return Awaiting("player", mover, "SHOW")
        return Awaiting("table", mover, "SHOW", {}, Cards(self.hand_size, f"shown:{state.to_move}"))

    @staticmethod
    def street(state: State) -> int:
        """How many cards come next for all."""
        return {0: 3, 3: 1, 4: 1}.get(len(state.board), 0)

    @staticmethod
    def _can_just_show(state: State, seat: Seat) -> bool:
        return bool(state.hands[seat]) and all_known(state.hands[seat])

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.phase == "over":
            return no("GAME_OVER", "")
        if isinstance(event, Fold):
            return self._judge_fold(state, event)
        if isinstance(event, Chips):
            return self._judge_chips(state, event)
        if isinstance(event, Board):
            return self._judge_board(state, event)
        if state.phase != _PHASE_OF.get(type(event)):
            return self.not_now(state, event)
        if isinstance(event, Move) and event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        if isinstance(event, Dealt):
            return self._judge_deal(event)
        if isinstance(event, Drawn):
            return self._judge_drawn(state, event)
        if isinstance(event, Exchange):
            return self._judge_exchange(state, event)
        assert isinstance(event, Show)
        return self._judge_show(state, event)

    def _judge_fold(self, state: State, move: Fold) -> Verdict:
        if state.phase in ("deal", "drawing"):
            return self.not_now(state, move)
        if state.folded[move.seat]:
            return no("HAS_FOLDED", "", player=move.seat)
        if state.shown[move.seat]:
            return no("HAS_SHOWN", "", player=move.seat)
        return yes("done")

    def _judge_chips(self, state: State, fact: Chips) -> Verdict:
        if not 0 <= fact.player < self.rules.seats:
            return no("NO_SUCH_PLAYER", "", number=fact.player + 1)
        if state.folded[fact.player]:
            return no("HAS_FOLDED", "", player=fact.player)
        return yes() if fact.amount > 0 else no("NO_CHIPS", "")

    def _judge_deal(self, fact: Dealt) -> Verdict:
        if fact.hands and len(fact.hands) != self.rules.seats:
            return no("WRONG_HANDS", "", hands=len(fact.hands), players=self.rules.seats)
        for seat, hand in enumerate(fact.hands):
            if len(hand) != self.hand_size:
                return no("WRONG_HAND_SIZE", "", player=seat, count=len(hand), wanted=self.hand_size)
        return each_once([card for hand in fact.hands for card in hand])

    def _judge_drawn(self, state: State, fact: Drawn) -> Verdict:
        if fact.cards and len(fact.cards) != state.owed:
            return no("WRONG_COUNT", "", count=len(fact.cards), wanted=state.owed)
        return each_once((*state.cards(), *fact.cards))

    def _judge_board(self, state: State, fact: Board) -> Verdict:
        free = self.options.form == "showdown" and state.phase == "show" and not any(state.shown) and not state.board
        if state.phase != "board" and not free:
            return self.not_now(state, fact)
        if not all_known(fact.cards):
            return no("NOT_OPEN", "")
        if (free and not 1 <= len(fact.cards) <= 5) or (not free and len(fact.cards) != self.street(state)):
            return no("WRONG_COUNT", "", count=len(fact.cards), wanted=5 if free else self.street(state))
        return each_once((*state.cards(), *fact.cards))

    def _judge_exchange(self, state: State, move: Exchange) -> Verdict:
        if len(move.cards) > self.options.exchange:
            option = "exchange" if len(move.cards) <= self.hand_size else None
            return no("TOO_MANY", "", count=len(move.cards), most=self.options.exchange, option=option)
        if are_own(state.hands[move.seat], move.cards):
            return yes("done")
        missing = not_there(state.hands[move.seat], move.cards)
        if missing:
            return no("NOT_IN_HAND", "", player=move.seat, cards=texts_of(missing))
        verdict = each_once_more(move.cards, state.hands[move.seat], state.cards())
        return verdict if not verdict.ok else yes("done")

    def _judge_show(self, state: State, move: Show) -> Verdict:
        hand = state.hands[move.seat]
        if not move.cards:
            return yes("done") if self._can_just_show(state, move.seat) else no("NAME_THE_CARDS", "PO-BEST-01")
        if not all_known(move.cards):
            return no("NAME_THE_CARDS", "PO-BEST-01")
        if not hand:
            # People played as they liked: any number of cards that make five with those for all.
            if len(move.cards) + len(state.board) < 5:
                return no("TOO_FEW", "PO-BEST-01", count=len(move.cards), wanted=5 - len(state.board))
            return each_once((*state.cards(), *move.cards))
        if len(move.cards) != len(hand):
            return no("WRONG_COUNT", "", count=len(move.cards), wanted=len(hand))
        missing = not_there(hand, move.cards)
        if missing:
            return no("NOT_IN_HAND", "", player=move.seat, cards=texts_of(missing))
        others = take(state.cards(), hand) or ()
        return each_once((*others, *move.cards))

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Dealt):
            hands = event.hands or (hidden((Card(),) * self.hand_size),) * self.rules.seats
            return replace(state, hands=hands, phase="board" if self.options.form == "holdem" else "draw", last=None)
        if isinstance(event, Board):
            board = (*state.board, *event.cards)
            done = len(board) == 5 or self.options.form == "showdown"
            return replace(state, board=board, phase="show" if done else "board")
        if isinstance(event, Chips):
            return replace(state, paid=put(state.paid, event.player, state.paid[event.player] + event.amount))
        if isinstance(event, Exchange):
            return self._exchanged(state, event)
        if isinstance(event, Drawn):
            hand = (*state.hands[state.to_move], *(event.cards or hidden((Card(),) * state.owed)))
            return self._next(replace(state, hands=put(state.hands, state.to_move, hand), owed=0, phase="draw"))
        if isinstance(event, Fold):
            state = replace(state, folded=put(state.folded, event.seat, True))
            if len(state.still_in) == 1:
                return self._settle(state)
            return self._next(state) if event.seat == state.to_move or state.phase == "show" else state
        assert isinstance(event, Show)
        cards = event.cards or state.hands[event.seat]
        hands = put(state.hands, event.seat, cards) if state.hands[event.seat] else state.hands
        return self._next(replace(state, hands=hands, shown=put(state.shown, event.seat, cards)))

    def _exchanged(self, state: State, move: Exchange) -> State:
        if not move.cards:
            return self._next(state)
        hand = take(state.hands[move.seat], move.cards)
        assert hand is not None
        return replace(
            state, hands=put(state.hands, move.seat, hand), away=(*state.away, *move.cards), owed=len(move.cards),
            phase="drawing",
        )  # fmt: skip

    def _next(self, state: State) -> State:
        """The next player still in, clockwise; after the dealer the deal goes on."""
        if state.phase == "board":
            return state
        n = self.rules.seats
        if state.phase == "show" and all(state.shown[seat] for seat in state.still_in):
            return self._settle(state)
        # Seats by distance from the player left of the dealer; who acted or folded is passed over.
        order = [(state.dealer + 1 + k) % n for k in range(n)]
        here = order.index(state.to_move)
        if state.phase == "show":
            todo = [seat for seat in order if seat in state.still_in and not state.shown[seat]]
            later = [seat for seat in todo if order.index(seat) >= here]
            return replace(state, to_move=(later or todo)[0])
        later = [seat for seat in order[here + 1 :] if seat in state.still_in]
        if later:
            return replace(state, to_move=later[0])
        return replace(state, phase="show", to_move=next(seat for seat in order if seat in state.still_in))

    def best(self, state: State, seat: Seat) -> Best:
        """The best five cards a seat has shown, with those for all (PO-BEST-01)."""
        return self.ranker.best((*state.shown[seat], *state.board))

    def odds_of(self, category: Category) -> tuple[int, int]:
        """How many of all five-card hands have this rank at this table, and how many hands there are."""
        return counts(self.options.shade_centres, self.options.spectrum_straight)[category], hands()

    def _ranked_otherwise(self, state: State, seat: Seat, best: Best) -> tuple[Remark, ...]:
        """A remark where other tables give the cards another rank (D-PK-02, D-PK-03)."""
        cards, ours = (*state.shown[seat], *state.board), self.options
        others = {
            "spectrum_straight": [ranker(ours.rank_order, ours.shade_centres, how) for how in ("updn", "up", "set")],
            "shade_centres": [ranker(ours.rank_order, c, ours.spectrum_straight) for c in ("primary", "all12")],
        }
        options = tuple(
            name
            for name, rankers in others.items()
            if any(other.best(cards).category is not best.category for other in rankers)
        )
        return (Remark("RANKS_OTHERWISE", seat, state.deal, best.cards, options),) if options else ()

    def _settle(self, state: State) -> State:
        """The pot goes to the best hand, or is split; odd chips go to the winners next after the dealer."""
        if len(state.still_in) == 1:
            result = Result(state.still_in)
        else:
            best = {seat: self.best(state, seat) for seat in state.still_in}
            said = (remark for seat in state.still_in for remark in self._ranked_otherwise(state, seat, best[seat]))
            state = replace(state, remarks=(*state.remarks, *said))
            top = max(b.value for b in best.values())
            seats = tuple(seat for seat, b in best.items() if b.value == top)
            result = Result(seats, best[seats[0]].category.value, tuple(best[seat].cards for seat in seats))
        pot, n = sum(state.paid), self.rules.seats
        share, odd = divmod(pot, len(result.winners))
        order = sorted(result.winners, key=lambda seat: (seat - state.dealer - 1) % n)
        chips = tuple(
            state.chips[seat] - state.paid[seat] + (share + (order.index(seat) < odd) if seat in order else 0)
            for seat in range(n)
        )
        fresh = self._fresh(chips, (state.dealer + 1) % n, state.deal + 1, result)
        if fresh.phase != "over":
            return replace(fresh, remarks=state.remarks)
        return replace(state, phase="over", chips=chips, paid=(0,) * n, last=result)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.phase not in ("draw", "board", "show"):
            return
        seat = state.to_move
        if state.phase == "draw":
            hand = state.hands[seat]
            for count in range(self.options.exchange + 1):
                picks: Iterable[Hand] = combinations(hand, count)
                # Cards nobody has seen look alike: laying one or another away is the same move.
                for cards in picks if all_known(hand) else dict.fromkeys(picks):
                    yield _exchange(seat, cards)
        if state.phase == "show":
            yield Show(seat)
        for other in state.still_in:
            yield Fold(other)

    def moves(self, state: State) -> Moves[State]:
        # Any cards of a known hand may be laid away.
        listed = state.phase == "draw" and all_known(state.hands[state.to_move])
        return Listed(self, state) if listed else super().moves(state)

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, int]:
        return dict(enumerate(state.chips))

    def winners(self, state: State) -> tuple[Seat, ...]:
        if state.phase != "over":
            return ()
        return tuple(seat for seat, chips in enumerate(state.chips) if chips == max(state.chips))

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(
            hand if s == seat or state.shown[s] else hidden(hand) for s, hand in enumerate(state.hands)
        )  # fmt: skip
        return replace(state, hands=hands, away=hidden(state.away))

    def problems(self, state: State) -> list[Verdict]:
        faults = []
        n = self.rules.seats
        lists = (state.chips, state.paid, state.hands, state.shown, state.folded)
        if any(len(part) != n for part in lists):
            return [no("WRONG_HANDS", "", hands=len(state.hands), players=n)]
        if not (0 <= state.to_move < n and 0 <= state.dealer < n):
            faults.append(no("NO_SUCH_PLAYER", "", number=state.to_move + 1))
        verdict = each_once(state.cards())
        return faults if verdict.ok else [*faults, verdict]

    # ---- lights

    def lights(self, state: State) -> Picture:
        """The winning five on their arms; before that, every card that lies open."""
        if state.last and not state.board and not any(state.shown):
            return self._fives(state.last, Meaning.SCORED)
        if state.last and state.phase == "over":
            return self._fives(state.last, Meaning.SCORED)
        lights: dict[str, Light] = {}
        for card in sorted((*state.board, *(c for cards in state.shown for c in cards)), key=lambda c: c.number):
            if card.hue is not None:
                lights |= number_arm(card.hue, card.number, Meaning.PIECE)
        return lights

    @staticmethod
    def _fives(result: Result, meaning: Meaning) -> dict[str, Light]:
        lights: dict[str, Light] = {}
        for card in sorted((card for cards in result.cards for card in cards), key=lambda c: c.number):
            if card.hue is not None:
                lights |= number_arm(card.hue, card.number, meaning)
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
        match verb.lower():
            case "deal":
                return parse_deal(rest, source)
            case "draw":
                return Drawn(parse_cards(rest), source=source)
            case "board" | "flop" | "turn" | "river":
                return Board(parse_cards(rest), source=source)
            case "chips":
                numbers = rest.split()
                if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers) or numbers[0] == "0":
                    raise NotUnderstood("write player and amount: 'chips 2 5'")
                return Chips(int(numbers[0]) - 1, int(numbers[1]), source=source)
            case "exchange":
                return Exchange(need_seat(seat), parse_cards(rest))
            case "stand":
                return Exchange(need_seat(seat))
            case "fold":
                return Fold(need_seat(seat))
            case "show":
                return Show(need_seat(seat), parse_cards(rest))
        raise NotUnderstood(
            f"'{verb}' is nothing that happens here; use deal, exchange, stand, draw, board, chips, fold or show"
        )
