"""Beside the Spectrum board: the dice or cards of the turn, the sets to choose from, and what to roll or draw next."""

from collections.abc import Sequence

from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Seat
from engine.core.verdict import Cards, Dice
from engine.games.spectrum.board import hues_in
from engine.games.spectrum.events import Choose, EndTurn, PawnMove, Surrender
from engine.games.spectrum.outcome import GOAL
from engine.games.spectrum.rolls import Part, deck
from engine.games.spectrum.setup import free_hues, shot_turn
from engine.games.spectrum.state import State, stars_to_plain
from tablelight.web.components.html import PAINT, button, chip, ink, text
from tablelight.web.components.scene import Scene, Wanted
from tablelight.web.components.tokens import token

# ---- what is rolled or drawn


def wanted(scene: Scene) -> Wanted | None:
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


def hue_face(kind: str, item: str, act: str) -> str:
    return chip(Hue[item], act=act, shape=kind, item=item)


def card_face(item: str, act: str) -> str:
    """A number card, or a swap card in the first of its colours."""
    if "<>" in item:
        return chip(Hue[item.partition("<>")[0]], act=act, mark=f"<i>⇄{item.partition('<>')[2]}</i>", item=item)
    return chip(Hue[item.rstrip("0123456789")], act=act, mark=f"<i>{item[-1]}</i>", style="numbered", item=item)


def _dice(count: int, hues: Sequence[Hue], kind: str, verb: str) -> Wanted:
    names = [hue.name for hue in hues]
    return Wanted(
        count,
        palette=lambda picked: names,
        event=lambda picked: f"{verb} {' '.join(picked)}",
        face=lambda item, act: hue_face(kind, item, act),
    )


def _cards(scene: Scene, count: int) -> Wanted:
    """Cards as dice: the rest of the deck first, then the shuffled discards (SB-CRD-04)."""
    every, spent = deck(scene.game.options.swap_cards), scene.state.spent

    def palette(picked: tuple[str, ...]) -> list[str]:
        left = [card for card in every if card not in spent and card not in picked]
        return left or [card for card in every if card not in picked]

    return Wanted(
        count,
        palette,
        lambda picked: f"draw {' '.join(picked)}",
        card_face,
        "Draw for me",
        lambda items: "Tap what was drawn",
    )


def _shotgun_cards(scene: Scene) -> Wanted:
    state: State = scene.state
    seat, _ = shot_turn(scene.game.rules, state)

    def palette(picked: tuple[str, ...]) -> list[str]:
        ring = len(picked) // 2 + 1
        return [card for hue in free_hues(state, ring) if (card := f"{hue.name}{ring}") not in picked]

    return Wanted(
        6,
        palette,
        lambda picked: f"deal {seat + 1} {' '.join(picked)}",
        card_face,
        "Deal for me",
        lambda items: "Tap the cards",
    )


def _values(scene: Scene) -> Wanted:
    low, high = (3, 7) if scene.game.options.weights == "five" else (1, 12)
    numbers = [str(n) for n in range(low, high + 1)]

    def value_face(item: str, act: str) -> str:
        return button(act, item, style="number", item=item) if act else f'<span class="number">{item}</span>'

    return Wanted(
        12,
        palette=lambda picked: numbers,
        event=lambda picked: f"values {' '.join(picked)}",
        face=value_face,
        by_lot="Draw for me",
        title=lambda items: f"Tap the value of {Hue(min(len(items), 11)).title}",
    )


# ---- the turn


def tray(scene: Scene, ways: Sequence[PawnMove]) -> str:
    """The dice that lie there, which sets of them may be used, and what else can be done."""
    state: State = scene.state
    parts = []
    if state.dice and state.phase in ("move", "place"):
        parts.append(f'<div class="rolled">{_faces(scene, state.dice)}{_left(scene)}</div>')
    sets = [move for move in scene.moves if isinstance(move, Choose)]
    if sets:
        keys = "".join(
            f'<button class="btn set" data-act="play" data-event="{text(move)}"{"" if scene.may_act else " disabled"}>'
            f"{_faces(scene, move.what)}</button>"
            for move in sets
        )
        parts.append(
            f'<div class="sets"><span class="said">Use</span>{keys}<span class="said">or just move</span></div>'
        )
    if ways:
        shown = "".join(button("play", text(_way_words(move)), style="go", event=str(move)) for move in ways)
        parts.append(f'<div class="row"><span class="said">Which way?</span>{shown}</div>')
    return "".join(parts) + _ending(scene) + (_LEGEND if scene.chosen and state.phase == "move" else "")


