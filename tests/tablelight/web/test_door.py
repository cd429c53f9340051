"""However many connections are opened, the phones at the table are served; and whoever is not is told why."""

import asyncio
import errno
import json
import logging
import socket
import threading
from contextlib import ExitStack, contextmanager
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

from tablelight.setup.logs import Seldom
from tablelight.web import serving
from tablelight.web.dependencies import PageContext
from tablelight.web.door import TO_ASK_S, TO_BE_ANSWERED_S, TOO_MANY, TOO_MANY_HERE, Door
from tests.tablelight.visitors import CODE, bearer


class Wire:
    """A connection that nobody is at the other end of."""

    def __init__(self):
        self.cut, self.unsent = False, 0

    def abort(self):
        self.cut = True

    def get_write_buffer_size(self):
        return self.unsent


class Street:
    """People who come to a door, at times that the test says."""

    def __init__(self, *limits):
        self.now = 0.0
        self.door = Door(*limits, clock=lambda: self.now)
        self.wires = {}

    def come(self, address, count=1):
        """Open so many connections from there. The reason why the last was not let in; "" where it was."""
        why = ""
        for _ in range(count):
            peer, wire = (address, len(self.wires)), Wire()
            why = self.door.enter(peer, wire)
            self.wires[peer] = wire
            self.now += 0.001
        return why

    def all_do(self, doing):
        for peer in self.wires:
            self.door.does(peer, doing)

    def cut(self, address):
        return sum(wire.cut for (whose, _), wire in self.wires.items() if whose == address)


def test_a_connection_that_says_nothing_makes_room_for_the_next_from_there():
    street = Street(40, 20, 8)
    assert street.come("10.0.0.7", 60) == "" and len(street.door) == 20
    assert street.cut("10.0.0.7") == 40 and [wire.cut for wire in street.wires.values()] == [True] * 40 + [False] * 20


def test_where_every_connection_asks_something_the_next_from_there_is_told_so():
    street = Street(40, 20, 8)
    street.come("10.0.0.7", 20)
    street.all_do("asking")
    assert street.come("10.0.0.7") == TOO_MANY_HERE and street.come("10.0.0.8") == ""


def test_strangers_leave_places_for_phones_with_the_code_and_for_open_pages():
    street = Street(40, 20, 8)
    street.come("10.0.0.9")
    street.all_do("watching")
    for n in range(31):
        street.come(f"10.0.1.{n}")
    street.door.know("10.0.0.7")
    street.all_do("asking")
    street.door.does(("10.0.0.9", 0), "watching")
    assert street.come("10.0.2.1") == TOO_MANY
    assert [street.come("10.0.0.7", 4), street.come("10.0.0.9", 4)] == ["", ""]
    street.all_do("asking")
    assert street.come("10.0.0.7") == TOO_MANY, "every connection there is asks something"


def test_a_silent_crowd_makes_room_for_everybody_who_comes_alone():
    street = Street(40, 40, 8)
    street.come("10.0.0.7", 32)
    assert street.come("10.0.0.8", 6) == "" and street.cut("10.0.0.7") == 6
    street.come("10.0.0.7", 200)
    assert street.cut("10.0.0.8") == 0


def test_an_open_page_and_a_question_are_never_cut_to_make_room():
    street = Street(40, 20, 8)
    street.come("10.0.0.7", 10)
    street.all_do("watching")
    street.come("10.0.0.7", 300)
    assert not any(wire.cut for (_, n), wire in street.wires.items() if n < 10)


def test_whoever_takes_too_long_to_ask_or_to_hear_is_cut_and_an_open_page_is_not():
    street = Street(40, 20, 8)
    street.come("10.0.0.7", 4)
    _, slow, page, hears = street.wires
    street.door.does(slow, "asking")
    street.door.does(page, "watching")
    street.wires[hears].unsent = 1000  # the answer is given, and most of it still on its way
    street.now = TO_ASK_S + 1
    street.door.cut_late()
    assert [wire.cut for wire in street.wires.values()] == [True, False, False, False]
    street.now = TO_BE_ANSWERED_S + 1
    street.door.cut_late()
    assert [wire.cut for wire in street.wires.values()] == [True, True, False, True]
    assert len(street.door) == 1


def test_a_port_that_is_used_again_is_not_forgotten_with_the_connection_before():
    door, peer, old, new = Door(), ("10.0.0.7", 5), Wire(), Wire()
    door.enter(peer, old)
    door.enter(peer, new)
    door.leave(peer, old)
    assert len(door) == 1
    door.leave(peer, new)
    door.does(peer, "asking")
    assert len(door) == 0


@pytest.mark.parametrize(("files", "most"), [(1024, 256), (65_536, 256), (256, 128)])
def test_connections_leave_files_for_the_record_and_the_camera(files, most):
    door = Door.for_files(files)
    assert door.most == most and 0 < door.reserved < door.most_of_one < door.most


# ---- on a real socket


