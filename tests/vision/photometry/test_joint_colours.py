"""Colours of one scan are read together, by references of the same scan; what stays doubtful is asked."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tablelight.bench.stickers import Scan, drawn, judged_scan, scans_of
from tablelight.cli.main import app
from tests.support.dice_pictures import SHARED
from vision.photometry.joint_colours import read_together

REAL = SHARED / "real"
PIGMENTS = np.array(
    [[0.05, 0.05, 0.6], [0.05, 0.3, 0.7], [0.05, 0.6, 0.7], [0.1, 0.4, 0.05], [0.5, 0.15, 0.03], [0.7] * 3]
)


def scan(seed=1, each=8, lamp=(0.6, 0.9, 1.1), fall=0.5):
    """Six pigments under a coloured lamp whose light falls off over the table: linear colours and which is which."""
    rng = np.random.default_rng(seed)
    which = np.repeat(np.arange(6), each)
    shade = np.exp(-fall * np.tile(np.linspace(0, 1, each), 6))[:, None]
    colours = PIGMENTS[which] * lamp * shade * np.exp(rng.normal(0, 0.02, (len(which), 3)))
    return np.clip(colours, 0, 1), which


def test_members_are_known_along_chains_though_light_falls_off():
    colours, which = scan(fall=1.4)
    references = [[int(np.flatnonzero(which == k)[0])] for k in range(6)]  # all where the light is strongest
    read = read_together(colours, references)
    assert [one.best for one in read] == which.tolist()


def test_a_colour_halfway_between_two_references_is_asked_about():
    colours, which = scan(fall=0.1)
    between = (PIGMENTS[0] + PIGMENTS[1]) / 2 * (0.6, 0.9, 1.1)
    references = [[int(np.flatnonzero(which == k)[3])] for k in range(6)]
    read = read_together(np.vstack([colours, between]), references)
    assert {read[-1].best, read[-1].second} == {0, 1}
    assert read[-1].doubt > max(one.doubt for one, k in zip(read, which, strict=False) if k > 2)


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(24)))
def test_the_order_in_which_a_scan_is_told_does_not_matter(order):
    colours, which = scan(each=4)
    references = [[int(np.flatnonzero(which == k)[1])] for k in range(6)]
    place = {old: new for new, old in enumerate(order)}
    moved = read_together(colours[list(order)], [[place[k] for k in members] for members in references])
    still = read_together(colours, references)
    assert [moved[place[k]].best for k in range(24)] == [one.best for one in still]


def test_every_colour_needs_a_reference():
    with pytest.raises(ValueError, match="reference"):
        read_together(np.full((3, 3), 0.5), [[0], []])


# ---- counting


def test_a_reference_is_never_judged_itself():
    colours, which = scan()
    stickers = Scan("one", 255 * np.clip(colours, 0, 1) ** (1 / 2.2), tuple("abcdef"[k] for k in which))
    known = drawn(stickers, 3, 0)
    judged = judged_scan(stickers, known)
    assert len(judged) == len(which) - 18
    assert drawn(stickers, 3, 0) == known
    assert drawn(stickers, 8, 0) is None


def test_a_table_without_the_columns_is_refused_with_their_names(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("cube,r,g\n1,2,3\n")
    with pytest.raises(ValueError, match="b, label"):
        scans_of(file)
    assert CliRunner().invoke(app, ["bench", "stickers", str(file)]).exit_code == 1


@pytest.mark.parametrize(
    "table",
    ["dwalton76__rubiks-color-resolver/rgb_ground_truth.csv", "dwalton76__rubiks-cube-tracker/sticker_labels.csv"],
)
def test_real_stickers_are_read_by_references_of_the_same_scan(table):
    file = REAL / table
    if not file.exists():
        pytest.skip("the real photographs are not here")
    said = CliRunner().invoke(app, ["bench", "stickers", str(file), "--rounds", "1", "--json"])
    counts = json.loads(said.output)
    assert counts["right"] >= 0.985 * counts["of"]
    assert counts["silent"] <= 0.006 * counts["of"]
