"""Spectrumo: get rid of your cards, neighbour on neighbour or number on number. Rules SO-SETUP to SO-END."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.components.card_table import (
    Deck,
    Shown,
    Turned,
    judge_deck,
    judge_from_hand,
    judge_shown,
    judge_turned,
    parse_fact,
    read_int,
)
from engine.components.cards import Card, full_deck
from engine.components.hands import (
    Cards,
    all_known,
    arm,
    hidden,
    known_of,
    number_arm,
    parse_card,
    put,
    texts_of,
    without,
)
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, Game, Listed, Moves, Rules, not_your_turn, odd_seats
from engine.core.verdict import Awaiting, Verdict, no, with_details, yes
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrumo import recognition
from engine.games.spectrumo.fit import Fitting, Spot, swap_hues, swapped_table
from engine.games.spectrumo.table import (
    PENALTY,
    Draw,
    Exchange,
    Give,
    Options,
    Pass,
    Pick,
    Play,
    State,
    Wrong,
    deal,
    received,
    settle,
    top_up,
    turn_first,
    unseen_hands,
)
from engine.inference import cards
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen


class Spectrumo(Game[State, Options]):
    name = "spectrumo"
    title = "Spectrumo"
    seats = (2, 8)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Shown, Wrong, Play, Draw, Pass, Give, Pick)
    board = "spectrum"
    checks: ClassVar[Mapping[str, Checked]] = {
        "each played card, draws owed, last card": "NOW",
        "points in hands": "LATER",
        "drawing though a card fitted": "NEVER",
        "what an exchange moved": "NEVER",
    }

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if not 1 <= self.options.target <= 10_000:
            raise BadRules("Spectrumo: 'target' should be from 1 to 10000")
        self.fit = Fitting(self.options)

    def start(self) -> State:
        seats = self.rules.seats
        return State(totals=(0,) * seats, out=(False,) * seats, hands=((),) * seats)

    def over(self, state: State) -> bool:
        """Somebody reached the target; or, with elimination, at most one is left (SO-END)."""
        if self.options.elimination:
            return len(state.active) <= 1
        return max(state.totals) >= self.options.target

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if not state.dealt:
            if self.over(state):
                return Awaiting("nobody", (), "GAME_OVER")
            return Awaiting("table", mover, "DEAL", {"hand": state.hand}, CardsNeed(len(full_deck()), "deck"))
        if state.closed_by is not None:
            seat = next(unseen_hands(state))
            return Awaiting("table", (seat,), "SHOW", {}, CardsNeed(len(state.hands[seat]), f"hand:{seat + 1}"))
        if state.must_shuffle:
            return Awaiting("table", mover, "SHUFFLE", {}, CardsNeed(len(state.discards) - 1, "deck"))
        if state.table is None:
            return Awaiting("table", mover, "TURN_FIRST_CARD", {}, CardsNeed(1, "discard"))
        if (swap := state.exchange) is not None:
            return self._awaiting_exchange(state, swap)
        ask = "LAST_CARD" if len(state.hands[state.to_move]) == 1 else "FOLLOW" if state.swaps else "PLAY"
        return Awaiting("player", mover, ask, self._table_details(state))

    @staticmethod
    def _table_details(state: State) -> dict[str, object]:
        """What is said of the table: its card, the pile, and what there is to do without a card that fits."""
        way = "OR_DRAW" if state.can_draw else "OR_PASS"
        return {"table": str(state.table), "mover": state.to_move, "way": way, "stock": len(state.stock)}

    def _awaiting_exchange(self, state: State, swap: Exchange) -> Awaiting:
        details = {"opponent": swap.other, "give": swap.give, "take": swap.take}
        if swap.give:
            return Awaiting("player", (state.to_move,), "GIVE", details)
        if self.options.swap_pick == "owner_chooses":
            return Awaiting("player", (swap.other,), "GIVE_BACK", {**details, "mover": state.to_move})
        return Awaiting("player", (state.to_move,), "PICK", details)

    def pile_to_shuffle(self, state: State) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a ``deck``."""
        return state.discards[:-1] if state.must_shuffle else full_deck()

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.table is None or state.closed_by is not None or state.must_shuffle:
            return self._judge_fact(state, event)
        if isinstance(event, Wrong):
            return self._judge_wrong(state, event)
        if not isinstance(event, Move):
            return self.not_now(state, event)
        if event.seat != self._chooser(state):
            return not_your_turn(event, self._chooser(state))
        if state.exchange is not None:
            return self._judge_exchange(state, state.exchange, event)
        if isinstance(event, Play):
            return self._judge_play(state, event)
        if isinstance(event, Draw):
            return self._judge_draw(state, self._fitting(state, event.seat))
        if isinstance(event, Pass):
            return self._judge_pass(state, event.seat, self._fitting(state, event.seat))
        return self.not_now(state, event)

    def _judge_fact(self, state: State, event: Event) -> Verdict:
        """What the table has to show before anybody may move."""
        waits = self.awaiting(state).ask
        if waits == "GAME_OVER":
            return no("GAME_OVER", "SO-END-01")
        if isinstance(event, Deck) and waits in ("DEAL", "SHUFFLE"):
            return judge_deck(event.cards, self.pile_to_shuffle(state)) or yes()
        if isinstance(event, Turned) and waits == "TURN_FIRST_CARD":
            return judge_turned(event.cards, state.stock[:1], self._lying(state)) or yes()
        if isinstance(event, Shown) and waits == "SHOW" and 0 <= event.of < len(state.hands):
            return judge_shown(state.hands[event.of], event.cards, self._lying(state, event.of)) or yes()
        if isinstance(event, Deck | Turned | Shown):
            return self.not_now(state, event)
        return no("TABLE_FIRST", "SO-SETUP-04", waits=self.awaiting(state))

    def _chooser(self, state: State) -> Seat:
        """Who decides next: the player whose turn it is, or who gives cards back in an exchange."""
        swap = state.exchange
        back = swap is not None and not swap.give and self.options.swap_pick == "owner_chooses"
        return swap.other if swap is not None and back else state.to_move

    def _lying(self, state: State, but_hand: Seat | None = None) -> Iterator[Card]:
        """Every known card that does not lie in this hand."""
        for seat, hand in enumerate(state.hands):
            if seat != but_hand:
                yield from known_of(hand)
        yield from known_of(state.stock, state.discards)

    def _spot(self, state: State) -> Spot:
        assert state.table is not None
        return Spot(state.table, state.extra, state.swaps > 0)

    def _judge_play(self, state: State, play: Play) -> Verdict:
        hand = state.hands[play.seat]
        if fault := judge_from_hand(hand, play.card, self._lying(state, play.seat)):
            return fault
        verdict = self.fit.judge(play.card, hand, self._spot(state))
        if not verdict.ok:
            way = "DRAW_INSTEAD" if state.can_draw else "PASS_INSTEAD"
            return with_details(verdict, way=None if state.swaps else way)
        if play.card.special == "swap-cards":
            return self._judge_partner(state, play)
        # Only Swap Cards names another player.
        return verdict if play.other is None and not play.count else no("NO_PARTNER", "SO-SPECIAL-07")

    def _judge_partner(self, state: State, play: Play) -> Verdict:
        other = play.other
        if other is None or not 0 <= other < len(state.hands) or other == play.seat or state.out[other]:
            return no("NAME_A_PARTNER", "SO-SPECIAL-07")
        most = min(len(state.hands[play.seat]) - 1, len(state.hands[other]))
        return yes() if 1 <= play.count <= most else no("EXCHANGE_COUNT", "D-SO-15", most=most, count=play.count)

    def _judge_draw(self, state: State, fitting: Sequence[Card]) -> Verdict:
        if state.swaps:
            return no("SWAP_NEEDS_CARD", "D-SO-09", table=str(state.table))
        # Hidden hands are not policed: only a hand that is all known can be told that it could play (D-SO-06).
        if fitting:
            return no("COULD_PLAY", "SO-DRAW-01", cards=texts_of(fitting))
        return yes() if state.can_draw else no("NOTHING_TO_DRAW", "D-SO-19")

    def _fitting(self, state: State, seat: Seat) -> list[Card]:
        """The cards of a hand that fit now, as far as the whole hand is known."""
        hand = state.hands[seat]
        return self.fit.fitting(hand, self._spot(state)) if all_known(hand) else []

    def _judge_pass(self, state: State, seat: Seat, fitting: Sequence[Card]) -> Verdict:
        if state.swaps:
            return no("SWAP_NEEDS_CARD", "D-SO-09", table=str(state.table))
        kept = self.options.drawn_card == "may_keep" and state.drew > 0
        if fitting:
            option = "drawn_card" if state.drew else None
            return yes("done") if kept else no("COULD_PLAY", "SO-DRAW-01", cards=texts_of(fitting), option=option)
        # Whether a hidden hand had a card that fits is for its player to say.
        if kept and not all_known(state.hands[seat]):
            return yes("done")
        return no("DRAW_FIRST", "SO-DRAW-01") if state.can_draw else yes("done")

    def _judge_exchange(self, state: State, swap: Exchange, event: Move) -> Verdict:
        giving = swap.give > 0 or self.options.swap_pick == "owner_chooses"
        if giving and isinstance(event, Give):
            hand = self._free_to_give(state, swap, event.seat)
            return yes() if event.card in hand else no("NOT_IN_HAND", "", card=str(event.card))
        if not giving and isinstance(event, Pick):
            most = len(state.hands[swap.other]) - swap.passed
            return yes() if 1 <= event.place <= most else no("NO_SUCH_CARD_THERE", "D-SO-15", most=most)
        return no("EXCHANGE_FIRST", "SO-SPECIAL-07", give=swap.give, take=swap.take)

    def _free_to_give(self, state: State, swap: Exchange, seat: Seat) -> Cards:
        hand = state.hands[seat]
        return hand[: len(hand) - swap.passed] if seat == swap.other else hand

    def _judge_wrong(self, state: State, event: Wrong) -> Verdict:
        if event.of != state.to_move or state.exchange is not None:
            return no("WRONG_PLAYER", "SO-PEN-01", mover=state.to_move)
        if state.swaps and state.discards[-1] == event.card:
            # A swap whose next card could not be shown goes back as well.
            return yes()
        hand = state.hands[event.of]
        if fault := judge_from_hand(hand, event.card, self._lying(state, event.of)):
            return fault
        fits = self.fit.judge(event.card, hand, self._spot(state)).ok
        return no("NOT_WRONG", "SO-PEN-01", card=str(event.card)) if fits else yes()

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        return settle(self._done(state, event), self.options)

    def _done(self, state: State, event: Event) -> State:
        if isinstance(event, Deck):
            if not state.dealt:
                return deal(state, event.cards)
            return replace(state, stock=event.cards, discards=state.discards[-1:], buried=0)
        if isinstance(event, Turned):
            return turn_first(state, event.cards[0], self.options)
        if isinstance(event, Shown):
            return replace(state, hands=put(state.hands, event.of, event.cards))
        if isinstance(event, Wrong):
            return self._taken_back(state, event)
        if isinstance(event, Play):
            return self._played(state, event)
        if isinstance(event, Draw):
            hand = state.hands[event.seat] + state.stock[:1]
            hands = put(state.hands, event.seat, hand)
            return replace(state, hands=hands, stock=state.stock[1:], drew=state.drew + 1)
        if isinstance(event, (Give, Pick)):
            return self._exchanged(state, event)
        return _next_turn(state)

    def _taken_back(self, state: State, event: Wrong) -> State:
        if state.swaps and state.discards[-1] == event.card:
            back, rest = state.discards[-state.swaps :], state.discards[: -state.swaps]
            hands = put(state.hands, event.of, state.hands[event.of] + back)
            state = replace(state, hands=hands, discards=rest, table=state.before, swaps=0, before=None)
        state = replace(state, owed=(*state.owed, (event.of, PENALTY)))
        return _next_turn(state) if self.options.penalty_ends_turn and not state.swaps else state

    def _played(self, state: State, play: Play) -> State:
        card = play.card
        hands = put(state.hands, play.seat, without(state.hands[play.seat], card))
        laid = replace(state, hands=hands, discards=(*state.discards, card))
        if not card.special:
            laid = replace(laid, table=card, last_number=card.number)
            return replace(laid, closed_by=play.seat) if not hands[play.seat] else _next_turn(laid)
        assert state.table is not None
        if swap_hues(card) is not None:
            before = state.before if state.swaps else state.table
            table = swapped_table(state.table, card)
            return replace(laid, table=table, extra=True, swaps=state.swaps + 1, before=before)
        laid = replace(laid, table=card, extra=True, swaps=0, before=None)
        return self._wheel(laid, play)

    def _wheel(self, state: State, play: Play) -> State:
        match play.card.special:
            case "draw":
                return self._next_draws(state)
            case "reverse-draw":
                return self._next_draws(replace(state, clockwise=not state.clockwise))
            case "deck-swap":
                return _decks_swapped(state)
            case "pass-left":
                return _hands_passed(state, 1)
            case "pass-right":
                return _hands_passed(state, -1)
        assert play.other is not None
        unknown = not any(card.known for seat in (play.seat, play.other) for card in state.hands[seat])
        # Nothing changes for eyes that know neither hand.
        return state if unknown else replace(state, exchange=Exchange(play.other, play.count, play.count))

    def _next_draws(self, state: State) -> State:
        count = state.last_number // 2
        return replace(state, owed=((state.next_seat(state.to_move), count),)) if count else state

    def _exchanged(self, state: State, event: Give | Pick) -> State:
        swap = state.exchange
        assert swap is not None
        mine, theirs = state.hands[state.to_move], state.hands[swap.other]
        if swap.give:
            assert isinstance(event, Give)
            mine, theirs = without(mine, event.card), (*theirs, event.card)
            swap = replace(swap, give=swap.give - 1, passed=swap.passed + 1)
        else:
            card = event.card if isinstance(event, Give) else theirs[event.place - 1]
            mine, theirs = (*mine, card), without(theirs, card)
            swap = replace(swap, take=swap.take - 1)
        hands = put(put(state.hands, state.to_move, mine), swap.other, theirs)
        return replace(state, hands=hands, exchange=swap if swap.give or swap.take else None)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.table is None or state.closed_by is not None or state.must_shuffle:
            return
        seat = self._chooser(state)
        if state.exchange is not None:
            yield from self._exchange_candidates(state, state.exchange, seat)
            return
        hand = state.hands[seat]
        laid = self.fit.fitting(hand, self._spot(state))
        for card in laid:
            if card.special == "swap-cards":
                yield from self._partners(state, seat, card)
            else:
                yield Play(seat, card)
        fitting = laid if all_known(hand) else []
        if self._judge_draw(state, fitting).ok:
            yield Draw(seat)
        if self._judge_pass(state, seat, fitting).ok:
            yield Pass(seat)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state)

    def _exchange_candidates(self, state: State, swap: Exchange, seat: Seat) -> Iterator[Move]:
        if swap.give or self.options.swap_pick == "owner_chooses":
            yield from (Give(seat, card) for card in dict.fromkeys(self._free_to_give(state, swap, seat)))
        else:
            yield from (Pick(seat, n + 1) for n in range(len(state.hands[swap.other]) - swap.passed))

    def _partners(self, state: State, seat: Seat, card: Card) -> Iterator[Move]:
        for other in state.active:
            if other != seat:
                most = min(len(state.hands[seat]) - 1, len(state.hands[other]))
                yield from (Play(seat, card, other, count) for count in range(1, most + 1))

    # ---- reading the score

    def scores(self, state: State) -> Mapping[Seat, int]:
        return dict(enumerate(state.totals))

    def winners(self, state: State) -> tuple[Seat, ...]:
        if state.dealt or not self.over(state):
            return ()
        if self.options.elimination:
            return state.active
        # Equal lowest totals share the win (D-SO-18).
        return tuple(seat for seat, total in enumerate(state.totals) if total == min(state.totals))

    def view(self, state: State, seat: Seat | None) -> State:
        hands = tuple(hand if n == seat else hidden(hand) for n, hand in enumerate(state.hands))
        discards = hidden(state.discards[: state.buried]) + state.discards[state.buried :]
        return replace(state, hands=hands, stock=hidden(state.stock), discards=discards)

    def can_play(self, state: State) -> bool:
        """Whether the player whose turn it is has, or may have, a card that fits."""
        return self.fit.can_follow(state.hands[state.to_move], self._spot(state))

    def problems(self, state: State) -> list[Verdict]:
        if not len(state.hands) == len(state.totals) == len(state.out) == self.rules.seats:
            return [no("BAD_SEATS", "SO-SETUP-01", players=self.rules.seats)]
        other = state.exchange.other if state.exchange is not None else None
        faults = odd_seats(self.rules.seats, state.to_move, state.closed_by, other, *(seat for seat, _ in state.owed))
        fault = judge_deck(tuple(state.every_card()), full_deck())
        return [*faults, fault] if fault else faults

    # ---- lights

    def lights(self, state: State) -> Picture:
        """The arm of the table hue shows the number; its two neighbours are where to go; a special opens all arms."""
        if not state.dealt:
            over = self.over(state)
            return {f"{hue.name}1": Light(Meaning.SCORED if over else Meaning.IDLE, hue) for hue in Hue}
        if state.closed_by is not None or state.table is None:
            return {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue in Hue}
        hue = state.table.hue
        if hue is None:
            return {f"{hue.name}1": Light(Meaning.LEGAL, hue) for hue in Hue}
        neighbours = arm(hue.step(-1), Meaning.LEGAL) | arm(hue.step(1), Meaning.LEGAL)
        return number_arm(hue, state.table.number) | neighbours

    # ---- from cards that are seen to what happened

    def laid(self, state: State, sight: Sight) -> Iterator[Laid]:
        """What would lay the next of the cards that are seen."""
        return recognition.laid(self, state, sight)

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        return cards.readings(self, state, seen)

    def look(self, state: State, seen: Seen) -> Looked:
        return cards.look(self, state, seen)

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        verb = verb.lower()
        if fact := parse_fact(verb, rest, source):
            return fact
        if verb == "wrong":
            player, _, card = rest.strip().partition(" ")
            return Wrong(_player(player), parse_card(card), source=source)
        if seat is None:
            raise NotUnderstood("say whose move it is: '1: play R5'")
        match verb:
            case "draw":
                return Draw(seat)
            case "pass" | "keep":
                return Pass(seat)
            case "give":
                return Give(seat, parse_card(rest))
            case "pick":
                return Pick(seat, read_int(rest, "which card of the other hand"))
            case "play":
                return _parse_play(rest, seat)
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use play, draw, pass, give, pick or wrong")


