"""What a game of Spectrum Solitaire counts where its cards lie now."""

from collections.abc import Mapping
from typing import Any

from engine.components.cards import Card
from engine.components.lights import Spot
from engine.games.spectrum_solitaire.scoring import (
    FACE_DOWN,
    FACE_UP,
    FOUNDATION,
    PASS,
    STOCK,
    conceded_score,
    if_solved,
    solved_score,
)
from engine.texts.language import tr
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    if "home" in picture:
        return Reckoning(
            _given_up(picture["home"], picture["down"], picture["up"], picture["stock"], picture["passes"])
        )
    if "passes" in picture:
        return Reckoning((_solved(picture["passes"], solved_score(picture["passes"])),))
    return None


def _solved(passes: int, points: int) -> str:
    return tr("Solved in pass {number}: {points} points", number=passes, points=points)


def _given_up(home: int, down: int, up: int, stock: int, passes: int) -> tuple[str, ...]:
    """Every card by where it lies, the passes, and the sum."""
    parts = (
        (tr("At home: {count} cards", count=home), FOUNDATION * home),
        (tr("Open on the piles: {count} cards", count=up), FACE_UP * up),
        (tr("Face down: {count} cards", count=down), FACE_DOWN * down),
        (tr("In stock and waste: {count} cards", count=stock), STOCK * stock),
        (tr("Passes: {count}", count=passes), PASS * passes),
    )
    together = tr("Together: {points}", points=conceded_score(home, down, up, stock, passes))
    return (*(f"{words} = {points}" for words, points in parts), together)


def _topic(shown: Shown, topic: str) -> Reckoning | None:
    if not topic.startswith("score.total") or not shown.state.dealt:
        return None
    state = shown.state
    down, up = sum(map(len, state.down)), sum(map(len, state.up))
    passes = max(state.passes, 1)
    lines = _given_up(state.home_cards, down, up, len(state.stock) + len(state.waste), passes)
    solved = _solved(passes, if_solved(state, shown.game.options))
    return Reckoning((*lines, solved), title=tr("If you stopped now"), about="row.given_up")


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """The card that can go home, or how far an arm is."""
    hue = hue_of(spot)
    if hue is None:
        return ()
    number, state = shown.state.homes[hue], shown.state
    open_now = [*state.waste[-1:], *(up[-1] for up in state.up if up)]
    if any(card.hue is hue and card.number == number + 1 for card in open_now):
        return (tr("{card} can go home.", card=Card(hue, number + 1)),)
    return (tr("The home of {colour} has come to {number}.", colour=hue.called, number=number),)


EXPLAINS = Explains(light=_light, topic=_topic, example=_example)
