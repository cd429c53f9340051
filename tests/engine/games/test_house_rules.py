"""Where tables argue, the refusal or the remark names the option that would change it, and no other does."""

from dataclasses import replace

import pytest

from engine.components.cards import Card, full_name
from engine.components.hues import Hue
from engine.core import audit
from engine.core.match import Match
from engine.core.registry import create, find
from engine.games.spectrum_solitaire.state import State as Solitaire
from engine.games.spectrump.events import PlayToTrick
from engine.texts import explain, option_words, remark
from tests.support.card_games import cribbage_started

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def cards(text):
    return tuple(map(Card.parse, text.split()))


def piles(*texts):
    return tuple(map(cards, texts)) + ((),) * (12 - len(texts))


def solitaire(*up, **more):
    return lambda game: Solitaire(down=((),) * 12, up=piles(*up), dealt=True, **more)


def spectrumo(table, *hands, **more):
    def state(game):
        hidden = {"stock": cards("P1 P2 P3"), "discards": cards(table), "table": cards(table)[0], "dealt": True}
        return replace(game.start(), hands=tuple(map(cards, hands)), **hidden, **more)

    return state


def casino(board, *hands):
    def state(game):
        return replace(game.start(), board=cards(board), hands=tuple(map(cards, hands)), deal=1, chosen=Hue.R)

    return state


def spectrump(trump, trick, *hands):
    """Player 1 follows; the others have laid the trick."""

    def state(game):
        held = tuple((cards(hand),) * 2 for hand in hands)
        bid = {"phase": "play", "bid_hue": Hue[trump], "bid_number": 1, "trick": cards(trick)}
        return replace(game.start(), hands=held, **bid)

    return state


REFUSALS = [
    ("spectrum_solitaire", {}, solitaire("BP5", "GB6"), "put 1 > 2", "share_component"),
    ("spectrum_solitaire", {"strict_shades": True}, solitaire("B5", "B6"), "put 1 > 2", "strict_shades"),
    ("spectrum_solitaire", {}, solitaire("B5", "R6"), "put 1 > 3", "empty_column"),
    ("spectrum_solitaire", {"move_runs": False}, solitaire("B6 B5", "B7"), "put 1 x2 > 2", "move_runs"),
    ("spectrum_solitaire", {}, solitaire("R2", homes=(1,) + (0,) * 11), "put home R > 1", "foundation_return"),
    ("spectrum_solitaire", {"pass_limit": 10}, solitaire("B2", waste=cards("R9"), passes=10), "recycle", "pass_limit"),
    ("spectrum_solitaire", {}, solitaire("B5", "R6"), "put 1 > 2", None),
    ("spectrumo", {}, spectrumo("R5", "R9 B1", "G1"), "1: play R9", "same_colour_ok"),
    ("spectrumo", {}, spectrumo("GB5", "BP9 R1", "G1"), "1: play BP9", "share_component"),
    ("spectrumo", {}, spectrumo("R5", "G9 R1", "G1"), "1: play G9", None),
    ("spectrumo", {"swap_followup": "shades_only"}, spectrumo("R5", "G5 R1", "G1", swaps=1, extra=True), "1: play G5",
     "swap_followup"),
    ("spectrumo", {"special_with_one_left": "forbid"}, spectrumo("R5", "*draw R1", "G1"), "1: play *draw",
     "special_with_one_left"),
    ("spectrumo", {}, spectrumo("*draw", "*swap:R<>G R1 R2", "G1"), "1: play *swap:R<>G", "colour_swap_on_wheel"),
    ("spectrumo", {}, spectrumo("R5", "RO9 B1", "G1", drew=1), "1: pass", "drawn_card"),
    ("spectrumo", {}, spectrumo("R5", "RO9 B1", "G1"), "1: pass", None),
    ("spectrum_casino", {"created_value_cap": 12}, casino("R5 R6 R9", "B10", ""), "1: take B10 on R5 with R6 R9",
     "created_value_cap"),
    ("spectrum_casino", {}, casino("R5 R6 R9", "B5 B1", ""), "1: leave B1", "must_capture"),
    ("spectrum_casino", {}, casino("R5 R6 R9", "B10", ""), "1: take B10 with R9", None),
    # GB and BP share blue, but are no neighbours.
    ("spectrump", {}, spectrump("R", "GB3", "BP2 Y6", "G1"), "1: play Y6", "follow"),
    ("spectrump", {"follow": "neighbours"}, spectrump("R", "GB3", "BP2 GB5", "G1"), "1: play BP2", "follow"),
    ("spectrump", {}, spectrump("BP", "G3", "BP2 G5", "R1"), "1: play BP2", None),
    ("spectrump", {"all_pass": "dealer_must_bid"},
     lambda game: replace(spectrump("R", "", "BP2", "G1")(game), phase="auction", bid_hue=None, passed=(False, True)),
     "1: pass", "all_pass"),
    ("spectrum_cribbage", {"muggins": True}, "count", "2: show", "muggins"),
    ("spectrum_cribbage", {}, "count", "2: show = 5", "muggins"),
    ("spectrum_500", {}, lambda game: replace(game.start(), dealt=True, opened=True), "false-call 1",
     "false_call_penalty"),
    ("spectrum_poker", {"exchange": 2}, lambda game: game.after(game.start(), game.parse(
        "deal R1 R2 R3 R4 R5 / B1 B2 B3 B4 B5")), "2: exchange B1 B2 B3", "exchange"),
    ("roll_and_color", {}, lambda game: game.after(game.start(), game.parse("roll R R O O / R R O O Y")),
     "1: reroll R R O O /", None),
    ("roll_and_color", {}, lambda game: game.after(game.start(), game.parse("roll R R O O / R R O O Y")),
     "1: reroll R R /", "reroll_order"),
]  # fmt: skip


