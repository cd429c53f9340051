"""Buttons, buzzer and status light, on gpiozero's mock pins."""

import contextlib

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_bridge.drivers.panel import Panel, PanelPins
from tests.support.waiting import eventually


@pytest.fixture
def pins():
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def test_a_pressed_button_is_told_by_its_name(pins):
    with contextlib.closing(Panel.open(PanelPins(buttons={"done": 17, "undo": 27}))) as panel:
        pins.pin(27).drive_low()
        assert eventually(panel.presses) == ["undo"]


def test_the_buzzer_beeps_and_the_light_shines(pins):
    with contextlib.closing(Panel.open(PanelPins(buzzer=22, light=23))) as panel:
        panel.light(on=True)
        assert pins.pin(23).state == 1
        panel.beep()
        eventually(lambda: any(change.state for change in pins.pin(22).states))
        panel.light(on=False)
        assert pins.pin(23).state == 0


def test_without_pins_the_panel_says_so_and_does_nothing(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "there-is-none")
    with contextlib.closing(Panel.open(PanelPins(buttons={"done": 17}, buzzer=22))) as panel:
        assert "No buttons" in panel.sentence
        assert "sudo apt install python3-lgpio" in panel.sentence, "what drives the pins of a Raspberry Pi"
        panel.beep()
        panel.light(on=True)
        assert panel.presses() == []