# ---- helpers


def _next_turn(state: State) -> State:
    """The next player's turn begins."""
    return replace(state, to_move=state.next_seat(state.to_move), extra=False, drew=0, swaps=0, before=None)


def _decks_swapped(state: State) -> State:
    """Draw pile and discards change roles, each turned over; the card that did it lies on top (SO-SPECIAL-10).

    Where some cards are unknown nobody is held to an order of cards that he may not have followed.
    """
    below, top = state.discards[:-1], state.discards[-1]
    stock = below if all_known(state.stock) and all_known(below) else hidden(below)
    return replace(state, stock=stock, discards=(*state.stock, top), buried=len(state.stock))


def _hands_passed(state: State, shift: int) -> State:
    """Whole hands go to a neighbour; who got fewer cards draws up (SO-SPECIAL-11 to -13)."""
    seats = state.active
    old = [state.hands[seat] for seat in seats]
    new = received(old, shift)
    hands = list(state.hands)
    for seat, hand in zip(seats, new, strict=True):
        hands[seat] = hand
    draws = top_up(list(map(len, old)), list(map(len, new)))
    owed = tuple((seat, count) for seat, count in zip(seats, draws, strict=True) if count)
    return replace(state, hands=tuple(hands), owed=owed)


def _player(text: str) -> Seat:
    number = read_int(text, "which player")
    if number < 1:
        raise NotUnderstood("players are counted from 1")
    return number - 1


def _parse_play(text: str, seat: Seat) -> Play:
    """``R5``, ``*draw``, ``*swap-cards with 2 for 3``."""
    card, _, rest = text.lower().partition(" with ")
    if not rest:
        return Play(seat, parse_card(card))
    other, _, count = rest.partition(" for ")
    return Play(seat, parse_card(card), _player(other), read_int(count, "how many cards are exchanged"))
