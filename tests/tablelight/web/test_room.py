"""One phone with a broken page cannot lock everybody out, and neither can a café behind one address."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tablelight.session.seats import new_ticket
from tablelight.web import server
from tablelight.web.room import Room
from tests.tablelight.visitors import connect, until, visitor

MOST = 40


def full_of(address: str, browser: str, count: int = MOST) -> tuple[Room, list]:
    room = Room(MOST)
    return room, [room.enter(address, browser) for _ in range(count)]


def test_a_broken_page_gives_up_its_oldest_place_to_whoever_comes_from_elsewhere() -> None:
    room, pages = full_of("10.0.0.7", "broken")
    assert room.enter("127.0.0.1", "at the Pi") is not None
    assert [page.must_go for page in pages] == [True, *[False] * (MOST - 1)]
    assert len(room) == MOST


def test_the_broken_page_that_had_to_go_does_not_come_back_at_the_cost_of_others() -> None:
    room, _ = full_of("10.0.0.7", "broken")
    others = [room.enter(f"10.0.0.{n}", "phone") for n in range(20, 30)]
    for _ in range(50):
        assert room.enter("10.0.0.7", "broken") is None
    assert not any(page.must_go for page in others)


def test_forty_people_in_a_cafe_behind_one_address_all_have_a_page_and_the_next_one_is_told() -> None:
    room = Room(MOST)
    pages = [room.enter("10.0.0.1", f"phone {n}") for n in range(MOST)]
    assert all(pages) and room.enter("10.0.0.1", "one more") is None
    assert not any(page.must_go for page in pages)


def test_a_broken_page_in_the_cafe_makes_room_for_the_other_phones_there() -> None:
    room, pages = full_of("10.0.0.1", "broken", MOST - 5)
    others = [room.enter("10.0.0.1", f"phone {n}") for n in range(15)]
    assert all(others) and not any(page.must_go for page in others)
    assert sum(page.must_go for page in pages) == 10


def test_pages_that_were_closed_make_room() -> None:
    room, pages = full_of("10.0.0.7", "phone")
    assert room.enter("10.0.0.7", "phone") is None
    room.leave(pages[3])
    assert room.enter("10.0.0.7", "phone") is not None


def test_two_that_have_as_many_take_nothing_from_each_other() -> None:
    room, _ = full_of("10.0.0.7", "one", MOST // 2)
    for _ in range(MOST // 2):
        room.enter("10.0.0.8", "other")
    assert room.enter("10.0.0.7", "one") is None and room.enter("10.0.0.8", "other") is None


def test_a_page_that_is_tapped_comes_back_in_place_of_another_of_its_browser_alone() -> None:
    room, pages = full_of("10.0.0.7", "broken", MOST - 1)
    other = room.enter("10.0.0.8", "phone")
    assert room.come_back("10.0.0.9", "elsewhere") is not None, "whoever comes from elsewhere has a place anyway"
    assert pages[0].must_go and not other.must_go
    back = room.come_back("10.0.0.7", "broken")
    assert back is not None and pages[1].must_go and not other.must_go and len(room) == MOST


def test_a_page_alone_in_its_browser_takes_nobody_s_place_by_a_tap() -> None:
    room = Room(2)
    others = [room.enter("10.0.0.1", name) for name in ("one", "other")]
    assert room.come_back("10.0.0.1", "third") is None and room.come_back("10.0.0.1", "") is None
    assert not any(page.must_go for page in others)


def test_a_page_that_is_tapped_where_there_is_room_closes_nothing() -> None:
    room, pages = full_of("10.0.0.7", "phone", 2)
    assert room.come_back("10.0.0.7", "phone") is not None and not any(page.must_go for page in pages)


def test_the_page_that_has_to_go_is_told_why_and_asks_again_later(context) -> None:
    context.room = Room(2)  # both places are soon the broken page's

    def phone():
        opened = visitor(context)
        opened.cookies.set(server.TICKET, new_ticket())
        return opened

    broken = phone()
    with connect(broken) as first, connect(broken) as second:
        first.receive_text()
        second.receive_text()
        with connect(phone()) as other:
            assert "head" in other.receive_text()
            assert "then this one opens by itself" in until(first, "head", "pages look at this table")
            with pytest.raises(WebSocketDisconnect) as closed:
                while True:
                    first.receive_text()
    assert closed.value.code == 1013
