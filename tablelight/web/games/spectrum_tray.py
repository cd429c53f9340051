"""Beside the Spectrum board: the dice or cards of the turn, the sets to choose from, and what to roll or draw next."""

from collections.abc import Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine import texts
from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Seat
from engine.core.verdict import Cards, Dice
from engine.games.spectrum.board import hues_in
from engine.games.spectrum.events import Choose, EndTurn, PawnMove, Surrender
from engine.games.spectrum.outcome import GOAL
from engine.games.spectrum.rolls import Part, deck
from engine.games.spectrum.setup import free_hues, shot_turn
from engine.games.spectrum.state import State, stars_to_json
from engine.texts.language import tr, trn
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.board_panel import number_face
from tablelight.web.components.html import button, chip, classes, hue_class, joined, rendered, styled, with_parts
from tablelight.web.components.scene import AwaitedItems, BoardScene
from tablelight.web.components.tokens import token

# ---- what is rolled or drawn


def wanted(scene: BoardScene) -> AwaitedItems | None:
    """The dice, cards or values that the table should show now."""
    state: State = scene.state
    awaiting = scene.game.awaiting(state)
    match awaiting.ask:
        case "ROLL":
            assert isinstance(awaiting.need, Dice)
            hues = PRIMARIES if awaiting.need.d6 else tuple(Hue)
            kind = "square" if awaiting.need.d6 else "penta"
            return _dice(awaiting.need.total, hues, kind, "roll")
        case "DRAW":
            assert isinstance(awaiting.need, Cards)
            return _cards(scene, awaiting.need.count)
        case "SHOTGUN_ROLL" | "SHOTGUN_AGAIN":
            assert isinstance(awaiting.need, Dice)
            return _dice(awaiting.need.total, tuple(Hue), "penta", "shotgun")
        case "SHOTGUN_CARDS":
            return _shotgun_cards(scene)
        case "VALUES":
            return _values(scene)
    return None


def hue_face(kind: str, item: str, act: str) -> Markup:
    """A die's top. ``kind``: the shape of its chip, ``square`` or ``penta``; ``act``: what a tap does, if anything."""
    return chip(Hue[item], act=act, shape=kind, item=item)


def card_face(item: str, act: str) -> Markup:
    """A number card, or a swap card in the first of its colours."""
    if "<>" in item:
        hue, _, other = item.partition("<>")
        return chip(Hue[hue], act=act, mark=h.i[f"⇄{other}"], item=item)
    return chip(Hue[item.rstrip("0123456789")], act=act, mark=h.i[item[-1]], style="numbered", item=item)


def _dice(count: int, hues: Sequence[Hue], kind: str, verb: str) -> AwaitedItems:
    names = [hue.name for hue in hues]
    return AwaitedItems(
        count,
        palette=lambda picked: names,
        event=lambda picked: f"{verb} {' '.join(picked)}",
        face=lambda item, act: hue_face(kind, item, act),
    )


def _cards(scene: BoardScene, count: int) -> AwaitedItems:
    """Cards as dice: the rest of the deck first, then the shuffled discards (SB-CRD-04)."""
    every, spent = deck(scene.game.options.swap_cards), scene.state.spent

    def palette(picked: tuple[str, ...]) -> list[str]:
        left = [card for card in every if card not in spent and card not in picked]
        return left or [card for card in every if card not in picked]

    return AwaitedItems(
        count,
        palette,
        lambda picked: f"draw {' '.join(picked)}",
        card_face,
        tr("Draw for me"),
        lambda items: tr("Tap what was drawn"),
    )


def _shotgun_cards(scene: BoardScene) -> AwaitedItems:
    state: State = scene.state
    seat, _ = shot_turn(scene.game.rules, state)

    def palette(picked: tuple[str, ...]) -> list[str]:
        ring = len(picked) // 2 + 1
        return [card for hue in free_hues(state, ring) if (card := f"{hue.name}{ring}") not in picked]

    return AwaitedItems(
        6,
        palette,
        lambda picked: f"deal {seat + 1} {' '.join(picked)}",
        card_face,
        tr("Deal for me"),
        lambda items: tr("Tap the cards"),
    )


def _values(scene: BoardScene) -> AwaitedItems:
    low, high = (3, 7) if scene.game.options.weights == "five" else (1, 12)
    numbers = [str(n) for n in range(low, high + 1)]

    return AwaitedItems(
        12,
        palette=lambda picked: numbers,
        event=lambda picked: f"values {' '.join(picked)}",
        face=number_face,
        by_lot=tr("Draw for me"),
        title=lambda items: tr("Tap the value of {hue}", hue=Hue(min(len(items), 11)).called),
    )


# ---- the turn


@rendered
def tray(scene: BoardScene, ways: Sequence[PawnMove]) -> Node:
    """The dice that lie there, which sets of them may be used, and what else can be done.

    ``ways``: the ways of a pawn to choose between; mostly none.
    """
    state: State = scene.state
    return [
        state.dice and state.phase in ("move", "place") and h.div(".rolled")[_faces(scene, state.dice), _left(scene)],
        _sets(scene),
        bool(ways)
        and h.div(".row")[
            h.span(".said")[tr("Which way?")],
            [button("play", _way_words(move), style="go", event=str(move)) for move in ways],
        ],
        _ending(scene),
        scene.chosen and state.phase == "move" and _legend(),
    ]


