"""Spectrum on the page: pawns of every player, stars taken, and what a tap on a pawn or a space means."""

from collections.abc import Iterable, Iterator

from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from engine.core.events import Move
from engine.core.game import Game
from engine.games.spectrum.board import INDEX, NAME, RING, SIDES, STOCK, TOUCH_MASK, bits, hues_in
from engine.games.spectrum.events import PawnMove, PlaceCaptive, Surrender, Swap
from engine.games.spectrum.state import State, stars_to_json
from engine.texts.language import tr
from tablelight.web.components import round_board as face
from tablelight.web.components import secret_cards
from tablelight.web.components.html import rendered, text_
from tablelight.web.components.panels import Panels
from tablelight.web.components.place_names import OFF, space, with_piece
from tablelight.web.components.scene import BoardScene, DrawnBoard, Touch
from tablelight.web.components.tokens import letters, token
from tablelight.web.games.spectrum_tray import card, tray, wanted
from tablelight.web.reckonings.spectrum import EXPLAINS as EXPLAINS

MOST_NAMED = 6
"""Places listed in a hint; more would be no help."""

# ---- the picture


@rendered
def draw(scene: BoardScene) -> Node:
    """The board as SVG."""
    state: State = scene.state
    opened = scene.game.open_hues(state) if state.phase == "move" and state.plans else None
    taken = hues_in(state.taken)
    parts: list[Node] = [
        face.ground(opened, taken, _path_names(state), tap=scene.may_act, quiet=bool(_chosen(scene))),
        [face.way((move.origin, *move.path)) for move in open_ways(scene)],
        _pawns(scene),
        _hub(scene),
        _stock(scene),
        _captives(scene),
        face.marks(_picture(scene), tap=scene.may_act),
        [face.cross(face.middle(spot)) for spot in scene.wrong if spot in INDEX],
    ]
    return face.board(parts, tr("the Spectrum board with its pawns"), tap=scene.may_act)


def _path_names(state: State) -> dict[Hue, str]:
    """Weighted colours stand at the rim with their value."""
    return {hue: f"{hue.name} {value}" for hue, value in zip(Hue, state.extras.values, strict=False)}


def _pawns(scene: BoardScene) -> Iterator[Markup]:
    state, origins = scene.state, _origins(scene)
    chosen, marks = _chosen(scene), letters(scene.seats)
    for seat, name in enumerate(scene.seats):
        stars = [f"{hue}9" for hue in stars_to_json(state.stars[seat])]
        for spot in (*state.spots_of(seat), *stars):
            style = "chosen" if spot in chosen else "able" if spot in origins and not chosen else ""
            tap = spot if scene.may_act and spot not in stars else ""
            at, called = face.middle(spot), with_piece(scene, space(spot), seat, style) if tap else ""
            title = tr("{name} on {spot}", name=name, spot=spot)
            yield token(seat, marks[seat], at, face.PAWN, style=style, tap=tap, title=title, name=called)


def _hub(scene: BoardScene) -> Node:
    """Whose turn it is, in the middle."""
    seats = scene.game.awaiting(scene.state).seats
    if len(seats) != 1:
        return None
    seat = seats[0]
    return token(
        seat,
        letters(scene.seats)[seat],
        (0, 0),
        6.4,
        style="turn",
        title=tr("{player}: next", player=scene.seats[seat]),
    )


def _stock(scene: BoardScene) -> Node:
    """The stock of whose turn it is, in a corner beside the round."""
    state, seat = scene.state, scene.state.to_move
    if state.phase not in ("roll", "move") or not state.stock[seat]:
        return None
    chosen = _chosen(scene)
    style = "chosen" if OFF in chosen else "able" if OFF in _origins(scene) and not chosen else ""
    (x, y), letter, tap = face.middle(OFF), letters(scene.seats)[seat], OFF if scene.may_act else ""
    return [
        token(
            seat,
            letter,
            (x, y),
            6,
            style=style,
            tap=tap,
            title=tr("stock"),
            name=with_piece(scene, space(OFF), seat, style),
        ),
        style == "chosen" and face.ring((x, y), 8.4, "chosen"),
        text_(".count", x=f"{x + 9}", y=f"{y + 1}")[f"×{state.stock[seat]}"],
        _corner_name((x, y), tr("stock")),
    ]


def _captives(scene: BoardScene) -> Node:
    """The captured pawns in the hand, in the other corner."""
    captives, marks, (x, y) = scene.state.captives, letters(scene.seats), face.CORNERS["hand"]
    pawns = [
        token(captive.owner, marks[captive.owner], (x - 11 * n, y), 6, style="captive", title=tr("captured pawn"))
        for n, captive in enumerate(captives)
    ]
    return [pawns, captives and _corner_name((x, y), tr("place it"))]


def _corner_name(at: tuple[float, float], words: str) -> Node:
    return text_(".corner", x=f"{at[0] - 8}", y=f"{at[1] + 12}")[words]


