"""An evening of several games, alike or not: who has how many points after each, told from the record alone.

A small file keeps which games belong to it and what a place is worth; how each game went is read from the record anew
whenever it has changed. So what is undone, corrected, deleted or brought back puts the table of points right by itself.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.standings import placings
from tablelight.session.people.names import key_of
from tablelight.session.record import MatchCard, RecordTrouble
from tablelight.session.snapshot import Snapshot
from tablelight.session.table import GameTable
from vision.files import bytes_of, read_json, write_json

log = logging.getLogger(__name__)

MOST_GAMES, MOST_PLACES, MOST_POINTS, MOST_LETTERS = 100, 20, 1000, 60
"""Of one evening; of its places that have points, and of these; of its name. Chosen by hand."""
_LISTED = 400
"""How many of the newest games are looked through for those of the evening. Chosen by hand."""
_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What places are worth: ``by_place`` from the first on, nothing after that; empty: a point for each one behind."""

    by_place: tuple[int, ...] = (3, 1)

    def __post_init__(self) -> None:
        if len(self.by_place) > MOST_PLACES or not all(0 <= points <= MOST_POINTS for points in self.by_place):
            raise ValueError(f"points for at most {MOST_PLACES} places, each 0 to {MOST_POINTS}")
        if list(self.by_place) != sorted(self.by_place, reverse=True):
            raise ValueError("a better place is worth no less than the next one")

    def of(self, place: int, sharing: int, players: int) -> Fraction:
        """What a place brings that so many share: each has an equal part of what their places are worth together."""
        worth = sum(self._worth(n, players) for n in range(place, place + sharing))
        return Fraction(worth, sharing)

    def _worth(self, place: int, players: int) -> int:
        if not self.by_place:
            return max(players - place, 0)
        return self.by_place[place - 1] if place <= len(self.by_place) else 0