def _sets(scene: BoardScene) -> Node:
    """The sets of dice that may be used, where more than one may."""
    sets = [move for move in scene.moves if isinstance(move, Choose)]
    if not sets:
        return None
    keys = [
        h.button(".btn.set", data_act="play", data_event=str(move), disabled=not scene.may_act)[
            _faces(scene, move.what)
        ]
        for move in sets
    ]
    return h.div(".sets")[h.span(".said")[tr("Use")], keys, h.span(".said")[tr("or just move")]]


def _legend() -> Node:
    """What the marks on the board say; they differ in shape as well as in colour."""
    jump, capture = h.b(".jump")["◆"], h.b(".hit-it")["⊕"]
    signs = ((h.b["●"], tr("step")), (jump, tr("jump")), (capture, tr("capture")), (h.b["★"], tr("star")))
    return h.p(".said.legend")[joined([sign, " ", words] for sign, words in signs)]


def _ending(scene: BoardScene) -> Node:
    """Ending the turn, passing, giving a pawn back: what needs no space to be tapped."""
    if not scene.may_act:
        return None
    buttons = []
    done = next((move for move in scene.moves if isinstance(move, EndTurn)), None)
    if done is not None:
        words = tr("End the turn") if scene.state.moved else tr("Pass the turn on")
        buttons.append(button("play", words, style="go", event=str(done)))
    back = next((m for m in scene.moves if isinstance(m, Surrender) and (m.pawn,) == scene.chosen[:1]), None)
    if back is not None:
        buttons.append(button("play", tr("Take the pawn on {pawn} back to stock", pawn=back.pawn), event=str(back)))
    return buttons and h.div(".row")[buttons]


def _faces(scene: BoardScene, dice: str) -> Node:
    """Dice or cards as small faces; a swap card played as a 1 keeps its colour after "="."""
    if scene.game.options.dice == "cards":
        return [card_face(card.partition("=")[0], "") for card in dice.split()]
    kind = "penta" if scene.game.options.dice == "d12" else "square"
    return [hue_face(kind, item, "") for item in dice.split()]


def _left(scene: BoardScene) -> Node:
    """How far the turn still goes; on special rolls part by part, with the colours of each."""
    plans = [plan for plan in scene.state.plans if plan.left]
    if not plans:
        return None
    choice = scene.game.choice(plans[0].key)
    if choice.parts and {plan.key for plan in plans} == {choice.key} and len(plans) == 1:
        due = [part for n, part in enumerate(choice.parts) if plans[0].left >> n & 1]
        word = tr("then") if choice.order == "listed" else tr("and")
        return h.span(".parts")[joined(map(_part, due), f"{word} ")]
    return h.span(".left-over")[_to_move(sorted({scene.game.left(plan) for plan in plans}))]


def _to_move(left: Sequence[int]) -> str:
    if len(left) == 1:
        return trn("{count} space to move", "{count} spaces to move", left[0])
    return tr("{numbers} spaces to move", numbers=texts.join([str(n) for n in left], "or"))


def _part(part: Part) -> Node:
    mask = 0
    for area in part.areas:
        mask |= area.hues
    dots = [h.span(class_=classes("dot", hue_class(hue)))[hue.name] for hue in hues_in(mask)]
    return [h.span(".part")[with_parts(tr("{count} in {colours}"), count=h.b[part.count], colours=dots)], " "]


def _way_words(move: PawnMove) -> str:
    steps = [tr("over {spot}", spot=spot) if spot in move.jumped else spot for spot in move.path[:-1]]
    return tr("by {names}", names=", ".join(steps)) if steps else tr("straight")


# ---- what a player has


@rendered
def card(scene: BoardScene, seat: Seat) -> Node:
    """A player's stars and the pawns off the board."""
    state: State = scene.state
    goal = scene.game.options.scoring == "stars" and h.span(".of")[tr("of {goal}", goal=GOAL[len(scene.seats)])]
    return [
        h.span(".goal")[goal],
        h.span(".stars")[[_star_chip(Hue[name]) for name in stars_to_json(state.stars[seat])]],
        h.span(".off", title=tr("pawns off the board"))[_stack(seat, state.stock[seat])],
    ]


@kept_in_each_language(64)
@rendered
def _star_chip(hue: Hue) -> Node:
    return h.span(class_=classes("starchip", hue_class(hue)), title=tr("{hue} star", hue=hue.called))[hue.name]


@kept_in_each_language(256)
@rendered
def _stack(seat: Seat, count: int) -> Node:
    """Pawns in a row, one over the other."""
    if not count:
        return tr("none in stock")
    row, width = [token(seat, "", (1.1 * n, 0), 1) for n in range(count)], 1.1 * (count - 1) + 3
    picture = h.svg(".stack", styled(width=f"{width * 0.42:.2f}em"), viewBox=f"-1.5 -1.5 {width:.1f} 3")[row]
    return [picture, with_parts(tr("{count} in stock"), count=h.b[count])]
