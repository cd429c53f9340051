"""``tablelight bench chart DIR``: how far off hues are on photographs of a colour chart, lit as the mat is.

The chart lies on paper between four markers, as the play area of the mat does: the light is measured on the paper
around it alone, and what is left is compared with the chart's own CIELAB values. Where the chart lies between the
markers is measured in the pictures of https://github.com/JTvD/arcu_colorchecker, in parts of a marker's side.
"""

import csv
import json
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import numpy as np

MARKERS = 4
_PX = 30  # of the flat picture, a marker's side
_PAPER = 0.93
_CHROMATIC = 15.0  # CIELAB chroma: less has no hue to speak of
_ROWS = "FEDCBA"  # rows of the chart, from the top


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are: ``pitch`` from marker to marker, right and down, in sides of a marker; columns and rows of
    patches as parts of the flat picture; ``half`` of what is looked at of a patch, px."""

    name: str
    pitch: tuple[float, float]
    across: tuple[float, ...]
    down: tuple[float, ...]
    half: int


CLASSIC = Layout("classic", (7.05, 9.58), (0.261, 0.423, 0.586, 0.751), (0.193, 0.319, 0.443, 0.569, 0.695, 0.813), 6)
MINI = Layout("mini", (4.98, 7.48), (0.303, 0.443, 0.590, 0.728), (0.259, 0.356, 0.457, 0.555, 0.655, 0.753), 3)


@dataclass(frozen=True, slots=True, eq=False)
class ChartPhotograph:
    """One photograph's chart. ``colours``, ``light``: patches x 3, linear BGR; ``hues_off``: patch -> degrees."""

    name: str
    markers: int
    colours: "np.ndarray"
    light: "np.ndarray"
    hues_off: dict[str, float]


