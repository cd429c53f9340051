"""Every sentence of every card and dice game, by random events in random positions: nothing in it is empty or meant for
programs, and what it advises is itself allowed."""

import re
from dataclasses import replace
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine import texts
from engine.components.cards import SPECIALS, UNKNOWN, Card, called, full_deck
from engine.components.deck import DrawFromStock, Turned
from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Move
from engine.core.registry import create
from engine.games.roll_and_color.events import RowScored
from engine.games.roll_and_color.sheet import ROW_KINDS
from engine.games.roll_and_color.state import open_rows
from engine.games.spectrum_500 import events as five
from engine.games.spectrum_cribbage import events as cribbage
from engine.games.spectrum_solitaire import events as solitaire
from engine.games.spectrum_solitaire.state import State as SolitaireState
from engine.games.spectrumo import events as spectrumo
from engine.games.spectrump import events as spectrump
from engine.texts import ask, explain, name_of, remark
from tablelight.bench.players import SETUPS, Setup, events
from tests.support.card_games import CARD_AND_DICE

NAMES = [f"Player {n + 1}" for n in range(8)]
TABLES = [
    *(setup for setup in SETUPS if setup.name in CARD_AND_DICE),
    Setup("spectrum_500", 3, options={"false_call_penalty": 10}),
    Setup("spectrump", 4, options={"all_pass": "dealer_must_bid"}),
]
each = pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.name}-{setup.seats}-{TABLES.index(setup)}")
UNSAID = re.compile(r"\{|\bnothing\b[.:,]|\bNone\b|[A-Z]_[A-Z]|[a-z]_[a-z]|  | [.,;:]|\(\)|<|\bCard\(|: \.|^$")
"""What no sentence may hold: an empty list, a field that was not filled, a word of programs."""
HARMLESS = ("so there is nothing to take back.",)


def odd(kind, random, cards):
    """Some value of a field's type, sensible or not; cards are mostly those that lie about."""
    if kind is Card:
        return random.choice(cards if random.random() < 0.9 else full_deck())
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        count = random.choice((0, 1, 1, 2, 3, 4, 6, 9)) if inner[-1] is Ellipsis else len(inner)
        return tuple(odd(inner[0], random, cards) for _ in range(count))
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    if kind is Hue:
        return random.choice(list(Hue) if random.random() < 0.3 else PRIMARIES)
    if kind is int:
        return random.choice((0, 0, 1, 1, 2, 3, 5, 12, 40, -1))
    if kind is str:
        words = [name_of("roll_and_color", row) for row in ROW_KINDS]
        return random.choice(("waste", "home", "home R", "home B", "", *map(str, range(14)), *words, "R", "GB"))
    options = [option for option in get_args(kind) if option is not type(None)]
    return odd(random.choice(options), random, cards) if options and random.random() < 0.7 else None


def lying(state):
    """The cards that a position names, and one that nobody knows."""
    found = [UNKNOWN]

    def look(part):
        if isinstance(part, Card):
            found.append(part)
        elif isinstance(part, tuple):
            for inner in part:
                look(inner)

    for name in ("hands", "discards", "table", "board", "up", "waste", "trick", "played", "laid"):
        look(getattr(state, name, ()))
    return found


def held(game, state):
    """The cards of whoever is next."""
    hands, mover = getattr(state, "hands", ()), game.mover(state)
    found = [UNKNOWN] if mover is None or mover >= len(hands) else [*hands[mover]]
    return [card for part in found for card in (part if isinstance(part, tuple) else (part,))] or [UNKNOWN]


def random_event(game, state, random):
    """Any event of the game, often by the player whose turn it is, and of what that player holds."""
    kind, cards = random.choice(game.event_types), lying(state)
    if issubclass(kind, Move) and random.random() < 0.6:
        cards = [*cards, *held(game, state) * 9]
    skip = ("kind",) if issubclass(kind, Move) else ("kind", "source")
    hints = {n: h for n, h in get_type_hints(kind).items() if n not in skip}
    event = kind(**{n: odd(h, random, cards) for n, h in hints.items()})
    if isinstance(event, Move):
        mover = game.mover(state)
        other = random.randrange(game.rules.seats)
        event = replace(event, seat=mover if mover is not None and random.random() < 0.8 else other)
    return event


