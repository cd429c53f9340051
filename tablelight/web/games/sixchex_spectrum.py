"""SIXCHEX Spectrum on the page: nine rows of eight cards, coins on them, and where a coin may land."""

from collections import Counter
from random import Random

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
from tablelight.web.components import svg
from tablelight.web.components.html import PAINT, button, text
from tablelight.web.components.scene import Board, Scene, Touch, Wanted
from tablelight.web.components.tokens import letters, token, touchable

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


def draw(scene: Scene) -> str:
    """The cards as SVG with the coins on them."""
    cells = "".join(_cell(scene, spot) for spot in SPOTS)
    inside = cells + "".join(_coins(scene)) + "".join(_marks(scene))
    box = (-3, -3, COLUMNS * CELL + 6, ROWS * CELL + 6)
    return svg.picture("sixchex", box, inside, "the 72 cards with the coins on them")


def _cell(scene: Scene, spot: Spot) -> str:
    x, y = (value - CELL / 2 for value in middle(spot))
    state: State = scene.state
    card = state.cards[PLACE[spot]] if state.cards else ""
    tap = touchable(spot if scene.may_act else "")
    return (
        f'<rect class="led spot-lamp" data-spot="{spot}" x="{x + 0.3:g}" y="{y + 0.3:g}" width="{CELL - 0.6:g}"'
        f' height="{CELL - 0.6:g}" rx="2.6"/><g class="sixcard"{tap} transform="translate({x + 1.7:g} {y + 1.7:g})">'
        f"{card_svg(card)}<title>{spot} {card}</title></g>"
    )


def card_svg(card: str) -> str:
    """A card of 18.6 by 18.6: dark ones deep with a full dot, light ones pale with an open one; homes with a roof."""
    size = CELL - 3.4
    paint, pen, sign = "#2a2a33", "#888", ""
    if card in _HOME_PAINT:
        paint, pen = _HOME_PAINT[card]
        sign = f'<path class="roof" d="M{size / 2 - 3} 4.6l3-2.6 3 2.6" stroke="{pen}"/>'
        sign += svg.words("cardname", (size / 2, size - 2.6), card, size=3.8, fill=pen)
    elif (hue := hue_of(card)) is not None:
        dark = card in DARK
        paint, pen = PAINT[hue], "#fff" if dark else "#1b1b1f"
        shade, strength, full = ("#000", 0.42, pen) if dark else ("#fff", 0.5, "none")
        sign = f'<rect width="{size:g}" height="{size:g}" rx="2" fill="{shade}" opacity="{strength}"/>'
        sign += svg.words("cardname", (3.4, 3.8), card[1:], size=4.8, fill=pen)
        sign += svg.disc("tone", (size - 3, 3), 1.2, f' fill="{full}" stroke="{pen}"')
    return f'<rect class="sixface" width="{size:g}" height="{size:g}" rx="2" fill="{paint}"/>{sign}'


def _coins(scene: Scene) -> list[str]:
    """Coins of one player on one card lie as one, with their number; those of several players side by side."""
    marks, out = letters(scene.seats), []
    starts = {move.start for move in scene.moves if isinstance(move, CoinMoved)}
    on: dict[Spot, list[tuple[Seat, int]]] = {}
    for seat, coins in enumerate(scene.state.coins):
        for spot, count in Counter(coins).items():
            on.setdefault(spot, []).append((seat, count))
    for spot, stacks in on.items():
        x, y = middle(spot)
        for n, (seat, count) in enumerate(stacks):
            at = (x + (n - (len(stacks) - 1) / 2) * 7, y + 1.2)
            style = "able" if seat == scene.mover and spot in starts and not scene.chosen else ""
            tap = spot if scene.may_act else ""
            title = f"{scene.seats[seat]} on {spot}"
            out.append(token(seat, marks[seat], at, 5, hues=SEAT_HUES, style=style, tap=tap, title=title))
            if count > 1:
                out.append(f'<text class="stacked" x="{at[0] + 4.6:g}" y="{at[1] - 4.6:g}">{count}</text>')
            if style:
                out.append(f'<circle class="mark waiting" cx="{at[0]:g}" cy="{at[1]:g}" r="7"/>')
    return out


def _marks(scene: Scene) -> list[str]:
    out = []
    if _chosen(scene):
        x, y = middle(scene.chosen[0])
        out.append(f'<circle class="mark chosen" cx="{x:g}" cy="{y + 1.2:g}" r="7"/>')
    for move in _from(scene, _chosen(scene)):
        x, y = middle(move.path[-1])
        tap = touchable(move.path[-1] if scene.may_act else "")
        if scene.game.captured(scene.state, move):
            out.append(svg.target((x, y + 1.2), 7.2))
        else:
            out.append(svg.disc("mark go", (x, y + 1.2), 3.2, ' data-go="step"'))
        out.append(svg.disc("hit", (x, y), 10, tap))
    for spot in scene.wrong:
        if spot in PLACE:
            x, y = (value - CELL / 2 + 1.2 for value in middle(spot))
            out.append(
                f'<rect class="mark wrong" x="{x:g}" y="{y:g}" width="{CELL - 2.4:g}" height="{CELL - 2.4:g}" rx="2"/>'
            )
    return out


