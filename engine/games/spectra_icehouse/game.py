"""Spectra: draw, exchange and grow three trees of one colour. Rules SPA-SETUP to SPA-END.

What is legal stands in ``judge.py``, what can be done and what is in the bag in ``movegen.py``, what an event does in
``transitions.py``; what two pieces can be exchanged for in ``pieces.py``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.components.lights import Picture, Spot
from engine.core.errors import BadRules
from engine.core.events import Event, Move, Seat
from engine.core.game import Checked, Game, Rules
from engine.core.language import Deferred
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectra_icehouse import judge, lights, movegen, notation, sheet, transitions
from engine.games.spectra_icehouse.events import (
    BAG,
    PyramidAdded,
    PyramidDrawn,
    PyramidsExchanged,
    TakeColour,
    TurnDone,
)
from engine.games.spectra_icehouse.movegen import PyramidSet
from engine.games.spectra_icehouse.options import Options
from engine.games.spectra_icehouse.pieces import all_pieces
from engine.games.spectra_icehouse.state import TREES, State, complete
from engine.inference.held import Chances, Held


class SpectraIcehouse(Game[State, Options]):
    name = "spectra_icehouse"
    title = "Spectra"
    seats = (2, 6)
    options_type = Options
    state_type = State
    event_types = (TakeColour, PyramidDrawn, PyramidsExchanged, PyramidAdded, TurnDone)
    checks: ClassVar[Mapping[str, Checked]] = {
        "exchanges": "NOW",
        "whose piece is taken": "NOW",
        "trees and the win": "NOW",
        "feeling in the bag": "NEVER",
    }
    board = "ring"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.per_size < TREES:
            raise BadRules(
                Deferred("per_size has to be {trees} or more: three trees need three pieces of each size", trees=TREES)
            )
        if self.options.nests < 0:
            raise BadRules(Deferred("nests counts sets of black and of white; use 0 or more"))
        self.pieces = all_pieces(self.options.per_size, self.options.nests)
        self.pyramids = PyramidSet(self.pieces, self.options.add_out_of_turn)

    def start(self) -> State:
        n = self.rules.seats
        return State(("",) * n, ((0, 0, 0),) * n, ((),) * n)

    def awaiting(self, state: State) -> Awaiting:
        return movegen.awaiting(self.pyramids, state)

    # ---- what is where

    def in_bag(self, state: State, piece: str) -> int:
        """How many of a piece are in the bag: what is not on the table."""
        return movegen.in_bag(self.pyramids, state, piece)

    def bag(self, state: State) -> dict[str, int]:
        """What is in the bag. Everybody may work it out; nobody may look."""
        return movegen.bag(self.pyramids, state)

    def bag_size(self, state: State) -> int:
        return movegen.bag_size(self.pyramids, state)

    def lacking(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The pieces a player's trees still need, with repeats."""
        return movegen.lacking(state, seat)

    def partners(self, state: State, seat: Seat, piece: str) -> tuple[int, ...]:
        """With whom a piece can be had: players who have it loose, else the bag, else nobody (SPA-EXC-07..09)."""
        return movegen.partners(self.pyramids, state, seat, piece)

    # ---- on the printed sheet

    def laid_out(self, state: State, chances: Chances) -> Mapping[Spot, Held]:
        """What each place of the sheet would hold in this position, as a picture bears it out best."""
        return sheet.laid_out(state, chances)

    def meant(self, state: State, chances: Chances) -> list[tuple[Event, ...]]:
        """What may have led from here to what a picture of the sheet shows, likeliest first; nothing at all is ()."""
        return sheet.meant(self, state, chances)

    def at_once(self, way: Sequence[Event]) -> bool:
        """Whether this is one thing that hands do; else hands may be in the middle of another."""
        return sheet.at_once(way)

    def misplaced(self, state: State, chances: Chances) -> tuple[sheet.Misplaced, ...]:
        """What stands otherwise on the sheet than in this position."""
        return sheet.misplaced(state, chances)

    def on_its_way(self, state: State, chances: Chances) -> bool:
        """Whether hands may be in the middle of something legal."""
        return sheet.on_its_way(self, state, chances)

    # ---- rules

    def judge(self, state: State, event: Event) -> Verdict:
        verdict = judge.judge(self.pyramids, state, event)
        return self.not_now(state, event) if verdict is None else verdict

    def result(self, state: State, event: Event) -> State:
        return transitions.after_event(state, event)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(self.pyramids, state)

    def problems(self, state: State) -> list[Verdict]:
        return judge.position_faults(self.pyramids, state, self.rules.seats)

    # ---- score and end

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Pieces in the trees; nine are three trees."""
        return {seat: sum(tree) for seat, tree in enumerate(state.trees)}

    def liked(self, event: Move, before: State, after: State) -> str:
        if isinstance(event, PyramidsExchanged):
            return "BAG" if event.partner == BAG else "PARTNER"
        return "TREE" if min(after.trees[event.seat]) > min(before.trees[event.seat]) else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Who has three trees; when nothing can change any more, who has most in the trees."""
        if not state.over:
            return ()
        done = tuple(seat for seat, tree in enumerate(state.trees) if complete(tree))
        most = max(map(sum, state.trees))
        return done or tuple(seat for seat, tree in enumerate(state.trees) if sum(tree) == most)

    # ---- the table

    def lights_once(self, before: State, event: Event) -> Picture:
        return lights.exchanged(event) if isinstance(event, PyramidsExchanged) else {}

    def lights(self, state: State) -> Picture:
        return lights.picture(self.pyramids, state, self.winners(state))

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.event_of(words, seat, source, state, self.pyramids)
