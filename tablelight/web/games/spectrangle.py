"""Spectrangle on the page: 36 triangles, tiles with three coloured edges, and where a tile in the hand may lie."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Entry, Seat
from engine.core.match import Match
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TurnSkipped
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import BONUS, N_FIELDS, TILE_OF, TILES, value_of
from engine.texts.language import tr, trn
from tablelight.web.components import svg
from tablelight.web.components.html import PAINT, button, classes, g, hue_class, ink, rendered
from tablelight.web.components.panels import Panels
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard, Touch
from tablelight.web.components.svg import Point
from tablelight.web.components.tokens import touchable
from tablelight.web.reckonings.spectrangle import explained

SIDE = 34.0
HEIGHT = SIDE * sqrt(3) / 2
JOKER_PAINT = "#f2f0ea"
_HAND_Y = 6 * HEIGHT + 24

# ---- geometry


def is_up(field: int) -> bool:
    row = int(field**0.5)
    return (field - row * row) % 2 == 0


def corners(field: int) -> tuple[Point, Point, Point]:
    """The corners of a field, so that edge k runs from corner k to corner k + 1, clockwise, the level edge first."""
    row = int(field**0.5)
    x, y = (field - row * row - row) * SIDE / 2, row * HEIGHT
    half = SIDE / 2
    if is_up(field):
        return (x + half, y + HEIGHT), (x - half, y + HEIGHT), (x, y)
    return (x - half, y), (x + half, y), (x, y + HEIGHT)


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def toward(point: Point, centre: Point, part: float) -> Point:
    """A point moved towards a centre; part 0 is the point itself."""
    return point[0] + (centre[0] - point[0]) * part, point[1] + (centre[1] - point[1]) * part


def _shrunk(points: Sequence[Point], part: float) -> tuple[Point, ...]:
    """The corners moved towards their middle."""
    centre = middle(points)
    return tuple(toward(point, centre, part) for point in points)


# ---- the picture


@lru_cache(maxsize=1024)  # tiles lie still once they are laid
@rendered
def tile_svg(lies: str, at: tuple[Point, Point, Point], *, inset: float = 0.1) -> Node:
    """A tile as it lies between three corners: its three colours with their letters, and its value.

    ``lies``: the letters of its colours, edge by edge. ``inset``: how far its corners stand back, as a part of the way
    to the middle.
    """
    centre = middle(at)
    inner = _shrunk(at, inset)
    size = abs(at[0][0] - at[1][0]) / SIDE
    edges = [_edge(lies[k], inner[k], inner[(k + 1) % 3], centre, size) for k in range(3)]
    worth = [svg.disc("worth", centre, 3.6 * size), svg.words("worth-text", centre, value_of(lies), size=5 * size)]
    return g(".tile", data_tile=lies)[edges, worth]


def _edge(letter: str, a: Point, b: Point, centre: Point, size: float) -> Node:
    """A third of a tile in its colour, with the colour's letter."""
    paint, dark = (JOKER_PAINT, "#1b1b1f") if letter == "W" else (PAINT[Hue[letter]], ink(Hue[letter]))
    at = toward(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), centre, 0.3)
    return [
        svg.polygon(classes("edge", "" if letter == "W" else hue_class(Hue[letter])), (a, b, centre), fill=paint),
        svg.words("edge-name", at, letter, size=4.4 * size, fill=dark),
    ]


@rendered
def draw(scene: BoardScene) -> Node:
    """The board as SVG, with the tiles of whose turn it is below."""
    legal = _legal(scene)
    fields = [_field(scene, n, legal) for n in range(N_FIELDS)]
    box = (-106, -6, 212, _HAND_Y + 24)
    label = tr("the Spectrangle board with its tiles")
    return svg.picture("spectrangle", box, [fields, _hand(scene)], label, tap=scene.may_act)


def _field(scene: BoardScene, n: int, legal: dict[int, list[TilePlaced]]) -> Node:
    state: State = scene.state
    at, tile, spot = corners(n), state.board[n], f"T{n}"
    centre = middle(at)
    style = "able" if any(place.tile == scene.chosen[0] for place in legal.get(n, ())) else ""
    return [
        _empty_field(n, _called(scene, n, legal) if scene.may_act else "", style),
        tile and tile_svg(tile, at, inset=0.16),
        not tile and BONUS[n] > 1 and n not in legal and svg.words("bonus-text", centre, f"×{BONUS[n]}"),
        n in legal and _offer(scene, n, legal[n]),
        spot in scene.wrong and svg.polygon("mark wrong", _shrunk(at, 0.1)),
    ]


