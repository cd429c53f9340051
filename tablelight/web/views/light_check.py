"""The light check: the live picture, what is measured in it, and what to do; looked at before a game."""

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.texts.language import later, tr, translated
from tablelight.perception.camera_worker import CameraWorker
from tablelight.web.components.html import button, markup, polygon, rendered, whole_in_sight
from vision.photometry.light_check import LightCheck

_SIGN = {"ok": "✓", "care": "!", "bad": "✗"}
_WHOLE = {
    "ok": later("All is well: I can read here."),
    "care": later("It will do. What could be better is marked below."),
    "bad": later("I cannot read well here yet. What to do stands below."),
}


def light_sections(eyes: CameraWorker | None) -> dict[str, Markup]:
    """The page's parts by name: ``lightpicture`` stays as it is, ``lightmarks`` and ``light`` follow the camera."""
    if eyes is None:
        return {"lightpicture": Markup(), "lightmarks": Markup(), "light": _without_camera()}
    in_sight = whole_in_sight(*eyes.size)
    check = eyes.check_light()
    return {
        "lightpicture": markup(h.img(in_sight, data_live="/live.jpg", alt=tr("what the camera sees"))),
        "lightmarks": markup(check and _marks(check, in_sight)),
        "light": markup(_lines(check) if check else h.h1[tr("There is no picture yet.")], _ways_on(camera=True)),
    }


@rendered
def _without_camera() -> Node:
    return [h.h1[tr("There is no camera to check.")], _ways_on(camera=False)]


def _ways_on(*, camera: bool) -> Node:
    return h.div(".row")[
        button("go", tr("Back to the table"), style="go", to="/"),
        camera and button("go", tr("Teach the dice"), style="quiet", to="/teach"),
    ]


def _marks(check: LightCheck, in_sight: dict[str, str]) -> Node:
    """Outlines over the picture, in parts of its size."""
    shapes = [
        polygon({"class": mark.state}, points=" ".join(f"{100 * x:.2f},{100 * y:.2f}" for x, y in mark.corners))
        for mark in check.marks
    ]
    return h.svg(in_sight, viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")[shapes]


def _lines(check: LightCheck) -> Node:
    # What is to be done comes first.
    order = sorted(check.lines, key=lambda line: ("bad", "care", "ok").index(line.state))
    rows = [
        h.tr({"class": line.state})[h.th[line.name], h.td(".sign")[_SIGN[line.state]], h.td[line.sentence]]
        for line in order
    ]
    return [h.h1(aria_live="polite")[translated(_WHOLE[check.state])], h.table(".sheet.lightcheck")[rows]]
