"""Every game by its name: those in ``engine.games``, and those of packages installed beside this one.

A game is a package with a ``GAME`` in it (``entry.GameEntry``). One of another distribution is found by an entry point
of the group ``tablelight.games`` that names its ``GAME``; where it cannot be used it is left out, and ``left_out`` says
why.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import engine.games
from engine.core.agreement import NOTHING_AGREED, Agreement
from engine.core.dealing import Dealing
from engine.core.entry import GameEntry
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Event
from engine.core.game import Game, Rules
from engine.core.language import Deferred, later
from engine.core.random_player import RandomPlayer, TableSetup
from engine.core.serialization import from_json
from engine.core.telling import Telling
from engine.core.text_files import read_page, read_picture, read_rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Narrator = Callable[[Any, Any, Event, Any], Telling | None]
"""Says which sentence an event is, from the game, the state before, the event and the state after; None: its kind's."""

ENTRY_POINTS = "tablelight.games"
"""The group of entry points by which other packages bring games."""
_MOST_LETTERS = 300
"""Of what is wrong with one of these. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game of another package that cannot be played here. ``why``: a sentence for people, with what to do."""

    game: str
    package: str
    why: str


# ---- finding games


@cache
def _found() -> tuple[Mapping[str, GameEntry], tuple[LeftOut, ...]]:
    """All games in the order of the list of games, and what was left out."""
    # Both are asked once, and take longer to import than all that an engine without a game needs.
    from importlib.metadata import entry_points
    from pkgutil import iter_modules

    games = {entry.name: entry for entry in map(_own, iter_modules(engine.games.__path__)) if entry}
    left_out = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (_distribution(point), point.name)):
        try:
            entry = _foreign(point, games)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever is wrong with it, the table plays on
            left_out.append(_why_left_out(point, error))
        else:
            games[entry.name] = entry
    order = sorted(games.values(), key=lambda entry: entry.rank)
    return MappingProxyType({entry.name: entry for entry in order}), tuple(left_out)


def _own(module: Any) -> GameEntry | None:
    package = f"{engine.games.__name__}.{module.name}"
    entry: GameEntry | None = getattr(import_module(package), "GAME", None)
    return entry.within(package) if entry else None


def _foreign(point: "EntryPoint", known: Mapping[str, GameEntry]) -> GameEntry:
    """The game of another package. Raises BadRules, or whatever its modules raise, where it cannot be used."""
    entry = point.load()
    if not isinstance(entry, GameEntry):
        raise BadRules(f"'{point.value}' should be a GameEntry")
    if faults := entry.faults():
        raise BadRules(f"of its entry, {faults[0]}")
    if entry.name in known:
        raise BadRules(f"another game is already called '{entry.name}'")
    entry = entry.within(point.module)
    kind = _loaded(entry.rules)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise BadRules(f"'{entry.rules}' should be a subclass of Game")
    if missing := sorted(kind.__abstractmethods__):
        raise BadRules(f"its rules lack {', '.join(missing)}")
    if kind.name != entry.name:
        raise BadRules(f"its rules call it '{kind.name}', its entry '{entry.name}'")
    _check_rules(kind)
    for reference, wanted in ((entry.dealing, Dealing), (entry.player, RandomPlayer)):
        if reference and not isinstance(_loaded(reference), wanted):
            raise BadRules(f"'{reference}' should be a {wanted.__name__}")
    page = read_page(entry.package, "en")
    if not all(isinstance(part, dict) and all(isinstance(one, str) for one in part.values()) for part in page.values()):
        raise BadRules("its texts should be tables of sentences, such as [ask]")
    return entry


def _check_rules(kind: type[Game[Any, Any]]) -> None:
    """Raises, mostly BadRules, where what the list of games and the form of a new one read off the rules is amiss."""
    fewest, most = kind.seats
    if not (isinstance(fewest, int) and fewest >= 1 and (most is None or most >= fewest)):
        raise BadRules(f"its rules are for {kind.seats} players; write (2, 4), or (2, None) for any number")
    if not kind.editions or not all(
        isinstance(text, str) and text for text in (kind.title, kind.board, *kind.editions)
    ):
        raise BadRules("the title, board and editions of its rules should be texts")
    kind.option_docs()


def _why_left_out(point: "EntryPoint", error: BaseException) -> LeftOut:
    package, fault = _distribution(point), str(error) if isinstance(error, BadRules) else repr(error)
    fault = fault if len(fault) <= _MOST_LETTERS else f"{fault[:_MOST_LETTERS]}…"
    why = f"The game '{point.name}' of the package '{package}' is left out: {fault}. Update that package, or remove it."
    return LeftOut(point.name, package, why)


