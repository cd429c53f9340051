"""A quick table at which cards are laid on the fields of their game's mat, and either read from pictures or told."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.components.cards import Card
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.demo.card_hands import ANYWHERE
from tablelight.demo.quick_table import QuickTable
from tablelight.referee.card_fields import BESIDE, COLUMNS, MAT, ROWS, CardField, fields_of, named
from tablelight.referee.inputs import CameraObservation
from vision.geometry.mat import mats

Place = tuple[float, float]


class ToldCardTable(QuickTable):
    """No camera looks: what lies on the mat is told as a reader would read it that never errs. It shows what rules and
    fields make of what is seen, and nothing of the eyes."""

    lays_cards = True

    def __init__(self, match: Match, folder: Path, *, seed: int) -> None:
        on_switches = not fields_of(match.game)  # where cards are drawn instead of dice, pieces move on a board
        super().__init__(match, folder, camera=False, switches=on_switches, lamp="daylight", seed=seed)
        self._fields = card_fields(match.game)
        self.lay_cards({})

    def cut_power(self, meanwhile: Callable[[], None]) -> None:
        super().cut_power(meanwhile)
        self.lay_cards(self.lying)  # as cameras look again before anybody lays another card

    def lay_cards(self, lying: Mapping[str, tuple[Card, ...]]) -> None:
        self._now += 1.0
        self.lying = lying
        seen = tuple(
            SeenCard((card,), "" if spot == ANYWHERE else spot) for spot, card in in_sight(self._fields, lying)
        )
        self.table.tell(CameraObservation("settled", cards=seen))

    def lay_astray(self, lying: Mapping[str, tuple[Card, ...]], field: str) -> None:
        self._now += 1.0
        self.lying = lying
        *inside, astray = lying[field]
        rest = in_sight(self._fields, {**lying, field: tuple(inside)})
        seen = (*(SeenCard((card,), spot) for spot, card in rest), SeenCard((astray,), BESIDE))
        self.table.tell(CameraObservation("settled", cards=seen))


def card_fields(game: Any) -> tuple[CardField, ...]:
    """The fields of a game's mat; a plain one is a single field where cards are drawn instead of dice."""
    anywhere = CardField(ANYWHERE, "", "spread", (0, 0, COLUMNS, ROWS))
    by_cards = getattr(game.options, "dice", "") == "cards"
    return fields_of(game) or ((anywhere,) if by_cards else ())


def in_sight(fields: tuple[CardField, ...], lying: Mapping[str, tuple[Card, ...]]) -> list[tuple[str, Card]]:
    """The cards that are not covered, each with its field."""
    out: list[tuple[str, Card]] = []
    for spot, cards in lying.items():
        field = named(fields, spot)
        assert field is not None, spot
        out += [(spot, card) for card in (cards if field.lies == "spread" else cards[-1:])]
    return out


def places(field: CardField, count: int) -> list[Place]:
    """Where in a field so many cards lie side by side, row by row, mm of the mat: the middle of each."""
    play = next(mat.play for mat in mats() if mat.name == MAT)
    x, y, width, height = field.area(play)
    rows = field.cells[3]
    across = max(field.cells[2], -(-count // rows))
    return [(x + (n % across + 0.5) * width / across, y + (n // across + 0.5) * height / rows) for n in range(count)]
