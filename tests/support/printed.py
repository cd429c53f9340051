"""Looks at PDFs as a printer would draw them."""

import re
import shutil
import subprocess

import cv2
import numpy as np
import pytest

DPI = 150
PER_MM = DPI / 25.4


def drawn(pdf, folder, dpi=DPI, *area, page=1):
    """One page as a picture (uint8 BGR). ``area``: x, y, width, height in px of that picture. It is not packed on the
    way, which would take longer than to draw it."""
    crop = [word for pair in zip(("-x", "-y", "-W", "-H"), map(str, area), strict=False) for word in pair]
    _ask("pdftoppm", pdf, folder, "-r", str(dpi), *crop, "-f", str(page), "-singlefile", out="page")
    return cv2.imread(str(folder / "page.ppm"))


def all_drawn(pdf, folder, dpi=DPI, last=0):
    """Every page as a picture (uint8 BGR); with ``last`` only the first so many."""
    for old in folder.glob("page*.ppm"):
        old.unlink()
    _ask("pdftoppm", pdf, folder, "-r", str(dpi), *(["-l", str(last)] if last else []), out="page")
    return [cv2.imread(str(path)) for path in sorted(folder.glob("page*.ppm"))]


def words_of(pdf, folder):
    """All words, laid out as on the pages."""
    return _ask("pdftotext", pdf, folder, "-layout", out="-")


def words_at(pdf, folder):
    """Every word of every page: its text, the middle of its box (mm), and the box's height (mm)."""
    text = _ask("pdftotext", pdf, folder, "-bbox", out="-")
    found = []
    for page in text.split("<page ")[1:]:
        words = re.findall(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>', page)
        boxes = [(word, *(float(n) / 72 * 25.4 for n in box)) for *box, word in words]
        found.append([(word, (x + far) / 2, (y + low) / 2, low - y) for word, x, y, far, low in boxes])
    return found


def _ask(program, pdf, folder, *options, out):
    if shutil.which(program) is None:
        pytest.skip(f"{program} (poppler-utils) is not here to look at the page")
    (folder / "page.pdf").write_bytes(pdf)
    to = out if out == "-" else folder / out
    command = [program, *options, folder / "page.pdf", to]
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout


def sizes_mm(pdf):
    """Width and height of every page."""
    boxes = re.findall(rb"/MediaBox \[ *([-\d. ]+?) *\]", pdf)
    return [
        ((x - left) / 72 * 25.4, (y - low) / 72 * 25.4) for left, low, x, y in (map(float, b.split()) for b in boxes)
    ]


def size_mm(pdf):
    sizes = sizes_mm(pdf)
    assert len(sizes) == 1, "one page"
    return sizes[0]


def part(image, x, y, width, height, per_mm=PER_MM):
    """The pixels that lie wholly inside a box in mm."""
    return image[
        int(np.ceil(y * per_mm)) : int((y + height) * per_mm), int(np.ceil(x * per_mm)) : int((x + width) * per_mm)
    ]


def luminance(colour):
    """Relative luminance of an sRGB colour (WCAG 2.2)."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
