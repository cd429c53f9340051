"""Spectra on the page: pyramids in trees and loose ones, the bag, and what two pieces can be exchanged for."""

from collections.abc import Iterator
from dataclasses import replace

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Move, Seat
from engine.games.spectra_icehouse.events import BAG, PyramidAdded, PyramidsExchanged, TakeColour, TurnDone
from engine.games.spectra_icehouse.pieces import COLOURS, HUES, PIECES, SIZES, colour_of, obtainable, size_of
from engine.games.spectra_icehouse.state import TREES, State
from engine.texts.language import tr
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components import svg
from tablelight.web.components.html import PAINT, button, classes, g, hue_class, ink, rect, rendered, text_
from tablelight.web.components.panels import Panels
from tablelight.web.components.place_names import landing, with_piece
from tablelight.web.components.round_board import polar
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard, Touch
from tablelight.web.components.svg import Point
from tablelight.web.components.tokens import SEAT_HUES, letters, touchable
from tablelight.web.reckonings.spectra_icehouse import explained

GAME = "spectra_icehouse"
ROW = 38.0
_WHEEL: Point = (100.0, 31.0)
_TALL = {"S": 7.0, "M": 10.0, "L": 13.0}
_LOOSE_X, _PER_LINE, _NAME = 72.0, 8, 18

# ---- pieces


def paint_of(colour: str) -> tuple[str, str]:
    """A colour's paint and the ink that can be read on it."""
    if colour in HUES:
        return PAINT[HUES[colour]], ink(HUES[colour])
    return ("#4a4a55", "#fff") if colour == "black" else ("#f4f2ec", "#1b1b1f")


@kept_in_each_language(2048)
@rendered
def pyramid(piece: str, foot: Point, *, style: str = "", tap: str = "", scale: float = 1.0, name: str = "") -> Node:
    """A pyramid that stands on ``foot``: its size by its height and its pips, its colour with a letter."""
    tall, size, colour = _TALL[size_of(piece)], size_of(piece), colour_of(piece)
    half, (paint, pen) = tall * 0.42, paint_of(colour)
    letter = "K" if colour == "black" else colour[0].upper()
    pips = SIZES.index(size) + 1
    place = f"translate({foot[0]:.2f} {foot[1]:.2f}) scale({scale:g})"
    return g({"class": classes("piece", style), **touchable(tap, name)}, transform=place)[
        h.title[texts.name_of(GAME, piece)],
        svg.polygon(
            classes("pyramid", hue_class(HUES[colour]) if colour in HUES else ""),
            ((-half, 0.0), (half, 0.0), (0.0, -tall)),
            fill=paint,
        ),
        svg.words("piece-name", (0.0, -2.1 - tall * 0.17), letter, size=3.6 if tall < 8 else 4.2, fill=pen),
        [svg.disc("pip", ((n - (pips - 1) / 2) * 1.7, -1.2), 0.55, fill=pen) for n in range(pips)],
        tap and svg.disc("hit", (0.0, -tall / 2), 5.2),
    ]


# ---- the picture


@rendered
def draw(scene: BoardScene) -> Node:
    """The table as SVG: the wheel with the bag, and a row for every player."""
    rows = [_row(scene, seat) for seat in range(len(scene.seats))]
    box = (0, 0, 200, 66 + ROW * len(scene.seats))
    label = tr("the table with trees, loose pieces and the bag")
    return svg.picture("spectra", box, [_wheel(scene), rows], label, tap=scene.may_act)


def _on_wheel(hue: Hue) -> Point:
    x, y = polar(25, hue * 30)
    return _WHEEL[0] + x, _WHEEL[1] + y


