"""docs/lights.md shows what the board says in every game, and is what the games say now."""

from docs.draw_lights import PAGE, PICTURES, files
from engine.core.registry import names


def test_the_page_of_lights_and_its_pictures_are_up_to_date():
    wanted = files()
    there = {file: file.read_text("utf-8") for file in (PAGE, *PICTURES.glob("*.svg"))}
    behind = [file.name for file in {*wanted, *there} if wanted.get(file) != there.get(file)]
    assert not behind, f"{', '.join(sorted(behind))}: run python -m docs.draw_lights"
    assert all(f"lights/{name}-1.svg" in wanted[PAGE] for name in names())
