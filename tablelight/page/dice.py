"""The dice on the table: what counts, which are to be taken up, and the palette that corrects one in two taps."""

from collections.abc import Collection, Sequence
from typing import Any

from engine.hues import PRIMARIES, Hue
from tablelight.page.html import button, chip

Die = tuple[str, Hue]
"""Kind and hue of a die."""

KIND_NAMES = {"d6": "a cube", "d12": "a twelve-sided die"}


def dice_of(state: Any) -> list[Die]:
    """The dice that count now, cubes first."""
    return [("d6", hue) for hue in state.d6] + [("d12", hue) for hue in state.d12]


def in_hand(state: Any) -> set[int]:
    """Which of ``dice_of`` somebody has taken up to roll again."""
    taken = [("d6", hue) for hue in state.taken_d6] + [("d12", hue) for hue in state.taken_d12]
    out = set()
    for number, die in enumerate(dice_of(state)):
        if die in taken:
            taken.remove(die)
            out.add(number)
    return out


def shape(kind: str) -> str:
    return "square" if kind == "d6" else "penta"


def dice_strip(dice: Sequence[Die], taken: Collection[int], *, may_write: bool, can_take: bool) -> str:
    """Every die as it counts. Tapping its face corrects it; the handle below takes it up for a reroll."""
    if not dice:
        return ""
    cells = []
    for n, (kind, hue) in enumerate(dice):
        face = chip(hue, act="die" if may_write else "", shape=shape(kind), index=n)
        handle = button("take", "in hand" if n in taken else "take up", style="take", index=n) if can_take else ""
        cells.append(f'<div class="die{" taken" if n in taken else ""}">{face}{handle}</div>')
    return f'<div class="dice">{"".join(cells)}</div>'


def palette(kind: str, act: str, title: str, first: Sequence[Hue] = (), /, picture: str = "", **args: object) -> str:
    """All hues a die of this kind can show, likely ones first: the second tap of a correction. ``picture``: of it."""
    hues = [hue for hue in (PRIMARIES if kind == "d6" else tuple(Hue)) if hue not in first]
    likely = "".join(chip(hue, act=act, shape=shape(kind), style="likely", hue=hue.name, **args) for hue in first)
    rest = "".join(chip(hue, act=act, shape=shape(kind), hue=hue.name, **args) for hue in hues)
    row = f'<div class="hues">{likely}</div>' if likely else ""
    return (
        f'<div class="sheet-over"><div class="card"><h2>{title}</h2>{picture}{row}<div class="hues">{rest}</div>'
        f"{button('close', 'Leave it', style='quiet')}</div></div>"
    )


def typed_roll(chosen: Sequence[Hue], wanted: Sequence[str], title: str) -> str:
    """Enter a roll by hand: one tap a die, cubes first. ``wanted``: the kinds still to be named, in order."""
    slots = "".join(
        chip(chosen[n], shape=shape(kind)) if n < len(chosen) else f'<span class="chip {shape(kind)} empty">?</span>'
        for n, kind in enumerate(wanted)
    )
    done = len(chosen) >= len(wanted)
    kind = "" if done else wanted[len(chosen)]
    hues = PRIMARIES if kind == "d6" else tuple(Hue)
    picks = "" if done else "".join(chip(hue, act="typed", shape=shape(kind), hue=hue.name) for hue in hues)
    what = "All named." if done else f"Next: {KIND_NAMES[kind]}"
    return (
        f'<div class="sheet-over"><div class="card"><h2>{title}</h2><div class="hues slots">{slots}</div><p>{what}</p>'
        f'<div class="hues">{picks}</div><div class="row">'
        f"{button('typed-back', 'One back', style='quiet', disabled=not chosen)}"
        f"{button('typed-done', 'That is the roll', style='go', disabled=not done)}"
        f"{button('close', 'Cancel', style='quiet')}</div></div></div>"
    )
