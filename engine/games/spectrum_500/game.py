"""Spectrum 500: groups, sequences of one shade, and "Spectrum!" out of turn. Rules F5-SETUP to F5-CALL."""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from engine.components.card_table import (
    Deck,
    Shown,
    Turned,
    best_seats,
    judge_deck,
    judge_from_hand,
    judge_numbered,
    judge_shown,
    judge_turned,
    parse_fact,
    read_int,
)
from engine.components.cards import UNKNOWN, Card, numbered
from engine.components.hands import (
    Cards,
    hidden,
    known_of,
    number_arm,
    parse_card,
    parse_cards,
    put,
    take,
    without,
    without_all,
)
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn, odd_seats
from engine.core.verdict import Awaiting, Verdict, no, yes
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_500 import recognition
from engine.games.spectrum_500.melds import (
    Meld,
    MeldRules,
    by_number,
    call_depths,
    can_be_placed,
    fits_on,
    laid_on,
    meld_kind,
    melds_in,
    numbers_wanted,
    rules_for,
)
from engine.games.spectrum_500.table import (
    Call,
    Decline,
    Discard,
    Draw,
    FalseCall,
    LayMeld,
    LayOff,
    Options,
    State,
    Take,
    deal,
    melded_points,
    other_rules,
    settle,
    turn_first,
    unseen_hands,
)
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen


