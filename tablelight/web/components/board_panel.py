"""Around every board: what to roll, the players, and the buttons that all games share."""

from tablelight.web.components.html import button, text
from tablelight.web.components.scene import Board, Scene, Wanted
from tablelight.web.components.tokens import letters, token_icon

MOST_SHOWN = 12
"""Slots of a long list that are drawn at once."""
FEW = 12
"""More different items than these are folded away until somebody wants to name them."""


def tray(scene: Scene, board: Board, back: str) -> str:
    """Dice to name or to roll, the game's own tray, and ``back``: the buttons of undo."""
    wanted = board.wanted(scene) if scene.may_act else None
    undo = back if scene.may_act else ""
    if wanted is not None:
        return f'<div class="tray">{_asked(scene, wanted, undo)}{board.tray(scene)}</div>'
    return f'<div class="tray">{board.tray(scene)}{undo}</div>'


def _asked(scene: Scene, wanted: Wanted, undo: str) -> str:
    """Slots for what is still to be named, what the next one may be, and a way to let the page draw."""
    lying = scene.lying[: wanted.count]
    slots = "".join(wanted.face(item, "") for item in lying[-MOST_SHOWN:])
    left = wanted.count - len(lying)
    slots += '<span class="chip square empty">?</span>' * min(left, max(1, MOST_SHOWN - len(lying)))
    slots += f'<span class="said">{left} to go</span>' if wanted.count > MOST_SHOWN else ""
    palette = dict.fromkeys(wanted.palette(lying))
    choices = "".join(wanted.face(item, "lies") for item in palette)
    back = button("lies-back", "One back", style="quiet") if lying else ""
    title, picks = text(wanted.title(lying)), f'<div class="hues choices">{choices}</div>'
    if len(palette) > FEW:
        naming = f"<details{' open' if lying else ''}><summary>{title}</summary>{picks}</details>"
    else:
        naming = f'<p class="said">{title}:</p>{picks}'
    lot = button("by-lot", wanted.by_lot, style="go") if scene.acts_here else ""
    return f'<div class="asked"><div class="hues slots">{slots}{lot}{back}{undo}</div>{naming}</div>'


def players(scene: Scene, board: Board) -> str:
    """A card for every player: piece, name, score, and what the game adds."""
    scores, marks = scene.game.scores(scene.state), letters(scene.seats)
    waiting = scene.game.awaiting(scene.state).seats
    winners = scene.game.winners(scene.state)
    cards = []
    for seat, name in enumerate(scene.seats):
        style = "now" if seat in waiting else "won" if seat in winners else ""
        cards.append(
            f'<div class="player {style}" data-seat="{seat}">{token_icon(seat, marks[seat], board.hues(scene))}'
            f'<b class="who">{text(name)}</b><span class="points">{scores.get(seat, 0):g}</span>'
            f"{board.card(scene, seat)}</div>"
        )
    return f'<div class="players">{"".join(cards)}</div>'
