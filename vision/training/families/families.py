"""Families of card designs: where a hue is shown, on what art. Some are learned from, some choose, some only judge."""

from dataclasses import dataclass
from itertools import product

from vision.training.families.split import Split, split_of_name

LAYOUTS = (
    *("full", "frame", "disc", "ring", "oval", "bands", "side"),
    *("corner", "diagonal", "marks", "stripe", "lettering"),
)
"""Where the hue is: all of the face, a frame, ... several small marks, or the number's own ink alone."""
ARTS = ("plain", "gradient", "pattern", "photograph")
LATER_LAYOUTS = ("shield", "ribbon", "dots", "wedge")
LATER_ARTS = (*ARTS, "linen")
"""A shield, a curved band, a column of small discs, two corners' long wedges, and on woven cloth: drawn after failures
on the first judging families had been looked at. They come last, so that those stay the same. They have judged, were
looked at, and choose by now."""
NARROW_LAYOUTS = ("outlined", "bars")
"""The hue around the number alone, or in two narrow bars: little of it beside much art, to learn from and to choose by,
as ``lettering`` on art judged then."""
LAST_LAYOUTS = ("arch", "cross", "waves", "underline")
"""A door, a cross, three wavy lines, and a line below the number: to judge, drawn once it was known how badly ovals,
dots and lettering are read. What is mended because of that cannot judge any more: those choose by now, and so do arches
and underlines, of which silent errors were looked at."""
PRINTED_LAYOUTS = ("honeycomb", "brush", "sash", "label")
"""Six cells about the number, a brush's stroke, bands across two corners, a label below each number: to judge, drawn
before anybody knew how they are read. They come last, so that the others' decks stay the same."""
_ALONE: dict[str, Split] = {
    "oval": "chosen",
    "diagonal": "chosen",
    "ring": "chosen",
    "side": "chosen",
    "outlined": "learned",
    "bars": "chosen",
    **dict.fromkeys(LATER_LAYOUTS, "chosen"),
    **dict.fromkeys(("arch", "underline"), "chosen"),
    **dict.fromkeys(("cross", "waves", *PRINTED_LAYOUTS), "judged"),
    **dict.fromkeys(("frame on gradient", "frame on photograph", "disc on gradient", "bands on photograph"), "chosen"),
    **dict.fromkeys(("marks on plain", "stripe on plain", "stripe on gradient"), "chosen"),  # they were looked at, too
    **{f"lettering on {art}": "chosen" for art in ARTS[1:]},
}
"""Layouts, and families, that no other split has, so that what is measured there is new in more than its mixture."""


@dataclass(frozen=True, slots=True)
class CardFamily:
    """Decks that show hues in one way, on one kind of art."""

    layout: str
    art: str

    @property
    def name(self) -> str:
        return f"{self.layout} on {self.art}"

    @property
    def split(self) -> Split:
        return _ALONE.get(self.name) or _ALONE.get(self.layout) or split_of_name(self.name)


FAMILIES = tuple(
    CardFamily(*both)
    for both in (
        *product(LAYOUTS, ARTS),
        *product(LATER_LAYOUTS, LATER_ARTS),
        *product(NARROW_LAYOUTS, ARTS),
        *product(LAST_LAYOUTS, ARTS),
        *product(PRINTED_LAYOUTS, ARTS),
    )
)


def families_of(split: Split) -> tuple[CardFamily, ...]:
    """Those of one split."""
    return tuple(family for family in FAMILIES if family.split == split)
