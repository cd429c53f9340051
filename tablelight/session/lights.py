"""All the lights of a table: the board on its cable, and the page's own picture for games and times without one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from firmware_bridge.board_maps import BoardMap, shipped
from firmware_bridge.drivers.interface import LightDriver, LightsHealth, Rgb
from firmware_bridge.drivers.page_board import PageBoard

Place = tuple[float, float]


def resting(board: BoardMap) -> Picture:
    """A board that waits for a game: its stars, or one spot in six, dim in the colours of the wheel."""
    spots = [place.spot for place in board.places if place.star] or [place.spot for place in board.places[::6]]
    return {spot: Light(Meaning.IDLE, Hue(n % len(Hue))) for n, spot in enumerate(spots)}


class TableLights:
    """Shows every picture on the board (if there is one) and keeps it ready for the page.

    ``driver``: the board of wood and light; None for the page alone.
    """

    def __init__(self, driver: LightDriver | None, board: BoardMap, brightness: float, *, colour_blind: bool) -> None:
        self.driver, self._board, self._brightness = driver, board, brightness
        self._colour_blind = colour_blind
        self._pages: dict[str, PageBoard] = {}
        self._picture: Picture = resting(board)
        self._seen = False
        self._testing = False
        self._kept: Mapping[Spot, Rgb] | None = None
        if driver is not None:
            driver.brightness, driver.colour_blind = brightness, colour_blind
            driver.show(self._picture)

    def show(self, picture: Picture) -> None:
        """Make this the picture, everywhere."""
        self._picture = picture
        if self.driver is not None and not self._testing:
            self.driver.show(picture)
        for page in list(self._pages.values()):
            page.show(picture)

    def lit(self) -> frozenset[Spot]:
        """The spots at which something of wood and light shines now, or may."""
        if self.driver is None or not self.driver.health.connected:
            return frozenset()
        return frozenset(self._board.by_spot if self._testing else self._picture.keys() & self._board.by_spot.keys())

    def brightness(self) -> Mapping[Spot, int]:
        """How bright the spots of something of wood and light are, 0 to 255, as it says itself; empty without one."""
        return {} if self.driver is None else {spot: max(rgb) for spot, rgb in self.driver.shown_by_spot().items()}

    @property
    def answer(self) -> bool:
        """Whether something of wood and light says itself what it shows."""
        return self.driver is None or self.driver.health.answers

    @contextmanager
    def lights_out(self) -> Iterator[bool]:
        """Dark inside the block, for a picture without their light; gives whether they surely are. The page shows what
        shone before meanwhile."""
        if self.driver is None:
            yield True
            return
        self._kept = self.driver.shown_by_spot()
        try:
            with self.driver.lights_out() as dark:
                yield dark
        finally:
            self._kept = None

    def test(self, pixels: bytes) -> None:
        """Only this, three bytes a light in strip order, whatever the game says, until ``end_test``."""
        self._testing = True
        if self.driver is not None:
            self.driver.show_pixels(pixels)

    def adjust(self, brightness: float, *, colour_blind: bool) -> None:
        """From now on this bright (0 to 1), with or without rhythm instead of hue."""
        self._brightness, self._colour_blind = brightness, colour_blind
        for page in list(self._pages.values()):
            page.colour_blind = colour_blind
        if self.driver is not None:
            self.driver.brightness, self.driver.colour_blind = brightness, colour_blind
        if not self._testing:
            self.show(self._picture)

    def end_test(self) -> None:
        """The game's picture again."""
        self._testing = False
        if self.driver is not None:
            self.driver.show(self._picture)

    def rewire(self, board: BoardMap, colours: str) -> None:
        """The strip runs otherwise than was thought."""
        self._board = board
        if self.driver is not None:
            self.driver.wire_as(board, colours)

    def shown(self, board: str) -> tuple[Mapping[Spot, Rgb], float]:
        """What every spot of a board shows, and how far it is dimmed: as the device itself reports it, where it can."""
        if self.driver is not None and self._board.name == board and self.driver.health.connected:
            return self._kept or self.driver.shown_by_spot(), self._brightness
        page = self._page(board)
        return page.shown_by_spot(), page.brightness

    def places(self, board: str) -> Mapping[Spot, Place]:
        """Where a board's spots lie, in mm."""
        return {place.spot: place.at_mm for place in self._page(board).board.places}

    def health(self) -> LightsHealth | None:
        """How the board on the cable is doing; None where there is none."""
        return None if self.driver is None else self.driver.health

    def trouble(self) -> str | None:
        """A sentence when a board that was there is gone, or is there and cannot be used. One that never was there is
        nobody's trouble."""
        health = self.health()
        if health is None or health.connected:
            self._seen = self._seen or health is not None
            return health.sentence if health is not None and health.trouble else None
        return health.sentence if self._seen or health.trouble else None

    def close(self) -> None:
        """Let go of the board; its lights go out."""
        if self.driver is not None:
            self.driver.close()

    def _page(self, board: str) -> PageBoard:
        if board not in self._pages:
            known = BoardMap.load(board) if board in shipped() else self._board
            page = PageBoard(self._board if board == self._board.name else known)
            page.brightness, page.colour_blind = 1.0, self._colour_blind
            page.show(self._picture)
            self._pages[board] = page
        return self._pages[board]
