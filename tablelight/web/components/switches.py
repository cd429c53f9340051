"""What stands otherwise on the board than in the game, on the page, with every way out of it."""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node

from engine import texts
from engine.core.events import Entry, Move, Seat, Undo
from engine.core.match import Match
from engine.texts.language import tr, trn
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.piece_places import Carry, calm, held_on, is_exchange, out_of_place
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.state import PieceMemory, RefereeState
from tablelight.referee.turned import is_turned
from tablelight.texts.sentences import say
from tablelight.web.components import yards
from tablelight.web.components.html import button, rendered
from tablelight.web.games import panels_of
from tablelight.web.narration import in_words
from tablelight.web.viewer import Shown


@rendered
def panel(referee: RefereeState, *, may_write: bool) -> Node:
    """The mismatch and its ways out; empty where board and game agree."""
    pieces = referee.pieces
    ignored = _ignored(pieces, may_write=may_write)
    if pieces.why is None:
        if not pieces.lifted or stand_on_sheet(referee.game):
            return ignored
        return [ignored, h.p(".said")[say("pieces", "IN_HAND", spot=texts.join(pieces.lifted))]]
    said = sentence(referee)
    if not said:
        return ignored
    if calm(pieces.why):
        off = may_write and button("pieces-leave", tr("Play without the board"), style="quiet")
        return [h.div(".follow", role="status")[h.p[said], off], ignored]
    exits = may_write and h.div(".row")[_exits(referee)]
    return [h.div(".doubt")[h.p(role="alert")[said], exits], ignored]


def _exits(referee: RefereeState) -> Node:
    explanations = referee.pieces.explanations
    style = "go" if len(explanations) == 1 else ""
    takes = [button("pieces-take", _label(referee, way), style=style, index=n) for n, way in enumerate(explanations)]
    if is_exchange(referee.pieces.why):
        return [takes, button("pieces-ignore", tr("Nothing happened"), style="quiet")]
    return [
        takes,
        button("undo", tr("Undo"), style="quiet", disabled=not referee.match.log),
        button("pieces-ignore", tr("Go on without these spaces"), style="quiet"),
    ]


def _label(referee: RefereeState, way: Sequence[Entry]) -> Node:
    """A reading on its button: the tile as it lies, where that is in question, else what happened."""
    why, match = referee.pieces.why, referee.match
    laid = panels_of(match.game.name).laid(match, way[-1]) if why is not None and why.reason == "WHICH_TILE" else None
    return laid or _words(referee, way)


def sentence(referee: RefereeState) -> str:
    """Where board and game differ, and what puts it right or goes on; empty where they do not."""
    if stand_on_sheet(referee.game):
        return yards.sentence(referee, lambda way: _words(referee, way))
    if is_exchange(referee.pieces.why):
        return _exchange(referee)
    if is_turned(referee.pieces.why):
        return _turned(referee)
    carried = out_of_place(referee.pieces, referee.match)
    if referee.pieces.why is None or not carried:
        return ""
    if referee.pieces.why.reason == "ON_ITS_WAY":
        return texts.explain(referee.match.game.name, referee.pieces.why, referee.match.seats)
    steps = "; ".join(_steps(carried, referee.match.seats))
    ways = referee.pieces.explanations
    if len(ways) == 1 and referee.pieces.why.reason == "WHICH_MOVE":
        gone = all(each.off is None for each in carried)
        return say("pieces", "THIS_GONE" if gone else "THIS_MOVE", what=_words(referee, ways[0]), steps=steps)
    if referee.pieces.why.reason == "WHICH_TILE" and isinstance(move := ways[0][-1], Move):
        player, spots = referee.match.seats[move.seat], _places(move.spots())
        return say("pieces", "WHICH_TILE", player=player, spots=spots, steps=steps)
    return say("pieces", referee.pieces.why.reason, steps=steps)


def _exchange(referee: RefereeState) -> str:
    assert referee.pieces.why is not None
    ways, spots = referee.pieces.explanations, _places(referee.pieces.why.spots)
    if len(ways) == 1:
        return say("pieces", "EXCHANGED_THIS", what=_words(referee, ways[0]), spots=spots)
    return say("pieces", "EXCHANGED", spots=spots)


def _turned(referee: RefereeState) -> str:
    assert referee.pieces.why is not None
    spots, held = referee.pieces.why.spots, held_on(referee.match)
    tiles = texts.join([_colours(referee.match.game.name, str(held[spot])) for spot in spots])
    code = "TURNED_THIS" if referee.pieces.explanations else "TURNED"
    return say("pieces", code, spots=_places(spots), tiles=tiles)


def _colours(game: str, tile: str) -> str:
    return "-".join(texts.name_of(game, letter) for letter in tile[:3])


def _steps(carried: Sequence[Carry], seats: Sequence[str]) -> list[str]:
    """What hands have to do, in words; pieces that only go or only come are told together, and going makes room."""
    moves = [
        _step("MOVE", each.whose, seats, off=texts.in_full(each.off), on=texts.in_full(each.on))
        for each in carried
        if each.off is not None and each.on is not None
    ]
    gone: dict[Seat | None, list[str]] = {}
    come: dict[Seat | None, list[str]] = {}
    for each in carried:
        if each.on is None and each.off is not None:
            gone.setdefault(each.whose, []).append(each.off)
        elif each.off is None and each.on is not None:
            come.setdefault(each.whose, []).append(each.on)
    return [*_together("TAKE_OFF", gone, seats), *moves, *_together("PUT", come, seats)]


def _together(step: str, spots_of: Mapping[Seat | None, list[str]], seats: Sequence[str]) -> list[str]:
    told = []
    for seat, spots in spots_of.items():
        kind = "_WHAT" if seat is None else "_MANY" if len(spots) > 1 else ""
        told.append(_step(step + kind, seat, seats, spots=_places(spots)))
    return told


def _places(spots: Sequence[str]) -> str:
    return texts.join([texts.in_full(spot) for spot in spots])


def _step(code: str, seat: Seat | None, seats: Sequence[str], **places: str) -> str:
    """One thing to do, with the name of whose piece it is where that is known."""
    if seat is not None and 0 <= seat < len(seats):
        return say("pieces", code, player=seats[seat], **places)
    return say("pieces", code if code.endswith("_WHAT") else f"{code}_THE", **places)


def _words(referee: RefereeState, way: Sequence[Entry]) -> str:
    """What a reading says happened, as it will stand in the history."""
    if isinstance(way[0], Undo) and len(way) == 1:
        back = sum(1 for index, event in referee.match.events if index >= way[0].to and isinstance(event, Move))
        return trn("Take {count} move back", "Take {count} moves back", back)
    after = Shown(with_entries(referee.match, way))
    first = after.length - len(way)
    return " ".join(in_words(after, first + n) for n in _new_in(way, referee.match))


def _new_in(way: Sequence[Entry], match: Match) -> list[int]:
    """The numbers of those entries of a reading that do not stand already where it puts them."""
    if not isinstance(way[0], Undo):
        return list(range(len(way)))
    counted = [event for index, event in match.events if index >= way[0].to]
    return [n for n in range(1, len(way)) if counted[n - 1 : n] != [way[n]]]


def _ignored(pieces: PieceMemory, *, may_write: bool) -> Node:
    if not pieces.ignored and not pieces.left_out:
        return None
    spots = texts.join(sorted(pieces.ignored)) if pieces.ignored else ""
    said = say("pieces", "LEFT_OUT") if pieces.left_out else say("pieces", "IGNORED", spots=spots)
    again = may_write and button("pieces-trust", tr("Believe them again"), style="quiet")
    return h.p(".said")[said, " ", again]
