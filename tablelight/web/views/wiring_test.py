"""Test the lights and switches by tapping: the table lights one light after the other, people say where they see it.

One browser's test, in four steps: what colour is seen (the strip's colour order), which place is lit (its order and
direction), every switch once, and the cards of the readers. Nothing is kept before somebody says so.
"""

import logging
from collections.abc import Callable, Mapping
from typing import ClassVar

import htpy as h
from htpy import Node

from engine.components.hues import Hue
from engine.texts.language import later, tr, translated
from firmware_bridge.animation import HUE_RGB
from firmware_bridge.board_maps import BoardMapError
from tablelight.setup.wiring import StripRoute, Wiring, fitting, order_of, telling, ways
from tablelight.setup.workbench import GLOW, Workbench
from tablelight.web.components.board_plan import plan_svg
from tablelight.web.components.html import button, rendered
from tablelight.web.views.card_tags import CardTeaching
from tablelight.web.views.switch_test import SpaceTest

log = logging.getLogger(__name__)

STEPS = {"lights": later("Lights"), "switches": later("Switches"), "cards": later("Cards")}
_CHANNELS = {"R": (GLOW, 0, 0), "G": (0, GLOW, 0), "B": (0, 0, GLOW)}
_NAMES = {"R": later("Red"), "G": later("Green"), "B": later("Blue")}


