"""One open browser: its acts, and what it was shown, so that only what has changed is sent."""

import asyncio
import json
import logging
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import htpy as h
from anyio import to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.texts.language import tr
from firmware_bridge.drivers.interface import Rgb
from tablelight.session.evening import EveningTable
from tablelight.session.snapshot import Snapshot
from tablelight.session.table import stumbled
from tablelight.texts.sentences import say
from tablelight.voice.utterances import utterances
from tablelight.web import games
from tablelight.web.actions import Acts
from tablelight.web.components import drawn_boards, switches
from tablelight.web.components.board import board_svg, board_tools, grow
from tablelight.web.components.clock_panel import clock_panel, thinking_words
from tablelight.web.components.given import teams
from tablelight.web.components.health import health_sections
from tablelight.web.components.html import markup
from tablelight.web.dependencies import PageContext, for_pages
from tablelight.web.house_acts import HouseActs
from tablelight.web.stale_taps import Steps, answers, step_of
from tablelight.web.viewer import Shown
from tablelight.web.views import tv
from tablelight.web.views.evening import between_games, evening_section
from tablelight.web.views.light_check import light_sections
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.past_games import NEED_CODE, Games
from tablelight.web.views.table import sections
from tablelight.web.views.teach_dice import Teaching
from tablelight.web.views.teach_page import question, teach_sections
from tablelight.web.views.wiring_test import WiringTest, wiring_section

log = logging.getLogger(__name__)

MOST_BYTES = 16_384
"""Of one request's body, and of one act."""

VIEWS = {
    "play": ("head", "ask", "clock", "doubt", "seats", "dice", "hands", "play", "board", "camera", "overlay"),
    "teach": ("head", "teach", "overlay"),
    "cards": ("head", "teach", "overlay"),
    "health": ("head", "health", "overlay"),
    "wiring": ("head", "wiring", "overlay"),
    "games": ("head", "games", "overlay"),
    "evening": ("head", "evening", "overlay"),
    "light": ("head", "lightsaid", "lightpicture", "lightmarks", "light", "overlay"),
    "tv": tv.PARTS,
}
"""The views of the page, and the sections of each."""


