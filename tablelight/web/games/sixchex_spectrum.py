"""SIXCHEX Spectrum on the page: nine rows of eight cards, coins on them, and where a coin may land."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.lights import Spot
from engine.core.events import Seat
from engine.games.sixchex_spectrum.board import (
    COLUMNS,
    DARK,
    DECK,
    HOMES,
    N_CARDS,
    PLACE,
    ROWS,
    SPOTS,
    hue_of,
    parity,
    row_column,
)
from engine.games.sixchex_spectrum.events import CoinMoved, CoinPass, TakeHome
from engine.games.sixchex_spectrum.lights import SEAT_HUES
from engine.games.sixchex_spectrum.state import State
from engine.texts.language import tr
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components import svg
from tablelight.web.components.board_panel import number_face
from tablelight.web.components.html import PAINT, button, circle, classes, g, hue_class, path, rect, rendered, text_
from tablelight.web.components.panels import Panels
from tablelight.web.components.place_names import landing, with_piece
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard, Touch
from tablelight.web.components.svg import Point
from tablelight.web.components.tokens import letters, token, touchable
from tablelight.web.reckonings.sixchex_spectrum import EXPLAINS as EXPLAINS

CELL = 22.0
_HOME_PAINT = {
    "black": ("#26262b", "#fff"),
    "tan": ("#d2b48c", "#1b1b1f"),
    "gray": ("#8d8f94", "#fff"),
    "pink": ("#f4a6c0", "#1b1b1f"),
}

# ---- the picture


def middle(spot: Spot) -> tuple[float, float]:
    row, column = row_column(spot)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


@rendered
def draw(scene: BoardScene) -> Node:
    """The cards as SVG with the coins on them."""
    cells = [_cell(scene, spot) for spot in SPOTS]
    box, label = (-3, -3, COLUMNS * CELL + 6, ROWS * CELL + 6), tr("the 72 cards with the coins on them")
    return svg.picture("sixchex", box, [cells, _coins(scene), _marks(scene)], label, tap=scene.may_act)


def _cell(scene: BoardScene, spot: Spot) -> Markup:
    state: State = scene.state
    card = state.cards[PLACE[spot]] if state.cards else ""
    return _card_at(spot, card, _called(scene, spot), scene.may_act)


def _called(scene: BoardScene, spot: Spot) -> str:
    """A place and its card by name."""
    cards = scene.state.cards
    return tr("{place}, {card}", place=spot, card=card_name(cards[PLACE[spot]])) if cards else spot


@lru_cache(maxsize=4096)  # 72 cards on 72 places; they lie still for a whole game
@rendered
def _card_at(spot: Spot, card: str, name: str, may_act: bool) -> Node:
    """``name``: what the place is called, with its card."""
    x, y = (value - CELL / 2 for value in middle(spot))
    lamp = rect(".led.spot-lamp", _square((x + 0.3, y + 0.3), CELL - 0.6), rx="2.6", data_spot=spot)
    look = {"class": "sixcard", **touchable(spot if may_act else "", name)}
    place = f"translate({x + 1.7:g} {y + 1.7:g})"
    return [lamp, g(look, transform=place)[card_svg(card), h.title[name]]]


def _square(at: Point, side: float) -> dict[str, str]:
    return {"x": f"{at[0]:g}", "y": f"{at[1]:g}", "width": f"{side:g}", "height": f"{side:g}"}


@kept_in_each_language(64)
@rendered
def card_svg(card: str) -> Node:
    """A card of 18.6 by 18.6: dark ones deep with a full dot, light ones pale with an open one; homes with a roof."""
    size = CELL - 3.4
    square = {"width": f"{size:g}", "height": f"{size:g}", "rx": "2"}
    paint, sign, face = "#2a2a33", list[Node](), "sixface"
    if card in _HOME_PAINT:
        paint, pen = _HOME_PAINT[card]
        sign = [
            path(".roof", d=f"M{size / 2 - 3} 4.6l3-2.6 3 2.6", stroke=pen),
            svg.words("cardname", (size / 2, size - 2.6), card_name(card), size=3.8, fill=pen),
        ]
    elif (hue := hue_of(card)) is not None:
        dark = card in DARK
        paint, pen = PAINT[hue], "#fff" if dark else "#1b1b1f"
        shade, strength, full = ("#000", 0.42, pen) if dark else ("#fff", 0.5, "none")
        face = classes("sixface", hue_class(hue))
        sign = [
            rect(square, fill=shade, opacity=f"{strength}"),
            svg.words("cardname", (3.4, 3.8), card[1:], size=4.8, fill=pen),
            svg.disc("tone", (size - 3, 3), 1.2, fill=full, stroke=pen),
        ]
    return [rect({"class": face}, square, fill=paint), sign]


def _coins(scene: BoardScene) -> Iterator[Node]:
    """Coins of one player on one card lie as one, with their number; those of several players side by side."""
    on: dict[Spot, list[tuple[Seat, int]]] = {}
    for seat, coins in enumerate(scene.state.coins):
        for spot, count in Counter(coins).items():
            on.setdefault(spot, []).append((seat, count))
    for spot, stacks in on.items():
        x, y = middle(spot)
        for n, (seat, count) in enumerate(stacks):
            yield _stack(scene, spot, seat, count, (x + (n - (len(stacks) - 1) / 2) * 7, y + 1.2))


def _stack(scene: BoardScene, spot: Spot, seat: Seat, count: int, at: Point) -> Node:
    """One player's coins on one card."""
    able = seat == scene.mover and spot in _starts(scene) and not scene.chosen
    letter, tap, title = (
        letters(scene.seats)[seat],
        spot if scene.may_act else "",
        tr("{player} on {spot}", player=scene.seats[seat], spot=spot),
    )
    style = "able" if able else ""
    name = with_piece(scene, _called(scene, spot), seat, "chosen" if spot == _chosen(scene) else style) if tap else ""
    return [
        token(seat, letter, at, 5, hues=SEAT_HUES, style=style, tap=tap, title=title, name=name),
        count > 1 and text_(".stacked", x=f"{at[0] + 4.6:g}", y=f"{at[1] - 4.6:g}")[count],
        able and circle(".mark.waiting", cx=f"{at[0]:g}", cy=f"{at[1]:g}", r="7"),
    ]


