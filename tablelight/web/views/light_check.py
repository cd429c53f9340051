"""The light check: the live picture, what is measured in it, and what to do; looked at before a game."""

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.texts.language import later, tr, translated
from tablelight.perception.camera_worker import CameraWorker
from tablelight.web.components.html import button, markup, polygon, rendered, whole_in_sight
from tablelight.web.components.statuses import status_list
from vision.photometry.light_check import LightCheck

_WHOLE = {
    "ok": later("All is well: I can read here."),
    "care": later("It will do. What could be better is marked below."),
    "bad": later("I cannot read well here yet. What to do stands below."),
}


def light_sections(eyes: CameraWorker | None) -> dict[str, Markup]:
    """The page's parts by name: ``lightpicture`` stays as it is, the others follow the camera."""
    if eyes is None:
        said = markup(h.h1[tr("There is no camera to check.")])
        return {
            "lightsaid": said,
            "lightpicture": Markup(),
            "lightmarks": Markup(),
            "light": _below(None, camera=False),
        }
    in_sight = whole_in_sight(*eyes.size)
    check = eyes.check_light()
    said = translated(_WHOLE[check.state]) if check else tr("There is no picture yet.")
    return {
        "lightsaid": markup(h.h1(aria_live="polite")[said]),
        "lightpicture": markup(h.img(in_sight, data_live="/live.jpg", alt=tr("what the camera sees"))),
        "lightmarks": markup(check and _marks(check, in_sight)),
        "light": _below(check, camera=True),
    }


@rendered
def _below(check: LightCheck | None, *, camera: bool) -> Node:
    """What was looked at, and the ways on."""
    return [
        check and status_list([(line.state, line.name, line.sentence, None) for line in check.lines]),
        h.div(".ways.foot")[
            button("go", tr("Back to the table"), style="go big", to="/"),
            camera and button("go", tr("Teach the dice"), style="quiet", to="/teach"),
        ],
    ]


def _marks(check: LightCheck, in_sight: dict[str, str]) -> Node:
    """Outlines over the picture, in parts of its size."""
    shapes = [
        polygon({"class": mark.state}, points=" ".join(f"{100 * x:.2f},{100 * y:.2f}" for x, y in mark.corners))
        for mark in check.marks
    ]
    return h.svg(in_sight, viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")[shapes]