class WiringTest:
    """The test in one browser; ``act`` for every tap, ``html`` for how it stands, ``close`` when the browser goes."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self.step = "lights"
        self.said = ""
        self._spaces = SpaceTest(bench)
        self._cards = CardTeaching(bench.inputs)
        self._reset()

    def _reset(self) -> None:
        self.phase = "start"
        self._colours = ""
        self._taps: dict[int, str] = {}
        self._dark: list[int] = []
        self._left: list[StripRoute] = list(ways(self._bench.plain))
        self._light: int | None = None
        self._found: tuple[int, ...] = ()

    def close(self) -> None:
        self._bench.end(self)

    # ---- taps

    _ACTS: ClassVar[dict[str, str]] = {
        "wire-step": "_go",
        "wire-start": "_start",
        "wire-colour": "_colour",
        "wire-skip": "_skip_colours",
        "wire-tap": "_tap",
        "wire-dark": "_stays_dark",
        "wire-back": "_back",
        "wire-every": "_every",
        "wire-keep": "_keep",
        "wire-over": "_over",
    }

    def act(self, name: str, args: Mapping[str, str]) -> None:
        """Do one of the acts of this page; what cannot be used changes nothing."""
        try:
            self._act(name, args)
        except (KeyError, ValueError, IndexError, TypeError):
            log.warning("the page sent %s with %s, which cannot be used", name, dict(args))

    def _act(self, name: str, args: Mapping[str, str]) -> None:
        method = self._ACTS.get(name)
        if method is not None:
            self.said = ""
            handle: Callable[[Mapping[str, str]], None] = getattr(self, method)
            handle(args)
        elif self.step == "switches":
            self._spaces.act(name, args)
        elif self.step == "cards":
            self._cards.act(name, args)

    def _go(self, args: Mapping[str, str]) -> None:
        if args["to"] in STEPS:
            self._bench.end(self)
            self.step = args["to"]
            self._reset()
            if self.step == "switches":
                self._spaces = SpaceTest(self._bench)
                self._begin()

    def _begin(self) -> bool:
        if self._bench.begin(self):
            return True
        self.said = tr("Somebody else is testing just now. Close the test there first.")
        return False

    def _start(self, args: Mapping[str, str]) -> None:
        if not self._begin():
            return
        self._reset()
        if self._bench.board is None:
            self._walk()  # such strips set their colours in their own program
            return
        self.phase = "colours"
        self._bench.light_all(_CHANNELS["R"], "RGB")

    def _colour(self, args: Mapping[str, str]) -> None:
        letter = args["letter"]
        if self.phase != "colours" or letter not in _CHANNELS or letter in self._colours:
            return
        # Sent as if the strip were RGB, its first diode answers to red and its second to green: what is seen names it.
        self._colours += letter
        if len(self._colours) < 2:
            self._bench.light_all(_CHANNELS["G"], "RGB")
            return
        self._colours += next(rest for rest in "RGB" if rest not in self._colours)
        self._walk()

    def _skip_colours(self, args: Mapping[str, str]) -> None:
        if self.phase == "colours":
            self._colours = ""
            self._walk()

    def _walk(self) -> None:
        self.phase = "walk"
        self._next()

    def _next(self) -> None:
        """The light that tells most; when one way is left, show it whole."""
        asked = [*self._taps, *self._dark]
        if len(self._left) == 1 and len(self._taps) >= 2:
            self._show(order_of(self._bench.plain, self._left[0].spots))
            return
        count = self._bench.count()
        light = telling(self._left, asked)
        if light is None or light >= count:
            light = next((n for n in range(count) if n not in asked), None)
        if light is None:
            self._by_taps()
            return
        self._light = light
        self._bench.light_one(light)

    def _tap(self, args: Mapping[str, str]) -> None:
        spot = args["at"]
        if self.step == "switches" or self.phase != "walk" or self._light is None:
            return
        if spot not in self._bench.plain.by_spot:
            return
        self._taps[self._light] = spot
        self._left = fitting(self._left, {self._light: spot})
        self._next()

    def _stays_dark(self, args: Mapping[str, str]) -> None:
        if self.phase == "walk" and self._light is not None:
            self._dark.append(self._light)
            self._next()

    def _back(self, args: Mapping[str, str]) -> None:
        """The last tap was a slip."""
        if self.phase == "walk" and self._taps:
            self._light, _ = self._taps.popitem()
            self._left = fitting(ways(self._bench.plain), self._taps)
            self._bench.light_one(self._light)

    def _every(self, args: Mapping[str, str]) -> None:
        """No usual way fits: walk the lights that were not seen yet, one by one."""
        if self.phase == "found":
            self._left = []
            self._walk()

    def _by_taps(self) -> None:
        """Every light was seen: where each lies is known, however it was soldered."""
        spots = [self._taps.get(n, "") for n in range(self._bench.plain.lights)]
        twice = sorted({spot for spot in spots if spot and spots.count(spot) > 1})
        if twice and all(len(self._bench.plain.by_spot[spot].lights) == 1 for spot in twice):
            self.said = tr(
                "{names} was tapped for more than one light. Let us walk them once more.", names=", ".join(twice)
            )
            self._reset()
            self._walk()
            return
        try:
            self._show(order_of(self._bench.plain, spots))
        except BoardMapError as error:
            self.said = str(error)
            self.phase = "start"

    def _show(self, order: tuple[int, ...]) -> None:
        self.phase, self._found, self._light = "found", order, None
        trial = Wiring(self._bench.plain.name, order, self._colours or self._bench.wiring.colours)
        self._bench.light_spots(_in_their_hues(self._bench), trial)

    def _keep(self, args: Mapping[str, str]) -> None:
        if self.phase != "found":
            return
        try:
            self._bench.keep(self._found, self._colours or self._bench.wiring.colours)
        except OSError as error:
            self.said = tr("It cannot be kept: {error}. Free some space, then try again.", error=error)
            return
        self._bench.end(self)
        self._reset()
        self.said = tr("Kept. From now on every place lights up where it lies.")

    def _over(self, args: Mapping[str, str]) -> None:
        self._bench.end(self)
        self._reset()

    # ---- the page

    @rendered
    def html(self) -> Node:
        """The page's body."""
        return [
            h.h1[tr("Test the board")],
            h.div(".segments", role="group", aria_label=tr("What is tested"))[
                [_step(step, translated(words), chosen=step == self.step) for step, words in STEPS.items()]
            ],
            self.said and h.p(".trouble", role="status")[self.said],
            h.section(".block")[
                {"lights": self._lights, "switches": self._spaces.html, "cards": self._cards.html}[self.step]()
            ],
            h.div(".ways")[_back_to_table()],
        ]

    def _lights(self) -> Node:
        health = self._bench.health
        if health is None:
            return h.p(".said")[tr("There is no light board; the page shows the lights.")]
        if not health.connected:
            return h.p(".trouble")[health.sentence]
        phases = {"start": self._at_start, "colours": self._colours_asked, "walk": self._walking, "found": self._shown}
        return [health.trouble and h.p(".trouble")[health.sentence], phases[self.phase]()]

    def _at_start(self) -> Node:
        kept = self._bench.wiring
        now = tr("as found out in an earlier test") if kept.order or kept.colours else tr("as the board map says")
        return [
            h.h2[tr("Does every light burn where it lies?")],
            h.p[tr("The test lights a few lights; tap where you see them. It takes about half a minute.")],
            h.p(".said")[tr("The strip is taken to run {now}.", now=now)],
            h.div(".ways")[button("wire-start", tr("Start"), style="go big")],
        ]

    def _colours_asked(self) -> Node:
        asked = tr("Which colour does the whole board show now?")
        first = tr("Which colour does the whole board show?")
        choices = [
            button("wire-colour", translated(name), style=f"channel {name.lower()}", letter=letter)
            for letter, name in _NAMES.items()
            if letter not in self._colours
        ]
        right = button("wire-skip", tr("The colours are right, go on"), style="quiet")
        return [
            h.h2[asked if self._colours else first],
            h.div(".row")[choices],
            h.div(".row")[right, _over()],
        ]

    def _walking(self) -> Node:
        if len(self._left) > 1:
            left = tr("two or three taps will do") if len(self._left) > 2 else tr("one more tap")
        else:
            left = tr("{number} of {count} seen", number=len(self._taps) + len(self._dark), count=self._bench.count())
        return [
            h.h2[tr("Tap the place that is lit.")],
            h.p(".said")[tr("Light {number} of the strip; {left}.", number=(self._light or 0) + 1, left=left)],
            self._dark and _dark_from(self._dark[0] + 1),
            plan_svg(self._bench.plain),
            h.div(".row")[
                button("wire-dark", tr("Nothing is lit"), style="quiet"),
                button("wire-back", tr("That was a slip"), style="quiet", disabled=not self._taps),
                _over(),
            ],
        ]

    def _shown(self) -> Node:
        words = self._left[0].words if len(self._left) == 1 else tr("as you tapped it, light by light")
        return [
            h.h2[tr("The strip runs {words}.", words=words)],
            h.p(".said")[tr("Now the board should look like this picture. Does it?")],
            plan_svg(self._bench.plain, hues=True),
            h.div(".row")[
                button("wire-keep", tr("Yes, keep it"), style="go"),
                button("wire-every", tr("No, walk every light"), style="quiet"),
                _over(),
            ],
        ]