_LEGEND = (
    '<p class="said legend"><b>●</b> step <b class="jump">◆</b> jump <b class="hit-it">⊕</b> capture <b>★</b> star</p>'
)
"""What the marks on the board say; they differ in shape as well as in colour."""


def _ending(scene: Scene) -> str:
    """Ending the turn, passing, giving a pawn back: what needs no space to be tapped."""
    if not scene.may_act:
        return ""
    buttons = []
    done = next((move for move in scene.moves if isinstance(move, EndTurn)), None)
    if done is not None:
        words = "End the turn" if scene.state.moved else "Pass the turn on"
        buttons.append(button("play", words, style="go", event=str(done)))
    back = next((m for m in scene.moves if isinstance(m, Surrender) and (m.pawn,) == scene.chosen[:1]), None)
    if back is not None:
        buttons.append(button("play", f"Take the pawn on {back.pawn} back to stock", event=str(back)))
    return f'<div class="row">{"".join(buttons)}</div>' if buttons else ""


def _faces(scene: Scene, dice: str) -> str:
    """Dice or cards as small faces; a swap card played as a 1 keeps its colour after "="."""
    if scene.game.options.dice == "cards":
        return "".join(card_face(card.partition("=")[0], "") for card in dice.split())
    kind = "penta" if scene.game.options.dice == "d12" else "square"
    return "".join(hue_face(kind, item, "") for item in dice.split())


def _left(scene: Scene) -> str:
    """How far the turn still goes; on special rolls part by part, with the colours of each."""
    plans = [plan for plan in scene.state.plans if plan.left]
    if not plans:
        return ""
    choice = scene.game.choice(plans[0].key)
    if choice.parts and {plan.key for plan in plans} == {choice.key} and len(plans) == 1:
        due = [part for n, part in enumerate(choice.parts) if plans[0].left >> n & 1]
        word = "then " if choice.order == "listed" else "and "
        return f'<span class="parts">{word.join(map(_part, due))}</span>'
    left = sorted({scene.game.left(plan) for plan in plans})
    count = " or ".join(str(n) for n in left)
    return f'<span class="left-over">{count} {"space" if left == [1] else "spaces"} to move</span>'


def _part(part: Part) -> str:
    mask = 0
    for area in part.areas:
        mask |= area.hues
    dots = "".join(
        f'<span class="dot" style="--paint:{PAINT[h]};--ink:{ink(h)}">{h.name}</span>' for h in hues_in(mask)
    )
    return f'<span class="part"><b>{part.count}</b> in {dots}</span> '


def _way_words(move: PawnMove) -> str:
    steps = [f"over {spot}" if spot in move.jumped else spot for spot in move.path[:-1]]
    return f"by {', '.join(steps)}" if steps else "straight"


# ---- what a player has


def card(scene: Scene, seat: Seat) -> str:
    """A player's stars and the pawns off the board."""
    state: State = scene.state
    stars = "".join(_star_chip(Hue[name]) for name in stars_to_plain(state.stars[seat]))
    off = f'<span class="off" title="pawns off the board">{_stack(seat, state.stock[seat])}</span>'
    goal = f'<span class="of">of {GOAL[len(scene.seats)]}</span>' if scene.game.options.scoring == "stars" else ""
    return f'<span class="goal">{goal}</span><span class="stars">{stars}</span>{off}'


def _star_chip(hue: Hue) -> str:
    paint = f"--paint:{PAINT[hue]};--ink:{ink(hue)}"
    return f'<span class="starchip" style="{paint}" title="{hue.title} star">{hue.name}</span>'


def _stack(seat: Seat, count: int) -> str:
    """Pawns in a row, one over the other."""
    if not count:
        return "none in stock"
    row = "".join(token(seat, "", (1.1 * n, 0), 1) for n in range(count))
    width = 1.1 * (count - 1) + 3
    picture = f'<svg class="stack" viewBox="-1.5 -1.5 {width:.1f} 3" style="width:{width * 0.42:.2f}em">{row}</svg>'
    return f"{picture}<b>{count}</b> in stock"
