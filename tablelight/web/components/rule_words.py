"""A paragraph of the rules as HTML: its words, its picture, and what the picture counts."""

import re
from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.texts.language import spoken, tr
from engine.texts.rulebook import Paragraph, paragraph_about
from tablelight.web import games
from tablelight.web.components.rule_pictures import picture
from tablelight.web.components.why import Reckoning


def paragraph(game: str, told: Paragraph, *, titled: bool = True) -> Node:
    """One paragraph with its picture; without its title where that stands above it already."""
    example = games.explains_of(game).example(told.picture) if told.picture else None
    return h.section(".rule", id=told.key)[
        titled and h.h3[told.title],
        h.div(".rule-text")[text(told.text)],
        told.picture and figure(game_picture(game, told, example), example),
    ]


def folded(game: str, topic: str, about: str) -> Node:
    """A question mark that unfolds the paragraph about a topic where it stands, in a form say; nothing without one.

    ``about``: what is explained, for those who do not see beside what it stands.
    """
    found = paragraph_about(game, topic, spoken())
    if found is None:
        return None
    book, told = found
    more = h.a(href=f"/rules/{book}#{told.key}", target="_blank", rel="noopener")[tr("All its rules")]
    return h.details(".option-why")[
        h.summary(aria_label=tr("Explain: {what}", what=about))["?"],
        h.div(".rule-text")[h.b[told.title], text(told.text), h.p[more]],
    ]


def game_picture(game: str, told: Paragraph, example: Reckoning | None) -> Node:
    """The picture of a paragraph; an example that was worked out may have drawn its own."""
    return example.picture if example is not None and example.picture else picture(game, told.picture)


def figure(drawn: Node, reckoned: Reckoning | None) -> Node:
    """A picture with the sum under it."""
    lines = reckoned.lines if reckoned is not None else ()
    return h.figure(".rule-figure")[drawn, lines and h.figcaption[[h.p[line] for line in lines]]]


def text(said: str, words: Sequence[str] = ()) -> Node:
    """Paragraphs, parted by empty lines; lines that begin with ``- `` are a list."""
    return [_block(block.splitlines(), words) for block in said.split("\n\n")]


def _block(lines: Sequence[str], words: Sequence[str]) -> Node:
    items = [line[2:] for line in lines if line.startswith("- ")]
    before = " ".join(line for line in lines if not line.startswith("- "))
    return [before and h.p[marked(before, words)], items and h.ul[[h.li[marked(item, words)] for item in items]]]


def marked(said: str, words: Sequence[str]) -> Node:
    """A text in which the words that were searched for stand out."""
    if not words:
        return said
    parts = re.split(
        "(" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")", said, flags=re.IGNORECASE
    )
    return [h.mark[part] if n % 2 else part for n, part in enumerate(parts)]