class Browser:
    """What one browser was shown, so that only what has changed is sent."""

    def __init__(self, context: PageContext, view: str, *, may_write: bool, ticket: str = "") -> None:
        self._context, self._view = context, view
        self.looking = Looking(may_write=may_write)
        self._teaching: Teaching | None = None
        if view in ("teach", "cards") and context.teachings is not None:
            self._teaching = context.teachings.of(ticket, cards=view == "cards")
        self._touched()
        people = context.surroundings.people
        self._acts = Acts(context.table, self.looking, context.hands, self._teaching, context.seats, ticket, people)
        self._house = HouseActs(self._acts, context.surroundings.evenings)
        self._wiring = WiringTest(context.workbench) if view == "wiring" and context.workbench else None
        self._games = Games(context.table) if view == "games" else None
        self._shown: dict[str, str] = {}
        self._lit: dict[str, str] = {}
        self._raw: dict[str, Rgb] | None = None
        self._version: tuple[object, ...] = ()
        self._steps, self._step = Steps(), ""
        self._acted = True
        self._heard: Snapshot | None = None
        self.woken = asyncio.Event()

    async def listen(self, socket: WebSocket) -> None:
        """Do this browser's acts until it goes."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                said = await socket.receive_text()
                name, args, step = _read_act(said)
                if name:
                    await to_thread.run_sync(self._act, name, args, step, limiter=for_pages())
                    self._acted = True
                    self.woken.set()

    def close(self) -> None:
        """This browser is gone: whatever it held goes back to the game."""
        if self._wiring is not None:
            self._wiring.close()
        if self._context.teachings is not None:
            self._context.teachings.closed(self)

    def _touched(self) -> None:
        """While somebody teaches here, the game does not take what is shown for dice that were rolled."""
        if self._teaching is not None and self.looking.may_write and self._context.teachings is not None:
            self._context.teachings.touched(self)

    def _act(self, name: str, args: dict[str, str], seen: str) -> None:
        self._touched()
        with self._context.answering if answers(name, args) else nullcontext():
            self._in_time(name, args, seen)

    def _in_time(self, name: str, args: dict[str, str], seen: str) -> None:
        """Do an act, unless somebody was quicker."""
        before = self._context.table.snapshot
        if self._steps.too_late(name, args, seen, before):
            if self._steps.by_others(seen, before):
                self.looking.tell(step_of(before), say("happening", "quicker"))
                self.looking.overlay = ""
            return
        self._do(name, args)
        self._steps.acted(before, self._context.table.snapshot)

    def _do(self, name: str, args: dict[str, str]) -> None:
        if name in NEED_CODE and not self.looking.may_write:
            self.looking.overlay = "code"
            return
        if name == "put-away" and self.looking.may_write:
            part = args.get("part", "")
            self._context.notices.put_away(part, self._context.table.snapshot.troubles.get(part))
            return
        if self._house.act(name, args):
            return
        with suppress(KeyError, ValueError):
            if self._games is not None and self._games.act(name, args):
                return
        self._acts.act(name, args)
        if self._wiring is not None and self.looking.may_write:
            self._wiring.act(name, args)

    def changes(self) -> dict[str, Any]:
        """Sections and lights that differ from what this browser shows; empty when nothing does."""
        out: dict[str, Any] = {}
        now = self._context.table.snapshot
        context = self._context
        version = (
            now.version,
            context.seats.version,
            context.notices.version,
            context.surroundings.evenings and context.surroundings.evenings.version,
            context.surroundings.people and context.surroundings.people.version,
            self._teaching and self._teaching.version,
            context.hands and context.hands.state,
        )
        if version != self._version or self._acted or self._view in ("health", "wiring", "light"):
            self._version, self._acted = version, False
            fresh = self._sections_all_the_same(now)
            changed = {name: html for name, html in fresh.items() if self._shown.get(name) != html}
            self._shown |= changed
            if changed:
                out["sections"] = changed
            if step_of(now) != self._step:
                self._step = out["step"] = step_of(now)
        if self._view in ("play", "tv"):
            if aloud := self._aloud(now):
                out["say"] = aloud
            lights = self._lights(now, everything="board" in out.get("sections", {}))
            if lights:
                out["lights"] = lights
        return out

    def _sections_all_the_same(self, now: Snapshot) -> dict[str, str]:
        """The sections; where a game of another package cannot show itself, those of a table without a game."""
        try:
            self._acts.find_eyes()
            return self._sections(now)
        except Exception as error:  # such a game may raise anything
            if now.referee is None:
                raise
            troubles = {**now.troubles, "game": stumbled(now.referee.game.title, error)}
            return self._sections(replace(now, match_id=None, referee=None, troubles=troubles))

    def _sections(self, now: Snapshot) -> dict[str, str]:
        around = self._context.surroundings
        if self._view == "tv":
            at = self._context.table.now()
            return tv.tv_sections(now, around, with_code=self.looking.may_write, at=at)
        fresh = sections(replace(now, troubles=self._context.notices.shown(now.troubles)), self.looking, around)
        if self._view in ("teach", "cards"):
            fresh["teach"] = teach_sections(self._teaching, may_write=self.looking.may_write)
            if self._teaching and (asked := question(self._teaching)):
                fresh["overlay"] = asked
        elif self._view == "wiring":
            fresh["wiring"] = wiring_section(self._wiring, may_write=self.looking.may_write)
        elif self._games is not None:
            fresh["games"] = self._games.html(may_write=self.looking.may_write)
        elif self._view == "evening":
            fresh["evening"] = self._evening(now)
        elif self._view == "light":
            fresh |= light_sections(self._context.eyes)
        elif self._view == "health":
            fresh["health"] = health_sections(now, self._context.report(), may_write=self.looking.may_write)
        else:
            looking = self.looking
            board = drawn_boards.picture(now, looking.viewer, looking.hand, looking.at)
            fresh["board"] = board or board_svg(self._context.lights.places(_board_of(now))) + board_tools(now)
            fresh["camera"] = _camera(now, around)
            fresh["clock"] = self._house_panel(now)
        if now.referee is not None and self.looking.at is None and "doubt" in fresh:
            fresh["doubt"] += switches.panel(now.referee, may_write=self.looking.may_write)
        return {name: fresh[name] for name in VIEWS[self._view]}

    def _aloud(self, now: Snapshot) -> list[dict[str, str]]:
        """What this browser says and sounds since it was last asked; nothing where it is to be silent."""
        before, self._heard = self._heard, now
        looking = self.looking
        if before is now or (looking.voice == "silent" and not looking.sounds):
            return []
        try:
            said = utterances(before, now)
        except Exception:  # the game of another package may raise anything; what it cannot say is shown
            log.exception("what to say could not be found out")
            return []
        return [{"kind": one.kind, "text": one.text if one.is_said(looking.voice) else ""} for one in said]

    def _house_panel(self, now: Snapshot) -> str:
        """The clock, and how the teams of the house stand."""
        if now.referee is None:
            return ""
        clock = clock_panel(now, self._context.table.now(), may_write=self.looking.may_write)
        match = now.referee.match
        standing = teams(Shown(match, self.looking.viewer))
        if not match.over:
            return clock + standing
        words = thinking_words(now)
        thought = markup(h.p(".said")[words]) if words else ""
        return standing + thought + between_games(self._evening_table(), now, may_write=self.looking.may_write)

    def _evening(self, now: Snapshot) -> str:
        return evening_section(self._evening_table(), now, self._house.said, may_write=self.looking.may_write)

    def _evening_table(self) -> EveningTable | None:
        evenings = self._context.surroundings.evenings
        return evenings.table() if evenings is not None else None

    def _lights(self, now: Snapshot, *, everything: bool) -> dict[str, str]:
        shown, brightness = self._context.lights.shown(_board_of(now))
        if shown == self._raw and not everything and self.looking.at is None:
            return {}  # ten times a second and for every phone: mostly nothing has changed
        self._raw = dict(shown) if self.looking.at is None else None
        drawn_boards = now.referee is not None and games.board_of(now.referee.game.name) is not None
        paint = css_glow if drawn_boards else css_colour
        fresh = {spot: paint(rgb, brightness) for spot, rgb in shown.items()}
        if self.looking.at is not None:
            # The lights are of now; they have nothing to say about the past.
            fresh = dict.fromkeys(fresh, "")
        changed = fresh if everything else {s: c for s, c in fresh.items() if self._lit.get(s) != c}
        self._lit = fresh
        return changed


def _board_of(now: Snapshot) -> str:
    """The board that the game is played on."""
    return now.referee.game.board if now.referee is not None else "spectrum"


def _read_act(said: str) -> tuple[str, dict[str, str], str]:
    """An act, its arguments, and the step that the page showed; an empty name for anything else."""
    if len(said) > MOST_BYTES:
        return "", {}, ""
    try:
        act = json.loads(said)
        name, args, step = act["name"], act.get("args") or {}, act.get("step")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "", {}, ""
    if not isinstance(name, str) or not isinstance(args, dict):
        return "", {}, ""
    return name, {whole(key): whole(value) for key, value in args.items()}, step if isinstance(step, str) else ""


def whole(words: object) -> str:
    """Text without halves of characters, which JSON can bring and nothing can keep."""
    return str(words).encode("utf-8", "replace").decode("utf-8")


@lru_cache(4096)
def css_colour(rgb: tuple[int, int, int], brightness: float = 1.0) -> str:
    """A device's light as a screen shows it: LEDs are linear, screens are not (sRGB, about 1/2.2). Dark is empty.

    ``brightness`` is how far the board is dimmed, 0 to 1; a screen shows the lights as if it were not.
    """
    if not any(rgb):
        return ""
    gain = 255 / max(brightness, 0.05)
    return "#" + "".join(f"{min(255, round(gain * (channel / 255) ** (1 / 2.2))):02x}" for channel in rgb)


@lru_cache(4096)
def css_glow(rgb: tuple[int, int, int], brightness: float = 1.0) -> str:
    """The same light to lie over a painted space: its full colour, as transparent as the light is dim."""
    colour = css_colour(rgb, brightness)
    if not colour:
        return ""
    channels = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
    most = max(channels)
    return "#" + "".join(f"{255 * channel // most:02x}" for channel in channels) + f"{most:02x}"


def _camera(now: Snapshot, around: Surroundings) -> str:
    if not around.camera:
        return ""
    referee = now.referee
    if referee is not None and referee.picture and referee.motion == "settled":
        number = referee.doubt.picture if referee.doubt and referee.doubt.picture else referee.picture
        return markup(
            h.img(src=f"/picture/{number}.jpg", alt=tr("the last reading")), h.figcaption[tr("What was read")], grow()
        )
    return markup(h.img(data_live="/live.jpg", alt=tr("the table")), h.figcaption[tr("What the camera sees")], grow())
