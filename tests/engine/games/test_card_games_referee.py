"""A referee who sees only what lies open follows a game as well as one who knows every card."""

from random import Random

import pytest

from engine.components.cards import hidden
from engine.components.deck import Deck, Turned
from engine.components.hands import HandShown
from engine.core.registry import create
from tests.support.card_games import choose

GAMES = [
    ("spectrum_solitaire", 1, {}),
    ("spectrumo", 3, {"target": 60}),
    ("spectrumo", 2, {"swap_pick": "owner_chooses", "drawn_card": "may_keep", "target": 60}),
    ("spectrum_casino", 2, {"target": 40}),
    ("spectrum_casino", 3, {"target": 40, "must_capture": False}),
    ("spectrum_500", 3, {"target": 150}),
    ("spectrum_500", 2, {"target": 100, "deduct_hand": True, "min_meld": 3}),
]


def what_the_table_shows(name, game, waits, seen, full, before):
    """The fact that a camera would give: read off the game that knows every card."""
    if waits.ask == "SHOW":
        seat = waits.seats[0]
        return HandShown(seat, before.hands[seat])
    if name == "spectrum_solitaire":
        return Turned(
            tuple(full.waste[-1] if place == "waste" else full.up[int(place) - 1][-1] for place, _ in seen.unread())
        )
    if name == "spectrum_casino":
        return Turned(tuple(full.board[n] for n, card in enumerate(seen.board) if not card.known))
    return Turned((full.discards[len(seen.discards)],))


def catch_up(name, game, seen, full, before):
    """Give the referee everything the table shows now."""
    while (waits := game.awaiting(seen)).actor == "table" and waits.ask not in ("DEAL", "SHUFFLE"):
        seen = game.after(seen, what_the_table_shows(name, game, waits, seen, full, before))
    return seen


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_referee_who_sees_no_hand_comes_to_the_same_scores(name, seats, options, seed):
    """F.0.1, F.0.2"""
    game, random = create(name, seats, options=options), Random(seed)
    full = seen = game.start()
    for _ in range(1200):
        if game.awaiting(full).actor == "nobody":
            break
        event = choose(game, full, random, last=("concede",))
        before, full = full, game.after(full, event)
        if isinstance(event, Deck):
            seen = game.after(seen, Deck(hidden(event.cards)))
        elif event.kind not in ("give", "pick"):
            # What an exchange moved stays between the two players.
            assert game.judge(seen, event).ok, (str(event), game.judge(seen, event))
            seen = game.after(seen, event)
        seen = catch_up(name, game, seen, full, before)
        if name == "spectrum_solitaire":
            assert (seen.up, seen.homes, seen.passes) == (full.up, full.homes, full.passes)
        elif getattr(full, "exchange", None) is None:
            assert game.view(seen, None) == game.view(full, None)
        assert game.scores(seen) == game.scores(full)
    if name != "spectrum_solitaire":
        assert game.winners(seen) and game.winners(seen) == game.winners(full)
