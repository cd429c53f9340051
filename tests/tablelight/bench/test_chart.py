"""The chart bench measures what it says: on a drawn chart of known colours, under a tinted and sloping light."""

import csv
import json

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tablelight.bench import chart
from tablelight.cli.main import app

LAB = {
    f"{row}{column}": (55.0, 38 * np.cos(turn), 38 * np.sin(turn))
    for n, (row, column) in enumerate((row, column) for row in "ABCDEF" for column in range(1, 5))
    for turn in [2 * np.pi * n / 24]
}


def linear_of(lab):
    """Linear BGR of a colour, found by trying: the way back from ``lab_of``."""
    colour = np.full(3, 0.3)
    for _ in range(60):
        off = np.array(lab) - chart.lab_of(colour[None])[0]
        slope = np.stack(
            [
                (chart.lab_of((colour + step)[None])[0] - chart.lab_of(colour[None])[0]) / 1e-5
                for step in 1e-5 * np.eye(3)
            ],
            1,
        )
        colour = np.clip(colour + 0.7 * np.linalg.solve(slope, off), 1e-3, 1)
    return colour


def photograph(tint, turned=0.0, hue_turn=0.0):
    """A drawn chart on paper between four markers, as a camera sees it, with a light of this tint (BGR)."""
    layout, side = chart.CLASSIC, 80
    width, height = (int((pitch + 1) * side) for pitch in layout.pitch)
    page = np.full((height, width, 3), 0.93)
    marks = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in range(4):
        x, y = int((marker % 2) * layout.pitch[0] * side), int((marker // 2) * layout.pitch[1] * side)
        drawn = cv2.aruco.generateImageMarker(marks, marker, side) / 255.0
        page[y : y + side, x : x + side] = 0.02 + 0.91 * drawn[..., None]
    cv2.rectangle(
        page, (int(0.15 * width), int(0.12 * height)), (int(0.86 * width), int(0.88 * height)), (0.03,) * 3, -1
    )
    for row, y in zip("FEDCBA", layout.down, strict=True):
        for column, x in enumerate(layout.across, 1):
            lightness, a, b = LAB[f"{row}{column}"]
            way = np.exp(1j * hue_turn) * complex(a, b)
            ink = linear_of((lightness, way.real, way.imag))
            at = np.array([x * width, y * height]).astype(int)
            cv2.rectangle(page, tuple((at - 34).tolist()), tuple((at + 34).tolist()), ink.tolist(), -1)
    slope = np.linspace(0.75, 1.0, width)[None, :, None]
    lit = np.clip(page * slope * tint, 0, 1)
    shown = np.where(lit <= 0.0031308, 12.92 * lit, 1.055 * np.maximum(lit, 1e-9) ** (1 / 2.4) - 0.055)
    canvas = cv2.copyMakeBorder(
        (255 * shown + 0.5).astype(np.uint8), 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(90,) * 3
    )
    middle = (canvas.shape[1] / 2, canvas.shape[0] / 2)
    return cv2.warpAffine(
        canvas, cv2.getRotationMatrix2D(middle, turned, 1.0), canvas.shape[1::-1], borderValue=(90,) * 3
    )


@pytest.fixture
def folder(tmp_path):
    with (tmp_path / "reference_values.csv").open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "square", "Lab_l", "Lab_a", "Lab_b"])
        rows.writerows([n, square, *lab] for n, (square, lab) in enumerate(LAB.items()))
    return tmp_path


def measured(folder):
    return json.loads(CliRunner().invoke(app, ["bench", "chart", str(folder), "--json"]).output)


def test_right_colours_are_found_right_under_any_light(folder):
    cv2.imwrite(str(folder / "warm.jpg"), photograph((0.5, 0.8, 1.0)), [cv2.IMWRITE_JPEG_QUALITY, 97])
    cv2.imwrite(str(folder / "cold.jpg"), photograph((1.0, 0.85, 0.7), turned=4), [cv2.IMWRITE_JPEG_QUALITY, 97])
    said = measured(folder)
    assert (said["markers"], said["of"]) == (8, 8)
    assert said["hue_off_median"] < 1.5 and said["hue_off_worst"] < 5
    assert sum(said["named"].values()) == 48 and said["named"].get("silent", 0) == 0


def test_a_chart_whose_hues_are_off_is_said_to_be_by_so_much(folder):
    cv2.imwrite(str(folder / "off.jpg"), photograph((0.9, 0.9, 0.9), hue_turn=np.radians(20)))
    assert measured(folder)["hue_off_median"] == pytest.approx(20, abs=2)


def test_a_marker_that_is_covered_is_counted_and_the_picture_left_out(folder):
    image = photograph((0.9, 0.9, 0.9))
    image[:190, :190] = 90
    cv2.imwrite(str(folder / "covered.jpg"), image)
    said = measured(folder)
    assert (said["markers"], said["of"], said["hue_off_median"]) == (3, 4, None)


def test_a_folder_without_a_chart_is_refused_in_a_sentence(tmp_path):
    answer = CliRunner().invoke(app, ["bench", "chart", str(tmp_path)])
    assert answer.exit_code == 1 and "There is no chart to measure" in answer.output