def check_words(text):
    plain = text
    for words in HARMLESS:
        plain = plain.replace(words, "")
    assert not UNSAID.search(plain), text
    assert text[:1].upper() == text[:1] and text.endswith((".", "!", "?", "”.")), text


# ---- what a sentence advises


def plays(state, details, make, name="fit"):
    return [make(state.to_move, Card.parse(card)) for card in details[name]]


ADVICE = {
    ("spectrumo", "Take a card from the draw pile instead"): lambda s, d: [DrawFromStock(s.to_move)],
    ("spectrumo", "pass instead"): lambda s, d: [spectrumo.FinishTurn(s.to_move)],
    ("spectrumo", "nothing to draw. Pass."): lambda s, d: [spectrumo.FinishTurn(s.to_move)],
    ("spectrumo", "Draw until a card fits"): lambda s, d: [DrawFromStock(s.to_move)],
    ("spectrumo", "You have a card that fits"): lambda s, d: [
        spectrumo.LayCard(s.to_move, c, *(((s.to_move + 1) % len(s.hands), 1) if c.special == "swap-cards" else ()))
        for c in map(Card.parse, d["cards"])
    ],
    ("spectrum_500", "draw from the stock"): lambda s, d: [DrawFromStock(s.to_move)],
    ("spectrum_500", "take discards"): lambda s, d: [five.TakeDiscards(s.to_move)] if s.discards else [],
    ("spectrum_500", "decline"): lambda s, d: [five.Decline(s.to_move)],
    ("spectrum_500", "discard to end your turn"): lambda s, d: [
        five.Discard(s.to_move, c) for c in s.hands[s.to_move] if c is not s.kept_off and c.known
    ],
    ("spectrum_cribbage", "You can play"): lambda s, d: plays(s, d, cribbage.PegCard),
    ("spectrum_cribbage", "still fits. Play it"): lambda s, d: plays(s, d, cribbage.PegCard, "cards"),
    ("spectrum_cribbage", "every card fits"): lambda s, d: [
        cribbage.PegCard(s.to_move, c) for c in s.hands[s.to_move] if c.known
    ],
    ("spectrum_cribbage", "If nothing fits, say Go"): lambda s, d: [cribbage.SayGo(s.to_move)],
    ("spectrump", "Lead "): lambda s, d: plays(s, d, spectrump.PlayToTrick),
    ("spectrump", "Play B"): lambda s, d: plays(s, d, spectrump.PlayToTrick) if "fit" in d else [],
    ("spectrump", "sets are ready"): lambda s, d: [spectrump.Load(s.to_move)],
    ("spectrump", "; or pass"): lambda s, d: [spectrump.PassAuction(s.to_move)],
    ("spectrum_solitaire", "Turn the waste over"): lambda s, d: [solitaire.Recycle(0)],
    ("spectrum_solitaire", "Turn the next cards"): lambda s, d: [solitaire.Flip(0)],
    ("spectrum_solitaire", "Turn those first"): lambda s, d: [solitaire.Flip(0)],
    ("spectrum_solitaire", "give up"): lambda s, d: [solitaire.Concede(0)],
    ("roll_and_color", "Choose a row now"): lambda s, d: [
        RowScored(s.to_move, row) for row in open_rows(s.sheets[s.to_move])
    ],
    ("roll_and_color", "Choose an open row"): lambda s, d: [
        RowScored(s.to_move, row) for row in open_rows(s.sheets[s.to_move])
    ],
}  # fmt: skip
"""What some words of a refusal tell people to do. A refusal for whoever is not next advises nothing."""


@each
def test_no_refusal_is_empty_or_for_programs_and_what_it_advises_is_allowed(setup):
    assert refusals(setup, seeds=1, step=7, tries=9) > 5