def _picture(scene: BoardScene) -> Picture:
    """The marks on top: the game's own lights, with the landings of what is chosen here."""
    state, chosen = scene.state, _chosen(scene)
    if state.phase == "move" and chosen:
        swaps = [move for move in scene.moves if isinstance(move, Swap) and chosen[0] in (move.a, move.b)]
        others = {(move.b if move.a == chosen[0] else move.a): Light(Meaning.LEGAL, Hue.P) for move in swaps}
        lights = scene.game.lights(state, chosen[0])
        return {spot: light for spot, light in lights.items() if _asks(light)} | others
    if state.phase in ("move", "place") or state.extras.pick:
        lights = scene.game.lights(state)
        picked = {spot: Light(Meaning.CHOSEN) for spot in scene.chosen if spot in lights}
        return {
            s: light for s, light in lights.items() if light.meaning is Meaning.WAITING and s not in picked
        } | picked
    return {}


def _asks(light: Light) -> bool:
    return light.meaning in (Meaning.WAITING, Meaning.LEGAL, Meaning.CHOSEN)


# ---- what a tap means


def _origins(scene: BoardScene) -> frozenset[str]:
    """What can be picked up now: spaces of pawns that can move, ``OFF`` for the stock."""
    found = {move.origin for move in scene.moves if isinstance(move, PawnMove)}
    found |= {spot for move in scene.moves if isinstance(move, Swap) for spot in (move.a, move.b)}
    return frozenset(found | {move.pawn for move in scene.moves if isinstance(move, Surrender)})


def _chosen(scene: BoardScene) -> tuple[str, ...]:
    """What is picked up, as long as it can still move."""
    return scene.chosen if scene.chosen and scene.chosen[0] in _origins(scene) else ()


def touch(scene: BoardScene, at: str) -> Touch:
    """What tapping a space, a pawn or the stock means now."""
    state: State = scene.state
    if at not in INDEX:
        return Touch()
    if state.phase == "place":
        return scene.attempt(PlaceCaptive(scene.actor, at))
    if state.phase == "setup":
        return _pick_two(scene, at)
    origins, chosen = _origins(scene), _chosen(scene)
    if chosen and at == chosen[0]:
        return Touch()
    swap = _swap(scene, chosen, at)
    if swap is not None:
        return scene.attempt(swap)
    if chosen and any(_ends(move, chosen[0], at) for move in scene.moves):
        return _go(scene, [move for move in scene.moves if isinstance(move, PawnMove) and _ends(move, chosen[0], at)])
    if at in origins:
        return Touch(chosen=(at,))
    goes = [move for move in scene.moves if isinstance(move, PawnMove) and move.path[-1] == at]
    if goes and (scene.kept or not chosen):
        return _whoever_can(scene, goes, at)
    if chosen:
        return _refused(scene, chosen[0], at)
    return _nobody_can(scene, at)


def _ends(move: Move, origin: Spot, at: Spot) -> bool:
    return isinstance(move, PawnMove) and move.origin == origin and move.path[-1] == at


def _pick_two(scene: BoardScene, at: Spot) -> Touch:
    """Shotgun start: two free colours of the ring are tapped one after the other."""
    state = scene.state
    spots = tuple(spot for spot in scene.chosen if spot != at)
    if at in scene.chosen or len(spots) == 0:
        ring = face.split(next(iter(scene.game.lights(state)), at))[1]
        lit = scene.game.lights(state).get(at)
        fits = state.extras.pick and lit is not None and lit.meaning is Meaning.WAITING
        return Touch(chosen=spots if at in scene.chosen else (at,) if fits and ring else ())
    hues = " ".join(face.split(spot)[0].name for spot in (*spots, at))
    return scene.attempt(scene.game.parse(f"{scene.actor + 1}: pick {hues}", state))


def _swap(scene: BoardScene, chosen: tuple[str, ...], at: Spot) -> Swap | None:
    if not chosen:
        return None
    pair = {chosen[0], at}
    return next((move for move in scene.moves if isinstance(move, Swap) and {move.a, move.b} == pair), None)


def _go(scene: BoardScene, moves: list[PawnMove]) -> Touch:
    """A landing was tapped: played when all ways to it end alike, else the ways are asked about."""
    ways = different(scene.game, scene.state, moves)
    if len(ways) > 1:
        return Touch(chosen=(moves[0].origin, moves[0].path[-1]))
    return scene.attempt(ways[0], then=(ways[0].path[-1],))


def different(game: Game, state: State, moves: Iterable[PawnMove]) -> list[PawnMove]:
    """One of each kind of move that ends differently, the plainest of its kind first."""
    kinds: dict[object, PawnMove] = {}
    for move in sorted(moves, key=lambda move: (len(move.jumped), len(move.path))):
        after: State = game.result(state, move)
        # Which two colours a pawn was in makes no difference; whether it was in two does (SB-SPC-11).
        moved = tuple((m.at, m.hues if m.hues.bit_count() < 2 else -1, m.origin) for m in after.moved)
        plans = frozenset((plan.key, plan.left) for plan in after.plans)
        kinds.setdefault((after.pawns, after.stars, after.stock, after.captives, after.phase, moved, plans), move)
    return list(kinds.values())