def _distribution(point: "EntryPoint") -> str:
    return point.dist.name if point.dist is not None else point.module


@cache
def _loaded(reference: str) -> Any:
    """What ``package.module:Name`` names."""
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)


def forget() -> None:
    """Look for games anew when one is next asked for: another package was installed, or removed."""
    for kept in (_found, _loaded, read_page, read_rules, read_picture):
        kept.cache_clear()


# ---- what is known of them


def names() -> tuple[str, ...]:
    """The games this engine knows, in the order in which they are offered."""
    return tuple(_found()[0])


def entries() -> tuple[GameEntry, ...]:
    """What every game says of itself, in the order in which they are offered."""
    return tuple(_found()[0].values())


def left_out() -> tuple[LeftOut, ...]:
    """The games of other packages that cannot be played."""
    return _found()[1]


def entry_of(name: str) -> GameEntry:
    """What a game says of itself. Raises BadRules for a name nobody knows."""
    games = _found()[0]
    if not isinstance(name, str) or name not in games:
        raise BadRules(f"there is no game called '{name}'; there are {', '.join(games)}")
    return games[name]


def package_of(name: str) -> str:
    """The package that a game's texts are in; empty for a name nobody knows."""
    games = _found()[0]
    return games[name].package if name in games else ""


def picture_of(name: str) -> str:
    """How a game is shown in the list of games: its package's ``picture.svg``, 160 x 100; empty where there is none."""
    package = package_of(name)
    return read_picture(package) if package else ""


def find(name: str) -> type[Game[Any, Any]]:
    """The class of a game; loaded when first asked for. Raises BadRules for a name nobody knows."""
    game: type[Game[Any, Any]] = _loaded(entry_of(name).rules)
    return game


def dealing_of(name: str) -> Dealing:
    """How a game is dealt for a table without cards or dice; one that says nothing of it is not dealt here."""
    reference = entry_of(name).dealing
    dealing: Dealing = _loaded(reference) if reference else Dealing()
    return dealing


def narrator_of(name: str) -> Narrator:
    """Who says which sentence an event is; one of a game that brings nobody leaves it to the event's kind."""
    reference = entry_of(name).narration
    narrator: Narrator = _loaded(reference) if reference else _no_narrator
    return narrator


def _no_narrator(_game: Any, _before: Any, _event: Event, _after: Any) -> Telling | None:
    return None


def random_player_of(name: str) -> RandomPlayer:
    """Who plays a game by chance; where it brings nobody, any legal move is taken, with as few players as can be."""
    reference = entry_of(name).player
    player: RandomPlayer = _loaded(reference) if reference else RandomPlayer((TableSetup(find(name).seats[0]),))
    return player


# ---- setting one up


def create(
    name: str,
    seats: int,
    edition: str | None = None,
    options: dict[str, Any] | None = None,
    agreement: Agreement = NOTHING_AGREED,
) -> Game[Any, Any]:
    """The named game under these rules. Raises BadRules that says what cannot be."""
    kind = find(name)
    fewest, most = kind.seats
    if seats < fewest or (most is not None and seats > most):
        raise BadRules(_for_others(Deferred(kind.title), fewest, most, seats))
    edition = edition or kind.editions[0]
    if edition not in kind.editions:
        raise BadRules(f"{kind.title} has edition {' and '.join(kind.editions)}, not '{edition}'")
    agreement.check(seats)
    game = kind(Rules(seats, edition, _options(kind, options or {}), agreement))
    if agreement:
        game.check_agreement()
    return game


def _for_others(game: str, fewest: int, most: int | None, seats: int) -> str:
    """That so many players cannot play a game, and how many can."""
    if most is None:
        return Deferred("{game} is for {least} or more players, not {seats}", game=game, least=fewest, seats=seats)
    if fewest == most == 1:
        return Deferred("{game} is for 1 player, not {seats}", game=game, seats=seats)
    if fewest == most:
        return Deferred("{game} is for {least} players, not {seats}", game=game, least=fewest, seats=seats)
    said = later("{game} is for {least} to {most} players, not {seats}")
    return Deferred(said, game=game, least=fewest, most=most, seats=seats)


def _options(kind: type[Game[Any, Any]], given: dict[str, Any]) -> Any:
    known = [f.name for f in fields(kind.options_type)]
    if not isinstance(given, dict):
        raise BadRules(f"{kind.title}: options should be an object")
    for name in given:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadRules(f"{kind.title} has no option '{name}'; {has}")
    try:
        return from_json(kind.options_type, given, "options")
    except NotUnderstood as error:
        raise BadRules(f"{kind.title}: {error}") from None