def counting(options):
    """A hand of cribbage that was played to its end."""
    match = cribbage_started("R1 R2 R3 R4 R5 R6 G1 G2 G3", "B1 B2 B3 B4 B5 B6 P1 P2 P3", options=options)
    match.add(match.parse("starter Y12"))
    while match.game.awaiting(match.state).ask == "PLAY":
        match.add(next(iter(match.game.moves(match.state))))
    return match.game, match.state


@pytest.mark.parametrize(("name", "options", "position", "event", "option"), REFUSALS)
def test_a_refusal_names_the_option_by_which_it_would_be_allowed(name, options, position, event, option):
    if position == "count":
        game, state = counting(options)
    else:
        seats = max(find(name).seats[0], 1)
        game = create(name, seats, options=options)
        state = position(game)
    verdict = game.judge(state, game.parse(event, state))
    if name == "roll_and_color" and option is None:
        assert verdict.ok
        return
    assert not verdict.ok
    said = explain(name, verdict, NAMES)
    if option is None:
        assert "house rule" not in said
        return
    assert said.endswith(f"A house rule changes that: “{option_words(name, option)}”.")
    values = game.option_docs()[option]["values"]
    for value in range(10) if values == "int" else values:
        other = create(name, game.rules.seats, options={**options, option: value})
        if other.judge(state, other.parse(event, state)).ok:
            return
    pytest.fail(f"no value of {option} allows {event}")


def test_a_missed_capture_names_the_option_too():
    game = create("spectrum_casino", 2)
    state = replace(game.start(), board=cards("R4 R9"), deal=1, chosen=Hue.R, stock=cards(" ".join(["P1"] * 12)))
    state = replace(state, hands=((Card(),) * 2, (Card(),) * 2))
    for line in ("1: leave B2", "2: leave G12", "1: leave B5", "2: leave G11"):
        state = game.after(state, game.parse(line))
    said = explain("spectrum_casino", state.findings[0].verdict(), NAMES)
    assert option_words("spectrum_casino", "must_capture") in said


# ---- scores


def cribbage_remarks(hand, starter, options=(), seats=2):
    """What is remarked on when player 2, who counts first, shows this hand."""
    rest = iter([Card(hue, n) for hue in (Hue.Y, Hue.G) for n in range(1, 13)])
    held = [*cards(hand)]
    match = Match.new("spectrum_cribbage", NAMES[:seats], options={"first_dealer": 1, **dict(options)})
    game, size = match.game, match.game.dealt
    hands = [
        [next(c for c in rest if c not in held) for _ in range(size if n != 1 else size - len(held))] for n in range(2)
    ]
    hands[1] += held
    if seats == 4:
        more = iter([Card(hue, n) for hue in (Hue.YG, Hue.GB) for n in range(1, 13)])
        hands += [[next(more) for _ in range(size)] for _ in range(2)]
    match.add(match.parse("deal " + " / ".join(" ".join(map(str, h)) for h in hands)))
    for seat, h in enumerate(hands):
        match.add(match.parse(f"{seat + 1}: crib " + " ".join(map(str, h[: game.to_crib]))))
    match.add(match.parse(f"starter {starter}"))
    while game.awaiting(match.state).ask == "PLAY":
        match.add(next(iter(game.moves(match.state))))
    match.add(match.parse("2: show"))
    return [audit.say("spectrum_cribbage", r, NAMES) for r in match.state.remarks if r.code == "COUNTS_OTHERWISE"]


