"""Dice as a camera reads them, written in a line, and a referee that is told things one after the other."""

from engine.components.hues import Hue
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.reducer import step
from vision.dice.readings import SeenDie

ROLLING = CameraObservation("rolling")


def die(text, place, status="ok", candidates=()):
    """``R6`` is a cube with red up, ``RO12`` a twelve-sided one with red-orange; ``place`` in cm along a line."""
    kind = "d12" if text.endswith("12") else "d6"
    hue = Hue[text.removesuffix("12").removesuffix("6")]
    spot = (10.0 * place, 50.0 + 30.0 * (place // 10))
    top = hue if status == "ok" else None
    return SeenDie(kind, status, top, candidates or ((hue, 0.9),), spot, (), spot)


def tray(text, start=0):
    return tuple(die(word, start + n) for n, word in enumerate(text.split()))


NINE = "R6 R6 O6 G6 R12 RO12 RO12 BP12 P12"


def settled(dice, picture=1):
    return CameraObservation("settled", tuple(dice), picture=picture)


def asked(text, place, *hues, chance=0.5):
    return die(text, place, "ask", tuple((hue, chance) for hue in hues))


def after(state, *inputs):
    for said in inputs:
        state, _ = step(state, said)
    return state


def log(state):
    return [str(entry) for entry in state.match.log]


STACKED = "A cube stands on another die; take it down and lay it beside the other, or roll both again."
