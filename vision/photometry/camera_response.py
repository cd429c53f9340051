"""How a camera's numbers answer to light, told by the gray steps of the mat.

Pictures are taken for sRGB. Many cameras, phones most of all, draw the middle tones up and the dark ones down, and then
colours change with brightness and lamps as no lamp would change them. The gray steps show it: their tones are known,
and each is seen as bright as the lamp at its place and the channel make it, so that all numbers are met with. What the
camera did is undone by a table, from number to number, the same for all channels.
"""

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.photometry.illumination import Illumination, gray_samples, measure_illumination
from vision.photometry.srgb import LINEAR, encoded

# Constants: knots and variances were chosen by hand on photographs of a chart of grays and on invented tone curves.
_PLAIN, _STEEP = 0.1, 0.14  # logarithm: less contrast is a printer's doing, or a shadow's; more is surely the camera's
_KNOTS = np.array([0, 12, 28, 50, 78, 110, 145, 185, 225, 255]) / 255
_SMOOTH, _WEAK, _SPOT, _ROBUST = 0.12, 1.0, 0.08, 0.1  # logarithms
_ROUNDS = 2
_NEARLY_ALL, _AGREE = 0.9, 0.12  # of the samples, how well they agree after all: under half a shadow they do not


def straightened(image: np.ndarray, registration: Registration) -> tuple[np.ndarray, Illumination]:
    """The picture (uint8 BGR) as a camera that answers as sRGB says would have taken it, and the light in it."""
    light = measure_illumination(image, registration)
    much = float(np.clip((light.contrast - _PLAIN) / (_STEEP - _PLAIN), 0, 1))
    if much == 0:
        return image, light
    straight = _LOG.copy()
    for _ in range(_ROUNDS):
        numbers, off = gray_samples(image, registration, straight)
        change = _even(numbers, off)
        straight += change
    if np.quantile(np.abs(off - change[np.rint(numbers).astype(int)]), _NEARLY_ALL) > _AGREE:
        return image, light  # steps of one tone are not alike: something darkens some of them
    table = (1 - much) * _LOG + much * straight
    table -= table[-1]  # what clips clips
    image = cv2.LUT(image, np.rint(255 * encoded(np.exp(table))).astype(np.uint8))
    return image, measure_illumination(image, registration)


def _even(numbers: np.ndarray, off: np.ndarray) -> np.ndarray:
    """From how much brighter some numbers are than they are taken for (logarithms, N): the same of all 256, evenly."""
    hats = _hats(numbers / 255)
    bends = np.diff(np.eye(len(_KNOTS)), 2, axis=0) / _SMOOTH
    prior = bends.T @ bends + np.eye(len(_KNOTS)) / _WEAK**2
    weight = np.ones(len(off))
    for _ in range(3):
        weighed = hats.T * (weight / _SPOT**2)
        knots = np.linalg.solve(weighed @ hats + prior, weighed @ off)
        weight = 1 / (1 + ((off - hats @ knots) / _ROBUST) ** 2)
    return _ALL @ knots


def _hats(numbers: np.ndarray) -> np.ndarray:
    """Of numbers (N, 0 to 1) how much each knot counts, N x knots: straight lines between them."""
    return np.stack([np.interp(numbers, _KNOTS, row) for row in np.eye(len(_KNOTS))], -1)


_LOG = np.log(np.maximum(LINEAR, LINEAR[1]))
_ALL = _hats(np.arange(256) / 255)