@pytest.mark.parametrize(
    ("hand", "starter", "options", "seats", "named"),
    [
        # A nobby flush of neighbours that share no one primary; with PR the basic colour counts, not the neighbour.
        ("R1 RO3 O5 R7 RO9 O11", "RO12", {"nobs_relation": "neighbour"}, 2, []),
        ("R1 RO3 PR5 R7 RO9 O11", "RO12", {}, 2, ["nobs_relation"]),
        ("RO1 R3 O5 R7 RO9 O11", "B12", {}, 2, ["shade_centres"]),
        ("R10 RO10 R3 B4 B6 B7", "R12", {}, 2, ["nobs"]),
        ("B1 B3 B5 B7 B9 B11 R2 R4", "P12", {}, 4, ["flush4p"]),
        ("R1 B3 P5 R7 B9 P11", "B12", {}, 2, []),
    ],
)
def test_a_count_that_other_tables_would_count_otherwise_names_the_option(hand, starter, options, seats, named):
    """D-CR-03, D-CR-05, D-CR-07"""
    said = cribbage_remarks(hand, starter, options.items(), seats)
    assert len(said) == bool(named)
    for line in said:
        assert "Ben" in line and full_name(cards(hand)[0]) in line
        every = set(find("spectrum_cribbage").option_docs())
        assert {o for o in every if option_words("spectrum_cribbage", o) in line} == set(named)


@pytest.mark.parametrize(
    ("hand", "options", "named"),
    [
        ("BP8 P9 PR10 R11 RO12", {}, ["spectrum_straight"]),  # up or either way, it climbs; five hues in any order, too
        ("BP12 P11 PR10 R9 RO8", {}, ["spectrum_straight"]),
        ("P8 BP9 PR10 R11 RO12", {}, ["spectrum_straight"]),
        ("R1 RO3 O5 RO7 R9", {}, ["shade_centres"]),
        ("R1 B3 O5 RO7 R9", {}, []),
    ],
)
def test_a_rank_that_other_tables_would_give_otherwise_names_the_option(hand, options, named):
    """D-PK-02, D-PK-03"""
    game = create("spectrum_poker", 2, options={"form": "showdown", "deals": 3, **options})
    state = game.start()
    for line in ("2: show G1 G3 Y5 Y7 B12".replace("B12", "P12"), f"1: show {hand}"):
        state = game.after(state, game.parse(line))
    found = [r for r in state.remarks if r.player == 0]
    if hand == "BP8 P9 PR10 R11 RO12":
        named = []  # it climbs clockwise, so it is one under every option
    assert [r.option for r in found] == ([tuple(named)] if named else [])
    for line in [audit.say("spectrum_poker", r, NAMES) for r in found]:
        assert "Ann" in line and full_name(cards(hand)[0]) in line and option_words("spectrum_poker", named[0]) in line


def test_a_run_over_the_end_of_the_circle_names_the_option():
    """D-RC-04"""
    for wrap in (True, False):
        game = create("roll_and_color", 1, options={"wrap": wrap})
        state = game.after(game.start(), game.parse("roll P P P R / PR PR PR PR PR"))
        said = remark("roll_and_color", game.judge(state, game.parse("1: score SEQ_SPE")), NAMES)
        assert option_words("roll_and_color", "wrap") in said
        assert remark("roll_and_color", game.judge(state, game.parse("1: score PR")), NAMES) == ""


def test_a_trick_of_two_players_still_knows_its_following(play=PlayToTrick):
    """The position used above is one that the game would reach: GB3 led, BP2 in hand."""
    game = create("spectrump", 2)
    state = spectrump("R", "GB3", "BP2 Y6 GB5", "G1")(game)
    assert game.judge(state, play(0, cards("BP2")[0])).ok
