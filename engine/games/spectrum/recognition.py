"""From what sensors and camera see to what happened (SB part F.3).

Every legal way on from the last accepted position is walked until the board looks as it was seen. A captured pawn in
somebody's hand is a position like any other, because the game waits for its placement.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.events import Event, Move
from engine.core.ids import Seat
from engine.core.verdict import Awaiting, Cards, Verdict, no
from engine.games.spectrum.awaiting import awaiting
from engine.games.spectrum.board import NAME, STOCK_NAME
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import DiceRolled, HandDrawn, PawnMove, PlaceCaptive, SetupDealt, Swap, Valued
from engine.games.spectrum.judge import judge
from engine.games.spectrum.legal_moves import legal_moves
from engine.games.spectrum.lookahead import play
from engine.games.spectrum.state import State, occupied_spots
from engine.inference.board import Occupied, differs, looks_like, wrong
from engine.inference.cards import EventHypothesis, UnexplainedCards
from engine.inference.observation import MOST_NAMED, Explanation, Inference, Observation, which_explanation

MOST_STATES = 4000
"""Positions looked at before a search gives up; chosen by hand, far more than any turn needs."""
MOST_EVENTS = 9
"""Events of one turn that a search puts together; chosen by hand: four parts, each with its captives placed."""


def explanations(context: SpectrumContext, state: State, observation: Observation) -> list[tuple[Event, ...]]:
    """What may have happened, best first: a roll, where one is awaited and dice were thrown, or what the pawns say."""
    if observation.occupied is not None or state.phase != "roll":
        return board_readings(context, state, observation)
    roll = observed_roll(context, observation)
    thrown = roll is not None and observation.moved != 0
    return [(roll,)] if roll is not None and thrown and judge(context, state, roll).ok else []


def observed_roll(context: SpectrumContext, observation: Observation) -> DiceRolled | None:
    """The dice of this table's kind that are seen, as a roll, legal or not; None where none are."""
    dice = {"d6": observation.d6, "d12": observation.d12}.get(context.options.dice)
    return None if dice is None else DiceRolled(dice, source=observation.source)


def board_readings(context: SpectrumContext, state: State, observation: Observation) -> list[tuple[Event, ...]]:
    """What the pawns say, best first: fewest events, then what leaves the player most rights.

    ``[()]`` when nothing happened. Readings that lead to the same position and rights are one.
    """
    roll = observed_roll(context, observation)
    if state.phase == "roll" and roll is not None:
        return [(roll,)] if judge(context, state, roll).ok else []
    if observation.occupied is None:
        return []
    if looks_like(occupied_spots(state), observation.occupied):
        return [()]
    # A captured pawn that was placed is mostly still there; only else may it have been moved or captured again.
    found = list(_search(context, state, observation.occupied, stays=True)) or list(
        _search(context, state, observation.occupied, stays=False)
    )
    return [events for _, events in sorted(found, key=lambda item: item[0])]


def _search(
    context: SpectrumContext, start: State, seen: Occupied, *, stays: bool
) -> Iterator[tuple[tuple[int, int, int], tuple[Event, ...]]]:
    front: list[tuple[State, tuple[Event, ...]]] = [(start, ())]
    known, looked = {start}, 0
    for depth in range(1, MOST_EVENTS + 1):
        after_front: list[tuple[State, tuple[Event, ...]]] = []
        for state, events in front:
            for move in _worth_trying(context, state, seen, stays=stays):
                after = play(context, state, move)
                looked += 1
                if looked > MOST_STATES:
                    return
                if after in known:
                    continue
                known.add(after)
                explanation = (*events, move)
                if looks_like(occupied_spots(after), seen):
                    length = sum(len(e.path) for e in explanation if isinstance(e, PawnMove))
                    yield (depth, length, -len(after.plans)), explanation
                if after.turns == start.turns and after.phase in ("move", "place"):
                    after_front.append((after, explanation))
        front = after_front


