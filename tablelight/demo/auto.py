"""Whole games played by themselves at a simulated table, and what came of them in numbers."""

import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from engine.core.match import Match
from engine.core.registry import random_player_of
from engine.core.turns import turns
from tablelight.demo.card_table import ToldCardTable, card_fields
from tablelight.demo.person import SimulatedPerson
from tablelight.demo.quick_table import QuickTable
from tablelight.demo.seen_cards import SeenCardTable

CardsBy = Literal["typed", "told", "seen"]
"""How the table learns of cards: they are typed in; what lies on the fields of their mat is told, without a mistake of
any eye; or it is drawn and read."""
Sensors = Literal["camera", "switches", "both"]
NUDGED = "CARD_UNCLEAR"
"""The reason under which it counts as a question that a card had to be moved to be made out."""
MOST_EVENTS = 5_000
"""A game that has not ended by then is given up as endless; the longest of some thirty that were played had 2,780."""


@dataclass(frozen=True, slots=True)
class PlayedAlone:
    """One game. ``asked``: questions that were answered, by their reason; ``shown``: all that were put to people,
    also those that whoever just plays on answers; ``typed``: events that no sensor could tell
    and a tap or a typed line did, by kind: a roll without a camera, which tile a switch felt; ``silent``: events that
    counted and were not true; ``bungled``: what went wrong, by its name, and ``unnoticed`` to which the table said
    nothing; ``table_s``: seconds that passed at the table; ``took_s``: on the wall."""

    game: str
    sensors: str
    lamp: str
    seed: int
    over: bool
    events: int
    turns: int
    asked: Mapping[str, int]
    shown: Mapping[str, int]
    typed: Mapping[str, int]
    silent: tuple[str, ...]
    bungled: Mapping[str, int]
    unnoticed: tuple[str, ...]
    score_true: bool
    table_s: float
    took_s: float

    def as_values(self) -> dict[str, Any]:
        """As JSON takes it."""
        return {
            "game": self.game,
            "sensors": self.sensors,
            "lamp": self.lamp,
            "seed": self.seed,
            "over": self.over,
            "events": self.events,
            "turns": self.turns,
            "questions": sum(self.asked.values()),
            "question_kinds": dict(self.asked),
            "shown": sum(self.shown.values()),
            "shown_kinds": dict(self.shown),
            "typed": sum(self.typed.values()),
            "typed_kinds": dict(self.typed),
            "silent": len(self.silent),
            "silent_events": list(self.silent),
            "mishaps": dict(self.bungled),
            "unnoticed": list(self.unnoticed),
            "score_true": self.score_true,
            "seconds_a_turn": round(self.table_s / max(self.turns, 1), 2),
            "took_s": round(self.took_s, 1),
        }


def play_alone(
    game: str,
    sensors: Sensors = "both",
    lamp: str = "daylight",
    seed: int = 0,
    folder: Path | None = None,
    most_events: int = MOST_EVENTS,
    mishaps_every: int = 0,
    cards: CardsBy = "typed",
    options: Mapping[str, Any] | None = None,
) -> PlayedAlone:
    """Play one game to its end, as its own random player is first tried, or ``most_events`` of it.

    ``cards``: how the table learns of them. ``mishaps_every``: events from one thing that goes wrong to the next, 0 for
    none.
    ``options``: others than the random player is first tried with.
    ``folder``: where the record and the taught dice are kept; None: nowhere. Raises BadRules for a game nobody knows,
    CannotGoOn where the table could not be brought to know the truth.
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="tablelight-alone-") as made:
            return play_alone(game, sensors, lamp, seed, Path(made), most_events, mishaps_every, cards, options)
    began = time.monotonic()
    setup = random_player_of(game).setups[0]
    names = [f"Player {n + 1}" for n in range(setup.seats)]

    def fresh() -> Match:
        return Match.new(game, names, setup.edition or None, {**setup.options, **(options or {})})

    table = _table(fresh(), folder, sensors, lamp, seed, cards)
    with table:
        person = SimulatedPerson(table, fresh(), Random(seed))
        person.play_game(most_events, mishaps_every)
        told, truth = table.referee.match, person.truth
        nudged = Counter({NUDGED: table.nudged} if table.nudged else {})
        same = told.game.scores(told.state) == truth.game.scores(truth.state)
        return PlayedAlone(
            game=game,
            sensors=sensors,
            lamp=lamp,
            seed=seed,
            over=truth.over and told.over,
            events=len(truth.log),
            turns=len(turns(truth)),
            asked=person.asked + nudged,
            shown=person.shown + nudged,
            typed=person.typed,
            silent=tuple(person.silent),
            bungled=person.bungled,
            unnoticed=tuple(person.unnoticed),
            score_true=same and told.game.winners(told.state) == truth.game.winners(truth.state),
            table_s=table.now,
            took_s=time.monotonic() - began,
        )


def _table(match: Match, folder: Path, sensors: Sensors, lamp: str, seed: int, cards: CardsBy) -> QuickTable:
    if cards == "seen" and card_fields(match.game):
        return SeenCardTable(match, folder, lamp=lamp, seed=seed)
    if cards == "told" and card_fields(match.game):
        return ToldCardTable(match, folder, seed=seed)
    return QuickTable(match, folder, camera=sensors != "switches", switches=sensors != "camera", lamp=lamp, seed=seed)
