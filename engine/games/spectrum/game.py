"""Spectrum: the game object. Who may do what when; movement itself is in ``turn.py`` and ``moving.py``."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from engine.components.hues import Hue
from engine.components.lights import Picture
from engine.core.events import Event, Move, Seat
from engine.core.game import Game, Moves, Rules, not_your_turn
from engine.core.verdict import Awaiting, Cards, Dice, Verdict, no, yes
from engine.games.spectrum import (
    card_reading,
    deal,
    events,
    facts,
    faults,
    hidden,
    lights,
    listing,
    most,
    notation,
    otherwise,
    placing,
    position,
    readings,
    refusing,
    swapping,
)
from engine.games.spectrum.apply import ended_state, moved_state, over_state, placed_state, rolled_state, swapped_state
from engine.games.spectrum.board import (
    BIT,
    INDEX,
    NAME,
    RING,
    STOCK,
    bits,
    hues_in,
)
from engine.games.spectrum.book import Book
from engine.games.spectrum.checking import cost
from engine.games.spectrum.events import Choose, Done, Drawn, Go, Place, Rolled, Stopped, Surrender, Swap
from engine.games.spectrum.moving import House, Sight
from engine.games.spectrum.options import Options, check
from engine.games.spectrum.outcome import GOAL, GOING_ON, Outcome, reached, settle, value_of
from engine.games.spectrum.rolls import Choice, deck, dice_count, one_name
from engine.games.spectrum.state import Extras, Half, Path, Plan, State
from engine.games.spectrum.telling import joined
from engine.games.spectrum.turn import Turn, weight
from engine.inference import cards
from engine.inference.cards import EventHypothesis
from engine.inference.cards import UnexplainedCards as CardSight
from engine.inference.observation import Looked, Seen

MOST_SIGHTS = 16
"""Positions of which what was worked out is kept: rolls, lists, verdicts and steps of a turn come in rows."""


class Spectrum(Game[State, Options]):
    name = "spectrum"
    title = "Spectrum"
    seats = (1, 6)
    editions = ("A", "B")
    options_type = Options
    state_type = State
    event_types = events.EVENTS

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        check(rules)
        o = rules.options
        self.solo = rules.seats == 1
        self.goal = GOAL[rules.seats]
        self.house = House.of(o, rules.edition, self.solo)
        self.lax = o.must_move == "at_least_one" or (o.must_move == "auto" and rules.edition == "B")
        self.turn = Turn(o, self.house, lax=self.lax)
        self.maximal = o.must_move == "maximal"
        self.most_known: dict[State, int] = {}
        book = Book(o, rules.edition)
        self.choice, self.choices, self.fresh, self.left = book.choice, book.choices, book.fresh, book.left
        self.begun = book.begun
        self._known: dict[Seat, listing.Known] = {}
        self._others: dict[tuple[str, Any], Spectrum | None] = {}
        self.sights = lru_cache(MOST_SIGHTS)(partial(Sight, self.house))

    def start(self) -> State:
        seats, o = self.rules.seats, self.options
        pawns = 12 if self.solo else 10
        phase = "setup" if o.start != "plain" or o.scoring == "weighted" else "roll"
        extras = Extras(
            missions=(("??",) * 6,) * seats if o.missions else (),
            portals=(("??",) * 3,) * seats if o.portals else (),
            deck=hidden.portal_deck(seats) if o.portals else 0,
            used=(0,) * seats if o.portals else (),
        )
        return State((0,) * seats, (0,) * seats, (pawns,) * seats, o.first, phase, extras=extras)

    # ---- choices of dice

    def sight(self, state: State) -> Sight:
        """The masks of a position; those of the last ones are kept."""
        return self.sights(state.pawns, state.stars, state.stock, state.to_move, state.moved, state.half)

    def alive(self, state: State, choice: Choice, plan: Plan | None = None) -> bool:
        """Whether a choice, not begun, moves anything (SB-ROL-10)."""
        if choice.swap:
            return next(swapping.swaps(state, choice), None) is not None
        return self.turn.any_path(self.sight(state), choice, plan or self.fresh(choice))

    # ---- who is next

    def awaiting(self, state: State) -> Awaiting:
        mover = (state.to_move,)
        if state.phase == "over":
            return Awaiting("nobody", (), "GAME_OVER")
        if state.phase == "setup":
            return deal.awaiting(self.rules, state)
        if state.phase == "send":
            return Awaiting("player", (state.extras.user,), "SEND", {"portal": state.extras.portal})
        if state.phase == "place":
            captive = state.captives[0]
            ask = "PLACE" if self.free_entries(state) else "PLACE_STOCK"
            return Awaiting("player", (captive.placer,), ask, {"owner": captive.owner})
        if state.phase == "roll":
            count = dice_count(state.taken.bit_count(), self.options.dice)
            if self.options.dice == "cards":
                return Awaiting("table", mover, "DRAW", {"count": count}, Cards(count, "hand"))
            twelve = self.options.dice == "d12"
            need = Dice(d12=count) if twelve else Dice(d6=count)
            return Awaiting("table", mover, "ROLL", {"count": count}, need)
        if not state.plans:
            return Awaiting("player", mover, "PASS")
        if state.half is not None and all(plan.half for plan in state.plans):
            at = NAME[state.half.way[1][-1]]
            left = tuple(sorted({self.left_of_move(state, plan) for plan in state.plans}))
            return Awaiting("player", mover, "FINISH_MOVE", {"at": at, "left": left})
        return Awaiting("player", mover, "MOVE_ON" if state.moved else "MOVE", {"open": self.open_hues(state)})

    def left_of_move(self, state: State, plan: Plan) -> int:
        """How many spaces are left of the move that is told in part."""
        assert state.half is not None
        parts = self.choice(plan.key).parts
        return max(parts[n].count for n in bits(plan.left)) - cost(state.half.way, self.house)

    def open_hues(self, state: State) -> tuple[Hue, ...]:
        """The colours that some choice still open lets a pawn move in."""
        mask = 0
        for plan in state.plans:
            mask |= self.choice(plan.key).open
        return hues_in(mask)

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        """Whether an event is legal; a refusal names the house rule that would change it."""
        verdict = self._judge(state, event)
        if verdict.ok or verdict.reason not in otherwise.ASKED:
            return verdict
        return otherwise.with_house_rule(self, state, event, verdict)

    def allows(self, state: State, event: Event) -> bool:
        """Whether an event is legal, without asking why not."""
        return self._judge(state, event).ok

    def otherwise(self, option: str, value: Any) -> "Spectrum | None":
        """The same game with one option changed; None where that changes nothing or cannot be. Made once."""
        key = option, value
        if key not in self._others:
            self._others[key] = otherwise.same_with(self, option, value)
        return self._others[key]

    def _judge(self, state: State, event: Event) -> Verdict:
        if state.phase == "over":
            return no("GAME_OVER", "SB-GAM-04")
        if isinstance(event, Stopped):
            return yes(complete="done") if self.options.time_limit else no("OPTION_OFF", "D-62", option="time_limit")
        if isinstance(event, deal.EVENTS):
            return deal.judge(self, state, event)
        if isinstance(event, hidden.EVENTS):
            return hidden.judge(self, state, event)
        if isinstance(event, Place):
            return placing.judge(self, state, event)
        if state.captives:
            return no("PLACEMENT_MISSING", "SB-CAP-02", *self.free_entries(state), owner=state.captives[0].owner)
        if isinstance(event, (Rolled, Drawn)):
            return facts.judge(self, state, event)
        if isinstance(event, Move) and event.seat != state.to_move and not self._was_last(state, event):
            return not_your_turn(event, state.to_move)
        if isinstance(event, Surrender):
            return self._judge_surrender(state, event)
        if state.phase != "move":
            return self._not_rolled(state, event)
        if isinstance(event, Go):
            return self._judge_go(state, event)
        if isinstance(event, Choose):
            return self._judge_choose(state, event)
        if isinstance(event, Swap):
            return swapping.judge(self, state, event)
        if isinstance(event, Done):
            return self._judge_done(state)
        return self.not_now(state, event)

    def _was_last(self, state: State, event: Move) -> bool:
        return state.phase == "roll" and event.seat == state.last and isinstance(event, Go)

    def _not_rolled(self, state: State, event: Event) -> Verdict:
        if state.phase == "roll" and isinstance(event, Go) and event.seat == state.last:
            return no("BUDGET_EXCEEDED", "SB-MOV-03", *event.spots(), left=0)
        if state.phase == "roll":
            return no("ROLL_FIRST", "SB-GAM-03", waits=self.awaiting(state))
        return self.not_now(state, event)

    def path_of(self, go: Go) -> Path | None:
        """The move as numbers; None when it names something that is no space."""
        try:
            spaces = tuple([INDEX[spot] for spot in go.path])
            return INDEX[go.origin], spaces, tuple([INDEX[spot] for spot in go.jumped]) if go.jumped else ()
        except KeyError:
            return None

    def _judge_go(self, state: State, go: Go) -> Verdict:
        path = self.path_of(go)
        if path is None or not path[1] or STOCK in path[1] or not set(path[2]) <= set(path[1]):
            return refusing.nowhere(go)
        if not state.plans:
            return refusing.closed_to_all(self, state, go)
        if not state.moved and self.options.declare_dice == "declared" and len(state.plans) > 1:
            return no("DECLARE_FIRST", "D-12")
        sight, fault = self.sight(state), None
        for plan in state.plans:
            fits = self.turn.fits(sight, self.choice(plan.key), plan, path)
            if isinstance(fits, list):
                return yes() if self.uses_most(state, go) else refusing.wasteful(self, state, go)
            if fault is None or weight(fits) < weight(fault):
                fault = fits
        assert fault is not None
        return refusing.refuse(self, state, go, fault)

    def uses_most(self, state: State, go: Go) -> bool:
        """Whether a move that the dice allow leaves as many spaces to use as the table's ruling asks for."""
        return not self.maximal or bool(most.plans_for(self, state, go))

    def free_entries(self, state: State) -> tuple[str, ...]:
        """Where the first captured pawn may be placed."""
        return placing.free_entries(state)

    def _judge_surrender(self, state: State, event: Surrender) -> Verdict:
        if not self.options.surrender:
            return no("OPTION_OFF", "SB-OPT-02", option="surrender")
        if state.phase != "roll":
            return no("AFTER_ROLL", "SB-OPT-02")
        n = INDEX.get(event.pawn, STOCK)
        if n >= 0 and RING[n] == 9:
            return no("FINISHED_PAWN", "SB-STR-04", event.pawn, spaces=(event.pawn,))
        if n < 0 or not BIT[n] & state.pawns[event.seat]:
            return no("NOT_YOUR_PAWN", "SB-OPT-02", *event.spots(), spaces=(event.pawn,))
        return yes(complete="done")

    def _judge_choose(self, state: State, event: Choose) -> Verdict:
        if state.moved:
            return no("CHOSEN_ALREADY", "D-12", what=state.plans[0].key if state.plans else "")
        wanted = self._key(event.what)
        choice = next((c for c in self.choices(state.dice) if sorted(c.key.split()) == wanted), None)
        if choice is None:
            return no("NO_SUCH_CHOICE", "SB-ROL-03", what=event.what, dice=state.dice)
        if not any(plan.key == choice.key for plan in state.plans) and not self._may_sit(state):
            return no("CHOICE_HAS_NO_MOVE", "SB-ROL-10", what=event.what, other=[p.key for p in state.plans][:3])
        return yes()

    def _may_sit(self, state: State) -> bool:
        return self.options.dead_choice or not state.plans

    def _key(self, what: str) -> list[str]:
        return sorted(map(one_name, what.replace(",", " ").replace("+", " ").split()))

    def may_end(self, state: State) -> bool:
        """Whether nothing more is due by some choice of dice that is still open."""
        if not state.plans or (self.lax and state.moved):
            return not state.plans or not all(plan.half for plan in state.plans)
        if self.maximal:
            return not self.moves_on(state)
        if not state.moved:
            return not all(self.alive(state, self.choice(plan.key)) for plan in state.plans)
        sight, any_path = self.sight(state), self.turn.any_path
        return not all(any_path(sight, self.choice(plan.key), plan, due=True) for plan in state.plans)

    def _judge_done(self, state: State) -> Verdict:
        if self.may_end(state):
            return yes(complete="done")
        if state.half is not None and all(plan.half for plan in state.plans):
            return refusing.unfinished(self, state)
        return refusing.still_to_move(self, state)

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Go):
            if self.maximal:
                state = state._replace(plans=most.plans_for(self, state, event))
            return self.gone(state, event)
        if isinstance(event, Place):
            return self._go_on(placed_state(state, INDEX[event.to]))
        if isinstance(event, (Rolled, Drawn)):
            return self._rolled(state, event)
        if isinstance(event, Done):
            return self.end_turn(state)
        if isinstance(event, Choose):
            wanted = self._key(event.what)
            choice = next(c for c in self.choices(state.dice) if sorted(c.key.split()) == wanted)
            return state._replace(plans=(self.fresh(choice),) if self.alive(state, choice) else ())
        if isinstance(event, Surrender):
            return self.end_turn(placed_state(state, STOCK, lifted=INDEX[event.pawn]))
        if isinstance(event, Swap):
            return self.end_turn(swapped_state(state, INDEX[event.a], INDEX[event.b]))
        if isinstance(event, Stopped):
            return over_state(state)
        if isinstance(event, deal.EVENTS):
            return deal.result(self.rules, state, event)
        return self._after_hidden(hidden.result(self.rules, state, event))

    def _rolled(self, state: State, event: Rolled | Drawn) -> State:
        dice, spent = event.text(), state.spent
        if isinstance(event, Drawn):
            left = [c for c in deck(self.options.swap_cards) if c not in spent]
            spent = tuple(sorted({*spent, *event.cards})) if len(left) >= len(event.cards) else event.cards
        plans = tuple([plan for choice, plan in self.begun(dice) if self.alive(state, choice, plan)])
        phase = "over" if self.solo and not plans else "move"
        return rolled_state(state, phase, dice, plans, spent)

    def gone(self, state: State, go: Go) -> State:
        """The state after a pawn's move, by every plan that it fits."""
        path = self.path_of(go)
        assert path is not None
        after = self.stepped(state, path)
        if path[1][-1] % 9 == 8:
            after = self._star(after, state)
            if after.phase == "over":
                return after
        return self._go_on(after)

    def stepped(self, state: State, path: Path) -> State:
        """The pawn stands where the path leads, by every plan that it fits; captives are in the hand."""
        plans, stepped = self._plans_after(state, self.sight(state), path)
        half = self._half(state, plans, path) if any(plan.half for plan in plans) else None
        return moved_state(state, path, plans, half, stepped=stepped, house=self.house)

    def _half(self, state: State, plans: tuple[Plan, ...], path: Path) -> Half:
        """What is told of a move that is not whole yet: more of the one before, or the beginning of another."""
        before = state.half
        went_on = {plan.key for plan in state.plans if plan.half} & {plan.key for plan in plans if plan.half}
        if before is not None and went_on:
            return before._replace(way=joined(before.way, path))
        return Half(state.pawns, state.stock, state.moved, path)

    def _plans_after(self, state: State, sight: Sight, path: Path) -> tuple[tuple[Plan, ...], bool]:
        """What a legal move leaves of every choice that allows it, and whether some of them walk space by space."""
        if len(state.plans) == 1:
            (plan,) = state.plans
            choice = self.choice(plan.key)
            if choice.budget:
                return (Plan(plan.key, 0 if path[2] else plan.left - 1),), False
            if not plan.left & (plan.left - 1) and not plan.needed and not any(p.by_landing for p in choice.parts):
                # Only one part is left that can have been played, and it is whole.
                return (Plan(plan.key, 0),), False
        plans: dict[Plan, None] = {}
        stepped = False
        for plan in state.plans:
            choice = self.choice(plan.key)
            if left := self.turn.after(sight, choice, plan, path):
                plans.update(dict.fromkeys(left))
                stepped = stepped or any(part.stepped for part in choice.parts)
        return tuple(plans), stepped

    def _star(self, after: State, before: State) -> State:
        """A star was taken: the game may be over; with portals the first star brings a card (SB-POR-05)."""
        after = hidden.first_star(after, before)
        if reached(after, self.rules, self.goal):
            if self.options.finish_round and after.taken != 0xFFF and not self.solo:
                return after._replace(goal_reached=True)
            return over_state(after)
        return over_state(after) if hidden.exhausted(after) else after

    def _go_on(self, state: State) -> State:
        """Captured pawns are placed first; then the turn goes on while some choice of dice allows a move."""
        while state.captives and not self.free_entries(state) and self.options.capture_place == "must":
            state = placed_state(state, STOCK)
        if state.captives:
            return state._replace(phase="place")
        if not state.dice:
            return hidden.after_send(state)
        if len(state.plans) > 1 and any(p.needed and p.left for p in state.plans):
            plans = tuple(p for p in state.plans if not (p.needed and p.left) or self._moves_on(state, p))
            state = state._replace(plans=plans or state.plans)
        if self.moves_on(state):
            return state if state.phase == "move" else state._replace(phase="move")
        return self.end_turn(state)

    def moves_on(self, state: State) -> bool:
        """Whether some choice of dice lets a pawn move."""
        for plan in state.plans:  # noqa: SIM110 - a plain loop is twice as fast here
            if plan.left and self._moves_on(state, plan):
                return True
        return False

    def _moves_on(self, state: State, plan: Plan) -> bool:
        return self.turn.any_path(self.sight(state), self.choice(plan.key), plan)

    def _after_hidden(self, state: State) -> State:
        return self._go_on(state) if state.captives else state

    def end_turn(self, state: State) -> State:
        seat = (state.to_move + 1) % self.rules.seats
        passes = 0 if state.moved or state.phase == "roll" else state.passes + 1
        over = passes >= self.options.stalemate_rounds * self.rules.seats
        over = over or (state.goal_reached and seat == self.options.first)
        return ended_state(state, seat, "over" if over else "roll", passes)

    # ---- listing

    def moves(self, state: State) -> Moves[State]:
        return listing.SpectrumMoves(self, state)

    def legal(self, state: State) -> Iterator[Move]:
        """Every legal move, by walking the board; the same as ``candidates`` that the judge lets pass."""
        return listing.legal(self, state)

    def known(self, seat: Seat) -> listing.Known:
        """A seat's moves by their path: the same object for the same move, as lists are asked for again and again."""
        known = self._known.get(seat)
        if known is None or len(known) > listing.MOST_KEPT:
            known = self._known[seat] = listing.Known(seat)
        return known

    def candidates(self, state: State) -> Iterator[Move]:
        if state.phase == "over":
            return
        if state.phase in ("move", "place"):
            yield from position.all_goes(self, state)
            return
        yield from deal.candidates(self.rules, state)
        yield from hidden.candidates(state)
        if state.phase == "roll" and self.options.surrender:
            for n in bits(state.pawns[state.to_move]):
                yield Surrender(state.to_move, NAME[n])

    # ---- the end

    def outcome(self, state: State) -> Outcome:
        """Whether a position is the end, and of what kind. Judges the position, not only the phase."""
        if state.phase == "over" or reached(state, self.rules, self.goal):
            return settle(state, self.rules)
        return GOING_ON

    def scores(self, state: State) -> Mapping[Seat, int]:
        if self.options.scoring == "weighted":
            return {seat: value_of(stars, state.extras.values) for seat, stars in enumerate(state.stars)}
        return {seat: stars.bit_count() for seat, stars in enumerate(state.stars)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        return self.outcome(state).winners if state.phase == "over" else ()

    # ---- everything else has its own file

    def view(self, state: State, seat: Seat | None) -> State:
        return hidden.view(state, seat)

    def lights(self, state: State, chosen: str | None = None) -> Picture:
        """What the board shows; ``chosen``: the spot of a pawn that was lifted, or ``OFF`` for the stock."""
        return lights.picture(self, state, chosen)

    def lights_lifted(self, state: State, spot: str) -> Picture:
        return self.lights(state, spot)

    def outward(self, state: State) -> Any:
        return state.pawns, state.stars, state.stock, state.captives

    def fact_of(self, seen: Seen) -> Rolled | None:
        dice = {"d6": seen.d6, "d12": seen.d12}.get(self.options.dice)
        return None if dice is None else Rolled(dice, source=seen.source)

    def infer_events(self, state: State, sight: CardSight) -> Iterator[EventHypothesis]:
        """What would lay the next of the cards that are seen."""
        return card_reading.infer_events(self, state, sight)

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        """A roll, where one is awaited and dice were thrown, or cards that lie open; else what the pawns say."""
        if seen.cards:
            return cards.readings(self, state, seen)
        if seen.occupied is not None or state.phase != "roll":
            return readings.readings(self, state, seen)
        roll = self.fact_of(seen)
        thrown = roll is not None and seen.moved != 0
        return [(roll,)] if roll is not None and thrown and self.judge(state, roll).ok else []

    def board_of(self, state: State) -> Mapping[str, Seat]:
        """Which spaces hold whose pawn."""
        return position.occupied_spots(state)

    def look(self, state: State, seen: Seen) -> Looked:
        if seen.cards:
            return cards.look(self, state, seen)
        return super().look(state, seen) if seen.occupied is None else readings.look(self, state, seen.occupied)

    def problems(self, state: State) -> list[Verdict]:
        return faults.problems(self, state)

    def state_to_plain(self, state: State) -> Any:
        return position.state_to_plain(state)

    def state_from_plain(self, data: Any) -> State:
        return position.state_from_plain(self, data)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse(words, seat, source)