def tile_name(lies: str) -> str:
    """What people call a tile as it lies: ``yellow-blue-yellow 5``, clockwise from its level edge."""
    if lies in TILES:
        return texts.name_of("spectrangle", lies)
    colours = "-".join(texts.name_of("spectrangle", letter) for letter in lies[:3])
    return f"{colours} {value_of(lies)}"


def _called(scene: BoardScene, n: int, legal: dict[int, list[TilePlaced]]) -> str:
    """A field by name: what lies there, or what the tile taken up would bring."""
    tile = scene.state.board[n]
    if tile:
        return tr("space {n}, {tile}", n=n, tile=tile_name(tile))
    held = [place for place in legal.get(n, ()) if place.tile == scene.chosen[0]]
    if held:
        return tr("space {n}, fits here: {points}", n=n, points=scene.game.points_of(scene.state, held[0]))
    if n in legal:
        return tr("space {n}, fits when turned", n=n)
    return tr("space {n}, counts {bonus} times", n=n, bonus=BONUS[n]) if BONUS[n] > 1 else tr("space {n}, free", n=n)


@lru_cache(maxsize=1024)
@rendered
def _empty_field(n: int, name: str, style: str) -> Node:
    """A field with its lamp. ``name``: what it is called where it can be tapped; else empty. ``style``: "able" where
    the tile taken up fits as it is held, so that the keyboard comes there first."""
    at, spot = corners(n), f"T{n}"
    return [
        g({"class": style or None, **touchable(spot if name else "", name)})[
            h.title[spot], svg.polygon("field bonus" if BONUS[n] > 1 else "field", at)
        ],
        svg.polygon("led spot-lamp", _shrunk(at, 0.05), data_spot=spot),
    ]


def _offer(scene: BoardScene, n: int, places: list[TilePlaced]) -> Node:
    """A field where the chosen tile fits: bright as it is held, with its points; dim when it must be turned first."""
    centre = middle(corners(n))
    shape = _shrunk(corners(n), 0.14)
    held = next((place for place in places if place.tile == scene.chosen[0]), None)
    sign = str(scene.game.points_of(scene.state, held)) if held is not None else "⟳"
    style = "fits" if held is not None else "fits turned"
    return [svg.polygon(style, shape), svg.words("fits-text", centre, sign)]


def holder(scene: BoardScene) -> Seat:
    """Whose tiles lie below the board: the phone's own, else whoever is next."""
    return scene.viewer if scene.viewer is not None else scene.state.to_move


def _hand(scene: BoardScene) -> Iterator[Node]:
    hand = scene.state.hands[holder(scene)]
    for n, tile in enumerate(hand):
        held = bool(scene.chosen) and TILE_OF.get(scene.chosen[0]) == tile
        lies = scene.chosen[0] if held else tile
        at = _hand_corners(n, len(hand), lift=4 if held else 0)
        # Without a tile taken up the keyboard begins with the hand; with one, where that fits.
        look = {"class": classes("held", "chosen" if held else "" if scene.chosen else "able")}
        name = tile_name(lies)
        called = tr("{tile}, taken up", tile=name) if held else tr("{tile}, in the hand", tile=name)
        yield g(look, touchable(f"hand:{tile}" if scene.may_act else "", called))[tile_svg(lies, at, inset=0.0)]


def _hand_corners(n: int, count: int, lift: float) -> tuple[Point, Point, Point]:
    x, y = (n - (count - 1) / 2) * 42, _HAND_Y - lift
    half, rise = SIDE * 0.55, HEIGHT * 0.55
    return (x + half, y + rise), (x - half, y + rise), (x, y - rise)


# ---- what a tap means


def _legal(scene: BoardScene) -> dict[int, list[TilePlaced]]:
    """Where the chosen tile may lie, in any turn."""
    if not scene.chosen or scene.chosen[0] not in TILE_OF:
        return {}
    out: dict[int, list[TilePlaced]] = {}
    for move in scene.moves:
        if isinstance(move, TilePlaced) and TILE_OF[move.tile] == TILE_OF[scene.chosen[0]]:
            out.setdefault(move.field, []).append(move)
    return out


