"""What one phone was told about a step of the game is gone once the game has gone on."""

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.seats import new_ticket
from tablelight.web.session import Browser


@pytest.fixture
def phones(context):
    """Ann's and Ben's; Ann is to move."""
    context.table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    context.table.tell(EnterEvent("roll R G"))
    phones = [Browser(context, "play", may_write=True, ticket=new_ticket()) for _ in range(2)]
    for seat, phone in enumerate(phones):
        phone._act("take-seat", {"seat": str(seat)}, "")
        phone.changes()
    return phones


def asked(phone):
    """What stands at the top of a phone now."""
    phone.changes()
    return phone._shown["ask"]


def tap(phone, act, /, seen="", **args):
    phone._act(act, args, seen)
    phone._acted = True


def test_why_a_tap_did_not_count_stays_while_the_game_stands_still(phones):
    tap(phones[1], "play", event="1: OFF>R1")
    assert 'class="refused" role="alert">Ann plays on another phone' in asked(phones[1])
    tap(phones[0], "overlay", name="menu")
    assert 'class="refused" role="alert">Ann plays on another phone' in asked(phones[1])


def test_why_a_tap_did_not_count_is_gone_when_somebody_has_moved(phones):
    tap(phones[1], "play", event="1: OFF>R1")
    asked(phones[1])
    tap(phones[0], "play", event="1: OFF>R1")
    assert 'class="refused"' not in asked(phones[1])
    assert "Ann: go on" in asked(phones[1])


def test_why_a_tap_did_not_count_is_gone_in_another_game(context, phones):
    tap(phones[0], "touch", at="P9")
    assert 'class="refused"' in asked(phones[0])
    context.table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    assert 'class="refused"' not in asked(phones[0])


def test_that_somebody_was_quicker_is_said_and_then_gone(context, phones):
    step = phones[1]._step
    tap(phones[0], "undo", seen=step)
    tap(phones[1], "undo", seen=step)
    assert "quicker" in asked(phones[1]) and "roll 2 dice" in asked(phones[1])
    context.table.tell(EnterEvent("roll R B"))
    assert "quicker" not in asked(phones[1])


def test_what_cannot_be_in_a_form_stays_said_while_others_play(phones):
    tap(phones[1], "overlay", name="people")
    tap(phones[1], "rename", name0="Ann", name1="Ann")
    why = phones[1].looking.said
    tap(phones[0], "play", event="1: OFF>R1")
    asked(phones[1])
    assert "Ann" in why and phones[1].looking.said == why
