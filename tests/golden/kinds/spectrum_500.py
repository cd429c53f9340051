"""The kinds of Spectrum 500 cases: positions are set up as states, and the game judges on them."""

from dataclasses import replace
from typing import Any

from engine.components.cards import Card, Cards, numbered
from engine.components.deck import DrawFromStock
from engine.core.registry import create
from engine.games.spectrum_500.events import Call, Decline, Discard, LayMeld, TakeDiscards
from engine.games.spectrum_500.game import Spectrum500
from engine.games.spectrum_500.melds import Meld, by_number, call_depths, card_value, fits_on, meld_kind
from engine.games.spectrum_500.scoring import hand_score, melded_points
from engine.games.spectrum_500.state import State

NAMES = "ABCDEFGH"
STOCK = numbered()[60:]


def answer(case: dict[str, Any]) -> Any:
    state, question = case["state"], case["question"].lower()
    options = dict(case.get("options") or {})
    for name in ("min_meld", "false_call_penalty"):
        if isinstance(options.get(name), str):
            options[name] = int(options[name])
    game = create("spectrum_500", len(state.get("seats_clockwise", "ABCD")), options=options)
    assert isinstance(game, Spectrum500)
    for words, kind in _KINDS:
        if all(word in question for word in words.split("&")):
            return kind(game, state)
    raise KeyError(question)


def _cards(texts: list[str] | str) -> Cards:
    return tuple(map(Card.parse, texts.split() if isinstance(texts, str) else texts))


def _position(game: Spectrum500, **more: Any) -> State:
    hands = (_cards("P11 P12"),) * game.rules.seats
    return replace(game.start(), **{"hands": hands, "stock": STOCK, "dealt": True, "opened": True, **more})


def _first_hand(game: Spectrum500, hand: Cards) -> tuple[Cards, ...]:
    return (hand, *(_cards("P11 P12"),) * (game.rules.seats - 1))


def _meld_of(game: Spectrum500, texts: list[str]) -> Meld:
    cards = _cards(texts)
    kind = meld_kind(cards, game.options.melding)
    assert kind is not None
    return Meld(kind, by_number(cards), (0,) * len(cards))


def _table_melds(game: Spectrum500, state: dict[str, Any]) -> tuple[Meld, ...]:
    texts = state.get("meld") or state.get("table_meld")
    return (_meld_of(game, texts),) if texts else ()


def _kind(game: Spectrum500, state: dict[str, Any]) -> Any:
    return meld_kind(_cards(state["cards"]), game.options.melding)


def _lay_offs(game: Spectrum500, state: dict[str, Any]) -> Any:
    meld = _table_melds(game, state)[0]
    offered = state["layoff"]
    if isinstance(offered, str):
        return fits_on(Card.parse(offered), meld, game.options.melding)
    return [text for text in offered if fits_on(Card.parse(text), meld, game.options.melding)]


def _pile(state: dict[str, Any]) -> Cards:
    """The discards with their top card last; a case names them from the top, or with the top card last."""
    name = next(key for key in state if "discard" in key)
    cards = _cards(state[name])
    return cards if "last" in name else tuple(reversed(cards))


def _depth(game: Spectrum500, state: dict[str, Any]) -> int:
    return max(call_depths(_pile(state), _table_melds(game, state), game.options.melding), default=0)


def _points(game: Spectrum500, state: dict[str, Any]) -> int:
    return melded_points(_position(game, melds=_table_melds(game, state)), 0)


def _values(game: Spectrum500, state: dict[str, Any]) -> Any:
    return [card_value(card) for card in _cards(state["values"])]


def _legal_discard(game: Spectrum500, state: dict[str, Any]) -> bool:
    """The pile is taken as told, what was melded of it is gone, then the discard is judged."""
    discard = _cards(state["discards"])[0]
    if "took_from_pile" in state:
        cards = _cards(state["took_from_pile"])
    else:
        words = state["drew"].replace(",", " ").split()
        cards = tuple(Card.parse(word) for word in words if word[0].isupper() and word[-1].isdigit())
    told = str(state.get("drew", "only"))
    several = len(cards) > 1 or not ("only" in told or "alone" in told)
    position = _position(game, hands=_first_hand(game, _cards("P11 P12")), discards=cards)
    if several:
        hand = (*_cards("P11 P12"), discard)
        return game.judge(_position(game, hands=_first_hand(game, hand), drawn=True), Discard(0, discard)).ok
    return game.judge(game.after(position, TakeDiscards(0, 1)), Discard(0, discard)).ok