def open_ways(scene: BoardScene) -> list[PawnMove]:
    """The ways to choose between, when a pawn and where it lands are chosen but not how it gets there."""
    chosen = _chosen(scene)
    if len(chosen) < 2:
        return []
    moves = [move for move in scene.moves if isinstance(move, PawnMove) and _ends(move, *chosen[:2])]
    return different(scene.game, scene.state, moves)


def _whoever_can(scene: BoardScene, goes: list[PawnMove], at: Spot) -> Touch:
    """No pawn was tapped for this space: where one alone can go there, or the stock, that is what is meant."""
    origins = dict.fromkeys(move.origin for move in goes)
    if len(origins) == 1:
        return _go(scene, goes)
    names = [_named(origin) for origin in origins]
    return Touch(hint=tr("First tap the pawn that should go to {at}: {names}.", at=at, names=texts.join(names, "or")))


def _nobody_can(scene: BoardScene, at: Spot) -> Touch:
    """Why no pawn can go to a space, and which ones can move."""
    seat = scene.actor
    owner = scene.state.owner_of(INDEX[at]) if at != OFF and RING[INDEX[at]] < 9 else None
    if owner is not None or at == OFF:
        return scene.attempt(_likeliest(scene, at, _goal_of(at)), hint=_movers(scene))
    entry = f"{face.split(at)[0].name}1"
    event = PawnMove(seat, OFF, (at,)) if at == entry else _likeliest(scene, _nearest(scene, at), at)
    return scene.attempt(event, hint=_movers(scene))


def _goal_of(at: Spot) -> Spot:
    """The space just ahead of a pawn, to say why it cannot even go there; from the stock, red's entry."""
    return NAME[SIDES[INDEX[at]][-1]] if at != OFF else "R1"


def _nearest(scene: BoardScene, at: Spot) -> Spot:
    """An own pawn beside a space, else any, else the stock: who could be meant."""
    own = [NAME[n] for n in bits(scene.state.pawns[scene.actor])]
    beside = {NAME[n] for n in SIDES[INDEX[at]]}
    return next((spot for spot in own if spot in beside), own[0] if own else OFF)


def _refused(scene: BoardScene, origin: Spot, at: Spot) -> Touch:
    """Why the chosen pawn may not go there, and where it may go."""
    ends = dict.fromkeys(move.path[-1] for move in scene.moves if isinstance(move, PawnMove) and move.origin == origin)
    named = _named(origin)
    hint = (
        tr("{upper}{named} can go to {names}.", upper=named[0].upper(), named=named[1:], names=_listed(ends))
        if ends
        else ""
    )
    able = dict.fromkeys(move.origin for move in scene.moves if isinstance(move, PawnMove) and move.path[-1] == at)
    if able:
        hint = tr(
            "{hint} To go to {at}, first tap {names}.",
            hint=hint,
            at=at,
            names=texts.join(list(map(_named, able)), "or"),
        ).strip()
    return scene.attempt(_likeliest(scene, origin, at), hint=hint)


def _likeliest(scene: BoardScene, origin: Spot, at: Spot) -> PawnMove:
    """The move somebody means who goes from one space to another: a step, a jump, or the shortest whole move."""
    seat = scene.actor
    if at == OFF:
        return PawnMove(seat, origin, (OFF,))
    if origin == OFF:
        hue, ring = face.split(at)
        return PawnMove(seat, OFF, tuple(f"{hue.name}{n}" for n in range(1, ring + 1)))
    start, end = INDEX[origin], INDEX[at]
    if end in SIDES[start]:
        return PawnMove(seat, origin, (at,))
    for over in SIDES[start]:
        if TOUCH_MASK[over] >> end & 1 and scene.state.owner_of(over) is not None:
            return PawnMove(seat, origin, (NAME[over], at), (NAME[over],))
    budget = any(scene.game.choice(plan.key).budget for plan in scene.state.plans)
    return PawnMove(seat, origin, (at,) if budget else tuple(_shortest(start, end)))


def _shortest(start: int, end: int) -> list[Spot]:
    """The shortest way over an empty board, without its start."""
    ways, seen = [[start]], {start}
    for way in ways:
        for n in SIDES[way[-1]]:
            if n == end:
                return [NAME[m] for m in (*way[1:], n)]
            if n not in seen:
                seen.add(n)
                ways.append([*way, n])
    return [NAME[end]]


def _movers(scene: BoardScene) -> str:
    origins = sorted(_origins(scene), key=lambda spot: INDEX.get(spot, STOCK))
    return tr("These can move: {names}.", names=_listed(map(_named, origins))) if origins else ""


def _named(origin: Spot) -> str:
    return tr("a pawn from the stock") if origin == OFF else tr("the pawn on {origin}", origin=origin)


def _listed(words: Iterable[str]) -> str:
    items = list(words)
    return texts.join([*items[:MOST_NAMED], *(["others"] if len(items) > MOST_NAMED else [])])


BOARD = DrawnBoard(draw=draw, touch=touch, card=card, wanted=wanted, tray=lambda scene: tray(scene, open_ways(scene)))
PANELS = Panels(highlights=("CAPTURE", "STAR"), above=secret_cards.zones)
