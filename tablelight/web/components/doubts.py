"""A reading in doubt, on the page: what was seen, what is asked, and every way out of it in two taps at most."""

from collections.abc import Callable, Sequence

from engine.components.hues import PRIMARIES, Hue
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.doubts import Doubt
from tablelight.referee.expectations import KINDS, Expected, answers
from tablelight.referee.hypotheses import text_of
from tablelight.referee.state import RefereeState
from tablelight.texts import sentences
from tablelight.web.components.dice import KIND_NAMES, shape
from tablelight.web.components.html import button, chip, text
from tablelight.web.components.log_lines import cards_words, way_words
from tablelight.web.viewer import Shown
from vision.pips.readings import SeenPips

_LIKELY = 0.1


def doubt_sentence(match: Shown, doubt: Doubt) -> str:
    """Why a reading waits: the reader's words if it has some, then the service's own or the game's."""
    why = doubt.why
    if why.reason == "NO_READING" and doubt.trouble:
        words = ""
    elif sentences.known("doubt", why.reason):
        words = sentences.say("doubt", why.reason, **dict(why.details))
    else:
        words = match.explain(why)
    return f"{doubt.trouble} {words}".strip()


def panel(
    referee: RefereeState, *, may_write: bool, can_type: bool, picture: Callable[[SeenPips, int], str] | None = None
) -> str:
    """The doubt with its dice and its ways out; nothing where there is none.

    ``picture``: of a die in a reading, as HTML."""
    doubt = referee.doubt
    if doubt is None:
        return ""
    if doubt.pips is not None:
        pictures = "".join(picture(die, doubt.picture) for die in doubt.pips) if picture else ""
        return _pips(doubt, Shown(referee.match), pictures, may_write=may_write)
    if doubt.cards is not None:
        return _cards(referee, doubt, may_write=may_write)
    dice = "".join(_die(n, doubt, may_write=may_write) for n in range(len(doubt.dice)))
    more = _plus() if may_write else ""
    exits = _exits(referee, can_type=can_type) if may_write else ""
    return (
        f'<div class="doubt"><p role="alert">{text(doubt_sentence(Shown(referee.match), doubt))}</p>'
        f'<div class="hues">{dice}{more}</div>{exits}</div>'
    )


def _cards(referee: RefereeState, doubt: Doubt, *, may_write: bool) -> str:
    """Cards in doubt: what may have happened, a tap each."""
    exits = _exits(referee, can_type=False) if may_write else ""
    return f'<div class="doubt"><p role="alert">{text(doubt_sentence(Shown(referee.match), doubt))}</p>{exits}</div>'


def _pips(doubt: Doubt, match: Shown, pictures: str, *, may_write: bool) -> str:
    """Dice with dots in doubt: the numbers they may show, likely ones first and marked. ``pictures``: of those dice."""
    said = f'<div class="doubt"><p role="alert">{text(doubt_sentence(match, doubt))}</p>{pictures}'
    if not may_write:
        return f"{said}</div>"
    chances: dict[int, float] = {}
    for die in doubt.pips or ():
        for number, chance in die.candidates:
            chances[number] = max(chance, chances.get(number, 0.0))
    ranked = sorted(range(1, 7), key=lambda number: (-chances.get(number, 0.0), number))
    likely = [number for number in ranked[:2] if chances.get(number, 0.0) >= _LIKELY]
    numbers = "".join(
        button("play", str(n), style="number likely" if n in likely else "number", event=f"roll {n}") for n in ranked
    )
    return (
        f'{said}<div class="hues">{numbers}</div>'
        f'<div class="row">{button("dismiss", "Forget this reading", style="quiet")}</div></div>'
    )


def number_card(number: int, picture: str = "") -> str:
    """What the die that was read really shows. ``picture``: of it."""
    others = "".join(button("correct-pips", str(n), style="number", number=n) for n in range(1, 7) if n != number)
    return (
        f'<div class="sheet-over"><div class="card"><h2>It counts as {number}. What is it really?</h2>'
        f'{picture}<div class="hues">{others}</div>{button("close", "Leave it", style="quiet")}</div></div>'
    )


