"""Spectrum Escape on the page: pawns that leapfrog outward, the players' own dice and the common ones."""

from collections.abc import Iterator

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Seat
from engine.core.verdict import Dice
from engine.games.spectrum_escape.events import DieLost, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.state import TARGETS, State
from engine.texts.language import tr
from tablelight.web.components import round_board as face
from tablelight.web.components.html import button, chip, classes, rendered, with_parts
from tablelight.web.components.panels import Panels
from tablelight.web.components.place_names import landing, space
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard, Touch
from tablelight.web.components.tokens import letters, token, token_icon
from tablelight.web.reckonings.spectrum_escape import EXPLAINS as EXPLAINS


@rendered
def draw(scene: BoardScene) -> Node:
    """The board as SVG: pawns, and ghosts where the mover's dice lead."""
    goes = _goes(scene)
    opened = {move.hue for move in goes} if scene.state.rolled else None
    marks, mover = letters(scene.seats), scene.mover
    parts: list[Node] = [
        face.ground(opened, (), {}, tap=scene.may_act),
        _pawns(scene),
        [_ghost(scene, move) for move in goes],
        [face.cross(face.middle(spot)) for spot in scene.wrong],
        mover is not None and token(mover, marks[mover], (0, 0), 6.4, style="turn", title=tr("next")),
    ]
    return face.board(parts, tr("the Spectrum Escape board with its pawns"), tap=scene.may_act)


def _pawns(scene: BoardScene) -> Iterator[Markup]:
    marks = letters(scene.seats)
    for hue in Hue:
        for seat, place in enumerate(scene.state.lanes[hue]):
            if place:
                spot = scene.game.spot(hue, place)
                title = f"{scene.seats[seat]}: {spot}"
                yield token(seat, marks[seat], face.middle(spot), face.PAWN, title=title)


def _ghost(scene: BoardScene, move: PawnMoved) -> Node:
    """Where a die leads: solid by the own die, dashed by a common one; beyond the rim an arrow, for the pawn is out."""
    place = scene.game.landing(scene.state.lanes[move.hue], move.seat)
    spot = scene.game.spot(move.hue, place)
    out = place > scene.game.rim
    at = face.polar(sum(face.band(1)) / 2, move.hue * 30 + 7) if out else face.middle(spot)
    letter = "↗" if out else letters(scene.seats)[move.seat]
    tap = spot if scene.may_act else ""
    name = landing(space(spot), "other") if not out else tr("{hue}: a pawn leaves the board here", hue=move.hue.called)
    title = tr("by the {die} die", die=move.die)
    ghost = token(move.seat, letter, at, face.PAWN, style=f"ghost {move.die}", tap=tap, title=title, name=name)
    return [ghost, face.ring(at, face.PAWN + 1.4, f"die-{move.die}")]


def _goes(scene: BoardScene) -> list[PawnMoved]:
    return [move for move in scene.moves if isinstance(move, PawnMoved)]


def touch(scene: BoardScene, at: str) -> Touch:
    """A colour is tapped: the pawn there moves, or comes in, by the die that shows it."""
    if at not in _SPOTS:
        return Touch()
    hue, seat = face.split(at)[0], scene.actor
    goes = [move for move in _goes(scene) if move.hue is hue]
    if len(goes) > 1:
        return Touch(chosen=(hue.name,))
    own = scene.state.own[seat] is hue and not scene.state.own_used[seat]
    move = goes[0] if goes else PawnMoved(seat, hue, "own" if own else "common")
    lit = ", ".join(dict.fromkeys(m.hue.called for m in _goes(scene)))
    return scene.attempt(move, hint=tr("Your dice lead somewhere in: {lit}.", lit=lit) if lit else "")


_SPOTS = frozenset(f"{hue.name}{ring}" for hue in Hue for ring in range(1, 10))


# ---- beside the board


def wanted(scene: BoardScene) -> AwaitedItems | None:
    """The own die of whoever has none, then the common dice; an item is ``d6:R`` or ``d12:GB``."""
    awaiting = scene.game.awaiting(scene.state)
    need = awaiting.need
    if not isinstance(need, Dice):
        return None
    kinds = ("d6",) * need.d6 + ("d12",) * need.d12

    def palette(picked: tuple[str, ...]) -> list[str]:
        kind = kinds[min(len(picked), len(kinds) - 1)]
        return [f"{kind}:{hue.name}" for hue in (PRIMARIES if kind == "d6" else tuple(Hue))]

    def event(picked: tuple[str, ...]) -> str:
        sides = [
            " ".join(item.partition(":")[2] for item in picked if item.startswith(f"{kind}:")) for kind in ("d6", "d12")
        ]
        if awaiting.ask == "ROLL_COMMON":
            return f"common {sides[0]} / {sides[1]}"
        return f"own {sides[0] or sides[1]} for {awaiting.seats[0] + 1}"

    return AwaitedItems(len(kinds), palette, event, _die_face)


def _die_face(item: str, act: str) -> Markup:
    kind, _, hue = item.partition(":")
    return chip(Hue[hue], act=act, shape="square" if kind == "d6" else "penta", item=item)


@rendered
def tray(scene: BoardScene) -> Node:
    """The dice that lie there, and what can be done with them besides moving."""
    state: State = scene.state
    marks = letters(scene.seats)
    kind = "square" if state.round == "d6" else "penta"
    own = [
        h.span(class_=classes("own", "used" if state.own_used[seat] else ""))[
            token_icon(seat, marks[seat]), chip(hue, shape=kind)
        ]
        for seat, hue in enumerate(state.own)
        if hue is not None
    ]
    common = [chip(hue) for hue in state.common or ()]
    return [
        own and h.div(".rolled")[own],
        common and h.div(".rolled.common")[h.span(".said")[tr("For all")], common],
        scene.may_act and _choices(scene),
    ]


def _choices(scene: BoardScene) -> Node:
    """By which die, dice that are of no use, and taking a pawn back."""
    both = [move for move in _goes(scene) if scene.chosen == (move.hue.name,)]
    which = {"own": tr("By your own die"), "common": tr("By a common die")}
    rows = [button("play", which[move.die], style="go", event=str(move)) for move in both if len(both) > 1]
    for move in scene.moves:
        if isinstance(move, DieLost):
            words = (
                tr("Use up your own {hue} die: it moves nothing", hue=move.hue.called)
                if move.die == "own"
                else tr("Use up the common {hue} die: it moves nothing", hue=move.hue.called)
            )
            rows.append(button("play", words, event=str(move)))
    back = [chip(move.hue, act="play", event=str(move)) for move in scene.moves if isinstance(move, PawnWithdrawn)]
    if not rows and not back:
        return None
    return [
        h.div(".row")[rows],
        back and h.details[h.summary[tr("Take a pawn back instead of both moves")], back],
    ]


@rendered
def card(scene: BoardScene, seat: Seat) -> Node:
    """Pawns that are out, and in stock."""
    return [
        h.span(".of")[tr("of {targets} out", targets=TARGETS[len(scene.seats)])],
        h.span(".off")[with_parts(tr("{count} in stock"), count=h.b[scene.state.stock(seat)])],
    ]


BOARD = DrawnBoard(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray)
PANELS = Panels(highlights=("ESCAPE",))
