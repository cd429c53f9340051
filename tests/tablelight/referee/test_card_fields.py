"""Cards on the fields of their game's mat: what lies where says what was done, and a closed card stays unknown."""

from dataclasses import replace

import pytest

from engine.components.cards import UNKNOWN, Card
from engine.components.deck import Deck
from engine.core.events import Undo
from engine.core.match import Match
from engine.core.registry import find, names
from engine.inference.observation import SeenCard
from tablelight.demo.auto import play_alone
from tablelight.referee.card_evidence import deal_awaited
from tablelight.referee.card_fields import (
    BESIDE,
    CARD_MATS,
    COLUMNS,
    ROWS,
    CardField,
    CardMat,
    field_at,
    fields_of,
    lying,
    named,
)
from tablelight.referee.inputs import Accept, CameraObservation, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState

PLAY = (15.0, 45.0, 390.0, 207.0)
STOCK = SeenCard((UNKNOWN,), "stock")


def card(text: str, place: str) -> SeenCard:
    return SeenCard((Card.parse(text),), place)


def backs(count: int, place: str) -> list[SeenCard]:
    return [SeenCard((UNKNOWN,), place)] * count


def look(state: RefereeState, *cards: SeenCard) -> RefereeState:
    return step(state, CameraObservation("settled", cards=cards))[0]


def begun(name: str, seats: int, **options: object) -> RefereeState:
    """Cards were dealt, and the draw pile lies on its field."""
    match = Match.new(name, ["Ann", "Ben", "Cem", "Dora"][:seats], options=options)
    return look(look(RefereeState(match)), STOCK)


def said(state: RefereeState) -> list[str]:
    return [str(event) for _, event in state.match.events]


# ---- fields


@pytest.mark.parametrize("name", names())
def test_the_fields_of_a_mat_lie_within_it_and_beside_each_other(name: str) -> None:
    match = Match.new(name, ["Ann", "Ben"] if "solitaire" not in name else ["Ann"])
    fields = fields_of(match.game)
    for n, field in enumerate(fields):
        column, row, wide, high = field.cells
        most = COLUMNS + (name == "spectrum_solitaire")  # whose last places are on the table beside the mat
        assert min(column, row) >= 0 and column + wide <= most + 1e-6 and row + high <= ROWS
        others = [other for other in fields[:n] if (other.lies == "closed") == (field.lies == "closed")]
        assert not any(overlap(field, other) for other in others), "what a card shows tells which field it lies in"


def overlap(one: CardField, other: CardField) -> bool:
    (a, b, wide, high), (c, d, broad, tall) = one.cells, other.cells
    return min(a + wide, c + broad) - max(a, c) > 1e-6 and min(b + high, d + tall) > max(b, d)


def test_a_card_belongs_to_the_field_that_its_middle_lies_in() -> None:
    fields = fields_of(Match.new("spectrum_casino", ["Ann", "Ben"]).game)
    at = {spot: field_at(fields, PLAY, xy) for spot, xy in {"stock": (380, 90), "board": (40, 240), "": (5, 5)}.items()}
    assert {spot: field.spot if field else "" for spot, field in at.items()} == {s: s for s in at}


# ---- piles


def test_what_a_pile_covers_still_lies_there() -> None:
    fields = fields_of(Match.new("spectrumo", ["Ann", "Ben"]).game)
    low, high = card("R5", "discard"), card("R6", "discard")
    assert lying(fields, [low], [high]) == (low, high)
    assert lying(fields, [low, high], [low]) == (low,)
    assert lying(fields, [low, high], []) == ()
    lowest = card("*draw", "discard")
    assert lying(fields, [lowest, low, high], [lowest]) == (lowest,)
    assert lying(fields, [lowest, low, high], [lowest], 1) == (lowest, low, high, lowest), "the deck has another one"


def test_two_cards_side_by_side_on_a_pile_are_the_same_two_at_the_next_look() -> None:
    """Also where one of them is in doubt: the pile would grow by a card with every look, and each be asked about."""
    fields = fields_of(Match.new("spectrum_cribbage", ["Ann", "Ben"]).game)
    low, (top,) = card("R9", "played:1"), backs(1, "played:1")
    doubtful = SeenCard((Card.parse("R1"), Card.parse("R2")), "played:1")
    assert lying(fields, [low, doubtful, top], [doubtful, top]) == (low, doubtful, top)
    assert lying(fields, [low, doubtful, top], [top, doubtful]) == (low, top, doubtful)