def _die(index: int, doubt: Doubt, *, may_write: bool) -> str:
    die = doubt.dice[index]
    if die.top is not None:
        return chip(die.top, act="doubt-die" if may_write else "", shape=shape(die.kind), index=index)
    tap = f' data-act="doubt-die" data-index="{index}"' if may_write else ""
    sign, words = ("⤢", "a leaning die") if die.status == "cocked" else ("?", "an unsure die")
    return f'<button class="chip {shape(die.kind)} empty ask" aria-label="{words}"{tap}>{sign}</button>'


def _plus() -> str:
    tap = 'data-act="overlay" data-name="doubt-add" aria-label="another die"'
    return f'<button class="chip square empty plus" {tap}>+</button>'


def _exits(referee: RefereeState, *, can_type: bool) -> str:
    found = open_hypotheses(referee)
    style = "go" if len(found) == 1 else "choice"
    match, cards = Shown(referee.match), referee.doubt is not None and referee.doubt.cards is not None
    takes = "".join(
        button("accept", text(cards_words(match, w) if cards else way_words(w)), style=style, way=text_of(w))
        for w in found
    )
    typed = button("type", "Type the roll in", style="quiet") if can_type else ""
    return f'<div class="row">{takes}{typed}{button("dismiss", "Forget this reading", style="quiet")}</div>'


def die_card(doubt: Doubt, index: int, expected: Expected | None, picture: str = "") -> str:
    """What one die in doubt really is: what is expected and likely first, what cannot be meant not at all.
    ``picture``: of that die."""
    may = answers(expected, doubt.dice, index)
    rows = "".join(
        f"{_as_kind(kind, doubt.dice[index].kind, first=n == 0)}{_palettes(kind, may.likely if n == 0 else (), index)}"
        for n, kind in enumerate(may.kinds)
    )
    style = "go" if may.none_first else "quiet"
    none = button("no-die", "There is no die", style=style, index=index)
    or_else = f'<div class="row">{none}</div><p class="said">If it is one after all, it shows</p>'
    first, last = (or_else, "") if may.none_first else ("", none)
    return (
        f'<div class="sheet-over"><div class="card"><h2>What does this die show?</h2>{picture}{first}{rows}'
        f'<div class="row">{last}{button("close", "Leave it", style="quiet")}</div></div></div>'
    )


def _as_kind(kind: str, seen: str, *, first: bool) -> str:
    """What stands over the hues of a kind, where it needs saying."""
    if kind == seen:
        return "" if first else f'<p class="said">It is {KIND_NAMES[kind]} after all and shows</p>'
    start = "It should be" if first else "No, it is"
    return f'<p class="said">{start} {KIND_NAMES[kind]} and shows</p>'


def _palettes(kind: str, likely: Sequence[Hue], index: int) -> str:
    first = "".join(
        chip(hue, act="name", shape=shape(kind), style="likely", hue=hue.name, index=index, kind=kind) for hue in likely
    )
    rest = _palette(kind, "name", without=likely, index=index, kind=kind)
    return (f'<div class="hues">{first}</div>' if first else "") + f'<div class="hues">{rest}</div>'


def another_card(expected: Expected | None) -> str:
    """A die that lies there and was not seen; of the kinds that are used here."""
    kinds = expected.kinds if expected is not None and expected.kinds else KINDS
    rows = "".join(
        f'<p class="said">{KIND_NAMES[kind].capitalize()} that shows</p>'
        f'<div class="hues">{_palette(kind, "another", kind=kind)}</div>'
        for kind in kinds
    )
    return (
        f'<div class="sheet-over"><div class="card"><h2>Which die did I miss?</h2>{rows}'
        f"{button('close', 'Leave it', style='quiet')}</div></div>"
    )


def _palette(dice: str, act: str, /, without: Sequence[Hue] = (), **args: object) -> str:
    hues = [hue for hue in (PRIMARIES if dice == "d6" else tuple(Hue)) if hue not in without]
    return "".join(chip(hue, act=act, shape=shape(dice), hue=hue.name, **args) for hue in hues)
