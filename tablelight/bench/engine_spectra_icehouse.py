"""How fast Spectra is refereed; and games of sensible random moves, for tests too."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.events import Event
from engine.core.match import Match
from engine.games.spectra_icehouse.dealing import next_fact as chance
from engine.games.spectra_icehouse.pieces import colour_of
from engine.games.spectra_icehouse.state import Add, Done, Exchange


def any_move(match: Match, random: Random) -> Event:
    """A random legal move."""
    return random.choice(list(match.game.moves(match.state)))


def eager_move(match: Match, random: Random) -> Event:
    """Add where possible; exchange for the own colour; now and then for something else; then pass the bag on."""
    game, state = match.game, match.state
    moves = list(game.moves(state))
    colour = state.colours[state.to_move] if "" not in state.colours else ""
    adds = [move for move in moves if isinstance(move, Add)]
    wanted = [m for m in moves if isinstance(m, Exchange) and colour_of(m.get) == colour and state.needs(m.seat, m.get)]
    others = [m for m in moves if isinstance(m, Exchange) and not any(state.needs(m.seat, p) for p in m.give)]
    done = [move for move in moves if isinstance(move, Done)]
    for choice in (adds, wanted, others if random.random() < 0.3 else [], done):
        if choice:
            return random.choice(choice)
    return random.choice(moves)


def random_match(
    seats: int = 2,
    seed: int = 0,
    stop: int = 3_000,
    choose: Callable[[Match, Random], Event] = any_move,
    **options: Any,
) -> Match:
    """A game of random legal moves to its end, or to ``stop`` events: no rule ends a game in which all dawdle."""
    random = Random(seed)
    match = Match.new("spectra_icehouse", [f"Player {n + 1}" for n in range(seats)], options=options)
    while (actor := match.game.awaiting(match.state).actor) != "nobody" and len(match.log) < stop:
        if actor == "table":
            match.add(chance(match.game, match.state, random))
        else:
            match.add(choose(match, random))
    return match


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves early and late, a verdict, a step, whole random games."""
    out: list[tuple[str, Callable[[], object]]] = []
    for label, stop in (("early", 40), ("late", 160)):
        match = random_match(4, seed=2, stop=stop)
        while match.game.awaiting(match.state).actor == "table":
            match.add(chance(match.game, match.state, Random(1)))
        game, state = match.game, match.state
        move = next(iter(game.moves(state)))
        out.append((f"spectra_icehouse: moves, {label}", lambda g=game, s=state: list(g.moves(s))))
        out.append((f"spectra_icehouse: verdict, {label}", lambda g=game, s=state, m=move: g.judge(s, m)))
        out.append((f"spectra_icehouse: step, {label}", lambda g=game, s=state, m=move: g.result(s, m)))
    out.append(("spectra_icehouse: random game, two players", lambda: random_match(2, seed=1)))
    out.append(("spectra_icehouse: eager game, four players", lambda: random_match(4, seed=1, choose=eager_move)))
    return out
