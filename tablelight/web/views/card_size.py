"""How large the cards are that are taught, as they were measured; a person with a ruler says it better."""

from collections.abc import Mapping

import htpy as h
import numpy as np
from htpy import Node

from engine.texts.language import tr
from tablelight.web.components.html import button, rendered
from vision.cards.said_size import size_in_words, size_said
from vision.cards.sold_sizes import SOLD
from vision.cards.table_plane import Size

_NEAR = 12.0  # mm: sizes that are offered are so nearly the measured one


@rendered
def size_section(size_mm: Size) -> Node:
    """The size, on one line; unfolded, the sizes nearly like it that cards are sold in, and fields for any other."""
    near = [size for size in sorted(SOLD) if np.abs(np.subtract(size, size_mm)).max() <= _NEAR]
    usual = [button("deck-size", size_in_words(size), style="quiet", size=f"{size[0]:g}x{size[1]:g}") for size in near]
    return h.details(".by-name")[
        h.summary[tr("I take your cards to be {size}.", size=size_in_words(size_mm))],
        h.p[tr("If that is not so, measure one with a ruler.")],
        h.div(".row")[usual],
        h.form(".houserules")[
            _field("wide", tr("Width in mm")),
            _field("high", tr("Height in mm")),
            h.div(".row")[button("deck-size", tr("My cards are this large"), style="go")],
        ],
    ]


def _field(name: str, label: str) -> Node:
    return h.label[h.span[label], h.input(name=name, inputmode="decimal", maxlength=6)]


def typed_size(args: Mapping[str, str]) -> Size:
    """The size somebody tapped (``size``) or typed (``wide``, ``high``). Raises TeachingError."""
    return size_said(args.get("size") or f"{args.get('wide', '')}x{args.get('high', '')}")
