"""Buttons, buzzer and status light on the Pi's own pins, by gpiozero.

Wire a button from its pin to ground, the buzzer (active, 3.3 V) and the light (with 330 ohm) from their pins to
ground, then::

    panel = Panel.open(PanelPins(buttons={"done": 17, "undo": 27}, buzzer=22, light=23))
    panel.presses()      # ["done"]
    panel.beep()

Where there are no pins the panel says so in ``sentence`` and everything else still works, silently.
A Raspberry Pi's pins are driven by lgpio, a package of its system (python3-lgpio) that is not to be had elsewhere for
every Python; ``make run`` installs it, and makes an environment that sees it.
"""

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from gpiozero import LED, BadPinFactory, Button, Buzzer, Device, GPIOZeroError

from engine.core.language import Deferred

log = logging.getLogger(__name__)

BOUNCE_S = 0.05
"""A button's contacts are still after so long, and nobody presses faster. Chosen by hand."""
BEEP_S = 0.08
"""Short, and yet heard. Chosen by hand."""
MOST_PRESSES = 64
DRIVER = " On a Raspberry Pi, run: sudo apt install python3-lgpio, then make clean, then make run"


@dataclass(frozen=True, slots=True)
class PanelPins:
    """GPIO numbers (Broadcom); what is None is not there."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    light: int | None = None


class Panel:
    """What is wired to the Pi itself; make one with ``Panel.open``."""

    def __init__(self, sentence: str, devices: list[Device], buzzer: Buzzer | None, light: LED | None) -> None:
        self.sentence = sentence
        self.works = bool(devices)
        """Whether there is anything on the pins."""
        self._devices, self._buzzer, self._light = devices, buzzer, light
        self._presses: deque[str] = deque(maxlen=MOST_PRESSES)

    @classmethod
    def open(cls, pins: PanelPins) -> "Panel":
        """The panel on those pins; without pins, or with a wrong one, a panel that does nothing and says why."""
        devices: list[Device] = []
        try:
            buttons = {name: Button(pin, bounce_time=BOUNCE_S) for name, pin in pins.buttons.items()}
            devices += buttons.values()
            buzzer = Buzzer(pins.buzzer) if pins.buzzer is not None else None
            light = LED(pins.light) if pins.light is not None else None
            devices += [device for device in (buzzer, light) if device]
        except (GPIOZeroError, OSError, ImportError) as error:
            for device in devices:
                device.close()
            log.info("No panel: %s", error)
            said = Deferred("No buttons, buzzer or status light on this computer's pins ({why}).", why=error)
            return cls(said + (DRIVER if isinstance(error, BadPinFactory) else ""), [], None, None)
        panel = cls(Deferred("{count} buttons on the panel.", count=len(buttons)), devices, buzzer, light)
        for name, button in buttons.items():
            button.when_pressed = lambda name=name: panel._presses.append(name)
        return panel

    def presses(self) -> list[str]:
        """Names of the buttons pressed since the last call, oldest first."""
        presses = []
        while self._presses:
            presses.append(self._presses.popleft())
        return presses

    def beep(self, times: int = 1) -> None:
        """Short beeps; returns at once."""
        if self._buzzer:
            self._buzzer.beep(BEEP_S, BEEP_S, n=times, background=True)

    def light(self, *, on: bool) -> None:
        """The status light."""
        if self._light:
            (self._light.on if on else self._light.off)()

    def close(self) -> None:
        """Let go of the pins; the buzzer falls silent and the light goes out."""
        for device in self._devices:
            device.close()
