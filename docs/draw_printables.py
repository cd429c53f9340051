"""Draws the small pictures of what can be printed. Run: .venv/bin/python -m docs.draw_printables

Needs pdftoppm (poppler-utils).
"""

import subprocess
import tempfile
from pathlib import Path

from tablelight.printing.sheets import sheets

FOLDER = Path(__file__).with_name("printables")
HEIGHT = 480
"""px of a picture, or its width where the page lies."""

PAGES: dict[str, dict[str, int]] = {
    "mat": {"mat": 1},
    "ruler": {"ruler": 1},
    "score-sheet": {"score-sheet": 1},
    "cards-with-backs": {"cards": 21, "cards-colour-swaps": 33, "cards-specials": 35, "cards-back": 2},
    "sixchex": {"sixchex": 2},
    "tiles": {"tiles": 1},
    "board-spectrum": {"board-spectrum": 1, "board-spectrum-sheet": 3},
    "board-spectrangle": {"board-spectrangle": 1},
    "stencil-spectrum": {"stencil-spectrum": 1, "stencil-spectrum-sheet": 3},
}
"""What is printed -> the picture's name -> the page it shows."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    made = {sheet.name: sheet.make for sheet in sheets()}
    with tempfile.TemporaryDirectory() as folder:
        for name, pictures in PAGES.items():
            pdf = Path(folder) / f"{name}.pdf"
            pdf.write_bytes(made[name]("a4"))
            for picture, page in pictures.items():
                options = ["-f", str(page), "-singlefile", "-scale-to", str(HEIGHT), "-png"]
                subprocess.run(["pdftoppm", *options, pdf, FOLDER / picture], check=True)


if __name__ == "__main__":
    main()
