"""Who sits where: seats are taken, given back and taken over; tickets cannot be forged and seats outlive a restart."""

import stat

from tablelight.session.seats import Seats, is_ticket, new_ticket

ANA, BEN = "a" * 43, "b" * 43
NAMES = ("Ana", "Ben", "Cem")


def seated(file=None):
    seats = Seats(file)
    seats.follow("m1", NAMES)
    return seats


def test_a_seat_is_one_phone_s_until_it_is_given_back():
    seats = seated()
    assert seats.take(ANA, 0) and seats.viewpoint(ANA) == 0
    assert not seats.take(BEN, 0) and seats.viewpoint(BEN) is None
    assert not seats.leave(BEN, 0), "nobody gives back what another holds"
    assert seats.leave(ANA, 0) and seats.viewpoint(ANA) is None
    assert seats.take(BEN, 0)


def test_taking_over_has_to_be_said():
    seats = seated()
    seats.take(ANA, 1)
    assert not seats.take(BEN, 1)
    assert seats.take(BEN, 1, from_other=True)
    assert (seats.of(ANA), seats.viewpoint(ANA), seats.of(BEN), seats.viewpoint(BEN)) == ((), None, (1,), 1)


def test_one_phone_for_several_people_looks_through_one_pair_of_eyes_at_a_time():
    seats = seated()
    seats.take(ANA, 0)
    seats.take(ANA, 2)
    assert (seats.of(ANA), seats.viewpoint(ANA)) == ((0, 2), 2)
    assert seats.look_from(ANA, 0) and seats.viewpoint(ANA) == 0
    assert not seats.look_from(ANA, 1) and seats.viewpoint(ANA) == 0, "Ben's seat is not this phone's"


def test_there_is_no_seat_beyond_the_players_and_none_without_a_ticket():
    seats = seated()
    assert not seats.take(ANA, 3) and not seats.take(ANA, -1)
    assert not seats.take("", 0) and not seats.take("short", 0)


def test_tickets_are_random_and_a_changed_one_sits_nowhere():
    tickets = {new_ticket() for _ in range(200)}
    assert len(tickets) == 200 and all(map(is_ticket, tickets))
    seats, ticket = seated(), new_ticket()
    seats.take(ticket, 0)
    changed = ("x" if ticket[0] != "x" else "y") + ticket[1:]
    assert seats.viewpoint(ticket) == 0 and seats.viewpoint(changed) is None


def test_the_next_game_keeps_who_is_who_by_name():
    seats = seated()
    seats.take(ANA, 0)
    seats.take(BEN, 1)
    seats.follow("m2", ("Ben", "Ana", "Dora"))
    assert (seats.of(ANA), seats.of(BEN), seats.viewpoint(ANA)) == ((1,), (0,), 1)
    seats.follow("m3", ("Eva", "Eva"))
    assert seats.held() == {}


def test_seats_outlive_a_restart_and_the_folder_holds_no_ticket(tmp_path):
    file = tmp_path / "seats.json"
    seats = seated(file)
    seats.take(ANA, 1)
    again = Seats(file)
    again.follow("m1", NAMES)
    assert again.viewpoint(ANA) == 1
    assert ANA not in file.read_text() and not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def test_a_broken_file_of_seats_is_forgotten(tmp_path):
    endless = '{"held": {}, "eyes": {"x": Infinity}, "match": null, "names": []}'
    for content in (
        "",
        "[]",
        "{",
        "[" * 20_000,
        endless,
        '{"held": 3}',
        '{"held": {"x": 1}, "eyes": {}, "match": null, "names": []}',
    ):
        (tmp_path / "seats.json").write_text(content)
        seats = Seats(tmp_path / "seats.json")
        seats.follow("m1", NAMES)
        assert seats.held() == {} and seats.take(ANA, 0)
