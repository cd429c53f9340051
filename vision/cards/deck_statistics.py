"""What a deck's cards have in common, and where they differ: which cells carry the number, in which inks.

A number is told by its shape, not by its colour. Every taught card is taken apart into its hue, white and dark; so a
card of hue H and number N can be foretold (``hue_classifier``) although that card itself was never seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.components.cards import swapped_hues
from vision.cards.bare_table import BareTable, unlike
from vision.cards.duplicates import find_duplicates
from vision.cards.face_grid import BLOCK, COLUMNS, ROWS, blocks, by_channel, coarse
from vision.cards.face_network import FaceNetwork
from vision.cards.hue_cells import TaughtHues
from vision.cards.hue_classifier import HueClassifier, HuesInLight
from vision.cards.ink_errors import InkError
from vision.cards.ink_unmixing import inks_of, number_and_signs, parts_of, unmix, without_glare
from vision.cards.likelihood import transfer_precision
from vision.cards.number_signs import NumberSigns
from vision.cards.own_ink import own_ink
from vision.cards.print_alignment import PrintAlignment
from vision.cards.print_edges import AS_SEEN, PrintShapes, is_plain
from vision.cards.print_places import PrintPlaces
from vision.cards.repeating import repetitions
from vision.cards.signs import Sign, Signs
from vision.cards.taught import TaughtDeck
from vision.photometry.colour_transfer import ColourTransfer

# Constants: chosen by hand on the rendered decks and on decks drawn for tests.
_GLARE = 0.12  # a card whose dark ink looks lighter by so much lay in glare
_STEEP = 0.1  # a cell; steeper, and a small error of the place would matter
_LETTERED = 0.5  # of a coarse cell's prints that differ between numbers: it says little of a hue


@dataclass(frozen=True, slots=True, eq=False)
class LitDeck:
    """The deck in one picture's light. ``wide``: K x 3 x coarse cells, where they are even; ``trust``: K x 1 x 1, of
    their differences from what is seen (``likelihood.transfer_precision``); ``hues``: for telling hues once the number
    is known; ``swaps``: for telling swaps, None where there are none; ``plain``: samples on which nothing is printed,
    though they do not look like the table; ``ends_unseen``: whether cards have the table's colour at their sides."""

    wide: np.ndarray
    trust: np.ndarray
    hues: HuesInLight
    swaps: HuesInLight | None = None
    plain: frozenset[int] = frozenset()
    ends_unseen: bool = False


