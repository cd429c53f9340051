"""What a game says of itself before anything of it is loaded; a list of games costs next to nothing."""

import re
from dataclasses import dataclass, replace

DICE_AND_BOARD, CARD_GAMES, TILES_AND_PIECES = GROUPS = ("Dice and board", "Card games", "Tiles and pieces")
"""The groups of the list of games, in their order. A game may name another one, which then stands below these."""

_NAME = re.compile("[a-z][a-z0-9_]{0,39}")
_MOST_LETTERS = {"title": 60, "group": 60, "blurb": 300, "players": 60, "minutes": 60}
"""What the list of games has room for. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game in the list of games: a value called ``GAME`` in the game's package.

    What costs time to import is named as a text, ``"package.module:Name"``, and loaded when it is first asked for.

    ``name``: what files and programs call it, for good: saved matches hold it. ``title``: what people call it.
    ``rules``: its class, a subclass of ``engine.core.game.Game``. ``group``, ``blurb``: where it stands in the list of
    games, and one line about it. ``order``: where it stands within its group, smallest first. ``players``, ``minutes``:
    how many can play and about how long it takes, in words (those of our own games are estimated by hand, not timed).

    All that follows may be left out. ``asked_first``: options that make another game of it, which stand before the
    house rules. ``never_asked``: options that the rules name and nobody can play by. ``dealing``: a
    ``dealing.Dealing``, how a table without cards or dice at hand is dealt. ``player``: a
    ``random_player.RandomPlayer``, who plays it by chance. ``narration``: a function that says which sentence of the
    game's texts tells an event (``registry.Narrator``); without it that is the sentence of the event's kind.
    ``counts``: how many can play, where not every number between the fewest and the most of its rules will do.
    ``page``: a module with what the page shows of it (``tablelight.web.games``). ``package``: where its ``texts``
    folder lies; the registry fills it in.
    """

    name: str
    title: str
    rules: str
    group: str
    blurb: str
    players: str
    minutes: str = ""
    order: int = 100
    asked_first: tuple[str, ...] = ()
    never_asked: tuple[str, ...] = ()
    dealing: str = ""
    player: str = ""
    narration: str = ""
    page: str = ""
    counts: tuple[int, ...] = ()
    package: str = ""

    def within(self, package: str) -> "GameEntry":
        """The same entry, found in this package."""
        return replace(self, package=package)

    def faults(self) -> list[str]:
        """What is wrong with it, in half sentences; empty for a sound entry. Values of other types are faults too."""
        words = ("name", "title", "rules", "group", "blurb", "players", "minutes")
        texts = (*words, "dealing", "player", "narration", "page")
        found = [f"'{name}' should be a text" for name in texts if not isinstance(getattr(self, name), str)]
        if found:
            return found
        if not _NAME.fullmatch(self.name):
            found.append("'name' should be of small letters, digits and _, such as lantern_race")
        found += [f"'{name}' should say something" for name in ("title", "group", "players") if not getattr(self, name)]
        for name, most in _MOST_LETTERS.items():
            if len(getattr(self, name)) > most:
                found.append(f"'{name}' should have {most} letters at most")
        if type(self.order) is not int:
            found.append("'order' should be a whole number")
        for name in ("asked_first", "never_asked"):
            options = getattr(self, name)
            if not isinstance(options, tuple) or not all(isinstance(one, str) for one in options):
                found.append(f"'{name}' should be a tuple of texts")
        if not isinstance(self.counts, tuple) or not all(type(one) is int for one in self.counts):
            found.append("'counts' should be a tuple of whole numbers")
        return found

    @property
    def rank(self) -> tuple[int, str, int, str]:
        """Where it stands in the list of games."""
        known = self.group in GROUPS
        return (GROUPS.index(self.group) if known else len(GROUPS), self.group, self.order, self.title)