@pytest.mark.slow
@each
def test_no_refusal_in_many_positions_is_empty_or_advises_what_is_refused(setup):
    assert refusals(setup, seeds=4, step=3, tries=40) > 200


def refusals(setup, seeds, step, tries):
    """Random events in every so many positions of random games; how many of them were refused, in good words."""
    random, refused = Random(TABLES.index(setup)), 0
    for seed in range(seeds):
        for game, state, _ in list(events(setup, Random(seed), 160))[::step]:
            check_words(ask(game.name, game.awaiting(state), NAMES))
            for _ in range(tries):
                event = random_event(game, state, random)
                # Sometimes as one who sees only what lies open.
                blind = random.random() < 0.2
                here = game.view(state, random.choice((None, *range(setup.seats)))) if blind else state
                verdict = game.judge(here, event)
                if verdict.ok:
                    check_words(remark(game.name, verdict, NAMES) or "Fine.")
                    continue
                refused += 1
                text = explain(game.name, verdict, NAMES)
                check_words(text)
                check_words(explain(game.name, game.verdict_for(here, event, random.choice((None, 0, 1))), NAMES))
                check_advice(game, here, event, verdict, text)
                check_option(setup, game, here, event, verdict)
    return refused


def check_advice(game, state, event, verdict, text):
    if isinstance(event, Move) and event.seat != game.mover(state):
        return
    for (name, words), advised in ADVICE.items():
        if name == game.name and words in text:
            for move in advised(state, verdict.details):
                assert game.judge(state, move).ok, (text, str(move), game.judge(state, move).reason)


def check_option(setup, game, state, event, verdict):
    """A house rule that is named changes the verdict: to yes, or to another reason."""
    names = verdict.details.get("option") or ()
    for name in (names,) if isinstance(names, str) else names:
        values = game.option_docs()[name]["values"]
        tables = [{**setup.options, name: value} for value in (range(10) if values == "int" else values)]
        if not isinstance(names, str):
            tables = [{**setup.options, "min_meld": 3, "shade_centres": "all12"}, *tables]
        others = [create(setup.name, setup.seats, setup.edition, options).judge(state, event) for options in tables]
        assert any(other.ok or other.reason != verdict.reason for other in others), (verdict, name)


# ---- single sentences


def test_no_special_card_is_called_like_something_to_do():
    """'Draw is your last card ... Draw instead.' reads as one thing."""
    names = {called(Card(special=name)) for name in SPECIALS}
    assert len(names) == len(SPECIALS)
    assert not names & {"Draw", "Pass", "Swap", "Deck", "Play", "Give"}


def spectrumo_table(*hands, **more):
    game = create("spectrumo", 2)
    held = tuple(tuple(map(Card.parse, hand.split())) for hand in hands)
    red = Card.parse("R5")
    return game, replace(game.start(), hands=held, dealt=True, **{"table": red, "discards": (red,), **more})


@pytest.mark.parametrize(
    ("hand", "more", "says", "move"),
    [
        ("*draw", {"stock": "P1 P2"}, "Draw Cards is your last card, and", "draw"),
        ("*draw", {}, "Draw Cards is your last card, and", "pass"),
        ("RO5", {"stock": "P1", "extra": True}, "you cannot go out with red-orange 5", "draw"),
        ("RO5", {"extra": True}, "you cannot go out with red-orange 5", "pass"),
    ],
)
def test_who_cannot_go_out_is_told_the_way_that_is_open(hand, more, says, move):
    """SO-OUT-02, SO-SPECIAL-03"""
    stock = tuple(map(Card.parse, more.get("stock", "").split()))
    game, state = spectrumo_table(hand, "G1 G2", **{**more, "stock": stock})
    why = explain("spectrumo", game.judge(state, game.parse(f"1: play {hand}")), NAMES)
    assert says in why and ("pass instead" in why) == (move == "pass") == ("draw pile instead" not in why)
    assert game.judge(state, game.parse(f"1: {move}")).ok


