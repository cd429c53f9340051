"""Small pieces of HTML that every panel uses. Everything people typed goes through ``text``."""

import base64
from html import escape

from engine.components.hues import Hue

PAINT = {
    Hue.R: "#e5242e",
    Hue.RO: "#f05a28",
    Hue.O: "#f7901e",
    Hue.OY: "#fdb913",
    Hue.Y: "#fbe61d",
    Hue.YG: "#93c83e",
    Hue.G: "#1ba34a",
    Hue.GB: "#12a5a0",
    Hue.B: "#1c6fc9",
    Hue.BP: "#5a48b8",
    Hue.P: "#93319b",
    Hue.PR: "#c4216a",
}
"""How each hue is painted on a screen."""

_DARK_INK = {Hue.RO, Hue.O, Hue.OY, Hue.Y, Hue.YG, Hue.G, Hue.GB}


def text(words: object) -> str:
    """Words made safe to stand in HTML."""
    return escape(str(words), quote=True)


def ink(hue: Hue) -> str:
    """The colour of letters that can be read on a hue."""
    return "#1b1b1f" if hue in _DARK_INK else "#fff"


def button(act: str, label: str, /, *, style: str = "", disabled: bool = False, **args: object) -> str:
    """A button that sends an act with its arguments back to the table."""
    data = "".join(f' data-{name}="{text(value)}"' for name, value in args.items())
    off = " disabled" if disabled else ""
    return f'<button class="btn {style}" data-act="{act}"{data}{off}>{label}</button>'


def close_up(jpeg: bytes | None) -> str:
    """The picture of the die that is asked about; nothing where there is none."""
    if not jpeg:
        return ""
    data = base64.b64encode(jpeg).decode()
    return f'<img class="closeup" src="data:image/jpeg;base64,{data}" alt="this die, as the camera saw it">'


def whole_in_sight(width: int, height: int) -> str:
    """A style for a picture of that size: as wide as its place, but never so high that buttons below are out of sight,
    where the camera is a phone that stands upright."""
    return f'style="max-width:calc(78vh*{width / height:.3f})"'


def chip(
    hue: Hue,
    /,
    *,
    act: str = "",
    shape: str = "square",
    mark: str = "",
    style: str = "",
    pressed: bool | None = None,
    **args: object,
) -> str:
    """A coloured face with its letters: hue is never told by colour alone. With ``act`` it can be tapped; ``pressed``:
    whether it is chosen, where a tap chooses it."""
    data = "".join(f' data-{name}="{text(value)}"' for name, value in args.items())
    data += "" if pressed is None else f' aria-pressed="{str(pressed).lower()}"'
    tag, tap = ("button", f' data-act="{act}"{data}') if act else ("span", "")
    return (
        f'<{tag} class="chip {shape} {style}" style="--paint:{PAINT[hue]};--ink:{ink(hue)}"'
        f' title="{hue.title}" aria-label="{hue.title}"{tap}><b>{hue.name}</b>{mark}</{tag}>'
    )


def kept(save: str, what: str, files: str) -> str:
    """What was taught as a file to keep (at the address ``save``; empty: nothing yet) or to bring in (these files)."""
    saves = f'<a class="btn quiet" href="{save}" download>Save what was taught</a>' if save else ""
    return (
        f'<div class="row">{saves}<label class="btn quiet upload">Bring taught {what} in'
        f'<input type="file" data-upload="/taught" accept="{files}"></label></div>'
    )
