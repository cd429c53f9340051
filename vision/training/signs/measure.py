"""How well signs are told apart after one view of each, by the network and by the edges of their print.

    pip install torch               # for the views; playing does not need it
    python -m vision.training.signs.measure --fonts FOLDER --split judged

Places of numbers on decks of a split, in fonts of that split: taught on one hue in good light, seen on another in poor
light. Two numbers: one of twelve named right, and, of pairs of views, "same sign?" answered right where both answers
are as frequent (at the bound that answers best).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.cards.print_edges import edge_orientations
from vision.cards.sign_embedding import SignEmbedder
from vision.training.families.design import design_of
from vision.training.families.families import families_of
from vision.training.families.fonts import files_of, fonts_of
from vision.training.families.split import SPLITS, Split
from vision.training.signs.places import SignPlace, places_of
from vision.training.signs.views import CALM, HARD, SignHardship, photographed

_CAP = 0.25  # as in ``print_edges``: a difference this large is something else
_SEED = 5
_FIRST_DECK = 8_000_000  # seeds of which nothing learns


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--fonts", type=Path, required=True)
    ask.add_argument("--split", default="chosen", choices=SPLITS)
    ask.add_argument("--decks", type=int, default=100)
    said = ask.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(_SEED)
    found = places_in(said.split, files_of(fonts_of(said.fonts), said.split), said.decks)
    places = [(_seen(one.taught, one.side_mm, CALM), _seen(one.seen, one.side_mm, HARD)) for one in found]
    embedder = SignEmbedder()
    for name, likeness in (
        ("network", [embedder.embed(seen) @ embedder.embed(taught).T for taught, seen in places]),
        ("edges", [-_edges_apart(taught, seen) for taught, seen in places]),
    ):
        right, same = identified(np.array(likeness)), told_apart(np.array(likeness))
        print(f"{name:8} {len(places)} places: one of twelve {100 * right:.1f} %   same or not {100 * same:.1f} %")  # noqa: T201


def places_in(split: Split, fonts: tuple[str, ...], decks: int) -> list[SignPlace]:
    """Places of so many decks of a split's families, lettered in these fonts."""
    rng, families = np.random.default_rng(_SEED), families_of(split)
    looks = [design_of(families[k % len(families)], _FIRST_DECK + k, fonts, usual=True) for k in range(decks)]
    return [place for look in looks for place in places_of(look, rng)]


def identified(likeness: np.ndarray) -> float:
    """Of seen signs (places x seen x taught), the share that is most like its own taught one."""
    return float((likeness.argmax(2) == np.arange(likeness.shape[1])).mean())


def told_apart(likeness: np.ndarray) -> float:
    """The mean of right answers to "same?" for pairs that are, and for those that are not, at the best bound."""
    own = np.eye(likeness.shape[1], dtype=bool)
    same, other = np.sort(likeness[:, own].ravel()), np.sort(likeness[:, ~own].ravel())
    bounds = np.linspace(min(same[0], other[0]), max(same[-1], other[-1]), 400)
    missed, taken = np.searchsorted(same, bounds) / len(same), 1 - np.searchsorted(other, bounds) / len(other)
    return float(1 - ((missed + taken) / 2).min())


def _seen(cut_outs: np.ndarray, side_mm: float, how: SignHardship) -> list[np.ndarray]:
    """As a camera may see them: SIDE x SIDE x 3, uint8 BGR."""
    shown = photographed(torch.from_numpy(cut_outs), side_mm, how)
    return list(shown.permute(0, 2, 3, 1).round().byte().contiguous().numpy())


def _edges_apart(taught: list[np.ndarray], seen: list[np.ndarray]) -> np.ndarray:
    """How far apart prints are by orientations of edges, at the best of 25 shifts: seen x taught."""
    ours, theirs = (
        np.array([cv2.GaussianBlur(edge_orientations(one), (0, 0), 1.0) for one in several])
        for several in (taught, seen)
    )
    steps = [(down, across) for down in (-4, -2, 0, 2, 4) for across in (-4, -2, 0, 2, 4)]
    return np.array([np.min([_off(ours, np.roll(one, step, (0, 1))) for step in steps], axis=0) for one in theirs])


def _off(taught: np.ndarray, seen: np.ndarray) -> np.ndarray:
    return np.minimum(((taught - seen) ** 2).sum(-1), _CAP).mean((1, 2))


if __name__ == "__main__":
    main()
