"""From the settings to the lights and other parts on cables."""

from typing import TYPE_CHECKING

from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.interface import LightDriver
from tablelight.setup.settings import BoardSettings, PanelSettings

if TYPE_CHECKING:
    from firmware_bridge.drivers.panel import PanelPins

WLED, ADALIGHT = "wled:", "adalight:"


def light_driver(settings: BoardSettings, board: BoardMap, colours: str) -> LightDriver | None:
    """What drives the lights; None for the page alone. ``colours``: the strip's order as found out at the table."""
    port = settings.port
    if not port:
        return None
    if port.startswith((WLED, ADALIGHT)):
        from firmware_bridge.drivers.strips import Adalight, StripBoard, Wled

        where = port.partition(":")[2]
        strip = Wled(where) if port.startswith(WLED) else Adalight(where)
        return StripBoard(board, strip, cap_ma=settings.cap_ma or 1500)
    from firmware_bridge.drivers.serial_board import SerialBoard

    return SerialBoard(
        board,
        port,
        device_id=settings.device_id or None,
        cap_ma=settings.cap_ma or None,
        colours=settings.colours or colours,
    )


def panel_pins(settings: PanelSettings) -> "PanelPins | None":
    """What the settings say is wired to the Pi's own pins; None for nothing."""
    from firmware_bridge.drivers.panel import PanelPins

    if not (settings.buttons or settings.buzzer or settings.light):
        return None
    return PanelPins(settings.buttons, settings.buzzer or None, settings.light or None)