def touch(scene: BoardScene, at: str) -> Touch:
    """A tile in the hand is taken up, or turned when it is held already; a field is where it goes."""
    kind, _, tile = at.partition(":")
    if kind == "hand" and tile in TILE_OF:
        held = scene.chosen[0] if scene.chosen else ""
        if TILE_OF.get(held) != tile:
            return Touch(chosen=(tile,))
        ways = scene.game.fitting.ways[tile]
        return Touch(chosen=(ways[(ways.index(held) + 1) % len(ways)],))
    if not at.startswith("T") or not at[1:].isdigit() or int(at[1:]) >= N_FIELDS:
        return Touch()
    field = int(at[1:])
    if not scene.chosen:
        fits = [move for move in scene.moves if isinstance(move, TilePlaced) and move.field == field]
        if len(fits) == 1:
            return scene.attempt(fits[0])
        hand = scene.state.hands[holder(scene)]
        if not hand or scene.over or scene.mover is None:
            return Touch()
        return Touch(hint=tr("First tap one of the tiles below the board, then the place for it."))
    places = _legal(scene).get(field, [])
    held_way = [place for place in places if place.tile == scene.chosen[0]]
    if len(places) > 1 and not held_way:
        return Touch(chosen=(scene.chosen[0], at))
    move = (held_way or places or [TilePlaced(scene.actor, scene.chosen[0], field)])[0]
    fields = ", ".join(tr("space {n}", n=n) for n in list(_legal(scene))[:6])
    return scene.attempt(
        move, hint=tr("This tile fits on {fields}.", fields=fields) if fields else tr("This tile fits nowhere now.")
    )


# ---- beside the board


def wanted(scene: BoardScene) -> AwaitedItems | None:
    """Tiles out of the bag for whoever draws."""
    awaiting = scene.game.awaiting(scene.state)
    if awaiting.ask not in ("DRAW", "DRAW_FOR_START"):
        return None
    seat, count = awaiting.seats[0], getattr(awaiting.need, "count", 1)
    return AwaitedItems(
        count,
        palette=lambda picked: [tile for tile in scene.state.bag if tile not in picked],
        event=lambda picked: f"draw {' '.join(picked)} for {seat + 1}",
        face=tile_face,
        by_lot=tr("Draw for me"),
        title=lambda items: tr("Tap what was drawn"),
    )


def tile_face(tile: str, act: str) -> Markup:
    """A tile as a small picture, tappable with ``act``."""
    return svg.item_face(
        "-19 -1 38 33", tile_svg(tile, corners(0), inset=0.0), tile, act, texts.name_of("spectrangle", tile)
    )


@rendered
def tray(scene: BoardScene) -> Node:
    """Turning the held tile, the ways it fits on a tapped field, giving a tile back, missing the turn."""
    if not scene.may_act:
        return None
    out = []
    if scene.chosen and scene.chosen[0] in TILE_OF:
        out.append(button("touch", tr("⟳ Turn the tile"), at=f"hand:{TILE_OF[scene.chosen[0]]}"))
    if len(scene.chosen) > 1:
        for place in _legal(scene).get(int(scene.chosen[1][1:]), []):
            worth = trn("{count} point", "{count} points", scene.game.points_of(scene.state, place))
            out.append(button("play", f"{place.tile[:3]}: {worth}", style="go", event=str(place)))
    for move in scene.moves:
        if isinstance(move, TileExchanged) and scene.chosen and TILE_OF[scene.chosen[0]] == move.tile:
            out.append(button("play", tr("Put it back into the bag"), event=str(move)))
        if isinstance(move, TurnSkipped):
            out.append(button("play", tr("Miss the turn"), event=str(move)))
    return out and h.div(".row")[out]


@rendered
def card(scene: BoardScene, seat: Seat) -> Node:
    """A player's open tiles."""
    return h.span(".off.tiles")[[tile_face(tile, "") for tile in scene.state.hands[seat]]]


BOARD = DrawnBoard(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray)


def _neighbourhood(state: State, move: TilePlaced) -> Node:
    """A tile where it lies, with those that share a side with it."""
    mine = set(corners(move.field))
    beside = {n: tile for n, tile in enumerate(state.board) if tile and len(mine & set(corners(n))) == 2}
    around = {**beside, move.field: move.tile}
    points = [point for field in around for point in corners(field)]
    left, top = (min(point[axis] for point in points) - 2 for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + 2 for axis in (0, 1))
    tiles = [
        tile_svg(tile, corners(field), inset=0.05 if field == move.field else 0.12) for field, tile in around.items()
    ]
    box = (left, top, right - left, bottom - top)
    return h.div(".rule-tiles")[svg.picture("spectrangle-tiles", box, tiles, tr("the tile and those that touch it"))]


def _laid(match: Match, event: Entry) -> Node:
    """The tile that a move lays, as it lies there, with its colours and what it brings."""
    if not isinstance(event, TilePlaced):
        return None
    at, field = ("-19 -1 38 33", 0) if is_up(event.field) else ("-19 28 38 33", 2)
    face = svg.item_face(at, tile_svg(event.tile, corners(field), inset=0.0), event.tile, "", "")
    worth = trn("{count} point", "{count} points", match.game.points_of(match.state, event))
    return [face, f"{event.tile[:3]}: {worth}"]


EXPLAINS = explained(_neighbourhood)
PANELS = Panels(highlights=("BONUS",), laid=_laid)