def _worth_trying(context: SpectrumContext, state: State, seen: Occupied, *, stays: bool) -> Iterator[Move]:
    """Legal moves that begin, capture or end where the board differs from what was seen; ``stays``: so do placed pawns.

    A pawn may come back to where it began, having captured on the way there.
    """
    board = occupied_spots(state)
    changed = {spot for spot in board.keys() | seen.keys() if differs(board, seen, spot)}
    for move in legal_moves(context, state):
        if isinstance(move, PawnMove):
            captured = move.path[-1] in board or any(spot in board and spot in changed for spot in move.path)
            if move.origin in changed or move.path[-1] in changed or captured or move.origin == STOCK_NAME:
                yield move
        elif isinstance(move, PlaceCaptive):
            if move.to == STOCK_NAME or move.to in seen or not stays:
                yield move
        elif isinstance(move, Swap) and changed & {move.a, move.b}:
            yield move


@dataclass(frozen=True, slots=True)
class Question:
    """Several readings lead to different positions: what to ask. ``spots`` tell them apart."""

    explanations: tuple[tuple[Event, ...], ...]
    spots: tuple[str, ...]


def question(context: SpectrumContext, state: State, found: list[tuple[Event, ...]]) -> Question | None:
    """What to ask when readings differ in the position; None when the first of them can simply be accepted."""
    ends: dict[tuple[object, ...], tuple[tuple[Event, ...], dict[str, int]]] = {}
    for events in found:
        after = state
        for event in events:
            after = play(context, after, event)
        ends.setdefault((after.pawns, after.stars, after.stock, after.captives), (events, occupied_spots(after)))
    if len(ends) < 2:
        return None
    boards = [board for _, board in ends.values()]
    spots = [spot for spot in NAME if len({board.get(spot) for board in boards}) > 1]
    return Question(tuple(events for events, _ in ends.values()), tuple(spots))


def _on_its_way(context: SpectrumContext, state: State, seen: Occupied) -> Verdict | None:
    """A board as it looks while a pawn stops over in the middle of a legal whole move: nobody is at fault (D-41).

    What it still differs in is named too, as for every board that no event explains yet.
    """
    board = occupied_spots(state)
    moves = [move for move in legal_moves(context, state) if isinstance(move, PawnMove) and len(move.path) > 1]
    for at in seen:
        passing = [move for move in moves if at in move.path[:-1] and at not in move.jumped]
        here = [move for move in passing if looks_like(_stopped_over(board, move, at), seen)]
        if here:
            ends = tuple(dict.fromkeys(move.path[-1] for move in here))[:MOST_NAMED]
            pawn = here[0].origin
            missing = tuple(spot for spot in board if spot not in seen)
            return no("ON_ITS_WAY", "D-41", at, *missing, pawn=pawn, at=at, ends=ends, extra=(at,), missing=missing)
    return None


def _stopped_over(board: Occupied, move: PawnMove, at: str) -> dict[str, Seat]:
    return {**{spot: seat for spot, seat in board.items() if spot != move.origin}, at: move.seat}


def infer(context: SpectrumContext, state: State, occupied: Occupied) -> Inference:
    """What to make of the pawns that are seen (SB part F.3): the best of several readings that end alike is taken."""
    found = board_readings(context, state, Observation(occupied=occupied))
    if not found:
        differs_in = _on_its_way(context, state, occupied) or wrong(occupied_spots(state), occupied, "SB-F3-6")
        return Inference((), wrong=differs_in)
    asked = question(context, state, found)
    explanations = tuple(map(Explanation, asked.explanations if asked else found))
    if asked is None:
        return Inference(explanations)
    return Inference(explanations, which_explanation(explanations, awaiting(context, state).seats, asked.spots))


# ---- cards that lie open


def infer_events(awaited: Awaiting, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """What would lay the cards that are seen, in a position that waits for ``awaited``: dice, a deal, values.

    Missions and portals are dealt face down and are never read (SB-MIS, SB-POR).
    """
    if not isinstance(awaited.need, Cards) or not unexplained.cards:
        return
    codes = tuple(map(code_of, unexplained.cards))
    match awaited.ask:
        case "DRAW":
            yield EventHypothesis(HandDrawn(codes), len(codes))
        case "SHOTGUN_CARDS":
            yield EventHypothesis(SetupDealt(awaited.seats[0], codes), len(codes))
        case "VALUES":
            # One card of each colour lies at its path: its number is the colour's value (SB-WGT-01).
            numbers = {card.hue: card.number for card in unexplained.cards}
            yield EventHypothesis(Valued(tuple(numbers.get(hue, 0) for hue in Hue)), len(codes))


def code_of(card: Card) -> str:
    """A card as the board game writes it: swap cards are ``R<>G``."""
    return card.special.removeprefix("swap:") if card.special else str(card)
