"""How well signs are told apart after one view of each, by the network and by the edges of their print.

    python -m vision.training.signs.measure --fonts FOLDER --split judged

Two numbers: one of twelve of a deck named right, and, of pairs of views, "same sign?" answered right where both answers
are as frequent (at the bound that answers best).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.cards.print_edges import edge_orientations
from vision.cards.sign_embedding import SIDE
from vision.models import network
from vision.training.families.fonts import files_of, fonts_of
from vision.training.signs.cut_outs import signs_of_a_deck, style_of, view

_CAP = 0.25  # as in ``print_edges``: a difference this large is something else
_SIGNS = 12


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--fonts", type=Path, required=True)
    ask.add_argument("--split", default="chosen", choices=("learned", "chosen", "judged"))
    ask.add_argument("--decks", type=int, default=300)
    said = ask.parse_args()
    cv2.setNumThreads(1)
    views = decks(np.random.default_rng(5), files_of(fonts_of(said.fonts), said.split), said.decks)
    vectors = network("signs")(views.reshape(-1, 1, SIDE, SIDE)).reshape(*views.shape[:3], -1)
    for name, likeness in (
        ("network", np.einsum("dsv,dtv->dst", vectors[:, :, 1], vectors[:, :, 0])),
        ("edges", np.array([-_edges_apart(deck) for deck in views])),
    ):
        right, same = identified(likeness), told_apart(likeness)
        print(f"{name:8} one of twelve {100 * right:.1f} %   same or not {100 * same:.1f} %")  # noqa: T201


def decks(rng: np.random.Generator, fonts: tuple[str, ...], count: int) -> np.ndarray:
    """Two views of twelve signs of each deck: count x 12 x 2 x SIDE x SIDE."""
    out = []
    for _ in range(count):
        style = style_of(rng, fonts)
        out.append([[view(rng, style, sign) for _ in range(2)] for sign in signs_of_a_deck(rng, _SIGNS)])
    return np.array(out, np.float32)


def identified(likeness: np.ndarray) -> float:
    """Of second views (decks x seen x taught), the share that is most like its own first."""
    return float((likeness.argmax(2) == np.arange(likeness.shape[1])).mean())


def told_apart(likeness: np.ndarray) -> float:
    """The mean of right answers to "same?" for pairs that are, and for those that are not, at the best bound."""
    own = np.eye(likeness.shape[1], dtype=bool)
    same, other = np.sort(likeness[:, own].ravel()), np.sort(likeness[:, ~own].ravel())
    bounds = np.linspace(min(same[0], other[0]), max(same[-1], other[-1]), 400)
    missed, taken = np.searchsorted(same, bounds) / len(same), 1 - np.searchsorted(other, bounds) / len(other)
    return float(1 - ((missed + taken) / 2).min())


def _edges_apart(deck: np.ndarray) -> np.ndarray:
    """How far apart prints are by orientations of edges, at the best of 25 shifts: seen x taught."""
    shown = np.clip(deck * 40 + 128, 0, 255).astype(np.uint8)
    prints = [
        [cv2.GaussianBlur(edge_orientations(cv2.merge([one] * 3)), (0, 0), 1.0) for one in pair] for pair in shown
    ]
    taught = np.array([pair[0] for pair in prints])
    steps = [(down, across) for down in (-4, -2, 0, 2, 4) for across in (-4, -2, 0, 2, 4)]
    return np.array(
        [np.min([_off(taught, np.roll(pair[1], step, (0, 1))) for step in steps], axis=0) for pair in prints]
    )


def _off(taught: np.ndarray, seen: np.ndarray) -> np.ndarray:
    return np.minimum(((taught - seen) ** 2).sum(-1), _CAP).mean((1, 2))


if __name__ == "__main__":
    main()