@contextmanager
def open_table(context: PageContext):
    """The address of a page that is really served."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=serving.BACKLOG)
    server = serving.page_server(context)
    thread = threading.Thread(target=lambda: asyncio.run(serving.run(server, context, listener)))
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join(20)


def silent(stack, where, count, source="127.0.0.1"):
    """So many connections that say nothing."""
    return [
        stack.enter_context(socket.create_connection(where, timeout=10, source_address=(source, 0)))
        for _ in range(count)
    ]


def ask(where, line="GET /api/state", source="127.0.0.1", **headers):
    """The status and text of an answer, over a connection of its own."""
    with socket.create_connection(where, timeout=10, source_address=(source, 0)) as wire:
        fields = "".join(
            f"{name}: {value}\r\n" for name, value in {"host": f"{where[0]}:{where[1]}", **headers}.items()
        )
        wire.sendall(f"{line} HTTP/1.1\r\n{fields}connection: close\r\n\r\n".encode())
        said = b"".join(iter(lambda: wire.recv(65_536), b"")).decode()
    return int(said.split(" ", 2)[1]), said.partition("\r\n\r\n")[2]


def test_sixty_silent_connections_do_not_keep_a_phone_out(context):
    context.door = Door(40, 20, 8)
    with open_table(context) as where, ExitStack() as stack:
        silent(stack, where, 60)
        assert ask(where)[0] == 200, "the same address"
        assert ask(where, source="127.0.0.9")[0] == 200
        assert len(context.door) <= 40


def page(where):
    return connect(f"ws://{where[0]}:{where[1]}/ws", origin=f"http://{where[0]}:{where[1]}")


def test_where_all_places_are_open_pages_the_next_is_told_why_and_the_code_still_opens(context):
    context.door = Door(9, 6, 3)
    with open_table(context) as where, ExitStack() as stack:
        assert ask(where, "POST /api/event", source="127.0.0.9", **bearer(CODE))[0] == 400, "its code is right"
        pages = [stack.enter_context(page(where)) for _ in range(6)]
        assert all(json.loads(one.recv())["sections"] for one in pages)
        status, why = ask(where)
        assert status == 503 and "from this address" in why
        status, why = ask(where, source="127.0.0.8")
        assert status == 503 and "at this table" in why
        assert ask(where, source="127.0.0.9")[0] == 200, "a phone that has shown the code comes first"
        pages[0].close()
        assert ask(where)[0] == 200


def test_an_open_page_that_is_closed_leaves_no_place_behind(context):
    with open_table(context) as where:
        for _ in range(3):
            with page(where) as one:
                one.recv()
        with pytest.raises(HTTPError), urlopen(f"http://{where[0]}:{where[1]}/ws"):
            pass
        assert ask(where)[0] == 200
        asyncio.run(gone(context.door))


async def gone(door):
    for _ in range(200):
        if not len(door):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{len(door)} connections are still counted")


def test_however_many_ask_for_saved_games_the_open_pages_go_on(context, monkeypatch):
    done = threading.Event()
    monkeypatch.setattr(context.table.archive, "card", lambda _: done.wait(20) and None)
    with open_table(context) as where, ExitStack() as stack:
        try:
            for wire in silent(stack, where, 50):
                wire.sendall(f"GET /games/1.jsonl HTTP/1.1\r\nhost: {where[0]}\r\n\r\n".encode())
            with page(where) as one:
                assert json.loads(one.recv(10))["sections"]
                one.send(json.dumps({"name": "overlay", "args": {"name": "menu"}}))
                assert "Menu" in one.recv(10)
        finally:
            done.set()


def test_nobody_is_believed_to_be_somebody_else(context):
    with open_table(context) as where:
        ask(where, "POST /unlock", **{"x-forwarded-for": "10.9.9.9", "x-real-ip": "10.9.9.9", "content-length": "0"})
        ask(where, "POST /api/event", **{"x-forwarded-for": "10.9.9.9", **bearer("WRONG234")})
        assert list(context.guesses._wrong) == ["127.0.0.1"]


def test_too_many_open_files_are_a_line_a_minute_and_no_traceback(caplog):
    loop = asyncio.new_event_loop()
    try:
        logging.getLogger(serving.__name__).addFilter(filters := Seldom(clock=lambda: 0.0))
        trouble = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "too many")}
        for _ in range(1000):
            serving._said(loop, trouble)
    finally:
        logging.getLogger(serving.__name__).removeFilter(filters)
        loop.close()
    assert len(caplog.records) == 1 and caplog.records[0].exc_info is None and "too many" in caplog.text


def test_the_same_warning_is_let_through_once_a_minute_and_every_traceback():
    now = [0.0]
    seldom = Seldom(clock=lambda: now[0])

    def passes(form, *values, fault=None):
        return seldom.filter(logging.LogRecord("x", logging.WARNING, "", 1, form, values, fault))

    assert [passes("%s is odd", 1), passes("%s is odd", 2), passes("another")] == [True, False, True]
    assert passes("%s is odd", 3, fault=(ValueError, ValueError(), None))
    now[0] = 60.0
    assert passes("another") and passes("another") is False