def chart(
    folder: Annotated[Path, typer.Argument(help="A folder with photographs (*.jpg) and reference_values.csv.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Measure on photographs how far hues are off once the light has been measured on the paper around a chart.

    Then every patch is named by what another photograph of the chart shows: right, asked, silently wrong."""
    try:
        wanted = references(folder / "reference_values.csv")
        pictures = sorted(folder.glob("*.jpg"))
        shown = [looked_at(file, wanted) for file in pictures]
    except (OSError, ValueError, KeyError) as error:
        typer.echo(f"There is no chart to measure in {folder}: {error}", err=True)
        raise typer.Exit(1) from None
    if not pictures:
        typer.echo(f"There are no photographs (*.jpg) in {folder}.", err=True)
        raise typer.Exit(1)
    whole = [one for one in shown if one.markers == MARKERS]
    named = named_by_others(whole, [name for name, lab in wanted.items() if _chroma(lab) > _CHROMATIC], list(wanted))
    _print(shown, whole, named, as_json)


def references(file: Path) -> "dict[str, tuple[float, float, float]]":
    """CIELAB (D50) of every patch, by its square. Raises OSError, KeyError or ValueError."""
    with file.open(newline="") as rows:
        return {row["square"]: tuple(float(row[f"Lab_{part}"]) for part in "lab") for row in csv.DictReader(rows)}


def _chroma(lab: tuple[float, float, float]) -> float:
    return float((lab[1] ** 2 + lab[2] ** 2) ** 0.5)


def looked_at(file: Path, wanted: "dict[str, tuple[float, float, float]]") -> ChartPhotograph:
    """The chart in one photograph; nothing but the number of markers where not all four were found."""
    import cv2
    import numpy as np

    from vision.camera.frames import load_picture
    from vision.geometry.registration import Registrar

    image = load_picture(file)
    found = Registrar()._somewhere(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found = {marker: places[0] for marker, places in found.items() if marker < MARKERS}
    layout = MINI if "mini" in file.stem else CLASSIC
    if len(found) < MARKERS:
        return ChartPhotograph(file.stem, len(found), np.zeros((0, 3)), np.zeros((0, 3)), {})
    flat = _flat(image, found, layout)
    colours, places = _patches(flat, layout)
    light = _light(flat, places)
    names = [f"{row}{column + 1}" for row in _ROWS for column in range(len(layout.across))]
    order = [names.index(name) for name in wanted]
    colours, light = colours[order], light[order]
    lab = lab_of(np.clip(colours / light, 0, 1.2))
    off = {}
    for (name, target), seen in zip(wanted.items(), lab, strict=True):
        if _chroma(target) > _CHROMATIC:
            turn = np.degrees(np.arctan2(seen[2], seen[1]) - np.arctan2(target[2], target[1]))
            off[name] = float(abs((turn + 180) % 360 - 180))
    return ChartPhotograph(file.stem, len(found), colours, light, off)


def _flat(image: "np.ndarray", found: "dict[int, np.ndarray]", layout: Layout) -> "np.ndarray":
    """The paper from above, by the pose of a camera as the mat's is found, in linear light: H x W x 3."""
    import cv2
    import numpy as np

    from vision.geometry.camera_model import fit_view
    from vision.photometry.srgb import LINEAR

    right, below = layout.pitch
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    page = np.vstack([corners + np.array((right * (marker % 2), below * (marker // 2))) for marker in sorted(found)])
    pixels = np.vstack([found[marker] for marker in sorted(found)])
    mm = 20.0  # a marker's side: fit_view expects sizes as of a mat
    view, _ = fit_view(page * mm, pixels, (image.shape[1], image.shape[0]))
    rows, columns = np.mgrid[: int((below + 1) * _PX), : int((right + 1) * _PX)]
    points = np.stack([columns / _PX * mm, rows / _PX * mm, np.zeros_like(rows)], -1).astype(float)
    return LINEAR[cv2.remap(image, view.project(points).astype(np.float32), None, cv2.INTER_LINEAR)]


def _patches(flat: "np.ndarray", layout: Layout) -> "tuple[np.ndarray, np.ndarray]":
    """Middle colours (patches x 3) and places (patches x 2, parts of the picture). The chart lies a little to any
    side of where it should: where its patches look most even is where it lies."""
    import numpy as np

    height, width = flat.shape[:2]
    at = np.array([(x, y) for y in layout.down for x in layout.across]) * [width, height]
    half = layout.half
    best = None
    for right in range(-6, 7):
        for down in range(-6, 7):
            moved = at + np.array((right, down))
            parts = [
                flat[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3)
                for x, y in np.rint(moved).astype(int)
            ]
            uneven = float(np.mean([part.std(0).max() / (part.mean() + 0.02) for part in parts]))
            if best is None or uneven < best[0]:
                best = uneven, np.array([np.median(part, 0) for part in parts]), moved
    assert best is not None
    return best[1], best[2] / [width, height]


def _light(flat: "np.ndarray", places: "np.ndarray") -> "np.ndarray":
    """What ideal white would show at these places: a plane through the logarithms of the paper left and right."""
    import numpy as np

    height, width = flat.shape[:2]
    spots = [(x, y) for x in (0.05, 0.09, 0.92, 0.96) for y in np.linspace(0.16, 0.84, 12)]
    paper = [
        np.median(flat[int(y * height) - 2 : int(y * height) + 3, int(x * width) - 2 : int(x * width) + 3], (0, 1))
        for x, y in spots
    ]
    plane = np.column_stack([np.ones(len(spots)), np.array(spots) - 0.5])
    parts, *_ = np.linalg.lstsq(plane, np.log(np.maximum(paper, 1e-4)), rcond=None)
    return np.exp(np.column_stack([np.ones(len(places)), places - 0.5]) @ parts) / _PAPER


def lab_of(linear: "np.ndarray") -> "np.ndarray":
    """CIELAB (D50, Bradford) of linear sRGB, N x 3 BGR."""
    import numpy as np

    to_xyz = np.array(
        [[0.4360747, 0.3850649, 0.1430804], [0.2225045, 0.7168786, 0.0606169], [0.0139322, 0.0971045, 0.7141733]]
    )
    xyz = linear[:, ::-1] @ to_xyz.T / [0.96422, 1.0, 0.82521]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])


def named_by_others(shown: list[ChartPhotograph], names: list[str], every: list[str]) -> Counter[str]:
    """Every coloured patch of every photograph, named by each other photograph as dice are by what was taught."""
    from vision.dice.classifier import posterior_of
    from vision.dice.confidence import TAUGHT
    from vision.photometry.colour_likelihood import TOP, fit

    rows = [every.index(name) for name in names]
    counts: Counter[str] = Counter()
    for one, other in permutations(shown, 2):
        taught = other.colours[rows] / other.light[rows]
        costs, _, _ = fit(one.colours[rows], one.light[rows], taught, TOP)
        chances = posterior_of(costs, 0.0)
        for truth, (cost, chance) in enumerate(zip(costs, chances, strict=True)):
            best = int(cost.argmin())
            sure = chance[best] >= TAUGHT.chance and cost[best] <= TAUGHT.cost
            counts["asked" if not sure else "right" if best == truth else "silent"] += 1
    return counts


def _print(shown: list[ChartPhotograph], whole: list[ChartPhotograph], named: Counter[str], as_json: bool) -> None:
    import numpy as np

    off = [degrees for one in whole for degrees in one.hues_off.values()]
    markers, of = sum(one.markers for one in shown), MARKERS * len(shown)
    median, worst = (round(float(value), 1) for value in (np.median(off), np.max(off))) if off else (None, None)
    if as_json:
        told = {"markers": markers, "of": of, "hue_off_median": median, "hue_off_worst": worst, "named": dict(named)}
        typer.echo(json.dumps(told))
        return
    for one in shown:
        if not one.hues_off:
            typer.echo(f"{one.name:26} {one.markers} of {MARKERS} markers")
            continue
        patch = max(one.hues_off, key=lambda name: one.hues_off[name])
        middle = float(np.median(list(one.hues_off.values())))
        typer.echo(
            f"{one.name:26} 4 of 4 markers   hue off {middle:4.1f}°, worst {one.hues_off[patch]:4.1f}° ({patch})"
        )
    typer.echo(f"markers found {markers} of {of}; hues off by {median}° (median), {worst}° (worst)")
    total = max(sum(named.values()), 1)
    parts = ", ".join(f"{name} {named[name]} ({named[name] / total:.1%})" for name in ("right", "asked", "silent"))
    typer.echo(f"coloured patches named by another photograph, by the paper alone: {parts}")