def _wheel(scene: BoardScene) -> Node:
    """Twelve lamps, the six tree colours on them, and the bag in the middle."""
    lamps = [svg.disc("led spot-lamp", _on_wheel(hue), 4.6, data_spot=hue.name) for hue in Hue]
    x, y = _WHEEL
    count = scene.game.bag_size(scene.state)
    able = any(move.partner == BAG for move in _offers(scene))
    name = tr("the bag, {count} inside", count=count)
    called = touchable("bag" if scene.may_act else "", landing(name, "other") if able else name)
    bag = g({"class": classes("bag", "able" if able else ""), **called})[
        svg.disc("sack", _WHEEL, 16),
        svg.words("bag-count", (x, y - 1), count, size=9),
        svg.words("bag-name", (x, y + 7), tr("in the bag"), size=4),
    ]
    free = {move.colour for move in scene.moves if isinstance(move, TakeColour)}
    return [lamps, [_colour(colour, free=colour in free, tap=scene.may_act) for colour in COLOURS], bag]


def _colour(colour: str, *, free: bool, tap: bool) -> Node:
    """A colour of trees. ``free``: it can be taken now."""
    hue, at = HUES[colour], _on_wheel(HUES[colour])
    name = tr("{colour} trees", colour=texts.name_of(GAME, colour))
    called = touchable(f"colour:{colour}" if tap else "", landing(name, "other") if free else name)
    return g({"class": "able" if free else None, **called})[
        svg.disc("colour", at, 3.4, fill=PAINT[hue]),
        svg.words("piece-name", at, colour[0].upper(), size=3.4, fill=ink(hue)),
    ]


def _row(scene: BoardScene, seat: Seat) -> Node:
    """What lies before a player: trees, and the loose pieces."""
    state: State = scene.state
    top = 64 + ROW * seat
    style = "seatrow now" if seat in scene.game.awaiting(state).seats else "seatrow"
    return [
        rect({"class": style}, x="2", y=str(top), width="196", height=f"{ROW - 3}", rx="4"),
        svg.disc("led spot-lamp", (8, top + 7), 4, data_spot=f"seat:{seat + 1}"),
        svg.words("seat-letter", (8, top + 7), letters(scene.seats)[seat], size=4.6),
        text_(".seat-name", x="14", y=f"{top + 7}")[_short(scene.seats[seat])],
        _trees(scene, seat, state.colours[seat], top + ROW - 6),
        [_loose(scene, seat, n, piece, top) for n, piece in enumerate(state.loose[seat])],
    ]


