"""What a tap does while a game is set up: which one, how many are here, who plays in which order, and to begin."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.match import Match
from tablelight.session.clock import TimeLimit
from tablelight.session.people import KnownPeople
from tablelight.session.record import RecordTrouble
from tablelight.session.table import GameTable
from tablelight.texts.sentences import say
from tablelight.web.components import players
from tablelight.web.components.house_fields import read_agreement, read_clock
from tablelight.web.views.looking import Looking
from tablelight.web.views.new_game import (
    FIELDS_OF,
    MOST_LETTERS,
    MOST_SEATED,
    NEW_NAME,
    in_words,
    nameless,
    seats_for,
    wrong_fields,
)

Args = Mapping[str, str]


class Host(Protocol):
    """What is needed of a browser: what it looks at, and its table."""

    @property
    def looking(self) -> Looking: ...

    @property
    def table(self) -> GameTable: ...


class SetupActs:
    """The acts of setting up a game. ``known``: who has played here.

    Who plays is kept here and not read off the form: on a slow line that still shows who played before the last taps.
    """

    def __init__(self, host: Host, known: Callable[[], KnownPeople]) -> None:
        self._host, self._known = host, known
        self.acts: dict[str, Callable[[Args], None]] = {
            "choose-game": self._choose_game,
            "how-many": self._how_many,
            "seat": self._seat,
            "add-name": self._add_name,
            "unseat": self._unseat,
            "seat-earlier": self._seat_earlier,
            "new-game": self._new_game,
            "last-table": self._last_table,
        }

    @property
    def _looking(self) -> Looking:
        return self._host.looking

    def _keep(self, args: Args, names: tuple[str, ...]) -> None:
        """These play, and what was chosen already stays chosen."""
        self._looking.names, self._looking.given = names, dict(args)

    def _choose_game(self, args: Args) -> None:
        """Another game, or (no name) all of them."""
        looking = self._looking
        if args["game"] in ("", *registry.names()):
            looking.game = args["game"]
        looking.given = {}
        if looking.names is None:
            looking.names = typed_names(args) or None

    def _how_many(self, args: Args) -> None:
        people = min(max(int(args["people"]), 0), MOST_SEATED)
        self._looking.people = 0 if people == self._looking.people else people

    def _seated(self, args: Args) -> tuple[str, ...]:
        """Who is to play, as many as the game seats; by the form alone where it outlived the line it was drawn over."""
        names = typed_names(args) if self._looking.names is None else self._looking.names
        game = args.get("game", "")
        return names[: registry.find(game).seats[1]] if game in registry.names() else names

    def _with(self, names: tuple[str, ...], added: str) -> tuple[str, ...]:
        """The names and another one; one that cannot be told apart from them is not taken, and the page says so."""
        longer = (*names, added[:MOST_LETTERS].strip())
        self._looking.said = players.too_alike(longer)
        return names if self._looking.said or not longer[-1] else longer

    def _seat(self, args: Args) -> None:
        """Somebody who has played here; a second tap finds them seated."""
        names = self._seated(args)
        self._keep(args, names if args["name"] in names else self._with(names, args["name"]))

    def _add_name(self, args: Args) -> None:
        """A new name, or several with commas between them."""
        names = self._seated(args)
        for one in args.get(NEW_NAME, "").split(","):
            names = self._with(names, one.strip())
            if self._looking.said:
                break
        self._keep(args, names)

    def _unseat(self, args: Args) -> None:
        self._keep(args, tuple(name for name in self._seated(args) if name != args["name"]))

    def _seat_earlier(self, args: Args) -> None:
        names = list(self._seated(args))
        n = names.index(args["name"])
        if n > 0:
            names[n - 1], names[n] = names[n], names[n - 1]
        self._keep(args, tuple(names))

    def _new_game(self, args: Args) -> None:
        looking = self._looking
        game = registry.find(args["game"] if args["game"] in registry.names() else registry.names()[0])
        if args.get(FIELDS_OF, args["game"]) != args["game"]:
            # On a slow line the form was still that of another game: nobody has seen what this one asks.
            self._choose_game(args)
            looking.said = say("new_game", "look_again", game=game.title)
            return
        if args.get(NEW_NAME, "").strip():
            self._add_name(args)  # typed, and Begin tapped at once
            if looking.said:
                return
        names = list(self._seated(args))
        self._keep(args, tuple(names))
        looking.game = game.name
        looking.said = wrong_fields(game.name, names, args)
        if looking.said:
            return
        names = names or [nameless(n) for n in range(seats_for(game.seats, looking.people))]
        try:
            limit, agreed = read_clock(args), read_agreement(args, names)
            match = Match.new(game.name, names, args.get("edition"), _options(game.option_docs(), args), agreed)
        except EngineError as error:
            looking.said = in_words(game.name, str(error))
        else:
            self._begin(match, limit)

    def _last_table(self, args: Args) -> None:
        """The last game once more with the same people, by the rules, points given and teams of that table."""
        known = self._known()
        if known.game not in registry.names():
            return
        try:
            match = self._as_last_time(known)
        except EngineError as error:
            self._looking.said = in_words(known.game, str(error))
        else:
            self._begin(match)

    def _as_last_time(self, known: KnownPeople) -> Match:
        """A fresh match as the last one was agreed on; by its usual rules where that cannot be read any more. Raises
        EngineError."""
        archive = self._host.table.archive
        with suppress(RecordTrouble, EngineError):
            cards = (card for card in archive.matches() if card.length and not card.fault)
            last = next((card for card in cards if card.game == known.game), None)
            if last is not None:
                old = archive.read(last.match_id)
                if len(old.seats) == len(known.table):
                    return Match(old.agreed, known.table)  # people by one name each: seats keep what is about them
        return Match.new(known.game, list(known.table))

    def _begin(self, match: Match, limit: TimeLimit | None = None) -> None:
        looking = self._looking
        try:
            self._host.table.new_match(match, limit)
        except (EngineError, RecordTrouble) as trouble:
            looking.said = in_words(match.game.name, str(trouble))
            return
        looking.overlay, looking.at, looking.game, looking.given = "", None, "", {}
        looking.taken.clear()


def typed_names(args: Args) -> tuple[str, ...]:
    """The names that stand in the form, in their order."""
    typed = (args[f"name{n}"].strip()[:MOST_LETTERS] for n in range(MOST_SEATED) if f"name{n}" in args)
    return tuple(name for name in typed if name)


def _options(docs: Mapping[str, Any], args: Args) -> dict[str, Any]:
    """The chosen options in their own types. A checkbox that is not ticked sends nothing."""
    chosen: dict[str, Any] = {}
    for name, doc in docs.items():
        given = args.get(f"option-{name}")
        if doc["values"] == [True, False]:
            chosen[name] = given is not None
        elif isinstance(doc["default"], int) and given is not None:
            chosen[name] = int(given)
        elif given is not None:
            chosen[name] = (
                next((v for v in doc["values"] if str(v) == given), given) if isinstance(doc["values"], list) else given
            )
    return chosen