def test_a_number_card_that_is_seen_elsewhere_lies_in_no_pile() -> None:
    """A run was moved and moved back: were its last card still thought to lie there, the way back would not be seen."""
    fields = fields_of(Match.new("spectrum_solitaire", ["Ann"]).game)
    six, eight = card("Y6", "pile:2"), card("Y8", "pile:2")
    moved = lying(fields, [eight, six], [eight, card("Y6", "pile:11")])
    assert moved == (eight, card("Y6", "pile:11"))


# ---- what was done


def test_a_draw_pile_that_comes_to_lie_there_is_a_deal_of_cards_that_nobody_knows() -> None:
    state = begun("spectrum_casino", 2)
    (_, dealt), *_ = state.match.events
    assert isinstance(dealt, Deck) and not any(one.known for one in dealt.cards)


def test_open_cards_before_the_draw_pile_are_waited_for_and_then_read_with_it() -> None:
    board = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "R5", "R6")]
    state = look(RefereeState(Match.new("spectrum_casino", ["Ann", "Ben"])))
    state = look(state, *board[:4])
    assert state.doubt is None and said(state) == []
    state = look(state, *board, STOCK)
    assert said(state)[1:] == ["turn R1 R2 R3 R4 R5 R6 @camera"]


def test_a_card_in_the_field_for_taking_captures_what_goes_and_one_on_the_board_is_left_there() -> None:
    board = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "R5", "R12")]
    state = look(begun("spectrum_casino", 2), *board, STOCK)
    state = look(state, STOCK, *board[:4], board[5], card("B5", "take"))
    assert said(state)[-1] == "1: take B5 with R5"
    # The next card is laid on the board while the one that captured is tidied away.
    state = look(state, STOCK, *board[:4], board[5], card("B8", "board"))
    assert said(state)[-1] == "2: leave B8" and state.doubt is None


def test_how_many_cards_are_changed_is_told_by_the_field_and_not_by_counting_backs() -> None:
    """One that was missed would change the exchange, and the rules would allow it as well."""
    state = look(begun("spectrum_poker", 2), STOCK, *backs(2, "away:3"))
    assert said(state)[1:] == ["2: exchange 3x??", "draw @camera"] and state.doubt is None
    again = look(state, STOCK, *backs(1, "away:3"))
    assert said(again) == said(state) and again.doubt is None
    state = look(look(state, STOCK), STOCK, *backs(1, "away:0"))
    assert said(state)[3:] == ["1: stand"] and state.doubt is None


def test_a_pile_that_one_look_missed_is_not_taken_for_what_the_next_player_lays() -> None:
    """Two exchanges of as many cards look alike, but that hands lay each pile elsewhere in its field."""
    pile = replace(*backs(1, "away:3"), at=(200.0, 90.0))
    state = look(begun("spectrum_poker", 2), STOCK, pile)
    again = look(look(state, STOCK), STOCK, replace(pile, at=(200.4, 90.3)))
    assert said(again) == said(state) and again.doubt is not None and again.doubt.why.reason == "CARDS_LAY_THERE"
    assert look(again, STOCK).doubt is None, "taken away, nothing is left to ask"
    anew = look(look(state, STOCK), STOCK, replace(pile, at=(204.0, 93.0)))
    assert said(anew)[3] == "1: exchange 3x??" and anew.doubt is None


@pytest.mark.parametrize(
    ("name", "astray"),
    [
        ("spectrumo", ["R5 at shown"]),
        ("spectrum_cribbage", ["R5 at starter"]),
        ("spectrum_casino", [f"{text} at take" for text in ("R1", "R2", "R3", "R4", "R5", "R12")]),
    ],
)
def test_a_card_in_a_field_for_something_else_is_asked_about(name: str, astray: list[str]) -> None:
    """Were it taken for what the game waits for, a hand shown too early would be the first card of the discards."""
    state = begun(name, 2)
    again = look(state, *([STOCK] if said(state) else []), *map(SeenCard.parse, astray))
    assert said(again) == said(state) and again.doubt is not None and again.doubt.why.reason == "CARDS_NOT_EXPLAINED"