def test_the_draw_pile_is_counted_and_passing_is_spoken_of_only_when_it_is_used_up():
    game, state = spectrumo_table("RO5 G1", "G1 G2", stock=(Card.parse("P1"),) * 31)
    assert "or draw. Draw pile: 31 cards." in ask("spectrumo", game.awaiting(state), NAMES)
    game, state = spectrumo_table("RO5 G1", "G1 G2")
    assert "or pass. Draw pile: 0 cards." in ask("spectrumo", game.awaiting(state), NAMES)


def test_who_holds_a_card_that_fits_is_not_told_to_pass_when_the_piles_are_used_up():
    game, state = spectrumo_table("RO5 G1", "G1 G2")
    verdict = game.judge(state, DrawFromStock(0))
    assert verdict.reason == "COULD_PLAY" and "red-orange 5" in explain("spectrumo", verdict, NAMES)


def test_solitaire_tells_the_way_that_is_left_when_stock_or_waste_are_used_up():
    up = ((Card.parse("R5"),), *((),) * 11)
    base = SolitaireState(down=((),) * 12, up=up, dealt=True)
    waste = (Card.parse("B9"), Card.parse("B2"))
    game, limited = create("spectrum_solitaire", 1), create("spectrum_solitaire", 1, options={"pass_limit": 10})
    cases = [
        (game, replace(base, waste=waste), "flip", "STOCK_EMPTY"),
        (limited, replace(base, waste=waste, passes=10), "flip", "LAST_PASS"),
        (game, base, "flip", "ALL_PLAYED"),
        (game, base, "recycle", "ALL_PLAYED"),
        (game, base, "put waste > 1", "ALL_PLAYED"),
        (game, replace(base, stock=waste), "put waste > 1", "WASTE_EMPTY"),
        (game, replace(base, waste=waste), "put waste x2 > 1", "WASTE_ONE"),
    ]
    for table, state, move, reason in cases:
        assert table.judge(state, table.parse(f"1: {move}")).reason == reason, move


def test_500_tells_what_the_turn_still_has_room_for():
    game = create("spectrum_500", 2)
    b7 = Card.parse("B7")
    hands = (tuple(map(Card.parse, ["R7", "G7", "Y7", "B1"])), (Card.parse("P1"),))
    state = replace(game.start(), hands=hands, dealt=True, opened=True, discards=(b7, Card.parse("P9")))
    why = explain("spectrum_500", game.judge(state, five.Discard(0, hands[0][0])), NAMES)
    assert "draw from the stock" not in why and "decline" in why
    state = game.after(state, five.TakeDiscards(0, 2))
    why = explain("spectrum_500", game.judge(state, DrawFromStock(0)), NAMES)
    assert "meld blue 7 now" in why and "discard to end" not in why


def test_nobody_is_told_to_say_go_while_every_card_fits():
    game = create("spectrum_cribbage", 2, options={"first_dealer": 1})
    state = replace(game.start(), phase="play", to_move=1)
    assert ask("spectrum_cribbage", game.awaiting(state), NAMES) == "Player 2: play a card. The count is 0."
    near = replace(state, series=tuple(map(Card.parse, ["R10", "B10", "G8"])))
    assert "Up to 9 fits; if you have no such card, say Go." in ask("spectrum_cribbage", game.awaiting(near), NAMES)


def test_what_was_turned_already_says_what_comes_next():
    game = create("spectrum_casino", 2)
    deck = full_deck()[:144]
    state = game.after(game.start(), game.parse("deck " + " ".join(map(str, deck))))
    why = explain("spectrum_casino", game.judge(state, Turned(deck[:6])), NAMES)
    assert why.startswith("That is not what comes next. Player 1: take cards, or leave one. Deal 1 of 11")


@pytest.mark.parametrize("name", CARD_AND_DICE)
def test_a_game_has_one_word_for_the_pile_that_is_drawn_from(name):
    """The draw pile in Spectrumo, as its cards say; the stock elsewhere."""
    page = texts.page(name)
    words = " ".join(text for table in page.values() for text in table.values()).lower().replace("{stock}", "")
    assert ("stock" if name == "spectrumo" else "draw pile") not in words