def _short(name: str) -> str:
    """A name as it fits beside the loose pieces."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _loose(scene: BoardScene, seat: Seat, n: int, piece: str, top: float) -> Node:
    column, line = n % _PER_LINE, n // _PER_LINE
    foot = (_LOOSE_X + 15.4 * column + 7, top + 19 + 15 * line)
    tap, called = f"loose:{seat}:{n}" if scene.may_act else "", texts.name_of(GAME, piece)
    if any(move.partner == seat and move.get == piece for move in _offers(scene)):
        return pyramid(piece, foot, style="able", tap=tap, scale=1.3, name=landing(called, "other"))
    able = "able" if seat == scene.actor and piece in _useful(scene) else ""
    style = "chosen" if _held(scene, seat, n) else able
    name = with_piece(scene, called, seat, style)
    return pyramid(piece, foot, style=style, tap=tap, scale=1.3, name=name)


def _trees(scene: BoardScene, seat: Seat, colour: str, ground: float) -> Node:
    """Three trees side by side, small on medium on large; what is missing is an outline."""
    tree, out = scene.state.trees[seat], []
    for place in range(TREES):
        for size, up in (("L", 0.0), ("M", 6.5), ("S", 12.0)):
            x, y = 18 + place * 19, ground - up
            if tree[SIZES.index(size)] > place and colour:
                out.append(pyramid(f"{size} {colour}", (x, y)))
            else:
                half = _TALL[size] * 0.42
                out.append(svg.polygon("wanted", ((x - half, y), (x + half, y), (x, y - _TALL[size]))))
    name, able = tr("the trees of {name}", name=scene.seats[seat]), _fits_trees(scene, seat)
    tap = touchable(f"trees:{seat}" if scene.may_act else "", landing(name, "other") if able else name)
    hit = rect(".hit", x="8", y=f"{ground - 20}", width="58", height="21")
    return g({"class": classes("trees", "able" if able else ""), **tap})[hit, out]


# ---- what a tap means


def _held(scene: BoardScene, seat: Seat, n: int) -> bool:
    return f"loose:{seat}:{n}" in scene.chosen


def _pieces(scene: BoardScene) -> tuple[str, ...]:
    """The loose pieces that are taken up."""
    found = []
    for place in scene.chosen:
        _, seat, n = place.split(":")
        loose = scene.state.loose[int(seat)]
        found += [loose[int(n)]] if int(n) < len(loose) else []
    return tuple(found)


def _useful(scene: BoardScene) -> set[str]:
    """Which loose pieces of whoever acts can be taken up for something: beside the one taken up, if there is one."""
    held = _pieces(scene)
    if len(held) > 1:
        return set()
    useful = set[str]()
    for move in scene.moves:
        if isinstance(move, PyramidsExchanged) and (not held or held[0] in move.give):
            useful.update(move.give if not held or move.give[0] == move.give[1] else set(move.give) - set(held))
        elif isinstance(move, PyramidAdded) and not held and move.seat == scene.actor:
            useful.add(move.piece)
    return useful


def _fits_trees(scene: BoardScene, seat: Seat) -> bool:
    """Whether a tap on these trees adds the piece taken up, or the only one that is due."""
    due = {move.piece for move in scene.moves if isinstance(move, PyramidAdded) and move.seat == scene.actor == seat}
    held = _pieces(scene)
    return held[0] in due if len(held) == 1 else len(due) == 1 and not held


def _offers(scene: BoardScene) -> list[PyramidsExchanged]:
    """What the two pieces taken up can be exchanged for now."""
    pair = tuple(sorted(_pieces(scene)))
    return [move for move in scene.moves if isinstance(move, PyramidsExchanged) and move.give == pair]


def touch(scene: BoardScene, at: str) -> Touch:
    """Own loose pieces are taken up, two at most; a piece of another player, the bag or the trees say what for."""
    kind, _, rest = at.partition(":")
    if kind == "colour" and rest in COLOURS:
        return scene.attempt(TakeColour(scene.actor, rest))
    if kind == "trees" and rest.isdigit():
        return _to_trees(scene)
    if kind == "bag":
        return _exchange(scene, [move for move in _offers(scene) if move.partner == BAG], tr("the bag"))
    if kind != "loose" or rest.count(":") != 1 or not rest.replace(":", "").isdigit():
        return Touch()
    seat, n = map(int, rest.split(":"))
    if seat >= len(scene.seats) or n >= len(scene.state.loose[seat]):
        return Touch()
    if seat == scene.actor:
        if at in scene.chosen:
            return Touch(chosen=tuple(place for place in scene.chosen if place != at))
        return _taken_up(scene, (*scene.chosen[-1:], at))
    piece = scene.state.loose[seat][n]
    wanted = [move for move in _offers(scene) if move.partner == seat and move.get == piece]
    return _exchange(
        scene,
        wanted,
        tr("the {piece} of {player}", piece=texts.name_of(GAME, piece), player=scene.seats[seat]),
    )


def _taken_up(scene: BoardScene, chosen: tuple[str, ...]) -> Touch:
    """Two pieces that give nothing are put down again at once, with the reason."""
    after = replace(scene, chosen=chosen)
    pieces = _pieces(after)
    if len(pieces) < 2 or _offers(after):
        return Touch(chosen=chosen)
    get = next(iter(obtainable(*pieces)), PIECES[0])
    why = scene.game.judge(scene.state, PyramidsExchanged(scene.actor, (pieces[0], pieces[1]), get, BAG))
    return Touch(chosen=chosen[-1:], why=None if why.ok else why)


def _to_trees(scene: BoardScene) -> Touch:
    pieces = _pieces(scene)
    if len(pieces) != 1:
        due = dict.fromkeys(
            move.piece for move in scene.moves if isinstance(move, PyramidAdded) and move.seat == scene.actor
        )
        if len(due) == 1 and not pieces:
            return scene.attempt(PyramidAdded(scene.actor, *due))
        first = tr("First tap one loose piece of your own colour.")
        which = tr("These can go to the trees: {names}.", names=", ".join(map(_name, due))) if due else ""
        return Touch(hint=f"{first} {which}".strip(), chosen=scene.chosen)
    return scene.attempt(PyramidAdded(scene.actor, pieces[0]))


def _exchange(scene: BoardScene, offers: list[PyramidsExchanged], what: str) -> Touch:
    if len(offers) == 1:
        return scene.attempt(offers[0])
    if offers:
        return Touch(chosen=scene.chosen, hint=tr("Two pieces can be had; choose one beside the board."))
    if len(scene.chosen) < 2:
        return Touch(chosen=scene.chosen, hint=tr("First tap two of your loose pieces, then {what}.", what=what))
    can = [tr("{get} from {who}", get=_name(move.get), who=_who(scene, move)) for move in _offers(scene)]
    return Touch(chosen=scene.chosen, hint=tr("These two give {names}.", names=", ".join(can)))


def _name(piece: str) -> str:
    return texts.name_of(GAME, piece)


def _who(scene: BoardScene, move: PyramidsExchanged) -> str:
    return tr("the bag") if move.partner == BAG else scene.seats[move.partner]


# ---- beside the board


def wanted(scene: BoardScene) -> AwaitedItems | None:
    """The piece that is drawn this turn."""
    if scene.game.awaiting(scene.state).ask != "DRAW":
        return None
    left = [piece for piece, count in scene.game.bag(scene.state).items() for _ in range(count)]
    return AwaitedItems(
        1,
        lambda picked: left,
        lambda p: f"draw {p[0]}",
        piece_face,
        tr("Draw for me"),
        lambda p: tr("Tap what was drawn"),
    )


def piece_face(piece: str, act: str) -> Markup:
    """A piece as a small picture, tappable with ``act``."""
    return svg.item_face("-8 -14 16 15", pyramid(piece, (0, 0)), piece, act, texts.name_of(GAME, piece))


@rendered
def tray(scene: BoardScene) -> Node:
    """Exchanges of the two pieces taken up, adding to the trees, colours to take, the end of the turn."""
    if not scene.may_act:
        return None
    out = [
        button("play", [piece_face(move.get, ""), " ", _from(scene, move)], style="go", event=str(move))
        for move in _offers(scene)
    ]
    out += [button("play", label, style=style, event=str(move)) for move, label, style in _other_moves(scene)]
    return out and h.div(".row")[out]


def _from(scene: BoardScene, move: PyramidsExchanged) -> str:
    if move.partner == BAG:
        return tr("from the bag")
    return tr("from {player}", player=scene.seats[move.partner])


def _other_moves(scene: BoardScene) -> Iterator[tuple[Move, Node, str]]:
    """What can be done without an exchange: the move, how its button says it, and the button's style."""
    pieces = _pieces(scene)
    for move in scene.moves:
        if isinstance(move, PyramidAdded) and (move.seat != scene.mover or pieces in ((), (move.piece,))):
            yield move, [piece_face(move.piece, ""), " ", tr("to {player}'s trees", player=scene.seats[move.seat])], ""
        elif isinstance(move, TakeColour):
            yield move, [piece_face(f"L {move.colour}", ""), " ", _name(move.colour)], ""
        elif isinstance(move, TurnDone):
            yield move, tr("End the turn"), "quiet"


@rendered
def card(scene: BoardScene, seat: Seat) -> Node:
    """The colour of a player's trees."""
    colour = scene.state.colours[seat]
    return [h.span(".of")[tr("of 9 in the trees")], h.span(".off")[_name(colour) if colour else tr("no colour yet")]]


def seat_hues(scene: BoardScene) -> tuple[Hue, ...]:
    """A player's colour is the one of the trees, once it is taken."""
    return tuple(HUES.get(colour, SEAT_HUES[seat]) for seat, colour in enumerate(scene.state.colours))


BOARD = DrawnBoard(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray, hues=seat_hues)


EXPLAINS = explained(lambda piece: piece_face(piece, ""))
PANELS = Panels(highlights=("TREE",))