@pytest.mark.parametrize("mat", CARD_MATS, ids=lambda mat: mat.name)
def test_what_fields_tell_are_events_of_their_game(mat: CardMat) -> None:
    kinds = {kind.kind for kind in find(mat.game).event_types}
    assert {kind for field in mat.fields for kind in field.tells} <= kinds


def test_who_gives_a_hand_up_is_told_by_the_field() -> None:
    state = look(begun("spectrum_poker", 3), STOCK, *backs(1, "muck:3"))
    assert said(state)[1:] == ["3: fold"] and state.doubt is None


def test_a_card_between_two_fields_that_tell_by_their_place_is_asked_about() -> None:
    fields = fields_of(Match.new("spectrum_poker", ["Ann", "Ben"]).game)
    third = named(fields, "away:3").area(PLAY)
    middle, edge = third[0] + third[2] / 2, third[0] + 3
    assert field_at(fields, PLAY, (middle, 90), back=True).spot == "away:3"
    assert field_at(fields, PLAY, (edge, 90), back=True) is None
    assert field_at(fields, PLAY, (middle, 152), back=True) is None, "half of it in the field of who gives up below"
    assert field_at(fields, PLAY, (edge, 90)).spot == "shown"
    state = look(begun("spectrum_poker", 2), STOCK, *backs(1, BESIDE))
    assert state.doubt is not None and len(said(state)) == 1


def test_a_back_among_open_cards_is_asked_about() -> None:
    board = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "R5", "R12")]
    state = look(begun("spectrum_casino", 2, must_capture=False), *board, STOCK)
    asked = look(state, *board, STOCK, *backs(1, "board"))
    assert asked.doubt is not None and said(asked) == said(state)


def pegging() -> RefereeState:
    """Cribbage, Ben to play first."""
    state = look(RefereeState(Match.new("spectrum_cribbage", ["Ann", "Ben"])))
    cuts = [card("R1", "played:1"), card("R9", "played:2")]
    state = look(look(look(state, cuts[0]), *cuts), STOCK)
    cribs = [*backs(1, "crib:1"), *backs(1, "crib:2")]
    state = look(look(state, STOCK, cribs[1]), STOCK, *cribs)
    return look(state, STOCK, *cribs, card("O3", "starter"))


def test_a_go_is_told_by_the_next_card_on_the_field_of_somebody_else() -> None:
    lies = [STOCK, *backs(1, "crib:1"), *backs(1, "crib:2"), card("O3", "starter")]
    state = pegging()
    for last in ("B12 2", "G12 1", "Y12 2"):
        text, seat = last.split()
        state = look(state, *lies, card(text, f"played:{seat}"))
    assert said(state)[-3:] == ["2: play B12", "1: play G12", "2: play Y12"]
    state = look(state, *lies, card("R1", "played:2"))
    assert said(state)[-2:] == ["1: go", "2: play R1"] and state.doubt is None


def test_a_closed_pile_that_a_look_did_not_make_out_is_nothing_new() -> None:
    lies = [STOCK, *backs(1, "crib:1"), *backs(1, "crib:2"), card("O3", "starter")]
    state = look(pegging(), *lies[2:])
    state = look(state, *lies, card("B12", "played:2"))
    assert said(state)[-1] == "2: play B12" and state.doubt is None


def test_a_card_on_the_field_of_somebody_whose_turn_it_is_not_is_asked_about() -> None:
    lies = [STOCK, *backs(1, "crib:1"), *backs(1, "crib:2"), card("O3", "starter")]
    before = pegging()
    state = look(before, *lies, card("B12", "played:1"))
    assert said(state) == said(before) and state.doubt is not None


def test_a_part_of_a_shown_hand_is_no_question_yet() -> None:
    state = begun("spectrum_poker", 2)
    for seat in (1, 0):
        state = look(look(state, STOCK, *backs(1, "away:1")), STOCK)
        assert len(said(state)) > seat
    hand = [card(text, "shown") for text in ("R1", "R2", "R3", "R4", "R5")]
    part = look(state, STOCK, *hand[:3])
    assert part.doubt is None and said(part) == said(state)
    assert said(look(part, STOCK, *hand))[-1].endswith("show R1 R2 R3 R4 R5")


