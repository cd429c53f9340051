"""Spectra on the page: pyramids in trees and loose ones, the bag, and what two pieces can be exchanged for."""

from dataclasses import replace

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectra_icehouse.events import BAG, PyramidAdded, PyramidsExchanged, TakeColour, TurnDone
from engine.games.spectra_icehouse.pieces import COLOURS, HUES, PIECES, SIZES, colour_of, obtainable, size_of
from engine.games.spectra_icehouse.state import TREES, State
from tablelight.web.components import svg
from tablelight.web.components.html import PAINT, button, ink, text
from tablelight.web.components.round_board import polar
from tablelight.web.components.scene import Board, Scene, Touch, Wanted
from tablelight.web.components.svg import Point
from tablelight.web.components.tokens import SEAT_HUES, letters, touchable

ROW = 38.0
_WHEEL: Point = (100.0, 31.0)
_TALL = {"S": 7.0, "M": 10.0, "L": 13.0}
_LOOSE_X, _PER_LINE = 72.0, 8

# ---- pieces


def paint_of(colour: str) -> tuple[str, str]:
    """A colour's paint and the ink that can be read on it."""
    if colour in HUES:
        return PAINT[HUES[colour]], ink(HUES[colour])
    return ("#4a4a55", "#fff") if colour == "black" else ("#f4f2ec", "#1b1b1f")


def pyramid(piece: str, foot: Point, *, style: str = "", tap: str = "", scale: float = 1.0) -> str:
    """A pyramid that stands on ``foot``: its size by its height and its pips, its colour with a letter."""
    tall, (x, y) = _TALL[size_of(piece)], (0.0, 0.0)
    half = tall * 0.42
    paint, pen = paint_of(colour_of(piece))
    letter = "K" if colour_of(piece) == "black" else colour_of(piece)[0].upper()
    pips = SIZES.index(size_of(piece)) + 1
    pip = f' fill="{pen}"'
    dots = "".join(svg.disc("pip", (x + (n - (pips - 1) / 2) * 1.7, y - 1.2), 0.55, pip) for n in range(pips))
    shape = svg.polygon("pyramid", ((x - half, y), (x + half, y), (x, y - tall)), f' fill="{paint}"')
    name = svg.words("piece-name", (x, y - 2.1 - tall * 0.17), letter, size=3.6 if tall < 8 else 4.2, fill=pen)
    hit = svg.disc("hit", (x, y - tall / 2), 5.2) if tap else ""
    place = f'transform="translate({foot[0]:.2f} {foot[1]:.2f}) scale({scale:g})"'
    return f'<g class="piece {style}"{touchable(tap)} {place}><title>{text(piece)}</title>{shape}{name}{dots}{hit}</g>'


# ---- the picture


def draw(scene: Scene) -> str:
    """The table as SVG: the wheel with the bag, and a row for every player."""
    rows = "".join(_row(scene, seat) for seat in range(len(scene.seats)))
    box = (0, 0, 200, 66 + ROW * len(scene.seats))
    return svg.picture("spectra", box, _wheel(scene) + rows, "the table with trees, loose pieces and the bag")


def _wheel(scene: Scene) -> str:
    """Twelve lamps, the six tree colours on them, and the bag in the middle."""
    out = []
    for hue in Hue:
        x, y = polar(25, hue * 30)
        out.append(svg.disc("led spot-lamp", (_WHEEL[0] + x, _WHEEL[1] + y), 4.6, f' data-spot="{hue.name}"'))
    for colour in COLOURS:
        x, y = polar(25, HUES[colour] * 30)
        at = (_WHEEL[0] + x, _WHEEL[1] + y)
        tap = touchable(f"colour:{colour}" if scene.may_act else "")
        face = svg.disc("colour", at, 3.4, f' fill="{PAINT[HUES[colour]]}"')
        out.append(
            f"<g{tap}>{face}{svg.words('piece-name', at, colour[0].upper(), size=3.4, fill=ink(HUES[colour]))}</g>"
        )
    bag = f'<g class="bag"{touchable("bag" if scene.may_act else "")}>{svg.disc("sack", _WHEEL, 16)}'
    count = svg.words("bag-count", (_WHEEL[0], _WHEEL[1] - 1), scene.game.bag_size(scene.state), size=9)
    return "".join(out) + bag + count + svg.words("bag-name", (_WHEEL[0], _WHEEL[1] + 7), "in the bag", size=4) + "</g>"


