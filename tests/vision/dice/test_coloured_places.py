"""Where on a die's faces their colours are is learned from the taught tops."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components.hues import Hue
from tests.support.family_tables import lessons_of, read_all, table_with
from tests.vision.dice.test_refining import shown as a_top
from vision.dice.coloured_places import coloured_places
from vision.dice.faces import face_places
from vision.dice.hue_order import hues_of
from vision.dice.lesson_pictures import prepare
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.dice.taught import TaughtDice
from vision.dice.teaching import teach
from vision.errors import TaughtFileError
from vision.training.dice.insets import DISC, Field, FieldShape

GRAY, PALE = 0.2, 0.9


def inks(kind: Kind) -> np.ndarray:
    """One strong colour for each hue of a kind, all around the wheel, N x 3."""
    turns = np.array([2 * np.pi * int(hue) / 12 for hue in hues_of(kind)])
    return 0.4 + 0.3 * np.stack([np.cos(turns + k * 2 * np.pi / 3) for k in range(3)], -1)


def places_of(kind: Kind) -> np.ndarray:
    return face_places(solid(kind).ring, 21, 0.95)


def shown(kind: Kind, own: np.ndarray, body: float = GRAY) -> np.ndarray:
    """Tops that show their colours where ``own`` (S, bool) says, N x S x 3."""
    colours = inks(kind)[:, None]
    grain = np.random.default_rng(2).normal(0, 0.02, (len(colours), len(own), 3))
    return np.where(own[None, :, None], colours, body) + grain


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_a_ring_is_where_the_colours_are(kind: Kind) -> None:
    out = np.hypot(*places_of(kind).T)
    ring = (out > 0.4) & (out < 0.62)
    found = coloured_places(kind, shown(kind, ring), inks(kind))
    assert found is not None and len(found) == pytest.approx(ring.sum(), rel=0.25)
    assert (np.abs(np.hypot(*found.T) - 0.51) < 0.15).all()


def test_a_field_that_is_turned_otherwise_on_every_die_is_found_on_all_of_its_turns() -> None:
    places = places_of("d6")
    one_side = places[:, 0] > 0.45
    turned = [one_side, places[:, 1] > 0.45, places[:, 0] < -0.45, places[:, 1] < -0.45]
    tops = np.concatenate([shown("d6", turned[k % 4])[k : k + 1] for k in range(6)])
    found = coloured_places("d6", tops, inks("d6"))
    assert found is not None and (np.abs(found).max(1) > 0.4).all() and len(found) > 2 * one_side.sum()


def test_colours_all_over_the_faces_are_looked_for_nowhere_else() -> None:
    everywhere = np.ones(len(places_of("d6")), bool)
    assert coloured_places("d6", shown("d6", everywhere), inks("d6")) is None


def test_where_no_colour_is_to_be_seen_none_is_looked_for() -> None:
    nowhere = np.zeros(len(places_of("d6")), bool)
    assert coloured_places("d6", shown("d6", nowhere), inks("d6")) is None
    assert coloured_places("d6", shown("d6", ~nowhere), np.full((6, 3), 0.5)) is None, "a lamp without colours"


def test_dice_that_are_not_of_the_colours_they_are_called_tell_no_places() -> None:
    out = np.hypot(*places_of("d12").T)
    tops, names = shown("d12", (out > 0.4) & (out < 0.62)), inks("d12")
    assert coloured_places("d12", tops, names) is not None
    assert coloured_places("d12", tops, np.roll(names, 6, 0)) is None, "each is called by what lies across the wheel"
    assert coloured_places("d12", tops, np.random.default_rng(3).permutation(names)) is None


RIM = (Field(1.0), Field(0.78, own=False, shape=FieldShape(4.0)))
RING = (Field(0.75, shape=FieldShape(DISC)), Field(0.5, own=False, shape=FieldShape(DISC)))


BONE = FieldShape(DISC, 0.4, lobes=2, depth=0.45)
LOOPS = (Field(0.75, shape=BONE), Field(0.4, own=False, shape=BONE))


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "body", "seed"),
    [(RIM, PALE, 7), (RING, GRAY, 7), (LOOPS, PALE, 8)],
    ids=["rims around white", "rings on gray", "loops that look the same from two sides alone"],
)
def test_dice_that_show_their_colours_on_a_small_part_of_their_faces_are_taught_and_read(
    fields: tuple[Field, ...], body: float, seed: int
) -> None:
    table = table_with(fields, body, seed)
    lessons = [replace(lesson, lies_flat=True) for lesson in lessons_of(table)]  # a loop may look as if it leaned
    prepare(lessons[:1])  # as the page looks at the first picture alone
    taught = teach(lessons)
    assert all(kind.places is not None for kind in taught.kinds.values())
    right, asked, wrong = read_all(taught, table, 4)
    assert not wrong and right > 0.85 * (right + asked) >= 10


def test_places_survive_the_file_and_damaged_ones_are_refused(taught: TaughtDice) -> None:
    kind = replace(taught.kinds["d6"], places=places_of("d6")[:40])
    data = replace(taught, kinds={"d6": kind}).to_json()
    assert np.allclose(TaughtDice.from_json(data).kinds["d6"].places, kind.places, atol=0.001)
    assert taught.kinds["d6"].places is None, "these are coloured all over"
    del data["kinds"]["d6"]["places"]
    assert TaughtDice.from_json(data).kinds["d6"].places is None, "a file of before they were kept"
    for damaged in ([], [[0.1]], [[0.1, 7.0]], [[float("nan"), 0.0]], "x", [[0.0, 0.0]] * 2000):
        data["kinds"]["d6"]["places"] = damaged
        with pytest.raises(TaughtFileError):
            TaughtDice.from_json(data)


def test_what_people_answer_leaves_the_places_as_they_were(taught: TaughtDice) -> None:
    ours = replace(taught, kinds={"d6": replace(taught.kinds["d6"], places=places_of("d6")[:40])})
    refined = ours.refined([(a_top(ours, Hue.B, 1.3), Hue.B)])
    again = TaughtDice.from_json(refined.to_json()).kinds["d6"]
    assert again.answers is not None and again.answers[hues_of("d6").index(Hue.B)] == 1
    assert again.places is not None and np.allclose(again.places, ours.kinds["d6"].places, atol=0.001)
