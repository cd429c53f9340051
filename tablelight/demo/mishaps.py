"""What goes wrong at tables, done with things: each happens on demand, and can be put right again by a hand."""

from engine.core.verdict import Dice
from tablelight.demo import card_mishaps as cards
from tablelight.demo import mat_mishaps as mat
from tablelight.demo import piece_mishaps as pieces
from tablelight.demo import pyramid_mishaps as pyramids
from tablelight.demo.hands import Hands
from tablelight.demo.physical_table import PhysicalTable
from tablelight.demo.scene import Aftermath, Mishap, Scene

# ---- dice


def _dice_due(now: Scene) -> bool:
    return now.table.dice is not None and isinstance(now.match.game.awaiting(now.match.state).need, Dice)


def _cocked(now: Scene) -> Aftermath:
    """The dice are thrown, and one comes to rest leaning."""
    return _bad_throw(now, cocked=True)


def _off_mat(now: Scene) -> Aftermath:
    """The dice are thrown, and one rolls off the mat and out of sight."""
    return _bad_throw(now, cocked=False)


def _bad_throw(now: Scene, *, cocked: bool) -> Aftermath:
    hands = Hands(now.table)
    numbers, bad = hands.throw_badly(now.match, now.random, cocked=cocked)
    return Aftermath(lambda: _throw_again(now.table, bad), lambda: hands.fallen(now.match, len(numbers)))


def _several_due(now: Scene) -> bool:
    need = now.match.game.awaiting(now.match.state).need
    return now.table.dice is not None and isinstance(need, Dice) and need.d6 + need.d12 > 1


def _throw_again(table: PhysicalTable, number: int) -> None:
    assert table.dice is not None
    table.dice.reroll(table.now, [number])
    table.settle()


# ---- light, cables, power


def _lamp_out(now: Scene) -> Aftermath:
    """The lamp over the table goes out."""
    return Aftermath(now.table.lamp_out())


def _bump(now: Scene) -> Aftermath:
    """Somebody knocks against the camera."""
    assert now.table.lens is not None
    now.table.lens.bump()
    now.table.look_again()
    return Aftermath(asks=False)


def _camera(now: Scene) -> Aftermath:
    """The camera's cable comes out."""
    assert now.table.lens is not None
    now.table.lens.unplug()
    return Aftermath(now.table.lens.plug)


def _cable(now: Scene) -> Aftermath:
    """The board's cable comes out."""
    now.table.unplug_board()
    return Aftermath(now.table.plug_board)


def _power(now: Scene) -> Aftermath:
    """The power goes out and comes back; where there are pieces, somebody has moved one meanwhile."""
    if pyramids.are_seen(now):
        return _power_over_pyramids(now)
    standing = sorted(pieces.standing(now))
    moved = pieces.unlawful_move(now, standing) if standing else None
    if moved is None:
        now.table.cut_power(lambda: None)
        now.table.settle()
        return Aftermath(asks=False)
    off, on = moved
    now.table.stand({on if at == off else at: seat for at, seat in pieces.held_now(now).items()})
    now.table.cut_power(lambda: now.table.shift(off, on))
    now.table.settle()
    return Aftermath(lambda: pieces.move_back(now, off, on))


def _power_over_pyramids(now: Scene) -> Aftermath:
    there = now.table.standing
    wrong = pyramids.moved_unlawfully(now) if there else None
    now.table.cut_power(lambda: None if wrong is None else now.table.stand(wrong))
    now.table.settle()

    def put_right() -> None:
        now.table.stand(there)
        now.table.settle()

    return Aftermath(put_right, asks=wrong is not None)


def _on_sheet_or(pyramid: Mishap, other: Mishap) -> Mishap:
    """What happens to pyramids where these are seen, and else to what there is."""

    def now_of(now: Scene) -> Mishap:
        return pyramid if pyramids.are_seen(now) else other

    return Mishap(lambda now: now_of(now).fits(now), lambda now: now_of(now).happen(now))


def _out_of_turn(now: Scene) -> Aftermath | None:
    if pieces.others(now):
        return pieces.piece_out_of_turn(now)
    return mat.out_of_turn(now) if now.table.lays_cards else cards.card_out_of_turn(now)


def _can_be_out_of_turn(now: Scene) -> bool:
    cards_lie = bool(mat.plays(now)) if now.table.lays_cards else cards.plays_one(now)
    return bool(pieces.others(now)) or (cards_lie and bool(cards.foreign(now)))


def _two_cards(now: Scene) -> Aftermath | None:
    return mat.two_at_once(now) if now.table.lays_cards else cards.two_cards(now)


def _can_be_two_cards(now: Scene) -> bool:
    return bool(mat.two_that_show(now)) if now.table.lays_cards else cards.plays_one_of_several(now)


def _unread_card(now: Scene) -> Aftermath | None:
    return mat.face_down(now) if now.table.lays_cards else cards.unread_card(now)


def _can_be_unread(now: Scene) -> bool:
    return bool(mat.plays(now)) if now.table.lays_cards else cards.plays_one(now)


MISHAPS: dict[str, Mishap] = {
    "cocked": Mishap(_dice_due, _cocked),
    "off_mat": Mishap(_several_due, _off_mat),
    "fallen": _on_sheet_or(Mishap(pyramids.can_go_wrong, pyramids.fallen), Mishap(pieces.has_pieces, pieces.fallen)),
    "turned": Mishap(lambda now: bool(pieces.that_can_turn(now)), pieces.turned),
    "child": _on_sheet_or(
        Mishap(pyramids.can_go_wrong, pyramids.child), Mishap(lambda now: bool(pieces.others(now)), pieces.child)
    ),
    "wrong_piece": _on_sheet_or(
        Mishap(pyramids.can_go_wrong, pyramids.moved), Mishap(pieces.has_pieces, pieces.wrong_piece)
    ),
    "out_of_turn": _on_sheet_or(
        Mishap(pyramids.can_go_wrong, pyramids.drawn_out_of_turn), Mishap(_can_be_out_of_turn, _out_of_turn)
    ),
    "two_cards": Mishap(_can_be_two_cards, _two_cards),
    "unread_card": Mishap(_can_be_unread, _unread_card),
    "card_astray": Mishap(lambda now: bool(mat.that_can_lie_astray(now)), mat.astray),
    "card_gone": Mishap(lambda now: bool(mat.that_can_go(now)), mat.taken_away),
    "lamp_out": Mishap(lambda now: now.table.has_lamp, _lamp_out),
    "bump": Mishap(lambda now: now.table.lens is not None, _bump),
    "camera": Mishap(lambda now: now.table.lens is not None and now.table.has_cables, _camera),
    "board": Mishap(lambda now: now.table.device is not None and now.table.device.running, _cable),
    "power": Mishap(lambda now: True, _power),
}
"""Everything that goes wrong on demand, by name."""