def _row(scene: Scene, seat: Seat) -> str:
    state: State = scene.state
    top = 64 + ROW * seat
    style = "seatrow now" if seat in scene.game.awaiting(state).seats else "seatrow"
    colour = state.colours[seat]
    out = [f'<rect class="{style}" x="2" y="{top}" width="196" height="{ROW - 3}" rx="4"/>']
    out.append(svg.disc("led spot-lamp", (8, top + 7), 4, f' data-spot="seat:{seat + 1}"'))
    out.append(svg.words("seat-letter", (8, top + 7), letters(scene.seats)[seat], size=4.6))
    out.append(f'<text class="seat-name" x="14" y="{top + 7}">{text(scene.seats[seat][:18])}</text>')
    out.append(_trees(scene, seat, colour, top + ROW - 6))
    for n, piece in enumerate(state.loose[seat]):
        column, line = n % _PER_LINE, n // _PER_LINE
        foot = (_LOOSE_X + 15.4 * column + 7, top + 19 + 15 * line)
        held = _held(scene, seat, n)
        tap = f"loose:{seat}:{n}" if scene.may_act else ""
        out.append(pyramid(piece, foot, style="chosen" if held else "", tap=tap, scale=1.3))
    return "".join(out)


def _trees(scene: Scene, seat: Seat, colour: str, ground: float) -> str:
    """Three trees side by side, small on medium on large; what is missing is an outline."""
    tree, out = scene.state.trees[seat], []
    for place in range(TREES):
        for size, up in (("L", 0.0), ("M", 6.5), ("S", 12.0)):
            foot = (18 + place * 19, ground - up)
            if tree[SIZES.index(size)] > place and colour:
                out.append(pyramid(f"{size} {colour}", foot))
            else:
                half, (x, y) = _TALL[size] * 0.42, foot
                out.append(svg.polygon("wanted", ((x - half, y), (x + half, y), (x, y - _TALL[size]))))
    tap = touchable(f"trees:{seat}" if scene.may_act else "")
    return f'<g class="trees"{tap}><rect class="hit" x="8" y="{ground - 20}" width="58" height="21"/>{"".join(out)}</g>'


# ---- what a tap means


def _held(scene: Scene, seat: Seat, n: int) -> bool:
    return f"loose:{seat}:{n}" in scene.chosen


def _pieces(scene: Scene) -> tuple[str, ...]:
    """The loose pieces that are taken up."""
    found = []
    for place in scene.chosen:
        _, seat, n = place.split(":")
        loose = scene.state.loose[int(seat)]
        found += [loose[int(n)]] if int(n) < len(loose) else []
    return tuple(found)


def _offers(scene: Scene) -> list[PyramidsExchanged]:
    """What the two pieces taken up can be exchanged for now."""
    pair = tuple(sorted(_pieces(scene)))
    return [move for move in scene.moves if isinstance(move, PyramidsExchanged) and move.give == pair]


def touch(scene: Scene, at: str) -> Touch:
    """Own loose pieces are taken up, two at most; a piece of another player, the bag or the trees say what for."""
    kind, _, rest = at.partition(":")
    if kind == "colour" and rest in COLOURS:
        return scene.attempt(TakeColour(scene.actor, rest))
    if kind == "trees" and rest.isdigit():
        return _to_trees(scene)
    if kind == "bag":
        return _exchange(scene, [move for move in _offers(scene) if move.partner == BAG], "the bag")
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
    return _exchange(scene, wanted, f"the {texts.name_of('spectra_icehouse', piece)} of {scene.seats[seat]}")