class DeckStatistics:
    """A taught deck, taken apart."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.deck = deck
        samples = deck.samples
        self.cards = [sample.card for sample in samples]
        faces = np.array([sample.face for sample in samples])
        inks = np.array([sample.inks for sample in samples])
        self._taught_inks = np.median(inks, 0)
        numbers = [card.number if card is not None else 0 for card in self.cards]
        self.of_number = [numbers.index(n) for n in range(1, len(deck.plan.values) + 1)] if deck.plan.factored else []
        self.asked = {self.cards[k] for pair in find_duplicates(samples) for k in pair}
        """Cards that are asked about, always: of which another one looks the same, and of which a sign of the hue may
        have been taken for the number, as that is taught on one card alone."""
        self.hues = [int(c.hue) if c is not None and c.hue is not None else None for c in self.cards]
        self.specials = [k for k, card in enumerate(self.cards) if card is not None and card.hue is None]
        self.swaps = [k for k in self.specials if deck.plan.ours and swapped_hues(self.cards[k].special)]
        numbered = np.array([hue is not None for hue in self.hues])
        self.numbered = numbered
        # What a face is an example of: numbered cards of their hue, others of themselves.
        self.kinds = np.array([len(deck.plan.colours) + k if hue is None else hue for k, hue in enumerate(self.hues)])
        ends = inks_of(faces, numbered)
        ink_shares = np.array([unmix(faces[k], ends[k]) for k in range(len(samples))])
        dark = ends[:, 2].mean(1)
        likened = np.array(self.of_number or range(len(samples)))  # cards of one design, as far as there are any
        self.glare = np.maximum(dark - np.median(dark[likened]), 0)  # over dark ink, as taught; K
        for k in np.flatnonzero(self.glare > _GLARE):
            faces[k] = without_glare(faces[k], ink_shares[k])
            self.glare[k] /= 2
        edges = np.array([sample.edges for sample in samples])
        glare = dark[likened]
        clear = np.argsort(glare, kind="stable")[: max(8, int((glare < np.median(glare) + _GLARE).sum()))]
        plain = [k for k, hue in enumerate(self.hues) if hue is None and is_plain(edges[k])]
        backs = [k for k, card in enumerate(self.cards) if card is None]
        self.repetitions = {k: by for k in backs if len(by := repetitions(samples[k].face))}
        """By how much the prints of those backs repeat that do (``repetitions``)."""
        self._plain = {k: np.median(faces[k], (0, 1)) for k in plain}
        self.numbers = self.prints = PrintShapes(edges)
        self.signs = Signs(())
        close_ups = [samples[k].close_up for k in self.of_number]
        designs = self.of_number, self.swaps, [k for k in self.specials if k not in self.swaps]
        self.print_places = [PrintPlaces(np.array([samples[k].face for k in one]), deck.size_mm) for one in designs]
        self.print_alignment = PrintAlignment(edges[sorted({*likened.tolist(), *self.specials, *backs})])
        self.number_faces = FaceNetwork(close_ups)
        self.special_faces = FaceNetwork([samples[k].close_up for k in self.specials])
        self.number_signs = NumberSigns(close_ups, self.number_faces.differs)
        self.own_pictures = bool(self.of_number) and self.number_signs.grounds_differ
        """Whether every card has another picture: it may be taken for the number."""
        if self.of_number:
            number, signs = number_and_signs(ink_shares[likened[clear]])
            self.numbers = PrintShapes(edges[self.of_number], parts_of(number), AS_SEEN)
            signs = [where for where in signs if not self.number_signs.hold(where)]
            told = [where for where in signs if self.number_signs.differ_nearly_as_much(where)]
            self.signs = Signs([Sign(edges, self.hues, self.of_number, where) for where in told])
            if self.number_signs.small and any(map(self.number_signs.may_be_taken_for_one, signs)):
                self.asked |= {self.cards[k] for k in self.of_number}
        self.even = blocks(np.array([_even(face) for face in faces])[..., None])[..., 0]  # K x coarse x fine cells
        self.even_by_cell = np.ascontiguousarray(self.even.transpose(1, 0, 2), np.float32)  # coarse x K x fine cells
        fine = blocks(faces).reshape(len(faces), -1, 3)
        self._wide = ColourTransfer(fine, inks).by_cell(self.even)
        lettered = coarse(self.numbers.varies[..., None])[..., 0]
        self.unlettered = (lettered < _LETTERED).astype(np.float32)  # coarse cells that show a hue alone
        if not self.of_number:
            self.unlettered[:] = 1
        self.weight = self._weights()
        usable = np.array([sample.usable for sample in samples], np.float32)
        clear = coarse(usable).reshape(len(samples), -1, 3)
        self.usable = (by_channel(clear) > 0.8).astype(np.float32)  # K x 3 x coarse cells: channels that did not clip
        # Where no card has a hue apart from its print, all of them tell how well colours carry.
        hued = np.flatnonzero(numbered) if self.of_number else np.arange(len(samples))
        self._hued = hued
        of = (blocks(faces), blocks(ink_shares)[..., 0], blocks(usable), self.even, inks, self.glare, self.kinds)
        own = np.searchsorted(hued, self.of_number).tolist()
        shown, shares, *rest = (part[hued] for part in of)
        shares *= own_ink(shares, shown, inks[hued] if deck.plan.ours else None, self.kinds[hued])
        lettered = blocks(self.lettering[..., None])[..., 0]
        self.classifier = HueClassifier(TaughtHues(shown, shares, *rest, own, lettered))
        shown, shares, *rest = (part[self.swaps] for part in of[:-1])
        each = np.arange(len(self.swaps))
        taught = TaughtHues(shown, shares, *rest, each, [0], np.zeros_like(lettered))
        self.swap_hues = HueClassifier(taught) if len(self.swaps) > 1 else None
        """Of swaps, which differ in their two hues alone: each is one."""

    @property
    def lettering(self) -> np.ndarray:
        """How much cards of other numbers differ in each fine cell by these (ROWS x COLUMNS): where each has a picture
        of its own they differ in all, but by their numbers only where these stand."""
        told = self.own_pictures and self.number_signs.places
        return self.number_signs.cells.astype(np.float32) if told else self.numbers.varies

    def expect(self, answers: Sequence[InkError]) -> None:
        """Inks look off as answers tell."""
        self.classifier.expect(answers, around=self.deck.plan.ours)

    def now(
        self,
        inks: np.ndarray,
        blown: np.ndarray | None = None,
        table: BareTable | None = None,
        picture: int = 0,
    ) -> LitDeck:
        """The deck in the ``picture`` of this number, where the mat's inks look like ``inks`` (12 x 3). Where they were
        too bright for the camera (``blown``, 12 x 3 bool), they are at least as bright as when the deck was taught.
        ``table``: on which it lies, if that is known."""
        if blown is not None:
            inks = np.where(blown, np.maximum(inks, self._taught_inks), inks)
        wide = by_channel(self._wide.now(inks))
        hues = self.classifier.now(inks, picture)
        carried = np.full(len(wide), np.median(hues.carried))
        carried[self._hued] = hues.carried
        plain = [k for k, colour in self._plain.items() if table is not None and unlike(colour, table.colour)]
        swaps = None if self.swap_hues is None else self.swap_hues.now(inks, picture)
        unseen = table is not None and any(one.end_unseen(table.colour) for one in self.print_places)
        return LitDeck(wide, transfer_precision(carried)[:, None, None], hues, swaps, frozenset(plain), unseen)

    def _weights(self) -> np.ndarray:
        """How much each coarse cell says (K x cells): less in a numbered card's number, and where nothing is even."""
        weight = self.even.sum(-1)
        weight[self.numbered] *= np.maximum(self.unlettered.ravel(), 0.08)
        return weight.astype(np.float32)


def _even(face: np.ndarray) -> np.ndarray:
    """Where a face is of one colour, so that a small error of its place does not matter; sums to 1 in each block."""
    shown = np.sqrt(np.maximum(face, 0))
    steep = np.hypot(*np.gradient(shown, axis=(0, 1))).max(-1)
    weight = 1 / (1 + (steep / _STEEP) ** 4)
    weight[0], weight[-1], weight[:, 0], weight[:, -1] = 0, 0, 0, 0
    total = cv2.resize(weight, (COLUMNS // BLOCK, ROWS // BLOCK), interpolation=cv2.INTER_AREA) * BLOCK**2
    return weight / np.maximum(np.kron(total, np.ones((BLOCK, BLOCK))), 1e-3)
