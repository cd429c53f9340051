"""Taught colours carried to the light of another picture, by the mat's inks that are seen in both."""

import numpy as np

# Constants: chosen by hand on the rendered decks: white and dark are what paper and ink show there.
_FLOOR = 0.02  # of white: below, a ratio says nothing
_WHITE, _DARK = 0.95, 0.03  # of ideal white
_NEAR, _LOOSE, _TOGETHER = 0.01, 0.01, 0.3  # of a mixture: near inks preferred, how exact, parts adding up to one


class ColourTransfer:
    """Carries taught colours to another light.

    A colour is taken for a mixture of the mat's inks, white and dark: mixtures of what lamps and cameras do to light
    are linear, so the same mixture of the inks as they look now is what the colour looks like now. Inks close to the
    colour are preferred, for a far one may be another dye.
    """

    def __init__(self, colours: np.ndarray, inks: np.ndarray) -> None:
        """``colours``: N x M x 3 as taught, ``inks``: N x 12 x 3 of the pictures they were taught in."""
        self.terms = _mixtures(np.asarray(colours, float), np.asarray(inks, float))
        """N x M x 17: parts of inks, white, dark, and of the three primaries."""

    @classmethod
    def of(cls, terms: np.ndarray) -> "ColourTransfer":
        """That of mixtures of others: N x M x 17."""
        out = cls.__new__(cls)
        out.terms = np.ascontiguousarray(terms, np.float32)
        return out

    def averaged(self, weight: np.ndarray) -> "ColourTransfer":
        """That of averages: ``weight`` N x K x M, how much each of M colours counts in each of K."""
        return ColourTransfer.of(np.einsum("nkm,nmi->nki", weight, self.terms, optimize=True))

    def by_cell(self, weight: np.ndarray) -> "ColourTransfer":
        """That of averages over each cell's own colours: ``weight`` N x cells x fine cells, M of them in all."""
        terms = self.terms.reshape(len(self.terms), *weight.shape[1:], -1)
        return ColourTransfer.of(np.einsum("ncf,ncfi->nci", weight, terms))

    def now(self, inks: np.ndarray) -> np.ndarray:
        """The colours (N x M x 3, parts of white) where the mat's inks look like ``inks`` (12 x 3)."""
        primaries = np.broadcast_to(np.eye(3), (*inks.shape[:-2], 3, 3))
        return self.terms @ np.concatenate([_base(inks), primaries], -2).astype(np.float32)


def _base(inks: np.ndarray) -> np.ndarray:
    """Inks (... x 12 x 3) with white and dark: ... x 14 x 3."""
    shape = (*inks.shape[:-2], 1, 3)
    return np.concatenate([inks, np.full(shape, _WHITE), np.full(shape, _DARK)], -2)


def _mixtures(colours: np.ndarray, inks: np.ndarray) -> np.ndarray:
    """Parts of inks, white and dark that make colours (N x M x 3), and what they leave: N x M x 17."""
    base = _base(inks)
    apart = np.sqrt(np.maximum(colours, 0))[:, :, None] - np.sqrt(np.maximum(base, 0))[:, None]
    free = 1 / ((apart**2).sum(-1) + _NEAR)  # N x M x 14
    rows = np.concatenate([base, np.full((*base.shape[:2], 1), _TOGETHER)], -1)
    wanted = np.concatenate([colours, np.full((*colours.shape[:2], 1), _TOGETHER)], -1)
    inner = np.einsum("nif,nmi,nig->nmfg", rows, free, rows, optimize=True) + _LOOSE * np.eye(4)
    parts = free * np.einsum("nif,nmf->nmi", rows, np.linalg.solve(inner, wanted[..., None])[..., 0], optimize=True)
    return np.concatenate([parts, colours - parts @ base], -1).astype(np.float32)


def direction(colours: np.ndarray) -> np.ndarray:
    """Colours (..., 3, linear) without their brightness: (..., 3) of length one."""
    floored = np.maximum(colours, 0) + _FLOOR
    return floored / np.linalg.norm(floored, axis=-1, keepdims=True)
