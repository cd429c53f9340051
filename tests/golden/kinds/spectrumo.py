"""The kinds of Spectrumo cases: positions are set up as states, and the game plays and judges on them."""

import re
from dataclasses import replace
from typing import Any

from engine.components.cards import SPECIALS, Card, Cards
from engine.components.deck import DrawFromStock
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.registry import create
from engine.games.spectrumo.events import LayCard, Wrong
from engine.games.spectrumo.game import Spectrumo
from engine.games.spectrumo.scoring import hand_points, over
from engine.games.spectrumo.settling import turn_first
from engine.games.spectrumo.state import State

# Cards no rule looks at: enough of them in a hand that no card is the last.
FILLER = tuple(Card(special="deck-swap") for _ in range(3))


def answer(case: dict[str, Any]) -> Any:
    state = case["state"]
    question = case["question"].lower()
    for words, kind in _KINDS:
        if all(word in question for word in words.split("&")):
            return kind(_game(case, state), state)
    raise KeyError(question)


def _game(case: dict[str, Any], state: dict[str, Any]) -> Spectrumo:
    players = state.get("seats_clockwise") or state.get("players") or state.get("totals") or 4
    game = create("spectrumo", players if isinstance(players, int) else len(players), options=case.get("options"))
    assert isinstance(game, Spectrumo)
    return game


def card(text: str) -> Card:
    """A card of a case: ``R5``, ``O<>B``, ``*Deck Swap (just played)``, ``O<>B (virtual B3)``."""
    words = re.sub(r"\(.*?\)", "", text).strip()
    if "<>" in words:
        one, other = (Hue.parse(part) for part in words.lstrip("*").replace("swap:", "").split("<>"))
        return next(
            Card(special=s)
            for s in SPECIALS
            if s in (f"swap:{one.name}<>{other.name}", f"swap:{other.name}<>{one.name}")
        )
    return Card.parse(words)


def _any_special(text: str) -> Card:
    """A special card of whatever name: only that it is special counts."""
    try:
        return card(text)
    except NotUnderstood:
        return Card(special=SPECIALS[-1])


def _cards(texts: list[str] | str) -> Cards:
    return tuple(map(card, texts.split(",") if isinstance(texts, str) else texts))


def _position(game: Spectrumo, table: str, hand: Cards, **more: Any) -> State:
    on = card(table)
    hands = (hand, *((Card(Hue.R, 1),) * 12 for _ in range(game.rules.seats - 1)))
    stock = tuple(Card(Hue.P, n) for n in range(1, 13)) * 4
    last = more.pop("last_number", on.number)
    return replace(
        game.start(), hands=hands, stock=stock, discards=(on,), table=on, last_number=last, dealt=True, **more
    )


def _ok(game: Spectrumo, state: State, played: Card) -> bool:
    return game.judge(state, _play(state, played)).ok


def _play(state: State, played: Card) -> LayCard:
    """Swap Cards needs a partner; who it is plays no part in these cases."""
    if played.special == "swap-cards":
        return LayCard(state.to_move, played, (state.to_move + 1) % len(state.hands), 1)
    return LayCard(state.to_move, played)


def _hand(state: dict[str, Any], first: Cards) -> Cards:
    if "rest_of_hand" in state:
        return (*first, *_cards(state["rest_of_hand"]))
    if state.get("hand"):
        return _cards(state["hand"])
    return first if state.get("last_card_in_hand") or state.get("last_card") else (*first, *FILLER)


def _swaps(state: dict[str, Any]) -> Cards:
    specials = state.get("specials_in_order") or ([state["special"]] if "special" in state else [])
    return _cards(specials)


def _legal(game: Spectrumo, state: dict[str, Any]) -> bool:
    """The specials of the case are laid first, then the card is judged."""
    played = card(state.get("play") or state.get("follow_up"))
    swaps = _swaps(state)
    position = _position(game, state["table"], _hand(state, (*swaps, played)))
    for swap in swaps:
        position = game.after(position, _play(position, swap))
    return _ok(game, position, played)


def _may_swap(game: Spectrumo, state: dict[str, Any]) -> bool:
    special = card(state["special"])
    return _ok(game, _position(game, state["table"], _hand(state, (special,))), special)


def _virtual(game: Spectrumo, state: dict[str, Any]) -> str:
    return str(_after_swaps(game, state).table)


def _after_swaps(game: Spectrumo, state: dict[str, Any], more: Cards = ()) -> State:
    swaps = _swaps(state)
    position = _position(game, state["table"], (*swaps, *more, *FILLER))
    for swap in swaps:
        position = game.after(position, _play(position, swap))
    return position


def _virtual_and_legal(game: Spectrumo, state: dict[str, Any]) -> Any:
    position = _after_swaps(game, state, _cards(state["follow_ups"]))
    return {"virtual": str(position.table), "legal": [c for c in state["follow_ups"] if _ok(game, position, card(c))]}


