"""What this browser says aloud: how much, and whether with sounds. The page's script keeps it in two cookies."""

from collections.abc import Mapping
from typing import Final

import htpy as h
from htpy import Node

from engine.texts.language import tr
from tablelight.voice.utterances import LEVELS, Level

VOICE_COOKIE: Final = "tablelight-voice"
SOUNDS_COOKIE: Final = "tablelight-sounds"


def voice_in(cookies: Mapping[str, str]) -> Level:
    """How much this browser says; silent where nobody chose."""
    return level_named(cookies.get(VOICE_COOKIE, ""))


def level_named(name: str) -> Level:
    """The level of that name; silent for any other."""
    return next((level for level in LEVELS if level == name), "silent")


def sounds_in(cookies: Mapping[str, str]) -> bool:
    """Whether sounds were switched on in this browser."""
    return cookies.get(SOUNDS_COOKIE) == "on"


def switch(level: Level, *, sounds: bool) -> Node:
    """Silent, short or chatty, and sounds on or off."""
    words = {"silent": tr("Silent"), "short": tr("Short"), "chatty": tr("Chatty")}
    return h.div(".voice")[
        h.h3[tr("Speak and sound")],
        h.div(".segments", role="group", aria_label=tr("How much is said aloud here"))[
            [
                h.button(".btn", data_act="voice", data_level=each, aria_pressed=str(each == level).lower())[
                    words[each]
                ]
                for each in LEVELS
            ]
        ],
        h.button(".btn.quiet", data_act="sounds", data_on="" if sounds else "on", aria_pressed=str(sounds).lower())[
            tr("Sounds: on") if sounds else tr("Sounds: off")
        ],
        h.p(".said.no-speech")[tr("This browser cannot speak. Sounds work, and another browser may speak.")],
    ]
