"""The hue's ink of a card is told from a picture that only this card has."""

import colorsys

import numpy as np
import pytest

from vision.cards.face_grid import COLUMNS, ROWS, blocks
from vision.cards.ink_unmixing import inks_of
from vision.cards.own_ink import own_ink
from vision.photometry.colour_transfer import direction

INKS = np.array([colorsys.hsv_to_rgb(k / 12, 0.9, 0.8)[::-1] for k in range(12)])
BAR = np.zeros((ROWS, COLUMNS), bool)
BAR[8:11, 6:-6] = True


def deck(tint: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Twelve cards with a bar of their hue, and a patch of ``tint`` elsewhere on each: shares, faces, patches."""
    faces = np.full((12, ROWS, COLUMNS, 3), 0.9)
    patches = np.zeros((12, ROWS, COLUMNS), bool)
    for k, face in enumerate(faces):
        patches[k, 16 + 3 * k : 19 + 3 * k, 5 + 2 * (k % 5) : 20 + 2 * (k % 5)] = True
        face[patches[k]] = tint
        face[BAR] = INKS[k]
    shares = (patches | BAR).astype(float)
    return blocks(shares[..., None])[..., 0], blocks(faces), blocks(patches[..., None])[..., 0]


@pytest.mark.parametrize("on_wheel", [True, False])
@pytest.mark.parametrize("tint", [INKS[4], np.array([0.6, 0.7, 0.3])])
def test_what_every_card_has_elsewhere_is_no_ink_of_its_hue(tint: np.ndarray, on_wheel: bool) -> None:
    shares, faces, patches = deck(tint)
    own = own_ink(shares, faces, np.repeat(INKS[None], 12, 0) if on_wheel else None, np.arange(12))
    bar = np.broadcast_to(blocks(BAR[..., None])[..., 0], own.shape)
    assert (own[bar].reshape(12, -1).mean(1) > 0.9).all()
    assert own[patches].max() < 0.1


def test_a_thin_sign_in_the_hue_is_its_ink_and_not_the_tinted_paper_of_all_cards() -> None:
    paper = np.array((0.45, 0.7, 0.6))
    signs = 0.3 * paper + 0.7 * INKS
    faces = np.full((12, ROWS, COLUMNS, 3), paper)
    for k, face in enumerate(faces):
        face[20 + k : 24 + k, 10:14] = signs[k]
    hues = inks_of(faces, np.ones(12, bool))[:, 0]
    assert np.linalg.norm(direction(hues) - direction(signs), axis=-1).max() < 0.01