def test_how_many_cards_a_closed_pile_got_is_what_the_rules_ask_for() -> None:
    state = RefereeState(Match.new("spectrum_cribbage", ["Ann", "Ben"]))
    cuts = [card("R1", "played:1"), card("R9", "played:2")]
    state = look(look(look(state), cuts[0]), *cuts)
    state = look(look(state, *cuts), STOCK)
    state = look(state, STOCK, *backs(1, "crib:2"))
    assert said(state)[-1].startswith("2: crib 3x??") and state.doubt is None


def a_first_card(first: str = "R5") -> tuple[RefereeState, list[SeenCard]]:
    """Spectrumo, Ann to play on a red 5 or another ``first`` card."""
    lies = [STOCK, card(first, "discard")]
    return look(begun("spectrumo", 2, drawn_card="may_keep"), *lies), lies


def test_a_card_is_drawn_and_a_turn_ended_by_the_field_a_card_is_laid_on() -> None:
    state, lies = a_first_card()
    state = look(state, *lies, *backs(1, "drawn"))
    state = look(state, *lies, *backs(1, "passed"))
    assert said(state)[-2:] == ["1: draw", "1: pass"] and state.doubt is None
    assert said(look(state, *lies, card("RO5", "discard")))[-1] == "2: play RO5"


def test_discards_that_are_shuffled_lie_under_the_last_one_no_more() -> None:
    state, lies = a_first_card()
    state = look(state, *lies, card("RO5", "discard"))
    while not deal_awaited(state.match):
        state = step(state, EnterEvent(str(state.match.game.awaiting(state.match.state).seats[0] + 1) + ": draw"))[0]
    state = look(state, card("RO5", "discard"))
    state = look(state, card("RO5", "discard"), STOCK)
    assert deal_awaited(state.match) is False and state.doubt is None
    state = look(state, STOCK, card("R5", "discard"))
    assert said(state)[-1].endswith("play R5") and state.doubt is None


def a_discard_of_ann() -> tuple[RefereeState, list[SeenCard]]:
    """Spectrum 500, after Ann melded sixes and discarded another one: Ben may draw or take it, and anybody may call."""
    lies = [STOCK, card("G6", "discard")]
    state = look(begun("spectrum_500", 3, min_meld=3), STOCK, card("R5", "discard"))
    state = look(state, STOCK, card("R5", "discard"), *[card(six, "meld") for six in ("R6", "RO6", "O6")])
    state = look(state, *lies)
    assert said(state)[-3:] == ["1: draw", "1: meld R6 RO6 O6", "1: discard G6"]
    return state, lies


def test_cards_laid_tell_of_the_draw_before_them_and_a_card_added_to_a_meld_by_its_field_of_which() -> None:
    state, lies = a_discard_of_ann()
    melds = ["R7 RO7 O7", "G7 GB7 B7"]
    for text in melds:
        state = look(look(state, *lies), *lies, *[card(one, "meld") for one in text.split()])
    state = look(state, *lies, card("Y7", "add:2"))
    assert said(state)[-4:] == ["2: draw", "2: meld R7 RO7 O7", "2: meld G7 GB7 B7", "2: lay Y7 on 2"]
    assert state.doubt is None


def test_discards_that_are_gone_were_taken_by_who_is_next_but_where_a_card_says_whose_call_it_was() -> None:
    state, _ = a_discard_of_ann()
    taken = look(state, STOCK)
    assert said(taken)[-1] == "2: take 2" and taken.doubt is None
    called = look(state, STOCK, card("R5", "discard"), *backs(1, "call:3"))
    assert said(called)[-1] == "3: spectrum 1" and called.doubt is None


def test_two_cards_that_came_at_once_are_asked_about_where_their_order_counts() -> None:
    board = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "R5", "R12")]
    state = look(begun("spectrum_casino", 2, must_capture=False), *board, STOCK)
    state = look(state, *board, STOCK, card("B8", "board"), card("B9", "board"))
    assert state.doubt is not None and state.doubt.why.reason == "CARDS_SEVERAL"


# ---- taken up again


BOARD = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "R5", "R12")]


def a_card_left_on_the_board() -> RefereeState:
    state = look(begun("spectrum_casino", 2, must_capture=False), *BOARD, STOCK)
    return look(state, *BOARD, STOCK, card("B8", "board"))