def _taken_up(scene: Scene, chosen: tuple[str, ...]) -> Touch:
    """Two pieces that give nothing are put down again at once, with the reason."""
    after = replace(scene, chosen=chosen)
    pieces = _pieces(after)
    if len(pieces) < 2 or _offers(after):
        return Touch(chosen=chosen)
    get = next(iter(obtainable(*pieces)), PIECES[0])
    why = scene.game.judge(scene.state, PyramidsExchanged(scene.actor, (pieces[0], pieces[1]), get, BAG))
    return Touch(chosen=chosen[-1:], why=None if why.ok else why)


def _to_trees(scene: Scene) -> Touch:
    pieces = _pieces(scene)
    if len(pieces) != 1:
        due = dict.fromkeys(
            move.piece for move in scene.moves if isinstance(move, PyramidAdded) and move.seat == scene.actor
        )
        if len(due) == 1 and not pieces:
            return scene.attempt(PyramidAdded(scene.actor, *due))
        hint = f"These can go to the trees: {', '.join(due)}." if due else ""
        return Touch(hint=f"First tap one loose piece of your own colour. {hint}".strip(), chosen=scene.chosen)
    return scene.attempt(PyramidAdded(scene.actor, pieces[0]))


def _exchange(scene: Scene, offers: list[PyramidsExchanged], what: str) -> Touch:
    if len(offers) == 1:
        return scene.attempt(offers[0])
    if offers:
        return Touch(chosen=scene.chosen, hint="Two pieces can be had; choose one beside the board.")
    if len(scene.chosen) < 2:
        return Touch(chosen=scene.chosen, hint=f"First tap two of your loose pieces, then {what}.")
    can = [f"{move.get} from {_who(scene, move)}" for move in _offers(scene)]
    return Touch(chosen=scene.chosen, hint=f"These two give {', '.join(can)}.")


def _who(scene: Scene, move: PyramidsExchanged) -> str:
    return "the bag" if move.partner == BAG else scene.seats[move.partner]


# ---- beside the board


def wanted(scene: Scene) -> Wanted | None:
    """The piece that is drawn this turn."""
    if scene.game.awaiting(scene.state).ask != "DRAW":
        return None
    left = [piece for piece, count in scene.game.bag(scene.state).items() for _ in range(count)]
    return Wanted(
        1, lambda picked: left, lambda p: f"draw {p[0]}", piece_face, "Draw for me", lambda p: "Tap what was drawn"
    )


def piece_face(piece: str, act: str) -> str:
    """A piece as a small picture, tappable with ``act``."""
    return svg.item_face("-8 -14 16 15", pyramid(piece, (0, 0)), piece, act, texts.name_of("spectra_icehouse", piece))


def tray(scene: Scene) -> str:
    """Exchanges of the two pieces taken up, adding to the trees, colours to take, the end of the turn."""
    if not scene.may_act:
        return ""
    out = [
        button("play", f"{piece_face(move.get, '')} from {text(_who(scene, move))}", style="go", event=str(move))
        for move in _offers(scene)
    ]
    pieces = _pieces(scene)
    for move in scene.moves:
        if isinstance(move, PyramidAdded) and (move.seat != scene.mover or pieces in ((), (move.piece,))):
            words = f"{piece_face(move.piece, '')} to {text(scene.seats[move.seat])}'s trees"
            out.append(button("play", words, event=str(move)))
        elif isinstance(move, TakeColour):
            out.append(button("play", f"{piece_face(f'L {move.colour}', '')} {move.colour}", event=str(move)))
        elif isinstance(move, TurnDone):
            out.append(button("play", "End the turn", style="quiet", event=str(move)))
    return f'<div class="row">{"".join(out)}</div>' if out else ""


def card(scene: Scene, seat: Seat) -> str:
    """The colour of a player's trees."""
    colour = scene.state.colours[seat] or "no colour yet"
    return f'<span class="of">of 9 in the trees</span><span class="off">{text(colour)}</span>'


def seat_hues(scene: Scene) -> tuple[Hue, ...]:
    """A player's colour is the one of the trees, once it is taken."""
    return tuple(HUES.get(colour, SEAT_HUES[seat]) for seat, colour in enumerate(scene.state.colours))


BOARD = Board(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray, hues=seat_hues)