@dataclass(frozen=True, slots=True)
class Evening:
    """What is kept of an evening. ``games``: ids in the record, in the order in which they were begun. ``over``: no
    further game belongs to it."""

    name: str = ""
    began: float = 0.0
    points: PlacePoints = field(default_factory=PlacePoints)
    games: tuple[str, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One game of an evening. ``places``: of everybody by key, empty while it goes on or cannot be read."""

    match_id: str
    game: str
    names: tuple[str, ...]
    places: Mapping[str, int] = field(default_factory=dict)

    @property
    def counts(self) -> bool:
        """Whether it is over, so that it brings points."""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One person of an evening: the place so far, from 1, equal ones share it; all points; those of each game that
    counts, None where they sat out; how many were played and won."""

    name: str
    place: int
    points: Fraction
    by_game: tuple[Fraction | None, ...]
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class EveningTable:
    """How an evening stands: its games, and everybody who played in one, best first."""

    evening: Evening
    games: tuple[EveningGame, ...]
    rows: tuple[EveningRow, ...]

    @property
    def counted(self) -> tuple[EveningGame, ...]:
        return tuple(game for game in self.games if game.counts)


# ---- pure: from games to points


def table_of(evening: Evening, games: Sequence[EveningGame]) -> EveningTable:
    """How an evening stands after these games."""
    counted = [game for game in games if game.counts]
    names = {key_of(name): name for game in games for name in game.names}
    brought = [_brought(evening.points, game) for game in counted]
    totals = {key: sum((one.get(key, Fraction()) for one in brought), Fraction()) for key in names}
    rows = [
        EveningRow(
            name,
            1 + sum(other > totals[key] for other in totals.values()),
            totals[key],
            tuple(one.get(key) for one in brought),
            sum(key in game.places for game in counted),
            sum(game.places.get(key) == 1 for game in counted),
        )
        for key, name in names.items()
    ]
    return EveningTable(evening, tuple(games), tuple(sorted(rows, key=lambda row: (row.place, key_of(row.name)))))


def _brought(points: PlacePoints, game: EveningGame) -> dict[str, Fraction]:
    """What a game brought to everybody who played in it."""
    places = list(game.places.values())
    return {key: points.of(place, places.count(place), len(places)) for key, place in game.places.items()}


def sitting_out(table: EveningTable, playing: Sequence[str]) -> tuple[str, ...]:
    """Who belongs to the evening and does not play just now."""
    keys = set(map(key_of, playing))
    return tuple(row.name for row in table.rows if key_of(row.name) not in keys)


def next_players(table: EveningTable, playing: Sequence[str], most: int | None) -> tuple[str, ...]:
    """Who plays the next game of at most so many: whoever sat out first, then whoever has played least. They keep their
    order, and who began last time sits last."""
    order = (*playing[1:], *playing[:1], *sitting_out(table, playing))
    if most is None or len(order) <= most:
        return order
    played = {key_of(row.name): row.played for row in table.rows}
    now = set(map(key_of, playing))
    first = sorted(order, key=lambda name: (key_of(name) in now, played.get(key_of(name), 0)))[:most]
    return tuple(name for name in order if name in first)


def places_of(match: Match) -> dict[str, int]:
    """Everybody's place in a match that is over, by key; those of a team share it. Empty while it goes on."""
    if not match.over:
        return {}
    placed = placings(match)
    places = {seat: one.place for one in placed for seat in one.seats}
    # Who sits at two seats, or has another's name, counts once and best.
    found: dict[str, int] = {}
    for seat, name in enumerate(match.seats):
        found[key_of(name)] = min(places[seat], found.get(key_of(name), places[seat]))
    ranks = sorted(found.values())
    sizes = {place: sum(1 for other in ranks if other < place) + 1 for place in found.values()}
    return {key: sizes[place] for key, place in found.items()}


# ---- kept


class Evenings:
    """The evening of one table. Safe to use from any thread; ``version`` grows with every change of what is kept.

    ``file``: where it is kept over a restart; None: nowhere. ``clock``: seconds since 1970.
    """

    def __init__(self, table: GameTable, file: Path | None, clock: Callable[[], float] | None = None) -> None:
        self._table, self._file, self._clock = table, file, clock or table.now
        self._lock = threading.RLock()
        self._known: dict[tuple[str, int], EveningGame] = {}
        self.version = 0
        self.evening: Evening | None = self._load()
        """The last one; None before the first."""
        table.watch(self._follow)

    @property
    def on(self) -> bool:
        """Whether an evening goes on."""
        return self.evening is not None and not self.evening.over

    def begin(self, name: str = "", points: PlacePoints | None = None) -> None:
        """An evening begins, with the game that is played if it has begun; the one before is over. Raises OSError."""
        now = self._table.snapshot
        games = (now.match_id,) if now.match_id is not None and _goes_on(now) else ()
        name = " ".join(name.split())[:MOST_LETTERS]
        self._keep(Evening(name, self._clock(), points or PlacePoints(), games))

    def end(self) -> None:
        """The evening is over. Raises OSError."""
        if self.evening is not None:
            self._keep(replace(self.evening, over=True))

    def go_on(self) -> None:
        """It was not over yet. Raises OSError."""
        if self.evening is not None:
            self._keep(replace(self.evening, over=False))

    def worth(self, points: PlacePoints) -> None:
        """Places are worth this, also in the games that were played. Raises OSError."""
        if self.evening is not None:
            self._keep(replace(self.evening, points=points))

    def leave_out(self, match_id: str) -> None:
        """A game does not belong to the evening; it stays in the record. Raises OSError."""
        if self.evening is not None:
            games = tuple(game for game in self.evening.games if game != match_id)
            self._keep(replace(self.evening, games=games))

    def table(self) -> EveningTable | None:
        """How the evening stands now; None before the first. Games that are deleted do not count."""
        evening = self.evening
        if evening is None:
            return None
        wanted = set(evening.games)
        cards = {card.match_id: card for card in self._table.archive.matches(_LISTED) if card.match_id in wanted}
        games = [self._game(cards[match_id]) for match_id in evening.games if match_id in cards]
        return table_of(evening, games)

    def _game(self, card: MatchCard) -> EveningGame:
        key = card.match_id, card.length
        if key not in self._known:
            if len(self._known) > 4 * MOST_GAMES:
                self._known.clear()
            try:
                match = self._table.archive.match(card.match_id)
            except (RecordTrouble, EngineError) as error:
                log.warning("a game of the evening does not count: %s", error)
                return EveningGame(card.match_id, card.game, card.seats)
            self._known[key] = EveningGame(card.match_id, card.game, match.seats, places_of(match))
        return self._known[key]

    def forget(self, spelled: Sequence[str]) -> None:
        """Somebody is to be forgotten, by these spellings: an evening with such a name loses it. Raises OSError."""
        self._known.clear()
        evening = self.evening
        if evening is not None and any(name.casefold() in evening.name.casefold() for name in spelled):
            self._keep(replace(evening, name=""))

    # ---- over a restart

    def _follow(self, now: Snapshot) -> None:
        """A game that is begun belongs to the evening that goes on."""
        evening = self.evening
        if evening is None or evening.over or now.match_id is None or not _goes_on(now):
            return
        if now.match_id in evening.games or len(evening.games) >= MOST_GAMES:
            return
        try:
            self._keep(replace(evening, games=(*evening.games, now.match_id)))
        except OSError as error:
            log.warning("which games belong to the evening cannot be kept: %s", error)
            self.evening = replace(evening, games=(*evening.games, now.match_id))

    def _keep(self, evening: Evening) -> None:
        with self._lock:
            if self._file is not None:
                write_json(self._file, {"version": 1, **asdict(evening)})
            self.evening = evening
            self.version += 1

    def _load(self) -> Evening | None:
        if self._file is None:
            return None
        try:
            plain = read_json(bytes_of(self._file, _MOST_BYTES))
            points = PlacePoints(tuple(map(int, plain["points"]["by_place"])))
            games = tuple(map(str, plain["games"]))[:MOST_GAMES]
            name = str(plain["name"])[:MOST_LETTERS]
            return Evening(name, float(plain["began"]), points, games, bool(plain["over"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("the evening is forgotten, its games are not: %s", error)
            return None


def _goes_on(now: Snapshot) -> bool:
    """Whether something was played in the game on the table: one that is only set up belongs to nothing yet."""
    return now.referee is not None and bool(now.referee.match.log)
