"""Draws each game's table as the camera sees it, with what was read: docs/tables.jpg. Run: python -m docs.draw_tables

Every game is played by the simulated person up to a moment in its middle; the pictures are those that the eyes read.
It takes some minutes, so no test makes it; look at it after a change to what is drawn or read.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

import cv2
import numpy as np

from engine.core.match import Match
from engine.core.registry import find, names, random_player_of
from tablelight.bench.sheet import write_sheet
from tablelight.demo.card_table import ToldCardTable
from tablelight.demo.person import CannotGoOn, SimulatedPerson
from tablelight.demo.quick_table import QuickTable
from tablelight.demo.seen_cards import SeenCardTable
from tablelight.perception.annotation import INK, outline, tag
from tablelight.referee.card_fields import fields_of

OUT = Path(__file__).parent / "tables.jpg"
SEED, LAMP = 1, "daylight"
EVENTS = {"roll_and_color": 5, "spectrum": 40, "spectrum_escape": 40, "sixchex_spectrum": 16, "spectrangle": 24} | {
    "spectra_icehouse": 16,
    "spectrum_casino": 12,
    "spectrump": 14,
    "spectrumo": 20,
    "spectrum_poker": 14,
    "spectrum_cribbage": 14,
}
"""So far each game is played: far enough that much lies there. Chosen by hand."""
WIDTH, HEIGHT, ACROSS = 480, 296, 3


def table_of(name: str, folder: Path) -> tuple[QuickTable, Match]:
    """A table for this game, cameras alone, and the match as it truly is."""
    setup = random_player_of(name).setups[0]
    seats = [f"Player {n + 1}" for n in range(setup.seats)]
    fresh, truth = (Match.new(name, seats, setup.edition or None, dict(setup.options)) for _ in range(2))
    if fields_of(fresh.game):
        return SeenCardTable(fresh, folder, lamp=LAMP, seed=SEED), truth
    return QuickTable(fresh, folder, camera=True, switches=False, lamp=LAMP, seed=SEED), truth


def picture_of(name: str) -> np.ndarray:
    """The game's table (uint8 BGR) with what was read and what is asked."""
    with tempfile.TemporaryDirectory() as folder:
        table, truth = table_of(name, Path(folder))
        with table:
            person, trouble = SimulatedPerson(table, truth, Random(SEED)), ""
            try:
                person.play_game(EVENTS.get(name, 20))
            except CannotGoOn as error:
                trouble = str(error)
            asked = sum(person.asked.values())
            events, typed, silent = len(person.truth.log), sum(person.typed.values()), len(person.silent)
            said = f"{find(name).title}: {events} events, {asked} asked, {typed} typed, {silent} silent {trouble}"
            return captioned(seen_at(table), said)


def seen_at(table: QuickTable) -> np.ndarray:
    """The newest picture with what was read."""
    if isinstance(table, SeenCardTable):
        return table.seen()
    if isinstance(table, ToldCardTable):
        raise TypeError("nothing is drawn at such a table")
    image = table.seen()
    for die in (*table.referee.dice.accounted, *table.referee.pips.newest):
        ink = INK[die.status]
        outline(image, np.array(die.outline_px), ink)
        top = die.top.name if hasattr(die.top, "name") else str(die.top)
        tag(image, top, np.array(die.center_px), ink, 0.6)
    return image


def captioned(image: np.ndarray, said: str) -> np.ndarray:
    """A picture of the sheet's size with a line below it."""
    scale = min(WIDTH / image.shape[1], (HEIGHT - 26) / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    out = np.full((HEIGHT, WIDTH, 3), 24, np.uint8)
    left = (WIDTH - small.shape[1]) // 2
    out[: small.shape[0], left : left + small.shape[1]] = small
    cv2.putText(out, said[:80], (8, HEIGHT - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (235, 235, 235), 1, cv2.LINE_AA)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these; all thirteen otherwise")
    parser.add_argument("--out", type=Path, default=OUT)
    said = parser.parse_args()
    tiles = []
    for name in said.games or names():
        tiles.append(picture_of(name))
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
    write_sheet(said.out, tiles, across=min(ACROSS, len(tiles)))


if __name__ == "__main__":
    main()