class Spectrum500(Game[State, Options]):
    name = "spectrum_500"
    title = "Spectrum 500"
    seats = (2, 8)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Shown, FalseCall, Draw, Take, Call, LayMeld, LayOff, Discard, Decline)
    board = "spectrum"
    checks: ClassVar[Mapping[str, Checked]] = {
        "melds, how deep is taken, calls, values": "NOW",
        "cards left in hand, where they are deducted": "LATER",
        "what was drawn from the stock": "NEVER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise BadRules("Spectrum 500: 'target' should be from 1 to 10000")
        self.melding = rules_for(self.options.min_meld, self.options.shade_centres)
        self._elsewhere = other_rules(self.options)

    def start(self) -> State:
        seats = self.rules.seats
        return State((0,) * seats, ((),) * seats)

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if not state.dealt:
            if self.winners(state):
                return Awaiting("nobody", (), "GAME_OVER")
            return Awaiting("table", mover, "DEAL", {"hand": state.hand}, CardsNeed(len(numbered()), "deck"))
        if state.closed:
            seat = next(unseen_hands(state))
            return Awaiting("table", (seat,), "SHOW", {}, CardsNeed(len(state.hands[seat]), f"hand:{seat + 1}"))
        if not state.opened:
            return Awaiting("table", mover, "TURN_FIRST_CARD", {}, CardsNeed(1, "discard"))
        if not state.drawn:
            ask = "DRAW_OR_CALL" if state.discarder is not None else "DRAW"
            return Awaiting("player", mover, ask if state.stock else "TAKE_OR_END", {"stock": len(state.stock)})
        if state.must is not None:
            return Awaiting("player", mover, "MELD_IT", {"card": str(state.must)})
        return Awaiting("player", mover, "MELD_OR_DISCARD")

    def pile_to_shuffle(self, state: State) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a ``deck``."""
        return numbered()

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if not state.opened or state.closed:
            return self._judge_fact(state, event)
        if isinstance(event, Deck | Turned | Shown):
            return self.not_now(state, event)
        if isinstance(event, FalseCall):
            return self._judge_false_call(state, event)
        if isinstance(event, Call):
            return self._judge_call(state, event)
        return self._judge_move(state, event)

    def _judge_fact(self, state: State, event: Event) -> Verdict:
        """What the table has to show before anybody may move."""
        waits = self.awaiting(state).ask
        if waits == "GAME_OVER":
            return no("GAME_OVER", "F5-SCORE-03")
        if isinstance(event, Deck) and waits == "DEAL":
            return judge_deck(event.cards, numbered()) or yes()
        if isinstance(event, Turned) and waits == "TURN_FIRST_CARD":
            turned = judge_turned(event.cards, state.stock[:1], _lying(state))
            return judge_numbered(event.cards) or turned or yes()
        if isinstance(event, Shown) and waits == "SHOW" and 0 <= event.of < len(state.hands):
            shown = judge_shown(state.hands[event.of], event.cards, _lying(state, event.of))
            return judge_numbered(event.cards) or shown or yes()
        if isinstance(event, Deck | Turned | Shown):
            return self.not_now(state, event)
        return no("TABLE_FIRST", "F5-SETUP-01", waits=self.awaiting(state))

    def _judge_move(self, state: State, event: Event) -> Verdict:
        if not isinstance(event, Move):
            return self.not_now(state, event)
        if event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        if isinstance(event, Draw | Take | Decline):
            if state.drawn:
                return no("ALREADY_DRAWN", "F5-DRAW-01", waits=self.awaiting(state))
            return self._judge_draw(state, event)
        if not state.drawn:
            return no("DRAW_FIRST", "F5-DRAW-01", waits=self.awaiting(state))
        if isinstance(event, LayMeld):
            return self._judge_meld(state, event)
        if isinstance(event, LayOff):
            return self._judge_lay(state, event)
        return self._judge_discard(state, event) if isinstance(event, Discard) else self.not_now(state, event)

    def _judge_draw(self, state: State, event: Draw | Take | Decline) -> Verdict:
        if isinstance(event, Draw):
            return yes() if state.stock else no("STOCK_EMPTY", "F5-END-02")
        if isinstance(event, Decline):
            return no("STOCK_LEFT", "F5-END-02", count=len(state.stock)) if state.stock else yes("done")
        if not 1 <= event.depth <= len(state.discards):
            return no("NOT_SO_DEEP", "F5-DRAW-03", depth=event.depth, has=len(state.discards))
        if event.depth == 1:
            return yes()
        # Who reaches deeper must be able to meld what he reaches for.
        if self._may_reach(state, event.seat, event.depth):
            return yes()
        return self._no_meld(
            lambda rules: self._may_reach(state, event.seat, event.depth, rules),
            "DEEPEST_NOT_MELDED", "F5-DRAW-03", card=str(state.discards[-event.depth]), depth=event.depth,
        )  # fmt: skip

    def _may_reach(self, state: State, seat: Seat, depth: int, rules: MeldRules | None = None) -> bool:
        hand, taken = state.hands[seat], state.discards[-depth:]
        return UNKNOWN in hand or can_be_placed(taken[0], hand + taken, state.melds, rules or self.melding)

    def _no_meld(self, possible: Callable[[MeldRules], bool], reason: str, rule: str, **details: object) -> Verdict:
        """A refusal that names the house rules by which it would be possible (D-F5-02, D-CC-03)."""
        option = next((names for names, rules in self._elsewhere if possible(rules)), None)
        return no(reason, rule, least=self.options.min_meld, option=option, **details)

    def _judge_window(self, state: State, caller: Seat) -> Verdict | None:
        """Why nobody, or not this player, may call now."""
        if state.discarder is None or state.drawn:
            return no("CALL_TOO_LATE", "F5-CALL-03")
        return no("OWN_DISCARD", "F5-CALL-02", player=caller) if caller == state.discarder else None

    def _judge_call(self, state: State, call: Call) -> Verdict:
        if fault := self._judge_window(state, call.seat):
            return fault
        depths = call_depths(state.discards, state.melds, self.melding)
        if not depths:
            return self._no_meld(
                lambda rules: call.depth in call_depths(state.discards, state.melds, rules),
                "NOTHING_TO_CALL", "F5-CALL-01", card=str(state.discards[-1]),
            )  # fmt: skip
        if call.depth not in depths:
            return no("CALL_DEPTH", "F5-CALL-04", depth=call.depth, depths=depths)
        return yes()

    def _judge_false_call(self, state: State, event: FalseCall) -> Verdict:
        if not 0 <= event.of < len(state.hands):
            return self.not_now(state, event, "D-F5-12")
        if not self.options.false_call_penalty:
            return no("NO_PENALTY", "D-F5-12", option="false_call_penalty")
        fault = self._judge_window(state, event.of)
        if fault is None and call_depths(state.discards, state.melds, self.melding):
            return no("CALL_WAS_RIGHT", "F5-CALL-01")
        return yes()

    def _judge_meld(self, state: State, meld: LayMeld) -> Verdict:
        hand = state.hands[meld.seat]
        for card in meld.cards:
            if fault := self._judge_held(state, meld.seat, card):
                return fault
        rest = take(hand, meld.cards)
        if rest is None:
            return no("NOT_IN_HAND", "", card=str(meld.cards[-1]))
        kind = meld_kind(meld.cards, self.melding)
        if kind is None:
            return self._no_meld(
                lambda rules: meld_kind(meld.cards, rules) is not None,
                "NO_MELD", "F5-MELD-01", cards=tuple(map(str, meld.cards)),
            )  # fmt: skip
        new = Meld(kind, by_number(meld.cards), (meld.seat,) * len(meld.cards))
        return self._judge_rest(state, rest, meld.cards, (*state.melds, new))

    def _judge_held(self, state: State, seat: Seat, card: Card) -> Verdict | None:
        return judge_numbered((card,)) or judge_from_hand(state.hands[seat], card, _lying(state, seat))

    def _judge_lay(self, state: State, lay: LayOff) -> Verdict:
        hand = state.hands[lay.seat]
        if fault := self._judge_held(state, lay.seat, lay.card):
            return fault
        if not 1 <= lay.meld <= len(state.melds):
            return no("NO_SUCH_MELD", "F5-LAY-01", has=len(state.melds), meld=lay.meld)
        meld = state.melds[lay.meld - 1]
        if not fits_on(lay.card, meld, self.melding):
            return self._no_meld(
                lambda rules: fits_on(lay.card, meld, rules),
                "DOES_NOT_FIT", "F5-LAY-02", card=str(lay.card), cards=tuple(map(str, meld.cards)),
            )  # fmt: skip
        return self._judge_rest(state, without(hand, lay.card), (lay.card,), self._melds_after(state, lay))

    def _judge_rest(self, state: State, rest: Cards, gone: Cards, melds: tuple[Meld, ...]) -> Verdict:
        """Whether what stays in the hand still lets the turn end."""
        # The card taken alone may not go back, so another one must be left for the discard.
        if state.kept_off is not None and rest == (state.kept_off,):
            return no("KEEP_ONE_TO_DISCARD", "F5-DISC-02", card=str(state.kept_off))
        must = None if state.must in gone or UNKNOWN in rest else state.must
        if must is not None and not can_be_placed(must, rest, melds, self.melding):
            return no("SPOILS_THE_MUST", "F5-DRAW-03", card=str(must))
        return yes("more" if rest else "done")

    def _judge_discard(self, state: State, discard: Discard) -> Verdict:
        if state.must is not None:
            return no("MELD_FIRST", "F5-DRAW-03", card=str(state.must))
        if fault := self._judge_held(state, discard.seat, discard.card):
            return fault
        if discard.card == state.kept_off:
            return no("JUST_TAKEN", "F5-DISC-02", card=str(discard.card))
        return yes("done")

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        return settle(self._done(state, event), self.options)

    def _done(self, state: State, event: Event) -> State:
        if isinstance(event, Deck):
            return deal(state, event.cards)
        if isinstance(event, Turned):
            return turn_first(state, event.cards[0])
        if isinstance(event, Shown):
            return replace(state, hands=put(state.hands, event.of, event.cards))
        if isinstance(event, FalseCall):
            fine = self.options.false_call_penalty
            return replace(state, totals=tuple(t - fine * (n == event.of) for n, t in enumerate(state.totals)))
        if isinstance(event, Draw):
            drawn = replace(state, drawn=True, discarder=None, stock=state.stock[1:])
            return _with_hand(drawn, event.seat, state.hands[event.seat] + state.stock[:1])
        if isinstance(event, Take | Call):
            return _taken(state, event)
        if isinstance(event, LayMeld | LayOff):
            return self._laid(state, event)
        return _discarded(state, event) if isinstance(event, Discard) else replace(state, closed=True)

    def _melds_after(self, state: State, event: LayMeld | LayOff) -> tuple[Meld, ...]:
        if isinstance(event, LayMeld):
            kind = meld_kind(event.cards, self.melding)
            assert kind is not None
            return (*state.melds, Meld(kind, by_number(event.cards), (event.seat,) * len(event.cards)))
        n = event.meld - 1
        return (*state.melds[:n], laid_on(event.card, state.melds[n], event.seat), *state.melds[n + 1 :])

    def _laid(self, state: State, event: LayMeld | LayOff) -> State:
        gone = event.cards if isinstance(event, LayMeld) else (event.card,)
        hand = without_all(state.hands[event.seat], gone)
        must = None if state.must in gone else state.must
        # Once the card taken alone is melded, nothing is kept off the discards any more.
        kept_off = None if state.kept_off in gone else state.kept_off
        melds = self._melds_after(state, event)
        return _with_hand(replace(state, melds=melds, must=must, kept_off=kept_off, closed=not hand), event.seat, hand)

    def candidates(self, state: State) -> Iterator[Move]:
        """Longer melds are listed as a short one with cards to lay off on it; ``judge`` takes them at once, too."""
        if not state.dealt or not state.opened or state.closed:
            return
        seat = state.to_move
        if not state.drawn:
            yield from self._draws(state, seat)
            return
        hand = [card for card in state.hands[seat] if card.known]
        kept_off, left = state.kept_off, len(state.hands[seat])
        for cards in melds_in(hand, self.melding):
            # The card taken alone cannot be the one that is left for the discard.
            if kept_off is None or left - len(cards) != 1 or kept_off in cards:
                yield LayMeld(seat, cards)
        for n, meld in enumerate(state.melds):
            numbers = numbers_wanted(meld)
            for card in hand:
                if card.number not in numbers or not fits_on(card, meld, self.melding):
                    continue
                if kept_off is None or left != 2 or card is kept_off:
                    yield LayOff(seat, card, n + 1)
        if state.must is None:
            yield from (Discard(seat, card) for card in hand if card is not kept_off)

    def _draws(self, state: State, seat: Seat) -> Iterator[Move]:
        yield Draw(seat) if state.stock else Decline(seat)
        for depth in range(1, len(state.discards) + 1):
            if depth == 1 or self._may_reach(state, seat, depth):
                yield Take(seat, depth)
        if state.discarder is not None:
            depths = call_depths(state.discards, state.melds, self.melding)
            for caller in range(len(state.hands)):
                yield from (Call(caller, depth) for depth in depths if caller != state.discarder)

    def moves(self, state: State) -> Moves[State]:
        # Only what a card that must be melded forbids is judged move by move.
        return Listed(self, state) if state.must is None else super().moves(state)

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, int]:
        return dict(enumerate(state.totals))

    def melded(self, state: State) -> Mapping[Seat, int]:
        """What everybody has on the table in this hand."""
        return {seat: melded_points(state, seat) for seat in range(len(state.hands))}

    def winners(self, state: State) -> tuple[Seat, ...]:
        # Equal totals at the target: another hand (D-F5-13).
        best = best_seats(state.totals)
        return best if not state.dealt and state.totals[best[0]] >= self.options.target and len(best) == 1 else ()

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(hand if n == seat else hidden(hand) for n, hand in enumerate(state.hands))
        return replace(state, hands=hands, stock=hidden(state.stock))

    def problems(self, state: State) -> list[Verdict]:
        if not len(state.hands) == len(state.totals) == self.rules.seats:
            return [no("BAD_SEATS", "F5-SETUP-01", players=self.rules.seats)]
        owners = (seat for meld in state.melds for seat in meld.owners)
        faults = odd_seats(self.rules.seats, state.to_move, state.discarder, state.after, *owners)
        if state.closed and next(unseen_hands(state), None) is None:
            faults.append(no("NOTHING_TO_SHOW", "F5-SCORE-01"))
        for n, meld in enumerate(state.melds):
            if meld_kind(meld.cards, self.melding) != meld.kind or len(meld.owners) != len(meld.cards):
                faults.append(no("BAD_MELD", "F5-MELD-01", meld=n + 1))
        fault = judge_deck(tuple(state.every_card()), numbered())
        return [*faults, fault] if fault else faults

    # ---- lights

    def lights(self, state: State) -> Picture:
        """The top discard on its arm; while it may be called the inner ring breathes, whether or not it is worth it."""
        if not state.dealt:
            meaning = Meaning.SCORED if self.winners(state) else Meaning.IDLE
            return {f"{hue.name}1": Light(meaning, hue) for hue in Hue}
        open_now = state.discarder is not None and not state.drawn
        ring = {f"{hue.name}1": Light(Meaning.WAITING) for hue in Hue} if open_now else {}
        top = state.discards[-1] if state.discards else UNKNOWN
        return ring | number_arm(top.hue, top.number) if top.hue is not None else ring

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
        verb = verb.lower().rstrip("!")
        if fact := parse_fact(verb, rest, source):
            return fact
        if verb == "false-call":
            player = read_int(rest, "which player called")
            if player < 1:
                raise NotUnderstood("players are counted from 1")
            return FalseCall(player - 1, source=source)
        if seat is None:
            raise NotUnderstood("say whose move it is: '1: discard R5'")
        return _parse_move(verb, rest, seat)


# ---- helpers


def _lying(state: State, but_hand: Seat | None = None) -> Iterator[Card]:
    """Every known card that does not lie in this hand."""
    for seat, hand in enumerate(state.hands):
        if seat != but_hand:
            yield from known_of(hand)
    yield from known_of(state.stock, state.discards, *(meld.cards for meld in state.melds))


def _with_hand(state: State, seat: Seat, hand: Cards) -> State:
    return replace(state, hands=put(state.hands, seat, hand))


def _taken(state: State, event: Take | Call) -> State:
    """The discards go to the hand. A caller plays on at once; the next player's turn comes after (F5-CALL-05)."""
    cards, rest = state.discards[-event.depth :], state.discards[: -event.depth]
    call = isinstance(event, Call)
    alone = event.depth == 1 and not call
    after = replace(
        state,
        discards=rest,
        drawn=True,
        discarder=None,
        must=None if alone else cards[0],
        kept_off=cards[0] if alone else None,
        to_move=event.seat,
        after=state.to_move if call else None,
    )
    return _with_hand(after, event.seat, state.hands[event.seat] + cards)


def _discarded(state: State, event: Discard) -> State:
    hand = without(state.hands[event.seat], event.card)
    following = state.after if state.after is not None else (event.seat + 1) % len(state.hands)
    after = replace(
        state,
        discards=(*state.discards, event.card),
        drawn=False,
        kept_off=None,
        discarder=event.seat,
        after=None,
        to_move=following,
        closed=not hand,
    )
    return _with_hand(after, event.seat, hand)


def _parse_move(verb: str, rest: str, seat: Seat) -> Move:
    match verb:
        case "draw":
            return Draw(seat)
        case "decline":
            return Decline(seat)
        case "take":
            return Take(seat, read_int(rest or "1", "how many discards"))
        case "spectrum" | "call":
            return Call(seat, read_int(rest or "1", "how many discards"))
        case "meld":
            return LayMeld(seat, parse_cards(rest))
        case "discard":
            return Discard(seat, parse_card(rest))
        case "lay":
            card, _, meld = rest.partition(" on ")
            return LayOff(seat, parse_card(card), read_int(meld, "which meld"))
    raise NotUnderstood(
        f"'{verb}' is nothing that happens here; use draw, take, meld, lay, discard, spectrum or decline"
    )