def test_a_card_that_is_taken_up_again_takes_its_move_back_once_people_say_so() -> None:
    """Nobody sees whose hand a card came from: one that was laid out of turn has counted."""
    laid = a_card_left_on_the_board()
    assert said(laid)[-1] == "1: leave B8"
    asked = look(laid, *BOARD, STOCK)
    assert asked.doubt is not None and asked.doubt.why.reason == "CARDS_TAKEN_UP" and said(asked) == said(laid)
    back = look(asked, *BOARD, STOCK, card("B8", "board"))
    assert back.doubt is None and said(back) == said(laid)
    undone = step(asked, Accept())[0]
    assert said(undone) == said(laid)[:-1] and undone.doubt is None
    assert said(look(undone, *BOARD, STOCK, card("G7", "board")))[-1] == "1: leave G7"


def test_another_card_in_the_place_of_the_last_is_laid_instead_of_it_once_people_say_so() -> None:
    laid = a_card_left_on_the_board()
    asked = look(laid, *BOARD, STOCK, card("G7", "board"))
    assert asked.doubt is not None and said(asked) == said(laid)
    assert said(step(asked, Accept())[0]) == [*said(laid)[:-1], "1: leave G7"]


def test_a_card_that_counted_beside_its_field_and_is_put_into_it_says_nothing_new() -> None:
    state = begun("spectrump", 4)
    for bid in ("2: pass", "3: pass", "4: pass", "1: bid R3"):
        state = step(state, EnterEvent(bid))[0]
    laid = look(state, STOCK, card("B8", BESIDE))
    assert said(laid)[-1] == "1: play B8" and laid.doubt is None
    straight = look(laid, STOCK, card("B8", "trick"))
    assert said(straight) == said(laid) and straight.doubt is None
    assert said(look(straight, STOCK, card("B8", "trick"), card("G7", "trick")))[-1] == "2: play G7"


def test_a_card_that_was_typed_in_is_not_played_once_more_when_it_is_seen_at_last() -> None:
    """A special card of which there are several could be, by who turned the order round and is next again."""
    state, lies = a_first_card()
    typed = step(state, EnterEvent("1: play *reverse-draw"))[0]
    assert said(typed)[-1] == "1: play *reverse-draw" and typed.match.game.mover(typed.match.state) == 0
    seen = look(typed, *lies[:-1], card("*reverse-draw", "discard"))
    assert said(seen) == said(typed) and seen.doubt is None
    assert said(look(seen, *lies[:-1], card("*reverse-draw", "discard"), card("*reverse-draw", "discard"))) != said(
        seen
    )


def in_doubt(place: str, **chances: float) -> SeenCard:
    """A card that may be these, likeliest first; three of them are named."""
    each = tuple((Card.parse(name), chance) for name, chance in chances.items())
    return SeenCard(tuple(card for card, _ in each[:3]), place, None, each)


def test_a_card_in_doubt_counts_where_the_rules_exclude_nearly_all_else_that_it_may_be() -> None:
    state, lies = a_first_card("G1")
    seen = look(state, *lies[:-1], in_doubt("discard", YG5=0.9, BP7=0.06, P7=0.03, P6=0.0095))
    assert said(seen)[-1] == "1: play YG5" and seen.doubt is None, "only a neighbouring hue or a one fits"


@pytest.mark.parametrize(
    "chances",
    [{"RO1": 0.156, "RO11": 0.108, "RO2": 0.07, "R2": 0.064}, {"YG5": 0.9, "BP7": 0.05, "P7": 0.03, "YG6": 0.015}],
    ids=["what it may be besides was not told", "another fits, though it is not named"],
)
def test_a_card_in_doubt_is_asked_about_where_it_may_well_be_none_of_those_named(chances: dict[str, float]) -> None:
    state, lies = a_first_card("G1")
    seen = look(state, *lies[:-1], in_doubt("discard", **chances))
    assert said(seen) == said(state) and seen.doubt is not None and seen.doubt.why.reason == "CARDS_UNLIKELY"
    assert said(step(seen, Accept())[0])[-1] == f"1: play {next(iter(chances))}"


def test_what_a_card_told_with_it_is_taken_back_with_it() -> None:
    lies = [STOCK, *backs(1, "crib:1"), *backs(1, "crib:2"), card("O3", "starter")]
    state = pegging()
    for text, seat in (("B12", 2), ("G12", 1), ("Y12", 2)):
        state = look(state, *lies, card(text, f"played:{seat}"))
    before = state
    state = look(look(state, *lies, card("R1", "played:2")), *lies, card("Y12", "played:2"))
    assert said(state)[-2:] == ["1: go", "2: play R1"] and state.doubt is not None
    assert said(step(state, Accept())[0]) == said(before)


