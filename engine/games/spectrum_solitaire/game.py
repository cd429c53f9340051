"""Spectrum Solitaire: twelve piles, twelve homes, a stock gone through in passes. Rules SS-SETUP to SS-TITLE."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import ClassVar

from engine.components.card_table import (
    Deck,
    Turned,
    judge_deck,
    judge_numbered,
    judge_turned,
    parse_fact,
)
from engine.components.cards import Card, numbered, ring_distance
from engine.components.hands import Cards, all_known, hidden, number_arm, put
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, not_your_turn
from engine.core.verdict import Awaiting, Verdict, no, yes
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_solitaire import recognition
from engine.games.spectrum_solitaire.table import (
    DECK_SIZE,
    PILES,
    Concede,
    Flip,
    Options,
    Put,
    Recycle,
    State,
    conceded_score,
    elsewhere,
    home_cards,
    lay_out,
    parse_put,
    pile_of,
    solved_score,
    turn_known,
    turned,
)
from engine.inference import cards as card_readings
from engine.inference.cards import Laid, Sight
from engine.inference.observation import Looked, Seen

PILE_NAMES = tuple(str(n + 1) for n in range(PILES))
_put = maker(Put)


class Solitaire(Game[State, Options]):
    name = "spectrum_solitaire"
    title = "Spectrum Solitaire"
    seats = (1, 1)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Flip, Recycle, Put, Concede)
    board = "spectrum"
    checks: ClassVar[Mapping[str, Checked]] = {"every move": "NOW", "score": "NOW"}

    def start(self) -> State:
        return State()

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        if not state.dealt:
            return Awaiting("table", (0,), "DEAL", need=CardsNeed(DECK_SIZE, "deck"))
        if unread := state.unread():
            places = tuple(place for place, _ in unread)
            return Awaiting("table", (0,), "TURN", {"places": places}, CardsNeed(len(places), places[0]))
        if self.stuck(state):
            return Awaiting("player", (0,), "STUCK", self._figures(state))
        return Awaiting("player", (0,), self._next_card(state), self._figures(state))

    def _next_card(self, state: State) -> str:
        """What the stock has to offer beside moving a card."""
        if not self._can_turn(state):
            return "MOVE_ONLY"
        if not state.stock:
            return "TURN_OVER"
        return "BEGIN_PASS" if state.fresh else "MOVE"

    def _figures(self, state: State) -> dict[str, object]:
        stock, now = len(state.stock), self.if_conceded(state)
        return {"number": state.passes, "next": state.passes + 1, "stock": stock, "now": now}

    def pile_to_shuffle(self, state: State) -> Cards:
        """The cards that lie face down in an unknown order when the game waits for a ``deck``."""
        return numbered()

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "SS-END-01")
        if isinstance(event, Deck):
            if state.dealt:
                return self.not_now(state, event, "SS-SETUP-01")
            return judge_deck(event.cards, numbered()) or yes()
        if not state.dealt:
            return no("DEAL_FIRST", "SS-SETUP-01", waits=self.awaiting(state))
        unread = state.unread()
        if isinstance(event, Turned):
            expected = tuple(card for _, card in unread)
            fault = judge_numbered(event.cards) or judge_turned(event.cards, expected, elsewhere(state))
            return (fault or yes()) if unread else self.not_now(state, event)
        if isinstance(event, Move) and event.seat != 0:
            return not_your_turn(event, 0)
        if isinstance(event, Concede):
            return yes("done")
        if unread:
            return no("TURN_FIRST", "SS-TURN-01", places=tuple(place for place, _ in unread))
        return self._judge_move(state, event)

    def _judge_move(self, state: State, event: Event) -> Verdict:
        if isinstance(event, Flip):
            if not state.stock:
                turning = self._judge_recycle(state)
                return no("STOCK_EMPTY", "SS-STOCK-04") if turning.ok else turning
            return _last_pass() if state.fresh and self._passes_used(state) else yes()
        if isinstance(event, Recycle):
            return self._judge_recycle(state)
        if isinstance(event, Put):
            return self._judge_put(state, event)
        return self.not_now(state, event)

    def _judge_recycle(self, state: State) -> Verdict:
        if state.stock:
            return no("STOCK_LEFT", "SS-STOCK-04", count=len(state.stock))
        if not state.waste:
            return no("ALL_PLAYED", "SS-STOCK-04")
        return _last_pass() if self._passes_used(state) else yes()

    def _passes_used(self, state: State) -> bool:
        limit = self.options.pass_limit
        return limit != "none" and state.passes >= limit

    def _judge_put(self, state: State, put: Put) -> Verdict:
        run = self._run(state, put)
        if isinstance(run, Verdict):
            return run
        if put.to == "home":
            return self._judge_home(state, put, run)
        to = pile_of(put.to)
        if to is None:
            return no("NO_SUCH_PLACE_HERE", "", place=put.to)
        if put.source == put.to:
            return no("SAME_PILE", "SS-TAB-01", f"pile:{put.to}")
        if not state.up[to]:
            # Only a 12, or a run headed by one, starts an empty pile.
            free = self.options.empty_column == "any" or run[0].number == 12
            details = {"card": str(run[0]), "option": "empty_column"}
            return yes() if free else no("EMPTY_NEEDS_TWELVE", "SS-EMPTY-01", f"pile:{put.to}", **details)
        return self.judge_on(run[0], state.up[to][-1], f"pile:{put.to}")

    def _run(self, state: State, put: Put) -> Cards | Verdict:
        """The cards that would move, highest first, or why they cannot."""
        if put.source == "waste":
            if not state.waste:
                return no("WASTE_EMPTY" if state.stock else "ALL_PLAYED", "SS-STOCK-02")
            return state.waste[-1:] if put.count == 1 else no("WASTE_ONE", "SS-STOCK-02")
        if put.source.startswith("home"):
            return self._from_home(state, put)
        pile = pile_of(put.source)
        if pile is None:
            return no("NO_SUCH_PLACE_HERE", "", place=put.source)
        if not 1 <= put.count <= len(state.up[pile]):
            return no("RUN_TOO_LONG", "SS-TAB-03", f"pile:{put.source}", count=put.count, has=len(state.up[pile]))
        run = state.up[pile][-put.count :]
        if put.count > 1 and not self.options.move_runs:
            return no("ONE_AT_A_TIME", "SS-TAB-03", option="move_runs")
        # Face-up cards are always a built run, except in a set-up position.
        if any(not self.judge_on(low, high, "").ok for high, low in pairwise(run)):
            return no("NO_RUN", "SS-TAB-03", f"pile:{put.source}")
        return run

    def run_of(self, state: State, put: Put) -> Cards:
        """The cards a move takes along; none when it cannot be made."""
        run = self._run(state, put)
        return () if isinstance(run, Verdict) else run

    def _from_home(self, state: State, put: Put) -> Cards | Verdict:
        if not self.options.foundation_return or put.to == "home":
            return no("HOME_IS_FINAL", "D-SS-07", option=None if put.to == "home" else "foundation_return")
        hue = Hue.__members__.get(put.source.removeprefix("home").strip())
        if hue is None or not state.homes[hue]:
            return no("HOME_EMPTY", "SS-FOUND-01", place=put.source)
        return (Card(hue, state.homes[hue]),)

    def _judge_home(self, state: State, put: Put, run: Cards) -> Verdict:
        if len(run) != 1:
            return no("HOME_TAKES_ONE", "SS-FOUND-01")
        card = run[0]
        assert card.hue is not None
        # A home grows one by one, in its exact hue.
        wanted = state.homes[card.hue] + 1
        if card.number != wanted:
            return no("HOME_WANTS", "SS-FOUND-01", *put.spots(), card=str(card), wanted=str(Card(card.hue, wanted)))
        return yes()

    def judge_on(self, card: Card, onto: Card, spot: str) -> Verdict:
        """Whether a card may lie on another in a pile (SS-TAB-01, SS-TAB-02)."""
        assert card.hue is not None and onto.hue is not None
        if self.lies_on(card, onto):
            return yes()
        texts = {"card": str(card), "onto": str(onto)}
        if card.number != onto.number - 1:
            return no("NOT_ONE_LOWER", "SS-TAB-01", spot, wanted=onto.number - 1, **texts)
        if card.hue == onto.hue:
            return no("SAME_HUE", "SS-TAB-02", spot, option="strict_shades", **texts)
        if not card.hue.is_primary and ring_distance(card.hue, onto.hue) == 2:
            # They share a part, so this is a natural idea: a hint, not a scolding.
            return no("SHARES_ONLY_A_PART", "D-CC-04", spot, option="share_component", **texts)
        return no("NOT_RELATED", "SS-TAB-01", spot, **texts)

    def lies_on(self, card: Card, onto: Card) -> bool:
        """Whether a card is one lower than another and of a hue that goes with it."""
        if card.number != onto.number - 1 or card.hue is None or onto.hue is None:
            return False
        apart = ring_distance(card.hue, onto.hue)
        if apart == 2:
            return self.options.share_component and not card.hue.is_primary
        return apart == 1 or (apart == 0 and not self.options.strict_shades)

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Deck):
            return turn_known(lay_out(event.cards))
        if isinstance(event, Turned):
            return turned(state, event.cards)
        if isinstance(event, Concede):
            return replace(state, conceded=True)
        if isinstance(event, Recycle):
            return replace(state, stock=state.waste, waste=(), fresh=True)
        if isinstance(event, Flip):
            n = self.options.flip
            waste, stock = state.waste + state.stock[:n], state.stock[n:]
            return replace(state, waste=waste, stock=stock, passes=state.passes + state.fresh, fresh=False)
        assert isinstance(event, Put)
        return turn_known(self._moved(state, event))

    def _moved(self, state: State, event: Put) -> State:
        run = self._run(state, event)
        assert not isinstance(run, Verdict)
        up, waste, homes = state.up, state.waste, list(state.homes)
        if event.source == "waste":
            waste = waste[:-1]
        elif (pile := pile_of(event.source)) is not None:
            up = put(up, pile, up[pile][: -event.count])
        else:
            homes[run[0].hue or 0] -= 1
        to = pile_of(event.to)
        if to is None:
            homes[run[0].hue or 0] += 1
        else:
            up = put(up, to, up[to] + run)
        return State(state.down, up, state.stock, waste, tuple(homes), state.passes, state.fresh, dealt=True)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over or not state.dealt:
            return
        if not state.unread():
            yield from self._puts(state)
            if self._can_turn(state):
                yield Flip(0) if state.stock else Recycle(0)
        yield Concede(0)

    def _can_turn(self, state: State) -> bool:
        """Whether the next pack of the stock, or the waste, can be turned over."""
        if state.stock:
            return not (state.fresh and self._passes_used(state))
        return bool(state.waste) and not self._passes_used(state)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state)

    def _puts(self, state: State) -> Iterator[Put]:
        """What goes home, then what goes onto another pile or an empty one."""
        if state.waste and self._goes_home(state, state.waste[-1]):
            yield _put(0, "waste", "home", 1)
        for pile, up in zip(PILE_NAMES, state.up, strict=True):
            if up and self._goes_home(state, up[-1]):
                yield _put(0, pile, "home", 1)
        tops: dict[int, list[tuple[str, Card]]] = {}
        for pile, up in zip(PILE_NAMES, state.up, strict=True):
            if up:
                tops.setdefault(up[-1].number, []).append((pile, up[-1]))
        empty = [pile for pile, up in zip(PILE_NAMES, state.up, strict=True) if not up]
        for source, count, card in self._heads(state):
            for pile, top in tops.get(card.number + 1, ()):
                if self.lies_on(card, top) and pile != source:
                    yield _put(0, source, pile, count)
            if empty and self._starts_pile(card):
                for pile in empty:
                    yield _put(0, source, pile, count)

    def _goes_home(self, state: State, card: Card) -> bool:
        return card.hue is not None and state.homes[card.hue] == card.number - 1

    def _heads(self, state: State) -> Iterator[tuple[str, int, Card]]:
        """Every card that can be moved, with where it lies and how many lie in the run that it heads."""
        if state.waste:
            yield "waste", 1, state.waste[-1]
        for pile, up in zip(PILE_NAMES, state.up, strict=True):
            below: Card | None = None
            for count, card in enumerate(reversed(up), 1):
                # Face-up cards are always a built run, except in a set-up position.
                if below is not None and not (self.options.move_runs and self.lies_on(below, card)):
                    break
                yield pile, count, card
                below = card
        if self.options.foundation_return:
            yield from ((f"home {hue.name}", 1, Card(hue, state.homes[hue])) for hue in Hue if state.homes[hue])

    def _starts_pile(self, card: Card) -> bool:
        return card.number == 12 or self.options.empty_column == "any"

    # ---- reading the score

    def if_conceded(self, state: State) -> int:
        """What the game would count if it were given up now."""
        face_down, face_up = sum(map(len, state.down)), sum(map(len, state.up))
        return conceded_score(state.home_cards, face_down, face_up, len(state.stock) + len(state.waste), state.passes)

    def if_solved(self, state: State) -> int:
        """What the game would count if it were solved in this pass."""
        score = solved_score(state.passes)
        if self.options.solved_never_below_concede:
            return max(score, conceded_score(DECK_SIZE, 0, 0, 0, state.passes))
        return score

    def title_of(self, state: State) -> str:
        """The honour a solved game earns: ``perfect``, ``masterful`` or ``solved``; empty while unsolved (SS-TITLE)."""
        if not state.solved:
            return ""
        return "perfect" if state.passes <= 1 else "masterful" if state.passes <= 4 else "solved"

    def stuck(self, state: State) -> bool:
        """No card can move and no pack can be turned: only giving up is left."""
        return not self._can_turn(state) and next(self._puts(state), None) is None

    def scores(self, state: State) -> Mapping[Seat, int]:
        if not state.dealt:
            return {0: 0}
        return {0: self.if_solved(state) if state.solved else self.if_conceded(state)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        return (0,) if state.solved else ()

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(state, down=tuple(map(hidden, state.down)), stock=hidden(state.stock))

    # ---- lights

    def lights(self, state: State) -> Picture:
        """Each arm is a home and lights as far as its number; the arm the waste card could go home to breathes."""
        lights: dict[str, Light] = {}
        for hue in Hue:
            meaning = Meaning.SCORED if state.solved else Meaning.PIECE
            lights |= number_arm(hue, state.homes[hue], meaning)
        if state.over or state.unread():
            return lights
        for card in [*state.waste[-1:], *(up[-1] for up in state.up if up)]:
            hue = card.hue or Hue.R
            if card.known and state.homes[hue] == card.number - 1:
                lights[f"{hue.name}{min(card.number, 9)}"] = Light(Meaning.LEGAL, hue)
        return lights

    # ---- set-up positions

    def problems(self, state: State) -> list[Verdict]:
        if any(not 0 <= n <= 12 for n in state.homes) or len(state.homes) != 12:
            return [no("BAD_HOMES", "SS-FOUND-01")]
        if len(state.down) != PILES or len(state.up) != PILES:
            return [no("BAD_PILES", "SS-SETUP-02", count=len(state.up))]
        if not state.dealt:
            return []
        if not all(map(all_known, state.up)):
            return [no("OPEN_CARDS_UNREAD", "SS-TURN-01")]
        cards = tuple(card for pile in (*state.down, *state.up, state.stock, state.waste) for card in pile)
        cards += tuple(home_cards(state))
        fault = judge_deck(cards, numbered())
        return [fault] if fault else []

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
        simple: dict[str, type[Move]] = {"flip": Flip, "recycle": Recycle, "concede": Concede}
        if verb.lower() in simple:
            return simple[verb.lower()](seat or 0)
        if verb.lower() in ("put", "move"):
            return parse_put(rest, seat or 0)
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use put, flip, recycle or concede")


def _last_pass() -> Verdict:
    return no("LAST_PASS", "SS-PASS-02", option="pass_limit")
