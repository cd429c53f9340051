"""How large a deck's cards are is measured in the pictures in which it is taught, and kept with it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.card_designs import full_bleed, taught
from tests.support.card_scenes import RED, WHITE, picture_of
from vision.cards import card_size
from vision.cards.card_size import Lying, best_size, beyond_borders, beyond_one_side, size_at_a_glance
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap
from vision.cards.place import CardPlace
from vision.cards.pose import refine
from vision.cards.table_plane import CARD_MM, Size
from vision.cards.taught import TaughtDeck
from vision.errors import TaughtFileError


def table(size_mm: Size) -> EdgeMap:
    """Two cards of this size side by side, not quite straight."""
    left, right = (CardPlace(x, 140.0, turn, 1.0, size_mm=size_mm) for x, turn in ((110.0, 0.05), (215.0, -0.04)))
    return picture_of((left, WHITE), (right, RED))


def lying_in(flat: EdgeMap) -> Lying:
    """The two clearest cards of a picture, if they are so large."""

    def lying(size: Size) -> list[tuple[EdgeMap, list[CardPlace]]]:
        found = refine(flat.sized(size), propose(flat.sized(size)))
        return [(flat, [place for place in found if place.score > 0.7][:2])]

    return lying


@pytest.mark.parametrize("size_mm", [(57.0, 89.0), CARD_MM, (70.0, 110.0), (75.0, 120.0)])
def test_cards_of_any_size_are_measured(size_mm: Size) -> None:
    flat = table(size_mm)
    assert np.abs(np.subtract(best_size(lying_in(flat), [flat], 2), size_mm)).max() < 1.6


@pytest.mark.parametrize("off", np.radians([0.0, 0.5, 1.0]), ids=["straight", "half a degree", "a degree"])
def test_tall_cards_are_measured_though_at_a_glance_a_part_of_them_looks_like_the_whole(
    off: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a network took the ovals on them for the cards; and at 130 mm a degree is more than two millimetres."""
    tall = (90.0, 130.0)
    one, other = (CardPlace(x, 140.0, off, 1.0, size_mm=tall) for x in (100.0, 215.0))
    flat = picture_of((one, WHITE), (other, RED))
    monkeypatch.setattr(card_size, "size_at_a_glance", lambda flats, count: np.array([70.0, 100.0]))
    assert np.abs(np.subtract(best_size(lying_in(flat), [flat], 2), tall)).max() < 1.6


def test_a_card_found_from_one_side_to_the_stripe_at_the_other_is_wider_by_the_stripe() -> None:
    """Of two cards 75 mm wide, one was found without its left 14 mm, the other without its right ones."""
    flat = table((75.0, 120.0))
    found = [CardPlace(x, 140.0, turn, 1.0, size_mm=(61.0, 120.0)) for x, turn in ((117.0, 0.05), (208.0, -0.04))]
    size = beyond_one_side([(flat, found)], (61.0, 120.0))
    assert size is not None and np.abs(np.subtract(size, (75.0, 120.0))).max() < 1.6
    whole = [replace(one, x=one.x + aside, size_mm=(75.0, 120.0)) for one, aside in zip(found, (-7, 7), strict=True)]
    assert beyond_one_side([(flat, whole)], (75.0, 120.0)) is None


def test_a_card_found_by_the_inner_edge_of_its_border_is_larger_by_the_border() -> None:
    """Worn edges are seen less well than what is printed within."""
    flat = table((75.0, 120.0))
    found = [CardPlace(x, 140.0, turn, 1.0, size_mm=(67.0, 112.0)) for x, turn in ((110.0, 0.05), (215.0, -0.04))]
    size = beyond_borders(lambda size: [(flat, found)], (67.0, 112.0), 2)
    assert np.abs(np.subtract(size, (75.0, 120.0))).max() < 1.6
    whole = [replace(one, size_mm=(75.0, 120.0)) for one in found]
    assert beyond_borders(lambda size: [(flat, whole)], (75.0, 120.0), 2) == (75.0, 120.0)
    assert beyond_borders(lambda size: [(flat, found)], (67.0, 112.0), 4) == (67.0, 112.0), "too few are seen"


def test_where_no_card_is_seen_it_has_the_usual_size() -> None:
    flat = picture_of()
    assert best_size(lambda size: [(flat, [])], [flat], 2) == CARD_MM


@pytest.mark.parametrize(("cards", "told"), [(3, True), (6, False)])
def test_a_size_at_a_glance_is_that_of_most_cards_or_none(cards: int, told: bool) -> None:
    """Three things of 65 x 100 mm are three cards, but of six cards that lie there they may each be two."""
    seen = np.zeros((30, 60), bool)
    for left in (2, 20, 38):
        seen[5:25, left : left + 13] = True
    flat = picture_of()
    flat.cards_seen = replace(flat.cards_seen, likely=seen)
    size = size_at_a_glance([flat], cards)
    assert (size is not None and np.abs(size - (65, 100)).max() <= 5) if told else size is None


def test_a_deck_keeps_the_size_of_its_cards(tmp_path: Path) -> None:
    TaughtDeck(taught(full_bleed).samples, (70.0, 110.0)).save(tmp_path / "deck")
    assert TaughtDeck.load(tmp_path / "deck").size_mm == (70.0, 110.0)


def test_a_deck_taught_before_sizes_and_close_ups_were_kept_is_still_read(tmp_path: Path) -> None:
    deck = tmp_path / "deck.npz"
    taught(full_bleed).save(deck)
    parts = dict(np.load(deck))
    about = json.loads(str(parts["about"]))
    del about["size_mm"], parts["close_ups"]
    np.savez_compressed(deck, **{**parts, "about": np.array(json.dumps({**about, "version": 3}))})
    older = TaughtDeck.load(deck)
    assert older.size_mm == CARD_MM
    coarse, fine = (one.samples[0].close_up.astype(int) for one in (older, taught(full_bleed)))
    assert np.abs(coarse - fine).mean() < 12, "made of its coarser face"


@pytest.mark.parametrize("size_mm", [(0.0, 88.0), (63.0, 1e9)])
def test_a_file_whose_cards_are_impossibly_large_or_small_is_damaged(size_mm: Size, tmp_path: Path) -> None:
    TaughtDeck(taught(full_bleed).samples, size_mm).save(tmp_path / "deck")
    with pytest.raises(TaughtFileError, match="damaged"):
        TaughtDeck.load(tmp_path / "deck")


def test_what_no_card_has_the_proportions_of_is_no_size_however_well_it_is_seen(monkeypatch) -> None:
    pieced_together = (61.0, 63.0)
    monkeypatch.setattr(card_size, "candidate_sizes", lambda flats, about=None, **finely: [pieced_together])
    monkeypatch.setattr(card_size, "exactly", lambda lying, size_mm: size_mm)
    monkeypatch.setattr(card_size, "beyond_one_side", lambda lying, size_mm: None)
    monkeypatch.setattr(card_size, "beyond_borders", lambda lying, size_mm, count: size_mm)
    clear = CardPlace(0.0, 0.0, 0.0, 1.0, (1.0, 1.0, 1.0, 1.0))
    assert best_size(lambda size_mm: [(None, [clear] * (size_mm == pieced_together))], [], 1) == CARD_MM
