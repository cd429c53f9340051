"""Draws what the board shows in each phase into docs/spectrum/, and fails when a stored picture is out of date.

Run ``python -m tests.engine.test_spectrum_pictures`` to draw them anew after the lights have changed.
"""

from math import cos, pi, sin
from pathlib import Path

import pytest

from engine.components.hues import Hue
from engine.components.lights import Meaning
from engine.core.registry import create
from engine.games.spectrum import lights
from engine.games.spectrum.events import Activate, DiceRolled, PawnMove
from engine.games.spectrum.state import State, pawns_from_names

FOLDER = Path(__file__).parents[2] / "docs" / "spectrum"
COLOURS = (
    "#e6194b", "#f4511e", "#fb8c00", "#fdb515", "#fdd835", "#9ccc3c", "#2e9e4f", "#12a3a3", "#1e63d0", "#5b3fc4",
    "#8e24aa", "#c2185b",
)  # fmt: skip
STRENGTH = {Meaning.IDLE: 0.35, Meaning.PIECE: 1.0, Meaning.WAITING: 0.7, Meaning.LEGAL: 1.0}
RINGED = (Meaning.WAITING, Meaning.LEGAL, Meaning.CHOSEN, Meaning.WRONG)


def svg(picture):
    """A round board: 12 paths of 9, stars inside; a ring around what waits, may be gone to, is chosen, or is wrong."""
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-110 -110 220 220">',
        '<rect x="-110" y="-110" width="220" height="220" fill="#111"/>',
    ]
    for hue in Hue:
        for ring in range(1, 10):
            angle, far = hue * pi / 6 - pi / 2, 102 - (ring - 1) * 9.5
            x, y, light = far * cos(angle), far * sin(angle), picture.get(f"{hue.name}{ring}")
            fill, strength, edge = "#333", 1.0, "none"
            if light is not None:
                white = light.hue is None or light.meaning is Meaning.CHOSEN
                fill = "#fff" if white else COLOURS[light.hue]
                fill = COLOURS[Hue.R] if light.meaning is Meaning.WRONG else fill
                strength = STRENGTH.get(light.meaning, 1.0)
                edge = "#fff" if light.meaning in RINGED else "none"
            title = f"{hue.name}{ring}" + (f" {light.meaning.value}" if light else "")
            out.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" fill-opacity="{strength}" stroke="{edge}">'
                f"<title>{title}</title></circle>"
            )
    return "\n".join([*out, "</svg>", ""])


def phases():
    game, portals = create("spectrum", 2), create("spectrum", 2, "A", {"portals": True})
    shotgun = create("spectrum", 3, "A", {"start": "shotgun_d12"})
    pawns = (pawns_from_names(["G3", "B4", "GB8", "R2"]), pawns_from_names(["B5", "G4", "P2"]))
    state = State(pawns, (1 << Hue.O, 1 << Hue.PR), (5, 6))
    moving = game.result(state, DiceRolled((Hue.G, Hue.B)))
    placing = game.result(moving, PawnMove(0, "G3", ("G4",)))
    star = game.result(moving, PawnMove(0, "GB8", ("GB9",)))
    double = game.result(state, DiceRolled((Hue.G, Hue.G)))
    owed = game.result(double, PawnMove(0, "G3", ("G2", "G1")))
    later = State(pawns, (1 << Hue.O | 1 << Hue.R, 1 << Hue.PR | 1 << Hue.Y), (4, 5))
    choice = game.result(later, DiceRolled((Hue.G, Hue.B, Hue.R)))
    drawn = State((pawns[0], pawns[1]), (0b010101010101, 0b101010101010), (0, 1), phase="over")
    stuck = game.result(State((pawns_from_names(["Y3"]), 0), (0, 0), (0, 10)), DiceRolled((Hue.G, Hue.B)))
    won = State(pawns, (0b1010101111, 1 << Hue.PR), (0, 6), phase="over")
    sending = State(pawns, (0, 0), (6, 7), extras=portals.start().extras)
    return {
        "shotgun": shotgun.lights(shotgun.start()),
        "roll": game.lights(state),
        "move": game.lights(moving),
        "choice": game.lights(choice),
        "double": game.lights(double),
        "double-bonus": game.lights(owed),
        "lifted": game.lights(moving, "B4"),
        "stock": game.lights(moving, "OFF"),
        "place": game.lights(placing),
        "star": game.lights(star),
        "pass": game.lights(stuck),
        "portal": portals.lights(portals.result(sending, Activate(0, "G3"))),
        "wrong": lights.restore({"G3": 0, "B4": 0}, {"G3": 0, "B6": 1}),
        "portals": portals.lights(sending),
        "over": game.lights(won),
        "tie": create("spectrum", 2, "A", {"tiebreak": False}).lights(drawn),
    }


@pytest.mark.parametrize("name", phases())
def test_the_picture_of_each_phase_is_up_to_date(name):
    picture = phases()[name]
    assert picture
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == svg(picture)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for phase, shown in phases().items():
        (FOLDER / f"{phase}.svg").write_text(svg(shown), encoding="utf-8")
