"""The dice on the table: what counts, which are to be rolled again, and the palette that corrects one in two taps."""

from collections.abc import Collection, Sequence
from typing import Any

from engine import texts
from engine.components.hues import PRIMARIES, Hue
from tablelight.web.components.html import button, chip

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
    """Every die as it counts. A tap chooses it for a reroll; a long press or its pencil puts right what was misread."""
    if not dice:
        return ""
    cells = []
    for n, (kind, hue) in enumerate(dice):
        again = n in taken
        sign = '<i class="again">↻</i>' if again else ""
        act, pressed = ("take", again) if can_take else ("", None)
        face = chip(hue, act=act, shape=shape(kind), mark=sign, pressed=pressed, index=n)
        hold = f' data-hold="die" data-index="{n}"' if may_write else ""
        pencil = _pencil(hue, n) if may_write else ""
        cells.append(f'<div class="die{" taken" if again else ""}"{hold}>{face}{pencil}</div>')
    return f'<div class="dice">{"".join(cells)}</div>'


def _pencil(hue: Hue, index: int) -> str:
    """For whoever cannot press long, or does not know that one can."""
    return (
        f'<button class="pencil" data-act="die" data-index="{index}" aria-label="{hue.title} was misread"'
        ' title="Misread? Put it right">'
        '<svg viewBox="0 0 16 16" aria-hidden="true">'
        '<path d="M2.5 13.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6zM9.4 4.2l2.4 2.4"/></svg></button>'
    )


def reroll_words(chosen: int, sizes: Sequence[tuple[int, int]], dice: int) -> tuple[str, bool]:
    """What the reroll's button says while so many dice are chosen, and whether that is a legal number.

    ``sizes``: fewest and most dice of each reroll that is open; ``dice``: how many lie there.
    """
    legal = sorted({count for low, high in sizes for count in range(low, min(high, dice) + 1)})
    if chosen in legal:
        return f"Roll {'this one' if chosen == 1 else f'these {chosen}'} again", True
    if not chosen:
        whole = len(legal) > 1 and legal == list(range(legal[0], dice + 1))
        count = f"{legal[0]} or more" if whole else texts.join(list(map(str, legal)), "or")
        return f"Tap {count} dice to roll them again", False
    more = [count - chosen for count in legal if count > chosen]
    return (f"Choose {more[0]} more" if more else f"Choose {chosen - legal[-1]} fewer"), False


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
