"""The simulated table's hands on the page: let them play, and let something go wrong."""

import htpy as h
from htpy import Node

from engine.texts.language import later, tr, translated
from tablelight.web.components.html import button
from tablelight.web.table_hands import SPEEDS, HandsState

SPEED_WORDS = {"slow": later("Slow"), "normal": later("Normal"), "fast": later("Fast")}

MISHAPS = {
    "cocked": later("A die leans"),
    "off_mat": later("A die rolls off the mat"),
    "fallen": later("A piece falls over"),
    "turned": later("A sleeve turns a tile"),
    "child": later("A child takes a piece away"),
    "wrong_piece": later("Somebody moves a wrong piece"),
    "out_of_turn": later("Somebody plays out of turn"),
    "two_cards": later("Two cards at once"),
    "unread_card": later("A card cannot be read"),
    "card_astray": later("A card lies half out of its field"),
    "card_gone": later("A child takes a card away"),
    "lamp_out": later("The lamp goes out"),
    "bump": later("Somebody knocks the camera"),
    "camera": later("The camera's cable comes out"),
    "board": later("The board's cable comes out"),
    "power": later("The power goes out and comes back"),
}
"""What can go wrong at the simulated table, by its name there."""

_LAMPS = {
    "daylight": later("Daylight"),
    "window": later("Window"),
    "warm": later("Warm"),
    "cool": later("Cool"),
    "tube": later("Neon tube"),
    "party": later("Party light"),
    "dim": later("Dim"),
}


def panel(state: HandsState, *, over: bool, rolls: bool) -> Node:
    """``over``: the game is, so that nothing is left to play; ``rolls``: dice are to be thrown."""
    return h.div(".hands")[
        h.h2[tr("Your hands at the simulated table")],
        _playing(state) if state.playing else not over and _playable(rolls=rolls),
        h.p(".said", role="status")[state.said] if state.said else None,
        _speeds(state),
        state.wrong and _wrong(state),
        not state.playing and not over and _bungling(state),
    ]


def _playing(state: HandsState) -> Node:
    if state.stopping:
        words = tr("They put down what they hold, then they stop.")
    else:
        words = tr("They play a turn …") if state.playing == "turn" else tr("They play the whole game …")
    return h.div(".row.at-play")[
        h.p(".said", role="status")[words],
        button("hand-stop", tr("Stop"), style="go", disabled=state.stopping),
    ]


def _playable(*, rolls: bool) -> Node:
    return h.div(".plays")[
        rolls and button("hand-roll", tr("Roll the dice"), style="go"),
        button("hand-play", tr("Play a turn for me"), style="" if rolls else "go", what="turn"),
        button("hand-play", tr("Play the whole game"), style="quiet", what="game"),
    ]


def _speeds(state: HandsState) -> Node:
    return h.div(".segments", role="group", aria_label=tr("How fast they play"))[
        [
            h.button(".btn", data_act="hand-speed", data_name=each, aria_pressed=str(each == state.speed).lower())[
                translated(SPEED_WORDS[each])
            ]
            for each in SPEEDS
        ]
    ]


def _wrong(state: HandsState) -> Node:
    """What has gone wrong, and the hand that puts it right; all other ways stand where the table asks."""
    return h.div(".row.wrong")[
        h.p(".said")[" · ".join(translated(MISHAPS[name]) for name in state.wrong)],
        button("hand-right", tr("Put it right")),
    ]


def _bungling(state: HandsState) -> Node:
    return h.details(".bungling")[
        h.summary[tr("Something goes wrong")],
        h.div(".mishaps")[
            [button("hand-mishap", translated(MISHAPS[name]), style="quiet", name=name) for name in state.mishaps]
        ],
        state.lamps
        and [
            h.h3[tr("The lamp over the table")],
            h.div(".mishaps")[
                [
                    h.button(
                        ".btn.quiet", data_act="hand-lamp", data_name=each, aria_pressed=str(each == state.lamp).lower()
                    )[translated(_LAMPS.get(each, each))]
                    for each in state.lamps
                ]
            ],
        ],
    ]
