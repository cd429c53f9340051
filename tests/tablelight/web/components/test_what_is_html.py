"""What htpy takes for HTML and what it escapes, also where we answer that question for it."""

import htpy as h
import htpy._render_sync
import pytest
from markupsafe import Markup

from tablelight.web.components.html import markup


class Drawn:
    def __html__(self):
        return "<i>&amp;</i>"


@pytest.mark.parametrize("wrap", [list, tuple, lambda nodes: (node for node in nodes)])
def test_lists_are_walked_through_words_escaped_and_html_left_as_it_is(wrap):
    nodes = ["<b>A&B\"'</b>", 0, None, False, True, Drawn(), Markup("<u>"), h.p[["&"]]]
    html = markup(wrap(nodes))
    assert html == "&lt;b&gt;A&amp;B&#34;&#39;&lt;/b&gt;0<i>&amp;</i><u><p>&amp;</p>"
    assert markup(h.div[wrap(nodes)]) == Markup("<div>") + html + Markup("</div>")


def test_htpy_still_asks_where_we_answer():
    assert isinstance(Drawn(), htpy._render_sync.HasHtml) and not isinstance([], htpy._render_sync.HasHtml)