def _marks(scene: BoardScene) -> Iterator[Node]:
    if _chosen(scene):
        x, y = middle(scene.chosen[0])
        yield circle(".mark.chosen", cx=f"{x:g}", cy=f"{y + 1.2:g}", r="7")
    for move in _from(scene, _chosen(scene)):
        x, y = middle(move.path[-1])
        taken = bool(scene.game.captured(scene.state, move))
        yield svg.target((x, y + 1.2), 7.2) if taken else svg.disc("mark go", (x, y + 1.2), 3.2, data_go="step")
        name = landing(_called(scene, move.path[-1]), "capture" if taken else "step")
        yield circle(svg.round_at("hit", (x, y), 10), touchable(move.path[-1] if scene.may_act else "", name))
    for spot in scene.wrong:
        if spot in PLACE:
            x, y = (value - CELL / 2 + 1.2 for value in middle(spot))
            yield rect(".mark.wrong", _square((x, y), CELL - 2.4), rx="2")


# ---- what a tap means


def _from(scene: BoardScene, start: str) -> list[CoinMoved]:
    return [move for move in scene.moves if isinstance(move, CoinMoved) and start and move.start == start]


def _starts(scene: BoardScene) -> set[Spot]:
    """The cards from which a coin can move."""
    return {move.start for move in scene.moves if isinstance(move, CoinMoved)}


def _chosen(scene: BoardScene) -> str:
    """The card whose coin is taken up, as long as it can move."""
    return scene.chosen[0] if scene.chosen and scene.chosen[0] in _starts(scene) else ""


def touch(scene: BoardScene, at: str) -> Touch:
    """A coin is taken up, a card is where it lands; before the game a home card takes that home."""
    state: State = scene.state
    if at not in PLACE:
        return Touch()
    if scene.game.awaiting(state).ask == "CHOOSE_HOME":
        card = state.cards[PLACE[at]]
        if card not in HOMES:
            return Touch(hint=tr("Tap a card of the home colour you want: black, tan, gray or pink."))
        return scene.attempt(TakeHome(scene.actor, card))
    chosen = _chosen(scene)
    landing = next((move for move in _from(scene, chosen) if move.path[-1] == at), None)
    if landing is not None:  # also the card it came from, after a round trip
        return scene.attempt(landing)
    if at == chosen:
        return Touch()
    if _from(scene, at):
        return Touch(chosen=(at,))
    others = [move for move in scene.moves if isinstance(move, CoinMoved) and move.path[-1] == at]
    if others and not chosen:
        return _whoever_can(scene, others, at)
    if not state.cards:
        return Touch()
    own = state.coins[scene.actor]
    start = chosen or (at if at in own or not own else own[0])
    if not chosen and at not in own and state.die:
        return Touch(hint=tr("First tap one of your own coins, then the card it goes to."))
    ends = [move.path[-1] for move in _from(scene, chosen)]
    return scene.attempt(CoinMoved(scene.actor, start, (at,)), hint=_landings(chosen, ends))