# ---- what a tap means


def _from(scene: Scene, start: str) -> list[CoinMoved]:
    return [move for move in scene.moves if isinstance(move, CoinMoved) and start and move.start == start]


def _chosen(scene: Scene) -> str:
    """The card whose coin is taken up, as long as it can move."""
    starts = {move.start for move in scene.moves if isinstance(move, CoinMoved)}
    return scene.chosen[0] if scene.chosen and scene.chosen[0] in starts else ""


def touch(scene: Scene, at: str) -> Touch:
    """A coin is taken up, a card is where it lands; before the game a home card takes that home."""
    state: State = scene.state
    if at not in PLACE:
        return Touch()
    if scene.game.awaiting(state).ask == "CHOOSE_HOME":
        card = state.cards[PLACE[at]]
        if card not in HOMES:
            return Touch(hint="Tap a card of the home colour you want: black, tan, gray or pink.")
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
        return Touch(hint="First tap one of your own coins, then the card it goes to.")
    ends = [move.path[-1] for move in _from(scene, chosen)]
    hint = (
        f"From {chosen} it can land on {texts.join(ends[:6])}{' and others' if len(ends) > 6 else ''}." if ends else ""
    )
    return scene.attempt(CoinMoved(scene.actor, start, (at,)), hint=hint)


def _whoever_can(scene: Scene, moves: list[CoinMoved], at: str) -> Touch:
    """No coin is taken up: where one alone can go to this card, that is what is meant."""
    starts = list(dict.fromkeys(move.start for move in moves))
    if len(starts) == 1:
        return scene.attempt(moves[0])
    return Touch(hint=f"First tap the coin that should go to {at}: {texts.join(starts, 'or')}.")


# ---- beside the board


def wanted(scene: Scene) -> Wanted | None:
    """The cards to lay, and dice with numbers."""
    awaiting = scene.game.awaiting(scene.state)
    match awaiting.ask:
        case "LAY_CARDS":
            return Wanted(
                N_CARDS,
                _left,
                lambda p: f"lay {' '.join(p)}",
                card_face,
                "Lay them for me",
                lambda p: f"Tap card {SPOTS[len(p)]}",
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


def _die() -> Wanted:
    return Wanted(1, lambda picked: list("123456"), lambda picked: f"roll {picked[0]}", _number)


def _start(count: int) -> Wanted:
    """What everybody threw for the start: two dice added, or one die each; a lot throws two."""

    def palette(picked: tuple[str, ...]) -> list[str]:
        thrown = [int(number) for number in picked]
        least, most = (2 if max(thrown, default=0) > 6 else 1), (6 if 1 in thrown else 12)
        return [str(n) for n in range(least, most + 1)]

    def two_dice(rng: Random) -> str:
        return str(rng.randint(1, 6) + rng.randint(1, 6))

    return Wanted(count, palette, lambda picked: f"start {' '.join(picked)}", _number, lot=two_dice)


def _number(item: str, act: str) -> str:
    return button(act, item, style="number", item=item) if act else f'<span class="number">{item}</span>'


def card_face(card: str, act: str) -> str:
    """A card as a small picture, tappable with ``act``."""
    size = CELL - 3.4
    return svg.item_face(f"0 0 {size:g} {size:g}", card_svg(card), card, act, card_name(card))


def card_name(card: str) -> str:
    """What people call a card: ``dark red``, ``tan``."""
    if card[0] in _SHADES and card[1:] in _COLOURS:
        return f"{_SHADES[card[0]]} {_COLOURS[card[1:]]}"
    return card


_SHADES = {"d": "dark", "l": "light"}
_COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "I": "indigo", "V": "violet"}


def tray(scene: Scene) -> str:
    """The die that lies there, homes to choose, passing."""
    die = scene.state.die
    out = [f'<span class="number">{die}</span>'] if die else []
    if die and scene.may_act:
        out = [button("overlay", str(die), style="number", name="pips"), '<span class="said">rolled</span>']
    if scene.may_act:
        homes = [move for move in scene.moves if isinstance(move, TakeHome) and move.seat == scene.actor]
        out += [button("play", text(move.colour), event=str(move)) for move in homes]
        out += [button("play", "Pass", style="go", event=str(m)) for m in scene.moves if isinstance(m, CoinPass)]
    return f'<div class="row">{"".join(out)}</div>' if out else ""


def card(scene: Scene, seat: Seat) -> str:
    """A player's home and coins left."""
    home = scene.state.homes[seat]
    words = f"home: {text(home)}" if home else "no home colour yet"
    return f'<span class="of">coins</span><span class="off">{words}</span>'


BOARD = Board(draw=draw, touch=touch, card=card, wanted=wanted, tray=tray, hues=lambda scene: SEAT_HUES)