def test_a_card_under_the_turned_one_was_not_turned_by_a_child_that_takes_that_away() -> None:
    faces = [f"{hue}{number}" for number in (3, 5, 7, 9) for hue in ("R", "G", "B")]
    tops = [card(face, f"pile:{n}") for n, face in enumerate(faces, 1)]
    state = look(look(RefereeState(Match.new("spectrum_solitaire", ["Ann"]))), *tops)
    before = state = look(state, *tops, card("O12", "waste"))
    assert said(state)[-2:] == ["1: flip", "turn O12 @camera"]
    state = look(state, *tops, card("Y12", "waste"))
    assert said(state)[-2:] == ["1: flip", "turn Y12 @camera"], "which looks the same"
    state = look(state, *tops, card("O12", "waste"))
    assert state.doubt is not None and state.doubt.why.reason == "CARDS_TAKEN_UP"
    assert said(step(state, Accept())[0]) == said(before)


def test_a_card_that_is_put_back_where_it_was_taken_takes_that_back_once_people_say_so() -> None:
    state, lies = a_discard_of_ann()
    state = look(state, STOCK, card("R5", "discard"))
    assert said(state)[-1] == "2: take 1"
    state = look(state, *lies)
    assert state.doubt is not None and state.doubt.why.reason == "CARDS_PUT_BACK" and said(state)[-1] == "2: take 1"
    assert said(step(state, Accept())[0])[-1] == "1: discard G6"


def test_cards_that_are_tidied_away_together_take_nothing_back() -> None:
    board = [card(text, "board") for text in ("R1", "R2", "R3", "R4", "B5", "G5")]
    state = look(begun("spectrum_casino", 2), *board, STOCK)
    state = look(state, *board[:4], board[5], STOCK, card("R5", "take"))
    state = look(state, *board[:4], STOCK, card("R5", "take"), card("Y5", "take"))
    assert len(said(state)) == 4
    assert look(state, *board[:4], STOCK).doubt is None


def test_a_draw_pile_that_still_lies_there_after_a_power_cut_is_no_deal() -> None:
    begins = RefereeState(Match.new("spectrum_poker", ["Ann", "Ben"]))
    dealt = look(begins, STOCK)
    assert said(dealt), "one that lies ready when a game begins is dealt from"
    match = dealt.match.fork()
    match.add(Undo(0))
    assert deal_awaited(match) and look(RefereeState(match), STOCK).match.log == match.log


@pytest.mark.parametrize("taken_up", [True, False])
def test_cards_that_are_drawn_instead_of_dice_are_taken_up_for_the_next_ones(taken_up: bool) -> None:
    state = look(RefereeState(Match.new("spectrum", ["Ann", "Ben"], options={"dice": "cards"})))
    state = look(state, card("O3", ""), card("RO2", ""))
    assert said(state) == ["draw O3 RO2 @camera"]
    state = step(state, EnterEvent("1: OFF>O1>O2>O3"))[0]
    state = look(state) if taken_up else state
    assert not taken_up or state.cards.accounted == ()
    state = look(state, card("P1", ""), card("PR1", ""))
    assert said(state)[1:] == ["1: OFF>O1>O2>O3", "draw P1 PR1 @camera"] and state.doubt is None


# ---- whole games, the rules and fields alone: no eye is asked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "spoken"),
    [
        ("spectrum_casino", set()),
        ("spectrum_poker", set()),
        ("spectrump", {"bid", "pass", "load"}),
        ("spectrum_cribbage", set()),
        ("spectrumo", {"play"}),
        ("spectrum_500", set()),
        ("spectrum_solitaire", {"concede"}),
    ],
)
def test_a_game_is_played_by_cards_on_their_fields_and_only_what_is_spoken_is_typed(game, spoken, seed) -> None:
    played = play_alone(game, "camera", seed=seed, cards="told")
    assert played.over and played.score_true and not played.silent
    assert set(played.typed) <= spoken


@pytest.mark.slow
def test_a_game_is_played_by_cards_that_are_drawn_on_their_fields_and_read() -> None:
    played = play_alone("spectrum_poker", "camera", seed=1, cards="seen")
    assert played.over and played.score_true and not played.silent
    assert sum(played.typed.values()) < 5, dict(played.typed)