_NAMED = 6
"""Cards that a hint names. Chosen by hand: more fill a phone."""


def _landings(start: str, ends: list[Spot]) -> str:
    """Where the coin that is taken up can land, in words."""
    if not ends:
        return ""
    if len(ends) > _NAMED:
        return tr("From {start} it can land on {spots} and others.", start=start, spots=", ".join(ends[:_NAMED]))
    return tr("From {start} it can land on {spots}.", start=start, spots=texts.join(ends))


def _whoever_can(scene: BoardScene, moves: list[CoinMoved], at: str) -> Touch:
    """No coin is taken up: where one alone can go to this card, that is what is meant."""
    starts = list(dict.fromkeys(move.start for move in moves))
    if len(starts) == 1:
        return scene.attempt(moves[0])
    return Touch(hint=tr("First tap the coin that should go to {at}: {names}.", at=at, names=texts.join(starts, "or")))


# ---- beside the board


def wanted(scene: BoardScene) -> AwaitedItems | None:
    """The cards to lay, and dice with numbers."""
    awaiting = scene.game.awaiting(scene.state)
    match awaiting.ask:
        case "LAY_CARDS":
            return AwaitedItems(
                N_CARDS,
                _left,
                lambda p: f"lay {' '.join(p)}",
                card_face,
                tr("Lay them for me"),
                lambda p: tr("Tap card {spots}", spots=SPOTS[len(p)]),
            )
        case "ROLL_FOR_START":
            return _start(len(awaiting.seats))
        case "ROLL":
            return _die()
    return None


def _left(picked: tuple[str, ...]) -> list[str]:
    """The cards left of the kind that is next: dark and light in turn like a checkerboard, the first decides."""
    left = list((Counter(DECK) - Counter(picked)).elements())
    if not picked:
        return left
    dark_first = (picked[0] in DARK) == (parity(SPOTS[0]) == 0)
    dark = (parity(SPOTS[min(len(picked), N_CARDS - 1)]) == 0) == dark_first
    return [card for card in left if (card in DARK) == dark]


def _die() -> AwaitedItems:
    return AwaitedItems(1, lambda picked: list("123456"), lambda picked: f"roll {picked[0]}", number_face)


def _start(count: int) -> AwaitedItems:
    """What everybody threw for the start: two dice added, or one die each; a lot throws two."""

    def palette(picked: tuple[str, ...]) -> list[str]:
        thrown = [int(number) for number in picked]
        least, most = (2 if max(thrown, default=0) > 6 else 1), (6 if 1 in thrown else 12)
        return [str(n) for n in range(least, most + 1)]

    def two_dice(rng: Random) -> str:
        return str(rng.randint(1, 6) + rng.randint(1, 6))

    return AwaitedItems(count, palette, lambda picked: f"start {' '.join(picked)}", number_face, lot=two_dice)


def card_face(card: str, act: str) -> Markup:
    """A card as a small picture, tappable with ``act``."""
    size = CELL - 3.4
    return svg.item_face(f"0 0 {size:g} {size:g}", card_svg(card), card, act, card_name(card))


def card_name(card: str) -> str:
    """What people call a card: ``dark red``, ``tan``."""
    return texts.name_of("sixchex_spectrum", card)


@rendered
def tray(scene: BoardScene) -> Node:
    """The die that lies there, homes to choose, passing."""
    die, out = scene.state.die, list[Node]()
    if die and scene.may_act:
        out = [button("overlay", str(die), style="number", name="pips"), h.span(".said")[tr("rolled")]]
    elif die:
        out = [number_face(str(die), "")]
    if scene.may_act:
        homes = [move for move in scene.moves if isinstance(move, TakeHome) and move.seat == scene.actor]
        out += [button("play", card_name(move.colour), event=str(move)) for move in homes]
        out += [button("play", tr("Pass"), style="go", event=str(m)) for m in scene.moves if isinstance(m, CoinPass)]
    return out and h.div(".row")[out]


@rendered
def card(scene: BoardScene, seat: Seat) -> Node:
    """A player's home and coins left."""
    home = scene.state.homes[seat]
    where = tr("home: {home}", home=card_name(home)) if home else tr("no home colour yet")
    return [h.span(".of")[tr("coins")], h.span(".off")[where]]


BOARD = DrawnBoard(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray, hues=lambda scene: SEAT_HUES)
PANELS = Panels(highlights=("CAPTURE",))