def _legal_take(game: Spectrum500, state: dict[str, Any]) -> bool:
    """The cards are named from the top; the turn must be able to end after the take."""
    taken = _cards(state["took_from_pile"])
    melded = _cards(state.get("melded_now") or [])
    hand = tuple(card for card in melded if card not in taken) or _cards("P11 O2")
    position = _position(game, hands=_first_hand(game, (*hand, Card.parse("YG1"))), discards=tuple(reversed(taken)))
    take = TakeDiscards(0, len(taken))
    if not game.judge(position, take).ok:
        return False
    position = game.after(position, take)
    if melded:
        meld = LayMeld(0, melded)
        if not game.judge(position, meld).ok:
            return False
        position = game.after(position, meld)
    return game.judge(position, Discard(0, Card.parse("YG1"))).ok


CALLED = "R4"
OPEN_MELD = ("R5", "RO6", "R7", "PR8")


def _after_discard(game: Spectrum500, discarder: int) -> State:
    """Somebody just discarded a card that fits on a meld."""
    return _position(
        game,
        melds=(_meld_of(game, list(OPEN_MELD)),),
        discards=_cards([CALLED]),
        discarder=discarder,
        to_move=(discarder + 1) % game.rules.seats,
    )


def _may_call(game: Spectrum500, state: dict[str, Any]) -> bool:
    position = _after_discard(game, NAMES.index(state["discarder"]))
    callers = state.get("callers") or [state["caller"]]
    return all(game.judge(position, Call(NAMES.index(name), 1)).ok for name in callers)


def _who_moves(game: Spectrum500, state: dict[str, Any]) -> str:
    seats = state["seats_clockwise"]
    caller = seats.index(state["caller"])
    position = game.after(_after_discard(game, seats.index(state["discarder"])), Call(caller, 1))
    position = game.after(position, next(m for m in game.moves(position) if m.kind == "lay"))
    position = game.after(position, Discard(caller, Card.parse("P11")))
    return seats[position.to_move]


def _hand_ends(game: Spectrum500, state: dict[str, Any]) -> bool:
    position = _position(game, stock=STOCK[: state.get("stock_left", 0)], discards=_cards("R1"))
    decline = Decline(0)
    return game.judge(position, decline).ok and not game.after(position, decline).dealt


def _hand_score(game: Spectrum500, state: dict[str, Any]) -> int:
    return hand_score(state["melded_points"], _cards(state["cards_left"]), game.options)


def _goes_out(game: Spectrum500, state: dict[str, Any]) -> bool:
    position = _position(game, hands=_first_hand(game, _cards(state["hand_after_draw"])), drawn=True)
    meld = LayMeld(0, _cards(state["melds"]))
    return game.judge(position, meld).ok and not game.after(position, meld).dealt


def _call_accepted(game: Spectrum500, state: dict[str, Any]) -> bool:
    position = _after_discard(game, 0)
    if state.get("next_player_has_drawn"):
        position = game.after(position, DrawFromStock(position.to_move))
    return game.judge(position, Call(2, 1)).ok


_KINDS = (
    ("meld type", _kind),
    ("laid off", _lay_offs),
    ("lay-off", _lay_offs),
    ("how deep", _depth),
    ("all 144", lambda game, state: sum(map(card_value, numbered()))),
    ("card values", _values),
    ("legal discard", _legal_discard),
    ("legal to take", _legal_take),
    ("who moves", _who_moves),
    ("may&call", _may_call),
    ("hand end", _hand_ends),
    ("hand score", _hand_score),
    ("going out", _goes_out),
    ("call accepted", _call_accepted),
    ("points", _points),
)