def _numbers_now(game: Spectrumo, state: dict[str, Any]) -> list[str]:
    hand = next(state[key] for key in ("hand", "plays", "follow_ups", "candidates", "cards") if key in state)
    held = _cards(hand) if "hand" in state else (*_cards(hand), *FILLER)
    position = _position(game, state["table"], held, extra="just played" in state["table"])
    return [text for text in hand if not card(text).special and _ok(game, position, card(text))]


def _draws(game: Spectrumo, state: dict[str, Any]) -> tuple[int, int]:
    """Who draws after the special, as a seat, and how many cards."""
    played = [card(text) for text in state.get("played_in_order", [])]
    special = card(state["special"]) if "special" in state else played[-1]
    turned = state.get("turned") or state.get("table_card") or state.get("table")
    first = turn_first(game.start(), card(turned), game.options).last_number if turned else 0
    last = state.get("last_number")
    if last is None:
        last = next((c.number for c in reversed(played) if not c.special), first)
    names = state.get("players")
    mover = names.index(state["current"]) if isinstance(names, list) and "current" in state else 0
    position = _position(game, "R1", (special, *FILLER), last_number=last)
    hands = tuple((special, *FILLER) if n == mover else position.hands[1] for n in range(game.rules.seats))
    clockwise = state.get("direction", "clockwise") == "clockwise"
    position = replace(position, hands=hands, to_move=mover, clockwise=clockwise)
    after = game.after(position, _play(position, special))
    more = [len(new) - len(old) for new, old in zip(after.hands, position.hands, strict=True)]
    seat = after.next_seat(mover)
    return seat, max(more[seat], 0)


def _who_draws(game: Spectrumo, state: dict[str, Any]) -> Any:
    seat, count = _draws(game, state)
    return {"player": state["players"][seat], "cards": count}


def _passed_hands(game: Spectrumo, state: dict[str, Any]) -> Any:
    special, counts = card(state["special"]), state["counts_after_playing"]
    base = _position(game, "R1", ())
    hands = tuple((Card(Hue(seat), 1),) * count for seat, count in enumerate(counts))
    position = replace(base, hands=((special, *hands[0]), *hands[1:]))
    after = game.after(position, LayCard(0, special))
    # The drawn cards are purple; what was passed on is not.
    draws = [sum(c.hue is Hue.P for c in hand) for hand in after.hands]
    return [
        {"received": len(hand) - drawn, "draw": drawn, "final": len(hand)}
        for hand, drawn in zip(after.hands, draws, strict=True)
    ]


def _out_with_special(game: Spectrumo, state: dict[str, Any]) -> bool:
    hand = _cards(state["hand"])
    return _ok(game, _position(game, "R1", hand), hand[-1])


def _out_in_one_turn(game: Spectrumo, state: dict[str, Any]) -> bool:
    position = _position(game, state.get("table", "R1"), _cards(state["hand"]))
    for played in _cards(state["plays"]):
        if not _ok(game, position, played):
            return False
        position = game.after(position, _play(position, played))
    return True


def _over(game: Spectrumo, state: dict[str, Any]) -> Any:
    names = list(state["totals"])
    ended = replace(game.start(), totals=tuple(state["totals"].values()))
    winners = [names[seat] for seat in game.winners(ended)]
    winner = None if not winners else winners[0] if len(winners) == 1 else winners
    return {"over": over(ended, game.options), "winner": winner}


def _eliminated(game: Spectrumo, state: dict[str, Any]) -> list[str]:
    """A hand ends in which nobody has anything left: the totals stay, and who is above the target drops out."""
    names = list(state["totals"])
    position = replace(_position(game, "R1", (Card(Hue.R, 2),)), totals=tuple(state["totals"].values()))
    position = replace(position, hands=((Card(Hue.R, 2),), *((),) * (game.rules.seats - 1)))
    after = game.after(position, LayCard(0, Card(Hue.R, 2)))
    return [name for name, out in zip(names, after.out, strict=True) if out]


def _penalty(game: Spectrumo, state: dict[str, Any]) -> int:
    wrong = Card(Hue.R, 9)
    position = _position(game, "R5", (wrong, *FILLER))
    return len(game.after(position, Wrong(0, wrong)).hands[0]) - len(position.hands[0])


def _points(game: Spectrumo, state: dict[str, Any]) -> int:
    return hand_points(tuple(map(_any_special, state["remaining"])))


def _must_draw(game: Spectrumo, state: dict[str, Any]) -> bool:
    return game.judge(_position(game, state["table"], _cards(state["hand"])), DrawFromStock(0)).ok


_KINDS = (
    ("virtual&follow-ups", _virtual_and_legal),
    ("swap be played", _may_swap),
    ("virtual", _virtual),
    ("who draws", _who_draws),
    ("cards&draws", lambda game, state: _draws(game, state)[1]),
    ("received", _passed_hands),
    ("go out with a special", _out_with_special),
    ("to go out", _out_in_one_turn),
    ("points", _points),
    ("eliminated", _eliminated),
    ("game over", _over),
    ("penalty", _penalty),
    ("which&legal", _numbers_now),
    ("draw?", _must_draw),
    ("legal", _legal),
)