@rendered
def wiring_section(test: WiringTest | None, *, may_write: bool) -> Node:
    """The page's body for a browser that may test, or why it may not."""
    if test is None or not may_write:
        why = (
            tr("Testing the board needs the table's code.")
            if test is not None
            else tr("There is nothing to test here.")
        )
        return [h.h1[why], h.div(".ways")[_back_to_table()]]
    return test.html()


def _step(step: str, words: str, *, chosen: bool) -> Node:
    return h.button(".btn", data_act="wire-step", data_to=step, aria_pressed=str(chosen).lower())[words]


def _back_to_table() -> Node:
    return button("go", tr("Back to the table"), style="quiet", to="/")


def _over() -> Node:
    return button("wire-over", tr("Stop the test"), style="quiet")


def _dark_from(number: int) -> Node:
    """What to look at where a light, counted from 1, is not seen."""
    return h.p(".trouble")[
        tr(
            "Light {number} of the strip stays dark. If everything behind it does too, "
            "look at the joint before it, and at the arrow: data runs from the controller outwards.",
            number=number,
        )
    ]


def _in_their_hues(bench: Workbench) -> dict[str, tuple[int, int, int]]:
    """A dim picture that looks wrong at once when one spot is not where it should be."""
    out = {}
    for n, spot in enumerate(bench.plain.by_spot):
        name = spot.rstrip("0123456789")
        hue = Hue[name] if name in Hue.__members__ else Hue(n % 12)
        red, green, blue = HUE_RGB[hue]
        out[spot] = (red * GLOW // 255, green * GLOW // 255, blue * GLOW // 255)
    return out
